"""Solutions of initial value problems between the ends of their steps."""

from __future__ import annotations

from typing import Any

import numpy as np


def at_times(t: Any, ts: Any, y: Any, inside: Any) -> Any:
    """``inside(k, t)``, what a solution is in the step k, at a time or at each of several; ``y``: an array like it."""
    at = np.atleast_1d(np.asarray(t) * 1.0)
    found = np.empty((len(y), len(at)), dtype=y.dtype)
    last = len(ts) - 2
    rising = ts[last + 1] >= ts[0]
    for j in range(len(at)):
        k = 0
        while k < last and (at[j] > ts[k + 1] if rising else at[j] < ts[k + 1]):
            k += 1
        found[:, j] = inside(k, at[j])
    return found[:, 0] if np.ndim(t) == 0 else found


def between(dense: Any, y: Any, slopes: Any, h: Any, x: Any) -> Any:
    """The solution at the part x of a step from y."""
    found = y.copy()
    power = h * x
    for j in range(dense.shape[1]):
        for i in range(dense.shape[0]):
            if dense[i, j] != 0.0:
                found += (power * dense[i, j]) * slopes[i]
        power = power * x
    return found
