! The columns of a field in another order: three slices are joined in a new array,
! and its neighbouring columns are compared.
! category: Fortran
! by hand: by_hand/f_join_slices.f90
! benchmark: in 128 128 20000; out 3000 3000 3
! sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, field, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: field(n, m)
  real(8), intent(inout) :: result(n, m)
  real(8), allocatable :: joined(:, :)
  integer(8) :: i, j, third
  third = m/3
  allocate (joined(n, m + 1))
  joined(:, 1:third) = field(:, m - third + 1:m)
  joined(:, third + 1:2*third) = field(:, 1:third)
  joined(:, 2*third + 1:m) = field(:, third + 1:m - third)
  joined(:, m + 1) = 1
  do j = 1, m
    do i = 1, n
      result(i, j) = 0.5d0*(joined(i, j) + joined(i, j + 1))
    end do
  end do
  deallocate (joined)
end subroutine

include '../suite/field.inc'
