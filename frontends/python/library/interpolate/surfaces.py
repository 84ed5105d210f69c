"""Splines over rectangles, products of basis splines: ``RectBivariateSpline`` and ``bisplev`` of `scipy.interpolate`."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.interpolate.tables import bases_at, spline_through
from irad.frontends.python.library.shared.compiler_words import refused


class SplineOnRectangle:
    """``RectBivariateSpline`` through its points."""

    irad_compiled = True
    irad_attributes = ("tck", "degrees")

    def __init__(self, x: Any, y: Any, z: Any, bbox: Any = None, kx: int = 3, ky: int = 3, s: Any = 0, maxit: Any = 20) -> None:
        if bbox is not None:
            refused("RectBivariateSpline() with bbox= is not supported in compiled functions", "leave it out")
        if s != 0:
            raise NotImplementedError("RectBivariateSpline() with smoothing in compiled functions: s=0")
        first, second, values = np.ravel(x) * 1.0, np.ravel(y) * 1.0, np.asarray(z) * np.float64(1.0)
        if not np.all(np.diff(first) > 0.0) or not np.all(np.diff(second) > 0.0):
            raise ValueError("x and y must be strictly increasing")
        if len(first) != values.shape[0] or len(second) != values.shape[1]:
            raise ValueError("z must have a row for each element of x and a column for each element of y")
        if len(first) <= kx or len(second) <= ky:
            raise ValueError("x and y must have more elements than the degrees")
        if not np.all(np.isfinite(values)):
            raise NotImplementedError("RectBivariateSpline() of infinite values or nan in compiled functions")
        along = spline_through(first, values, kx, 0)
        across = spline_through(second, along.c.T.copy(), ky, 0)
        self.tck = (along.t, across.t, np.ravel(across.c.T.copy()))
        self.degrees = (kx, ky)

    def __call__(self, x: Any, y: Any, dx: int = 0, dy: int = 0, grid: bool = True) -> Any:
        tx, ty, c = self.tck
        kx, ky = self.degrees
        first, second = np.asarray(x) * 1.0, np.asarray(y) * 1.0
        if (None, 0)[int(grid)] is not None:  # which is known when compiling
            rows, columns = np.ravel(first), np.ravel(second)
            if np.any(np.diff(rows) < 0.0) or np.any(np.diff(columns) < 0.0):
                raise ValueError("x and y must be strictly increasing when `grid` is True")
            return _on_lines(tx, ty, c, kx, ky, rows, columns, dx, dy)
        alike = np.broadcast_arrays(first, second)
        found = _at_pairs(tx, ty, c, kx, ky, np.ravel(alike[0]), np.ravel(alike[1]), dx, dy)
        return np.reshape(found, alike[0].shape)

    def ev(self, xi: Any, yi: Any, dx: int = 0, dy: int = 0) -> Any:
        """The values or derivatives at points."""
        return self(xi, yi, dx, dy, grid=False)

    def get_knots(self) -> Any:
        """The knots of both axes."""
        return self.tck[0], self.tck[1]

    def get_coeffs(self) -> Any:
        """The coefficients, in one axis."""
        return self.tck[2]


def _check(kx: int, ky: int, dx: int, dy: int) -> None:
    if (dx != 0 or dy != 0) and not (0 <= dx < kx and 0 <= dy < ky):
        raise ValueError("Error code returned by parder: 10")


def _on_lines(tx: Any, ty: Any, c: Any, kx: int, ky: int, x: Any, y: Any, dx: int, dy: int) -> Any:
    _check(kx, ky, dx, dy)
    table = np.reshape(c, (len(tx) - kx - 1, len(ty) - ky - 1))
    return bases_at(tx, kx, x, dx) @ table @ bases_at(ty, ky, y, dy).T


def _at_pairs(tx: Any, ty: Any, c: Any, kx: int, ky: int, x: Any, y: Any, dx: int, dy: int) -> Any:
    _check(kx, ky, dx, dy)
    table = np.reshape(c, (len(tx) - kx - 1, len(ty) - ky - 1))
    return np.sum((bases_at(tx, kx, x, dx) @ table) * bases_at(ty, ky, y, dy), axis=1)


def bisplev(x: Any, y: Any, tck: Any, dx: int = 0, dy: int = 0) -> Any:
    """The values or derivatives of a spline on the lines of a grid."""
    tx, ty, c, kx, ky = tck
    if not (0 <= dx < kx and 0 <= dy < ky):
        raise ValueError("0 <= dx < kx and 0 <= dy < ky must hold")
    rows, columns = np.atleast_1d(x) * 1.0, np.atleast_1d(y) * 1.0
    if rows.ndim != 1 or columns.ndim != 1:
        raise ValueError("First two entries should be rank-1 arrays.")
    if (np.ndim(x) == 1 and len(rows) == 1) or (np.ndim(y) == 1 and len(columns) == 1):
        raise NotImplementedError("scipy.interpolate.bisplev at arrays of one element in compiled functions: pass the number")
    found = _on_lines(tx, ty, c, kx, ky, rows, columns, dx, dy)
    if np.ndim(x) == 1:
        return found
    return found[0] if np.ndim(y) == 1 else found[0, 0]
