! An array of which one cell is needed at a time.
function chain(n) result(last)
  implicit none
  integer, intent(in) :: n
  double precision :: last
  double precision, allocatable :: a(:)
  integer :: i
  allocate (a(0:n))
  a(0) = 1.5d0
  do i = 1, n
    a(i) = a(i - 1)*0.75d0 + i
  end do
  last = a(n)
  deallocate (a)
end function

program main
  double precision :: chain
  print '(z16.16)', chain(100)
end program
