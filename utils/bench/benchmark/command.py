"""What the commands that measure a suite of programs have in common."""

import argparse
import fnmatch
import sys
import tempfile
from pathlib import Path

from measure import BUILD, Problem, compile_measure, existing_plugin

from . import measuring, plots, results, table
from .kernel import Kernel

BENCH = Path(__file__).resolve().parents[1]


def read_arguments(description, versions):
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--compilations", type=int, default=3)
    parser.add_argument("--layouts", type=int, default=1, metavar="N",
                        help="runs of each version with its code in N places, up to"
                        f" {len(measuring.LAYOUTS)}: that alone may make half a"
                        " difference where loops are short")
    parser.add_argument("--only", default="*", metavar="GLOB",
                        help="programs with such names")
    parser.add_argument("--sizes", default="in,out",
                        help="in: data fits into the cache; out: it does not")
    parser.add_argument("--versions", default=",".join(versions),
                        help="%(default)s, or options of the plugin: NAME=VALUE;...")
    parser.add_argument("--plugin", type=Path, default=BUILD / "lib" / "Smolly.so")
    parser.add_argument("-o", "--output", type=Path, metavar="JSON")
    parser.add_argument("--again", action="store_true",
                        help="measure what is in the file, too")
    parser.add_argument("--plots", type=Path, metavar="FOLDER")
    parser.add_argument("programs", nargs="*", type=Path, metavar="PROGRAM")
    options = parser.parse_args()
    if options.runs < 1 or options.compilations < 1:
        parser.error("at least one run is needed")
    if not 1 <= options.layouts <= len(measuring.LAYOUTS):
        parser.error(f"there are 1 to {len(measuring.LAYOUTS)} layouts")
    options.plugin = existing_plugin(options.plugin)
    names = options.versions.split(",")
    if names[0] != measuring.PLAIN:
        names = [measuring.PLAIN, *(n for n in names if n != measuring.PLAIN)]
    options.versions = measuring.versions_named(names)
    return options


def chosen_kernels(options, suite):
    paths = options.programs or sorted(
        path for path in (BENCH / suite).iterdir() if path.suffix in (".c", ".f90"))
    kernels = [Kernel(path) for path in paths
               if fnmatch.fnmatchcase(path.stem, options.only)]
    if not kernels:
        raise Problem(f"no program is called {options.only}")
    return kernels


def measure_all(kernels, options, columns):
    """Prints a row for each; returns what was measured, and what could not be."""
    kept = {}
    if options.output and options.output.exists():
        kept = results.read(options.output)
    print(table.line(columns.headings()))
    print("| --- " * len(columns.headings()) + "|", flush=True)
    measured, failed = {}, []
    objects = columns.by_hand
    with tempfile.TemporaryDirectory(prefix="smolly-") as folder:
        folder = Path(folder)
        compile_measure(folder)
        for kernel in kernels:
            sizes = kernel.chosen_sizes(options.sizes.split(","))
            entry = kept.get(kernel.name)
            if options.again or not results.is_measured(entry, options.versions, sizes,
                                                        objects, options.layouts):
                try:
                    entry = measuring.measure_kernel(
                        kernel, options.versions, sizes, options.runs,
                        options.compilations, options.plugin, folder, objects,
                        options.layouts)
                except Problem as problem:
                    failed.append(str(problem))
                    continue
                kept[kernel.name] = entry
                if options.output:
                    results.write(options.output, kept)
            shown = {size: entry["sizes"][size] for size in sizes}
            measured[kernel.name] = {**entry, "sizes": shown}
            for size, values in shown.items():
                print(columns.row(kernel.name, size, entry, values), flush=True)
    return measured, failed


def measure_suite(description, suite, versions, by_hand=False):
    """Does all that a command is for; returns its exit status. SUITE is the folder
    of its programs, BY_HAND says whether they are compared with versions by hand."""
    options = read_arguments(description, versions)
    if options.plots:
        plots.load_pyplot()
    columns = table.Columns(list(options.versions), by_hand)
    kernels, failed = measure_all(chosen_kernels(options, suite), options, columns)
    if kernels:
        table.print_summary(kernels, columns)
        if options.plots:
            for path in plots.plot(kernels, list(options.versions), options.plots):
                print(f"wrote {path}", file=sys.stderr)
    failed += [problem for entry in kernels.values()
               for problem in entry["problems"].values()]
    if failed:
        raise Problem("\n".join(failed))
    wrong = [results.at(name, size) for name, size, _, measured in results.rows(kernels)
             if measured["different"]]
    if wrong:
        print(f"\nThe results are NOT the same: {', '.join(wrong)}.")
    return 1 if wrong else 0
