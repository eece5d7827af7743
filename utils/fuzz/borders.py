"""Patterns in which a region of an array is a copy of another array or holds one
value: borders around a copy, joined pieces, neighbours across the ends, conditions
on where a cell lies.

patterns.py has the others, and says what they are for.
"""

from affine import Affine, Remainder
from parts import part_of, read_out
from program import Reference


def extent(b, least=0):
    return Affine.of(b.r.choice("nmp" if b.chance(0.2) else "nm")) + (
        least + b.r.choice([0, 0, 1, 2, 3]))


def extents(b, count):
    """Sizes of an array, which may have no cells, but then has no rows."""
    return [extent(b, 1 if d else 0) for d in range(count)]


def given(b, element, sizes):
    """An array that is full: the caller's, or one that is computed."""
    if b.chance(0.6):
        return b.argument(element, sizes)
    made = b.array("a", element, sizes)
    b.fill(made)
    b.full.remove(made)
    return made


def shifted(names, by):
    return [Affine.of(name) + offset for name, offset in zip(names, by)]


def all_cells(b, array):
    return b.nest("ijk", [0] * 3, array.sizes, 0.05)


def set_all(b, array, value):
    names = all_cells(b, array)
    b.constant(Reference(array, names), value)
    b.close(len(names))


def copy_into(b, target, source, by):
    names = all_cells(b, source)
    b.copy(Reference(target, shifted(names, by)), Reference(source, names))
    b.close(len(names))


def change(b, array):
    """What a copy was made from is not the same any more."""
    names = b.nest("ijk", [0] * 3, array.sizes)
    cell = Reference(array, names)
    b.assign(cell, [cell, *b.others(1)] if b.chance(0.7) else [])
    b.close(len(names))


def use(b, array, sizes, spread):
    """A stencil over as many cells as SIZES, that reaches SPREAD cells further."""
    step = b.r.choice([1, 1, 1, 2])
    element = b.element(array.element) if b.chance(0.2) else array.element
    kind = b.r.choice(["argument", "argument", "local", "result"])
    target = None
    if kind != "result":
        target = (b.argument if kind == "argument" else b.array)(
            *(["c"] if kind == "local" else []), element, sizes)
        if kind == "local" and not target.is_zeroed() and step > 1:
            set_all(b, target, b.r.randint(0, 3))
    names = [b.loop("ijk"[d], 0, size, step if d == 0 else 1, b.chance(0.1))
             for d, size in enumerate(sizes)]
    reads = [Reference(array, shifted(names, [b.r.randint(0, most) for most in spread]))
             for _ in range(b.r.choice([1, 2, 3, 4, 5]))]
    if target is None:
        b.assign(Reference(b.result), reads, added=True)
    else:
        b.assign(Reference(target, names), reads, 0 if b.chance(0.5) else None)
    b.close(len(names))
    if kind == "local":
        read_out(b, target)
        return [target]
    return []


def set_sides(b, array, low, high, value, kind):
    """All cells outside of an inner box: of one VALUE, as the cells at its edge,
    mirrored there, or as those on the other side."""
    for d, size in enumerate(array.sizes):
        inner = size - low[d] - high[d]
        cells = [(Affine.of(low[d] - 1 - k), k, True) for k in range(low[d])]
        cells += [(size - high[d] + k, k, False) for k in range(high[d])]
        for place, k, below in cells:
            first, last = Affine.of(low[d]), size - high[d] - 1
            if below:
                source = {"edge": first, "mirror": first + k, "halo": last - k}
            else:
                source = {"edge": last, "mirror": last - k, "halo": first + k}
            names = [b.loop("ijk"[e], 0, array.sizes[e]) if e != d else place
                     for e in range(len(array.sizes))]
            cell = Reference(array, names)
            if kind == "value" or inner == Affine():
                b.constant(cell, value)
            else:
                names = [source[kind] if e == d else v for e, v in enumerate(names)]
                b.copy(cell, Reference(array, names))
            b.close(len(names) - 1)


