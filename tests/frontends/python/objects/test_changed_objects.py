"""Objects and containers that functions make and change: values beside Python's, derivatives beside central differences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pytest

import irad
from tests.numeric.scalar_functions import check_as_python


class Controller:
    """A PID controller."""

    gain = 2.0

    def __init__(self, kp, ki, kd=0.1, dt=0.1):
        self.kp = kp
        self.ki, self.kd = ki, kd
        self.dt = dt
        self.integral = 0.0
        self.previous = None
        self.n = 0

    def step(self, error):
        self.integral += error * self.dt
        self.n += 1
        slope = 0.0 if self.previous is None else (error - self.previous) / self.dt
        self.previous = error
        return self.kp * error + self.ki * self.integral + self.kd * slope

    def __call__(self, error):
        return -self.step(-error)

    @property
    def limited(self):
        return self.integral

    @limited.setter
    def limited(self, value):
        self.integral = np.minimum(value, 0.05)


def controlled(x):
    c = Controller(x, 0.3)
    y = 1.0
    for _ in range(10):
        y += 0.1 * c.step(1.2 - y * y)
    return y + c.integral * c.n


def by_property(x):
    c = Controller(x, 0.3)
    c.limited = x * x
    c.step(x)
    c.limited = 0.01 * x
    return c.limited + c.integral * c.gain


def called_by_another(x):
    def run(policy, y, n):
        for _ in range(n):
            y += 0.1 * policy(1.2 - y)
        return y

    c, d = Controller(x, 0.3), Controller(0.2, x)
    return run(c, 1.0, 5) + run(lambda e: d(e) - c(e), 0.5, 4) + c.integral * d.n


def items_of_dicts(x):
    d = {}
    d["a"] = x * 2
    d["b"] = np.array([x, 1.0]) * 3
    d["a"] += 1.0
    d["b"] = d["b"] ** 2
    d["b"][0] *= x
    d.update(c=x, a=d["a"] * 2)
    return d["a"] + d["b"].sum() + d.pop("c") * len(d)


def two_names(x):
    a = {"v": x, "w": [x, 2.0]}
    b = a
    b["v"] = b["v"] * 3.0
    a["v"] += 1.0
    w = b["w"]
    w[1] = w[0] * w[1]
    a["w"] = [5.0, 6.0]  # w stays what it was
    w[0] = 7.0 * x
    return a["v"] * b["v"] + w[0] * w[1] + a["w"][1] * x


def exchanged(x):
    a, b = {"v": x}, {"v": 3.0}
    a, b = b, a
    a["v"] *= x
    b["v"] += 1.0
    return a["v"] * 3 + b["v"]


def held_twice(x):
    inner = {"v": x}
    outer = {"p": inner, "q": [inner, {"v": 2.0}]}
    inner["v"] = inner["v"] * 2
    outer["q"][0]["v"] += 1.0
    outer["p"]["u"] = 5.0 * x
    return inner["v"] * inner["u"] + outer["p"]["v"] + outer["q"][0]["u"]


def change(d, k):
    d["n"] = d["n"] * k
    return d


def renew(d):
    return {"n": d["n"] * 2.0, "m": d["m"]}


def in_callees(x):
    d = {"n": x, "m": [x * x]}
    e = change(d, 3.0)
    for _ in range(3):
        change(d, 1.5)
    e["n"] += 1.0
    m = d["m"]
    d = renew(d)
    m[0] = m[0] * d["n"]
    return d["n"] + d["m"][0] + e["n"]


def objects_in_lists(x):
    items = [Controller(x, k) for k in (0.1, 0.2, 0.3)]
    total = 0.0
    for i, c in enumerate(items):
        total += c.step(i * x)
    for c in items:
        c.kp = c.kp * 2
    first = items[0]
    first.ki = 5.0 * x
    items.append(Controller(1.0, x))
    for c in reversed(items):
        total += c.step(x)
    return total + items[1].integral * len(items)


def under_conditions(x):
    s = {"t": 0.0, "n": 0}
    if x > 0:
        s["t"] = x**2
        s["n"] += 2
    else:
        s["t"] = x
    while s["t"] < 3.0:
        s["t"] = s["t"] * 2 + x
    return s["t"] * s["n"]


def peeled(x):
    momentum = {}
    p = {"w": np.array([x, 1.0]), "b": x * x}
    for it in range(4):
        g = {"w": 2 * p["w"] + p["b"], "b": p["b"] * p["w"].sum()}
        for key in p:
            momentum[key] = 0.9 * momentum.get(key, 0.0) + g[key]
            p[key] = p[key] - 0.05 * momentum[key] / (it + 1)
    return p["w"].sum() + p["b"] + momentum["b"]


@dataclass
class Particle:
    """A dataclass with methods."""

    pos: Any
    vel: Any
    seen: list = field(default_factory=list)
    m: float = 1.0

    def __post_init__(self):
        self.e = self.m * 2

    @property
    def kinetic(self):
        return 0.5 * self.m * (self.vel**2).sum() * self.e

    def push(self, dt):
        self.pos = self.pos + self.vel * dt
        self.vel = self.vel - np.sin(self.pos) * dt
        self.seen.append(self.pos[0])
        return self

    @classmethod
    def at_rest(cls, pos):
        return cls(pos, np.zeros(2) + pos)

    @staticmethod
    def half(v):
        return v / 2


def dataclasses_with_methods(x):
    p = Particle(np.array([x, 1.0]), np.array([x, x]))
    for _ in range(5):
        p.push(0.1)
    q = Particle.at_rest(np.array([x, 2.0])).push(0.2).push(0.3)
    return p.kinetic + q.kinetic + Particle.half(q.pos.sum()) + sum(p.seen) * len(q.seen)


class Base:
    """An ancestor."""

    scale = 3.0

    def __init__(self, a):
        self.a = a

    def act(self, v):
        return np.tanh(v) * self.scale * self.a

    def __call__(self, v):
        return self.act(v)


class Derived(Base):
    """A descendant."""

    def __init__(self, a, layers):
        super().__init__(a)
        self.layers = layers

    def act(self, v):
        for layer in self.layers:
            v = layer["w"] * v + layer["b"]
        return super().act(v) + self.a

    def train(self):
        for k, layer in enumerate(self.layers):
            layer["w"] = layer["w"] * 0.9
            self.layers[k]["b"] -= 0.1 * layer["w"]


def inherited(x):
    layers = [{"w": x, "b": 0.1}, {"w": 0.5, "b": x}]
    m = Derived(x * 2, layers)
    before = m(0.3)
    for _ in range(3):
        m.train()
    layers[0]["w"] += 1.0
    return before + m(0.3) + isinstance(m, Base) + layers[1]["b"]


def counted(x):
    n = 0
    total = 0.0

    def add(v):
        nonlocal n, total
        n += 1
        total += v * n

    for k in range(4):
        add(x * k)
    add(x)
    return total * n


def made_counter(start):
    n = start

    def step(k):
        nonlocal n
        n = n * k + 1.0
        return n

    return step


def counters_of_their_own(x):
    a, b = made_counter(x), made_counter(2.0)
    return a(x) + a(2.0) + b(x) + a(1.0) * b(1.0)


def noted_by_a_callback(x):
    seen = []

    def solve(f, y):
        for k in range(4):
            y = y + 0.1 * f(k, y)
        return y

    def rhs(k, y):
        seen.append(y * k)
        return np.sin(y) * x

    return solve(rhs, x) + sum(seen) * len(seen)


def none_at_first(x):
    best = None
    for k in range(5):
        v = np.sin(x * k) * k
        if best is None or v > best:
            best = v
    last = None
    for k in range(3):
        if last is not None:
            best += last * x
        last = x * k
    return best


class Point(NamedTuple):
    """A named tuple with a method."""

    x: float
    y: float = 2.0

    def norm(self):
        return (self.x**2 + self.y**2) ** 0.5

    def moved(self, d):
        return self._replace(x=self.x + d)


def named_tuples(x):
    p = Point(x).moved(1.0)
    return p.norm() * Point(p.y, y=x).norm()


def lists_that_are_returned(x):
    def path(n):
        ts, ys = [], []
        for k in range(n):
            ts.append(0.1 * k)
            ys.append(np.array([x * k, 1.0]))
        return ts, ys

    ts, ys = path(5)
    ys.append(ys[0] + x)
    return np.array(ys).sum() * np.array(ts).sum() + ys[2][0] + len(ys)


def lists_with_two_names(x):
    h = [x]
    while len(h) < 6:
        h.append(h[-1] * x + 1.0)
    g = h
    g.append(x)
    both = {"h": h}
    both["h"].append(2.0 * x)
    return sum(h) * len(g) + both["h"][-1]


PROGRAMS: list[Callable[[float], Any]] = [
    controlled, by_property, called_by_another, items_of_dicts, two_names, exchanged, held_twice, in_callees, objects_in_lists,
    under_conditions, peeled, dataclasses_with_methods, inherited, counted, counters_of_their_own, noted_by_a_callback,
    none_at_first, named_tuples, lists_that_are_returned, lists_with_two_names,
]  # fmt: skip


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_as_python(f: Callable[[float], Any]) -> None:
    check_as_python(f)


# ---- what is refused


def one_of_two(x):
    a, b = {"v": x}, {"v": 2.0}
    c = a if x > 0 else b
    c["v"] = 5.0
    return a["v"]


def one_of_two_names(x):
    a, b = {"v": x}, {"v": 2.0}
    if x > 0:
        c = a
    else:
        c = b
    c["v"] = 5.0
    return a["v"]


def given_twice(x):
    def both(p, q):
        p["v"] = 2.0
        return q["v"]

    d = {"v": x}
    return both(d, d)


def unknown_attribute(x):
    c = Controller(x, 1.0)
    return c.unknown


OUTSIDE = {"n": 1.0}


def changed_outside(x):
    OUTSIDE.update(n=x)
    return x


def changed_argument(d):
    d["v"] = 2.0
    return d["v"]


REFUSED = [
    (unknown_attribute, "'Controller' object has no attribute 'unknown'"),
    (changed_outside, "a container, which comes from outside, would be changed"),
]


@pytest.mark.parametrize("f", [one_of_two, one_of_two_names, given_twice])
def test_one_of_two(f: Callable[[float], Any]) -> None:
    for x in (0.7, -0.7):
        assert irad.value_and_grad(f)(x) == pytest.approx((f(x), (f(x + 1e-6) - f(x - 1e-6)) / 2e-6), rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(("f", "text"), REFUSED, ids=lambda v: getattr(v, "__name__", ""))
def test_refused(f: Callable[[float], Any], text: str) -> None:
    with pytest.raises(irad.IradError) as caught:
        irad.grad(f)(0.7)
    assert text in str(caught.value)
    assert caught.value.place is not None and caught.value.place.file == __file__


def test_the_callers_containers_are_not_changed_by_transforms() -> None:
    d = {"v": 3.0}
    assert irad.grad(lambda d, x: changed_argument(d) * x, argnums=1)(d, 4.0) == 2.0
    assert d == {"v": 3.0}
    with pytest.raises(irad.UnsupportedError, match="changes the items or attributes of its argument 'd'"):
        irad.jit(changed_argument)(d)


def test_lists_are_results() -> None:
    x = np.array([0.5, 1.0])

    def f(x, n):
        out = []
        for k in range(n):
            out.append((x[0] * k, x * k))
        return out

    got = irad.jit(f)(x, 3)
    for (a, b), (c, d) in zip(got, f(x, 3), strict=True):
        assert a == c
        np.testing.assert_array_equal(b, d)
    assert irad.jit(f)(x, 0) == []
    with pytest.raises(irad.UnsupportedError, match="list"):
        irad.jvp(lambda x: f(x, 2), (x,), (x,))
