"""Powers that NumPy computes by functions of their own: roots of -inf and -0.0, squares of truth values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad
from irad.errors import UnsupportedError

EDGES = (-np.inf, -0.0, 0.0, 2.25)


def op(a: Any) -> Any:
    return a**0.5


def in_place(a: Any) -> Any:
    a **= 0.5
    return a


def called(a: Any) -> Any:
    return np.power(a, 0.5)


def of_an_element(a: Any) -> Any:
    return np.array([a[0] ** 0.5, a[1] ** 0.5])


def of_numbers(a: Any) -> Any:
    return np.array([np.power(a[0], 0.5), np.power(a[1], np.array(0.5))])


def with_many(a: Any) -> Any:
    return a ** np.full(4, 0.5)


def given(a: Any, p: Any) -> Any:
    return a**p


def given_to_numpy(a: Any, p: Any) -> Any:
    return np.power(a, p)


def agree(f: Any, *args: Any) -> None:
    with np.errstate(all="ignore"):
        wanted = f(*(v.copy() if isinstance(v, np.ndarray) else v for v in args))
    got = irad.jit(f)(*args)
    assert got.dtype == wanted.dtype
    np.testing.assert_allclose(got, wanted, rtol=2e-7 if wanted.dtype.kind == "f" else 0)
    if wanted.dtype.kind == "f":
        assert np.signbit(got[1]) == np.signbit(wanted[1])


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("f", [op, in_place, called, of_an_element, of_numbers, with_many])
def test_root(f: Any, kind: Any) -> None:
    agree(f, np.array(EDGES, kind))


@pytest.mark.parametrize("p", [0.5, np.float64(0.5), np.float32(0.5), 1.5])
@pytest.mark.parametrize("kind", [np.float16, np.float64])
@pytest.mark.parametrize("f", [given, given_to_numpy])
def test_exponent_that_the_run_tells(f: Any, kind: Any, p: Any) -> None:
    agree(f, np.array(EDGES, kind), p)


def test_root_of_complex_numbers() -> None:
    a = np.array([complex(-np.inf, 0.0), complex(0.0, np.inf), -4.0])
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(irad.jit(op)(a), op(a))


@pytest.mark.parametrize("f", [given, given_to_numpy])
def test_derivative(f: Any) -> None:
    """Also to the exponent, where it is 0.5."""
    a = np.array([4.0, 2.25, 0.25])
    got = irad.grad(lambda a, p: f(a, p).sum(), argnums=(0, 1))(a, 0.5)
    np.testing.assert_allclose(got[0], 0.5 / np.sqrt(a), rtol=1e-14)
    np.testing.assert_allclose(got[1], (np.sqrt(a) * np.log(a)).sum(), rtol=1e-14)
    np.testing.assert_allclose(irad.grad(lambda a: op(a).sum())(a), 0.5 / np.sqrt(a), rtol=1e-14)


def squared(a: Any) -> Any:
    return a**2


def powers(a: Any) -> Any:
    return np.power(a, 2), a[0] ** 2, a**3, a**0, a**True, a ** np.int8(2), a ** np.int64(2)


@pytest.mark.parametrize("kind", [bool, np.int8, np.uint8, np.int16, np.uint32, np.int64])
def test_squares(kind: Any) -> None:
    a = np.array([1, 0, 1], kind)
    agree(squared, a)
    for got, wanted in zip(irad.jit(powers)(a), powers(a), strict=True):
        assert np.asarray(got).dtype == np.asarray(wanted).dtype
        np.testing.assert_array_equal(got, wanted)


def test_square_that_the_run_tells() -> None:
    """Its dtype would be another one than that of other powers."""
    a = np.array([True, False])
    np.testing.assert_array_equal(irad.jit(given)(a, 3), a**3)
    with pytest.raises(UnsupportedError, match="truth values"):
        irad.jit(given)(a, 2)
