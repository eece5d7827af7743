"""Sets and maps in isl's notation, at fixed values of the parameters.

Reads the part of the notation that kernel files use: tuples of affine
expressions, comparisons (also chained), "and", "or", "not", several pieces
separated by semicolons. No isl is involved, so that what is computed here can
serve to judge programs that are built on isl.

A conjunction is a list of constraints (coefficients, constant, is_equality):
the sum of coefficient times variable plus the constant is at least zero, or
equal to it.
"""

import itertools
import re
from dataclasses import dataclass

TOKEN = re.compile(r"\s*(\d+|[A-Za-z_]\w*'*|->|<=|>=|!=|[<>=+\-*(){}\[\],;:])")
COMPARISONS = ("<", "<=", "=", ">=", ">", "!=")


class NotationError(ValueError):
    """The text is not in the part of the notation that is read here."""


@dataclass
class Tuple:
    name: str
    variables: list  # one a dimension


@dataclass
class Piece:
    """One tuple, or two for a map, and the conjunctions that hold of them."""

    tuples: list
    conjunctions: list

    def contains(self, values):
        return any(all(holds(c, values) for c in conj) for conj in self.conjunctions)

    def solutions(self, values):
        """All assignments of the tuples' variables that agree with `values`."""
        variables = [v for t in self.tuples for v in t.variables]
        found = set()
        for conj in self.conjunctions:
            for solution in solve(substitute(conj, values), variables, values):
                point = tuple(solution[v] for v in variables)
                if point not in found:
                    found.add(point)
                    yield solution


def holds(constraint, values):
    coefficients, constant, equality = constraint
    total = constant + sum(c * values[v] for v, c in coefficients.items())
    return total == 0 if equality else total >= 0


def substitute(conjunction, values):
    result = []
    for coefficients, constant, equality in conjunction:
        rest = {}
        for variable, c in coefficients.items():
            if variable in values:
                constant += c * values[variable]
            else:
                rest[variable] = c
        result.append((rest, constant, equality))
    return result


def propagate(conjunction, bounds):
    """Narrows `bounds` in place; False if nothing is left."""
    changed = True
    while changed:
        changed = False
        for coefficients, constant, equality in conjunction:
            if not coefficients and (constant < 0 or equality and constant):
                return False
            for sign in (1, -1) if equality else (1,):
                for variable, c in coefficients.items():
                    rest = sign * constant
                    for other, d in coefficients.items():
                        if other != variable:
                            # The largest that the other terms can be.
                            limit = bounds[other][1 if sign * d > 0 else 0]
                            if limit is None:
                                break
                            rest += sign * d * limit
                    else:
                        changed |= narrow(bounds, variable, sign * c, rest)
        if any(None not in b and b[0] > b[1] for b in bounds.values()):
            return False
    return True


