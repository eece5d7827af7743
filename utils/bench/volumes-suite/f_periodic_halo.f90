! A step of diffusion on a torus: the field gets a halo around it, which is filled
! from the other side.
! category: Fortran
! by hand: by_hand/f_periodic_halo.f90
! benchmark: in 128 128 15000; out 3000 3000 3
! sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, field, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: field(n, m)
  real(8), intent(inout) :: result(n, m)
  real(8), allocatable :: u(:, :)
  integer(8) :: i, j
  allocate (u(0:n + 1, 0:m + 1))
  do j = 1, m
    do i = 1, n
      u(i, j) = field(i, j)
    end do
  end do
  do j = 1, m
    u(0, j) = field(n, j)
    u(n + 1, j) = field(1, j)
  end do
  do i = 1, n
    u(i, 0) = field(i, m)
    u(i, m + 1) = field(i, 1)
  end do
  do j = 1, m
    do i = 1, n
      result(i, j) = 0.6d0*u(i, j) &
        + 0.1d0*(u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1))
    end do
  end do
  deallocate (u)
end subroutine

include '../suite/field.inc'
