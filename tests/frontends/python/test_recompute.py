"""``irad.recompute``: derivatives by closed forms and differences, what the override does to the plan, and what it refuses."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import irad
from irad import Active, Duplicated, Forward, autodiff
from tests.reference.differences import gradient

X = np.array([0.3, -0.2, 0.9])


def plain_work(x: np.ndarray, a: float) -> float:
    t = np.sin(x * a)
    s = 0.0
    for i in range(len(x)):
        s += t[i] * t[len(x) - 1 - i] * x[i]
    return s


work = irad.recompute(plain_work)
compiled_work = irad.recompute(irad.jit(plain_work))
jitted_later = irad.jit(work)


def loop(x: np.ndarray, a: float) -> float:
    s = 1.0
    for k in range(4):
        s += work(x, a + k) * s
    return s


def loop_plain(x: np.ndarray, a: float) -> float:
    s = 1.0
    for k in range(4):
        s += plain_work(x, a + k) * s
    return s


def loop_compiled(x: np.ndarray, a: float) -> float:
    s = 1.0
    for k in range(4):
        s += compiled_work(x, a + k) * s
    return s


def loop_jitted(x: np.ndarray, a: float) -> float:
    s = 1.0
    for k in range(4):
        s += jitted_later(x, a + k) * s
    return s


def loop_inside(x: np.ndarray, a: float) -> float:
    s = 1.0
    for k in range(4):
        s += irad.recompute(plain_work)(x, a + k) * s
    return s


def applied(f: Callable[..., float], x: np.ndarray, a: float) -> float:
    s = 1.0
    for k in range(4):
        s += f(x, a + k) * s
    return s


def loop_argument(x: np.ndarray, a: float) -> float:
    return applied(work, x, a)


def slopes(f: Any, x: np.ndarray, a: float) -> list[float]:
    """Central differences by each element and by ``a``, of the function as Python runs it."""
    return gradient(lambda z: f(z[:-1], z[-1]), np.append(x, a)).tolist()


WAYS = [loop, loop_compiled, loop_jitted, loop_inside, loop_argument]


@pytest.mark.parametrize("f", WAYS)
def test_a_call_runs_again(f: Any) -> None:
    compiled = irad.jit(f)
    dx = np.zeros(3)
    _, da = autodiff(compiled, Duplicated(X, dx), Active(0.7))
    assert [*dx, da] == pytest.approx(slopes(loop_plain, X, 0.7), rel=1e-8)
    plan = "\n".join(str(s["plan"]) for s in compiled.stats())
    assert "run again in the reverse sweep, keeps nothing: the user asks for it (irad.recompute)" in plan
    assert compiled(X, 0.7) == pytest.approx(loop_plain(X, 0.7))
    assert "irad_recompute" not in compiled.inspect_llvm()


@pytest.mark.parametrize("option", ["cache_everything", "run_again", "strict"])
def test_with_other_options(option: str) -> None:
    compiled = irad.jit(loop)
    compiled.irad_function.options = replace(compiled.irad_function.options, **{option: True})
    dx = np.zeros(3)
    _, da = autodiff(compiled, Duplicated(X, dx), Active(0.7))
    assert [*dx, da] == pytest.approx(slopes(loop_plain, X, 0.7), rel=1e-8)


def test_it_needs_less_tape() -> None:
    """Of 4000 steps with 50 numbers each only the calls' arguments are kept."""

    def many(x: np.ndarray, a: float) -> float:
        s = 1.0
        for _ in range(4000):
            s += step(x, a * s) * 1e-5
        return s

    def step(x: np.ndarray, a: float) -> float:
        s = a
        for i in range(len(x)):
            s = math.sin(s * x[i]) + math.exp(-s * s)
        return s

    def many_again(x: np.ndarray, a: float) -> float:
        s = 1.0
        for _ in range(4000):
            s += again(x, a * s) * 1e-5
        return s

    again = irad.recompute(step)
    x = np.linspace(0.1, 1.0, 50)
    limit = 256 * 1024  # 4000 steps of 50 numbers are 1.6 MB
    assert irad.grad(irad.jit(many_again, tape_limit=limit), 1)(x, 0.7) == pytest.approx(irad.grad(many, 1)(x, 0.7), rel=1e-12)


