"""Patterns of loop nests, biased towards arrays whose values die early.

Each adds to a program what computes something in arrays of its own and reads
some of it. They may read cells that were never written: defined.py takes those
reads out.
"""

from affine import Affine
from borders import filled, guarded, joined, padded, periodic, sparse
from outside import effects, kept, later, looked_up, reused
from parts import between, read_out, store_early
from program import Reference
from steps import exchange, history, pipeline, recurrence


def table(b):
    """Tables of dynamic programming: over two sequences, over capacities, over
    intervals."""
    kind = b.r.choice(["sequences", "knapsack", "intervals"])
    element = b.element()
    n, m = Affine.of("n"), Affine.of(b.r.choice("nm"))
    if kind == "intervals":
        a = b.array("a", element, [n + 2, n + 2])
        i = b.loop("i", 0, n + 2)
        b.assign(Reference(a, [i, i]), b.others(1))
        b.close()
        size = b.loop("t", 1, n + 2)
        i = b.loop("i", 0, n + 2 - Affine.of(size))
        j = Affine.of(i) + Affine.of(size)
        whole = b.chance(0.5)
        b.assign(Reference(a, [i, j]), [Reference(a, [Affine.of(i) + 1, j]),
                                        Reference(a, [i, j - 1])])
        if whole:
            k = b.loop("k", i, j)
            b.assign(Reference(a, [i, j]), [
                Reference(a, [i, j]), Reference(a, [i, k]),
                Reference(a, [Affine.of(k) + 1, j])], form=b.r.choice(["min", "max"]))
            b.close()
        b.close(2)
        read_out(b, a, {0: Affine.of(0), 1: n + 1} if b.chance(0.6) else {})
        return [a]
    a = b.array("a", element, [n + 1, m + 3])
    for fixed in (0, 1)[:1 if kind == "knapsack" else 2]:
        v = b.loop("j", 0, a.sizes[1 - fixed])
        b.assign(Reference(a, [v, 0] if fixed else [0, v]), b.others(1))
        b.close()
    i = Affine.of(b.loop("i", 1, n + 1))
    j = Affine.of(b.loop("j", 1 if kind == "sequences" else 0, m + 3,
                         down=b.chance(0.1)))
    if kind == "sequences":
        b.assign(Reference(a, [i, j]), [
            Reference(a, [i - 1, j]), Reference(a, [i, j - 1]),
            Reference(a, [i - 1, j - 1]), *b.others(2)],
            form=b.r.choice(["min", "max", "sum"]))
    else:
        weight = b.r.randint(1, 3)
        b.assign(Reference(a, [i, j]), [Reference(a, [i - 1, j])])
        b.guard([(j - weight, ">=")])
        b.assign(Reference(a, [i, j]), [Reference(a, [i, j]),
                                        Reference(a, [i - 1, j - weight])],
                 form=b.r.choice(["max", "sum"]))
        b.close()
    b.close(2)
    read_out(b, a, {0: n} if b.chance(0.7) else {})
    return [a]


def stages(b):
    """Whole arrays, one after another, each from those before: by element, as
    stencils, transposed, with a dimension more or one summed up."""
    count = b.r.choice([2, 2, 3, 3, 4, 5])
    element = b.element()
    dimensions = b.r.choice([1, 2, 2, 3])
    sizes = [b.size(3) for _ in range(dimensions)]
    made = []
    for s in range(count):
        element = b.element(element) if b.chance(0.2) else element
        a = b.array("a", element, sizes)
        made.append(a)
        sources = list(b.full)
        names = b.nest("ijk", [0] * dimensions, sizes, 0.1)
        b.full = made[-2:-1] * 3 + sources
        reduce = s and b.chance(0.25)
        b.assign(Reference(a, names), b.others(3) if s else b.others(1))
        if reduce:
            b.loop("l", 0, b.r.choice("nm"))
            b.assign(Reference(a, names), [Reference(a, names), b.cell(made[-2])])
            b.close()
        b.close(dimensions)
        b.full = sources + [a]
        b.whole.append(a)
        if b.chance(0.05):
            between(b)
        if s >= 2 and b.chance(0.5):
            b.release(made[s - 2])
    for a in made[-1:] if b.chance(0.7) else made[-2:]:
        read_out(b, a)
    return [a for a in made if any(a is live for live, _ in b.live)]


