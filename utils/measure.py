"""Compiles programs with and without the plugin, runs them, and measures both.

For utils/compare and the benchmarks (utils/bench)."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ.get("SMOLLY_BUILD") or SOURCE / "build")
COMPILERS = {
    ".c": "clang",
    **dict.fromkeys([".cpp", ".cc", ".cxx", ".C"], "clang++"),
    **dict.fromkeys([".f90", ".F90", ".f95", ".f03", ".f08", ".f", ".F"], "flang"),
}
MIB = 1024 * 1024


class Problem(Exception):
    """Something the user has to put right; its text is for them."""


def existing_plugin(path):
    if not path.is_file():
        raise Problem(f"{path.resolve()}: no such file; see utils/build")
    return path.resolve()


def exit_with(main, name):
    """Exits with what main returns, or with 2 and a line that says why."""
    try:
        sys.exit(main())
    except Problem as problem:
        progress("")
        print(f"{name}: {problem}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def find_compiler(name):
    """Path of LLVM 22's clang, clang++ or flang."""
    for candidate in (f"{name}-22", f"/usr/lib/llvm-22/bin/{name}"):
        if path := shutil.which(candidate):
            return path
    raise Problem(f"{name}-22 is not installed")


def compiler_for(sources):
    kinds = []
    for source in sources:
        if source.suffix not in COMPILERS:
            raise Problem(f"{source}: not a C, C++ or Fortran file by its name")
        kinds.append(COMPILERS[source.suffix])
    # The last of these that is needed links what the others compile.
    return max(kinds, key=["clang", "clang++", "flang"].index)


def compile_program(sources, flags, output, plugin=None):
    """Compiles and links; returns the plugin's remarks, one string each."""
    compiler = compiler_for(sources)
    command = [find_compiler(compiler), "-O3", "-g", "-o", str(output)]
    # Debug information gives the remarks the names of the source; the remarks
    # themselves make the compiler keep track of source lines: ask for both in
    # both compilations so that only the plugin is different.
    command += ["-Rpass=smolly", "-Rpass-missed=smolly", *map(str, sources)]
    if plugin:
        command.append(f"-fpass-plugin={plugin}")
    if compiler == "flang":
        command += ["-J", str(Path(output).parent)]
    command += [*flags, "-lm"]
    result = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if result.returncode != 0:
        raise Problem(f"{result.stderr}{' '.join(command)} failed")
    remarks = [line for line in result.stderr.splitlines() if ": remark: " in line]
    # Without the folder of the file, and each remark once.
    return list(dict.fromkeys(re.sub(r"^[^:]*/", "", remark) for remark in remarks))


def compile_measure(folder):
    """Compiles the program that Run needs in the same folder."""
    compile_program([SOURCE / "utils" / "measure.c"], [], folder / "measure")


class Run:
    """One run of a program: how it ended, what it printed, what it took."""

    def __init__(self, folder, program, arguments, limit=0):
        report, output = folder / "report", folder / "output"
        command = [folder / "measure", report, output, str(limit), program]
        self.start([*map(str, command), *arguments])
        status, peak, seconds, processor_seconds = report.read_text().split()
        self.exit = os.waitstatus_to_exitcode(int(status))
        self.peak_bytes = int(peak) * 1024
        self.seconds = float(seconds)
        self.processor_seconds = float(processor_seconds)
        self.output = output.read_bytes()

    def start(self, command):
        subprocess.run(command, check=True)

    def same_result(self, other):
        return self.exit == other.exit and self.output == other.output

    def how_it_ended(self):
        if self.exit < 0:
            return f"stopped by {signal.Signals(-self.exit).name}"
        return f"exit status {self.exit}"


def progress(text):
    """A line that is overwritten by the next one; nothing if nobody looks."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
