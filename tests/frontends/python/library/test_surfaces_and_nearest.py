"""Splines over rectangles and near points, values of nearest points, integrals over several variables, beside SciPy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.cluster.vq
from scipy import integrate, interpolate, signal, spatial

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

X, Y = np.array([0.0, 0.7, 1.5, 2.0, 3.1, 4.0]), np.array([0.1, 0.5, 1.4, 1.7, 2.2])
Z = np.random.default_rng(0).normal(size=(6, 5))
KNOTS = np.array([0.0, 0.0, 0.0, 1.8, 4.0, 4.0, 4.0])
AT = np.array([-0.3, 0.4, 1.5, 2.6, 4.4])
POINTS = np.random.default_rng(1).normal(size=(7, 2))
SURFACE, NEAREST = interpolate.RectBivariateSpline(X, Y, Z), interpolate.NearestNDInterpolator(POINTS, np.arange(7.0))
BERNSTEIN = interpolate.BPoly(Z[:3, :3], [0.0, 1.0, 2.5, 3.0])


def surfaces(z: Any) -> Any:
    s = interpolate.RectBivariateSpline(X, Y, z, kx=2)
    tck = (*SURFACE.tck, 3, 3)
    outside = SURFACE(AT, AT), SURFACE.ev(AT, 0.5, dy=1), SURFACE(0.3, AT, dx=2, grid=True), interpolate.bisplev(AT, 0.5, tck)
    return s(AT, AT), s.ev(AT, AT), s.ev(0.3, 0.4, dx=1, dy=2), interpolate.bisplev(0.5, 0.6, tck, dx=1), *outside


def approximations(z: Any) -> Any:
    y = z[:, 0]
    s = interpolate.make_lsq_spline(X, y, KNOTS, 2)
    weighted = interpolate.make_lsq_spline(X, z, KNOTS, k=2, w=X + 1.0)
    smooth = interpolate.make_smoothing_spline(X, y, lam=0.3)
    through = interpolate.krogh_interpolate(X[:4], y[:4], AT), interpolate.barycentric_interpolate(X[:4], y[:4], 0.3)
    return s.c, s(AT), weighted(AT), smooth(AT), smooth.c, *through, BERNSTEIN(AT), interpolate.BPoly(z[:3, :2], X[:3])(AT, 1)


def nearest(z: Any) -> Any:
    values = interpolate.NearestNDInterpolator(POINTS, np.append(z[:, 0], 0.3))
    codes, away = scipy.cluster.vq.vq(POINTS, z[:3, :2])
    distance = spatial.distance.directed_hausdorff(POINTS, z[:, :2])
    outside = NEAREST(POINTS[:3, 0], POINTS[:3, 1])
    return values(POINTS + 0.1), values(0.3, 0.4), outside, codes, away, scipy.cluster.vq.whiten(z), *distance


def of_signals(z: Any) -> Any:
    x = z.ravel()
    c, d = signal.cspline1d(x), signal.qspline1d(x)
    values = signal.cspline1d_eval(c, AT * 9.0), signal.qspline1d_eval(d, AT, dx=0.5, x0=1), signal.cspline1d(x, 2.0)
    left = signal.envelope(x, (1, 6)), signal.envelope(z, (None, 2), n_out=9, residual=None), signal.envelope(x, n_out=8)
    h = signal.minimum_phase(np.array([0.1, 0.3, 0.9, 0.3, 0.1]), n_fft=64), signal.order_filter(z, np.ones((3, 1)), 1)
    roots = signal.unique_roots(np.array([1.0, 1.0001, 2.0, 2.0]), rtype="avg")
    return c, d, *values, *left, *h, *roots, signal.residue([5.0, 3.0, -2.0, 7.0], [-4.0, 0.0, 8.0, 3.0])[2]


def integrals(z: Any) -> Any:
    c = z[0, 0]
    weights, error = integrate.newton_cotes(4)
    cube = integrate.nquad(lambda x, y, a: x * y * y + a * c, [lambda y, a: (0.0, y * a), (0.0, 2.0)], args=(2.0,))[0]
    several = integrate.quad_vec(lambda t: np.exp(-t * t * z[0] * z[0]), 0.0, np.inf)[0]
    return weights, error, cube, several, integrate.quad_vec(lambda t: np.sin(t * c), 0.0, 3.0)[0]


@pytest.mark.parametrize("f", [surfaces, approximations, nearest, of_signals, integrals], ids=lambda f: f.__name__)
def test_values(f: Any) -> None:
    check_values(f, Z, rtol=1e-8, atol=1e-10)


def of_splines(y: Any) -> Any:
    s = interpolate.RectBivariateSpline(X, Y, Z * y[0])
    c = interpolate.make_lsq_spline(X, y, KNOTS, 2)(y[1])
    smooth = interpolate.make_smoothing_spline(X, y, lam=y[0] ** 2)(0.3)
    b = BERNSTEIN(y[1]) + interpolate.BPoly(Z[:3, :2] * y[1], X[:3])(0.3)
    return s(y[1:2], y[2:3])[0, 0] + SURFACE.ev(y[1], y[2], dx=1) + c + smooth + b


def of_the_rest(y: Any) -> Any:
    values = interpolate.NearestNDInterpolator(POINTS[:6], y)(POINTS + 0.1)
    away = scipy.cluster.vq.vq(POINTS, np.reshape(y, (3, 2)))[1]
    c = signal.cspline1d_eval(signal.cspline1d(y), y * 3.0)
    r, p, _ = signal.residue([1.0, y[0]], [1.0, 3.0 * y[1], y[2]])
    around = signal.envelope(y, (1, 3), residual=None)
    return np.sum(values * values) + np.sum(away) + np.sum(c) + np.sum((r * p * p).real) + np.sum(around * y)


def of_integrals(y: Any) -> Any:
    several = integrate.quad_vec(lambda t: np.exp(-t * t * y * y), 0.0, y[0])[0]
    return np.sum(several * several) + integrate.nquad(lambda a, b: a * b * y[1], [lambda b: (0.0, y[2] * b), (0.0, 1.0)])[0]


@pytest.mark.slow
@pytest.mark.parametrize("f", [of_splines, of_the_rest, of_integrals], ids=lambda f: f.__name__)
def test_slopes(f: Any) -> None:
    check_slopes(f, np.array([1.0, 1.9, 1.5, 1.6, 0.7, 0.9]))


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda: SURFACE(AT[::-1], AT),
        lambda: interpolate.RectBivariateSpline(X, Y, Z.T)(0.1, 0.2),
        lambda: interpolate.make_lsq_spline(X, Z[:, 0], KNOTS + 0.1, 2)(0.1),
        lambda: interpolate.make_smoothing_spline(X[:4], Z[:4, 0], lam=1.0)(0.1),
        lambda: scipy.cluster.vq.vq(POINTS, Z),
        lambda: signal.cspline1d_eval(np.zeros(0), [1.0]),
    )


def test_refused() -> None:
    with pytest.raises(irad.UnsupportedError, match="lam="):
        irad.jit(lambda y: interpolate.make_smoothing_spline(X, y)(0.3))(Z[:, 0])
    with pytest.raises(irad.UnsupportedError, match="hilbert"):
        irad.jit(lambda y: signal.minimum_phase(y, "hilbert"))(Z[:, 0])
    with pytest.raises(NotImplementedError, match="more intervals"):
        irad.jit(lambda y: integrate.quad_vec(lambda t: y / t, 0.0, 1.0)[0])(Z[:, 0])
