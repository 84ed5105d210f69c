"""Morphology of images of truth values, and distances to what is zero, as `scipy.ndimage` has them."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.images.labels import generate_binary_structure, neighbour, shifts_of
from irad.frontends.python.library.shared.compiler_words import refused


def _around(structure: Any, rank: int) -> Any:
    if structure is None:
        return generate_binary_structure(rank, 1)
    given = np.asarray(structure) != 0
    if given.ndim != rank:
        raise RuntimeError("structure and input must have same dimensionality")
    return given


def _once(flat: Any, mask: Any, shifts: Any, sizes: Any, border: bool, grow: bool) -> Any:
    """One erosion, or with ``grow`` one dilation, and whether it has changed anything; ``mask``: where it may."""
    out, changed = flat.copy(), False
    for k in range(len(flat)):
        if not mask[k]:
            continue
        value = not grow
        for s in range(len(shifts)):
            other = neighbour(k, -shifts[s] if grow else shifts[s], sizes)
            if (flat[other] if other >= 0 else border) == grow:
                value = grow
                break
        if value != flat[k]:
            out[k] = value
            changed = True
    return out, changed


def _repeated(input: Any, around: Any, iterations: int, mask: Any, border: bool, grow: bool) -> Any:
    given = np.asarray(input)
    sizes = np.array(given.shape)
    shifts = shifts_of(around, np.array(around.shape))
    flat = given.ravel() != 0
    within = np.ones(len(flat), dtype=np.bool_) if mask is None else np.ravel(np.asarray(mask) != 0)
    done, changed = 0, True
    while changed and (iterations < 1 or done < iterations):
        flat, changed = _once(flat, within, shifts, sizes, border, grow)
        done += 1
    return np.reshape(flat, given.shape)


def _plain(output: Any, origin: Any) -> None:
    if output is not None:
        refused("morphology of truth values with output= is not supported in compiled functions", "leave it out")
    if origin != 0:
        raise NotImplementedError("morphology of truth values with origin= in compiled functions")


def binary_erosion(
    input: Any, structure: Any = None, iterations: Any = 1, mask: Any = None, output: Any = None, border_value: Any = 0,
    origin: Any = 0, brute_force: Any = False,
) -> Any:  # fmt: skip
    """Where all neighbours are true."""
    _plain(output, origin)
    return _repeated(input, _around(structure, np.ndim(input)), iterations, mask, border_value != 0, False)


def binary_dilation(
    input: Any, structure: Any = None, iterations: Any = 1, mask: Any = None, output: Any = None, border_value: Any = 0,
    origin: Any = 0, brute_force: Any = False,
) -> Any:  # fmt: skip
    """Where a neighbour is true."""
    _plain(output, origin)
    return _repeated(input, _around(structure, np.ndim(input)), iterations, mask, border_value != 0, True)


def binary_opening(
    input: Any, structure: Any = None, iterations: Any = 1, output: Any = None, origin: Any = 0, mask: Any = None,
    border_value: Any = 0, brute_force: Any = False,
) -> Any:  # fmt: skip
    """A dilation of an erosion."""
    _plain(output, origin)
    first = binary_erosion(input, structure, iterations, mask, None, border_value)
    return binary_dilation(first, structure, iterations, mask, None, border_value)


def binary_closing(
    input: Any, structure: Any = None, iterations: Any = 1, output: Any = None, origin: Any = 0, mask: Any = None,
    border_value: Any = 0, brute_force: Any = False,
) -> Any:  # fmt: skip
    """An erosion of a dilation."""
    _plain(output, origin)
    first = binary_dilation(input, structure, iterations, mask, None, border_value)
    return binary_erosion(first, structure, iterations, mask, None, border_value)


def binary_propagation(
    input: Any, structure: Any = None, mask: Any = None, output: Any = None, border_value: Any = 0, origin: Any = 0
) -> Any:  # fmt: skip
    """Dilations within a mask until nothing changes."""
    return binary_dilation(input, structure, -1, mask, output, border_value)


def binary_fill_holes(input: Any, structure: Any = None, output: Any = None, origin: Any = 0) -> Any:
    """The image with what lies within it and is not connected with the border."""
    _plain(output, origin)
    outside = np.logical_not(np.asarray(input) != 0)
    reached = binary_dilation(np.zeros(outside.shape, dtype=np.bool_), structure, -1, outside, None, 1)
    return np.logical_not(reached)


def iterate_structure(structure: Any, iterations: int, origin: Any = None) -> Any:
    """A structure dilated by itself."""
    if origin is not None:
        refused("scipy.ndimage.iterate_structure() with origin= is not supported in compiled functions", "leave it out")
    given = np.asarray(structure) != 0
    if iterations < 2:
        return given.copy()
    more = iterations - 1
    whole = np.pad(given, [(more * (n // 2), more * (n // 2)) for n in given.shape])
    return binary_dilation(whole, given, more)


def distance_transform_edt(
    input: Any, sampling: Any = None, return_distances: bool = True, return_indices: bool = False, distances: Any = None,
    indices: Any = None,
) -> Any:  # fmt: skip
    """The distance of each element that is not zero to the nearest one that is: by lower envelopes of parabolas along each axis
    (Felzenszwalb and Huttenlocher, 2012)."""
    if return_indices or not return_distances or distances is not None or indices is not None:
        refused("distance_transform_edt() gives distances alone in compiled functions", "leave return_indices= out")
    given = np.asarray(input)
    sizes = np.array(given.shape)
    steps = np.ones(given.ndim)
    if sampling is not None:
        steps[:] = sampling
    flat = np.where(given.ravel() != 0, np.inf, 0.0)
    inner = 1
    for a in range(given.ndim - 1, -1, -1):
        n, step = sizes[a], steps[a]
        line = np.zeros(n)
        at, edges = np.zeros(n, dtype=np.int64), np.zeros(n + 1)
        for row in range(len(flat) // max(n, 1)):
            start = row // inner * inner * n + row % inner
            count = 0
            for i in range(n):
                line[i] = flat[start + i * inner]
                if line[i] == np.inf:
                    continue
                left = -np.inf
                while count > 0:
                    j = at[count - 1]
                    left = ((line[i] / step**2 + i * i) - (line[j] / step**2 + j * j)) / (2.0 * (i - j))
                    if left > edges[count - 1]:
                        break
                    count -= 1
                if count == 0:
                    left = -np.inf
                at[count], edges[count] = i, left
                count += 1
            part = 0
            for i in range(n if count > 0 else 0):
                while part + 1 < count and edges[part + 1] < i:
                    part += 1
                j = at[part]
                flat[start + i * inner] = ((i - j) * step) ** 2 + line[j]
        inner *= n
    if len(flat) > 0 and flat[0] == np.inf:  # SciPy measures from a place before the first then
        for k in range(len(flat)):
            rest, total = k, 0.0
            for a in range(given.ndim - 1, -1, -1):
                total += (steps[a] * (rest % sizes[a] + (1 if a == 0 else 0))) ** 2
                rest //= sizes[a]
            flat[k] = total
    return np.reshape(np.sqrt(flat), given.shape)
