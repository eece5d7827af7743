"""Writes a program as a file for test/Differential."""

from print_c import Printer, caller
from program import SIZES
from source import COMMON, DECLARATIONS, DEFINITIONS

MAIN = """
int main(int argc, char **argv) {
  printf("%%016llx\\n", (unsigned long long)call_%d(atol(argv[1]), atol(argv[2]),
                                                  atol(argv[3])));
}
"""


def sizes_header():
    return " ".join(",".join(map(str, point)) for point in SIZES)


def header(comment, mode, contracted):
    lines = [f"{comment} Found by utils/fuzz.", f"{comment} contracted: {contracted}",
             f"{comment} sizes: {sizes_header()}", f"{comment} fast: 100",
             f"{comment} flags: -ffp-contract=off -fno-math-errno {mode.flags}".rstrip()]
    options = [option for option in mode.options.split(",")
               if option not in ("always", "count-runs", "verify", "")]
    if options:
        lines.append(f"{comment} options: {','.join(options)}")
    return lines


def test(program, language, mode, contracted):
    lines = header("//", mode, contracted) + ["// RUN: %differential %s"]
    return "\n".join([*lines, COMMON, DECLARATIONS if language == "c" else
                      f'extern "C" {{\n{DECLARATIONS}}}', DEFINITIONS,
                      Printer(program, language).function(), caller(program),
                      MAIN % program.seed])
