"""Functions whose parameters depend on the call, methods as values: derivatives beside closed forms."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import irad


def weighted(*xs: Any, scale: float = 2.0) -> Any:
    return sum(x * x for x in xs) * scale


def powers(x: Any, *, k: float, n: int = 3) -> Any:
    return (x**n).sum() * k


def named(x: Any, **given: float) -> Any:
    return x * given["a"] + given.get("b", 1.0)


def doubled(f: Any) -> Any:
    @functools.wraps(f)
    def wrapper(*args: Any, **keywords: Any) -> Any:
        return f(*args, **keywords) * 2

    return wrapper


@doubled
def power(x: Any, p: int = 3) -> Any:
    return x**p


def test_gradients() -> None:
    assert irad.grad(weighted)(1.0, 2.0) == 4.0
    assert irad.grad(weighted, argnums=(0, -1))(1.0, 2.0, 3.0) == (4.0, 12.0)
    assert irad.value_and_grad(weighted)(1.0, scale=5.0) == (5.0, 10.0)
    np.testing.assert_array_equal(irad.grad(powers)(np.ones(2), k=2.0), [6.0, 6.0])
    np.testing.assert_array_equal(irad.grad(powers)(np.ones(2), n=2, k=2.0), [4.0, 4.0])
    assert irad.grad(named)(2.0, a=3.0) == 3.0
    assert irad.grad(power)(2.0) == 24.0
    assert irad.grad(power)(2.0, p=2) == 8.0
    assert irad.grad(functools.partial(power, p=2))(2.0) == 8.0
    assert irad.hessian(lambda *a: a[0] ** 2 * a[1])(1.0, 2.0) == 4.0


def test_the_other_entries() -> None:
    assert irad.jit(weighted)(1.0, 2.0, 3.0) == 28.0
    assert irad.jit(weighted)(1.0, scale=3.0) == 3.0
    assert irad.jvp(weighted, (1.0, 2.0), (1.0, 0.0)) == (10.0, 4.0)
    value, pull = irad.vjp(weighted, 1.0, 2.0)
    assert (value, pull(1.0)) == (10.0, (4.0, 8.0))
    assert irad.autodiff(weighted, irad.Active(3.0), irad.Active(2.0)) == (12.0, 8.0)
    with pytest.raises(irad.TypingError, match="argnums 2 does not fit 2 arguments by position"):
        irad.grad(weighted, argnums=2)(1.0, 2.0)


class Model:
    """Its methods are passed around."""

    def __init__(self, k: float) -> None:
        self.k = k

    def loss(self, x: Any, *rest: Any) -> Any:
        return x * x * self.k + sum(rest)

    @classmethod
    def square(cls, x: Any) -> Any:
        return x * x


def apply(f: Any, x: Any) -> Any:
    return f(x)


def test_methods_are_values() -> None:
    m = Model(3.0)
    loss, square = m.loss, Model.square
    listed = [m.loss, np.sin]
    assert irad.grad(m.loss)(2.0, 3.0) == 12.0
    assert irad.grad(lambda x: loss(x))(2.0) == 12.0
    assert irad.grad(lambda x: square(x))(2.0) == irad.grad(Model.square)(2.0) == 4.0
    assert irad.grad(lambda x: apply(m.loss, x))(2.0) == 12.0
    assert irad.grad(lambda x, f: f(x))(2.0, m.loss) == 12.0
    assert irad.grad(lambda x: sum([f(x) for f in listed]))(2.0) == pytest.approx(12.0 + np.cos(2.0), rel=1e-14)
    m.k = 5.0
    assert irad.grad(lambda x: loss(x))(2.0) == irad.grad(m.loss)(2.0, 3.0) == 20.0


class Vector:
    """Operators of its own."""

    __slots__ = ("x", "y")

    def __init__(self, x: Any, y: Any) -> None:
        self.x, self.y = x, y

    def __add__(self, other: Any) -> Any:
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, k: Any) -> Any:
        return Vector(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return Vector(-self.x, -self.y)

    def __iadd__(self, other: Any) -> Any:
        self.x = self.x + other.x
        return self

    def __matmul__(self, other: Any) -> Any:
        return self.x * other.x + self.y * other.y

    def __len__(self) -> int:
        return 2

    def __abs__(self) -> Any:
        return np.sqrt(self @ self)

    def __getitem__(self, k: int) -> Any:
        return self.x if k == 0 else self.y

    def __lt__(self, other: Any) -> Any:
        return abs(self) < abs(other)

    def __contains__(self, v: Any) -> Any:
        return v == self.x


def operators(x: Any) -> Any:
    a = Vector(x, 0.5)
    b = 2.0 * a + Vector(1.0, x) * 3.0
    b += a
    c = -b
    s = a @ b + len(a) * abs(c) + c[0] * c[1]
    if a < b:
        s += 1.5 * x
    return s * 3.0 if x in a else s


def test_operators_of_classes() -> None:
    from tests.numeric.scalar_functions import check_as_python

    check_as_python(operators)


def test_product_of_an_object_in_an_assignment() -> None:
    class Scaled:
        def __init__(self, parts):
            self.data, self.indices = parts

        def __matmul__(self, x):
            return self.data[:2] * x

    def product(d):
        a = Scaled((d, np.arange(2)))
        y = a @ d[:2]
        return y.sum()

    x = np.array([1.5, 2.0, -1.0])
    np.testing.assert_allclose(irad.grad(product)(x), [3.0, 4.0, 0.0])
