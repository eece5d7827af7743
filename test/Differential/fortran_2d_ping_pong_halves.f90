! Two automatic grids, from one to the other and back.
! contracted: 2
! options: schedule=keep
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
    double precision :: a(n + 2, n + 2), b(n + 2, n + 2)
    integer :: i, j, t
    do j = 1, n + 2
      do i = 1, n + 2
        a(i, j) = mod(i * 7 + j * 3, 11)
        b(i, j) = a(i, j)
      end do
    end do
    do t = 1, steps
      do j = 2, n + 1
        do i = 2, n + 1
          b(i, j) = 0.25d0 * (a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
        end do
      end do
      do j = 2, n + 1
        do i = 2, n + 1
          a(i, j) = 0.25d0 * (b(i - 1, j) + b(i + 1, j) + b(i, j - 1) + b(i, j + 1))
        end do
      end do
    end do
    f = 0
    do j = 1, n + 2
      do i = 1, n + 2
        f = f + a(i, j) * (i + 2 * j)
      end do
    end do
  end function
end program
