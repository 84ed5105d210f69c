"""``irad.autodiff`` and ``irad.grad`` inside compiled functions: values by closed forms, errors with their places."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from irad import Active, Const, Duplicated, Forward, ForwardWithPrimal, ReverseWithPrimal, autodiff

# ---- numbers: f(x, y) = x^3 y^2 and its derivatives


def product(x: float, y: float) -> float:
    return x * x * x * y * y


def slope_reverse(x: float, y: float) -> float:
    dx, dy = autodiff(product, Active(x), Active(y))
    return dx + 10.0 * dy


def slope_forward(x: float, y: float) -> float:
    (dx,) = autodiff(product, Duplicated(x, 1.0), y, mode=Forward)
    (dy,) = autodiff(product, Const(x), Duplicated(y, 1.0), mode=Forward)
    return dx + 10.0 * dy


def slope_grad(x: float, y: float) -> float:
    dx, dy = irad.grad(product, (0, 1))(x, y)
    return dx + 10.0 * dy


@pytest.mark.parametrize("slope", [slope_reverse, slope_forward, slope_grad])
def test_all_combinations_of_modes(slope: Callable[..., float]) -> None:
    x, y = 1.5, -0.5
    compiled = irad.jit(slope)
    assert compiled(x, y) == pytest.approx(3 * x**2 * y**2 + 20 * x**3 * y)
    by_x, by_y = 6 * x * y**2 + 60 * x**2 * y, 6 * x**2 * y + 20 * x**3
    assert autodiff(compiled, Active(x), Active(y)) == pytest.approx((by_x, by_y))
    assert autodiff(compiled, Duplicated(x, 2.0), y, mode=Forward)[0] == pytest.approx(2 * by_x)
    assert autodiff(compiled, x, Duplicated(y, 1.0), mode=ForwardWithPrimal) == pytest.approx((by_y, compiled(x, y)))


def wave(x: float) -> float:
    return math.sin(x) * math.exp(2.0 * x)


def wave1(x: float) -> float:
    return irad.grad(wave)(x)


def wave2(x: float) -> float:
    return autodiff(wave1, Duplicated(x, 1.0), mode=Forward)[0]


def wave3(x: float) -> float:
    return autodiff(wave2, Active(x))[0]


def wave4(x: float) -> float:
    return irad.grad(wave3)(x)


def test_five_levels() -> None:
    x = 0.3
    root = 2 + 1j  # wave is the imaginary part of exp(root x)
    for n, f in enumerate((wave1, wave2, wave3, wave4), 1):
        assert irad.jit(f)(x) == pytest.approx((root**n * np.exp(root * x)).imag, rel=1e-12)
        assert irad.grad(f)(x) == pytest.approx((root ** (n + 1) * np.exp(root * x)).imag, rel=1e-12)


def test_more_levels_than_there_are_tapes() -> None:
    def wave5(x: float) -> float:
        return irad.grad(wave4)(x)

    def wave6(x: float) -> float:
        return irad.grad(wave5)(x)

    with pytest.raises(irad.UnsupportedError, match="nested more than 5 deep"):
        irad.grad(wave6)(0.3)


def test_float32() -> None:
    def slope(x: np.float32) -> np.float32:
        return autodiff(product, Active(x), x)[0]

    x = np.float32(1.5)
    assert irad.jit(slope)(x) == np.float32(3 * 1.5**4)


# ---- results


def several(x: float) -> tuple[float, int, float]:
    return x * x, 7, x * x * x


def test_results_and_seeds() -> None:
    @irad.jit
    def everything(x: float, w: float) -> Any:
        a = autodiff(product, Active(x), Const(2.0), mode=ReverseWithPrimal, seed=w)
        b = autodiff(several, Active(x), mode=ReverseWithPrimal, seed=(w, 3.0))
        c = autodiff(several, Duplicated(x, w), mode=ForwardWithPrimal)
        d = autodiff(product, Active(x), 2.0, returns=Const)
        return a, b, c, d

    x, w = 1.5, 0.25
    a, b, c, d = everything(x, w)
    assert a == ((pytest.approx(12 * x * x * w), None), pytest.approx(4 * x**3))
    assert b == ((pytest.approx(2 * x * w + 9 * x * x),), (x * x, 7, x**3))
    assert c == ((2 * x * w, 0, pytest.approx(3 * x * x * w)), (x * x, 7, x**3))
    assert d == (0.0, None)


def test_a_seed_takes_part() -> None:
    def seeded(x: float) -> float:
        return autodiff(product, Active(x), 1.0, seed=x)[0]  # 3 x^3

    assert irad.grad(seeded)(2.0) == pytest.approx(36)


def test_defaults_captured_names_and_recursion() -> None:
    factors = np.array([1.0, 2.0, 3.0])
    scale = 2.5

    def power(x: float, n: int) -> float:
        return 1.0 if n == 0 else x * power(x, n - 1)

    def polynomial(x: float, n: int = 3, flag: bool = True) -> float:
        s = 0.0
        for i in range(n):
            s += factors[i] * power(x, i)
        return s * scale if flag else 0.0

    @irad.jit
    def slope(x: float) -> float:
        return autodiff(polynomial, Active(x))[0]

    assert slope(2.0) == pytest.approx(2.5 * (2 + 12))
    factors[1] = 5.0
    assert slope(2.0) == pytest.approx(2.5 * (5 + 12))
    assert irad.grad(slope)(2.0) == pytest.approx(2.5 * 6)
    scale = 1.0
    assert slope(2.0) == pytest.approx(17)


def test_functions_as_arguments() -> None:
    def twice(f: Any, x: float) -> float:
        return f(f(x))

    @irad.jit
    def slopes(x: float) -> Any:
        return autodiff(twice, math.sin, Active(x))[1], autodiff(twice, wave1, Active(x))[1]

    x = 0.4
    got = slopes(x)
    assert got[0] == pytest.approx(math.cos(math.sin(x)) * math.cos(x))
    root = 2 + 1j
    inner = (root * np.exp(root * x)).imag
    assert got[1] == pytest.approx((root**2 * np.exp(root * inner)).imag * (root**2 * np.exp(root * x)).imag)


# ---- arrays: E(x) = sum_i (i + 1) x_i^3


def energy(x: Any) -> float:
    s = 0.0
    for i in range(len(x)):
        s += (i + 1) * x[i] ** 3
    return s


def weights(n: int) -> Any:
    return np.arange(1.0, n + 1)


def test_shadows_are_added_to() -> None:
    @irad.jit
    def run(x: Any, dx: Any) -> None:
        autodiff(energy, Duplicated(x, dx), seed=2.0)

    x, dx = np.array([1.0, 2.0, -3.0]), np.ones(3)
    run(x, dx)
    np.testing.assert_allclose(dx, 1 + 6 * weights(3) * x**2)


def hessian_times(x: Any, v: Any, out: Any) -> None:
    dx = np.zeros_like(x)
    autodiff(gradient_into, Duplicated(x, v), Duplicated(dx, out), mode=Forward)


def gradient_into(x: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = 0.0
    autodiff(energy, Duplicated(x, out))


def test_hessian_by_both_modes() -> None:
    x, v = np.array([1.0, 2.0, -3.0]), np.array([1.0, -1.0, 0.5])
    want = 6 * weights(3) * x * v
    out = np.full(3, np.nan)
    irad.jit(hessian_times)(x, v, out)
    np.testing.assert_allclose(out, want)
    # reverse over reverse: the gradient of v . grad E
    shadow, seed = np.zeros(3), v.copy()
    autodiff(gradient_into, Duplicated(x, shadow), Duplicated(np.zeros(3), seed))
    np.testing.assert_allclose(shadow, want)
    np.testing.assert_array_equal(seed, 0)
    # a third derivative: reverse over forward over reverse
    shadow, seed = np.zeros(3), np.ones(3)
    autodiff(hessian_times, Duplicated(x, shadow), v, Duplicated(out, seed))
    np.testing.assert_allclose(shadow, 6 * weights(3) * v)


def test_gradient_of_arrays_copies_them() -> None:
    def overwrite(x: Any, w: Any) -> float:
        s = 0.0
        for i in range(len(x)):
            x[i] = x[i] * x[i]
            w[i] = w[i] * x[i]
            s += w[i]
        return s

    @irad.jit
    def both(x: Any, w: Any) -> Any:
        value, (dx, dw) = irad.value_and_grad(overwrite, (0, 1))(x, w)
        only = irad.grad(overwrite, -1)(x, w)
        return value, dx, dw, only

    x, w = np.array([1.0, 2.0, -3.0]), np.array([0.5, 3.0, 1.0])
    before = x.copy(), w.copy()
    value, dx, dw, only = both(x, w)
    assert value == pytest.approx((w * x * x).sum())
    np.testing.assert_allclose(dx, 2 * w * x)
    np.testing.assert_allclose(dw, x * x)
    np.testing.assert_allclose(only, x * x)
    np.testing.assert_array_equal((x, w), before)


def norm(x: Any) -> float:
    s = 0.0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            s += (i + 1) * x[i, j] ** 2
    return s


def test_strides() -> None:
    @irad.jit
    def transposed(x: Any, dx: Any) -> None:
        autodiff(norm, Duplicated(x.T, dx.T))

    @irad.jit
    def every_other(x: Any) -> Any:
        return irad.grad(norm)(x[:, ::-2])

    x = np.arange(6.0).reshape(2, 3)
    dx = np.zeros((2, 3))
    transposed(x, dx)
    np.testing.assert_allclose(dx, 2 * x * weights(3))
    np.testing.assert_allclose(every_other(x), 2 * x[:, ::-2] * weights(2)[:, None])


def test_tuples_of_arrays_and_numbers() -> None:
    def mixed(t: Any, n: int) -> float:
        return t[0] * t[0] * t[1][0] * n

    @irad.jit
    def tangent(a: float, b: Any, db: Any) -> float:
        return autodiff(mixed, Duplicated((a, b), (1.0, db)), 3, mode=Forward)[0]

    assert tangent(2.0, np.array([3.0, 4.0]), np.array([10.0, 0.0])) == pytest.approx(3 * (2 * 2 * 3 + 4 * 10))


def through_work(x: float, w: Any) -> float:
    for i in range(len(w)):
        w[i] = x * i
    s = 0.0
    for i in range(len(w)):
        s += w[i] * w[i]
    return s  # (0 + 1 + 4 + 9) x^2 for four


@pytest.mark.parametrize("work", [np.zeros(4), np.zeros(8)[::2], np.zeros(7)[::-2]])
def test_constant_arrays_through_which_active_values_pass(work: Any) -> None:
    def slope(x: float, w: Any) -> float:
        return autodiff(through_work, Active(x), w)[0]

    def shown(x: float, w: Any) -> float:
        return slope(x, w) * w[3]  # 28 x * 3 x

    assert irad.jit(slope)(2.0, work) == pytest.approx(56)
    np.testing.assert_allclose(work, 2.0 * np.arange(4))
    assert irad.grad(slope)(2.0, work) == pytest.approx(28)
    assert autodiff(shown, Active(2.0), work)[0] == pytest.approx(336)
    assert autodiff(shown, Duplicated(2.0, 1.0), work, mode=Forward)[0] == pytest.approx(336)


def test_inside_loops_of_unknown_length() -> None:
    """Newton's method by nested derivatives, differentiated: the root of x^2 = a has the slope 1 / (2 x)."""

    def excess(x: float, a: float) -> float:
        return x * x - a

    def root(a: float) -> float:
        x = 1.0 + a
        while True:
            value = excess(x, a)
            step = value / autodiff(excess, Active(x), a)[0]
            x -= step
            if abs(step) < 1e-13:
                return x

    assert irad.jit(root)(2.0) == pytest.approx(math.sqrt(2))
    assert irad.grad(root)(2.0) == pytest.approx(0.5 / math.sqrt(2), rel=1e-12)
    assert autodiff(root, Duplicated(2.0, 1.0), mode=Forward)[0] == pytest.approx(0.5 / math.sqrt(2), rel=1e-12)


