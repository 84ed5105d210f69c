"""`scipy.ndimage.map_coordinates` in compiled code, beside SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

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
    with pytest.raises(irad.UnsupportedError, match="order"):
        irad.jit(lambda: ndimage.map_coordinates(A, PLACES))()
    with pytest.raises(irad.UnsupportedError, match="mode"):
        irad.jit(lambda: ndimage.map_coordinates(A, PLACES, order=1, mode="grid-wrap"))()
