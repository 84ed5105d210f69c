"""Objects of which the run tells which one they are, changed: items at computed places, the largest, what a condition chooses.

`tests/property/test_random_objects.py` has random programs.
"""

from __future__ import annotations

import heapq

import numpy as np
import pytest

import irad


class Cell:
    def __init__(self, x):
        self.x = x
        self.n = 0
        self.log = []

    def kick(self, d):
        self.x += d
        self.n += 1
        return self.x


class Spring(Cell):
    def kick(self, d):
        self.x *= 1 + d
        return self.x * 2


class Part:
    def __init__(self, v):
        self.cell = Cell(v)
        self.cells = [Cell(v), Cell(2 * v)]


class World:
    def __init__(self, xs):
        self.cells = [Cell(v) for v in xs]

    def find(self, limit):
        for c in self.cells:
            if c.x > limit:
                return c
        return self.cells[0]

    def seek(self, limit):
        for c in self.cells:
            if c.x > limit:
                return c
        return None

    def poorest(self):
        return min(self.cells, key=lambda c: c.x)

    def step(self, d):
        low, high = self.poorest(), max(self.cells, key=lambda c: c.x)
        if low is not high:
            low.x += d
            high.x -= d
        return high.x


def give(a, b, m):
    a.x -= m
    b.x += m


def pick(cells, z):
    return cells[0] if z > 1 else cells[1]


def cells_of(x):
    return [Cell(x), Cell(2.0), Cell(3.1)]


def total(cells):
    return sum((k + 1) * c.x ** 2 for k, c in enumerate(cells))


def item_at_a_place(x):
    cells = cells_of(x)
    k = int(x > 1)
    cells[k].x += x
    cells[k].log.append(x)
    cells[1 - k].kick(x)
    return total(cells) + 10 * sum(cells[k].log)


def items_of_two_classes(x):
    cells = [Cell(x), Spring(2.0)]
    k = int(x > 1)
    return cells[k].kick(x) + cells[1 - k].x * 3 + cells[k].x


def swapped_attributes(x):
    cells = cells_of(x)
    i, j = int(x > 3), int(x > 0) + 1
    cells[i].x, cells[j].x = cells[j].x, cells[i].x
    return total(cells)


def largest_and_smallest(x):
    cells = cells_of(x)
    for _ in range(3):
        high, low = max(cells, key=lambda c: c.x), min(cells, key=lambda c: c.x)
        high.x -= 0.3 * x
        low.kick(0.2 * high.x)
    return total(cells) + high.x


def best_so_far(x):
    best = None
    cells = cells_of(x)
    for c in cells:
        if best is None or c.x > best.x:
            best = c
    best.x -= 0.5 * x
    return total(cells) + best.x


def one_of_two_names(x):
    a, b = Cell(x), Cell(2.0)
    c = a if x > 1 else b
    d = b if x > 1 else a
    c, d = d, c
    c.kick(x)
    d.x *= 2
    return a.x + 10 * b.x + (100 if c is a else 200)


def inner_objects(x):
    parts = [Part(x), Part(2.0)]
    k = int(x > 1)
    parts[k].cell.x += x
    parts[k].cells[k].x *= 3
    parts[1 - k].cells[0].kick(x)
    return sum(p.cell.x + 2 * p.cells[0].x + 3 * p.cells[1].x for p in parts)


def events(x):
    cells = [Cell(x), Cell(2.0)]
    queue = [(1.0, 0), (1.5 * x, 1)]
    heapq.heapify(queue)
    t = 0.0
    for _ in range(4):
        t, k = heapq.heappop(queue)
        cells[k].kick(t)
        heapq.heappush(queue, (t + 0.4 * cells[k].x, k))
    return t + cells[0].x * cells[1].x


def sorted_and_changed(x):
    cells = [Cell(x), Spring(2.0), Cell(3.1 - x)]
    for c in sorted(cells, key=lambda c: c.x):
        c.kick(0.1 * x)
        x = x * c.x
    a, b = sorted(cells, key=lambda c: -c.x)[:2]
    a.x -= 1
    b.x += 2 * x
    return total(cells) + x


def results_of_methods(x):
    w = World([x, 2.0, 3.1])
    w.find(2.5 * x).x -= 1.0
    r = w.step(0.2 * x) + w.poorest().kick(x)
    give(w.find(1.0), w.poorest(), 0.1 * x)
    return r + total(w.cells)


def found_or_none(x):
    w = World([x, 2.0, 3.1])
    c = w.seek(2.2)
    if c is not None:
        c.x *= 2
    d = w.seek(20.0)
    if d is None:
        w.cells[0].kick(1.0)
    else:
        give(d, w.cells[1], x)
    e = next((c for c in w.cells if c.x > 1.7), None)
    if e is not None:
        e.x -= 1
    return total(w.cells)


def picked_out(x):
    cells = [Cell(x), Spring(2.0), Cell(3.1)]
    live = [c for c in cells if c.x > 1.7]
    for c in live:
        c.x -= x
    if live:
        max(live, key=lambda c: c.x).kick(0.3)
        live[0].kick(0.1)
    return total(cells) + len(live)


def keys_are_computed_once(x):
    cells = cells_of(x)
    live = [c for c in cells if c.x > 0.1]

    def key(c):
        c.n += 1
        return c.x

    high, low = max(live, key=key), min(live, key=key)
    high.x += 1
    low.x -= x
    return total(cells) + sum((k + 1) * c.n for k, c in enumerate(cells))


def moved(x):
    cells = cells_of(x)
    c = cells[int(x > 1)]
    c.x += 1
    cells[0], cells[1] = cells[1], cells[0]
    c.x *= 2
    return total(cells) + c.x


