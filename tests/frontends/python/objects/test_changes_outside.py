"""Objects, containers and names from outside that compiled code changes: what is left there afterwards, and derivatives.

Every program runs in CPython as well, on objects of its own: value, objects and exceptions have to be the same.  Derivatives are
compared with closed forms.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

X = np.array([0.1, 0.2])


class Box:
    """An object with attributes."""

    def __init__(self, **attributes: Any) -> None:
        for name, value in attributes.items():
            setattr(self, name, value)


def state(o: Any) -> Any:
    """Classes and values of all that an object holds, to be compared."""
    if isinstance(o, dict):
        return {k: state(v) for k, v in o.items()}
    if isinstance(o, (list, tuple)):
        return type(o), [state(v) for v in o]
    if isinstance(o, np.ndarray):
        return o.dtype, o.shape, o.tolist()
    return (type(o), state(vars(o))) if hasattr(o, "__dict__") else (type(o), o)


CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "jit": lambda f, x: irad.jit(f)(x),
    "grad": lambda f, x: irad.grad(f)(x),
    "value_and_grad": lambda f, x: irad.value_and_grad(f)(x),
    "jvp": lambda f, x: irad.jvp(f, (x,), (np.ones_like(x),)),
    "vjp": lambda f, x: irad.vjp(f, x)[1](1.0),
}


def check(make: Callable[[], Any], program: Callable[[Any], Callable[[Any], Any]], slope: list[float], x: Any = X) -> None:
    """One call in each way beside CPython's: the object is left alike; ``slope``: the gradient, in closed form."""
    for how, call in CALLS.items():
        own, plain = make(), make()
        found, wanted = call(program(own), x.copy()), program(plain)(x.copy())
        assert state(own) == state(plain), how
        if how in ("jit", "value_and_grad", "jvp"):
            np.testing.assert_allclose(found if how == "jit" else found[0], wanted, rtol=1e-14, err_msg=how)
        if how in ("grad", "value_and_grad", "vjp"):
            gradient = found if how == "grad" else found[1] if how == "value_and_grad" else found[0]
            np.testing.assert_allclose(gradient, slope, rtol=1e-12, err_msg=how)
        if how == "jvp":
            np.testing.assert_allclose(found[1], sum(slope), rtol=1e-12)


class Model:
    """Counts its calls, and keeps what it has seen."""

    def __init__(self) -> None:
        self.calls, self.total = 0, 0.0
        self.last: Any = None
        self.weights = np.ones(2)

    def loss(self, x: Any) -> Any:
        self.calls += 1
        self.weights = x * 2.0
        self.total += self.weights.sum()
        self.last = self.total * x[0]
        return (self.weights * x).sum() * self.calls + self.last


def test_a_method_changes_its_object() -> None:
    a, b = X
    check(Model, lambda m: m.loss, [4 * a + 4 * a + 2 * b, 4 * b + 2 * a])


def test_calls_follow_each_other() -> None:
    own, plain = Model(), Model()
    f = irad.value_and_grad(own.loss)
    a, b = X
    for n in range(1, 4):
        value, slope = f(X)
        assert value == pytest.approx(plain.loss(X), rel=1e-14)
        # 2 n (a^2 + b^2) + (t + 2a + 2b) a, where t = 2 (n - 1) (a + b) is what was there before
        t = 2 * (n - 1) * (a + b)
        np.testing.assert_allclose(slope, [4 * n * a + t + 4 * a + 2 * b, 4 * n * b + 2 * a], rtol=1e-12)
        assert state(own) == state(plain)
    assert len(f.irad_function.specialisations) <= 2  # `last` is None at first


def test_in_loops_and_branches() -> None:
    def program(o):
        def f(x):
            for i in range(len(x)):
                o.n += 1
                o.s = o.s * 2 + x[i] * o.n
                if x[i] > 0.15:
                    o.hit = i
            return o.s

        return f

    check(lambda: Box(n=0, s=0.5), program, [2.0, 2.0])


