"""`scipy.integrate` in compiled code: integrals of samples and of functions, initial value problems."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import integrate

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

Y = np.random.default_rng(0).normal(size=(3, 6, 5))
ROW = Y[0, :, 0].copy()
X = np.array([0.3, 1.0, 1.2, 2.0, 3.5, 3.6])
XN = np.sort(np.abs(Y), axis=1)
A = np.array([[-1.0, 0.3], [0.2, -2.0]])


def of_rows():
    odd = (integrate.simpson(ROW[1:], x=X[1:]), integrate.simpson(ROW[:5], dx=0.3), integrate.simpson(np.arange(7)))
    even = (integrate.simpson(ROW), integrate.simpson(ROW, X), integrate.simpson(ROW[:2], X[:2]), integrate.simpson(ROW + 1j, X))
    sums = (integrate.trapezoid(ROW), integrate.romb(ROW[:5]), integrate.romb(np.arange(9), dx=0.5))
    running = (integrate.cumulative_trapezoid(ROW, X), integrate.cumulative_simpson(ROW, x=X, initial=0.5))
    more = (integrate.cumulative_trapezoid(ROW.astype(np.float32)), integrate.cumulative_simpson(np.arange(4)))
    return (*odd, *even, *sums, *running, *more, integrate.cumulative_simpson(ROW[:2], x=X[:2]))


def of_axes():
    whole = (
        integrate.simpson(Y, axis=1),
        integrate.simpson(Y, X, axis=1),
        integrate.simpson(Y, XN, axis=1),
        integrate.simpson(Y),
    )
    sums = (integrate.trapezoid(Y, X, axis=1), integrate.romb(Y, dx=0.2), integrate.romb(Y[:2, ::-2], axis=0))
    running = (integrate.cumulative_trapezoid(Y, X, axis=1, initial=0), integrate.cumulative_trapezoid(Y, XN, axis=1))
    return (*whole, *sums, *running, integrate.cumulative_simpson(Y, x=XN, axis=1), integrate.cumulative_simpson(Y, dx=0.3))


def slopes_of_samples(v):
    x = np.cumsum(v * v + 0.1)
    total = integrate.simpson(v, x) + integrate.trapezoid(v * v, x) + integrate.romb(v[:5])
    return (
        total + (integrate.cumulative_simpson(v, x=x) * X[1:]).sum() + (integrate.cumulative_trapezoid(v, x, initial=0) * X).sum()
    )


@pytest.mark.sampled(9)
@pytest.mark.parametrize("f", [of_rows, of_axes], ids=lambda f: f.__name__)
def test_samples(f) -> None:
    check_values(f)


@pytest.mark.slow
def test_slopes_of_samples() -> None:
    check_slopes(slopes_of_samples, ROW)


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda: integrate.simpson(ROW, X[1:]), lambda: integrate.cumulative_simpson(ROW, x=-X), lambda: integrate.romb(ROW),
        lambda: integrate.cumulative_trapezoid(ROW, initial=3), lambda: integrate.fixed_quad(np.exp, 0.0, np.inf),
        lambda: integrate.quad(np.sin, 0.0, 1.0, limit=0),
        lambda: integrate.solve_ivp(lambda t, y: y, (0, 1), [1.0], max_step=-1),
        lambda: integrate.solve_ivp(lambda t, y: y, (0, 1), [1.0], t_eval=[0.5, 0.3]),
    )  # fmt: skip


def finite(p):
    smooth = integrate.quad(lambda x: math.exp(-p[0] * x) * x, 0.0, 2.0)[0] + integrate.quad(np.sin, p[0], p[1], epsabs=0.0)[0]
    ends = (
        integrate.quad(lambda x, q: q / math.sqrt(x), 0, p[0], args=p[1])[0]
        + integrate.quad(lambda x: math.log(x) * p[1], 1, 0)[0]
    )
    waves = integrate.quad(lambda x: math.cos(20 * x * p[0]) * math.exp(-x), 0, 10, limit=100)[0]
    return smooth + ends + waves + integrate.quad(lambda x: abs(x - 0.3) * p[0] if x > 0.1 else 3.0, 0, 1, points=[0.1, 0.3])[0]


def infinite(p):
    both = integrate.quad(lambda x, a, w: np.exp(-a * x * x) * np.polyval(w, x), -np.inf, np.inf, args=(p[0], p))[0]
    return (
        both
        + integrate.quad(lambda x: 1 / (p[0] + x**2), p[1], math.inf)[0]
        + integrate.quad(lambda x: 1 / (p[1] + x**2), -np.inf, p[0])[0]
    )


def in_loops(p):
    total = 0.0
    for k in range(3):
        total += integrate.quad(lambda x: x**k * p[0], 0, k + p[1])[0]  # noqa: B023
    return total + integrate.fixed_quad(lambda x: np.exp(-p[0] * x) * x, 0.0, p[1], n=7)[0]


def nested(p):
    return integrate.dblquad(lambda y, x, q: math.exp(-x * y * q) * p[1], 0, 1.0, lambda x: 0.2 * x, p[0], args=(p[1],))[0]


def nested_deeper(p):
    return integrate.tplquad(lambda z, y, x: x * y + z * p[0], 1, 2, 2, lambda x: 3 + p[1] * x, 0, lambda x, y: y * p[0])[0]


P = np.array([1.3, 0.7])


@pytest.mark.sampled(9)
@pytest.mark.parametrize(
    "f", [in_loops, finite, infinite, nested, pytest.param(nested_deeper, marks=pytest.mark.slow)], ids=lambda f: f.__name__
)
def test_quadrature(f) -> None:
    check_slopes(f, P, rtol=3e-7, atol=3e-7)


def test_result_of_quadrature() -> None:
    """The value and SciPy's estimate of the error; what diverges is announced."""
    check_values(lambda: integrate.quad(lambda x: math.exp(-x) * x, 0.0, 2.0))
    check_values(lambda: integrate.quad(np.cos, 1.0, 1.0))
    check_values(lambda: integrate.fixed_quad(np.cos, 0.0, 1.0))
    with pytest.warns(UserWarning, match="not as exact"):
        assert irad.jit(lambda: integrate.quad(lambda x: 1.0 / x, 0, 1))()[1] > 1.0


