"""Compiles a file of programs with and without the plugin, and compares."""

import re

import build
import generate
import modes

POLLY = ["-mllvm", "-polly"]
# Rows of no elements are meant: n is 0 in some runs.
SANITIZE = {"address": ["-fsanitize=address,undefined",
                        "-fno-sanitize=vla-bound",
                        "-fno-sanitize-recover=undefined"],
            "memory": ["-fsanitize=memory"]}
# Seconds of the compiler for one program that are worth a remark, and for a file
# that are worth to look for such a program.
SLOW, SLOW_FILE = 5, 25


class Outcome:
    """Of the programs of one file, by their seeds. Kinds of problems:

    difference   another result with the plugin, though not with Polly alone
    compiler     the compiler crashed, or reported an error, with the plugin
    hang         it took too long
    long         it took too long with a method that is known to (LONG_METHODS)
    sanitizer    a sanitizer stopped the plugin's build
    undefined    the program itself is wrong, or cannot be compiled
    polly        Polly alone makes a difference, or LLVM without it
    slow         the plugin takes more than SLOW seconds
    """

    def __init__(self):
        self.problems = []  # {"seed", "kind", "text"}
        self.fast = []  # seeds whose rewritten loops ran

    def add(self, seed, kind, text):
        self.problems.append({"seed": seed, "kind": kind, "text": text[-3000:]})

    def excuse(self):
        """Differences that are there without the plugin are not ours."""
        polly = {p["seed"] for p in self.problems if p["kind"] == "polly"}
        self.problems = [p for p in self.problems if not (
            p["kind"] == "difference" and p["seed"] in polly)]

    def has(self, kind):
        return any(problem["kind"] == kind for problem in self.problems)


