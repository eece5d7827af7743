! (A At) A for a matrix of n times m, with the product of the first two kept.
! category: Fortran
! benchmark: in 64 64 1100; out 900 800 1
! sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, a, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: result(n, m)
  real(8), allocatable :: square(:, :)
  integer(8) :: i, j, k
  allocate (square(n, n))
  do j = 1, n
    do i = 1, n
      square(i, j) = 0
    end do
    do k = 1, m
      do i = 1, n
        square(i, j) = square(i, j) + a(i, k)*a(j, k)
      end do
    end do
  end do
  do j = 1, m
    do i = 1, n
      result(i, j) = 0
    end do
    do k = 1, n
      do i = 1, n
        result(i, j) = result(i, j) + square(i, k)*a(k, j)
      end do
    end do
  end do
  deallocate (square)
end subroutine

include 'field.inc'
