"""The best charge for a particle's flight, by gradient descent through a trajectory whose force is a derivative.

Results: the charge's position with reverse or forward mode outside and inside: rr, rf, fr, ff.  The primal is one flight, with
the force written out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import irad
from benchmarks.programs.descent import descend


@irad.jit
def potential(x, y, w):  # type: ignore[no-untyped-def]
    near = math.sqrt((x - 10.0) * (x - 10.0) + (y - 10.0 + w) * (y - 10.0 + w))
    return 1.0 / near + 1.0 / math.sqrt((x - 10.0) * (x - 10.0) + y * y)


@irad.jit
def slope_by_hand(x, y, w):  # type: ignore[no-untyped-def]
    near = ((x - 10.0) * (x - 10.0) + (y - 10.0 + w) * (y - 10.0 + w)) ** -1.5
    far = ((x - 10.0) * (x - 10.0) + y * y) ** -1.5
    return (10.0 - x) * (near + far), (10.0 - w - y) * near - y * far


@irad.jit
def slope_reverse(x, y, w):  # type: ignore[no-untyped-def]
    return irad.autodiff(potential, irad.Active(x), irad.Active(y), w)[:2]


@irad.jit
def slope_forward(x, y, w):  # type: ignore[no-untyped-def]
    (a,) = irad.autodiff(potential, irad.Duplicated(x, 1.0), y, w, mode=irad.Forward)
    (b,) = irad.autodiff(potential, x, irad.Duplicated(y, 1.0), w, mode=irad.Forward)
    return a, b


@irad.jit
def flight(w, slope):  # type: ignore[no-untyped-def]
    """The square of the place where the particle meets the axis."""
    x = 0.0
    y = 8.0
    vx = 0.75
    vy = 0.0
    dt = 0.1
    while True:
        a, b = slope(x, y, w)
        x += dt * vx
        y += dt * vy
        if y <= 0.0:
            hit = x - y / vy * vx
            return hit * hit
        vx -= dt * a
        vy -= dt * b


def solver(outer: str, slope: Any) -> Callable[..., Any]:
    """Descends from a start; ``outer`` is the mode of the derivative through the flight, ``slope`` the force."""

    def value(x, p):  # type: ignore[no-untyped-def]
        return flight(x[0], slope)

    def reverse(x, p, g):  # type: ignore[no-untyped-def]
        g[0] = irad.autodiff(flight, irad.Active(x[0]), slope)[0]

    def forward(x, p, g):  # type: ignore[no-untyped-def]
        g[0] = irad.autodiff(flight, irad.Duplicated(x[0], 1.0), slope, mode=irad.Forward)[0]

    by = reverse if outer == "r" else forward

    def solve(start, x):  # type: ignore[no-untyped-def]
        x[0] = start
        descend(value, by, x, start)
        return x[0]

    return irad.jit(solve)  # type: ignore[no-any-return]


def arguments(instance: dict[str, Any]) -> tuple[Any, ...]:
    """The start, and memory for the answer."""
    return float(instance["w"]), np.zeros(1)


SLOPES = {"r": slope_reverse, "f": slope_forward}
DERIVATIVES = {outer + inner: solver(outer, SLOPES[inner]) for outer in "rf" for inner in "rf"}


@irad.jit
def one_flight(w):  # type: ignore[no-untyped-def]
    return flight(w, slope_by_hand)


def primal(w: float, x: Any) -> Any:
    return one_flight(w)


derivative = DERIVATIVES["rr"]


def results(w: float, x: Any) -> Any:
    """The answers of all four."""
    return np.array([solve(w, x) for solve in DERIVATIVES.values()])
