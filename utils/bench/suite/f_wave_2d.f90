! A wave on a membrane: three arrays, of which two are copied after each step.
! category: Fortran
! benchmark: in 128 128 10 300; out 2500 2500 5 1
! sizes: 0,0,0,1 1,2,2,1 2,1,1,1 7,5,3,2 19,23,4,1
! slow: to compile
subroutine kernel(n, m, steps, start, end)
  implicit none
  integer(8), intent(in) :: n, m, steps
  real(8), intent(in) :: start(n, m)
  real(8), intent(inout) :: end(n, m)
  real(8), dimension(:, :), allocatable :: before, now, next
  integer(8) :: i, j, t
  allocate (before(n, m), now(n, m), next(n, m))
  do j = 1, m
    do i = 1, n
      before(i, j) = start(i, j)
      now(i, j) = start(i, j)
    end do
  end do
  do t = 1, steps
    do j = 2, m - 1
      do i = 2, n - 1
        next(i, j) = 2*now(i, j) - before(i, j) &
                     + 0.2*(now(i - 1, j) + now(i + 1, j) + now(i, j - 1) &
                            + now(i, j + 1) - 4*now(i, j))
      end do
    end do
    do j = 2, m - 1
      do i = 2, n - 1
        before(i, j) = now(i, j)
        now(i, j) = next(i, j)
      end do
    end do
  end do
  do j = 1, m
    do i = 1, n
      end(i, j) = now(i, j)
    end do
  end do
  deallocate (before, now, next)
end subroutine

include 'plate.inc'