def test_other_modes() -> None:
    want = np.array(slopes(loop_plain, X, 0.7))
    (tangent,) = autodiff(loop, Duplicated(X, np.ones(3)), Duplicated(0.7, 2.0), mode=Forward)
    assert tangent == pytest.approx(want[:3].sum() + 2 * want[3], rel=1e-8)
    assert irad.grad(work, 1)(X, 0.7) == pytest.approx(slopes(plain_work, X, 0.7)[3], rel=1e-8)
    assert work(X, 0.7) == plain_work(X, 0.7)
    assert work.__name__ == "plain_work"


def slope(x: np.ndarray, a: float) -> float:
    return irad.grad(loop, 1)(x, a)


def test_second_derivatives() -> None:
    h = 1e-6
    want = (slopes(loop_plain, X, 0.7 + 1e3 * h)[3] - slopes(loop_plain, X, 0.7 - 1e3 * h)[3]) / (2e3 * h)
    (forward,) = autodiff(slope, X, Duplicated(0.7, 1.0), mode=Forward)
    assert forward == pytest.approx(want, rel=1e-5)
    assert irad.grad(slope, 1)(X, 0.7) == pytest.approx(forward, rel=1e-12)


def deep(x: float, n: int) -> float:
    return x if n == 0 else math.sin(deep(x, n - 1)) + x * n * 1e-3 + math.exp(-x * x)


deep_again = irad.recompute(deep)


def deep_twice(x: float, n: int) -> float:
    return deep_again(x, n) * 2.0


def test_a_recursion_that_is_too_deep_to_be_run_again_is_an_error() -> None:
    """The second run, with its derivative, needs more of the machine's stack than the first."""
    compiled = irad.jit(deep_twice)
    slopes_, h = [], 1e-6
    for n in (10, 100000, 1000000):
        try:
            slopes_.append(irad.grad(compiled)(0.3, n))
        except RecursionError:
            slopes_.append(None)
    assert slopes_[0] == pytest.approx((compiled(0.3 + h, 10) - compiled(0.3 - h, 10)) / (2 * h), rel=1e-8)
    assert slopes_[1:] == [None, None]


# ---- memory


@irad.recompute
def fill(x: np.ndarray, out: np.ndarray) -> None:
    for i in range(len(x)):
        out[i] = math.exp(x[i]) * x[0]


@irad.recompute
def double_it(x: np.ndarray) -> None:
    for i in range(len(x)):
        x[i] = x[i] * x[i]


def once(x: np.ndarray) -> float:
    out = np.zeros(len(x))
    fill(x, out)
    return (out * out).sum()


def test_an_array_is_written_once() -> None:
    got = irad.grad(once)(X)
    h = 1e-6
    want = [(once(X + h * e) - once(X - h * e)) / (2 * h) for e in np.eye(3)]
    assert got == pytest.approx(want, rel=1e-7)


def overwritten(x: np.ndarray) -> float:
    s = work(x, 0.5)
    x[0] = s
    return s + x[0] * x[1]


def in_place(x: np.ndarray) -> float:
    double_it(x)
    return x.sum()


def in_turn(x: np.ndarray, out: np.ndarray) -> float:
    s = 0.0
    for k in range(3):
        fill(x, out)
        s += out[k] * out[0]
    return s


REFUSED = {
    "reads memory that may be changed before that": overwritten,
    "overwrites memory that it reads": in_place,
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_would_be_wrong_is_refused(reason: str) -> None:
    with pytest.raises(irad.DifferentiationError, match=reason) as error:
        irad.grad(REFUSED[reason])(X)
    assert "test_recompute.py:" in str(error.value)


def test_an_array_that_is_written_twice_is_refused() -> None:
    with pytest.raises(irad.DifferentiationError, match="may be written to later as well"):
        irad.grad(in_turn)(X, np.zeros(3))


def test_gradients_are_refused() -> None:
    with pytest.raises(irad.UnsupportedError, match="not a gradient"):
        irad.recompute(irad.grad(loop))
