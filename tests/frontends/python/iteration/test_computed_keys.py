"""Sets and dicts whose items and keys are computed."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

V = np.array([0.3, 1.2, -0.4, 2.0])


def written_out(x):
    d = {}
    for k in range(len(V)):
        d[k] = V[k] * x
    return sum(d.values()) + d[2] * len(d)


def computed_keys(x):
    d = {}
    for v in V:
        k = int(v * 3)
        d[k] = d.get(k, 0.0) + v * x
    t = 0.0
    for k, v in d.items():
        t += k * v
    return t


def seen_numbers(x):
    seen = set()
    t = 0.0
    for v in V:
        k = int(v * 2)
        if k not in seen:
            seen.add(k)
            t += v * x
    return t * len(seen)


def greedy_order(x):
    todo = set(range(4)) - {1}
    order = []
    while todo:
        b = min(sorted(todo), key=lambda k: abs(V[k] * x - 0.5))
        order.append(b)
        todo.remove(b)
    return sum(k * j * x for j, k in enumerate(order))


def seen_cells(x):
    seen = {(0, 0)}
    q = [(0, 0, x)]
    t = 0.0
    while q:
        i, j, v = q.pop()
        t += v
        for di, dj in ((0, 1), (1, 0)):
            a, b = i + di, j + dj
            if a < 3 and b < 3 and (a, b) not in seen:
                seen.add((a, b))
                q.append((a, b, v * 0.5 + a))
    return t + len(seen)


def memo_of_a_recursion(x):
    memo = {}

    def fib(n):
        if n < 2:
            return x
        if n in memo:
            return memo[n]
        memo[n] = fib(n - 1) + 0.5 * fib(n - 2)
        return memo[n]

    return fib(8)


def in_order_of_the_table(x, n=5):
    s = set(range(n))
    s.discard(int(3 * x))
    s |= {7}
    t = 0.0
    for k in s:
        t += k * x
    return t + (2 in s) + len(s & {1, 2, 3}) * x


def popped(x, n=5):
    s = set(range(n))
    t = 0.0
    while s:
        k = s.pop()
        t = t * x + k
        if k == 2:
            s.add(0)
        if k == 0 and t > 5:
            break
    return t


def shortest_path(x):
    g = {0: [1, 2], 1: [3], 2: [3], 3: []}
    dist = {0: 0.0}
    done = set()
    while len(done) < 4:
        u = min((k for k in dist if k not in done), key=lambda k: dist[k])
        done.add(u)
        for v in g[u]:
            w = dist[u] + x * (u + 1)
            if v not in dist or w < dist[v]:
                dist[v] = w
    return dist[3]


KEYS = np.array([3, 1, 3, 2, 1, 3, 0])


def lists_by_key(x):
    g = defaultdict(list)
    for k, j in enumerate(KEYS):
        g[j].append(x * k)
    return sum(sum(v) * k for k, v in g.items()) + len(g)


def sums_by_key(x):
    g = defaultdict(float)
    for k, j in enumerate(KEYS):
        g[int(j)] += x * k
    return sum(g.values()) * g[3] + g[17] + len(g)


def set_default(x):
    g = {}
    for k, j in enumerate(KEYS):
        g.setdefault(int(j), []).append(x * k)
    t = 0.0
    for k in sorted(g):
        t = t * x + sum(g[k])
    return t


def counts(x):
    c = Counter(int(j) for j in KEYS)
    return sum(n * n * x for n in c.values()) + c[3] * x + c[9] + sum(k for k in c)


def dict_comprehension(x):
    d = {int(k): x * k for k in KEYS}
    return d[3] + d[0] + len(d) + (2 in d) + sum(d.values())


def set_comprehension(x):
    s = {int(k) + 1 for k in KEYS}
    return sum(k * x**k for k in sorted(s)) + len(s) + max(s)


def dict_of_pairs(x):
    d = dict(zip([int(k) for k in KEYS], [x * j for j in range(len(KEYS))], strict=False))
    d.pop(3)
    d.pop(77, None)
    return sum(k * v for k, v in d.items()) + d.get(1, 0.0) + d.get(55, 2.0 * x)


def cells(x):
    d = {(0, 0): x}
    for i in range(3):
        for j in range(2):
            a = int(KEYS[i + j])
            d[a, j] = d.get((a, j), 0.0) + x * i
    del d[(0, 0)]
    return sum(v * (i + j + 1) for (i, j), v in d.items())


def keys_on_one_way(x):
    d = {}
    if x > 0.5:
        d[3] = x
    d[4] = 2 * x
    return sum(d.values()) * len(d) + d.get(3, 1.0)


def algebra(x):
    a = {1, 2, int(KEYS[2])}
    b = {int(k) for k in KEYS}
    return len(a | b) * x + len(a & b) * x * x + len(a - b) + len(b - a) * x + len(a ^ b) + (a <= b) * x + (a == {1, 2, 3}) * x


def added_one_by_one(x):
    s = set()
    for k in KEYS:
        s.add(int(k))
    t = 0.0
    for k in s:
        t = t * x + k
    s2 = set()
    for k in KEYS:
        s2.add(int(k) * 5 + 3)
    return t + len(s2)


def lists_that_grow(x):
    d = {int(k): [x * k] for k in KEYS}
    for k in KEYS:
        d[int(k)].append(x * x)
    e = {1: x, 2: x * x}
    return sum(len(v) * sum(v) for v in d.values()) + e[1]


def tuples_by_key(x):
    d = {}
    for k in KEYS:
        k = int(k)
        if k in d:
            d[k] = (d[k][0] + 1, d[k][1] * x)
        else:
            d[k] = (1, x)
    return sum(n * v for n, v in d.values())


def heap_and_dict(x):
    edges = [(0, 1, 1.0), (1, 2, x), (0, 2, x * 3), (2, 3, 1.0)]
    adj = defaultdict(list)
    for u, v, w in edges:
        adj[u].append((v, w))
        adj[v].append((u, w))
    dist = {}
    heap = [(0.0, 0)]
    while heap:
        d, u = heapq.heappop(heap)
        if u in dist:
            continue
        dist[u] = d
        for v, w in adj[u]:
            if v not in dist:
                heapq.heappush(heap, (d + w, v))
    return dist[3] * dist[2]


PROGRAMS = [
    written_out,
    computed_keys,
    seen_numbers,
    greedy_order,
    seen_cells,
    memo_of_a_recursion,
    in_order_of_the_table,
    popped,
    shortest_path,
    lists_by_key,
    sums_by_key,
    set_default,
    counts,
    dict_comprehension,
    set_comprehension,
    dict_of_pairs,
    cells,
    keys_on_one_way,
    algebra,
    added_one_by_one,
    lists_that_grow,
    tuples_by_key,
    heap_and_dict,
]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)


def test_order_of_the_table() -> None:
    def f(x):
        s = set()
        for k in KEYS:
            s.add(int(k) * 5 + 3)
        t = 0.0
        for k in s:
            t = t * x + k
        return t

    with pytest.raises(RuntimeError, match="in which order Python goes through this set is not known"):
        irad.grad(f)(0.7)


def test_missing() -> None:
    def f(x):
        d = {int(k): x for k in KEYS}
        return d[int(x * 100)]

    with pytest.raises(KeyError, match="70"):
        irad.grad(f)(0.7)
