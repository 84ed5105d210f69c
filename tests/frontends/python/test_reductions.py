"""Reductions of arrays beside NumPy's, over all elements and over each axis; their derivatives beside closed forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

pytestmark = pytest.mark.sampled


def over_all(a: Any) -> Any:
    return a.sum(), a.mean(), a.prod(), a.min(), a.max(), a.argmin(), a.argmax(), a.any(), a.all()


def over_the_first(a: Any) -> Any:
    return (
        a.sum(axis=0), a.mean(axis=0), a.prod(axis=0), a.min(axis=0), a.max(axis=0),
        a.argmin(axis=0), a.argmax(axis=0), a.any(axis=0), a.all(axis=0),
    )  # fmt: skip


def over_the_second(a: Any) -> Any:
    return (
        a.sum(axis=1), a.mean(axis=1), a.prod(axis=1), a.min(axis=1), a.max(axis=1),
        a.argmin(axis=1), a.argmax(axis=1), a.any(axis=1), a.all(axis=1),
    )  # fmt: skip


def over_the_last(a: Any) -> Any:
    return (
        a.sum(axis=-1), a.mean(axis=-1), a.prod(axis=-1), a.min(axis=-1), a.max(axis=-1),
        a.argmin(axis=-1), a.argmax(axis=-1), a.any(axis=-1), a.all(axis=-1),
    )  # fmt: skip


def variants(kind: type) -> list[np.ndarray]:
    """Few elements and many, with ties; turned around; with NaN where there is one."""
    rng, out = np.random.default_rng(0), []
    for shape in ((3, 4, 5), (2, 3, 1300), (1, 1, 1), (700, 2, 3)):
        a = np.round(rng.normal(size=shape) * 2, 1)
        a = a > 0 if kind is bool else a.astype(kind)
        out += [a, a[::-1, :, ::-1], a.transpose(2, 0, 1)]
        if kind in (np.float64, np.float32):
            spoilt = a.copy()
            spoilt.reshape(-1)[[a.size // 2, -1]] = np.nan
            out.append(spoilt)
    return out


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int64, bool])
@pytest.mark.parametrize("f", [over_all, over_the_first, over_the_second, over_the_last])
def test_beside_numpy(f: Callable[[Any], Any], kind: type) -> None:
    """Sums may be added in another order; which element is the extreme one is the same."""
    compiled = irad.jit(f)
    for a in variants(kind):
        with np.errstate(all="ignore"):
            wanted = f(a)
        for k, (x, y) in enumerate(zip(compiled(a), wanted, strict=True)):
            assert np.asarray(x).dtype.kind == np.asarray(y).dtype.kind
            if k < 3:
                near = 1e-4 if kind is np.float32 else 1e-11
                np.testing.assert_allclose(x, y, rtol=near, atol=near * 100)
            else:
                np.testing.assert_array_equal(x, y)


def test_of_expressions() -> None:
    """What is not in memory is computed again at the extreme element."""
    a = np.random.default_rng(1).normal(size=(5, 1100))
    f = irad.jit(lambda a: ((a * a).max(), np.argmin(np.sin(a), axis=0), (2.0 * a).min(axis=1), (a + 1.0).sum(axis=0)))
    wanted = (a * a).max(), np.argmin(np.sin(a), axis=0), (2.0 * a).min(axis=1), (a + 1.0).sum(axis=0)
    for x, y in zip(f(a), wanted, strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-13)


def over_several(a: Any) -> Any:
    return (
        a.sum(axis=(0, 2)), a.mean(axis=(1, 2)), np.max(a, axis=(0, 1)), a.min(axis=(-1, 0), keepdims=True),
        a.sum(axis=(0, 1, 2)), a.sum(axis=()), np.sum(a, axis=(1,), keepdims=True),
        (a * a).prod(axis=(0, 1)), (a > 1).any(axis=(0, 2)),
    )  # fmt: skip


def deviations(a: Any) -> Any:
    return (
        np.var(a), a.std(), np.std(a, axis=0), a.var(axis=1), np.var(a, axis=-1, ddof=1, keepdims=True), np.std(a, keepdims=True),
        np.std(a * 2, axis=0, ddof=1), a.var(axis=(0, 2)), a.std(axis=(1, 2), ddof=2, keepdims=True),
    )  # fmt: skip


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int64])
@pytest.mark.parametrize("f", [over_several, deviations])
def test_several_axes_and_deviations(f: Callable[[Any], Any], kind: type) -> None:
    a = (np.random.default_rng(3).normal(size=(3, 4, 5)) * 3).astype(kind)
    for x, y in zip(irad.jit(f)(a), f(a), strict=True):
        assert np.asarray(x).dtype == np.asarray(y).dtype and np.shape(x) == np.shape(y)
        np.testing.assert_allclose(x, y, rtol=2e-5 if kind is np.float32 else 1e-12)


def normalised(a: Any) -> Any:
    z = (a - a.mean(axis=1, keepdims=True)) / a.std(axis=1, keepdims=True)
    return (z**3).sum() + np.var(a, ddof=1) + (a.max(axis=(0, 1)) ** 2)


def test_derivatives_of_deviations() -> None:
    irad.check_grads(normalised, (np.random.default_rng(4).normal(size=(5, 6)),))


@pytest.mark.parametrize(
    "f, text",
    [
        (lambda a: a.sum(axis=(0, 0)), "named twice"),
        (lambda a: np.argmax(a, axis=(0, 1)), "over one axis or over all"),
        (lambda a: a.sum(axis=(0, 7)), "axis 7 is out of bounds"),
    ],
)
def test_refusals(f: Callable[[Any], Any], text: str) -> None:
    with pytest.raises(irad.errors.IradError, match=text):
        irad.jit(f)(np.ones((2, 3)))


def test_of_nothing() -> None:
    nothing = np.zeros((0, 3))
    for f in (lambda a: a.max(), lambda a: np.argmin(a), lambda a: a.max(axis=0), lambda a: a.argmin(axis=0)):
        with pytest.raises(ValueError) as expected:
            f(nothing)
        with pytest.raises(ValueError) as found:
            irad.jit(f)(nothing)
        assert str(found.value) == str(expected.value)
    assert irad.jit(lambda a: a.max(axis=1))(nothing).shape == (0,)
    assert irad.jit(lambda a: a.sum(axis=0))(nothing).tolist() == [0.0, 0.0, 0.0]
    assert irad.jit(lambda a: a.sum())(nothing) == 0.0


def test_sums_are_as_exact_as_those_of_numpy() -> None:
    a = np.full(1_000_000, 0.1)
    assert abs(irad.jit(lambda a: a.sum())(a) - 100_000.0) < 1e-7 < abs(np.cumsum(a)[-1] - 100_000.0)


def squares_of_extremes(a: Any) -> Any:
    return (a.max(axis=0) ** 2).sum() + a.min() ** 3 + (a * a).min(axis=1).sum()


def slopes_of_extremes(a: np.ndarray) -> np.ndarray:
    d = np.zeros_like(a)
    columns, rows = np.arange(a.shape[1]), np.arange(a.shape[0])
    d[a.argmax(axis=0), columns] += 2 * a.max(axis=0)
    d[np.unravel_index(a.argmin(), a.shape)] += 3 * a.min() ** 2
    first = np.abs(a).argmin(axis=1)
    d[rows, first] += 2 * a[rows, first]
    return d


def powers_of_sums(a: Any) -> Any:
    return (a.sum(axis=0) ** 2).sum() + (np.exp(a).mean(axis=0) ** 3).sum() + a.prod(axis=0).sum() + a.sum() * a.mean()


def slopes_of_powers(a: np.ndarray) -> np.ndarray:
    m, e = a.shape[0], np.exp(a)
    return 2 * a.sum(axis=0) + 3 * e.mean(axis=0) ** 2 * e / m + a.prod(axis=0) / a + 2 * a.sum() / a.size


@pytest.mark.parametrize("f, slopes", [(squares_of_extremes, slopes_of_extremes), (powers_of_sums, slopes_of_powers)])
def test_derivatives(f: Callable[[Any], Any], slopes: Callable[[np.ndarray], np.ndarray]) -> None:
    gradient = irad.grad(f)
    for shape in ((3, 4), (4, 600), (7, 1)):
        a, v = np.random.default_rng(2).normal(size=(2, *shape))
        a += np.sign(a)
        d = slopes(a)
        np.testing.assert_allclose(gradient(a), d, rtol=1e-10)
        np.testing.assert_allclose(irad.jvp(f, (a,), (v,))[1], (d * v).sum(), rtol=1e-10)


def test_the_first_of_equal_elements_has_the_derivative() -> None:
    a = np.zeros((3, 700))
    a[1, 650] = a[2, 3] = 2.0
    found = irad.grad(lambda a: a.max() + a.min())(a)
    wanted = np.zeros_like(a)
    wanted[1, 650] = wanted[0, 0] = 1.0
    np.testing.assert_array_equal(found, wanted)
    spoilt = np.array([1.0, np.nan, 3.0, np.nan])
    assert irad.grad(lambda a: a.max())(spoilt).tolist() == [0.0, 1.0, 0.0, 0.0]


def test_an_extreme_that_replaces_an_element() -> None:
    def f(a: Any) -> Any:
        a[0] = a.max()
        a[1] += a.max() * a[0]
        return a.sum() * a[1]

    a, h = np.array([0.5, -0.25, 1.5, 0.75]), 1e-6
    shifts = h * np.eye(4)
    wanted = [(f(a + s) - f(a - s)) / (2 * h) for s in shifts]
    np.testing.assert_allclose(irad.grad(f)(a.copy()), wanted, rtol=1e-7, atol=1e-8)


def extremes_of_expressions(a: Any) -> Any:
    return np.exp(a).max(), np.argmax(np.exp(a) * np.sin(a)), np.exp(a).min(axis=1), np.exp(a).max(axis=0)


def test_fastmath() -> None:
    """Expressions have other last digits in vectors than by themselves; the search for the extreme one ends all the same."""
    a = np.random.default_rng(5).normal(size=(7, 1301))
    f = irad.jit(extremes_of_expressions, fastmath=True)
    wanted = extremes_of_expressions(a)
    for x, y in zip(f(a), wanted, strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-13)
    a[3, 1000:] = np.nan
    assert 0 <= f(a)[1] < a.size


def spread(a):
    return (np.max(a, axis=0) * np.arange(1.0, 4.0)).sum() - (np.min(a, axis=-1) * np.arange(1.0, 5.0)).sum()


@irad.jit
def extremes_and_slope(a):
    return np.max(a, axis=0), np.min(a, axis=1), irad.grad(spread)(a)


@irad.jit
def extremes_of_lines(a):
    return np.max(a, axis=0), np.min(a, axis=1), np.min(2 * a, axis=0), np.max(a[:, ::-1], axis=-1)


@pytest.mark.slow
def test_extremes_of_lines_with_and_without_their_places() -> None:
    """Where nothing is differentiated they are found without; -1 and 1 stand where the extremes are."""
    r = np.random.default_rng(5)
    a = r.permutation(np.arange(12.0)).reshape(4, 3)
    slope = np.zeros((4, 3))
    slope[a.argmax(axis=0), np.arange(3)] += np.arange(1.0, 4.0)
    slope[np.arange(4), a.argmin(axis=1)] -= np.arange(1.0, 5.0)
    for found, wanted in zip(extremes_and_slope(a), (a.max(axis=0), a.min(axis=1), slope), strict=True):
        np.testing.assert_array_equal(found, wanted)
    with_nan = r.normal(size=(6, 5))
    with_nan[2, 3] = np.nan
    for b in (with_nan, a.astype(int), a.astype(np.float32), a > 4.0):
        for one, other in zip(extremes_of_lines(b), extremes_of_lines.py_func(b), strict=True):
            assert one.dtype == other.dtype
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0)])
@pytest.mark.parametrize("axis", [0, 1])
def test_extremes_of_no_elements(shape: tuple[int, int], axis: int) -> None:
    """An axis without elements has none, also where the result has no elements."""

    def least(m):
        return m.min(axis=axis)

    m = np.ones(shape)
    if shape[axis]:
        assert irad.jit(least)(m).shape == m.min(axis=axis).shape
    else:
        with pytest.raises(ValueError, match="zero-size"):
            m.min(axis=axis)
        with pytest.raises(ValueError, match="zero-size"):
            irad.jit(least)(m)
