"""Patterns of loop nests, biased towards arrays whose values die early.

Each adds to a program what computes something in arrays of its own and reads
some of it. They may read cells that were never written: defined.py takes those
reads out.
"""

from affine import Affine
from program import Allocate, Call, Loop, Reference, Return


def read_out(b, array, always=()):
    """Reads cells of an array: all, some hyperplane of it, a corner. They go into
    the result, or to another array."""
    dimensions = range(len(array.sizes))
    last = {d: array.sizes[d] - 1 for d in dimensions}
    fixed = dict(b.r.choice([last, {0: last[0]}, {0: last[0]}, {}, {0: last[0] - 1},
                             {len(last) - 1: last[len(last) - 1]}]))
    fixed.update(always)
    for d in list(fixed):
        if not b.fits(fixed[d], array.sizes[d]):
            fixed[d] = last[d]
    loops = {d: b.loop("r", 0, array.sizes[d], step=b.r.choice([1] * 6 + [2]),
                       down=b.chance(0.1))
             for d in dimensions if d not in fixed}
    cell = Reference(array, [fixed.get(d, loops.get(d)) for d in dimensions])
    targets = [a for a in b.program.arguments() if not a.overlaps]
    if targets and b.chance(0.35):
        target = b.cell(b.r.choice(targets))
        b.assign(target, [cell, *b.others(1)])
    else:
        b.assign(Reference(b.result), [cell], added=True)
    b.close(len(loops))


def store_early(b, target, reads, last=None):
    """Stores a value, and uses it again together with what is read after that, LAST
    rather than another one: a statement that writes before it reads."""
    value = b.scalar(target.array.element)
    b.assign(Reference(value), reads)
    b.assign(target, [Reference(value)], 0)
    last = last if last and b.chance(0.7) else b.r.choice(reads)
    b.assign(Reference(b.result), [Reference(value), last], added=True)


def history(b):
    """a[t][i][j] from moments before, borders set by loops of their own."""
    count = b.r.choice([1, 2, 2, 2, 3, 3, 4])
    pad = [b.r.choice([1, 1, 1, 2]) for _ in range(count)]
    after = [0] + [b.r.choice([0, 1]) for _ in range(count - 1)]
    inner = [Affine.of(b.r.choice("nmp" if count > 2 else "nm")) for _ in range(count)]
    sizes = [v + p + a for v, p, a in zip(inner, pad, after)]
    order = list(range(count))
    if b.chance(0.15):
        b.r.shuffle(order)
    flip = [b.chance(0.12) for _ in range(count)]
    zero = b.chance(0.2)
    a = b.array("a", b.element(), [sizes[d] for d in order], zero=zero)

    def cell(subscripts):
        made = [size - 1 - Affine.of(s) if f else Affine.of(s)
                for f, size, s in zip(flip, sizes, subscripts)]
        return Reference(a, [made[d] for d in order])

    for d in range(count):
        if (zero or a.keeps) and b.chance(0.7):
            continue
        sides = [(0, pad[d])]
        if after[d]:
            sides.append((inner[d] + pad[d], sizes[d]))
        for side in sides:
            names = b.nest("tijk", *zip(*[side if e == d else (0, sizes[e])
                                          for e in range(count)]))
            b.assign(cell(names), b.others(1) if b.chance(0.2) else [])
            b.close(count)
    if b.chance(0.1):
        between(b)
    names, opened = [], count
    triangle = b.r.randint(1, count - 1) if count > 1 and b.chance(0.2) else 0
    skew = count > 1 and not triangle and b.chance(0.07)
    steps = b.r.choice([1] * 8 + [2, 3])
    for d in range(count):
        low, high = Affine.of(pad[d]), inner[d] + pad[d]
        if d == triangle and d:
            lead = Affine.of(names[0]) - pad[0]
            low, high = b.r.choice([([low + lead], [high]),
                                    ([low], [high, low + lead])])
        if d == 0 and b.chance(0.1):
            b.loop("u", 0, 2)
            opened += 1
        if skew and d == 1:
            shift = Affine.of(names[0])
            names.append(Affine.of(b.loop("i", low + shift, high + shift)) - shift)
        else:
            names.append(b.loop("tijk"[d], low, high, steps if d == count - 1 else 1))
    if b.chance(0.15):
        some = Affine.of(b.r.choice(names))
        b.guard([(some - b.r.randint(1, 3), ">=")])
        opened += 1
    for again in [[], [cell(names)]][:b.r.choice([1, 1, 1, 2])]:
        offsets = []
        for _ in range(b.r.choice([1, 2, 2, 3, 4])):
            lead = b.r.choice([0] * 3 + list(range(count)))
            offsets.append([0] * lead + [-b.r.randint(1, pad[lead])] + [
                b.r.randint(-pad[d], after[d]) for d in range(lead + 1, count)])
        read = [cell(Affine.of(v) + o for v, o in zip(names, offset))
                for offset in offsets]
        again += read
        if b.chance(0.15):
            # Of the cells read, the one that is not read again.
            last = read[offsets.index(min(offsets))]
            store_early(b, cell(names), [last] if b.chance(0.5) else again, last)
        else:
            moves = len(again) == 1 and b.chance(0.3)
            b.assign(cell(names), again if moves else again + (
                b.others(1) if b.chance(0.3) else []), 0 if moves else None)
        if b.chance(0.1):
            b.assign(Reference(b.result), [cell(names)], added=True)
    b.close(opened)
    if a.keeps and b.chance(0.7):
        # The next call goes on from here.
        names = b.nest("ijk", [0] * (count - 1), sizes[1:])
        b.assign(cell([0, *names]), [cell([sizes[0] - 1, *names])], 0)
        b.close(count - 1)
    fixed = {order.index(0): Affine.of(0)} if flip[0] else {
        order.index(0): sizes[0] - 1}
    read_out(b, a, fixed if b.chance(0.7) else {})
    return [a]


