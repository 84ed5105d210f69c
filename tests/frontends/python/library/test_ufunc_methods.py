"""Universal functions: keywords, methods, reductions of some elements; beside NumPy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.library.numpy_cases import (
    NAN,
    A,
    B,
    F,
    Group,
    I,
    M,
    N,
    U,
    X,
    Y,
    check_error,
    check_group,
    check_slope,
)


def shifted() -> Any:
    x = X.copy()
    np.sqrt(np.abs(x[1:]), out=x[:-1], where=B[1:])
    return x


GROUPS: Group = {
    "where": lambda: (
        np.add(X, Y, where=B, out=Y.copy()), np.sqrt(X, where=B, out=np.zeros(4)), np.add(X, Y, np.zeros(4), where=B),
        np.divide(1.0, X, where=B, out=np.zeros(4)), np.divide(1, N, out=np.zeros(4), where=(N != 0)),
        np.log(X, where=[True, True, False, True], out=np.full(4, -1.0)), np.sqrt(X, out=np.zeros((2, 4)), where=B),
        np.logaddexp(X, Y, where=B, out=np.zeros(4)), np.isnan(NAN, where=B, out=np.zeros(4, dtype=bool)), shifted(),
        np.add(1.0, 2.0, where=True), np.multiply(U, 2, where=B, out=np.zeros(4)),
    ),
    "dtype and casting": lambda: (
        np.exp(X, dtype=np.float32), np.add(I, I, dtype=np.float64), np.add(F, 1.0, dtype="f8"), np.sin(I, dtype=np.float32),
        np.multiply(X, 2, casting="unsafe"), np.add(I, 1.5, out=np.zeros(4, dtype=int), casting="unsafe"),
        np.add(X, 1, dtype=int, casting="unsafe"), np.add(F, F, casting="no"), np.add(1, 2, dtype=float),
        np.equal(X, Y, dtype=bool), np.multiply(U, 2, dtype=np.int64), np.logaddexp(X, Y, dtype=np.float32),
    ),
    "reduce as sum": lambda: (
        np.add.reduce(X), np.add.reduce(M, axis=1), np.add.reduce(M), np.multiply.reduce(M, axis=0, keepdims=True),
        np.maximum.reduce(M), np.minimum.reduce(X), np.logical_and.reduce(B), np.logical_or.reduce(M > 0, axis=1),
        np.add.reduce(B), np.add.reduce(M, axis=None), np.add.reduce(A, (0, 1)), np.add.reduce(X, dtype=np.float32),
        np.add.reduce(X, initial=3.0), np.add.reduce(X, where=B), np.maximum.reduce(X, where=B, initial=-9.0),
    ),
    "reduce": lambda: (
        np.bitwise_or.reduce(M > 0, axis=None), np.fmax.reduce(NAN), np.hypot.reduce(A, axis=2), np.bitwise_and.reduce(I),
        np.subtract.reduce(M, axis=1, keepdims=True), np.logical_xor.reduce(M > 0), np.gcd.reduce(I), np.lcm.reduce(I),
        np.bitwise_xor.reduce(A.astype(int), axis=1),
    ),
    "accumulate and outer": lambda: (
        np.add.accumulate(X), np.maximum.accumulate(X), np.minimum.accumulate(M, axis=1), np.multiply.accumulate(M),
        np.add.accumulate(U), np.power.accumulate(Y), np.logical_or.accumulate(B), np.add.outer(X, Y), np.subtract.outer(X, Y),
        np.multiply.outer(M, Y), np.maximum.outer(X, Y), np.less.outer(X, Y), np.add.outer(2.0, Y), np.arctan2.outer(X, Y),
    ),
    "reduceat": lambda: (
        np.add.reduceat(X, [0, 2]), np.add.reduceat(X, [0, 3, 1, 2]), np.maximum.reduceat(A, [0, 2], axis=2),
        np.add.reduceat(U, [0, 2]),
    ),
    "reductions of some": lambda: (
        np.sum(M, where=M > 0, axis=1), np.sum(M, where=M[0] > 0, axis=1), np.sum(I, where=B), np.sum(U, where=B, initial=3),
        np.prod(X, where=B), np.prod(M, initial=2.0, axis=0), np.max(M, axis=1, initial=0.5), np.min(X, initial=-3, where=B),
        np.max(np.zeros((0, 3)), axis=0, initial=1.5), np.mean(M, axis=0, where=M > -5), np.mean(I, where=B),
        np.var(X, where=B), np.std(M, axis=1, where=M > -5, ddof=1), np.std(X, correction=1), X.sum(where=B),
        np.any(M > 0, axis=0, where=M < 1), np.all(M > 0, where=M < 1), M.min(axis=1, initial=0.0),
        np.sum(M, 1, np.float64), np.var(F, dtype=np.float64), np.std(X, None, None, None, 1),
    ),
    "elements": lambda: (
        np.divmod(X, Y), np.divmod(I, 3), np.modf(X), np.modf(np.array([np.inf, -np.inf, -0.0, -1.5])), np.gcd(I, 6),
        np.lcm(I, N), np.gcd(0, 0), np.lcm(U, 4), np.fix(X), np.isposinf(NAN), np.isneginf([-np.inf, np.inf]),
        np.reciprocal(X), np.reciprocal(F), np.gcd(I, 6, out=np.zeros(4, dtype=int)), np.reciprocal(0.0),
    ),
}  # fmt: skip


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


SLOPES: dict[str, Any] = {
    "where": lambda x: (np.divide(1.0, x - X[1], where=np.arange(4) != 1, out=x * 2.0) * Y).sum(),
    "where at a pole": lambda x: np.sqrt(x - 0.3, where=x > 0.5, out=np.zeros(4)).sum(),
    "reduce": lambda x: np.hypot.reduce(x) + np.maximum.reduce(x) * np.multiply.reduce(x.reshape(2, 2), axis=1).sum(),
    "accumulate": lambda x: (np.maximum.accumulate(x) * np.add.accumulate(x * x)).sum(),
    "outer": lambda x: (np.arctan2.outer(x, Y) * np.arange(16).reshape(4, 4)).sum(),
    "reduceat": lambda x: (np.multiply.reduceat(x, [0, 3, 1, 2]) * Y).sum(),
    "some": lambda x: np.sum(x * x, where=x > 0) + np.var(x, where=x < 2) + np.max(x, initial=0.1, where=x < 2),
    "elements": lambda x: (np.modf(x)[0] ** 2 * Y + np.divmod(x, 0.37)[1] * x + np.reciprocal(x)).sum(),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", SLOPES)
def test_derivatives(name: str) -> None:
    check_slope(SLOPES[name])


ERRORS: list[Any] = [
    lambda: np.add(I, 1.5, out=np.zeros(4, dtype=int)),
    lambda: np.add(X, 1, dtype=int),
    lambda: np.add(F, X, casting="no"),
    lambda: np.add(X, Y, where=N, out=np.zeros(4)),
    lambda: np.max(X, where=B),
    lambda: np.maximum.reduce(np.zeros(0)),
    lambda: np.fmin.reduce(np.zeros(0)),
    lambda: np.add.reduceat(X, [0, 7]),
]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("k", range(len(ERRORS)))
def test_errors(k: int) -> None:
    check_error(ERRORS[k])


def test_the_part_behind_the_point() -> None:
    """``modf(x)[0]`` is x less a constant, also at integers; of negative ones it is -0.0."""
    places = np.array([2.0, -3.0, 0.0, 2.5, -2.5])
    assert np.array_equal(irad.grad(lambda x: np.modf(x)[0].sum())(places), np.ones(5))
    for x in places:
        assert irad.grad(lambda v: math.modf(v)[0])(x) == 1.0
        assert math.copysign(1.0, irad.jit(lambda v: math.modf(v)[0])(x)) == math.copysign(1.0, math.modf(x)[0])
