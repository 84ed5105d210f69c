"""Margins of ``np.pad`` that are ramps or statistics, along the first axis of a view; in Python that is compiled."""

from __future__ import annotations

from typing import Any

import numpy as np


def ramps(m: Any, before: int, n: int, after: int, low: Any, high: Any) -> None:
    """From ``low`` to the first element, from the last one to ``high``."""
    if before > 0:
        step = (m[before] - low) / before
        for k in range(before):
            v = np.asarray(k * step + low)
            m[k] = np.floor(v).astype(m.dtype) if m.dtype.kind in "iu" else v.astype(m.dtype)
    if after > 0:
        step = (m[before + n - 1] - high) / after
        for k in range(after):
            v = np.asarray(k * step + high)
            m[before + n + after - 1 - k] = np.floor(v).astype(m.dtype) if m.dtype.kind in "iu" else v.astype(m.dtype)


def statistics(m: Any, before: int, n: int, after: int, mode: Any, left: Any, right: Any) -> None:
    """A statistic of the first ``left`` elements and one of the last ``right`` ones, of all for None."""
    first = n if left is None else min(left, n)
    last = n if right is None else min(right, n)
    if (first == 0 or last == 0) and (mode == "maximum" or mode == "minimum"):
        raise ValueError("stat_length of 0 yields no value for padding")
    if before > 0:
        _put(m, 0, before, m[before : before + first], mode)
    if after > 0:
        _put(m, before + n, after, m[before + n - last : before + n], mode)


def _put(m: Any, start: int, count: int, part: Any, mode: Any) -> None:
    if mode == "maximum":
        found = np.asarray(np.max(part, axis=0))
    elif mode == "minimum":
        found = np.asarray(np.min(part, axis=0))
    elif mode == "mean":
        found = np.asarray(np.mean(part, axis=0))
    else:
        found = np.asarray(np.median(part, axis=0))
    value = np.round(found).astype(m.dtype) if m.dtype.kind in "iu" else found.astype(m.dtype)
    for k in range(count):
        m[start + k] = value


def turned(m: Any, before: int, n: int, after: int, edges: bool) -> None:
    """The array mirrored in the points at its ends, again and again; with ``edges`` these occur twice."""
    wide = m.astype(np.int64) if m.dtype.kind in "iub" else m
    first, last, period = np.array(wide[before]), np.array(wide[before + n - 1]), n if edges else n - 1
    drift = 2 * (last - first)
    for k in range(before + after):
        place = -1 - k if k < before else n + k - before
        found = np.array(first)
        if period > 0:
            turns = place // (2 * period)
            rest = place - turns * 2 * period
            if rest < n:
                found = np.asarray(wide[before + rest] + turns * drift)
            else:
                found = np.asarray(2 * last - wide[before + 2 * period - rest - (1 if edges else 0)] + turns * drift)
        m[before + place] = found.astype(m.dtype)
