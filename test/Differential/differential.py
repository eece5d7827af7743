#!/usr/bin/env python3
"""Compiles a program with and without the plugin and compares what both print.

usage: differential.py --plugin FILE --tools FOLDER [--valgrind]
                       [--levels O2,...] [--shadow O2] [--targets TRIPLE,...]
                       [--options LIST] [--any-number] [--quick] PROGRAM...

A program takes its sizes from the command line and says in comments:

  contracted: N       how many arrays the remarks must name; 0 without this line
  contracted elsewhere: N   the same for processors other than x86-64, if it is
                      not the same number there
  removed: N          in how many statements the remarks must say that iterations
                      were removed; any number without this line
  sizes: 0 7 3,9      its arguments, run by run; "3,9" are two of one run
                      (0 1 2 3 7 64 100)
  fast: N             runs whose arguments are all at least N must execute
                      rewritten loops (7)
  idle: NAME...       functions with rewritten loops that no run executes; all
                      others must run at least once
  flags: FLAG...      more flags for the compiler
  slow: ANYTHING      is left out with --quick
  options: LIST       more options for the plugin
  tolerance: X        numbers may differ by X, relatively; else the outputs must
                      be the same byte for byte
  by hand: FILE       another program whose results are the same

Each program is compiled at each level, without --levels at -O2 and, depending on
its name, at -O1 or -O3; at the level --shadow names once more, with the option
shadow, so that it checks its values itself, while LLVM verifies the code after
each pass. C programs are also compiled at -O2 for each other target (targets.py)
and run in an emulator there, with those of their sizes that are small enough for
that. All of this is done for each --options LIST, more options for the plugin. With --any-number it does not matter how many arrays are contracted.
With --valgrind, only what the plugin made is run, under valgrind, and invalid
accesses and leaks are errors.
"""

import argparse
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from pathlib import Path

import targets

INCLUDE = Path(__file__).resolve().parents[2] / "include"
COMPILERS = {".c": "clang", ".cpp": "clang++", ".f90": "flang"}
# Runs in an emulator have no argument that is larger.
EMULATED_SIZE = 40
DEFAULT_SIZES = "0 1 2 3 7 64 100"
RUNS = re.compile(rb"smolly: (\d+) runs of rewritten loops\n")
IDLE = re.compile(rb"smolly: rewritten loops of (\S+) never ran\n")
# Fresh memory is not zero, freed memory not what it was, and a block whose
# ends were overwritten stops the program.
CHECKS = {"MALLOC_PERTURB_": "165", "MALLOC_CHECK_": "3"}
MALLOC_DEBUG = "libc_malloc_debug.so.0"
VALGRIND = ["valgrind", "--quiet", "--error-exitcode=99", "--leak-check=full",
            "--errors-for-leak-kinds=definite,indirect,possible"]


class Failure(Exception):
    pass


class Program:
    def __init__(self, path):
        self.path = path
        text = path.read_text()
        self.contracted = int(self.header(text, "contracted", "0"))
        self.contracted_elsewhere = int(
            self.header(text, "contracted elsewhere", self.contracted))
        self.removed = self.header(text, "removed", None)
        self.runs = [run.split(",")
                     for run in self.header(text, "sizes", DEFAULT_SIZES).split()]
        self.fast = int(self.header(text, "fast", "7"))
        self.idle = sorted(self.header(text, "idle", "").split())
        self.flags = self.header(text, "flags", "").split()
        self.options = self.header(text, "options", "")
        self.tolerance = float(self.header(text, "tolerance", "0"))
        self.slow = self.header(text, "slow", "")
        by_hand = self.header(text, "by hand", None)
        self.by_hand = Program(path.parent / by_hand) if by_hand else None

    @staticmethod
    def header(text, key, default):
        found = re.search(rf"^(?://|!) {key}: (.*)$", text, re.MULTILINE)
        return found.group(1) if found else default

    def is_fast(self, run):
        changed = self.contracted > 0 or int(self.removed or 0) > 0
        return changed and all(int(size) >= self.fast for size in run)

    def small_runs(self):
        """For an emulator: at least one that is fast, if there is any."""
        small = [run for run in self.runs
                 if all(int(size) <= EMULATED_SIZE for size in run)]
        fast = [run for run in self.runs if self.is_fast(run)]
        if fast and not any(self.is_fast(run) for run in small):
            small.append(fast[0])
        return small


def compile_program(program, level, target, options, plugin, output, more=""):
    """Returns what the compiler said; more are options of the plugin."""
    tools = options.tools
    wanted = f"always,count-runs,verify,{program.options},{more}"
    command = [f"{tools}/{COMPILERS[program.path.suffix]}", f"-{level}", "-gdwarf-4",
               *targets.flags(target), *program.flags, str(program.path),
               "-o", str(output)]
    if program.path.suffix == ".f90":
        command += ["-J", str(output.parent)]
    else:
        command += ["-lm", "-w", "-I", str(INCLUDE)]
    if plugin:
        command += [f"-fpass-plugin={plugin}", "-Rpass=smolly",
                    "-Rpass-missed=smolly"]
    if "shadow" in more and program.path.suffix != ".f90":
        command += ["-Xclang", "-llvm-verify-each"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "SMOLLY_OPTIONS": wanted})
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}\n{done.stderr}")
    return done.stderr


