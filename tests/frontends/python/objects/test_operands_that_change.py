"""Lists that are changed by an operand or argument which is evaluated after them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.frontends.python.plain import compare

V = np.array([0.3, 1.2, -0.4, 2.0])


class Box:
    def __init__(self):
        self.xs = []


def boxed(x):
    c = Box()
    for v in V:
        c.xs.append(v * x)
    return c


def insert_last(x):
    c = boxed(x)
    c.xs.insert(0, c.xs.pop())
    return c.xs[0] * 3 + c.xs[1] * 2 + c.xs[-1] * x + len(c.xs)


def append_first(x):
    c = boxed(x)
    c.xs.append(c.xs.pop(0))
    return c.xs[0] * 3 + c.xs[1] * 2 + c.xs[-1] * x + len(c.xs)


def insert_last_of_a_name(x):
    xs = []
    for v in V:
        xs.append(v * x)
    xs.insert(0, xs.pop())
    return xs[0] * 3 + xs[1] * 2 + xs[-1] * x + len(xs)


def set_by_pop(x):
    c = boxed(x)
    c.xs[1] = c.xs.pop()
    return c.xs[0] * 3 + c.xs[1] * 2 + c.xs[-1] * x + len(c.xs)


def extend_by_pops(x):
    c = boxed(x)
    c.xs.extend([c.xs.pop(), c.xs.pop()])
    return c.xs[0] * 3 + c.xs[1] * 2 + c.xs[-1] * x + len(c.xs)


def lengths_between(x):
    c = boxed(x)
    return len(c.xs) + c.xs.pop() * len(c.xs) + c.xs[-1] * c.xs.pop() * len(c.xs)


def joined_after_pop(x):
    c = boxed(x)
    ys = c.xs + [c.xs.pop()]
    return sum(ys) + len(ys) * x


def known_structure(x):
    xs = [x, 2 * x, 3 * x]
    xs.insert(0, xs.pop())
    xs.append(xs.pop(0))
    ys = xs + [xs.pop()]
    return xs[0] * 3 + xs[1] * 2 + xs[-1] * x + len(xs) + sum(ys) * x


def in_a_dict(x):
    d = {"a": [x, 2 * x]}
    for v in V:
        d["a"].append(v * x)
    d["a"].insert(1, d["a"].pop())
    return sum(k * v for k, v in enumerate(d["a"])) * x


def in_place(x):
    c = boxed(x)
    c.xs += [c.xs.pop() * 2]
    xs = []
    for v in V:
        xs.append(v * x)
    xs += [xs.pop() * 3]
    ys = xs + [xs.pop()]
    return sum(c.xs) + sum(xs) * x + sum(ys) + len(ys)


def tuples_and_comparisons(x):
    c = boxed(x)
    a = (c.xs, c.xs.pop())
    b = [c.xs, c.xs.pop()]
    t = len(a[0]) * x + len(b[0])
    return t + (c.xs == [c.xs.pop(), x]) * x + max(len(c.xs), c.xs.pop())


def index_changes(x):
    c = boxed(x)
    return c.xs[int(c.xs.pop(1) > 0)] * x + c.xs[0 : len(c.xs)][0] + sum(list(zip(c.xs, [c.xs.pop(), 2.0], strict=False))[-1])


def weighted(xs, v):
    return sum(xs) * v + len(xs)


def arguments(x):
    c = boxed(x)
    xs = []
    for v in V:
        xs.append(v * x)
    return weighted(c.xs, c.xs.pop()) + weighted(xs, xs.pop(0))


def put(xs, v):
    xs.append(v)
    return v * v


def appended_by_a_call(x):
    c = boxed(x)
    c.xs.append(put(c.xs, x))
    c.xs[0] = put(c.xs, 2 * x)
    return sum(k * v for k, v in enumerate(c.xs)) * x


def element_and_call(x):
    c = boxed(x)
    t = c.xs[-1] + put(c.xs, x * 3) * c.xs[-1]
    c.xs[put(c.xs, 1.0) > 0.5] += put(c.xs, x)
    return t + sum(k * v for k, v in enumerate(c.xs)) * x


PROGRAMS = [
    insert_last,
    append_first,
    insert_last_of_a_name,
    set_by_pop,
    extend_by_pops,
    lengths_between,
    joined_after_pop,
    known_structure,
    in_a_dict,
    appended_by_a_call,
    element_and_call,
    in_place,
    tuples_and_comparisons,
    index_changes,
    arguments,
]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)
