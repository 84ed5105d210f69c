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


def _chosen(labels: Any, index: Any, place: int, which: int) -> bool:
    """Whether the element at a place has the label number ``which`` of ``index``."""
    if labels is None:
        return True
    if index is None:
        return bool(labels[place] > 0)
    return bool(labels[place] == index[which])


def _of_labels(input: Any, labels: Any, index: Any, kind: str) -> Any:
    """What ``kind`` says of the elements with each label."""
    given = np.asarray(input)
    values = np.ravel(given) * 1.0 if kind != "maximum" and kind != "minimum" else np.ravel(given)
    numbers = None if labels is None else np.ravel(np.broadcast_to(np.asarray(labels), given.shape))
    if labels is None and index is not None:
        refused("labels are needed where index= is given, in compiled functions", "labels=")
    wanted: Any = None if index is None else np.ravel(np.asarray(index))
    count = 1 if index is None else len(wanted)
    out = np.zeros(count, dtype=values.dtype)
    for k in range(count):
        size, total = 0, values[0] * 0
        first = True
        for i in range(len(values)):
            if not _chosen(numbers, wanted, i, k):
                continue
            size += 1
            if kind == "maximum":
                total = values[i] if first or values[i] > total else total
            elif kind == "minimum":
                total = values[i] if first or values[i] < total else total
            else:
                total += values[i]
            first = False
        if kind == "mean" or kind == "variance":
            total = total / size if size > 0 else np.nan
        if kind == "variance":
            around, total = total, 0.0
            for i in range(len(values)):
                if _chosen(numbers, wanted, i, k):
                    total += (values[i] - around) ** 2
            total = total / size if size > 0 else np.nan
        if size == 0 and count == 1 and (kind == "maximum" or kind == "minimum"):
            raise ValueError("zero-size array to reduction operation which has no identity")
        out[k] = total
    if index is None:
        return out[0]
    return out[0] if np.asarray(index).ndim == 0 else np.reshape(out, np.asarray(index).shape)


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
    return np.sqrt(_of_labels(input, labels, index, "variance"))


def maximum(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The largest element with each label."""
    return _of_labels(input, labels, index, "maximum")


def minimum(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The smallest element with each label."""
    return _of_labels(input, labels, index, "minimum")


def median(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The median of the elements with each label."""
    values = np.ravel(np.asarray(input)) * 1.0
    if labels is None:
        return np.median(values)
    numbers = np.ravel(np.broadcast_to(np.asarray(labels), np.asarray(input).shape))
    wanted = np.zeros(1, dtype=np.int64) if index is None else np.ravel(np.asarray(index))
    out = np.zeros(len(wanted))
    for k in range(len(wanted)):
        out[k] = np.median(values[numbers > 0 if index is None else numbers == wanted[k]])
    if index is None:
        return out[0]
    return out[0] if np.asarray(index).ndim == 0 else np.reshape(out, np.asarray(index).shape)


def center_of_mass(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The centre of mass of the elements with each label, a number for each axis: a tuple, or a list of tuples."""
    given = np.asarray(input)
    total = sum_labels(given, labels, index)
    found: tuple[Any, ...] = ()
    for k in range(given.ndim):
        places = np.reshape(np.arange(given.shape[k]) * 1.0, (1,) * k + (-1,) + (1,) * (given.ndim - 1 - k))
        found = (*found, sum_labels(given * places, labels, index) / total)
    if np.ndim(total) == 0:
        return found
    return [tuple([one[k] for one in found]) for k in range(len(total))]
