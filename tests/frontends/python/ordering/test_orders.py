"""Orders, parts of sorted lines and quantiles beside NumPy's; derivatives beside differences, exact where the order stays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad
from irad.frontends.python import lower
from irad.frontends.python.sources.python_types import Array
from irad.options import Options
from irad.pipeline import finish, read_heads
from irad.transform.declared.process_marks import decide

RNG = np.random.default_rng(17)
ODD = np.array([np.nan, 0.0, -0.0, np.inf, -np.inf, 1.0, -np.nan, -1.0, 5e-324, -5e-324, 0.0, -0.0, 1e300, -1e300])


def lines(n: int) -> dict[str, np.ndarray[Any, Any]]:
    """Lines of about ``n`` elements that are hard in one way or the other."""
    x = RNG.standard_normal(n)
    return {
        "normal": x,
        "powers": 10.0 ** RNG.uniform(-300, 300, n) * RNG.choice([-1.0, 1.0], n),
        "close": 1.0 + 2.0**-52 * RNG.permutation(n),  # alike in all high bits
        "two heaps": np.where(RNG.uniform(size=n) < 0.5, -1e200, 1.0 + 2.0**-50 * RNG.permutation(n)),
        "few": RNG.integers(0, 3, n).astype(float),
        "odd": np.resize(ODD, n)[RNG.permutation(n)],
        "rising": np.sort(x),
        "falling": -np.sort(x),
        "strided": np.repeat(x, 2)[::-2],
        "integers": RNG.integers(-(2**63), 2**63 - 1, n),
        "small integers": RNG.integers(-5, 5, n),
        "without sign": RNG.integers(0, 2**64, n, dtype=np.uint64),
        "narrow": RNG.integers(-128, 127, n).astype(np.int8),
        "single": RNG.standard_normal(n).astype(np.float32),
        "half": RNG.standard_normal(n).astype(np.float16),
        "truth": RNG.uniform(size=n) < 0.4,
        "complex": np.round(x) + 1j * np.round(RNG.standard_normal(n)),
    }


ORDERED = irad.jit(lambda x: (np.argsort(x), np.sort(x)))
STABLE = irad.jit(lambda x: (np.argsort(x, kind="stable"), np.sort(x, stable=True)))


@pytest.mark.parametrize("n", [0, 1, 2, 24, 25, 300, pytest.param(21000, marks=pytest.mark.slow)])
def test_orders(n: int) -> None:
    """NumPy's functions by default, ties included; those that are compiled where the order of ties matters."""
    for name, x in lines(n).items():
        order, values = ORDERED(x)
        np.testing.assert_array_equal(order, np.argsort(x), err_msg=name)
        assert values.dtype == x.dtype and values.tobytes() == np.sort(x).tobytes(), name
        order, values = STABLE(x)
        np.testing.assert_array_equal(order, np.argsort(x, kind="stable"), err_msg=name)
        assert values.dtype == x.dtype
        assert values.tobytes() == x[np.argsort(x, kind="stable")].tobytes(), name  # signs of zeros, too


@irad.jit
def along_axes(a: Any) -> Any:
    b = a.copy()
    b.sort(axis=0)
    return np.sort(a, axis=0), np.sort(a.T, axis=0), np.sort(a, axis=None), np.argsort(a, axis=0), np.argsort(a[:, ::-1]), b


def test_axes_of_orders() -> None:
    a = RNG.integers(0, 9, (7, 6)).astype(float)
    found = along_axes(a)
    wanted = along_axes.py_func(a)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(one, other)
        assert one.strides == other.strides


def weighted(x: Any, w: Any) -> Any:
    y = 2.0 * x
    y.sort()
    return (np.sort(x * x) * w).sum() + y[0] * y[-1]


@irad.jit
def value_and_slope_inside(x: Any, w: Any) -> Any:
    return np.sort(x), irad.grad(weighted)(x, w)


def weighted_slope() -> Any:
    x, w = RNG.permutation(np.arange(1.0, 40.0)), RNG.standard_normal(39)
    rank = np.argsort(np.argsort(x))
    return x, w, 2 * x * w[rank] + 4 * (np.where(rank == 0, 39.0, 0.0) + np.where(rank == 38, 1.0, 0.0))


