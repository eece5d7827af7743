! ../f_product_triangular.f90 without the copies. A number that is multiplied with zero
! may be infinite and has to stay; zeros that are multiplied with zero need not.
! sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, field, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: field(n, m)
  real(8), intent(inout) :: result(n, m)
  integer(8) :: i, j, k, size
  size = min(n, m)
  do j = 1, size
    do i = 1, size
      result(i, j) = 0
    end do
    do k = 1, j - 1
      do i = 1, k - 1
        result(i, j) = result(i, j) + 0*field(k, j)
      end do
      do i = k, size
        result(i, j) = result(i, j) + field(i, k)*field(k, j)
      end do
    end do
    do k = j, size
      do i = k, size
        result(i, j) = result(i, j) + field(i, k)*0
      end do
    end do
  end do
end subroutine

include '../../suite/field.inc'
