"""Loops of random programs in C and C++ that are calls, of memcpy and the like, or that
count pointers up."""

from affine import Affine
from program import Assign, Loop, Reference


def is_plain(reference):
    """Whether it is an element that nothing but its subscripts decides on."""
    return bool(reference.subscripts) and not (
        reference.through or reference.back) and all(
        isinstance(s, Affine) for s in reference.subscripts)


def stored(node):
    """(target, source) of a copy, (target, None) if a zero is stored; None if it is
    something else, or elements may overlap."""
    if not isinstance(node, Assign) or node.added or node.function:
        return None
    target = node.target
    if not is_plain(target):
        return None
    if not node.terms and node.form == "sum" and node.index == Affine():
        return target, None
    if node.form != "copy" or len(node.terms) != 1:
        return None
    source = node.terms[0][1]
    if (not is_plain(source) or source.array.element != target.array.element
            or source.array is target.array
            or (source.array.is_argument() and target.array.is_argument())):
        return None
    return target, source


def as_row(node):
    """(target, source, count, condition) if the loop NODE is over neighbours."""
    pair = stored(node.body[0]) if len(node.body) == 1 else None
    if not pair or node.step != 1 or node.down or len(node.low + node.high) != 2:
        return None
    low, high = node.low[0], node.high[0]
    first = []
    for reference in pair:
        if not reference:
            first.append(None)
            continue
        *outer, last = reference.subscripts
        if last.terms.get(node.var) != 1 or any(node.var in s.terms for s in outer):
            return None
        last = last.substitute(node.var, low)
        first.append(Reference(reference.array, [*outer, last]))
    return (*first, high - low, f"{low} < {high}")


def as_whole(node):
    """(target, source) if the loops of NODE are over all of two arrays of one shape."""
    names = []
    while isinstance(node, Loop):
        if (node.step != 1 or len(node.low + node.high) != 2 or len(node.body) != 1
                or node.low[0] != Affine()):
            return None
        names.append((node.var, node.high[0]))
        node = node.body[0]
    pair = stored(node)
    if not pair:
        return None
    for array in [reference.array for reference in pair if reference]:
        if (array.constant_sized() or array.rows
                or array.sizes != [size for _, size in names]):
            return None
    if any(reference.subscripts != [Affine.of(name) for name, _ in names]
           for reference in pair if reference):
        return None
    return tuple(reference and reference.array for reference in pair)


def call(language, kind, target, source, count, element):
    """Of COUNT elements, to and from pointers."""
    if kind == "algorithm" and language == "c++":
        if source:
            return f"std::copy({source}, {source} + ({count}), {target});"
        return f"std::fill({target}, {target} + ({count}), ({element})0);"
    size = f"({count}) * sizeof({element})"
    if source:
        name = "memmove" if kind == "move" else "memcpy"
        return f"{name}({target}, {source}, {size});"
    return f"memset({target}, 0, {size});"


def start(array):
    """A pointer to the first element."""
    if array.kind == "vector":
        return f"{array.name}.data()"
    return array.name if array.flat or len(array.sizes) == 1 else (
        f"&{array.name}" + "[0]" * len(array.sizes))


def pointer_lines(printer, node):
    """The lines for the loop NODE with a pointer to what it stores, which says when it
    ends, too, if it is to be an iterator; none if it cannot be."""
    assign = node.body[0] if len(node.body) == 1 else None
    if (not isinstance(assign, Assign) or node.step != 1
            or node.down or len(node.low + node.high) != 2
            or not is_plain(assign.target)
            or assign.form not in ("sum", "max", "min", "product", "copy", "choose")):
        return []
    *outer, last = assign.target.subscripts
    if last.terms.get(node.var) != 1 or any(node.var in s.terms for s in outer):
        return []
    low, high, name = node.low[0], node.high[0], f"to_{node.var}"
    first = Reference(assign.target.array, [*outer, last.substitute(node.var, low)])
    pointer = f"{assign.target.array.element} *{name} = &{printer.cell(first)}"
    counter = f"{printer.program.index} {node.var} = {low}"
    value = (f"*{name} {'+=' if assign.added else '='} "
             f"{printer.value(assign, assign.terms)};")
    if node.call == "pointer":
        return [f"if ({low} < {high}) {{", f"  {pointer};",
                f"  for ({counter}; {node.var} < {high}; {node.var}++, {name}++)",
                f"    {value}", "}"]
    return [f"if ({low} < {high}) {{", f"  {counter};",
            f"  for ({pointer}, *end = {name} + ({high - low}); {name} != end; "
            f"++{name}, ++{node.var})", f"    {value}", "}"]


def lines_for(printer, node):
    """The lines for the loop NODE if it can be a call, or count a pointer up; else
    none."""
    language, kind = printer.language, node.call
    if kind in ("pointer", "iterator"):
        return pointer_lines(printer, node)
    if kind == "flat":
        return []
    whole, row = as_whole(node), as_row(node)
    if whole:
        target, source = whole
        count = printer.elements(target.sizes)
        if kind == "algorithm" and target.kind == "vector" and (
                not source or source.kind == "vector"):
            to = target.name
            if not source:
                return [f"std::fill({to}.begin(), {to}.end(), ({target.element})0);"]
            return [f"std::copy({source.name}.begin(), {source.name}.end(), "
                    f"{to}.begin());"]
        return [call(language, kind, start(target), source and start(source), count,
                     target.element)]
    if row:
        target, source, count, condition = row
        text = call(language, kind, "&" + printer.cell(target),
                    source and "&" + printer.cell(source), str(count),
                    target.array.element)
        return [f"if ({condition})", "  " + text]
    return []