def recurrence(b):
    """Each value follows from one of the turn before, which dies with that, or is
    read once more when its successor is already stored. Rows may get their ends
    from their inner parts."""
    count = b.r.choice([1, 2, 2, 2])
    ends = count == 2 and b.chance(0.4)
    sizes = [Affine.of("n") + 1, b.size(3)][:count]
    a = b.array("a", b.element(), sizes)
    first = b.nest("i", [0] * (count - 1), sizes[1:])
    b.assign(Reference(a, [0, *first]), b.others(1))
    b.close(count - 1)
    t = Affine.of(b.loop("t", 1, sizes[0]))
    width = sizes[-1]
    inner = b.nest("i", [1 if ends else 0] * (count - 1),
                   [width - 1 if ends else width] * (count - 1))
    shift = b.r.randint(-1, 1) if ends else 0
    last = Reference(a, [t - 1, *[Affine.of(v) + shift for v in inner]])
    cell = Reference(a, [t, *inner])
    if b.chance(0.5):
        store_early(b, cell, [last])
    else:
        b.assign(cell, [last, *b.others(1)])
    b.close(count - 1)
    if ends:
        near, far = b.r.choice([(1, width - 2), (width - 2, 1)])
        for end, source in ((0, near), (width - 1, far)):
            b.assign(Reference(a, [t, end]), [Reference(a, [t, source])], 0)
    b.close()
    read_out(b, a, {0: sizes[0] - 1} if b.chance(0.8) else {})
    return [a]


def pipeline(b):
    """Each stage reads WINDOW rows back and up to two columns ahead."""
    stages = b.r.choice([1, 2, 2, 3])
    window = [b.r.randint(0, 2) for _ in range(stages)]
    triangle = b.chance(0.25)
    rows = Affine.of("n")
    width = Affine.of("n" if triangle else b.r.choice("nmp"))
    element = b.element()
    arrays = [b.array("a", b.element(element) if b.chance(0.3) else element,
                      [rows + 1, width + 2 * stages + 1]) for _ in range(stages)]
    together = b.chance(0.75)
    if together:
        i = b.loop("i", 0, rows)
    for s in range(stages + 1):
        delay, opened = sum(window[:s]), 1
        if not together:
            i = b.loop("i", delay, rows)
            opened = 2
        elif delay:
            b.guard([(Affine.of(i) - delay, ">=")])
            opened = 2
        high = width + (2 * (stages - s) if s < stages else 0)
        if triangle and s == stages:
            high = Affine.of(i) + 1
        j = b.loop("j", 0, high, down=b.chance(0.1))
        reads = [] if s == 0 else [
            Reference(arrays[s - 1], [Affine.of(i) - b.r.randint(0, window[s - 1]),
                                      Affine.of(j) + b.r.randint(0, 2)])
            for _ in range(b.r.randint(1, 3))]
        if s == stages:
            outputs = [a for a in b.program.arguments() if len(a.sizes) == 2
                       and not a.overlaps]
            target = b.cell(b.r.choice(outputs)) if outputs and b.chance(
                0.6) else Reference(b.result)
            b.assign(target, reads, added=target.array is b.result)
        else:
            b.assign(Reference(arrays[s], [i, j]), reads + (
                b.others(2) if s == 0 or b.chance(0.2) else []))
        b.close(opened)
    if together:
        b.close()
    return arrays


