"""Random programs with work arrays of their own, written and read again by loop after loop, in Python and in C.

Which shadows of work arrays are zero, and which need not be set to zero, is what such a program is about: stages of time steps,
temporaries, buffers of which some elements are never written, or never read.  The reference is the complex step: plain Python
runs the program with complex numbers, in lists without numbers where nothing has been stored.

    python -m tests.generators.work_array_programs FIRST LAST
"""

from __future__ import annotations

import linecache
import random
import sys
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

import irad

_STEP = 1e-30
_WORK = ["u", "v", "w"]


@dataclass
class WorkArrayProgram:
    """A function of ``x`` and ``y`` (n numbers each) and a number of steps that changes ``y``."""

    seed: int
    attempt: int = 0
    rng: random.Random = field(init=False)
    lines: list[tuple[int, str, str]] = field(default_factory=list)  # depth, Python, C
    stored: set[str] = field(default_factory=lambda: {"x", "y"})  # what has been stored to further up

    def __post_init__(self) -> None:
        self.rng = random.Random(1000 * self.seed + self.attempt)
        self._items(1, self.rng.randint(0, 2), False)
        self._line(1, "for s in range(steps):", "for (int s = 0; s < steps; s++) {")
        self._items(2, self.rng.randint(2, 6), True)
        self._close(1)
        self._items(1, self.rng.randint(0, 2), False)

    @property
    def python(self) -> str:
        made = [f"    {name} = np.empty(n)" for name in _WORK]
        lines = [" " * 4 * depth + text for depth, text, _ in self.lines if text]
        return "\n".join(["import numpy as np", "", "def f(x, y, n, steps):", *made, *lines, ""])

    @property
    def c(self) -> str:
        made = [f"  double *{name} = malloc(n * sizeof(double));" for name in _WORK]
        lines = ["  " * depth + text for depth, _, text in self.lines]
        freed = [f"  free({name});" for name in _WORK]
        head = "void f(double *restrict x, double *restrict y, long n, long steps) {"
        return "\n".join(["#include <math.h>", "#include <stdlib.h>", "", head, *made, *lines, *freed, "}", ""])

    def _line(self, depth: int, python: str, c: str) -> None:
        self.lines.append((depth, python, c))

    def _close(self, depth: int) -> None:
        self._line(depth, "", "}")

    def _items(self, depth: int, count: int, stepping: bool) -> None:
        for _ in range(count):
            kind = self.rng.random()
            if kind < 0.12:
                target, value = self._single(True), f"0.5 * {self._single(False)} * {self._single(False)}"
                self._line(depth, f"{target} = {value}", f"{target} = {value};")
            elif kind < 0.2 and depth < 3:
                test = self.rng.choice(["n > 2", "steps > 1", "x[0] > 0.7", *(["s > 0", "s % 2 == 0"] if stepping else [])])
                self._line(depth, f"if {test}:", f"if ({test}) {{")
                self._items(depth + 1, self.rng.randint(1, 2), stepping)
                self._close(depth)
            elif kind < 0.26 and depth < 3:
                self._line(depth, "for r in range(2):", "for (int r = 0; r < 2; r++) {")
                self._items(depth + 1, self.rng.randint(1, 2), stepping)
                self._close(depth)
            else:
                self._loop(depth)

    def _loop(self, depth: int) -> None:
        low, cut = self.rng.choice([0, 0, 0, 1, 1, 2]), self.rng.choice([0, 0, 0, 1, 1, 2])
        end = f"n - {cut}" if cut else "n"
        if self.rng.random() < 0.2:
            self._line(depth, f"for i in range({end} - 1, {low - 1}, -1):", f"for (long i = {end} - 1; i >= {low}; i--) {{")
        else:
            self._line(depth, f"for i in range({low}, {end}):", f"for (long i = {low}; i < {end}; i++) {{")
        for _ in range(self.rng.choice([1, 1, 1, 2, 3])):
            self._assignment(depth + 1, low, cut)
        self._close(depth)

    def _assignment(self, depth: int, low: int, cut: int) -> None:
        array = self.rng.choice([*_WORK, *_WORK, "y"])
        target = self._element(array, low, cut)
        a, b, c = (self._element(self._read(), low, cut) for _ in range(3))
        value = self.rng.choice(
            [f"0.5 * {a} + 0.3 * {b} * {c}", f"{a} * {b}", f"{a} + 0.1 * {b}", a, "0.0", f"{a} / (2.0 + {b} * {b})"]
        )
        if array in self.stored and self.rng.random() < 0.2:
            value = f"{target} + 0.2 * ({value})"
        self.stored.add(array)
        self._line(depth, f"{target} = {value}", f"{target} = {value};")

    def _read(self) -> str:
        """An array to read from: as a rule one that has been stored to."""
        return self.rng.choice(sorted(self.stored) * 8 + _WORK)

    def _element(self, array: str, low: int, cut: int) -> str:
        if self.rng.random() < 0.06:
            return f"{array}[0]" if self.rng.random() < 0.5 else f"{array}[n - 1]"
        by = self.rng.choice([0, 0, 0, *range(-low, cut + 1)])
        return f"{array}[i]" if by == 0 else f"{array}[i {'+' if by > 0 else '-'} {abs(by)}]"

    def _single(self, stored: bool) -> str:
        array = self.rng.choice([*_WORK, "y"]) if stored else self._read()
        return f"{array}[{self.rng.choice(['0', 'n - 1'])}]"


