"""Places in sorted arrays."""

from __future__ import annotations

from typing import Any


def bisected(a: Any, v: Any, right: bool) -> int:
    """The first place in an ascending array whose element is not below ``v`` (above it, if ``right``); nan is above all."""
    low, high = 0, len(a)
    while low < high:
        middle = (low + high) // 2
        w = a[middle]
        if (w <= v or v != v) if right else (w < v or (v != v and w == w)):
            low = middle + 1
        else:
            high = middle
    return low
