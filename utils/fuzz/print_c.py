"""Writes random programs in C or C++."""

import calls
import ends
import flat
import printer
from printer import INDENT, SUMS
from program import BYTES, FLOATS, SIGNED, Allocate, assigns

MACROS = {"min": "SMALLER", "max": "LARGER"}


class Printer(printer.Printer):
    IF, ELSE, END_IF = "if (%s) {", "} else {", "}"
    AND, OR, NOT, TRUE = " && ", " || ", "!(%s)", "1"
    CHOOSES = True

    def __init__(self, program, language="c"):
        super().__init__(program)
        self.language, self.globals = language, []
        # The loop over all elements that is being printed.
        self.flat = None

    @staticmethod
    def elements(sizes):
        return " * ".join(size.factor() for size in sizes)

    # References

    @staticmethod
    def subscript(subscript):
        return str(subscript)

    def cell(self, reference):
        array = reference.array
        if reference.through:
            return f"{array.name}[{self.cell(reference.through)} & {reference.count - 1}]"
        if not reference.subscripts:
            return array.name
        element = self.flat and self.flat.cell(reference)
        if element:
            return element
        back = f" - {self.cell(reference.back)}" if reference.back else ""
        if not array.flat:
            cell = array.name + "".join(f"[{s}]" for s in reference.subscripts)
            return f"{cell[:-1]}{back}]"
        text = reference.subscripts[0].factor()
        for subscript, size in zip(reference.subscripts[1:], array.sizes[1:]):
            if "+" in text or "-" in text:
                text = f"({text})"
            text = f"{text} * {size.factor()}"
            if subscript.constant or subscript.terms:
                text += f" + {subscript.factor()}"
        return f"{array.name}[{text}{back}]"

    def term(self, weight, reference, element):
        """A weighted read for a value of type ELEMENT."""
        text, array = self.cell(reference), reference.array
        if element in FLOATS:
            if not array.is_float():
                text = f"({text} & 255)"
            return f"{weight}{'f' if element == 'float' else ''} * {text}"
        if array.is_float():
            text = f"({text} > 16 ? 3 : 1)"
        return text if weight == 1 else f"{weight} * {text}"

    def product(self, used, element):
        """Of terms, small enough for their product to be of their type."""
        if element in FLOATS:
            return " * ".join(self.term(w, r, element) for w, r in used)
        factors = [f"({self.term(1, r, element)} & 127)" for _, r in used]
        return " * ".join(factors)

    def value(self, node, used):
        """Of the USED terms."""
        element = node.target.array.element
        if node.form == "choose":
            texts = [self.value(choice, choice.terms) for choice in node.choices()]
            return f"{self.conditions(node.conditions)} ? {texts[0]} : {texts[1]}"
        if node.form == "copy" and used:
            return self.cell(used[0][1])
        if node.function and element in FLOATS:
            return f"{node.function}({self.sum_of(node, used)})"
        return self.sum_of(node, used)

    def sum_of(self, node, used):
        """Or what else there is of terms and the index."""
        element = node.target.array.element
        terms = [self.term(w, r, element) for w, r in used]
        if node.form == "product" and used:
            terms = [self.product(used, element)]
        index = f"({element})({node.index})" if node.index.terms else str(node.index)
        if node.form in SUMS or not terms:
            if not (index == "0" and terms):
                terms.append(index)
            text = " + ".join(terms)
        else:
            text = terms[0]
            for other in terms[1:]:
                text = f"{MACROS[node.form]}({text}, {other})"
            if index != "0":
                text += f" + {index}"
        if element in SIGNED and used:
            text = f"({text}) & {127 if BYTES[element] == 1 else 1023}"
        elif element in SIGNED and element != "long":
            text = f"({text}) & 127"
        return text

    # Statements

    def allocate(self, array):
        element = array.element
        if array.is_scalar():
            first = " = 0" if array.name == "result" else ""
            kind = "volatile " if array.volatile else ""
            self.line(f"{kind}{element} {array.name}{first};")
            return
        if array.kind in ("vla", "stack", "static", "global"):
            sizes = array.sizes if array.kind == "vla" else array.constant_sizes()
            text = (f"{element} {array.name}"
                    + "".join(f"[{size}]" for size in sizes) + ";")
            if array.kind == "global":
                self.globals.append("static " + text)
            else:
                self.line(f"{'static ' if array.kind == 'static' else ''}{text}")
            return
        if array.kind == "vector":
            self.make_vector(array)
            return
        if array.rows:
            self.allocate_rows(array)
            return
        call = self.call(array, element, array.sizes)
        if array.flat or len(array.sizes) == 1:
            self.line(f"{element} *{array.name} = {call};")
        else:
            inner = "".join(f"[{size}]" for size in array.sizes[1:])
            self.line(f"{element} (*{array.name}){inner} = {call};")
        if array.checked and array.kind != "new":
            self.line(f"if (!{array.name})")
            self.line(f"{INDENT}return -1;")

    def make_vector(self, array):
        made = f"std::vector<{array.element}>"
        if array.rows:
            height, width = array.sizes
            size, zero = height, f"{made}({width})"
            made = f"std::vector<{made}>"
        else:
            size, zero = self.elements(array.sizes), "0"
        if not array.checked:
            value = f", {zero}" if array.rows else ""
            self.line(f"{made} {array.name}({size}{value});")
            return
        self.line(f"{made} {array.name};")
        if array.slack:
            self.line(f"{array.name}.assign({size}, {zero});")
        else:
            value = f", {zero}" if array.rows else ""
            self.line(f"{array.name}.resize({size}{value});")

    def call(self, array, element, sizes):
        """An allocation of so many elements."""
        count = self.elements(sizes)
        total = f"{count} * sizeof({element})"
        call = {"malloc": f"malloc({total})",
                "calloc": f"calloc({count}, sizeof({element}))",
                "aligned": f"aligned_alloc(64, ({total} + 63) / 64 * 64)",
                "new": f"new {element}[{count}]"}[array.kind]
        cast = "" if self.language == "c" or array.kind == "new" else f"({element} *)"
        return cast + call

    def allocate_rows(self, array):
        """A table of pointers, and its rows."""
        name, element, (_, width) = array.name, array.element, array.sizes
        row, first = f"{name}_row", 1 if array.rows == "turn" else 0
        if array.rows == "block":
            self.line(f"{element} *{name}_block = "
                      f"{self.call(array, element, array.sizes)};")
        table = self.call(array, element + " *", array.sizes[:1])
        self.line(f"{element} **{name} = {table};")
        if array.rows == "turn":
            self.line(f"{name}[0] = {self.call(array, element, array.sizes)};")
        value = {"apart": self.call(array, element, [width]),
                 "block": f"{name}_block + {row} * {width.factor()}",
                 "turn": f"{name}[{row} - 1] + {width.factor()}"}[array.rows]
        self.line(f"for ({self.program.index} {row} = {first}; "
                  f"{row} < {array.sizes[0]}; {row}++)" + " {" * array.checked)
        self.line(f"{INDENT}{name}[{row}] = {value};")
        if array.checked:
            self.line(f"{INDENT}if (!{name}[{row}])")
            self.line(f"{INDENT * 2}return -1;")
            self.line("}")

    def free_rows(self, array):
        name, word = array.name, "delete[]" if array.kind == "new" else "free"
        row = f"{name}_row"
        if array.rows == "apart":
            self.line(f"for ({self.program.index} {row} = 0; "
                      f"{row} < {array.sizes[0]}; {row}++)")
            self.line(f"{INDENT}{word}({name}[{row}]);")
        else:
            block = f"{name}_block" if array.rows == "block" else f"{name}[0]"
            self.line(f"{word}({block});")
        self.line(f"{word}({name});")

    def free(self, array):
        if array.kind == "vector":
            return
        if array.rows:
            self.free_rows(array)
        else:
            self.line(f"delete[] {array.name};" if array.kind == "new"
                      else f"free({array.name});")

    def exchange(self, arrays):
        names = [array.name for array in arrays]
        if arrays[0].kind == "vector":
            for first, second in zip(names, names[1:]):
                self.line(f"std::swap({first}, {second});")
            return
        self.line("{")
        self.line(f"{INDENT}{'void *' if self.language == 'c' else 'auto '}"
                  f"spare = {names[0]};")
        for target, source in zip(names, names[1:] + ["spare"]):
            self.line(f"{INDENT}{target} = {source};")
        self.line("}")

    def bound(self, bounds, macro):
        text = str(bounds[0])
        for other in bounds[1:]:
            text = f"{macro}({text}, {other})"
        return text

    def loop(self, node):
        low = self.bound(node.low, "LARGER")
        high = self.bound(node.high, "SMALLER")
        v, index = node.var, self.program.index
        step = f"{v}++" if node.step == 1 else f"{v} += {node.step}"
        if node.call == "flat" and flat.Nest(node).is_flat():
            flat.print_loop(self, flat.Nest(node))
            return
        lines = calls.lines_for(self, node) if node.call else []
        for line in lines:
            self.line(line)
        if lines:
            return
        if node.down:
            first = f"{high} - 1"
            if node.step > 1:
                first = f"{low} + ({high} - 1 - ({low})) / {node.step} * {node.step}"
                self.line(f"if ({low} < {high})")
            step = f"{v}--" if node.step == 1 else f"{v} -= {node.step}"
            self.line(f"for ({index} {v} = {first}; {v} >= {low}; {step}) {{")
            self.block(node.body, "}")
        elif ends.is_printable(node, index):
            chosen, (first, last) = ends.lines(node, index)
            self.line("{")
            self.depth += 1
            for line in chosen:
                self.line(line)
            self.line(f"for ({index} {v} = {first}; {v} <= {last}; {step}) {{")
            self.block(node.body, "}")
            self.depth -= 1
            self.line("}")
        elif node.shape == "for" or self.has_allocation(node.body):
            self.line(f"for ({index} {v} = {low}; {v} < {high}; {step}) {{")
            self.block(node.body, "}")
        elif node.shape == "while":
            self.line("{")
            self.depth += 1
            self.line(f"{index} {v} = {low};")
            self.line(f"while ({v} < {high}) {{")
            self.block(node.body, "}", f"{step};")
            self.depth -= 1
            self.line("}")
        else:
            self.line(f"if ({low} < {high}) {{")
            self.depth += 1
            self.line(f"{index} {v} = {low};")
            self.line("do {")
            self.block(node.body, f"}} while ({v} < {high});", f"{step};")
            self.depth -= 1
            self.line("}")

    @staticmethod
    def has_allocation(nodes):
        return any(isinstance(node, Allocate) for node in nodes)

    def store(self, node, used):
        return (f"{self.cell(node.target)} {'+=' if node.added else '='} "
                f"{self.value(node, used)};")

    def leave(self, node):
        for array in node.live:
            if array.is_heap():
                self.free(array)
        self.line("return result + 1;")

    def show(self, array):
        sizes = array.constant_sizes() if array.constant_sized() else array.sizes
        more = f", sizeof({array.element})" if array.is_float() else ""
        name = array.name
        if array.rows:
            self.line(f"for (long row = 0; row < {sizes[0]}; row++)")
            name, sizes = f"{name}[row]", sizes[1:]
        name += ".data()" * (array.kind == "vector")
        self.line(f"{INDENT * bool(array.rows)}show{'_numbers' if more else ''}"
                  f"({name}, {self.bytes(sizes, array)}{more});")

    def tick(self, number):
        self.line(f"tick({number});")

    @staticmethod
    def bytes(sizes, array):
        text = " * ".join(s.factor() if hasattr(s, "factor") else str(s) for s in sizes)
        return f"{text} * sizeof({array.element})"

    def declaration(self, array):
        if array.rows:
            return f"{array.element} **{array.name}"
        star = "*restrict" if array.kind == "restrict" else "*"
        if self.language == "c++":
            star = star.replace("restrict", "__restrict")
        if array.flat or len(array.sizes) == 1:
            return f"{array.element} {star} {array.name}"
        inner = "".join(f"[{size}]" for size in array.sizes[1:])
        return f"{array.element} ({star} {array.name}){inner}"

    def head(self):
        kind = self.program.parameters
        arguments = [f"{kind} {p}" for p in "nmp"] + [
            self.declaration(a) for a in self.program.arguments()]
        return f"double {self.program.name()}({', '.join(arguments)})"

    def function(self):
        if self.program.negative:
            self.line("if (n < 0 || m < 0 || p < 0)")
            self.line("  return -3;")
        for node in self.program.body:
            self.node(node)
        self.line("return result;")
        linkage = "static " if self.program.internal else (
            'extern "C" ' if self.language == "c++" else "")
        if self.program.apart:
            linkage += "__attribute__((noinline)) "
        return "\n".join(self.globals + [f"{linkage}{self.head()} {{", *self.lines, "}"])


