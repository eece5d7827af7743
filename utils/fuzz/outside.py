"""Patterns in which more than the loops themselves matters to what they may leave
out: later loops, the next call, effects beside stores, several uses of a value, values
as subscripts.

patterns.py has the others, and says what they are for.
"""

from affine import Affine
from parts import part_of, read_out
from program import BYTES, FLOATS, Call, Reference


def interrupt(b):
    """Something that no SCoP may contain: a call, perhaps in a loop."""
    looped = b.chance(0.2)
    if looped:
        b.loop("u", 0, b.r.choice("mp"))
    b.add(Call(b.r.randint(0, 99)))
    b.close(looped)


def long_size(b):
    """Of a dimension of which a part is read: a multiple of a parameter, or the sum
    of two, or a constant."""
    v, w = b.r.choice("nmp"), b.r.choice("nm")
    return b.r.choice([Affine.of(v) + w, Affine.of(v) * 2, Affine.of(v),
                       Affine.of(v), Affine.of(b.r.randint(4, 8))]) + b.r.randint(1, 3)


def fill_from(b, a, source):
    """Writes all cells of A, from others, those before them, or a SOURCE."""
    names = b.nest("ijk", [0] * 3, a.sizes, 0.1)
    reads = b.others(2)
    if source:
        reads.append(Reference(source, names) if source.sizes == a.sizes
                     else b.cell(source))
    if b.chance(0.25):
        d = b.r.randrange(len(names))
        back = [Affine.of(v) - (e == d) for e, v in enumerate(names)]
        b.guard([(back[d], ">=")])
        b.assign(Reference(a, names), [Reference(a, back), *reads])
        b.close()
        b.guard([(-Affine.of(names[d]), ">=")])
        b.assign(Reference(a, names), reads)
        b.close()
    else:
        b.assign(Reference(a, names), reads)
    b.close(len(names))


def change_some(b, a):
    """Stores to cells of A where data say so."""
    names = b.nest("ijk", [0] * 3, a.sizes, 0.1)
    cell = Reference(a, names)
    b.assign(cell, [cell, *b.others(2)] if b.chance(0.5) or not b.full
             else [b.cell(b.r.choice(b.full)), *b.others(1)], form="may")
    b.close(len(names))


def later(b):
    """Arrays of which parts are read behind a call: by several loops or none. Where
    each is made from the one before, perhaps with calls in between, what is needed of
    the first depends on what is needed of the last."""
    inside = b.chance(0.25)
    if inside:
        b.loop("t", 0, b.r.choice(["m", "p", 3]))
    element, made = b.element(), []
    sizes = [long_size(b) for _ in range(b.r.choice([1, 1, 1, 2, 2, 3]))]
    for _ in range(b.r.choice([1, 1, 2, 2, 3])):
        made.append(b.array("a", element, sizes))
        fill_from(b, made[-1], made[-2] if len(made) > 1 else None)
        if b.chance(0.4):
            interrupt(b)
        if b.chance(0.5):
            change_some(b, made[-1])
    interrupt(b)
    for _ in range(b.r.choice([1, 1, 2, 2, 3])):
        part_of(b, made[-1] if b.chance(0.8) else b.r.choice(made))
        if b.chance(0.4):
            interrupt(b)
    if inside:
        for a in made:
            b.release(a)
        b.close()
    return [] if inside else made


def kept(b):
    """Static arrays with values from the call before, used and written anew."""
    sizes = [b.size(2) for _ in range(b.r.choice([1, 1, 2]))]
    a = b.array("a", b.element(), sizes, kinds=["static", "global"])
    a.keeps = True
    first = b.chance(0.6)
    if first:
        names = b.nest("ij", [0] * 2, sizes)
        b.assign(Reference(b.result), [Reference(a, names)], added=True)
        b.close(len(names))
        if b.chance(0.4):
            interrupt(b)
    repeat = b.chance(0.3)
    if repeat:
        b.loop("t", 0, b.r.choice("mp"))
    names = b.nest("ij", [1] * 2, [size - 1 for size in sizes], 0.1)
    cell = Reference(a, names)
    near = [Reference(a, [Affine.of(v) + b.r.randint(-1, 1) for v in names])
            for _ in range(b.r.randint(1, 2))]
    b.assign(cell, b.r.choice([[], near, [cell, *near]]) + b.others(1),
             form=b.r.choice([None, None, "may"]))
    b.close(len(names) + repeat)
    if not first or b.chance(0.5):
        read_out(b, a)
    return [a]