def padded(b):
    """A copy with borders around it, and a stencil that reads both."""
    count = b.r.choice([1, 2, 2, 2, 3])
    element = b.element()
    inner = extents(b, count)
    source = given(b, element, inner)
    low = [b.r.randint(0, 2) for _ in inner]
    high = [b.r.randint(0 if low[d] else 1, 2) for d in range(count)]
    sizes = [size + low[d] + high[d] for d, size in enumerate(inner)]
    value = 0 if b.chance(0.7) else b.r.randint(1, 9)
    style = b.r.choice(["before", "before", "guard", "choose", "sides"])
    steps = style in ("before", "sides") and source.is_argument() and b.chance(0.2)
    a = b.array("a", element, sizes,
                zero=True if style == "before" and not value and b.chance(0.4) else None)
    if style == "before" and (value or not a.is_zeroed()):
        set_all(b, a, value)
    if steps:
        b.loop("t", 0, 2)
    if style in ("before", "sides"):
        copy_into(b, a, source, low)
    if style == "sides":
        set_sides(b, a, low, high, value,
                  b.r.choice(["value", "edge", "mirror", "halo"]))
    if style in ("guard", "choose"):
        names = all_cells(b, a)
        cell = Reference(a, names)
        back = Reference(source, shifted(names, [-x for x in low]))
        inside = [(s, ">=") for s, x in zip(back.subscripts, low) if x]
        inside += [(size - 1 - s, ">=")
                   for s, size, x in zip(back.subscripts, inner, high) if x]
        if style == "choose":
            b.choose(cell, inside, back, [], value)
        else:
            b.guard(inside)
            b.copy(cell, back)
            b.otherwise()
            b.constant(cell, value)
            b.close()
        b.close(len(names))
    if b.chance(0.15):
        change(b, source)
    made = [a, *use(b, a, inner, [low[d] + high[d] for d in range(count)])]
    if steps:
        change(b, source)
        b.close()
    return [] if steps else made


def put_pieces(b, a, lengths):
    """Fills A along its first dimension, piece by piece."""
    at, rest = Affine.of(0), a.sizes[1:]
    source = None
    for length in lengths:
        if not source or source.sizes[0] != length or b.chance(0.7):
            source = given(b, a.element, [length, *rest])
        kind = b.r.choice(["copy", "copy", "copy", "reverse", "value"])
        names = all_cells(b, source)
        cell = Reference(a, [at + names[0], *names[1:]])
        first = length - 1 - Affine.of(names[0]) if kind == "reverse" else names[0]
        if kind == "value":
            b.constant(cell, b.r.randint(0, 5))
        else:
            b.copy(cell, Reference(source, [first, *names[1:]]))
        b.close(len(names))
        if b.chance(0.1):
            change(b, source)
        at = at + length
    return at


def joined(b):
    """Arrays one behind another in a larger one, of which slices are taken, or what
    lies around the seams."""
    lengths = [extent(b) for _ in range(b.r.choice([2, 2, 3]))]
    rest = [extent(b, 1) for _ in range(b.r.choice([0, 1, 1]))]
    more, total = b.r.randint(0, 2), Affine.of(0)
    for length in lengths:
        total = total + length
    a = b.array("a", b.element(), [total + more, *rest])
    at = put_pieces(b, a, lengths)
    for k in range(more):
        names = [at + k, *b.nest("j", [0], rest)]
        b.constant(Reference(a, names), b.r.randint(0, 2))
        b.close(len(names) - 1)
    if b.chance(0.4):
        part_of(b, a)
        return [a]
    if b.chance(0.5):
        slice_ = b.array("a", a.element, [lengths[-1] + more, *rest])
        names = all_cells(b, slice_)
        first = total - lengths[-1] + names[0]
        b.copy(Reference(slice_, names), Reference(a, [first, *names[1:]]))
        b.close(len(names))
        return [a, slice_, *use(b, slice_, [lengths[-1], *rest], [more, 0])]
    return [a, *use(b, a, [total, *rest], [more, 0])]


def neighbour(b, name, size):
    """A subscript a little further on, or back, on a ring of that many cells, or
    that stops at its ends."""
    is_signed = b.program.index in ("long", "int")
    form = b.r.choice(["rest", "rest", "wrap", "clamp"] if is_signed else ["rest"])
    if size.is_constant() and b.chance(0.5):
        form = "mask"
    on = b.r.choice([1, 1, 1, 2, 3])
    by = b.r.choice([Affine.of(on), size - 1])
    if form in ("wrap", "clamp") or (form == "mask" and is_signed):
        by = Affine.of(b.r.choice([on, -on]))
    return Remainder(Affine.of(name) + by, size, form)


