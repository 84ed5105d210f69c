"""NumPy's functions of arrays, in Python that is compiled: loops over what they look at, or other functions of NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.of_numpy.axis_functions import of_slices
from irad.frontends.python.library.of_numpy.searching import bisected
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.shared.sequence_products import convolve
from irad.frontends.python.library.special.reduced_functions import scaled_sum


def searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    """The places at which ``v`` would be inserted to keep ``a`` ascending."""
    given = np.asarray(a)
    keys = given if sorter is None else given[sorter]
    wanted = np.asarray(v)
    if side != "left" and side != "right":
        raise ValueError("side must be 'left' or 'right'")
    if wanted.ndim == 0:
        return np.int64(bisected(keys, v, side == "right"))
    flat = wanted.ravel()
    places = np.empty(flat.size, dtype=np.int64)
    for k in range(flat.size):
        places[k] = bisected(keys, flat[k], side == "right")
    return places.reshape(wanted.shape)


def digitize(x: Any, bins: Any, right: bool = False) -> Any:
    """The number of the bin that each element is in."""
    edges = np.asarray(bins)
    if np.asarray(x).dtype.kind == "c":
        raise TypeError("x may not be complex")
    rising, falling = True, True
    for k in range(1, len(edges)):
        rising = rising and bool(edges[k - 1] <= edges[k])
        falling = falling and bool(edges[k - 1] >= edges[k])
    if not rising and not falling:
        raise ValueError("bins must be monotonically increasing or decreasing")
    if rising:
        return searchsorted(edges, x, "left" if right else "right")
    return len(edges) - searchsorted(edges[::-1], x, "right" if right else "left")


def bincount(x: Any, weights: Any = None, minlength: int = 0) -> Any:
    """How often each integer is in ``x``, or the sum of its weights."""
    given_places = np.asarray(x)
    places = given_places.astype(np.int64) if given_places.dtype.kind == "b" else given_places
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    count = minlength
    for k in range(len(places)):
        if places[k] < 0:
            raise ValueError("'list' argument must have no negative elements")
        count = max(count, int(places[k]) + 1)
    if weights is None:
        found = np.zeros(count, dtype=np.int64)
        for k in range(len(places)):
            found[places[k]] += 1
        return found
    given = np.asarray(weights)
    if len(given) != len(places):
        raise ValueError("The weights and list don't have the same length.")
    sums = np.zeros(count)
    for k in range(len(places)):
        sums[places[k]] += given[k]
    return sums


def distinct(ar: Any) -> Any:
    """The different elements, ascending; one of all nan."""
    given = np.sort(np.asarray(ar).ravel())
    n, count = len(given), 0
    kept = np.empty(n, dtype=np.int64)
    for k in range(n):
        if k == 0 or (given[k] != given[k - 1] and not (given[k] != given[k] and given[k - 1] != given[k - 1])):
            kept[count] = k
            count += 1
    return given[kept[:count]]


def unique(
    ar: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: Any = None
) -> Any:
    """The different elements, ascending, and where they are first, which one each is, how often each is there."""
    if not return_index and not return_inverse and not return_counts:
        return distinct(ar) if axis is None else of_slices(ar, axis)[0]
    parts = _of_elements(ar) if axis is None else of_slices(ar, axis)
    found: Any = (parts[0],)
    if return_index:
        found = (*found, parts[1])
    if return_inverse:
        found = (*found, parts[2])
    if return_counts:
        found = (*found, parts[3])
    return found


def _of_elements(ar: Any) -> Any:
    """What `unique` finds of all elements."""
    given = np.asarray(ar)
    flat = given.ravel()
    order = np.argsort(flat, kind="stable")
    n, count = len(flat), 0
    firsts, inverse, counts = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    for k in range(n):
        here = order[k]
        v, w = flat[here], flat[order[max(k - 1, 0)]]
        if k == 0 or (v != w and not (v != v and w != w)):
            firsts[count] = here
            count += 1
        inverse[here] = count - 1
        counts[count - 1] += 1
    return flat[firsts[:count]], firsts[:count].copy(), inverse.reshape(given.shape), counts[:count].copy()


def isin(element: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False) -> Any:
    """Whether each element is among others."""
    given, wanted = np.asarray(element), np.asarray(test_elements)
    flat = given.ravel()
    if _is_whole(given) and _is_whole(wanted) and wanted.size > 0:
        low, high = np.int64(np.min(wanted)), np.int64(np.max(wanted))
        if low > -(2**62) and high < 2**62 and high - low <= 6 * (flat.size + wanted.size):
            return _found_in_table(flat, wanted.ravel(), low, high, invert).reshape(given.shape)
    others = np.sort(wanted.ravel())
    found = np.empty(flat.size, dtype=bool)
    for k in range(flat.size):
        place = bisected(others, flat[k], False)
        found[k] = (place < len(others) and bool(others[min(place, len(others) - 1)] == flat[k])) != invert
    return found.reshape(given.shape)


def _is_whole(a: Any) -> bool:
    """Whether elements fit 64 bits with a sign."""
    return a.dtype.kind in "iub" and a.dtype != np.uint64


def _found_in_table(flat: Any, wanted: Any, low: Any, high: Any, invert: bool) -> Any:
    """Whether integers are among others, which are from ``low`` to ``high``; the table has an entry more at both ends."""
    table = np.full(high - low + 3, invert)
    for k in range(wanted.size):
        table[np.int64(wanted[k]) - low + 1] = not invert
    found = np.empty(flat.size, dtype=bool)
    for k in range(flat.size):
        found[k] = table[min(max(np.int64(flat[k]), low - 1), high + 1) - low + 1]
    return found


def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """The different elements of the first that are not in the second, ascending; in its order with ``assume_unique``."""
    first = np.asarray(ar1).ravel() if assume_unique else distinct(ar1)
    return first[isin(first, ar2, invert=True)]


def union1d(ar1: Any, ar2: Any) -> Any:
    """The different elements of both, ascending."""
    return distinct(np.concatenate((np.asarray(ar1).ravel(), np.asarray(ar2).ravel())))


def intersect1d(ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False) -> Any:
    """The different elements that are in both, ascending, and where they are first."""
    if not return_indices:
        first = distinct(ar1)
        return first[isin(first, ar2)]
    (one, places, _, _), (two, others, _, _) = _of_elements(ar1), _of_elements(ar2)
    common = one[isin(one, two)]
    return common, places[searchsorted(one, common)], others[searchsorted(two, common)]


def setxor1d(ar1: Any, ar2: Any) -> Any:
    """The different elements that are in one of both, ascending."""
    return np.sort(np.concatenate((setdiff1d(ar1, ar2), setdiff1d(ar2, ar1))))


def polyval(p: Any, x: Any) -> Any:
    """The polynomial with these coefficients, the highest power first, at ``x`` (Horner's rule)."""
    coefficients = np.asarray(p)
    y = np.zeros_like(x)
    for k in range(len(coefficients)):
        y = y * x + coefficients[k]
    return y


def polyder(p: Any, m: int = 1) -> Any:
    """The coefficients of the m-th derivative of a polynomial."""
    found = np.asarray(p)
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    for _ in range(m):
        found = found[:-1] * np.arange(len(found) - 1, 0, -1)
    return found


def polyint(p: Any, m: int = 1, k: Any = None) -> Any:
    """The coefficients of the m-th integral of a polynomial, with the constants ``k``, one for each or one for all, or 0."""
    found = np.asarray(p) * 1.0
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    given = np.zeros(1) if k is None else np.atleast_1d(np.asarray(k)) * 1.0
    if len(given) != 1 and len(given) < m:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    for j in range(m):
        here = 0 if len(given) == 1 else j
        found = np.concatenate((found / np.arange(len(found), 0, -1), given[here : here + 1]))
    return found


def polymul(a1: Any, a2: Any) -> Any:
    """The coefficients of the product of two polynomials, which are taken without zeros in front."""
    return convolve(_from_the_highest(a1), _from_the_highest(a2))


def _from_the_highest(p: Any) -> Any:
    given = np.atleast_1d(np.asarray(p))
    first = 0
    while first < len(given) and given[first] == 0:
        first += 1
    return given[first:] if first < len(given) else np.zeros(1, dtype=given.dtype)


def vander(x: Any, N: Any = None, increasing: bool = False) -> Any:
    """The matrix of the powers of ``x``, the highest first unless ``increasing``."""
    at = np.asarray(x)
    count = len(at) if N is None else N
    v = np.ones((len(at), count), dtype=(at[:1] * np.int64(1)).dtype)
    for i in range(len(at)):
        for k in range(1, count):
            here = k if increasing else count - 1 - k
            before = k - 1 if increasing else count - k
            v[i, here] = v[i, before] * at[i]
    return v


def nan_to_num(x: Any, copy: bool = True, nan: float = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    """``x`` with numbers in the place of nan and infinities; unless ``copy``, ``x`` itself, which is written to."""
    given = np.asarray(x)
    found = _with_numbers(given, nan, posinf, neginf)
    if copy or given.ndim == 0:
        return found if given.ndim > 0 else found[()]
    given[...] = found
    return given


def _with_numbers(given: Any, nan: Any, posinf: Any, neginf: Any) -> Any:
    if given.dtype.kind in "iub":
        return given.copy()
    if given.dtype.kind == "c":
        return _with_numbers(given.real, nan, posinf, neginf) + 1j * _with_numbers(given.imag, nan, posinf, neginf)
    most = 3.4028234663852886e38 if given.dtype == np.float32 else 1.7976931348623157e308
    high = most if posinf is None else posinf
    low = -most if neginf is None else neginf
    return np.where(np.isnan(given), nan, np.where(given == np.inf, high, np.where(given == -np.inf, low, given)))


def _without_nan(a: Any, instead: float) -> Any:
    """The elements, a number in the place of nan; integers are as they are."""
    given = np.asarray(a)
    return given if given.dtype.kind in "iub" else np.where(np.isnan(given), instead, given)


def _count_of_numbers(a: Any, axis: Any, keepdims: bool) -> Any:
    """How many elements are not nan, in the dtype of floats."""
    given = np.asarray(a)
    there = ~np.isnan(given)
    return np.sum(there if given.dtype.kind in "iub" else there.astype(given.dtype), axis=axis, keepdims=keepdims)


def nansum(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The sum of what is not nan."""
    return np.sum(_without_nan(a, 0.0), axis=axis, keepdims=keepdims)


def nanprod(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The product of what is not nan."""
    return np.prod(_without_nan(a, 1.0), axis=axis, keepdims=keepdims)


def nanmean(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The mean of what is not nan."""
    return nansum(a, axis, keepdims) / _count_of_numbers(a, axis, keepdims)


def nanvar(a: Any, axis: Any = None, ddof: float = 0, keepdims: bool = False) -> Any:
    """The variance of what is not nan."""
    if np.asarray(a).dtype.kind in "iub":
        return np.var(a, axis=axis, ddof=ddof, keepdims=keepdims)
    d = np.where(np.isnan(a), 0.0, a - nanmean(a, axis, True))
    free = np.real(_count_of_numbers(a, axis, keepdims)) - ddof
    squares = np.real(d) * np.real(d) + np.imag(d) * np.imag(d) if np.asarray(a).dtype.kind == "c" else d * d
    return np.sum(squares, axis=axis, keepdims=keepdims) / np.where(free > 0, free, np.nan)


def nanstd(a: Any, axis: Any = None, ddof: float = 0, keepdims: bool = False) -> Any:
    """The standard deviation of what is not nan."""
    return np.sqrt(nanvar(a, axis, ddof, keepdims))


def ndim(a: Any) -> int:
    """The number of axes."""
    return np.asarray(a).ndim


def size(a: Any, axis: Any = None) -> int:
    """The number of elements, or of those along an axis."""
    return np.asarray(a).size if axis is None else np.asarray(a).shape[axis]


def _observed(m: Any, rowvar: bool) -> Any:
    """Variables by rows, a row each."""
    x = np.atleast_2d(np.asarray(m) * np.float64(1.0))
    return x if rowvar or np.asarray(m).ndim == 1 else x.T


def cov(
    m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: Any = None, fweights: Any = None, aweights: Any = None
) -> Any:  # fmt: skip
    """The covariances of the rows (of the columns if not ``rowvar``)."""
    given = _observed(m, rowvar)
    x = given if y is None else np.concatenate((given, _observed(y, rowvar)))
    less = (0 if bias else 1) if ddof is None else ddof
    if fweights is None and aweights is None:
        d = x - np.mean(x, axis=1, keepdims=True)
        c = d @ np.conj(d.T) / max(x.shape[1] - less, 0)
    else:
        c = _weighted_cov(x, less, fweights, aweights)
    if y is None and np.asarray(m).ndim == 1:
        return c[0, 0]
    if x.shape[0] == 1:
        raise NotImplementedError("the covariance of a matrix of one variable: give its only row")
    return c


def _weighted_cov(x: Any, less: Any, fweights: Any, aweights: Any) -> Any:
    times = np.ones(x.shape[1]) if fweights is None else np.asarray(fweights) * 1.0
    heavy = np.ones(x.shape[1]) if aweights is None else np.asarray(aweights) * 1.0
    if len(times) != x.shape[1] or len(heavy) != x.shape[1]:
        raise RuntimeError("incompatible numbers of samples and weights")
    if np.any(times < 0.0) or np.any(heavy < 0.0):
        raise ValueError("weights cannot be negative")
    w = times * heavy
    total = w.sum()
    d = x - ((x * w).sum(axis=1) / total)[:, None]
    free = total - less * ((w * heavy).sum() / total)
    return d @ np.conj((d * w).T) / max(free, 0.0)


def corrcoef(x: Any, y: Any = None, rowvar: bool = True) -> Any:
    """The correlations of the rows (of the columns if not ``rowvar``)."""
    c = cov(x, y, rowvar)
    if np.asarray(c).ndim == 0:
        return c / c
    d = np.sqrt(np.real(np.diag(c)))
    shares = c / d[:, None] / d[None, :]
    if shares.dtype.kind == "c":
        return np.clip(np.real(shares), -1.0, 1.0) + 1j * np.clip(np.imag(shares), -1.0, 1.0)
    return np.clip(shares, -1.0, 1.0)


def logaddexp_reduce(array: Any, axis: Any = 0, keepdims: bool = False) -> Any:
    """``np.logaddexp.reduce``: log(sum(exp(a)))."""
    if np.asarray(array).dtype.kind == "c":
        raise TypeError("ufunc 'logaddexp' not supported for the input types")
    if np.asarray(array).dtype.kind in "biu" and np.asarray(array).dtype.itemsize < 4:
        refused("np.logaddexp.reduce() of narrow integers is not supported in compiled functions", "x.astype(float)")
    total, top = scaled_sum(array, axis, None, keepdims)
    return np.log(total) + top


def correlate(a: Any, v: Any, mode: str = "valid") -> Any:
    """The cross-correlation of two sequences."""
    x, y = np.asarray(a), np.asarray(v)
    back = np.conj(y[::-1]) if y.dtype.kind == "c" else y[::-1]
    if len(y) > len(x) and mode != "full":
        return convolve(y, np.conj(x[::-1]) if x.dtype.kind == "c" else x[::-1], mode)[::-1]
    return convolve(x, back, mode)


def indices(dimensions: Any, dtype: Any = int, sparse: bool = False) -> Any:
    """The places of a grid: one array for each axis."""
    if sparse:
        return tuple(np.meshgrid(*[np.arange(n, dtype=dtype) for n in dimensions], indexing="ij", sparse=True))
    return np.stack(np.meshgrid(*[np.arange(n, dtype=dtype) for n in dimensions], indexing="ij"))


def unravel_index(indices: Any, shape: Any) -> Any:
    """The place along each axis of elements counted row by row."""
    size = 1
    for n in shape:
        size *= n
    rest = np.asarray(indices)
    if np.any(rest < 0) or np.any(rest >= size):
        raise ValueError("index is out of bounds for array")
    found: Any = ()
    for n in shape[::-1]:
        found = (rest % n, *found)
        rest = rest // n
    return found


def ravel_multi_index(multi_index: Any, dims: Any) -> Any:
    """The number, counted row by row, of the element at a place."""
    flat = 0
    for i, n in zip(multi_index, dims, strict=True):
        if np.any(np.asarray(i) < 0) or np.any(np.asarray(i) >= n):
            raise ValueError("invalid entry in coordinates array")
        flat = flat * n + (i if np.ndim(i) == 0 else np.asarray(i))
    return flat


def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """Of several choices that whose condition is the first to hold."""
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    found = default
    for k in range(len(condlist) - 1, -1, -1):
        found = np.where(condlist[k], choicelist[k], found)
    return found


def trim_zeros(filt: Any, trim: str = "fb") -> Any:
    """A sequence without zeros at its ends."""
    given = np.asarray(filt)
    first, last = 0, len(given)
    while "f" in trim and first < last and given[first] == 0:
        first += 1
    while "b" in trim and last > first and given[last - 1] == 0:
        last -= 1
    return given[first:last]


def unwrap(p: Any, discont: Any = None, axis: int = -1, period: float = 6.283185307179586) -> Any:
    """Phases without jumps of more than half a period."""
    given = np.asarray(p) * 1.0
    if given.ndim != 1:
        moved = np.moveaxis(given, axis, -1)
        rows = np.reshape(moved, (-1, moved.shape[-1])).copy()
        for r in range(rows.shape[0]):
            rows[r] = unwrap(rows[r], discont, -1, period)
        return np.ascontiguousarray(np.moveaxis(np.reshape(rows, moved.shape), -1, axis))
    least = 0.5 * period if discont is None else max(discont, 0.5 * period)
    found = given.copy()
    turned = 0.0
    for k in range(1, len(given)):
        step = given[k] - given[k - 1]
        within = (step + 0.5 * period) % period - 0.5 * period
        if within == -0.5 * period and step > 0.0:
            within = 0.5 * period
        if not abs(step) < least:  # (so that nan goes on)
            turned += within - step
        found[k] = given[k] + turned
    return found
