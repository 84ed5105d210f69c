"""The parts of a line around the element that would be at one place if it were sorted: elements alone, without their places.

Two elements of a sample enclose the one that is looked for in most cases; what is between them is kept (R. Floyd and R. Rivest,
"Expected time bounds for selection", 1975), and a few are sorted.  Then the line is divided as in `radix_selection`.
There is no nan.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SAMPLE = 64
AROUND = 7  # so many elements of the sample on either side
FEW = 3000


def values_only() -> bool:
    """Whether nothing is differentiated, and NumPy's functions can be called; `library_table` lowers calls."""
    return True


def sort_here(a: Any) -> None:
    """Sort a line by NumPy's function where `values_only` is true; `library_table` lowers calls."""
    a.sort()


def enclose(a: Any, n: Any, rank: Any, sample: Any) -> Any:
    """Two of the first ``n`` elements between which the one at ``rank`` probably is."""
    step = n // SAMPLE
    for k in range(SAMPLE):
        x = a[k * step]
        i = k
        while i > 0 and sample[i - 1] > x:
            sample[i] = sample[i - 1]
            i -= 1
        sample[i] = x
    middle = rank * SAMPLE // n
    return sample[max(middle - AROUND, 0)], sample[min(middle + AROUND, SAMPLE - 1)]


def narrow(a: Any, n: Any, rank: Any, kept: Any, sample: Any) -> Any:
    """Keep those of the first ``n`` among which the one at ``rank`` is: how many, and its rank there.  ``kept`` may be ``a``."""
    low, high = enclose(a, n, rank, sample)
    below, inside = 0, 0
    for k in range(n):
        below += 1 if a[k] < low else 0
        inside += 1 if a[k] <= high else 0
    count = 0
    if rank < below:
        for k in range(n):
            x = a[k]
            kept[count] = x
            count += 1 if x < low else 0
        return count, rank
    if rank >= inside:
        for k in range(n):
            x = a[k]
            kept[count] = x
            count += 1 if x > high else 0
        return count, rank - inside
    for k in range(n):
        x = a[k]
        kept[count] = x
        count += (1 if x >= low else 0) & (1 if x <= high else 0)
    return count, rank - below


def value_of_rank(a: Any, rank: Any, kept: Any) -> Any:
    """The element that would be at ``rank``; ``kept``: memory for as many elements."""
    n, sample = len(a), np.empty(SAMPLE, dtype=a.dtype)
    count, rest = n, rank
    if n > FEW:
        count, rest = narrow(a, n, rank, kept, sample)
    else:
        kept[:] = a
    while count > FEW and count < 3 * n // 4:  # (most of them may be the same)
        n = count
        count, rest = narrow(kept, n, rest, kept, sample)
    sort_here(kept[:count])
    return kept[rest]


def divided(a: Any, rank: Any) -> Any:
    """A copy of a line without nan: what is below the element at ``rank``, then what is the same, then what is above it."""
    n = len(a)
    found, rest = np.empty(n, dtype=a.dtype), np.empty(n, dtype=a.dtype)
    pivot = value_of_rank(a, rank, found)
    first, others = 0, 0
    for k in range(n):
        x = a[k]
        found[first] = x
        rest[others] = x
        less = 1 if x < pivot else 0
        first += less
        others += 1 - less
    above = 0
    for k in range(others):
        x = rest[k]
        found[first] = x
        rest[above] = x
        same = 1 if x == pivot else 0
        first += same
        above += 1 - same
    for k in range(above):
        found[first + k] = rest[k]
    return found


for _f in (enclose, narrow, value_of_rank, divided):
    vars(_f)["irad_unchecked"] = True  # all their indices are in range
