"""Frozensets of numbers and texts as items of sets and keys of dicts, made inside or outside."""

from __future__ import annotations

import pytest

from tests.frontends.python.plain import compare

PAIRS = {frozenset((0, 1)), frozenset((2, 3))}
WEIGHTS = {frozenset((0, 1)): 2.0, frozenset((2, 3)): 3.0}
STEPS = frozenset([1, 2, 5])


def pairs_from_outside(x):
    t = 0.0
    for i in range(4):
        for j in range(i + 1, 4):
            if frozenset((j, i)) in PAIRS:
                t += x * i + j
            t += WEIGHTS.get(frozenset((i, j)), 0.5) * x * j
    return t


def pairs_inside(x):
    pairs = {frozenset((0, 1)), frozenset((2, 3))}
    t = 0.0
    for p in pairs:
        t += sum(p) * x
        if p == frozenset([1, 0]):
            t *= x
    d = {frozenset("ab"): x, frozenset("bc"): x * x}
    d[frozenset("ca")] = 3 * x
    return t + d[frozenset("ba")] * d[frozenset(("c", "a"))] * len(pairs)


def seen(x):
    found = set()
    t = 0.0
    for i in range(3):
        for j in range(3):
            if i != j and frozenset((i, j)) not in found:
                found.add(frozenset((i, j)))
                t += x * i + j * j * x * x
    return t + sum(x**k for k in range(6) if k in STEPS)


@pytest.mark.parametrize("f", [pairs_from_outside, pairs_inside, seen])
def test_as_python(f) -> None:
    compare(f, 0.8)
