! The cheapest alignment of two signals (dynamic time warping): a table of costs
! and one of sums.
! category: Fortran
! benchmark: in 20000 20 50; out 4000000 3 1
! sizes: 0,0,1 1,2,1 2,1,1 7,3,2 64,9,1
subroutine kernel(n, steps, signal, result)
  implicit none
  integer(8), intent(in) :: n, steps
  real(8), intent(in) :: signal(n)
  real(8), intent(inout) :: result(n)
  real(8), allocatable :: cost(:, :), total(:, :)
  integer(8) :: i, j
  if (n < 1) return
  allocate (cost(0:n, 0:steps), total(0:n, 0:steps))
  do j = 1, steps
    do i = 1, n
      cost(i, j) = abs(signal(i) - 0.1*j)
    end do
  end do
  do i = 1, n
    total(i, 0) = 1d9
  end do
  do j = 1, steps
    total(0, j) = 1d9
  end do
  total(0, 0) = 0
  do j = 1, steps
    do i = 1, n
      total(i, j) = cost(i, j) + min(total(i - 1, j), total(i, j - 1), &
                                     total(i - 1, j - 1))
    end do
  end do
  do i = 1, n
    result(i) = total(i, steps)
  end do
  deallocate (cost, total)
end subroutine

include 'rod.inc'
