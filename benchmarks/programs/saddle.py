"""A saddle point by gradient descent inside of gradient descent.

Results: the point (4) with reverse or forward mode outside and inside: rr, rf, fr, ff.  The primal is one inner descent, with
the slope written out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import irad
from benchmarks.programs.descent import descend


@irad.jit
def height(a, b, c, d):  # type: ignore[no-untyped-def]
    return a * a + b * b - c * c - d * d


@irad.jit
def depth(y, x):  # type: ignore[no-untyped-def]
    return -height(x[0], x[1], y[0], y[1])


@irad.jit
def slope_by_hand(y, x, g):  # type: ignore[no-untyped-def]
    g[0] = 2.0 * y[0]
    g[1] = 2.0 * y[1]


@irad.jit
def slope_reverse(y, x, g):  # type: ignore[no-untyped-def]
    found = irad.autodiff(height, x[0], x[1], irad.Active(y[0]), irad.Active(y[1]))
    g[0] = -found[2]
    g[1] = -found[3]


@irad.jit
def slope_forward(y, x, g):  # type: ignore[no-untyped-def]
    (a,) = irad.autodiff(height, x[0], x[1], irad.Duplicated(y[0], 1.0), y[1], mode=irad.Forward)
    (b,) = irad.autodiff(height, x[0], x[1], y[0], irad.Duplicated(y[1], 1.0), mode=irad.Forward)
    g[0] = -a
    g[1] = -b


@irad.jit
def top(x, start, slope, y):  # type: ignore[no-untyped-def]
    """Writes the highest point above x into y."""
    y[0] = start[0]
    y[1] = start[1]
    descend(depth, slope, y, x)


@irad.jit
def highest(x, start, slope):  # type: ignore[no-untyped-def]
    y = np.empty(2)
    top(x, start, slope, y)
    return height(x[0], x[1], y[0], y[1])


def solver(outer: str, slope: Any) -> Callable[..., Any]:
    """Finds the point; ``outer`` is the mode of the derivative through the inner descent, ``slope`` the inner one."""

    def value(x, start):  # type: ignore[no-untyped-def]
        return highest(x, start, slope)

    def reverse(x, start, g):  # type: ignore[no-untyped-def]
        g[0] = 0.0
        g[1] = 0.0
        irad.autodiff(highest, irad.Duplicated(x, g), start, slope)

    def forward(x, start, g):  # type: ignore[no-untyped-def]
        direction = np.zeros(2)
        for i in range(2):
            direction[i] = 1.0
            g[i] = irad.autodiff(highest, irad.Duplicated(x, direction), start, slope, mode=irad.Forward)[0]
            direction[i] = 0.0

    by = reverse if outer == "r" else forward

    def solve(start, point):  # type: ignore[no-untyped-def]
        x = point[:2]
        x[0] = start[0]
        x[1] = start[1]
        descend(value, by, x, start)
        top(x, start, slope, point[2:])

    return irad.jit(solve)  # type: ignore[no-any-return]


def arguments(instance: dict[str, Any]) -> tuple[Any, ...]:
    """The start, and memory for the answer."""
    return np.array(instance["start"], dtype=np.float64), np.zeros(4)


SLOPES = {"r": slope_reverse, "f": slope_forward}
DERIVATIVES = {outer + inner: solver(outer, SLOPES[inner]) for outer in "rf" for inner in "rf"}


@irad.jit
def one_descent(start, point):  # type: ignore[no-untyped-def]
    top(start, start, slope_by_hand, point[2:])


def primal(start: Any, point: Any) -> Any:
    return one_descent(start, point)


derivative = DERIVATIVES["rr"]


def results(start: Any, point: Any) -> Any:
    """The answers of all four."""
    out = []
    for solve in DERIVATIVES.values():
        solve(start, point)
        out.append(point.copy())
    return np.concatenate(out)
