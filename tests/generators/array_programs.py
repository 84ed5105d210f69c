"""Random programs about whole arrays: chains of elementwise statements, slices, updates in place, sums, products of matrices.

All that they compute is analytic, so that the complex step gives their derivatives: the same function run by NumPy on complex
arrays.  ``program(number)`` is the text of a module with ``f(x, y, m)``: two vectors of four, a matrix of four by four; it
changes them and returns a number (or, if the number is odd, an array).
"""

from __future__ import annotations

import random

LENGTH = 4


class _Writer:
    def __init__(self, number: int) -> None:
        self.r = random.Random(number)
        self.lines: list[str] = []
        self.vectors = ["x", "y"]
        self.matrices = ["m"]
        self.indent = 1

    def add(self, line: str) -> None:
        self.lines.append("    " * self.indent + line)

    def number(self) -> str:
        return f"{self.r.choice((-1, 1)) * self.r.uniform(0.2, 1.2):.3f}"

    def vector(self) -> str:
        return self.r.choice(self.vectors)

    # ---- expressions

    def scalar(self) -> str:
        k, v = self.r.randrange(LENGTH), self.vector()
        return self.r.choice([self.number(), f"{v}[{k}]", f"np.sin({v}[{k}])", f"({v} * {self.vector()}).sum()", f"{v}[-1]"])

    def elementwise(self, depth: int) -> str:
        """An expression with the shape of a vector."""
        if depth == 0:
            leaves = [self.vector(), f"{self.vector()}[::-1]", f"{self.r.choice(self.matrices)}[{self.r.randrange(LENGTH)}]"]
            leaves += [f"{self.r.choice(self.matrices)}[:, {self.r.randrange(LENGTH)}]", self.number(), self.vector()]
            return self.r.choice(leaves)
        a = self.elementwise(depth - 1)
        what = self.r.randrange(8)
        if what < 2:
            return f"np.{self.r.choice(('sin', 'cos', 'tanh'))}({a})"
        if what == 2:
            return f"np.exp(np.sin({a}))"
        if what == 3:
            return f"({a}) / (1.5 + np.cos({self.elementwise(depth - 1)}) ** 2)"
        return f"({a} {self.r.choice('+-*')} {self.elementwise(depth - 1)})"

    def array(self) -> str:
        """An expression that surely is a vector."""
        return f"np.sin({self.vector()}) * {self.elementwise(self.r.randrange(1, 3))}"

    # ---- statements

    def statement(self, depth: int) -> None:
        kinds = [self.new, self.new, self.new, self.update, self.part, self.element, self.product, self.matrix, self.running]
        if depth:
            kinds += [self.loop, self.elements]
        self.r.choice(kinds)(depth)

    def new(self, depth: int) -> None:
        if self.indent > 1:
            self.update(depth)
            return
        name = f"t{len(self.vectors)}"
        self.add(f"{name} = {self.array()}")
        self.vectors.append(name)

    def update(self, depth: int) -> None:
        self.add(f"{self.vector()} {self.r.choice(('+=', '-=', '*='))} np.tanh({self.array()})")

    def part(self, depth: int) -> None:
        to, source = self.vector(), self.vector()
        left, right = self.r.choice([("[1:]", "[:-1]"), ("[:-1]", "[1:]"), ("[::2]", "[1::2]"), ("[:]", "[::-1]")])
        self.add(f"{to}{left} = {self.r.choice(('', 'np.sin'))}({source}{right} * {self.number()})")

    def element(self, depth: int) -> None:
        self.add(f"{self.vector()}[{self.r.randrange(LENGTH)}] = np.sin({self.scalar()})")

    def product(self, depth: int) -> None:
        a, b = self.r.choice(self.matrices), self.vector()
        self.add(f"{self.vector()}[:] = np.tanh({self.r.choice((f'{a} @ {b}', f'np.dot({a}.T, {b})', f'{b} @ {a}'))})")

    def matrix(self, depth: int) -> None:
        a = self.r.choice(self.matrices)
        i, j = self.r.randrange(LENGTH), self.r.randrange(LENGTH)
        choices = [f"{a}[{i}] = {self.array()}", f"{a}[:, {j}] *= np.cos({self.vector()})", f"{a}[{i}, {j}] = {self.scalar()}"]
        choices.append(f"{a} *= np.sin({self.vector()})")
        if self.indent == 1:
            name = f"n{len(self.matrices)}"
            choices.append(f"{name} = np.outer({self.vector()}, {self.vector()})")
            choices.append(f"{name} = np.tanh({a} @ {self.r.choice(self.matrices)})")
            choices.append(f"{name} = {a}.T * 1.0")
        line = self.r.choice(choices)
        self.add(line)
        if line.startswith(f"n{len(self.matrices)} ="):
            self.matrices.append(f"n{len(self.matrices)}")

    def running(self, depth: int) -> None:
        self.add(f"{self.vector()}[:] = np.tanh(np.cumsum({self.vector()}))")

    def loop(self, depth: int) -> None:
        self.add(f"for i{depth} in range({self.r.randrange(1, 4)}):")
        self.indent += 1
        for _ in range(self.r.randrange(1, 4)):
            self.statement(depth - 1)
        self.indent -= 1

    def elements(self, depth: int) -> None:
        to, a, b = self.vector(), self.vector(), self.vector()
        self.add(f"for k in range(1, {LENGTH}):")
        self.add(f"    {to}[k] = np.sin({a}[k - 1] * {b}[k]) + {self.number()} * {to}[{self.r.choice(('k', 'k - 1', '-k'))}]")


def program(number: int) -> str:
    """The text of a program."""
    w = _Writer(number)
    for _ in range(w.r.randrange(3, 9)):
        w.statement(2)
    total = " + ".join(w.r.sample(w.vectors, 2))
    last = f"return np.tanh({total}) * {w.array()}" if number % 2 else f"return ({total}).sum() + {w.scalar()}"
    return "import numpy as np\n\n\ndef f(x, y, m):\n" + "\n".join([*w.lines, f"    {last}", ""])