def set_borders(b, array):
    """The outermost cells on all sides."""
    for d in range(len(array.sizes)):
        for side in Affine.of(0), array.sizes[d] - 1:
            index = [side if e == d else b.loop("ijk"[e], 0, size)
                     for e, size in enumerate(array.sizes)]
            b.assign(Reference(array, index), [])
            b.close(len(array.sizes) - 1)


def exchange_stage(b, source, other, target, moving):
    """Fills TARGET from SOURCE: a stencil, or a copy."""
    sizes = target.sizes
    copy = b.chance(0.4)
    whole = copy and (moving or b.chance(0.2))
    if moving and not whole:
        set_borders(b, target)
    down = b.chance(0.1)
    names = [b.loop(stem, *((0, size) if whole else (1, size - 1)), down=down)
             for stem, size in zip("ijk", sizes)]
    reads = [Reference(source, names)]
    if not copy:
        reads = [Reference(b.r.choice([source, source, source, other]), [
            Affine.of(v) + b.r.randint(-1, 1) for v in names])
            for _ in range(b.r.randint(1, 4))]
    if not copy and b.chance(0.08):
        store_early(b, Reference(target, names), reads)
    else:
        b.assign(Reference(target, names), reads, 0 if copy else None)
    b.close(len(names))


def exchange(b):
    """Arrays that feed each other step by step, stencils and copies."""
    count = b.r.choice([1, 1, 2, 2, 3])
    sizes = [Affine.of("n" if d != 1 else b.r.choice("nm")) + 2 for d in range(count)]
    first = b.r.choice(["double", "double", "float", "int"])
    moving = [b.chance(0.2) for _ in range(b.r.choice([2, 2, 2, 3, 4]))]
    mixed = b.chance(0.25)
    arrays = []
    for moves in moving:
        zero = b.chance(0.1)
        made = b.array("a", b.element(first) if mixed else first, sizes, zero=zero)
        arrays.append(made)
        if not zero and not (moves and len(arrays) > 1 and b.chance(0.7)):
            b.fill(made)
            b.full.remove(made)
    if b.chance(0.1):
        between(b)
    steps = b.chance(0.8)
    if steps:
        b.loop("t", 0, b.r.choice("mp") if count < 3 else 3)
    last = len(arrays) - (0 if steps else 1)
    for s in range(last):
        target = (s + 1) % len(arrays)
        exchange_stage(b, arrays[s], arrays[s - 1] if s else arrays[s],
                       arrays[target], moving[target])
    if steps:
        b.close()
    read_out(b, arrays[last % len(arrays)])
    return arrays


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


def between(b):
    """A call, or an early return."""
    if b.chance(0.6):
        # Those of constant size are not filled to the end.
        shown = [a for a in b.whole if b.chance(0.7) and a.kind != "stack"] + [
            a for a in b.program.arguments() if b.chance(0.2)]
        b.add(Call(b.r.randint(0, 99), b.r.choice(shown) if shown else None))
    elif len(b.blocks) == 1:
        condition = Affine.of(b.r.choice("nmp")) - b.r.choice([2, 4, 9])
        if b.chance(0.3):
            condition = -condition
        b.add(Return(condition, [a for a, _ in b.live]))


PATTERNS = [(history, 5), (pipeline, 3), (exchange, 4), (table, 3), (stages, 4),
            (rows, 3), (carried, 1), (copies, 2), (wild, 3), (tiled, 1),
            (recurrence, 2)]


__all__ = ["PATTERNS", "between", "Allocate", "Loop"]
