"""Loops over many steps with a small state: a number, and the LSTM of the other benchmarks."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import irad
from benchmarks.programs.lstm import layer

NUMBERS, SEQUENCE = 10**8, 100_000


def number(x, a, steps):  # type: ignore[no-untyped-def]
    """A damped and driven number after so many steps."""
    for t in irad.checkpointed(range(steps), snapshots="log"):
        x = a * x / (1.0 + x * x) + 1e-9 * t
    return x


def number_primal(x, a, steps):  # type: ignore[no-untyped-def]
    for t in range(steps):
        x = a * x / (1.0 + x * x) + 1e-9 * t
    return x


def number_tangent(x: float, a: float, steps: int) -> float:
    """The derivative of `number` to ``a``, step by step with the value."""
    dx = 0.0
    for t in range(steps):
        below = 1.0 + x * x
        dx = x / below + a * (1.0 - x * x) / (below * below) * dx
        x = a * x / below + 1e-9 * t
    return dx


def lstm(main, extra, start, sequence):  # type: ignore[no-untyped-def]
    """The loss of a diagonal LSTM (`benchmarks/programs/lstm.py`) with a checkpointed loop."""
    c, b = sequence.shape
    state = start.copy()
    x = np.empty(b)
    y = np.empty(b)
    total = 0.0
    for t in irad.checkpointed(range(c - 1)):
        for j in range(b):
            x[j] = sequence[t, j] * extra[0, j]
        for i in range(main.shape[0] // 2):
            layer(main, i, state, x)
        s = 2.0
        for j in range(b):
            y[j] = x[j] * extra[1, j] + extra[2, j]
            s += math.exp(y[j])
        for j in range(b):
            total += sequence[t + 1, j] * (y[j] - math.log(s))
    return -total / ((c - 1) * b)


def lstm_arguments(c: int, b: int = 14, layers: int = 2) -> tuple[Any, ...]:
    """Parameters of the layers and others, the state at the beginning, and the sequence."""
    rng = np.random.default_rng(31337)
    sizes = ((2 * layers, 4 * b), (3, b), (2 * layers, b), (c, b))
    main, extra, state, sequence = (rng.normal(size=size) for size in sizes)
    return 0.5 * main, 0.5 * extra, state, (sequence > 0.0).astype(np.float64)
