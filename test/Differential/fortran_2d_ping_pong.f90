! Two allocatable grids and a copy in each step, whose number is an argument that
! is read from memory behind the first loops.
! contracted: 2
! sizes: 0,0 1,0 1,2 2,1 3,2 7,7 7,64 64,7 100,3
! RUN: %differential %s
program ping_pong
  implicit none
  integer :: n, steps
  character(len=20) :: text
  call get_command_argument(1, text)
  read (text, *) n
  call get_command_argument(2, text)
  read (text, *) steps
  print *, f(n, steps)
contains
  double precision function f(n, steps)
    integer, intent(in) :: n, steps
    double precision, allocatable :: a(:, :), b(:, :)
    integer :: i, j, t
    allocate (a(0:n + 1, 0:n + 1), b(0:n + 1, 0:n + 1))
    do j = 0, n + 1
      do i = 0, n + 1
        a(i, j) = mod(i * 7 + j * 3, 11)
        b(i, j) = a(i, j)
      end do
    end do
    do t = 1, steps
      do j = 1, n
        do i = 1, n
          b(i, j) = 0.25d0 * (a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
        end do
      end do
      do j = 1, n
        do i = 1, n
          a(i, j) = b(i, j)
        end do
      end do
    end do
    f = 0
    do j = 0, n + 1
      do i = 0, n + 1
        f = f + a(i, j) * (i + 2 * j)
      end do
    end do
    deallocate (a, b)
  end function
end program
