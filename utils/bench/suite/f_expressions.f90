! A formula over vectors in whole-array syntax, one operation at a time.
! category: Fortran
! benchmark: in 4096 2600; out 10000000 1
! sizes: 0,1 1,1 2,1 7,2 64,1 100,1
subroutine kernel(n, x, y)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8), allocatable :: square(:), cube(:), top(:), bottom(:), ratio(:)
  allocate (square(n), cube(n), top(n), bottom(n), ratio(n))
  square = x*x
  cube = square*x
  top = 1 - 0.5*square
  bottom = 1 + 0.25*cube
  ratio = top/bottom
  y = ratio*ratio + square
  deallocate (square, cube, top, bottom, ratio)
end subroutine

include 'vector.inc'
