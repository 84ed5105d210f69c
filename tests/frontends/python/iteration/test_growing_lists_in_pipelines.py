"""Lists that grow in loops over iterators of them, combinations of their items, copies."""

from __future__ import annotations

import copy
import itertools
from dataclasses import asdict, dataclass, field

import pytest

from tests.frontends.python.plain import compare

# ruff: noqa: B007, B905


def numbered_list_that_grows(x):
    xs = [x]
    t = 0.0
    for i, v in enumerate(xs):
        t += v * (i + 1)
        if len(xs) < 5:
            xs.append(v * 1.1)
    return t


def combinations_of_runtime_lists(x):
    xs = [x]
    for k in range(5):
        xs.append(xs[-1] * 1.2)
    t = sum(a * b for a, b in itertools.combinations(xs, 2))
    t += sum(a * b * c for a, b, c in itertools.combinations(xs, 3))
    t += sum(a * b * b for a, b in itertools.permutations(xs, 2))
    t += sum(a * b for a, b in itertools.combinations_with_replacement(xs, 2))
    for a, b in itertools.product(xs, [1.0, 2.0]):
        t += a * b
    return t + len(list(itertools.combinations(xs, 2)))


def zip_of_a_list_that_grows(x):
    xs = [x, 2 * x]
    ys = [1.0, 2.0, 3.0, 4.0]
    t = 0.0
    for a, b in zip(xs, ys):
        t += a * b
        if len(xs) < 4:
            xs.append(a + x)
    return t


@dataclass
class Holder:
    a: float
    xs: list = field(default_factory=list)


def copies_of_lists(x):
    xs = [x * k for k in range(4)]
    ys = copy.deepcopy(xs)
    zs = copy.copy(xs)
    ys[0] = 5.0
    zs.append(x)
    xs[1] = 7 * x
    return sum(xs) + 2 * sum(ys) + 3 * sum(zs)


def copy_of_an_object_with_a_list(x):
    p = Holder(x, [x * k for k in range(4)])
    q = copy.deepcopy(p)
    q.xs.append(3 * x)
    p.xs[1] = 9.0
    return sum(p.xs) + 2 * sum(q.xs) + sum(asdict(q)["xs"])


def copies_of_lists_of_lists(x):
    xs = [[x * k for k in range(3)], [x]]
    ys = copy.deepcopy(xs)
    ys[0][1] = 7.0
    ys[1].append(x)
    return sum(map(sum, xs)) + 2 * sum(map(sum, ys))


PROGRAMS = [
    numbered_list_that_grows,
    combinations_of_runtime_lists,
    zip_of_a_list_that_grows,
    copies_of_lists,
    copy_of_an_object_with_a_list,
    copies_of_lists_of_lists,
]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 1.3)
