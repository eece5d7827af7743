! Blur of an image along columns, then along rows.
! category: Fortran
! benchmark: in 128 128 5700; out 4000 4000 1
! sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, image, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: image(n, m)
  real(8), intent(inout) :: result(n, m)
  real(8), allocatable :: columns(:, :)
  integer(8) :: i, j
  allocate (columns(n, m))
  do j = 1, m
    do i = 2, n - 1
      columns(i, j) = (image(i - 1, j) + image(i, j) + image(i + 1, j))/3
    end do
  end do
  do j = 2, m - 1
    do i = 2, n - 1
      result(i, j) = (columns(i, j - 1) + columns(i, j) + columns(i, j + 1))/3
    end do
  end do
  deallocate (columns)
end subroutine

include 'field.inc'
