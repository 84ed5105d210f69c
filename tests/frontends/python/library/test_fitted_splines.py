"""Splines of FITPACK, parts of B-splines and all kinds of `interp1d`, beside `scipy.interpolate`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import interpolate

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values
from tests.frontends.python.library.numpy_cases import Group, check_group

T = np.array([0.0, 0.13, 0.3, 0.42, 0.6, 0.77, 1.0])
Y = np.cos(5 * T) + T
AT = np.array([0.05, 0.33, 0.5, 0.99])


def fitpack():
    tck = interpolate.splrep(T, Y, s=0)
    square = interpolate.splrep(T, Y, k=2)
    outside = np.array([-0.2, 0.5, 1.3])
    return (
        tck[0], interpolate.splev(AT, tck), interpolate.splev(0.3, tck, der=1), interpolate.splev(outside, tck, ext=1),
        interpolate.splev(outside, tck, ext=3), interpolate.splint(0.1, 1.5, tck), interpolate.splev(AT, square),
        interpolate.splev(AT, interpolate.splder(tck)),
    )  # fmt: skip


def objects():
    first = interpolate.UnivariateSpline(T, Y, s=0)
    second = interpolate.InterpolatedUnivariateSpline(T, Y, k=2)
    bases = interpolate.make_interp_spline(T, Y, k=3)
    return (
        first(AT), first(0.2), first(AT, 1), first.derivative()(AT), first.integral(0.1, 0.6), first.get_knots(), second(AT),
        bases.derivative()(AT), bases.antiderivative()(AT), bases.integrate(0.2, 0.7),
    )  # fmt: skip


def tables():
    kinds = interpolate.interp1d
    return (
        kinds(T, Y, kind="quadratic")(AT), kinds(T, Y, kind="zero")(AT), kinds(T, Y, kind=3)(AT), kinds(T, Y, kind=5)(AT),
        kinds(T, np.stack((Y, Y**2)), kind=2)(AT), kinds(T, Y, kind=0)(AT),
    )  # fmt: skip


GROUPS: Group = {"fitpack": fitpack, "objects": objects, "tables": tables}


@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name], rtol=1e-9)


def of_values(y):
    tck = interpolate.splrep(T, y, s=0)
    spline = interpolate.InterpolatedUnivariateSpline(T, y, k=2)
    more = interpolate.interp1d(T, y, kind="quadratic")(0.35) + spline.integral(0.1, 0.5)
    return (interpolate.splev(AT, tck) ** 2).sum() + interpolate.splint(0.0, 0.4, tck) + more


def of_places(x):
    spline = interpolate.UnivariateSpline(T, Y, s=0)
    return (spline(x) ** 2).sum() + spline.derivative()(x[0]) + interpolate.splev(x[1], interpolate.splrep(T, Y), der=1)


@pytest.mark.parametrize(("f", "x"), [(of_values, Y), (of_places, AT)], ids=["values", "places"])
def test_slopes(f, x) -> None:
    check_slopes(f, x)


def test_refused() -> None:
    for text, f in {
        "with smoothing": lambda: interpolate.splrep(T, Y, s=0.1)[1],
        "UnivariateSpline": lambda: interpolate.UnivariateSpline(T, Y)(0.3),
    }.items():
        with pytest.raises(irad.UnsupportedError, match=text):
            irad.jit(f)()


POINTS = np.stack((np.cos(np.arange(9.0) * 1.7), np.sin(np.arange(9.0) ** 1.3)), axis=1)
VALUES = POINTS[:, 0] ** 2 - POINTS[:, 1]


def radial(d):
    places = np.array([[0.1, 0.2], [0.4, -0.3]])
    first = interpolate.RBFInterpolator(POINTS, d)(places)
    second = interpolate.RBFInterpolator(POINTS, d, kernel="gaussian", epsilon=1.3, smoothing=0.1)(places)
    return (first**2).sum() + second[1]


def radial_places(x):
    return (interpolate.RBFInterpolator(POINTS, VALUES, kernel="cubic")(x.reshape(2, 2)) ** 2).sum()


@pytest.mark.parametrize(("f", "x"), [(radial, VALUES), (radial_places, AT)], ids=["values", "places"])
def test_radial_functions(f, x) -> None:
    check_slopes(f, x)


KNOTS = np.array([0.0, 0.0, 0.0, 0.0, 1.0, 1.5, 3.0, 4.0, 4.0, 4.0, 4.0])


def designed(x):
    a = interpolate.BSpline.design_matrix(x, KNOTS, 3)
    b = interpolate.BSpline.design_matrix(x * 2 - 1, KNOTS[2:-2], 1, extrapolate=True)
    return a.toarray(), a @ np.arange(7.0), a.indices, a.indptr, a.data, b.toarray()


def sum_of_bases(x):
    inner = interpolate.BSpline.design_matrix(x, KNOTS, 3).toarray() @ np.cos(np.arange(7.0))
    return inner.sum() + interpolate.BSpline.design_matrix(x, np.sort(x) * 1.3 - 0.2, 1, True).data @ np.arange(10)


def test_design_matrix() -> None:
    x = np.array([0.0, 0.3, 1.0, 2.9, 4.0])
    check_values(designed, x)
    check_slopes(sum_of_bases, np.array([0.3, 0.9, 1.2, 2.9, 3.8]))
    check_errors(
        lambda: interpolate.BSpline.design_matrix(x + 1, KNOTS, 3).toarray(),
        lambda: interpolate.BSpline.design_matrix(x, KNOTS[::-1], 3).toarray(),
        lambda: interpolate.BSpline.design_matrix(x, KNOTS[:7], 3).toarray(),
    )


@pytest.mark.slow
def test_a_polynomial_through_points() -> None:
    made = interpolate.KroghInterpolator(T, Y)
    np.testing.assert_allclose(irad.jit(lambda x: made(x))(AT), made(AT), rtol=1e-11)
    check_values(lambda: interpolate.BarycentricInterpolator(T, Y)(AT), rtol=1e-11)
    check_slopes(lambda y: interpolate.BarycentricInterpolator(T, y)(0.5) ** 2, Y.copy())
    slope = irad.grad(lambda x: interpolate.BarycentricInterpolator(T, Y)(x))(T[2])  # at a point, where weights are infinite
    np.testing.assert_allclose(slope, made.derivative(T[2]), rtol=1e-10)
