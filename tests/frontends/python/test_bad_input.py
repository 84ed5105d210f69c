"""Wrong or unsupported input: the type of the error, the place it names, and its wording."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from irad import Active, Const, Duplicated, autodiff

V = np.array([1.0, 2.0, 3.0])


def dictionary(x):
    return {v * 1j: v for v in x}[0]


def string_arithmetic(x):
    return x[0] + "a"


def unknown_numpy(x):
    return np.einsum_path(x, 1).sum()


def wrong_rank(x):
    return x[0, 1]


def with_block(x):
    with open("f"):
        pass
    return x[0]


def undefined_name(x):
    return x[0] * not_defined  # noqa: F821


def two_types(x):
    t = 1.0
    if x[0] > 0:
        t = x
    return t[0]


def mixed_returns(x):
    if x[0] > 0:
        return x
    return 1.0


def set_global(x):
    global V
    V = [x[0]]
    return x[0]


def array_truth(x):
    if x:
        return 1.0
    return x[0]


def float_index(x):
    return x[x[0]]


def index_of_floats(x):
    return x[np.linspace(0.0, 1.0, 2)].sum()


def attribute(x):
    return x.base[0]


def subscripts(x):
    return np.einsum("ii", x)


def endless_types(x):
    return endless_types((x, x))


COMPILE = [
    (dictionary, irad.IradError, "a dict can only be indexed with a constant here"),
    (string_arithmetic, irad.TypingError, "arithmetic needs numbers or arrays, not a string"),
    (unknown_numpy, irad.UnsupportedError, "np.einsum_path is not supported"),
    (wrong_rank, irad.TypingError, "too many indices: the array has 1 axis, 2 were given"),
    (with_block, irad.UnsupportedError, "'with open('f')' is not supported"),
    (undefined_name, irad.TypingError, "the name 'not_defined' is not defined"),
    (two_types, irad.TypingError, "the variable 't' is"),
    (mixed_returns, irad.TypingError, "the function returns"),
    (set_global, irad.UnsupportedError, "[float64] is put into V, which comes from outside"),
    (array_truth, irad.TypingError, "the truth value of an array is ambiguous"),
    (float_index, irad.TypingError, "an index must be an integer, not float64"),
    (index_of_floats, irad.TypingError, "arrays used as indices must be of integer"),
    (attribute, irad.TypingError, "has no attribute 'base'"),
    (subscripts, irad.TypingError, "the subscripts 'ii' do not fit operand 0, which has 1 axes"),
    (endless_types, irad.UnsupportedError, "ever new types do not end"),
]


@pytest.mark.parametrize(("f", "kind", "text"), COMPILE, ids=[f.__name__ for f, _, _ in COMPILE])
def test_refused_at_compile_time(f: Callable[..., Any], kind: type[irad.IradError], text: str) -> None:
    with pytest.raises(kind) as caught:
        irad.grad(f)(V)
    message = str(caught.value)
    assert text in message
    place = caught.value.place
    assert place is not None and place.file == __file__
    first = f.__code__.co_firstlineno
    assert first <= place.line <= first + 8
    with open(__file__) as source:
        assert source.readlines()[place.line - 1].strip() in message


def total(x):
    return (x * x).sum()


def scaled(x, s):
    x *= s
    return x.sum()


def read_only(x: np.ndarray) -> np.ndarray:
    x.flags.writeable = False
    return x


ANNOTATIONS = [
    (
        lambda: autodiff(total, Duplicated(np.arange(3), np.zeros(3))),
        irad.ActivityError,
        "array of int64, which has no derivative",
    ),
    (lambda: autodiff(total, Duplicated(V, np.zeros(4))), irad.ActivityError, "shape"),
    (lambda: autodiff(total, Duplicated(V, np.zeros(3, np.float32))), irad.ActivityError, "dtype"),
    (lambda: autodiff(total, Duplicated(V, read_only(np.zeros(3)))), irad.ActivityError, "read-only"),
    (lambda: autodiff(total, Duplicated(V, [0.0, 0.0, 0.0])), irad.ActivityError, "must be an array, not list"),
    (lambda: autodiff(total, Duplicated(V, V)), irad.AliasingError, "overlaps the primal array"),
    (lambda: autodiff(total, Duplicated(V[::-1], np.zeros(3))), irad.ActivityError, "strides"),
    (lambda: autodiff(total, Active(V)), irad.ActivityError, "x is Active, but it is an array: use Duplicated"),
    (lambda: autodiff(scaled, Duplicated(V.copy(), np.zeros(3)), Active(2)), irad.ActivityError, "not a float"),
    (lambda: autodiff(scaled, Duplicated(V.copy(), np.zeros(3))), irad.TypingError, "takes 2 arguments, 1 was given"),
    (lambda: autodiff(total, Duplicated(V, np.zeros(3)), mode="reverse"), TypeError, "mode"),
    (lambda: autodiff(scaled, V.copy(), Active(2.0), mode=irad.Forward), irad.ActivityError, "forward mode"),
    (lambda: irad.grad(total)(np.arange(3)), TypeError, "array of int64, which has no derivative"),
    (lambda: irad.grad(scaled, argnums=1)(V, 2), TypeError, "argument 1 is of type int"),
    (lambda: irad.grad(total, argnums=3)(V), TypeError, "argnums 3 does not fit 1 argument"),
    (lambda: irad.grad(total)(np.array(["a"])), TypeError, "dtype|has no derivative"),
    (lambda: irad.grad(total)(V.astype(complex)), irad.TypingError, "complex number, which has no gradient"),
    (lambda: irad.grad(total)(np.ones(2, ">f8")), irad.TypingError, "arrays of dtype >f8 are not supported"),
    (lambda: irad.grad(total)(np.ma.ones(3)), irad.TypingError, "MaskedArray has rules of its own"),
    (lambda: irad.jit(total)(np.ones((2, 2)).view(np.matrix)), irad.TypingError, "matrix has rules of its own"),
    (lambda: irad.grad(lambda x: x * 2.0)(V), irad.TypingError, r"returns float64\[::1\]; a gradient is that of one float"),
    (lambda: irad.grad(lambda x: 1)(V), irad.TypingError, "returns int64; a gradient is that of one float"),
    (lambda: irad.grad(V.dot)(V), irad.UnsupportedError, "dot is not a Python function that can be compiled"),
    (lambda: autodiff(len, Const(V)), irad.IradError, "not a Python function"),
    (lambda: autodiff(3, Const(V)), irad.IradError, "not a function"),
]


@pytest.mark.parametrize(("call", "kind", "text"), ANNOTATIONS, ids=range(len(ANNOTATIONS)))
def test_refused_annotation(call: Callable[[], Any], kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        call()


def set_element(x, y):
    y[0] = x[0]
    return x[0]


def set_slice(x, y):
    y[1:] = x[1:]
    return x[0]


def add_in_place(x, y):
    y += x
    return x[0]


def through_a_view(x, y):
    z = y[::-1]
    z[0] = x[0]
    return x[0]


def in_a_helper(x, y):
    add_in_place(x, y)
    return x[0]


def into_out(x, y):
    np.add(x, x, out=y)
    return x[0]


WRITERS = [set_element, set_slice, add_in_place, through_a_view, in_a_helper, into_out]


@pytest.mark.parametrize("f", WRITERS, ids=lambda f: f.__name__)
def test_read_only_arrays_stay_as_they_are(f: Callable[..., Any]) -> None:
    x, y = V.copy(), read_only(np.zeros(3))
    for call in (lambda: irad.jit(f)(x, y), lambda: autodiff(f, Duplicated(x, np.zeros(3)), y)):
        with pytest.raises(irad.TypingError, match="the array is read-only: it cannot be assigned to") as caught:
            call()
        assert caught.value.place is not None and caught.value.place.line >= f.__code__.co_firstlineno - 25
    np.testing.assert_array_equal(y, 0.0)
    compiled = irad.jit(f)
    compiled(x, np.zeros(3))  # the wrapper of a writable array does not take a read-only one
    with pytest.raises(irad.TypingError, match="read-only"):
        compiled(x, y)
    assert irad.jit(total)(read_only(np.ones(3))) == 3.0


def late_error(x):
    for i in range(4):
        x[i] = x[i] * 2.0
    return x.sum()


def test_shadows_are_untouched_when_the_primal_raises() -> None:
    x, dx = V.copy(), np.array([5.0, 6.0, 7.0])
    with pytest.raises(IndexError):
        autodiff(late_error, Duplicated(x, dx))
    np.testing.assert_array_equal(dx, [5.0, 6.0, 7.0])
    np.testing.assert_array_equal(x, 2 * V)


def deep(x, n):
    return x if n == 0 else deep(x * 1.0000001, n - 1) + 1.0


def test_deep_recursion_is_a_recursion_error() -> None:
    with pytest.raises(RecursionError):
        autodiff(deep, Active(1.0), 10**7)
    (d, _) = autodiff(deep, Active(1.0), 1000)
    assert d == pytest.approx(1.0000001**1000)


def test_a_function_without_source() -> None:
    space: dict[str, Any] = {}
    exec("def made_up(x):\n    return x * x\n", space)
    with pytest.raises(irad.UnsupportedError, match=r"the source of made_up\(\) is not available") as caught:
        irad.grad(space["made_up"])(1.0)
    assert str(caught.value).startswith("<string>:1:") and "help: define the function in a file" in str(caught.value)


def test_captured_and_overlapping_arrays() -> None:
    x = np.arange(1.0, 5.0)
    with pytest.raises(irad.AliasingError, match=r"x.*y|y.*x"):
        autodiff(add_in_place, Duplicated(x[:3], np.zeros(3)), Duplicated(x[1:], np.zeros(3)))

    def uses_v(y):
        y[0] = V[1] * 2
        return y[0]

    with pytest.raises(irad.AliasingError, match="V"):
        autodiff(uses_v, Duplicated(V, np.zeros(3)))


def chooses_a_class(x, n):
    if n > 0:
        f = float
    else:
        f = int
    return f(x)


def function_and_number(x, n):
    f = math.sin
    f = x
    return f


def number_and_function(x, n):
    f = x
    f = math.sin
    return f(x)


def function_behind_its_loop(x, n):
    for f in (math.sin, math.cos):  # noqa: B007
        if n > 0:
            break
    return f(x)


def test_variables_that_are_not_one_class() -> None:
    with pytest.raises(irad.UnsupportedError, match="in several places") as caught:
        irad.jit(chooses_a_class)(1.0, 1)
    assert caught.value.place is not None and caught.value.place.file == __file__


@pytest.mark.parametrize("f", [function_and_number, number_and_function])
def test_a_name_may_stand_for_a_function_and_for_a_number_elsewhere(f: Callable[..., Any]) -> None:
    assert irad.jit(f)(0.5, 1) == pytest.approx(f(0.5, 1), rel=1e-15)


def test_functions_in_variables() -> None:
    with pytest.raises(irad.TypingError):
        irad.jit(function_behind_its_loop)(1.0, 1)

    @irad.jit
    def each(x, n):
        for f in (math.sin, math.cos):
            x = f(x)
            if n > 0:
                break
        return x

    assert (each(1.0, 1), each(1.0, 0)) == pytest.approx((math.sin(1.0), math.cos(math.sin(1.0))))

    @irad.jit
    def perhaps(x, n):
        if n > 0:
            f = math.sin
        return f(x)

    assert perhaps(1.0, 1) == pytest.approx(math.sin(1.0))
    with pytest.raises(UnboundLocalError, match="'f'"):
        perhaps(1.0, 0)


def test_a_tuple_is_not_active() -> None:
    with pytest.raises(irad.ActivityError, match="only a single float"):
        autodiff(lambda t: t[0] * t[1], Active((2.0, 3.0)))


def test_the_tangent_of_an_integer_is_zero() -> None:
    both = autodiff(lambda x: (x * x, 3), Duplicated(2.0, 1.0), mode=irad.ForwardWithPrimal)
    assert both == ((4.0, 0), (4.0, 3))


@pytest.mark.parametrize("shape", [2**60, 2**61, 2**63 - 1, (2**31, 2**31), (2**20, 2**20, 2**20), (3, 2**60)])
def test_sizes_that_overflow(shape: Any) -> None:
    """As in NumPy a ValueError: the number of bytes would not fit in 64 bits, and little memory would be taken for much."""

    def one(n):
        a = np.empty(n)
        a[3] = 1.0
        return a[3]

    def two(n, m):
        return np.ones((n, m)).sum() + np.eye(n, m)[3, 3]

    def three(n, m, k):
        return np.zeros((n, m, k)).sum()

    given = shape if isinstance(shape, tuple) else (shape,)
    with pytest.raises(ValueError, match=r"dimension|too big"):
        np.empty(shape)
    with pytest.raises(ValueError, match=r"Maximum allowed dimension|too big"):
        irad.jit((one, two, three)[len(given) - 1])(*given)
