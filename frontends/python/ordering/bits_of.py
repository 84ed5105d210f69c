"""The bits of a number, for the functions of this folder to look at; `library_table` lowers calls."""

from __future__ import annotations

from typing import Any

import numpy as np


def bits(x: float) -> Any:
    """The 64 bits of a float, as a number without sign."""
    return np.float64(x).view(np.uint64)
