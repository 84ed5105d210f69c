"""``irad.cache`` in Python: derivatives by closed forms, and what the override does to the plan."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import irad

X = np.array([0.3, -0.2, 0.9, 1.4])


def work(x: np.ndarray) -> float:
    """Sum of (2 x)^3: without a mark everything is computed again."""
    s = 0.0
    for i in range(len(x)):
        y = x[i] * 2.0
        s += y * y * y
    return s


def work_kept(x: np.ndarray) -> float:
    s = 0.0
    for i in range(len(x)):
        y = irad.cache(x[i] * 2.0)
        s += y * y * y
    return s


def plan(f: object) -> tuple[str, int]:
    """The decisions for a function's gradient, and the bytes on its tape per iteration."""
    compiled = irad.jit(f)
    irad.grad(compiled)(X)
    (found,) = compiled.stats()
    return str(found["plan"]), int(found["bytes per iteration"])


def test_a_value_is_kept() -> None:
    assert irad.grad(work)(X) == pytest.approx(24 * X**2, rel=1e-14)
    assert irad.grad(work_kept)(X) == pytest.approx(24 * X**2, rel=1e-14)
    assert plan(work)[1] == 0
    text, size = plan(work_kept)
    assert size == 8
    assert "the user asks for a value in it to be kept (irad.cache)" in text
    assert "8 bytes; kept because the user asks for it (irad.cache)" in text


@pytest.mark.parametrize("option", ["cache_everything", "run_again"])
def test_with_other_options(option: str) -> None:
    copy = irad.jit(work_kept)
    copy.irad_function.options = replace(copy.irad_function.options, **{option: True})
    assert irad.grad(copy)(X) == pytest.approx(24 * X**2, rel=1e-14)
    assert copy.stats()[0]["loops run again"] == 0


def test_in_other_modes() -> None:
    (tangent,) = irad.autodiff(work_kept, irad.Duplicated(X, np.ones(4)), mode=irad.Forward)
    assert tangent == pytest.approx((24 * X**2).sum(), rel=1e-14)

    def slope(a: float) -> float:
        return irad.grad(cube)(a)

    def cube(a: float) -> float:
        return irad.cache(a * a) * a

    assert irad.autodiff(slope, irad.Duplicated(0.7, 1.0), mode=irad.Forward) == (pytest.approx(4.2),)
    assert irad.grad(slope)(0.7) == pytest.approx(4.2)
    augmented, reverse = irad.autodiff_thunk(work_kept, irad.Duplicated(X, np.zeros(4)), mode=irad.ReverseSplit)
    dx = np.zeros(4)
    tape, value = augmented(irad.Duplicated(X, dx))
    reverse(irad.Duplicated(X, dx), tape=tape, seed=1.0)
    assert value == pytest.approx((8 * X**3).sum())
    assert dx == pytest.approx(24 * X**2, rel=1e-14)


def test_other_numbers() -> None:
    def f(x: float, n: int) -> float:
        return irad.cache(np.float32(x)) * irad.cache(n) + irad.cache(math.exp(x))

    assert irad.jit(f)(0.5, 3) == pytest.approx(1.5 + math.exp(0.5))
    assert irad.grad(f)(0.5, 3) == pytest.approx(3 + math.exp(0.5), rel=1e-6)
    assert irad.cache("as it is") == "as it is"


def test_arrays_are_refused() -> None:
    def f(x: np.ndarray) -> float:
        return irad.cache(x)[0]

    with pytest.raises(irad.TypingError, match="takes a number, not an array"):
        irad.grad(f)(X)


def test_nothing_is_left_of_it() -> None:
    compiled = irad.jit(work_kept)
    assert compiled(X) == pytest.approx((8 * X**3).sum())
    assert "irad_cache" not in compiled.inspect_llvm()
