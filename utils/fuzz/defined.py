"""Makes programs defined: executes them in Python, with sets of written cells.

A read of a cell that was never written is taken out of its statement, and a
statement that accesses what is outside of its array is taken out of the program.
What is left reads only what was written, at each of the sizes that programs are
run with. Reads do not change what is executed, so one round is enough for them.
"""

from program import (PARAMETERS, Allocate, Assign, Exchange, Free, Guard, Loop, Return,
                     bodies_of)

LIMIT = 400000


class TooLong(Exception):
    """It executes too many statements."""


class Printer:
    def __init__(self, program):
        self.lines, self.program = [], program
        self.assigns = []
        self.branches = 0  # around a node, of those that data choose

    def line(self, depth, text):
        self.lines.append("  " * depth + text)

    def check(self, depth, reference, bad, known=False):
        """Adds to BAD if a reference is out of range or, unless KNOWN, unset."""
        array = reference.array
        if reference.through:
            return self.check_through(depth, reference, bad)
        if reference.back:
            return self.check_back(depth, reference, bad)
        sizes = array.constant_sizes() if array.constant_sized() else array.sizes
        subscripts = [s.python() for s in reference.subscripts]
        inside = " and ".join(f"0 <= {s} < {size}" for s, size in zip(subscripts, sizes))
        cell = f"({''.join(f'{s}, ' for s in subscripts)})"
        if inside:
            self.line(depth, f"if not ({inside}): outside.add({len(self.assigns)})")
        if not known:
            self.line(depth, f"if {cell} not in {array.name}: {bad}")
        return cell

    def check_through(self, depth, reference, bad):
        """Which cell it is depends on data: all must be set."""
        array, count = reference.array, reference.count
        size = (array.constant_sizes() if array.constant_sized() else array.sizes)[0]
        self.check(depth, reference.through, bad)
        self.line(depth, f"if {count} > {size}: outside.add({len(self.assigns)})")
        self.line(depth, f"if not all((c,) in {array.name} for c in range({count})): "
                         f"{bad}")
        return None

    def check_back(self, depth, reference, bad):
        """The same, of those in a row."""
        array = reference.array
        self.check(depth, reference.back, bad)
        sizes = array.constant_sizes() if array.constant_sized() else array.sizes
        *outer, last = [s.python() for s in reference.subscripts]
        end = sizes[-1] if reference.least is None else (
            f"{last} - {reference.least} + 1")
        inside = [f"0 <= {s} < {size}" for s, size in zip(outer, sizes)]
        inside.append(f"{end} <= {sizes[-1]}")
        self.line(depth, f"if not ({' and '.join(inside)}): "
                         f"outside.add({len(self.assigns)})")
        self.line(depth, f"elif not all(({', '.join([*outer, 'c'])},) in {array.name} "
                         f"for c in range({end})): {bad}")

    def body(self, nodes, depth):
        self.line(depth, "pass")
        for node in nodes:
            if isinstance(node, Loop):
                low = f"max({', '.join(map(str, node.low))}, -9999)"
                high = f"min({', '.join(map(str, node.high))}, 9999)"
                order = f"range({low}, {high}, {node.step})"
                if node.down:
                    order = f"reversed({order})"
                self.line(depth, f"for {node.var} in {order}:")
                self.body(node.body, depth + 1)
            elif isinstance(node, Guard) and node.asks:
                self.guard(node, depth)
            elif isinstance(node, Guard):
                self.line(depth, f"if {self.condition(node.conditions, node.any_of)}:")
                self.body(node.body, depth + 1)
                self.line(depth, "else:")
                self.body(node.otherwise, depth + 1)
            elif isinstance(node, Assign):
                self.assign(node, depth)
            elif isinstance(node, Allocate):
                a = node.array
                known = a.is_zeroed() or a.name == "result" or a.is_kept()
                self.line(depth, f"{a.name} = {'everything' if known else 'set()'}")
            elif isinstance(node, Free):
                self.line(depth, f"{node.array.name} = set()")
            elif isinstance(node, Exchange):
                names = [array.name for array in node.arrays]
                self.line(depth, f"{', '.join(names)} = "
                                 f"{', '.join(names[1:] + names[:1])}")
            elif isinstance(node, Return):
                self.line(depth, f"if {node.condition} >= 0: return")

    def guard(self, node, depth):
        """Where data say which, both branches, each as if the other one had not been
        there. What both have written is there behind them."""
        me = len(self.assigns)
        self.check(depth, node.asks[0], f"unset.add(({me}, 0))")
        self.assigns.append(node)
        conditions = self.condition(node.conditions, node.any_of)
        self.line(depth, f"if {'True' if node.any_of else conditions}:")
        self.branches += 1
        self.body(node.body, depth + 1)
        self.line(depth, "first = undo()")
        self.line(depth, f"if {f'not ({conditions})' if node.any_of else 'True'}:")
        self.body(node.otherwise, depth + 1)
        self.line(depth, "both(first, undo())")
        self.branches -= 1

    @staticmethod
    def condition(conditions, any_of=False):
        word = " or " if any_of else " and "
        return word.join(f"{c} {mark} 0" for c, mark in conditions) or "True"

    def assign(self, node, depth):
        me = len(self.assigns)
        self.line(depth, "count[0] += 1")
        chosen = self.condition(node.conditions)
        for number, (_, reference) in enumerate(node.terms):
            self.line(depth, f"if ({chosen}) == {number == 0}:"
                      if node.form == "choose" else "if True:")
            self.check(depth + 1, reference, f"unset.add(({me}, {number}))")
        cell = self.check(depth, node.target, f"unset.add(({me}, -1))", not node.added)
        if cell and not node.may_not_happen():
            name = node.target.array.name
            self.line(depth, f"note({name}, {cell})" if self.branches
                      else f"{name}.add({cell})")
        self.assigns.append(node)

    def function(self):
        self.line(0, f"def run({', '.join(PARAMETERS)}):")
        for array in self.program.arguments():
            self.line(1, f"{array.name} = everything")
        self.body(self.program.body, 1)
        return "\n".join(self.lines)


