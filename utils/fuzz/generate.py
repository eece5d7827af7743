"""Random programs, the same ones for the same seed everywhere."""

import random

import capacities
import defined
import obstacles
import parts
import patterns
import radii
import steps
from affine import Affine
from builder import Builder
from program import (PARAMETERS, Allocate, Array, Assign, Call, Exchange, Free, Guard, Loop,
                     Program, Reference, assigns, choose_sizes, references, walk)

LANGUAGES = [("c", 70), ("c++", 12), ("fortran", 18)]
PER_FILE = 10
# How often a program calls functions of <math.h>, how often arrays change places, are
# read from the other end, are tables of rows or have rows at constant distances, and how
# often loops are calls of memcpy and the like, or over all elements.
FUNCTIONS = 0.15
TURNS = 0.08
MIRRORED = 0.05
ROWS = 0.25
PITCHES = 0.1
CALLS = 0.12
FLAT = 0.15
# How often subscripts depend on what is in memory.
CAPACITIES = 0.06
# How often it depends on data what is done, and on counters whether there is a
# neighbour.
OBSTACLES = 0.08
# How often there are filters whose radius is a parameter.
RADII = 0.08
# How often arguments are tables of pointers to their rows.
TABLES = 0.25


def language_of(seed):
    """Of a file of PER_FILE programs, of which this is one."""
    r = random.Random(f"language {seed // PER_FILE}")
    return r.choices(*zip(*LANGUAGES))[0]


def add_arguments(b):
    for _ in range(b.r.choice([0, 0, 1, 1, 2, 3])):
        sizes = [b.size(1 if b.chance(0.3) else 4)
                 for _ in range(b.r.choice([1, 1, 2, 2, 3]))]
        element = b.element()
        same = [a for a in b.program.arguments()
                if a.kind == "argument" and a.element == element]
        made = b.argument(element, sizes)
        if made.kind == "argument" and same and b.language != "fortran" and b.chance(0.5):
            made.overlaps = (same[0], b.r.choice([0, 1, 5]))


def has_minus(expression):
    return expression.constant < 0 or any(c < 0 for c in expression.terms.values())


def may_be_negative(program):
    """Whether a bound may be below 0 with sizes that are not."""
    return any(node.down or any(map(has_minus, node.low + node.high))
               for node in walk(program.body) if isinstance(node, Loop))


def choose_types(program):
    """Changes the types of indices and sizes where unsigned ones would go wrong.

    In -i + p + 3, with i of 32 bits, -i wraps around at 2^32 before it is added to
    a p of 64 bits. With a p of 32 bits the sum wraps back.
    """
    if program.index not in ("size_t", "unsigned"):
        return
    if may_be_negative(program):
        program.index = program.parameters = "long"
    elif program.index == "unsigned" and any(
            has_minus(subscript) for node in walk(program.body)
            if isinstance(node, (Assign, Guard))
            for reference in references(node) for subscript in reference.subscripts):
        program.parameters = "unsigned"


def choose_functions(program):
    """In some programs, functions that may set errno take part in some values."""
    r = random.Random(f"functions {program.seed}")
    if r.random() >= FUNCTIONS:
        return
    chosen = r.sample(["root", "root", "growth", "logarithm"], r.choice([1, 1, 2]))
    for assign in assigns(program):
        if assign.form in ("sum", "max", "min", "product") and assign.terms and (
                r.random() < 0.5):
            assign.function = r.choice(chosen)


def goes_on(b, kind, often):
    """Whether the program, in so many cases, goes on with something of the KIND, with
    random numbers of its own: other programs stay the same."""
    r = random.Random(f"{kind} {b.program.seed}")
    if r.random() >= often:
        return False
    b.r = r
    b.program.kinds.append(kind)
    return True


def add_copies(b):
    """In some programs, loops that copy are calls, and there are more of them; others
    count pointers up."""
    if not goes_on(b, "calls", CALLS):
        return
    if b.chance(0.8):
        steps.copies(b)
    for node in walk(b.program.body):
        if isinstance(node, Loop) and b.chance(0.8):
            node.call = b.r.choice(["copy", "copy", "move", "algorithm", "pointer",
                                    "iterator"])


def add_flat(b):
    """In some programs, loops are over all elements of arrays. With negative sizes
    there would be elements but no rows."""
    r = random.Random(f"flat {b.program.seed}")
    if r.random() >= FLAT or b.program.negative:
        return
    b.program.kinds.append("flat")
    for node in walk(b.program.body):
        if isinstance(node, Loop) and r.random() < 0.7:
            node.call = "flat"