def caller(program):
    """A C function that makes the arguments, calls it and digests all there is."""
    lines = [f"static uint64_t call_{program.seed}(long n, long m, long p) {{"]
    passed = []
    for a in program.arguments():
        count = 1
        for size in a.constant_sizes():
            count *= size
        if a.overlaps:
            base, distance = a.overlaps
            start = f"({base.name} + {distance})"
            passed.append(table_of(a, start, lines) if a.rows else f"{cast(a)}{start}")
            continue
        room = count + max([0] + [
            o.overlaps[1] + product_of(o.constant_sizes())
            for o in program.arguments() if o.overlaps and o.overlaps[0] is a])
        lines.append(f"  static {a.element} {a.name}[{room}];")
        lines.append(f"  for (int i = 0; i < {room}; i++)")
        lines.append(f"    {a.name}[i] = ({a.element})((i * 7 + 3) % 101);")
        passed.append(table_of(a, a.name, lines) if a.rows else f"{cast(a)}{a.name}")
    names = ["n", "m", "p"]
    if program.by_reference:
        lines += [f"  {program.parameters} {name}_here = {name};" for name in names]
        names = [f"&{name}_here" for name in names]
    passed = ", ".join(names + passed)
    shows_errors = any(assign.function for assign in assigns(program))
    if shows_errors:
        lines.append("  errno = 0;")
    lines.append(f"  double result = {program.name()}({passed});")
    if shows_errors:
        lines += ["#ifndef __NO_MATH_ERRNO__", "  tick(errno);", "#endif"]
    lines.append("  uint64_t digest = mix_numbers(seen, &result, sizeof result, 8);")
    for a in program.arguments():
        kind, more = ("_numbers", f", sizeof *{a.name}") if a.is_float() else ("", "")
        if not a.overlaps:
            lines.append(f"  digest = mix{kind}(digest, {a.name}, sizeof {a.name}{more});")
    return "\n".join(lines + ["  return digest;", "}"])


def table_of(array, start, lines):
    """The name of a table of the rows of ARRAY from START on, which LINES make."""
    name, (height, width) = f"{array.name}_rows", array.constant_sizes()
    row = {"up": "i", "down": f"({height - 1} - i)",
           "mixed": f"((i * 5 + 2) % {height})" if height % 5 else "i"}[array.rows]
    lines.append(f"  static {array.element} *{name}[{height + 1}];")
    lines.append(f"  for (int i = 0; i < {height}; i++)")
    lines.append(f"    {name}[i] = {start} + {row} * {width};")
    return name


def cast(array):
    """To what the function takes; sizes that vary have no name out here."""
    flat = array.flat or len(array.sizes) == 1
    return f"({array.element} *)" if flat else "(void *)"


def product_of(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result
