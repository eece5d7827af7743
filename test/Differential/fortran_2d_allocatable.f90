! A history in an allocatable array.
! contracted: 1
! REQUIRES: flang
! RUN: %differential %s
subroutine simulate(n, total)
  implicit none
  integer, intent(in) :: n
  double precision, intent(out) :: total
  double precision, allocatable :: u(:, :)
  integer :: i, t
  allocate (u(0:n + 1, 0:n))
  do t = 0, n
    u(0, t) = 1d0
    u(n + 1, t) = 2d0
  end do
  do i = 1, n
    u(i, 0) = 0.5d0*i
  end do
  do t = 1, n
    do i = 1, n
      u(i, t) = 0.25d0*(u(i - 1, t - 1) + 2*u(i, t - 1) + u(i + 1, t - 1))
    end do
  end do
  total = 0d0
  do i = 0, n + 1
    total = total + u(i, n)
  end do
  deallocate (u)
end subroutine

program main
  integer :: n
  double precision :: total
  character(len=20) :: argument
  call get_command_argument(1, argument)
  read (argument, *) n
  call simulate(n, total)
  print '(z16.16)', total
end program
