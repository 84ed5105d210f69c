"""``KDTree`` and ``cKDTree`` of `scipy.spatial`: the nearest of points, by all distances."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused


class PointsNearby:
    """The points; which ones are near has no derivative, distances have."""

    irad_compiled = True

    def __init__(
        self, data: Any, leafsize: Any = 10, compact_nodes: Any = True, copy_data: Any = False, balanced_tree: Any = True,
        boxsize: Any = None,
    ) -> None:  # fmt: skip
        if boxsize is not None:
            refused("trees of points with boxsize= are not supported in compiled functions", "copies of the points")
        self.data = np.asarray(data) * np.float64(1.0)
        if self.data.ndim != 2:
            raise ValueError("data must be of shape (n, m), where there are n points of dimension m")
        self.n, self.m = self.data.shape
        if not np.all(np.isfinite(self.data)):
            raise ValueError("data must be finite, check for nan or inf values")

    def query(
        self, x: Any, k: Any = None, eps: Any = 0.0, p: Any = 2.0, distance_upper_bound: Any = np.inf, workers: Any = 1
    ) -> Any:  # fmt: skip
        """The distances of the ``k`` nearest points, and which ones they are; inf and n where there are fewer."""
        if np.ndim(1 if k is None else k) > 0:
            refused("query() of trees of points with a list k= is not supported in compiled functions", "columns of the result")
        several = 1 if k is None else k
        if k is not None and several == 1:
            raise NotImplementedError("query(k=1) of trees of points in compiled functions: leave it out")
        at = np.asarray(x) * np.float64(1.0)
        if at.shape[-1] != self.m:
            raise ValueError("x must consist of vectors of length m")
        if not np.all(np.isfinite(at)):
            raise ValueError("'x' must be finite, check for nan or inf values")
        if several < 1:
            raise ValueError("k must be an integer or a sequence of integers")
        rows = at.reshape(-1, self.m)
        found, which = np.full((len(rows), several), np.inf), np.full((len(rows), several), self.n)
        for i in range(len(rows)):
            away = np.array([_far(rows[i], self.data[j], p) for j in range(self.n)])
            order = np.argsort(away)
            for j in range(min(several, self.n)):
                if away[order[j]] < distance_upper_bound:
                    found[i, j], which[i, j] = away[order[j]], order[j]
        if k is None:
            return _shaped(found[:, 0], at), _shaped(which[:, 0], at)
        return found.reshape(*at.shape[:-1], several), which.reshape(*at.shape[:-1], several)


def _shaped(values: Any, at: Any) -> Any:
    return values[0] if at.ndim == 1 else values.reshape(at.shape[:-1])


def _far(a: Any, b: Any, p: Any) -> Any:
    """Minkowski's distance."""
    d = np.abs(a - b)
    if p == np.inf:
        return np.max(d)
    if p == 1.0:
        return np.sum(d)
    total = np.sum(d * d) if p == 2.0 else np.sum(d**p)
    if total == 0.0:
        return 0.0  # with the derivative 0, in the middle of all directions
    return np.sqrt(total) if p == 2.0 else total ** (1.0 / p)


def _points(given: Any, m: Any) -> Any:
    """Points in rows, of an array or of one array for each coordinate."""
    if isinstance(given, tuple):
        return np.stack(np.broadcast_arrays(*[np.asarray(v) * np.float64(1.0) for v in given]), axis=-1)
    at = np.asarray(given) * np.float64(1.0)
    return np.reshape(at, (-1, m)) if at.ndim == 1 else at


class ValuesOfNearest:
    """``NearestNDInterpolator``: values of the nearest points, which have derivatives by these values."""

    irad_compiled = True
    irad_attributes = ("points", "values", "scale")

    def __init__(self, x: Any, y: Any, rescale: bool = False, tree_options: Any = None) -> None:
        if rescale:
            raise NotImplementedError("NearestNDInterpolator(rescale=True) in compiled functions")
        self.points, self.values, self.scale = _points(x, 1), np.asarray(y), None
        if self.points.shape[1] < 2:
            raise ValueError("input data must be at least 2-D")
        if len(self.points) != len(self.values):
            raise ValueError("different number of values and points")

    def __call__(self, *args: Any) -> Any:
        if self.scale is not None:
            refused("a NearestNDInterpolator with rescale= is not supported in compiled functions", "scale the points")
        at = _points(args if len(args) > 1 else args[0], self.points.shape[1])
        if at.shape[-1] != self.points.shape[1]:
            raise ValueError("number of dimensions in xi does not match x")
        _, which = PointsNearby(self.points).query(np.reshape(at, (-1, at.shape[-1])))
        found = (self.values * np.float64(1.0))[which]
        return np.reshape(found, (*at.shape[:-1], *self.values.shape[1:]))


def directed_hausdorff(u: Any, v: Any, rng: Any = 0) -> Any:
    """The largest distance from a point to the nearest one of others, and the first two points that it is between."""
    first, second = np.asarray(u) * np.float64(1.0), np.asarray(v) * np.float64(1.0)
    if first.shape[1] != second.shape[1]:
        raise ValueError("u and v need to have the same number of columns")
    if len(first) == 0 or len(second) == 0 or not (np.all(np.isfinite(first)) and np.all(np.isfinite(second))):
        raise NotImplementedError("directed_hausdorff of no points, or of infinite ones, in compiled functions")
    most, at, to = -1.0, 0, 0
    for i in range(len(first)):
        least, near = np.inf, 0
        for j in range(len(second)):
            away = np.sum((first[i] - second[j]) ** 2)
            if away < least:
                least, near = away, j
        if least > most:
            most, at, to = least, i, near
    return np.sqrt(most) if most > 0.0 else 0.0, at, to
