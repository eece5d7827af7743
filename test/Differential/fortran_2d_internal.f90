! Internal procedures of a main program work on its arrays: they become part of
! it. One calls another one, and is left alone with what both use.
! contracted: 5
! sizes: 0 1 2 3 5 7 8 31 100
! REQUIRES: flang
! RUN: %differential %s
program main
  implicit none
  integer :: n, i, j, step
  integer, save :: count = 0
  double precision, allocatable :: image(:, :), rows(:, :), columns(:, :), result(:, :)
  double precision, allocatable :: now(:), next(:), kept(:)
  character(len=20) :: argument
  call get_command_argument(1, argument)
  read (argument, *) n
  allocate (image(n, n), rows(n, n), columns(n, n), result(n, n))
  allocate (now(0:n + 1), next(0:n + 1), kept(n))
  call fill
  call blur_rows
  call blur_columns
  do j = 1, n
    do i = 1, n
      result(i, j) = columns(i, j)*0.5d0 - image(i, j)
    end do
  end do
  call show(result)
  do i = 0, n + 1
    now(i) = mod(i*i, 13)
    next(i) = now(i)
  end do
  do step = 1, 5
    call heat
  end do
  do i = 1, n
    kept(i) = now(i)
  end do
  call outer
  call outer
  print '(i0)', count
contains
  subroutine fill
    do j = 1, n
      do i = 1, n
        image(i, j) = mod(7*i + 13*j, 31)
      end do
    end do
  end subroutine
  subroutine blur_rows
    integer :: x, y
    do y = 1, n
      do x = 1, n
        rows(x, y) = image(max(x - 1, 1), y) + 2*image(x, y) + image(min(x + 1, n), y)
      end do
    end do
  end subroutine
  subroutine blur_columns
    integer :: x, y
    do y = 1, n
      do x = 1, n
        columns(x, y) = rows(x, max(y - 1, 1)) + 2*rows(x, y) + rows(x, min(y + 1, n))
      end do
    end do
  end subroutine
  subroutine heat
    integer :: x
    do x = 1, n
      next(x) = now(x) + (now(x - 1) - 2*now(x) + now(x + 1))/4
    end do
    do x = 1, n
      now(x) = next(x)
    end do
  end subroutine
  subroutine outer
    count = count + 1
    call inner
  end subroutine
  subroutine inner
    integer :: x
    do x = 1, n
      kept(x) = kept(x) + count
    end do
    print '(z16.16)', sum(kept)
  end subroutine
  subroutine show(what)
    double precision, intent(in) :: what(:, :)
    print '(z16.16)', sum(what)
  end subroutine
end program