class Everything(set):
    """Has all cells."""

    def __contains__(self, cell):
        return True

    def add(self, cell):
        pass


class Notes:
    """What a branch has written that was not there before."""

    def __init__(self):
        self.new = []

    def note(self, array, cell):
        if cell not in array:
            array.add(cell)
            self.new.append((array, cell))

    def undo(self):
        new, self.new = self.new, []
        for array, cell in new:
            array.discard(cell)
        return new

    @staticmethod
    def both(first, second):
        seen = {(id(array), cell) for array, cell in first}
        for array, cell in second:
            if (id(array), cell) in seen:
                array.add(cell)


def findings(program):
    """(assignments, those outside of arrays, (assignment, term) of unset reads)."""
    printer, notes = Printer(program), Notes()
    names = {"everything": Everything(), "outside": set(), "unset": set(),
             "count": [0], "note": notes.note, "undo": notes.undo, "both": notes.both}
    exec(printer.function(), names)
    for point in program.sizes:
        names["run"](*point)
        if names["count"][0] > LIMIT:
            raise TooLong
    return printer.assigns, names["outside"], names["unset"]


def remove(nodes, unwanted):
    """Takes nodes out, and loops and guards that become empty."""
    kept = []
    for node in nodes:
        if any(node is other for other in unwanted):
            continue
        bodies = bodies_of(node)
        for body in bodies:
            body[:] = remove(body, unwanted)
        if bodies and not any(bodies):
            continue
        kept.append(node)
    return kept


def repair(program):
    while True:
        found, outside, unset = findings(program)
        # Where such a store goes depends on what was never written.
        outside |= {i for i, term in unset if term < 0 and found[i].target.through}
        if outside:
            program.body = remove(program.body, [found[i] for i in outside])
            continue
        for number, assign in enumerate(found):
            gone = {term for i, term in unset if i == number}
            if isinstance(assign, Guard):
                assign.asks = None if gone else assign.asks
                continue
            assign.terms = [t for k, t in enumerate(assign.terms) if k not in gone]
            assign.added = assign.added and -1 not in gone
            if assign.form == "choose" and gone:
                # What was chosen may be outside of its array elsewhere.
                assign.form, assign.terms = "sum", []
        return


def is_defined(program):
    try:
        _, outside, unset = findings(program)
    except TooLong:
        return False
    return not outside and not unset