def steps(p):
    found = integrate.solve_ivp(lambda t, y: A @ y * p + np.sin(t), (0, 3.0), np.array([1.0, p]))
    return found.t, found.y, found.nfev, found.success


def at_times(p):
    def oscillator(t, y, a, b):
        return [y[1], a * (1 - y[0] ** 2) * y[1] - b * y[0]]

    found = integrate.solve_ivp(
        oscillator, [0, 4], [2.0, 0], t_eval=np.linspace(0, 4, 9), args=(p, 1.0), rtol=1e-8, atol=[1e-10, 1e-9]
    )
    return found.y, found.t, found.nfev


def backwards(p):
    found = integrate.solve_ivp(lambda t, y: -p * y, (1.0, -p), [0.3], method="RK23", dense_output=True, rtol=1e-8)
    return found.sol(0.2), found.sol(np.array([0.1, -0.3])), found["y"], found.t, found.nfev


def complex_states(p):
    found = integrate.solve_ivp(lambda t, y: p * 1j * y, (0, 2), [1.0 + 0.3j], max_step=0.1, first_step=0.05)
    return found.y, found.t


@pytest.mark.sampled(9)
@pytest.mark.parametrize("f", [steps, at_times, backwards, complex_states], ids=lambda f: f.__name__)
def test_initial_values(f) -> None:
    check_values(f, 1.3, rtol=1e-10, atol=1e-12)


def oscillator(t, y, a, b):
    return [y[1], a * (1 - y[0] ** 2) * y[1] - b * y[0]]


def of_order_8(p):
    found = integrate.solve_ivp(oscillator, [0, 4], [2.0, 0], method="DOP853", args=(p, 1.0), rtol=1e-5)
    return found.t, found.y, found.nfev, found.success


def of_order_8_at_times(p):
    found = integrate.solve_ivp(
        oscillator, [0, -1], [0.4, 0.3], method="DOP853", t_eval=np.linspace(-0.1, -1, 9), args=(p, 1.0), dense_output=True,
        rtol=1e-8, atol=[1e-10, 1e-9],
    )  # fmt: skip
    return found.y, found.t, found.nfev, found.sol(-0.2), found.sol(np.array([-0.1, -0.3]))


