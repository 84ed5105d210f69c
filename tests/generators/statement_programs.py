"""Random Python programs of statements in sequence that compute arrays element by element, with views, aliases and errors.

``python -m tests.generators.statement_programs FIRST COUNT [FOLDER]`` compares values, errors and what is left in the arguments
with NumPy's, and gradients with complex steps; programs that are not right are written to FOLDER.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.generators.object_programs import INDENT, function_of
from tests.generators.outcomes import count_outcomes, run

NAMES = ("a", "b", "c")
STEP = 1e-30  # of complex steps


class _Writer:
    """One program."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.arrays = [*NAMES]  # names of arrays of n elements
        self.scalars = ["s"]
        self.flags: list[str] = []
        self.count = 0

    def new(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def operand(self) -> str:
        return self.random.choice([*self.arrays, *self.arrays, "m[0]", "m[1]", "m[i]" if "i" in self.scalars else "m[2]"])

    def expression(self, depth: int = 0) -> str:
        r = self.random
        kind = r.random()
        if depth > 2 or kind < 0.25:
            return self.operand()
        if kind < 0.35:
            return f"{r.choice(self.scalars)} * {self.expression(depth + 1)}"
        if kind < 0.45:
            return f"np.{r.choice(['sin', 'tanh', 'exp'])}(0.1 * {self.operand()})"
        if kind < 0.5:
            return f"({self.expression(depth + 1)}) / (2.0 + {self.operand()} ** 2)"
        if kind < 0.55 and self.flags:
            return f"np.where({r.choice(self.flags)}, {self.operand()}, {self.expression(depth + 1)})"
        if kind < 0.6:
            return f"-({self.expression(depth + 1)})"
        return f"({self.expression(depth + 1)} {r.choice('+-*+')} {self.expression(depth + 1)})"

    def statement(self, indent: str, depth: int) -> None:
        r = self.random
        kind = r.random()

        def put(line: str) -> None:
            self.lines.append(indent + line)

        if kind < 0.33:
            text, name = self.expression(), self.new("t")
            put(f"{name} = {text if text not in self.arrays else text + ' + 0.0'}")
            if depth == 0:
                self.arrays.append(name)
            else:
                put(f"{r.choice(NAMES)} {r.choice(['+=', '-='])} 0.1 * {name}")
        elif kind < 0.5:
            put(f"{r.choice(self.arrays)} {r.choice(['+=', '-=', '*=', '+='])} 0.3 * {self.expression()}")
        elif kind < 0.6:
            put(f"{r.choice(self.arrays)}[:] = 0.5 * ({self.expression()})")
        elif kind < 0.7:
            put(f"m[{r.randrange(3)}] {r.choice(['=', '+='])} 0.4 * ({self.expression()})")
        elif kind < 0.78:
            whole, part = r.choice([("[1:]", "[:-1]"), ("[1:-1]", "[2:]"), ("[:-2]", "[1:-1]"), ("[::-1]", "")])
            put(f"{r.choice(self.arrays)}{whole} {r.choice(['=', '+='])} 0.5 * {r.choice(self.arrays)}{part} + 0.1")
        elif kind < 0.82 and depth == 0:
            name = self.new("z")
            put(f"{name} = {r.choice([*self.arrays, 'm[1]', r.choice(self.arrays) + '[:]'])}")
            self.arrays.append(name)
        elif kind < 0.86:
            name = self.new("u")
            more = r.choice(["0.2", r.choice(self.arrays) + "[0]", r.choice(self.arrays) + ".sum()"])
            put(f"{name} = {r.choice(self.scalars)} * 0.7 + {more}")
            if depth == 0:
                self.scalars.append(name)
        elif kind < 0.9 and depth == 0:
            name = self.new("w")
            put(f"{name} = {self.operand()} > {self.operand()}")
            self.flags.append(name)
        elif depth == 0:
            put(f"for i in range({r.randrange(1, 4)}):")
            self.scalars.append("i")
            for _ in range(r.randrange(2, 6)):
                self.statement(indent + INDENT, 1)
            self.scalars.remove("i")
        else:
            put(f"{r.choice(self.arrays)} *= 0.9")

    def text(self) -> str:
        for _ in range(self.random.randrange(4, 14)):
            self.statement(INDENT, 0)
        kept = self.random.sample(self.arrays, min(3, len(self.arrays)))
        total = " + ".join(f"{0.3 * k + 0.4:.1f} * {n}.sum()" for k, n in enumerate(kept))
        end = f"{INDENT}return {total} + m.sum() * s"
        return "\n".join(["import numpy as np", "", "def f(a, b, c, m, s):", *self.lines, end, ""])


def program(seed: int) -> str:
    return _Writer(seed).text()


def _apart(n: int) -> Callable[[Any], tuple[Any, ...]]:
    return lambda r: (r.normal(size=n), r.normal(size=n), r.normal(size=n), r.normal(size=(3, n)), 0.7)


def _same(r: Any) -> tuple[Any, ...]:
    a = r.normal(size=6)
    return a, a, r.normal(size=6), r.normal(size=(3, 6)), 0.7


def _windows(r: Any) -> tuple[Any, ...]:
    a = r.normal(size=9)
    return a[1:8], a[:7], r.normal(size=7), r.normal(size=(3, 7)), 0.7


def _row(r: Any) -> tuple[Any, ...]:
    m = r.normal(size=(3, 6))
    return r.normal(size=6), m[1], r.normal(size=6), m, 0.7


def _single(r: Any) -> tuple[Any, ...]:
    return r.normal(size=6), r.normal(size=1), r.normal(size=6), r.normal(size=(3, 6)), 0.7


def _misfit(r: Any) -> tuple[Any, ...]:
    return r.normal(size=6), r.normal(size=6), r.normal(size=5), r.normal(size=(3, 6)), 0.7


CASES: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "apart": _apart(6), "one": _apart(1), "none": _apart(0), "same": _same, "windows": _windows, "row": _row, "single": _single,
    "misfit": _misfit,
}  # fmt: skip


