! An image at half its size, and what that loses, summed in squares.
! category: Fortran
! benchmark: in 128 128 4000; out 4000 4000 1
! sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, image, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: image(n, m)
  real(8), intent(inout) :: result(n, m)
  real(8), allocatable :: small(:, :), lost(:, :)
  integer(8) :: i, j
  allocate (small(n/2, m/2), lost(n, m))
  do j = 1, m/2
    do i = 1, n/2
      small(i, j) = 0.25*(image(2*i - 1, 2*j - 1) + image(2*i, 2*j - 1) &
                          + image(2*i - 1, 2*j) + image(2*i, 2*j))
    end do
  end do
  do j = 1, m/2
    do i = 1, n/2
      lost(2*i - 1, 2*j - 1) = image(2*i - 1, 2*j - 1) - small(i, j)
      lost(2*i, 2*j - 1) = image(2*i, 2*j - 1) - small(i, j)
      lost(2*i - 1, 2*j) = image(2*i - 1, 2*j) - small(i, j)
      lost(2*i, 2*j) = image(2*i, 2*j) - small(i, j)
    end do
  end do
  do j = 1, m/2
    do i = 1, n/2
      result(i, j) = lost(2*i - 1, 2*j - 1)**2 + lost(2*i, 2*j - 1)**2 &
                     + lost(2*i - 1, 2*j)**2 + lost(2*i, 2*j)**2
    end do
  end do
  deallocate (small, lost)
end subroutine

include 'field.inc'
