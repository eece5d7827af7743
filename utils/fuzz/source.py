"""Puts random programs into files that can be compiled and run.

What a file prints, run without arguments: for each program a line `seed digest
digest ...` with a digest for each of the sizes. Each program is executed by a
process of its own, which may crash or hang; then its line ends there. On standard
error stands, for each program, what its process said and then a line `= seed`.
Arguments are numbers of programs: only those are run.
"""

import print_fortran
from print_c import Printer, caller
from program import LARGE_SIZES, SIZES

COMMON = """\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
"""
# For values of about 0 to 100, of which some have errors: errno shows them. Nothing
# that is returned is large, or no number.
FUNCTIONS = """\
#include <errno.h>
#include <math.h>
#ifdef __NO_MATH_ERRNO__
static inline double root(double x) { return sqrt(fabs(x)); }
static inline double growth(double x) { return exp(-fabs(x)); }
static inline double logarithm(double x) { return log(fabs(x) + 1); }
#else
static inline double root(double x) {
  double y = sqrt(x - 3);
  return y == y ? y : 0.5;
}
static inline double growth(double x) {
  double y = exp(x * 40);
  return y < 100 ? y : 100;
}
static inline double logarithm(double x) {
  double y = log(x - 3);
  return -9 < y && y < 9 ? y : 9;
}
#endif
"""
# Defined in the file with main, used by the programs.
DECLARATIONS = """\
void show(const void *bytes, unsigned long count);
void show_numbers(const void *bytes, unsigned long count, unsigned long size);
void tick(long number);
"""
DEFINITIONS = """\
static uint64_t seen;
static uint64_t mix(uint64_t digest, const void *bytes, unsigned long count) {
  for (unsigned long i = 0; i < count; i++)
    digest = (digest ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
  return digest;
}
// Of floating-point numbers of SIZE bytes. With ANY_ZERO the sign of a zero does not
// matter, which is looked at without them: the compiler may have been told the same.
static uint64_t mix_numbers(uint64_t digest, const void *bytes, unsigned long count,
                            unsigned long size) {
#ifdef ANY_ZERO
  for (unsigned long i = 0; i < count; i += size) {
    unsigned char number[16] = {0}, *last = number + size - 1, other = 0;
    for (unsigned long k = 0; k < size; k++)
      number[k] = ((const unsigned char *)bytes)[i + k];
    for (unsigned long k = 0; k + 1 < size; k++)
      other |= number[k];
    if (!other && *last == 0x80)
      *last = 0;
    digest = mix(digest, number, size);
  }
  return digest;
#else
  (void)size;
  return mix(digest, bytes, count);
#endif
}
__attribute__((noinline)) void show_numbers(const void *bytes, unsigned long count,
                                            unsigned long size) {
  seen = mix_numbers(seen, bytes, count, size);
}
__attribute__((noinline)) void show(const void *bytes, unsigned long count) {
  seen = mix(seen, bytes, count);
}
__attribute__((noinline)) void tick(long number) {
  seen = mix(seen, &number, sizeof number);
}
"""
MAIN = """\
static void run(int which) {
  static const long sizes[][3] = {%(sizes)s}, wanted[] = {%(wanted)s};
  alarm(20);
  printf("%%ld", numbers[which]);
  fflush(stdout);
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    if (!(wanted[which] >> i & 1))
      continue;
    uint64_t digest = programs[which](sizes[i][0], sizes[i][1], sizes[i][2]);
    printf(" %%016llx", (unsigned long long)digest);
    fflush(stdout);
  }
}

int main(int count, char **arguments) {
  for (int which = 0; which < %(count)d; which++) {
    int wanted = count < 2;
    for (int i = 1; i < count; i++)
      wanted |= atoi(arguments[i]) == which;
    if (!wanted)
      continue;
    pid_t child = fork();
    if (child == 0) {
      run(which);
      exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status)
      printf(" status %%d", status);
    printf("\\n");
    fflush(stdout);
    fprintf(stderr, "= %%ld\\n", numbers[which]);
  }
  _exit(0);
}
"""


# The last one only for programs that check for negative ones.
ALL_SIZES = [*SIZES, *LARGE_SIZES, (-2, 3, 1)]


def main_text(programs):
    names = ", ".join(f"call_{program.seed}" for program in programs)
    numbers = ", ".join(str(program.seed) for program in programs)
    sizes = ", ".join("{%d, %d, %d}" % point for point in ALL_SIZES)
    wanted = ", ".join(str(sum(
        1 << i for i, point in enumerate(ALL_SIZES) if point in program.sizes
        or (program.negative and min(point) < 0))) for program in programs)
    return (f"static uint64_t (*const programs[])(long, long, long) = {{{names}}};\n"
            f"static const long numbers[] = {{{numbers}}};\n"
            + MAIN % {"sizes": sizes, "wanted": wanted, "count": len(programs)})


def fortran_file(programs):
    """The programs only."""
    return "\n".join(print_fortran.Printer(p).function() for p in programs)


def c_file(programs, language):
    """Programs, their callers and main in one; for Fortran, the latter two."""
    pieces = ["#include <sys/wait.h>", "#include <unistd.h>", COMMON]
    if language != "fortran":
        pieces.append(FUNCTIONS)
    if language == "c++":
        pieces[:0] = ["#include <algorithm>", "#include <vector>"]
        pieces += ['extern "C" {', DECLARATIONS, "}"]
    else:
        pieces += [DECLARATIONS]
    pieces += [DEFINITIONS]
    for program in programs:
        pieces.append(print_fortran.declaration(program) if language == "fortran"
                      else Printer(program, language).function())
        pieces.append(caller(program))
    return "\n".join([*pieces, main_text(programs)])


def text(programs, language):
    """All of them in their language, for people and for comparing."""
    return (fortran_file(programs) if language == "fortran"
            else c_file(programs, language))
