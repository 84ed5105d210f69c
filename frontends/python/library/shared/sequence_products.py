"""The convolution of two sequences."""

from __future__ import annotations

from typing import Any

import numpy as np


def convolve(a: Any, v: Any, mode: str = "full") -> Any:
    """The discrete convolution of two sequences."""
    x, y = np.asarray(a), np.asarray(v)
    if len(x) == 0:
        raise ValueError("a cannot be empty")
    if len(y) == 0:
        raise ValueError("v cannot be empty")
    return _convolved(y, x, mode) if len(y) > len(x) else _convolved(x, y, mode)


def _convolved(x: Any, y: Any, mode: str) -> Any:
    n, m = len(x), len(y)
    if mode == "full":
        first, count = 0, n + m - 1
    elif mode == "same":
        first, count = (m - 1) // 2, n
    elif mode == "valid":
        first, count = m - 1, n - m + 1
    else:
        raise ValueError("mode must be one of 'valid', 'same', or 'full'")
    found = np.zeros(count, dtype=(x[:1] * y[:1]).dtype)
    for start in range(first, first + count, 1024):  # blocks that stay in the nearest cache
        end = min(start + 1024, first + count)
        for j in range(max(0, start - n + 1), min(m, end)):
            factor = y[j]
            for at in range(max(start, j), min(end, n + j)):
                found[at - first] += x[at - j] * factor
    return found
