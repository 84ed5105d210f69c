"""Responses of linear systems of `scipy.signal` in time and over frequencies, beside SciPy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import signal

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

TIMES = np.arange(8) * 0.2
A, B, C, D = np.array([[-3.0, -2.0], [1.0, 0.0]]), np.array([[1.0], [0.5]]), np.array([[1.0, 2.0]]), np.array([[0.4]])
Z, P = np.array([-0.5]), np.array([-1.0 + 1.0j, -1.0 - 1.0j])


def in_time(u: Any) -> Any:
    first = signal.lsim(([1.0], [2.0, u[1]]), u, TIMES)
    held = signal.lsim((A, B * u[1], C, D), u, TIMES + 0.3, X0=[0.3, u[2]], interp=False)
    return *first, *held, *signal.step(([1.0, u[1]], [1.0, 3.0, 2.0])), *signal.impulse((A, B, C, D), T=TIMES)


def over_frequencies(w: Any) -> Any:
    at, size, angle = signal.bode((Z, P, w[1]), w + 0.1)
    own = signal.freqresp((np.array([1.0, 2.0]), np.array([1.0, 8.0, 25.0])), n=5)
    others = signal.freqresp((A, B, C, D), w + 0.1)[1], signal.freqs_zpk(Z, P, 2.0, 5)[0]
    at_steps = signal.dbode((A * 0.2, B, C, D, 0.1), w), signal.dfreqresp(([1.0], [1.0, w[1], 0.1], 0.1), n=5)
    return at, size, angle, *own, *others, *at_steps[0], *at_steps[1]


def discrete(u: Any) -> Any:
    times, answer = signal.dstep(([1.0, u[1]], [1.0, -0.4, 0.2], 0.1), n=5)
    after = signal.dimpulse((Z, P * 0.3, 2.0, 0.5), n=4)
    between = signal.dlsim((A * 0.2, B, C, D, 0.2), u, t=TIMES)
    return *signal.dlsim((A * 0.2, B, C, D, 0.1), u), times, answer[0], after[1][0], *between


@pytest.mark.parametrize("f", [in_time, over_frequencies, discrete], ids=lambda f: f.__name__)
def test_values(f: Any) -> None:
    check_values(f, np.sin(TIMES) + 0.5, rtol=1e-9, atol=1e-11)


def of_all(u: Any) -> Any:
    _, y, x = signal.lsim((A * u[0], B, C, D), u, TIMES)
    _, size, angle = signal.bode(([1.0, u[1]], [1.0, u[2], 2.0]), u)
    _, answer = signal.dlsim(([1.0, u[1]], [1.0, -0.4, 0.2 * u[0]], 0.1), u)
    return np.sum(y * TIMES) + np.sum(x * x) + np.sum(size) + np.sum(angle * TIMES) + np.sum(answer * answer)


@pytest.mark.slow
def test_slopes() -> None:
    check_slopes(of_all, np.sin(TIMES) + 0.5)


def test_the_step_of_a_first_order_system() -> None:
    """1 - exp(-t / tau)."""
    f = lambda tau: signal.step(([1.0], [tau, 1.0]), T=TIMES)[1][3]
    value, slope = irad.value_and_grad(f)(0.7)
    np.testing.assert_allclose(value, 1.0 - np.exp(-0.6 / 0.7), rtol=1e-12)
    np.testing.assert_allclose(slope, -np.exp(-0.6 / 0.7) * 0.6 / 0.49, rtol=1e-11)


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda: signal.lsim((A, B, C, D), TIMES, TIMES**2),
        lambda: signal.lsim((A, B, C, D), TIMES, TIMES - 1.0),
        lambda: signal.lsim((A, B, C, D), TIMES[1:], TIMES),
    )


def test_refused() -> None:
    system = signal.lti([1.0], [1.0, 1.0])
    with pytest.raises(irad.UnsupportedError):
        irad.jit(lambda: signal.step(system)[1])()
    with pytest.raises(irad.UnsupportedError, match="not float64"):
        irad.jit(lambda a: signal.step((a, B, C, D), T=TIMES)[1])(np.array([[-3, -2], [1, 0]]))
    with pytest.raises(NotImplementedError, match="several outputs"):
        irad.jit(lambda: signal.step((A, B, np.eye(2), np.zeros((2, 1))), T=TIMES)[1])()
