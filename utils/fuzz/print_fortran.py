"""Writes random programs in Fortran, to be called from C.

Arrays that are flat in C have their subscripts in the same order as in C here,
hence run across the memory; others have them reversed.
"""

import printer
from affine import Remainder
from printer import INDENT, SUMS
from program import FLOATS, Loop, walk

KINDS = {"double": "real(8)", "float": "real(4)", "int": "integer(4)",
         "long": "integer(8)", "short": "integer(2)", "signed char": "integer(1)"}
WIDTH = 110
HEADER = """\
  use iso_c_binding
  implicit none
  interface
    subroutine tick(number) bind(c)
      import
      integer(c_long), value :: number
    end subroutine
    subroutine show(bytes, count) bind(c)
      import
      type(*), intent(in) :: bytes(*)
      integer(c_long), value :: count
    end subroutine
  end interface"""


def wrapped(text):
    """In several lines, if it is long."""
    lines = []
    while len(text) > WIDTH:
        cut = text.rfind(" ", 0, WIDTH)
        lines.append(text[:cut] + " &")
        text = "    " + text[cut + 1:]
    return "\n".join(lines + [text])


class Printer(printer.Printer):
    IF, ELSE, END_IF = "if (%s) then", "else", "end if"
    AND, OR, NOT, TRUE = " .and. ", " .or. ", ".not. (%s)", ".true."

    def __init__(self, program):
        super().__init__(program)
        self.index = KINDS[program.index]

    def line(self, text):
        self.lines.append(wrapped(INDENT * self.depth + text))

    def number(self, value):
        return f"int({value}, {8 if self.program.index == 'long' else 4})"

    def name(self, array):
        return "res" if array.name == "result" else array.name

    def in_order(self, array, items):
        return list(items) if array.flat else list(items)[::-1]

    def shape(self, array, constant):
        sizes = array.constant_sizes() if constant else array.sizes
        texts = [f"0:{size - 1}" for size in self.in_order(array, sizes)]
        return f"({', '.join(texts)})" if texts else ""

    def subscript(self, subscript):
        if isinstance(subscript, Remainder):
            first = self.number(subscript.dividend)
            last = self.number(subscript.divisor - 1)
            if subscript.form == "clamp":
                return f"min(max({first}, {self.number(0)}), {last})"
            if subscript.form == "mask":
                return f"iand({first}, {last})"
            name = "mod" if subscript.form == "rest" else "modulo"
            return f"{name}({first}, {self.number(subscript.divisor)})"
        return str(subscript)

    def cell(self, reference):
        if reference.through:
            number = f"int({self.cell(reference.through)}, 4)"
            return f"{self.name(reference.array)}(iand({number}, {reference.count - 1}))"
        subscripts = list(map(self.subscript, reference.subscripts))
        if reference.back:
            subscripts[-1] += f" - {self.cell(reference.back)}"
        subscripts = self.in_order(reference.array, subscripts)
        text = self.name(reference.array)
        return f"{text}({', '.join(subscripts)})" if subscripts else text

    def term(self, weight, reference, element):
        text, array = self.cell(reference), reference.array
        kind = 8 if element in ("double", "long") else 4
        if element in FLOATS:
            weight = f"{weight}{'d0' if element == 'double' else ''}"
            if array.is_float():
                return f"({weight}) * {text}"
            return f"({weight}) * real(iand(int({text}, 4), 255), {kind})"
        if array.is_float():
            text = f"merge(3, 1, {text} > 16)"
        return f"({weight}) * int({text}, {kind})"

    def value(self, node, used):
        """Of the USED terms."""
        element = node.target.array.element
        kind = 8 if element in ("double", "long") else 4
        if node.form == "copy" and used:
            return self.cell(used[0][1])
        terms = [self.term(w, r, element) for w, r in used]
        if node.form == "product" and used:
            if element not in FLOATS:
                terms = [f"iand({self.term(1, r, element)}, 127_{kind})" for _, r in used]
            terms = [" * ".join(terms)]
        index = f"{'real' if element in FLOATS else 'int'}({node.index}, {kind})"
        if node.form in SUMS or not terms:
            text = " + ".join(terms + [index])
        else:
            floats = [r.array.element == "double" or element == "double"
                      for _, r in used]
            if element == "float" and any(floats):
                terms = [f"real({term}, 8)" for term in terms]
            text = f"{node.form}({', '.join(terms)}) + {index}" if len(
                terms) > 1 else f"{terms[0]} + {index}"
        if element in FLOATS:
            return text
        mask = 127 if element == "signed char" or not terms else 1023
        text = f"iand({text}, {mask}_{kind})"
        return text if element in ("int", "long") else (
            f"int({text}, {1 if element == 'signed char' else 2})")

    # Declarations

    def declare(self):
        program = self.program
        passed = "intent(in)" if program.by_reference else "value"
        self.line(f"{KINDS[program.parameters]}, {passed} :: n, m, p")
        for array in program.arrays:
            kind, name = KINDS[array.element], self.name(array)
            if array.is_scalar():
                if name != "res":
                    volatile = ", volatile" if array.volatile else ""
                    self.line(f"{kind}{volatile} :: {name}")
            elif array.is_argument():
                self.line(f"{kind}, intent(inout) :: {name}{self.shape(array, False)}")
            elif array.is_heap():
                colons = ", ".join(":" for _ in array.sizes)
                self.line(f"{kind}, allocatable :: {name}({colons})")
            elif array.kind == "vla":
                self.line(f"{kind} :: {name}{self.shape(array, False)}")
            else:
                save = ", save" if array.kind in ("static", "global") else ""
                zero = " = 0" if array.is_kept() else ""
                self.line(f"{kind}{save} :: {name}{self.shape(array, True)}{zero}")
        variables = sorted({n.var for n in walk(program.body) if isinstance(n, Loop)})
        if variables:
            self.line(f"{self.index} :: {', '.join(variables)}")
        self.line("integer :: status")
        self.line("real(8) :: res")

    # Statements

    def allocate(self, array):
        if array.name == "result":
            self.line("res = 0")
        if not array.is_heap():
            return
        status = ", stat=status" if array.checked else ""
        self.line(f"allocate ({array.name}{self.shape(array, False)}{status})")
        if array.checked:
            self.line("if (status /= 0) return")
        if array.is_zeroed():
            self.line(f"{array.name} = 0")

    def bound(self, bounds, function):
        if len(bounds) == 1:
            return str(bounds[0])
        texts = [self.number(x) if x.is_constant() else str(x) for x in bounds]
        return f"{function}({', '.join(texts)})"

    def loop(self, node):
        low, high = self.bound(node.low, "max"), self.bound(node.high, "min")
        v, step = node.var, node.step
        if node.down:
            last = f"{high} - 1"
            if step > 1:
                last = f"{low} + ({high} - 1 - ({low})) / {step} * {step}"
                self.line(f"if ({low} < {high}) then")
            self.line(f"do {v} = {last}, {low}, -{step}")
            self.block(node.body, "end do")
            if step > 1:
                self.line("end if")
        elif node.shape == "for":
            by = f", {step}" if step > 1 else ""
            self.line(f"do {v} = {low}, {high} - 1{by}")
            self.block(node.body, "end do")
        else:
            self.line(f"{v} = {low}")
            self.line(f"do while ({v} < {high})")
            self.block(node.body, "end do", f"{v} = {v} + {step}")

    def store(self, node, used):
        target = self.cell(node.target)
        target = f"{target} = {target} + " if node.added else f"{target} ="
        return f"{target} {self.value(node, used)}"

    def free(self, array):
        self.line(f"deallocate ({array.name})")

    def leave(self, _):
        self.line("res = res + 1")
        self.line("return")

    def show(self, array):
        self.line(f"call show({array.name}, sizeof({array.name}))")

    def tick(self, number):
        self.line(f"call tick({number}_8)")

    def function(self):
        program = self.program
        names = ["n", "m", "p"] + [a.name for a in program.arguments()]
        self.declare()
        self.line("res = 0")
        if program.negative:
            self.line("if (n < 0 .or. m < 0 .or. p < 0) then")
            self.line("  res = -3")
            self.line("  return")
            self.line("end if")
        for node in program.body:
            self.node(node)
        head = wrapped(f"function {program.name()}({', '.join(names)}) "
                       "result(res) bind(c)")
        return "\n".join([head, HEADER, *self.lines, "end function", ""])


def declaration(program):
    """For C."""
    kind = program.parameters + (" *" if program.by_reference else "")
    arguments = [f"{kind} {p}" for p in "nmp"] + [
        f"void *{a.name}" for a in program.arguments()]
    return f"double {program.name()}({', '.join(arguments)});"