def rows(b):
    """In each turn of a loop a row is filled and used up; the row may be a
    dimension of an array, or an array of its own that each turn fills anew or
    even allocates."""
    element = b.element()
    width = b.size(2)
    expanded, inside = b.chance(0.5), b.chance(0.2)
    arrays = []
    if not inside:
        arrays = [b.array("a", element, [Affine.of("n") + 1, width] if expanded
                          else [width]) for _ in range(b.r.randint(1, 2))]
    t = b.loop("t", 0, "n")
    if inside:
        expanded = False
        arrays = [b.array("a", element, [width], zero=False if b.chance(0.8) else None)]
    total = b.scalar(element)
    b.assign(Reference(total), [])
    lead = [t] if expanded else []
    for a in arrays:
        v = b.loop("j", 0, width)
        b.assign(Reference(a, lead + [v]), b.others(2) + (
            [Reference(arrays[0], lead + [v])] if a is not arrays[0] else []))
        b.close()
    outputs = [a for a in b.program.arguments() if not a.overlaps]
    for _ in range(b.r.randint(1, 2)):
        v = Affine.of(b.loop("j", 1, width - 1, down=b.chance(0.1)))
        reads = [Reference(a, lead + [v + b.r.randint(-1, 1)]) for a in arrays]
        if expanded and b.chance(0.3):
            reads.append(Reference(arrays[0], [Affine.of(t) - 1, v]))
        if outputs and b.chance(0.4):
            b.assign(b.cell(b.r.choice(outputs)), reads)
        else:
            b.assign(Reference(total), [Reference(total), *reads])
        b.close()
    if b.chance(0.3):
        b.assign(Reference(arrays[-1], lead + [0]), [Reference(total)])
    b.assign(Reference(b.result), [Reference(total)], added=True)
    if inside:
        for a in arrays:
            b.release(a)
    b.close()
    if not inside and b.chance(0.3):
        read_out(b, arrays[0])
    return [] if inside else arrays


def carried(b):
    """A scalar that every turn changes and an array keeps."""
    element = b.element()
    total = b.scalar(element)
    b.assign(Reference(total), [])
    a = b.array("a", element, [b.size(2)])
    i = b.loop("i", 0, a.sizes[0], down=b.chance(0.2))
    b.assign(Reference(total), [Reference(total), *b.others(2)])
    b.assign(Reference(a, [i]), [Reference(total)])
    b.close()
    i = Affine.of(b.loop("i", 1, a.sizes[0]))
    b.assign(Reference(total), [Reference(total), Reference(a, [i]),
                                Reference(a, [i - 1])])
    b.close()
    b.assign(Reference(b.result), [Reference(total)], added=True)
    return [a]


def copies(b):
    """In-place updates, and arrays that are copied, partly or in reverse."""
    element = b.element()
    size = b.size(3)
    made = [b.array("a", element, [size]) for _ in range(b.r.randint(1, 3))]
    b.fill(made[0])
    b.full.remove(made[0])
    for a in made[1:]:
        i = Affine.of(b.loop("i", 0, size))
        b.assign(Reference(a, [b.r.choice([i, i, size - 1 - i])]),
                 [Reference(made[0], [i])], b.r.choice([0, None]))
        b.close()
    if b.chance(0.1):
        between(b)
    for _ in range(b.r.randint(1, 3)):
        repeat = b.chance(0.3)
        if repeat:
            b.loop("t", 0, "p")
        a, source = b.r.choice(made), b.r.choice(made)
        i = Affine.of(b.loop("i", 1, size - 1, b.r.choice([1, 1, 1, 2]), b.chance(0.2)))
        reads = [Reference(b.r.choice([a, source]), [i + b.r.randint(-1, 1)])
                 for _ in range(b.r.randint(1, 3))]
        if b.chance(0.4):
            # Elements move along, as in a line of delays.
            b.assign(Reference(a, [i]), reads[:1], 0)
        else:
            b.assign(Reference(a, [i]), reads)
        b.close(1 + repeat)
    read_out(b, b.r.choice(made))
    return made


