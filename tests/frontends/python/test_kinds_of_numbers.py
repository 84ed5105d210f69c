"""Which kind a number or an array has where Python's numbers meet NumPy's: NumPy's own answer, or a clear error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

A = np.array([0.5, -1.5, 2.5])
C = np.array([0.75, -0.3, 1.1], np.float32)
G = np.array([3, -2, 0])
H = np.array([True, False, True])
POINT = (0.1, -1.7, 3, True, A, C, G, H)


def lists(x: Any, y: Any, n: Any, p: Any, a: Any, c: Any, g: Any, h: Any) -> Any:
    return (
        np.array([y, c[1]]), np.array([c[0], c[1]]), np.array([n, c[1]]), np.array([p, c[1]]), np.array([1, h[0]]),
        np.array([p, h[0]]), np.array([n, g[0]]), np.array([n, y]), np.array([0.1, c[0]]) * c[1], np.array([[1, c[0]], [2, y]]),
        np.asarray([x, c[0]]), np.asarray((1, 2)), np.asarray([p, n]), np.full(3, 1), np.full(3, p), np.full(3, c[0]),
        np.full(3, x) * c, np.full(3, 1, np.float32) * x, np.full_like(c, x), np.diag([x, c[0]]), np.mean([x, c[0]]),
        np.cumsum([n, c[0]]), np.dot(c, x), np.outer(c, [x, 2]), np.copy(x) * c[0], np.zeros_like([x, c[0]]),
    )  # fmt: skip


def ranges(x: Any, y: Any, n: Any, p: Any, a: Any, c: Any, g: Any, h: Any) -> Any:
    return (
        np.linspace(c[0], c[2], 4), np.linspace(c[0], 3.0, 4), np.linspace(0, c[2], 4), np.linspace(0, 1, 4),
        np.linspace(y, x, 4), np.linspace(g[0], c[2], 4), np.linspace(p, h[1], 4), np.linspace(c[0], 2.0, 1), np.arange(n),
        np.arange(p, n), np.arange(c[2]), np.arange(1, c[2]), np.arange(0.0, 1.0, 0.3),
    )  # fmt: skip


def of_three(x: Any, y: Any, n: Any, p: Any, a: Any, c: Any, g: Any, h: Any) -> Any:
    return (
        np.clip(h, 0.5, c[0]), np.clip(h, False, True), np.clip(h, h, 0), np.clip(h, 0, 1), np.clip(c, 0, 0.2), np.clip(c, a, 2),
        np.clip(g, 0, c), np.clip(g, -1, 1.5), np.clip(x, c[1], 2), np.clip(n, 0, c[0]), np.clip(c[0], 0, y), np.clip(c, None, x),
        np.clip(c, a[0], None), np.clip(x, c[1], None), np.clip(a, c, x), np.clip([1, 2], c[0], 1.5), c.clip(0.0, x),
        g.clip(max=x), np.where(h, x, c), np.where(h, 1, c), np.where(h, n, g), np.where(h, p, 2), np.where(h, [x, y, 0.5], c),
        np.where(p, x, c[0]), np.clip(a, 1.0, -1.0), np.clip(a, np.nan, 1.0),
    )  # fmt: skip


@pytest.mark.parametrize("f", [lists, ranges, of_three])
def test_dtypes_and_values_are_those_of_numpy(f: Callable[..., Any]) -> None:
    for k, (found, wanted) in enumerate(zip(irad.jit(f)(*POINT), f(*POINT), strict=True)):
        assert np.asarray(found).dtype == np.asarray(wanted).dtype and np.shape(found) == np.shape(wanted), (k, found, wanted)
        np.testing.assert_allclose(found, wanted, rtol=1e-6 if np.asarray(wanted).dtype == np.float32 else 1e-15, err_msg=str(k))


def test_derivatives() -> None:
    def squares(y: Any, c: Any) -> Any:
        v = np.array([y, c[1]])
        return (v * v * v).sum()

    found, single = irad.grad(squares, (0, 1))(0.3, C)
    assert np.isclose(found, 3 * 0.3**2, rtol=1e-14)
    np.testing.assert_allclose(single, [0.0, 3 * C[1] ** 2, 0.0], rtol=1e-6)

    def clipped(x: Any, lo: Any, hi: Any) -> Any:
        return (np.clip(x, lo, hi) ** 2).sum()

    dx, lo, hi = irad.grad(clipped, (0, 1, 2))(A, -1.0, 2.0)
    assert np.allclose(dx, [1.0, 0.0, 0.0]) and (lo, hi) == (-2.0, 4.0)
    value, slope = irad.jvp(lambda y: np.linspace(y, np.float64(2.0), 3).sum(), (0.5,), (1.0,))
    assert np.isclose(value, 3.75) and np.isclose(slope, 1.5)


def hinge(y: Any) -> Any:
    return max(0, y) * y + min(y, 2)


def test_what_min_and_max_choose() -> None:
    for y, slope in ((-1.5, 1.0), (0.5, 2.0), (3.0, 6.0)):
        assert irad.jit(hinge)(y) == hinge(y) and np.isclose(irad.grad(hinge)(y), slope)
    relu = irad.jit(lambda c: max(c[0], 0.0) + max(c[1], 0))
    assert relu(C) == C[0] and isinstance(relu(C), np.float32)
    largest = irad.jit(lambda g, p: max(g[0], p))
    assert largest(G, True) == 3 and largest(G, False) == 3


def chosen(p: Any, y: Any, c: Any) -> Any:
    k = c[0]
    if p:
        k = y
    return k


def by_or(p: Any, y: Any, c: Any) -> Any:
    return y or c[0]


def by_max(p: Any, y: Any, c: Any) -> Any:
    return max(c[1], y)


@pytest.mark.parametrize("f", [chosen, by_or, by_max])
def test_a_float_among_float32_becomes_one(f: Callable[..., Any]) -> None:
    compiled = irad.jit(f)
    for p, y in ((True, 0.1), (False, 0.0), (True, -5.0)):
        found = compiled(p, y, C)
        assert isinstance(found, np.float32) and found == np.float32(f(p, y, C))
    assert np.isclose(irad.grad(f, 1)(True, 0.1, C), 1.0)


def test_a_list_of_both_is_an_array_of_float64() -> None:
    def collected(x: Any, c: Any) -> Any:
        xs = [0.1]
        for i in range(2):
            xs.append(c[i])
        return np.array(xs) * x

    found = irad.jit(collected)(1.0, C)
    assert found.dtype == np.float64 and np.array_equal(found, collected(1.0, C))
    assert np.isclose(irad.grad(lambda x, c: collected(x, c).sum())(1.0, C), 0.1 + float(C[0]) + float(C[1]), rtol=1e-14)


def either(p: Any, h: Any) -> Any:
    return True if p else 2


def summed(p: Any, h: Any) -> Any:
    return either(p, h) + h[0]


def array(p: Any, h: Any) -> Any:
    return np.full(2, either(p, h))


def combined(p: Any, h: Any) -> Any:
    return either(p, h) | h


def fine(p: Any, h: Any) -> Any:
    k = either(p, h)
    return k * h[0], k & 3, k < 2, k + 1.5, k + k, np.full(2, k, np.int64), np.full(2, int(k)), k * np.ones(2)


def test_a_truth_value_of_pythons_or_a_number() -> None:
    for p in (True, False):
        for found, wanted in zip(irad.jit(fine)(p, H), fine(p, H), strict=True):
            np.testing.assert_array_equal(found, wanted)
    for f, said in ((summed, "truth value of"), (array, "only the run tells"), (combined, "only the run tells")):
        with pytest.raises(irad.TypingError, match=said):
            irad.jit(f)(True, H)


def test_an_integer_or_a_float_of_numpys_divided_by_zero() -> None:
    def divided(p: Any, g: Any, a: Any) -> Any:
        k = g[0] if p else a[0]
        return k // g[2]

    with pytest.raises(irad.TypingError, match="by zero then not the same"):  # 0 of integers, inf of floats
        irad.jit(divided)(True, G, A)


def test_stop_gradient_keeps_the_order_of_memory() -> None:
    a = np.arange(24.0).reshape(2, 3, 4)

    def stopped(a: Any) -> Any:
        return irad.stop_gradient(a), irad.stop_gradient(a + 1), irad.stop_gradient(a[:, ::-1])

    for given in (a.T, np.moveaxis(a, 0, -1)):
        for found, wanted in zip(irad.jit(stopped)(given), stopped(given), strict=True):
            assert found.strides == wanted.strides and np.array_equal(found, wanted)
    assert np.array_equal(irad.grad(lambda a: (a.T * irad.stop_gradient(a.T)).sum())(a), a)


def an_int_or_a_float(x):
    s = 0
    for v in x:
        if v > 2.0:
            s += v
    return 1.0 if isinstance(s, int) else 2.0


def its_type(x):
    s = 3 if x[0] > 0.0 else 2.5
    return 1.0 if type(s) is int else 2.0


@pytest.mark.parametrize("f", [an_int_or_a_float, its_type])
def test_classes_that_only_the_run_tells_are_refused(f):
    with pytest.raises(irad.errors.UnsupportedError, match="which class this number has"):
        irad.jit(f)(np.array([1.0, 3.0]))


def a_number_of_any_class(x):
    s = 0
    for v in x:
        s += v
    return s * 2.0 if isinstance(s, (int, float)) else 0.0


def a_complex_number(x):
    z = x[0] + 2j
    return abs(z) if isinstance(z, complex) else 0.0


@pytest.mark.parametrize("f", [a_number_of_any_class, a_complex_number])
def test_classes_that_are_known(f):
    x = np.array([1.0, 3.0])
    assert irad.jit(f)(x) == pytest.approx(f(x), rel=1e-15)
