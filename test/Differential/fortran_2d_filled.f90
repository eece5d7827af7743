! What a whole array is set to is a loop over all its elements, which counts down
! and knows their number as one that is at least zero. Rows, then, as elsewhere.
! contracted: 1
! sizes: 0,3 1,2 2,3 3,4 5,3 6,1 7,3 60,61 101,60
! fast: 60
! REQUIRES: flang
! RUN: %differential %s
subroutine heat(n, steps)
  implicit none
  integer :: n, steps, i, j, k
  real, allocatable :: old(:, :), new(:, :)
  allocate (new(n, n), old(n, n))
  old = 0
  new = 0
  do k = 1, steps
    do j = 2, n - 1
      do i = 2, n - 1
        new(i, j) = old(i, j) + 0.1 * (old(i - 1, j) + old(i + 1, j) + old(i, j - 1) &
                    + old(i, j + 1) - 4 * old(i, j)) + 0.01
      end do
    end do
    old(2:n - 1, 2:n - 1) = new(2:n - 1, 2:n - 1)
  end do
  if (n < 5) then
    print *, n
  else
    print '(z8, 1x, z8)', old(n / 2, 3), old(5, 5)
  end if
end subroutine

program filled
  implicit none
  character(len=20) :: argument
  integer :: n, steps
  call get_command_argument(1, argument)
  read (argument, *) n
  call get_command_argument(2, argument)
  read (argument, *) steps
  call heat(n, steps)
end program