def complex_of_order_8(p):
    found = integrate.solve_ivp(
        lambda t, y: p * 1j * y, (0, 2), [1.0 + 0.3j], method="DOP853", max_step=0.1, first_step=0.05, t_eval=[0.3, 0.7]
    )
    return found.y, found.t, found.nfev


@pytest.mark.sampled(9)
@pytest.mark.parametrize("f", [of_order_8, of_order_8_at_times, complex_of_order_8], ids=lambda f: f.__name__)
def test_steps_of_order_8(f) -> None:
    """The steps are those of SciPy up to rounding errors in the estimate of the error."""
    check_values(f, 1.3, rtol=1e-6 if f is of_order_8 else 1e-11, atol=1e-12)


def slope_of_order_8(p):
    found = integrate.solve_ivp(
        oscillator, [0, 4], [2.0, p[1]], method="DOP853", t_eval=np.linspace(0, 4, 9), args=(p[0], 1.0), rtol=1e-8, atol=1e-10,
        dense_output=True,
    )  # fmt: skip
    return found.y[:, 3:].sum() + found.sol(1.234)[0] * p[0]


def switched(y, t, a):
    return [y[1], -a * y[0] + (1.0 if t > 1.0 else 0.0)]


def with_critical_times(p):
    t, two = np.linspace(0.0, 3.0, 7), np.array([2.0, 2.0, 1.5, 1.5, 0.0])
    forced = integrate.odeint(
        switched, [1.0, 0.0], t, args=(p,), tcrit=[1.0, 2.2, 5.0], hmax=0.3, h0=0.01, mxstep=5000, rtol=1e-10, atol=1e-10, ml=1,
        mu=1, col_deriv=0, ixpr=0, mxhnil=0, mxordn=12, mxords=5, printmessg=0, hmin=0.0,
    )  # fmt: skip
    return (
        forced,
        integrate.odeint(lambda y, t: -p * y, 1.0, two, rtol=1e-10, atol=1e-10, tcrit=np.array([0.7])),
        integrate.odeint(lambda y, t: -p * y, 1.0, [1.0]),
        integrate.odeint(lambda y, t: -p * y, [1.0, 2.0], [1.0, 1.0]),
    )


@pytest.mark.slow
def test_critical_times() -> None:
    check_values(with_critical_times, 1.3, rtol=1e-7, atol=1e-7)
    check_errors(
        lambda: integrate.odeint(lambda y, t: -y, 1.0, [0.0, 1.0, 0.5]),
        lambda: integrate.odeint(lambda y, t: -y, 1.0, [0.0, np.nan, 0.5]),
    )
    check_slopes(lambda t: (integrate.odeint(lambda y, s: -y * s, 1.3, t, tcrit=[0.8])[:, 0] * X[:4]).sum(), X[:4], rtol=1e-5)


def slope_with_critical_times(p):
    t = np.linspace(0.0, 3.0, 7)
    return integrate.odeint(switched, [p[1], 0.0], t, args=(p[0],), tcrit=[1.0], rtol=1e-10, atol=1e-10, h0=0.01)[2:].sum()


def end(p):
    found = integrate.solve_ivp(lambda t, y: A @ y * p[0] + np.sin(t), (0, p[1]), np.array([1.0, p[0]]), rtol=1e-9, atol=1e-11)
    return found.y[:, -1].sum()


def by_odeint(p):
    return integrate.odeint(lambda y, t, a: [y[1], -a * np.sin(y[0])], [p[1], 0.0], np.linspace(0.0, 3.0, 7), args=(p[0],)).sum()


@pytest.mark.sampled(9)
@pytest.mark.parametrize("f", [by_odeint, end, slope_of_order_8, slope_with_critical_times], ids=lambda f: f.__name__)
def test_slopes_of_initial_values(f) -> None:
    check_slopes(f, P, h=1e-2, rtol=3e-5)


@pytest.mark.parametrize(
    "f, words",
    [
        (lambda: integrate.solve_ivp(lambda t, y: y, (0, 1), [1.0], method="Euler").y, "'RK45', 'RK23'"),
        (lambda: integrate.quad(np.sin, 0, 1, weight="cos", wvar=2.0), "weight="),
    ],
)
def test_refused(f, words) -> None:
    with pytest.raises(irad.UnsupportedError, match="scipy") as found:
        irad.jit(f)()
    assert words in str(found.value) and "test_integrate.py" in str(found.value)