def outcome(text: str, path: Path) -> str:
    """``right``, or a line that begins with WRONG, REFUSED or DEFECT."""
    import irad

    f = function_of(text, path)
    try:
        compiled = irad.jit(f)
        for name, make in CASES.items():
            wanted, found = make(np.random.default_rng(3)), make(np.random.default_rng(3))
            value, own = run(f, wanted), run(compiled, found)
            if isinstance(value, Exception) or isinstance(own, Exception):
                if type(value) is not type(own) and not (isinstance(value, ValueError) and isinstance(own, ValueError)):
                    if isinstance(own, irad.IradError):
                        return f"REFUSED {own}"
                    return f"WRONG error for {name}: {own!r} instead of {value!r}"
            elif not np.allclose(own, value, rtol=1e-9, atol=1e-9, equal_nan=True):
                return f"WRONG value for {name}: {own} instead of {value}"
            for k, (x, y) in enumerate(zip(found[:4], wanted[:4], strict=True)):
                if not np.allclose(x, y, rtol=1e-9, atol=1e-9, equal_nan=True):
                    return f"WRONG argument {k} for {name}: {x} instead of {y}"
        return _slopes(f)
    except irad.IradError as error:
        problems = [p.message for p in getattr(error, "problems", ())] or [error.message]
        return f"{'DEFECT' if 'defect of irad' in str(error) else 'REFUSED'} {problems[0]}"


def _slopes(f: Any) -> str:
    import irad

    for name in ("apart", "one"):
        args = CASES[name](np.random.default_rng(5))
        ways = [np.random.default_rng(6).normal(size=x.shape) for x in args[:4]]
        value = run(f, tuple(x + 1j * STEP * d for x, d in zip(args[:4], ways, strict=True)) + (args[4] + 0j,))
        if isinstance(value, Exception) or not np.isfinite(value):
            return "invalid"
        slope = value.imag / STEP
        shadows = [np.zeros_like(x) for x in args[:4]]
        irad.autodiff(f, *(irad.Duplicated(x.copy(), d) for x, d in zip(args[:4], shadows, strict=True)), irad.Const(args[4]))
        found = sum(float((d * g).sum()) for d, g in zip(ways, shadows, strict=True))
        if abs(found - slope) > 1e-8 * max(1.0, abs(slope), abs(value.real)):
            return f"WRONG slope for {name}: {found} instead of {slope}"
    return "right"


if __name__ == "__main__":
    count_outcomes(program, outcome, "statements")