def captured(x):
    cells = cells_of(x)
    c = cells[int(x > 1)]

    def act(d):
        c.x += d
        return c.x

    r = act(x) + act(2.0)
    return total(cells) + r


def a_result_of_a_function(x):
    cells = cells_of(x)
    c = pick(cells, x)
    c.kick(x)
    pick(cells, 3 - x).x *= 2
    return total(cells) + c.kick(c.kick(c.x) + cells[0].x) + c.x


def walks(x):
    cells = cells_of(x)
    i, at = 0, cells[0]
    for _ in range(7):
        p, q = cells[i], cells[(i + 1) % 3]
        p.x, q.x = q.x, p.x + x
        i = (i + 2) % 3
        at.x += 0.1
        at = cells[1] if at is cells[0] else cells[2] if at is cells[1] else cells[0]
    return total(cells) + at.x


def dicts(x):
    banks = {"c": {"v": x}, "s": {"v": 2.0}}
    for k in range(4):
        source = "c" if banks["c"]["v"] > banks["s"]["v"] else "s"
        amount = 0.2 * banks[source]["v"] + 0.01 * k
        banks[source]["v"] -= amount
        banks["s" if source == "c" else "c"]["v"] += 0.5 * amount
    one = banks["c"] if x > 1 else banks["s"]
    one["w"] = x
    return banks["c"]["v"] + 3 * banks["s"]["v"] + one["w"]


def caught(x):
    cells = cells_of(x)
    k = int(x > 1)
    try:
        cells[k].kick(1 / (x - 4.5))
        cells[k].x = 5.0
    except ZeroDivisionError:
        cells[1 - k].x = 7.0 * x
    return total(cells)


PROGRAMS = [
    item_at_a_place,
    items_of_two_classes,
    swapped_attributes,
    largest_and_smallest,
    best_so_far,
    one_of_two_names,
    inner_objects,
    events,
    sorted_and_changed,
    results_of_methods,
    found_or_none,
    picked_out,
    keys_are_computed_once,
    moved,
    captured,
    a_result_of_a_function,
    walks,
    dicts,
    caught,
]


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_as_python(f) -> None:
    """Values are plain Python's; slopes central differences, with an error of 1e-6."""
    for x in (0.57, 4.5):
        (slope,), value = irad.autodiff(f, irad.Active(x), mode=irad.ReverseWithPrimal)
        assert value == pytest.approx(f(x), rel=1e-12)
        if f is not caught or x < 4:
            assert slope == pytest.approx((f(x + 1e-6) - f(x - 1e-6)) / 2e-6, rel=1e-6, abs=1e-6)


def replaced(x):
    cells = cells_of(x)
    c = cells[int(x > 1)]
    cells[0] = Cell(7.0)
    c.x += 1
    return c.x


def moved_on_one_way(x):
    cells = cells_of(x)
    c = cells[int(x > 1)]
    c.x += 1
    if x > 2:
        cells[0], cells[1] = cells[1], cells[0]
    c.x *= 2
    return total(cells) + c.x


def moved_in_a_loop(x):
    cells = cells_of(x)
    c = cells[int(x > 1)]
    k = 0
    while k < int(x):
        c.x += 1
        cells[0], cells[1] = cells[1], cells[0]
        k += 1
    return total(cells) + c.x


def kept_in_a_list(x):
    cells = cells_of(x)
    held = [cells[int(x > 1)]]
    cells[0].x += 1
    return held[0].x


@pytest.mark.parametrize("f", [moved_on_one_way, moved_in_a_loop, replaced, kept_in_a_list], ids=lambda f: f.__name__)
def test_objects_in_memory(f) -> None:
    """Where it is not known which object lies where, they lie in memory."""
    for x in (0.57, 1.3, 2.6):
        slope = (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
        assert irad.value_and_grad(f)(x) == pytest.approx((f(x), slope), rel=1e-6, abs=1e-6)


def none_at_run_time(x):
    w = World([x, 2.0])
    w.seek(5.0 + x).x = 3.0
    return total(w.cells)


def test_none_at_run_time() -> None:
    with pytest.raises(TypeError, match="None"):
        irad.jit(none_at_run_time)(1.0)


# ---- what an operand has changed, read again


def by_a_method(x):
    c = Cell(x)
    return c.x + (c.kick(x) if x > 0 else 0.0) + 10 * c.x


def by_and(x):
    c = Cell(x)
    return c.x + (x > 0 and c.kick(x) > 0) + 10 * c.x


def by_a_function(x):
    b = [x, 1.0]

    def put(v):
        b[0] = v
        return v

    return b[0] + (put(7.0 * x) if x > 0 else 0.0) + 10 * b[0]


def by_an_assignment(x):
    y = x
    return y + ((y := 3.0 * x) if x > 0 else (y := 4.0)) + 10 * y


def of_arrays(x):
    a = np.array([x, 2.0])
    return a[0] + ((a := 3.0 * a)[1] if x > 0 else 1.0) + a[0]


@pytest.mark.parametrize("f", [by_a_method, by_and, by_a_function, by_an_assignment, of_arrays], ids=lambda f: f.__name__)
def test_what_an_operand_changes_is_read_anew(f) -> None:
    for x in (0.5, -0.5):
        (slope,), value = irad.autodiff(f, irad.Active(x), mode=irad.ReverseWithPrimal)
        assert value == pytest.approx(f(x), rel=1e-12)
        assert slope == pytest.approx((f(x + 1e-6) - f(x - 1e-6)) / 2e-6, rel=1e-6)
