"""Makes a program smaller while something stays wrong with it.

Works on the program, not on its text: takes out nodes, loops around nodes, terms,
dimensions and arrays, and makes the rest plainer; many at a time first, then one at
a time. After each edit, reads of cells that are no longer written are taken out, so
that all programs on the way are defined.
"""

import copy

import build
import defined
from affine import Affine
from program import (PARAMETERS, Allocate, Assign, Call, Free, Guard, Loop, Return,
                     bodies_of, references, walk)


def bodies(program):
    """All lists of nodes."""
    yield program.body
    for node in walk(program.body):
        yield from bodies_of(node)


def parent(program, node):
    """(the list NODE is in, its place there)"""
    for body in bodies(program):
        for place, other in enumerate(body):
            if other is node:
                return body, place
    raise ValueError("not in the program")


def map_affine(nodes, change):
    """Applies CHANGE to all affine expressions below nodes."""
    for node in walk(nodes):
        if isinstance(node, Loop):
            node.low = [change(x) for x in node.low]
            node.high = [change(x) for x in node.high]
        elif isinstance(node, Guard):
            node.conditions = [(change(c), mark) for c, mark in node.conditions]
        elif isinstance(node, Return):
            node.condition = change(node.condition)
        elif isinstance(node, Assign):
            node.index = change(node.index)
            node.conditions = [(change(c), mark) for c, mark in node.conditions]
        if isinstance(node, (Assign, Guard)):
            for reference in references(node):
                reference.subscripts = [change(s) for s in reference.subscripts]


def take_out(program, node):
    body, place = parent(program, node)
    del body[place]


def unwrap(program, node):
    """A loop's or guard's body in its place."""
    body, place = parent(program, node)
    body[place:place + 1] = node.body
    if isinstance(node, Loop):
        map_affine(node.body, lambda x: x.substitute(node.var, node.low[0]))


def mentions(reference, array):
    return reference.array is array or any(
        other and other.array is array for other in (reference.through, reference.back))


def without_array(program, array):
    """With all that mentions it."""
    for body in bodies(program):
        body[:] = [node for node in body if not (
            (isinstance(node, (Allocate, Free)) and node.array is array)
            or (isinstance(node, Call) and node.array is array)
            or (isinstance(node, Assign) and mentions(node.target, array)))]
    for node in walk(program.body):
        if isinstance(node, Assign):
            node.terms = [t for t in node.terms if not mentions(t[1], array)]
        elif isinstance(node, Guard) and node.asks and mentions(node.asks[0], array):
            node.asks = None
        elif isinstance(node, Return):
            node.live = [a for a in node.live if a is not array]
    program.arrays = [a for a in program.arrays if a is not array]
    for other in program.arrays:
        if other.overlaps and other.overlaps[0] is array:
            other.overlaps = None


def without_dimension(program, array, dimension):
    del array.sizes[dimension]
    array.flat = array.flat and len(array.sizes) > 1
    array.rows = array.rows if len(array.sizes) > 1 else None
    for node in walk(program.body):
        if isinstance(node, (Assign, Guard)):
            for reference in references(node):
                if reference.array is array:
                    del reference.subscripts[dimension]


def fix_parameter(program, name, value):
    for array in program.arrays:
        array.sizes = [size.substitute(name, value) for size in array.sizes]
    map_affine(program.body, lambda x: x.substitute(name, value))


def setter(owner, attribute, value):
    def apply(_):
        setattr(owner, attribute, value)
    return apply


def setter_of_cell(reference):
    """The first cell, rather than one that depends on data."""
    reference.through, reference.subscripts = None, [Affine.of(0)]


def plainer(owner, **wanted):
    """Edits that give attributes plainer values."""
    return [setter(owner, name, value) for name, value in wanted.items()
            if getattr(owner, name) != value]


def node_edits(node):
    """Edits of one node, large ones first."""
    edits = []
    if isinstance(node, (Assign, Loop, Guard, Return, Call)):
        edits.append(lambda p: take_out(p, node))
    if isinstance(node, (Loop, Guard)):
        edits.append(lambda p: unwrap(p, node))
    if isinstance(node, Loop):
        edits += plainer(node, down=False, step=1, shape="for")
        for name in "low", "high":
            bounds = getattr(node, name)
            if len(bounds) > 1:
                edits += [setter(node, name, [bound]) for bound in bounds]
            elif bounds[0].constant and name == "high":
                edits.append(setter(node, name, [bounds[0] - bounds[0].constant]))
    if isinstance(node, Guard) and node.otherwise:
        edits.append(setter(node, "otherwise", []))
        edits.append(all_of([setter(node, "body", node.otherwise),
                             lambda p: unwrap(p, node)]))
    if isinstance(node, Guard):
        edits += plainer(node, asks=None, apart=False)
    if isinstance(node, (Guard, Assign)) and len(node.conditions) > 1:
        edits += [setter(node, "conditions", [c]) for c in node.conditions]
    if isinstance(node, Assign):
        edits += plainer(node, function=None)
        for number in range(len(node.terms)):
            edits.append(setter(node, "terms",
                                node.terms[:number] + node.terms[number + 1:]))
        if node.form == "choose":
            edits += [all_of([setter(node, "form", choice.form),
                              setter(node, "terms", choice.terms),
                              setter(node, "index", choice.index)])
                      for choice in node.choices()]
        elif node.form not in ("copy", "reach"):
            edits += plainer(node, form="sum")
        for index in Affine.of(0), Affine.of(1), Affine.of("n"):
            if len(str(index)) < len(str(node.index)):
                edits.append(setter(node, "index", index))
        for var in node.index.terms:
            edits.append(setter(node, "index", Affine.of(var)))
        for reference in references(node):
            if reference.through:
                edits.append(lambda p, r=reference: setter_of_cell(r))
            for place, s in enumerate(reference.subscripts):
                for new in Affine.of(0), getattr(s, "dividend", s), s - s.constant:
                    if new != s:
                        subscripts = list(reference.subscripts)
                        subscripts[place] = new
                        edits.append(setter(reference, "subscripts", subscripts))
    return edits


