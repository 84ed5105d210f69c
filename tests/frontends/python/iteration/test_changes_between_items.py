"""Functions that compute the items of a loop see what its body changes."""

# ruff: noqa: B905, C417  (programs as users write them)
from __future__ import annotations

import itertools

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare


class Rate:
    def __init__(self):
        self.v = 1.0


def reads_attribute(x):
    held, s = Rate(), 0.0
    for u in map(lambda v: v * x * held.v, range(4)):
        held.v += 1.0
        s = s * 2.0 + u
    return s


def reads_key(x):
    held, s = {"k": 1.0}, 0.0
    for k, u in enumerate(map(lambda v: v * x * held["k"], range(4))):
        held["k"] += x * k
        s = s * 2.0 + u
    return s


def reads_length(x):
    held = []
    for u in map(lambda v: v * x * (len(held) + 1), range(4)):
        held.append(u)
    return held[1] + 2.0 * held[2] + 3.0 * held[3]


def reads_element(x):
    held, s = np.ones(3), 0.0
    for u in map(lambda v: v * x * held[0], (1.0, 2.0, 3.0)):
        held[0] += x
        s = s * 2.0 + u
    return s


def reads_by_another(x):
    held, out = [1.0], []

    def g(v):
        return v * x * sum(held)

    for u in itertools.starmap(lambda a, b: g(a) + b, [(1, 2), (2, 3), (3, 4)]):
        held.append(u)
        out.append(u)
    return out[0] + 10 * out[1] + 100 * out[2]


def filters_by_length(x):
    held = []
    for u in filter(lambda v: len(held) < 2, range(1, 5)):
        held.append(u * x)
    return sum(v * v for v in held)


def fills_a_dict(x):
    held = {}
    for k, v in zip("abc", map(lambda v: v * x * (len(held) + 1), range(1, 4))):
        held[k] = v
    return held["a"] + 10 * held["b"] + 100 * held["c"]


@pytest.mark.parametrize(
    "f", [reads_attribute, reads_key, reads_length, reads_element, reads_by_another, filters_by_length, fills_a_dict]
)
def test_functions_that_see_what_the_loop_changes(f):
    compare(f, 1.3)


def all_at_once(x):
    held = {}
    for k, v in zip("abc", map(lambda v: v * x * (len(held) + 1), range(1, 4)), strict=True):
        held[k] = v
    return held["a"]


def test_what_would_be_computed_too_early_is_refused():
    with pytest.raises(irad.errors.UnsupportedError, match="the loop may change what they depend on"):
        irad.jit(all_at_once)(1.3)
