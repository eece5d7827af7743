"""What a random program is made of.

A program is one function of three sizes n, m and p, none of them negative, and of
the arrays that are its arguments. It returns a number. Its body is a tree of the
nodes below. Bounds, conditions and most subscripts are affine.

Values cannot overflow: floating point values are sums whose weights add up to
less than 1, signed integers are masked, others wrap around. What is read has been
written before at each of the sizes that a program is run with (defined.py).
"""

from affine import Affine, Remainder

PARAMETERS = "nmp"
SIZES = [(0, 0, 0), (1, 1, 1), (1, 2, 0), (2, 1, 3), (3, 5, 2), (5, 3, 4),
         (7, 7, 3), (9, 4, 6), (4, 11, 2)]
# A modulus of more than 32 is dealt with differently. For programs that stay short.
LARGE_SIZES = [(45, 3, 2), (3, 70, 2), (50, 41, 3)]
MOST_INSTANCES, MOST_ELEMENTS = 20000, 50000
FLOATS = ("double", "float")
SIGNED = ("int", "long", "short", "signed char")
BYTES = {"double": 8, "float": 4, "int": 4, "unsigned": 4, "long": 8,
         "unsigned long": 8, "short": 2, "unsigned short": 2, "signed char": 1,
         "unsigned char": 1}


class Array:
    """KIND says where it lives:

    malloc, calloc, aligned, new   from the heap
    vector                         from the heap, a std::vector of zeros
    vla, stack                     on the stack, of run-time or constant size
    static, global                 in static memory, in the function or outside
    argument, restrict             given by the caller
    scalar                         a local variable; it has no sizes

    FLAT ones are one-dimensional, with subscripts like i * width + j. ROWS is how
    others are tables of pointers to rows: "apart", each of which is allocated, in one
    "block", or in one "turn", each behind the one before; or "vectors" of vectors. Those
    of arguments lie one behind the other, "up" or "down", or "mixed".
    CHECKED ones have their allocation checked, or get their size by resize or,
    with some slack, assign. SIZES are affine in the parameters.
    """

    def __init__(self, name, kind, element, sizes, flat=False, checked=False):
        self.name, self.kind, self.element = name, kind, element
        self.sizes = [Affine.of(size) for size in sizes]
        self.flat, self.checked = flat, checked
        self.rows = None
        self.slack = 0  # added to constant sizes
        self.runs = SIZES  # the program's
        self.overlaps = None  # (argument, distance): within that one's memory
        self.keeps = False  # static: read before it is written, from earlier calls
        self.volatile = False  # a scalar

    def is_heap(self):
        return self.kind in ("malloc", "calloc", "aligned", "new", "vector")

    def is_argument(self):
        return self.kind in ("argument", "restrict")

    def is_scalar(self):
        return self.kind == "scalar"

    def is_float(self):
        return self.element in FLOATS

    def constant_sized(self):
        return self.kind in ("stack", "static", "global")

    def is_kept(self):
        return self.keeps and self.kind in ("static", "global")

    def is_zeroed(self):
        return self.kind in ("calloc", "vector")

    def constant_sizes(self):
        """Enough for all sizes of a run."""
        return [max(1, *(size.at(dict(zip(PARAMETERS, point))) for point in self.runs))
                + self.slack for size in self.sizes]


class Reference:
    """A cell of an array, or a scalar. With THROUGH, a reference to an array of
    integers, it is one of the first COUNT cells of a one-dimensional array, the
    one that the last bits of that integer say; COUNT is a power of two. With BACK,
    a reference to an array of integers, its last subscript is less by that integer,
    which is at least LEAST unless that is None."""

    def __init__(self, array, subscripts=(), through=None, count=0, back=None,
                 least=None):
        self.array = array
        self.subscripts = [s if isinstance(s, Remainder) else Affine.of(s)
                           for s in subscripts]
        self.through, self.count = through, count
        self.back, self.least = back, least

    def key(self):
        return self.array.name, tuple(self.subscripts)


class Assign:
    """target = FORM of the TERMS (pairs of a weight and a reference) + INDEX.

    FORM is "sum", "max", "min", "copy": the first term as it is, "branch": the
    larger one of the first two, stored in two branches, "either": the second or the
    third term, as the first one asks, and the rest, "product", "may": a sum, stored
    where the first term is large, "reach": a sum, without the first term where that
    would be outside of its array, or "choose": the first term as it is where all
    of the CONDITIONS hold (as a Guard's), elsewhere the sum of the others. TWICE,
    what is "reach" is set in any case, and once more with the first term. With
    ADDED it is target += ... FUNCTION, if there is one, is of a sum or what else it
    is, "root", "growth", or "logarithm", in C and C++.
    """

    conditions = ()
    function = None
    twice = False

    def __init__(self, target, terms, index, form="sum", added=False):
        self.target, self.terms, self.index = target, terms, Affine.of(index)
        self.form, self.added = form, added

    def may_not_happen(self):
        return self.form == "may" and bool(self.terms)

    def choices(self):
        """What it is where the conditions of a choice hold, and elsewhere."""
        others = self.terms[1:]
        as_it_is = len(others) == 1 and others[0][0] == 1 and self.index == Affine()
        return (Assign(self.target, self.terms[:1], 0, "copy"),
                Assign(self.target, others, self.index, "copy" if as_it_is else "sum"))


