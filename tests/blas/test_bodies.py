"""LAPACK routines that are compositions: values beside SciPy's LAPACK, derivatives beside differences of it.

Each call is a map of all its arrays to what they hold afterwards; random cotangents lie on all of them.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import irad
from irad.blas_rules.composed import COMPOSED
from tests.blas.lapack import COLUMN_MAJOR, ROW_MAJOR, ROWS, Problem, arrays_of, module
from tests.blas.oracle import inner, slopes

ALLOWED = {"flag": "NTC", "uplo": "UL", "diag": "NU", "norm": "M1OIFE", "part": "ULA"}


def flags(row: Any) -> list[dict[str, str]]:
    """All combinations of letters."""
    choices = [ALLOWED[p.kind] for p in row.flags]
    return [dict(zip((p.name for p in row.flags), c, strict=True)) for c in itertools.product(*choices)]


def each(letters: str, lapacke: bool = False) -> Any:
    """All routines: in the first of these precisions, in the others with ``-m slow``."""
    cases = []
    rows = [r for r in ROWS.values() if r.name != "laswp"] if lapacke else COMPOSED
    for r in rows:
        for letter in "sdcz":
            marks = [] if letter in letters else [pytest.mark.slow]
            cases.append(pytest.param(r.name, letter, marks=marks, id=f"{letter}{r.name}"))
    return pytest.mark.parametrize("name,letter", cases)


class Run:
    """A problem with shadows; ``twice``: the C function that calls the routine two times."""

    def __init__(self, name: str, letter: str, letters: dict[str, str], seed: int, twice: bool = False, **more: Any) -> None:
        self.problem = Problem(name, letter, letters, seed=seed, **more)
        self.row, self.twice, self.letter = self.problem.row, twice, letter
        self.values = dict(self.problem.values)
        if twice:
            self.values |= {f"{n}_again": v + 0.0625 * self.problem.random(v.size) for n, v in self.problem.values.items()}
        self.shadows = {n: self.problem.random(v.size) for n, v in self.values.items()}
        real = np.float32 if letter in "sc" else np.float64
        self.result, self.dresult = np.array([0.5], real), np.array([0.75], real)
        self.info, self.ipiv = np.full(1, 77, np.int32), self.problem.pivots.copy()

    @property
    def f(self) -> Any:
        return module(self.row.name, self.letter, bool(self.problem.layout))["g" if self.twice else "f"]

    def arguments(self, values: dict[str, np.ndarray], shadows: dict[str, np.ndarray]) -> list[Any]:
        p, out = self.problem, []
        if p.layout:
            out.append(p.layout)
        for q in self.row.parameters:
            if q.letter:
                out.append(ord(p.letters[q.name]))
            elif q.kind in ("work", "lwork"):
                continue
            elif q.integer:
                out.append((p.sizes | p.strides)[q.name])
            elif q.kind in ("status", "pivots"):
                out.append(self.info if q.kind == "status" else self.ipiv)
            else:
                out.append(irad.Duplicated(values[q.name], shadows[q.name]))
        if self.row.targets == ("",):
            out.append(irad.Duplicated(self.result, self.dresult))
        if self.twice:
            for n in arrays_of(self.row):
                size = values[n].size * (2 if np.iscomplexobj(values[n]) else 1)
                out += [irad.Duplicated(values[f"{n}_again"], shadows[f"{n}_again"]), size]
        return out

    def map(self, values: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        if not self.twice:
            return self.problem.map(values)
        own = {n: values[n] for n in arrays_of(self.row)}
        others = {n: v for n, v in values.items() if n not in own}
        for _ in range(2):
            found = self.problem.map(own)
            own = {n: others[f"{n}_again"] + 0.125 * found[n] for n in own}
        return found | own | others

    def close(self, found: np.ndarray, wanted: np.ndarray, what: str) -> None:
        tolerance = 2e-3 if self.letter in "sc" else 1e-7
        scale = max(1.0, float(np.abs(wanted).max(initial=0)))
        np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance * scale, err_msg=f"{what}, {self.problem.letters}")

    def known(self, name: str, x: np.ndarray) -> np.ndarray:
        """The imaginary part of the diagonal of a factor is nothing that is ever there: LAPACK reads it in one place and not in
        another."""
        base = name.removesuffix("_again")
        if self.row.name == "potri" and base == "a" and self.problem.complex:
            x = x.copy()
            for (i, j), at in self.problem.where("a").items():
                if i == j:
                    x[at] = x[at].real
        return x

    def check_reverse(self, split: bool = False) -> None:
        wide = self.problem.wide(self.values)
        w = self.problem.wide(self.shadows | {"result": self.dresult})

        def loss(values: dict[str, np.ndarray]) -> float:
            out = self.map(values)
            return inner(w, {n: v for n, v in out.items() if n in w})

        wanted, primal = slopes(loss, wide, sorted(wide)), self.map(wide)
        values = {n: v.copy() for n, v in self.values.items()}
        shadows = {n: v.copy() for n, v in self.shadows.items()}
        args = self.arguments(values, shadows)
        if split:
            augmented, reverse = irad.autodiff_thunk(self.f, *args)
            tape, _ = augmented(*args)
            kept, ipiv = {n: v.copy() for n, v in values.items()}, self.ipiv.copy()
            for v in values.values():
                v[...] = np.nan
            self.ipiv[:] = 1
            reverse(*args, tape=tape)
            values, self.ipiv = kept, ipiv
        else:
            irad.autodiff(self.f, *args)
        self.check_values(values, primal)
        for n, wants in wanted.items():
            self.close(self.known(n, shadows[n]), self.known(n, wants), f"the shadow of {n}")

    def check_values(self, values: dict[str, np.ndarray], primal: dict[str, np.ndarray]) -> None:
        for n in values:
            self.close(values[n], primal[n], f"{n} after the call")
        if "result" in primal:
            self.close(self.result, primal["result"], "the result")
        if self.row.of("status"):
            np.testing.assert_array_equal(self.info, primal["info"])
        if self.row.of("pivots"):
            np.testing.assert_array_equal(self.ipiv, primal["ipiv"])

    def check_forward(self) -> None:
        wide, along = self.problem.wide(self.values), self.problem.wide(self.shadows)
        if "potri" in self.row.name:
            along = {n: self.known(n, v) for n, v in along.items()}
            self.shadows = {n: self.known(n, v) for n, v in self.shadows.items()}
        h = 1e-3
        ends = {k: self.map({n: v + k * h * along[n] for n, v in wide.items()}) for k in (-1.0, -0.5, 0.5, 1.0)}
        values = {n: v.copy() for n, v in self.values.items()}
        shadows = {n: v.copy() for n, v in self.shadows.items()}
        self.dresult[:] = 0
        irad.autodiff(self.f, *self.arguments(values, shadows), mode=irad.Forward)
        self.check_values(values, self.map(wide))
        for n in [*shadows, *(["result"] if self.row.targets == ("",) else [])]:
            coarse, fine = (ends[1.0][n] - ends[-1.0][n]) / (2 * h), (ends[0.5][n] - ends[-0.5][n]) / h
            self.close(self.dresult if n == "result" else shadows[n], fine + (fine - coarse) / 3, f"the tangent of {n}")


@each("dz")
def test_reverse(name: str, letter: str) -> None:
    for k, letters in enumerate(flags(ROWS[name])):
        Run(name, letter, letters, k).check_reverse()


@each("z")
def test_forward(name: str, letter: str) -> None:
    for k, letters in enumerate(flags(ROWS[name])):
        Run(name, letter, letters, k).check_forward()


@each("z")
def test_split(name: str, letter: str) -> None:
    """All that the routine has read is overwritten before the reverse runs."""
    for k, letters in enumerate(flags(ROWS[name])):
        Run(name, letter, letters, k).check_reverse(split=True)


@each("d")
def test_in_a_loop_that_overwrites_what_was_read(name: str, letter: str) -> None:
    for k, letters in enumerate(flags(ROWS[name])):
        run = Run(name, letter, letters, k, twice=True)
        run.check_reverse()
        run.check_forward()


@each("d", lapacke=True)
@pytest.mark.parametrize("layout", [ROW_MAJOR, COLUMN_MAJOR])
def test_lapacke(name: str, letter: str, layout: int) -> None:
    for k, letters in enumerate(flags(ROWS[name])):
        run = Run(name, letter, letters, k, layout=layout)
        run.check_reverse()
