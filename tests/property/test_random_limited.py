"""Random Python programs with tapes of limited memory, against duals run by CPython: any loop may be checkpointed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import irad
from irad.transform.outline import long_loops
from tests.property.test_random_python import close, usable

LARGEST = 1e8


@pytest.mark.parametrize("number", [*range(3), *(pytest.param(n, marks=pytest.mark.slow) for n in range(3, 60))])
def test_program(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_loops, "_FEW", 0)
    found = usable(number, tmp_path, LARGEST)
    if found is None:
        pytest.skip("a near tie, or large derivatives")
    module, oracle = found
    for limit in (10**6, 20_000):
        x, y = oracle.x.copy(), oracle.y.copy()
        dx, dy = oracle.w[1:5].copy(), oracle.w[5:].reshape(3, 4).copy()
        f = irad.jit(module.f, tape_limit=limit)
        try:
            notes = irad.Duplicated(x, dx), irad.Duplicated(y, dy), irad.Active(oracle.s)
            ds = irad.autodiff(f, *notes, seed=float(oracle.w[0]))[2]
        except MemoryError:
            assert limit < 10**6
            continue
        close(np.array([*x, *y.ravel()]), oracle.values[1:])
        close(np.array([*dx, *dy.ravel(), ds or 0.0]), oracle.vjp)
