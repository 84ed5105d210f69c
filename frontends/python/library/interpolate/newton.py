"""The polynomial through points, by Newton's divided differences: ``BarycentricInterpolator`` and ``KroghInterpolator``."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused


class PolynomialThroughPoints:
    """The polynomial of least degree with given values; points that are there twice, which give slopes, are an error."""

    irad_compiled = True
    irad_attributes = ("xi", "yi")

    def __init__(self, xi: Any, yi: Any = None, axis: Any = 0) -> None:
        if yi is None:
            refused("a polynomial through points without values is not supported in compiled functions", "pass yi")
        self.xi, self.yi = np.asarray(xi) * 1.0, np.asarray(yi) * 1.0
        if self.yi.ndim != 1 or self.xi.ndim != 1:
            refused("a polynomial through points of several axes is not supported in compiled functions", "one for each column")
        if len(self.xi) != len(self.yi):
            raise ValueError("x and y arrays must be equal in length along interpolation axis.")
        if len(self.xi) == 0:
            raise ValueError("cannot reshape array of size 0 into shape (0,newaxis)")

    def __call__(self, x: Any) -> Any:
        xi, n = self.xi, len(self.xi)
        c = np.reshape(self.yi, (n,)).copy()
        for k in range(1, n):
            for j in range(n - 1, k - 1, -1):
                if xi[j] == xi[j - k]:
                    raise NotImplementedError("a polynomial through points that are there twice in compiled functions")
                c[j] = (c[j] - c[j - 1]) / (xi[j] - xi[j - k])
        at = np.asarray(x) * 1.0
        found = c[n - 1] + 0.0 * at
        for k in range(n - 2, -1, -1):
            found = c[k] + (at - xi[k]) * found
        return found


def _polynomial_at(name: str, xi: Any, yi: Any, x: Any, axis: Any, der: Any) -> Any:
    if der != 0:
        raise NotImplementedError(f"scipy.interpolate.{name} with der= in compiled functions")
    return np.asarray(PolynomialThroughPoints(xi, yi, axis)(x))


def krogh_interpolate(xi: Any, yi: Any, x: Any, der: Any = 0, axis: Any = 0) -> Any:
    """The polynomial through points, at places."""
    return _polynomial_at("krogh_interpolate", xi, yi, x, axis, der)


def barycentric_interpolate(xi: Any, yi: Any, x: Any, axis: Any = 0, *, der: Any = 0, rng: Any = None) -> Any:
    """The polynomial through points, at places."""
    return _polynomial_at("barycentric_interpolate", xi, yi, x, axis, der)
