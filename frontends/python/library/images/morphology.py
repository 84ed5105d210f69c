"""Morphology of grey values of `scipy.ndimage`, by the largest and the smallest elements around each."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.images.rank_filters import maximum_filter, minimum_filter
from irad.frontends.python.library.shared.compiler_words import refused


def _without_structure(size: Any, footprint: Any, structure: Any) -> None:
    if structure is not None:
        refused("morphology with structure= is not supported in compiled functions", "size= or footprint=")
    if size is None and footprint is None:
        raise ValueError("size, footprint, or structure must be specified")


def grey_erosion(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: Any = "reflect",
    cval: Any = 0.0, origin: Any = 0,
) -> Any:  # fmt: skip
    """The smallest element around each."""
    _without_structure(size, footprint, structure)
    return minimum_filter(input, size, footprint, output, mode, cval, origin)


def grey_dilation(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: Any = "reflect",
    cval: Any = 0.0, origin: Any = 0,
) -> Any:  # fmt: skip
    """The largest element around each, in the box turned around."""
    _without_structure(size, footprint, structure)
    axes = np.asarray(input).ndim
    if footprint is not None:
        turned = np.flip(np.asarray(footprint))
        lengths = np.array(turned.shape)
        moved = -(np.zeros(axes, dtype=np.int64) + np.asarray(origin)) - (lengths + 1) % 2
        return maximum_filter(input, None, turned, output, mode, cval, moved)
    lengths = np.zeros(axes, dtype=np.int64) + np.asarray(size)
    moved = -(np.zeros(axes, dtype=np.int64) + np.asarray(origin)) - (lengths + 1) % 2
    return maximum_filter(input, size, None, output, mode, cval, moved)


def grey_opening(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: Any = "reflect",
    cval: Any = 0.0, origin: Any = 0,
) -> Any:  # fmt: skip
    """The dilation of the erosion."""
    inner = grey_erosion(input, size, footprint, structure, None, mode, cval, origin)
    return grey_dilation(inner, size, footprint, structure, output, mode, cval, origin)


def grey_closing(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: Any = "reflect",
    cval: Any = 0.0, origin: Any = 0,
) -> Any:  # fmt: skip
    """The erosion of the dilation."""
    inner = grey_dilation(input, size, footprint, structure, None, mode, cval, origin)
    return grey_erosion(inner, size, footprint, structure, output, mode, cval, origin)


def morphological_gradient(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: Any = "reflect",
    cval: Any = 0.0, origin: Any = 0,
) -> Any:  # fmt: skip
    """The dilation less the erosion."""
    above = grey_dilation(input, size, footprint, structure, output, mode, cval, origin)
    return above - grey_erosion(input, size, footprint, structure, None, mode, cval, origin)


def white_tophat(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: Any = "reflect",
    cval: Any = 0.0, origin: Any = 0,
) -> Any:  # fmt: skip
    """What lies above the opening."""
    return np.asarray(input) - grey_opening(input, size, footprint, structure, output, mode, cval, origin)


def black_tophat(
    input: Any, size: Any = None, footprint: Any = None, structure: Any = None, output: Any = None, mode: Any = "reflect",
    cval: Any = 0.0, origin: Any = 0,
) -> Any:  # fmt: skip
    """What lies below the closing."""
    return grey_closing(input, size, footprint, structure, output, mode, cval, origin) - np.asarray(input)
