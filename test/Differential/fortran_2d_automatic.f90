! An automatic array: a table of which the last cell is used.
! contracted: 1
! REQUIRES: flang
! RUN: %differential %s
integer function table(n)
  implicit none
  integer, intent(in) :: n
  integer :: a(0:n, 0:n), i, j
  do j = 0, n
    a(j, 0) = j
    a(0, j) = 2*j
  end do
  do j = 1, n
    do i = 1, n
      a(i, j) = mod(a(i - 1, j) + a(i, j - 1) + a(i - 1, j - 1), 1009)
    end do
  end do
  table = a(n, n)
end function

program main
  integer :: n, table
  character(len=20) :: argument
  call get_command_argument(1, argument)
  read (argument, *) n
  print *, table(n)
end program
