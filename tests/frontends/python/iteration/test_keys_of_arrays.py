"""Keys that are made of the elements of arrays."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from tests.frontends.python.plain import compare

V = np.array([0.3, 1.2, -0.4, 2.0])


POINTS = np.array([[0.3, 1.2], [0.7, 0.1], [2.5, 0.4], [0.35, 1.3]])


def cells_of_rows(x):
    cells = defaultdict(list)
    for i, p in enumerate(POINTS * x):
        cells[tuple((p * 2).astype(int))].append(i)
    t = 0.0
    for (a, b), m in cells.items():
        for j in cells.get((a + 1, b), ()):
            t += j * x
        t += len(m) * a * x
    return t


def sorted_set(x):
    ts = sorted({v * x for v in V})
    return sum(k * t for k, t in enumerate(ts))


def slices_of_an_axis(x, n=3):
    sl = [slice(None)] * n
    sl[1] = slice(0, 2)
    a = np.ones((2, 3, 4)) * x
    return a[tuple(sl)].sum()


def floats_as_keys(x):
    d = {}
    for v in V:
        d[v * x] = d.get(v * x, 0.0) + v
    return sum(k * v for k, v in d.items())


def pairs_of_a_generator(x):
    pairs = set()
    for i in range(4):
        pairs.update((min(i, j), max(i, j)) for j in range(4) if POINTS[i, 0] * x > POINTS[j, 1] * x)
    return sum(i * j * x for i, j in sorted(pairs)) + len(pairs)


class Grid:
    def __init__(self, n):
        self.n = n

    def go(self, x, ax):
        sl = [slice(None)] * self.n
        sl[ax] = slice(1, None)
        return (np.ones((2,) * self.n) * x)[tuple(sl)].sum()


def slices_of_an_object(x):
    return Grid(2).go(x, 1) * Grid(3).go(x, 0)


PROGRAMS = [cells_of_rows, sorted_set, slices_of_an_axis, floats_as_keys, pairs_of_a_generator, slices_of_an_object]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)
