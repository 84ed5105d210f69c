"""Numbers of each dtype for the tables of operators."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

KINDS = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "float32", "float64", "complex64", "complex128"),
)


def values(kind: str, second: bool = False) -> np.ndarray:
    """Small numbers, the largest and the smallest; ``second``: those for the right operand, in another order."""
    dtype = np.dtype(kind)
    if kind == "bool":
        found = [True, False, True, False, True, False]
    elif dtype.kind in "iu":
        info = np.iinfo(dtype)
        found = [1, 3, info.max, info.min, 100, 0]
    elif dtype.kind == "f":
        found = [1.5, -3.25, 0.1, 7.0, 1e4, 0.0]
    else:
        found = [1.5 + 2j, -3.25 - 0.5j, 0.1j, 7.0, -1 + 1e2j, 0.0]
    return np.array(found[2:] + found[:2] if second else found, dtype)


def outcome(f: Callable[..., Any], *args: Any) -> Any:
    """The value, or the exception."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return f(*args)
        except Exception as error:
            return error


def units(kind: str) -> float:
    """A tolerance of a few units in the last place."""
    if np.dtype(kind).kind not in "fc":
        return 0.0
    return 8 * float(np.finfo(kind).eps)


def same(found: Any, wanted: Any, tolerance: float | None = None) -> bool:
    """Whether numbers or arrays have the same dtype, shape and values (nan too)."""
    a, b = np.asarray(found), np.asarray(wanted)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype.kind not in "fc":
        return bool(np.array_equal(a, b))
    with np.errstate(all="ignore"):
        for x, y in ((a.real, b.real), (a.imag, b.imag)) if a.dtype.kind == "c" else ((a, b),):
            size = np.maximum(np.abs(b), np.finfo(a.dtype).tiny).astype(np.float64)
            near = (
                np.abs(x.astype(np.float64) - y.astype(np.float64))
                <= (units(str(a.dtype)) if tolerance is None else tolerance) * size
            )
            if not np.all(near | (x == y) | (np.isnan(x) & np.isnan(y)) | ~np.isfinite(np.abs(b))):
                return False
    return True
