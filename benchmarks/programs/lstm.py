"""The loss of a diagonal LSTM; results: value, gradients of the main parameters (2 l, 4 b) and of the others (3, b)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import irad


@irad.jit
def sigmoid(t):  # type: ignore[no-untyped-def]
    return 1.0 / (1.0 + math.exp(-t))


@irad.jit
def layer(main, i, state, x):  # type: ignore[no-untyped-def]
    """One step of layer ``i``: its state changes, and ``x`` becomes its output."""
    b = len(x)
    for j in range(b):
        forget = sigmoid(x[j] * main[2 * i, j] + main[2 * i + 1, j])
        write = sigmoid(state[2 * i, j] * main[2 * i, b + j] + main[2 * i + 1, b + j])
        read = sigmoid(x[j] * main[2 * i, 2 * b + j] + main[2 * i + 1, 2 * b + j])
        change = math.tanh(state[2 * i, j] * main[2 * i, 3 * b + j] + main[2 * i + 1, 3 * b + j])
        state[2 * i + 1, j] = state[2 * i + 1, j] * forget + write * change
        state[2 * i, j] = read * math.tanh(state[2 * i + 1, j])
        x[j] = state[2 * i, j]


@irad.jit
def loss(main, extra, start, sequence):  # type: ignore[no-untyped-def]
    c, b = sequence.shape
    state = start.copy()
    x = np.empty(b)
    y = np.empty(b)
    total = 0.0
    for t in range(c - 1):
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


def arguments(instance: dict[str, Any]) -> tuple[Any, ...]:
    """Parameters, state, sequence, and the shadows of the parameters."""
    main, extra, state, sequence = (
        np.array(instance[key], dtype=np.float64) for key in ("main_params", "extra_params", "state", "sequence")
    )
    return main, extra, state, sequence, np.zeros_like(main), np.zeros_like(extra)


def primal(main: Any, extra: Any, state: Any, sequence: Any, dmain: Any, dextra: Any) -> Any:
    return loss(main, extra, state, sequence)


def derivative(main: Any, extra: Any, state: Any, sequence: Any, dmain: Any, dextra: Any) -> Any:
    dmain.fill(0.0)
    dextra.fill(0.0)
    return irad.autodiff(loss, irad.Duplicated(main, dmain), irad.Duplicated(extra, dextra), state, sequence)


def results(main: Any, extra: Any, state: Any, sequence: Any, dmain: Any, dextra: Any) -> Any:
    """What `primal` and `derivative` give, as numbers in a row."""
    value = primal(main, extra, state, sequence, dmain, dextra)
    derivative(main, extra, state, sequence, dmain, dextra)
    return np.array([value, *dmain.ravel(), *dextra.ravel()])
