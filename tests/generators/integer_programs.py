# ruff: noqa: E501  (program text is kept on one line)
"""Seeded random programs ``f(x, n, m, a, b)`` about integers: constants of any size, Python's beside NumPy's, beside floats.

``x`` is a float, ``n`` and ``m`` are Python integers, ``a`` holds integers of NumPy, ``b`` floats.  The first result is proportional
to ``x``, so that plain Python tells its derivative, too; the others are integers.
"""

from __future__ import annotations

import random

HEAD = "import math\n\nimport numpy as np\n\nG = 2**70 + 3\nT = (10**30, 7)\n\n\n"
CONSTANTS = (
    "0", "1", "-1", "2", "3", "7", "10", "63", "1000", "2**31", "2**53", "(2**53 + 1)", "10**10", "(2**62)", "(2**63 - 1)", "(-(2**63))",
    "(2**64 >> 60)", "(10**25 // 10**20)", "(G % 1000003)", "(T[0] // 10**27)", "(2**64 - 2**64 + 5)", "divmod(G, 10**18)[1]",
    "(G & 255)", "min(G, 11)", "(math.factorial(22) // math.factorial(20))", "math.comb(66, 33)", "(-G // 2**60)", "abs(-(2**65) // 2**62)",
)  # fmt: skip
FLOATS = ("0.5", "2.0**53", "1e18", "float(2**63)", "6.022 * 10**23", "-1e300", "10**20 / 3", "float(n)", "b[1]", "2.5")


class Generator:
    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 1
        self.names = ["n", "m"]
        self.counters: list[str] = []
        self.count = 0

    def program(self) -> str:
        self.emit("s = 0.0 * x")
        for _ in range(self.r.randint(4, 9)):
            self.statement(2)
        results = ", ".join(self.r.choice(self.names) for _ in range(2))
        self.emit(f"return s + x * ({self.integer(1)}), {results}")
        return HEAD + "def f(x, n, m, a, b):\n" + "\n".join(self.lines) + "\n"

    def emit(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def integer(self, depth: int) -> str:
        r = self.r
        if depth <= 0 or r.random() < 0.2:
            kind = r.random()
            if kind < 0.35:
                return r.choice(CONSTANTS)
            return r.choice(self.names + self.counters * 2) if kind < 0.85 else f"a[{self.index()}]"
        p, q = self.integer(depth - 1), self.integer(depth - 1)
        forms = (
            f"({p} + {q})", f"({p} - {q})", f"({p} * {q})", f"({p} % 10007 * {q})", f"({p} // {r.choice(('3', '-7', '2**40', '10'))})",
            f"({p} % {r.choice(('97', '-13', '10**9', '2**31'))})", f"({p} % 5 << {r.randint(0, 20)})", f"({p} >> {r.randint(0, 40)})",
            f"({p} & {q})", f"({p} | {q})", f"({p} ^ {q})", f"(-({p}))", f"(~{p})", f"abs({p})", f"({p} % 9) ** {r.randint(0, 9)}",
            f"max({p}, {q})", f"min({p}, {q})", f"int({self.floating()})", f"round(2.5 * ({p} % 100))", "len(b)", f"divmod({p}, 17)[{r.randint(0, 1)}]",
            f"sum(({p}, {q}, 1))", f"sum(range({p} % 50))", f"({p} if {self.condition(0)} else {q})", f"({p} // ({q} % 11 + 1))",
        )  # fmt: skip
        return r.choice(forms)

    def floating(self) -> str:
        return self.r.choice((*FLOATS, f"({self.integer(0)}) * 0.25", f"({self.integer(0)}) / 8"))

    def index(self) -> str:
        return f"({self.r.choice(self.names + self.counters)}) % 4"

    def condition(self, depth: int = 1) -> str:
        sign = self.r.choice(("<", "<=", ">", ">=", "==", "!="))
        other = self.floating() if self.r.random() < 0.5 else self.integer(depth)
        pair = [self.integer(depth), other]
        self.r.shuffle(pair)
        return f"{pair[0]} {sign} {pair[1]}"

    def statement(self, depth: int) -> None:
        r = self.r
        kind = r.choice(("new", "new", "change", "add", "add", "taylor", "reuse", *(("if", "for", "for", "while") if depth else ())))
        if kind == "new":
            self.count += 1
            name = f"k{self.count}"
            self.emit(f"{name} = {self.integer(2)}")
            if self.depth == 1:
                self.names.append(name)
        elif kind == "change":
            self.emit(f"{r.choice(self.names)} {r.choice(('+=', '-=', '*=', '//=', '%=', '>>='))} {r.choice(('1', '3', '5', 'n % 7 + 1'))}")
        elif kind == "add":
            e = self.integer(2)
            self.emit(f"s += x * {r.choice((e, f'float({e})', f'({e}) / ({self.integer(1)} % 1000 + 1)', f'(2 * ({e}) + 0.5)'))}")
        elif kind == "taylor":
            self.emit(f"for t in range(1, {r.randint(3, 24)}):")
            self.emit(f"    s += x / {r.choice(('(t + 2**55)', 'math.factorial(19)', '3**t', 'math.factorial(25)'))}")
        elif kind == "reuse":
            self.emit(f"w = {self.integer(1)}")
            self.emit("s += x * (w % 1001)")
            self.emit(f"w = {self.floating()}")
            self.emit("s += x * w")
        else:
            self.block(kind, depth)

    def block(self, kind: str, depth: int) -> None:
        self.count += 1
        counter = f"i{self.count}"
        if kind == "if":
            self.emit(f"if {self.condition()}:")
        elif kind == "for":
            self.emit(f"for {counter} in range({self.r.choice(('5', 'n % 6', 'len(b)', '-2, m % 5', '10, -1, -3'))}):")
        else:
            self.emit(f"{counter} = {self.r.randint(2, 5)}")
            self.emit(f"while {counter} > 0:")
        self.depth += 1
        if kind == "while":
            self.emit(f"{counter} -= 1")
        saved = list(self.counters)
        if kind != "if":
            self.counters.append(counter)
        for _ in range(self.r.randint(1, 3)):
            self.statement(depth - 1)
        self.counters = saved
        self.depth -= 1


def program(seed: int) -> str:
    """The text of one program."""
    return Generator(seed).program()
