"""Counters: methods and operators, of known keys and of keys and counts that the run tells; what equal containers are."""

from __future__ import annotations

from collections import Counter, defaultdict, deque

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

V = np.array([0.3, 1.5, 0.9, 1.3, 2.9, 0.2, 1.1])
WORDS = Counter("aab")
MADE = defaultdict(float, a=2.0)


def counted(values):
    """A Counter whose keys are known at run time only."""
    c = Counter()
    for v in values:
        c[int(v)] += 1
    return c


def words(x):
    c = Counter()
    c.update("the cat the dog".split())
    c.update(["cat", "owl"], owl=2)
    return x * c["the"] + x**2 * sum(c.values()) + c["owl"] * x + len(c) + c["nothing"]


def of_counters_and_dicts(x):
    c = Counter("aab")
    c.update(Counter("b"))
    c.update({"b": 2, "q": x})
    c.subtract("abz")
    c.subtract({"a": x})
    return c["b"] * x + c["a"] * 10 * x + c["q"] * x + c["z"] + c.total() * x


def united(x):
    a, b = Counter("aab"), Counter("abbc")
    d = a | b
    e = a & b
    a |= b
    s = d["a"] * x + d["b"] * 10 * x + d["c"] * 100 * x
    return s + len(e) * x * x + e["a"] * x + a["b"] * x


def added(x):
    d = Counter("aab") - Counter("abb")
    s = Counter("aab") + Counter(a=-2, c=4)
    return d["a"] * x + d["b"] * 10 * x + len(d) * x * x + s["c"] * x + len(s) * x**3 + ("a" in s) * 7 * x


def of_floats(x):
    a = Counter(a=x, b=2 * x) + Counter(a=1.0, b=-3 * x, c=x)
    return a["a"] * x + a["b"] * x * 10 + a["c"] * x


def in_place(x):
    a = Counter("aab")
    b = a
    a += Counter("b")
    a -= Counter("a")
    a &= {"a": 5, "b": 1}
    return b["a"] * x + b["b"] * x * 10 + len(b)


def of_one(x):
    a = Counter("abc")
    a["b"] -= 3
    up, down = +a, -a
    return len(up) * x + down["b"] * x * x + sum(ord(e) for e in Counter("abca").elements()) * x


def computed_counts(x):
    a = counted(V * x)
    a.subtract([0, 1, 1])
    a[5] = -2
    b, c = +a, -a
    s = len(b) * x + len(c) * x * x + sum(a.elements()) * x + a.total() * x
    return s + sum(k * v for k, v in (a + b).items()) * x + sum(v * k for k, v in (a - c).items())


def computed_union(x):
    a, b = counted(V * x), counted(V[1:] * x)
    d = a & b
    a |= b
    del a[77]
    c = a.copy()
    c[0] += 1
    return a[0] * x + a[1] * 10 * x + c[0] * x + d[0] * x * x + c[77]


def chosen_keys(x):
    a, b = Counter(["a" if x < 1 else "b", "b"]), Counter("bb")
    return (a + b)["b"] * x + (a & b)["b"] * x + (b - a)["b"] * x * x + (x if a < b else 5 * x)


def questions(x):
    a, b = Counter(a=1), Counter(a=1, b=0)
    c = Counter("aab")
    c["q"] += 0
    n = 1 * (a == b) + 2 * (a != b) + 4 * (c <= Counter("aab")) + 8 * (a < c)
    return (n + 16 * (c > a) + 32 * (c >= a) + 64 * (a == {"a": 1})) * x


def computed_questions(x):
    a, b, c = counted(V * x), counted(V * x), counted(np.append(V, 0.1) * x)
    b[int(x) + 7] += 0
    return (1 * (a == b) + 2 * (a != b) + 4 * (a <= c) + 8 * (a < b) + 16 * (c > a) + 32 * (b >= a)) * x


def common(x):
    c = counted(V * x)
    return sum(k * x + v for k, v in c.most_common(2)) + Counter("abca").most_common(1)[0][1] * x


def from_outside(x):
    d = WORDS + Counter("aa")
    held = Counter(WORDS)
    held["a"] += 1
    equal = WORDS == {"a": 2, "b": 1}
    return d["a"] * x + held["a"] * x + WORDS["nothing"] + WORDS["a" if x < 1 else "q"] * x * x + WORDS.total() * x + equal * x


def deleted(x):
    c = Counter("aab")
    del c["nothing"], c["b"]
    return len(c) * x


PROGRAMS = [
    words, of_counters_and_dicts, united, added, of_floats, in_place, of_one, computed_counts, computed_union, chosen_keys,
    questions, computed_questions, common, from_outside, deleted,
]  # fmt: skip


@pytest.mark.parametrize("x", [0.83, 1.27])
@pytest.mark.parametrize("f", PROGRAMS)
def test_counters(f, x: float) -> None:
    compare(f, x)


def equal_containers(x):
    equal = (
        Counter(a=1) == {"a": 1}, defaultdict(float, a=x) == {"a": x}, deque([x], maxlen=3) == deque([x]), deque([x]) == [x],
        MADE == {"a": 2.0}, {"a": x} == Counter(a=x),
    )  # fmt: skip
    return sum(2**k * e for k, e in enumerate(equal)) * x


def classes(x):
    asked = (
        isinstance({1}, set), isinstance({1}, tuple), isinstance(frozenset({1}), frozenset), type({1}) is set,
        isinstance(Counter("a"), Counter), isinstance(Counter("a") + Counter("b"), Counter), isinstance(WORDS, Counter),
        isinstance(defaultdict(int), defaultdict), isinstance(Counter(a=1), defaultdict), isinstance(Counter(a=1), dict),
        isinstance(deque([1]), deque), isinstance(deque([1]), list), type(Counter("a")) is Counter,
        isinstance(counted(V * x), Counter),
    )  # fmt: skip
    return sum(2**k * a for k, a in enumerate(asked)) * x


@pytest.mark.parametrize("f", [equal_containers, classes])
def test_what_containers_are(f) -> None:
    compare(f, 1.3)


def test_what_a_counter_of_python_changes() -> None:
    def f(x):
        WORDS.update("ab")
        return x * WORDS["a"]

    with pytest.raises(irad.UnsupportedError, match="comes from outside, would be changed"):
        irad.jit(f)(1.0)
    assert Counter("aab") == WORDS
    c = irad.jit(lambda x: counted(V * x))(1.0)
    assert c == counted(V) and type(c) is Counter


def test_messages() -> None:
    with pytest.raises(irad.TypingError, match="a Counter cannot be changed by float64"):
        irad.jit(_plus_a_number)(1.0)
    with pytest.raises(irad.UnsupportedError, match="which keys this Counter keeps depends on counts"):
        irad.jit(lambda x: (WORDS - WORDS)["a"] * x)(1.0)
    with pytest.raises(irad.UnsupportedError, match="needs counts that are known when compiling"):
        irad.jit(lambda x: len(WORDS.most_common()) * x)(1.0)


def _plus_a_number(x):
    c = Counter("a")
    c += x
    return c["a"]


def test_counts_of_arrays() -> None:
    def f(x):
        c = Counter()
        for v in np.array([0.2, 1.2, 1.4]) * x:
            c.update([int(v)])
        return c[0] * x + c[1] * x * x

    compare(f, 1.1)
