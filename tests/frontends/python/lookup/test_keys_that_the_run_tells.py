"""Keys of dicts of known structure of which the run tells which ones they are: texts, members, integers, and tuples of these."""

from __future__ import annotations

from collections import Counter, defaultdict, namedtuple
from enum import Enum, IntEnum

import numpy as np
import pytest

import irad
from irad.frontends.python import lower
from irad.frontends.python.sources.python_types import Scalar
from tests.frontends.python.plain import compare


class Mode(Enum):
    IDLE = 1
    MOVING = 2
    DONE = 3


class Level(IntEnum):
    LOW = 1
    HIGH = 2


Place = namedtuple("Place", "row column")
NEXT = {(Mode.IDLE, "go"): Mode.MOVING, (Mode.MOVING, "stop"): Mode.IDLE, (Mode.MOVING, "go"): Mode.DONE}
WEIGHTS = {("a", 1): 0.5, ("b", 2): 2.0, ("b", 1): 3.0}
GRID = {(0, 1): 1.5, (1, 0): 2.5, (1, 1): -1.0}
FUNCTIONS = {("a", 0): np.sin, ("b", 1): np.exp}


def letter(x):
    return "a" if x < 1 else "b"


def table_of_states(x):
    s, mode = 0.0, Mode.IDLE
    for k in range(6):
        event = "go" if (x * k) % 1.0 < 0.5 else "stop"
        if (mode, event) in NEXT:
            mode = NEXT[(mode, event)]
            s += x * (k + 1)
        elif (mode, event) not in NEXT and mode is Mode.DONE:
            mode = Mode.IDLE
    return s if mode is Mode.IDLE else 2 * s


def state_or_the_old_one(x):
    mode, z = Mode.IDLE, x
    for _ in range(10):
        mode = NEXT.get((mode, "go" if z < 1 else "stop"), mode)
        z += 0.3 * x if mode is Mode.MOVING else -0.2 * x
    return z


def text_and_integer_outside(x):
    key = letter(x), 1 if x < 2 else 2
    return WEIGHTS.get(key, 7.0) * x + (WEIGHTS[key] if key in WEIGHTS and x < 9 else x)


def integers_outside(x):
    i = int(x)
    j = 1 - i if i < 2 else 1
    return GRID[i, j] * x if (i, j) in GRID else x


def integers_of_loops_with_a_default(x):
    return sum(GRID.get((i, j), x * x) * x for i in range(3) for j in range(3))


def changed_items(x):
    d = {("a", 1): x, ("b", 1): x * x}
    d[(letter(x), 1)] += 3 * x
    d[letter(x), 1] *= 2
    return d["a", 1] + d["b", 1] * x


def named_tuples(x):
    d = {Place(0, 1): x, Place(1, 1): x * x, Place(2, 1): 1.0}
    return d[Place(int(x), 1)] + d.get(Place(int(x), 5), x)


def members_that_are_integers(x):
    level = Level.LOW if x < 1 else Level.HIGH
    return {(1, "q"): x, (2, "q"): x**3}[level, "q"] + {Level.LOW: x, Level.HIGH: x * x}[level]


def truth_values(x):
    d = {(True, False): x, (False, True): x * x, (True, True): 3.0}
    return d[x < 1, x > 0.7] + d.get((x < 0.2, x > 0.9), x)


def tuples_in_tuples(x):
    return {((0, "a"), 1): x, ((1, "b"), 1): x * x, ((2, "b"), 1): x + 1}[(int(x), letter(x)), 1]


def values_that_may_be_none(x):
    found = {(0, "a"): None, (1, "b"): x * x, (2, "b"): x}[int(x), letter(x)]
    return x if found is None else found


def lists_of_several_lengths(x):
    return sum({(0, "a"): [x, 1.0], (1, "b"): [x * x, 2.0, 3.0], (2, "b"): [x]}[int(x), letter(x)])


def arrays(x):
    return {(0, "a"): np.array([x, 1.0]), (1, "b"): np.array([x * x, x]), (2, "b"): np.array([x, x])}[int(x), letter(x)].sum()


def functions(x):
    return FUNCTIONS.get((letter(x), min(int(x), 1)), np.cos)(x)


