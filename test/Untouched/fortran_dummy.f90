! Arrays of the caller.
! REQUIRES: flang
! RUN: %untouched %s | FileCheck %s --allow-empty
! CHECK-NOT: contracted
subroutine f(n, a)
  integer, intent(in) :: n
  double precision, intent(inout) :: a(0:n)
  integer :: i
  do i = 1, n
    a(i) = a(i - 1)*0.5d0
  end do
end subroutine
