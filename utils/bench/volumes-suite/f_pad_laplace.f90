! The Laplace operator where everything is zero beyond the sides, twice: each time
! the field is put into a larger one.
! category: Fortran
! by hand: by_hand/f_pad_laplace.f90
! benchmark: in 128 128 2500; out 3000 3000 1
! sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, field, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: field(n, m)
  real(8), intent(inout) :: result(n, m)
  real(8), allocatable :: larger(:, :), again(:, :)
  integer(8) :: i, j
  allocate (larger(0:n + 1, 0:m + 1), again(0:n + 1, 0:m + 1))
  do j = 0, m + 1
    do i = 0, n + 1
      larger(i, j) = 0
      again(i, j) = 0
    end do
  end do
  do j = 1, m
    do i = 1, n
      larger(i, j) = field(i, j)
    end do
  end do
  do j = 1, m
    do i = 1, n
      again(i, j) = larger(i - 1, j) + larger(i + 1, j) + larger(i, j - 1) &
                    + larger(i, j + 1) - 4*larger(i, j)
    end do
  end do
  do j = 1, m
    do i = 1, n
      result(i, j) = again(i - 1, j) + again(i + 1, j) + again(i, j - 1) &
                     + again(i, j + 1) - 4*again(i, j)
    end do
  end do
  deallocate (larger, again)
end subroutine

include '../suite/field.inc'
