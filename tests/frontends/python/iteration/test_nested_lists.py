"""Lists of lists that grow: as in Python, with all that hold one list seeing what is put into it."""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import irad

X = np.array([3.0, -1.0, 2.0, 0.5])


class Step(NamedTuple):
    value: float
    at: int


class Box:
    def __init__(self):
        self.items = []


def grouped(x):
    groups = [[] for _ in range(len(x))]
    for i in range(len(x)):
        groups[i % 2].append(x[i] * x[i])
    s = 0.0
    for g in groups:
        for v in g:
            s += v
    return s + len(groups[0])


def table_of_none(x):
    n, k = len(x), 3
    table = [[None] * k for _ in range(n)]
    for i in range(n):
        for j in range(k):
            table[i][j] = x[i] * (j + 1)
    return sum([table[i][j] * table[i][k - 1 - j] for i in range(n) for j in range(k)])


def some_are_none(x):
    t = [[None] * 2 for _ in range(len(x))]
    for i in range(len(x)):
        t[i][i % 2] = x[i]
    s = 0.0
    for r in t:
        for v in r:
            if v is not None:
                s += v * v
    return s


def begun_anew(x):
    rows = []
    row = []
    rows.append(row)
    for v in x:
        row.append(v)
        if v < 0:
            row = []
            rows.append(row)
    first = rows[0]
    first.append(100.0 * x[0])
    return sum(rows[0]) + len(rows) * 1000 + sum(rows[1]) * 2


def one_row_in_all_places(x):
    t = [[0.0] * 2] * len(x)
    t[0][1] = x[1]
    return t[len(x) - 1][1] + t[0][0]


def known_rows_with_names(x):
    a, b = [1.0], [2.0]
    rows = [a, b]
    for i in range(len(x)):
        rows[i % 2].append(x[i])
    return sum(a) * 3 + sum(b)


def one_of_two(x):
    a, b = [], []
    for v in x:
        a.append(v)
        b.append(2.0)
    c = a if x[0] > 0 else b
    c.append(7.0 * x[1])
    return sum(a) + 100 * len(a) + len(b)


def chosen_of_comprehensions(x):
    a, b = [v for v in x if v > 0], [2.0 * v for v in x]
    c = a if x[0] > 0 else b
    c.append(7.0 * x[1])
    max(a, b, key=len).append(3.0 * x[0])
    return sum(a) + 100 * len(a) + 2.0 * sum(b)


def records(x):
    episodes = [[]]
    for i in range(len(x)):
        episodes[-1].append(Step(x[i] * 2, i))
        if i % 2:
            episodes.append([])
    return sum(s.value * s.at for e in episodes for s in e)


def put_in(rows, i, v):
    rows[i].append(v)
    return rows[i]


def through_functions(x):
    rows = [[] for _ in range(3)]
    for i in range(len(x)):
        put_in(rows, i % 3, x[i]).append(1.0)
    return sum(rows[0]) * 2 + sum(rows[1]) + len(rows[2])


def arrays_in_them(x):
    rows = [[] for _ in range(2)]
    for i in range(len(x)):
        rows[i % 2].append(np.array([x[i], x[i] ** 2]))
    return np.array(rows[0]).sum() + rows[1][0][1]


def three_deep(x):
    cube = [[[0.0] * 2 for _ in range(3)] for _ in range(len(x))]
    for i in range(len(x)):
        for j in range(3):
            cube[i][j][i % 2] += x[i] * j
    cube[0][1] = cube[1][2]
    cube[1][2][1] = 50 * x[3]
    return sum(v for a in cube for b in a for v in b)


def exchanged(x):
    rows = [[v] for v in x]
    rows[0], rows[1] = rows[1], rows[0]
    rows[1].append(5.0 * x[1])
    flat = [v for r in rows for v in r]
    return flat[0] * 2 + flat[1] * 3 + flat[2] * 4 + flat[3]


def overwritten(x):
    t = [[v] for v in x]
    for k in range(2):
        for i in range(len(x)):
            t[i][0] = t[i][0] * x[(i + 1) % 4] + t[i - 1][-1]
            if k == 1:
                t[i].append(t[i][0] ** 2)
    return sum(r[0] + r[-1] for r in t)


def memory(x):
    kept = [[] for _ in x]

    def product(i):
        if kept[i]:
            return kept[i][0]
        out = x[0] if i == 0 else product(i - 1) * x[i]
        kept[i].append(out)
        return out

    return product(len(x) - 1) + product(1)


def rows_of_an_array(x):
    t = [[0.0] * len(x) for _ in x]
    for i in range(len(x)):
        for j in range(len(x)):
            t[i][j] = x[i] * x[j]
    return np.array(t).sum() + t[1][2]


def shortest_ways(x):
    n = len(x)
    edges = [[] for _ in range(n)]
    for i in range(n - 1):
        edges[i].append((i + 1, x[i] * x[i]))
        edges[0].append((i + 1, 3.0 * x[i] * x[i]))
    far, todo = [None] * n, [(0.0, 0)]
    while todo:
        d, u = heapq.heappop(todo)
        if far[u] is not None:
            continue
        far[u] = d
        for v, w in edges[u]:
            if far[v] is None:
                heapq.heappush(todo, (d + w, v))
    return sum([d for d in far if d is not None])


def in_order(x):
    h = list(x)
    heapq.heapify(h)
    least = heapq.heappop(h)
    second = heapq.heapreplace(h, 7.0 * x[0])
    out = []
    for v in x:
        insort(out, v * 1.5)
    times = [0.0, 1.0, 2.0, 4.0]
    places = bisect_left(times, 2.0) + bisect_right(times, 2.0)
    return least * 2 + second * 3 + heapq.heappushpop(h, x[1]) + out[0] * 2 + out[3] + places


