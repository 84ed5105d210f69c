"""Random Python programs against dual numbers run by plain CPython.

``IRAD_FUZZ_COUNT`` and ``IRAD_FUZZ_SEED`` choose how many programs and from which seed; tolerance 1e-7 of the largest component;
programs with a near tie in a comparison or with derivatives above 1e8 are replaced by others.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from tests.generators.dual import Dual, Math, NearTie, seed, val
from tests.generators.modules import module_from
from tests.generators.python_programs import program
from tests.reference.differences import close as close_to

COUNT = int(os.environ.get("IRAD_FUZZ_COUNT", "14"))
SEED = int(os.environ.get("IRAD_FUZZ_SEED", "0"))
TOTAL = 4 + 12 + 1


def load(number: int, folder: Path) -> Any:
    return module_from(folder / f"program_{number}.py", program(number))


class Oracle:
    """Value, final arrays and the whole Jacobian of ``f`` at one point, by duals."""

    def __init__(self, module: Any, number: int) -> None:
        rng = np.random.default_rng(number)
        self.x, self.y, self.s = rng.uniform(-1.2, 1.2, 4), rng.uniform(-1.2, 1.2, (3, 4)), float(rng.uniform(0.3, 1.1))
        self.w = rng.normal(size=TOTAL)  # cotangents: result, x, y
        self.v = rng.normal(size=TOTAL)  # direction: x, y, s
        x, y = seed(self.x, 0, TOTAL), seed(self.y, 4, TOTAL)
        s = Dual(self.s, np.eye(TOTAL)[16])
        saved, module.math = module.math, Math
        try:
            result = module.f(x, y, s)
        finally:
            module.math = saved
        outputs = [result, *x.ravel(), *y.ravel()]
        self.values = np.array([val(o) for o in outputs])
        self.jacobian = np.array([o.d if isinstance(o, Dual) else np.zeros(TOTAL) for o in outputs])
        self.vjp, self.jvp = self.w @ self.jacobian, self.jacobian @ self.v


close = partial(close_to, tolerance=1e-7)


def usable(number: int, folder: Path, largest: float) -> tuple[Any, Oracle] | None:
    """A program and its oracle, None for programs with near ties or derivatives above ``largest``."""
    module = load(number, folder)
    try:
        oracle = Oracle(module, number)
    except (NearTie, OverflowError, ZeroDivisionError, ValueError):
        return None
    fine = np.isfinite(oracle.jacobian).all() and np.abs(oracle.jacobian).max() <= largest
    return (module, oracle) if fine else None


def check(number: int, folder: Path, split: bool = False) -> bool:
    """Compare one program in all modes; False if it was skipped."""
    found = usable(number, folder, 1e8)
    if found is None:
        return False
    module, oracle = found
    x, y = oracle.x.copy(), oracle.y.copy()
    dx, dy = oracle.w[1:5].copy(), oracle.w[5:].reshape(3, 4).copy()
    args = (irad.Duplicated(x, dx), irad.Duplicated(y, dy), irad.Active(oracle.s))
    if split:
        augmented, reverse = irad.autodiff_thunk(module.f, *args)
        tape, value = augmented(*args)
        final = np.concatenate([[value], x, y.ravel()])
        x[:] = np.nan
        y[:] = np.nan
        derivatives = reverse(*args, tape=tape, seed=oracle.w[0])
    else:
        derivatives, value = irad.autodiff(module.f, *args, mode=irad.ReverseWithPrimal, seed=oracle.w[0])
        final = np.concatenate([[value], x, y.ravel()])
    close(final, oracle.values)
    close(np.concatenate([dx, dy.ravel(), [derivatives[2]]]), oracle.vjp)
    x, y = oracle.x.copy(), oracle.y.copy()
    dx, dy = oracle.v[:4].copy(), oracle.v[4:16].reshape(3, 4).copy()
    (tangent,) = irad.autodiff(
        module.f, irad.Duplicated(x, dx), irad.Duplicated(y, dy), irad.Duplicated(oracle.s, oracle.v[16]), mode=irad.Forward
    )
    close(np.concatenate([[tangent], dx, dy.ravel()]), oracle.jvp)
    return True


@pytest.mark.parametrize("number", range(SEED, SEED + COUNT))
def test_program(number: int, tmp_path: Path) -> None:
    """A program with a near tie or a large derivative is replaced by another one."""
    assert any(check(k, tmp_path, split=k % 5 == 0) for k in range(number, number + 6_000_000, 1_000_000))


def check_higher(number: int, folder: Path, order: int) -> bool:
    """Derivatives of derivatives beside differences of the next lower ones, in every mix of the modes; False if skipped."""
    found = usable(number, folder, 1e3)
    if found is None:
        return False
    module, oracle = found
    irad.check_grads(module.f, (oracle.x, oracle.y, oracle.s), order=order, modes=("fwd", "rev"))
    return True


@pytest.mark.parametrize("number", range(SEED, SEED + max(1, COUNT // 20)))
def test_second_derivatives(number: int, tmp_path: Path) -> None:
    """As many programs as there is time for."""
    assert any(check_higher(k, tmp_path, 2) for k in range(number, number + 6_000_000, 1_000_000))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SEED, SEED + 200))
def test_third_derivatives(number: int, tmp_path: Path) -> None:
    """Twenty seconds a program."""
    assert any(check_higher(k, tmp_path, 3) for k in range(number, number + 6_000_000, 1_000_000))