def test_in_callees() -> None:
    def program(o):
        def bump(v):
            o.n += v
            return o.n

        def f(x):
            s = 0.0
            for v in x:
                s += bump(v) * v
            return s + bump(1.0)

        return f

    a, b = X  # (n + a) a + (n + a + b) b + n + a + b + 1
    check(lambda: Box(n=0.5), program, [0.5 + 2 * a + b + 1, 0.5 + a + 2 * b + 1])


def test_two_paths_to_one_object() -> None:
    def make():
        shared = Box(v=1.0)
        return Box(a=shared, b=shared)

    def program(o):
        def f(x):
            o.a.v = x[0]
            o.b.v *= x[1]
            return o.a.v * 3

        return f

    check(make, program, [3 * X[1], 3 * X[0]])


def test_paths_that_lead_elsewhere_later() -> None:
    first, second, holder = Box(v=np.float64(1.0)), Box(v=np.float64(2.0)), Box()
    holder.a, holder.b = first, second

    def f(x):
        holder.a.v = x[0]
        holder.b.v += 1.0
        return holder.a.v * holder.b.v

    g = irad.value_and_grad(f)
    value, slope = g(X)
    assert (value, list(slope), first.v, second.v) == (0.1 * 3.0, [3.0, 0.0], 0.1, 3.0)
    holder.b = first
    value, slope = g(X)
    np.testing.assert_allclose([value, *slope, first.v, second.v], [1.1 * 1.1, 2.2, 0.0, 1.1, 3.0])
    holder.b = second
    value, slope = g(X)
    np.testing.assert_allclose([value, *slope, first.v, second.v], [0.1 * 4.0, 4.0, 0.0, 0.1, 4.0])


def test_items_of_dicts_and_lists() -> None:
    def program(o):
        def f(x):
            o["a"] += 1
            o["l"][1] = x[0]
            o["l"][-2] += 2
            o["new"] = x * 2
            return o["a"] * o["l"][0] * o["l"][1] * o["new"].sum()

        return f

    a, b = X  # 2 * 3 * a * 2 (a + b)
    check(lambda: {"a": 1, "l": [1, 2.5]}, program, [12 * (2 * a + b), 12 * a])


class Doubling:
    """A property with a setter."""

    def __init__(self) -> None:
        self._v, self.sets = 1.0, 0

    @property
    def v(self) -> Any:
        return self._v

    @v.setter
    def v(self, value: Any) -> None:
        self._v = value * 2
        self.sets += 1


def test_property_setters() -> None:
    def program(o):
        def f(x):
            o.v = x[0]
            o.v += x[1]
            return o.v * o.sets

        return f

    check(Doubling, program, [8.0, 4.0])


def test_nested_objects_and_a_model_of_layers() -> None:
    class Layer:
        def __init__(self, n):
            self.n, self.w = n, np.zeros((n, n))

        def load(self, flat):
            self.w = flat[: self.n * self.n].reshape(self.n, self.n)

        def __call__(self, v):
            return self.w @ v

    def program(layers):
        def f(x):
            start = 0
            for layer in layers:
                layer.load(x[start:])
                start += layer.n**2
            v = np.ones(2)
            for layer in layers:
                v = layer(v)
            return v.sum()

        return f

    x = np.arange(1.0, 9.0)
    first, second = x[:4].reshape(2, 2), x[4:].reshape(2, 2)
    slope = [*np.outer(second.sum(axis=0), np.ones(2)).ravel(), *np.outer(np.ones(2), first.sum(axis=1)).ravel()]
    check(lambda: [Layer(2), Layer(2)], program, slope, x)
    layers = [Layer(2), Layer(2)]
    irad.value_and_grad(program(layers))(x)
    assert all(np.shares_memory(layer.w, x) for layer in layers)  # views, as CPython leaves them
    np.testing.assert_allclose(irad.grad(program(layers))(x), slope)  # though what is there now lies in the argument


