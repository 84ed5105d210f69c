"""Random loop nests over arrays that they overwrite: triangular and falling loops, flat and two-dimensional subscripts.

Which elements are overwritten before the reverse sweep reads them is what such a program is about: in-place factorisations,
stencils, row buffers.  The reference is the complex step: plain Python runs the program with complex numbers.

    python -m tests.generators.affine_programs FIRST LAST
"""

from __future__ import annotations

import linecache
import random
import sys
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import irad

_STEP = 1e-30


@dataclass
class AffineProgram:
    """A function of ``A`` (n by m), ``B`` (n), flat ``F`` (n times m) and numbers ``n``, ``m`` that changes the arrays."""

    seed: int
    attempt: int = 0
    rng: random.Random = field(init=False)
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(1000 * self.seed + self.attempt)
        for _ in range(self.rng.randint(1, 3)):
            self._nest(1, [], self.rng.randint(1, 3))

    @property
    def source(self) -> str:
        return "\n".join(["import numpy as np", "", "def f(A, B, F, n, m):", *self.lines, ""])

    def _nest(self, depth: int, names: list[str], left: int) -> None:
        pad = "    " * depth
        if left == 0 or (names and self.rng.random() < 0.15):
            self._body(pad, names)
            return
        name = "ijk"[len(names)]
        self.lines.append(f"{pad}for {name} in range({self._range(names)}):")
        before = len(self.lines)
        if names and self.rng.random() < 0.3:
            self._body(pad + "    ", [*names, name])
        self._nest(depth + 1, [*names, name], left - 1)
        if self.rng.random() < 0.4:
            self._body(pad + "    ", [*names, name])
        if len(self.lines) == before:
            self.lines.append(f"{pad}    pass")

    def _range(self, names: list[str]) -> str:
        outer = self.rng.choice(names) if names else "0"
        size = self.rng.choice(["n", "m", "n", "m", "n - 1", "m - 1"])
        return self.rng.choice(
            [size, size, f"1, {size}", f"{outer} + 1, {size}", f"{outer}, {size}", f"{outer}", f"{outer} + 1", f"0, {size}, 2",
             f"{size} - 1, -1, -1", f"{size} - 1, {outer}, -1", f"{outer} - 1, -1, -1"]
        )  # fmt: skip

    def _subscript(self, names: list[str], size: str) -> str:
        name = self.rng.choice(names)
        forms = [name] * 6 + [f"{name} - 1", f"{name} + 1", f"{size} - 1 - {name}", f"({name} * 2) % {size}"]
        forms += ["0", "-1", f"{size} // 2"]
        if len(names) > 1:
            forms += [f"{names[0]} + {names[1]}", f"{names[-1]} - {names[0]}"]
        return self.rng.choice(forms)

    def _element(self, names: list[str]) -> str:
        kind = self.rng.random()
        if kind < 0.6:
            return f"A[{self._subscript(names, 'n')}, {self._subscript(names, 'm')}]"
        if kind < 0.8:
            return f"B[{self._subscript(names, 'n')}]"
        return f"F[({self._subscript(names, 'n')}) * m + {self._subscript(names, 'm')}]"

    def _value(self, names: list[str]) -> str:
        a, b, c = (self._element(names) for _ in range(3))
        return self.rng.choice(
            [f"0.5 * {a} + 0.25 * {b} * {c}", f"{a} * {b}", f"np.sin({a}) * {b}", f"{a} / (2.0 + {b} * {b})",
             f"0.9 * {a} - 0.1 * {b}", f"np.sqrt(1.5 + {a} * {a}) * {b}", f"{a} * {a} * {b}", f"0.3 * ({a} + {b} + {c})"]
        )  # fmt: skip

    def _body(self, pad: str, names: list[str]) -> None:
        if not names:
            return
        for _ in range(self.rng.randint(1, 2)):
            target, value = self._element(names), self._value(names)
            kind = self.rng.random()
            if kind < 0.2 and len(names) > 1:
                test = self.rng.choice([f"{names[0]} != {names[1]}", f"{names[0]} < {names[1]}", f"{names[-1]} % 2 == 0"])
                self.lines.append(f"{pad}if {test}:")
                self.lines.append(f"{pad}    {target} = {value}")
            elif kind < 0.5:
                self.lines.append(f"{pad}{target} += 0.2 * ({value})")
            elif kind < 0.6:
                self.lines.append(f"{pad}t = {value}")
                self.lines.append(f"{pad}{target} = np.sin(t)")
                self.lines.append(f"{pad}{self._element(names)} = 0.5 * t")
            else:
                self.lines.append(f"{pad}{target} = {value}")


def check(seed: int) -> str:
    """``right``, ``unfit`` (no program that stays within its arrays was found), ``refused: ...`` or ``wrong: ...``."""
    for attempt in range(30):
        said = _check(AffineProgram(seed, attempt))
        if said != "unfit":
            return said
    return "unfit"


def _check(program: AffineProgram) -> str:
    name, space = f"<affine {program.seed}>", dict[str, Any]()
    exec(compile(program.source, name, "exec"), space)
    linecache.cache[name] = (len(program.source), None, program.source.splitlines(keepends=True), name)
    f = space["f"]
    rng = np.random.default_rng(program.seed)
    n, m = (int(k) for k in rng.integers(3, 7, 2))
    start = [rng.uniform(0.3, 1.2, (n, m)), rng.uniform(0.3, 1.2, n), rng.uniform(0.3, 1.2, n * m)]
    way = [rng.standard_normal(a.shape) for a in start]
    seeds = [rng.standard_normal(a.shape) for a in start]
    moved = [a + 1j * _STEP * d for a, d in zip(start, way, strict=True)]
    try:
        f(*moved, n, m)
    except IndexError:
        return "unfit"
    slope = sum(float(np.sum(s * z.imag)) for s, z in zip(seeds, moved, strict=True)) / _STEP
    if not np.isfinite(slope) or abs(slope) > 1e8 or all(np.array_equal(a, z.real) for a, z in zip(start, moved, strict=True)):
        return "unfit"
    arrays, shadows = [a.copy() for a in start], [s.copy() for s in seeds]
    try:
        irad.autodiff(f, *[irad.Duplicated(a, d) for a, d in zip(arrays, shadows, strict=True)], irad.Const(n), irad.Const(m))
    except irad.IradError as error:
        return f"refused: {str(error).splitlines()[0]}"
    value = max(float(np.max(np.abs(a - z.real))) for a, z in zip(arrays, moved, strict=True))
    parts = [d * s for d, s in zip(way, shadows, strict=True)]
    found = sum(float(np.sum(p)) for p in parts)
    scale = max(1.0, abs(slope), *(float(np.sum(np.abs(p))) for p in parts))
    if value > 1e-9 or not abs(found - slope) <= 1e-9 * scale:
        return f"wrong: {found} for {slope}, values differ by {value:.1e}"
    return "right"


if __name__ == "__main__":
    counts: dict[str, int] = {}
    for number in range(int(sys.argv[1]), int(sys.argv[2])):
        said = check(number)
        counts[said.split(":")[0]] = counts.get(said.split(":")[0], 0) + 1
        if said not in ("right", "unfit"):
            print(number, said, flush=True)
    print(counts)
