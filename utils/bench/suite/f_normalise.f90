! Columns less their mean, divided by how far they vary, in whole-array syntax.
! category: Fortran
! benchmark: in 128 128 3300; out 4000 4000 1
! sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, x, y)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: x(n, m)
  real(8), intent(inout) :: y(n, m)
  real(8), allocatable :: centred(:, :), square(:, :), variance(:)
  integer(8) :: j
  if (n < 1) return
  allocate (centred(n, m), square(n, m), variance(m))
  do j = 1, m
    centred(:, j) = x(:, j) - sum(x(:, j))/n
  end do
  square(:, :) = centred**2
  do j = 1, m
    variance(j) = sum(square(:, j))/n
  end do
  do j = 1, m
    y(:, j) = centred(:, j)/(variance(j) + 0.001)
  end do
  deallocate (centred, square, variance)
end subroutine

include 'field.inc'
