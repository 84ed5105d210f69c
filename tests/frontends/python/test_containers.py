"""Containers in compiled functions: as in Python, with derivatives built like them, and clear errors for what cannot be."""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pytest

import irad
from irad import Active, Duplicated, autodiff
from irad.frontends.python.sources.python_types import map_leaves

X = np.array([3.0, -1.0, 2.0, 0.5])


@dataclass
class Layer:
    w: np.ndarray
    b: float = 2.0
    extra: object = None


class Pair(NamedTuple):
    a: float
    b: Any = 2.0


# ---- as Python


def all_kinds_of_items(x):
    n = 0
    for v in (1, 2.5, x, (x[0], 2), None, {"a": x[1]}, True):
        if v is None:
            n += 100
        n += 1
    return n


def names_decide(x):
    s = 0.0
    for k, v in {"array": x, "number": x[0], "skipped": 1}.items():
        if k == "skipped":
            continue
        if k == "array":
            s += v.sum()
        else:
            s += 10.0 * v
    else:
        s += 1000.0
    return s


def break_out(x):
    s = 0.0
    for v in (x[0], x[1], x[2]):
        if v < 0.0:
            break
        s += v
    else:
        s = 1000.0
    return s, v


def methods_of_dicts(x):
    d = {"a": x[0], "b": x[1], 3: x}
    s = 0.0
    for k in d:
        if k != 3:
            s = 2.0 * s + d[k]
    for k in d.keys():  # noqa: SIM118
        if k == "a":
            s = 2.0 * s + d[k]
    for k, v in d.items():
        if k == 3:
            s += v[2]
    for v in (d["a"], d["b"]):
        s = 3.0 * s + v
    return s, len(d), d.get("a"), d.get("missing", 7.0), d.get("missing") is None, "a" in d, 4 in d, 3 not in d


def values_of_dicts(x):
    d = dict(a=x[0], b=x[1] * 2.0)  # noqa: C408
    return list(d.values()), tuple(d.values()), sum(d.values()), max(d.values()), sum({2: x[0], 5: x[1]})


def constants_index(x):
    t = (x[0], [x[1], {"k": (x[2], x)}], 4)
    return t[-1], t[0], t[-3], t[1][1]["k"][-1][1], t[1][-2], t[:2], t[::-2], t[-2:][0][0], t[True][0]


def unpacked(x):
    (a, (b, c)), [d, e] = (x[0], (x[1], x)), [1, x[2]]
    p, q = Pair(x[0], x)
    u, v = {"u": a, "v": b}.values()
    a, b = b, a
    return a, b, c, d, e, p, q, u, v


def around(x):
    s = 0.0
    for i, v in enumerate([x[0], 2, x[1]]):
        s += i * v
    for i, v in enumerate((x, x[0]), 3):  # noqa: B007 - of two types
        s += i
    for i, (a, b) in enumerate(zip(x, x[2:], strict=False)):
        s += i * a * b
    for _ in zip((x, x[0], 3), [1, 2.5, x], strict=True):
        s += 1.0
    for _, (k, (u, v)) in enumerate({"p": (x[0], x), "q": (x[1], x)}.items()):
        if k == "q":
            s += u * v[0]
    for w in reversed([x[0], x[1], 3.0]):
        s = 2.0 * s + w
    for pair in reversed(((x[0], 1), (x[1], 2))):
        s = 2.0 * s + pair[0] * pair[1]
    return s


def nothing_in_them(x):
    s = 1.0
    for v in ():
        s += v
    for v in []:
        s += v
    for k, v in {}.items():
        s += k * v
    return s, (), [], {}, len(()), 1.0 if [] else 2.0


def one_array_in_two_places(x):
    t = (x, {"same": x})
    t[0][0] = 9.0
    t[1]["same"] += 1.0
    y = t[1]["same"]
    y *= 2.0
    return t[1]["same"][0], x


