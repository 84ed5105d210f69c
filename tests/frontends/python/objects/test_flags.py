"""Members of `enum.Flag` and `enum.IntFlag`, and their combinations."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare


class State(enum.Flag):
    COLD = enum.auto()
    HOT = enum.auto()
    WET = enum.auto()
    BAD = HOT | WET

    @property
    def weight(self):
        return 3.0 if self.value > 1 else 1.0


class Mode(enum.IntFlag):
    R = 4
    W = 2
    X = 1


class Other(enum.Flag):
    A = 1


class Machine:
    def __init__(self):
        self.st = State(0)

    def step(self, v):
        if v > 1:
            self.st |= State.HOT
        else:
            self.st &= ~State.HOT
        if v > 2:
            self.st ^= State.WET

    def cost(self, x):
        return x * (2.0 if self.st & State.BAD else 1.0) + (5 * x if State.BAD in self.st else 0.0)


def describe(st):
    if State.HOT in st:
        return "hot"
    return "cold" if State.COLD in st else "none"


def known(x):
    s = State.HOT | State.WET
    a = x * (State.HOT in s) + 2 * x * (State.COLD in s) + (3 * x if s & State.HOT else 0.0) + (x if s == State.BAD else 0.0)
    return (
        a
        + bool(s & State.COLD)
        + (x if ~s == State.COLD else 0.0)
        + (x if s is State.BAD else 0.0)
        + (x if State.BAD else 0.0)
        + State.BAD.weight * x
    )


def chosen(x):
    st = State(0)
    if x > 1:
        st |= State.HOT
    if x > 2:
        st |= State.WET
    if x > 0:
        st |= State.COLD
    s = (
        (x if st & State.HOT else 2 * x)
        + (3 * x if State.WET in st else 4 * x)
        + (5 * x if st == State.HOT | State.COLD else 0.0)
        + (x if st else 0.0)
    )
    return s + st.value * x + (x if not st else 7.0) + (x if State.HOT in st and State.WET not in st else 0.0)


def with_numbers(x):
    p = Mode.R | Mode.W
    if x > 1:
        p |= Mode.X
    if x > 2:
        p &= ~Mode.R
    return (
        (x if p & Mode.R else 2 * x)
        + p * x
        + (3 * x if Mode.X in p else 4 * x)
        + int(p)
        + (x if p == 7 else 0.0)
        + (x if p > 3 else 2.0)
        + math.sqrt(p)
        + float(~p) * x
    )


def inverted(x):
    st = State.HOT if x > 1 else State(0)
    t = st ^ State.WET
    u = ~t
    s = 0.0
    if st:
        s += x
    if not st:
        s += 3 * x
    while st:
        s += 10 * x
        st &= ~State.HOT
    return s + x * t.value + u.value + (x if u is State.COLD else 0.0)


def iterated(x):
    s = 0.0
    for m in State:
        s += x * m.value
    for m in State.HOT | State.WET:
        s += x * m.value
    for m in Mode.R | Mode.X:
        s += x * m
    return (
        s
        + len(State)
        + (x if Mode.R | 2 == 6 else 0.0)
        + [x, 2 * x, 3 * x, x][Mode.W]
        + np.array([x, 2 * x, 3 * x])[Mode.X]
        + sum(x for _ in range(Mode.R))
    )


def attributes(x):
    m = Machine()
    s = 0.0
    for k in range(5):
        m.step(x * k)
        s = 2 * s + m.cost(x)
    return s


def keys(x):
    d = {State.HOT: x, State.WET: 2 * x, State.HOT | State.WET: 3 * x}
    st = State.HOT
    if x > 1:
        st = st | State.WET
    return d[st] + d.get(State.COLD, x)


def numbers_of_a_choice(x):
    p = Mode.R
    if x > 1:
        p = Mode.W
    q = p | Mode.X
    r = ~q
    return (
        r * x
        + (q & 3) * x
        + (q << 1) * x
        + p
        + q
        - r
        + int(~Mode.R) * x
        + abs(-p)
        + (x if p in (4, 9) else 0.0)
        + (x if p in [3, Mode.W] else 0.0)
        + (1.0 if p != 4 else x)
        + {4: x, 2: 3 * x}[int(p)]
    )


def in_a_called_function(x):
    st = State(0)
    if x > 1:
        st |= State.HOT
    elif x > 0.7:
        st |= State.COLD
    k = describe(st)
    return {"hot": x, "cold": 2 * x, "none": 3 * x}[k]


@pytest.mark.parametrize("x", [0.6, 1.3, 2.6])
@pytest.mark.parametrize(
    "f", [known, chosen, with_numbers, inverted, iterated, attributes, keys, numbers_of_a_choice, in_a_called_function]
)
def test_as_in_python(f: Callable[[float], Any], x: float) -> None:
    compare(f, x)


def a_flag_and_a_number(x):
    return (State.HOT | 2) * 1.0


def by_a_number_of_the_run(x):
    return x * (State(int(x)) == State.HOT)


def with_a_number_of_the_run(x):
    n = int(x)
    return x * ~(Mode.R | n)


def of_two_classes(x):
    return x if State.HOT | Other.A else 0.0


def arithmetic(x):
    return x * State.HOT


def a_number_in_flags(x):
    return x if 1 in State.HOT else 0.0


def ordered(x):
    return x if State.HOT < State.WET else 0.0


def perhaps_a_number(x):
    p = Mode.R if x > 1 else 3
    return x * ~p


@pytest.mark.parametrize(
    "f",
    [
        a_flag_and_a_number,
        by_a_number_of_the_run,
        with_a_number_of_the_run,
        of_two_classes,
        arithmetic,
        a_number_in_flags,
        ordered,
        perhaps_a_number,
    ],
)
def test_refused(f: Callable[[float], Any]) -> None:
    with pytest.raises((irad.UnsupportedError, irad.TypingError)):
        irad.value_and_grad(f)(2.0)


def test_result() -> None:
    found = irad.jit(lambda x: State.COLD if x > 1 else State.HOT | State.WET)(0.0)
    assert found is State.BAD
