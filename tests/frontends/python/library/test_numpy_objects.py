"""NumPy's objects and what is known of dtypes, places of arrays, numbers by digits, Python's modules; beside NumPy and Python."""

from __future__ import annotations

import cmath
import math
import statistics
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.library.numpy_cases import A, B, F, Group, I, M, N, U, X, Y, check_error, check_group, check_slope

EDGES = np.array([np.nan, np.inf, -np.inf, -0.0, 0.0, 5e-324, 2.0, 2.2250738585072014e-308])
NARROW = np.array([0, np.inf, 1e-40, 1.17549435e-38, 3.4028235e38], dtype=np.float32)


def written(f: Any) -> Any:
    """An array that a function has written to."""
    a = X.copy()
    f(a)
    return a


def changed_places(a: Any) -> Any:
    b = a.copy()
    b.T.flat[1] = 5.0
    b.flat[2:] = [6.0, 7.0]
    b.flat[0] += 1.5
    return b


GROUPS: Group = {
    "np.r_": lambda: (
        np.r_[X, 1.0, Y], np.r_[1:5], np.r_[0:1:5j], np.r_[F, 1.0, 2], np.r_[1:5, 0, I], np.r_[1, 2, 3], np.r_[M, M],
        np.c_[X, Y], np.c_[M, Y[:2]], np.c_[1:4], np.c_[F, I], np.c_[0:1:4j, X], X[np.s_[1:3]], A[np.s_[0, :, 1:3]],
        A[np.index_exp[0, ..., 1]], np.r_[0:len(X), X.sum()],
    ),
    "np.mgrid": lambda: (
        np.mgrid[0:3, 0:2], np.mgrid[0:1:3j, 0:2], np.mgrid[0:1:0.3, 0:2:2j], np.ogrid[0:3, 0:2], np.ogrid[0:1:3j, 0:2],
        np.ogrid[0:3], np.mgrid[0:3], np.mgrid[0:3:0.5], np.mgrid[0:3:5j], np.mgrid[0:3,], np.mgrid[-1:1:4*1j, -2:2:complex(3)],
        np.ogrid[3:0, 0:2],
    ),
    "dtypes": lambda: (
        np.finfo(np.float64).eps, np.finfo(float).max, np.finfo(X.dtype).tiny, np.finfo(np.float32).eps, np.finfo(F.dtype).bits,
        np.iinfo(np.int64).max, np.iinfo(np.int32).min, np.ones(2, dtype=np.result_type(X, F)),
        np.ones(2, dtype=np.result_type(F, 1.0)), np.ones(2, dtype=np.promote_types(np.float32, np.int64)),
        np.can_cast(np.float64, np.float32), np.ones(2, dtype=np.dtype("float32")), np.issubdtype(X.dtype, np.floating),
        X.strides, A.strides, A.T.strides, A.itemsize, A.nbytes,
    ),
    "places": lambda: (
        [(i[0], i[1], v) for i, v in np.ndenumerate(M)], [(i, j, v) for (i, j), v in np.ndenumerate(A[0])],
        [i[0] * 10 + i[1] for i in np.ndindex(2, 3)], [i * 10 + j for i, j in np.ndindex(M.shape)],
        sum(A[i] for i in np.ndindex(A.shape)), list(M.flat), sum(v for v in A.flat), M.flat[2], A.flat[1:3], M.T.flat[1:3],
        A.flat[[1, 5, 7]], len(A.flat), changed_places(M),
    ),
    "lists and sums": lambda: (
        M.tolist(), A.tolist(), np.array(2.5).tolist(), A[:1].squeeze(axis=0), np.squeeze(A[:1], axis=0),
        written(lambda a: np.fill_diagonal(a.reshape(2, 2), Y[:2])), written(lambda a: np.fill_diagonal(a.reshape(2, 2), [5.0])),
        np.average(X, weights=Y, returned=True), np.average(M, axis=0, returned=True),
        np.average(A, axis=1, weights=Y[:3], returned=True), np.average(F, returned=True), np.average(I, returned=True),
        np.einsum(M, [0, 1], M, [1, 2], [0, 2]), np.einsum(M, [0, 0]), np.einsum(A, [0, ..., 1], [1, ...]),
        np.einsum("ij,jk,kl,lm->im", M, M, M, M), np.einsum("i,i,i,i->", X, X, X, Y), np.einsum("ij,jk,kl,lm", M, M, M, M),
        np.tensordot(X, Y, 1), np.tensordot(M, M) * 2,
    ),
    "taken out": lambda: (
        np.delete(X, [0, 2]), np.delete(X, B), np.delete(X, slice(0, 2)), np.delete(X, N), np.delete(M, [0], axis=1),
        np.delete(A, [0, 2, 2], axis=1), np.delete(A, [0, 20]), np.delete(X, []), np.delete(X, -1), np.delete(X, np.s_[::2]),
    ),
    "put in": lambda: (
        np.insert(X, [1, 2], [5.0, 6.0]), np.insert(X, 1, 5.0), np.insert(X, [1], [5.0, 6.0]), np.insert(I, [0, -1], 9.7),
        np.insert(X, [3, 1, 1], [5.0, 6.0, 7.0]), np.insert(M, [0, 2], 5.0, axis=1), np.insert(M, [0, 2], Y[:2], axis=0),
        np.insert(A, [1, 1], Y[:2], axis=2), np.insert(X, [0, 4], 9.0), np.insert(X, slice(1, 3), 9.0), np.insert(X, B, 9.0),
    ),
    "digits": lambda: (
        np.ldexp(X, N), np.ldexp(F, N), np.ldexp(1.5, 3), np.ldexp(M, 2), np.ldexp(X, np.array([-1080, 2000, 1, 0])),
        np.frexp(X), np.frexp(F), np.frexp(8.0), np.frexp(M), np.frexp(I), np.frexp(EDGES), np.fmod(I, 3), np.fmod(-7, 3),
        np.fmod(I, -3), np.fmod(U, 3), np.fmod(I, N), np.bitwise_count(U), np.bitwise_count(I), np.bitwise_count(7),
        np.bitwise_count(np.int64(-(2**63))),
    ),
    "next floats": lambda: (
        np.nextafter(X, Y), np.nextafter(F, 1.0), np.nextafter(F, np.float32(5)), np.nextafter(1.0, 0.0),
        np.nextafter(0.0, [1, -1]), np.nextafter(EDGES, 1.0), np.nextafter(NARROW, np.float32(1)), np.spacing(X), np.spacing(F),
        np.spacing(1.0), np.spacing(EDGES), np.spacing(NARROW[1:]),
    ),
    "math": lambda: (
        math.fsum([0.1] * 10), math.fsum([1e100, 1.0, -1e100, 1.0]), math.fsum(X), math.fsum(x * x for x in X),
        math.fsum([1, 2, 3]), math.fsum([math.inf, 1.0]), math.dist([1.0, 2.0], [3.0, 5.0]), math.dist((1, 2), (3, 5)),
        math.hypot(1.0, 2.0, 3.0), math.hypot(3), math.hypot(), math.modf(2.5), math.modf(3), math.modf(-math.inf),
        math.remainder(5.0, 3.0), math.remainder(2.5, 1.0), math.remainder(3.5, 1.0), math.remainder(-7.2, 2.5),
        math.remainder(1.0, math.inf), math.isclose(1.0, 1.0 + 1e-12), math.isclose(1.0, 1.1, rel_tol=0.2), cmath.isclose(1j, 1j),
        math.isclose(math.inf, math.inf), math.isclose(1.0, 1.1),
    ),
    "math by digits": lambda: (
        math.frexp(8.5), math.frexp(1e-310), math.frexp(0.0), math.frexp(-1e300), math.ldexp(0.5, 3), math.ldexp(1.0, -1074),
        [math.nextafter(x, 1.0) for x in EDGES.tolist()], [math.ulp(x) for x in EDGES[1:].tolist()], math.ulp(1.79e308),
    ),
    "integers": lambda: (
        math.comb(int(I[2]), 5), math.gcd(12, 18, int(N[0])), math.lcm(int(I[0]), 6), math.isqrt(int(I[0])), math.perm(int(I[0])),
        math.factorial(int(I[0])), math.comb(60 + int(N[3]), 30), math.isqrt(10**18 + int(N[3])), math.perm(int(I[0]), 2),
    ),
    "statistics": lambda: (
        statistics.mean([1.0, 2.0, 4.0]), statistics.mean(X), statistics.fmean([1, 2, 4], [1, 2, 3]),
        statistics.median([1.0, 5.0, 4.0]), statistics.median([1.0, 5.0, 4.0, 2.0]), statistics.median_low([1.0, 5.0, 4.0, 2.0]),
        statistics.median_high([1.0, 5.0, 4.0, 2.0]), statistics.stdev([1.0, 2.0, 4.0]), statistics.pstdev([1, 2, 4]),
        statistics.variance([1.0, 2.0, 4.0]), statistics.pvariance([1.0, 2.0, 4.0]), statistics.geometric_mean([1.0, 2.0, 4.0]),
        statistics.harmonic_mean([1.0, 2.0, 4.0]), statistics.correlation([1.0, 2.0, 4.0], [2.0, 3.0, 7.5]),
        statistics.covariance([1.0, 2.0, 4.0], [2.0, 3.0, 7.5]),
    ),
}  # fmt: skip


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


