! ../f_product_triangular_finite.f90 with the zeros left out.
! sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1
! flags: -fno-honor-nans -fno-honor-infinities -fno-signed-zeros
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
      do i = k, size
        result(i, j) = result(i, j) + field(i, k)*field(k, j)
      end do
    end do
  end do
end subroutine

include '../../suite/field.inc'
