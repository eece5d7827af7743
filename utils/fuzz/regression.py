"""Writes a program as a file for test/Differential."""

import print_fortran
from print_c import Printer, caller, product_of
from source import COMMON, DECLARATIONS, DEFINITIONS

MAIN = """
int main(int argc, char **argv) {
  for (int i = 1; i + 2 < argc; i += 3)
    printf("%%016llx\\n", (unsigned long long)call_%d(
                             atol(argv[i]), atol(argv[i + 1]), atol(argv[i + 2])));
}
"""
FORTRAN_CALLS = """\
subroutine tick(number) bind(c)
  use iso_c_binding
  integer(c_long), value :: number
  print *, number
end subroutine

subroutine show(bytes, count) bind(c)
  use iso_c_binding
  integer(c_long), value :: count
  integer(c_signed_char), intent(in) :: bytes(count)
  print *, sum(int(bytes, 8) * [(mod(i, 7_8) + 1, i = 1_8, count)])
end subroutine
"""


def header(comment, program, mode, contracted):
    # What one call keeps, the next one reads.
    together = any(array.is_kept() for array in program.arrays)
    sizes = ("," if together else " ").join(
        ",".join(map(str, point)) for point in program.sizes)
    flags = f"-ffp-contract=off {mode.flags}".strip()
    lines = [f"{comment} Found by utils/fuzz.", f"{comment} contracted: {contracted}",
             f"{comment} sizes: {sizes}", f"{comment} fast: 100",
             f"{comment} flags: {flags}"]
    options = [option for option in mode.options.split(",")
               if option not in ("always", "count-runs", "verify", "")]
    if options:
        lines.append(f"{comment} options: {','.join(options)}")
    if comment == "!":
        lines.append(f"{comment} REQUIRES: flang")
    return "\n".join(lines + [f"{comment} RUN: %differential %s\n"])


def c_test(program, language, mode, contracted):
    declarations = DECLARATIONS
    if language == "c++":
        declarations = f'extern "C" {{\n{declarations}}}'
    return "\n".join([header("//", program, mode, contracted) + COMMON, declarations,
                      DEFINITIONS, Printer(program, language).function(),
                      caller(program), MAIN % program.seed])


def fortran_test(program, mode, contracted):
    kind = print_fortran.KINDS[program.parameters]
    passed = "" if program.by_reference else ", value"
    arguments = program.arguments()
    lines = ["program main", "  use iso_c_binding", "  implicit none",
             f"  {kind} :: n, m, p", "  integer(8) :: i", "  integer :: k",
             "  real(8) :: got", "  character(20) :: text", "  interface",
             f"    {program_head(program)}", "      import",
             f"      {kind}{passed} :: n, m, p", "      real(8) :: res"]
    for a in arguments:
        lines.append(f"      {print_fortran.KINDS[a.element]} :: {a.name}(*)")
    lines += ["    end function", "  end interface"]
    for a in arguments:
        count = product_of(a.constant_sizes())
        lines.append(f"  {print_fortran.KINDS[a.element]} :: {a.name}({count})")
    lines.append("  do k = 1, command_argument_count(), 3")
    for number, name in enumerate("nmp"):
        lines += [f"    call get_command_argument(k + {number}, text)",
                  f"    read (text, *) {name}"]
    for a in arguments:
        lines += [f"    do i = 1, size({a.name})",
                  f"      {a.name}(i) = int(mod(i * 7 - 4, 101_8), 1)", "    end do"]
    # It may print something itself.
    lines.append(f"    got = {program.name()}("
                 f"{', '.join(['n', 'm', 'p'] + [a.name for a in arguments])})")
    lines.append("    print '(z16.16)', got")
    lines += [f"    print '(z16.16)', {a.name}" for a in arguments]
    lines.append("  end do")
    return "\n".join([header("!", program, mode, contracted), FORTRAN_CALLS,
                      print_fortran.Printer(program).function(), *lines,
                      "end program\n"])


def program_head(program):
    names = ", ".join(["n", "m", "p"] + [a.name for a in program.arguments()])
    return f"function {program.name()}({names}) result(res) bind(c)"


def test(program, language, mode, contracted):
    if language == "fortran":
        return fortran_test(program, mode, contracted)
    return c_test(program, language, mode, contracted)