SLOPES: dict[str, Any] = {
    "objects": lambda x: (np.r_[x, x[0] * 2, 1.0] ** 2).sum() + (np.c_[x, Y * x] ** 3).sum() + np.mgrid[0:x[1]:3j, 0:1].sum(),
    "places": lambda x: sum(v * v * Y[i] for (i,), v in np.ndenumerate(x))
    + sum(v**3 for v in x.flat)
    + x.reshape(2, 2).flat[1:3] @ Y[:2],
    "put in": lambda x: (np.insert(x, [1, 3], x[:2] * 2) ** 2) @ np.arange(6.0) + (np.delete(x, [1]) ** 2).sum(),
    "sums": lambda x: np.average(x, weights=x * x, returned=True)[1] + np.tensordot(x, x, 1) + np.einsum("i,i,i,i->", x, x, x, Y),
    "digits": lambda x: (np.frexp(x)[0] * Y).sum() + (np.ldexp(x, N) ** 2).sum() + np.nextafter(x, 1.0) @ Y,
    "math": lambda x: math.fsum(x * Y) + math.dist(x, Y) + math.hypot(x[0], x[1], x[2]) + math.remainder(x[3], 2.0) * x[0],
    "statistics": lambda x: statistics.stdev(x) * 2
    + statistics.median(x) ** 2
    + statistics.fmean(x, Y) + statistics.covariance(x, Y),
}  # fmt: skip


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", SLOPES)
def test_derivatives(name: str) -> None:
    check_slope(SLOPES[name])


ERRORS: list[Any] = [
    lambda: np.delete(X, [7]),
    lambda: np.delete(X, [True, False]),
    lambda: np.insert(X, [0, 9], 9.0),
    lambda: X.reshape(2, 2).flat[4],
    lambda: math.ldexp(1.0, 2000),
    lambda: math.remainder(1.0, 0.0),
    lambda: math.dist(X, Y[:2]),
    lambda: statistics.mean([]),
    lambda: statistics.stdev([1.0]),
    lambda: math.isqrt(int(I[1])),
]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("k", range(len(ERRORS)))
def test_errors(k: int) -> None:
    check_error(ERRORS[k])


def test_what_python_computes_in_fractions_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="of integers"):
        irad.jit(lambda: statistics.mean([1, 2]))()
