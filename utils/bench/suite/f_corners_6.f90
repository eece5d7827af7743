! Corners in the manner of Harris, with arrays of the routine's own.
! category: Fortran
! benchmark: in 128 128 1000; out 3000 3000 1
! sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, image, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: image(n, m)
  real(8), intent(inout) :: result(n, m)
  real(8), dimension(:, :), allocatable :: dx, dy, xx, yy, xy
  integer(8) :: i, j
  allocate (dx(n, m), dy(n, m), xx(n, m), yy(n, m), xy(n, m))
  do j = 2, m - 1
    do i = 2, n - 1
      dx(i, j) = image(i + 1, j) - image(i - 1, j)
    end do
  end do
  do j = 2, m - 1
    do i = 2, n - 1
      dy(i, j) = image(i, j + 1) - image(i, j - 1)
    end do
  end do
  do j = 3, m - 2
    do i = 3, n - 2
      xx(i, j) = dx(i - 1, j)**2 + dx(i, j)**2 + dx(i + 1, j)**2
    end do
  end do
  do j = 3, m - 2
    do i = 3, n - 2
      yy(i, j) = dy(i, j - 1)**2 + dy(i, j)**2 + dy(i, j + 1)**2
    end do
  end do
  do j = 3, m - 2
    do i = 3, n - 2
      xy(i, j) = dx(i, j)*dy(i, j) + dx(i - 1, j)*dy(i - 1, j) &
                 + dx(i, j - 1)*dy(i, j - 1)
    end do
  end do
  do j = 3, m - 2
    do i = 3, n - 2
      result(i, j) = xx(i, j)*yy(i, j) - xy(i, j)**2 - 0.04*(xx(i, j) + yy(i, j))**2
    end do
  end do
  deallocate (dx, dy, xx, yy, xy)
end subroutine

include 'field.inc'
