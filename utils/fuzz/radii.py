"""Filters with a radius that is a parameter, or known, beyond whose borders may be more."""

from affine import Affine, Remainder
from parts import between, read_out
from program import Reference


class Grid:
    """An array of which the rows and columns are written that are at least so far from
    its ends as MARGINS say."""

    def __init__(self, array, margins):
        self.array = array
        self.margins = [Affine.of(margin) for margin in margins]

    def inside(self, more=(0, 0)):
        """(low, high) of each dimension, MORE away from the ends."""
        return [(margin + far, size - margin - far)
                for margin, size, far in zip(self.margins, self.array.sizes, more)]


def distances(b, radius, cut):
    """Opens a loop over all distances up to RADIUS, or those that are not negative, and
    returns them. CUT: (index of the middle, size) if it ends at borders."""
    if cut:
        at, size = cut
        ahead = at + (1 if b.chance(0.2) else radius + 1)
        if b.chance(0.5):
            return Affine.of(b.loop("k", [-radius, -at], [ahead - at, size - at]))
        return Affine.of(b.loop("k", [at - radius, 0], [size, ahead])) - at
    style = b.r.choice(["around", "around", "counted", "ahead"])
    low, high = {"around": (-radius, radius + 1), "counted": (0, radius * 2 + 1),
                 "ahead": (0, radius + 1)}[style]
    down = style == "ahead" and b.chance(0.2)
    k = Affine.of(b.loop("k", low, high, down=down))
    return k - radius if style == "counted" else k


def window(b, total, cell, read, radius, is_there, cut):
    """TOTAL becomes the sum, or what else, of READ(distance) for the distances of a
    window, but only where IS_THERE(distance)."""
    form = b.r.choice(["sum"] * 4 + ["max", "min"])
    to_array = total is cell
    b.assign(total, b.others(1) if b.chance(0.3) else [])
    distance = distances(b, radius, cut)
    reads = [read(distance)]
    conditions = is_there(distance)
    if conditions:
        b.guard(conditions)
    if form == "sum":
        b.assign(total, reads, 0, added=True)
    else:
        b.assign(total, [total, *reads], 0, form=form)
    if conditions:
        b.close()
    b.close()
    if not to_array:
        b.assign(cell, [total], 0)


def stage(b, source, sizes, radius, beyond):
    """A grid from SOURCE, by the sum over a window in one dimension, or from neighbours
    at the distance of the radius. All of it is written if BEYOND says what is beyond the
    borders: the nearest cell ("clamp"), or nothing, for each ("skip") or as the loop ends
    there ("cut")."""
    along = b.r.choice([0, 0, 1])
    far = [radius if d == along else Affine.of(0) for d in range(2)]
    if beyond:
        far = [Affine.of(0)] * 2
    elif b.chance(0.4):
        # As one does who has but one border.
        far = [radius, radius]
    element = b.element(source.array.element)
    target = b.array("a", element, sizes)
    new = Grid(target, [m + f for m, f in zip(source.margins, far)])
    names = [Affine.of(b.loop(stem, low, high))
             for stem, (low, high) in zip("ij", source.inside(far))]

    size = source.array.sizes[along]

    def read(distance):
        at = names[along] + distance
        if beyond == "clamp":
            at = Remainder(at, size, "clamp")
        return Reference(source.array, [at if d == along else n
                                        for d, n in enumerate(names)])

    def is_there(distance):
        at = names[along] + distance
        return [(at, ">="), (size - 1 - at, ">=")] if beyond == "skip" else []

    cell = Reference(target, names)
    if beyond in (None, "clamp") and b.chance(0.25):
        b.assign(cell, [read(-radius), read(radius), *b.others(1)])
    else:
        total = cell if b.chance(0.3) else Reference(b.scalar(element))
        cut = (names[along], size) if beyond == "cut" else None
        window(b, total, cell, read, radius, is_there, cut)
    b.close(2)
    return new


def radii(b):
    """A few stages, the last of which is read where it has been written."""
    radius = Affine.of("p") * b.r.choice([1, 1, 1, 1, 2])
    beyond = None
    if b.program.index in ("long", "int") and b.chance(0.55):
        if b.chance(0.7):
            radius = Affine.of(b.r.choice([1, 1, 2, 3, 9]))
            beyond = b.r.choice(["clamp", "skip", "cut"])
        else:
            beyond = "cut"
    sizes = [Affine.of("n") + b.r.randint(0, 2), Affine.of(b.r.choice("nm"))
             + b.r.randint(0, 3)]
    first = b.array("a", b.element(), sizes)
    b.fill(first)
    b.full.remove(first)
    grid, made = Grid(first, [0, 0]), [first]
    for _ in range(b.r.choice([1, 2, 2, 3])):
        if b.chance(0.05):
            between(b)
        grid = stage(b, grid, sizes, radius, beyond)
        made.append(grid.array)
    names = [b.loop("r", low, high) for low, high in grid.inside()]
    cell = Reference(grid.array, names)
    other = Reference(first, names)
    b.assign(Reference(b.result), [cell, other] if b.chance(0.3) else [cell], added=True)
    b.close(2)
    if b.chance(0.1):
        read_out(b, first)
    return made
