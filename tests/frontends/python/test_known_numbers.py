"""Integers, lengths and loops on which structure depends: functions are compiled for what they are, and for others anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import irad

NAMES = ["a", "b", "c"]
ROWS = [[], [0.5], [0.3, 0.4]]


@dataclass
class Settings:
    """Some numbers."""

    layers: int
    scale: float


class Graph:
    """Edges with weights, which methods add."""

    def __init__(self) -> None:
        self.count = 0
        self.edges: Any = []
        self.weight: Any = {}

    def add(self, u: Any, v: Any, w: Any) -> Any:
        self.edges.append((u, v))
        self.weight[u, v] = w
        self.count += 1
        return self.count - 1


def dict_of_pairs(t: Any) -> Any:
    p = dict(zip(NAMES, t, strict=True))
    return p["a"] * p["b"] + p["c"] ** 2


def texts_of_numbers(t: Any) -> Any:
    d = {}
    for i in range(len(t)):
        d[f"k{i}"] = t[i] ** (i + 1)
    return sum(d.values()) * d["k1"]


def repeated_names(t: Any) -> Any:
    layers = ["TiO2", "SiO2"] * (len(t) // 2)
    n = {"TiO2": 2.4, "SiO2": 1.45}
    return sum(n[name] * x**2 for name, x in zip(layers, t, strict=True))


def memo(x: Any, n: Any) -> Any:
    known: Any = {}

    def go(i: Any, j: Any) -> Any:
        if i == 0 or j == 0:
            return 1.0
        if (i, j) in known:
            return known[i, j]
        known[i, j] = go(i - 1, j) * x + go(i, j - 1) * x * x + go(i - 1, j - 1)
        return known[i, j]

    return go(n, n)


def number_in_argument(t: Any, settings: Any) -> Any:
    parts = {k: t[k] for k in range(settings.layers)}
    return sum(parts[k] ** (k + 1) for k in parts) * settings.scale


def graph(t: Any) -> Any:
    g = Graph()
    for k in range(3):
        g.add(k, k + 1, t[k])
    i = g.add(0, 3, t[0] * t[1])
    return sum(g.weight[u, v] * (u + 1) for u, v in g.edges) * g.count + i


def while_loop(t: Any) -> Any:
    d = {}
    i = 0
    while i < len(t):
        d[i] = t[i] * (i + 1)
        i += 1
    return d[0] * d[2] + d[1]


def set_of_numbers(t: Any) -> Any:
    fixed = {2 * n for n in range(len(t))}
    return sum(t[i] for i in range(3) if i in fixed) + len(fixed)


def axes(t: Any, n: Any) -> Any:
    a = np.zeros((2,) * n)
    a[(0,) * n] = t[0]
    return a.sum() * t[1]


def chosen_in_turn(x: Any, n: Any) -> Any:
    a = {"v": x}
    b = {"v": 2 * x}
    s = 0.0
    for k in range(n):
        c = a if k % 2 == 0 else b
        c["v"] = c["v"] * x + k
        s += a["v"] + 3 * b["v"]
    return s


def lists_in_loops(y: Any) -> Any:
    t = 0.0
    while t < 1.0:
        ks = []
        for _, row in zip([0, 1, 2], ROWS, strict=True):
            z = y + 0.1 * sum((a * k for a, k in zip(row, ks, strict=True)), np.zeros_like(y))
            ks.append(z * z)
        y = y + 0.1 * sum(b * k for b, k in zip([*ROWS[-1], 1.0], ks, strict=True))
        t += 0.3
    return y.sum()


def halved(u: Any, settings: Any, level: Any) -> Any:
    n = len(u)
    settings[level] = n
    if n <= 3:
        return u * u
    return np.concatenate([halved(u[: n // 2], settings, level + 1), u[n // 2 :]])


def recursion_by_length(t: Any) -> Any:
    visits: Any = {}
    return (halved(t, visits, 0) ** 2).sum() * visits[1]


def number_then_array(t: Any, k: Any) -> Any:
    """In each iteration memory is given back; the variable is a number at first, then an array."""
    out: Any = 0
    for w in k:
        out = out + w * t
    return (out**2).sum() if len(k) else 0.0


def windows(p: Any, n: Any, axis: Any) -> Any:
    out: Any = 0
    for k in range(2):
        window = [slice(None)] * p.ndim
        window[axis] = slice(k, k + n)
        out = out + p[tuple(window)]
    return (out**3).sum()


def slices_kept(p: Any, n: Any) -> Any:
    parts = {"head": slice(0, n), "tail": slice(n, None)}
    for _ in range(2):
        parts["head"] = slice(parts["head"].start, n - 1)
    return (p[parts["head"]] ** 2).sum() + (p[parts["tail"]] ** 3).sum()


def numbers_up_to(n: Any) -> Any:
    m = 2
    while m < n:
        yield m
        m *= 2


def counted_over_a_generator(x: Any, n: Any) -> Any:
    t = 0
    for p in numbers_up_to(n):
        t += p
        if t > 20:
            continue
        t += 1
    return x * t


class Steps:
    """Counts them."""

    def __init__(self) -> None:
        self.n = 0
        self.v = 1.0

    def step(self, x: Any) -> Any:
        self.n += 1
        self.v *= x + self.n
        return self.n < 5


def counted_in_conditions(x: Any) -> Any:
    steps = Steps()
    while steps.step(x):
        pass
    return steps.v * steps.n


def counted_by_a_closure(x: Any, n: Any) -> Any:
    k = 5

    def more() -> None:
        nonlocal k
        k += 1

    for _ in range(n):
        more()
    return x * k


def left_past_else(x: Any, n: Any) -> Any:
    k = 1
    for i in range(n):
        if i == 2:
            break
        k = k + i
    else:
        k = 100
    m = 3
    for i in range(n):
        for _ in range(i):
            m += k
    return x * k + m * x * x


def changed_in_last_iteration(x: Any, n: Any) -> Any:
    d = {"a": 1, "s": x}
    for i in range(n):
        d["s"] = d["s"] * x + d["a"]
        if i == n - 1:
            d["a"] = 7
    return d["s"] * d["a"]


def items_of_a_list(x: Any, n: Any) -> Any:
    both = [0, x]
    for i in range(n):
        both[0] += i
    while both[0] > 1:
        both[0] -= 1
        both[1] *= x
    k = (y := 3) + 1
    for _ in range(n):
        k += (y := y + 1)
    return both[1] * both[0] * k * y


def sorted_pairs(t: Any) -> Any:
    stars = {"b": (t, t * 2), "a": (t * 3, t)}
    s = 0.0
    for name, (u, v) in sorted(stars.items()):
        s = s * 0.5 + (u * v).sum() * len(name)
    return s


def lists_in_conditions(t: Any) -> Any:
    todo = list(range(3))
    s = 0.0
    n = 0
    while todo and n < 2:
        s += t[todo.pop()] ** 2
        n += 1
    return s if not (todo and s < 0) else 0.0


def nearest_first(t: Any) -> Any:
    points = [(0.0, 1.0), (1.0, 2.0), (2.0, 0.5)]
    here = points[0]
    s = 0.0
    todo = [1, 2]
    for _ in range(2):
        best = min(sorted(todo), key=lambda k: abs(here[0] - points[k][0]))
        s += t[best] * points[best][1] * here[1]
        here = points[best]
        todo.remove(best)
    return s


T = np.array([0.3, 0.5, 0.7])
PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (dict_of_pairs, (T,)),
    (texts_of_numbers, (T,)),
    (repeated_names, (np.append(T, 0.2),)),
    (memo, (0.7, 3)),
    (number_in_argument, (T, Settings(3, 2.0))),
    (number_in_argument, (T, Settings(2, 2.0))),
    (graph, (T,)),
    (while_loop, (T,)),
    (set_of_numbers, (T,)),
    (axes, (T, 2)),
    (axes, (T, 3)),
    (chosen_in_turn, (0.3, 3)),
    (lists_in_loops, (T,)),
    (recursion_by_length, (np.linspace(0.1, 0.9, 9),)),
    (number_then_array, (T, np.array([1.0, 2.0, 3.0]))),
    (windows, (np.arange(12.0).reshape(4, 3) / 10, 3, 0)),
    (windows, (np.arange(12.0).reshape(4, 3) / 10, 2, 1)),
    (slices_kept, (np.linspace(0.1, 0.9, 9), 4)),
    (counted_over_a_generator, (0.3, 40)),
    (counted_in_conditions, (0.3,)),
    (counted_by_a_closure, (0.3, 3)),
    (left_past_else, (0.3, 3)),
    (left_past_else, (0.3, 2)),
    (changed_in_last_iteration, (0.3, 3)),
    (items_of_a_list, (0.3, 3)),
    (sorted_pairs, (T,)),
    (lists_in_conditions, (T,)),
    (nearest_first, (T,)),
]


def differences(f: Callable[..., Any], x: Any, rest: tuple[Any, ...], h: float = 1e-5) -> np.ndarray:
    """Central differences of a function of size 1: relative errors of about 1e-9."""
    flat = np.asarray(x, float).ravel()
    out = []
    for k in range(flat.size):
        up, down = flat.copy(), flat.copy()
        up[k] += h
        down[k] -= h
        values = [f(v.reshape(np.shape(x)) if np.ndim(x) else float(v[0]), *rest) for v in (up, down)]
        out.append((values[0] - values[1]) / (2 * h))
    return np.array(out).reshape(np.shape(x))


@pytest.mark.parametrize(("f", "args"), PROGRAMS, ids=[f"{f.__name__}{k}" for k, (f, _) in enumerate(PROGRAMS)])
def test_as_python(f: Callable[..., Any], args: tuple[Any, ...]) -> None:
    x, *rest = args
    assert irad.jit(f)(*args) == pytest.approx(f(*args), rel=1e-13)
    wanted = differences(f, x, tuple(rest))
    np.testing.assert_allclose(irad.grad(f)(*args), wanted, rtol=1e-6, atol=1e-8)
    tangent = np.ones_like(x) if np.ndim(x) else 1.0
    partial = lambda v: f(v, *rest)
    assert irad.jvp(partial, (x,), (tangent,))[1] == pytest.approx(np.sum(wanted), rel=1e-6, abs=1e-8)


def test_other_numbers_are_other_code() -> None:
    """A call with another length, or another number inside of an argument, does not run the code for the first."""
    compiled = irad.jit(texts_of_numbers)
    for n in (3, 5, 2, 3):
        t = np.linspace(0.2, 0.8, n)
        assert compiled(t) == pytest.approx(texts_of_numbers(t), rel=1e-14)
        np.testing.assert_allclose(irad.grad(texts_of_numbers)(t), differences(texts_of_numbers, t, ()), rtol=1e-6)
    other = irad.jit(number_in_argument)
    for settings in (Settings(1, 2.0), Settings(3, 1.0), Settings(2, 2.0)):
        assert other(T, settings) == pytest.approx(number_in_argument(T, settings), rel=1e-14)


TABLE = np.array([0.25, 0.5])
BOOK: dict[str, Any] = {"n": 2, "w": np.array([1.0, 2.0, 3.0])}


def of_captured(x: Any) -> Any:
    d = {k: TABLE[k] * x for k in range(len(TABLE))}
    return sum(d.values()) * d[1]


def of_paths(x: Any) -> Any:
    d = {k: BOOK["w"][k] * x**k for k in range(len(BOOK["w"]))}
    return sum(d.values()) + len(d)


def test_lengths_of_arrays_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for table in (TABLE, np.array([0.25, 0.5, 4.0])):
        monkeypatch.setitem(globals(), "TABLE", table)
        assert irad.jit(of_captured)(2.0) == pytest.approx(table.sum() * 2.0 * 1.0, rel=1e-15)
        assert irad.grad(of_captured)(2.0) == pytest.approx(2 * table.sum() * 0.5 * 2.0, rel=1e-15)
    for w in ([1.0, 2.0, 3.0], [1.0, 2.0], [1.0, 2.0, 3.0, 4.0]):
        monkeypatch.setitem(BOOK, "w", np.array(w))
        assert irad.jit(of_paths)(2.0) == sum(c * 2.0**k for k, c in enumerate(w)) + len(w)
        assert irad.grad(of_paths)(2.0) == sum(k * c * 2.0 ** (k - 1) for k, c in enumerate(w))


def chosen_by_an_element(t: Any) -> Any:
    d = {0: t[0], 1: t[1] * t, 2: "a"}
    return d[int(t[2])]


def too_long(t: Any) -> Any:
    d = {}
    for k in range(len(t)):
        d[f"{k}"] = t[k]
    return d["0"]


@pytest.mark.parametrize(
    ("f", "x", "says"),
    [
        (chosen_by_an_element, T, "constant here"),
        (too_long, np.ones(2000), "this loop has 2000 iterations"),
    ],
)
def test_refused(f: Callable[..., Any], x: Any, says: str) -> None:
    with pytest.raises(irad.IradError, match=says):
        irad.jit(f)(x)


def counts(x: Any, n: Any) -> Any:
    """Numbers that loops, branches and callees change are not taken for constants."""
    k = 0
    m = 5
    g = Graph()
    for i in range(n):
        k += i
        if i > 1:
            m = 7
            g.add(0, 1, x)
    pair = [k, m, g.count]
    while m > 5:
        m -= 1
        pair[0] += m
    try:
        k = 100
        if pair[0] > 8:
            raise ValueError
        k = 200
    except ValueError:
        k += 1
    return x * (k + 10 * m + 100 * pair[0] + 1000 * pair[1] + 10000 * pair[2])


@pytest.mark.parametrize("n", range(5))
def test_numbers_that_change(n: int) -> None:
    assert irad.jit(counts)(2.0, n) == counts(2.0, n)
    assert irad.grad(counts)(2.0, n) == counts(1.0, n)


def rows_of_a_transposed_array(d: Any) -> Any:
    """Each row has the strides that it has in the array: an added axis does not hide them."""
    s = 0.0
    for r in d.T:
        s += r[:, None][1, 0] ** 2 * r[None, :][0, 2]
    return s


def test_rows_of_a_transposed_array() -> None:
    d = np.arange(12.0).reshape(4, 3) / 10
    assert irad.jit(rows_of_a_transposed_array)(d) == pytest.approx(rows_of_a_transposed_array(d), rel=1e-15)
    wanted = np.zeros((4, 3))
    wanted[1], wanted[2] = 2 * d[1] * d[2], d[1] ** 2
    np.testing.assert_allclose(irad.grad(rows_of_a_transposed_array)(d), wanted, rtol=1e-14)


def set_in_a_loop(x: Any) -> Any:
    seen = set()
    while x < 3.0:
        seen.add(1)
        x = 2.0 * x
    return x * len(seen)


def test_sets_in_loops() -> None:
    for x in (0.6, 1.0, 4.0):
        assert irad.jit(set_in_a_loop)(x) == set_in_a_loop(x)