@pytest.mark.slow
def test_code_that_has_a_derivative_inside() -> None:
    """There elements are moved by their order, which derivatives follow, although values are asked for as well."""
    x, w, wanted = weighted_slope()
    values, slope = value_and_slope_inside(x, w)
    np.testing.assert_array_equal(values, np.sort(x))
    np.testing.assert_allclose(slope, wanted, rtol=1e-14)


@pytest.mark.slow
def test_derivatives_of_sorted_elements() -> None:
    x, w, wanted = weighted_slope()
    np.testing.assert_allclose(irad.grad(weighted)(x, w), wanted, rtol=1e-14)
    np.testing.assert_allclose(irad.jvp(weighted, (x, w), (np.ones(39), np.zeros(39)))[1], wanted.sum(), rtol=1e-13)
    assert irad.jit(weighted)(x, w) == pytest.approx(weighted(x, w), rel=1e-14)


@pytest.mark.parametrize("level", [0, 3])
def test_code_for_elsewhere_calls_nothing_of_numpy(level: int) -> None:
    for process in (False, True):
        lowered = lower(lambda x: np.sort(x), (Array("float64", 1, "C"),), process=process)
        module = read_heads(lowered.ir)
        decide(module, process=process, values_only=True)
        made = finish(module, [lowered.entry], Options(level=level))
        assert ("irad.numpy.sort.float64" in str(made.assembly())) is process


@irad.jit
def parts(x: Any, k: Any, m: Any) -> Any:
    return np.partition(x, k), np.argpartition(x, k), np.argpartition(x, (k, -1 - k, m, m, 0)), np.partition(x, m)[m]


