"""The points of grids, by axes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def count(step: Any) -> int:
    """How many points an imaginary step asks for."""
    return int(abs(step))


def counted(start: Any, stop: Any, step: Any) -> Any:
    """So many points from the first to the last."""
    n = int(abs(step))
    width = 1.0 if n == 1 else (stop - start) / float(n - 1)
    return np.arange(n) * width + start


def stepped(start: Any, stop: Any, step: Any, dense: bool) -> Any:
    """Points with this distance, without the end."""
    n = math.ceil((stop - start) / step)
    if dense and n < 0:
        raise ValueError("negative dimensions are not allowed")
    return np.arange(max(n, 0)) * step + start


def dense_grid(lines: Any) -> Any:
    """The coordinates of all points."""
    return np.stack(np.meshgrid(*lines, indexing="ij"))


def open_grid(lines: Any) -> Any:
    """The coordinates by axis, in shapes that broadcast."""
    return np.meshgrid(*lines, indexing="ij", sparse=True)


def as_columns(a: Any) -> Any:
    """At least two axes; a vector is a column."""
    return a if a.ndim > 1 else np.atleast_1d(a)[:, None]
