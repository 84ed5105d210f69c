"""Large array results whose memory NumPy gets: they hold what they should, and belong to NumPy as long as they live."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy._core.multiarray import get_handler_name  # type: ignore[attr-defined]

import irad

N = 70_000
X = np.random.default_rng(5).normal(size=N)


def twice(f: Any, *args: Any) -> Any:
    """The result of the second call, which goes through machine code only."""
    f(*args)
    return f(*args)


def test_memory_is_handed_over_and_not_used_again() -> None:
    f = irad.jit(lambda x, c: c * x)
    made = [twice(f, X, float(k)) for k in range(5)]
    assert all(get_handler_name(a) == "irad" and a.flags.owndata and a.base is None for a in made)
    for k, a in enumerate(made):
        assert np.array_equal(a, k * X)
    del made[1:3]
    assert np.array_equal(f(X, 7.0), 7 * X) and np.array_equal(made[-1], 4 * X)


def test_small_ones_are_copied() -> None:
    assert get_handler_name(twice(irad.jit(lambda x: 2.0 * x), X[:1000])) == "default_allocator"


def test_resized_arrays_keep_their_elements() -> None:
    """NumPy calls the functions of the memory's handler."""
    f = irad.jit(lambda x: x + 1.0)
    long, short = twice(f, X), f(X)
    long.resize(2 * N)
    short.resize(N // 2)
    assert np.array_equal(long[:N], X + 1.0) and not long[N:].any()
    assert np.array_equal(short, X[: N // 2] + 1.0)


def test_one_memory_in_several_results() -> None:
    @irad.jit
    def parts(x: Any) -> Any:
        y = 2.0 * x
        return y, y[1:], (y, [y[::-1], y[::2]])

    a, b, (c, (d, e)) = twice(parts, X)
    found = [a.copy(), b.copy(), c.copy(), d.copy(), e.copy()]
    a[:] = 0.0
    for now, before, wanted in zip([b, c, d, e], found[1:], [2 * X[1:], 2 * X, 2 * X[::-1], 2 * X[::2]], strict=True):
        assert np.array_equal(now, before) and np.array_equal(now, wanted)


def test_results_in_the_order_of_columns() -> None:
    m = X.reshape(200, 350)
    found = twice(irad.jit(lambda m: 2.0 * m.T), m)
    assert found.flags.f_contiguous and np.array_equal(found, 2.0 * m.T)
    assert get_handler_name(found.base) == "irad"


def test_code_of_the_user_between_results() -> None:
    def both(x: Any) -> Any:
        y = 2.0 * x
        return {"first": y, "second": y}, y

    first, y = twice(irad.jit(both), X)
    assert np.array_equal(y, 2 * X) and np.array_equal(first["first"], 2 * X)


def test_they_may_outlive_everything(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        """
import builtins, irad, numpy as np
f = irad.jit(lambda x: 2.0 * x)
x = np.ones(70_000)
builtins.kept = [f(x) for _ in range(20)]
"""
    )
    assert subprocess.run([sys.executable, program], check=False).returncode == 0


@pytest.mark.parametrize("dtype", ["float32", "int64", "complex128"])
def test_dtypes(dtype: str) -> None:
    x = (100 * X).astype(dtype)
    found = twice(irad.jit(lambda x: x + x), np.concatenate([x, x]))
    assert found.dtype == dtype and np.array_equal(found, np.concatenate([x, x]) * 2)
