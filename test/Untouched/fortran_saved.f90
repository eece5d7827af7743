! A saved array keeps its values from call to call.
! REQUIRES: flang
! RUN: %untouched %s | FileCheck %s --allow-empty
! CHECK-NOT: contracted
double precision function f(n)
  integer, intent(in) :: n
  double precision, save :: a(0:1000) = 1d0
  integer :: i
  do i = 1, n
    a(i) = a(i)*0.5d0 + a(i - 1)
  end do
  f = a(n)
end function
