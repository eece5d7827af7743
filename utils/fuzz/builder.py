"""What the patterns of random programs are built with."""

import ends
from affine import Affine
from program import (FLOATS, SIGNED, Allocate, Assign, Free, Guard, Loop, Reference,
                     Array)

HEAP = ["malloc", "malloc", "malloc", "calloc", "aligned"]
ZEROED = ["calloc", "vector"]
LOCAL = ["vla", "stack", "static", "global"]


class Builder:
    """Appends nodes to the innermost open loop or guard.

    `ranges` has for each open loop's variable its least value, an integer, and
    what it stays below, affine in the parameters. `full` are the arrays of which
    all cells have been written, for anybody to read, `whole` are all such arrays.
    """

    def __init__(self, program, random, language):
        self.program, self.r, self.language = program, random, language
        self.blocks = [program.body]
        self.ranges = {}
        self.full, self.whole = [], []
        self.live = []
        self.counts = {}

    def chance(self, probability):
        return self.r.random() < probability

    def add(self, node):
        self.blocks[-1].append(node)
        return node

    def fresh(self, stem):
        self.counts[stem] = self.counts.get(stem, 0) + 1
        return f"{stem}{self.counts[stem]}"

    # Arrays

    def array(self, stem, element, sizes, kinds=None, zero=None):
        """Declares an array here. ZERO: only (not) one that has zeros at first."""
        if not kinds and self.language == "fortran":
            kinds = ["malloc", "malloc", "vla", "stack", "static"]
        elif not kinds:
            kinds = HEAP * 2 + LOCAL + (
                ["new"] * 8 + ["vector"] * 8 if self.language == "c++" else [])
        if zero is False:
            kinds = [kind for kind in kinds if kind not in ZEROED]
        kind = (self.r.choice(ZEROED if self.language == "c++" else ZEROED[:1]) if zero
                else self.r.choice(kinds))
        if kind == "vector" and not all(Affine.of(size).at_least(0) for size in sizes):
            kind = "calloc"
        if kind == "vla" and not all(Affine.of(size).at_least(1) for size in sizes):
            kind = "malloc"
        name = self.fresh(stem)
        if kind == "global":
            name += f"_{self.program.seed}"
        made = Array(name, kind, element, sizes, checked=self.chance(0.4))
        made.flat = made.is_heap() and len(sizes) > 1 and self.chance(
            1 if kind in ("new", "vector") or self.language == "c++" else 0.3)
        if self.language == "fortran":
            made.flat = len(sizes) > 1 and self.chance(0.2)
        made.slack = self.r.choice([0, 0, 1, 3])
        made.keeps = kind in ("static", "global") and self.chance(0.3)
        self.program.arrays.append(made)
        self.live.append((made, self.blocks[-1]))
        self.add(Allocate(made))
        return made

    def argument(self, element, sizes):
        """An array that the caller gives."""
        kind = self.r.choice(["argument", "argument", "restrict"])
        made = Array(self.fresh("x"), kind, element, sizes)
        made.flat = len(sizes) > 1 and (
            self.language == "c++"
            or self.chance(0.2 if self.language == "fortran" else 0.5)
            # The sizes in an argument's type must not be negative.
            or (self.program.negative and self.language == "c"))
        self.program.arrays.append(made)
        self.full.append(made)
        return made

    def scalar(self, element, volatile=False):
        made = Array(self.fresh("s"), "scalar", element, [])
        made.volatile = volatile
        self.program.arrays.append(made)
        self.blocks[0].insert(0, Allocate(made))
        return made

    def release(self, array):
        for entry in self.live:
            if entry[0] is array:
                self.live.remove(entry)
                if array.is_heap():
                    entry[1].append(Free(array))
                break
        self.full = [other for other in self.full if other is not array]
        self.whole = [other for other in self.whole if other is not array]

    # Loops

    def loop(self, stem, low, high, step=1, down=False):
        """Opens a loop and returns its variable. LOW and HIGH are affine, or
        lists of affine expressions."""
        var = self.fresh(stem)
        lows = low if isinstance(low, list) else [low]
        highs = high if isinstance(high, list) else [high]
        lows, highs = [[Affine.of(x) for x in xs] for xs in (lows, highs)]
        shape = self.r.choice(["for"] * 8 + ["while", "guarded"])
        loop = self.add(Loop(var, lows, highs, [], step, down, shape))
        if len(lows) == 2 or len(highs) == 2:
            loop.ends = self.r.choice([None, *ends.STYLES])
        self.blocks.append(loop.body)
        least = [self.extreme(x, False) for x in lows]
        constants = [x.constant for x in least if x.is_constant()]
        most = [self.extreme(x, True) for x in highs]
        self.ranges[var] = (max(constants) if constants else 0, most[0])
        return var

    def nest(self, stems, lows, highs, down=0.0):
        return [self.loop(stem, low, high, down=self.chance(down))
                for stem, low, high in zip(stems, lows, highs)]

    def guard(self, conditions, any_of=False):
        self.blocks.append(self.add(Guard(
            [(Affine.of(c), mark) for c, mark in conditions], [], any_of)).body)

    def otherwise(self):
        """Closes the branch of a guard and opens the other one."""
        self.blocks.pop()
        self.blocks.append(self.blocks[-1][-1].otherwise)

    def close(self, count=1):
        for _ in range(count):
            self.blocks.pop()
            owner = self.blocks[-1][-1]
            if isinstance(owner, Loop):
                self.ranges.pop(owner.var, None)

    # Affine expressions

    def extreme(self, expression, largest):
        """Its largest or least value, affine in the parameters."""
        for var, (low, high) in self.ranges.items():
            c = expression.terms.get(var, 0)
            if c:
                end = high - 1 if (c > 0) == largest else Affine.of(low)
                expression = expression.substitute(var, end)
        return expression

    def fits(self, subscript, size):
        return (self.extreme(subscript, False).at_least(0)
                and (size - 1).at_least(self.extreme(subscript, True)))

    def subscript(self, size, prefer=None):
        """A random one for a dimension of that size."""
        variables = list(self.ranges)
        for attempt in range(8):
            if prefer and attempt < 2:
                made = Affine.of(prefer) + self.r.choice([0, 0, 1, -1, 2])
            elif variables and self.chance(0.75):
                var = Affine.of(self.r.choice(variables))
                made = self.r.choice([
                    lambda: var, lambda: var + self.r.randint(-2, 3),
                    lambda: size - 1 - var - self.r.randint(0, 1),
                    lambda: var + self.r.choice(variables),
                    lambda: var - self.r.choice(variables) + self.r.randint(0, 2),
                    lambda: var * 2 + self.r.randint(0, 1)])()
            else:
                made = self.r.choice([
                    Affine.of(self.r.randint(0, 4)), size - self.r.randint(1, 3),
                    Affine.of(self.r.choice("nmp"))])
            if self.fits(made, size):
                return made
        return Affine.of(0)

    def cell(self, array):
        """Somewhere in an array, rather along the loops."""
        variables = list(self.ranges)[-len(array.sizes):]
        variables += [None] * (len(array.sizes) - len(variables))
        if self.chance(0.2):
            self.r.shuffle(variables)
        return Reference(array, [self.subscript(size, var)
                                 for size, var in zip(array.sizes, variables)])

    # Statements

    def start_value(self, variables=None):
        variables = list(self.ranges) if variables is None else variables
        made = Affine.of(self.r.randint(0, 9))
        for var in variables:
            made += Affine.of(var) * self.r.randint(1, 9)
        return made

    def weights(self, element, count):
        if element not in FLOATS:
            return [self.r.choice([1, 2, 3, 5, -1]) if element not in
                    ("unsigned", "unsigned long") else self.r.choice([1, 2, 3, 5])
                    for _ in range(count)]
        while True:
            made = [self.r.choice([0.5, 0.25, 0.125, 0.0625]) for _ in range(count)]
            if sum(made) < 0.9:
                return [-w if self.chance(0.15) else w for w in made]

    def assign(self, target, sources, index=None, form=None, added=False):
        if form is None:
            form = self.r.choice(["sum"] * 7 + ["max", "min", "branch"])
        if index is None:
            index = self.start_value()
        if len(sources) < 2 and form not in ("may", "reach"):
            copied = (sources and index == 0 and not added and self.chance(0.8)
                      and sources[0].array.element == target.array.element)
            form = "copy" if copied else "sum"
        weights = [1] if form == "copy" else self.weights(
            target.array.element, len(sources))
        if form == "branch" and len(sources) > 2 and (
                sources[1].array is not sources[2].array):
            form, weights[2] = "either", weights[1]
        return self.add(Assign(target, list(zip(weights, sources)), index, form,
                               added))

    def copy(self, target, source):
        return self.add(Assign(target, [(1, source)], 0, "copy"))

    def constant(self, target, value):
        return self.add(Assign(target, [], value))

    def choose(self, target, conditions, source, others, index=0):
        """A copy of SOURCE where the conditions hold, elsewhere a copy of what may
        be the only one of the OTHERS, or a sum."""
        weights = [1] if len(others) == 1 else self.weights(
            target.array.element, len(others))
        node = self.add(Assign(target, [(1, source), *zip(weights, others)], index,
                               "choose"))
        node.conditions = [(Affine.of(c), mark) for c, mark in conditions]
        return node

    def others(self, most):
        """Cells of full arrays."""
        return [self.cell(self.r.choice(self.full))
                for _ in range(self.r.randint(0, most)) if self.full]

    def fill(self, array, sources=()):
        """Writes all cells of an array."""
        names = self.nest("ijkl", [0] * 4, array.sizes, 0.1)
        cell = Reference(array, names)
        more = self.others(1) if self.chance(0.3) else []
        self.assign(cell, [*sources, *more])
        self.close(len(names))
        self.full.append(array)
        self.whole.append(array)

    def element(self, like=None):
        floats = ["double"] * 3 + ["float"] * 2
        integers = ["int", "unsigned", "long", "unsigned long", "short",
                    "unsigned char"]
        if self.language == "fortran":
            integers = ["int", "int", "long", "short", "signed char"]
        if like in FLOATS:
            return self.r.choice(floats)
        if like:
            return self.r.choice(integers)
        return self.r.choice(floats + integers)

    def size(self, least=1):
        """Of a dimension: at least LEAST if no parameter is negative."""
        return Affine.of(self.r.choice("nmp" if self.chance(0.3) else "nm")) + (
            self.r.randint(least, least + 3))


def is_masked(element):
    """Whether values are masked to stay small."""
    return element in SIGNED