def test_arrays_share_memory_as_in_python() -> None:
    o = Box()

    def f(x):
        o.a, o.b = x, x[1:]
        o.c = x * 2
        o.d = o.c[::-1]
        o.e = (x[0], o.c, None)
        return o.c.sum()

    irad.jit(f)(X)
    assert o.a is X and np.shares_memory(o.b, X)
    assert o.e[1] is o.c and np.shares_memory(o.c, o.d)
    o.c[0] = 5.0
    assert o.d[1] == 5.0
    irad.grad(f)(X)
    np.testing.assert_array_equal(o.d, [0.4, 0.2])


def test_arrays_change_in_place_and_are_replaced() -> None:
    def program(o):
        def f(x):
            o.w += x
            w = o.w
            o.w = w * x
            w[0] = 7.0
            return (o.w * o.w).sum() + w.sum()

        return f

    a, b = X  # ((1 + a) a)^2 + ((2 + b) b)^2 + 7 + 2 + b
    slope = [2 * (1 + a) * a * (1 + 2 * a), 2 * (2 + b) * b * (2 + 2 * b) + 1]
    check(lambda: Box(w=np.array([1.0, 2.0])), program, slope)


def test_kinds_of_values() -> None:
    def program(o):
        def f(x):
            o.a, o.b, o.c = x[0], float(x[0]), len(x)
            o.d, o.e, o.f = x[0] > 0, bool(x[1] > 1), None
            o.g, o.h, o.i, o.j = True, x.sum(), np.int32(3), np.argmax(x)
            o.k, o.m = "done", (1, (2.0, x[1]))
            return x[0] * 2

        return f

    check(lambda: Box(f=2), program, [2.0, 0.0])


def test_none_until_it_is_known() -> None:
    def program(o):
        def f(x):
            for v in x:
                if o.best is None or v > o.best:
                    o.best = v
                    o.seen += 1
            return o.best * o.seen

        return f

    check(lambda: Box(best=None, seen=0), program, [0.0, 2.0])


def test_lists_get_longer() -> None:
    def program(o):
        def add(v):
            o.late.append(v)

        def f(x):
            s = 0.0
            for i in range(20):
                s += x[i % 2] ** 2
                o.history.append(s)
                o.pairs.append((i, s * 2, i > 3))
                if i == 3:
                    add(s)
            o.late.extend([x[0], x[1]])
            return s

        return f

    check(lambda: Box(history=[], pairs=[], late=[3]), program, list(20 * X))


def test_attributes_by_their_dict() -> None:
    class Made:
        def __init__(self, params):
            self.__dict__.update(params)
            self.z = 1.0

    def program(o):
        def f(x):
            params = {"a": x[0], "b": x * 2}
            own = Made(params)
            own.a = own.a * 3
            o.__dict__.update({"a": x[0]}, b=x * 2)
            vars(o).update(c=3)
            return own.a * own.b.sum() * own.z + params["a"] + o.a * o.b.sum() * o.c

        return f

    a, b = X  # 12 a (a + b) + a
    check(Box, program, [12 * (2 * a + b) + 1, 12 * a])


# ---- exceptions


def raises(o):
    def f(x):
        o.n += 1
        o.last = x[0] * 2
        if x[0] < 1:
            raise ValueError("too small")
        o.n += 10
        return o.last

    return f


def out_of_bounds(o):
    def change():
        o.n += 1

    def f(x):
        change()
        return x[5] * o.n

    return f


def never_there(o):
    def f(x):
        o.n = 2
        if x[0] > 5:
            o.w = x[0]
        return o.w * 3

    return f


@pytest.mark.parametrize("program", [raises, out_of_bounds, never_there], ids=lambda f: f.__name__)
@pytest.mark.parametrize("how", CALLS)
def test_what_was_done_before_an_error(program: Any, how: str) -> None:
    own, plain = Box(n=0), Box(n=0)
    with pytest.raises((ValueError, IndexError, AttributeError)) as wanted:
        program(plain)(X)
    with pytest.raises(type(wanted.value)):
        CALLS[how](program(own), X)
    assert state(own) == state(plain) and own.n > 0


