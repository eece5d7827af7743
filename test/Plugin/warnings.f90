! The variables of loops have the values that they have in the source.
! REQUIRES: flang
! RUN: %flang_and_plugin -O2 -g -Rpass-analysis=smolly -c %s -o %t.o 2>&1 \
! RUN:   | FileCheck %s
! RUN: %flang_and_plugin -O2 -g \
! RUN:   -mllvm -smolly-warn-out-of-bounds -c %s -o %t.o 2>&1 \
! RUN:   | FileCheck %s --check-prefix=WARN
! CHECK: warnings.f90:[[#@LINE+6]]:{{.*}} this write to array 'v' is outside of the array where i = n
! WARN: warning: {{.*}}warnings.f90:[[#@LINE+5]]:{{.*}} this write to array 'v' is outside of the array where i = n
subroutine shift(n, out)
  integer :: n, i
  real :: out(n), v(n)
  do i = 1, n
    v(i+1) = out(i)
  end do
  do i = 2, n
    out(i) = v(i)
  end do
end subroutine