def ring_step(b, source, target, how):
    """Fills TARGET from SOURCE, whose ends are neighbours along one dimension."""
    d = b.r.randrange(len(source.sizes))
    size = source.sizes[d]
    names = b.nest("ijk", [0] * 3, source.sizes, 0.05)

    def cell(subscript):
        return Reference(source, [subscript if e == d else v
                                  for e, v in enumerate(names)])

    to, name = Reference(target, names), Affine.of(names[d])
    back = b.chance(0.5)
    at_end = [(name, "==") if back else (size - 1 - name, "==")]
    far = cell(size - 1 if back else 0)
    near = cell(name - 1 if back else name + 1)
    if how == "remainder":
        b.assign(to, [cell(neighbour(b, name, size))
                      for _ in range(b.r.randint(1, 3))] + [cell(name)])
    elif how == "choose":
        b.choose(to, at_end, far, [near])
    else:
        b.guard(at_end)
        b.assign(to, [far, cell(name)])
        b.otherwise()
        b.assign(to, [near, cell(name)])
        b.close()
    b.close(len(names))


def periodic(b):
    """Steps on a ring, or a torus."""
    sizes = extents(b, b.r.choice([1, 1, 2]))
    if b.chance(0.2):
        sizes[b.r.randrange(len(sizes))] = Affine.of(b.r.choice([1, 2, 4, 8, 16, 64]))
    element = b.element()
    u = given(b, element, sizes)
    a = b.array("a", element, sizes)
    steps = b.chance(0.4)
    how = b.r.choice(["remainder", "choose", "guard"])
    if steps:
        b.loop("t", 0, b.r.choice(["m", "p", 2]))
    ring_step(b, u, a, how)
    if steps:
        if b.chance(0.6):
            copy_into(b, u, a, [0] * len(sizes))
        else:
            ring_step(b, a, u, how)
        b.close()
        read_out(b, u)
        return [a]
    other = b.array("a", element, sizes)
    ring_step(b, a, other, b.r.choice(["remainder", "choose", "guard"]))
    read_out(b, other)
    return [a, other]


def cases(b, target, source, names, offsets):
    """Stores to a cell, in branches for whether it is first, last or between along
    each dimension; OFFSETS are those that its neighbours may have, so far."""
    d = len(offsets)
    if d == len(names):
        reads = [Reference(source, shifted(names, [b.r.choice(o) for o in offsets]))
                 for _ in range(b.r.randint(1, 3))]
        b.assign(Reference(target, names), reads)
        return
    if d and b.chance(0.3):
        cases(b, target, source, names, [*offsets, [0]])
        return
    name, size = Affine.of(names[d]), target.sizes[d]
    b.guard([(name, "==")])
    cases(b, target, source, names, [*offsets, [0, 1]])
    b.otherwise()
    b.guard([(size - 1 - name, "==")])
    cases(b, target, source, names, [*offsets, [-1, 0]])
    b.otherwise()
    cases(b, target, source, names, [*offsets, [-1, 0, 1]])
    b.close(2)


def framed(b, target, source, names):
    """Stores to a cell, in one branch if it is at any side and one else."""
    sides = [c for name, size in zip(names, target.sizes)
             for c in ((Affine.of(name), "=="), (size - 1 - Affine.of(name), "=="))]
    b.guard(sides, any_of=True)
    if b.chance(0.5):
        b.constant(Reference(target, names), b.r.randint(0, 3))
    else:
        b.copy(Reference(target, names), Reference(source, names))
    b.otherwise()
    b.assign(Reference(target, names), [
        Reference(source, shifted(names, [b.r.randint(-1, 1) for _ in names]))
        for _ in range(b.r.randint(1, 4))])
    b.close()


def guarded(b):
    """A stencil over all cells, with conditions for those at the sides."""
    element = b.element()
    sizes = [extent(b, 2) for _ in range(b.r.choice([1, 2, 2]))]
    source = given(b, element, sizes)
    a = b.array("a", element, sizes)
    names = all_cells(b, a)
    if b.chance(0.6):
        cases(b, a, source, names, [])
    else:
        framed(b, a, source, names)
    b.close(len(names))
    if b.chance(0.3):
        read_out(b, a)
        return [a]
    return [a, *use(b, a, [size - 1 for size in sizes], [1] * len(sizes))]


