"""The order of the elements of a line by comparisons, for numbers that have no key of 64 bits: complex ones."""

from __future__ import annotations

from typing import Any


def find_order(a: Any, order: Any, scratch: Any) -> Any:
    """Merge sort, from runs of one element upwards: ``a[order[0]], a[order[1]] ...`` ascend."""
    n = len(a)
    for i in range(n):
        order[i] = i
    width = 1
    while width < n:
        for start in range(0, n, 2 * width):
            middle = min(start + width, n)
            end = min(start + 2 * width, n)
            i = start
            j = middle
            for k in range(start, end):
                left = j == end
                if not left and i < middle:
                    x = a[order[i]]
                    y = a[order[j]]
                    left = not (y < x or (x != x and y == y))
                if left:
                    scratch[k] = order[i]
                    i += 1
                else:
                    scratch[k] = order[j]
                    j += 1
        for k in range(n):
            order[k] = scratch[k]
        width *= 2


find_order.irad_unchecked = True  # type: ignore[attr-defined]  # all its indices are in range
