"""Loops over neighbouring elements, and over rows that they overwrite, beside the complex step of plain Python.

Loops of one, two and more iterations, so that windows of adjoints are left before they are full.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

STEP = 1e-30


def three_points(a: Any, b: Any) -> None:
    for i in range(1, a.shape[0] - 1):
        b[i] = a[i - 1] * a[i] + np.sin(a[i + 1])


def falling(a: Any, b: Any) -> None:
    for i in range(a.shape[0] - 2, 0, -1):
        b[i] = a[i + 1] * a[i - 1] + 0.5 * b[i + 1] * a[i]


def every_second(a: Any, b: Any) -> None:
    for i in range(2, a.shape[0] - 2, 2):
        b[i] = a[i - 2] * a[i + 2] * a[i]


def with_a_gap(a: Any, b: Any) -> None:
    for i in range(3, a.shape[0]):
        b[i] += a[i] * a[i - 3]


def in_place(a: Any, b: Any) -> None:
    for i in range(1, a.shape[0] - 1):
        a[i] = 0.3 * (a[i - 1] + a[i] * b[i] + a[i + 1])


def at_a_distance(a: Any, b: Any) -> None:
    """The data say where a product goes: to the element that is read next."""
    k = 1 if b[0].real < 2.0 else 0
    for i in range(1, a.shape[0] - 1):
        a[i + k] = a[i] * a[i - 1] * b[i]


def running_product(a: Any, b: Any) -> None:
    for i in range(1, a.shape[0]):
        a[i] = a[i - 1] * a[i]
        b[0] += a[i] * b[i]


def stored_and_overwritten(a: Any, b: Any) -> None:
    for _ in range(3):
        for i in range(a.shape[0]):
            v = np.exp(0.3 * a[i])
            b[i] = v
            a[i] = 0.2 * a[i] + 0.1 * v * v


def rows_that_overlap(a: Any, b: Any) -> None:
    """Rows of w + 2 elements, w apart."""
    w = a.shape[0] // 5
    for i in range(1, 3):
        for j in range(w + 2):
            a[i * w + j] *= a[(i - 1) * w + j] * b[j]


def over_time(a: Any, b: Any) -> None:
    for _ in range(3):
        for i in range(1, a.shape[0] - 1):
            b[i] = a[i] + 0.2 * a[i] * (a[i - 1] - 2.0 * a[i] + a[i + 1])
        for i in range(1, a.shape[0] - 1):
            a[i] = b[i]


LINES = (three_points, falling, every_second, with_a_gap, in_place, at_a_distance, over_time)
LINES += (running_product, stored_and_overwritten, rows_that_overlap)


def contraction(a: Any, b: Any) -> None:
    """Each row by a matrix, by way of one row that is used again."""
    row = np.zeros_like(a[0])
    for r in range(a.shape[0]):
        for p in range(a.shape[1]):
            row[p] = 0.0
            for s in range(a.shape[1]):
                row[p] += a[r, s] * b[s, p]
        for p in range(a.shape[1]):
            a[r, p] = row[p]


def scaled_contraction(a: Any, b: Any) -> None:
    """As before, of rows that the loop has changed before it reads them."""
    row = np.zeros_like(a[0])
    for r in range(a.shape[0]):
        for p in range(a.shape[1]):
            a[r, p] = 0.5 * a[r, p] * b[r, p]
        for p in range(a.shape[1]):
            row[p] = 0.0
            for s in range(a.shape[1]):
                row[p] += a[r, s] * b[s, p]
        for p in range(a.shape[1]):
            a[r, p] = row[p]


def triangle(a: Any, b: Any) -> None:
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            for k in range(i + 1, a.shape[0]):
                a[i, j] += b[k, i] * a[k, j]


def five_points(a: Any, b: Any) -> None:
    for i in range(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = a[i, j] * (a[i, j - 1] + a[i, j + 1] + a[i - 1, j] + a[i + 1, j])


SQUARES = (contraction, scaled_contraction, triangle, five_points)


def check(f: Callable[[Any, Any], None], shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(3)
    start, way, seed = ([draw(shape) for _ in range(2)] for draw in (rng.random, rng.standard_normal, rng.standard_normal))
    moved = [x + 1j * STEP * d for x, d in zip(start, way, strict=True)]
    f(*moved)
    wanted = sum(float(np.sum(s * z.imag)) for s, z in zip(seed, moved, strict=True)) / STEP
    values, shadows = [x.copy() for x in start], [s.copy() for s in seed]
    irad.autodiff(f, *[irad.Duplicated(x, d) for x, d in zip(values, shadows, strict=True)])
    for x, z in zip(values, moved, strict=True):
        np.testing.assert_allclose(x, z.real, rtol=1e-13, atol=1e-14)
    found = sum(float(np.sum(d * s)) for d, s in zip(way, shadows, strict=True))
    assert found == pytest.approx(wanted, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("f", LINES, ids=lambda f: f.__name__)
def test_lines(f: Callable[[Any, Any], None]) -> None:
    for n in (3, 4, 5, 6, 9, 17):
        check(f, (n,))


@pytest.mark.parametrize("f", SQUARES, ids=lambda f: f.__name__)
def test_squares(f: Callable[[Any, Any], None]) -> None:
    for n in (1, 2, 3, 4, 7):
        check(f, (n, n))


def more_rows_than_there_are(a: Any, b: Any, row: Any, n: int) -> None:
    for r in range(n):
        for p in range(a.shape[1]):
            row[p] = 0.0
            for s in range(a.shape[1]):
                row[p] += a[r, s] * b[s, p]
        for p in range(a.shape[1]):
            a[r, p] = row[p]


def test_what_is_copied_lies_in_the_array() -> None:
    """A copy of the rows of all iterations would reach far behind the array that the loop leaves with an error."""
    given = np.random.default_rng(0).random((3, 4)), np.eye(4), np.zeros(4)
    for n in (4, 10**7):
        arrays = [irad.Duplicated(x.copy(), np.zeros_like(x)) for x in given]
        with pytest.raises(IndexError, match="index 3 is out of bounds for axis 0 with size 3"):
            irad.autodiff(more_rows_than_there_are, *arrays, irad.Const(n))
