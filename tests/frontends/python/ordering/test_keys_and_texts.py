"""Texts that the run chooses, sorted; keys that may be None, which is an error when they are compared."""

from __future__ import annotations

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare


def sorted_texts(k):
    names = []
    for c in "hello":
        names.append("x" if c == "l" else "a" if c == "h" else "m")
    if k > 1:
        names.append("b")
    s = 0.0
    for j, n in enumerate(sorted(names)):
        s += j * (k if n == "x" else 2 * k if n == "a" else 3 * k * k)
    for j, n in enumerate(sorted(names, reverse=True)):
        s += j * (k if n == "x" else 2 * k if n == "b" else 3 * k * k)
    names.sort()
    for j, n in enumerate(names):
        s += j * k if n == "m" else k
    return s


def filtered(k):
    def hit(c):
        return c * k if c > 0.5 else None

    hits = [(t, c) for c in np.array([0.2, 0.9, 0.6]) if (t := hit(c)) is not None]
    first = min(hits, key=lambda h: h[0], default=None)
    return 0.0 if first is None else first[0] * first[1] + sorted(hits, key=lambda h: -h[0])[0][0]


@pytest.mark.parametrize("f", [sorted_texts, filtered])
def test_derivatives(f):
    compare(f, 1.5)


def test_none_is_compared():
    def f(x):
        pairs = []
        for v in x:
            pairs.append((v if v > 0.5 else None, v))
        return min(pairs, key=lambda p: p[0])[1]

    assert irad.jit(f)(np.array([0.7, 0.9])) == 0.7
    with pytest.raises(TypeError, match="NoneType"):
        irad.jit(f)(np.array([0.7, 0.2]))