def counter_of_known_keys(x):
    c, key = Counter("aabc"), "a" if x < 1 else "z"
    return c[key] * x + c.get(key, 5)


def counter_of_computed_keys(x):
    c = Counter()
    for k in range(3):
        c[letter(x), k % 2] += x
    return c[letter(x), 0] * x + c["q", 1]


def default_dict(x):
    d = defaultdict(float)
    for k in range(3):
        d[letter(x), k % 2] += x * k
    return d[letter(x), 0] * x + d["q", 1]


def handled(x):
    try:
        return WEIGHTS["a" if x < 1 else "z", 1] * x
    except KeyError:
        return 3 * x


def in_a_set(x):
    seen = {("a", 1), ("c", 3)}
    inside = (letter(x), 1) in seen
    seen.add((letter(x), 2))
    return x if ("b", 2) in seen and not inside else 2 * x


PROGRAMS = [
    table_of_states, state_or_the_old_one, text_and_integer_outside, integers_outside, integers_of_loops_with_a_default,
    changed_items, named_tuples, members_that_are_integers, truth_values, tuples_in_tuples, values_that_may_be_none,
    lists_of_several_lengths, arrays, functions, counter_of_known_keys, counter_of_computed_keys, default_dict, handled, in_a_set,
]  # fmt: skip


@pytest.mark.parametrize("x", [0.83, 1.27, 2.21])
@pytest.mark.parametrize("f", PROGRAMS)
def test_keys(f, x: float) -> None:
    compare(f, x)


def test_tables_are_read_anew() -> None:
    f = irad.jit(text_and_integer_outside)
    assert f(0.5) == text_and_integer_outside(0.5)
    WEIGHTS["a", 1] = 4.0
    try:
        assert f(0.5) == text_and_integer_outside(0.5) == 6.0
        WEIGHTS["z", 1] = 1.0
        assert f(0.5) == 6.0
    finally:
        WEIGHTS["a", 1] = 0.5
        del WEIGHTS["z", 1]


def missing(x):
    return WEIGHTS[("a" if x < 1 else "z"), 1] * x


def missing_numbers(x):
    return GRID[int(x), 1]


def test_keys_that_are_not_there() -> None:
    for f, shown in ((missing, "('z', 1)"), (missing_numbers, "(2, 1)")):
        with pytest.raises(KeyError) as found:
            irad.grad(f)(2.5)
        assert shown in str(found.value)
    with pytest.raises(KeyError, match="does not have yet"):
        irad.jit(lambda x: _changed(x))(1.5)


def _changed(x):
    d = {(Mode.IDLE, 1): x, (Mode.DONE, 1): x * x}
    d[Mode.IDLE if x < 1 else Mode.MOVING, 1] = 3 * x
    return d[Mode.IDLE, 1]


def defaults_outside(x):
    return MADE["a" if x < 1 else "q"] * x


MADE = defaultdict(float, a=2.0)


def test_a_default_that_would_be_put_into_a_dict_is_refused() -> None:
    with pytest.raises(irad.UnsupportedError, match="asked for a key that is known at run time only"):
        irad.jit(defaults_outside)(0.5)


SOURCES = {(2, 3): -1.0, (5, 5): -0.5}


def pairs_of_counters(x):
    own = {(0, 0): 2.0, (1, 1): 5.0}
    s = 0.0
    for i in range(8):
        for j in range(8):
            s += SOURCES.get((i, j), x) * x + own.get((j, i), 1.0)
            if (i, j) in SOURCES:
                s += SOURCES[i, j] * SOURCES[(i, j)] * x
    return s


def one_counter(x):
    own, s = {3: 2.0, 5: 5.0}, 0.0
    for i in range(8):
        s += own.get(i, x) * x
    return s


@pytest.mark.parametrize("f", [pairs_of_counters, one_counter])
def test_loops_are_not_written_out_for_the_keys_of_tables(f):
    compare(f, 1.5)
    h = 1e-6
    assert irad.grad(f)(1.5) == pytest.approx((f(1.5 + h) - f(1.5 - h)) / (2 * h), rel=1e-7)
    assert lower(f, (Scalar("float64"),)).ir.count(" br ") < 120
