"""Piecewise polynomials: ``scipy.interpolate.PPoly`` and the cubic interpolants that are such, compiled like classes of a user's.

The attributes are those of SciPy's objects, so that objects made outside can be used as well.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.interpolate import slopes
from irad.frontends.python.library.shared.compiler_words import refused


def interval_of(x: Any, v: Any) -> int:
    """The number of the interval between ascending ``x`` that ``v`` is in; the first or last one outside of them."""
    low, high = 0, len(x) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if v >= x[middle]:
            low = middle
        else:
            high = middle
    return low


def placed(found: Any, x: Any, c_axes: Any, axis: int) -> Any:
    """Values in rows, a row for each element of ``x``, as an array with the axes of ``x`` in the place of ``axis``."""
    out = np.reshape(found, (*x.shape, *c_axes))
    if axis == 0 or x.ndim == 0:
        return out
    if x.ndim > 1:
        refused("interpolation along another axis than the first, at places in several axes, is not supported", "ravel them")
    return np.moveaxis(out, 0, axis)


class OverIntervals:
    """Coefficients of polynomials between places."""

    irad_compiled = True
    irad_attributes = ("c", "x", "extrapolate", "axis")

    def __init__(self, c: Any, x: Any, extrapolate: Any = None, axis: int = 0) -> None:
        self.c, self.x, self.axis = np.asarray(c) * np.float64(1.0), np.asarray(x) * np.float64(1.0), axis
        self.extrapolate = True if extrapolate is None else extrapolate


class PiecewisePolynomial(OverIntervals):
    """Polynomials of x - x[i] between the places x[i], the highest powers first."""

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        at = np.asarray(x) * 1.0
        rows = np.reshape(self.c, (self.c.shape[0], self.c.shape[1], -1))
        wide = self.extrapolate if extrapolate is None else extrapolate
        periodic = isinstance(wide, str)
        found = evaluated(rows, self.x, at.ravel(), nu, True if periodic else wide, periodic)
        return placed(found, at, self.c.shape[2:], self.axis)

    def derivative(self, nu: int = 1) -> Any:
        """The derivative, a piecewise polynomial of lower degree."""
        c = self.c
        for _ in range(nu):
            count = c.shape[0]
            powers = np.reshape(np.arange(count - 1, 0, -1) * 1.0, (count - 1,) + (1,) * (c.ndim - 1))
            c = c[:-1] * powers if count > 1 else 0.0 * c
        return PiecewisePolynomial(c, self.x, self.extrapolate, self.axis)

    def antiderivative(self, nu: int = 1) -> Any:
        """The integral from the first place, a piecewise polynomial of higher degree."""
        c = self.c
        for _ in range(nu):
            count, m = c.shape[0], c.shape[1]
            powers = np.reshape(np.arange(count, 0, -1) * 1.0, (count,) + (1,) * (c.ndim - 1))
            more = np.concatenate((c / powers, 0.0 * c[:1]))
            for i in range(1, m):
                h = self.x[i] - self.x[i - 1]
                s = more[0, i - 1]
                for k in range(1, count + 1):
                    s = s * h + more[k, i - 1]
                more[count, i] = s
            c = more
        return PiecewisePolynomial(c, self.x, False if isinstance(self.extrapolate, str) else self.extrapolate, self.axis)

    def integrate(self, a: Any, b: Any, extrapolate: Any = None) -> Any:
        """The integral from ``a`` to ``b``."""
        wide = self.extrapolate if extrapolate is None else extrapolate
        if isinstance(wide, str):
            refused("integrals of periodic splines are not supported in compiled functions", "integrate one period")
        whole = PiecewisePolynomial(self.c, self.x, wide, 0).antiderivative()
        return np.asarray(whole(b) - whole(a))


def evaluated(c: Any, x: Any, at: Any, nu: int, wide: bool, periodic: bool) -> Any:
    """The values or derivatives of piecewise polynomials at places, a row for each."""
    count, columns, last = c.shape[0], c.shape[2], len(x) - 1
    found = np.zeros((len(at), columns), dtype=c.dtype)
    for j in range(len(at)):
        v = at[j]
        if periodic:
            v = x[0] + (v - x[0]) % (x[last] - x[0])
        inside = v == v and (wide or x[0] <= v <= x[last])
        i = interval_of(x, v)
        d = v - x[i]
        for r in range(columns):
            s, power = found[j, r], 1.0
            for k in range(count - 1 - nu, -1, -1):  # from the lowest power on, as SciPy's: so that infinities are the same
                factor = power
                for p in range(nu):
                    factor *= count - 1 - k - p
                s += factor * c[k, i, r]
                power *= d
            found[j, r] = s if inside else np.nan
    return found


class CubicInterpolant(PiecewisePolynomial):
    """A piecewise polynomial made of values and slopes."""

    def _set(self, x: Any, y: Any, s: Any, extrapolate: Any, axis: int) -> None:
        """``y``: the values, the axis first; ``s``: the slopes, a column for each of the others."""
        n = len(x)
        values = np.reshape(y, (n, -1))
        c = np.empty((4, n - 1, values.shape[1]), dtype=values.dtype)
        for i in range(n - 1):
            h = x[i + 1] - x[i]
            for r in range(values.shape[1]):
                slope = (values[i + 1, r] - values[i, r]) / h
                t = (s[i, r] + s[i + 1, r] - 2.0 * slope) / h
                c[0, i, r] = t / h
                c[1, i, r] = (slope - s[i, r]) / h - t
                c[2, i, r] = s[i, r]
                c[3, i, r] = values[i, r]
        self.c, self.x, self.axis, self.extrapolate = np.reshape(c, (4, n - 1, *y.shape[1:])), x, axis, extrapolate


class HermiteSpline(CubicInterpolant):
    """``CubicHermiteSpline``."""

    def __init__(self, x: Any, y: Any, dydx: Any, axis: int = 0, extrapolate: Any = None) -> None:
        at, values = slopes.checked(x, y, axis)
        given = np.moveaxis(np.asarray(dydx) * 1.0, axis, 0)
        if given.shape != values.shape:
            raise ValueError("The shapes of `y` and `dydx` must be identical.")
        self._set(at, values, np.reshape(given, (len(at), -1)), True if extrapolate is None else extrapolate, axis)


class NaturalSpline(CubicInterpolant):
    """``CubicSpline``."""

    def __init__(self, x: Any, y: Any, axis: int = 0, bc_type: Any = "not-a-knot", extrapolate: Any = None) -> None:
        at, values = slopes.checked(x, y, axis)
        s = slopes.of_spline(at, np.reshape(values, (len(at), -1)), bc_type)
        wide = True if extrapolate is None else extrapolate
        if extrapolate is None and isinstance(bc_type, str) and bc_type == "periodic":
            self._set(at, values, s, "periodic", axis)
        else:
            self._set(at, values, s, wide, axis)


class ShapePreserving(CubicInterpolant):
    """``PchipInterpolator``."""

    def __init__(self, x: Any, y: Any, axis: int = 0, extrapolate: Any = None) -> None:
        at, values = slopes.checked(x, y, axis)
        s = slopes.of_pchip(at, np.reshape(values, (len(at), -1)))
        self._set(at, values, s, True if extrapolate is None else extrapolate, axis)


class AkimaSpline(CubicInterpolant):
    """``Akima1DInterpolator``."""

    def __init__(self, x: Any, y: Any, axis: int = 0, *, method: str = "akima", extrapolate: Any = None) -> None:
        if method != "akima" and method != "makima":
            raise NotImplementedError("`method` is unsupported.")
        at, values = slopes.checked(x, y, axis)
        s = slopes.of_akima(at, np.reshape(values, (len(at), -1)), method == "makima")
        self._set(at, values, s, False if extrapolate is None else extrapolate, axis)


class BernsteinPolynomial(OverIntervals):
    """``BPoly``: polynomials between the places x[i] by their coefficients in Bernstein's basis."""

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        wide = self.extrapolate if extrapolate is None else extrapolate
        if isinstance(wide, str):
            refused("periodic BPoly objects are not supported in compiled functions", "CubicSpline(bc_type='periodic')")
        at = np.asarray(x) * 1.0
        c = np.reshape(self.c, (self.c.shape[0], self.c.shape[1], -1))
        for _ in range(nu):
            c = _slopes_of_bernstein(c, self.x)
        return placed(_by_bernstein(c, self.x, at.ravel(), wide), at, self.c.shape[2:], self.axis)

    def derivative(self, nu: int = 1) -> Any:
        """The derivative, of a lower degree."""
        c = np.reshape(self.c, (self.c.shape[0], self.c.shape[1], -1))
        for _ in range(nu):
            c = _slopes_of_bernstein(c, self.x)
        shape = (c.shape[0], c.shape[1], *self.c.shape[2:])
        return BernsteinPolynomial(np.reshape(c, shape), self.x, self.extrapolate, self.axis)


def _slopes_of_bernstein(c: Any, x: Any) -> Any:
    degree = c.shape[0] - 1
    if degree == 0:
        return 0.0 * c
    return degree * (c[1:] - c[:-1]) / np.reshape(np.diff(x), (1, -1, 1))


def _by_bernstein(c: Any, x: Any, at: Any, wide: Any) -> Any:
    """The values at places, by de Casteljau's triangles."""
    count, columns, last = c.shape[0], c.shape[2], len(x) - 1
    found, own = np.empty((len(at), columns), dtype=c.dtype), np.empty(count, dtype=c.dtype)
    for p in range(len(at)):
        v = at[p]
        i = interval_of(x, v)
        s = (v - x[i]) / (x[i + 1] - x[i])
        inside = v == v and (wide or x[0] <= v <= x[last])
        for r in range(columns):
            for j in range(count):
                own[j] = c[j, i, r]
            for j in range(count - 1, 0, -1):
                for q in range(j):
                    own[q] = (1.0 - s) * own[q] + s * own[q + 1]
            found[p, r] = own[0] if inside else np.nan
    return found
