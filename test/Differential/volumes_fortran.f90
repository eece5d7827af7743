! Larger arrays around others, halos, slices and triangles in Fortran, with loops
! and with whole arrays.
! sizes: 0,0 1,1 1,2 2,1 2,3 3,5 7,4 13,7
! REQUIRES: flang
! RUN: %differential --any-number %s
module kernels
  implicit none
contains
  subroutine padded(n, m, image, result)
    integer, intent(in) :: n, m
    double precision, intent(in) :: image(n, m)
    double precision, intent(inout) :: result(n, m)
    double precision, allocatable :: larger(:, :)
    integer :: i, j
    allocate (larger(0:n + 1, 0:m + 1))
    larger = -0.0d0
    larger(1:n, 1:m) = image
    do j = 1, m
      do i = 1, n
        result(i, j) = larger(i - 1, j) + larger(i + 1, j) &
                       - 2*(larger(i, j - 1) + larger(i, j + 1))
      end do
    end do
    deallocate (larger)
  end subroutine

  subroutine periodic(n, m, steps, u)
    integer, intent(in) :: n, m, steps
    double precision, intent(inout) :: u(n, m)
    double precision :: halo(0:n + 1, 0:m + 1)
    integer :: i, j, t
    do t = 1, steps
      do j = 1, m
        do i = 1, n
          halo(i, j) = u(i, j)
        end do
      end do
      halo(0, 1:m) = u(n, :)
      halo(n + 1, 1:m) = u(1, :)
      halo(:, 0) = halo(:, m)
      halo(:, m + 1) = halo(:, 1)
      do j = 1, m
        do i = 1, n
          u(i, j) = 0.5d0*u(i, j) + 0.125d0*(halo(i - 1, j - 1) + halo(i + 1, j) &
                    + halo(i, j + 1) - u(modulo(i, n) + 1, j))
        end do
      end do
    end do
  end subroutine

  subroutine sliced(n, m, a, result)
    integer, intent(in) :: n, m
    double precision, intent(in) :: a(n, m)
    double precision, intent(inout) :: result(n, m)
    double precision, allocatable :: joined(:, :)
    integer :: i, j, half
    half = m/2
    allocate (joined(n, m + 2))
    joined(:, 1:m - half) = a(:, half + 1:m)
    joined(:, m - half + 1:m) = a(:, 1:half)
    joined(:, m + 1:m + 2) = 0.5d0
    do j = 1, m
      do i = 1, n
        result(i, j) = joined(n + 1 - i, j) - joined(i, j + 2)
      end do
    end do
    deallocate (joined)
  end subroutine

  subroutine triangle(n, a, result)
    integer, intent(in) :: n
    double precision, intent(in) :: a(n, *)
    double precision, intent(inout) :: result(n, *)
    double precision, allocatable :: lower(:, :)
    integer :: i, j, k
    allocate (lower(n, n))
    do j = 1, n
      do i = 1, n
        lower(i, j) = merge(a(i, 1)*j, 0.0d0, i >= j)
      end do
    end do
    do i = 1, n
      result(i, 1) = 0
      do k = 1, n
        result(i, 1) = result(i, 1) + lower(i, k)*lower(k, i) + lower(n, k)
      end do
    end do
    deallocate (lower)
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
  call padded(n, m, a, b)
  call show(n*m, b)
  call periodic(n, m, 3, b)
  call show(n*m, b)
  call sliced(n, m, b, a)
  call show(n*m, a)
  if (m > 0) call triangle(n, a, b)
  call show(n*m, b)
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
