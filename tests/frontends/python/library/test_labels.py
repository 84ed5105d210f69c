"""Connected parts, statistics of labels and morphology of truth values, beside `scipy.ndimage`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values
from tests.frontends.python.library.numpy_cases import Group, check_group

A = np.sin(np.arange(30.0) ** 1.7 + 0.1).reshape(5, 6)
L = np.array([[0, 1, 1, 0, 2, 2], [3, 3, 0, 0, 2, 0], [3, 0, 1, 1, 0, 0], [0, 0, 1, 1, 2, 2], [3, 3, 0, 0, 2, 2]])

GROUPS: Group = {
    "parts": lambda: (
        ndimage.label(A > 0.1), ndimage.label(A > 0.1, structure=np.ones((3, 3))), ndimage.label(A[0] > 0),
        ndimage.generate_binary_structure(2, 1), ndimage.iterate_structure(ndimage.generate_binary_structure(2, 1), 2),
    ),
    "of labels": lambda: (
        ndimage.sum_labels(A, L, [1, 2, 3]), ndimage.sum(A), ndimage.mean(A, L, 2), ndimage.variance(A, L),
        ndimage.standard_deviation(A, L, np.array([1, 3])), ndimage.maximum(A, L, [2, 1]), ndimage.minimum(A),
        ndimage.median(A, L, [1, 2]), ndimage.center_of_mass(A, L, [1, 2, 3]), ndimage.center_of_mass(A + 2.0, L, 2),
    ),
    "shrunk and grown": lambda: (
        ndimage.binary_erosion(A > -0.5), ndimage.binary_dilation(A > 0.5, iterations=2),
        ndimage.binary_opening(A > -0.3, structure=np.ones((2, 2))), ndimage.binary_closing(A > 0.2, np.ones((1, 3))),
        ndimage.binary_erosion(A > -0.5, border_value=1), ndimage.binary_dilation(A > 0.8, mask=A > -0.5, iterations=-1),
    ),
    "holes and distances": lambda: (
        ndimage.binary_fill_holes(L == 3), ndimage.binary_propagation(A > 0.9, mask=A > 0),
        ndimage.distance_transform_edt(A > -0.3), ndimage.distance_transform_edt(A > -0.3, sampling=[0.5, 2.0]),
        ndimage.distance_transform_edt(np.ones((2, 3))), ndimage.distance_transform_edt(A[0] > 0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


def test_slopes() -> None:
    weights = np.array([1.0, -2.0, 0.5])

    def f(a):
        found, count = ndimage.label(a > 0.2)
        parts = ndimage.mean(a * a, found, np.arange(1, count + 1)).sum()
        return parts + (ndimage.variance(a, L, [1, 2, 3]) * weights).sum() + (ndimage.maximum(a, L, [1, 2, 3]) * weights).sum()

    check_slopes(f, A)


def test_dtypes_and_nans() -> None:
    def found(a, j):
        sums = (ndimage.sum(a, j, [1, 2, 9]), ndimage.mean(a, j, [1, 2]), ndimage.standard_deviation(a, j, [2, 3]))
        return (*sums, ndimage.median(a, j, [3, 1, 9]), ndimage.minimum(a, j, [1, 2, 9]), ndimage.maximum(a, j, [1, 2]))

    values = np.array([0.5, np.nan, 2.0, -np.inf, 1.5, 0.25])
    check_values(found, values, L[0])
    check_values(found, A[0].astype(np.float32), L[2], rtol=1e-6)


def test_slope_of_the_deviation_of_one_element() -> None:
    slope = irad.grad(lambda a: ndimage.standard_deviation(a, np.array([1, 2, 2]), [1, 2]).sum())(np.array([0.3, 1.0, 2.0]))
    np.testing.assert_allclose(slope, [0.0, -0.5, 0.5])


def test_errors() -> None:
    check_errors(lambda: ndimage.label(A > 0, structure=np.ones(3)), lambda: ndimage.maximum(A, L, 7))
    with pytest.raises(irad.UnsupportedError, match="return_indices="):
        irad.jit(lambda: ndimage.distance_transform_edt(A > 0, return_indices=True)[1])()
