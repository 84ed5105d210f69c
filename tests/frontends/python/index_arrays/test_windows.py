"""Sliding windows, ranges and lists that grow as indices, and targets with a star that take what is left of an array."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

import irad

A = np.random.default_rng(3).standard_normal((5, 6))


def windows(a):
    twice = sliding_window_view(a, (2, 2), axis=(1, 1))
    return (
        sliding_window_view(a, (2, 3)), sliding_window_view(a, 3, axis=1), twice,
        np.lib.stride_tricks.sliding_window_view(a[0], 4)[::2].mean(axis=-1), sliding_window_view(a.T, (2, 3), axis=(0, -1)),
    )  # fmt: skip


def test_windows_are_views_of_numpy() -> None:
    for found, expected in zip(irad.jit(windows)(A), windows(A), strict=True):
        assert found.shape == expected.shape
        assert np.array_equal(found, expected)


def test_derivative_of_windows() -> None:
    weights = np.arange(12.0).reshape(2, 2, 1, 3)

    def f(a):
        return (sliding_window_view(a[:2, :4], (1, 3)) * weights).sum() + sliding_window_view(a[4], 2).max(axis=1).sum()

    expected = np.zeros_like(A)
    for i in range(2):
        for j in range(2):
            expected[i, j : j + 3] += weights[i, j, 0]
    for j in range(5):
        expected[4, j + int(A[4, j + 1] > A[4, j])] += 1
    assert irad.grad(f)(A) == pytest.approx(expected)


WRONG = [
    lambda a: sliding_window_view(a, 3),
    lambda a: sliding_window_view(a, (9, 1)),
    lambda a: sliding_window_view(a, (2, 2), axis=0),
]


@pytest.mark.parametrize("f", WRONG, ids=["axes", "large", "number"])
def test_errors(f) -> None:
    with pytest.raises(ValueError) as of_numpy:
        f(A)
    with pytest.raises(ValueError) as found:
        irad.jit(f)(A)
    assert str(found.value).split("\n")[0].replace("None,", "`None`,") == str(of_numpy.value)


def indexed_by_lists(a):
    places = [k for k in range(5) if a[k, 0] > 0]
    return a[range(1, 5), [0, 1, 2, 3]].sum() + 2 * a[range(3)].sum() + 3 * a[places, 1].sum() + 4 * a[0][range(5, 0, -2)].prod()


def unpacked(a):
    first, *rest, last = a[0]
    *rows, end = a
    one, *none = a[1, :1]
    return first * sum(v * v for v in rest) * last + len(none) + one + sum((k + 1) * r[k] for k, r in enumerate(rows)) * end[0]


@pytest.mark.parametrize("f", [indexed_by_lists, unpacked])
def test_as_numpy(f) -> None:
    value, gradient = irad.value_and_grad(f)(A)
    assert value == pytest.approx(f(A), rel=1e-12)
    for direction in np.random.default_rng(4).standard_normal((3, 5, 6)):
        slope = (f(A + 1e-6 * direction) - f(A - 1e-6 * direction)) / 2e-6
        assert (gradient * direction).sum() == pytest.approx(slope, rel=1e-6, abs=1e-7)


def test_too_few_items() -> None:
    def f(a):
        x, y, *z = a
        return x + y + len(z)

    with pytest.raises(ValueError, match="not enough values to unpack \\(expected at least 2, got 1\\)"):
        irad.jit(f)(A[0, :1])