def numbers_are_values(x):
    a = 1.0
    t = (a, x[0])
    a = 2.0
    x[0] = 7.0
    s = 0.0
    for v in (x[1], x[2]):
        x[2] = 100.0
        s += v
    return t, a, s


def items_that_change_places(x):
    t = (1.0, {"sum": 0.0, "count": 0})
    for v in x:
        t = (t[1]["sum"], {"sum": t[0] + v, "count": t[1]["count"] + 1})
    return t


def arrays_that_change_places(x):
    d = {"now": x, "before": x * 0.0}
    for _ in range(3):
        d = {"now": d["now"] * 2.0 + d["before"], "before": d["now"]}
    return d


def conditional(x):
    t = (x[0], x) if x[1] > 0 else (x[1], x * 2.0)
    p = Layer(x, 2.0) if x[0] > 0 else Layer(x * 2.0, 3.0)
    return t[0] * t[1][0], p.w[0] * p.b


def classes(x):
    p = Pair(b=x, a=1.0)
    return p, p._replace(a=x[0]), p[0], p[-1][1], p[:1], Pair(x[0]), Layer(x, extra=Layer(x * 2.0, x[0], None)), p.a


def of_a_list_of_layers(x):
    out = 0.0
    for i, layer in enumerate([Layer(x, 1.0), Layer(x[1:], extra=(1, 2)), Layer(x[2:], x[0])]):
        if layer.extra is not None:
            out += layer.extra[1]
        out += layer.w[0] * layer.b * (i + 1)
    return out


def made_arrays(x):
    return np.array([(x[0], 1), [2, x[1]]]), np.sum((x[0], 1.0)), x + np.array([1, 2, 3, 4]), [x[0]] + [1], (1,) + (x[1], 2)


def functions_in_them(x):
    s = 0.0
    for g in (math.sin, math.cos, np.exp, twice):
        s += g(x[3])
    for scale, g in ((2.0, math.sin), (3.0, twice)):
        s += scale * g(x[3])
    return s


def twice(v):
    return v + v


def from_another_function(x):
    first, rest = split(x)
    return first + rest["k"][1][0]


def split(x):
    return x[0], {"k": (x[1], [x[2], None])}


ALIKE = [
    all_kinds_of_items, names_decide, break_out, methods_of_dicts, values_of_dicts, constants_index, unpacked, around,
    nothing_in_them, one_array_in_two_places, numbers_are_values, items_that_change_places, arrays_that_change_places,
    conditional, classes, of_a_list_of_layers, made_arrays, functions_in_them, from_another_function,
]  # fmt: skip


def same(got: Any, wanted: Any) -> bool:
    """Of the same structure, with the same numbers?"""
    if isinstance(wanted, np.ndarray):
        return isinstance(got, np.ndarray) and got.shape == wanted.shape and np.allclose(got, wanted, rtol=1e-14, atol=0.0)
    if isinstance(wanted, dict):
        return type(got) is dict and list(got) == list(wanted) and all(same(got[k], wanted[k]) for k in wanted)
    if isinstance(wanted, (tuple, list)):
        return type(got) is type(wanted) and len(got) == len(wanted) and all(map(same, got, wanted))
    if isinstance(wanted, Layer):
        return isinstance(got, Layer) and same(vars(got), vars(wanted))
    if isinstance(wanted, float):
        return isinstance(got, float) and math.isclose(got, wanted, rel_tol=1e-14)
    return type(got) is type(wanted) and bool(got == wanted)


@pytest.mark.parametrize("f", ALIKE, ids=[f.__name__ for f in ALIKE])
def test_as_python(f: Callable[..., Any]) -> None:
    x, y = X.copy(), X.copy()
    wanted = f(x)
    got = irad.jit(f)(y)
    assert same(got, wanted), (got, wanted)
    np.testing.assert_array_equal(x, y)


