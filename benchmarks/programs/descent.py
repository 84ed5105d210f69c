"""Gradient descent with a step that doubles after ten successes and is halved at each failure."""

from __future__ import annotations

import math

import numpy as np

import irad


@irad.jit
def descend(value, slope, x, p):  # type: ignore[no-untyped-def]
    """Moves ``x`` to a minimum of ``value(x, p)``; ``slope(x, p, g)`` writes the gradient into ``g``."""
    n = len(x)
    g = np.empty(n)
    old = np.empty(n)
    eta = 1e-5
    successes = 0
    best = value(x, p)
    slope(x, p, g)
    while True:
        length = 0.0
        for i in range(n):
            length += g[i] * g[i]
        if math.sqrt(length) <= 1e-5:
            return
        if successes == 10:
            eta *= 2.0
            successes = 0
            continue
        moved = 0.0
        for i in range(n):
            old[i] = x[i]
            x[i] -= eta * g[i]
            moved += (old[i] - x[i]) * (old[i] - x[i])
        near = math.sqrt(moved) <= 1e-5
        now = math.inf if near else value(x, p)
        if now < best:
            best = now
            slope(x, p, g)
            successes += 1
            continue
        for i in range(n):
            x[i] = old[i]
        if near:
            return
        eta /= 2.0
        successes = 0
