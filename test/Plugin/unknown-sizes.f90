! With no operations left isl does not know how large the buffers of tiles would be:
! then there are none. Whatever the limit is, nothing takes more than the row does.

! RUN: rm -rf %t && mkdir %t
! RUN: %python %S/Inputs/each.py 60000 130000 1000 \
! RUN:   SMOLLY_OPTIONS=always,schedule=overlap,max-function-operations=@ \
! RUN:   %flang_and_plugin -O2 -S -emit-llvm %s -o %t/@.ll
! RUN: not grep -l "smolly.allocate" %t/*.ll
function total(n, m) result(res) bind(c)
  implicit none
  integer(4), value :: n, m
  real(4), allocatable :: row(:)
  real(4) :: most
  integer(4) :: i, j, t
  real(8) :: res
  res = 0
  do t = 0, n - 1
    allocate (row(0:m + 2))
    most = real(t + 6, 4)
    i = 0
    do while (i < m + 3)
      row(i) = real(8 * i + 3 * t + 5, 4)
      i = i + 1
    end do
    do j = m + 2 - 1, 1, -1
      most = max(0.25 * most, 0.25 * row(j)) + real(8 * j + 9 * t, 4)
    end do
    res = res + 0.25d0 * most + real(8 * t + 6, 8)
    deallocate (row)
  end do
end function
