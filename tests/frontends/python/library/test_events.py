"""Events of `solve_ivp` in compiled code: beside SciPy, and derivatives beside those of what is thrown and falls."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import irad
from tests.frontends.python.library.beside_scipy import check_values

G = 9.81


def falls(t, y):
    return np.array([y[1], -G])


def ground(t, y):
    return y[0]


ground.terminal, ground.direction = True, -1


def thrown(v):
    def top(t, y):
        return y[1]

    found = solve_ivp(falls, (0.0, 10.0), np.array([1.0, v]), events=[ground, top], rtol=1e-8)
    return found.t_events[0][0], found.t_events[1][0], found.y_events[1][0], found.y[1, -1]


def swing(t, y):
    return np.array([y[1], -y[0]])


def third():
    def crosses(t, y):
        return y[0] - 0.2

    crosses.terminal = 3
    crosses.direction = 1.0

    found = solve_ivp(swing, (0.0, 40.0), np.array([1.0, 0.0]), events=crosses)
    return found.t, found.y, found.status, found.nfev, found.njev, found.nlu, found.success


def between():
    found = solve_ivp(swing, (0.0, 40.0), np.array([1.0, 0.0]), events=ground, dense_output=True)
    return found.t, found.sol(0.7)


@pytest.mark.slow
@pytest.mark.parametrize("f", [third, between], ids=lambda f: f.__name__)
def test_swings(f) -> None:
    check_values(f, rtol=1e-9)


@pytest.mark.slow
def test_thrown() -> None:
    check_values(lambda: thrown(5.0), rtol=1e-9)
    v = 5.0
    root = math.sqrt(v * v + 2 * G)

    def whole(v):
        down, up, at_top, speed = thrown(v)
        return down + 10.0 * up + 100.0 * at_top[0] + 1000.0 * speed

    slope = (1 + v / root) / G + 10.0 / G + 100.0 * v / G - 1000.0 * v / root  # of the times, the height, and the speed -root
    assert irad.grad(whole)(v) == pytest.approx(slope, rel=1e-7)
    assert irad.jvp(whole, (v,), (1.0,))[1] == pytest.approx(slope, rel=1e-7)


@pytest.mark.slow
def test_times_asked_for() -> None:
    def f(v):
        found = solve_ivp(falls, (0.0, 10.0), np.array([1.0, v]), "DOP853", np.linspace(0.0, 10.0, 41), events=(ground,))
        return found.t, found.y, found.t_events[0], found.nfev, found.status

    check_values(lambda: f(5.0), rtol=1e-9)


def test_implicit_steps() -> None:
    with pytest.raises(irad.UnsupportedError, match="events="):
        irad.jit(lambda: solve_ivp(falls, (0.0, 1.0), [0.5, 0.0], "BDF", events=ground))()


def test_attributes_of_functions() -> None:
    def f(x):
        def g(y):
            return x * y

        g.terminal = True
        g.direction = -1.0
        return getattr(g, "direction", 0.0) * g(2.0) + (1.0 if hasattr(g, "terminal") else 0.0)

    assert irad.value_and_grad(f)(3.0) == (-5.0, -2.0)

    def later(x):
        def g(y):
            return x * y

        if x > 0:
            g.terminal = x
        return g(2.0)

    with pytest.raises(irad.UnsupportedError, match="terminal"):
        irad.jit(later)(3.0)
