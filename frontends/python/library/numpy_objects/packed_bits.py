"""``np.packbits``, ``np.unpackbits`` and ``np.real_if_close``."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused

Setting = Any  # an argument that is part of what a function is compiled for, where it is known then


def packbits(a: Any, axis: Any = None, bitorder: Setting = "big") -> Any:
    """Eight truth values in each byte, the last ones of an axis with zeros."""
    given = np.asarray(a)
    if given.dtype.kind != "b" and given.dtype.kind != "u" and given.dtype.kind != "i":
        raise TypeError("Expected an input array of integer or boolean data type")
    if bitorder != "big" and bitorder != "little":
        raise ValueError("'order' must be either 'little' or 'big'")
    if axis is None:
        return _packed(np.ravel(given)[None, :], bitorder)[0]
    moved = np.moveaxis(given, axis, -1)
    rows = _packed(moved.reshape((-1, moved.shape[-1])), bitorder)
    return np.moveaxis(rows.reshape((*moved.shape[:-1], rows.shape[1])), -1, axis)


def _packed(rows: Any, bitorder: Any) -> Any:
    count, n = rows.shape
    found = np.zeros((count, (n + 7) // 8), dtype=np.uint8)
    for i in range(count):
        for k in range(n):
            if rows[i, k] != 0:
                bit = k % 8 if bitorder == "little" else 7 - k % 8
                found[i, k // 8] += 1 << bit
    return found


def unpackbits(a: Any, axis: Any = None, count: Any = None, bitorder: Setting = "big") -> Any:
    """The bits of bytes; ``count``: how many along the axis, below 0 how many less."""
    given = np.asarray(a)
    if given.dtype != np.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    if bitorder != "big" and bitorder != "little":
        raise ValueError("'order' must be either 'little' or 'big'")
    if axis is None:
        return _unpacked(np.ravel(given)[None, :], count, bitorder)[0]
    moved = np.moveaxis(given, axis, -1)
    rows = _unpacked(moved.reshape((-1, moved.shape[-1])), count, bitorder)
    return np.moveaxis(rows.reshape((*moved.shape[:-1], rows.shape[1])), -1, axis)


def _unpacked(rows: Any, count: Any, bitorder: Any) -> Any:
    many, n = rows.shape
    width = 8 * n
    if count is not None:
        width = count if count >= 0 else 8 * n + count
        if width < 0:
            raise ValueError("-count larger than number of elements")
    found = np.zeros((many, width), dtype=np.uint8)
    for i in range(many):
        for k in range(min(width, 8 * n)):
            bit = k % 8 if bitorder == "little" else 7 - k % 8
            found[i, k] = (rows[i, k // 8] >> bit) & 1
    return found


def real_if_close(a: Any, tol: Any = 100) -> Any:
    """The array as it is, if it is real: of complex numbers the dtype is known at run time only."""
    given = np.asarray(a)
    if given.dtype.kind == "c":
        refused("np.real_if_close() of complex numbers has a dtype that only the run tells", "z.real")
    return given
