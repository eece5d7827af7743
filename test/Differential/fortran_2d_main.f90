! Allocatable arrays of a main program: their descriptors are globals, which
! nothing else uses. One is allocated anew, one is asked for, `offset` begins
! with a value, and a procedure of the program has variables of it.
! contracted: 4
! sizes: 0 1 2 3 5 7 8 31 100
! REQUIRES: flang
! RUN: %differential %s
program main
  implicit none
  integer :: n, i, j, status
  integer :: offset = 3, weight = 13
  integer, save :: calls
  double precision, allocatable :: image(:, :), rows(:, :), columns(:, :), result(:, :)
  double precision, allocatable :: history(:, :), again(:), seen(:)
  double precision :: total
  character(len=20) :: argument
  call get_command_argument(1, argument)
  read (argument, *) n
  calls = 0
  allocate (image(n, n), rows(n, n), columns(0:n + 1, 0:n + 1), result(n, n))
  do j = 1, n
    do i = 1, n
      image(i, j) = mod(7*i + weight*j + offset, 31)
    end do
  end do
  do j = 1, n
    do i = 1, n
      rows(i, j) = image(max(i - 1, 1), j) + 2*image(i, j) + image(min(i + 1, n), j)
    end do
  end do
  columns = 0
  do j = 1, n
    do i = 1, n
      columns(i, j) = rows(i, max(j - 1, 1)) + 2*rows(i, j) + rows(i, min(j + 1, n))
    end do
  end do
  do j = 1, n
    do i = 1, n
      result(i, j) = columns(i + 1, j) - columns(i - 1, j)
    end do
  end do
  print '(z16.16)', sum(result)
  if (allocated(rows)) deallocate (rows)
  deallocate (columns)

  ! All steps are kept, and the last one is looked at.
  allocate (history(n, 0:2*n + 1))
  do i = 1, n
    history(i, 0) = mod(i*i, 17)
  end do
  do j = 1, 2*n + 1
    if (n > 0) history(1, j) = history(1, j - 1)
    do i = 2, n - 1
      history(i, j) = history(i, j - 1) + (history(i - 1, j - 1) - 2*history(i, j - 1) + history(i + 1, j - 1))/4
    end do
    if (n > 1) history(n, j) = history(n, j - 1)
  end do
  total = 0
  do i = 1, n
    total = total + history(i, 2*n + 1)
  end do
  print '(z16.16)', total
  deallocate (history)

  allocate (again(n))
  do i = 1, n
    again(i) = i*0.5d0
  end do
  total = 0
  do i = 2, n
    total = total + again(i)*again(i - 1)
  end do
  deallocate (again)
  allocate (again(2*n + offset))
  do i = 1, 2*n + offset
    again(i) = i*0.25d0
  end do
  do i = 2, 2*n + offset
    total = total - again(i)*again(i - 1)
  end do
  print '(z16.16)', total

  allocate (seen(n), stat=status)
  if (status /= 0) stop 1
  do i = 1, n
    seen(i) = result(i, i)
  end do
  call show
  offset = offset + 1
  call show
  print '(i0)', offset, calls
contains
  subroutine show
    calls = calls + 1
    print '(z16.16)', sum(seen)*offset
  end subroutine
end program
