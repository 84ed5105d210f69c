"""`scipy.ndimage.map_coordinates` in compiled code, images moved by it, and filters by ranks, beside SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage, special

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

RNG = np.random.default_rng(0)
A, CUBE, WHOLE = RNG.normal(size=(5, 6)), RNG.normal(size=(3, 4, 2)), RNG.integers(-50, 50, size=(5, 6))
PLACES, BEYOND, OF_CUBE = RNG.uniform(0, 4, size=(2, 7)), RNG.uniform(-9, 12, size=(2, 3, 20)), RNG.uniform(-1, 3, size=(3, 9))
HALVES = np.arange(-34, 47) * 0.5
MODES = ("constant", "nearest", "reflect", "mirror", "wrap")


@pytest.mark.sampled(5)
@pytest.mark.parametrize("mode", MODES)
def test_values(mode: str) -> None:
    def f(order):
        row = ndimage.map_coordinates(A[0], [HALVES], order=order, mode=mode, cval=1.5)
        plane = ndimage.map_coordinates(A, BEYOND, order=order, mode=mode)
        others = (ndimage.map_coordinates(CUBE, OF_CUBE, order=order, mode=mode), row[:3])
        return row, plane, *others, ndimage.map_coordinates(WHOLE, BEYOND, order=order, mode=mode)

    check_values(lambda: (*f(0), *f(1)))


@pytest.mark.slow
def test_dtypes() -> None:
    single, small = A.astype(np.float32), np.abs(WHOLE).astype(np.uint8)
    check_values(lambda: ndimage.map_coordinates(single, PLACES, order=1), rtol=1e-6)
    check_values(lambda: (ndimage.map_coordinates(small, PLACES, order=1), ndimage.map_coordinates(A, WHOLE[:2], order=1)))


def of_places(x):
    points = 2.0 + x.reshape(2, 3)
    inside = ndimage.map_coordinates(A, points, order=1) ** 2
    return inside.sum() + ndimage.map_coordinates(A, 5 * points - 9, order=1, mode="reflect").sum()


def of_elements(x):
    image = x.reshape(2, 3)
    nearest = ndimage.map_coordinates(image, PLACES / 4, order=0) ** 3
    wrapped = ndimage.map_coordinates(image, BEYOND, order=1, mode="wrap") ** 2
    return nearest.sum() + wrapped.sum() + (ndimage.map_coordinates(image, BEYOND, order=1, mode="mirror") ** 2).sum()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("f", [of_places, of_elements], ids=lambda f: f.__name__)
def test_slopes(f) -> None:
    check_slopes(f, np.array([0.31, -0.42, 0.77, -0.13, 0.58, 0.24]))


@pytest.mark.slow
def test_errors() -> None:
    check_errors(lambda: ndimage.map_coordinates(A, OF_CUBE, order=1))
    check_errors(
        lambda: ndimage.maximum_filter(A, 2, origin=4), lambda: ndimage.rank_filter(A, 9, 3),
    )  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("mode", [*MODES, "grid-wrap", "grid-constant"])
def test_splines(mode: str) -> None:
    """All orders by one compilation."""
    def f(order):
        row = ndimage.map_coordinates(A[0], [HALVES], order=order, mode=mode, cval=1.5)
        return row, ndimage.map_coordinates(A, BEYOND, order=order, mode=mode, cval=0.7)

    compiled = irad.jit(f)
    for order in (0, 1, 2, 3, 4, 5) if mode.startswith("grid") else (2, 3, 4, 5):
        for found, wanted in zip(compiled(order), f(order), strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-12, err_msg=f"{mode} {order}")


def moved():
    kinds = ndimage.map_coordinates(CUBE, OF_CUBE), ndimage.map_coordinates(WHOLE, BEYOND), ndimage.spline_filter(A)
    shifted = ndimage.shift(A, (0.5, -1.2)), ndimage.shift(A, 1, order=1, mode="nearest"), ndimage.zoom(A, 1.7, mode="reflect")
    turned = ndimage.rotate(A, 30.0), ndimage.rotate(A, -20.0, reshape=False, order=1), ndimage.zoom(A, (2, 0.5), order=1)
    affine = ndimage.affine_transform(A, [[0.9, 0.2], [-0.1, 1.1]], offset=(0.3, -0.2)), ndimage.affine_transform(A, [0.8, 1.1])
    plain = ndimage.spline_filter1d(A, 4, axis=0), ndimage.map_coordinates(A, PLACES, prefilter=False)
    return *kinds, *shifted, *turned, *affine, *plain


CROSS = [[0, 1, 0], [1, 1, 1], [0, 1, 0]]


def ranks():
    largest = ndimage.maximum_filter(A, 3), ndimage.minimum_filter(A, (2, 3), mode="constant", cval=-1.0)
    medians = ndimage.median_filter(A, 3), ndimage.median_filter(WHOLE, (3, 2))
    crosses = ndimage.median_filter(A, footprint=CROSS, mode="nearest"), ndimage.maximum_filter(CUBE, 2)
    others = ndimage.percentile_filter(A, 30, 3), ndimage.rank_filter(A, 2, 3), ndimage.rank_filter(A, -2, 3)
    along = ndimage.maximum_filter1d(A, 3, axis=0, mode="wrap"), ndimage.minimum_filter1d(A, 4, origin=1)
    return *largest, *medians, *crosses, *others, *along, *ndimage.center_of_mass(np.abs(A))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("f", [moved, ranks], ids=lambda f: f.__name__)
def test_moved_images_and_ranks(f) -> None:
    check_values(f, rtol=1e-11, atol=1e-12)


def of_splines(x):
    points = 2.0 + x.reshape(2, 3)
    image = A * (1.0 + x[:, None][:5])
    inside = ndimage.map_coordinates(image, points) ** 2
    turned = ndimage.rotate(image, 20.0 * x[0], reshape=False, mode="nearest", order=2)
    return inside.sum() + (turned * A).sum() + (ndimage.shift(image, x[:2], mode="grid-wrap", order=5) ** 2).sum()


def of_ranks(x):
    image = A[:, :5] * (1.0 + x[:5])
    chosen = ndimage.median_filter(image, 3) ** 2 + ndimage.maximum_filter(image, 2) * ndimage.percentile_filter(image, 20, 3)
    return chosen.sum() + ndimage.center_of_mass(np.exp(image))[1]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("f", [of_splines, of_ranks], ids=lambda f: f.__name__)
def test_slopes_of_splines_and_ranks(f) -> None:
    check_slopes(f, np.array([0.31, -0.42, 0.77, -0.13, 0.58, 0.24]))


def test_right_angles() -> None:
    """Turned by multiples of right angles no element falls outside: sines and cosines of degrees are exact there."""
    image = A[:2, :4]
    for order in (0, 1, 3):
        found = irad.jit(lambda x, k=order: (ndimage.rotate(x, 90, order=k), ndimage.rotate(x, -180.0, order=k)))(image)
        np.testing.assert_allclose(found[0], np.rot90(image), rtol=1e-12)
        np.testing.assert_allclose(found[1], np.rot90(image, 2), rtol=1e-12)
    angles = np.array([0.0, 90.0, 180.0, 270.0, -90.0, 450.0, 360090.0])
    found = irad.jit(lambda x: (special.sindg(x), special.cosdg(x)))(angles)
    np.testing.assert_array_equal(found[0], [0, 1, 0, -1, -1, 1, 1])
    np.testing.assert_array_equal(found[1], np.round(np.cos(np.deg2rad(angles % 360))))
    slope = irad.grad(lambda x: special.sindg(x) + 2.0 * special.cosdg(x))
    for x in (0.0, 90.0, 133.0, -200.0):
        r = np.deg2rad(x)
        assert slope(x) == pytest.approx(np.pi / 180 * (np.cos(r) - 2.0 * np.sin(r)), rel=1e-12, abs=1e-15)
