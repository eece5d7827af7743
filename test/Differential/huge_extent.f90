! Found by utils/fuzz. Whether the second dimension of `ones` is empty depends on
! m > 2^63 - 2, and what is read on that. Polly takes the bound 2^63 of a case that
! cannot occur for a negative number; nothing was read then.
! contracted: 1
! sizes: 0,0,0 1,1,1 1,2,0 2,1,3 3,5,2 5,3,4 7,7,3 9,4,6 4,11,2
! fast: 100
! flags: -ffp-contract=off
! REQUIRES: flang
! RUN: %differential %s

function kernel(n, m, p) result(total) bind(c)
  use iso_c_binding
  implicit none
  integer(8), value :: n, m, p
  integer(1), allocatable :: ones(:, :)
  integer(4), save :: rest(0:2, 0:10)
  integer(8) :: i, j
  real(8) :: total
  total = 0
  allocate (ones(0:2, 0:m))
  do i = 0, m - 1
    ones(0, i) = 1
    do j = 0, 2
      rest(j, i) = iand(int(m, 4) - int(ones(0, 0), 4), 1023)
    end do
    do j = 0, 2
      total = total + 0.25d0*real(iand(rest(j, i), 255), 8)
    end do
  end do
  deallocate (ones)
end function

program main
  use iso_c_binding
  implicit none
  integer(8) :: n, m, p
  integer :: k
  real(8) :: got
  character(20) :: text
  interface
    function kernel(n, m, p) result(total) bind(c)
      import
      integer(8), value :: n, m, p
      real(8) :: total
    end function
  end interface
  do k = 1, command_argument_count(), 3
    call get_command_argument(k, text)
    read (text, *) n
    call get_command_argument(k + 1, text)
    read (text, *) m
    call get_command_argument(k + 2, text)
    read (text, *) p
    got = kernel(n, m, p)
    print '(z16.16)', got
  end do
end program
