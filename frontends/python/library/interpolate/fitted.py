"""Splines of FITPACK through points, without smoothing: ``splrep``, ``splev``, ``splint``, ``UnivariateSpline`` ... of
`scipy.interpolate`."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.interpolate import tables
from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused

_SMOOTH = "s=0 gives the spline through the points"


def splrep(
    x: Any, y: Any, w: Any = None, xb: Any = None, xe: Any = None, k: int = 3, task: Any = 0, s: Setting = None, t: Any = None,
    full_output: bool = False, per: Any = 0, quiet: Any = 1,
) -> Any:  # fmt: skip
    """Knots, coefficients and degree of the spline through points."""
    if (s is not None and s != 0) or (w is not None and s is None):
        refused("scipy.interpolate.splrep() with smoothing is not supported in compiled functions", _SMOOTH)
    if xb is not None or xe is not None or t is not None or full_output:
        refused("scipy.interpolate.splrep() with these keywords is not supported in compiled functions", "leave them out")
    if task != 0 or per != 0:
        raise NotImplementedError("splrep() with task= or per= in compiled functions")
    if len(np.asarray(x)) != len(np.asarray(y)):
        raise TypeError("Lengths of the first three arguments (x,y,w) must be equal")
    if not 1 <= k <= 5:
        raise TypeError("Given degree of the spline is not supported. (1<=k<=5)")
    if len(np.asarray(x)) <= k:
        raise TypeError("m > k must hold")
    made = tables.spline_through(x, y, k, 0)
    return made.t, np.concatenate((made.c, np.zeros(k + 1))), k


def splev(x: Any, tck: Any, der: int = 0, ext: Any = 0) -> Any:
    """The spline, or a derivative of it, at places."""
    if not isinstance(tck, tuple):
        return tck(x, der)
    t, c, k = tck
    if not 0 <= der <= k:
        raise ValueError("0<=der<=k must hold")
    at = np.asarray(x) * 1.0
    n, places = len(t) - k - 1, at.ravel().copy()
    outside = (places < t[k]) | (places > t[n])
    if ext == 2 and np.any(outside):
        raise ValueError("Found x value not in the domain")
    if ext == 3:
        places = np.minimum(np.maximum(places, t[k]), t[n])
    found = tables.summed(t, np.reshape(c[:n], (n, 1)), k, places, der, True)[:, 0]
    if ext == 1:
        found = np.where(outside, 0.0, found)
    return np.reshape(found, at.shape)


def splint(a: Any, b: Any, tck: Any, full_output: bool = False) -> Any:
    """The integral of a spline, which is zero outside of its knots."""
    if full_output:
        refused("scipy.interpolate.splint() with full_output= is not supported in compiled functions", "leave it out")
    t, c, k = tck
    n = len(t) - k - 1
    return _integral(tables.SplineOfBases(t, c[:n], k), a, b)


def _integral(spline: Any, a: Any, b: Any) -> Any:
    t, k = spline.t, spline.k
    low, high = t[k], t[len(t) - k - 1]
    whole = spline.antiderivative()
    return (whole(min(max(b * 1.0, low), high)) - whole(min(max(a * 1.0, low), high))).item()


def splder(tck: Any, n: int = 1) -> Any:
    """The derivative of a spline, as knots, coefficients and degree."""
    t, c, k = tck
    made = tables.SplineOfBases(t, c[: len(t) - k - 1], k).derivative(n)
    return made.t, np.concatenate((made.c, np.zeros(made.k + 1))), made.k


def splantider(tck: Any, n: int = 1) -> Any:
    """An antiderivative of a spline, as knots, coefficients and degree."""
    t, c, k = tck
    made = tables.SplineOfBases(t, c[: len(t) - k - 1], k).antiderivative(n)
    return made.t, np.concatenate((made.c, np.zeros(made.k + 1))), made.k


class SplineThroughPoints:
    """``InterpolatedUnivariateSpline``, and ``UnivariateSpline`` without smoothing."""

    irad_compiled = True

    def __init__(
        self, x: Any, y: Any, w: Any = None, bbox: Any = None, k: int = 3, ext: Any = 0, check_finite: Any = False
    ) -> None:  # fmt: skip
        if bbox is not None:
            refused("splines with bbox= are not supported in compiled functions", "leave it out")
        self.spline, self.ext = tables.spline_through(x, y, k, 0), ext

    def __call__(self, x: Any, nu: int = 0, ext: Any = None) -> Any:
        s = self.spline
        return splev(x, (s.t, np.concatenate((s.c, np.zeros(s.k + 1))), s.k), nu, self.ext if ext is None else ext)

    def derivative(self, n: int = 1) -> Any:
        """The derivative, as a spline of a lower degree."""
        return self.spline.derivative(n)

    def antiderivative(self, n: int = 1) -> Any:
        """An antiderivative that is zero at the first place."""
        return self.spline.antiderivative(n)

    def integral(self, a: Any, b: Any) -> Any:
        """The integral, of zero outside of the points."""
        return _integral(self.spline, a, b)

    def get_coeffs(self) -> Any:
        """The coefficients."""
        return self.spline.c.copy()

    def get_residual(self) -> Any:
        """The sum of the squares of what is left."""
        return 0.0

    def get_knots(self) -> Any:
        """The inner knots and the ends."""
        s = self.spline
        return s.t[s.k : len(s.t) - s.k].copy()


class SmoothSpline(SplineThroughPoints):
    """``UnivariateSpline``."""

    def __init__(
        self, x: Any, y: Any, w: Any = None, bbox: Any = None, k: int = 3, s: Any = None, ext: Any = 0, check_finite: Any = False
    ) -> None:  # fmt: skip
        if s is None:
            refused("scipy.interpolate.UnivariateSpline() with smoothing is not supported in compiled functions", _SMOOTH)
        if s != 0:
            raise NotImplementedError(f"UnivariateSpline() with smoothing in compiled functions: {_SMOOTH}")
        self.spline, self.ext = tables.spline_through(x, y, k, 0), ext
