! How heat spreads in a square plate whose border is kept at fixed temperatures.
!
!   heat [CELLS [STEPS]]
!
! Keeps the whole history, u(i, j, t), in an allocatable array. At the end only
! the last moment is looked at.

subroutine simulate(n, steps, total)
  implicit none
  integer, intent(in) :: n, steps
  double precision, intent(out) :: total
  double precision, allocatable :: u(:, :, :)
  integer :: i, j, t

  allocate (u(0:n + 1, 0:n + 1, 0:steps))

  ! One side is hot, the others are cold.
  do t = 0, steps
    do i = 0, n + 1
      u(i, 0, t) = 0d0
      u(i, n + 1, t) = 0d0
    end do
    do j = 0, n + 1
      u(0, j, t) = 1d0
      u(n + 1, j, t) = 0d0
    end do
  end do
  do j = 1, n
    do i = 1, n
      u(i, j, 0) = 0d0
    end do
  end do

  do t = 1, steps
    do j = 1, n
      do i = 1, n
        u(i, j, t) = u(i, j, t - 1) + 0.2d0*(u(i - 1, j, t - 1) &
                     + u(i + 1, j, t - 1) + u(i, j - 1, t - 1) &
                     + u(i, j + 1, t - 1) - 4d0*u(i, j, t - 1))
      end do
    end do
  end do

  total = 0d0
  do j = 1, n
    do i = 1, n
      total = total + u(i, j, steps)
    end do
  end do
  deallocate (u)
end subroutine simulate

program heat
  implicit none
  integer :: n = 500, steps = 400
  double precision :: total
  character(len=20) :: argument

  if (command_argument_count() >= 1) then
    call get_command_argument(1, argument)
    read (argument, *) n
  end if
  if (command_argument_count() >= 2) then
    call get_command_argument(2, argument)
    read (argument, *) steps
  end if
  call simulate(n, steps, total)
  print '(a, i0, a, i0, a, es24.16)', 'heat in ', n, ' squared cells after ', &
    steps, ' steps:', total
end program heat