@pytest.mark.parametrize("n", [1, 5, 40, pytest.param(5000, marks=pytest.mark.slow)])
def test_partitions(n: int) -> None:
    for name, x in lines(n).items():
        s = np.sort(x)
        for k, m in ((0, n - 1), (n // 2, n // 3)):
            found, order, of_several, element = parts(x, k, m)
            np.testing.assert_array_equal(found, x[order], err_msg=name)
            np.testing.assert_array_equal(np.sort(order), np.arange(n), err_msg=name)
            for p, o in ((k, order), *((p, of_several) for p in (k, n - 1 - k, m, 0))):
                there = x[o]
                np.testing.assert_array_equal(there[p], s[p], err_msg=name)
                np.testing.assert_array_equal(np.sort(there[:p]), s[:p], err_msg=name)
                np.testing.assert_array_equal(np.sort(there[p:]), s[p:], err_msg=name)
            np.testing.assert_array_equal(element, s[m], err_msg=name)


@pytest.mark.slow
def test_partitions_of_values() -> None:
    """Without places, which nothing needs here: each part in the order that it had, with signs of zeros."""
    divide = irad.jit(lambda x, k: np.partition(x, k))
    n = 8000
    ones = np.ones(n)
    ones[5] = 0.0
    every = {**lines(n), "same": ones}
    for name, x in [(name, every[name]) for name in ("normal", "few", "odd", "same", "falling")]:
        for k in (0, n // 2, -1):
            v = np.sort(x)[k]
            found = divide(x, k)
            if x.dtype.kind == "f" and not np.isnan(x).any():
                assert found.tobytes() == np.concatenate([x[x < v], x[x == v], x[x > v]]).tobytes(), name
            np.testing.assert_array_equal(found[k], v, err_msg=name)
            np.testing.assert_array_equal(np.sort(found), np.sort(x), err_msg=name)


def test_axes_of_partitions() -> None:
    a = RNG.standard_normal((4, 5, 6))

    @irad.jit
    def along(a: Any) -> Any:
        return np.partition(a, 2, axis=0), np.partition(a, (1, 3), axis=1), np.partition(a, 30, axis=None), np.argpartition(a, 2)

    found = along(a)
    for axis, k in ((0, 2), (1, 1), (1, 3)):
        np.testing.assert_array_equal(np.take(found[axis], k, axis), np.take(np.sort(a, axis), k, axis))
        np.testing.assert_array_equal(np.sort(found[axis], axis), np.sort(a, axis))
    assert found[2].shape == (120,) and found[2][30] == np.sort(a, None)[30]
    np.testing.assert_array_equal(np.take_along_axis(a, found[3], -1)[..., 2], np.sort(a)[..., 2])


@pytest.mark.parametrize(
    "call", [lambda x: np.partition(x, 9), lambda x: np.argpartition(x, -10), lambda x: np.partition(x, 1.5)]
)
def test_wrong_places(call: Any) -> None:
    for fn in (call, irad.jit(call)):
        with pytest.raises((ValueError, TypeError, irad.IradError)):
            fn(np.arange(9.0))


METHODS = "linear midpoint hazen weibull median_unbiased lower higher nearest inverted_cdf".split()
SHARES = np.array([0.0, 0.13, 0.5, 0.77, 1.0, 1 / 3, 0.25])


def quantiles(method: str) -> Any:
    return irad.jit(lambda x: (np.quantile(x, SHARES, method=method), np.percentile(x, 40.0, method=method), np.median(x)))


@pytest.mark.parametrize(
    "method", [m if m in ("linear", "midpoint") else pytest.param(m, marks=pytest.mark.slow) for m in METHODS]
)
def test_quantiles(method: str) -> None:
    f = quantiles(method)
    for n in (1, 2, 3, 4, 5, 30, 101):
        for name in ("normal", "few", "single", "small integers", "odd"):
            x = lines(n)[name]
            if name == "odd":
                x = np.where(np.isfinite(x), x, 1.5 if n % 2 else np.nan)
            with np.errstate(all="ignore"):
                wanted = np.quantile(x, SHARES, method=method), np.percentile(x, 40.0, method=method), np.median(x)
            for got, expected in zip(f(x), wanted, strict=True):
                assert np.ndim(expected) == 0 or got.dtype == expected.dtype
                np.testing.assert_allclose(got, expected, rtol=4e-15 if name != "single" else 1e-6, err_msg=f"{name} {n}")


def test_many_quantiles() -> None:
    x, q = RNG.standard_normal((50, 3)), np.linspace(0.0, 1.0, 33)
    np.testing.assert_allclose(irad.jit(lambda x: np.quantile(x, q, axis=0))(x), np.quantile(x, q, axis=0), rtol=1e-15)


def test_derivatives() -> None:
    w = np.cos(np.arange(30.0))

    def f(x: Any) -> Any:
        a = x.reshape(6, 5)
        first = (np.sort(x) * w).sum() + (np.sort(a, axis=0) * np.sort(a)).sum() + 3.0 * np.partition(x, 7)[7]
        middle = np.median(x) - np.median(a, axis=1) @ w[:6] + np.percentile(a, 30.0, axis=0) @ w[:5]
        return first + middle + np.quantile(x, [0.1, 0.95]) @ w[:2] + (np.partition(a, (1, 3), axis=1)[:, (1, 3)] ** 2).sum()

    x = RNG.standard_normal(30)
    value, slope = irad.value_and_grad(f)(x.copy())
    assert value == pytest.approx(f(x), rel=1e-13)
    h = 1e-5  # quadratic where the order stays: differences are exact but for rounding
    differences = [(f(x + h * e) - f(x - h * e)) / (2.0 * h) for e in np.eye(30)]
    np.testing.assert_allclose(slope, differences, atol=1e-8)
    _, tangent = irad.jvp(f, (x,), (w,))
    assert tangent == pytest.approx(np.dot(differences, w), abs=1e-8)


def test_sorting_in_place() -> None:
    def f(x: Any) -> Any:
        a = x * x
        a.sort()
        b = np.outer(a, a[::-1])
        b.sort(axis=0)
        b[:, 1].sort()
        c = x.copy()
        c.partition(2)
        return (a * np.arange(5.0)).sum() + b[1] @ np.arange(5.0) + c[2] ** 2

    x = np.array([0.3, -1.2, 0.7, 1.1, -0.4])
    value, slope = irad.value_and_grad(f)(x.copy())
    assert value == pytest.approx(f(x), rel=1e-14)
    h = 1e-4
    wanted = [(8 * (f(x + h * e) - f(x - h * e)) - f(x + 2 * h * e) + f(x - 2 * h * e)) / (12 * h) for e in np.eye(5)]
    np.testing.assert_allclose(slope, wanted, rtol=1e-9)
