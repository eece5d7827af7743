! Heat in a rod, with all moments kept in a table.
! category: Fortran
! benchmark: in 2000 40 3800; out 1000000 60 1
! sizes: 0,0,1 1,2,1 2,1,1 7,3,2 64,9,1
subroutine kernel(n, steps, start, end)
  implicit none
  integer(8), intent(in) :: n, steps
  real(8), intent(in) :: start(n)
  real(8), intent(inout) :: end(n)
  real(8), allocatable :: u(:, :)
  integer(8) :: i, t
  if (n < 1) return
  allocate (u(n, 0:steps))
  do i = 1, n
    u(i, 0) = start(i)
  end do
  do t = 1, steps
    u(1, t) = u(1, t - 1)
    do i = 2, n - 1
      u(i, t) = 0.5*u(i, t - 1) + 0.25*(u(i - 1, t - 1) + u(i + 1, t - 1))
    end do
    u(n, t) = u(n, t - 1)
  end do
  do i = 1, n
    end(i) = u(i, steps)
  end do
  deallocate (u)
end subroutine

include 'rod.inc'
