"""Names that loops, and functions inside, bind to other objects; lists that get one object again and again.

What is not supported of this is refused: each of these programs was silently wrong at some time.
"""

from __future__ import annotations

import numpy as np
import pytest

import irad


class Box:
    def __init__(self, v):
        self.v = v


def bound_in_a_loop(x):
    a, p = Box(x), Box(7.0)
    for _ in range(3):
        a.v += 1.0
        p = a
    return p.v


def bound_and_changed(x):
    a, p = Box(x), Box(7.0)
    for _ in range(3):
        p = a
    p.v += 1
    return a.v


def none_at_first(x):
    a, p = Box(x), None
    for _ in range(3):
        a.v += 1.0
        p = a
    return p.v


def lists_that_take_turns(x):
    u, v = [x, 1.0], [2.0, 3.0]
    for _ in range(int(x) + 2):
        v[0] = u[0] + u[1]
        u, v = v, u
    return u[0] + 10 * v[0]


def bound_by_a_function(x):
    best = Box(0.0)

    def offer(p):
        nonlocal best
        if p.v > best.v:
            best = p

    for p in [Box(x), Box(2.0), Box(1.0)]:
        offer(p)
    return best.v * x


def bound_to_another_name(x):
    a, c = Box(x), Box(3.0)

    def change():
        nonlocal a
        a = c

    b = a
    change()
    a.v += 1
    return b.v + 10 * a.v + 100 * c.v * x


def dicts_bound_by_a_function(x):
    best = {"v": 0.0}

    def offer(v):
        nonlocal best
        if v > best["v"]:
            best = {"v": v * x}

    for v in (x, 2.0, 1.0):
        offer(v)
    return best["v"]


def an_operand_that_is_bound_meanwhile(x):
    z = np.array([x])
    w = z

    def change():
        nonlocal z
        z = np.array([10.0 * x])
        return 2.0

    z += change()
    return z[0] + 100 * w[0]


def handed_back(x):
    def other(a):
        a = Box(7.0 * x)
        return a

    o = Box(x)
    r = other(o)
    r.v += 1
    return o.v + 10 * r.v


def yielded(x):
    def boxes():
        a = Box(x)
        for _ in range(3):
            a.v += 1
            yield a

    return sum(a.v for a in list(boxes()))


def exchanged_in_a_loop(x):
    now, new = Box(x), Box(7.0)
    for _ in range(2):
        new.v = now.v + 1
        now, new = new, now
    return now.v + 100 * new.v


def exchanged_with_another_name(x):
    a, b = Box(x), Box(7.0)
    first = a
    for _ in range(1):
        b.v += 1
        a, b = b, a
    return a.v + 10 * b.v + 100 * first.v


RIGHT = [
    bound_in_a_loop, bound_and_changed, none_at_first, lists_that_take_turns, bound_by_a_function, bound_to_another_name,
    dicts_bound_by_a_function, an_operand_that_is_bound_meanwhile, handed_back, yielded,
    exchanged_in_a_loop, exchanged_with_another_name,
]  # fmt: skip


@pytest.mark.parametrize("f", RIGHT, ids=lambda f: f.__name__)
def test_as_python(f) -> None:
    for x in (0.6, 2.6):
        (slope,), value = irad.autodiff(f, irad.Active(x), mode=irad.ReverseWithPrimal)
        assert value == pytest.approx(f(x), rel=1e-12)
        assert slope == pytest.approx((f(x + 1e-6) - f(x - 1e-6)) / 2e-6, rel=1e-6)


def appended_and_changed(x):
    boxes = []
    a = Box(x)
    for _ in range(2):
        a.v += 1.0
        boxes.append(a)
    return boxes[0].v


def changed_behind_the_loop(x):
    a = Box(x)
    boxes = []
    i = 0
    while i < 3:
        boxes.append(a)
        i += 1
    a.v += 1
    return boxes[0].v


def changed_by_what_always_raises(x):
    a = Box(x)

    def fail():
        a.v = 10 * x
        raise ValueError

    try:  # noqa: SIM105
        fail()
    except ValueError:
        pass
    return a.v


def exchanged(x):
    a = Box(x)

    def change():
        nonlocal a
        old = a
        a = Box(7.0)
        return old

    b = change()
    return b.v + 10 * a.v


def state_of_two_functions(x):
    def made(c):
        def add(d):
            nonlocal c
            c += d

        def get():
            return c

        return add, get

    add, get = made(x)
    add(2.0)
    return get()


@pytest.mark.parametrize(
    "f", [appended_and_changed, changed_behind_the_loop, changed_by_what_always_raises, exchanged], ids=lambda f: f.__name__
)
def test_in_memory(f) -> None:
    """What cannot be followed in registers lies in memory."""
    for x in (0.6, 2.6):
        slope = (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
        assert irad.value_and_grad(f)(x) == pytest.approx((f(x), slope), rel=1e-6, abs=1e-6)


REFUSED = {state_of_two_functions: "share the variable 'c'"}


@pytest.mark.parametrize("f", REFUSED, ids=lambda f: f.__name__)
def test_refused(f) -> None:
    with pytest.raises(irad.IradError, match=REFUSED[f]):
        irad.jit(f)(2.5)


class Held:
    def __init__(self, ch=()):
        self.g, self.ch = 0.0, ch


def tuples_of_one_and_two(x):
    a = Held()
    p = Held((a,))
    p.g, a.g, s = 3.0, 2.0, 0.0
    for t in [(p,), (a, p)]:
        for k in t:
            s = s * 10 + k.g * x
    return s


def holders_in_turn(x):
    a = Held()
    p = Held((a,))
    c = Held((p, a))
    d = Held((c,))
    for n in [d, c]:
        for k in n.ch:
            k.g += x
    return a.g + 10 * p.g + 100 * c.g


def put_into_itself(x):
    held = [Held([]), Held([])]
    held[0].ch.append(held[1])
    held[1].ch.append(held[1])
    return x + len(held[1].ch) * x * x


@pytest.mark.parametrize("f", [tuples_of_one_and_two, holders_in_turn, put_into_itself], ids=lambda f: f.__name__)
def test_objects_in_nested_loops(f) -> None:
    """The inner loop has one item first, then two: its name stands for each in turn."""
    slope = (f(0.7 + 1e-6) - f(0.7 - 1e-6)) / 2e-6
    assert irad.value_and_grad(f)(0.7) == pytest.approx((f(0.7), slope), rel=1e-6)


def functions_of_a_dict(x):
    made = {n: Box(f) for n, f in zip("ab", (lambda u: x * u, lambda u: x + u), strict=True)}
    return made["a" if x > 0.8 else "b"].v(1.5) + made["a"].v(2.0)


def functions_with_what_changes(x):
    xs = [x, 1.0]
    made = [Box(f) for f in (lambda u: xs[0] * u, lambda u: xs[1] * u)]
    xs[0] = 7.0 * x
    xs.append(3.0)
    made[1].w = made[0].v(2.0)
    return made[0].v(1.0) + made[1].v(x) * made[1].w


@pytest.mark.parametrize("f", [functions_of_a_dict, functions_with_what_changes], ids=lambda f: f.__name__)
def test_functions_of_a_comprehension(f) -> None:
    slope = (f(0.7 + 1e-6) - f(0.7 - 1e-6)) / 2e-6
    assert irad.value_and_grad(f)(0.7) == pytest.approx((f(0.7), slope), rel=1e-6)
