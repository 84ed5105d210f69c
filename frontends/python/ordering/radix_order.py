"""The order of the elements of a line, by digits of keys (D. Knuth, *The Art of Computer Programming* 3, section 5.2.5).

A key is a 64-bit number without sign that compares as the element does: the bits of a float, all turned around where it is
negative and the sign where it is not.  Three passes from the lower to the higher digits go over the highest bits that differ at
all; what they leave undone is little unless many elements agree in all of these, and is done by insertion, or by passes over all
bits if it is much.  Ties keep their order, and nan comes last.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.ordering.bits_of import bits

DIGITS = 2048  # values of the largest digit


def write_keys(a: Any, keys: Any, order: Any) -> Any:
    """The key of each element, and all places."""
    n = len(a)
    if a.dtype.kind == "f":
        for i in range(n):
            v = np.float64(a[i])
            key = bits(v + 0.0)  # of 0.0 for -0.0 too
            key ^= np.uint64(0) - (key >> np.uint64(63)) | np.uint64(1 << 63)
            keys[i] = key if v == v else np.uint64((1 << 64) - (1 << 52) + 1)  # above that of infinity
            order[i] = i
        return
    sign = np.uint64(0)
    if a.dtype.kind != "u":
        sign = np.uint64(1 << 63)
    for i in range(n):
        keys[i] = np.uint64(np.int64(a[i])) ^ sign
        order[i] = i


def insert_all(keys: Any, order: Any, n: Any, most: Any) -> Any:
    """Sort by insertion, unless elements move by more than ``most`` places in all; returns whether it is done."""
    moved = 0
    for k in range(1, n):
        key = keys[k]
        if keys[k - 1] > key:
            place = order[k]
            i = k
            while i > 0 and keys[i - 1] > key:
                keys[i] = keys[i - 1]
                order[i] = order[i - 1]
                i -= 1
            keys[i] = key
            order[i] = place
            moved += k - i
            if moved > most:
                return False
    return True


def count_digits(keys: Any, n: Any, at: Any, mask: Any, counts: Any) -> None:
    """How many keys have each digit."""
    for d in range(np.int64(mask) + 1):
        counts[d] = 0
    for k in range(n):
        counts[np.int64((keys[k] >> at) & mask)] += 1


def pass_over(keys: Any, order: Any, n: Any, shift: Any, width: Any, to_keys: Any, to_order: Any, counts: Any) -> Any:
    """Sort by the digit of ``width`` bits above bit ``shift``."""
    at, mask = np.uint64(shift), np.uint64((1 << width) - 1)
    count_digits(keys, n, at, mask, counts)
    total = 0
    for d in range(1 << width):
        count = counts[d]
        counts[d] = total
        total += count
    for k in range(n):
        key = keys[k]
        digit = np.int64((key >> at) & mask)
        place = counts[digit]
        to_keys[place] = key
        to_order[place] = order[k]
        counts[digit] = place + 1


def sort_keys(keys: Any, order: Any, n: Any, other_keys: Any, other_order: Any, counts: Any) -> Any:
    """Sort the first ``n`` keys, and the places with them."""
    differ, falls = np.uint64(0), 0
    for k in range(1, n):
        differ |= keys[k] ^ keys[k - 1]
        falls += 1 if keys[k] < keys[k - 1] else 0
    if falls == 0:
        return
    low, high = 0, 64
    while (differ >> np.uint64(low)) & np.uint64(1) == np.uint64(0):
        low += 1
    while (differ >> np.uint64(high - 1)) & np.uint64(1) == np.uint64(0):
        high -= 1
    width = 8 if n < 20000 else 11
    shift = high if n <= 24 else max(low, high - 3 * width)
    most = n * n if n <= 24 else 4 * n
    while True:
        turned = False
        while shift < high:
            pass_over(keys, order, n, shift, width, other_keys, other_order, counts)
            keys, other_keys = other_keys, keys
            order, other_order = other_order, order
            turned = not turned
            shift += width
        if turned:
            for k in range(n):
                other_keys[k] = keys[k]
                other_order[k] = order[k]
            keys, other_keys = other_keys, keys
            order, other_order = other_order, order
        if insert_all(keys, order, n, most):
            return
        shift = low


def find_order(a: Any, order: Any, other_order: Any, keys: Any, other_keys: Any, counts: Any) -> Any:
    """``a[order[0]], a[order[1]] ...`` ascend."""
    write_keys(a, keys, order)
    sort_keys(keys, order, len(a), other_keys, other_order, counts)


for _f in (write_keys, insert_all, count_digits, pass_over, sort_keys, find_order):
    vars(_f)["irad_unchecked"] = True  # all their indices are in range
