"""Loops whose ends are chosen in other ways than by extremes of two numbers."""

from affine import Affine
from printer import INDENT

# By an if behind; by a choice that compares with the one or the other comparison; by
# one that compares what is as much larger, as in `x < n - r ? x + r : n - 1`.
STYLES = ["if", "narrow", "wide", "moved"]


def is_printable(loop, index):
    """Whether LOOP, which counts in numbers of the type INDEX, can be so."""
    return (loop.ends and loop.step == 1 and not loop.down and loop.shape == "for"
            and max(len(loop.low), len(loop.high)) == 2 and index in ("int", "long"))


def moved(one, other):
    """Both, without a term of the first one."""
    name = min(one.terms, default=None)
    by = Affine({name: one.terms[name]}) if name else Affine.of(one.constant)
    return one - by, other - by


def lines(loop, index):
    """What declares the first and the last number of LOOP, and their names."""
    result, names = [], [f"{loop.var}_first", f"{loop.var}_last"]
    for name, bounds, comparison, added in zip(names, [loop.low, loop.high], "><", [0, -1]):
        one, other = bounds if len(bounds) == 2 else bounds * 2
        if len(bounds) == 1:
            result.append(f"{index} {name} = {one + added};")
        elif loop.ends == "if":
            result.append(f"{index} {name} = {one + added};")
            result.append(f"if ({other} {comparison}{'=' * -added} {name})")
            result.append(f"{INDENT}{name} = {other + added};")
        else:
            asked = moved(one, other) if loop.ends == "moved" else (one, other)
            equal = "=" if loop.ends == "wide" else ""
            result.append(f"{index} {name} = {asked[0]} {comparison}{equal} {asked[1]} "
                          f"? {one + added} : {other + added};")
    return result, names
