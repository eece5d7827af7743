! ../f_periodic_halo.f90 without the larger field.
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
    result(1, j) = spread_out(field(1, j), field(n, j), field(min(2_8, n), j), &
                              field(1, before), field(1, after))
    do i = 2, n - 1
      result(i, j) = 0.6d0*field(i, j) + 0.1d0*(field(i - 1, j) + field(i + 1, j) &
                                                + field(i, before) + field(i, after))
    end do
    result(n, j) = spread_out(field(n, j), field(max(1_8, n - 1), j), field(1, j), &
                              field(n, before), field(n, after))
  end do
contains
  real(8) function spread_out(here, left, right, above, below)
    real(8), intent(in) :: here, left, right, above, below
    spread_out = 0.6d0*here + 0.1d0*(left + right + above + below)
  end function
end subroutine

include '../../suite/field.inc'