def breadth_first(x):
    n = len(x)
    next_to = [[] for _ in range(n)]
    for i in range(n - 1):
        next_to[i].append(i + 1)
        next_to[i + 1].append(i)
    seen, order = [True] + [False] * (n - 1), [0]
    for u in order:
        for v in next_to[u]:
            if not seen[v]:
                seen[v] = True
                order.append(v)
    return sum([x[u] * k for k, u in enumerate(order)])


def longer_meanwhile(x):
    b = Box()
    for v in x:
        b.items.append(v)
    s = 0.0
    for v in b.items:
        s += v
        if len(b.items) < 7:
            b.items.append(v * 2)
    return s


def longer_by_another_name(x):
    xs = [x[0], x[1]]
    ys = xs
    s = 0.0
    for v in xs:
        s += v
        if len(xs) < 5:
            ys.append(v * 2)
    return s


def longer_by_a_function(x):
    xs = [x[0], x[1]]

    def more(v):
        xs.append(v)

    s = 0.0
    for v in xs:
        s += v
        if len(xs) < 5:
            more(v * 2)
    return s


NUMBERS = [
    grouped, table_of_none, some_are_none, begun_anew, one_row_in_all_places, known_rows_with_names, one_of_two, records,
    chosen_of_comprehensions, through_functions, arrays_in_them, three_deep, exchanged, overwritten, memory, rows_of_an_array,
    shortest_ways, in_order,
    breadth_first, longer_meanwhile, longer_by_another_name, longer_by_a_function,
]  # fmt: skip


@pytest.mark.parametrize("f", NUMBERS, ids=lambda f: f.__name__)
def test_values_and_derivatives(f: Callable[..., Any]) -> None:
    assert irad.jit(f)(X) == pytest.approx(f(X), rel=1e-14)
    h = 1e-6
    by_differences = np.array([(f(X + h * e) - f(X - h * e)) / (2 * h) for e in np.eye(len(X))])
    scale = max(1.0, np.abs(by_differences).max())
    assert np.abs(irad.grad(f)(X) - by_differences).max() < 1e-7 * scale
    assert np.abs(irad.jacfwd(f)(X) - by_differences).max() < 1e-7 * scale


def test_second_derivatives() -> None:
    """``(x_i x_j)`` summed is the square of the sum: its second derivatives are 2, and one more where ``t[1][2]`` is added."""
    expected = np.full((4, 4), 2.0)
    expected[1, 2] = expected[2, 1] = 3.0
    assert irad.hessian(rows_of_an_array)(X) == pytest.approx(expected, abs=1e-13)


def nested_result(n):
    rows = [[float(j) for j in range(i)] for i in range(n)]
    rows.append(rows[1])
    return rows, [[(i, None if i % 2 == 0 else 1.5)] for i in range(n)], tuple([i] * i for i in range(n))


def test_results() -> None:
    found = irad.jit(nested_result)(4)
    assert found == nested_result(4)
    assert found[0][-1] is found[0][1] and type(found[2]) is tuple


def no_item(x):
    rows = [[] for _ in x]
    rows[1].append(x[0])
    return rows[0][0]


def popped_twice(x):
    rows = [[v] for v in x]
    rows[0].pop()
    return rows[0].pop()


def assigned_beyond(x):
    rows = [[v] for v in x]
    rows[0][3] = 1.0
    return x[0]


def popped_from_a_heap(x):
    h = [v for v in x if v > 10.0]
    return heapq.heappop(h)


@pytest.mark.parametrize("f", [no_item, popped_twice, assigned_beyond, popped_from_a_heap], ids=lambda f: f.__name__)
def test_errors_of_python(f: Callable[..., Any]) -> None:
    with pytest.raises(IndexError) as expected:
        f(X.tolist())
    with pytest.raises(IndexError) as found:
        irad.jit(f)(X)
    assert str(expected.value) in str(found.value)


def numbered_while_it_grows(x):
    rows = [[v] for v in x]
    s = 0.0
    for _, v in enumerate(rows[0]):
        s += v
        if len(rows[0]) < 9:
            rows[0].append(v * 2)
    return s


def test_other_loops_over_a_list_that_changes_are_an_error() -> None:
    with pytest.raises(RuntimeError, match="a list changes while a loop goes over it"):
        irad.jit(numbered_while_it_grows)(X)


def in_a_checkpointed_loop(x):
    rows = [[v] for v in x]
    for i in irad.checkpointed(range(100)):
        rows[i % 4][0] = rows[i % 4][0] * 0.9 + 0.1 * x[i % 4]
    return rows[0][0]


def test_not_in_checkpointed_loops() -> None:
    with pytest.raises(irad.UnsupportedError, match="not supported in a checkpointed loop"):
        irad.grad(in_a_checkpointed_loop)(X)


def helper(x, k):
    rows = [[] for _ in x]
    for i in range(len(x)):
        rows[i].append(x[i] * k)
    return sum(rows[k % 4])


def calls_it_often(x):
    s = 0.0
    for k in range(20000):
        s += helper(x, k)
    return s


def test_memory_of_lists_that_stay_in_a_function_goes_back() -> None:
    """Without a derivative to keep it for, what a call makes is gone when it returns: 20000 calls fit a small limit."""
    k = np.arange(20000)
    expected = sum(X[j] * k[j::4].sum() for j in range(4))
    assert irad.jit(calls_it_often)(X) == pytest.approx(expected, rel=1e-12)
