! ../f_pad_laplace.f90 without larger fields: the sides apart.
! sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1
subroutine kernel(n, m, field, result)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: field(n, m)
  real(8), intent(inout) :: result(n, m)
  real(8), allocatable :: once(:, :)
  allocate (once(n, m))
  call laplace(field, once)
  call laplace(once, result)
  deallocate (once)
contains
  subroutine laplace(from, to)
    real(8), intent(in) :: from(n, m)
    real(8), intent(inout) :: to(n, m)
    integer(8) :: i, j
    do j = 1, m
      if (j == 1 .or. j == m .or. n < 2) then
        do i = 1, n
          to(i, j) = at_side(from, i, j)
        end do
        cycle
      end if
      to(1, j) = at_side(from, 1_8, j)
      do i = 2, n - 1
        to(i, j) = from(i - 1, j) + from(i + 1, j) + from(i, j - 1) &
                   + from(i, j + 1) - 4*from(i, j)
      end do
      to(n, j) = at_side(from, n, j)
    end do
  end subroutine

  real(8) function at_side(from, i, j)
    real(8), intent(in) :: from(n, m)
    integer(8), intent(in) :: i, j
    at_side = 0
    if (i > 1) at_side = at_side + from(i - 1, j)
    if (i < n) at_side = at_side + from(i + 1, j)
    if (j > 1) at_side = at_side + from(i, j - 1)
    if (j < m) at_side = at_side + from(i, j + 1)
    at_side = at_side - 4*from(i, j)
  end function
end subroutine

include '../../suite/field.inc'
