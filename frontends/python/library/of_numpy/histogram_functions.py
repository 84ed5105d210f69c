"""Histograms; what is counted has no derivative, the weights and edges have."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.of_numpy.searching import bisected
from irad.frontends.python.library.shared.compiler_words import refused

_RULES = "auto, fd, rice, scott, sqrt and sturges are"


def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Any:
    """The edges of bins of one width, or the ones that are given."""
    given = np.asarray(a)
    if isinstance(bins, str):
        return histogram_bin_edges(a, estimated_bins(a, bins, range, weights), range)
    if np.ndim(bins) > 0:
        edges = np.asarray(bins)
        if np.any(edges[1:] < edges[:-1]):
            raise ValueError("`bins` must increase monotonically, when an array")
        return edges
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    if range is not None:
        low, high = range[0] * 1.0, range[1] * 1.0
        if low > high:
            raise ValueError("max must be larger than min in range parameter.")
        if not np.isfinite(low) or not np.isfinite(high):
            raise ValueError("supplied range is not finite")
        spaced = _spaced(low, high, bins)
        return spaced.astype(given.dtype) if given.dtype.kind == "f" else spaced
    if given.size == 0:
        return _spaced(given.dtype.type(0) * 1.0, given.dtype.type(1) * 1.0, bins)
    low, high = np.min(given) * 1.0, np.max(given) * 1.0
    if not np.isfinite(low) or not np.isfinite(high):
        raise ValueError("autodetected range is not finite")
    return _spaced(low, high, bins)


def _spaced(low: Any, high: Any, bins: int) -> Any:
    wide = 0.5 if low == high else 0.0
    edges = np.linspace(low - wide, high + wide, bins + 1)
    if np.any(edges[:-1] >= edges[1:]):
        raise ValueError(f"Too many bins for data range. Cannot create {bins} finite-sized bins.")
    return edges


def estimated_bins(a: Any, method: str, range: Any, weights: Any) -> int:
    """The number of bins by one of NumPy's rules for their width."""
    if weights is not None:
        raise TypeError("Automated estimation of the number of bins is not supported for weighted data")
    values = np.asarray(a).ravel()
    edges = histogram_bin_edges(a, 1, range)
    if range is not None:
        values = values[(values >= edges[0]) & (values <= edges[1])]
    if values.size == 0:
        return 1
    width = _width(values, method)
    if values.dtype.kind in "iu" and 0.0 < width < 1.0:
        width = 1.0
    return int(np.ceil((edges[1] - edges[0]) / width)) if width > 0.0 else 1


def _width(x: Any, method: str) -> Any:
    """Of a bin: the rules of Freedman and Diaconis, of Scott, of Sturges, and simpler ones."""
    n, reach = float(x.size), float(np.ptp(x))
    if method == "sqrt":
        return reach / np.sqrt(n)
    if method == "rice":
        return reach / (2.0 * n ** (1.0 / 3.0))
    if method == "sturges":
        return reach / (np.log2(n) + 1.0)
    if method == "scott":
        return (24.0 * np.sqrt(np.pi) / n) ** (1.0 / 3.0) * float(np.std(x))
    if method != "fd" and method != "auto":
        refused("this rule for the number of bins is not supported in compiled functions", _RULES)
    middle = 2.0 * float(np.percentile(x, 75) - np.percentile(x, 25)) * n ** (-1.0 / 3.0)
    return middle if method == "fd" else min(max(middle, reach / np.sqrt(n) / 2.0), reach / (np.log2(n) + 1.0))


def histogram(a: Any, bins: Any = 10, range: Any = None, density: bool = False, weights: Any = None) -> Any:
    """How many elements are in each bin, or the sums of their weights; and the edges of the bins."""
    if isinstance(bins, str):
        return histogram(a, estimated_bins(a, bins, range, weights), range, density)
    edges = histogram_bin_edges(a, bins, range)
    values = np.asarray(a).ravel()
    n = len(edges) - 1
    if weights is None:
        found = np.zeros(n, dtype=np.int64)
        for x in values:
            place = _equal_bin(edges, x, n) if np.ndim(bins) == 0 else bin_of(edges, x)
            if place >= 0:
                found[place] += 1
        if density:
            return found / np.diff(edges) / found.sum(), edges
        return found, edges
    given = np.asarray(weights)
    if given.shape != np.asarray(a).shape:
        raise ValueError("weights should have the same shape as a.")
    heavy = given.ravel()
    sums = np.zeros(n, dtype=given.dtype)
    for k, x in enumerate(values):
        place = _equal_bin(edges, x, n) if np.ndim(bins) == 0 else bin_of(edges, x)
        if place >= 0:
            sums[place] += heavy[k]
    if density:
        return sums / np.diff(edges) / sums.sum(), edges
    return sums, edges


