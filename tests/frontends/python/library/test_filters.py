"""Filters of `scipy.ndimage` and distances of `scipy.spatial` in compiled code, beside SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage
from scipy.spatial import distance

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

RNG = np.random.default_rng(0)
A, ROW, W = RNG.normal(size=(5, 6)), RNG.normal(size=7), RNG.normal(size=(3, 2))
WHOLE, CUBE, BOX = RNG.integers(0, 50, size=(5, 6)), RNG.normal(size=(3, 4, 2)), RNG.normal(size=(2, 3, 3))


def along_an_axis():
    modes = [
        ndimage.correlate1d(A, [1, 2, 3.5], axis=0, mode=m, cval=2.0)
        for m in ("reflect", "mirror", "nearest", "wrap", "constant")
    ]
    shifted = (ndimage.correlate1d(A, [1, 2, 3.0], origin=1), ndimage.convolve1d(ROW, [1, 2, 3.0, 4], origin=-1, mode="nearest"))
    longer = (ndimage.correlate1d(ROW[:2], np.arange(9), mode="mirror"), ndimage.correlate1d(ROW[:2], np.arange(9)))
    return (*modes, *shifted, *longer, ndimage.uniform_filter1d(WHOLE, 3), ndimage.convolve1d(A, [1, 2], mode="grid-wrap"))


def normal_densities():
    one = (ndimage.gaussian_filter1d(ROW, 1.3), ndimage.gaussian_filter1d(A, 0.7, axis=0, order=2))
    all_axes = (ndimage.gaussian_filter(A, (0.5, 1.2), mode="nearest"), ndimage.gaussian_filter(WHOLE, 1.0))
    return (*one, *all_axes, ndimage.gaussian_filter(A, 1, order=(1, 0)), ndimage.gaussian_filter(ROW, 0.8, radius=2))


def differences():
    edges = (ndimage.sobel(A), ndimage.sobel(A, axis=0, mode="constant"), ndimage.prewitt(A), ndimage.sobel(CUBE, axis=1))
    second = (ndimage.laplace(A), ndimage.laplace(WHOLE), ndimage.gaussian_laplace(A, 0.9))
    return (*edges, *second, ndimage.gaussian_gradient_magnitude(A, 1.1), ndimage.uniform_filter(WHOLE, (2, 3)))


def over_boxes():
    plain = (ndimage.correlate(A, W), ndimage.convolve(A, W), ndimage.correlate(CUBE, BOX), ndimage.correlate(WHOLE, W))
    return (*plain, ndimage.convolve(A, W, mode="constant", cval=1.0), ndimage.convolve(A, W, mode="wrap", origin=(1, 0)))


def distances():
    found = ()
    for m in ("euclidean", "sqeuclidean", "cityblock", "chebyshev", "cosine"):
        found = (*found, distance.cdist(A, A[:2] + 1, m), distance.pdist(A, m))
    square = distance.squareform(distance.pdist(A))
    pairs = (distance.euclidean(A[0], A[1]), distance.cosine(A[0], [1, 2, 3, 4, 5, 6]), distance.chebyshev(A[0], A[1]))
    return (*found, square, distance.squareform(square), distance.squareform(ROW[:6]), *pairs)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("f", [along_an_axis, normal_densities, differences, over_boxes, distances], ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f)


NANS, HOLES = A.copy(), np.array([[1, 0, 1], [0, 1, 1], [1, 0, 0]])
NANS[0, :4] = NANS[3, 2:] = (np.nan, np.inf, -np.inf, -0.0)


def with_nans(a, row):
    sums = (ndimage.uniform_filter(a, 3), ndimage.correlate(a, np.array([[1.0, 0.0], [np.nan, 2.0]])))
    ranks = (ndimage.median_filter(a, 3), ndimage.rank_filter(a, 2, footprint=HOLES), ndimage.maximum_filter(a, (2, 3)))
    rows = [ndimage.median_filter(row, 5, mode=m) for m in ("reflect", "mirror", "nearest", "wrap", "constant")]
    return (*sums, *ranks, *rows, ndimage.minimum_filter(a, footprint=HOLES), ndimage.rank_filter(row, -2, size=4))


def of_nothing(a):
    sums = (ndimage.gaussian_filter(a, 1.0), ndimage.uniform_filter(a, 3), ndimage.sobel(a), ndimage.spline_filter(a))
    return (*sums, ndimage.median_filter(a, 3), ndimage.rotate(a, 30.0, cval=2.0), np.array(ndimage.center_of_mass(a)))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_nans_and_empty_arrays() -> None:
    check_values(with_nans, NANS, NANS.ravel()[::-1].copy())
    check_values(of_nothing, A[:0])
    check_errors(lambda: ndimage.minimum_position(NANS), lambda: ndimage.convolve(A, A[:0]))


@pytest.mark.slow
def test_float32() -> None:
    check_values(
        lambda: (ndimage.gaussian_filter(A.astype(np.float32), 1.0), ndimage.sobel(A.astype(np.float32))), rtol=2e-6, atol=1e-6
    )


def by_filters(x):
    a = x.reshape(2, 3)
    edges = (ndimage.sobel(a) ** 2).sum() + ndimage.gaussian_gradient_magnitude(a, 0.8).sum() + (ndimage.laplace(a) ** 2).sum()
    weights = ndimage.convolve(A, a) * A
    return edges + weights.sum() + (ndimage.gaussian_filter(A, 0.7 + 0.1 * x[0], mode="wrap") ** 2).sum()


def by_distances(x):
    a = x.reshape(3, 2)
    pairs = [distance.pdist(a, m).sum() for m in ("euclidean", "cityblock", "chebyshev", "cosine")]
    return sum(pairs) + (distance.cdist(a, a) ** 2).sum() + distance.squareform(x)[0, 2]


@pytest.mark.sampled(9)
@pytest.mark.parametrize("f", [by_distances, by_filters], ids=lambda f: f.__name__)
def test_slopes(f) -> None:
    check_slopes(f, ROW[:6])


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda: ndimage.correlate1d(A, [1.0, 2.0], origin=5),
        lambda: ndimage.correlate1d(A, [1.0, 2.0], mode="other"),
        lambda: distance.cdist(A, A[:, :2]),
        lambda: distance.squareform(ROW),
    )
    with pytest.raises(irad.UnsupportedError, match="out"):
        irad.jit(lambda a: ndimage.sobel(A, output=a))(A)
    with pytest.raises(irad.UnsupportedError, match="cityblock"):
        irad.jit(lambda: distance.cdist(A, A, "dice"))()
