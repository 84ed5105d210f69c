"""The cost of a clustering, its gradient, and the diagonal of its Hessian by forward over reverse mode.

Results: cost, gradient (k d), diagonal of the Hessian (k d).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import irad


@irad.jit
def cost(points, centroids):  # type: ignore[no-untyped-def]
    total = 0.0
    for i in range(len(points)):
        least = math.inf
        for j in range(len(centroids)):
            square = 0.0
            for a in range(points.shape[1]):
                t = points[i, a] - centroids[j, a]
                square += t * t
            if square < least:
                least = square
        total += least
    return total


@irad.jit
def gradient(points, centroids, out):  # type: ignore[no-untyped-def]
    for j in range(out.shape[0]):
        for a in range(out.shape[1]):
            out[j, a] = 0.0
    irad.autodiff(cost, points, irad.Duplicated(centroids, out))


def arguments(instance: dict[str, Any]) -> tuple[Any, ...]:
    """Points, centroids, the direction of ones, gradient, diagonal of the Hessian."""
    points, centroids = (np.array(instance[key], dtype=np.float64) for key in ("points", "centroids"))
    return points, centroids, np.ones_like(centroids), np.zeros_like(centroids), np.zeros_like(centroids)


def primal(points: Any, centroids: Any, ones: Any, slope: Any, curvature: Any) -> Any:
    return cost(points, centroids)


def derivative(points: Any, centroids: Any, ones: Any, slope: Any, curvature: Any) -> Any:
    return gradient(points, centroids, slope)


def diagonal(points: Any, centroids: Any, ones: Any, slope: Any, curvature: Any) -> Any:
    """The Hessian is diagonal: its product with a vector of ones is its diagonal.  The gradient comes with it."""
    notes = irad.Duplicated(centroids, ones), irad.Duplicated(slope, curvature)
    return irad.autodiff(gradient, points, *notes, mode=irad.Forward)


DERIVATIVES = {"gradient": derivative, "Hessian diagonal": diagonal}


def results(points: Any, centroids: Any, ones: Any, slope: Any, curvature: Any) -> Any:
    """What `primal` and the derivatives give, as numbers in a row."""
    value = primal(points, centroids, ones, slope, curvature)
    derivative(points, centroids, ones, slope, curvature)
    gradient = slope.copy()
    diagonal(points, centroids, ones, slope, curvature)
    return np.concatenate([[value], gradient.ravel(), curvature.ravel()])