def narrow(bounds, variable, c, rest):
    """Makes use of c * variable + rest >= 0."""
    low, high = bounds[variable]
    if c > 0:
        new = -(rest // c)
        if low is None or new > low:
            bounds[variable] = (new, high)
            return True
    else:
        new = rest // -c
        if high is None or new < high:
            bounds[variable] = (low, new)
            return True
    return False


def solve(conjunction, variables, values):
    """Yields every assignment of `variables` that satisfies `conjunction`."""
    free = [v for v in variables if v not in values]
    bounds = {v: (None, None) for v in free}
    if not propagate(conjunction, bounds):
        return
    if not free:
        yield dict(values)
        return
    low, high = bounds[free[0]]
    if low is None or high is None:
        raise NotationError(f"'{free[0]}' is not bounded")
    for value in range(low, high + 1):
        chosen = {free[0]: value}
        yield from solve(
            substitute(conjunction, chosen), variables, {**values, **chosen}
        )


class Parser:
    def __init__(self, text, parameters):
        self.text, self.parameters = text, parameters
        self.tokens, at = [], 0
        while text[at:].strip():
            match = TOKEN.match(text, at)
            if not match:
                raise NotationError(f"cannot read '{text[at:].strip()}'")
            self.tokens.append(match[1])
            at = match.end()
        self.tokens.append("")
        self.at = 0

    def peek(self):
        return self.tokens[self.at]

    def take(self, expected=None):
        token = self.tokens[self.at]
        if expected is not None and token != expected:
            raise NotationError(
                f"'{expected}' expected, not '{token}', in '{self.text}'"
            )
        self.at += 1
        return token

    def accept(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def parse(self):
        if self.peek() == "[":
            while self.take() != "->":
                pass
        self.take("{")
        pieces = []
        while not self.accept("}"):
            pieces.append(self.piece())
            self.accept(";")
        self.take("")
        return pieces

    def piece(self):
        self.variables, self.equalities = set(), []
        if self.peek() == ":":  # a condition on the parameters
            tuples = []
        else:
            tuples = [self.tuple(0)]
            if self.accept("->"):
                tuples.append(self.tuple(1))
        conjunctions = [[]]
        if self.accept(":") and self.peek() not in (";", "}"):
            conjunctions = self.disjunction(False)
        return Piece(tuples, [self.equalities + c for c in conjunctions])

    def tuple(self, position):
        name = self.take() if self.peek() != "[" else ""
        self.take("[")
        variables = []
        while not self.accept("]"):
            word, following = self.peek(), self.tokens[self.at + 1]
            new = word[:1].isalpha() or word[:1] == "_"
            new &= word not in self.parameters and word not in self.variables
            if new and following in (",", "]", "="):
                self.take()
                variable = word
                self.variables.add(word)
                entry = self.sum() if self.accept("=") else None
            else:
                variable, entry = f"@{position}.{len(variables)}", self.sum()
            if entry:
                coefficients, constant = entry
                self.equalities.append(({**coefficients, variable: -1}, constant, True))
            variables.append(variable)
            self.accept(",")
        return Tuple(name, variables)

    # Formulas, as a list of conjunctions; `negated` pushes "not" inwards.

    def disjunction(self, negated):
        parts = [self.conjunction(negated)]
        while self.accept("or"):
            parts.append(self.conjunction(negated))
        return conjoin(parts) if negated else sum(parts, [])

    def conjunction(self, negated):
        parts = [self.atom(negated)]
        while self.accept("and"):
            parts.append(self.atom(negated))
        return sum(parts, []) if negated else conjoin(parts)

    def atom(self, negated):
        if self.accept("not"):
            return self.atom(not negated)
        start = self.at
        if self.accept("("):
            try:
                inner = self.disjunction(negated)
                self.take(")")
                if self.peek() not in COMPARISONS + ("+", "-", "*"):
                    return inner
            except NotationError:
                pass
            self.at = start
        return self.comparison(negated)

    def comparison(self, negated):
        left, parts = self.sum(), []
        if self.peek() not in COMPARISONS:
            raise NotationError(f"comparison expected, not '{self.peek()}'")
        while self.peek() in COMPARISONS:
            operator, right = self.take(), self.sum()
            parts.append(compare(left, operator, right, negated))
            left = right
        return sum(parts, []) if negated else conjoin(parts)

    # Affine expressions, as (coefficients, constant).

    def sum(self):
        result = scale(self.product(), -1) if self.accept("-") else self.product()
        while self.peek() in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            result = add(result, scale(self.product(), sign))
        return result

    def product(self):
        result = self.factor()
        while self.peek() == "*" or self.starts_factor():
            self.accept("*")
            other = self.factor()
            if other[0] and result[0]:
                raise NotationError(f"not affine: '{self.text}'")
            result = scale(result, other[1]) if result[0] else scale(other, result[1])
        return result

    def starts_factor(self):
        token = self.peek()
        return token == "(" or (token[:1].isalnum() and token not in ("and", "or"))

    def factor(self):
        token = self.take()
        if token == "(":
            result = self.sum()
            self.take(")")
            return result
        if token == "-":
            return scale(self.factor(), -1)
        if token.isdigit():
            return {}, int(token)
        if token in self.parameters:
            return {}, self.parameters[token]
        if token in self.variables:
            return {token: 1}, 0
        raise NotationError(f"'{token}' is not known in '{self.text}'")


def add(left, right):
    coefficients = dict(left[0])
    for variable, c in right[0].items():
        coefficients[variable] = coefficients.get(variable, 0) + c
    return {v: c for v, c in coefficients.items() if c}, left[1] + right[1]


def scale(expression, factor):
    coefficients, constant = expression
    return {v: c * factor for v, c in coefficients.items() if factor}, constant * factor


def conjoin(parts):
    return [sum(choice, []) for choice in itertools.product(*parts)]


def compare(left, operator, right, negated):
    """`left operator right` as a list of conjunctions."""
    if negated:
        index = COMPARISONS.index(operator)
        operator = (">=", ">", "!=", "<", "<=", "=")[index]
    more = add(left, scale(right, -1))  # left - right
    less = scale(more, -1)
    strictly = [(e[0], e[1] - 1, False) for e in (less, more)]
    return {
        "<": [[strictly[0]]],
        ">": [[strictly[1]]],
        "<=": [[(*less, False)]],
        ">=": [[(*more, False)]],
        "=": [[(*more, True)]],
        "!=": [[strictly[0]], [strictly[1]]],
    }[operator]


def parse(text, parameters):
    """The pieces of a set or map at the given values of the parameters."""
    return Parser(text, parameters).parse()
