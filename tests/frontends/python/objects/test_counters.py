"""Integers and truth values in objects and containers, counted in loops around other loops."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.frontends.python.plain import compare


class Counted:
    def __init__(self):
        self.n = 0
        self.on = False


def _count_behind_an_inner_loop(x):
    c, q = Counted(), x
    for _ in range(8):
        for _ in range(3):
            q += 0.1
        c.n += 1
    return q * c.n


def _index_behind_an_inner_loop(x):
    c = {"k": 0}
    out = np.zeros(4)
    while c["k"] < 4:
        s = 0.0
        for i in range(3):
            s += x * i
        out[c["k"]] = s * c["k"]
        c["k"] += 1
    return out.sum()


def _left_by_a_count(x):
    c, q = Counted(), x
    for _ in range(8):
        q += sum(x * i for i in range(3))
        c.n += 1
        c.on = not c.on
        if c.n > 2:
            break
    return q * (2.0 if c.on else 3.0)


@pytest.mark.parametrize("f", [_count_behind_an_inner_loop, _index_behind_an_inner_loop, _left_by_a_count])
def test_counts_in_objects_behind_inner_loops(f) -> None:
    compare(f, 0.3)


def _updated_counts(x):
    c, d = Counter("aab"), Counter()
    c.update(a=2, d=x)
    c.update({"a": x})
    c.update([("a", 5), ("b", 1)])
    c.update("the a".split())
    c.subtract({"b": 3})
    c.subtract("ab")
    for k in range(3):
        d.update({k: x * k})
    d.update([1, 2, 2])
    return x * c["a"] + c["d"] + c["b"] * x + d[2] * 3 + d[1] + c["the"] * len(c) * x


def _updated_counts_of_computed_keys(x):
    c, d = Counter(), {}
    d[int(x * 4)] = x
    c.update(d)
    c.update({2: 3.0})
    return c[2] * x + len(c)


@pytest.mark.parametrize("f", [_updated_counts, _updated_counts_of_computed_keys], ids=lambda f: f.__name__)
def test_updated_counts(f) -> None:
    compare(f, 0.7)
