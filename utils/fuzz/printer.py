"""What writing random programs in C and in Fortran has in common."""

from program import Allocate, Assign, Call, Free, Guard, Loop, Return

INDENT = "  "


class Printer:
    """A language adds loop, allocate, free, leave, show and tick, which write
    lines, store, which returns an assignment's text, and these words."""

    IF, ELSE, END_IF, AND, OR = "", "", "", "", ""

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

    def assign(self, node):
        if node.may_not_happen():
            self.line(self.IF % f"{self.cell(node.terms[0][1])} > 20")
            self.line(INDENT + self.store(node, node.terms))
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
            word = self.OR if node.any_of else self.AND
            self.line(self.IF % word.join(map(self.condition, node.conditions)))
            self.block(node.body, self.END_IF)
        elif isinstance(node, Assign):
            self.assign(node)
        elif isinstance(node, Allocate):
            self.allocate(node.array)
        elif isinstance(node, Free):
            self.free(node.array)
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
