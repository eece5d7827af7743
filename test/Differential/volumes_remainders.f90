! Rings in Fortran: modulo and mod, of 8 and 4 bytes, forward and backward, with
! neighbours that stop at an edge.
! sizes: 0,0 1,1 1,2 2,1 2,3 3,5 7,4 37,43
! REQUIRES: flang
! RUN: %differential --any-number %s
module kernels
  implicit none
contains
  subroutine wide(n, m, a, result)
    integer(8), intent(in) :: n, m
    double precision, intent(in) :: a(n, m)
    double precision, intent(inout) :: result(n, m)
    integer(8) :: i, j
    do j = 1, m
      do i = 1, n
        result(i, j) = a(modulo(i, n) + 1, j) - 2*a(modulo(i - 2, n) + 1, j) &
                       + 4*a(i, modulo(j + 1, m) + 1) - a(i, mod(j + m - 2, m) + 1)
      end do
    end do
  end subroutine

  subroutine narrow(n, m, a, result)
    integer, intent(in) :: n, m
    double precision, intent(in) :: a(n, m)
    double precision, intent(inout) :: result(n, m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        result(i, j) = a(modulo(i, n) + 1, modulo(j - 2, m) + 1) &
                       - a(mod(i + n, n) + 1, j) + a(modulo(i - 3, n) + 1, j)
      end do
    end do
  end subroutine

  subroutine stopping(n, m, a, result)
    integer, intent(in) :: n, m
    double precision, intent(in) :: a(n, m)
    double precision, intent(inout) :: result(n, m)
    integer :: i, j
    do j = m, 1, -1
      do i = 1, n
        result(i, j) = a(max(i - 1, 1), j) - a(min(i + 2, n), j) &
                       + 2*a(i, merge(1, j + 1, j == m))
      end do
    end do
  end subroutine

  ! The sizes are not known to be positive where the remainder is computed.
  subroutine other_ring(n, m, k, a, result)
    integer, intent(in) :: n, m, k
    double precision, intent(in) :: a(n, m)
    double precision, intent(inout) :: result(n, m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        result(i, j) = a(mod(modulo(i + j, k), n) + 1, modulo(i - j, m) + 1)
      end do
    end do
  end subroutine
end module

program main
  use kernels
  integer :: n, m, i, j
  double precision, allocatable :: a(:, :), b(:, :)
  character(len=20) :: argument
  call get_command_argument(1, argument)
  read (argument, *) n
  call get_command_argument(2, argument)
  read (argument, *) m
  allocate (a(n, m), b(n, m))
  do j = 1, m
    do i = 1, n
      a(i, j) = mod(7*i + 13*j, 31) - 11
    end do
  end do
  b = 0
  call wide(int(n, 8), int(m, 8), a, b)
  call show(n*m, b)
  call narrow(n, m, a, b)
  call show(n*m, b)
  call stopping(n, m, a, b)
  call show(n*m, b)
  do i = -3, 9, 4
    call other_ring(n, m, i, a, b)
    call show(n*m, b)
  end do
contains
  subroutine show(count, values)
    integer, intent(in) :: count
    double precision, intent(in) :: values(count)
    integer(8) :: bits, total
    integer :: i
    total = 0
    do i = 1, count
      bits = transfer(values(i), bits)
      total = ieor(ishftc(total, 5), bits)
    end do
    print '(z16.16)', total
  end subroutine
end program
