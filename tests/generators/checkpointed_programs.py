"""Random programs in Python whose loops are checkpointed, each in two forms: with the marks, and as ordinary loops.

The two must have the same gradient whatever the snapshots and segments are; under ``strict`` to the last bit but for the sums of
what comes to a number that is the same in all steps, which are made segment by segment.
"""

from __future__ import annotations

import random

HEAD = "import numpy as np\nimport irad\n\n\n"
HELPERS = """\
def change(w, q):
    for i in range(len(w)):
        w[i] = 0.7 * w[i] + 0.1 * np.cos(q + i)


def shift(w, z):
    w[1:] = 0.6 * w[:-1] + 0.1 * z[1:]


def smooth(w, z):
    out = np.zeros(len(w))
    for i in range(1, len(w) - 1):
        out[i] = w[i + 1] - 2.0 * w[i] + z[i - 1]
    return 0.8 * w + 0.1 * out


def pair(w, z, q):
    if q > 0.4:
        return z, 0.9 * w + 0.05 * z
    return np.sin(w), z


def settled(w, q):
    total = 0.0
    for i in range(len(w)):
        if w[i] > q:
            return total
        total += 0.5 * w[i]
    return total - 0.1


"""
STATEMENTS = (
    "scalar scalar array array element swap loop inner if keep helper "
    "new pair row column matrix product slices tuple random integers both whole count early best bag"
).split()


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
        options += [f"m[{r.randrange(3)}, {r.randrange(5)}]", "state[1]", "0.001 * (seed % 1000)", "0.1 * marks[1]"]
        return r.choice(options)

    def scalar(self) -> str:
        x, y = self.number(), self.number()
        forms = [f"0.5 * {x} + 0.3 * {y}", f"np.sin({x}) * {y}", f"0.9 * {x}", f"np.tanh({x} + {y})"]
        return self.r.choice([*forms, f"settled({self.r.choice(self.arrays)}, {x})"])

    def array(self) -> str:
        x, y = self.r.choice([*self.arrays, "state[0]"]), self.r.choice(self.arrays)
        form = ["0.9 * {x} + 0.05 * np.sin({y})", "np.tanh({x} * {n})", "{x} * 0.95 + 0.02 * a * {n}", "0.5 * ({x} + {y})"]
        form += ["{x}.copy()", "smooth({x}, {y})", "0.5 * m[1] + 0.3 * {x}"]
        return self.r.choice(form).format(x=x, y=y, n=self.number())

    def condition(self) -> str:
        r = self.r
        options = [f"{c} % {r.choice((2, 3))} == {r.randrange(2)}" for c in self.counters]
        options += [f"{r.choice(self.arrays)}[{r.randrange(4)}] > {r.uniform(0.1, 0.7):.3f}", f"seed % {r.choice((2, 3))} == 0"]
        return r.choice(options)

    # ---- statements

    def statement(self, indent: int) -> None:
        kind = self.r.choice(STATEMENTS)
        if kind == "loop" and self.depth == 2:
            kind = "scalar"
        getattr(self, f"put_{kind}")(indent)

    def put_scalar(self, indent: int) -> None:
        self.put(indent, f"{self.r.choice(self.numbers)} = {self.scalar()}")

    def put_array(self, indent: int) -> None:
        self.put(indent, f"{self.r.choice(self.arrays)} = {self.array()}")

    def put_element(self, indent: int) -> None:
        self.put(indent, f"{self.r.choice(self.arrays)}[{self.r.randrange(4)}] = {self.scalar()}")

    def put_swap(self, indent: int) -> None:
        self.put(indent, "u, v = v, u")

    def put_inner(self, indent: int) -> None:
        x, y = self.r.choice(self.arrays), self.r.choice(self.arrays)
        self.put(indent, f"for i in range(1, {self.r.choice((4, 5))}):")
        self.put(indent + 1, f"{x}[i] = 0.8 * {x}[i] + 0.1 * {y}[i - 1]")

    def put_if(self, indent: int) -> None:
        self.put(indent, f"if {self.condition()}:")
        self.statement(indent + 1)
        if self.r.random() < 0.3:
            self.put(indent, "else:")
            self.statement(indent + 1)

    def put_keep(self, indent: int) -> None:
        self.put(indent, f"out[{self.counters[-1]} % 7] = {self.r.choice(self.arrays)}[0]")

    def put_helper(self, indent: int) -> None:
        x, y = self.r.choice(self.arrays), self.r.choice(self.arrays)
        self.put(indent, self.r.choice([f"change({x}, {self.number()})", f"shift({x}, {y})"]))

    def put_new(self, indent: int) -> None:
        self.put(indent, f"w = np.zeros(len(a)) + {self.number()}")
        self.put(indent, f"w[1:] += 0.5 * {self.r.choice(self.arrays)}[:-1]")
        self.put(indent, f"{self.r.choice(self.arrays)} = w")

    def put_pair(self, indent: int) -> None:
        self.put(indent, f"u, v = pair(u, v, {self.number()})")

    def put_row(self, indent: int) -> None:
        self.put(indent, f"m[{self.counters[-1]} % 3] = {self.r.choice(self.arrays)} * {self.number()}")

    def put_column(self, indent: int) -> None:
        j = self.r.randrange(5)
        self.put(indent, f"m[:, {j}] = 0.5 * m[:, {(j + 1) % 5}] + 0.1 * {self.r.choice(self.arrays)}[:3]")

    def put_matrix(self, indent: int) -> None:
        self.put(indent, f"m = 0.9 * m + 0.05 * np.sin(m) * {self.number()}")

    def put_product(self, indent: int) -> None:
        x = self.r.choice(self.arrays)
        self.put(indent, f"{self.r.choice(self.arrays)}[:3] = 0.3 * (m @ {x})")

    def put_slices(self, indent: int) -> None:
        x, y = self.r.choice(self.arrays), self.r.choice(self.arrays)
        self.put(indent, f"{x}[1:-1] = {x}[1:-1] + 0.1 * ({y}[2:] - 2.0 * {y}[1:-1] + {y}[:-2])")

    def put_tuple(self, indent: int) -> None:
        x = self.r.choice(self.arrays)
        forms = [f"state = ({self.array()}, {self.scalar()})", f"{x} = state[0]", f"state = ({x}, state[1])"]
        self.put(indent, self.r.choice(forms))

    def put_bag(self, indent: int) -> None:
        x = self.r.choice(self.arrays)
        forms = [f'bag = {{"p": {self.array()}, "q": bag["p"]}}', f'{x} = bag["q"]', f'{x}[1] = 0.9 * bag["p"][2]']
        self.put(indent, self.r.choice(forms))

    def put_random(self, indent: int) -> None:
        self.put(indent, "seed = (seed * 1103515245 + 12345) % 2147483648")

    def put_integers(self, indent: int) -> None:
        self.put(indent, "marks[0] = (marks[0] * 69069 + 1) % 65536")
        self.put(indent, "marks[1] = marks[0] % 5")
        self.put(indent, f"{self.r.choice(self.arrays)}[marks[1] % 4] = {self.scalar()}")

    def put_both(self, indent: int) -> None:
        self.put(indent, "v = u")

    def put_whole(self, indent: int) -> None:
        x, y = self.r.choice(self.arrays), self.r.choice(self.arrays)
        self.put(indent, self.r.choice([f"{x} += 0.1 * {y}", f"{x}[:] = 0.7 * {y}", f"{x} *= 0.9"]))

    def put_count(self, indent: int) -> None:
        self.put(indent, f"trail[n % 60] = {self.r.choice(self.arrays)}")
        self.put(indent, "n += 1")

    def put_early(self, indent: int) -> None:
        self.put(indent, f"if {self.condition()} and {self.number()} > {self.r.uniform(0.1, 0.8):.3f}:")
        forms = ["break"] * 2 + ["continue"] * (not self.waits[-1]) * 2 + [f"return s + {self.r.choice(self.arrays)}.sum()"]
        self.put(indent + 1, self.r.choice(forms))

    def put_best(self, indent: int) -> None:
        x = self.r.choice(self.arrays)
        self.put(indent, f"if {x}[1] > best[1]:")
        self.put(indent + 1, f"best = {x}")

    def put_loop(self, indent: int) -> None:
        r = self.r
        name = f"t{len(self.counters)}"
        self.depth += 1
        if r.random() < 0.3:
            self.put(indent, f"{name} = 0")
            more = r.choice(["np.abs(s) < 50.0", "np.abs(u).max() < 9.0", "(u * v).sum() < 20.0"])
            self.put(indent, f"while {name} < {r.choice((2, 5, 9))} and {more}:  # loop")
            self.counters.append(name)
            self.body(indent + 1, True)
            self.put(indent + 1, f"{name} += 1")
        else:
            self.put(indent, f"for {name} in range({r.choice(('k', '3', '7', '2 * k'))}):  # loop")
            self.counters.append(name)
            self.body(indent + 1, False)
            if r.random() < 0.2:
                self.put(indent + 1, f"if {self.numbers[0]} > {r.uniform(0.3, 0.9):.3f}:")
                self.put(indent + 2, "break")
        self.counters.pop()
        self.depth -= 1

    waits: list[bool] = []  # for each loop around, whether its counter moves on at its end

    def body(self, indent: int, waits: bool) -> None:
        self.waits = [*self.waits, waits]
        for _ in range(self.r.randrange(2, 6)):
            self.statement(indent)
        self.waits = self.waits[:-1]

    def program(self) -> str:
        self.put(0, "def f(a, k):")
        for line in (
            "u = a.copy()", "v = np.zeros(len(a)) + 0.1", "s = a[1]", "out = np.zeros(7)", "m = np.outer(a[:3], a)", "seed = 7",
            "marks = np.array([3, 1])", "trail = np.zeros((60, len(a)))", "n = 0", "state = (a * 0.5, a[2])", "best = a",
            'bag = {"p": a * 0.3, "q": a}',
        ):  # fmt: skip
            self.put(1, line)
        self.put_loop(1)
        self.put(1, "r = s + (u * v).sum() + 0.5 * u[2] + (out * out).sum() + (m * m).sum() + (trail * trail).sum()")
        self.put(1, "r += (state[0] * best).sum() * state[1] + 0.001 * (seed % 100) + marks[0] * 0.001")
        self.put(1, "return r + (bag['p'] * bag['q']).sum()")
        return HELPERS + "\n".join(self.lines) + "\n"


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
