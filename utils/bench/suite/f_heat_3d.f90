! Heat in a block, from one array to another and back.
! category: Fortran
! benchmark: in 32 32 32 10 150; out 220 220 220 3 1
! sizes: 0,0,0,0,1 1,2,2,2,1 2,1,1,1,1 7,5,6,3,2 11,9,10,4,1
! slow: to compile
subroutine kernel(n, m, l, steps, start, end)
  implicit none
  integer(8), intent(in) :: n, m, l, steps
  real(8), intent(in) :: start(n, m, l)
  real(8), intent(inout) :: end(n, m, l)
  real(8), allocatable :: u(:, :, :), v(:, :, :)
  integer(8) :: i, j, k, t
  allocate (u(n, m, l), v(n, m, l))
  do k = 1, l
    do j = 1, m
      do i = 1, n
        u(i, j, k) = start(i, j, k)
        v(i, j, k) = start(i, j, k)
      end do
    end do
  end do
  do t = 1, steps
    do k = 2, l - 1
      do j = 2, m - 1
        do i = 2, n - 1
          v(i, j, k) = 0.4*u(i, j, k) &
                       + 0.1*(u(i - 1, j, k) + u(i + 1, j, k) + u(i, j - 1, k) &
                              + u(i, j + 1, k) + u(i, j, k - 1) + u(i, j, k + 1))
        end do
      end do
    end do
    do k = 2, l - 1
      do j = 2, m - 1
        do i = 2, n - 1
          u(i, j, k) = 0.4*v(i, j, k) &
                       + 0.1*(v(i - 1, j, k) + v(i + 1, j, k) + v(i, j - 1, k) &
                              + v(i, j + 1, k) + v(i, j, k - 1) + v(i, j, k + 1))
        end do
      end do
    end do
  end do
  do k = 1, l
    do j = 1, m
      do i = 1, n
        end(i, j, k) = u(i, j, k)
      end do
    end do
  end do
  deallocate (u, v)
end subroutine

include 'block.inc'
