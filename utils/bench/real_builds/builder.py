"""Builds and tests one package twice, plain and with the plugin.

Both builds take place in the same folder, one after the other, because object
files name the folder; it is renamed afterwards. Every finished step is written to
the results file, so that an interrupted run goes on where it was.
"""

import dataclasses
import hashlib
import json
import shutil

from . import compare
from .sources import Problem
from .steps import run_step

LLVM = "/usr/lib/llvm-22/bin"
VARIANTS = ("plain", "smolly")


class Builder:
    def __init__(self, package, options, sources):
        self.package, self.options, self.sources = package, options, sources
        self.folder = options.work / package.name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.tree = self.folder / "tree"
        self.results_file = options.work / "results" / f"{package.name}.json"
        self.results_file.parent.mkdir(exist_ok=True)
        self.results = {}
        if self.results_file.is_file():
            self.results = json.loads(self.results_file.read_text())
        self.forget_what_is_stale()

    def forget_what_is_stale(self):
        """Keeps earlier results only if they are of the same package, built the
        same way, with the same plugin."""
        plugin = hashlib.sha256(self.options.plugin.read_bytes()).hexdigest()
        made_by = {"package": repr(dataclasses.replace(self.package, note="")),
                   "plugin": plugin}
        if self.options.again or self.results.get("made_by") != made_by:
            self.results = {"made_by": made_by, "name": self.package.name,
                            "steps": {}}
            shutil.rmtree(self.tree, ignore_errors=True)

    def save(self):
        part = self.results_file.with_suffix(".part")
        part.write_text(json.dumps(self.results, indent=1) + "\n")
        part.replace(self.results_file)

    def run(self):
        """Returns what the results file holds; Problem if a step failed."""
        if "summary" in self.results:
            return self.results
        self.results.pop("problem", None)
        self.results["version"], _ = self.sources.fetch(self.package.source_package)
        try:
            for round_ in range(self.package.repeats):
                for variant in VARIANTS:
                    self.build(variant, round_)
                    if round_ == self.package.repeats - 1:
                        self.step(variant, "test", round_, self.package.test)
                    self.put_away(variant, round_)
            self.results["summary"] = self.summarize()
        except Problem as problem:
            self.results["problem"] = str(problem)
        self.save()
        return self.results

    def build(self, variant, round_):
        """Configures and builds, in a fresh copy of the source unless that is done:
        the time of half a build would say nothing."""
        begun = [variant, round_]
        if self.is_put_away(variant, round_):
            return
        built = self.is_done(self.key(variant, "build", round_))
        if self.results.get("tree") != begun or not built or not self.tree.is_dir():
            for name in ("configure", "build", "test"):
                self.results["steps"].pop(self.key(variant, name, round_), None)
            shutil.rmtree(self.tree, ignore_errors=True)
            self.sources.unpack(self.package.source_package, self.tree)
            self.results["tree"] = begun
            self.save()
        self.step(variant, "configure", round_, self.package.configure)
        self.step(variant, "build", round_, self.package.build)

    def is_done(self, key):
        return self.results["steps"].get(key, {}).get("ended") == "ok"

    @staticmethod
    def key(variant, name, round_):
        return f"{variant} {name} {round_}"

    def is_put_away(self, variant, round_):
        return [variant, round_] in self.results.get("finished", [])

    def put_away(self, variant, round_):
        if self.is_put_away(variant, round_):
            return
        place = self.folder / variant
        shutil.rmtree(place, ignore_errors=True)
        self.tree.rename(place)
        self.results.setdefault("finished", []).append([variant, round_])
        self.results.pop("tree", None)
        self.save()

    def statistics_file(self, variant):
        return self.folder / f"{variant}.statistics"

    def lto_flags(self):
        if not self.package.lto:
            return ""
        # zlib takes a warning of a flag for linking as a sign that nothing works.
        return f"{self.package.lto} -fuse-ld=lld -Qunused-arguments"

    def environment(self, variant, name):
        flag = f"-fpass-plugin={self.options.plugin}" if variant == "smolly" else ""
        options = ""
        if name != "configure" and variant == "smolly":
            options = f"statistics={self.statistics_file(variant)}"
        return {
            "CC": f"{LLVM}/clang {flag}".strip(),
            "CXX": f"{LLVM}/clang++ {flag}".strip(),
            "FC": f"{LLVM}/flang {flag}".strip(),
            "CLANG": f"{LLVM}/clang",
            "FLANG": f"{LLVM}/flang",
            "PLUGIN": flag,
            "LTO": self.lto_flags(),
            "AR": f"{LLVM}/llvm-ar",
            "RANLIB": f"{LLVM}/llvm-ranlib",
            "NM": f"{LLVM}/llvm-nm",
            "JOBS": str(self.options.jobs),
            "BENCH": str(self.options.bench),
            "SMOLLY_OPTIONS": options,
            "LC_ALL": "C.UTF-8",
        }

    def step(self, variant, name, round_, command):
        key = self.key(variant, name, round_)
        if self.is_done(key):
            return
        if name == "build":
            self.statistics_file(variant).unlink(missing_ok=True)
        log = self.folder / f"{variant}.{name}.log"
        self.options.progress(f"{self.package.name}: {name} ({variant})")
        done = run_step(command, self.tree, log, self.environment(variant, name),
                        self.package.timeout)
        if name == "test":
            text = log.read_text(errors="replace")
            done["passed"], done["count"] = compare.passed_tests(
                self.package.passed, text)
        self.results["steps"][key] = done
        self.save()
        # A failing test is compared with the plain build's.
        if done["ended"] != "ok" and name != "test":
            raise Problem(f"{name} ({variant}): {done['ended']}, see {log}")

    def summarize(self):
        last = self.package.repeats - 1
        steps = self.results["steps"]
        seconds = {
            variant: min(steps[self.key(variant, "build", n)]["processor_seconds"]
                         for n in range(self.package.repeats))
            for variant in VARIANTS
        }
        tests = [steps[self.key(variant, "test", last)] for variant in VARIANTS]
        statistics = compare.read_statistics(self.statistics_file("smolly"))
        objects = compare.compare_objects(*(self.folder / v for v in VARIANTS),
                                          statistics["changed_files"],
                                          self.package.hold_command)
        return {
            "seconds": seconds,
            "tests": [test["count"] for test in tests],
            "ended": [test["ended"] for test in tests],
            "test_problems": compare.compare_tests(*tests),
            "statistics": statistics,
            "objects": objects,
        }