def effects(b):
    """Loops that fill an array, a part of which is used or nothing, and do more: a
    call, perhaps in few turns, or a store that is volatile."""
    sizes = [long_size(b) for _ in range(b.r.choice([1, 1, 2]))]
    a = b.array("a", b.element(), sizes)
    names = b.nest("ij", [0] * 2, sizes)
    v = Affine.of(b.r.choice(names))
    kind = b.r.choice(["call", "guarded", "volatile", "volatile"])
    before = b.chance(0.5)
    if before:
        b.assign(Reference(a, names), b.others(2))
    if kind == "call":
        b.add(Call(b.r.randint(0, 99)))
    elif kind == "guarded":
        b.guard([(v - b.r.randint(1, 4), b.r.choice([">=", "=="]))])
        b.add(Call(b.r.randint(0, 99)))
        b.close()
    else:
        seen = b.scalar(a.element, volatile=True)
        b.assign(Reference(seen), [Reference(a, names)] if before else [])
        if b.chance(0.5):
            b.assign(Reference(b.result), [Reference(seen)], added=True)
    if not before:
        b.assign(Reference(a, names), b.others(2))
    b.close(len(names))
    if b.chance(0.5):
        part_of(b, a)
    return [a]


def reused(b):
    """Arrays that feed each other and are read once at most, as a value that has
    several uses."""
    size = b.size(3)
    element = b.element()
    made = [b.array("a", element, [size]) for _ in range(b.r.choice([1, 1, 2]))]
    for a in made:
        fill_from(b, a, None)
    if b.chance(0.5):
        a, other = made[0], made[-1]
        i = Affine.of(b.loop("i", 1, size))
        b.assign(Reference(a, [i]), [Reference(other, [i - 1]), Reference(a, [i])],
                 form=b.r.choice(["max", "min", "branch"]))
        b.close()
    if b.chance(0.3):
        return made
    a = b.r.choice(made)
    i = b.loop("i", 0, size)
    value = b.scalar(element)
    b.assign(Reference(value), [Reference(a, [i])], 0)
    targets = [x for x in b.program.arguments() if not x.overlaps]
    for _ in range(b.r.randint(2, 3)):
        if targets and b.chance(0.4):
            b.assign(b.cell(b.r.choice(targets)), [Reference(value)])
        else:
            b.assign(Reference(b.result), [Reference(value), *b.others(1)],
                     form=b.r.choice(["sum", "max", "branch"]), added=b.chance(0.8))
    b.close()
    return made


def integer_element(b):
    while True:
        element = b.element()
        if element not in FLOATS:
            return element


def looked_up(b):
    """Integers that say which cells of a table are read or changed."""
    count = b.r.choice([2, 4, 8])
    table = b.array("a", b.element(), [count + b.r.choice([0, 0, 3])])
    b.fill(table)
    b.full.remove(table)
    a = b.array("a", integer_element(b), [b.size(2) for _ in range(b.r.choice([1, 2]))])
    fill_from(b, a, None)
    if b.chance(0.2):
        interrupt(b)
    names = b.nest("ij", [0] * 2, a.sizes, 0.1)
    number = Reference(a, names)
    cell = Reference(table, (), number, count)
    if b.chance(0.4):
        # Sums of narrow ones could overflow.
        narrow = BYTES[table.element] < 4
        b.assign(cell, b.others(1), added=not narrow and b.chance(0.5))
        if b.chance(0.5):
            b.assign(Reference(b.result), [Reference(table, (), number, count)],
                     added=True)
    else:
        b.assign(Reference(b.result), [cell] + [number] * b.chance(0.3), added=True)
    b.close(len(names))
    if b.chance(0.5):
        part_of(b, table)
    return [table, a]
