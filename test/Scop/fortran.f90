! Fortran's kinds of arrays. The last subscript of the source comes first.

! REQUIRES: flang
! RUN: %flang -O1 -mllvm -opt-bisect-limit=0 -S -emit-llvm %s -o - 2>/dev/null \
! RUN: | %opt_and_plugin -disable-output \
! RUN:   -passes='function(simplifycfg,sroa,early-cse),print<smolly-kernel>' \
! RUN:   2>&1 | FileCheck %s --implicit-check-not=may_write

function fixed_shape() result(s)
  double precision :: s, a(100, 200)
  integer :: i, j
  do j = 1, 200
    do i = 1, 100
      a(i, j) = i + j
    end do
  end do
  s = 0
  do j = 2, 200
    do i = 1, 100
      s = s + a(i, j - 1)
    end do
  end do
end function
! CHECK-LABEL: "name": "fixed_shape_"
! CHECK-NEXT: "context"
! CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 <= 99 }"
! CHECK: "kind": "write"
! CHECK-NEXT: -> A[i0, i1]
! CHECK: "kind": "read"
! CHECK-NEXT: -> A[i0, i1]
! CHECK-NOT: "context"

function automatic(n, m) result(s)
  integer, intent(in) :: n, m
  double precision :: s, a(n, m)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      a(i, j) = i + j
    end do
  end do
  s = 0
  do j = 2, m
    do i = 1, n
      s = s + a(i, j - 1)
    end do
  end do
end function
! CHECK-LABEL: "name": "automatic_"
! CHECK-NEXT: "context"
! CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_2 }"
! CHECK: "kind": "write"
! CHECK-NEXT: -> A[i0, i1]
! CHECK: "kind": "read"
! CHECK-NEXT: -> A[i0, i1]
! CHECK-NOT: "context"

! A lower bound of 0 is 1 when the array is empty.
function history(n, steps) result(s)
  integer, intent(in) :: n, steps
  double precision, allocatable :: u(:, :)
  double precision :: s
  integer :: i, t
  allocate (u(0:n + 1, 0:steps))
  do i = 0, n + 1
    u(i, 0) = i
  end do
  do t = 1, steps
    u(0, t) = 0
    u(n + 1, t) = 0
    do i = 1, n
      u(i, t) = u(i - 1, t - 1) + u(i + 1, t - 1)
    end do
  end do
  s = 0
  do i = 1, n
    s = s + u(i, steps)
  end do
  deallocate (u)
end function
! CHECK-LABEL: "name": "history_"
! CHECK-NEXT: "context"
! CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_2 }"
! CHECK: "kind": "write"
! CHECK-NEXT: -> A[0, i0]
! CHECK: "kind": "write"
! CHECK-NEXT: -> A[1 + i0, 0]
! CHECK: "kind": "write"
! CHECK-NEXT: -> A[1 + i0, 1 + p_0]
! CHECK: "kind": "read"
! CHECK-NEXT: -> A[i0, i1]
! CHECK: "kind": "read"
! CHECK-NEXT: -> A[i0, 2 + i1]
! CHECK: "kind": "write"
! CHECK-NEXT: -> A[1 + i0, 1 + i1]
! CHECK: "kind": "read"
! CHECK-NEXT: -> A[p_1, 1 + i0]
! CHECK-NOT: "context"

function sections(n, m) result(s)
  integer, intent(in) :: n, m
  real, allocatable :: a(:, :), b(:)
  real :: s
  integer :: i, j
  allocate (a(n, 0:m), b(n))
  a(:, 0) = 1.0
  do j = 1, m
    do i = 1, n
      a(i, j) = a(i, j - 1) + i
    end do
  end do
  b(:) = a(:, m)
  s = sum(b)
  deallocate (a, b)
end function
! CHECK-LABEL: "name": "sections_"
! CHECK-NEXT: "context"
! CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_2 }"
! CHECK: "extent": "{{.*}}{ A_2[i0] : i0 >= 0 }"
! CHECK: "kind": "write"
! CHECK-NEXT: -> A[0, i0]
! CHECK: "kind": "read"
! CHECK-NEXT: -> A[i0, i1]
! CHECK: "kind": "write"
! CHECK-NEXT: -> A[1 + i0, i1]
! CHECK: "kind": "read"
! CHECK-NEXT: -> A[p_1, i0]
! CHECK: "kind": "write"
! CHECK-NEXT: -> A_2[i0]
! CHECK: "kind": "read"
! CHECK-NEXT: -> A_2[i0]
! CHECK-NOT: "context"

function long_integers(n) result(s)
  integer(8), intent(in) :: n
  real, allocatable :: a(:, :)
  real :: s
  integer(8) :: i, j
  allocate (a(n, n))
  do j = 1, n
    do i = 1, n
      a(i, j) = i
    end do
  end do
  s = 0
  do j = 2, n
    do i = 1, n
      s = s + a(i, j - 1)
    end do
  end do
  deallocate (a)
end function
! CHECK-LABEL: "name": "long_integers_"
! CHECK-NEXT: "context"
! CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
! CHECK: "kind": "write"
! CHECK-NEXT: -> A[i0, i1]
! CHECK: "kind": "read"
! CHECK-NEXT: -> A[i0, i1]
! CHECK-NOT: "context"

! CHECK-NOT: "fixed"

! The argument is the caller's; the subscripts are found nevertheless.
function assumed_shape(x, n) result(s)
  integer, intent(in) :: n
  real, intent(in), contiguous :: x(:, :)
  real :: s, a(n, n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      a(i, j) = x(i, j)
    end do
  end do
  s = 0
  do j = 2, n
    do i = 1, n
      s = s + a(i, j - 1)*x(i, j)
    end do
  end do
end function
! CHECK-LABEL: "name": "assumed_shape_"
! CHECK-NEXT: "context"
! CHECK: "extent": "{{.*}}{ A[i0, i1] : 0 <= i1 < p_1 }"
! CHECK: "live_in": "{{.*}}{ A[i0, i1] : 0 <= i1 < p_1 }"
! CHECK: "extent": "{{.*}}{ A_2[i0, i1] : i0 >= 0 and 0 <= i1 < p_2 }"
! CHECK: "kind": "read"
! CHECK-NEXT: -> A[i0, i1]
! CHECK: "kind": "write"
! CHECK-NEXT: -> A_2[i0, i1]
! CHECK: "kind": "read"
! CHECK-NEXT: -> A_2[i0, i1]
! CHECK: "kind": "read"
! CHECK-NEXT: -> A[1 + i0, i1]
! CHECK-NOT: "context"