def test_containers_go_in_and_out() -> None:
    value = {"layers": [Layer(X, 1.0), Layer(X[1:], 2.5, (1, None))], "pair": Pair(2.0, {"deep": (X[::2],)}), 7: None, "no": []}
    assert same(irad.jit(lambda v: v)(value), value)
    assert same(irad.jit(lambda v: (v["layers"][-1], v["pair"].b["deep"][0][1], v[7] is None, len(v["no"])))(value),
                (value["layers"][-1], 2.0, True, 0))  # fmt: skip


# ---- derivatives


def slopes(f: Callable[[Any], Any], value: Any) -> Any:
    """The gradient of ``f`` in plain Python, by complex steps; built like ``value``."""

    def one(k: int) -> float:
        count = iter(range(10**6))

        def moved(leaf: Any) -> Any:
            if isinstance(leaf, np.ndarray):
                steps = np.array([1e-30j * (next(count) == k) for _ in range(leaf.size)]).reshape(leaf.shape)
                return leaf + steps
            return leaf + 1e-30j * (next(count) == k) if isinstance(leaf, float) else leaf

        return float(np.imag(f(map_leaves(moved, value))) / 1e-30)

    count = iter(range(10**6))

    def at(leaf: Any) -> Any:
        if isinstance(leaf, np.ndarray):
            return np.array([one(next(count)) for _ in range(leaf.size)]).reshape(leaf.shape)
        return one(next(count)) if isinstance(leaf, float) else leaf

    return map_leaves(at, value)


def network(p):
    out = p["x"]
    for layer in p["layers"]:
        out = out * layer.w + layer.b * out * out
        if layer.extra is not None:
            out = out * layer.extra[0]
    scale, offset = p["end"]
    return (out * scale).sum() + offset * p["end"].a


def over_items(p):
    s = 0.0
    for i, (name, v) in enumerate(p.items()):
        if name == "a":
            s = s + (i + 1.0) * v * v
        elif name == "b":
            s = s + (i + 1.0) * v[0] * v[-1]
        else:
            for j, (c, d) in enumerate(zip(v, p["b"])):  # noqa: B905
                s = s + j * c * d * d
    return s * p.get("a") + p.get("nothing", 2.0) * p["b"][1]


def in_a_loop(p):
    state = (p[0], {"sum": 0.0 * p[0]})
    for v in p[1]:
        state = (state[0] * v + state[1]["sum"], {"sum": state[1]["sum"] + v * state[0]})
    return state[0] * state[1]["sum"]


DERIVED: list[tuple[Callable[[Any], Any], Any]] = [
    (network, {"x": X[:3].copy(), "layers": [Layer(X[1:] + 0.0, 0.3), Layer(X[2::-1], 0.7, (2.0, None))], "end": Pair(0.5, 1.5)}),
    (over_items, {"a": 1.5, "b": X[:3], "c": (2.0, 3.0, -1.0)}),
    (in_a_loop, [0.5, X]),
    (lambda p: p[0] * p[-1][0] ** 2 * p[1]["k"][1], (2.0, {"k": [1.0, 3.0]}, (4.0,))),
    (lambda p: p.a * p[1] * p.b, Pair(3.0, 4.0)),
]


@pytest.mark.parametrize("number", range(len(DERIVED)))
def test_derivatives(number: int) -> None:
    f, value = DERIVED[number]
    wanted = slopes(f, value)
    gradient = irad.grad(f)(value)
    close(gradient, wanted)
    result, gradient = irad.value_and_grad(irad.jit(f))(value)
    close(gradient, wanted)
    assert math.isclose(result, f(value), rel_tol=1e-13)
    close(irad.vjp(f, value)[1](2.0)[0], map_leaves(lambda s: 2.0 * s if isinstance(s, (float, np.ndarray)) else s, wanted))
    direction = map_leaves(lambda s: s * 0.0 + 1.0 if isinstance(s, (float, np.ndarray)) else s, value)
    leaves: list[float] = []
    map_leaves(lambda s: leaves.append(np.sum(s)) if isinstance(s, (float, np.ndarray)) else None, wanted)
    assert math.isclose(irad.jvp(f, (value,), (direction,))[1], math.fsum(leaves), rel_tol=1e-11)