def add_rows(b):
    """In some programs, some arrays are tables of pointers to their rows. Those that
    change places are so together."""
    r = random.Random(f"rows {b.program.seed}")
    if r.random() >= ROWS or b.program.negative:
        return
    b.program.kinds.append("rows")
    together = [node.arrays for node in walk(b.program.body)
                if isinstance(node, Exchange)]
    alone = [[array] for array in b.program.arrays
             if not any(array in group for group in together)]
    for group in together + alone:
        if r.random() < 0.8 and all(
                array.kind in ("malloc", "calloc", "new", "vector")
                and len(array.sizes) == 2
                and all(size.at_least(0) for size in array.sizes) for array in group):
            has_first = all(array.sizes[0].at_least(1) for array in group)
            kind = r.choice(["apart", "apart", "block", "turn" if has_first else "block"])
            if group[0].kind == "vector":
                kind = "vectors"
            for array in group:
                array.rows, array.flat = kind, False


def add_pitches(b):
    """In some programs, the rows of some arrays lie a constant number of elements
    apart, and subscripts are multiplied by it."""
    r = random.Random(f"pitches {b.program.seed}")
    if r.random() >= PITCHES or b.language == "fortran" or b.program.negative:
        return
    b.program.kinds.append("pitches")
    # What lies between the rows is not set, and must not be seen.
    whole = [array for node in walk(b.program.body) if isinstance(node, (Call, Exchange))
             for array in (node.arrays if isinstance(node, Exchange) else [node.array])]
    for array in b.program.arrays:
        if (array.kind in ("malloc", "calloc") and len(array.sizes) > 1
                and not array.rows and not any(array is other for other in whole)
                and r.random() < 0.8):
            more = r.choice([0, 0, 1, 64, 100])
            inner = [Affine.of(size + more) for size in array.constant_sizes()[1:]]
            array.sizes, array.flat = array.sizes[:1] + inner, True


def add_tables(b):
    """In some programs, arguments are tables of pointers to rows."""
    r = random.Random(f"tables {b.program.seed}")
    if r.random() >= TABLES:
        return
    for array in b.program.arguments():
        if array.kind == "argument" and len(array.sizes) == 2:
            array.rows, array.flat = r.choice(["up", "up", "down", "mixed"]), False


def add_turns(b):
    """In some programs, arrays change places at the end."""
    if goes_on(b, "turns", TURNS):
        steps.turns(b)


def add_mirrored(b):
    """In some programs, signals that are read from both ends come last."""
    if goes_on(b, "mirrored", MIRRORED):
        steps.mirrored(b)


def add_capacities(b):
    """In some programs, a table comes last whose rows are made at distances that are
    in memory."""
    if goes_on(b, "capacities", CAPACITIES):
        capacities.capacities(b)


def add_obstacles(b):
    """In some programs, grids come last that have obstacles."""
    if goes_on(b, "obstacles", OBSTACLES):
        obstacles.obstacles(b)


def add_radii(b):
    """In some programs, filters come last that have a parameter for a radius."""
    if goes_on(b, "radii", RADII):
        radii.radii(b)


def make(seed, language=None):
    """The program of a seed; the first of its attempts that is not too long."""
    language = language or language_of(seed)
    attempt = 0
    while True:
        try:
            return attempt_to_make(seed, language, attempt)
        except defined.TooLong:
            attempt += 1


def attempt_to_make(seed, language, attempt):
    r = random.Random(f"program {seed} {attempt}")
    index = r.choice(["long", "long", "long", "int", "int", "size_t", "unsigned"])
    if language == "fortran":
        index = r.choice(["long", "int"])
    program = Program(seed, index)
    b = Builder(program, r, language)
    b.result = Array("result", "scalar", "double", [])
    program.internal = b.chance(0.5)
    program.apart = b.chance(0.8)
    program.negative = b.chance(0.15) and index in ("long", "int")
    program.by_reference = language == "fortran" and b.chance(0.3)
    if b.chance(0.3) and language != "fortran":
        program.parameters = "long"
    add_arguments(b)
    chosen = r.choices(*zip(*patterns.PATTERNS), k=r.choice([1] * 7 + [2, 2, 3]))
    for pattern in chosen:
        program.kinds.append(pattern.__name__)
        made = pattern(b)
        if b.chance(0.5):
            for array in made:
                b.release(array)
        if b.chance(0.2):
            parts.between(b)
    add_mirrored(b)
    add_capacities(b)
    add_obstacles(b)
    add_radii(b)
    if language != "fortran":
        add_turns(b)
        add_rows(b)
        add_tables(b)
        add_copies(b)
        add_flat(b)
    for array, block in b.live:
        if array.is_heap():
            block.append(Free(array))
    choose_types(program)
    if language != "fortran":
        choose_functions(program)
    program.body.insert(0, Allocate(b.result))
    program.arrays.append(b.result)
    choose_sizes(program)
    add_pitches(b)
    defined.repair(program)
    return program
