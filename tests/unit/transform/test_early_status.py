"""Derivatives of calls that may fail, run at once: recursions need no tape, and after an error everything is as it was."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

AT_ONCE = "derivative run at once"


def plan_of(f: Any) -> str:
    return "\n".join(str(s["plan"]) for s in f.stats() if "plan" in s)


def minor(A, left, used):
    """Laplace's expansion: ``used`` marks the columns that are taken."""
    row = len(A) - left
    if left == 0:
        return 1.0
    total = 0.0
    sign = 1.0
    for column in range(len(A)):
        if used[column] == 0:
            used[column] = 1
            total += sign * A[row, column] * minor(A, left - 1, used)
            used[column] = 0
            sign = -sign
    return total


def determinant(A, used):
    return minor(A, len(A), used)


def test_a_determinant_by_minors() -> None:
    compiled = irad.jit(determinant)
    rng = np.random.default_rng(5)
    A, start = rng.normal(size=(5, 5)), rng.normal(size=(5, 5))
    dA = start.copy()
    irad.autodiff(compiled, irad.Duplicated(A, dA), np.zeros(5, dtype=np.int64))
    np.testing.assert_allclose(dA - start, np.linalg.det(A) * np.linalg.inv(A).T, rtol=1e-10, atol=1e-12)
    assert AT_ONCE in plan_of(compiled)


@pytest.mark.parametrize("columns", [4, 3, 1])
def test_an_error_in_the_depth_of_a_recursion(columns: int) -> None:
    compiled = irad.jit(determinant)
    A = np.random.default_rng(1).normal(size=(5, columns))
    dA, used = np.full_like(A, 3.0), np.zeros(5, dtype=np.int64)
    again = used.copy()
    with pytest.raises(IndexError):
        determinant(A, again)
    with pytest.raises(IndexError):
        irad.autodiff(compiled, irad.Duplicated(A, dA), used)
    np.testing.assert_array_equal(dA, np.full_like(A, 3.0))
    np.testing.assert_array_equal(used, again)


def halves(x, low, high):
    """What results are multiplied with is there before the calls."""
    if high - low == 1:
        return x[low]
    middle = (low + high) // 2
    return math.sin(x[high - 1]) * halves(x, low, middle) - x[low] * x[low] * halves(x, middle, high)


def test_a_recursion_without_a_tape() -> None:
    compiled = irad.jit(halves)
    x = np.random.default_rng(2).normal(size=11)
    dx = np.ones(11)
    irad.autodiff(compiled, irad.Duplicated(x, dx), 0, 11)
    assert AT_ONCE in plan_of(compiled)
    for i, e in enumerate(np.eye(11) * 1e-6):
        assert dx[i] - 1 == pytest.approx((halves(x + e, 0, 11) - halves(x - e, 0, 11)) / 2e-6, rel=1e-6, abs=1e-8)
    before = dx.copy()
    with pytest.raises(IndexError):
        irad.autodiff(compiled, irad.Duplicated(x, dx), 0, 12)
    np.testing.assert_array_equal(dx, before)


def weights(x, k, n, deep):
    """Two results, of which the second is no float; a recursion, so that it stays a call."""
    if x[k] == 0.0:
        raise ZeroDivisionError("no weight")
    if deep == 0:
        return x[k] * x[(k + 1) % n], k + 1
    w, following = weights(x, k, n, deep - 1)
    return 0.5 * w + x[k], following


def linear(x, y, n):
    total = 0.0
    for i in range(n):
        factor = y[i]
        w, following = weights(x, i, n, 2)
        total += 2.0 * w * factor - w + 0.5 * following
    return total


def squared(x, y, n):
    """Not linear in what is returned: its adjoint is known afterwards only."""
    total = 0.0
    for i in range(n):
        w, following = weights(x, i, n, 2)
        total += w * w * y[i] + following
    return total


def chosen(x, y, n):
    """What becomes of the result depends on a branch."""
    total = 0.0
    for i in range(n):
        w, following = weights(x, i, n, 2)
        if y[i] > 0.0:
            total += w * y[i]
        else:
            total += following
    return total


def early_return(x, y, n):
    """Two stores of the result."""
    w, following = weights(x, 0, n, 2)
    if y[0] > 0.0:
        return 3.0 * w
    return w * math.sin(y[1]) + following


def overwritten(x, y, n):
    """What the call has read changes before the reverse sweep."""
    total = 0.0
    for i in range(n):
        w, following = weights(x, i, n, 2)
        total += w + following
        x[i] = y[i] * y[i]
    return total


def test_what_is_run_at_once() -> None:
    x, y = np.ones(4), np.ones(4)
    for f, at_once in [(linear, True), (squared, False), (overwritten, False)]:
        compiled = irad.jit(f)
        irad.autodiff(compiled, irad.Duplicated(x.copy(), np.zeros(4)), irad.Duplicated(y, np.zeros(4)), 4)
        assert (f"@{f.__name__}.0" in plan_of(compiled)) and (AT_ONCE in plan_of(compiled).split("@weights")[0]) == at_once


def sometimes(x, y, n):
    """What is returned depends on the result in one branch only."""
    factor = y[1]
    w, following = weights(x, 0, n, 2)
    if y[0] > 5.0:
        return 3.0 * w
    return factor * following


