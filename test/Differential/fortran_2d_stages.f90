! Two stages over a caller's image; the first needs one column.
! contracted: 2
! idle: _QQmain
! REQUIRES: flang
! RUN: %differential %s
subroutine smooth(n, image, result)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: image(n, n)
  double precision, intent(out) :: result(n, n)
  double precision, allocatable :: rows(:, :)
  integer :: i, j
  allocate (rows(n, n))
  do j = 1, n
    do i = 2, n - 1
      rows(i, j) = (image(i - 1, j) + image(i, j) + image(i + 1, j))/3
    end do
    if (j >= 3) then
      do i = 2, n - 1
        result(i, j - 1) = (rows(i, j - 2) + rows(i, j - 1) + rows(i, j))/3
      end do
    end if
  end do
  deallocate (rows)
end subroutine

program main
  integer :: n, i, j
  double precision, allocatable :: image(:, :), result(:, :)
  character(len=20) :: argument
  call get_command_argument(1, argument)
  read (argument, *) n
  allocate (image(n, n), result(n, n))
  do j = 1, n
    do i = 1, n
      image(i, j) = mod(7*i + 13*j, 31)
    end do
  end do
  result = 0
  call smooth(n, image, result)
  print '(z16.16)', sum(result)
end program
