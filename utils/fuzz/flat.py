"""Loops of random programs in C and C++ over all elements of arrays, which compute the
subscripts if these are asked for."""

import re

import calls
from affine import Affine
from program import Loop
from printer import INDENT


class Nest:
    """Loops over all subscripts of arrays of some sizes that LOOP begins with."""

    def __init__(self, loop):
        self.names, self.sizes, self.body = [], [], [loop]
        while len(self.body) == 1 and isinstance(self.body[0], Loop):
            inner = self.body[0]
            if (inner.step != 1 or inner.down or len(inner.low + inner.high) != 2
                    or inner.low[0] != Affine()
                    or any(name in inner.high[0].terms for name in self.names)):
                break
            self.names.append(inner.var)
            self.sizes.append(inner.high[0])
            self.body = inner.body
        self.counter = f"all_{loop.var}"

    def is_flat(self):
        return len(self.names) > 1 and all(size.terms for size in self.sizes)

    def cell(self, reference):
        """The element REFERENCE as one of a list; None if it is no such element."""
        array = reference.array
        if (reference.back or array.constant_sized() or array.rows
                or array.sizes != self.sizes
                or reference.subscripts != [Affine.of(name) for name in self.names]):
            return None
        first = array.name if array.kind == "vector" else f"({calls.start(array)})"
        return f"{first}[{self.counter}]"


def print_loop(printer, nest):
    """Prints NEST as one loop."""
    index, counter = printer.program.index, nest.counter
    printer.line(f"for ({index} {counter} = 0; {counter} < "
                 f"{printer.elements(nest.sizes)}; {counter}++) {{")
    begin, around = len(printer.lines), printer.flat
    printer.flat = nest
    printer.block(nest.body, "}")
    printer.flat = around
    text, subscripts, rest = "\n".join(printer.lines[begin:]), [], counter
    for name, size in list(zip(nest.names, nest.sizes))[:0:-1]:
        subscripts.append((name, f"{rest} % ({size})"))
        rest = f"{rest} / ({size})"
    subscripts.append((nest.names[0], rest))
    printer.lines[begin:begin] = [
        f"{INDENT * (printer.depth + 1)}{index} {name} = {value};"
        for name, value in reversed(subscripts) if re.search(rf"\b{name}\b", text)]
