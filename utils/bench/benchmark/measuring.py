"""Compiles a program in several versions and runs them in turns."""

import os
import re
import resource
import statistics
import subprocess

from measure import Problem, Run, compile_program, find_compiler, progress


class Version:
    """Flags of the compiler, and whether the plugin is loaded, with options."""

    def __init__(self, flags=(), plugin=False, options=""):
        self.flags, self.plugin = list(flags), plugin
        if options:
            self.flags += ["-mllvm", f"-smolly-options={options}"]


PLAIN, POLLY, BY_HAND = "plain", "polly", "by hand"
VERSIONS = {
    PLAIN: Version(),
    POLLY: Version(["-mllvm", "-polly"]),
    "keep": Version(plugin=True, options="schedule=keep"),
    "smolly": Version(plugin=True),
}


def versions_named(names):
    """A name is one of those above, or options of the plugin, as NAME=VALUE or
    several with semicolons between them."""
    versions = {}
    for name in names:
        if name not in VERSIONS and "=" not in name:
            raise Problem(f"{name}: not one of the versions {', '.join(VERSIONS)},"
                          " and no option with a value")
        versions[name] = VERSIONS.get(name) or Version(plugin=True, options=name)
    return versions


# Where code lies in memory may change the time of a small loop by half, with the same
# instructions: flags that place it differently. Only in front of blocks that are jumped
# to: elsewhere the padding would be executed.
LAYOUTS = [[]] + [["-mllvm", f"-align-all-nofallthru-blocks={bits}"]
                  for bits in (3, 4, 5, 6)]


class KernelRun(Run):
    """A run of a program that may say how long its kernel alone took."""

    def start(self, command):
        done = subprocess.run(command, check=True, stderr=subprocess.PIPE,
                              text=True, errors="replace",
                              env={**os.environ, "KERNEL_TIME": "yes"})
        found = re.search(r"^kernel seconds: +([0-9.]+)$", done.stderr, re.MULTILINE)
        self.kernel_seconds = float(found.group(1)) if found else None

    def took(self):
        """Processor time: other programs on the machine disturb that less."""
        if self.kernel_seconds is None:
            return self.processor_seconds
        return self.kernel_seconds


def in_turns(names, number):
    """The names in another order each time: whatever else slows the machine down
    meets all of them alike."""
    first = number % len(names)
    return names[first:] + names[:first]


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compile_version(kernel, name, version, more, plugin, output):
    """With MORE flags; returns the plugin's remarks."""
    source = kernel.by_hand if name == BY_HAND and kernel.by_hand else kernel.path
    return compile_program([source], [*kernel.flags, *version.flags, *more], output,
                           plugin if version.plugin else None)


def object_bytes(kernel, name, version, plugin, folder):
    """What code and data take in the object file; debug information is left out."""
    output = folder / "object"
    compile_version(kernel, name, version, ["-c"], plugin, output)
    sizes = subprocess.run([find_compiler("llvm-size"), "--format=berkeley", output],
                           check=True, capture_output=True, text=True)
    headings, values = (line.split() for line in sizes.stdout.splitlines())
    return int(dict(zip(headings, values))["dec"])


def compile_all(kernel, versions, times, plugin, folder):
    """For each version that could be compiled its seconds and remarks, and what
    went wrong with others."""
    seconds = {name: [] for name in versions}
    remarks, problems = {}, {}
    for number in range(times):
        for name in in_turns(list(versions), number):
            before = processor_seconds()
            try:
                remarks[name] = compile_version(kernel, name, versions[name], [],
                                                plugin, folder / name)
                seconds[name].append(round(processor_seconds() - before, 4))
            except Problem as problem:
                problems[name] = f"{kernel.name}, {name}: {problem}"
    compiled = {name: each for name, each in seconds.items() if name not in problems}
    return compiled, remarks, problems


def executable(folder, name, layout):
    return folder / (f"{name}, layout {layout}" if layout else name)


def compile_layouts(kernel, versions, names, layouts, plugin, folder):
    """The layouts but the first, which is there."""
    for layout in range(1, layouts):
        for name in names:
            compile_version(kernel, name, versions[name], LAYOUTS[layout], plugin,
                            executable(folder, name, layout))


def run_all(kernel, arguments, names, times, layouts, folder):
    """For each version medians of seconds and peak bytes, and which give other
    results than the first. Of several layouts of the code each is run so many times;
    of their seconds the geometric mean counts."""
    runs = {name: [[] for _ in range(layouts)] for name in names}
    for number in range(times):
        progress(f"{kernel.name} {' '.join(arguments)}: run {number + 1} of {times}")
        for layout in range(layouts):
            for name in in_turns(names, number):
                runs[name][layout].append(
                    KernelRun(folder, executable(folder, name, layout), arguments))
    progress("")
    first = runs[names[0]][0][0]
    if first.exit != 0:
        raise Problem(f"{kernel.name}: {first.how_it_ended()}")

    def seconds(each):
        return statistics.geometric_mean(
            max(1e-9, statistics.median(run.took() for run in layout))
            for layout in each)

    flat = {name: sum(each, []) for name, each in runs.items()}
    return {
        "arguments": arguments,
        "seconds": {name: round(seconds(each), 6) for name, each in runs.items()},
        "peak_bytes": {name: int(statistics.median(run.peak_bytes for run in each))
                       for name, each in flat.items()},
        "different": [name for name, each in flat.items()
                      if not all(run.same_result(first) for run in each)],
    }


def same_as_plain(names, folder):
    """The versions that are the same program byte for byte: their ratios are
    noise."""
    plain = (folder / PLAIN).read_bytes()
    return [name for name in names
            if name != PLAIN and (folder / name).read_bytes() == plain]


def measure_kernel(kernel, versions, sizes, runs, compilations, plugin, folder,
                   objects=False, layouts=1):
    """All about one program, as it is written to JSON; OBJECTS says whether the
    sizes of object files are wanted, LAYOUTS how many layouts of the code are run."""
    if kernel.by_hand:
        versions = {**versions, BY_HAND: Version()}
    progress(f"{kernel.name}: compiling")
    compiled, remarks, problems = compile_all(kernel, versions, compilations, plugin,
                                              folder)
    if PLAIN not in compiled:
        raise Problem(problems[PLAIN])
    compile_layouts(kernel, versions, list(compiled), layouts, plugin, folder)
    return {
        "category": kernel.category,
        "compile_seconds": {name: statistics.median(each)
                            for name, each in compiled.items()},
        "remarks": {name: remarks[name] for name in compiled if versions[name].plugin},
        "problems": problems,
        "object_bytes": {name: object_bytes(kernel, name, versions[name], plugin,
                                            folder)
                         for name in (compiled if objects else [])},
        "layouts": layouts,
        "unchanged": same_as_plain(compiled, folder),
        "sizes": {size: run_all(kernel, arguments, list(compiled), runs, layouts,
                                folder)
                  for size, arguments in sizes.items()},
    }