def last(x, y, n):
    """Only the last result counts."""
    w = 0.0
    for i in range(n):
        w, _ = weights(x, i, n, 2)
    return 3.0 * w


def kept(x, y, n, deep):
    """Writes into active memory."""
    y[0] = x[0] * y[0]
    if deep == 0:
        return x[1] * x[1]
    return 0.5 * kept(x, y, n, deep - 1)


def writing(x, y, n):
    w = kept(x, y, n, 2)
    if x[0] == 0.0 or x[2] == 0.0:
        raise ZeroDivisionError("no weight")
    return 3.0 * w + y[0]


FUNCTIONS = [linear, squared, chosen, early_return, overwritten, sometimes, last, writing]


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("zero", [-1, 0, 2])
def test_results_in_memory(f: Callable[..., Any], zero: int) -> None:
    """Python and differences are the reference; with a zero among ``x`` the shadows stay as they were."""
    rng = np.random.default_rng(3)
    x, y, n = rng.normal(size=4), rng.normal(size=4), 4
    if zero >= 0:
        x[zero] = 0.0
    dx, dy = rng.normal(size=4), rng.normal(size=4)
    a, b, start = x.copy(), y.copy(), (dx.copy(), dy.copy())
    failed = False
    try:
        f(x.copy(), y.copy(), n)
    except ZeroDivisionError:
        failed = True
    derivative = lambda: irad.autodiff(f, irad.Duplicated(a, dx), irad.Duplicated(b, dy), n)
    if failed:
        with pytest.raises(ZeroDivisionError, match="no weight"):
            derivative()
        np.testing.assert_array_equal(dx, start[0])
        np.testing.assert_array_equal(dy, start[1])
        return
    if f in (overwritten, writing):  # what shadows hold goes into the derivative
        dx[:] = dy[:] = 0.0
    before = dx.copy(), dy.copy()
    derivative()
    u, h = rng.normal(size=4), 1e-6
    slope = (f(x + h * u, y.copy(), n) - f(x - h * u, y.copy(), n)) / (2 * h)
    assert (dx - before[0]) @ u == pytest.approx(slope, rel=1e-6)
    u = rng.normal(size=4)
    slope = (f(x.copy(), y + h * u, n) - f(x.copy(), y - h * u, n)) / (2 * h)
    assert (dy - before[1]) @ u == pytest.approx(slope, rel=1e-6, abs=1e-8)


def test_a_recursion_that_is_too_deep() -> None:
    def down(x, n):
        if n <= 0:
            return x[0]
        return 0.5 * down(x, n - 1) + x[0]

    compiled = irad.jit(down)
    x, dx = np.ones(1), np.full(1, 2.0)
    irad.autodiff(compiled, irad.Duplicated(x, dx), 3)
    assert dx[0] == 2.0 + 0.125 + 1.0 + 0.5 + 0.25
    with pytest.raises(RecursionError):
        irad.autodiff(compiled, irad.Duplicated(x, dx), 10**9)
    assert dx[0] == 2.0 + 0.125 + 1.0 + 0.5 + 0.25


BRANCH_AFTER_CALL = """
define double @g(double %x, double %y) noinline {
  %p = fmul double %x, %y
  %s = call double @llvm.sin.f64(double %p)
  ret double %s
}
declare double @llvm.sin.f64(double)
define double @f(double %x, double %y) {
entry:
  %v = call double @g(double %x, double %y)
  %c = fcmp olt double %x, 5.0e-01
  br i1 %c, label %done, label %other
other:
  %q = call double @g(double %x, double %x)
  br label %done
done:
  %r = phi double [ %v, %entry ], [ %q, %other ]
  ret double %r
}
"""


@pytest.mark.parametrize("x", [0.3, 0.8])
def test_a_branch_behind_the_call_decides_whether_its_result_is_used(x: float) -> None:
    """The call's block reaches the phi for certain, but not always by the edge that brings the call's result."""
    f = irad.Module.from_ir(BRANCH_AFTER_CALL)["f"]
    dx, dy = irad.autodiff(f, irad.Active(x), irad.Active(0.7))
    other = 0.7 if x < 0.5 else x
    want_x = other * math.cos(x * other) * (1 if x < 0.5 else 2)
    assert (dx, dy) == pytest.approx((want_x, x * math.cos(x * other) if x < 0.5 else 0.0), abs=1e-14)


class Mode:
    def __init__(self, a: float, b: float) -> None:
        self.a, self.b = a, b

    def scale(self) -> None:
        self.a *= 1.0 / (2.5 + 1j * self.b)


def chosen_result(x, s):
    t = s
    for _ in range(2):
        for _ in range(3):
            t / (2.0 + math.cos(s))
    mode = Mode(s, x[4])
    mode.scale()
    return (s if s > 0.59 else 0.59 * s) if s >= 0.5 else mode.a


def test_results_in_memory_that_one_way_does_not_use() -> None:
    x, dx = np.arange(5.0), np.zeros(5)
    (_, ds), value = irad.autodiff(chosen_result, irad.Duplicated(x, dx), irad.Active(0.84), mode=irad.ReverseWithPrimal)
    assert (value, ds, dx.tolist()) == (0.84, 1.0, [0.0] * 5)
