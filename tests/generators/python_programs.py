# ruff: noqa: E501  (program text is kept on one line)
"""Seeded random Python programs ``f(x, y, s)``: mutation, views, loops of all kinds, helpers, early returns.

The source uses ``math`` and ``np`` only in ways that also work on object arrays of dual numbers, so that plain CPython is the
oracle: the same text runs with another ``math``.
"""

from __future__ import annotations

import random

HEAD = "import math\n\nimport numpy as np\n\n"


class Generator:
    """One program.  ``x`` has 4 elements, ``y`` is 3 x 4; values are squashed to stay moderate."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 0
        self.names: list[str] = ["s"]
        self.loop_vars: list[str] = []
        self.counter = 0
        self.in_loop = 0

    def program(self) -> str:
        helpers = self.helpers()
        self.lines = []
        self.depth = 1
        self.emit("t = s * 1.0")
        self.names = ["s", "t"]
        for _ in range(self.r.randint(3, 7)):
            self.statement(3)
        self.emit(f"return {self.expression(2)} + t")
        return HEAD + helpers + "def f(x, y, s):\n" + "\n".join(self.lines) + "\n"

    def emit(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def fresh(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    # ---- helpers that mutate, recurse, return early

    def helpers(self) -> str:
        c = round(self.r.uniform(0.3, 1.2), 3)
        op = self.r.choice(["+", "-", "*"])
        return (
            f"def scale(a, k):\n    for i in range(a.shape[0]):\n        a[i] = math.tanh(a[i] {op} k * {c})\n    return a[0] * k\n\n\n"
            f"def walk(a, n):\n    if n == 0:\n        return a[0] * {c}\n    a[n % a.shape[0]] = math.sin(a[n % a.shape[0]] + a[0])\n"
            f"    return walk(a, n - 1) * {c} + a[n % a.shape[0]]\n\n\n"
            f"def pick(a, b, k):\n    for i in range(3):\n        if a[i] > b:\n            return a[i] * k\n        b = b + {c} * k * a[i]\n    return b\n\n\n"
        )

    # ---- expressions

    def index(self, n: int) -> str:
        if self.loop_vars and self.r.random() < 0.7:
            return f"{self.r.choice(self.loop_vars)} % {n}"
        return str(self.r.randrange(-n, n))

    def atom(self) -> str:
        k = self.r.random()
        if k < 0.3:
            return f"x[{self.index(4)}]"
        if k < 0.55:
            return f"y[{self.index(3)}, {self.index(4)}]"
        if k < 0.85:
            return self.r.choice(self.names)
        return str(round(self.r.uniform(-1.5, 1.5), 3))

    def expression(self, depth: int) -> str:
        if depth == 0 or self.r.random() < 0.2:
            return self.atom()
        k = self.r.random()
        a = self.expression(depth - 1)
        if k < 0.55:
            return f"({a} {self.r.choice('+-*')} {self.expression(depth - 1)})"
        if k < 0.75:
            return f"math.{self.r.choice(['sin', 'cos', 'tanh', 'atan'])}({a})"
        if k < 0.82:
            return f"math.exp(math.sin({a}))"
        if k < 0.88:
            return f"math.sqrt(1.5 + math.sin({a}))"
        if k < 0.94:
            return f"({a} / (2.0 + math.cos({self.expression(depth - 1)})))"
        return f"(math.tanh({a})) ** {self.r.choice([2, 3])}"

    def condition(self) -> str:
        return f"{self.expression(1)} {self.r.choice('<>')} {round(self.r.uniform(-0.8, 0.8), 3)}"

    # ---- statements

    def statement(self, budget: int) -> None:
        choices = [
            self.assign,
            self.assign,
            self.element,
            self.element,
            self.update,
            self.slices,
            self.call,
            self.swap,
            self.reduction,
        ]
        if budget > 0:
            choices += [self.conditional, self.for_loop, self.for_loop, self.while_loop, self.zip_loop]
        choice = self.r.choice(choices)
        if choice in (self.conditional, self.for_loop, self.while_loop, self.zip_loop):
            choice(budget)  # type: ignore[call-arg]
        else:
            choice()  # type: ignore[call-arg]

    def squashed(self, depth: int = 2) -> str:
        return f"math.{self.r.choice(['tanh', 'sin', 'atan'])}({self.expression(depth)})"

    def assign(self) -> None:
        if self.depth == 1 and self.r.random() < 0.5:
            name = self.fresh("v")
            self.emit(f"{name} = {self.squashed()}")
            self.names.append(name)
        else:
            self.emit(f"t = {self.squashed()}")

    def element(self) -> None:
        target = f"x[{self.index(4)}]" if self.r.random() < 0.5 else f"y[{self.index(3)}, {self.index(4)}]"
        self.emit(f"{target} = {self.squashed()}")

    def update(self) -> None:
        op = self.r.choice(["+=", "-=", "*="])
        target = self.r.choice(["t", f"x[{self.index(4)}]", f"y[{self.index(3)}, {self.index(4)}]"])
        self.emit(f"{target} {op} {self.squashed(1)}")

    def slices(self) -> None:
        self.emit(
            self.r.choice(
                [
                    "x[1:] = x[:-1]",
                    "x[:2] = x[2:] * 0.5",
                    "y[0] = x",
                    "x[:] = y[1] - y[2] * t",
                    "y[:, 1] = y[:, 0]",
                    "y[1:] = y[:-1] * 0.7",
                    "x[::-1] = y[2]",
                    "y[:, ::2] += 0.1 * s",
                    "x[:] = x * x + y[0]",
                ]
            )
        )
        self.emit("x[0] = math.tanh(x[0])")

    def swap(self) -> None:
        self.emit(f"x[{self.index(4)}], y[{self.index(3)}, 0] = y[{self.index(3)}, 0], x[{self.index(4)}]")

    def reduction(self) -> None:
        self.emit(f"t = math.tanh({self.r.choice(['x.sum()', '(x * y[1]).sum()', 'y[:, 2].sum() * s', '(y * 0.3).sum() + t'])})")

    def call(self) -> None:
        array = self.r.choice(["x", "y[0]", "y[:, 1]", "x[1:]", "y[2, ::-1]", "y.T[3]"])
        what = self.r.choice(
            [
                f"scale({array}, {self.atom()})",
                f"walk({array}, {self.r.randint(0, 3)})",
                f"pick({array}, {self.atom()}, {self.atom()})",
            ]
        )
        if self.r.random() < 0.25:
            self.emit(what)
        else:
            self.emit(f"t = math.atan({what})")

    def body(self, budget: int, loop: bool) -> None:
        self.depth += 1
        self.in_loop += loop
        for _ in range(self.r.randint(1, 3)):
            self.statement(budget - 1)
        if loop and self.r.random() < 0.3:
            self.emit(f"if {self.condition()}:")
            self.emit(f"    {self.r.choice(['break', 'continue'])}")
            self.statement(0)
        self.in_loop -= loop
        self.depth -= 1

    def conditional(self, budget: int) -> None:
        self.emit(f"if {self.condition()}:")
        self.body(budget, False)
        if self.r.random() < 0.15:
            self.emit(f"    return {self.squashed()} * s")
        elif self.r.random() < 0.6:
            self.emit("else:")
            self.body(budget, False)

    def for_loop(self, budget: int) -> None:
        i = self.fresh("i")
        bounds = self.r.choice(["3", "1, 4", "5, 0, -2", "0", "x.shape[0]", "2, 2"])
        if self.loop_vars and self.r.random() < 0.3:
            bounds = f"{self.r.choice(self.loop_vars)} % 4"
        self.emit(f"for {i} in range({bounds}):")
        self.loop_vars.append(i)
        self.body(budget, True)
        self.loop_vars.pop()
        if self.r.random() < 0.2:
            self.emit("else:")
            self.emit(f"    t = {self.squashed(1)}")

    def while_loop(self, budget: int) -> None:
        k = self.fresh("k")
        self.emit(f"{k} = 0")
        test = f" and {self.condition()}" if self.r.random() < 0.5 else ""
        self.emit(f"while {k} < {self.r.randint(1, 4)}{test}:")
        self.emit(f"    {k} += 1")
        self.loop_vars.append(k)
        self.body(budget, True)
        self.loop_vars.pop()

    def zip_loop(self, budget: int) -> None:
        i, u, w = self.fresh("i"), self.fresh("u"), self.fresh("w")
        self.emit(f"for {i}, ({u}, {w}) in enumerate(zip(x, y[{self.index(3)}])):")
        self.loop_vars.append(i)
        self.depth += 1
        self.emit(f"t = math.tanh(t * {u} + {w} * s)")
        self.depth -= 1
        self.body(budget, True)
        self.loop_vars.pop()


def program(seed: int) -> str:
    """The source text of program number ``seed``."""
    return Generator(seed).program()
