"""Random programs in C that hand buffers around: exchanged, rotated, lost, at times one with two names, in nested steps.

    python -m tests.generators.exchange_programs FIRST COUNT

Each is evaluated in NumPy on complex numbers, by the same list of statements; values and a derivative (complex step) are
compared with what irad makes of the C code, where the parameters lie apart, overlap, and are one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

import irad

N = 7
STEP = 1e-30
_HEAD = """
#include <stdlib.h>
#include <string.h>
extern int enzyme_dup;
extern void __enzyme_autodiff(void *, ...);
"""


@dataclass(frozen=True)
class Stencil:
    """``into[i] = keep * into[i] + factor * one[i + p] * two[i + q]`` for all inner points."""

    into: int
    keep: float
    factor: float
    one: int
    p: int
    two: int
    q: int

    def text(self, pad: str) -> str:
        right = f"{self.factor} * b{self.one}[i + {self.p}] * b{self.two}[i + {self.q}]".replace("+ -", "- ")
        left = f"{self.keep} * b{self.into}[i] + " if self.keep else ""
        return f"{pad}for (int i = 1; i < n - 1; i++) b{self.into}[i] = {left}{right};\n"

    def run(self, at: list[np.ndarray], t: int) -> None:
        a, x, y = (at[k] for k in (self.into, self.one, self.two))
        for i in range(1, N - 1):
            a[i] = self.keep * a[i] + self.factor * x[i + self.p] * y[i + self.q]


@dataclass(frozen=True)
class Move:
    """Pointers become others at once: all, or in every third step but one."""

    new: tuple[int, ...]
    sometimes: bool

    def text(self, pad: str) -> str:
        made = "".join(f"double *m{k} = b{v}; " for k, v in enumerate(self.new))
        taken = "".join(f"b{k} = m{k}; " for k in range(len(self.new)))
        return f"{pad}{'if (t % 3 != 1) ' if self.sometimes else ''}{{ {made}{taken}}}\n"

    def run(self, at: list[np.ndarray], t: int) -> None:
        if not self.sometimes or t % 3 != 1:
            at[:] = [at[v] for v in self.new]


@dataclass(frozen=True)
class Loop:
    """Statements that run several times."""

    times: int
    body: tuple[object, ...]

    def text(self, pad: str) -> str:
        inner = "".join(s.text(pad + "  ") for s in self.body)  # type: ignore[attr-defined]
        return f"{pad}for (int t = 0; t < {self.times} + (n < 0); t++) {{\n{inner}{pad}}}\n"

    def run(self, at: list[np.ndarray], t: int) -> None:
        for k in range(self.times):
            for s in self.body:
                s.run(at, k)  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Program:
    """``first``: which memory each pointer begins with: 0 and 1 are the parameters, others are made; ``body`` are its steps."""

    first: tuple[int, ...]
    body: Loop

    def text(self) -> str:
        made = sorted(set(self.first) - {0, 1})
        lines = [f"  double *a{k} = malloc(n * sizeof(double));\n" for k in made]
        lines += [f"  for (int i = 0; i < n; i++) a{k}[i] = x[i] * 0.{k} + 0.1;\n" for k in made]
        lines += [f"  double *b{k} = {('x', 'y')[v] if v < 2 else f'a{v}'};\n" for k, v in enumerate(self.first)]
        last = "".join(f" + {k + 1} * b{k}[i]" for k in range(len(self.first)))
        lines += [self.body.text("  "), "  double s = 0;\n", f"  for (int i = 0; i < n; i++) s +={last[2:]};\n  *out = s;\n"]
        lines += [f"  free(a{k});\n" for k in made]
        gradient = "void df(int n, double *x, double *dx, double *y, double *dy, double *out, double *dout) {\n  "
        call = "__enzyme_autodiff((void *)f, n, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_dup, out, dout);\n}\n"
        return f"{_HEAD}static void f(int n, double *x, double *y, double *out) {{\n{''.join(lines)}}}\n{gradient}{call}"

    def run(self, x: np.ndarray, y: np.ndarray) -> complex:
        memory = [x, y, *(x * k / 10 + 0.1 for k in (2, 3, 4))]
        at = [memory[k] for k in self.first]
        self.body.run(at, 0)
        return complex(sum((k + 1) * b.sum() for k, b in enumerate(at)))


def program(number: int) -> Program:
    """A random program, the same for each number."""
    rng = np.random.default_rng(number)
    count = int(rng.integers(2, 5))
    chosen = rng.permutation(5)[:count] if rng.random() < 0.8 else rng.integers(0, 5, count)
    outer = Loop(int(rng.integers(1, 5)), tuple(_statements(rng, count, deep=rng.random() < 0.3)))
    return Program(tuple(int(k) for k in chosen), outer)


def _statements(rng: np.random.Generator, count: int, deep: bool) -> Iterator[object]:
    for _ in range(int(rng.integers(1, 4))):
        into, one, two = (int(k) for k in rng.integers(0, count, 3))
        two = one if rng.random() < 0.5 else two
        p, q = (int(k) for k in rng.integers(-1, 2, 2))
        keep = float(rng.choice([0.0, 0.0, 0.5]))
        yield Stencil(into, keep, float(rng.choice([0.5, 0.75, 1.25])), one, p, two, q)
    if deep:
        yield Loop(int(rng.integers(1, 4)), tuple(_statements(rng, count, deep=False)))
    bijective = rng.random() < 0.85
    new = rng.permutation(count) if bijective else rng.integers(0, count, count)
    yield Move(tuple(int(k) for k in new), bool(rng.random() < 0.2))


def outcome(made: Program) -> str:
    """``right``, or what is wrong where the second parameter begins so many elements behind the first."""
    module = irad.Module.from_c(made.text(), flags=("-O2", "-w"))
    for distance in (N, 0, 2):
        start, way = np.random.default_rng(3).uniform(0.3, 0.9, 3 * N), np.random.default_rng(4).standard_normal(3 * N)
        moved = start + 1j * STEP * way
        wanted = made.run(moved[:N], moved[distance : distance + N])
        x, d, out, dout = start.copy(), np.zeros(3 * N), np.zeros(1), np.ones(1)
        module["df"](N, x[:N], d[:N], x[distance : distance + N], d[distance : distance + N], out, dout)
        if not np.allclose(x, moved.real, rtol=1e-12) or not np.isclose(out[0], wanted.real, rtol=1e-12):
            return f"WRONG value at {distance}"
        found = float(d @ way)
        if abs(found - wanted.imag / STEP) > 1e-9 * max(1.0, abs(found)):
            return f"WRONG derivative {found} instead of {wanted.imag / STEP} at {distance}"
    return "right"


if __name__ == "__main__":
    for number in range(int(sys.argv[1]), int(sys.argv[1]) + int(sys.argv[2])):
        print(number, outcome(program(number)), flush=True)
