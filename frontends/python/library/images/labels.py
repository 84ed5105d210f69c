"""Connected parts of images and what is computed of each: ``label``, ``sum_labels``, ``mean`` ... of `scipy.ndimage`."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused


def generate_binary_structure(rank: int, connectivity: int) -> Any:
    """The neighbours of an element: those of which at most ``connectivity`` places differ."""
    if rank < 1:
        return np.array(True)
    most = max(connectivity, 1)
    out = np.zeros(3**rank, dtype=np.bool_)
    for k in range(3**rank):
        rest, differ = k, 0
        for _ in range(rank):
            if rest % 3 != 1:
                differ += 1
            rest //= 3
        out[k] = differ <= most
    return np.reshape(out, (3,) * rank)


def shifts_of(structure: Any, sizes: Any) -> Any:
    """The neighbours in ``structure``, a row each: how far they are along each axis."""
    flat = structure.ravel()
    axes = len(sizes)
    out = np.zeros((int(np.count_nonzero(flat)), axes), dtype=np.int64)
    row = 0
    for k in range(len(flat)):
        if flat[k]:
            rest = k
            for a in range(axes - 1, -1, -1):
                out[row, a] = rest % sizes[a] - sizes[a] // 2
                rest //= sizes[a]
            row += 1
    return out


def neighbour(place: int, shift: Any, sizes: Any) -> int:
    """The place, counted by rows, that lies ``shift`` from one; -1 outside."""
    rest, out, step = place, 0, 1
    for a in range(len(sizes) - 1, -1, -1):
        at = rest % sizes[a] + shift[a]
        rest //= sizes[a]
        if not 0 <= at < sizes[a]:
            return -1
        out += at * step
        step *= sizes[a]
    return out


def label(input: Any, structure: Any = None, output: Any = None) -> Any:
    """The connected parts of what is not zero, numbered by rows, and how many there are."""
    given = np.asarray(input)
    if output is not None:
        refused("scipy.ndimage.label() with output= is not supported in compiled functions", "label(x)[0].astype(dtype)")
    around = generate_binary_structure(given.ndim, 1) if structure is None else np.asarray(structure) != 0
    if around.ndim != given.ndim:
        raise RuntimeError("structure and input must have equal rank")
    for n in around.shape:
        if n != 3:
            raise ValueError("structure dimensions must be equal to 3")
    sizes = np.array(given.shape)
    shifts = shifts_of(around, np.array(around.shape))
    wanted = given.ravel() != 0
    found = np.zeros(len(wanted), dtype=np.int32)
    todo = np.zeros(len(wanted), dtype=np.int64)
    count = 0
    for k in range(len(wanted)):
        if not wanted[k] or found[k] != 0:
            continue
        count += 1
        found[k], todo[0], left = count, k, 1
        while left > 0:
            left -= 1
            place = todo[left]
            for s in range(len(shifts)):
                other = neighbour(place, shifts[s], sizes)
                if other >= 0 and wanted[other] and found[other] == 0:
                    found[other], todo[left] = count, other
                    left += 1
    return np.reshape(found, given.shape), count


def _one(input: Any, labels: Any, index: Any) -> Any:
    """The elements with one label, or with any greater than zero, or all."""
    given = np.asarray(input)
    if labels is None:
        return np.ravel(given)
    values, numbers = np.broadcast_arrays(given, np.asarray(labels))
    return np.ravel(values)[np.ravel(numbers) > 0 if index is None else np.ravel(numbers) == index]


def _several(labels: Any, index: Any) -> bool:
    return labels is not None and index is not None and np.ndim(index) > 0


def _flat(input: Any, labels: Any, index: Any) -> Any:
    """The elements, their labels, and the labels that are looked for, a row each."""
    values, numbers = np.broadcast_arrays(np.asarray(input), np.asarray(labels))
    if values.size == 0:
        raise ValueError("zero-size array to reduction operation minimum which has no identity")
    return np.ravel(values), np.ravel(numbers), np.ravel(np.asarray(index))


def _root(v: Any) -> Any:
    """The root of a variance; the slope at zero, where it has none, is zero, as of `np.std`."""
    return v * 0.0 if v == 0.0 else np.sqrt(v)


def _of_one(values: Any, kind: str) -> Any:
    """What ``kind`` says of some elements."""
    if kind == "sum":
        return np.sum(values)
    count = np.full(1, values.size * 1.0)  # in double precision, also of numbers that are not
    if kind == "mean":
        return (np.sum(values) / count)[0]
    if values.size == 0:
        return np.nan
    around = values - np.mean(values)
    found = (np.sum(around * around) / count)[0]
    return found if kind == "variance" else _root(found)


def _of_several(input: Any, labels: Any, index: Any, kind: str) -> Any:
    """What ``kind`` says of the elements with each label of ``index``, in double precision."""
    if np.asarray(input).dtype.kind == "c":
        refused("statistics of complex numbers for several labels are not those of SciPy", "use real and imaginary parts")
    given, numbers, wanted = _flat(input, labels, index)
    values, out = given.astype(np.float64), np.zeros(len(wanted))
    for k in range(len(wanted)):
        count, total = 0, 0.0
        for i in range(len(values)):
            if numbers[i] == wanted[k]:
                count += 1
                total += values[i]
        if kind != "sum":
            total = total / count if count > 0 else np.nan
        if kind == "variance" or kind == "deviation":
            mean, total = total, 0.0
            for i in range(len(values)):
                if numbers[i] == wanted[k]:
                    total += (values[i] - mean) * (values[i] - mean)
            total = total / count if count > 0 else np.nan
        out[k] = _root(total) if kind == "deviation" else total
    return np.reshape(out, np.asarray(index).shape)


def _of_labels(input: Any, labels: Any, index: Any, kind: str) -> Any:
    if _several(labels, index):
        return _of_several(input, labels, index, kind)
    return _of_one(_one(input, labels, index), kind)


def sum_labels(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The sum of the elements with each label."""
    return _of_labels(input, labels, index, "sum")


