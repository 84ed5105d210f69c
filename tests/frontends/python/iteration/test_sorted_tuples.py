"""Lists that grow, sorted by tuples."""

from __future__ import annotations

import numpy as np
import pytest

from tests.frontends.python.plain import compare

V = np.array([0.3, 1.2, -0.4, 2.0])


def pairs(x):
    ps = []
    for k, v in enumerate(V):
        ps.append((int(v * 2) % 2, v * x, k))
        ps.append((1, v * x * x, k + 3))
    return ps


def plain(x):
    t = 0.0
    for j, (a, b, c) in enumerate(sorted(pairs(x))):
        t += j * b + a * c * x
    return t


def descending(x):
    t = 0.0
    for j, (a, b, c) in enumerate(sorted(pairs(x), reverse=True)):
        t += j * b + a * c * x
    return t


def by_tuple(x):
    t = 0.0
    for j, (a, b, c) in enumerate(sorted(pairs(x), key=lambda p: (p[0], -p[2]))):
        t += j * b + a * c * x
    return t


def in_place_descending(x):
    ps = pairs(x)
    ps.sort(key=lambda p: (-p[0], p[2]), reverse=True)
    return sum(j * b for j, (a, b, c) in enumerate(ps))


def extremes(x):
    ps = pairs(x)
    ps.sort()
    return sum(j * b for j, (a, b, c) in enumerate(ps)) + min(ps)[1] + max(ps)[1]


PROGRAMS = [plain, descending, by_tuple, in_place_descending, extremes]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)
