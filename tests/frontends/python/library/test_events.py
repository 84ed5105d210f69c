"""``solve_ivp(events=)`` beside SciPy, with derivatives in closed form."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import irad


def ground(t: float, y: Any) -> Any:
    return y[0]


ground.terminal = True  # type: ignore[attr-defined]
ground.direction = -1  # type: ignore[attr-defined]


def apex(t: float, y: Any) -> Any:
    return y[1]


def thrown(t: float, y: Any) -> Any:
    return [y[1], -9.81]


def landing(v: float) -> Any:
    found = solve_ivp(thrown, (0.0, 9.0), [1.5, v], events=(ground, apex), rtol=1e-9, atol=1e-11)
    return found.t[-1], found.t_events[0], found.t_events[1], found.y_events[1], found.status, found.message


@pytest.mark.slow
def test_events_are_scipys() -> None:
    got, want = irad.jit(landing)(7.0), landing(7.0)
    for g, w in zip(got[:4], want[:4], strict=True):
        np.testing.assert_allclose(g, w, rtol=1e-9, atol=1e-9)
    assert got[4:] == want[4:]


@pytest.mark.slow
def test_times_of_events_depend_on_what_they_are_computed_from() -> None:
    def hit(v: float) -> Any:
        return solve_ivp(thrown, (0.0, 9.0), [1.5, v], events=(ground, apex), rtol=1e-9, atol=1e-11).t_events[0][0]

    def highest(v: float) -> Any:
        return solve_ivp(thrown, (0.0, 9.0), [1.5, v], events=(ground, apex), rtol=1e-9, atol=1e-11).y_events[1][0, 0]

    v, g = 7.0, 9.81
    time, slope = irad.value_and_grad(hit)(v)
    np.testing.assert_allclose(time, (v + np.sqrt(v * v + 3.0 * g)) / g, rtol=1e-8)
    np.testing.assert_allclose(slope, (1.0 + v / np.sqrt(v * v + 3.0 * g)) / g, rtol=1e-7)
    np.testing.assert_allclose(irad.value_and_grad(highest)(v), (1.5 + v * v / 2.0 / g, v / g), rtol=1e-7)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["RK45", "RK23", "DOP853"])
def test_attributes_that_a_function_inside_is_given(method: str) -> None:
    def decay(p: Any) -> Any:
        def low(t: float, y: Any) -> Any:
            return y[0] - p[1]

        low.terminal = True  # type: ignore[attr-defined]
        found = solve_ivp(lambda t, y: -p[0] * y, (0.0, 50.0), [1.0], method, events=low, rtol=1e-10, atol=1e-12)
        return found.t_events[0][0]

    p = np.array([0.3, 0.2])
    exact = [np.log(p[1]) / p[0] ** 2, -1.0 / (p[0] * p[1])]
    np.testing.assert_allclose(irad.jit(decay)(p), -np.log(p[1]) / p[0], rtol=1e-6)
    np.testing.assert_allclose(irad.grad(decay)(p), exact, rtol=1e-5)


@pytest.mark.slow
def test_events_that_end_nothing_count_and_directions() -> None:
    def crossings(w: float) -> Any:
        def zero(t: float, y: Any) -> Any:
            return y[0]

        def third(t: float, y: Any) -> Any:
            return y[0] - 0.5

        third.terminal = 3  # type: ignore[attr-defined]
        third.direction = 1.0  # type: ignore[attr-defined]
        found = solve_ivp(
            lambda t, y: [w * y[1], -w * y[0]], (0.0, 30.0), [1.0, 0.0], events=[zero, third], t_eval=np.linspace(0.0, 30.0, 31),
            dense_output=True, rtol=1e-9, atol=1e-10,
        )  # fmt: skip
        return found.t_events[0], found.t_events[1], found.t, found.y, found.sol(2.5), found.status

    for g, w in zip(irad.jit(crossings)(1.3), crossings(1.3), strict=True):
        np.testing.assert_allclose(g, w, rtol=1e-7, atol=1e-7)


@pytest.mark.slow
def test_implicit_steps_refuse_events() -> None:
    with pytest.raises(irad.UnsupportedError, match="by implicit steps with events="):
        irad.jit(lambda v: solve_ivp(thrown, (0.0, 9.0), [1.5, v], "BDF", events=ground).t[-1])(7.0)


@pytest.mark.slow
def test_wrong_limits() -> None:
    def stop(t: float, y: Any) -> Any:
        return y[0]

    stop.terminal = -2  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="terminal"):
        irad.jit(lambda v: solve_ivp(thrown, (0.0, 9.0), [1.5, v], events=stop).t[-1])(7.0)
