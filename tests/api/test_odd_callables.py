"""Whatever is given as a function or an argument: it works, or the error is one of irad's."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

X = np.array([1.0, 2.0, 3.0])


class Model:
    def __call__(self, x: Any) -> Any:
        return x * x

    def method(self, x: Any) -> Any:
        return x * x

    @staticmethod
    def static(x: Any) -> Any:
        return x * x


def generator(x: Any) -> Any:
    yield x


async def coroutine(x: Any) -> Any:
    return x


def variable(*args: Any) -> Any:
    return args[0] * 2.0


def by_name(x: Any, *, a: Any = 1.0) -> Any:
    return x * a


def decorated(f: Any) -> Any:
    @functools.wraps(f)
    def inner(*args: Any, **keywords: Any) -> Any:
        return f(*args, **keywords)

    return inner


@decorated
def wrapped(x: Any) -> Any:
    return x * x


class Dispatcher:
    """As Numba's: it has the Python function, and neither code nor closure of its own."""

    def __init__(self, f: Any) -> None:
        self.py_func, self.__name__, self.__code__ = f, f.__name__, f.__code__

    def __call__(self, x: Any) -> Any:
        return self.py_func(x)


def square(x: Any) -> Any:
    return x * x


CALLABLES = [
    abs, sum, Model, Model(), Model().method, Model.method, generator, coroutine, variable, by_name, wrapped, np.sin, np.sum,
    functools.partial(Model), functools.partial(abs), functools.partial(np.add, 1.0), functools.lru_cache(square),
    functools.singledispatch(square), operator.itemgetter(0), math.sin, int, type, None, 5, "f", np.vectorize(square), range,
    lambda: 1.0, math, property(square), X, generator(1.0),
]  # fmt: skip
DOORS: list[Callable[[Any], Any]] = [
    lambda f: irad.jit(f)(2.0), lambda f: irad.grad(f)(2.0), lambda f: irad.autodiff(f, irad.Active(2.0)),
    lambda f: irad.autodiff_thunk(f)[0](irad.Active(2.0)), lambda f: irad.vjp(f, 2.0)[1](1.0),
    lambda f: irad.jvp(f, (2.0,), (1.0,)), lambda f: irad.hvp(f, (2.0,), (1.0,)), lambda f: irad.jacobian(f)(2.0),
    lambda f: irad.linearize(f, 2.0)[1](1.0), lambda f: irad.jit(lambda x: f(x))(2.0),
]  # fmt: skip


@pytest.mark.parametrize("door", range(len(DOORS)))
def test_callables(door: int) -> None:
    for f in CALLABLES:
        try:
            DOORS[door](f)
        except (irad.IradError, ValueError) as error:
            assert "a defect of irad" not in str(error), f


def test_dispatchers_and_static_methods() -> None:
    for f in (Dispatcher(square), Model.static, functools.partial(functools.partial(operator_free, 2.0), 3.0)):
        factor = 6.0 if isinstance(f, functools.partial) else 1.0
        assert [irad.grad(f)(3.0), irad.jit(f)(3.0), irad.vjp(f, 3.0)[1](1.0)[0]] == [6.0 * factor, 9.0 * factor, 6.0 * factor]
        assert irad.autodiff(f, irad.Active(3.0)) == (6.0 * factor,)


def operator_free(a: Any, b: Any, x: Any) -> Any:
    return a * b * x * x


def odd_values() -> list[Any]:
    deep: Any = 1.0
    for _ in range(5000):
        deep = [deep]
    own: list[Any] = [1.0]
    own.append(own)
    named: dict[str, Any] = {}
    named["a"] = named
    return [
        deep, own, named, np.array([1, None], object), np.zeros(2, [("a", "f8")]), np.ma.masked_array(X), np.array(["a"]),
        1j, X + 1j, np.float16(1.0), X.astype(np.float16), np.longdouble(1.0), X.astype(">f8"), {1, 2}, b"ab", memoryview(X),
        ..., np.matrix([[1.0]]), [1.0, "a", None], ValueError(), slice(1, 2), np.void(b"abc"), Model(),
    ]  # fmt: skip


ARGUMENTS: list[Callable[[Any], Any]] = [
    lambda a: irad.jit(square)(a), lambda a: irad.grad(square)(a), lambda a: irad.autodiff(square, irad.Active(a)),
    lambda a: irad.autodiff(square, irad.Duplicated(X, a)), lambda a: irad.vjp(square, a), lambda a: irad.jvp(square, (X,), (a,)),
    lambda a: irad.jacobian(square)(a), lambda a: irad.grad(square, argnums=a)(X), lambda a: irad.jit(square).compile(a),
    lambda a: irad.autodiff(square, irad.Active(1.0), mode=a), lambda a: irad.autodiff(square, irad.Active(1.0), returns=a),
    lambda a: irad.autodiff(square, irad.Active(1.0), seed=a), lambda a: irad.jit(square, signature=a),
]  # fmt: skip


@pytest.mark.parametrize("door", range(len(ARGUMENTS)))
def test_arguments(door: int) -> None:
    for value in odd_values():
        if door == 7 and isinstance(value, (bytes, memoryview)):  # these hold integers
            continue
        try:
            ARGUMENTS[door](value)
        except (irad.IradError, ValueError) as error:
            assert "a defect of irad" not in str(error), type(value)


def test_signatures_are_texts_and_small_floats_are_refused() -> None:
    with pytest.raises(irad.TypingError, match="a signature is a text"):
        irad.jit(square).compile(3)  # type: ignore[arg-type]
    with pytest.raises(irad.TypingError, match="float16"):
        irad.check_grads(square, (X.astype(np.float16),))
    assert irad.jit(variable)(1.0) == 2.0 and irad.jit(by_name)(1.0) == irad.grad(by_name)(1.0) == 1.0
    assert irad.jit(lambda x: variable(x) + by_name(x, a=3.0))(1.0) == 5.0
