"""Where the extreme elements of an image are, and how its elements are distributed, as `scipy.ndimage` has them."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused


def _whole(labels: Any, index: Any) -> None:
    if labels is not None or index is not None:
        refused("this function of scipy.ndimage with labels= is not supported in compiled functions", "np.where")


def _known(extreme: Any) -> None:
    if extreme != extreme:  # no element equals it
        raise IndexError("index 0 is out of bounds for axis 0 with size 0")


def maximum_position(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The indices of the largest element, the first one of several."""
    _whole(labels, index)
    given = np.asarray(input)
    _known(np.max(given))
    return np.unravel_index(np.argmax(given), given.shape)


def minimum_position(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The indices of the least element, the first one of several."""
    _whole(labels, index)
    given = np.asarray(input)
    _known(np.min(given))
    return np.unravel_index(np.argmin(given), given.shape)


def extrema(input: Any, labels: Any = None, index: Any = None) -> Any:
    """The least and the largest element, and where these are."""
    given = np.asarray(input)
    return np.min(given), np.max(given), minimum_position(input, labels, index), maximum_position(input, labels, index)


def histogram(input: Any, min: Any, max: Any, bins: Any, labels: Any = None, index: Any = None) -> Any:
    """How many elements are in each of some bins of one width."""
    _whole(labels, index)
    return np.histogram(np.ravel(np.asarray(input)), np.linspace(min, max, bins + 1))[0]