def execute(command, environment):
    """Output, exit status, how often rewritten loops ran, and the functions of those
    that did not, once for each."""
    done = subprocess.run(command, capture_output=True, timeout=120,
                          env={**os.environ, **environment})
    runs = RUNS.search(done.stderr)
    said = IDLE.sub(b"", RUNS.sub(b"", done.stderr))
    return ((done.stdout.decode(), done.returncode, said.decode()),
            int(runs.group(1)) if runs else 0,
            Counter(name.decode() for name in IDLE.findall(done.stderr)))


def same(expected, found, tolerance):
    if tolerance == 0 or expected[1:] != found[1:]:
        return expected == found
    numbers = [[float(word) for word in text.split()]
               for text in (expected[0], found[0])]
    return len(numbers[0]) == len(numbers[1]) and all(
        abs(a - b) <= tolerance * max(abs(a), abs(b), 1.0)
        for a, b in zip(*numbers))


def malloc_checks():
    for folder in ("/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/lib64"):
        if os.path.exists(f"{folder}/{MALLOC_DEBUG}"):
            return {**CHECKS, "LD_PRELOAD": f"{folder}/{MALLOC_DEBUG}"}
    return CHECKS


def check_level(program, level, target, more, options, folder):
    """Compiles for the triple target with more options and compares; for the own
    processor if it is None."""
    plain, changed = folder / f"plain-{level}-{target}", folder / "changed"
    remarks = compile_program(program, level, target, options, options.plugin,
                              changed, more)
    count = len(re.findall(r"remark: .* contracted from ", remarks))
    problems = []
    elsewhere = target or os.uname().machine != "x86_64"
    wanted = program.contracted_elsewhere if elsewhere else program.contracted
    if count != wanted and not options.any_number:
        problems.append(f"{count} arrays contracted, not {wanted}:\n{remarks}")
    removed = remarks.count("iterations removed")
    if program.removed is not None and removed != int(program.removed):
        problems.append(f"iterations removed in {removed} statements, not "
                        f"{program.removed}:\n{remarks}")
    count += removed
    if not options.valgrind and not plain.exists():
        compile_program(program, level, target, options, None, plain)
    checking = None
    if level == options.shadow and count and not (target or options.valgrind):
        checking = folder / "shadow"
        compile_program(program, level, None, options, options.plugin, checking,
                        f"{more},shadow")
    # Only the own processor's programs can load the own malloc checks.
    checks = CHECKS if target else malloc_checks()
    emulator, idle = targets.command(target), None
    for run in program.small_runs() if target else program.runs:
        where = f"{' '.join(run)}: "
        if options.valgrind:
            (_, status, said), *_ = execute([*VALGRIND, str(changed), *run], {})
            if status == 99:
                problems.append(f"{where}valgrind reports\n{said}")
            continue
        expected, *_ = execute([*emulator, str(plain), *run], checks)
        found, executed, idle_here = execute([*emulator, str(changed), *run], checks)
        idle = idle_here if idle is None else idle & idle_here
        if not same(expected, found, program.tolerance):
            problems.append(f"{where}expected {expected}\n   but found {found}")
        elif program.is_fast(run) and count and not executed:
            problems.append(f"{where}rewritten loops were not executed")
        if checking:
            found, *_ = execute([str(checking), *run], checks)
            if not same(expected, found, program.tolerance):
                problems.append(f"{where}with checks: expected {expected}\n"
                                f"   but found {found}")
    if not (target or options.valgrind or options.any_number):
        names = sorted(Counter(idle).elements())
        if names != program.idle:
            problems.append(f"idle: {' '.join(names)}, not {' '.join(program.idle)}")
    return problems


def check_by_hand(program, level, options, folder):
    """Whether the version by hand, compiled at the level without the plugin as the
    program was before, gives the same results."""
    by_hand = folder / "by-hand"
    compile_program(program.by_hand, level, None, options, None, by_hand)
    problems = []
    for run in program.runs:
        expected, *_ = execute([str(folder / f"plain-{level}-None"), *run], {})
        found, *_ = execute([str(by_hand), *run], {})
        if not same(expected, found, program.tolerance):
            problems.append(f"{' '.join(run)}: by hand: expected {expected}\n"
                            f"   but found {found}")
    return problems


def levels(path, options):
    if options.levels is not None:
        return [level for level in options.levels.split(",") if level]
    return ["O2", ("O1", "O3")[zlib.crc32(path.name.encode()) % 2]]


def check(path, options):
    program = Program(path)
    if options.quick and program.slow:
        return []
    problems = []
    ways = [(level, None) for level in levels(path, options)]
    if path.suffix == ".c" and not options.valgrind:
        ways += [("O2", target) for target in options.targets.split(",") if target]
    with tempfile.TemporaryDirectory() as folder:
        for (level, target), more in itertools.product(ways, options.options or [""]):
            try:
                found = check_level(program, level, target, more, options,
                                    Path(folder))
                if program.by_hand and not (target or more or options.valgrind):
                    found += check_by_hand(program, level, options, Path(folder))
            except (Failure, subprocess.TimeoutExpired) as e:
                found = [str(e)]
            where = " ".join(filter(None, [f"{path} -{level}", target, more]))
            problems += [f"{where}: {problem}" for problem in found]
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--tools", required=True)
    parser.add_argument("--levels")
    parser.add_argument("--shadow", default="O2")
    parser.add_argument("--targets", default="")
    parser.add_argument("--valgrind", action="store_true")
    parser.add_argument("--options", action="append")
    parser.add_argument("--any-number", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("programs", nargs="+", type=Path)
    options = parser.parse_args()
    if options.valgrind and not shutil.which("valgrind"):
        sys.exit("valgrind is not installed")
    problems = []
    for path in options.programs:
        problems += check(path, options)
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
