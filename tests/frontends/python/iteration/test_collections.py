# ruff: noqa
"""Collections, itertools, functools, operator, copies: values and derivatives as in Python."""

from __future__ import annotations

import collections
import copy
import dataclasses
import functools
import itertools
import math
import operator
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from types import SimpleNamespace

import numpy as np
import pytest

import irad
from tests.numeric.scalar_functions import check_as_python

P = namedtuple("P", "a b")


@dataclasses.dataclass
class D:
    w: float
    v: object = None


def deques(x):
    d = deque(maxlen=3)
    for k in range(5):
        d.append(x * k)
    d.appendleft(x)
    return d[0] + 10 * d[1] + 100 * d[-1] + len(d)


def default_dicts_and_counters(x):
    d = defaultdict(float)
    d["a"] += x
    d["b"] += 2 * x
    d["a"] += x * x
    l = defaultdict(list)
    l["u"].append(x)
    l["u"].append(3 * x)
    c = Counter("abca")
    return d["a"] * d["b"] + sum(l["u"]) + c["a"] * x + c["z"] + c.most_common(1)[0][1] * x


def itertools_functions(x):
    s = 0.0
    for i, j in itertools.combinations(range(4), 2):
        s += i * j * x
    for p, q in itertools.product([x, 2 * x], [1.0, x]):
        s += p * q
    for u in itertools.chain([x], (2 * x, 3 * x)):
        s += u * u
    for u in itertools.accumulate([x, x, x]):
        s += u * u
    for u, v in itertools.pairwise(np.array([x, 2 * x, x * x])):
        s += u * v
    for k, v in zip(itertools.count(1), np.array([x, 2 * x, x * x])):
        s += k * v
    for k, v in zip(itertools.cycle([1.0, -1.0]), np.array([x, 2 * x, x * x])):
        s += k * v
    return s + sum(itertools.starmap(lambda a, b: a * b, [(x, x), (2.0, x)]))


def functools_and_operator(x):
    f = functools.partial(lambda a, b, c: a * b + c, x, c=2 * x)
    g = functools.reduce(operator.mul, [x, 2 * x, 3.0])
    s = sorted([(2, x), (1, x * x)], key=operator.itemgetter(0))
    return f(3.0) + g + s[0][1] + operator.neg(x)


def copies(x):
    d = D(x, [x, 2 * x])
    e = copy.copy(d)
    g = copy.deepcopy(d)
    e.w = 5 * x
    g.v[0] = 7 * x
    h = dataclasses.replace(d, w=3 * x)
    p = P(x, x * x)
    q = p._replace(a=2 * x)
    r = p._asdict()
    u = np.array([x, x])
    w = copy.copy(u)
    w[0] = 0.0
    return (
        d.w
        + e.w * e.v[1]
        + g.v[0]
        + d.v[0]
        + h.w
        + q.a * q.b
        + r["b"]
        + u.sum() * w.sum()
        + dataclasses.asdict(d)["v"][1]
        + dataclasses.astuple(d)[0]
    )


def namespaces(x):
    n = SimpleNamespace(a=x, b=2 * x)
    n.a = n.a * 3
    n.c = x * x
    o = OrderedDict()
    o["p"] = x
    o["q"] = x * x
    return n.a * n.b + n.c + sum(o.values())


def methods_of_lists(x):
    xs = [x * i for i in range(5)]
    xs.append(x)
    xs.insert(1, 7 * x)
    xs.reverse()
    y = xs.pop(0)
    del xs[1]
    ys = [x, 2 * x, 3 * x]
    ys[0:1] = [x, x]
    zs = [3, 1, 2]
    zs.sort()
    zs.remove(2)
    return xs[0] + 10 * xs[1] + 100 * xs[2] + y + len(xs) + ys[1] * ys[3] + zs[1] * x


def table_of_lists(x):
    T = [[0.0] * 3 for _ in range(3)]
    for i in range(3):
        for j in range(3):
            T[i][j] = x * i + (T[i - 1][j] if i > 0 else 0.0) * x
    return sum((sum(r) for r in T))


def iterators_with_names(x):
    it = iter([x, 2 * x, 3 * x])
    s = 0.0
    for v in it:
        s += v * next(it, x)
    d = {"a": x, "b": 2 * x}
    d.pop("a")
    d["c"] = x * x
    k, v = d.popitem()
    return s + d["b"] * v


def generators_with_names(x):
    g = (x * i for i in range(4))
    y = sum(g)
    h = (v * v for v in np.array([x, 2 * x]))
    return y + max(h) + helper((x * k for k in range(3)))


def helper(g):
    s = 0.0
    for v in g:
        s += v * v
    return s