class Comparer:
    """With POLLY, differences are compared with what Polly alone does."""

    def __init__(self, builder, polly=True):
        self.builder, self.polly = builder, polly
        self.clock = build.Clock()

    def plugin_build(self, path, language, mode, output):
        """Compiles with the plugin; returns the seconds that took."""
        flags = [f"-{mode.level}", *mode.flags.split()]
        kind, _, sanitizer = mode.sanitizer.partition(" ")
        if kind != "plugin":
            return self.builder.compile(path, language, output, flags,
                                        mode.options)[1]
        # The plugin leaves functions with sanitizers alone; so they come after it.
        ir = path.with_suffix(".ll")
        _, took = self.builder.compile(path, language, ir,
                                       [*flags, "-S", "-emit-llvm"], mode.options)
        text = re.sub(r"^(attributes #\d+ = \{)", rf"\1 sanitize_{sanitizer}",
                      ir.read_text(), flags=re.MULTILINE)
        ir.write_text(text)
        self.builder.compile(ir, language, output, ["-O1", f"-fsanitize={sanitizer}"])
        return took

    def compare(self, programs, language, mode, stem, only_plugin=False):
        """The Outcome for PROGRAMS in one file."""
        outcome = Outcome()
        folder = self.builder.folder
        path = self.builder.write(programs, language, stem)
        plain, changed = folder / f"{stem}-plain", folder / f"{stem}-plugin"
        try:
            kind = mode.sanitizer.partition(" ")[0]
            # Unoptimised: what is compared with is as simple as can be, and cheap.
            with self.clock.on("reference"):
                self.builder.compile(path, language, plain,
                                     ["-O0", *mode.flags.split()])
                expected = self.builder.run(plain)
            if kind == "plain":
                with self.clock.on("sanitizer"):
                    self.check_defined(path, language, mode, expected, outcome)
            if mode.polly and self.polly:
                self.run_without(path, language, mode, expected, outcome, POLLY)
            self.check_plugin(programs, path, language, mode, changed, expected,
                              outcome)
        finally:
            for made in folder.glob(f"{stem}-*"):
                made.unlink()
        return outcome

    def check_defined(self, path, language, mode, expected, outcome):
        sanitizer = mode.sanitizer.split()[1]
        output = self.builder.folder / f"{path.stem}-sanitized"
        self.builder.compile(path, language, output, [
            "-O1", *mode.flags.split(), *SANITIZE[sanitizer]])
        for seed, result in self.builder.run(output).items():
            if result.digests != expected[seed].digests:
                outcome.add(seed, "undefined",
                            f"{sanitizer}: {result.digests}\n{result.said}")

    def run_without(self, path, language, mode, expected, outcome, more):
        """What LLVM makes of it without the plugin, with Polly or not."""
        output = self.builder.folder / f"{path.stem}-polly"
        with self.clock.on("polly"):
            try:
                self.builder.compile(path, language, output, [
                    f"-{mode.level}", *mode.flags.split(), *more])
            except build.Failure as failure:
                outcome.add(None, "polly", str(failure))
                return
            for seed, result in self.builder.run(output).items():
                if result.digests != expected[seed].digests:
                    outcome.add(seed, "polly", f"another result, {' '.join(more)}")

    def check_plugin(self, programs, path, language, mode, output, expected, outcome):
        try:
            with self.clock.on("plugin"):
                took = self.plugin_build(path, language, mode, output)
        except build.Failure as failure:
            self.blame(programs, language, mode, failure, outcome)
            return
        if took > SLOW and len(programs) == 1:
            outcome.add(programs[0].seed, "slow", f"{took:.1f} s")
        elif took > SLOW_FILE:
            with self.clock.on("slow"):
                self.find_slow(programs, language, mode, outcome)
        with self.clock.on("run"):
            results = self.builder.run(output)
        for seed, result in results.items():
            if result.runs:
                outcome.fast.append(seed)
            if result.digests == expected[seed].digests:
                continue
            kind = "sanitizer" if "Sanitizer" in result.said else "difference"
            outcome.add(seed, kind, f"expected {expected[seed].digests}\n"
                        f"but got {result.digests}\n{result.said}")
        if outcome.has("difference") and self.polly:
            for more in [], POLLY:
                self.run_without(path, language, mode, expected, outcome, more)
            outcome.excuse()

    def blame(self, programs, language, mode, failure, outcome):
        """Finds which programs the compiler stumbles over."""
        hangs = isinstance(failure, build.Hang)
        if len(programs) == 1:
            known = build.seconds_for(mode.options) < build.SECONDS
            kind = ("long" if known else "hang") if hangs else "compiler"
            outcome.add(programs[0].seed, kind, str(failure))
            return
        for program in programs:
            alone = self.compare([program], language, mode, f"alone{program.seed}")
            outcome.problems += alone.problems
            outcome.fast += alone.fast
        # Together, ten programs may take longer than one may.
        if not outcome.problems and not hangs:
            outcome.add(None, "compiler", f"all together only: {failure}")

    def find_slow(self, programs, language, mode, outcome):
        for program in programs:
            stem = f"slow{program.seed}"
            path = self.builder.write([program], language, stem)
            output = self.builder.folder / f"{stem}-plugin"
            try:
                took = self.plugin_build(path, language, mode, output)
            except build.Failure as failure:
                outcome.add(program.seed, "slow", str(failure)[:300])
                continue
            if took > SLOW:
                outcome.add(program.seed, "slow", f"{took:.1f} s")
            output.unlink()
            path.unlink()


def compare_file(comparer, file, language=None, options=""):
    """Number FILE of all files of programs, in the mode that is drawn for it, and
    with more OPTIONS for the plugin."""
    first = file * generate.PER_FILE
    language = language or generate.language_of(first)
    mode = modes.mode_of(file, language)
    mode.add(options)
    if comparer.builder.target:
        mode.move()
    with comparer.clock.on("generator"):
        programs = [generate.make(seed, language)
                    for seed in range(first, first + generate.PER_FILE)]
    return language, mode, comparer.compare(programs, language, mode, f"file{file}")
