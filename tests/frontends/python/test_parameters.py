"""Arguments of built-in and NumPy functions: each has its effect, as in Python, or is refused; none is left aside."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

X = np.array([3.0, -1.0, 2.0, 0.5])
N = np.array([np.nan, 0.0, np.nan, 1.0])


def enumerate_from(x):
    s = 0.0
    for i, v in enumerate(x, start=2):
        s += i * v
    for i, p in enumerate((x[0], x), start=5):  # noqa: B007 - items of two types
        s += i
    for i, v in enumerate(iterable=x[1:]):
        s += i * v
    return s


def strict_zip(x):
    s = 0.0
    for a, b in zip(x, x[::-1], strict=True):
        s += a * b
    for _, c in zip((x[0], x), (1.0, x[1]), strict=False):
        s += c
    return s


def sum_from(x):
    return sum((x[0], x[1]), 10.0), sum((x[0], 1), start=x[2]), sum({1: x[0], 4: x[1]}), max({1: x[0], 4: x[1]})


def sum_of_an_array_from(x):
    return sum(x, 10.0)


def out_by_place(x):
    a, b, c, d = np.zeros(4), np.zeros(4), np.zeros((4, 4)), np.zeros(4)
    e, f, g = np.zeros((1, 1)), np.zeros(4, np.bool_), np.zeros(())
    np.add(x, x, a)
    np.exp(x, b)
    np.outer(x, x, c)
    np.clip(x, 0.0, 1.0, d)
    np.dot(x.reshape(1, 4), x.reshape(4, 1), e)
    np.less(x, 1.0, f)
    np.sum(x, out=g)
    np.sign(x, None)
    return a, b, c, d, e, f, g


def clipped(x):
    return np.clip(x, None, 1.0), np.clip(x, a_min=0.0, a_max=1.0), x.clip(min=0.0), x.clip(max=x[3])


def a_copy_of_what_is_not_clipped(x):
    y = x.clip(None, None)
    y[0] = 5.0
    return x, y


def dtypes(x):
    y = x.sum()
    return (
        np.asarray(x, np.int64), np.full_like(x, 1.5, np.int64), np.full_like(x, 1.5, dtype=np.float32), x.astype(dtype=np.int64),
        np.full(shape=2, fill_value=1.5), np.ones_like(x, np.int64), np.identity(2, dtype=np.int64), np.array(y).astype(np.int64),
    )  # fmt: skip


def asarray_is_the_array_itself(x):
    y = np.asarray(x, np.float64)
    y[0] = 7.0
    return x[0]


def nan_is_no_extremum(x):
    return np.fmin(x, N), np.fmax(N, x), np.minimum(x, N), np.maximum(N, x)


ALIKE = [
    enumerate_from, strict_zip, sum_from, sum_of_an_array_from, out_by_place, clipped, a_copy_of_what_is_not_clipped, dtypes,
    asarray_is_the_array_itself, nan_is_no_extremum,
]  # fmt: skip


def _same(got: Any, wanted: Any) -> None:
    if isinstance(wanted, tuple):
        assert len(got) == len(wanted)
        for g, w in zip(got, wanted, strict=True):
            _same(g, w)
        return
    assert np.asarray(got).dtype == np.asarray(wanted).dtype
    np.testing.assert_allclose(got, wanted, rtol=1e-14)


@pytest.mark.parametrize("f", ALIKE, ids=[f.__name__ for f in ALIKE])
def test_as_python(f: Callable[..., Any]) -> None:
    _same(irad.jit(f)(X.copy()), f(X.copy()))


REFUSED = {
    "round(x, 30)": lambda x: round(x[0], 30),
    "pow(x, y, z)": lambda x: pow(int(x[0]), 4, 5),
    "max(x, y, default)": lambda x: max(x[0], x[1], default=1.0),
    "int(base)": lambda x: int(3, base=2),
    "len()": lambda x: len(),
    "list(a, b)": lambda x: list((1.0,), (2.0,)),
    "abs(x, y)": lambda x: abs(x[0], x[1]),
    "min()": lambda x: min(),
    "min(())": lambda x: min(()),
    "divmod(x)": lambda x: divmod(x[0]),
    "math.floor()": lambda x: math.floor(),
    "math.isnan(x, y)": lambda x: math.isnan(x[0], x[1]),
    "math.sqrt(x=)": lambda x: math.sqrt(x=2.0),
    "np.eye(order)": lambda x: np.eye(3, order="F"),
    "np.trace(dtype)": lambda x: np.trace(x.reshape(2, 2), dtype=np.float32),
    "np.arange(step)": lambda x: np.arange(0, 5, step=2),
    "np.arange(start)": lambda x: np.arange(start=1, stop=5),
    "np.reshape(copy)": lambda x: np.reshape(x, (2, 2), copy=True),
    "reshape(order)": lambda x: x.reshape(2, 2, order="K"),
    "ravel(order)": lambda x: x.reshape(2, 2).ravel("rows"),
    "np.matmul(axes)": lambda x: np.matmul(x.reshape(2, 2), x, axes=[(0, 1), 0, 0]),
    "np.einsum(casting)": lambda x: np.einsum("i->", x, casting="no"),
    "np.minimum(where)": lambda x: np.minimum(x, 0.0, where=x > 0),
    "np.sum(initial)": lambda x: np.sum(x, initial=2.0),
    "np.maximum(x)": lambda x: np.maximum(x),
    "np.zeros(out)": lambda x: np.zeros(3, out=x),
    "np.float64(x, y)": lambda x: np.float64(x[0], x[1]),
    "astype(casting)": lambda x: x.astype(np.float64, casting="no"),
    "item(k)": lambda x: x.item(2),
    "np.array(dict)": lambda x: np.array({"a": x[0]}),
}  # fmt: skip


def reversed_of_two(x):
    s = 0.0
    for v in reversed(x, x):
        s += v
    return s


def range_of_four(x):
    s = 0.0
    for i in range(1, 2, 3, 4):
        s += i
    return s


def range_by_name(x):
    s = 0.0
    for i in range(start=1, stop=2):
        s += i
    return s


def enumerate_from_a_float(x):
    s = 0.0
    for i, v in enumerate(x, 1.5):
        s += i * v
    return s


def strict_zip_of_containers(x):
    s = 0.0
    for _, b in zip((x[0], x, 1), (x[0], 2), strict=True):
        s += b
    return s


REFUSED |= {
    f.__name__: f
    for f in (reversed_of_two, range_of_four, range_by_name, enumerate_from_a_float, strict_zip_of_containers)
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_effect_is_refused(name: str) -> None:
    with pytest.raises((irad.TypingError, irad.UnsupportedError)) as caught:
        irad.jit(REFUSED[name])(X.copy())
    assert caught.value.place is not None
    assert caught.value.place.file == __file__


def test_the_sum_of_a_mapped_array() -> None:
    np.testing.assert_array_equal(irad.grad(lambda x: sum(map(lambda v: v * v, x)))(X), 2 * X)  # noqa: C417


def test_a_zip_of_nothing_has_no_items() -> None:
    def squares(x):
        s = x @ x
        for _ in zip():
            s += x[0]
        return s

    assert irad.jit(squares)(X) == X @ X
    np.testing.assert_array_equal(irad.grad(squares)(X), 2 * X)


def test_a_strict_zip_of_arrays_of_different_lengths() -> None:
    def products(x, y):
        s = 0.0
        for a, b in zip(x, y, strict=True):
            s += a * b
        return s

    f = irad.jit(products)
    assert f(X, X) == 14.25
    with pytest.raises(ValueError, match=r"zip\(\) arguments have different lengths: 4 and 3"):
        f(X, X[1:])
    gradient = irad.grad(products)(X, X[::-1].copy())
    np.testing.assert_array_equal(gradient, X[::-1])


def test_derivatives_of_extrema_that_skip_nan() -> None:
    np.testing.assert_array_equal(irad.grad(lambda x: np.fmin(x, N).sum())(X), [1.0, 1.0, 1.0, 1.0])
    np.testing.assert_array_equal(irad.grad(lambda x: np.fmax(N, x).sum())(X), [1.0, 0.0, 1.0, 0.0])
    np.testing.assert_array_equal(irad.grad(lambda x: np.clip(x, None, 1.0).sum())(X), [0.0, 1.0, 0.0, 1.0])
    np.testing.assert_array_equal(irad.grad(lambda x: sum((x[0], x[1]), x[2] * x[2]))(X), [1.0, 1.0, 4.0, 0.0])
