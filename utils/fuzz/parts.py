"""What several patterns of random programs have in common."""

from affine import Affine
from program import Call, Reference, Return


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


def part_of(b, array):
    """Reads a part of an array: single cells, or with loops that end early, begin
    late, leave cells out or run along a diagonal."""
    if b.chance(0.25):
        for _ in range(b.r.randint(1, 3)):
            corner = [b.r.choice([Affine.of(b.r.randint(0, 2)), size - 1, size - 2])
                      for size in array.sizes]
            if all(map(b.fits, corner, array.sizes)):
                b.assign(Reference(b.result), [Reference(array, corner)], added=True)
        return
    cell, opened = [], 0
    for size in array.sizes:
        end = Affine.of(b.r.choice([*"nmp", b.r.randint(1, 4)])) + b.r.randint(0, 1)
        end = end if size.at_least(end) else size - b.r.choice([0, 0, 1])
        low, high = b.r.choice([(0, end), (0, end), (0, end), (size - end, size),
                                (0, size), (1, size - 1)])
        if b.chance(0.2):
            cell.append(b.r.choice([Affine.of(0), size - 1]))
            continue
        if cell and b.chance(0.2):
            last = cell[-1] + b.r.randint(0, 1)
            low, high = b.r.choice([([low], [high, last]), ([low, last], [high])])
        cell.append(Affine.of(b.loop("r", low, high, b.r.choice([1] * 5 + [2, 3]),
                                     b.chance(0.1))))
        opened += 1
    read = [Reference(array, cell)]
    b.assign(Reference(b.result), read + (b.others(1) if b.chance(0.2) else []),
             added=True)
    b.close(opened)


def store_early(b, target, reads, last=None):
    """Stores a value, and uses it again together with what is read after that, LAST
    rather than another one: a statement that writes before it reads."""
    value = b.scalar(target.array.element)
    b.assign(Reference(value), reads)
    b.assign(target, [Reference(value)], 0)
    last = last if last and b.chance(0.7) else b.r.choice(reads)
    b.assign(Reference(b.result), [Reference(value), last], added=True)


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
        # Arrays of a loop's body are freed there.
        b.add(Return(condition, [a for a, block in b.live if block is b.blocks[0]]))
