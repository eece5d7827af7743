! A lower triangular matrix times an upper triangular one. Both are cut out of the
! same field and filled up with zeros.
! category: Fortran
! by hand: by_hand/f_product_triangular.f90
! benchmark: in 128 128 400; out 600 600 3
! sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, field, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: field(n, m)
  real(8), intent(inout) :: result(n, m)
  real(8), allocatable :: lower(:, :), upper(:, :)
  integer(8) :: i, j, k, size
  size = min(n, m)
  allocate (lower(size, size), upper(size, size))
  do j = 1, size
    do i = 1, size
      if (i >= j) then
        lower(i, j) = field(i, j)
        upper(i, j) = 0
      else
        lower(i, j) = 0
        upper(i, j) = field(i, j)
      end if
    end do
  end do
  do j = 1, size
    do i = 1, size
      result(i, j) = 0
    end do
    do k = 1, size
      do i = 1, size
        result(i, j) = result(i, j) + lower(i, k)*upper(k, j)
      end do
    end do
  end do
  deallocate (lower, upper)
end subroutine

include '../suite/field.inc'