def close(got: Any, wanted: Any) -> None:
    """Of one structure, numbers nearly equal."""

    def one(g: Any, w: Any) -> None:
        assert type(g) is type(w)
        if w is not None:
            np.testing.assert_allclose(g, w, rtol=1e-12, atol=1e-12)

    map_leaves(one, got, wanted)
    assert same(map_leaves(lambda g: None, got), map_leaves(lambda w: None, wanted))


def test_annotated_containers() -> None:
    def f(p, s):
        p["out"][0] = p["x"][0] * s
        return p["x"][1] ** 2 * s * p["fixed"]

    p = {"x": X[:2].copy(), "out": np.zeros(1), "fixed": 3}
    d = {"x": np.zeros(2), "out": np.array([10.0]), "fixed": 0}
    _, ds = autodiff(f, Duplicated(p, d), Active(0.5), seed=2.0)
    np.testing.assert_allclose(d["x"], [10.0 * 0.5, 2.0 * 2.0 * X[1] * 0.5 * 3])
    assert d["out"][0] == 0.0  # p["out"] was overwritten
    assert math.isclose(ds, 10.0 * X[0] + 2.0 * X[1] ** 2 * 3)
    assert p["out"][0] == X[0] * 0.5


def test_none_in_containers() -> None:
    def f(p):
        if p["off"] is None and p["list"][1] is None:
            return {"r": (p["x"] * p["s"], None), "n": None}
        return {"r": (p["x"] * 0.0, None), "n": None}

    p = {"x": X[:2], "off": None, "s": 3.0, "list": [2.0, None]}
    wanted = {"x": 3.0 * np.eye(2), "off": None, "s": X[:2], "list": [np.zeros(2), None]}
    for made in (irad.jacfwd(f)(p), irad.jacrev(f)(p), irad.jacobian(f)(p)):
        assert list(made) == ["r", "n"] and made["n"] is None and made["r"][1] is None
        close(made["r"][0], wanted)

    def g(p):
        return (p["x"] ** 2).sum() * p["s"] ** 2 * p["list"][0] if p["off"] is None else 0.0

    h = irad.hessian(g)(p)
    total = (X[:2] ** 2).sum()
    assert list(h) == list(p) and h["off"] is None and h["list"][1] is None
    np.testing.assert_allclose(h["x"]["x"], 2.0 * 9.0 * 2.0 * np.eye(2))
    np.testing.assert_allclose(h["x"]["s"], 2.0 * X[:2] * 2.0 * 3.0 * 2.0)
    np.testing.assert_allclose(h["s"]["list"][0], total * 6.0)
    assert h["s"]["list"][1] is None and h["s"]["off"] is None
    assert math.isclose(h["s"]["s"], 2.0 * total * 2.0)


@pytest.mark.parametrize("value", [{"a": 1.0, "n": 2}, [1.0, (2.0, 3)], (X, np.arange(3)), Pair(1, 2.0), Layer(X, 1.0, True)])
def test_integers_among_floats_are_refused(value: Any) -> None:
    for derivative in (irad.grad, irad.jacfwd, irad.jacrev, irad.hessian):
        with pytest.raises(TypeError, match=r"argument.* is .*which has no derivative"):
            derivative(lambda p: 1.0)(value)


# ---- what is captured


RATES = (2.0, {"never": 1}, 3.0)
TABLE = (np.array([1.0, 2.0]), Pair(4.0, (np.array([5.0]),)))
LIST = [1.0, 2.0]
DICT = {"rate": 2.0}
LAYER = Layer(X)


class Config:
    rate = 2.0
    items = (1.0,)

    @staticmethod
    def square(v):
        return v * v


