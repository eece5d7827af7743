"""Patterns in which each turn of a loop uses what turns before it computed.

patterns.py has the others, and says what they are for.
"""

from affine import Affine
from parts import between, read_out, store_early
from program import Exchange, Reference


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


def turns(b):
    """Arrays that change places after each step: the newest becomes the one that is
    read. In C and C++."""
    count = b.r.choice([1, 1, 2, 2, 3])
    least = b.r.choice([2, 2, 2, 0])
    sizes = [Affine.of("n" if d != 1 else b.r.choice("nm")) + least
             for d in range(count)]
    kinds = b.r.choice([["malloc", "malloc", "calloc"], ["new"], ["vector"]]
                       if b.language == "c++" else [["malloc", "malloc", "calloc"]])
    element = b.r.choice(["double", "double", "float", "int"])
    arrays = [b.array("a", element, sizes, kinds=kinds)
              for _ in range(b.r.choice([2, 2, 2, 3]))]
    for a in arrays:
        a.flat, a.checked = arrays[0].flat, False
        if b.chance(0.9):
            b.fill(a)
            b.full.remove(a)
    for again in range(b.r.choice([1, 1, 1, 2])):
        b.loop("t", 0, b.r.choice(["m", "p", "p", 2, 3]))
        for _ in range(b.r.choice([1, 1, 1, 2])):
            exchange_stage(b, arrays[0], arrays[-2], arrays[-1], moving=False)
        if b.chance(0.1):
            exchange_stage(b, arrays[-1], arrays[-1], arrays[0], moving=False)
        sometimes = b.chance(0.1)
        if sometimes:
            b.guard([(Affine.of("m") - 2, ">=")])
        # The last one comes first.
        order = arrays[::-1] if b.chance(0.7) else arrays
        b.add(Exchange(order))
        b.close(2 if sometimes else 1)
    if least == 0:
        # Vectors without elements are not allocated.
        b.guard([(size - 1, ">=") for size in sizes])
    for a in arrays[:b.r.choice([1, 1, 1, 2])]:
        read_out(b, a)
    if least == 0:
        b.close()
    return arrays


def mirrored(b):
    """Signals, each from what is at the same place of others, at the place before and at
    the other end."""
    element, size = b.element(), b.size(2)
    made = []
    for _ in range(b.r.randint(3, 8)):
        again = made and b.chance(0.4)
        a = b.r.choice(made) if again else b.array("a", element, [size])
        first = b.r.choice([0, 1]) if again else 0
        i = Affine.of(b.loop("i", first, size, down=b.chance(0.1)))
        reads = [Reference(b.r.choice(made), [b.r.choice([i, i, size - 1 - i])])
                 for _ in range(b.r.randint(1, 2))] if made else b.others(2)
        if first and b.chance(0.5):
            reads.append(Reference(a, [i - 1]))
        b.assign(Reference(a, [i]), reads)
        b.close()
        if not again:
            made.append(a)
    for a in made[-1:] if b.chance(0.5) else b.r.sample(made, min(2, len(made))):
        read_out(b, a)
    return made


def whole(b, target, source=None):
    """Copies SOURCE, or stores zeros, by loops over all of TARGET or of its rows."""
    rows = len(target.sizes) > 1 and b.chance(0.3)
    names = [b.loop(stem, 1 if rows and d == 0 else 0, size)
             for d, (stem, size) in enumerate(zip("ijk", target.sizes))]
    b.assign(Reference(target, names), [Reference(source, names)] if source else [], 0)
    b.close(len(names))


def copies(b):
    """Arrays that are copied and cleared as a whole, and stencils between. In C and
    C++."""
    count = b.r.choice([1, 1, 2, 2, 2, 3])
    sizes = [Affine.of("n" if d != 1 else b.r.choice("nm")) + 2 for d in range(count)]
    element = b.r.choice(["double", "double", "float", "int"])
    arrays = [b.array("a", element, sizes) for _ in range(b.r.choice([2, 2, 3]))]
    for a in arrays:
        if not a.is_zeroed() or b.chance(0.3):
            b.fill(a)
            b.full.remove(a)
    steps = b.chance(0.6)
    if steps:
        b.loop("t", 0, b.r.choice("mp") if count < 3 else 3)
    for _ in range(b.r.choice([1, 1, 2])):
        for source, target in zip(arrays, arrays[1:] + arrays[:1]):
            if b.chance(0.7):
                whole(b, target, source)
            elif b.chance(0.3):
                whole(b, target)
            if b.chance(0.7):
                exchange_stage(b, source, source, target, moving=False)
    if steps:
        b.close()
    for a in arrays[:b.r.choice([1, 1, 1, 2])]:
        read_out(b, a)
    return arrays
