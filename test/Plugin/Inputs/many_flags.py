#!/usr/bin/env python3
"""Compiles a program in many ways, plain and with the plugin, and compares what
it prints; debug information must be well-formed.

usage: many_flags.py --plugin FILE --tools FOLDER PROGRAM [--flags FLAGS]...
"""

import argparse
import os
import subprocess
import sys
import tempfile

FLAGS = """
-O0
-O1 -g
-O2 -g
-O3 -gdwarf-4 -fdebug-types-section
-O2 -gline-tables-only
-O2 -gsplit-dwarf
-Os -g
-Oz -g
-O2 -Xclang -llvm-verify-each
-O2 -fno-builtin
-O2 -fno-builtin-malloc
-O2 -fprofile-instr-generate -fcoverage-mapping
-O2 -fprofile-generate
-O2 -fprofile-instr-use=PROFILE
-O2 -fsanitize=undefined -fno-sanitize-recover=all
-O2 -fsanitize=address
-O2 -fsanitize=signed-integer-overflow,bounds -fsanitize-trap=all
-O2 -fstack-protector-strong -D_FORTIFY_SOURCE=2
-O2 -ftrivial-auto-var-init=pattern
-O2 -ftrapv
-O2 -fwrapv -fno-strict-aliasing
-O2 -finstrument-functions
-O2 -pg
-O2 -fopenmp-simd
-O2 -fblocks
-O2 -fno-omit-frame-pointer -fPIC
-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections
-O2 -fno-plt -fcf-protection
-O2 -fxray-instrument
-O2 -flto -fuse-ld=lld
-O2 -flto=thin -fuse-ld=lld -g
-O3 -fno-unroll-loops -fno-vectorize
-O2 -mllvm -polly
""".strip().splitlines()


def run(command, environment=None):
    return subprocess.run(command, capture_output=True, text=True, timeout=300,
                          env={**os.environ, **(environment or {})})


def check(options, flags, folder):
    program = os.path.join(folder, "program")
    compiler = "clang++" if options.program.endswith("pp") else "clang"
    language = ["-std=c++20"] if compiler == "clang++" else []
    profile = os.path.join(folder, "profile")
    flag_list = flags.replace("PROFILE", profile).split()
    command = [os.path.join(options.tools, compiler), *language, "-w", *flag_list,
               "-c", options.program, "-o", program + ".o"]
    link = [command[0], *flag_list, program + ".o", "-o", program, "-lm"]
    raw = {"LLVM_PROFILE_FILE": os.path.join(folder, "raw")}
    said = []
    for plugin in ([], [f"-fpass-plugin={options.plugin}"]):
        for step in (command + plugin, link):
            done = run(step)
            if done.returncode != 0:
                return f"{' '.join(step)}\n{done.stderr}"
        done = run([program], raw)
        if done.returncode != 0:
            return f"{flags}: ends with {done.returncode}\n{done.stderr}"
        said.append(done.stdout)
    if said[0] != said[1]:
        return f"{flags}: expected\n{said[0]}but found\n{said[1]}"
    if "-fprofile-instr-generate" in flags:
        run([os.path.join(options.tools, "llvm-profdata"), "merge", "-o",
             profile, raw["LLVM_PROFILE_FILE"]])
    if "-g" in flags and "-flto" not in flags:
        done = run([os.path.join(options.tools, "llvm-dwarfdump"), "--verify",
                    program + ".o"])
        if done.returncode != 0:
            return f"{flags}: debug information\n{done.stdout}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--tools", required=True)
    parser.add_argument("--flags", action="append")
    parser.add_argument("program")
    options = parser.parse_args()
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for flags in options.flags or FLAGS:
            problem = check(options, flags, folder)
            problems += [problem] if problem else []
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