def array_edits(array):
    edits = [lambda p: without_array(p, array)] if array.name != "result" else []
    for dimension in range(len(array.sizes)):
        if len(array.sizes) > 1:
            edits.append(lambda p, d=dimension: without_dimension(p, array, d))
    edits += plainer(array, checked=False, flat=False, rows=None, slack=0, keeps=False,
                     volatile=False, overlaps=None)
    if array.kind in ("calloc", "aligned", "vla", "stack", "static", "global", "new",
                      "vector"):
        edits += plainer(array, kind="malloc")
    if array.name != "result":
        edits += plainer(array, element="double" if array.is_float() else "int")
    for dimension, size in enumerate(array.sizes):
        if size.constant:
            sizes = list(array.sizes)
            sizes[dimension] = size - 1
            edits.append(setter(array, "sizes", sizes))
    return edits


def all_of(edits):
    def apply(program):
        for edit in edits:
            edit(program)
    return apply


def large_edits(program):
    """Those that stand for many."""
    count = len(program.body)
    size = count // 2
    while size > 1:
        for start in range(0, count, size):
            part = [node for node in program.body[start:start + size]
                    if not isinstance(node, (Allocate, Free))]
            yield all_of([lambda p, node=node: take_out(p, node) for node in part])
        size //= 2
    nodes, arrays = list(walk(program.body)), program.arrays
    yield all_of([edit for node in nodes if isinstance(node, Loop)
                  for edit in plainer(node, down=False, step=1, shape="for")])
    yield all_of([edit for array in arrays for edit in plainer(
        array, checked=False, flat=False, rows=None, slack=0, keeps=False)])
    yield all_of([edit for node in nodes
                  if isinstance(node, Assign) and node.form not in ("copy", "choose")
                  for edit in plainer(node, form="sum")])
    yield all_of([setter(a, "element", "double" if a.is_float() else "int")
                  for a in arrays])
    yield all_of([setter(a, "kind", "malloc") for a in arrays
                  if not (a.is_scalar() or a.is_argument())])
    yield all_of(plainer(program, index="long", parameters="long", negative=False,
                         internal=True, by_reference=False, apart=True))


def edits_of(program):
    """All edits, as functions of the program they were made from."""
    yield from large_edits(program)
    for node in list(walk(program.body)):
        yield from node_edits(node)
    for array in list(program.arrays):
        yield from array_edits(array)
    for name in PARAMETERS:
        for value in 1, 3, *[p for p in PARAMETERS if p < name]:
            yield lambda p, name=name, value=value: fix_parameter(p, name, value)
    yield from plainer(program, index="long", parameters="long", negative=False,
                       internal=True, by_reference=False, apart=True)


def tidy(program):
    """Takes out what is empty, and makes everything defined. False if nothing
    is left."""
    for array in program.arguments():
        # As in generate.py.
        array.flat |= program.negative and len(array.sizes) > 1
    try:
        program.body[:] = defined.remove(program.body, [])
        defined.repair(program)
    except (defined.TooLong, ValueError, IndexError, KeyError, NameError,
            AttributeError):
        return False
    return bool(program.body)


def text_of(program, language):
    # The printer's text says whether an edit changed anything.
    import source
    return source.text([program], language)


def reduce(program, language, wrong, report=lambda program: None):
    """The smallest program found of which WRONG is still true."""
    changed = True
    while changed:
        changed, number = False, 0
        while True:
            candidate = copy.deepcopy(program)
            edit = nth(edits_of(candidate), number)
            if edit is None:
                break
            before = text_of(program, language)
            edit(candidate)
            if not tidy(candidate) or text_of(candidate, language) == before:
                number += 1
            elif is_wrong(candidate, wrong):
                program, changed = candidate, True
                report(program)
            else:
                number += 1
    return program


def reduce_mode(mode, wrong):
    """MODE without the options and flags that do not matter to WRONG."""
    for option in mode.options.split(","):
        if option not in ("count-runs", "always"):
            rest = [o for o in mode.options.split(",") if o != option]
            candidate = copy.copy(mode)
            candidate.options = ",".join(rest)
            mode = candidate if is_wrong(candidate, wrong) else mode
    for attribute in "flags", "sanitizer":
        if getattr(mode, attribute):
            candidate = copy.copy(mode)
            setattr(candidate, attribute, "")
            mode = candidate if is_wrong(candidate, wrong) else mode
    return mode


def is_wrong(program, wrong):
    try:
        return wrong(program)
    except build.Failure:
        return False


def nth(items, number):
    for place, item in enumerate(items):
        if place == number:
            return item
    return None


def has_kind(comparer, program, language, mode, kinds):
    """Whether a program has a problem of one of these kinds."""
    outcome = comparer.compare([program], language, mode, f"reduce{program.seed}")
    return any(outcome.has(kind) for kind in kinds)