def mean(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The mean of the elements with each label."""
    return _of_labels(input, labels, index, "mean")


def variance(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The variance of the elements with each label."""
    return _of_labels(input, labels, index, "variance")


def standard_deviation(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The root of the variance of the elements with each label."""
    return _of_labels(input, labels, index, "deviation")


def _extremes(input: Any, labels: Any, index: Any, largest: bool) -> Any:
    """The extreme element with each label of ``index``; nans are the largest, and labels without elements have zero."""
    values, numbers, wanted = _flat(input, labels, index)
    out = np.zeros(len(wanted), dtype=values.dtype)
    for k in range(len(wanted)):
        at = -1
        for i in range(len(values)):
            if numbers[i] == wanted[k]:
                v, best = values[i], values[max(at, 0)]
                if at < 0 or (v > best or v != v if largest else v < best or best != best):
                    at = i
        if at >= 0:
            out[k] = values[at]
    return np.reshape(out, np.asarray(index).shape)


def maximum(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The largest element with each label."""
    return _extremes(input, labels, index, True) if _several(labels, index) else np.max(_one(input, labels, index))


def minimum(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The smallest element with each label."""
    return _extremes(input, labels, index, False) if _several(labels, index) else np.min(_one(input, labels, index))


def median(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The median of the elements with each label: of several labels with nans as the largest numbers."""
    if not _several(labels, index):
        return np.median(_one(input, labels, index))
    values, numbers, wanted = _flat(input, labels, index)
    parts = values.astype(np.float64) if values.dtype.kind in "iub" else values
    out = np.zeros(len(wanted), dtype=parts.dtype)
    for k in range(len(wanted)):
        own = np.sort(parts[numbers == wanted[k]])
        middle = (len(own) - 1) // 2
        if len(own) > 0:
            out[k] = (own[middle] + own[len(own) - 1 - middle]) / 2
        else:
            out[k] = np.min(parts[numbers == np.min(numbers)])  # (SciPy's answer for labels without elements)
    return np.reshape(out, np.asarray(index).shape)


def center_of_mass(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The centre of mass of the elements with each label, a number for each axis: a tuple, or a list of tuples."""
    given = np.asarray(input)
    if given.ndim == 0:
        raise IndexError("list index out of range")
    total = sum_labels(given, labels, index)
    found: tuple[Any, ...] = ()
    for k in range(given.ndim):
        places = np.reshape(np.arange(given.shape[k]) * 1.0, (1,) * k + (-1,) + (1,) * (given.ndim - 1 - k))
        found = (*found, sum_labels(given * places, labels, index) / total)
    if np.ndim(total) == 0:
        return found
    return [tuple([one[k] for one in found]) for k in range(len(total))]
