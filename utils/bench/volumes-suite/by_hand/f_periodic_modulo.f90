! ../f_periodic_modulo.f90 with the first and the last point of each column apart.
! sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, field, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: field(n, m)
  real(8), intent(inout) :: result(n, m)
  integer(8) :: i, j, before, after
  do j = 1, m
    before = merge(j - 1, m, j > 1)
    after = merge(j + 1, 1_8, j < m)
    if (n < 1) cycle
    result(1, j) = moved(field(1, j), field(n, j), field(min(2_8, n), j), &
                         field(1, before), field(1, after))
    do i = 2, n - 1
      result(i, j) = field(i, j) - 0.2d0*(field(i + 1, j) - field(i - 1, j)) &
                     - 0.1d0*(field(i, after) - field(i, before))
    end do
    result(n, j) = moved(field(n, j), field(max(1_8, n - 1), j), field(1, j), &
                         field(n, before), field(n, after))
  end do
contains
  real(8) function moved(here, left, right, above, below)
    real(8), intent(in) :: here, left, right, above, below
    moved = here - 0.2d0*(right - left) - 0.1d0*(below - above)
  end function
end subroutine

include '../../suite/field.inc'
