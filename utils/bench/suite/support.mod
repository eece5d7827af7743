!mod$ v1 sum:baeedda642ffe0dd
!need$ b86a2090de1a6bef i iso_fortran_env
module support
use,intrinsic::iso_fortran_env,only:real64
use,intrinsic::iso_fortran_env,only:int64
use,intrinsic::iso_fortran_env,only:error_unit
contains
function argument(place)
integer(4),intent(in)::place
integer(8)::argument
end
subroutine fill(count,values)
integer(8),intent(in)::count
real(8),intent(out)::values(1_8:count)
end
subroutine print_sum(count,values)
integer(8),intent(in)::count
real(8),intent(in)::values(1_8:count)
end
subroutine print_time(start)
real(8),intent(in)::start
end
end
