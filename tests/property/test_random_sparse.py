"""Sparse Jacobians of random Python programs against dual numbers run by plain CPython (see test_random_python.py)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from irad.api.sparse.sparse_derivatives import sparse_hessian, sparse_jacobian
from tests.generators.dual import Dual, Math, NearTie, seed
from tests.generators.modules import module_from
from tests.generators.python_programs import program

COUNT = int(os.environ.get("IRAD_FUZZ_COUNT", "36")) // 12
SEED = int(os.environ.get("IRAD_FUZZ_SEED", "0"))
TOTAL = 17
OUTPUTS = """

def outputs(x, y, s):
    out = np.zeros(17)
    out[0] = f(x, y, s)
    out[1:5] = x
    for i in range(3):
        out[5 + 4 * i : 9 + 4 * i] = y[i]
    return out


def total(x, y, s):
    return f(x, y, s) + x.sum() + y.sum()
"""


def load(number: int, folder: Path) -> Any:
    return module_from(folder / f"sparse_property_{number}.py", program(number) + OUTPUTS)


def jacobian(module: Any, x: np.ndarray, y: np.ndarray, s: float) -> np.ndarray:
    """The derivatives of all outputs by x and y."""
    dx, dy = seed(x, 0, TOTAL), seed(y, 4, TOTAL)
    saved, module.math = module.math, Math
    try:
        result = module.f(dx, dy, Dual(s, np.eye(TOTAL)[16]))
    finally:
        module.math = saved
    outputs = [result, *dx.ravel(), *dy.ravel()]
    return np.array([o.d[:16] if isinstance(o, Dual) else np.zeros(16) for o in outputs])


@pytest.mark.parametrize("number", range(SEED, SEED + COUNT))
def test_random_program(number: int, tmp_path: Path) -> None:
    """At three points, of which the later ones may take other paths; of the Hessian, differences of gradients along a line."""
    module = load(number, tmp_path)
    rng = np.random.default_rng(number)
    done = 0
    for _ in range(9):
        x, y, s = rng.uniform(-1.2, 1.2, 4), rng.uniform(-1.2, 1.2, (3, 4)), float(rng.uniform(0.3, 1.1))
        try:
            want = jacobian(module, x, y, s)
        except (NearTie, OverflowError, ZeroDivisionError, ValueError):
            continue
        if not np.isfinite(want).all() or np.abs(want).max() > 1e6:
            continue
        found = np.hstack([sparse_jacobian(module.outputs, k)(x, y, s).toarray() for k in (0, 1)])
        np.testing.assert_allclose(found, want, rtol=0, atol=1e-9 * max(1.0, np.abs(want).max()))
        compare_hessian(module, x, y, s)
        done += 1
        if done == 3:
            return
    if not done:
        pytest.skip("no point where derivatives are defined")


def compare_hessian(module: Any, x: np.ndarray, y: np.ndarray, s: float) -> None:
    step = 1e-5
    try:
        ends = [jacobian(module, x, y + sign * step, s)[:, 4:].sum(axis=0) for sign in (1.0, -1.0)]
    except (NearTie, OverflowError, ZeroDivisionError, ValueError):
        return
    want = (ends[0] - ends[1]) / (2 * step)
    found = sparse_hessian(module.total, 1)(x, y, s) @ np.ones(12)
    assert np.abs(found - want).max() <= 1e-4 * max(1.0, float(np.abs(want).max())) or _jumps(ends)


def _jumps(ends: list[np.ndarray]) -> bool:
    """Is there a branch between the two points?"""
    return bool(np.abs(ends[0] - ends[1]).max() > 1e-2)
