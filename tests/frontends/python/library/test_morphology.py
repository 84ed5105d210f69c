"""Morphology of grey values, beside `scipy.ndimage`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes
from tests.frontends.python.library.numpy_cases import Group, check_group

A = np.sin(np.arange(30.0) ** 1.7 + 0.1).reshape(5, 6)
CROSS = np.array([[0, 1, 0], [1, 1, 0]])

GROUPS: Group = {
    "largest": lambda: (
        ndimage.grey_dilation(A, size=(2, 3)), ndimage.grey_dilation(A, footprint=CROSS),
        ndimage.grey_dilation(A, 3, mode="wrap"),
        ndimage.grey_dilation(A, (3, 3), origin=(1, 0)),
    ),
    "smallest": lambda: (ndimage.grey_erosion(A, size=2), ndimage.grey_erosion(A, footprint=CROSS, mode="constant", cval=0.5)),
    "both": lambda: (
        ndimage.grey_opening(A, size=(2, 2)), ndimage.grey_closing(A, footprint=CROSS), ndimage.grey_opening(A[0], 3),
    ),
    "differences": lambda: (
        ndimage.morphological_gradient(A, size=3), ndimage.white_tophat(A, size=2), ndimage.black_tophat(A, (2, 3)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


def test_slopes() -> None:
    weights = np.cos(np.arange(30.0)).reshape(5, 6)
    check_slopes(lambda a: (ndimage.grey_opening(a, size=(2, 3)) * weights).sum() + ndimage.morphological_gradient(a, 3)[1, 2], A)


def test_errors() -> None:
    check_errors(lambda: ndimage.grey_erosion(A))
    with pytest.raises(irad.UnsupportedError, match="size="):
        irad.jit(lambda: ndimage.grey_dilation(A, structure=np.ones((2, 2))))()
