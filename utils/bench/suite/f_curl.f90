! Divergence and curl of a flow in the plane, which is made from a potential, and
! the sum of their squares; whole arrays in between.
! category: Fortran
! benchmark: in 128 128 1000; out 3000 3000 1
! sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, potential, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: potential(n, m)
  real(8), intent(inout) :: result(n, m)
  real(8), allocatable, dimension(:, :) :: u, v, divergence, curl
  integer(8) :: i, j
  allocate (u(n, m), v(n, m), divergence(n, m), curl(n, m))
  do j = 1, m
    do i = 2, n
      u(i, j) = potential(i, j) - potential(i - 1, j)
    end do
  end do
  do j = 2, m
    do i = 1, n
      v(i, j) = potential(i, j)*potential(i, j - 1)
    end do
  end do
  do j = 2, m - 1
    do i = 2, n - 1
      divergence(i, j) = u(i + 1, j) - u(i, j) + v(i, j + 1) - v(i, j)
    end do
  end do
  do j = 2, m - 1
    do i = 2, n - 1
      curl(i, j) = v(i + 1, j) - v(i, j) - u(i, j + 1) + u(i, j)
    end do
  end do
  do j = 2, m - 1
    do i = 2, n - 1
      result(i, j) = divergence(i, j)**2 + curl(i, j)**2
    end do
  end do
  deallocate (u, v, divergence, curl)
end subroutine

include 'field.inc'