def test_errors_that_are_caught() -> None:
    def program(o):
        def bad(x):
            o.n += x[0]
            return x[9]

        def f(x):
            try:
                v = bad(x)
            except IndexError:
                v = x[1]
            finally:
                o.k += 1
            return v * o.n

        return f

    check(lambda: Box(n=1.0, k=0), program, [X[1], 1 + X[0]])


# ---- names


COUNT, WEIGHTS = 0, np.ones(2)


def counts(x):
    global COUNT, WEIGHTS
    COUNT += 1
    WEIGHTS = WEIGHTS * x
    return (WEIGHTS * x).sum() * COUNT + of_others()


def of_others():
    return COUNT * 2.0


def test_global_names() -> None:
    global COUNT, WEIGHTS
    f, found = irad.value_and_grad(counts), []
    for call in (f, counts):
        COUNT, WEIGHTS = 0, np.ones(2)
        for n in range(1, 4):
            out = call(X)
            found.append((out[0] if call is f else out, COUNT, WEIGHTS.tolist()))
            if call is f:  # n (x^n) x, the weights are x^(n - 1) before
                np.testing.assert_allclose(out[1], n * 2 * X**n, rtol=1e-12)
    for own, wanted in zip(found[:3], found[3:], strict=True):
        assert own[0] == pytest.approx(wanted[0], rel=1e-14) and own[1:] == wanted[1:]
    assert len(f.irad_function.specialisations) == 1  # not compiled anew for each number


def test_nonlocal_names() -> None:
    def make():
        n, last = 0, None

        def f(x):
            nonlocal n, last
            n += 1
            last = x[0] * n

            def inner(v):
                nonlocal n
                n += 10
                return v * n

            return inner(x[1]) + last

        return f, lambda: (n, last)

    for how in ("jit", "value_and_grad", "jvp"):
        (f, own), (g, plain) = make(), make()
        for n in (0, 11):
            found, wanted = CALLS[how](f, X), g(X)
            np.testing.assert_allclose(found if how == "jit" else found[0], wanted, rtol=1e-14)
            assert own() == plain()
            if how == "value_and_grad":
                np.testing.assert_allclose(found[1], [n + 1, n + 11])


class Counting:
    """A class that counts."""

    count = 0

    def loss(self, x):
        Counting.count += 1
        return x.sum() * self.count


def test_attributes_of_classes() -> None:
    for n in range(1, 4):
        np.testing.assert_allclose(irad.grad(Counting().loss)(X), [n, n])
    assert Counting.count == 3


# ---- once


def test_annotated_calls_and_tapes() -> None:
    o = Box(n=1.0)

    def f(x):
        o.n += 1.0
        return (x * x).sum() * o.n

    for n in (2.0, 3.0, 4.0):
        shadow = np.zeros(2)
        assert irad.autodiff(f, irad.Duplicated(X, shadow), mode=irad.ReverseWithPrimal)[1] == pytest.approx(0.05 * n)
        assert o.n == n
        np.testing.assert_allclose(shadow, 2 * n * X)
    augmented, reverse = irad.autodiff_thunk(f)
    shadow = np.zeros(2)
    tape, value = augmented(irad.Duplicated(X, shadow))
    assert (value, o.n) == (pytest.approx(0.25), 5.0)
    reverse(irad.Duplicated(X, shadow), tape=tape)
    assert o.n == 5.0
    np.testing.assert_allclose(shadow, 10 * X)


def test_arrays_that_share_memory() -> None:
    o = Box(n=1.0)

    def f(x, y):
        o.n += 1.0
        return (x * y).sum() * o.n

    x = np.arange(5.0)
    first, second = irad.grad(f, (0, 1))(x[:3], x[1:4])
    assert o.n == 2.0
    np.testing.assert_allclose(first, [2.0, 4.0, 8.0])
    np.testing.assert_allclose(second, [4.0, 8.0, 4.0])


