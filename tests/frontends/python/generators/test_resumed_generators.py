"""Generators whose items are taken in several places: by ``next``, by loops over the rest, by ``send``, through names."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

V = np.array([1.0, -2.0, 3.0, 0.5, 2.0, -1.0, 1.5])


def schedule(rate, decay):
    t = 0
    while True:
        yield rate / (1 + decay * t)
        t += 1


def multiples(x):
    for i in range(3):
        yield i * x


def squares(xs):
    for v in xs:
        if v < 0:
            continue
        yield v * v


def sequence(a, b):
    while True:
        yield a
        a, b = b, a + b


def first_two(x):
    it = multiples(x)
    a, b = next(it), next(it)
    return a + 10 * b


def two_in_one_expression(x):
    it = multiples(x)
    return next(it) + next(it) * next(it) + next(it, 7.0 * x)


def in_a_loop(x):
    rates, w = schedule(x, 0.05), 1.0
    for _ in range(5):
        w -= next(rates) * 2 * w
    return w


def rest_in_a_loop(x):
    it = sequence(x, 2.0)
    first = next(it)
    total = first
    for k, v in enumerate(it):
        total += v * v
        if k == 3:
            break
    return total * next(it)


def until_it_stops(x):
    it, total = multiples(x), 0.0
    while True:
        try:
            total += next(it) * x
        except StopIteration:
            break
    return total


def until_a_default(x):
    it, total, k = squares(V * x), 0.0, 0
    while (v := next(it, None)) is not None:
        total += v * k
        k += 1
    return total


def two_of(it):
    return next(it) + 2 * next(it)


def handed_to_a_function(x):
    it = sequence(x, 1.0)
    return two_of(it) + x * two_of(it)


def made_by_a_function(x):
    def made(y):
        return sequence(y, y + 1)

    it = made(x)
    first = next(it)
    return sum([first * next(it) for _ in range(3)])


class Draws:
    def __init__(self, x):
        self.rates, self.drawn = schedule(x, 0.5), 0

    def draw(self):
        self.drawn += 1
        return next(self.rates)


def in_an_attribute(x):
    draws, total = Draws(x), 0.0
    for _ in range(4):
        total += draws.draw() * total + draws.draw()
    return total * draws.drawn


def in_containers(x):
    its = [multiples(x), sequence(x, x * x)]
    held = {"first": its[0], "n": 1}
    return next(held["first"]) + next(its[1]) + next(its[0]) * next(its[1]) * x


def zipped_and_sliced(x):
    a, b, total = sequence(x, 0.3), schedule(x, 0.7), 0.0
    for k, (u, v) in zip(range(3), zip(a, b)):  # noqa: B905
        total += k * u * v
    taken = list(itertools.islice(a, 2))
    return total + taken[0] * taken[1] + next(a) + next(b)


def average():
    total, n, mean = 0.0, 0, None
    while True:
        v = yield mean
        total += v
        n += 1
        mean = total / n


def sent_to(x):
    it, total = average(), 0.0
    next(it)
    for v in V:
        total += it.send(v * v * x) * x
    return total


def delegating(x):
    yield x
    yield from sequence(x, 2.0 * x)


def of_another(x):
    it, total = delegating(x), 0.0
    for _ in range(4):
        total = total * x + next(it)
    return total


def items_of(d):
    yield from d.items()


def values_of(d):
    for v in d.values():
        yield v * v


def over_a_dict(x):
    d = {"a": x, "b": x * x}
    it, values = items_of(d), values_of(d)
    key, v = next(it)
    first = next(values)
    d["b"] = 5.0 * x
    key2, v2 = next(it)
    return v + 3 * v2 + first * next(values) if (key, key2) == ("a", "b") else 0.0


def batches(xs, n):
    batch = []
    for v in xs:
        batch.append(v)
        if len(batch) == n:
            yield batch
            batch = []
    if batch:
        yield batch


def lists_as_items(x):
    it = batches(V * x, 2)
    a, b = next(it), next(it)
    return sum(a) * sum(b) + sum(next(it)) + sum(next(it)) + sum(next(it, [x]))


def walk(n, x):
    place = 0.0
    for i in range(n):
        if i % 2 == 0:
            place += x * i
        else:
            place *= x
        yield place
        if place > 100:
            return


def two_takers(x):
    it, total = walk(6, x), 0.0
    a = next(it)
    for v in it:
        total += v * a
        a = next(it, 0.0)
    return total


def generator_expression(x):
    it = (x * k * k for k in range(5))
    a, b = next(it), next(it)
    return a + b * x + sum(it)


def live(xs):
    for v in xs:
        yield v * v


def array_that_changes(x):
    a = np.array([x, 2 * x, 3 * x])
    it = live(a)
    first = next(it)
    a[1] = 5.0 * x * x
    return first + next(it) * next(it)


def list_that_grows(x):
    xs = [x]
    it = live(xs)
    total = next(it)
    for k in range(3):
        xs.append(x * k)
        total = total * x + next(it)
    return total


def stopping(x):
    yield x
    if x > 0:
        raise ValueError("no")
    yield 2 * x


def ended_by_an_error(x):
    it = stopping(x)
    total = next(it)
    try:
        total += next(it)
    except ValueError:
        total += 10 * x
    return total + next(it, 3 * x)


def taking(xs):
    it = iter(xs)
    while True:
        yield next(it)


def no_further_item_inside(x):
    it, total = taking(np.array([x, 2 * x])), 0.0
    try:
        for _ in range(5):
            total += next(it)
    except StopIteration:
        total += 100.0
    except RuntimeError:
        total *= x
    return total


class Node:
    def __init__(self, value, below=()):
        self.value, self.below = value, list(below)

    def walk(self):
        yield self.value
        for node in self.below:
            yield from node.walk()


def trees_side_by_side(x):
    tree = Node(x, [Node(2 * x, [Node(x * x)]), Node(3.0)])
    a, b, total = tree.walk(), tree.walk(), 0.0
    next(b)
    while (u := next(a, None)) is not None and (w := next(b, None)) is not None:
        total += u * w
    return total


def guarded(x):
    try:
        yield x
        yield 1.0 / x
    except ZeroDivisionError:
        yield 7.0
    yield x * x


def yield_in_try(x):
    it = guarded(x)
    return next(it) + 2 * next(it) + 3 * next(it)


def round_robin(*given):
    its = [iter(xs) for xs in given]
    while its:
        for it in list(its):
            try:
                yield next(it)
            except StopIteration:
                its.remove(it)


def yield_in_try_in_one_loop(x):
    return sum([k * v for k, v in enumerate(round_robin([x, 2 * x, 3 * x], [x * x]))])


def neighbours(it):
    a = next(it)
    for v in it:
        yield a * v
        a = v


def argument_used_twice(x):
    pairs = neighbours(multiples(x + 1))
    return sum(neighbours(walk(5, x))) + next(pairs) + next(pairs) * x


def windows(x):
    def mean_of(k):
        held = []
        for v in V:
            held.append(v * x)
            if len(held) > k:
                held.pop(0)
            if len(held) == k:
                yield sum(held) / k

    it = mean_of(3)
    a, b = next(it), next(it)
    return a * b + sum(it) * x


def functions_as_items():
    for f in (np.tanh, np.sin):  # noqa: UP028
        yield f


def chosen_functions(x):
    it, y = functions_as_items(), x
    for _ in range(2):
        y = next(it)(y)
    return y


def jumps(n, x):
    for i in range(n):
        if i == 1:
            yield -x
            continue
        for k in range(3):
            if k == 2:
                break
            yield x * i + k
        else:
            yield 1000.0
        if i == 3:
            break
    else:
        yield 2000.0 * x
    yield x**2


def left_and_gone_on(x):
    it, total = jumps(6, x), 0.0
    for k in range(7):
        total = total * x + next(it) * k
    short = jumps(2, x)
    for _ in range(3):
        total += next(short)
    return total + next(short) * next(short) + next(it, x)


PROGRAMS = [
    first_two, two_in_one_expression, in_a_loop, rest_in_a_loop, until_it_stops, until_a_default, handed_to_a_function,
    made_by_a_function, in_an_attribute, in_containers, zipped_and_sliced, sent_to, of_another, over_a_dict, lists_as_items,
    two_takers, generator_expression, array_that_changes, list_that_grows, ended_by_an_error, no_further_item_inside,
    trees_side_by_side, yield_in_try, yield_in_try_in_one_loop, argument_used_twice, windows, chosen_functions, left_and_gone_on,
]  # fmt: skip


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_resumed(f) -> None:
    compare(f, 1.3)


def test_second_derivative() -> None:
    assert irad.grad(irad.grad(in_a_loop))(0.1) == pytest.approx(
        (irad.grad(in_a_loop)(0.1 + 1e-6) - irad.grad(in_a_loop)(0.1 - 1e-6)) / 2e-6, rel=1e-6
    )


def closing(x):
    try:
        yield x
    finally:
        x = 0.0
    yield x


def closes(x):
    it = closing(x)
    return next(it) + next(it)


def keeps_a_function(x):
    def made(y):
        n = 1.0
        while True:
            yield lambda: n * y  # noqa: B023
            n += 1.0

    it = made(x)
    f, g = next(it), next(it)
    return f() + g()


@pytest.mark.parametrize(("f", "match"), [(closes, "try ... finally"), (keeps_a_function, "function inside")])
def test_refused(f, match) -> None:
    with pytest.raises(irad.UnsupportedError, match=match):
        irad.grad(f)(1.3)


def test_no_further_item() -> None:
    def f(x):
        it = multiples(x)
        return next(it) + next(it) + next(it) + next(it)

    with pytest.raises(StopIteration):
        irad.value_and_grad(f)(1.0)