class Loop:
    """for VAR from the largest of LOW to below the smallest of HIGH by STEP,
    downwards from the last of these numbers if DOWN. SHAPE and CALL are a matter of
    printing: "for", "while", "guarded" (a do-while below an if); "copy", "move",
    "algorithm" if it may be a call, "pointer", "iterator" if it may count pointers
    up, where it can (calls.py), "flat" if it may be over all elements (flat.py). ENDS
    says how two numbers in LOW or HIGH are chosen from (ends.py)."""

    call = ends = None

    def __init__(self, var, low, high, body, step=1, down=False, shape="for"):
        self.var, self.body, self.step = var, body, step
        self.low = [Affine.of(x) for x in low]
        self.high = [Affine.of(x) for x in high]
        self.down, self.shape = down, shape


class Guard:
    """if all (or, with ANY, one) of CONDITIONS: affine expressions at least 0,
    or with the mark "==" exactly 0. OTHERWISE is what the else branch holds. With
    ASKS, (a cell, a number), the cell must be larger than the number, too. APART,
    the else branch is an if with the opposite condition."""

    asks, apart = None, False

    def __init__(self, conditions, body, any_of=False):
        self.conditions, self.body, self.any_of = conditions, body, any_of
        self.otherwise = []


class Allocate:
    def __init__(self, array):
        self.array = array


class Free:
    def __init__(self, array):
        self.array = array


class Exchange:
    """Arrays on the heap change places: each gets the next one's memory, the last one
    the first one's. They have one type and one size. In C and C++."""

    def __init__(self, arrays):
        self.arrays = arrays


class Return:
    """Leaves the function if CONDITION, on parameters, is at least 0."""

    def __init__(self, condition, live):
        self.condition, self.live = condition, live


class Call:
    """Of a function elsewhere: of ARRAY's bytes if given, else of a number."""

    def __init__(self, number, array=None):
        self.number, self.array = number, array


class Program:
    def __init__(self, seed, index):
        self.seed, self.index = seed, index
        self.arrays, self.body = [], []
        self.parameters = index  # the type of n, m and p
        self.internal = True  # linkage
        # Otherwise the plugin sees it twice, once within its caller.
        self.apart = True
        self.sizes = list(SIZES)
        self.by_reference = False  # n, m and p, in Fortran
        self.negative = False  # returns at once if a size is negative
        self.kinds = []  # for statistics

    def name(self):
        return f"f{self.seed}"

    def arguments(self):
        return [a for a in self.arrays if a.is_argument()]


def bodies_of(node):
    """The lists of nodes in it."""
    if isinstance(node, Guard):
        return [node.body, node.otherwise]
    return [node.body] if isinstance(node, Loop) else []


def walk(nodes):
    """All nodes, outer ones first."""
    for node in nodes:
        yield node
        for body in bodies_of(node):
            yield from walk(body)


def assigns(program):
    return [node for node in walk(program.body) if isinstance(node, Assign)]


def instances(nodes, values):
    """A bound for how many assignments are executed at VALUES, {name: (low, high)}.
    """
    def ends(expression):
        low = high = expression.constant
        for name, c in expression.terms.items():
            a, b = values[name]
            low, high = low + min(a * c, b * c), high + max(a * c, b * c)
        return low, high

    total = 0
    for node in nodes:
        if isinstance(node, Assign):
            total += 1
        elif isinstance(node, Guard):
            total += sum(instances(body, values) for body in bodies_of(node))
        elif isinstance(node, Loop):
            low = max(ends(x)[0] for x in node.low)
            high = min(ends(x)[1] for x in node.high)
            if high > low:
                inner = {**values, node.var: (low, high - 1)}
                total += -(-(high - low) // node.step) * instances(node.body, inner)
    return total


def choose_sizes(program):
    """Adds those of the LARGE_SIZES at which the program stays short."""
    for point in LARGE_SIZES:
        values = dict(zip(PARAMETERS, point))
        elements = 0
        for array in program.arrays:
            count = 1
            for size in array.sizes:
                count *= size.at(values)
            elements = max(elements, count)
        ranges = {name: (value, value) for name, value in values.items()}
        if (elements <= MOST_ELEMENTS
                and instances(program.body, ranges) <= MOST_INSTANCES):
            program.sizes.append(point)
    for array in program.arrays:
        array.runs = program.sizes


def references(node):
    """Those of an assignment or a guard."""
    if isinstance(node, Guard):
        found = [node.asks[0]] if node.asks else []
    else:
        found = [node.target] + [reference for _, reference in node.terms]
    return found + [r.through for r in found if r.through] + [
        r.back for r in found if r.back]
