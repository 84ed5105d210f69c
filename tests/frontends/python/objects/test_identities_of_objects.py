"""``id`` of objects as keys; members of enumerations by integers of the run; messages where objects cannot lie in registers."""

from __future__ import annotations

import functools
from enum import Enum, IntEnum

import pytest

import irad
from tests.frontends.python.plain import compare


class Body:
    def __init__(self, mass, place):
        self.mass, self.place, self.near = mass, place, []


def forces_by_id(x):
    bodies = [Body(x, 1.0), Body(2 * x, x), Body(3.0, x * x)]
    forces = {id(b): b.mass * x for b in bodies}
    for a, b in ((bodies[0], bodies[1]), (bodies[1], bodies[2])):
        pull = a.place - b.place
        forces[id(a)] = forces[id(a)] + pull
        forces[id(b)] = forces[id(b)] - pull * x
    return sum([forces[id(b)] ** 2 for b in bodies])


def total_of(body, seen):
    if id(body) in seen:
        return 0.0
    seen.add(id(body))
    return body.mass + sum([total_of(b, seen) for b in body.near])


def visited_once(x):
    a, b, c = Body(x, 0.0), Body(x * x, 0.0), Body(3 * x, 0.0)
    a.near, b.near, c.near = [b, c], [c], [a]
    return total_of(a, set()) * x


class Move(IntEnum):
    STAY = 0
    GO = 1


class Kind(Enum):
    FIRST = 1
    SECOND = 2
    LAST = 5


def moves(x):
    done, total = [], 0.0
    for k in range(5):
        move = Move((len(done) + int(x * k)) % 2)
        done.append(move)
        total += x * k if move == Move.GO else x * x
    return total + sum(done) * x


def kinds(x):
    total = 0.0
    for k in range(4):
        kind = Kind(int(x * k) % 2 + 1)
        total += x * k if kind is Kind.FIRST else 2 * x * kind.value
    try:
        Kind(int(x) + 8)
    except ValueError:
        total *= x
    return total


@pytest.mark.parametrize("f", [forces_by_id, visited_once, moves, kinds], ids=lambda f: f.__name__)
def test_found_at_run_time(f) -> None:
    compare(f, 1.3)


def test_identities_are_apart() -> None:
    def f(x):
        a, b = Body(x, 0.0), Body(x, 0.0)
        c = a
        return x if id(a) == id(c) and id(a) != id(b) else 10.0 * x

    assert irad.value_and_grad(f)(2.0) == (2.0, 1.0)


def test_no_such_member() -> None:
    with pytest.raises(ValueError, match="7 is not a valid Kind"):
        irad.grad(lambda x: x * Kind(int(x)).value)(7.0)


class One:
    def __init__(self, x):
        self.x = x


class Other:
    def __init__(self, x):
        self.y = x


def hidden(found):
    return hash(found[0]) * found[0].x


def picked(x):
    found = []
    for t in (One(x), Other(x)):
        if isinstance(t, One):
            found.append(t)
    return hidden(found)


def test_the_true_cause_is_named() -> None:
    with pytest.raises(irad.IradError, match="hash") as caught:
        irad.grad(picked)(1.0)
    assert "several types" not in str(caught.value)
    assert caught.value.problems == (caught.value,)


def counted(fn):
    @functools.wraps(fn)
    def inner(*args):
        inner.calls += 1
        return fn(*args)

    inner.calls = 0
    return inner


@counted
def square(x):
    return x * x


def test_attributes_of_functions() -> None:
    with pytest.raises(irad.UnsupportedError, match="keep it in an object of a class with __call__"):
        irad.grad(lambda x: square(x) + square(2 * x))(1.0)
