"""Exceptions of one number: what a handler finds in them, and what is shown; Python's errors where a result is too large."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad


class Stop(Exception):
    pass


class Coded(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class CodedAgain(Coded):
    pass


def literal(x):
    try:
        raise Stop(3)
    except Stop as e:
        return 10.0 * x if e.args[0] == 3 else -x


def computed(x):
    try:
        raise Stop(int(x) * 2)
    except Stop as e:
        return x * e.args[0]


def truth(x):
    try:
        raise ValueError(True)
    except ValueError as e:
        return x if e.args[0] is True else -x


def text(x):
    try:
        raise ValueError("text")
    except ValueError as e:
        return x if e.args[0] == "text" else -x


def key(x):
    d = {1: 2.0}
    try:
        return x * d[int(x)]
    except KeyError as e:
        return x * e.args[0]


def inherited(x):
    try:
        raise CodedAgain(3)
    except Coded as e:
        return x * e.code


@pytest.mark.parametrize("f", [literal, computed, truth, text, key, inherited], ids=lambda f: f.__name__)
def test_handlers_find_the_number(f: Callable[[float], float]) -> None:
    value, gradient = irad.value_and_grad(f)(5.5)
    assert value == f(5.5)
    assert gradient == pytest.approx((f(5.5 + 1e-6) - f(5.5 - 1e-6)) / 2e-6, rel=1e-6)


def raised_number(n: int) -> None:
    raise ValueError(n)


def raised_float(n: int) -> None:
    raise ValueError(np.float64(n) * 1.5)


def raised_key(n: int) -> None:
    raise KeyError(n)


def raised_none(n: int) -> None:
    raise ValueError(None)


def said_again(n: int) -> None:
    try:
        raise Stop(n * 2)
    except Stop as e:
        raise ValueError(f"again {e}") from None


def handed_on(n: int) -> None:
    try:
        raise ValueError(n)
    except ValueError as e:
        raise Stop(e.args[0]) from None


RAISING = (raised_number, raised_float, raised_key, raised_none, said_again, handed_on)


@pytest.mark.parametrize("f", RAISING, ids=lambda f: f.__name__)
def test_arguments_of_what_is_raised(f: Callable[[int], Any]) -> None:
    with pytest.raises(Exception) as expected:
        f(5)
    with pytest.raises(type(expected.value)) as found:
        irad.jit(f)(5)
    assert found.value.args == expected.value.args


def too_large_exp(x):
    try:
        return 1 / (1 + math.exp(-x))
    except OverflowError:
        return -7.0 * x


def too_large_power(x):
    y = x * 1e180
    try:
        return y**2
    except ArithmeticError:
        return -7.0 * x


def in_a_function(x):
    def inner(v):
        return math.cosh(v)

    try:
        return inner(x * 1000.0)
    except OverflowError:
        return 3.0 * x


def out_of_domain(x):
    try:
        return math.sin(x * math.inf)
    except ValueError:
        return 3.0 * x


@pytest.mark.parametrize("x", [-1000.0, 1e-180, 2.0])
@pytest.mark.parametrize("f", [too_large_exp, too_large_power, in_a_function, out_of_domain], ids=lambda f: f.__name__)
def test_handlers_see_overflow(f: Callable[[float], float], x: float) -> None:
    assert irad.jit(f)(x) == f(x)


def large_product(a, b):
    try:
        return 1.0 * (a * b)
    except OverflowError:
        return -1.0


def negative_power(n):
    try:
        return 2.0 * 2**n
    except ValueError:
        return -1.0


def of_nan(x):
    try:
        return float(len({x, 2.0}))
    except Exception:
        return -1.0


def in_unknown_order(x):
    try:
        total = 0.0
        for k in {round(x), 2, 77, round(x) + 1000}:
            total = total * 2 + k
        return total
    except Exception:
        return -1.0


@pytest.mark.parametrize(
    ("f", "args"), [(large_product, (2**40, 2**41)), (negative_power, (-1,)), (of_nan, (math.nan,)), (in_unknown_order, (55.0,))]
)
def test_handlers_do_not_see_what_only_compiled_code_refuses(f: Callable[..., Any], args: tuple[Any, ...]) -> None:
    with pytest.raises(irad.UnsupportedError):
        irad.jit(f)(*args)


def zero_to_a_negative_power(n, m):
    try:
        return n**m
    except ZeroDivisionError:
        return 7


def test_zero_to_a_negative_power() -> None:
    assert irad.jit(zero_to_a_negative_power)(0, -1) == 7


MESSAGES: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (lambda a, b: a / b, (1.0, 0.0)), (lambda a, b: a // b, (1.0, 0.0)), (lambda a, b: a % b, (1.0, 0.0)),
    (lambda a, b: a / b, (1, 0)), (lambda a, b: a // b, (1, 0)), (lambda a, b: a % b, (1, 0)), (lambda a, b: a**b, (0.0, -1.0)),
    (lambda a, b: a + b, (np.ones(3), np.ones(4))), (lambda a, b: a + b, (np.ones((2, 3)), np.ones(4))),
    (lambda a, b: a.reshape(b, 2), (np.ones(6), 4)), (lambda a, b: a.max() + b, (np.ones(0), 1.0)),
    (lambda a, b: a.argmin() + b, (np.ones(0), 1.0)), (lambda a, b: max([v for v in a if v > b]), (np.ones(2), 2.0)),
]  # fmt: skip


@pytest.mark.parametrize(("f", "args"), MESSAGES)
def test_messages_are_those_of_python_and_numpy(f: Callable[..., Any], args: tuple[Any, ...]) -> None:
    with pytest.raises(Exception) as expected:
        f(*args)
    with pytest.raises(type(expected.value)) as found:
        irad.jit(f)(*args)
    assert str(found.value) == str(expected.value)


def unpacked(a):
    p, q = a
    return p + q


@pytest.mark.parametrize("n", [1, 3])
def test_unpacking_says_how_many(n: int) -> None:
    with pytest.raises(ValueError, match="to unpack") as expected:
        unpacked(np.ones(n))
    with pytest.raises(ValueError, match="to unpack") as found:
        irad.jit(unpacked)(np.ones(n))
    assert str(found.value) == str(expected.value)


def of_numbers(a, b, m):
    table = (5, 6, 7)
    return pow(a, b, m) + table[b % 3], "abc"[m % 3]


def power_of_itself(n):
    g = lambda k: 1.1 if k == 0 else g(k - 1) * 1.1
    return g(n)


def test_integers_as_indices_and_powers() -> None:
    assert irad.jit(of_numbers)(7, 200, 13) == of_numbers(7, 200, 13)
    index = np.array([1], np.int16)
    assert irad.jit(lambda i: (5, 6, 7)[i[0]])(index) == 6
    assert irad.jit(power_of_itself)(3) == power_of_itself(3)


def nothing_is_largest(x):
    try:
        return max([])
    except ValueError:
        return x


def nothing_to_pop(x):
    try:
        return [].pop()
    except IndexError:
        return x * x


def too_many(x):
    try:
        p, q = (1.0, 2.0, 3.0)
        return p * q
    except ValueError:
        return 3.0 * x


def not_there(x):
    d = {"a": x}
    try:
        return d["b"]
    except KeyError:
        return x * 2


def on_one_way(x):
    try:
        y = 0.5
        if x > 1.0:
            y = max([])
        return x * y
    except ValueError:
        return x * 3


@pytest.mark.parametrize("x", [0.5, 2.0])
@pytest.mark.parametrize("f", [nothing_is_largest, nothing_to_pop, too_many, not_there, on_one_way], ids=lambda f: f.__name__)
def test_handlers_see_errors_that_are_known_when_compiling(f: Callable[[float], float], x: float) -> None:
    value, gradient = irad.value_and_grad(f)(x)
    assert value == f(x)
    assert gradient == pytest.approx((f(x + 1e-6) - f(x - 1e-6)) / 2e-6, rel=1e-6)


def tree_of_tuples(x):
    def tree(n):
        return (tree(n - 1), n * x, tree(n - 2)) if n > 0 else None

    def total(t):
        return 0.0 if t is None else total(t[0]) * 0.5 + t[1] + total(t[2])

    return total(tree(4))


def test_a_type_that_holds_itself_is_refused_at_once() -> None:
    with pytest.raises(irad.IradError, match=r"what tree\(\) returns does not settle"):
        irad.jit(tree_of_tuples)(2.0)
