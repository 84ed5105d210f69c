"""NumPy's functions by topic, beside NumPy: nan, quantiles, histograms, polynomials, windows, orders, indices, functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre, polynomial

import irad
from tests.frontends.python.library.beside_scipy import check_slopes, check_values
from tests.frontends.python.library.numpy_cases import (
    HOLES,
    NAN,
    A,
    B,
    F,
    Group,
    I,
    M,
    N,
    S,
    U,
    X,
    Y,
    Z,
    check_error,
    check_group,
    check_slope,
)

PARTS = [0.0, 0.25, 1 / 3, 0.5, 0.75, 1.0]


LARGER = np.vectorize(lambda a, b: a * b if a > b else a - b)


def written(f: Any) -> Any:
    """An array that a function has written to."""
    a = X.copy()
    f(a)
    return a


GROUPS: Group = {
    "nan": lambda: (
        np.nanmax(NAN), np.nanmin(HOLES, axis=1), np.nanargmax(NAN), np.nanargmin(HOLES, axis=1), np.nancumsum(NAN),
        np.nancumprod(HOLES, axis=2), np.nanmax(I), np.nanmax(np.full(2, np.nan)), np.nanmin(NAN.astype(np.float32)),
        np.nanmax(np.where(A > 8, np.nan, A), axis=(1, 2), keepdims=True),
        np.nan_to_num(np.array([np.nan + 1j, 1 - np.inf * 1j])),
    ),
    "medians": lambda: (
        np.median(A, axis=(0, 1)), np.median(X, keepdims=True), np.median([1, 2, 3, 10]), np.median(M > 0), np.median(F),
        np.median(F.reshape(2, 2), axis=0, keepdims=True), np.median(A, axis=(0, 2), keepdims=True), np.median(3.0),
        np.median(NAN), np.median(np.zeros(0)), np.nanmedian(NAN), np.nanmedian(HOLES, axis=0), np.nanmedian(np.full(3, np.nan)),
    ),
    "quantiles": lambda: (
        np.quantile(F, 0.3), np.quantile(F, np.float64(0.3)), np.quantile(F, [0.3, 0.4]), np.percentile(F, 30), np.quantile(I, 1),
        np.percentile(F, np.float64(30)), np.percentile(I, 30),
    ),
    "quantiles of axes": lambda: (
        np.percentile(A, np.array([30, 50.0]), axis=1), np.percentile(A, [[10, 20], [30, 40]], axis=1, keepdims=True),
        np.percentile(A, 30, axis=-1, keepdims=True),
        np.percentile(A, 30, keepdims=True), np.quantile(A, 0.2, axis=(0, 1)), np.quantile(X, np.linspace(0, 1, 5)),
        np.quantile(np.array([1.0, np.inf, 2, 3]), 0.5), np.quantile(np.array([1.0, np.inf, 2, np.inf]), [0.7, 0.9, 0.1]),
        np.nanquantile(HOLES, [0.1, 0.5], axis=(0, 1)), np.nanpercentile(HOLES, 30, axis=2, keepdims=True),
    ),
    "methods of quantiles": lambda: (
        np.quantile(X, PARTS, method="lower"), np.quantile(X, PARTS, method="higher"), np.quantile(I, PARTS, method="nearest"),
        np.quantile(X, PARTS, method="midpoint"), np.quantile(X, PARTS, method="inverted_cdf"),
        np.quantile(X, PARTS, method="hazen"), np.quantile(X, PARTS, method="weibull"),
        np.quantile(X, PARTS, method="median_unbiased"), np.quantile(X, PARTS, method="normal_unbiased"),
        np.quantile(X, PARTS, method="interpolated_inverted_cdf"), np.percentile(F, 30, method="lower"),
    ),
    "histograms": lambda: (
        np.histogram(X, 3), np.histogram(X, bins=[-1, 0, 1, 3]), np.histogram(X, 5, range=(0, 2)), np.histogram(X, 5, weights=Y),
        np.histogram(X, 5, density=True), np.histogram(N), np.histogram(F, 3), np.histogram(np.zeros(0), 3),
        np.histogram(np.ones(3), 3), np.histogram(NAN, 3, range=(0, 2)), np.histogram(M, bins=np.array([0, 1, 1, 2])),
        np.histogram(U, 4), np.histogram_bin_edges(X, 4), np.histogram(X, bins=np.linspace(-1, 3, 5), weights=N),
    ),
    "histograms of points": lambda: (
        np.histogram2d(X, Y, 3), np.histogram2d(X, Y, [2, 3]), np.histogram2d(X, Y, 2, density=True),
        np.histogram2d(X, Y, bins=[np.array([-1.0, 1, 3]), np.array([0.0, 1, 2])]),
        np.histogram2d(X, Y, bins=np.array([-1.0, 0, 1, 3])), np.histogram2d(X, Y, 3, range=[[-1, 3], [0, 2]], weights=Y),
    ),
    "polynomials": lambda: (
        np.polyadd(X, [1.0, 2.0]), np.polysub([1, 2], N), np.polydiv(X, [1.0, 2.0]), np.polydiv([1.0, 2.0], X),
        np.polydiv([1, -3, 2], [1, -1]), np.poly([1.0, 2.0]), np.poly(Z), np.polyfit(X, Y, 2), np.polyfit(X, Y, 1, w=Y),
        np.polyfit(X, Y, 1, cov=True), np.polyfit(X, Y, 1, cov="unscaled"), np.polyfit(X, np.stack([Y, X], axis=1), 1),
    ),
    "series": lambda: (
        polynomial.polyval(Y, X), polynomial.polyval(2, [1, 2, 3]), chebyshev.chebval(Y, X), legendre.legval(M, X),
        hermite.hermval(Y, X), hermite_e.hermeval(0.3, X), laguerre.lagval(Y, X), legendre.legval(Y, X[:1]),
        chebyshev.chebval(F, F), hermite.hermval(Z, X),
    ),
    "columns and fits": lambda: (
        polynomial.polyvander(Y, 3), chebyshev.chebvander(M, 3), legendre.legvander(Y, 4), hermite.hermvander(Y, 3),
        hermite_e.hermevander(Y, 3), laguerre.lagvander(Y, 3), polynomial.polyfit(X, Y, 2), chebyshev.chebfit(X, Y, 2, w=Y),
        legendre.legfit(X, Y, 1), polynomial.polyadd(X, Y[:2]), polynomial.polysub(Y[:2], X), polynomial.polymul(X, Y[:2]),
        polynomial.polyder(X, 2), polynomial.polyint(X),
    ),
    "Gauss's rules": lambda: (
        legendre.leggauss(1), legendre.leggauss(2), legendre.leggauss(9), hermite.hermgauss(8), hermite_e.hermegauss(7),
        laguerre.laggauss(6), chebyshev.chebgauss(5),
    ),
    "windows": lambda: (
        np.hamming(5), np.hanning(5), np.blackman(6), np.bartlett(5), np.kaiser(5, 8.6), np.hamming(1), np.hanning(1),
        np.blackman(1), np.bartlett(1), np.kaiser(1, 2.0), np.hanning(0), np.kaiser(0, 2.0), np.bartlett(2), np.hamming(2),
    ),
    "orders": lambda: (
        np.lexsort((X, N)), np.lexsort((N, X)), np.lexsort((A[:, 0], A[:, 1] % 3)), np.sort_complex(Z), np.sort_complex(X[::-1]),
        np.sort(np.partition(X, 1)[:1]), np.partition(X, 1)[1], X[np.argpartition(X, 2)[2]], np.partition(A, 2, axis=2)[..., 2],
    ),
    "indices": lambda: (
        np.tril_indices(3), np.triu_indices(3, 1), np.tril_indices(3, -1, 4), np.triu_indices_from(S, 1), np.tril_indices_from(S),
        S[np.triu_indices(3, 1)], np.diag_indices(3), S[np.diag_indices(3)], S[np.diag_indices_from(S)],
        np.mask_indices(3, np.triu), np.indices((2, 3), sparse=True), np.indices((2, 3), dtype=float),
    ),
    "masks": lambda: (
        X.item(2), M.item(1, 0), M.item(2), A.item((1, 0, 2)), X[1].item(), I.item(-1),
        np.extract(B, X), np.extract(M > 0, M), written(lambda a: np.place(a, B, [5.0, 6.0])),
        written(lambda a: np.putmask(a, B, Y)), written(lambda a: np.putmask(a, B, [7.0, 8.0])),
        written(lambda a: np.copyto(a, Y)),
        written(lambda a: np.copyto(a, 0.0, where=B)), written(lambda a: a.partition(1))[1],
        np.resize(X, (2, 3)), np.resize(X, 3), np.resize([1, 2], (2, 2)),
    ),
    "given functions": lambda: (
        np.apply_along_axis(lambda r: r.sum(), 1, A), np.apply_along_axis(lambda r: r * 2, 0, A),
        np.apply_along_axis(np.sort, 1, A),
        np.apply_over_axes(np.sum, A, [0, 2]), np.piecewise(X, [X < 0, X > 1], [-1.0, 1.0]),
        np.piecewise(X, [X < 0, X >= 0], [lambda x: -x, lambda x: x * x]), np.piecewise(X, [X < 0], [lambda x: -x, 5]),
        np.vectorize(lambda a, b: a if a > b else b * 2)(X, Y), np.vectorize(lambda a: a // 2)(I), LARGER(X[:, None], Y),
        np.vectorize(lambda a: a > 1)(M), Y.searchsorted(X), X[X.argpartition(2)[2]], np.vectorize(lambda a, b: a + b)(M, 3),
        np.fromfunction(lambda i, j: i + 2 * j, (2, 3)), np.fromiter((k * k for k in range(4)), dtype=float),
    ),
    "axes": lambda: (
        np.rollaxis(A, 2), np.rollaxis(A, 0, 3), np.unstack(M), np.unstack(A, axis=2), np.matrix_transpose(A),
        np.cumulative_sum(X), np.cumulative_sum(X, include_initial=True), np.cumulative_prod(A, axis=1, include_initial=True),
        np.unique_values(N), np.array_equiv(X, Y), np.array_equiv(X, np.stack([X, X])), np.array_equiv(X, Y[:3]),
        np.astype(X, np.float32), np.asarray_chkfinite(X), np.broadcast_shapes((2, 1), (3,)), np.angle(Z, deg=True),
        np.vecdot(M, M), np.matvec(M, Y[:2]), np.vecmat(Y[:2], M), np.vecdot(Z, Z), np.isscalar(3.0), np.isscalar(X),
    ),
}  # fmt: skip


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


def holes(x: Any) -> Any:
    return np.where(x < 0, np.nan, x * x)


SLOPES: dict[str, Any] = {
    "nan": lambda x: np.nanmax(holes(x)) * np.nanmin(holes(x)) + (np.nancumsum(holes(x)) * Y).sum() + np.nanmedian(holes(x)),
    "quantiles": lambda x: np.quantile(x, 0.3) ** 2 + np.percentile(x, [20, 70], method="hazen") @ Y[:2] + np.median(x * Y),
    "histograms": lambda x: (np.histogram(Y, 2, weights=x * x, density=True)[0] * Y[:2]).sum(),
    "edges": lambda x: (np.histogram(x, 3)[1] * Y).sum(),
    "fits": lambda x: np.polyfit(Y, x * x, 1)[0] + np.polyfit(x, Y, 2)[1],
    "polynomials": lambda x: np.polydiv(x, [1.0, 2.0])[1][0] + np.poly(x)[2],
    "series": lambda x: legendre.legval(0.3, x) + chebyshev.chebval(x, Y).sum() + (hermite.hermval(x, x) * Y).sum(),
    "masks": lambda x: (np.extract(B, x * x) * Y[:3]).sum() + (np.resize(x, 6) ** 2).sum() + written_slope(x),
    "given functions": lambda x: (
        (np.apply_along_axis(lambda r: r * r.sum(), 1, x.reshape(2, 2)) * M).sum()
        + (LARGER(x, Y) * Y + np.vectorize(lambda a: a**3 if a > 0 else -a)(x)).sum()
        + (np.piecewise(x, [x < 0, x >= 0], [lambda v: v**3, lambda v: v * v]) * Y).sum()
    ),
    "windows": lambda x: (np.kaiser(4, x[0]) * Y).sum() + x[1],
    "orders": lambda x: np.partition(x * x, 2)[2] + (np.cumulative_prod(x, include_initial=True)[:4] * Y).sum(),
}


def written_slope(x: Any) -> Any:
    a = x * 2.0
    np.putmask(a, B, x * x)
    np.copyto(a, x, where=~B)
    return (a * Y).sum()


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", SLOPES)
def test_derivatives(name: str) -> None:
    check_slope(SLOPES[name])


ERRORS: list[Any] = [
    lambda: np.nanargmax(np.full(2, np.nan)),
    lambda: np.quantile(X, np.nan),
    lambda: np.percentile(X, 101),
    lambda: np.quantile(Z, 0.5),
    lambda: np.histogram(NAN, 3),
    lambda: np.histogram(X, bins=[2, 1]),
    lambda: np.histogram(X, 0),
    lambda: np.polyfit(X, Y[:3], 1),
    lambda: np.partition(X, 4),
    lambda: np.place(X.copy(), B, []),
    lambda: np.copyto(N.copy(), X),
    lambda: np.asarray_chkfinite(NAN),
    lambda: np.broadcast_shapes((2,), (3,)),
    lambda: legendre.leggauss(0),
    lambda: np.piecewise(X, [B], [1.0, 2.0, 3.0]),
    lambda: np.vectorize(lambda a: 1 / a)(N),
    lambda: X.item(4),
]


@pytest.mark.sampled(9)
@pytest.mark.parametrize("k", range(len(ERRORS)))
def test_errors(k: int) -> None:
    check_error(ERRORS[k])


def test_unknown_methods_and_keywords_are_refused() -> None:
    with pytest.raises(NotImplementedError, match="method"):
        irad.jit(lambda: np.quantile(X, 0.3, method="closest_observation"))()
    with pytest.raises(irad.UnsupportedError, match=r"the keyword 'overwrite_input' of np\.median"):
        irad.jit(lambda: np.median(X, overwrite_input=True))()


def larger(a: Any, b: Any) -> Any:
    return a * b if a > b else 0


AS_FLOATS, AS_INTEGERS = np.vectorize(larger, otypes=[float]), np.vectorize(larger, otypes=[int])
AS_SINGLE, OF_FLAGS = np.vectorize(larger, otypes=[np.float32]), np.vectorize(lambda v: v > 1, otypes="d")
AS_FLAGS, AS_COMPLEX = np.vectorize(lambda v: v - 1, otypes=[bool]), np.vectorize(lambda v: v, otypes=[np.complex128])
TO_NOTHING, TO_PAIRS = np.vectorize(lambda v: v * np.nan, otypes=[int]), np.vectorize(lambda v: (v, v), otypes=[float, float])


def of_given_types(x: Any) -> Any:
    outside = AS_FLOATS(x, 1.0), AS_INTEGERS(x, 1.0), AS_SINGLE(x, 1.0), OF_FLAGS(x), AS_FLAGS(x), AS_COMPLEX(x)
    made = np.vectorize(larger, otypes=[float])
    inside = made(x, 1), np.vectorize(lambda v: v * 2, otypes=[int])(x), np.vectorize(larger, otypes="d")(x, 0)
    return *outside, AS_FLOATS(x[:, None], x), AS_FLOATS(x[:0], 1.0), AS_INTEGERS([1, 2], 1), *inside


def test_vectorize_with_types() -> None:
    x = np.array([0.5, 1.5, -2.0, 3.7])
    check_values(of_given_types, x)
    check_slopes(lambda x: (AS_FLOATS(x, 1.0) * x).sum() + np.vectorize(lambda v: v**3, otypes=[float])(x).sum(), x)
    check_error(lambda: TO_NOTHING(X))
    with pytest.raises(irad.UnsupportedError, match="these otypes="):
        irad.jit(lambda x: TO_PAIRS(x))(x)
    with pytest.raises(irad.TypingError, match="cannot be made float64"):
        irad.jit(lambda x: np.vectorize(lambda v: v * 1j, otypes=[float])(x))(x)
