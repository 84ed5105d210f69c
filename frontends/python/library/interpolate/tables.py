"""Interpolation in tables: ``scipy.interpolate.interp1d``, ``RegularGridInterpolator`` and B-splines."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.interpolate import slopes
from irad.frontends.python.library.interpolate.piecewise import evaluated, interval_of, placed
from irad.frontends.python.library.shared.banded import banded_solution
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.sparse.sparse_arrays import SparseRows


class TableOfOne:
    """``interp1d``."""

    irad_compiled = True
    irad_attributes = ("x", "y", "axis", "bounds_error", "_kind", "_extrapolate", "_fill_value_below", "_fill_value_above")

    def __init__(
        self, x: Any, y: Any, kind: Any = "linear", axis: int = -1, copy: Any = True, bounds_error: Any = None,
        fill_value: Any = np.nan, assume_sorted: Any = False,
    ) -> None:  # fmt: skip
        at, given = np.asarray(x), np.asarray(y)
        if given.dtype == np.float32 or given.dtype.kind == "c":
            refused(
                "interp1d() of values that are not float64 is not supported in compiled functions",
                "convert them: y.astype(float)",
            )
        if at.ndim != 1:
            raise ValueError("the x array must have exactly one dimension.")
        if len(at) != given.shape[axis]:
            raise ValueError("x and y arrays must be equal in length along interpolation axis.")
        values = given.astype(np.float64)
        if not assume_sorted:
            order = np.argsort(at, kind="stable")
            at, values = at[order], np.take(values, order, axis=axis)
        self.x, self.y, self.axis, self._kind = at * np.float64(1.0), values, axis % given.ndim, kind
        self._extrapolate = isinstance(fill_value, str)
        if isinstance(fill_value, str):
            if fill_value != "extrapolate":
                raise ValueError("fill_value must be a number, a pair of numbers, or 'extrapolate'")
            self.bounds_error = False
            self._fill_value_below, self._fill_value_above = np.full(1, np.nan), np.full(1, np.nan)
        else:
            self.bounds_error = True if bounds_error is None else bounds_error
            pair = fill_value if isinstance(fill_value, tuple) else (fill_value, fill_value)
            self._fill_value_below, self._fill_value_above = np.ravel(pair[0]) * 1.0, np.ravel(pair[1]) * 1.0

    def __call__(self, x: Any) -> Any:
        at = np.asarray(x) * 1.0
        flat, n = at.ravel(), len(self.x)
        moved = np.moveaxis(self.y, self.axis, 0)
        rows = np.reshape(moved, (n, -1))
        if not self._extrapolate and self.bounds_error:
            for k in range(len(flat)):
                if flat[k] < self.x[0]:
                    raise ValueError("A value in x_new is below the interpolation range.")
                if flat[k] > self.x[n - 1]:
                    raise ValueError("A value in x_new is above the interpolation range.")
        if self._kind == "linear" or self._kind == "slinear":
            found = _linear(self.x, rows, flat)
        elif self._kind == "cubic":
            if n < 4:
                raise ValueError("x and y arrays must have at least 4 entries")
            found = _cubic(self.x, rows, flat)
        elif self._kind == "nearest" or self._kind == "nearest-up":
            found = _nearest(self.x, rows, flat, self._kind == "nearest-up")
        elif self._kind == "previous" or self._kind == "next":
            found = _beside(self.x, rows, flat, self._kind == "next", self._extrapolate)
        elif self._kind == "zero" or self._kind == 0:
            found = _beside(self.x, rows, flat, False, False)
        else:
            degree = 2 if self._kind == "quadratic" else self._kind
            if isinstance(degree, str):
                refused(
                    "interp1d() of this kind is not supported in compiled functions",
                    "make_interp_spline, or make it inside",
                )
            made = spline_through(self.x, rows, degree, 0)
            found = summed(made.t, made.c, degree, flat, 0, True)
        if not self._extrapolate:
            for k in range(len(flat)):
                for r in range(rows.shape[1]):
                    if flat[k] < self.x[0]:
                        found[k, r] = self._fill_value_below[r if len(self._fill_value_below) > 1 else 0]
                    if flat[k] > self.x[n - 1]:
                        found[k, r] = self._fill_value_above[r if len(self._fill_value_above) > 1 else 0]
        return placed(found, at, moved.shape[1:], self.axis)


def _linear(x: Any, y: Any, at: Any) -> Any:
    found = np.empty((len(at), y.shape[1]))
    for k in range(len(at)):
        v = at[k]
        i = interval_of(x, v)
        if v == x[i] and i > 0:  # the derivative is that of the interval below, as SciPy's slope
            i -= 1
        for r in range(y.shape[1]):
            found[k, r] = (y[i + 1, r] - y[i, r]) / (x[i + 1] - x[i]) * (v - x[i]) + y[i, r]
    return found


def _cubic(x: Any, y: Any, at: Any) -> Any:
    """By the spline without jumps of the third derivative at the second place and the last but one."""
    s = slopes.of_spline(x, y, "not-a-knot")
    n, columns = y.shape
    c = np.empty((4, n - 1, columns))
    for i in range(n - 1):
        h = x[i + 1] - x[i]
        for r in range(columns):
            m = (y[i + 1, r] - y[i, r]) / h
            t = (s[i, r] + s[i + 1, r] - 2.0 * m) / h
            c[0, i, r], c[1, i, r], c[2, i, r], c[3, i, r] = t / h, (m - s[i, r]) / h - t, s[i, r], y[i, r]
    return evaluated(c, x, at, 0, True, False)


def _nearest(x: Any, y: Any, at: Any, up: bool) -> Any:
    found = np.empty((len(at), y.shape[1]))
    for k in range(len(at)):
        i = interval_of(x, at[k])
        middle = x[i] / 2.0 + x[i + 1] / 2.0
        if at[k] > middle or (up and at[k] == middle) or at[k] != at[k]:
            i += 1
        for r in range(y.shape[1]):
            found[k, r] = y[i, r]
    return found


def _beside(x: Any, y: Any, at: Any, up: bool, wide: bool) -> Any:
    """The value at the place before or behind."""
    found, n = np.empty((len(at), y.shape[1])), len(x)
    for k in range(len(at)):
        v = at[k]
        i = interval_of(x, v)
        if v >= x[n - 1]:
            i = n - 1
        if up and v > x[i]:
            i = min(i + 1, n - 1)
        outside = wide and ((up and v > x[n - 1]) or (not up and v < x[0]))
        for r in range(y.shape[1]):
            found[k, r] = np.nan if outside else y[i, r]
    return found


class TableOnGrid:
    """``RegularGridInterpolator``."""

    irad_compiled = True
    irad_attributes = ("grid", "values", "method", "bounds_error", "fill_value")

    def __init__(
        self, points: Any, values: Any, method: Any = "linear", bounds_error: Any = True, fill_value: Any = np.nan
    ) -> None:  # fmt: skip
        given = np.asarray(values)
        if len(points) > given.ndim:
            raise ValueError("There are more point arrays than dimensions of values")
        self.grid = tuple(np.asarray(p) * np.float64(1.0) for p in points)
        for k in range(len(points)):
            p = self.grid[k]
            if len(p) != given.shape[k]:
                raise ValueError("There are points and values of different lengths along an axis")
            for i in range(1, len(p)):
                if not p[i] > p[i - 1]:
                    raise ValueError("The points must be strictly ascending (descending ones: turn both around)")
        self.values, self.method, self.bounds_error, self.fill_value = given * np.float64(1.0), method, bounds_error, fill_value

    def __call__(self, xi: Any, method: Any = None) -> Any:
        how = self.method if method is None else method
        if how != "linear" and how != "nearest":
            refused("RegularGridInterpolator knows the methods 'linear' and 'nearest' in compiled functions")
        if isinstance(xi, tuple):
            at = np.stack(np.broadcast_arrays(*[np.asarray(p) * 1.0 for p in xi]), axis=-1)
        else:
            given = np.asarray(xi) * 1.0
            at = np.reshape(given, (-1, len(self.grid))) if given.ndim == 1 else given
        axes = len(self.grid)
        if at.shape[-1] != axes:
            raise ValueError("The requested sample points xi have another dimension than the grid")
        rows = np.reshape(at, (-1, axes))
        lengths = np.array([len(p) for p in self.grid])
        places = np.concatenate(self.grid)
        trailing = self.values.shape[axes:]
        table = np.reshape(self.values, (-1, _product(trailing)))
        fill, filled = (0.0, False) if self.fill_value is None else (self.fill_value * 1.0, True)
        found = _on_grid(places, lengths, table, rows, how == "nearest", self.bounds_error, filled, fill)
        return np.reshape(found, (*at.shape[:-1], *trailing))


def _product(shape: Any) -> int:
    size = 1
    for n in shape:
        size *= n
    return size


def _on_grid(
    places: Any, lengths: Any, table: Any, rows: Any, nearest: bool, bounds_error: bool, filled: bool, fill: float
) -> Any:  # fmt: skip
    """The values at the points ``rows``; ``places``: those along all axes, one after the other."""
    axes, columns = len(lengths), table.shape[1]
    found = np.zeros((rows.shape[0], columns), dtype=table.dtype)
    corner, part = np.zeros(axes, dtype=np.int64), np.zeros(axes)
    for p in range(rows.shape[0]):
        first, outside, unknown = 0, False, False
        for k in range(axes):
            n, v = lengths[k], rows[p, k]
            own = places[first : first + n]
            if v < own[0] or v > own[n - 1]:
                outside = True
            if v != v:
                unknown = True
            i = interval_of(own, v)
            corner[k], part[k] = i, (v - own[i]) / (own[i + 1] - own[i])
            first += n
        if outside and bounds_error:
            raise ValueError("One of the requested xi is out of bounds")
        for c in range(2**axes):
            weight, at, bits = 1.0, 0, c
            for k in range(axes):
                bit = bits % 2
                bits = bits // 2
                if nearest:
                    weight = weight * (1.0 if (part[k] <= 0.5) == (bit == 0) else 0.0)
                else:
                    weight = weight * (part[k] if bit == 1 else 1.0 - part[k])
                at = at * lengths[k] + corner[k] + bit
            if nearest and weight == 0.0:
                continue
            for r in range(columns):
                found[p, r] += weight * table[at, r]
        if unknown or (outside and filled):
            for r in range(columns):
                found[p, r] = np.nan if unknown else fill
    return found


def interpn(
    points: Any, values: Any, xi: Any, method: Any = "linear", bounds_error: Any = True, fill_value: Any = np.nan
) -> Any:  # fmt: skip
    """Interpolation on a grid."""
    return TableOnGrid(points, values, method, bounds_error, fill_value)(xi)


class SplineOfBases:
    """``BSpline``: a sum of basis splines of degree k with the knots t."""

    irad_compiled = True
    irad_attributes = ("t", "c", "k", "extrapolate", "axis")

    def __init__(self, t: Any, c: Any, k: int, extrapolate: Any = True, axis: int = 0) -> None:
        self.t, self.c = np.asarray(t) * np.float64(1.0), np.asarray(c) * np.float64(1.0)
        self.k, self.extrapolate, self.axis = k, extrapolate, axis

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        wide = self.extrapolate if extrapolate is None else extrapolate
        if isinstance(wide, str):
            refused("periodic B-splines are not supported in compiled functions", "CubicSpline(bc_type='periodic')")
        at = np.asarray(x) * 1.0
        rows = np.reshape(self.c, (self.c.shape[0], -1))
        return placed(summed(self.t, rows, self.k, at.ravel(), nu, wide), at, self.c.shape[1:], self.axis)

    @staticmethod
    def design_matrix(x: Any, t: Any, k: int, extrapolate: Any = False) -> Any:
        """The basis splines at places, as a sparse matrix with a row for each."""
        return designed(np.asarray(x) * 1.0, np.asarray(t) * 1.0, k, extrapolate)

    def derivative(self, nu: int = 1) -> Any:
        """The derivative, as a spline of a lower degree."""
        t, c, k = self.t, self.c, self.k
        for _ in range(nu):
            n = len(t) - k - 1
            steps = t[k + 1 : k + n] - t[1:n]
            factors = np.where(steps > 0.0, k / np.where(steps > 0.0, steps, 1.0), 0.0)
            c = (np.diff(c[:n], axis=0).T * factors).T.copy()
            t, k = t[1:-1].copy(), k - 1
        return SplineOfBases(t, c, k, self.extrapolate, self.axis)

    def antiderivative(self, nu: int = 1) -> Any:
        """An antiderivative, as a spline of a higher degree."""
        t, c, k = self.t, self.c, self.k
        for _ in range(nu):
            n = len(t) - k - 1
            steps = (t[k + 1 : k + 1 + n] - t[:n]) / (k + 1)
            sums = np.cumsum((c[:n].T * steps).T, axis=0)
            c = np.concatenate((np.zeros((1, *c.shape[1:])), sums), axis=0)
            t, k = np.concatenate((t[:1], t, t[-1:])), k + 1
        return SplineOfBases(t, c, k, self.extrapolate, self.axis)

    def integrate(self, a: Any, b: Any, extrapolate: Any = None) -> Any:
        """The integral between two places."""
        wide = self.extrapolate if extrapolate is None else extrapolate
        whole, first, last = self.antiderivative(), a * 1.0, b * 1.0
        if not wide:
            low, high = self.t[self.k], self.t[len(self.t) - self.k - 1]
            first, last = min(max(first, low), high), min(max(last, low), high)
        return np.asarray(whole(last) - whole(first))


def _bases(t: Any, k: int, i: int, v: Any, out: Any) -> None:
    """The k + 1 basis splines that are not zero between t[i] and t[i + 1], at v (de Boor, 1978, chapter X)."""
    out[0] = 1.0
    for d in range(1, k + 1):
        kept = 0.0
        for j in range(d):
            right, left = t[i + j + 1], t[i + j + 1 - d]
            part = out[j] / (right - left)
            out[j] = kept + (right - v) * part
            kept = (v - left) * part
        out[d] = kept


def designed(x: Any, t: Any, k: int, wide: Any) -> Any:
    """The matrix of all basis splines of degree k with the knots t, at the places x."""
    if isinstance(wide, str):
        refused("periodic B-splines are not supported in compiled functions", "CubicSpline(bc_type='periodic')")
    if k < 0:
        raise ValueError("Spline order cannot be negative.")
    if t.ndim != 1 or np.any(t[1:] < t[:-1]):
        raise ValueError("Expect t to be a 1-D sorted array_like")
    if len(t) < 2 * k + 2:
        raise ValueError("Length t is not enough for k")
    n, count = len(t) - k - 1, len(x)
    if not wide and (np.min(x) < t[k] or np.max(x) > t[n]):
        raise ValueError("Out of bounds w/ x")
    data, indices = np.empty(count * (k + 1)), np.empty(count * (k + 1), dtype=np.int32)
    bases = np.empty(k + 1)
    for p in range(count):
        i = _span(t, k, n, x[p])
        _bases(t, k, i, x[p], bases)
        for j in range(k + 1):
            data[p * (k + 1) + j] = bases[j]
            indices[p * (k + 1) + j] = i - k + j
    return SparseRows((data, indices, np.arange(0, (count + 1) * (k + 1), k + 1, dtype=np.int32)), (count, n))


def _span(t: Any, k: int, n: int, v: Any) -> int:
    """The number of the knot before v, of those between which the spline is defined."""
    i = k
    while i < n - 1 and v >= t[i + 1]:
        i += 1
    return i


def summed(t: Any, c: Any, k: int, at: Any, nu: int, wide: bool) -> Any:
    """The derivative of order ``nu`` at places: of coefficients whose differences are taken that many times."""
    n, columns = len(t) - k - 1, c.shape[1]
    found = np.empty((len(at), columns), dtype=c.dtype)
    bases, own = np.zeros(k + 1), np.zeros((k + 1, columns), dtype=c.dtype)
    for p in range(len(at)):
        v = at[p]
        i = _span(t, k, n, v)
        for j in range(k + 1):
            for r in range(columns):
                own[j, r] = c[i - k + j, r]
        for d in range(nu if nu <= k else 0):
            for j in range(k, d, -1):
                for r in range(columns):
                    own[j, r] = (k - d) * (own[j, r] - own[j - 1, r]) / (t[i + j - d] - t[i + j - k])
        if nu <= k:
            _bases(t, k - nu, i, v, bases)
        inside = v == v and (wide or t[k] <= v <= t[n])
        for r in range(columns):
            s = 0.0 * own[0, r]
            for j in range(k - nu + 1):
                s += bases[j] * own[j + nu, r]
            found[p, r] = s if inside else np.nan
    return found


def bases_at(t: Any, k: int, at: Any, nu: int) -> Any:
    """The derivatives of order ``nu`` of all basis splines at places, those outside moved to the ends."""
    n = len(t) - k - 1
    return summed(t, np.eye(n), k, np.minimum(np.maximum(at, t[k]), t[n]), nu, True)


def make_interp_spline(
    x: Any, y: Any, k: int = 3, t: Any = None, bc_type: Any = None, axis: int = 0, check_finite: Any = True
) -> Any:  # fmt: skip
    """The spline of degree k through points, of odd degree without jumps of the k-th derivative next to the ends."""
    if t is not None or bc_type is not None:
        refused("make_interp_spline() with t= or bc_type= is not supported in compiled functions", "CubicSpline has bc_type=")
    if np.size(x) == 0:
        raise IndexError("index 0 is out of bounds for axis 0 with size 0")
    return spline_through(x, y, k, axis)


def spline_through(x: Any, y: Any, k: int, axis: int) -> Any:
    """The spline of degree k through points; of an even degree its inner knots lie in the middle between places."""
    at, values = slopes.checked(x, y, axis)
    if k < 1:
        raise NotImplementedError("splines of degree 0 in compiled functions")
    n, half = len(at), (k - 1) // 2
    if n < k + 1:
        raise ValueError("Need at least k + 1 points")
    knots = np.empty(n + k + 1)
    for j in range(n + k + 1):
        inner = at[min(max(j - k + half, 0), n - 1)]
        if k % 2 == 0:
            inner = 0.5 * (inner + at[min(max(j - k + half + 1, 0), n - 1)])
        knots[j] = at[0] if j <= k else at[n - 1] if j >= n else inner
    rows = np.reshape(values, (n, -1))
    ab, bases = np.zeros((2 * k + 1, n)), np.zeros(k + 1)
    for p in range(n):
        i = _span(knots, k, n, at[p])
        _bases(knots, k, i, at[p], bases)
        for j in range(k + 1):
            column = i - k + j
            if abs(p - column) <= k:
                ab[k + p - column, column] = bases[j]
    c = banded_solution(k, k, ab, rows)
    return SplineOfBases(knots, np.reshape(c, values.shape), k, True, axis)
