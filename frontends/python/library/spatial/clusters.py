"""``whiten`` and ``vq`` of `scipy.cluster.vq`: features of one scale, and the nearest of a few points for each."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np


def _finite(a: Any) -> Any:
    given = np.asarray(a)
    if not np.all(np.isfinite(given)):
        raise ValueError("array must not contain infs or NaNs")
    return given


def whiten(obs: Any, check_finite: Any = None) -> Any:
    """Each column by its standard deviation, or as it is where that is zero."""
    given = _finite(obs) if check_finite is None or check_finite else np.asarray(obs)
    spread = np.var(given, axis=0)
    if np.any(spread == 0.0):
        text = "Some columns have standard deviation zero. The values of these columns will not change."
        warnings.warn(text, RuntimeWarning, stacklevel=2)
    return given / np.sqrt(np.where(spread == 0.0, np.ones_like(spread), spread))


def vq(obs: Any, code_book: Any, check_finite: bool = True) -> Any:
    """For each row which of the others is the nearest, and the distance."""
    given, codes = _finite(obs), _finite(code_book)
    if given.ndim != codes.ndim or given.ndim > 2:
        raise ValueError("Observation and code_book should have the same rank")
    rows = given[:, None] * 1.0 if given.ndim == 1 else given * 1.0
    others = codes[:, None] * 1.0 if codes.ndim == 1 else codes * 1.0
    if rows.shape[1] != others.shape[1]:
        raise ValueError("Dimension mismatch")
    if len(others) == 0:
        raise NotImplementedError("scipy.cluster.vq.vq with no points to be near to in compiled functions")
    kind = (rows[:1, :1] * others[:1, :1]).dtype
    whole = given.dtype.kind != "f" and codes.dtype.kind != "f"
    which = np.zeros(len(rows), dtype=np.int64 if whole else np.int32)
    away = np.zeros(len(rows), dtype=kind)
    for i in range(len(rows)):
        least = np.inf
        for j in range(len(others)):
            square = np.sum((rows[i] - others[j]) ** 2)
            if square < least:
                least = square
                which[i] = j
        away[i] = np.sqrt(least) if least > 0.0 else 0.0
    return which, away
