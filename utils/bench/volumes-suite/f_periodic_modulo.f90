! A step of advection on a torus: neighbours are found by modulo.
! category: Fortran
! by hand: by_hand/f_periodic_modulo.f90
! benchmark: in 128 128 5000; out 3000 3000 6
! sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, field, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: field(n, m)
  real(8), intent(inout) :: result(n, m)
  integer(8) :: i, j
  do j = 1, m
    do i = 1, n
      result(i, j) = field(i, j) &
        - 0.2d0*(field(modulo(i, n) + 1, j) - field(modulo(i - 2, n) + 1, j)) &
        - 0.1d0*(field(i, modulo(j, m) + 1) - field(i, modulo(j - 2, m) + 1))
    end do
  end do
end subroutine

include '../suite/field.inc'
