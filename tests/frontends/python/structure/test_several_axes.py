"""NumPy's functions with several axes and other modes in compiled code: `unique`, `unwrap`, `pad`, `geomspace`; `most_common`."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

A, B = np.array([[3, 1], [1, 2], [3, 1], [1, 2.0], [1, 0]]), np.array([1, 5, 2])
SQUARES, PHASES = np.arange(6.0).reshape(2, 3) ** 2, np.cumsum(np.linspace(0, 4, 12)).reshape(3, 4) % 6.28


def several():
    rows = np.unique(A, axis=0), *np.unique(A, axis=0, return_index=True, return_inverse=True, return_counts=True)
    return *rows, np.unique(A, axis=1), np.unwrap(PHASES), np.unwrap(PHASES, axis=0), *np.unique(A, return_counts=True)


def across_zero():
    with np.errstate(invalid="ignore"):
        return np.geomspace(-1.0, 1.0, 3), np.geomspace(2.0, -1.0, 3, endpoint=False), np.geomspace(-8.0, -1.0, 4)


def margins():
    sides = np.pad(SQUARES, ((1, 2), (2, 1)), mode="linear_ramp", end_values=((1, 2), (3, -4.5)))
    ramps = np.pad(SQUARES, 2, mode="linear_ramp"), np.pad(B, (2, 3), mode="linear_ramp", end_values=(-4, 9)), sides
    medians = np.pad(SQUARES, 1, mode="median", stat_length=((1, 2), (2, 2)))
    means = np.pad(SQUARES, 2, mode="mean"), np.pad(B, 2, mode="mean"), np.pad(B, 3, mode="maximum")
    ends = np.pad(SQUARES, (1, 2), mode="maximum", stat_length=2), np.pad(SQUARES, 1, mode="minimum")
    return *ramps, *means, *ends, medians


def counted():
    c = Counter([1, 5, 2, 5, 5, 2, 7])
    found, first, s = c.most_common(), c.most_common(2), 0
    for k, n in found:
        s = s * 10 + k * n
    return s, first[0][0], first[1][1], len(first), len(found), len(c.most_common(9))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("f", [several, across_zero, margins, counted], ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f, rtol=1e-13)


def of_margins(x):
    image = x.reshape(2, 3)
    ramps = np.pad(image, 2, mode="linear_ramp", end_values=(x[0], 2.0)) ** 2
    largest = np.pad(image, ((1, 0), (2, 1)), mode="maximum") ** 2
    means = np.pad(image, 1, mode="mean", stat_length=2) ** 3
    return ramps.sum() + largest.sum() + means.sum() + np.unique(image, axis=0)[0] @ x[:3]


def test_slopes() -> None:
    check_slopes(of_margins, np.array([0.31, -0.42, 0.77, -0.13, 0.58, 0.24]))


@pytest.mark.slow
def test_errors() -> None:
    check_errors(lambda: np.pad(A, 1, mode="mean", end_values=2), lambda: np.pad(A, 1, mode="maximum", stat_length=0))
