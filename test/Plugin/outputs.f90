! Fortran has no annotations: what is wanted comes from a file.
! REQUIRES: flang
! RUN: echo 'square_: out[0..4][0..9]' > %t.outputs
! RUN: %flang_and_plugin -O2 -g -mllvm -smolly-outputs=%t.outputs \
! RUN:   -Rpass=smolly %s -o %t 2>&1 | FileCheck %s
! RUN: %t | FileCheck %s --check-prefix=PLUGIN
! RUN: %flang -O2 %s -o %t && %t | FileCheck %s --check-prefix=PLAIN
! The first subscript of the file is the last one of Fortran.
! CHECK: outputs.f90:[[@LINE+11]]:{{.*}} iterations removed: what this computes is used only where {{.*}}i <= 10
! PLUGIN: 50
! PLAIN: 2000
module work
contains
  subroutine square(n, m, out) bind(c, name='square_')
    integer, value :: n, m
    integer :: i, j
    real :: out(m, n)
    do j = 1, n
      do i = 1, m
        out(i, j) = out(i, j) + real(i) * real(j)
      end do
    end do
  end subroutine
end module

program main
  use work
  real :: a(40, 50)
  a = 0
  call square(50, 40, a)
  print *, count(a /= 0)
end program