def test_captured_containers_of_arrays_are_the_same_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    f = irad.jit(lambda x: x * TABLE[0][1] * TABLE[1].a * TABLE[1].b[0][0])
    slope = irad.grad(lambda x: x * TABLE[0][1] * TABLE[1].a * TABLE[1].b[0][0])
    assert f(1.0) == slope(1.0) == 40.0
    TABLE[1].b[0][0] = 6.0
    assert f(1.0) == slope(1.0) == 48.0
    monkeypatch.setitem(globals(), "TABLE", (np.array([1.0, 1.0]), Pair(0.5, (np.array([5.0]),))))
    assert f(1.0) == slope(1.0) == 2.5


def test_closures_over_containers() -> None:
    def made(rates, items):
        return lambda x: x * rates[0] ** 2 * items[-1][0] + rates[1][0]

    for rates in ((2.0, (1.0,)), (3.0, (5.0,))):
        f = made(rates, (1, (7.0, "unused")))
        assert irad.jit(f)(2.0) == f(2.0)
        assert irad.grad(f)(2.0) == rates[0] ** 2 * 7.0


def _rebind(name: str, value: Any) -> Callable[[pytest.MonkeyPatch], None]:
    return lambda patch: patch.setitem(globals(), name, value)


CAPTURED: dict[str, tuple[Callable[..., Any], Callable[[pytest.MonkeyPatch], None]]] = {
    "list": (lambda x: LIST[0] * x, lambda patch: LIST.__setitem__(0, 7.0)),
    "len of a list": (lambda x: len(LIST) * x, _rebind("LIST", [1.0, 2.0, 3.0])),
    "dict": (lambda x: DICT["rate"] * x, lambda patch: patch.setitem(DICT, "rate", 7.0)),
    "dict of another type": (lambda x: DICT["rate"] * x, lambda patch: patch.setitem(DICT, "rate", np.array(7.0))),
    "dataclass": (lambda x: LAYER.b * x, lambda patch: patch.setattr(LAYER, "b", 7.0)),
    "dict in a tuple": (lambda x: RATES[0] * x, _rebind("RATES", (7.0, {}))),
    "attribute of a class": (lambda x: Config.rate * x, lambda patch: patch.setattr(Config, "rate", 7.0)),
    "container of a class": (lambda x: Config.items[0] * x, lambda patch: patch.setattr(Config, "items", [7.0])),
    "function of a class": (lambda x: Config.square(x), lambda patch: patch.setattr(Config, "square", lambda x: 7.0 * x)),
    "attribute of a function": (lambda x: twice.rate * x, lambda patch: patch.setattr(twice, "rate", 7.0)),
}


@pytest.mark.parametrize("name", CAPTURED)
@pytest.mark.parametrize("how", [irad.jit, irad.grad])
def test_what_could_change_is_read_anew(name: str, how: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twice, "rate", 2.0, raising=False)
    f, change = CAPTURED[name]
    compiled = how(f)
    for _ in range(2):
        wanted = f(1.0) if how is irad.jit else (f(1.0 + 1e-6) - f(1.0 - 1e-6)) / 2e-6
        assert math.isclose(compiled(1.0), wanted, rel_tol=1e-9)
        change(monkeypatch)


def refused(call: Callable[[], Any], kind: type[irad.IradError], text: str) -> None:
    """The error, with a place in this file."""
    with pytest.raises(kind) as caught:
        call()
    assert text in str(caught.value)
    assert caught.value.place is not None and caught.value.place.file == __file__


# ---- what is not supported


class Doubled(namedtuple("Doubled", "a b")):
    def __new__(cls, a):
        return super().__new__(cls, a, 2.0 * a)


@dataclass
class WithInit:
    a: float
    b: float = 1.0

    def __init__(self, z):
        self.a = self.b = 2.0 * z


class Derived(Layer):
    def __init__(self, z):
        super().__init__(z, 1.0)


@dataclass
class Made:
    a: float
    b: list = field(default_factory=lambda: [1.0])


@dataclass
class Fixed:
    a: float
    b: float = field(init=False, default=5.0)


def another_length_in_one_branch(x):
    t = (1.0, 2.0)
    if x[0] > 0:
        t = (1.0, 2.0, 3.0)
    return t[0]


