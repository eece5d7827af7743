"""Affine expressions: sums of names times integers, plus an integer."""


class Affine:
    """Immutable. `terms` maps names to coefficients other than 0."""

    def __init__(self, terms=(), constant=0):
        self.terms = {name: c for name, c in dict(terms).items() if c}
        self.constant = constant

    @staticmethod
    def of(value):
        """From an integer, a name, or what already is one."""
        if isinstance(value, Affine):
            return value
        if isinstance(value, int):
            return Affine((), value)
        return Affine({value: 1})

    def __add__(self, other):
        other = Affine.of(other)
        terms = dict(self.terms)
        for name, c in other.terms.items():
            terms[name] = terms.get(name, 0) + c
        return Affine(terms, self.constant + other.constant)

    def __mul__(self, factor):
        return Affine({name: c * factor for name, c in self.terms.items()},
                      self.constant * factor)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -Affine.of(other)

    def __eq__(self, other):
        return (isinstance(other, Affine) and self.terms == other.terms
                and self.constant == other.constant)

    def __hash__(self):
        return hash((frozenset(self.terms.items()), self.constant))

    def at(self, values):
        return self.constant + sum(c * values[n] for n, c in self.terms.items())

    def substitute(self, name, replacement):
        c = self.terms.get(name, 0)
        if not c:
            return self
        rest = {n: k for n, k in self.terms.items() if n != name}
        return Affine(rest, self.constant) + Affine.of(replacement) * c

    def is_constant(self):
        return not self.terms

    def at_least(self, other):
        """Whether it is known to be at least OTHER if no name is negative."""
        difference = self - other
        return difference.constant >= 0 and all(
            c > 0 for c in difference.terms.values())

    def halves(self):
        """(a, b), both without negative terms, with a - b the same."""
        plus = Affine({n: c for n, c in self.terms.items() if c > 0},
                      max(self.constant, 0))
        return plus, plus - self

    def __str__(self):
        text = ""
        for name, c in sorted(self.terms.items()):
            factor = name if abs(c) == 1 else f"{abs(c)} * {name}"
            sign = "-" if c < 0 else "+"
            text += f" {sign} {factor}" if text else (
                f"-{factor}" if c < 0 else factor)
        if not text:
            return str(self.constant)
        if self.constant:
            text += f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}"
        return text

    __repr__ = __str__

    def python(self):
        return str(self)

    def factor(self):
        """As a factor of a product."""
        simple = self.is_constant() or (len(self.terms) == 1 and not self.constant
                                        and list(self.terms.values()) == [1])
        return str(self) if simple and self.constant >= 0 else f"({self})"


class Remainder:
    """What is left of the DIVIDEND divided by the DIVISOR, which is positive where it
    is executed: both affine. As a subscript. FORM says how it is computed:

    rest    by the language's operator; the dividend is not negative
    wrap    the result is not negative, whatever the dividend
    mask    likewise, by a mask of bits; the divisor is a power of two
    clamp   not a remainder: the number below the divisor that is nearest
    """

    def __init__(self, dividend, divisor, form="rest"):
        self.dividend, self.divisor = Affine.of(dividend), Affine.of(divisor)
        self.terms = {**self.divisor.terms, **self.dividend.terms}
        self.constant, self.form = self.dividend.constant, form

    def __sub__(self, other):
        return Remainder(self.dividend - other, self.divisor, self.form)

    def __eq__(self, other):
        return (isinstance(other, Remainder) and self.dividend == other.dividend
                and self.divisor == other.divisor and self.form == other.form)

    def __hash__(self):
        return hash((self.dividend, self.divisor, self.form))

    def substitute(self, name, replacement):
        return Remainder(self.dividend.substitute(name, replacement),
                         self.divisor.substitute(name, replacement), self.form)

    def python(self):
        """-1, which is outside of all arrays, where it is not defined."""
        if self.form == "clamp":
            return f"min(max({self.dividend}, 0), {self.divisor} - 1)"
        least = f" and {self.dividend} >= 0" if self.form == "rest" else ""
        return (f"(({self.dividend}) % {self.divisor.factor()} if {self.divisor} > 0"
                f"{least} else -1)")

    def __str__(self):
        """In C."""
        if self.form == "clamp":
            return f"SMALLER(LARGER({self.dividend}, 0), {self.divisor - 1})"
        if self.form == "mask":
            return f"(({self.dividend}) & {self.divisor - 1})"
        text = f"({self.dividend}) % {self.divisor.factor()}"
        if self.form == "wrap":
            return f"({text} + {self.divisor}) % {self.divisor.factor()}"
        return text

    __repr__ = __str__

    def factor(self):
        return f"({self})"
