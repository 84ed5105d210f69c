"""Peaks of signals: ``find_peaks``, ``peak_prominences`` and ``peak_widths`` of `scipy.signal`.

Where peaks are has no derivative; heights, prominences and widths have those of the elements that they are computed of.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused


def _maxima(x: Any) -> Any:
    """Middles, left and right edges of the plateaus that are higher than what is beside them."""
    n = len(x)
    found = np.zeros((3, max(n // 2, 1)), dtype=np.int64)
    count, i = 0, 1
    while i < n - 1:
        if x[i - 1] < x[i]:
            ahead = i + 1
            while ahead < n - 1 and x[ahead] == x[i]:
                ahead += 1
            if x[ahead] < x[i]:
                found[0, count], found[1, count], found[2, count] = (i + ahead - 1) // 2, i, ahead - 1
                count += 1
                i = ahead
        i += 1
    return found[0, :count].copy(), found[1, :count].copy(), found[2, :count].copy()


def _ends(given: Any) -> Any:
    """A condition, the least number or a pair, as two numbers."""
    if isinstance(given, np.ndarray):
        refused("find_peaks() with a condition for each peak is not supported in compiled functions", "select among the peaks")
    if isinstance(given, (tuple, list)):
        low, high = given
        return -np.inf if low is None else low * 1.0, np.inf if high is None else high * 1.0
    return given * 1.0, np.inf


def _within(values: Any, given: Any) -> Any:
    low, high = _ends(given)
    return (values >= low) & (values <= high)


def _apart(peaks: Any, heights: Any, distance: float) -> Any:
    """Which peaks are left where lower ones nearer than ``distance`` to a higher one are not."""
    least, n = math.ceil(distance), len(peaks)
    kept = np.ones(n, dtype=np.bool_)
    order = np.argsort(heights)
    for k in range(n - 1, -1, -1):
        j = order[k]
        if not kept[j]:
            continue
        i = j - 1
        while i >= 0 and peaks[j] - peaks[i] < least:
            kept[i] = False
            i -= 1
        i = j + 1
        while i < n and peaks[i] - peaks[j] < least:
            kept[i] = False
            i += 1
    return kept


def _prominences(x: Any, peaks: Any, wlen: int) -> Any:
    n = len(peaks)
    found, left, right = np.zeros(n), np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    for k in range(n):
        p = peaks[k]
        if not 0 <= p < len(x):
            raise ValueError("a peak is not a valid index for `x`")
        first, last = 0, len(x) - 1
        if wlen >= 2:
            first, last = max(p - wlen // 2, 0), min(p + wlen // 2, len(x) - 1)
        left[k], right[k] = p, p
        i = p
        while i >= first and x[i] <= x[p]:
            if x[i] < x[left[k]]:
                left[k] = i
            i -= 1
        i = p
        while i <= last and x[i] <= x[p]:
            if x[i] < x[right[k]]:
                right[k] = i
            i += 1
        found[k] = x[p] - max(x[left[k]], x[right[k]])
    return found, left, right


def _widths(x: Any, peaks: Any, part: float, prominences: Any, left: Any, right: Any) -> Any:
    n = len(peaks)
    widths, heights, begins, ends = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n)
    for k in range(n):
        p = peaks[k]
        height = x[p] - prominences[k] * part
        i = p
        while left[k] < i and height < x[i]:
            i -= 1
        begin = i * 1.0
        if x[i] < height:
            begin += (height - x[i]) / (x[i + 1] - x[i])
        i = p
        while i < right[k] and height < x[i]:
            i += 1
        end = i * 1.0
        if x[i] < height:
            end -= (height - x[i]) / (x[i - 1] - x[i])
        widths[k], heights[k], begins[k], ends[k] = end - begin, height, begin, end
    return widths, heights, begins, ends


def _window(wlen: Any) -> int:
    if wlen is None:
        return -1
    if not wlen > 1:
        raise ValueError("`wlen` must be larger than 1")
    found: int = math.ceil(wlen)
    return found


def _signal(x: Any) -> Any:
    given = np.asarray(x) * 1.0
    if given.ndim != 1:
        raise ValueError("`x` must be a 1-D array")
    return given


def peak_prominences(x: Any, peaks: Any, wlen: Any = None) -> Any:
    """How far peaks stand out, and the places of the lowest elements beside them."""
    return _prominences(_signal(x), np.asarray(peaks), _window(wlen))


def peak_widths(x: Any, peaks: Any, rel_height: Any = 0.5, prominence_data: Any = None, wlen: Any = None) -> Any:
    """Widths of peaks at a part of their prominence, the heights of these lines, and where they begin and end."""
    given, at = _signal(x), np.asarray(peaks)
    if rel_height < 0.0:
        raise ValueError("`rel_height` must be greater or equal to 0.0")
    found = _prominences(given, at, _window(wlen)) if prominence_data is None else prominence_data
    return _widths(given, at, rel_height * 1.0, found[0], found[1], found[2])


def find_peaks(
    x: Any, height: Any = None, threshold: Any = None, distance: Any = None, prominence: Any = None, width: Any = None,
    wlen: Any = None, rel_height: Any = 0.5, plateau_size: Any = None,
) -> Any:  # fmt: skip
    """The places of peaks that meet the conditions, and what was computed for these."""
    given = _signal(x)
    if distance is not None and distance < 1:
        raise ValueError("`distance` must be greater or equal to 1")
    peaks, left, right = _maxima(given)
    found = {}
    if plateau_size is not None:
        kept = _within((right - left + 1) * 1.0, plateau_size)
        peaks, left, right = peaks[kept], left[kept], right[kept]
        found["plateau_sizes"], found["left_edges"], found["right_edges"] = right - left + 1, left, right
    if height is not None:
        kept = _within(given[peaks], height)
        peaks = peaks[kept]
        found = {name: values[kept] for name, values in found.items()}
        found["peak_heights"] = given[peaks]
    if threshold is not None:
        before, behind = given[peaks] - given[peaks - 1], given[peaks] - given[peaks + 1]
        low, high = _ends(threshold)
        kept = (np.minimum(before, behind) >= low) & (np.maximum(before, behind) <= high)
        peaks = peaks[kept]
        found = {name: values[kept] for name, values in found.items()}
        found["left_thresholds"], found["right_thresholds"] = before[kept], behind[kept]
    if distance is not None:
        kept = _apart(peaks, given[peaks], distance * 1.0)
        peaks = peaks[kept]
        found = {name: values[kept] for name, values in found.items()}
    if prominence is not None or width is not None:
        found["prominences"], found["left_bases"], found["right_bases"] = _prominences(given, peaks, _window(wlen))
    if prominence is not None:
        kept = _within(found["prominences"], prominence)
        peaks = peaks[kept]
        found = {name: values[kept] for name, values in found.items()}
    if width is not None:
        sizes, lines, begins, ends = _widths(
            given, peaks, rel_height * 1.0, found["prominences"], found["left_bases"], found["right_bases"]
        )  # fmt: skip
        found["widths"], found["width_heights"], found["left_ips"], found["right_ips"] = sizes, lines, begins, ends
        kept = _within(sizes, width)
        peaks = peaks[kept]
        found = {name: values[kept] for name, values in found.items()}
    return peaks, found