def texts(x):
    s = "a,b;c"
    parts = [p.split(",") for p in s.split(";")]
    n = 0
    for ch in "hello":
        if ch in ("l", "o"):
            n += 1
    xs = [float(v) for v in "1.5 2.5".split()]
    i, j = map(int, "3 4".split())
    return x * len(parts[0]) + n * x + xs[1] * x * i * j


def stable_orders(x):
    ps = [(1.0, x), (0.0, 2 * x), (1.0, 3 * x), (0.0, 4 * x)]
    s = sorted(ps, key=lambda p: p[0] * x / x)
    r = sorted(ps, key=lambda p: p[0] * x / x, reverse=True)
    return sum(((k + 1) * v for k, (_, v) in enumerate(s))) + sum(((k + 1) * v * v for k, (_, v) in enumerate(r)))


def arrays_in_a_list(x):
    ws = [np.array([x, 1.0]), np.array([2 * x, 3.0])]
    for i in range(4):
        ws[i % 2][0] += x * i
    k = int(x * 2)
    v = ws[k]
    v[1] = x * x
    return sum((w.sum() for w in ws)) * ws[k][1]


def augmented_lists(x):
    a = [x, 2 * x]
    b = a
    b += [3 * x]
    c = [a] * 2
    t = (x,) + (2 * x,)
    t *= 2
    return sum(a) * len(b) + c[1][0] + sum(t)


def dict_in_a_loop(x):
    d = {}
    for k in ("a", "b", "a"):
        d[k] = d.get(k, 0.0) + x
    for k, v in d.items():
        d[k] = v * v
    return d["a"] + d["b"]


def largest_and_smallest(x):
    best = None
    s = 0.0
    for a, b in itertools.permutations([x, 2 * x, 3 * x], 2):
        s += a * a * b
    xs = [x, -x, 2 * x]
    m = max(xs, key=abs)
    n = min(enumerate(xs), key=lambda p: p[1])
    return (
        s
        + m * n[0]
        + n[1]
        + max((v for v in xs if v > 0), default=0.0)
        + max((v for v in np.array(xs) if v > 100), default=5 * x)
    )


def many_builtins(x):
    it = iter(range(3))
    a = next(it)
    b = next(it)
    s = 0.0
    for i in reversed(range(1, 4)):
        s = s * x + i
    q = [*range(3)]
    z = dict(zip("abc", (x, 2 * x, 3 * x)))
    m = [[x, 2 * x], [3 * x, 4 * x]]
    mt = [list(r) for r in zip(*m)]
    return s + (a + b) * x + q[2] * x + z["b"] * mt[0][1] + any([x > 0.5, False]) * x + all((v > 0 for v in (x, x))) * x


def set_in_a_loop(x):
    s = set()
    for k in range(4):
        s.add(k % 3)
    f = frozenset((1, 2))
    return x * len(s) + x * x * (2 in f) + (x if s >= {0, 1} else 0.0) + sum((x * k for k in s - f))


def lists_that_grow(x):
    xs = list(np.array([x, 2 * x, 3 * x]))
    xs.append(x)
    ys = sorted(xs, reverse=True)
    zs = [3 * x, x, 2 * x]
    zs.append(x / 2)
    zs.sort()
    return ys[0] * ys[-1] + zs[0] + 10 * zs[1] + xs.index(2 * x) * x + xs.count(x) + (x in xs)


def names_after_loops(x):
    i = 0
    for i in (1, 2, 3):
        if x * i > 1.3:
            break
    j = -1
    for j, v in enumerate([x, 2 * x, 3 * x]):
        if v > 1.0:
            break
    else:
        j = 100
    return x * i + j * x * x


def generators_in_generators(x):
    n = 0
    tot = 0.0

    def count(k):
        while k > 0:
            yield k
            k -= 1

    for k in count(3):
        for m in count(k):
            if m == 2:
                continue
            tot += x * k * m
            if tot > 50:
                break
        n += 1
    return tot * n + sum(count(4)) * x


FUNCTIONS = [
    deques,
    default_dicts_and_counters,
    itertools_functions,
    functools_and_operator,
    copies,
    namespaces,
    methods_of_lists,
    table_of_lists,
    iterators_with_names,
    generators_with_names,
    texts,
    stable_orders,
    arrays_in_a_list,
    augmented_lists,
    dict_in_a_loop,
    largest_and_smallest,
    many_builtins,
    set_in_a_loop,
    lists_that_grow,
    names_after_loops,
    generators_in_generators,
]


@pytest.mark.parametrize("f", FUNCTIONS)
def test_as_python(f) -> None:
    check_as_python(f)
