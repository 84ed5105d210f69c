"""NumPy's functions that are written in Python: value, type, dtype and errors beside NumPy's; derivatives beside differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad

X = np.array([0.3, 1.2, -0.7, 2.5])
Y = np.array([0.1, 0.2, 0.6, 1.5])
M = X.reshape(2, 2)
N = np.array([3, 1, 3, 0])
Z = X + 1j * Y
NAN = np.array([1.0, np.nan, 2.0, np.inf])

VALUES: dict[str, Any] = {
    "logaddexp": lambda: np.logaddexp(X, Y),
    "logaddexp, broadcast": lambda: np.logaddexp(M[:, None], Y[:2]),
    "logaddexp of infinities": lambda: np.logaddexp([-np.inf, np.inf, -np.inf, 1.0, np.nan], [-np.inf, np.inf, 2.0, np.inf, 1.0]),
    "logaddexp of numbers": lambda: np.logaddexp(0.5, 1),
    "logaddexp of float32": lambda: np.logaddexp(X.astype(np.float32), np.float32(0.5)),
    "logaddexp.reduce": lambda: np.logaddexp.reduce(X),
    "logaddexp.reduce of an axis": lambda: np.logaddexp.reduce(M, axis=1),
    "logaddexp2": lambda: np.logaddexp2(X, Y),
    "heaviside": lambda: np.heaviside([-1.0, -0.0, 2.0, np.nan], 0.5),
    "sinc": lambda: np.sinc([0.0, 1e-9, 1e-3, 0.4, -3.0, 7.5]),
    "deg2rad": lambda: np.deg2rad(X),
    "degrees": lambda: np.degrees(X),
    "degrees of integers": lambda: np.degrees(N),
    "signbit": lambda: np.signbit([0.0, -0.0, -3.0, np.inf, -np.inf]),
    "i0": lambda: np.i0(np.array([0.0, 0.5, -3.0, 17.9, 18.1, 300.0])),
    "searchsorted": lambda: np.searchsorted(Y, X),
    "searchsorted, right": lambda: np.searchsorted(np.array([1, 2, 2, 3]), [2, 0, 5], side="right"),
    "searchsorted of a number": lambda: np.searchsorted(Y, 0.2),
    "searchsorted with nan": lambda: np.searchsorted([1.0, 2.0, np.nan], [np.nan, 3.0]),
    "searchsorted with a sorter": lambda: np.searchsorted(X, [0.0, 2.0], sorter=np.argsort(X)),
    "digitize": lambda: np.digitize(X, Y),
    "digitize, right": lambda: np.digitize(Y, Y, right=True),
    "digitize, falling": lambda: np.digitize(X, Y[::-1]),
    "bincount": lambda: np.bincount(N),
    "bincount with weights": lambda: np.bincount(N, weights=X),
    "bincount, longer": lambda: np.bincount(N, minlength=7),
    "bincount of nothing": lambda: np.bincount(np.array([], dtype=np.int64), minlength=2),
    "interp": lambda: np.interp(X, Y, Y**2),
    "interp of a number": lambda: np.interp(0.3, [0.0, 1.0], [2, 5]),
    "interp, outside": lambda: np.interp([-1.0, 9.0, 0.6], Y, X, left=-5.0, right=7),
    "interp with nan": lambda: np.interp(NAN, Y, X),
    "interp of a matrix": lambda: np.interp(M, Y, X),
    "unique": lambda: np.unique(N),
    "unique of floats": lambda: np.unique(np.array([2.0, np.nan, 1.0, np.nan, 2.0])),
    "unique and all": lambda: np.unique(np.array([3, 1, 3, 0, 1]), return_index=True, return_inverse=True, return_counts=True),
    "unique and counts": lambda: np.unique(M > 0, return_counts=True),
    "isin": lambda: np.isin(N, [1, 3]),
    "isin, inverted": lambda: np.isin(M, [1.2], invert=True),
    "setdiff1d": lambda: np.setdiff1d(np.arange(6), [4, 1, 9]),
    "union1d": lambda: np.union1d([3, 1], [2, 3]),
    "intersect1d": lambda: np.intersect1d([3, 1, 3], [3, 4]),
    "setxor1d": lambda: np.setxor1d([3, 1, 3], [3, 4]),
    "convolve": lambda: np.convolve(X, Y[:3]),
    "convolve, same": lambda: np.convolve(Y[:2], X, "same"),
    "convolve, same, even": lambda: np.convolve(X, Y, "same"),
    "convolve, valid": lambda: np.convolve(X, Y[:3], mode="valid"),
    "convolve of integers": lambda: np.convolve(N, [1, 2]),
    "convolve of complex numbers": lambda: np.convolve(Z, X),
    "correlate": lambda: np.correlate(X, Y[:2]),
    "correlate, shorter first": lambda: np.correlate(Y[:2], X),
    "correlate, full": lambda: np.correlate(X, Y[:3], "full"),
    "correlate, full, shorter first": lambda: np.correlate(Y[:3], X, "full"),
    "correlate, same": lambda: np.correlate(X, Y[:3], "same"),
    "correlate of complex numbers": lambda: np.correlate(Z, Z[:2]),
    "polyval": lambda: np.polyval(X, Y),
    "polyval of a number": lambda: np.polyval([1, 2, 3], 2),
    "polyder": lambda: np.polyder(X),
    "polyder, twice": lambda: np.polyder(X, 2),
    "polyint": lambda: np.polyint(X),
    "polymul": lambda: np.polymul(X, [1.0, 2.0]),
    "vander": lambda: np.vander(X, 3),
    "vander, increasing": lambda: np.vander(N, increasing=True),
    "nan_to_num": lambda: np.nan_to_num(NAN),
    "nan_to_num, told": lambda: np.nan_to_num(NAN, nan=7.0, posinf=-1.0),
    "nansum": lambda: np.nansum(NAN[:3]),
    "nanprod": lambda: np.nanprod(NAN[:3]),
    "nanmean of an axis": lambda: np.nanmean(np.where(M > 2, np.nan, M), axis=1),
    "nanvar": lambda: np.nanvar(NAN[:3], ddof=1),
    "nanstd": lambda: np.nanstd(np.where(M > 2, np.nan, M), axis=0),
    "nan_to_num of float32": lambda: np.nan_to_num(NAN.astype(np.float32)),
    "nan_to_num of integers": lambda: np.nan_to_num(N),
    "nan_to_num of a number": lambda: np.nan_to_num(np.inf),
    "nansum of integers": lambda: np.nansum(N),
    "nanmean of integers": lambda: np.nanmean(N),
    "nanstd of float32": lambda: np.nanstd(M.astype(np.float32), axis=0),
    "cov of float32": lambda: np.cov(M.astype(np.float32)),
    "cov of complex numbers": lambda: np.cov(Z.reshape(2, 2)),
    "ndim": lambda: np.ndim(M),
    "size": lambda: np.size(M, 1),
    "cov": lambda: np.cov(M),
    "cov of one": lambda: np.cov(X) * 1.0,
    "cov of two": lambda: np.cov(X, Y, bias=True),
    "cov by columns": lambda: np.cov(np.outer(X, Y) + M.ravel(), rowvar=False),
    "corrcoef": lambda: np.corrcoef(X, Y),
    "indices": lambda: np.indices((2, 3)),
    "linspace without its end": lambda: np.linspace(0.0, 1.0, 4, endpoint=False),
    "linspace and its step": lambda: np.linspace(0, 1, 4, retstep=True),
    "linspace of one": lambda: np.linspace(2.0, 3.0, 1, endpoint=False),
    "logspace": lambda: np.logspace(0.0, 2.0, 5),
    "logspace of a base": lambda: np.logspace(0, 3, num=4, endpoint=False, base=2.0),
    "geomspace": lambda: np.geomspace(1.0, 256.0, 9),
    "geomspace, negative": lambda: np.geomspace(-1.0, -100.0, 3),
    "unravel_index": lambda: np.unravel_index(5, (2, 3)),
    "unravel_index of several": lambda: np.unravel_index(np.array([5, 0]), (3, 2, 1)),
    "ravel_multi_index": lambda: np.ravel_multi_index((np.array([1, 0]), np.array([2, 1])), (2, 3)),
    "select": lambda: np.select([X > 1, X < 0], [X, Y], 5.0),
    "trim_zeros": lambda: np.trim_zeros(np.array([0, 0, 1, 0, 2, 0])),
    "unwrap": lambda: np.unwrap(np.array([0.0, 3.0, -3.0, 3.1, -0.1])),
    "unwrap of a period": lambda: np.unwrap([0, 5, 2, 8.0], period=4),
}


@pytest.mark.parametrize("name", VALUES)
def test_values(name: str) -> None:
    f = VALUES[name]
    with np.errstate(all="ignore"):
        wanted = f()
    got = irad.jit(f)()
    assert isinstance(got, tuple) == isinstance(wanted, tuple)
    for g, w in zip(*((v if isinstance(v, tuple) else (v,)) for v in (got, wanted)), strict=True):
        assert np.shape(g) == np.shape(w)
        assert isinstance(g, np.ndarray) == isinstance(w, np.ndarray)
        if isinstance(w, np.ndarray):
            assert g.dtype == w.dtype
        np.testing.assert_allclose(g, w, rtol=1e-6 if np.asarray(w).dtype == np.float32 else 1e-14, atol=1e-15)


SLOPES: dict[str, Any] = {
    "logaddexp": lambda x: (np.logaddexp(x, Y) * Y).sum(),
    "logaddexp of equal numbers": lambda x: np.logaddexp(x, x + 0.0).sum(),
    "logaddexp of equal numbers, once": lambda x: np.logaddexp(x, X).sum(),
    "logaddexp.reduce": lambda x: np.logaddexp.reduce(x),
    "logaddexp2": lambda x: np.logaddexp2(x, Y).sum(),
    "sinc": lambda x: (np.sinc(x) * Y).sum() + np.sinc(1e-3 * x).sum(),
    "interp of x": lambda x: np.interp(x, Y, X).sum(),
    "interp of values": lambda x: (np.interp([0.15, 0.7, -1.0, 3.0], Y, x * x) * Y).sum(),
    "interp of places": lambda x: np.interp(0.5, np.sort(x), Y),
    "bincount": lambda x: (np.bincount(N, weights=x * x) * Y).sum(),
    "convolve": lambda x: (np.convolve(x, x[:2]) * np.arange(5)).sum(),
    "correlate": lambda x: (np.correlate(x, x[1:], "full") * np.arange(6)).sum(),
    "polyval": lambda x: np.polyval(x, x).sum(),
    "polyder": lambda x: np.polyval(np.polyder(x), 0.7),
    "polyint": lambda x: np.polyval(np.polyint(x, 2), 0.7),
    "vander": lambda x: (np.vander(x) * X).sum(),
    "nansum": lambda x: np.nansum(np.where(x < 0, np.nan, x * x)),
    "nanstd": lambda x: np.nanstd(np.where(x < 0, np.nan, x)),
    "cov": lambda x: (np.cov(x.reshape(2, 2) * Y[:2]) * M).sum(),
    "corrcoef": lambda x: np.corrcoef(x, Y)[0, 1],
    "linspace": lambda x: (np.linspace(x[0], x[1], 5, endpoint=False) * np.arange(5)).sum(),
    "logspace": lambda x: np.logspace(x[0], x[1], 5).sum(),
    "geomspace": lambda x: np.geomspace(x[0], x[1], 5)[1:-1].sum(),
    "unique": lambda x: np.unique(x * x).sum() + np.unique(x)[0],
    "unique and where": lambda x: x[np.unique(N, return_index=True)[1]].sum(),
    "select": lambda x: np.select([x > 1, x < 0], [x * x, 3 * x], 0.0).sum(),
    "unwrap": lambda x: (np.unwrap(4.0 * x) * Y).sum(),
    "i0": lambda x: np.i0(x).sum(),
    "degrees": lambda x: np.degrees(x).sum(),
}


@pytest.mark.parametrize("name", SLOPES)
def test_derivatives(name: str) -> None:
    f = SLOPES[name]
    value, slope = irad.value_and_grad(f)(X.copy())
    assert value == pytest.approx(f(X), rel=1e-13)
    h = 1e-5
    wanted = [(f(X + h * e) - f(X - h * e)) / (2 * h) for e in np.eye(4)]
    np.testing.assert_allclose(slope, wanted, rtol=1e-6, atol=1e-7)
    _, tangent = irad.jvp(f, (X,), (Y,))
    assert tangent == pytest.approx(np.dot(slope, Y), rel=1e-12, abs=1e-13)


def test_second_derivatives_of_logaddexp() -> None:
    """p (1 - p) at equal numbers: 1/4."""
    h = irad.hvp(lambda x: np.logaddexp(x[0], x[1]), (np.array([0.7, 0.7]),), (np.array([1.0, 0.0]),))
    np.testing.assert_allclose(h, [0.25, -0.25], rtol=1e-14)


ERRORS: list[Any] = [
    lambda: np.bincount([1, -1]),
    lambda: np.bincount([1, 2], weights=[1.0]),
    lambda: np.searchsorted(Y, X, side="middle"),
    lambda: np.digitize(X, [1.0, 3.0, 2.0]),
    lambda: np.interp(X, Y, Y[1:]),
    lambda: np.convolve(X, Y[:0]),
    lambda: np.unravel_index(6, (2, 3)),
    lambda: np.ravel_multi_index((2, 0), (2, 3)),
    lambda: np.geomspace(0.0, 1.0, 3),
]


@pytest.mark.parametrize("k", range(len(ERRORS)))
def test_errors(k: int) -> None:
    with pytest.raises(Exception) as wanted:
        ERRORS[k]()
    with pytest.raises(type(wanted.value)):
        irad.jit(ERRORS[k])()
