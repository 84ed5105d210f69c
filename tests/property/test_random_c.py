"""Random C programs against an interpreter on dual numbers that runs the tree the C was written from.

``IRAD_FUZZ_COUNT`` and ``IRAD_FUZZ_SEED`` choose how many programs and from which seed; tolerance 1e-7 of the largest component
(1e-5 where the program computes in float); programs with a near tie in a comparison, with derivatives above 1e8 or too many steps
are replaced by others.  ``python -m tests.generators.c_reduce SEED`` makes a failing program small.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

import irad
from irad.errors import IradError
from irad.options import Options
from tests.generators.c_memory import TooLong
from tests.generators.c_programs import NX, NY, Program, program
from tests.generators.dual import Dual, NearTie, seed, val

COUNT = int(os.environ.get("IRAD_FUZZ_COUNT", "40"))
SEED = int(os.environ.get("IRAD_FUZZ_SEED", "0"))
STRIDE = 1_000_020  # a multiple of 4, 5 and 7, so that the level and the modes stay
TOTAL = NX + NY + 1
N = 4


class Oracle:
    """Value, final arrays and the whole Jacobian of ``f`` at one point, by duals."""

    def __init__(self, made: Program, number: int) -> None:
        rng = np.random.default_rng(number)
        self.x, self.y, self.s = rng.uniform(-1.2, 1.2, NX), rng.uniform(-1.2, 1.2, NY), float(rng.uniform(0.3, 1.1))
        self.w = rng.normal(size=TOTAL)  # cotangents: result, x, y
        self.v = rng.normal(size=TOTAL)  # direction: x, y, s
        s = Dual(self.s, np.eye(TOTAL)[-1])
        result, x, y = made.evaluate(list(seed(self.x, 0, TOTAL)), list(seed(self.y, NX, TOTAL)), N, s)
        outputs = [result, *x, *y]
        self.values = np.array([val(o) for o in outputs])
        self.jacobian = np.array([o.d if isinstance(o, Dual) else np.zeros(TOTAL) for o in outputs])
        self.vjp, self.jvp = self.w @ self.jacobian, self.jacobian @ self.v


def close(got: np.ndarray, want: np.ndarray, tolerance: float) -> None:
    np.testing.assert_allclose(got, want, rtol=0, atol=tolerance * max(1.0, float(np.abs(want).max())))


def reverse(f: Any, oracle: Oracle, split: bool) -> tuple[np.ndarray, np.ndarray]:
    """Final values, and the gradient in x, y, s."""
    x, y = oracle.x.copy(), oracle.y.copy()
    dx, dy = oracle.w[1 : 1 + NX].copy(), oracle.w[1 + NX :].copy()
    args = (irad.Duplicated(x, dx), irad.Duplicated(y, dy), N, irad.Active(oracle.s))
    if split:
        augmented, back = irad.autodiff_thunk(f, *args)
        tape, value = augmented(*args)
        final = np.concatenate([[value], x, y])
        x[:] = y[:] = np.nan
        *_, ds = back(*args, tape=tape, seed=oracle.w[0])
    else:
        (*_, ds), value = irad.autodiff(f, *args, mode=irad.ReverseWithPrimal, seed=oracle.w[0])
        final = np.concatenate([[value], x, y])
    return final, np.concatenate([dx, dy, [ds]])


def forward(f: Any, oracle: Oracle) -> np.ndarray:
    x, y = oracle.x.copy(), oracle.y.copy()
    dx, dy = oracle.v[:NX].copy(), oracle.v[NX : NX + NY].copy()
    args = (irad.Duplicated(x, dx), irad.Duplicated(y, dy), N, irad.Duplicated(oracle.s, oracle.v[-1]))
    (tangent,) = irad.autodiff(f, *args, mode=irad.Forward)
    return np.concatenate([[tangent], dx, dy])


def check(made: Program, number: int, level: str, split: bool = False) -> bool:
    """Compare one program in all modes; False if it was skipped."""
    try:
        oracle = Oracle(made, number)
    except (NearTie, TooLong, OverflowError):
        return False
    if not np.isfinite(oracle.jacobian).all() or np.abs(oracle.jacobian).max() > 1e8:
        return False
    text = made.to_c()
    tolerance = 1e-5 if "float" in text else 1e-7
    f = irad.Module.from_c(text, flags=(level, "-w"))["f"]
    final, gradient = reverse(f, oracle, split)
    close(final, oracle.values, tolerance)
    close(gradient, oracle.vjp, tolerance)
    if "static double keep" in text:  # a variable that the first call has changed
        f = irad.Module.from_c(text, flags=(level, "-w"))["f"]
    close(forward(f, oracle), oracle.jvp, tolerance)
    return True


@pytest.fixture(scope="module", autouse=True)
def compiler() -> None:
    try:
        irad.Module.from_c("double f(double x) { return x; }")
    except IradError as error:
        pytest.skip(str(error))


def check_as_test(made: Program, number: int) -> bool:
    """`check` with what the number chooses: the level, the split mode, the reference mode of the cache."""
    with pytest.MonkeyPatch.context() as patch:
        if number % 7 == 3:
            patch.setattr("irad.api.autodiff.Options", lambda **k: Options(cache_everything=True, **k))
        return check(made, number, f"-O{number % 4}", split=number % 5 == 0)


@pytest.mark.parametrize("number", range(SEED, SEED + COUNT))
def test_program(number: int) -> None:
    """A program with a near tie, a large derivative or too many steps is replaced by another one."""
    assert any(check_as_test(program(k), k) for k in range(number, number + 6 * STRIDE, STRIDE))
