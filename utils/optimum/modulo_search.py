"""The smallest modulo mappings, by trying them.

A value set is all values of one write. Value sets that share an array have one
row each a dimension, c.x + d for the instance x, and the dimension's modulus in
common. A mapping is valid if each pair of conflicting values differs in some
dimension, after the modulo. All coefficients and offsets up to a bound are tried,
with moduli as in the thesis; nothing is said of larger ones. The more value sets
there are in an array, the smaller the bound.
"""

import itertools

# The largest offset that is tried, by the number of value sets in an array.
OFFSETS = {1: 0, 2: 8, 3: 3}


class PairTable:
    """The conflicts of some value sets, each different one once.

    Two pairs of one value set with the same difference of instances are
    satisfied by the same rows, so they are one."""

    def __init__(self, sets, pairs):
        self.sets = sets
        keys = set()
        for (*one, x), (*other, y) in pairs:
            s, t = tuple(one), tuple(other)
            if s == t and s in sets:
                difference = tuple(b - a for a, b in zip(x, y))
                keys.add((s, s, max(difference, tuple(-d for d in difference))))
            elif s in sets and t in sets:
                keys.add((s, t, (x, y)) if s < t else (t, s, (y, x)))
        self.keys = sorted(keys)

    def differences(self, row):
        """For each pair the difference of `row` {set: coefficients}."""
        for s, t, what in self.keys:
            if s == t:
                yield sum(c * d for c, d in zip(row[s], what))
            else:
                yield sum(c * d for c, d in zip(row[t], what[1])) - sum(
                    c * d for c, d in zip(row[s], what[0])
                )


def rows(table, bound, reach):
    """All rows of all value sets, as (coefficients, offsets, differences); only
    one of each row and its negative, and the first offset is 0."""
    dims = [len(values[0][2]) for values in table.sets.values()]
    coefficients = range(-bound, bound + 1)
    choices = [itertools.product(coefficients, repeat=d) for d in dims]
    names = list(table.sets)
    ends = [(names.index(s), names.index(t)) for s, t, _ in table.keys]
    for choice in itertools.product(*choices):
        if next((c for vector in choice for c in vector if c), 1) < 0:
            continue
        linear = list(table.differences(dict(zip(names, choice))))
        spans = [range(-reach, reach + 1)] * (len(names) - 1)
        for offsets in itertools.product([0], *spans):
            shifted = [
                d + offsets[t] - offsets[s] for d, (s, t) in zip(linear, ends)
            ]
            yield choice, offsets, shifted


def dimensions(table, bound, reach):
    """The rows that may be of use in an array of up to `limit` cells, each set
    of differences once."""
    found = {}
    for choice, offsets, differences in rows(table, bound, reach):
        if any(differences):
            found.setdefault(tuple(differences), (choice, offsets))
    # Rows that satisfy much come first, so that good solutions are found early.
    return sorted(
        ((d, *row) for d, row in found.items()),
        key=lambda row: (row[0].count(0), max(map(abs, row[0]))),
    )


def cover(options, pairs, max_dims, limit, enough):
    """The smallest array below `limit` cells whose dimensions satisfy all pairs:
    (cells, dimensions), and no dimensions if there is none. Stops at `enough`.

    A dimension's modulus is one more than the largest difference over the pairs
    that earlier ones left, so that it satisfies all of them that differ."""
    seen = {}

    def best_of(remaining, dims, limit):
        if not remaining:
            return 1, []
        key = (remaining, dims)
        if key in seen and (seen[key][1] is not None or limit <= seen[key][0]):
            return seen[key] if seen[key][0] < limit else (limit, None)
        best = (limit, None)
        for differences, choice, offsets in options:
            modulus = 1 + max(abs(differences[p]) for p in remaining)
            if modulus == 1 or modulus >= best[0]:
                continue
            rest = tuple(p for p in remaining if not differences[p])
            if rest and dims == 1:
                continue
            most = -(-best[0] // modulus)
            size, inner = best_of(rest, dims - 1, most)
            if inner is not None and size * modulus < best[0]:
                row = (modulus, choice, offsets)
                best = (size * modulus, [row, *inner])
                if best[0] <= enough:
                    break
        seen[key] = best
        return best

    return best_of(tuple(range(pairs)), max_dims, limit)


def smallest_shared(sets, pairs, bound, limit, enough):
    """The smallest array for all of `sets` together, below `limit` cells."""
    table = PairTable(sets, pairs)
    if not table.keys:
        return 1, []
    reach = OFFSETS.get(len(sets), 2)
    max_dims = max(len(v[0][2]) for v in sets.values()) + (len(sets) > 1)
    options = dimensions(table, bound, reach)
    return cover(options, len(table.keys), max_dims, limit, enough)


def partitions(items):
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for smaller in partitions(rest):
        yield [[first]] + smaller
        for i, block in enumerate(smaller):
            yield smaller[:i] + [[first] + block] + smaller[i + 1 :]


def smallest(pairs, values, bound, enough=0):
    """The smallest mapping of all values, in as many arrays as is best, as
    (cells, [(value sets, dimensions), ...]). Stops at `enough` cells."""
    sets = {}
    for value in values:
        sets.setdefault(value[:2], []).append(value)
    best = (len(values) + 1, None)
    shared = {}
    # All in one array is tried first: it bounds the rest.
    for blocks in sorted(partitions(list(sets)), key=len):
        found = []
        for block in blocks:
            key = tuple(block)
            if key not in shared:
                own = {s: sets[s] for s in block}
                most = sum(len(values) for values in own.values()) + 1
                least = enough if len(block) == len(sets) else 0
                small = max(1, bound // len(block) ** 2)
                shared[key] = smallest_shared(own, pairs, small, most, least)
            found.append(shared[key])
        size = sum(cells for cells, _ in found)
        if size < best[0] and all(dims is not None for _, dims in found):
            best = (size, list(zip(blocks, (dims for _, dims in found))))
        if best[0] <= enough:
            break
    return best


def describe(statements, result):
    """The mapping in words, a line for each value set."""
    lines = []
    for number, (block, dims) in enumerate(result[1] or []):
        for position, (statement, _) in enumerate(block):
            text = "".join(
                f" [{list(choice[position])} x + {offsets[position]} mod {modulus}]"
                for modulus, choice, offsets in dims
            )
            name = statements[statement].name
            lines.append(f"{name}: array {number}, cell{text or ' 0'}")
    return lines
