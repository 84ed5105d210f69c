"""Quasi-Newton steps (Broyden, Fletcher, Goldfarb, Shanno) with exact gradients, within bounds by projection."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.optimize.implicit import keep
from irad.frontends.python.library.shared.compiler_words import gradient_at


def quasi_newton(
    f: Any, start: Any, lower: Any, upper: Any, gtol: float, ftol: float, most: int, out: Any, ended: Any
) -> None:  # fmt: skip
    """The minimizer to ``out``; whether its gradient is small enough, the numbers of steps and of calls to ``ended``.

    A last step that has changed the value by no more than ``ftol``, a part of it, is an end as good.
    """
    n = len(start)
    x = np.minimum(np.maximum(start, lower), upper)
    value, slope = f(x), gradient_at(f, x)
    matrix = np.eye(n)
    steps, calls, fresh = 0, 1, True
    size, last = 0.0, np.inf
    while steps < most:
        free = np.ones(n)
        for i in range(n):
            if (x[i] <= lower[i] and slope[i] > 0.0) or (x[i] >= upper[i] and slope[i] < 0.0):
                free[i] = 0.0
        rest = slope * free
        size = np.max(np.abs(rest))
        if size <= 1e-3 * gtol or not size < np.inf:
            break
        along = -free * (matrix @ rest)
        falls = along @ rest
        if not falls < 0.0:
            matrix, along, falls, fresh = np.eye(n), -rest, -(rest @ rest), True
        first = min(1.0, 1.01 / np.sqrt(rest @ rest)) if fresh else 1.0
        part, least, greatest, taken = first, 0.0, np.inf, False
        after, now, slope_now = x.copy(), value, slope.copy()
        for _ in range(60):  # until the values fall enough, and the slopes as well
            after = np.minimum(np.maximum(x + part * along, lower), upper)
            now = f(after)
            calls += 1
            if not now <= value + 1e-4 * (slope @ (after - x)):
                greatest = part
            else:
                slope_now = gradient_at(f, after)
                taken = True
                if slope_now @ along >= 0.9 * falls or np.any(after != x + part * along):
                    break
                least = part
            part = 2.0 * part if greatest == np.inf else 0.5 * (least + greatest)
            if taken and greatest - least <= 1e-10 * least:
                break
        if not taken or not now <= value:
            if fresh:
                break
            matrix, fresh = np.eye(n), True
            steps += 1
            continue
        moved, change = after - x, slope_now - slope
        still = now == value and np.max(np.abs(moved)) <= 1e-15 * np.max(np.abs(x))
        last = (value - now) / max(abs(value), abs(now), 1.0)
        x, value, slope = after, now, slope_now
        steps += 1
        if still:
            break
        along_change = moved @ change
        if along_change > 1e-14 * np.sqrt((moved @ moved) * (change @ change)):
            if fresh:
                matrix = np.eye(n) * (along_change / (change @ change))
            left = np.eye(n) - np.outer(moved, change) / along_change
            matrix = left @ matrix @ left.T + np.outer(moved, moved) / along_change
            fresh = False
    keep(x, out)
    ended[0], ended[1], ended[2] = (1 if size <= gtol or last <= ftol else 0), steps, calls