def other_keys_in_one_branch(x):
    if x[0] > 0:
        d = {"a": 1.0}
    else:
        d = {"b": x}
    return d["a"]


def a_list_that_grows_in_one_branch(x):
    items = [1.0]
    if x[0] > 0:
        items = items + [x[0]]
    return items[-1]


def too_many(x):
    a, b = (x[0], x[1], x[2])
    return a, b


def of_several_types_afterwards(x):
    for v in (1.0, x):  # noqa: B007
        pass
    return v


REFUSED: list[tuple[Callable[..., Any], type[irad.IradError], str]] = [
    (another_length_in_one_branch, irad.TypingError, "the variable 't' is (float64, float64) in one place and"),
    (other_keys_in_one_branch, irad.TypingError, "the variable 'd' is dict['a', float64] in one place and dict['b', float64"),
    (too_many, irad.TypingError, "3 values cannot be unpacked into 2 names"),
    (of_several_types_afterwards, irad.TypingError, "'v' stands for values of several types"),
    (lambda x: (x[0], x[1])[2], irad.TypingError, "tuple index 2 is out of range for 2 items"),
    (lambda x: (x[0], x[1])[-3], irad.TypingError, "tuple index -3 is out of range for 2 items"),
    (lambda x: (x[0], x[1])[x[0]], irad.TypingError, "a tuple can only be indexed with a constant"),
    (lambda x: (x[0], x[1])[::0], irad.TypingError, "slice step cannot be zero"),
    (lambda x: {"a": 1.0, "a": 2.0}["a"], irad.TypingError, "a key stands twice"),  # noqa: F601
    (lambda x: (x[0], 1) - (x[0], 1), irad.TypingError, "arithmetic needs numbers or arrays"),
    (lambda x: (x[0], 1) * 2.0, irad.TypingError, "arithmetic needs numbers or arrays"),
    (lambda x: len(Layer(x)), irad.TypingError, "has no len()"),
    (lambda x: Pair(x[0], c=1.0), irad.TypingError, "Pair(): got an unexpected keyword argument 'c'"),
    (lambda x: Pair(x[0])._replace(c=1.0), irad.TypingError, "has no field 'c'"),
    (lambda x: Layer(), irad.TypingError, "Layer(): missing a required argument: 'w'"),
    (lambda x: Layer(x)[0], irad.TypingError, "cannot be indexed"),
    (lambda x: Layer(x).unknown, irad.TypingError, "has no attribute 'unknown'"),
    (lambda x: Doubled(x[0]), irad.UnsupportedError, "the class Doubled has a __new__"),
]


@pytest.mark.parametrize("first", [2.0, -2.0])
def test_a_list_that_grows_in_one_branch(first: float) -> None:
    x = np.array([first, 1.0])
    assert irad.jit(a_list_that_grows_in_one_branch)(x) == a_list_that_grows_in_one_branch(x)
    assert irad.grad(a_list_that_grows_in_one_branch)(x).tolist() == [float(first > 0), 0.0]


@pytest.mark.parametrize("number", range(len(REFUSED)), ids=[f"{k}-{f.__name__}" for k, (f, _, _) in enumerate(REFUSED)])
def test_refused(number: int) -> None:
    f, kind, text = REFUSED[number]
    refused(lambda: irad.jit(f)(X.copy()), kind, text)


def test_objects_with_constructors_of_their_own_can_be_passed() -> None:
    def f(p, q, r, s):
        return p.a * q.b * r.w[0] * s.b[0], p, q, r

    p, q, r, s = Doubled(2.0), WithInit(3.0), Derived(X), Made(1.0)
    got = irad.jit(f)(p, q, r, s)
    assert got[0] == 2.0 * 6.0 * 3.0 * 1.0
    assert type(got[1]) is Doubled and got[1] == (2.0, 4.0)
    assert type(got[2]) is WithInit and vars(got[2]) == {"a": 6.0, "b": 6.0}
    assert type(got[3]) is Derived
    assert type(irad.grad(lambda p: p.a * p.b)(p)) is Doubled
