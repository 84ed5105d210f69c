"""The elements that would be at some places if a line were sorted, found without sorting it, by digits of keys (`radix_order`).

Of the keys the highest digit is counted; only those are kept that agree in it with the key that is looked for, and so on.  Then
the line is divided into what is below that key, what is the same and what is above it, each in the order that it had, and so are
the parts in which more is looked for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.ordering.radix_order import DIGITS, count_digits, write_keys


def key_of_rank(keys: Any, order: Any, first: Any, end: Any, rank: Any, kept: Any, counts: Any) -> Any:
    """The key of ``order[first:end]`` that is at ``rank`` if these are sorted; ``kept``: memory for as many keys."""
    n, differ, least = end - first, np.uint64(0), keys[order[first]]
    for k in range(n):
        key = keys[order[first + k]]
        kept[k] = key
        differ |= key ^ kept[0]
        least = min(least, key)
    if rank == 0:
        return least
    high = 64
    while high > 0 and (differ >> np.uint64(high - 1)) & np.uint64(1) == np.uint64(0):
        high -= 1
    while n > 1 and high > 0:
        width = min(high, 11 if n > 4000 else 8)
        high -= width
        at, mask = np.uint64(high), np.uint64((1 << width) - 1)
        count_digits(kept, n, at, mask, counts)
        digit = 0
        while counts[digit] <= rank:
            rank -= counts[digit]
            digit += 1
        wanted, m = np.uint64(digit), 0
        for k in range(n):
            key = kept[k]
            kept[m] = key
            m += 1 if (key >> at) & mask == wanted else 0
        n = m
    return kept[0]


def divide(keys: Any, order: Any, first: Any, end: Any, pivot: Any, rest: Any) -> Any:
    """What is below ``pivot``, then what is the same, then what is above it; returns where these parts end."""
    below, count, same = first, 0, 0
    for k in range(first, end):
        place = order[k]
        key = keys[place]
        order[below] = place
        rest[count] = place
        less = 1 if key < pivot else 0
        same += 1 if key == pivot else 0
        below += less
        count += 1 - less
    at, above = below, below + same
    for k in range(count):
        place = rest[k]
        if keys[place] == pivot:
            order[at] = place
            at += 1
        else:
            order[above] = place
            above += 1
    return below, at


def count_numbers(a: Any) -> Any:
    """How many elements are not nan."""
    count = 0
    for k in range(len(a)):
        count += 1 if a[k] == a[k] else 0
    return count


def find_places(a: Any, places: Any, order: Any) -> Any:
    """The places of the elements of ``a``; those at the ascending ``places`` are where they would be if it were sorted."""
    n, wanted = len(a), len(places)
    keys, kept = np.empty(n, dtype=np.uint64), np.empty(n, dtype=np.uint64)
    rest, counts = np.empty(n, dtype=np.int64), np.empty(DIGITS, dtype=np.int64)
    todo = np.empty((2 * wanted + 2, 4), dtype=np.int64)  # parts of the line, each with those of the places that are in it
    todo[0, 0], todo[0, 1], todo[0, 2], todo[0, 3] = 0, n, 0, wanted
    write_keys(a, keys, order)
    parts = 1
    while parts > 0:
        parts -= 1
        first, end, low, high = todo[parts, 0], todo[parts, 1], todo[parts, 2], todo[parts, 3]
        if low == high:
            continue
        middle = (low + high) // 2
        pivot = key_of_rank(keys, order, first, end, places[middle] - first, kept, counts)
        below, above = divide(keys, order, first, end, pivot, rest)
        left, right = middle, middle + 1
        while left > low and places[left - 1] >= below:
            left -= 1
        while right < high and places[right] < above:
            right += 1
        todo[parts, 0], todo[parts, 1], todo[parts, 2], todo[parts, 3] = first, below, low, left
        parts += 1
        todo[parts, 0], todo[parts, 1], todo[parts, 2], todo[parts, 3] = above, end, right, high
        parts += 1


def ascending(places: Any) -> Any:
    """Sort a few integers."""
    for k in range(1, len(places)):
        p, i = places[k], k
        while i > 0 and places[i - 1] > p:
            places[i] = places[i - 1]
            i -= 1
        places[i] = p


for _f in (key_of_rank, divide, count_numbers, find_places, ascending):
    vars(_f)["irad_unchecked"] = True  # all their indices are in range
for _f in (count_numbers, find_places):
    vars(_f)["irad_constant"] = True
