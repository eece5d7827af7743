#!/usr/bin/env python3
"""Makes random loop nests over temporaries and compares their results with and
without the plugin.

usage: random_programs.py --plugin FILE --tools FOLDER [--seed S] [--count N]
                          [--level O2] [--options LIST] [--print]

LIST are more options for the plugin. Each program is also run with checks of
its own values (option shadow).

The same seed makes the same programs everywhere. SMOLLY_RANDOM_PROGRAMS in the
environment is another default for --count, SMOLLY_RANDOM_SEED for --seed.

A program is one function, f<seed>(n, m). Whatever its loops do, its result is
defined: a cell is written before it is read, or comes from calloc. There are
four kinds:

  history   a[t][i][j] from moments before, borders set by loops of their own
  pipeline  stages that each read rows of the stage before, interleaved or not
  exchange  arrays that feed each other step by step, stencils and copies
  wild      all sorts of affine indices in arrays that are filled before
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SIZES = ["0 0", "1 1", "1 2", "2 1", "3 5", "5 3", "7 7", "11 4", "9 13"]
# None whose arithmetic overflows.
TYPES = ["double", "double", "float", "unsigned", "unsigned long", "short",
         "unsigned char"]
PER_FILE = 10
MAIN = """
int main(int argc, char **argv) {
  printf("%a\\n", functions[atol(argv[1])](atol(argv[2]), atol(argv[3])));
}
"""


class Maker:
    """Writes one function."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.seed = seed
        self.lines = []
        self.depth = 1
        self.frees = []
        self.type = self.r.choice(TYPES)
        self.index = self.r.choice(["long", "long", "int", "size_t"])

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def loop(self, var, low, high, down=False):
        """for var in [low, high), the caller closes it."""
        if down and self.index != "size_t":
            self.line(f"for ({self.index} {var} = {high} - 1; {var} >= {low}; "
                      f"{var}--) {{")
        else:
            self.line(f"for ({self.index} {var} = {low}; {var} < {high}; "
                      f"{var}++) {{")
        self.depth += 1

    def close(self, count=1):
        for _ in range(count):
            self.depth -= 1
            self.line("}")

    def array(self, name, sizes, zero=False):
        """Declares an array. Zeroed ones come from calloc."""
        kind = "calloc" if zero else self.r.choice(
            ["malloc", "malloc", "aligned_alloc", "vla", "stack", "static"])
        if kind in ("vla", "stack", "static"):
            storage = "static " if kind == "static" else ""
            dims = "".join(f"[{size if kind == 'vla' else 32}]" for size in sizes)
            self.line(f"{storage}{self.type} {name}{dims};")
            return
        inner = "".join(f"[{size}]" for size in sizes[1:])
        total = " * ".join(f"({size})" for size in sizes)
        total = f"{total} * sizeof({self.type})"
        call = {"calloc": f"calloc({total}, 1)", "malloc": f"malloc({total})",
                "aligned_alloc": f"aligned_alloc(64, ({total} + 63) / 64 * 64)"}
        target = f"(*{name}){inner}" if inner else f"*{name}"
        self.line(f"{self.type} {target} = {call[kind]};")
        if self.r.random() < 0.5:
            self.line(f"if (!{name}) exit(1);")
        self.frees.append(name)

    def start_value(self, variables):
        terms = [f"{self.r.randint(1, 9)} * {v}" for v in variables]
        return f"({self.type})({' + '.join(terms + [str(self.r.randint(0, 9))])})"

    def combine(self, reads, variables):
        weights = ["0.5", "0.25", "0.125", "1.0"] \
            if self.type in ("double", "float") else ["1", "2", "3", "5"]
        terms = [f"{self.r.choice(weights)} * {read}" for read in reads]
        return " + ".join(terms + [self.start_value(variables)])

    def reduce(self, name, sizes, fixed):
        """Adds cells of an array to the result; FIXED are some subscripts."""
        loops = [d for d in range(len(sizes)) if d not in fixed]
        for d in loops:
            self.loop(f"r{d}", 0, sizes[d])
        index = [fixed.get(d, f"r{d}") for d in range(len(sizes))]
        weight = f" * (({index[-1]}) % 7 + 1)" if self.r.random() < 0.5 else ""
        self.line(f"sum += {name}{''.join(f'[{i}]' for i in index)}{weight};")
        self.close(len(loops))

    def history(self):
        """Dimension d has pad[d] cells before and after[d] behind its interior
        of n or m cells; the pads are the borders."""
        dims = self.r.choice([1, 2, 2, 2, 3])
        inner = [self.r.choice("nm") for _ in range(dims)]
        pad = [self.r.choice([1, 1, 2]) for _ in range(dims)]
        after = [0] + [self.r.choice([0, 1]) for _ in range(dims - 1)]
        sizes = [f"{v} + {p + a}" for v, p, a in zip(inner, pad, after)]
        flip = [self.r.random() < 0.15 for _ in range(dims)]

        def cell(indices):
            return "a" + "".join(f"[{size} - 1 - ({i})]" if f else f"[{i}]" for
                                 f, size, i in zip(flip, sizes, indices))

        zero = self.r.random() < 0.25
        self.array("a", sizes, zero)
        names = "tij"[:dims]
        for d in range(dims):
            if zero and self.r.random() < 0.7:
                continue
            sides = [(0, str(pad[d]))]
            if after[d]:
                sides.append((f"{inner[d]} + {pad[d]}", sizes[d]))
            for side in sides:
                for e in range(dims):
                    self.loop(names[e], *(side if e == d else (0, sizes[e])))
                self.line(f"{cell(names)} = {self.start_value(names)};")
                self.close(dims)
        for d in range(dims):
            self.loop(names[d], pad[d], f"{inner[d]} + {pad[d]}")
        for again in [[], [cell(names)]][:self.r.choice([1, 1, 1, 2])]:
            for _ in range(self.r.choice([1, 2, 2, 3, 4])):
                lead = self.r.choice([0] * 3 + list(range(dims)))
                offset = [0] * lead + [-self.r.randint(1, pad[lead])] + [
                    self.r.randint(-pad[d], after[d])
                    for d in range(lead + 1, dims)]
                again.append(cell(f"{v} + {o}" for v, o in zip(names, offset)))
            self.line(f"{cell(names)} = {self.combine(again, names)};")
        self.close(dims)
        kept = {d: f"{size} - 1" for d, size in enumerate(sizes)}
        some = self.r.choice([kept, {0: kept[0]}, {0: kept[0]}, {}])
        self.reduce("a", sizes, {
            d: f"{sizes[d]} - 1 - ({i})" if flip[d] else i
            for d, i in some.items()})

    def pipeline(self):
        """Each stage reads WINDOW rows back and up to two columns ahead."""
        stages = self.r.choice([1, 2, 2])
        window = [self.r.randint(0, 2) for _ in range(stages)]
        triangle = self.r.random() < 0.3
        width = "n" if triangle else "m"
        for name in "ab"[:stages]:
            self.array(name, ["n + 1", f"{width} + 5"])
        together = self.r.random() < 0.8
        if together:
            self.loop("i", 0, "n")
        for s in range(stages + 1):
            delay = sum(window[:s])
            if not together:
                self.loop("i", delay, "n")
            elif delay:
                self.line(f"if (i >= {delay}) {{")
                self.depth += 1
            wider = f" + {2 * (stages - s)}" if s < stages else ""
            self.loop("j", 0, "i + 1" if triangle and s == stages
                      else width + wider)
            reads = [] if s == 0 else [
                f"{'ab'[s - 1]}[i - {self.r.randint(0, window[s - 1])}]"
                f"[j + {self.r.randint(0, 2)}]"
                for _ in range(self.r.randint(1, 3))]
            value = self.combine(reads, "ij")
            self.line(f"sum += ({self.type})({value});" if s == stages
                      else f"{'ab'[s]}[i][j] = {value};")
            self.close(2 if delay or not together else 1)
        if together:
            self.close()

    def set_borders(self, cell, names, sizes):
        """The outermost cells on all sides."""
        for d in range(len(names)):
            for side in (0, f"{sizes[d]} - 1"):
                for e in range(len(names)):
                    if e != d:
                        self.loop(names[e], 0, sizes[e])
                index = [side if e == d else v for e, v in enumerate(names)]
                self.line(f"{cell(index)} = {self.start_value(['t'])};")
                self.close(len(names) - 1)

    def exchange_stage(self, source, other, target, names, sizes, moving):
        """Fills TARGET from SOURCE: a stencil, or a copy. With MOVING, its
        borders too."""
        def cell(array):
            return lambda index: array + "".join(f"[{i}]" for i in index)

        copy = self.r.random() < 0.4
        whole = copy and (moving or self.r.random() < 0.2)
        if moving and not whole:
            self.set_borders(cell(target), names, sizes)
        down = self.r.random() < 0.1
        for v, size in zip(names, sizes):
            self.loop(v, *((0, size) if whole else (1, f"{size} - 1")), down)
        reads = [cell(source)(names)]
        if not copy:
            reads = [cell(self.r.choice([source, source, source, other]))(
                f"{v} + {self.r.randint(-1, 1)}" for v in names)
                for _ in range(self.r.randint(1, 4))]
        value = reads[0] if copy else " + ".join(
            [f"0.125 * {read}" for read in reads] + [self.start_value(names)])
        self.line(f"{cell(target)(names)} = {value};")
        self.close(len(names))

    def exchange(self):
        dims = self.r.choice([1, 1, 2, 2, 3])
        names = "ijk"[:dims]
        sizes = [f"{'n' if d != 1 else self.r.choice('nm')} + 2"
                 for d in range(dims)]
        arrays = "abcd"[:self.r.choice([2, 2, 2, 3, 4])]
        first = self.r.choice(["double", "double", "float"])
        types = {"double": "unsigned long", "float": "unsigned"}
        mixed = self.r.random() < 0.3
        moving = [self.r.random() < 0.2 for _ in arrays]
        self.line("long t = 1;")
        for array, moves in zip(arrays, moving):
            self.type = self.r.choice([first, types[first]]) if mixed else first
            zero = self.r.random() < 0.1
            self.array(array, sizes, zero)
            if zero or (moves and array != "a" and self.r.random() < 0.7):
                continue
            for v, size in zip(names, sizes):
                self.loop(v, 0, size)
            self.line(array + "".join(f"[{v}]" for v in names) + " = "
                      + self.start_value(names) + ";")
            self.close(dims)
        steps = self.r.random() < 0.8
        if steps:
            self.line(f"for (t = 0; t < {'m' if dims < 3 else 3}; t++) {{")
            self.depth += 1
        last = len(arrays) - (0 if steps else 1)
        for s in range(last):
            target = (s + 1) % len(arrays)
            self.exchange_stage(arrays[s], arrays[s - 1] if s else arrays[s],
                                arrays[target], names, sizes, moving[target])
        if steps:
            self.close()
        self.reduce(arrays[last % len(arrays)], sizes, self.r.choice(
            [{}, {}, {0: f"{sizes[0]} - 1"}, {0: "1"}]))

    def wild_index(self, variables):
        """Between 0 and n + m + 8 for variables below n and m."""
        forms = [f"{self.r.choice(variables)} + {self.r.randint(0, 4)}"] * 3
        if len(variables) > 1:
            forms.append(f"{variables[0]} + {variables[1]} + "
                         f"{self.r.randint(0, 3)}")
        forms.append(f"n + m + 8 - {self.r.choice(variables)}")
        forms.append(str(self.r.randint(0, 5)))
        return f"[{self.r.choice(forms)}]"

    def wild(self):
        size = "n + m + 9"
        arrays = {}
        for name in "ab"[:self.r.randint(1, 2)]:
            dims = self.r.choice([1, 1, 2])
            arrays[name] = dims
            zero = self.r.random() < 0.4
            self.array(name, [size] * dims, zero)
            if not zero:
                names = "ij"[:dims]
                for v in names:
                    self.loop(v, 0, size)
                self.line(name + "".join(f"[{v}]" for v in names) + " = "
                          + self.start_value(names) + ";")
                self.close(dims)
        for _ in range(self.r.randint(1, 2)):
            depth = self.r.randint(1, 3)
            names = "ijk"[:depth]
            for d, v in enumerate(names):
                low = names[d - 1] if d == 1 and self.r.random() < 0.3 else 0
                bound = "n" if d != 1 or low else "m"
                self.loop(v, low, bound, self.r.random() < 0.2)
            for _ in range(self.r.randint(1, 2)):
                access = lambda a: a + "".join(
                    self.wild_index(names) for _ in range(arrays[a]))
                choose = lambda: access(self.r.choice(sorted(arrays)))
                guard = self.r.random() < 0.2
                if guard:
                    self.line(f"if ({names[-1]} >= {self.r.randint(1, 3)})")
                reads = [choose() for _ in range(self.r.randint(1, 2))]
                self.line(f"{'  ' * guard}{choose()} = "
                          f"{self.combine(reads, names)};")
            self.close(depth)
        for name, dims in arrays.items():
            fixed = self.r.choice([{}, {0: "n"}, {d: "2" for d in range(dims)}])
            self.reduce(name, [size] * dims, fixed)

    def make(self):
        self.r.choice([self.history, self.history, self.pipeline, self.exchange,
                       self.exchange, self.wild])()
        return "\n".join(
            [f"static double f{self.seed}({self.index} n, {self.index} m) {{",
             "  double sum = 0;"] + self.lines
            + [f"  free({name});" for name in self.frees]
            + ["  return sum;", "}"])