def check(seed: int) -> str:
    """``right``, ``unfit`` (no program that reads only what it has stored was found), ``refused: ...`` or ``wrong: ...``."""
    for attempt in range(200):
        said = _check(WorkArrayProgram(seed, attempt))
        if said != "unfit":
            return said
    return "unfit"


def _check(program: WorkArrayProgram) -> str:
    name, space = f"<work arrays {program.seed}.{program.attempt}>", dict[str, Any]()
    plain = dict[str, Any]()
    exec(compile(program.python, name, "exec"), space)
    exec(compile(program.python, name, "exec"), plain)
    linecache.cache[name] = (len(program.python), None, program.python.splitlines(keepends=True), name)
    plain["np"] = SimpleNamespace(empty=lambda n: [None] * n)
    sizes = [(n, steps) for n in (1, 2, 3, 6) for steps in (0, 1, 3)]
    wanted = {size: _slope(plain["f"], program.seed, *size) for size in sizes}
    if not any(size[0] == 6 and w is not None and w[4] for size, w in wanted.items()):
        return "unfit"
    try:
        of_c = irad.Module.from_c(program.c)
        ways = {"Python": space["f"], "C": of_c["f"]}
        for size, w in wanted.items():
            for language, f in ways.items():
                if w is not None and (wrong := _compare(f, w, *size)):
                    return f"wrong: in {language} at {size}, attempt {program.attempt}: {wrong}"
    except irad.IradError as error:
        return f"refused: {str(error).splitlines()[0]}"
    return "right"


Wanted = tuple[list[Any], list[Any], list[Any], float, bool]


def _slope(f: Any, seed: int, n: int, steps: int) -> Wanted | None:
    """Arrays, directions, adjoints, what the gradient says of them, and whether anything has changed; None if undefined."""
    rng = np.random.default_rng(seed)
    start, way, seeds = ([rng.uniform(0.3, 1.2, n) for _ in range(2)] for _ in range(3))
    moved = [a + 1j * _STEP * d for a, d in zip(start, way, strict=True)]
    try:
        with np.errstate(all="ignore"):
            f(*moved, n, steps)
    except (IndexError, TypeError):
        return None
    slope = sum(float(np.sum(s * z.imag)) for s, z in zip(seeds, moved, strict=True)) / _STEP
    if not np.isfinite(slope) or abs(slope) > 1e8:
        return None
    return start, way, seeds, slope, not np.array_equal(start[1], moved[1].real)


def _compare(f: Any, wanted: Wanted, n: int, steps: int) -> str:
    start, way, seeds, slope, _ = wanted
    arrays, shadows = [a.copy() for a in start], [s.copy() for s in seeds]
    pairs = [irad.Duplicated(a, d) for a, d in zip(arrays, shadows, strict=True)]
    irad.autodiff(f, *pairs, irad.Const(n), irad.Const(steps))
    parts = [d * s for d, s in zip(way, shadows, strict=True)]
    found = sum(float(np.sum(p)) for p in parts)
    scale = max(1.0, abs(slope), *(float(np.sum(np.abs(p))) for p in parts))
    return "" if abs(found - slope) <= 1e-9 * scale else f"{found} for {slope}"


if __name__ == "__main__":
    counts: dict[str, int] = {}
    for number in range(int(sys.argv[1]), int(sys.argv[2])):
        said = check(number)
        counts[said.split(":")[0]] = counts.get(said.split(":")[0], 0) + 1
        if said not in ("right", "unfit"):
            print(number, said, flush=True)
    print(counts)
