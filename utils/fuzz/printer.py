"""What writing random programs in C and in Fortran has in common."""

from program import Allocate, Assign, Call, Exchange, Free, Guard, Loop, Return

INDENT = "  "
# Forms of assignments whose values are sums.
SUMS = ("sum", "branch", "either", "product", "may", "reach")


class Printer:
    """A language adds loop, allocate, free, exchange (in C and C++), leave, show and
    tick, which write lines, store, which returns an assignment's text, and these words."""

    IF, ELSE, END_IF, AND, OR = "", "", "", "", ""
    # Whether an expression can choose one of two without computing the other.
    CHOOSES = False

    def __init__(self, program):
        self.program = program
        self.lines, self.depth = [], 1

    def line(self, text):
        self.lines.append(INDENT * self.depth + text)

    def block(self, nodes, end, last=None):
        self.depth += 1
        for node in nodes:
            self.node(node)
        if last:
            self.line(last)
        self.depth -= 1
        self.line(end)

    @staticmethod
    def condition(condition):
        expression, mark = condition
        left, right = expression.halves()
        return f"{left} {mark} {right}"

    def conditions(self, conditions, any_of=False):
        word = self.OR if any_of else self.AND
        return word.join(map(self.condition, conditions))

    def guard(self, node):
        condition = self.conditions(node.conditions, node.any_of)
        if node.asks:
            asked, number = node.asks
            word = self.OR if node.any_of else self.AND
            condition = word.join([f"{self.cell(asked)} > {number}"]
                                  + [condition] * bool(condition))
        condition = condition or self.TRUE
        self.line(self.IF % condition)
        if node.otherwise and node.apart:
            self.block(node.body, self.END_IF)
            self.line(self.IF % (self.NOT % condition))
            self.block(node.otherwise, self.END_IF)
        elif node.otherwise:
            self.block(node.body, self.ELSE)
            self.block(node.otherwise, self.END_IF)
        else:
            self.block(node.body, self.END_IF)

    def choose(self, node):
        self.line(self.IF % self.conditions(node.conditions))
        for choice, end in zip(node.choices(), (self.ELSE, self.END_IF)):
            self.line(INDENT + self.store(choice, choice.terms))
            self.line(end)

    def reaches(self, reference):
        """Whether what has a BACK is in its row."""
        last, width = reference.subscripts[-1], reference.array.sizes[-1]
        back = self.cell(reference.back)
        inside = f"{back} <= {self.subscript(last)}"
        if reference.least is None:
            inside += f"{self.AND}{self.subscript(last)} - {back} < {width}"
        return inside

    def assign(self, node):
        if node.form == "choose" and not self.CHOOSES:
            self.choose(node)
            return
        if node.may_not_happen():
            self.line(self.IF % f"{self.cell(node.terms[0][1])} > 20")
            self.line(INDENT + self.store(node, node.terms))
            self.line(self.END_IF)
            return
        if node.form == "reach" and node.terms and node.terms[0][1].back:
            if node.twice:
                self.line(self.store(node, node.terms[1:]))
            self.line(self.IF % self.reaches(node.terms[0][1]))
            self.line(INDENT + self.store(node, node.terms))
            if not node.twice:
                self.line(self.ELSE)
                self.line(INDENT + self.store(node, node.terms[1:]))
            self.line(self.END_IF)
            return
        if node.form == "either" and len(node.terms) > 2:
            asked, first, second, *rest = node.terms
            self.line(self.IF % f"{self.cell(asked[1])} > 20")
            self.line(INDENT + self.store(node, [first, *rest]))
            self.line(self.ELSE)
            self.line(INDENT + self.store(node, [second, *rest]))
            self.line(self.END_IF)
            return
        if node.form != "branch" or len(node.terms) < 2:
            self.line(self.store(node, node.terms))
            return
        cells = [self.cell(reference) for _, reference in node.terms[:2]]
        rest = node.terms[2:]
        self.line(self.IF % f"{cells[0]} > {cells[1]}")
        self.line(INDENT + self.store(node, node.terms[:1] + rest))
        self.line(self.ELSE)
        self.line(INDENT + self.store(node, node.terms[1:]))
        self.line(self.END_IF)

    def node(self, node):
        if isinstance(node, Loop):
            self.loop(node)
        elif isinstance(node, Guard):
            self.guard(node)
        elif isinstance(node, Assign):
            self.assign(node)
        elif isinstance(node, Allocate):
            self.allocate(node.array)
        elif isinstance(node, Free):
            self.free(node.array)
        elif isinstance(node, Exchange):
            self.exchange(node.arrays)
        elif isinstance(node, Return):
            self.line(self.IF % self.condition((node.condition, ">=")))
            self.depth += 1
            self.leave(node)
            self.depth -= 1
            self.line(self.END_IF)
        elif isinstance(node, Call) and node.array:
            self.show(node.array)
        elif isinstance(node, Call):
            self.tick(node.number)
