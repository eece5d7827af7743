"""Tables for things that have a weight each, which is in memory."""

from affine import Affine
from outside import integer_element
from parts import between, read_out
from program import Reference


def capacities(b):
    """Each row is made from the one before, or from itself, also so far to the left
    as a weight says. Some weights may be negative."""
    n, m = Affine.of("n"), Affine.of(b.r.choice("nm"))
    least = b.r.choice([0, 0, 1, None])
    heavy = b.array("w", "long" if least is None else integer_element(b), [n + 1])
    i = Affine.of(b.loop("i", 0, n + 1))
    b.assign(Reference(heavy, [i]), [], i + (-2 if least is None else
                                             b.r.randint(least, 2)))
    b.close()
    if b.chance(0.2):
        between(b)
    a = b.array("a", b.element(), [n + 1, m + 3])
    j = b.loop("j", 0, m + 3)
    b.assign(Reference(a, [0, j]), b.others(1))
    b.close()
    i = Affine.of(b.loop("i", 1, n + 1))
    j = Affine.of(b.loop("j", 0, m + 3, down=least != 1 and b.chance(0.4)))
    row = i if least == 1 and b.chance(0.5) else i - 1
    far = Reference(a, [row, j], back=Reference(heavy, [i - b.r.randint(0, 1)]),
                    least=least)
    near = [Reference(a, [i - 1, j])] if b.chance(0.8) else []
    made = b.assign(Reference(a, [i, j]), [far, *near, *b.others(1)], form="reach")
    made.twice = b.chance(0.5)
    b.close(2)
    read_out(b, a, {0: n} if b.chance(0.7) else {})
    return [a, heavy]
