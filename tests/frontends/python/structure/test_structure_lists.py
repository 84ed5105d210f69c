"""Arrays of lists that grow, joined; and arrays that loops make of parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

X = np.arange(1.0, 6.0)
A = np.sin(np.arange(12.0)).reshape(4, 3)


def growing(x: Any, n: int) -> Any:
    xs = []
    for i in range(n):
        xs.append(x[: i + 1] * (i + x[0]))
    return np.concatenate(xs)


def lines(x: Any, n: int) -> Any:
    xs = []
    for i in range(n):
        xs.append(x * x[i])
    return np.stack(xs), np.stack(xs, axis=1), np.vstack(xs), np.hstack(xs), np.column_stack(xs), np.stack(xs, -1)


def below(a: Any, n: int) -> Any:
    xs = []
    for i in range(n):
        xs.append(a[i:] * 1.0)
    return np.concatenate(xs), np.vstack(xs)


def beside(a: Any, n: int) -> Any:
    xs = []
    for i in range(n):
        xs.append(a * a[i, 0])
    return np.concatenate(xs, 1), np.hstack(xs), np.stack(xs, 2), np.column_stack(xs)


def narrower(a: Any, n: int) -> Any:
    xs = []
    for i in range(n):
        xs.append(a[:, i:] * 1.0)
    return np.concatenate(xs)


def shorter(x: Any, n: int) -> Any:
    xs = []
    for i in range(n):
        xs.append(x[i:] * 1.0)
    return np.stack(xs)


def beyond(x: Any, n: int) -> Any:
    xs = []
    for i in range(n):
        xs.append(x[i:] * 1.0)
    return np.concatenate(xs, axis=1)


def of_columns(a: Any, n: int) -> Any:
    xs = []
    for i in range(n):
        xs.append(a[:, i:].T)
    return np.concatenate(xs)


@pytest.mark.parametrize(("f", "x"), [(growing, X), (lines, X), (below, A), (beside, A)])
def test_values(f: Callable[..., Any], x: Any) -> None:
    got, want = irad.jit(f)(x, 3), f(x, 3)
    for p, q in zip(got, want, strict=True) if isinstance(want, tuple) else [(got, want)]:
        np.testing.assert_allclose(p, q, rtol=1e-15)
        assert p.strides == q.strides


@pytest.mark.parametrize(("f", "x", "n"), [(narrower, A, 3), (shorter, X, 3), (beyond, X, 2), (growing, X, 0), (shorter, X, 0)])
def test_errors(f: Callable[..., Any], x: Any, n: int) -> None:
    with pytest.raises(ValueError) as want:
        f(x, n)
    with pytest.raises(ValueError) as got:
        irad.jit(f)(x, n)
    assert (type(got.value), str(got.value)) == (type(want.value), str(want.value))


def test_arrays_by_columns() -> None:
    found, expected = irad.jit(of_columns)(A, 2), of_columns(A, 2)
    np.testing.assert_array_equal(found, expected)
    assert found.strides == expected.strides


def test_derivatives() -> None:
    want = np.zeros((6, 5))
    place = 0
    for i in range(3):
        for k in range(i + 1):  # x[k] * (i + x[0])
            want[place, k] += i + X[0]
            want[place, 0] += X[k]
            place += 1
    np.testing.assert_allclose(irad.jacfwd(growing)(X, 3), want, rtol=1e-14)
    np.testing.assert_allclose(irad.jacrev(growing)(X, 3), want, rtol=1e-14)
