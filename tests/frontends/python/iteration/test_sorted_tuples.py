"""Lists that grow, sorted by tuples."""

from __future__ import annotations

import bisect

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


def by_keys_of_parts(x):
    ps = pairs(x)
    greatest, least = max(ps, key=lambda p: (p[0], -p[2])), min(ps, key=lambda p: (-p[0], p[2] * x))
    return greatest[2] * 3 + least[1] * x + max((p for p in ps if p[0] > 99), key=lambda p: (p[0], p[1]), default=(0, x, x))[2]


def records_by_parts(x):
    rows = [{"name": "a" if c > 1 else "b", "size": c * x} for _, _, c in pairs(x)]
    return max(rows, key=lambda r: (r["name"], r["size"]))["size"] * 2 + min(rows, key=lambda r: (r["name"], -r["size"]))["size"]


def found_by_a_key(x):
    rows = []
    for p in pairs(x):
        bisect.insort(rows, p, key=lambda q: -q[2])
    at = bisect.bisect_left(rows, -x, key=lambda q: -q[2])
    return rows[0][2] * rows[-1][1] + at * x


PROGRAMS = [plain, descending, by_tuple, in_place_descending, extremes, by_keys_of_parts, records_by_parts, found_by_a_key]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)
