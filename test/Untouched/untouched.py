#!/usr/bin/env python3
"""Checks that the plugin leaves a program as it is.

usage: untouched.py --plugin FILE --tools FOLDER PROGRAM [FLAG...]

The native object files with and without the plugin must be the same, byte for
byte, at -O2 and -O3, with and without -g. The remarks are printed, for
FileCheck.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

COMPILERS = {".c": "clang", ".cpp": "clang++", ".f90": "flang"}


def compile_object(command, output):
    done = subprocess.run([*command, "-o", output], capture_output=True, text=True,
                          env={**os.environ, "SMOLLY_OPTIONS": "always,verify"})
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stderr


def main():
    plugin, tools = sys.argv[2], sys.argv[4]
    program, *flags = sys.argv[5:]
    remarks = set()
    with tempfile.TemporaryDirectory() as folder:
        plain, loaded = f"{folder}/plain.o", f"{folder}/loaded.o"
        for levels in (["-O2"], ["-O3"], ["-O2", "-g"], ["-O3", "-g"]):
            command = [f"{tools}/{COMPILERS[Path(program).suffix]}", *levels, *flags,
                       "-c", program]
            if program.endswith(".c"):
                command.insert(1, "-w")
            compile_object(command, plain)
            said = compile_object(
                [*command, f"-fpass-plugin={plugin}", "-Rpass=smolly",
                 "-Rpass-missed=smolly"], loaded)
            if "-g" in levels:
                remarks.add(said)
            if Path(plain).read_bytes() != Path(loaded).read_bytes():
                sys.exit(f"{' '.join(command)}: object files differ\n{said}")
    print("\n".join(sorted(remarks)))


if __name__ == "__main__":
    main()
