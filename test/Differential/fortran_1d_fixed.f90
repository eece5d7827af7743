! A local array of constant size.
! contracted: 1
! REQUIRES: flang
! RUN: %differential %s
double precision function f(n)
  implicit none
  integer, intent(in) :: n
  double precision :: a(0:1000)
  integer :: i
  a(0) = 1.5d0
  do i = 1, n
    a(i) = a(i - 1)*0.75d0 + i
  end do
  f = a(n)
end function

program main
  integer :: n
  double precision :: f
  character(len=20) :: argument
  call get_command_argument(1, argument)
  read (argument, *) n
  print '(z16.16)', f(n)
end program
