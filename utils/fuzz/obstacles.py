"""Grids in which it depends on data what is done in a cell, and on where the cell is
which neighbours it has."""

from affine import Affine
from outside import integer_element
from parts import between, read_out
from program import Reference


def neighbours(b, source, cell, earlier):
    """(a neighbour of a cell in SOURCE, the conditions under which there is one), with
    EARLIER in a row before."""
    up = Affine.of(b.r.choice([-1, -1, -2]) if earlier else b.r.choice([-1, 0, 1]))
    across = b.r.choice([-2, -1, -1, 0, 1, 1])
    conditions = []
    for subscript, shift, size in zip(cell, (up.constant, across), source.sizes):
        if shift < 0:
            conditions.append((subscript + shift, ">="))
        elif shift > 0:
            conditions.append((size - 1 - subscript - shift, ">="))
    return Reference(source, [cell[0] + up, cell[1] + across]), conditions


def around(b, here, source, cell, earlier):
    """A loop over neighbours in the row before, or around the cell."""
    row = cell[0] - 1 if earlier else cell[0]
    low = b.r.randint(-2, 0)
    column = cell[1] + Affine.of(b.loop("k", low, b.r.randint(low + 1, 3)))
    b.guard([(column, ">="), (source.sizes[1] - 1 - column, ">=")])
    b.assign(here(), [Reference(source, [row, column])], 0, added=True)
    b.close(2)


def free_cell(b, target, source, cell, earlier):
    """What is done where there is no obstacle."""
    def here():
        return Reference(target, cell)

    near = [neighbours(b, source, cell, earlier) for _ in range(b.r.randint(1, 3))]
    style = b.r.choice(["add", "add", "choose", "branches", "around"])
    if style == "around":
        b.assign(here(), b.others(1))
        around(b, here, source, cell, earlier)
        return
    if style == "choose":
        for number, (other, conditions) in enumerate(near):
            instead = Reference(source, [cell[0] - 1, cell[1]]) if earlier else (
                Reference(source, cell))
            if conditions:
                value = b.scalar(target.element)
                b.choose(Reference(value), conditions, other, [instead])
                other = Reference(value)
            b.assign(here(), [other], added=number > 0)
        return
    if style == "branches":
        other, conditions = near[0]
        b.guard(conditions)
        b.assign(here(), [other, *b.others(1)])
        b.otherwise()
        b.assign(here(), b.others(1))
        b.close()
        near = near[1:]
    else:
        b.assign(here(), b.others(1))
    for other, conditions in near:
        if conditions:
            b.guard(conditions)
        b.assign(here(), [other], 0, added=True)
        if conditions:
            b.close()


def begin(b, array):
    """Gives elements of ARRAY a value that those keep to which nothing is stored."""
    if array.is_zeroed():
        return
    value = b.r.randint(0, 3)
    if b.chance(0.3):
        b.fill(array)
        b.full.remove(array)
        return
    i = Affine.of(b.loop("i", 0, array.sizes[0]))
    j = Affine.of(b.loop("j", 0, array.sizes[1]))
    b.constant(Reference(array, [i, j]), value)
    b.close(2)


def obstacles(b):
    """A table that is made row by row, or from another one."""
    n, m = Affine.of("n"), Affine.of(b.r.choice("nm"))
    sizes = [n + b.r.randint(1, 2), m + b.r.randint(1, 3)]
    where = b.array("f", integer_element(b), sizes)
    b.fill(where)
    b.full.remove(where)
    element = b.element()
    earlier = b.chance(0.6)
    kept = b.chance(0.4)
    a = b.array("a", element, sizes, zero=True if kept and b.chance(0.5) else None)
    source = a if earlier else b.array("a", element, sizes)
    if kept:
        begin(b, a)
    if earlier and (not kept or b.chance(0.5)):
        j = b.loop("j", 0, sizes[1])
        b.assign(Reference(a, [0, j]), b.others(1))
        b.close()
    elif not earlier:
        b.fill(source)
        b.full.remove(source)
    if b.chance(0.1):
        between(b)
    i = Affine.of(b.loop("i", 1 if earlier else 0, sizes[0]))
    j = Affine.of(b.loop("j", 0, sizes[1], down=b.chance(0.2)))
    asked = Reference(where, [i, j] if b.chance(0.7) else [0, j])
    b.guard([(j - b.r.randint(1, 2), ">=")] if b.chance(0.2) else [])
    guard = b.blocks[-2][-1]
    guard.asks, guard.apart = (asked, b.r.randint(1, 40)), b.chance(0.4)
    arms = ["free", "nothing" if kept else b.r.choice(["free", "copy", "constant"])]
    b.r.shuffle(arms)
    for arm in arms:
        if arm == "free":
            free_cell(b, a, source, [i, j], earlier)
        elif arm == "nothing":
            pass
        elif arm == "copy":
            b.copy(Reference(a, [i, j]), Reference(source, [i - 1 if earlier else i, j]))
        else:
            b.constant(Reference(a, [i, j]), b.r.randint(0, 3))
        if arm is arms[0] and not guard.otherwise:
            b.otherwise()
    b.close(3)
    read_out(b, a, {0: sizes[0] - 1} if b.chance(0.6) else {})
    return [a, source, where]