def compile_file(options, source, output, plugin, more=""):
    command = [f"{options.tools}/clang", f"-{options.level}", "-w",
               "-fno-strict-aliasing", str(source), "-o", str(output)]
    if plugin:
        command += [f"-fpass-plugin={options.plugin}", "-Rpass=smolly", "-g"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200,
                          env={**os.environ, "SMOLLY_OPTIONS": f"always,verify,{options.options},{more}"})
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stderr


def execute(program, which, size):
    done = subprocess.run([program, str(which), *size.split()], timeout=60,
                          capture_output=True, text=True,
                          env={**os.environ, "MALLOC_PERTURB_": "165"})
    return done.stdout, done.returncode, done.stderr


def run_file(seeds, options, folder):
    """Returns how many arrays were contracted and which seeds are wrong."""
    texts = [Maker(seed).make() for seed in seeds]
    table = ("static double (*functions[])(long, long) = {"
             + ", ".join(f"g{seed}" for seed in seeds) + "};")
    wrappers = [f"static double g{seed}(long n, long m) {{ return f{seed}(n, m); }}"
                for seed in seeds]
    source = folder / f"random-{seeds[0]}.c"
    source.write_text("\n".join(["#include <stdio.h>", "#include <stdlib.h>",
                                 *texts, *wrappers, table, MAIN]))
    plain, changed, checking = (folder / name
                                for name in ("plain", "changed", "checking"))
    compile_file(options, source, plain, False)
    remarks = compile_file(options, source, changed, True)
    compile_file(options, source, checking, True, "shadow")
    wrong = []
    for which, seed in enumerate(seeds):
        for size in SIZES:
            expected, found, checked = (execute(program, which, size)
                                        for program in (plain, changed, checking))
            if not expected == found == checked:
                print(f"seed {seed}, sizes {size}: expected {expected}, found "
                      f"{found}, with checks {checked}\n{texts[which]}\n")
                wrong.append(seed)
                break
    return len(re.findall(r"remark: .* contracted from ", remarks)), wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--tools", required=True)
    parser.add_argument("--level", default="O2")
    parser.add_argument("--options", default="")
    parser.add_argument("--print", action="store_true")
    parser.add_argument("--seed", type=int,
                        default=int(os.environ.get("SMOLLY_RANDOM_SEED", "1")))
    parser.add_argument("--count", type=int, default=int(
        os.environ.get("SMOLLY_RANDOM_PROGRAMS", "30")))
    options = parser.parse_args()
    seeds = list(range(options.seed, options.seed + options.count))
    if options.print:
        print("\n\n".join(Maker(seed).make() for seed in seeds))
        return
    contracted, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, len(seeds), PER_FILE):
            more, bad = run_file(seeds[start:start + PER_FILE], options,
                                 Path(folder))
            contracted += more
            wrong += bad
    print(f"{len(seeds)} programs, {contracted} arrays contracted, "
          f"{len(wrong)} wrong")
    if wrong or contracted * 5 < len(seeds):
        sys.exit(1)


if __name__ == "__main__":
    main()