def _equal_bin(edges: Any, x: Any, n: int) -> int:
    """As `bin_of`, of ``n`` bins of one width: as NumPy finds it, which rounds the same way where edges are the same."""
    low, high, here = edges[0], edges[n], edges.dtype.type(x)
    if not (low <= here <= high):
        return -1
    place = min(int((here - low) / (high - low) * n), n - 1)
    if here < edges[place]:
        return place - 1
    return place + 1 if here >= edges[place + 1] and place != n - 1 else place


def bin_of(edges: Any, x: Any) -> int:
    """The number of the bin that ``x`` is in, -1 if it is in none; the last bin includes its upper edge."""
    n = len(edges) - 1
    if not (edges[0] <= x <= edges[n]):
        return -1
    return min(bisected(edges, x, True) - 1, n - 1)


def histogram2d(x: Any, y: Any, bins: Any = 10, range: Any = None, density: bool = False, weights: Any = None) -> Any:
    """How many points are in each bin, or the sums of their weights; and the edges along both axes."""
    first, second = np.asarray(x), np.asarray(y)
    if len(first) != len(second):
        raise ValueError("x and y must have the same length.")
    if isinstance(bins, np.ndarray) and bins.ndim == 1 and len(bins) == 2:
        raise NotImplementedError("np.histogram2d with an array of two numbers of bins in compiled code: give a list")
    if np.ndim(bins) == 0 or isinstance(bins, np.ndarray) or len(bins) != 2:
        across = histogram_bin_edges(first, bins, None if range is None else range[0])
        along = histogram_bin_edges(second, bins, None if range is None else range[1])
    else:
        across = histogram_bin_edges(first, bins[0], None if range is None else range[0])
        along = histogram_bin_edges(second, bins[1], None if range is None else range[1])
    # NumPy counts beyond the edges, too, and cuts that off.
    found = np.zeros((len(across) + 1, len(along) + 1))[1:-1, 1:-1]
    for k, v in enumerate(first):
        i, j = bin_of(across, v), bin_of(along, second[k])
        if i >= 0 and j >= 0:
            found[i, j] += 1.0 if weights is None else weights[k]
    if density:
        found = found / (np.diff(across)[:, None] * np.diff(along)) / found.sum()
    return found, across, along


def histogramdd(sample: Any, bins: Any = 10, range: Any = None, density: bool = False, weights: Any = None) -> Any:
    """How many of the points, which are rows, are in each bin, or the sums of their weights; and the edges along each axis."""
    if isinstance(bins, np.ndarray):
        refused("np.histogramdd() with an array of bins is not supported in compiled functions", "a tuple: one item an axis")
    if isinstance(sample, (tuple, list)):
        columns = tuple([np.asarray(c) for c in sample])
    elif isinstance(bins, (tuple, list)):
        if len(bins) != sample.shape[1]:
            raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
        columns = tuple([sample[:, k] for k, _ in enumerate(bins)])
    else:
        refused("np.histogramdd() of an array is supported with a number of bins for each axis", "bins=(10, 10, 10)")
    many = tuple([bins for _ in columns]) if not isinstance(bins, (tuple, list)) else tuple(bins)
    if len(many) != len(columns):
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    limits = tuple([None for _ in columns]) if range is None else tuple(range)
    if len(limits) != len(columns):
        raise ValueError("range argument must have one entry per dimension")
    edges = tuple([histogram_bin_edges(c, n, r) * 1.0 for c, n, r in zip(columns, many, limits, strict=True)])
    sizes = tuple([len(e) - 1 for e in edges])
    total = 1
    for n in sizes:
        total *= n
    found = np.zeros(total)
    for k, _ in enumerate(columns[0]):
        place = 0
        for c, e in zip(columns, edges, strict=True):
            here = bin_of(e, c[k])
            place = -1 if here < 0 or place < 0 else place * (len(e) - 1) + here
        if place >= 0:
            found[place] += 1.0 if weights is None else weights[k]
    whole = found.sum()
    shaped = found.reshape(sizes)
    if density:
        for axis, e in enumerate(edges):
            shaped = np.moveaxis(np.moveaxis(shaped, axis, -1) / np.diff(e), -1, axis)
        shaped = shaped / whole
    return shaped, edges
