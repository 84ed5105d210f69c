"""Parts of lists that grow, replaced by nothing; dicts made of dicts whose keys are computed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad


def end(x):
    xs = list(x)
    xs[1:] = []
    return sum(xs)


def all_of_them(x):
    xs = list(x)
    xs[:] = []
    xs += []
    xs.extend([])
    xs[0:0] = [x[0]]
    return sum(xs) + len(xs)


def of_a_default_dict(x):
    sums = defaultdict(int)
    for v in [int(v) for v in x]:
        sums[v % 3] += v
    return sorted(dict(sums).items())


def of_a_counter(x):
    counts = Counter([1, 2, 1])
    for v in [int(v) for v in x]:
        counts[v % 2] += 1
    return sorted(dict(counts).items())


def by_match(x, model):
    match model:
        case "twice":
            return 2 * x
        case _:
            raise ValueError(model)


def filled_by_match(x):
    out = np.ones(5)
    out[:3] = by_match(x, "twice")
    return out


@pytest.mark.parametrize("f", [end, all_of_them, of_a_default_dict, of_a_counter, filled_by_match], ids=lambda f: f.__name__)
def test_values(f: Callable[[Any], Any]) -> None:
    x = np.array([1.0, 2.0, 4.0])
    np.testing.assert_array_equal(irad.jit(f)(x), f(x))
