"""Compiles and runs files of random programs."""

import contextlib
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import source

sys.path.append(str(Path(__file__).resolve().parents[2] / "test" / "Differential"))
import targets  # noqa: E402

COMPILERS = {"c": "clang", "c++": "clang++", "fortran": "flang"}
SUFFIXES = {"c": ".c", "c++": ".cpp", "fortran": ".f90"}
# Floating point operations must not be contracted differently in two builds.
FLAGS = ["-w", "-ffp-contract=off"]
RUNS = re.compile(r"smolly: (\d+) runs of rewritten loops")
# Seconds of the processor and bytes of memory that a compiler may take.
SECONDS, MEMORY = 60, 4 << 30
# Methods that are known to take long, with what the plugin may take for them.
LONG_METHODS = {"storage=smo-enumerate": 6}


def lift_limits():
    """For compilers that were built with sanitizers, which take much of both."""
    global SECONDS, MEMORY
    SECONDS, MEMORY = 20 * SECONDS, resource.RLIM_INFINITY


class Failure(Exception):
    """A compiler did not do its work; the text is what it said."""


class Hang(Failure):
    """It took too long."""


def seconds_for(options):
    """What a compiler may take with these options for the plugin."""
    return min([SECONDS] + [seconds for option, seconds in LONG_METHODS.items()
                            if option in options.split(",")])


def seconds_used():
    """Of the processor, by this process and those that it waited for."""
    return sum(usage.ru_utime + usage.ru_stime for usage in (
        resource.getrusage(resource.RUSAGE_SELF),
        resource.getrusage(resource.RUSAGE_CHILDREN)))


class Clock:
    """Says what the processor's time was spent on: {purpose: seconds}."""

    def __init__(self):
        self.spent = {}

    @contextlib.contextmanager
    def on(self, purpose):
        start = seconds_used()
        try:
            yield
        finally:
            self.spent[purpose] = (self.spent.get(purpose, 0)
                                   + seconds_used() - start)


def limits(seconds):
    def apply():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    return apply


def call(command, environment=None, seconds=None):
    """Runs a compiler; returns what it said and the processor's time."""
    seconds = seconds or SECONDS
    before = seconds_used()
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True,
                          errors="replace", env={**os.environ, **(environment or {})},
                          preexec_fn=limits(seconds))
    took = seconds_used() - before
    if done.returncode:
        kind = Hang if took > seconds - 1 else Failure
        raise kind(f"{' '.join(map(str, command))}\nexit status {done.returncode}\n"
                   f"{done.stderr}")
    return done.stderr, took


class Result:
    """What a program's process printed, and how often it ran rewritten loops."""

    def __init__(self, digests, runs, said):
        self.digests, self.runs, self.said = digests, runs, said


def run(command):
    """A Result for each seed that the program prints a line for."""
    # Fresh memory is not zero, and freed memory not what it was.
    environment = {"MALLOC_PERTURB_": "165", "UBSAN_OPTIONS": "halt_on_error=1",
                   "ASAN_OPTIONS": "detect_leaks=0"}
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True,
                          errors="replace", env={**os.environ, **environment})
    said, lines = {}, []
    for line in done.stderr.splitlines():
        if line.startswith("= "):
            said[line[2:]] = "\n".join(lines)
            lines = []
        else:
            lines.append(line)
    results = {}
    for line in done.stdout.splitlines():
        seed, _, digests = line.partition(" ")
        counted = RUNS.search(said.get(seed, ""))
        results[int(seed)] = Result(digests, int(counted.group(1)) if counted else 0,
                                    said.get(seed, ""))
    return results


class Builder:
    """Builds in a folder, with the tools and the plugin given; C also for another
    processor, the target."""

    def __init__(self, tools, plugin, folder, target=""):
        self.tools, self.plugin, self.folder = tools, plugin, Path(folder)
        self.target = target

    def run(self, executable):
        return run([*targets.command(self.target), executable])

    def tool(self, name):
        return f"{self.tools}/{name}"

    def write(self, programs, language, stem):
        path = self.folder / (stem + SUFFIXES[language])
        path.write_text(source.text(programs, language))
        if language == "fortran":
            self.main(path).with_suffix(".c").write_text(
                source.c_file(programs, language))
            call([self.tool("clang"), "-O1", "-w", "-c",
                  self.main(path).with_suffix(".c"), "-o", self.main(path)])
        return path

    @staticmethod
    def main(path):
        """What is linked to a Fortran file."""
        return path.with_name(path.stem + "-main.o")

    def compile(self, path, language, output, flags, options=None):
        """With the plugin, if options for it are given."""
        command = [self.tool(COMPILERS[language]), *targets.flags(self.target),
                   *flags, *FLAGS, path, "-o", output]
        if language == "fortran" and "-S" not in flags:
            command.append(self.main(path))
        elif "-S" not in flags:
            command.append("-lm")
        if options is not None:
            command.append(f"-fpass-plugin={self.plugin}")
        return call(command, {"SMOLLY_OPTIONS": options or ""},
                    seconds_for(options or ""))

    def count_contracted(self, program, language, mode):
        """How many arrays the plugin's remarks name."""
        path = self.write([program], language, "count")
        try:
            said, _ = self.compile(path, language, self.folder / "counted", [
                f"-{mode.level}", *mode.flags.split(), "-Rpass=smolly"], mode.options)
        except Failure:
            return 0
        return len(re.findall(r"remark: .* contracted from ", said))
