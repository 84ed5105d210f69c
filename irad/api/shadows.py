"""Shadows: what must hold of them, and how irad makes its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.api.overlap import bounds
from irad.errors import ActivityError


def check_shadow(x: np.ndarray, dx: Any, name: str) -> None:
    """Shape, dtype, strides and writability of a shadow."""
    if not isinstance(dx, np.ndarray):
        raise ActivityError(f"the shadow of {name} must be an array, not {type(dx).__name__}")
    if x.dtype.kind not in "fc":
        raise ActivityError(
            f"{name} is an array of {x.dtype}, which has no derivative", hint=f"pass {name} as Const, or as float64"
        )
    if dx.dtype != x.dtype:
        raise ActivityError(f"{name} has dtype {x.dtype}, its shadow has {dx.dtype}")
    if dx.shape != x.shape:
        raise ActivityError(f"{name} has shape {x.shape}, its shadow has {dx.shape}")
    if dx.size > 1 and dx.strides != x.strides and not (x.flags.c_contiguous and dx.flags.c_contiguous):
        raise ActivityError(
            f"{name} has strides {x.strides}, its shadow has {dx.strides}",
            hint="make the shadow with np.zeros_like(x), or as the same view of a shadow buffer",
        )
    if not dx.flags.writeable:
        raise ActivityError(f"the shadow of {name} is read-only", hint="derivatives are added into it: give a writable array")


def same_strides(a: np.ndarray) -> np.ndarray:
    """Zeros with the memory layout of ``a``, negative strides included."""
    low, high = bounds(a)
    flat = np.zeros((high - low + a.itemsize - 1) // a.itemsize + 1, a.dtype)
    start = int(a.__array_interface__["data"][0]) - low
    return np.ndarray(a.shape, a.dtype, flat.data, start, a.strides)
