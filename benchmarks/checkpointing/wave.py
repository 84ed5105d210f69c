"""Waves on a square of 256 by 256 points: the loop that changes two arrays in turns, with a source and receivers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import irad

SIDE, SNAPSHOTS = 256, 50
STATE = 2 * 8 * SIDE * SIDE  # bytes


@irad.jit
def step(u, before, c, record, t):  # type: ignore[no-untyped-def]
    """``before`` becomes the field after ``u``; what the receivers in the fifth row see is written down."""
    n, m = u.shape
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            bend = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4.0 * u[i, j]
            before[i, j] = 2.0 * u[i, j] - before[i, j] + c[i, j] * bend
    s = 0.15 * t - 6.0
    before[n // 2, m // 2] += (1.0 - 2.0 * s * s) * math.exp(-s * s)
    for k in range(record.shape[1]):
        record[t, k] = before[4, 16 * k + 8]


def checkpointed(c, steps):  # type: ignore[no-untyped-def]
    """The energy that the receivers see; ``c`` is the squared speed, in cells per step."""
    record = np.zeros((steps, c.shape[1] // 16))
    u = np.zeros_like(c)
    before = np.zeros_like(c)
    for t in irad.checkpointed(range(steps), snapshots=SNAPSHOTS):
        step(u, before, c, record, t)
        u, before = before, u
    return (record * record).sum()


def taped(c, steps):  # type: ignore[no-untyped-def]
    """The same with all steps on the tape."""
    record = np.zeros((steps, c.shape[1] // 16))
    u = np.zeros_like(c)
    before = np.zeros_like(c)
    for t in range(steps):
        step(u, before, c, record, t)
        u, before = before, u
    return (record * record).sum()


def speeds(side: int = SIDE) -> Any:
    """Squared speeds: faster below."""
    y, x = np.mgrid[0:side, 0:side] / side
    return 0.2 + 0.1 * y + 0.02 * np.sin(9.0 * x)
