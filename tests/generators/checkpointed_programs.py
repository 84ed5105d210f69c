"""Random programs in Python whose loops are checkpointed, each in two forms: with the marks, and as ordinary loops.

The two must have the same gradient whatever the snapshots and segments are; under ``strict`` to the last bit but for the sums of
what comes to a number that is the same in all steps, which are made segment by segment.
"""

from __future__ import annotations

import random

HEAD = "import numpy as np\nimport irad\n\n\n"


class _Writer:
    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.lines: list[str] = []
        self.arrays = ["u", "v"]
        self.numbers = ["s"]
        self.counters: list[str] = []
        self.depth = 0

    def put(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    # ---- expressions

    def number(self) -> str:
        r = self.r
        options = [*self.numbers, f"{r.uniform(0.1, 0.9):.3f}", "a[0]", f"{r.choice(self.arrays)}[{r.randrange(4)}]"]
        options += [f"0.01 * {c}" for c in self.counters]
        return r.choice(options)

    def scalar(self) -> str:
        x, y = self.number(), self.number()
        return self.r.choice([f"0.5 * {x} + 0.3 * {y}", f"np.sin({x}) * {y}", f"0.9 * {x}", f"np.tanh({x} + {y})"])

    def array(self) -> str:
        x, y = self.r.choice(self.arrays), self.r.choice(self.arrays)
        form = ["0.9 * {x} + 0.05 * np.sin({y})", "np.tanh({x} * {n})", "{x} * 0.95 + 0.02 * a * {n}", "0.5 * ({x} + {y})"]
        form.append("{x}.copy()")
        return self.r.choice(form).format(x=x, y=y, n=self.number())

    # ---- statements

    def statement(self, indent: int) -> None:
        r = self.r
        kind = r.choice("scalar scalar array array element swap loop inner if keep helper".split())
        if kind == "scalar":
            self.put(indent, f"{r.choice(self.numbers)} = {self.scalar()}")
        elif kind == "array":
            self.put(indent, f"{r.choice(self.arrays)} = {self.array()}")
        elif kind == "element":
            self.put(indent, f"{r.choice(self.arrays)}[{r.randrange(4)}] = {self.scalar()}")
        elif kind == "swap":
            self.put(indent, "u, v = v, u")
        elif kind == "inner":
            x, y = r.choice(self.arrays), r.choice(self.arrays)
            self.put(indent, f"for i in range(1, {r.choice((4, 5))}):")
            self.put(indent + 1, f"{x}[i] = 0.8 * {x}[i] + 0.1 * {y}[i - 1]")
        elif kind == "if":
            self.put(indent, f"if {self.r.choice(self.counters)} % {r.choice((2, 3))} == 0:")
            self.statement(indent + 1)
        elif kind == "keep":
            self.put(indent, f"out[{self.counters[-1]} % 7] = {r.choice(self.arrays)}[0]")
        elif kind == "helper":
            self.put(indent, f"change({r.choice(self.arrays)}, {self.number()})")
        elif self.depth < 2:
            self.loop(indent)
        else:
            self.put(indent, f"s = {self.scalar()}")

    def loop(self, indent: int) -> None:
        r = self.r
        name = f"t{len(self.counters)}"
        self.depth += 1
        if r.random() < 0.3:
            self.put(indent, f"{name} = 0")
            self.put(indent, f"while {name} < {r.choice((2, 5, 9))} and np.abs(s) < 50.0:  # loop")
            self.counters.append(name)
            self.body(indent + 1)
            self.put(indent + 1, f"{name} += 1")
        else:
            self.put(indent, f"for {name} in range({r.choice(('k', '3', '7', '2 * k'))}):  # loop")
            self.counters.append(name)
            self.body(indent + 1)
            if r.random() < 0.2:
                self.put(indent + 1, f"if {self.numbers[0]} > {r.uniform(0.3, 0.9):.3f}:")
                self.put(indent + 2, "break")
        self.counters.pop()
        self.depth -= 1

    def body(self, indent: int) -> None:
        for _ in range(self.r.randrange(2, 6)):
            self.statement(indent)

    def program(self) -> str:
        self.put(0, "def change(w, q):")
        self.put(1, "for i in range(len(w)):")
        self.put(2, "w[i] = 0.7 * w[i] + 0.1 * np.cos(q + i)")
        self.put(0, "")
        self.put(0, "")
        self.put(0, "def f(a, k):")
        for line in ("u = a.copy()", "v = np.zeros(len(a)) + 0.1", "s = a[1]", "out = np.zeros(7)"):
            self.put(1, line)
        self.loop(1)
        self.put(1, "return s + (u * v).sum() + 0.5 * u[2] + (out * out).sum()")
        return "\n".join(self.lines) + "\n"


def program(seed: int) -> tuple[str, str]:
    """The source with checkpointed loops, and without."""
    plain = _Writer(seed).program()
    r = random.Random(seed + 1)
    lines = []
    for line in plain.split("\n"):
        if line.endswith(":  # loop"):
            count = r.choice(("1", "2", "5", "None", "'log'"))
            said = f"snapshots={count}, segment={r.choice((0, 1, 1, 2, 3))}"
            head = line.removesuffix(":  # loop")
            if " while " in head or head.lstrip().startswith("while "):
                before, _, test = head.partition("while ")
                line = f"{before}while irad.checkpointed_while({test}, {said}):"
            else:
                before, _, steps = head.partition(" in ")
                line = f"{before} in irad.checkpointed({steps}, {said}):"
        lines.append(line)
    return HEAD + "\n".join(lines), HEAD + plain.replace("  # loop", "")
