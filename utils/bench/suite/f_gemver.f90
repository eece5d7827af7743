! Two updates of rank one, a product with the transposed matrix, and one with the
! matrix (BLAS's gemver); a matrix of n times m.
! category: Fortran
! benchmark: in 128 128 7100; out 4000 4000 1
! sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, input, output)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: input(n, m)
  real(8), intent(inout) :: output(n, m)
  real(8), allocatable :: a(:, :), x(:), w(:)
  integer(8) :: i, j
  if (n < 1 .or. m < 1) return
  allocate (a(n, m), x(m), w(n))
  do j = 1, m
    do i = 1, n
      a(i, j) = input(i, j) + input(i, 1)*input(1, j) + input(i, m)*input(n, j)
    end do
  end do
  do j = 1, m
    x(j) = 0
    do i = 1, n
      x(j) = x(j) + a(i, j)*input(i, 1)
    end do
  end do
  do i = 1, n
    w(i) = 0
  end do
  do j = 1, m
    do i = 1, n
      w(i) = w(i) + a(i, j)*x(j)
    end do
  end do
  do i = 1, n
    output(i, 1) = w(i)
  end do
  deallocate (a, x, w)
end subroutine

include 'field.inc'