def test_checkpointed_loops() -> None:
    def program(o):
        def f(x):
            s = x[0]
            for _ in irad.checkpointed(range(10)):
                o.n += 1.0
                s = s * 0.9 + o.n * s * 0.01
            return s

        return f

    check(lambda: Box(n=0.0), program, [float(np.prod([0.9 + 0.01 * n for n in range(1, 11)])), 0.0])


# ---- refused

O = Box(n=1.0, items=[1.0], named={"a": 1.0}, other=Box(v=1.0), word="a")  # noqa: E741


def change(x):
    O.n += x[0]
    return x * O.n


def a_jacobian(x):
    return irad.jacfwd(change)(x)


def inside(x):
    return irad.grad(lambda v: change(v).sum())(x).sum()


def a_list(x):
    O.items = [x[0]]
    return x[0]


def an_object(x):
    O.other = O
    return x[0]


def two_types(x):
    O.n = 1.0
    if x[0] > 0:
        O.n = x
    return x[0]


def two_words(x):
    if O.word == "a":
        O.word = "b"
    return x[0]


def as_a_whole(x):
    whole = O.named
    O.named["a"] = x[0]
    return whole["a"]


def read_list(x):
    O.items.append(x[0])
    return O.items[-1]


def another_name(x):
    for items in (O.items,):
        items.append(x[0])
    return x[0]


@irad.recompute
def again(x):
    return change(x).sum()


def run_again(x):
    return again(x) * x[0]


REFUSED = [
    (a_jacobian, "a Jacobian runs it several times"),
    (inside, "its derivative is taken in compiled code"),
    (a_list, "[float64] is put into O.items, which comes from outside"),
    (an_object, "O is put into O.other, which comes from outside"),
    (two_types, "O.n, from outside, gets float64 in one place and float64[::1] in another"),
    (as_a_whole, "O.named, from outside, is used as a whole, and items of it are changed"),
    (read_list, "O.items, from outside, is read, and appended to"),
    (another_name, "a container, which comes from outside, would be changed"),
    (run_again, "it cannot be run again in the reverse sweep"),
]


@pytest.mark.parametrize(("f", "text"), REFUSED, ids=lambda v: getattr(v, "__name__", ""))
def test_refused(f: Any, text: str) -> None:
    before = state(O.__dict__ | {"other": None})
    with pytest.raises(irad.IradError) as caught:
        irad.jit(f)(X) if f in (a_jacobian, inside) else irad.grad(f)(X)
    assert text in str(caught.value)
    assert state(O.__dict__ | {"other": None}) == before


def test_refused_where_python_would_run_it_again() -> None:
    o = Box(n=1.0)

    def f(x):
        o.n += 1.0
        return (x * x).sum() * o.n

    with pytest.raises(irad.UnsupportedError, match="its linear function would run it again"):
        irad.linearize(f, X)
    with pytest.raises(irad.UnsupportedError, match="a Jacobian runs it several times"):
        irad.jacobian(lambda x: x * f(x))(np.arange(5.0))
    with pytest.raises(irad.UnsupportedError, match="its derivative is taken in compiled code"):
        irad.hessian(f)(X)
    assert o.n == 1.0
    _, pull = irad.vjp(f, X)
    np.testing.assert_allclose(pull(1.0)[0], 4 * X)
    with pytest.raises(irad.UnsupportedError, match="its pullback can be called once"):
        pull(1.0)
    assert o.n == 2.0


def test_refused_as_an_argument_as_well() -> None:
    o = Box(n=1.0)

    def f(x, q):
        o.n += x[0]
        return q.n * x[0]

    for call in (irad.jit(f), irad.grad(f)):
        with pytest.raises(irad.AliasingError, match="gets this object as an argument as well"):
            call(X, o)
    assert o.n == 1.0
    assert irad.jit(f)(X, copy.copy(o)) == pytest.approx(0.1)