def filled(b):
    """An array of few values: one everywhere, others in boxes, triangles and single
    cells."""
    sizes = [extent(b, 1) for _ in range(b.r.choice([1, 2, 2]))]
    a = b.array("a", b.element(), sizes, zero=True if b.chance(0.4) else None)
    if not a.is_zeroed():
        set_all(b, a, b.r.choice([0, 0, 1, 7]))
    source = given(b, a.element, sizes)
    for _ in range(b.r.randint(1, 3)):
        if b.chance(0.2):
            corner = [b.r.choice([Affine.of(0), size - 1]) for size in sizes]
            b.constant(Reference(a, corner), b.r.randint(0, 9))
            continue
        names = []
        for size in sizes:
            low, high = b.r.choice([(0, size), (1, size), (0, size - 1),
                                    (size - 1, size), (0, 1)])
            if names and b.chance(0.6):
                low, high = b.r.choice([([low, names[-1]], high),
                                        (low, [high, Affine.of(names[-1]) + 1])])
            names.append(b.loop("ij"[len(names)], low, high))
        cell = Reference(a, names)
        if b.chance(0.5):
            b.copy(cell, Reference(source, names))
        else:
            b.constant(cell, b.r.randint(0, 9))
        b.close(len(names))
    if b.chance(0.4):
        part_of(b, a)
        return [a]
    return [a, *use(b, a, [size - 1 for size in sizes], [1] * len(sizes))]


def some_columns(b, sizes):
    """Opens loops over the cells of a matrix in a triangle, a band or a block."""
    rows, columns = sizes
    kind = b.r.choice(["lower", "upper", "band", "block"])
    i = b.loop("i", *((1, rows - 1) if kind == "block" else (0, rows)))
    here, wide = Affine.of(i), b.r.randint(0, 2)
    low, high = {"lower": ([0], [columns, here + wide]), "upper": ([here], [columns]),
                 "band": ([Affine.of(0), here - wide], [columns, here + 1 + wide]),
                 "block": ([wide], [columns - 1])}[kind]
    return [i, b.loop("j", low, high)]


def sparse(b):
    """A matrix of which most cells are zero, or one, stored in full: its cells are
    factors, or are added up, in memory or in a register."""
    element = b.element()
    if element in ("short", "signed char") and b.language == "fortran":
        element = "int"  # sums must not be too large
    sizes = extents(b, 2)
    value = b.r.choice([0, 0, 0, 1])
    source = given(b, element, sizes)
    a = b.array("a", element, sizes, zero=None if value else b.chance(0.5) or None)
    if value or not a.is_zeroed():
        set_all(b, a, value)
    names = some_columns(b, sizes)
    cell, read = Reference(a, names), Reference(source, names)
    if b.chance(0.7):
        b.copy(cell, read)
    else:
        b.assign(cell, [read], 1)
    b.close(2)
    wide = extents(b, 1) if b.chance(0.6) else []
    other = given(b, b.element(element), [sizes[1], *wide])
    target = b.argument(element, [sizes[0], *wide])
    register = b.chance(0.3)
    ends = dict(zip("ikj", [*sizes, *wide]))
    order = [name for name in "ikj" if name in ends]
    if register:
        order = [name for name in order if name != "k"] + ["k"]
        total = Reference(b.scalar(element))
    elif b.chance(0.5):
        b.r.shuffle(order)
    at = {}
    for name in order:
        if register and name == "k":
            b.assign(total, [], b.r.randint(0, 2))
        at[name] = b.loop(name, 0, ends[name])
    lead = [at[name] for name in "j" if name in at]
    place = Reference(target, [at["i"], *lead])
    terms = [Reference(a, [at["i"], at["k"]]), Reference(other, [at["k"], *lead])]
    b.assign(total if register else place, terms[:b.r.choice([1, 2, 2, 2])], 0,
             "product", added=True)
    if register:
        b.close()
        b.assign(place, [total], 0, "copy")
        b.close(len(order) - 1)
    else:
        b.close(len(order))
    return [a]
