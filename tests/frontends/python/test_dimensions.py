"""Arrays of very many dimensions are refused at once: a loop for each kept the compiler busy for more than a minute."""

from __future__ import annotations

import importlib
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from irad.errors import TypingError


def total(x: Any) -> Any:
    return x.sum()


def inside(x: Any) -> Any:
    return x.reshape(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1).sum()


@pytest.mark.parametrize("count", [33, 64])
def test_too_many_dimensions(count: int) -> None:
    try:
        x = np.ones((1,) * count)
    except ValueError:
        pytest.skip(f"NumPy has no arrays of {count} dimensions")
    began = time.perf_counter()
    for call in (
        lambda: irad.jit(total)(x),
        lambda: irad.grad(total)(x),
        lambda: irad.vjp(total, x),
        lambda: irad.autodiff(total, irad.Duplicated(x, np.zeros_like(x))),
        lambda: irad.jit(f"float64(float64[{', '.join(':' * count)}])")(total),
    ):
        with pytest.raises(TypingError, match=rf"an array of {count} dimensions cannot be compiled: 32 are possible"):
            call()
    assert time.perf_counter() - began < 20.0  # milliseconds on a machine with nothing else to do


def test_made_inside() -> None:
    with pytest.raises(irad.IradError, match="33 dimensions"):
        irad.grad(inside)(np.ones(1))


def test_nested_too_deeply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain of 900 elif is nested 900 deep: a clear error, not Python's RecursionError."""
    cases = "".join(f"    elif k == {i}:\n        y = x * {i}.0\n" for i in range(1, 900))
    (tmp_path / "chain_of_cases.py").write_text(f"def f(x, k):\n    if k == 0:\n        y = x\n{cases}    return y\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module("chain_of_cases")
    with pytest.raises(irad.UnsupportedError, match=r"chain_of_cases.py:1: f\(\) is nested too deeply to be compiled"):
        irad.jit(module.f)(2.0, 3)