def wild_loops(b, depth):
    """Loops of all sorts; returns how many blocks were opened."""
    variables = []
    for d in range(depth):
        low, high = Affine.of(b.r.choice([0, 0, 0, 1, 2])), Affine.of(
            b.r.choice("nmp") if d < 3 else 3) + b.r.choice([0, 0, 1, 3])
        if variables and b.chance(0.3):
            outer = Affine.of(b.r.choice(variables))
            low, high = b.r.choice([
                (outer, high), (low, outer + 1), ([outer, low], [high]),
                (low, [high, outer + 2]), (outer + 1, outer + 3),
                (low, high - outer)])
        variables.append(b.loop("ijkl"[d], low, high,
                                b.r.choice([1] * 7 + [2, 3]), b.chance(0.15)))
    if not b.chance(0.25):
        return depth
    some = Affine.of(b.r.choice(variables))
    other = Affine.of(b.r.choice(variables + ["n", "m"]))
    conditions = [b.r.choice([(some - b.r.randint(1, 3), ">="), (some - other, ">="),
                              (other - some - 1, ">="), (some - 1, "=="),
                              (some + other - 4, ">=")])
                  for _ in range(b.r.choice([1, 1, 2]))]
    b.guard(conditions, any_of=b.chance(0.4))
    return depth + 1


def wild(b):
    """All sorts of affine subscripts, in arrays that are filled before or not."""
    large = Affine({"n": 1, "m": 1}, 9)
    made = []
    for _ in range(b.r.randint(1, 3)):
        count = b.r.choice([1, 1, 2, 2, 3])
        sizes = [b.r.choice([large, b.size(4), b.size(4), Affine.of(b.r.randint(4, 9))])
                 if count < 3 else b.size(4) for _ in range(count)]
        a = b.array("a", b.element(), sizes)
        made.append(a)
        if not a.is_zeroed() and b.chance(0.6):
            b.fill(a)
            b.full.remove(a)
    for _ in range(b.r.randint(1, 3)):
        opened = wild_loops(b, b.r.choice([1, 2, 2, 3, 3, 4]))
        for _ in range(b.r.randint(1, 3)):
            sources = [b.cell(b.r.choice(made)) for _ in range(b.r.randint(1, 3))]
            target = b.cell(b.r.choice(made))
            if b.chance(0.1):
                target = b.r.choice(sources)
            if b.chance(0.1):
                store_early(b, target, sources)
            else:
                b.assign(target, sources + b.others(1))
        b.close(opened)
        if b.chance(0.05):
            between(b)
    for a in made:
        read_out(b, a)
    return made


def tiled(b):
    """A stage and its reader in tiles."""
    element = b.element()
    n, m = Affine.of("n"), Affine.of(b.r.choice("nm"))
    width = b.r.choice([2, 4])
    a = b.array("a", element, [n + 1, m + 2])
    t = Affine.of(b.loop("t", 0, n, step=width))
    for stage in range(2):
        i = Affine.of(b.loop("i", t, [n, t + width]))
        j = Affine.of(b.loop("j", 0, m + 2 if stage == 0 else m))
        if stage == 0:
            b.assign(Reference(a, [i, j]), b.others(2))
        else:
            b.assign(Reference(b.result), [Reference(a, [i, j + b.r.randint(0, 2)]),
                                           Reference(a, [i, j])], added=True)
        b.close(2)
    b.close()
    return [a]


PATTERNS = [(history, 5), (pipeline, 3), (exchange, 4), (table, 3), (stages, 4),
            (rows, 3), (carried, 1), (copies, 2), (wild, 3), (tiled, 1),
            (recurrence, 2), (later, 4), (kept, 2), (effects, 1), (reused, 2),
            (looked_up, 1), (padded, 5), (joined, 3), (periodic, 3), (guarded, 3),
            (filled, 3), (sparse, 3)]
