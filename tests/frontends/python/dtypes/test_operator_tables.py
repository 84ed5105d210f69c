"""Operators over pairs of dtypes, beside NumPy: values, dtypes and errors."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import irad
from irad.errors import TypingError
from tests.frontends.python.dtypes.dtype_values import KINDS, outcome, same, values

PYTHON = (True, 3, -2, 0.5, 2 - 1j)


def add(pairs):
    return tuple(x + y for x, y in pairs)


def subtract(pairs):
    return tuple(x - y for x, y in pairs)


def multiply(pairs):
    return tuple(x * y for x, y in pairs)


def divide(pairs):
    return tuple(x / y for x, y in pairs)


def floor_divide(pairs):
    return tuple(x // y for x, y in pairs)


def remainder(pairs):
    return tuple(x % y for x, y in pairs)


def power(pairs):
    return tuple(x**y for x, y in pairs)


def bitwise_and(pairs):
    return tuple(x & y for x, y in pairs)


def bitwise_or(pairs):
    return tuple(x | y for x, y in pairs)


def bitwise_xor(pairs):
    return tuple(x ^ y for x, y in pairs)


def left_shift(pairs):
    return tuple(x << y for x, y in pairs)


def right_shift(pairs):
    return tuple(x >> y for x, y in pairs)


def less(pairs):
    return tuple(x < y for x, y in pairs)


def less_equal(pairs):
    return tuple(x <= y for x, y in pairs)


def equal(pairs):
    return tuple(x == y for x, y in pairs)


def not_equal(pairs):
    return tuple(x != y for x, y in pairs)


def minimum(pairs):
    return tuple(np.minimum(x, y) for x, y in pairs)


def chosen(pairs):
    return tuple(np.where(x != 0, x, y) for x, y in pairs)


OPERATORS = (
    *(add, subtract, multiply, divide, floor_divide, remainder, power, bitwise_and, bitwise_or, bitwise_xor, left_shift),
    *(right_shift, less, less_equal, equal, not_equal, minimum, chosen),
)


def check(operator: Any, pairs: list[tuple[Any, Any]]) -> None:
    """Compare all pairs that NumPy can compute in one compiled function, and the errors of the others."""
    wanted = [outcome(operator, (pair,)) for pair in pairs]
    fine = [(pair, w[0]) for pair, w in zip(pairs, wanted, strict=True) if not isinstance(w, Exception)]
    if fine:
        found = irad.jit(operator)(tuple(pair for pair, _ in fine))
        for (pair, w), got in zip(fine, found, strict=True):
            loose = operator is power and np.asarray(w).dtype.kind == "c"  # NumPy's has single precision throughout
            assert same(got, w, 1e-3 if loose else None), f"{operator.__name__} of {pair!r} is {got!r}, not {w!r}"
    for pair, w in list(zip(pairs, wanted, strict=True))[::7]:
        if isinstance(w, Exception):
            kind: Any = TypingError if isinstance(w, TypeError) else type(w)
            with pytest.raises(kind) as info:
                irad.jit(operator)((pair,))
            if not isinstance(w, TypeError) or "ufunc" in str(w):
                of_bits = "is for integers and truth values" in str(info.value) and "bitwise" in str(w) + operator.__name__
                assert of_bits or str(w)[:60] in str(info.value)


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda f: f.__name__)
def test_arrays(operator: Any) -> None:
    some = [(a, b) for k, (a, b) in enumerate(itertools.product(KINDS, KINDS)) if k % 3 == 0 or a == b]
    check(operator, [(values(a), values(b, True)) for a, b in some])


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda f: f.__name__)
def test_arrays_and_numbers(operator: Any) -> None:
    pairs: list[tuple[Any, Any]] = []
    for k, kind in enumerate(KINDS):
        for j, number in enumerate(PYTHON):
            pairs.append((values(kind), number) if (k + j) % 2 else (number, values(kind)))
        pairs.append((values(kind)[0], values(KINDS[k - 4])[1]))
    if operator is chosen:  # NumPy's np.where lets -2 wrap among unsigned integers: here it is an OverflowError
        pairs = [(x, y) for x, y in pairs if x is not PYTHON[2] and y is not PYTHON[2]]
    check(operator, pairs)


@pytest.mark.parametrize("kind", [k for k in KINDS if np.dtype(k).kind in "iu" and k != "int64"])
def test_integers_of_python_that_do_not_fit(kind: str) -> None:
    beyond = int(np.iinfo(kind).max) + 1
    for f in (lambda x, n: x + n, lambda x, n: n - x, lambda x, n: np.maximum(x, n), lambda x, n: x & n):
        wanted = outcome(f, values(kind), beyond)
        with pytest.raises(type(wanted)) as info:
            irad.jit(f)(values(kind), beyond) if beyond < 2**63 else irad.jit(f)(values(kind), -1)
        if beyond < 2**63:
            assert str(wanted) in str(info.value)


@pytest.mark.parametrize("kind", [k for k in KINDS if np.dtype(k).kind in "iu"])
def test_comparisons_with_any_integer_of_python(kind: str) -> None:
    def compared(x, n):
        return x < n, x <= n, x == n, x != n, n < x, n >= x

    for n in (-1, 300, -(2**40), 2**63 - 1):
        for found, wanted in zip(irad.jit(compared)(values(kind), n), compared(values(kind), n), strict=True):
            assert np.array_equal(found, wanted) and found.dtype == wanted.dtype


def test_lengths_and_counters_are_numbers_of_python() -> None:
    def f(x):
        out = x * len(x)
        for k in range(3):
            out = out + k
        for k, v in enumerate(x):
            out[k] = out[k] + k * v
        return out, x * x.shape[0], x.ndim * x, x.size + x

    for kind in ("float32", "float16", "int8", "uint16", "complex64"):
        x = np.array([1, 2, 3], kind)
        for found, wanted in zip(irad.jit(f)(x), f(x), strict=True):
            assert same(found, wanted)
