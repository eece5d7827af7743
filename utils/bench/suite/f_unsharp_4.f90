! Unsharp masking with whole-array syntax: sections of arrays are added.
! category: Fortran
! benchmark: in 128 128 1000; out 3500 3500 1
! sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, image, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: image(n, m)
  real(8), intent(inout) :: result(n, m)
  real(8), allocatable :: columns(:, :), blurred(:, :), detail(:, :)
  if (n < 3 .or. m < 3) return
  allocate (columns(n, m), blurred(n, m), detail(n, m))
  columns(2:n - 1, :) = 0.25*image(1:n - 2, :) + 0.5*image(2:n - 1, :) &
                        + 0.25*image(3:n, :)
  blurred(2:n - 1, 2:m - 1) = 0.25*columns(2:n - 1, 1:m - 2) &
                              + 0.5*columns(2:n - 1, 2:m - 1) &
                              + 0.25*columns(2:n - 1, 3:m)
  detail(2:n - 1, 2:m - 1) = image(2:n - 1, 2:m - 1) - blurred(2:n - 1, 2:m - 1)
  result(2:n - 1, 2:m - 1) = image(2:n - 1, 2:m - 1) + 3*detail(2:n - 1, 2:m - 1)
  deallocate (columns, blurred, detail)
end subroutine

include 'field.inc'
