! Planes in time, the last index; allocated with bounds of its own.
! contracted: 1
! sizes: 0 1 2 3 7 20 33
! REQUIRES: flang
! RUN: %differential %s
subroutine simulate(n, total)
  implicit none
  integer, intent(in) :: n
  real, intent(out) :: total
  real, allocatable :: u(:, :, :)
  integer :: i, j, t
  allocate (u(n + 1, n + 1, -1:n))
  do j = 1, n + 1
    do i = 1, n + 1
      u(i, j, -1) = i - 0.5*j
    end do
  end do
  do t = 0, n
    do j = 1, n + 1
      do i = 1, n + 1
        u(i, j, t) = u(i, j, t - 1)*0.5 + t
      end do
    end do
  end do
  total = 0
  do j = 1, n + 1
    do i = 1, n + 1
      total = total + u(i, j, n)
    end do
  end do
  deallocate (u)
end subroutine

program main
  integer :: n
  real :: total
  character(len=20) :: argument
  call get_command_argument(1, argument)
  read (argument, *) n
  call simulate(n, total)
  print '(z8.8)', total
end program
