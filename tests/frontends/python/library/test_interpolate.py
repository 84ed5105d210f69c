"""`scipy.interpolate` in compiled code: interpolants made inside and outside, beside SciPy's own."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import interpolate

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

X = np.array([0.0, 0.7, 1.5, 2.0, 3.1, 4.0])
Y = np.array([1.0, 2.0, 1.5, 1.6, -0.3, 0.9])
Y2 = np.stack([Y, np.cos(X)], 1)
CLOSED = np.append(Y[:-1], Y[0])
AT = np.array([-0.5, 0.0, 0.3, 0.7, 1.9, 4.0, 4.5, np.nan])
IN = AT[1:6]
GRID = (X, np.array([0.0, 1.0, 2.5]), np.array([-1.0, 1.0]))
V = np.random.default_rng(0).normal(size=(6, 3, 2, 2))
POINTS = np.array([[0.3, 0.2, 0.5], [0.0, 2.5, 1.0], [3.9, 1.0, -0.2]])
SPLINE, PCHIP = interpolate.CubicSpline(X, Y), interpolate.PchipInterpolator(X, Y2)
TABLE, ON_GRID = interpolate.interp1d(X, Y), interpolate.RegularGridInterpolator(GRID, V[..., 0])
BASES = interpolate.make_interp_spline(X, Y2)
NEAREST = interpolate.interp1d(X, Y2.T, kind="nearest", fill_value=(1.0, 2.0), bounds_error=False)


def cubic_spline():
    s = interpolate.CubicSpline(X, Y)
    of_values = (s(AT), s(0.3), s(AT, 1), s(AT.reshape(2, 4), 3), s(AT, extrapolate=False), s.c, s.x)
    return (*of_values, s.derivative()(AT), s.antiderivative()(AT), s.integrate(0.2, 3.0))


def ends():
    kinds = ("clamped", ((1, 0.5), (2, -1.0)), ("natural", "not-a-knot"))
    return (
        *[interpolate.CubicSpline(X, Y, bc_type=b)(AT) for b in kinds],
        interpolate.CubicSpline(X, CLOSED, bc_type="periodic")(AT),
    )


def few_points():
    three, two = interpolate.CubicSpline(X[:3], Y[:3])(AT), interpolate.CubicSpline(X[:2], Y[:2])(AT)
    return three, two, interpolate.CubicSpline(np.arange(4), [1, 2, 0, 3])(1.5)


def several_columns():
    by_rows = interpolate.CubicSpline(X, Y2.T, axis=1)
    return interpolate.CubicSpline(X, Y2)(AT), by_rows(AT), by_rows(0.3), interpolate.CubicSpline(X, Y + 1j * X)(AT)


def other_cubics():
    pchip = (interpolate.PchipInterpolator(X, Y)(AT), interpolate.PchipInterpolator(X, Y2)(AT))
    akima = (interpolate.Akima1DInterpolator(X, Y)(AT), interpolate.Akima1DInterpolator(X, Y2, method="makima")(AT))
    pieces = interpolate.PPoly(np.ones((2, 2)), [0, 1, 2.0])(AT)
    return (
        *pchip,
        *akima,
        pieces,
        interpolate.CubicHermiteSpline(X, Y, Y[::-1])(AT),
        interpolate.PchipInterpolator(X[:2], Y[:2])(AT),
    )


def tables():
    linear = (interpolate.interp1d(X, Y)(IN), interpolate.interp1d(X, Y)(0.4), interpolate.interp1d(X[::-1], Y)(IN))
    more = (interpolate.interp1d(X, Y2, axis=0, fill_value="extrapolate")(AT), interpolate.interp1d(X, Y2.T)(IN))
    beside = [
        interpolate.interp1d(X, Y, kind=k, bounds_error=False, fill_value=(1, 2))(AT[:7]) for k in ("previous", "next", "nearest")
    ]
    return (
        *linear,
        *more,
        *beside,
        interpolate.interp1d(X, Y, kind="cubic")(IN),
        interpolate.interp1d(X, Y, kind="nearest-up")(IN),
    )


def grids():
    wide = interpolate.RegularGridInterpolator(GRID, V, bounds_error=False, fill_value=None)
    filled = interpolate.RegularGridInterpolator(GRID, V, bounds_error=False)(POINTS * 2)
    points = (wide(POINTS), wide(POINTS + 1.0), wide((0.3, 0.2, IN)), wide(POINTS.reshape(3, 1, 3)), wide(POINTS[0]))
    return (*points, filled, interpolate.interpn(GRID, V, POINTS), wide(POINTS, method="nearest"))


def bases():
    s = interpolate.make_interp_spline(X, Y)
    own = (s(AT), s(AT, 1), s(AT, 3), s(AT, 4), s(AT, extrapolate=False), s.c, s.t)
    others = (interpolate.make_interp_spline(X, Y2, k=1)(AT), interpolate.make_interp_spline(X, Y, k=5)(AT))
    return (*own, *others, interpolate.BSpline(np.arange(8), np.ones(4), 3)(IN))


def made_outside():
    splines = (SPLINE(AT), SPLINE(1.0), SPLINE.derivative(2)(AT), PCHIP(AT), SPLINE.integrate(0, 1), PCHIP.c)
    return (*splines, TABLE(IN), ON_GRID(POINTS), BASES(AT), BASES(0.3, 2), NEAREST(AT[:7]))


CASES = [grids, cubic_spline, ends, few_points, several_columns, other_cubics, tables, bases, made_outside]


@pytest.mark.slow
@pytest.mark.parametrize("f", CASES, ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f, rtol=1e-11, atol=1e-13)


INSIDE = np.array([0.3, 1.2, 1.9, 3.3])


def by_spline(y):
    s = interpolate.CubicSpline(X, y)
    return (s(INSIDE) * Y[:4]).sum() + s(0.4, 1) + s.integrate(0.2, y[1])


def by_periodic(y):
    return interpolate.CubicSpline(X + 0.1 * np.tanh(y), np.append(y[:-1], y[0]), bc_type="periodic")(INSIDE).sum()


def by_akima(y):
    return interpolate.Akima1DInterpolator(X, y)(INSIDE).sum() + interpolate.PchipInterpolator(X, y * y)(y[0] * INSIDE[:2]).sum()


def by_table(y):
    linear = interpolate.interp1d(X, y)(INSIDE * y[0]).sum() + interpolate.make_interp_spline(X, y)(INSIDE[:2] * y[0]).sum()
    return linear + interpolate.RegularGridInterpolator((X, X[:2]), np.stack([y, y * y], 1))(np.array([[y[0], 0.3]]))[0]


def outside_at(y):
    return SPLINE(y).sum() + PCHIP(y[:2], 1).sum() + BASES(y[2]).sum() + ON_GRID((y[0], y[1], 0.1)) + TABLE(y[:3]).sum()


@pytest.mark.sampled(9)
@pytest.mark.parametrize("f", [outside_at, by_spline, by_periodic, by_akima, by_table], ids=lambda f: f.__name__)
def test_slopes(f) -> None:
    check_slopes(f, Y + 0.05)


def test_another_spline_outside() -> None:
    """It is read anew at each call, also if it is of another class."""
    global SPLINE
    kept, compiled = SPLINE, irad.jit(lambda x: SPLINE(x))
    try:
        for s in (kept, interpolate.CubicSpline(X, 2 * Y, bc_type="natural"), interpolate.Akima1DInterpolator(X, Y), TABLE):
            SPLINE = s
            np.testing.assert_allclose(compiled(IN), s(IN), rtol=1e-12)
    finally:
        SPLINE = kept


def test_spline_as_an_argument() -> None:
    def f(s, x):
        return s(x).sum()

    slope = irad.grad(f, argnums=1)(SPLINE, INSIDE)
    np.testing.assert_allclose(slope, SPLINE(INSIDE, 1), rtol=1e-12)


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda: interpolate.CubicSpline(X[::-1], Y)(0.1),
        lambda: interpolate.CubicSpline(X, Y[1:])(0.1),
        lambda: interpolate.PchipInterpolator(X, Y * np.nan)(0.1),
        lambda: interpolate.CubicSpline(X, Y, bc_type="periodic")(0.1),
        lambda: TABLE(5.0),
        lambda: ON_GRID(POINTS * 2),
        lambda: interpolate.make_interp_spline(X[:3], Y[:3])(0.1),
    )


def test_refused() -> None:
    quadratic = interpolate.interp1d(X, Y, kind="quadratic")
    with pytest.raises(irad.UnsupportedError, match="make_interp_spline"):
        irad.jit(lambda: quadratic(0.1))()
    with pytest.raises(irad.UnsupportedError, match="'linear' and 'nearest'"):
        irad.jit(lambda: interpolate.RegularGridInterpolator(GRID, V, method="cubic")(POINTS))()
