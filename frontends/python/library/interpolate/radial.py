"""Interpolation by radial functions: ``scipy.interpolate.RBFInterpolator``."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused

_LEAST = {"multiquadric": 0, "linear": 0, "thin_plate_spline": 1, "cubic": 1, "quintic": 2}
_WITHOUT_WIDTH = "linear", "thin_plate_spline", "cubic", "quintic"


class RadialFunctions:
    """``RBFInterpolator``: a sum of functions of the distances to points, and a polynomial."""

    irad_compiled = True

    def __init__(
        self, y: Any, d: Any, neighbors: Any = None, smoothing: Any = 0.0, kernel: Any = "thin_plate_spline", epsilon: Any = None,
        degree: Any = None,
    ) -> None:  # fmt: skip
        points, values = np.asarray(y) * 1.0, np.asarray(d) * 1.0
        if neighbors is not None:
            refused("RBFInterpolator() with neighbors= is not supported in compiled functions", "all points")
        if values.dtype.kind == "c":
            refused("RBFInterpolator() of complex numbers is not supported in compiled functions", "real and imaginary parts")
        if kernel not in _LEAST and kernel not in ("inverse_multiquadric", "inverse_quadratic", "gaussian"):
            raise ValueError("`kernel` must be one of the known ones")
        if epsilon is None and kernel not in _WITHOUT_WIDTH:
            raise ValueError("`epsilon` must be specified if `kernel` is not one of the scale-invariant ones")
        if points.ndim != 2:
            raise ValueError("`y` must be a 2-dimensional array.")
        if len(points) != len(values):
            raise ValueError("Expected the first axis of `d` to have the length of `y`.")
        least = _LEAST.get(kernel, -1)
        self.degree = max(least, 0) if degree is None else degree
        if self.degree > 2:
            raise NotImplementedError("RBFInterpolator() with degree= above 2 in compiled functions")
        self.points, self.kernel, self.width = points, kernel, 1.0 if epsilon is None else epsilon * 1.0
        n = len(points)
        rows = np.reshape(values, (n, -1))
        more = _terms(points, self.degree)
        count = more.shape[1]
        if count > n:
            raise ValueError("At least as many data points are required as the polynomial has terms.")
        whole, right = np.zeros((n + count, n + count)), np.zeros((n + count, rows.shape[1]))
        whole[:n, :n] = _kernel(points, points, kernel, self.width)
        for i in range(n):
            whole[i, i] += smoothing if np.ndim(smoothing) == 0 else np.ravel(smoothing)[i]
        whole[:n, n:] = more
        whole[n:, :n] = more.T
        right[:n] = rows
        self.weights, self.trailing = np.linalg.solve(whole, right), values.shape[1:]

    def __call__(self, x: Any) -> Any:
        at = np.asarray(x) * 1.0
        if at.ndim != 2:
            raise ValueError("`x` must be a 2-dimensional array.")
        if at.shape[1] != self.points.shape[1]:
            raise ValueError("Expected the second axis of `x` to have the length of that of `y`.")
        n = len(self.points)
        found = _kernel(at, self.points, self.kernel, self.width) @ self.weights[:n]
        found = found + _terms(at, self.degree) @ self.weights[n:]
        return np.reshape(found, (len(at), *self.trailing))


def _kernel(a: Any, b: Any, kernel: Any, width: Any) -> Any:
    out = np.zeros((len(a), len(b)))
    for i in range(len(a)):
        for j in range(len(b)):
            square = 0.0
            for k in range(a.shape[1]):
                square += (width * (a[i, k] - b[j, k])) ** 2
            if kernel == "gaussian":
                out[i, j] = math.exp(-square)
            elif kernel == "multiquadric":
                out[i, j] = -math.sqrt(square + 1.0)
            elif kernel == "inverse_multiquadric":
                out[i, j] = 1.0 / math.sqrt(square + 1.0)
            elif kernel == "inverse_quadratic":
                out[i, j] = 1.0 / (square + 1.0)
            elif square == 0.0:
                out[i, j] = 0.0
            elif kernel == "linear":
                out[i, j] = -math.sqrt(square)
            elif kernel == "thin_plate_spline":
                out[i, j] = 0.5 * square * math.log(square)
            elif kernel == "cubic":
                out[i, j] = square * math.sqrt(square)
            else:
                out[i, j] = -square * square * math.sqrt(square)
    return out


def _terms(x: Any, degree: int) -> Any:
    """The values of the terms of a polynomial of the degree."""
    n, axes = x.shape
    count = 0 if degree < 0 else 1 if degree == 0 else 1 + axes if degree == 1 else 1 + axes + axes * (axes + 1) // 2
    out = np.ones((n, count))
    for i in range(n):
        at = 1 + axes
        for k in range(axes if degree > 0 else 0):
            out[i, 1 + k] = x[i, k]
            for m in range(k + 1 if degree > 1 else 0):
                out[i, at] = x[i, k] * x[i, m]
                at += 1
    return out
