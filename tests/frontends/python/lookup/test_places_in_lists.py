"""``index``, ``count`` and ``in`` of lists and tuples, for items that the run tells."""

from __future__ import annotations

from enum import Enum

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

NAMES = ("a", "b", "c")
MOVES = [(1, 0), (0, 1), (-1, 0)]


class Mode(Enum):
    IDLE = 1
    MOVING = 2
    DONE = 3


def texts(x):
    name = "a" if x < 1 else "b" if x < 2 else "c"
    return x * NAMES.index(name) + ["b", "c", "a", "a"].count(name) * x + (x if name in ["a", "c"] else 0.0)


def members(x):
    mode = Mode.IDLE if x < 1 else Mode.DONE
    s = x * [Mode.DONE, Mode.MOVING, Mode.IDLE].index(mode)
    return s + (x if mode in (Mode.MOVING, Mode.DONE) else 2 * x) + (x if mode in [Mode.IDLE] else 0)


def integers(x):
    k = int(x * 2)
    return x * [5, 3, 1, 0, 2, 4].index(k) + (4, 1, 1).count(k) * x


def floats(x):
    values = [x, 2 * x, 3.0, 3 * x]
    return values.index(max(values)) * x + values.index(min(values))


def between_bounds(x):
    k = int(x)
    return x * [1, 0, 2, 1, 2, 0].index(k, 2) + (2, 0, 1, 0, 2, 1).index(k, 1, -1)


def tuples(x):
    move = (1, 0) if x < 1 else (0, 1)
    s = x * MOVES.index(move) + [(1, 0), (0, 1), (0, 1)].count(move) * x
    return s + (x if move in MOVES else 0) + (x if move in {(1, 0), (2, 2)} else 0)


def chosen_tuples(x):
    return sum(x * MOVES.index(d) + x * x * d[0] for d in [d for d in MOVES if d[0] * x > -1])


def objects(x):
    class Held:
        def __init__(self, v):
            self.v = v

    a, b, c = Held(x), Held(2 * x), Held(3.0)
    held = [a, b, c]
    return held.index(max(held, key=lambda o: o.v)) * x + held.index(b)


def growing(x):
    found, k = [], 0
    while k * x < 20:
        found.append(k % 3)
        k += 1
    return found.index(2) * x + found.index(0, 1) + found.count(1) * x + found.index(1, 2, -1) + found.index(2, -4)


def empty(x):
    return [].count(x) + x


def handled(x):
    try:
        return NAMES.index("a" if x < 1 else "z") + x
    except ValueError:
        return 3 * x


def index_of_an_index(x):
    weights = np.array([x, x * x, 2.0])
    return weights[NAMES.index("a" if x < 1 else "b")] * 2


@pytest.mark.parametrize("x", [0.83, 1.27, 2.21])
@pytest.mark.parametrize(
    "f",
    [
        texts, members, integers, floats, between_bounds, tuples, chosen_tuples, objects, growing, empty, handled,
        index_of_an_index,
    ],
)  # fmt: skip
def test_places(f, x: float) -> None:
    compare(f, x)


def missing_text(x):
    return ["a", "b"].index("a" if x < 1 else "z")


def missing_number(x):
    return [1, 2, 3].index(int(x))


def missing_in_a_tuple(x):
    return (1, 2, 3).index(int(x))


@pytest.mark.parametrize("f", [missing_text, missing_number, missing_in_a_tuple])
def test_items_that_are_not_there(f) -> None:
    with pytest.raises(ValueError) as expected:
        f(7.5)
    with pytest.raises(ValueError) as found:
        irad.jit(f)(7.5)
    assert str(expected.value) in str(found.value)


def test_what_is_never_there() -> None:
    with pytest.raises(ValueError, match="7 is not in list"):
        irad.jit(lambda x: [1, 2, 3].index(7) * x)(1.0)
