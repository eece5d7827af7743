! Heat in a plate, with whole-array syntax: sections from one array to another,
! and back.
! category: Fortran
! benchmark: in 128 128 10 1100; out 3000 3000 6 1
! sizes: 0,0,0,1 1,2,2,1 2,1,1,1 7,5,3,2 19,23,4,1
subroutine kernel(n, m, steps, start, end)
  implicit none
  integer(8), intent(in) :: n, m, steps
  real(8), intent(in) :: start(n, m)
  real(8), intent(inout) :: end(n, m)
  real(8), allocatable :: u(:, :), v(:, :)
  integer(8) :: t
  if (n < 3 .or. m < 3) return
  allocate (u(n, m), v(n, m))
  u(:, :) = start
  do t = 1, steps
    v(2:n - 1, 2:m - 1) = 0.2*(u(2:n - 1, 2:m - 1) + u(1:n - 2, 2:m - 1) &
                               + u(3:n, 2:m - 1) + u(2:n - 1, 1:m - 2) &
                               + u(2:n - 1, 3:m))
    u(2:n - 1, 2:m - 1) = v(2:n - 1, 2:m - 1)
  end do
  end(:, :) = u
  deallocate (u, v)
end subroutine

include 'plate.inc'