def squares(x: float, n: int) -> float:
    while n > 0:
        x = x * x
        n -= 1
    return x  # x^(2^n)


def chain(a: float, m: int) -> float:
    while m > 0:
        a = autodiff(squares, Active(a), 2)[0]  # 4 a^3
        m -= 1
    return a


def test_tapes_of_both_levels_in_loops() -> None:
    a, m = 1.1, 3
    want = 4 ** ((3**m - 1) // 2) * a ** (3**m)
    assert irad.jit(chain)(a, m) == pytest.approx(want)
    assert irad.grad(chain)(a, m) == pytest.approx(3**m * want / a)

    def second(a: float, m: int) -> float:
        return irad.grad(chain)(a, m)

    assert irad.grad(second)(a, m) == pytest.approx(3**m * (3**m - 1) * want / a**2)


# ---- gradients made outside

made = irad.grad(wave)


def test_gradients_made_outside() -> None:
    global made

    @irad.jit
    def use(x: float) -> float:
        return made(x) * 2.0

    x, root = 0.3, 2 + 1j
    assert use(x) == pytest.approx(2 * (root * np.exp(root * x)).imag)
    assert irad.grad(use)(x) == pytest.approx(2 * (root**2 * np.exp(root * x)).imag)
    made = irad.grad(product)  # another function of other arguments
    with pytest.raises(irad.TypingError, match=r"product\(\) takes 2 arguments"):
        use(x)
    made = irad.value_and_grad(wave)
    with pytest.raises(irad.TypingError, match="can't multiply sequence by non-int"):
        use(x)


mode = irad.Reverse


def test_a_mode_that_changes() -> None:
    global mode

    @irad.jit
    def use(x: float) -> Any:
        return autodiff(wave, Const(x), mode=mode)

    assert use(0.3) == (None,)
    mode = irad.ForwardWithPrimal
    assert use(0.3) == (0.0, pytest.approx(wave(0.3)))


# ---- errors while compiling


def dot(x: Any, y: Any) -> float:
    s = 0.0
    for i in range(len(x)):
        s += x[i] * y[i]
    return s


def makes_array(x: float) -> Any:
    return np.full(3, x)


def own(x: float) -> float:
    if x < 0.0:
        return x
    return autodiff(own, Active(x))[0]


def annotation_in_a_variable(x: float) -> Any:
    a = Active(x)
    return autodiff(wave, a)


def annotation_in_a_tuple(x: float) -> Any:
    a = (Active(x), 2.0)
    return a[1]


X = np.array([1.0, 2.0, 3.0])
# name: function, arguments, the error, and what its message says
WRONG: dict[str, tuple[Callable[..., Any], tuple[Any, ...], type[Exception], str]] = {
    "integer": (lambda x: autodiff(wave, Active(3)), (1.0,), irad.ActivityError, "x is Active, but it is int64"),
    "array": (lambda x: autodiff(energy, Active(x)), (X,), irad.ActivityError, "x is Active, but it is float64"),
    "scalar": (lambda x: autodiff(wave, Duplicated(x, 1.0)), (1.0,), irad.ActivityError, "x is a scalar and Duplicated"),
    "forward": (lambda x: autodiff(wave, Active(x), mode=Forward), (1.0,), irad.ActivityError, "forward mode does not know"),
    "count": (lambda x: autodiff(wave, Active(x), x), (1.0,), irad.TypingError, r"wave\(\) takes 1 argument, 2 were given"),
    "function": (lambda x: autodiff(x, Active(x)), (1.0,), irad.TypingError, "must be a Python function, not float64"),
    "nothing": (lambda x: autodiff(), (1.0,), irad.TypingError, "needs the function to differentiate"),
    "mode": (lambda x: autodiff(wave, Active(x), mode=3), (1.0,), irad.TypingError, "mode= must be irad.Reverse"),
    "split": (lambda x: autodiff(wave, Active(x), mode=irad.ReverseSplit), (1.0,), irad.UnsupportedError, "ReverseSplit"),
    "keyword": (lambda x: autodiff(wave, Active(x), sead=3.0), (1.0,), irad.TypingError, "no argument 'sead'"),
    "argument": (lambda x: wave(Active(x)), (1.0,), irad.TypingError, "are for irad.autodiff"),
    "twice": (lambda x: autodiff(wave, Const(Active(x))), (1.0,), irad.TypingError, "an annotation in an annotation"),
    "shadow": (lambda x: autodiff(energy, Duplicated(x, 1.0)), (X,), irad.ActivityError, "the shadow of x must be an array"),
    "tangent": (lambda x: autodiff(wave, Duplicated(1.0, x), mode=Forward), (X,), irad.ActivityError, "must be a number"),
    "integers": (lambda x: autodiff(energy, Duplicated(x, x)), (np.arange(3),), irad.ActivityError, "array of int64"),
    "axes": (lambda x, y: autodiff(energy, Duplicated(x, y)), (X, np.zeros((3, 1))), irad.ActivityError, "its shadow is"),
    "seeds": (lambda x: autodiff(several, Active(x), seed=(1.0,)), (1.0,), irad.ActivityError, "2 results are active, 1 seeds"),
    "result": (lambda x: autodiff(makes_array, Active(x)), (1.0,), irad.UnsupportedError, "returns float64"),
    "batch": (lambda x: autodiff(wave, irad.BatchDuplicated(x, (1.0,))), (1.0,), irad.ActivityError, "a scalar and Duplicated"),
    "thunk": (lambda x: irad.autodiff_thunk(wave, Active(x)), (1.0,), irad.UnsupportedError, "autodiff_thunk"),
    "aux": (lambda x: irad.grad(several, has_aux=True)(x), (1.0,), irad.TypingError, "with something behind it"),
    "argnum": (lambda x: irad.grad(wave, 1)(x), (1.0,), irad.TypingError, "argnums 1 does not fit 1 arguments"),
    "argnums": (lambda x, n: irad.grad(wave, n)(x), (1.0, 0), irad.TypingError, "argnums must be constant"),
    "no float": (lambda x: irad.grad(several)(x), (1.0,), irad.TypingError, "a gradient is that of one float"),
    "of an int": (lambda n: irad.grad(wave)(n), (3,), irad.TypingError, "int64 has no derivative"),
    "variable": (annotation_in_a_variable, (1.0,), irad.UnsupportedError, "cannot be kept in a variable"),
    "tuple": (annotation_in_a_tuple, (1.0,), irad.UnsupportedError, "cannot be kept in a variable"),
    "returned": (lambda x: Active(x), (1.0,), irad.UnsupportedError, "cannot be returned"),
}


@pytest.mark.parametrize("name", WRONG)
def test_errors_while_compiling(name: str) -> None:
    f, arguments, kind, message = WRONG[name]
    with pytest.raises(kind, match=message) as caught:
        irad.jit(f)(*arguments)
    assert isinstance(caught.value, irad.IradError)
    assert caught.value.place is not None
    assert caught.value.place.file == __file__


def test_a_function_inside_of_its_own_derivative() -> None:
    with pytest.raises(irad.ActivityError, match="inside its own derivative"):
        irad.jit(own)(1.0)


# ---- errors at run time


def run_dot(x: Any, dx: Any, y: Any) -> None:
    autodiff(dot, Duplicated(x, dx), y)


def run_both(x: Any, dx: Any, y: Any, dy: Any) -> None:
    autodiff(dot, Duplicated(x, dx), Duplicated(y, dy))


X2 = np.zeros(6)


@pytest.mark.parametrize(
    ("f", "arguments", "kind", "message"),
    [
        (run_dot, (X, np.zeros(4), X + 1), irad.ActivityError, "different shapes"),
        (run_dot, (X, np.zeros(6)[::2], X + 1), irad.ActivityError, "different strides"),
        (run_dot, (X, X, X + 1), irad.AliasingError, "the shadow of x overlaps the primal array x"),
        (run_dot, (X, np.zeros(3), X), irad.AliasingError, "x and y share memory"),
        (run_dot, (X[:2], np.zeros(2), X[1:]), irad.AliasingError, "x and y share memory"),
        (run_dot, (X, X2[:3], X2[2:5]), irad.AliasingError, "the shadow of x overlaps the primal array y"),
        (run_both, (X, X2[:3], X + 1, X2[2:5]), irad.AliasingError, "the shadows of x and y share memory"),
        (lambda x: irad.grad(dot)(x, x), (X,), irad.AliasingError, "two arguments of a gradient share memory"),
    ],
)
def test_errors_at_run_time(f: Any, arguments: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        irad.jit(f)(*arguments)
    assert caught.value.place.file == __file__  # type: ignore[attr-defined]


def test_memory_side_by_side() -> None:
    both, shadows = np.array([1.0, 2.0, 3.0, 4.0]), np.zeros(4)
    compiled = irad.jit(run_both)
    compiled(both[:2], shadows[:2], both[2:], shadows[2:])  # 1*3 + 2*4
    np.testing.assert_allclose(shadows, [3, 4, 1, 2])
    compiled(both[1::-1], shadows[1::-1], both[:1:-1], shadows[:1:-1])
    np.testing.assert_allclose(shadows, [6, 8, 2, 4])
    compiled(both[:0], shadows[:0], both[:0], shadows[:0])  # nothing overlaps nothing
    for key in (np.s_[:3], np.s_[2::-1], np.s_[::2]):
        with pytest.raises(irad.AliasingError):
            compiled(both[key], np.zeros(4)[key], both[1 : 1 + len(both[key])], np.zeros(len(both[key])))


def refuses(x: float, n: int) -> float:
    if n == 1:
        raise ValueError("too much")
    return float(X[n]) / (x - 1.0)


@pytest.mark.parametrize(
    ("x", "n", "kind", "message"),
    [(0.5, 1, ValueError, "too much"), (0.5, 3, IndexError, "index 3"), (1.0, 0, ZeroDivisionError, "division by zero")],
)
def test_exceptions_of_the_function(x: float, n: int, kind: type[Exception], message: str) -> None:
    @irad.jit
    def slope(x: float, n: int) -> float:
        return autodiff(refuses, Active(x), n)[0]

    assert slope(0.5, 0) == pytest.approx(-4)
    for f in (slope, irad.grad(slope)):
        with pytest.raises(kind, match=message):
            f(x, n)
    assert irad.grad(slope)(0.5, 0) == pytest.approx(-16)


def test_recursion_that_is_too_deep() -> None:
    def down(x: float, n: int) -> float:
        return x if n == 0 else x * down(x, n - 1)

    @irad.jit
    def slope(x: float, n: int) -> float:
        return autodiff(down, Active(x), n)[0]

    assert slope(1.0, 3) == pytest.approx(4)
    with pytest.raises(RecursionError):
        slope(1.0, 10**9)


def squares_into(x: Any, out: Any) -> None:
    for i in range(len(x)):
        out[i] = x[i] * x[i]


def test_outputs_that_nobody_looks_at() -> None:
    def slopes(x: Any, dx: Any, out: Any, dout: Any) -> None:
        autodiff(squares_into, Duplicated(x, dx), irad.DuplicatedNoNeed(out, dout))

    for f in (irad.jit(slopes), slopes):
        dx, dout = np.zeros(3), np.array([1.0, 10.0, 100.0])
        f(X, dx, np.zeros(3), dout)
        np.testing.assert_allclose(dx, 2 * X * [1, 10, 100])
        np.testing.assert_array_equal(dout, 0)
