"""The functional transforms: structures, dtypes, copies, nesting, errors.  Values are closed forms."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import irad

pytestmark = pytest.mark.sampled

X = np.array([1.0, 2.0, 3.0])


def cube_sum(x):
    return (x**3).sum()


def wave(x):
    return math.sin(2.0 * x)


# ---- structures


@dataclass
class Layer:
    weight: np.ndarray
    bias: float


class Pair(NamedTuple):
    first: float
    second: np.ndarray


def with_layer(p, x):
    return (p.weight * x).sum() * p.bias


def with_pair(p):
    return p.first * (p.second**2).sum()


def with_nested(p):
    return p["a"][0] * p["b"]["c"].sum() + p["a"][1] ** 2


def test_a_dataclass_gives_a_dataclass() -> None:
    g = irad.grad(with_layer)(Layer(np.array([2.0, -1.0]), 3.0), np.array([4.0, 5.0]))
    assert type(g) is Layer
    np.testing.assert_array_equal(g.weight, [12.0, 15.0])
    assert g.bias == 3.0 and isinstance(g.bias, float)


def test_a_named_tuple_gives_a_named_tuple() -> None:
    g = irad.grad(with_pair)(Pair(2.0, np.array([1.0, 3.0])))
    assert type(g) is Pair and g.first == 10.0
    np.testing.assert_array_equal(g.second, [4.0, 12.0])


def test_lists_and_dicts_in_one_another() -> None:
    g = irad.grad(with_nested)({"b": {"c": np.array([1.0, 2.0])}, "a": [3.0, 4.0]})
    assert list(g) == ["b", "a"] and g["a"] == [3.0, 8.0]
    np.testing.assert_array_equal(g["b"]["c"], [3.0, 3.0])


def test_none_stays_none() -> None:
    def f(p):
        return p[0] * 2.0 if p[1] is None else p[0]

    assert irad.grad(f)((5.0, None)) == (2.0, None)


def test_tangents_and_adjoints_are_built_like_the_values() -> None:
    p = Layer(np.array([2.0, -1.0]), 3.0)
    out, tangent = irad.jvp(lambda p: {"y": p.weight * p.bias}, (p,), (Layer(np.array([1.0, 0.0]), 1.0),))
    np.testing.assert_array_equal(out["y"], [6.0, -3.0])
    np.testing.assert_array_equal(tangent["y"], [5.0, -1.0])
    _, pull = irad.vjp(lambda p: {"y": p.weight * p.bias}, p)
    (d,) = pull({"y": np.array([1.0, 10.0])})
    assert type(d) is Layer and d.bias == -8.0
    np.testing.assert_array_equal(d.weight, [3.0, 30.0])


def test_a_jacobian_has_the_result_outside() -> None:
    for mode in (irad.jacfwd, irad.jacrev):
        j = mode(lambda p, s: [p["u"] * s, p["u"].sum()], (0, 1))({"u": np.array([1.0, 2.0])}, 3.0)
        np.testing.assert_array_equal(j[0][0]["u"], 3.0 * np.eye(2))
        np.testing.assert_array_equal(j[0][1], [1.0, 2.0])
        np.testing.assert_array_equal(j[1][0]["u"], [1.0, 1.0])
        assert j[1][1] == 0.0


# ---- argnums, keywords, what comes along


def weighted(x, w, n=2):
    s = 0.0
    for i in range(len(x)):
        s += w * x[i] ** n
    return s


def test_argnums() -> None:
    x = np.array([1.0, 2.0])
    np.testing.assert_array_equal(irad.grad(weighted)(x, 3.0), [6.0, 12.0])
    assert irad.grad(weighted, 1)(x, 3.0) == 5.0
    dw, dx = irad.grad(weighted, (1, 0))(x, 3.0)
    assert dw == 5.0
    np.testing.assert_array_equal(dx, [6.0, 12.0])
    assert irad.grad(weighted, -2)(x, 3.0) == 5.0
    assert irad.grad(weighted, np.int64(1))(x, 3.0) == 5.0


def test_defaults_and_keywords() -> None:
    x = np.array([1.0, 2.0])
    np.testing.assert_array_equal(irad.grad(weighted)(x, 3.0, 3), [9.0, 36.0])
    np.testing.assert_array_equal(irad.grad(weighted)(x, w=3.0, n=3), [9.0, 36.0])
    with pytest.raises(TypeError):
        irad.grad(weighted)(x)
    with pytest.raises(TypeError):
        irad.grad(weighted)(x, 1.0, 2, 3)


def power_of(x, n=2.0):
    return x**n


def test_defaults_in_compiled_functions() -> None:
    assert irad.jit(lambda x: irad.grad(power_of)(x))(3.0) == 6.0
    assert irad.grad(lambda x: irad.jacfwd(power_of)(x, 3.0))(2.0) == 12.0


@pytest.mark.parametrize("mode", [irad.jacfwd, irad.jacrev, irad.jacobian, irad.hessian, irad.grad])
def test_integers_beside_what_is_differentiated(mode: Callable[..., Any]) -> None:
    def f(x, n, which, flag):
        return (x[which[0]] ** n if flag else 0.0) * x[which[1]]

    x, which = np.array([1.5, -2.0, 3.0]), np.array([2, 0])
    got = mode(f)(x, 2, which, True)
    want = [9.0, 0.0, 9.0] if mode is not irad.hessian else [[0.0, 0.0, 6.0], [0.0, 0.0, 0.0], [6.0, 0.0, 3.0]]
    np.testing.assert_allclose(got, want)


def test_aux() -> None:
    def f(x):
        y = x * 2.0
        return (y * y).sum(), {"y": y, "n": len(x)}

    g, aux = irad.grad(f, has_aux=True)(X)
    np.testing.assert_array_equal(g, 8.0 * X)
    np.testing.assert_array_equal(aux["y"], 2.0 * X)
    assert aux["n"] == 3
    (value, aux), g = irad.value_and_grad(f, has_aux=True)(X)
    assert value == 56.0 and aux["n"] == 3
    np.testing.assert_array_equal(g, 8.0 * X)


def test_the_same_transform_each_time() -> None:
    assert irad.grad(cube_sum) is irad.grad(cube_sum)
    assert irad.grad(cube_sum) is not irad.grad(cube_sum, (0,))


# ---- dtypes and kinds of arrays


def test_single_precision_stays_single() -> None:
    x = X.astype(np.float32)
    assert irad.grad(cube_sum)(x).dtype == np.float32
    assert irad.hessian(cube_sum)(x).dtype == np.float32
    assert irad.jvp(cube_sum, (x,), (x,))[1].dtype == np.float32
    assert irad.jacrev(lambda x: x * x)(x).dtype == np.float32
    assert isinstance(irad.grad(lambda a: a * a)(np.float32(3.0)), np.float32)
    np.testing.assert_allclose(irad.grad(cube_sum)(x), 3.0 * x**2, rtol=1e-6)


@pytest.mark.parametrize(
    "x",
    [X, X[::-1], np.arange(6.0)[::2], np.arange(6.0).reshape(2, 3).T, np.array(2.0), np.zeros(0), np.zeros((2, 0, 3))],
    ids=["plain", "reversed", "strided", "fortran", "0-d", "empty", "empty 3-d"],
)
def test_arrays_of_all_kinds(x: np.ndarray) -> None:
    before = x.copy()
    np.testing.assert_allclose(irad.grad(cube_sum)(x), 3.0 * before**2)
    j = irad.jacfwd(lambda x: x * x)(x)
    assert j.shape == x.shape * 2
    np.testing.assert_allclose(j.reshape(x.size, x.size), np.diag(2.0 * before.ravel()))
    np.testing.assert_allclose(irad.jacrev(lambda x: x * x)(x), j)
    np.testing.assert_array_equal(x, before)


def test_read_only_arrays() -> None:
    x = X.copy()
    x.flags.writeable = False

    def doubles(x):
        x *= 2.0
        return (x * x).sum()

    np.testing.assert_array_equal(irad.grad(doubles)(x), 8.0 * X)
    np.testing.assert_array_equal(irad.jvp(doubles, (x,), (x,))[1], 112.0)


# ---- nothing of the caller's changes


def scribble(x, y):
    x[0] = x[1] * y[0]
    y += x
    return (x * y).sum()


def scribbled(x: np.ndarray, y: np.ndarray) -> Any:
    """The gradient by hand: x' = (x1 y0, x1, ...), y' = y + x'."""
    a = x.copy()
    a[0] = x[1] * y[0]
    b = y + a
    da, db = b + a, a
    dx = da.copy()
    dx[0] = 0.0
    dx[1] += da[0] * y[0]
    dy = db.copy()
    dy[0] += da[0] * x[1]
    return dx, dy


def test_arguments_are_copied_where_they_are_written() -> None:
    x, y = np.array([1.0, 2.0, 3.0]), np.array([0.5, -1.0, 2.0])
    want = scribbled(x, y)
    saved = x.copy(), y.copy()
    got = irad.grad(scribble, (0, 1))(x, y)
    np.testing.assert_allclose(got[0], want[0])
    np.testing.assert_allclose(got[1], want[1])
    _, tangent = irad.jvp(scribble, (x, y), (np.ones(3), np.zeros(3)))
    np.testing.assert_allclose(tangent, want[0].sum())
    np.testing.assert_allclose(irad.jacfwd(scribble, 1)(x, y), want[1])
    _, pull = irad.vjp(scribble, x, y)
    for a, b in zip(pull(1.0), want, strict=True):
        np.testing.assert_allclose(a, b)
    _, push = irad.linearize(scribble, x, y)
    np.testing.assert_allclose(push(np.zeros(3), np.ones(3)), want[1].sum())
    irad.hessian(scribble)(x, y)
    np.testing.assert_array_equal((x, y), saved)


def test_results_do_not_share_memory_with_arguments() -> None:
    def identity(x):
        return x

    out, pull = irad.vjp(identity, X)
    assert not np.shares_memory(out, X)
    w = np.ones(3)
    (d,) = pull(w)
    assert not np.shares_memory(d, w)
    tangent = np.ones(3)
    out, pushed = irad.jvp(identity, (X,), (tangent,))
    out += 1.0
    pushed += 1.0
    np.testing.assert_array_equal(X, [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(tangent, np.ones(3))


def test_linear_functions_keep_the_point() -> None:
    x = X.copy()
    _, pull = irad.vjp(cube_sum, x)
    _, push = irad.linearize(cube_sum, x)
    x[:] = 100.0
    np.testing.assert_array_equal(pull(1.0)[0], 3.0 * X**2)
    assert push(np.ones(3)) == 42.0


# ---- arrays that share memory: one derivative


def dot(a, b):
    return (a * b).sum()


def slope_of_dot(a, b):
    return irad.grad(dot, (0, 1))(a, b)[0]


def test_one_array_twice() -> None:
    ga, gb = irad.grad(dot, (0, 1))(X, X)
    np.testing.assert_array_equal(ga, 2.0 * X)
    np.testing.assert_array_equal(gb, 2.0 * X)
    np.testing.assert_array_equal(irad.grad(dot)(X, X), 2.0 * X)
    np.testing.assert_array_equal(irad.jacfwd(lambda a, b: a * b)(X, X), np.diag(2.0 * X))
    assert irad.jvp(dot, (X, X), (X, X)) == (14.0, 28.0)
    _, pull = irad.vjp(dot, X, X)
    for d in pull(1.0):
        np.testing.assert_array_equal(d, 2.0 * X)


@pytest.mark.parametrize(
    "call",
    [
        lambda: irad.hvp(dot, (X, X), (X, X)),
        lambda: irad.hessian(dot)(X, X),
        lambda: irad.jvp(slope_of_dot, (X, X), (X, X)),
        lambda: irad.jacfwd(slope_of_dot)(X, X),
        lambda: irad.jit(slope_of_dot)(X, X),
    ],
)
def test_nested_derivatives_of_one_array_twice(call: Callable[[], Any]) -> None:
    with pytest.raises(irad.AliasingError):
        call()


# ---- nesting


MODES: dict[str, Callable[[Any], Any]] = {
    "grad": irad.grad,
    "jacfwd": irad.jacfwd,
    "jacrev": irad.jacrev,
    "jvp": lambda f: lambda x: irad.jvp(f, (x,), (1.0,))[1],
}


@pytest.mark.parametrize("names", [*itertools.product(["grad", "jacfwd", "jacrev"], repeat=2), ("grad",) * 4, ("jacfwd",) * 4,
                                   ("grad", "jacfwd", "jacrev", "grad"), ("jacrev", "grad", "jacfwd", "jacfwd")])  # fmt: skip
def test_transforms_of_transforms(names: tuple[str, ...]) -> None:
    f: Any = wave
    for name in names:
        f = MODES[name](f)
    x, n = 0.7, len(names)
    want = 2.0**n * [math.sin, math.cos, lambda t: -math.sin(t), lambda t: -math.cos(t)][n % 4](2.0 * x)
    assert f(x) == pytest.approx(want, rel=1e-13)


def test_derivatives_inside_of_functions_that_are_differentiated() -> None:
    def slope(x):
        return irad.jvp(wave, (x,), (1.0,))[1]  # 2 cos 2x

    def energy(x):
        value, pull = irad.vjp(slope, x)  # -4 sin 2x
        (d,) = pull(1.0)
        return value * d  # -8 sin 2x cos 2x = -4 sin 4x

    assert irad.grad(energy)(0.3) == pytest.approx(-16.0 * math.cos(1.2), rel=1e-13)
    assert irad.jit(energy)(0.3) == pytest.approx(-4.0 * math.sin(1.2), rel=1e-13)


@pytest.mark.parametrize("modes", [*itertools.product([irad.jacfwd, irad.jacrev], repeat=2)])
def test_second_derivatives_of_a_product_of_matrices(modes: tuple[Any, Any]) -> None:
    a, one = np.array([[1.0, 2.0], [-3.0, 0.5]]), np.eye(2)
    got = modes[0](modes[1](lambda m: m @ m))(a)
    # d2 (MM)_il / dM_ab dM_cd
    np.testing.assert_allclose(
        got, np.einsum("ia,bc,dl->ilabcd", one, one, one) + np.einsum("ic,da,bl->ilabcd", one, one, one), atol=1e-12
    )


def test_all_transforms_in_a_compiled_function() -> None:
    def f(x):
        return x**3

    @irad.jit
    def everything(x):
        y, push = irad.linearize(f, x)
        _, pull = irad.vjp(f, x)
        (d,) = pull(np.ones(3))
        return (
            y,
            push(x),
            d,
            irad.jacfwd(f)(x),
            irad.jacrev(f)(x),
            irad.hessian(cube_sum)(x),
            irad.hvp(cube_sum, (x,), (x,)),
            irad.grad(cube_sum)(x),
            irad.value_and_grad(cube_sum)(x)[0],
        )

    jacobian = np.diag(3.0 * X**2)
    wanted = [X**3, 3.0 * X**3, 3.0 * X**2, jacobian, jacobian, np.diag(6.0 * X), 6.0 * X**2, 3.0 * X**2, 36.0]
    for got, want in zip(everything(X), wanted, strict=True):
        np.testing.assert_allclose(got, want)


def _products(w, v, a):  # type: ignore[no-untyped-def]
    t = w * w
    u = t * v
    z = u * 2.0 + t
    return (z * a).sum()


def test_what_a_loop_has_read_from_a_loop_that_has_read_it_from_another() -> None:
    """The tape has w and v; the slope of ``a`` needs z, which is computed again through three loops."""
    w, v = np.array([3.0, -1.0, 2.0]), np.array([0.5, 4.0, 1.0])
    z = w * w * (2.0 * v + 1.0)
    out, pull = irad.vjp(_products, w, v, 0.5)
    assert out == 0.5 * z.sum()
    for seed in (1.0, -2.0):
        dw, dv, da = pull(seed)
        np.testing.assert_allclose(dw, seed * 0.5 * 2.0 * w * (2.0 * v + 1.0), rtol=1e-14)
        np.testing.assert_allclose(dv, seed * 0.5 * 2.0 * w * w, rtol=1e-14)
        assert math.isclose(da, seed * z.sum(), rel_tol=1e-14)


@pytest.mark.parametrize("seed", [None, "1", np.array([1.0 + 1.0j, 2.0])])
def test_adjoints_that_are_no_numbers(seed: Any) -> None:
    with pytest.raises(irad.ActivityError, match=r"the adjoint (must be|has dtype)"):
        irad.vjp(lambda x: x * 2.0, np.array([1.0, 2.0]))[1](seed)


def test_stop_gradient() -> None:
    assert irad.grad(lambda x: x * irad.stop_gradient(x))(3.0) == 3.0
    assert irad.jvp(lambda x: x * irad.stop_gradient(x * x), (3.0,), (1.0,)) == (27.0, 9.0)
    g = irad.grad(lambda p: (irad.stop_gradient(p)["w"] * p["w"]).sum())({"w": X})
    np.testing.assert_array_equal(g["w"], X)
    assert irad.grad(irad.grad(lambda x: x**2 * irad.stop_gradient(x)))(3.0) == 6.0
    assert irad.stop_gradient(2.0) == 2.0


def test_checkpoint() -> None:
    @irad.checkpoint
    def inner(x):
        return math.exp(math.sin(x))

    def f(x):
        return inner(inner(x))

    x, e = 0.4, math.exp(math.sin(0.4))
    want = math.exp(math.sin(e)) * math.cos(e) * e * math.cos(x)
    assert irad.grad(f)(x) == pytest.approx(want, rel=1e-14)
    assert irad.grad(irad.checkpoint(wave))(x) == pytest.approx(2.0 * math.cos(0.8), rel=1e-14)


# ---- what does not depend, what is not a number


def test_no_dependence_gives_zeros() -> None:
    np.testing.assert_array_equal(irad.grad(lambda x, y: y * 2.0)(X, 1.0), np.zeros(3))
    assert irad.jvp(lambda x: 5.0, (X,), (X,)) == (5.0, 0.0)
    np.testing.assert_array_equal(irad.jacfwd(lambda x: np.ones(2))(X), np.zeros((2, 3)))
    np.testing.assert_array_equal(irad.jacrev(lambda x: np.ones(2))(X), np.zeros((2, 3)))
    np.testing.assert_array_equal(irad.hessian(lambda x: x.sum())(X), np.zeros((3, 3)))


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: irad.grad(wave)(3), "argument 0 is of type int64, which has no derivative"),
        (lambda: irad.grad(cube_sum)(np.arange(3)), "argument 0 is an array of int64"),
        (lambda: irad.grad(with_nested)({"a": [3.0, 1], "b": {"c": X}}), r"argument 0\['a'\]\[1\] is of type int64"),
        (lambda: irad.grad(with_layer)(Layer(X, 2), X), "argument 0.bias is of type int64"),
        (lambda: irad.jacfwd(wave)(True), "has no derivative"),
        (lambda: irad.vjp(wave, 3), "argument 0 is of type int"),
        (lambda: irad.jvp(wave, (3,), (1.0,)), "has no derivative"),
        (lambda: irad.grad(lambda x: x * 2.0)(X), "a gradient is that of one float"),
        (lambda: irad.grad(wave, 1)(1.0), "argnums 1 does not fit 1 arguments"),
        (lambda: irad.grad(wave, "x")(1.0), "argnums must be an integer"),
        (lambda: irad.jvp(wave, (1.0,), (1.0, 2.0)), "1 primals and 2 tangents"),
        (lambda: irad.jvp(wave, 1.0, 1.0), "are a tuple"),
        (lambda: irad.jvp(cube_sum, (X,), (1.0,)), "the tangent of argument 0 must be like"),
        (lambda: irad.grad(3.0), "is not a function"),
    ],
)
def test_errors_that_are_type_errors(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(TypeError, match=text):
        call()


def test_sizes_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="the tangent of argument 0 has a size of 2, the argument has 3"):
        irad.jvp(cube_sum, (X,), (np.ones(2),))
    _, pull = irad.vjp(lambda x: x * x, X)
    with pytest.raises(irad.ActivityError, match="shape"):
        pull(np.ones(2))


def test_errors_of_the_function_come_through() -> None:
    def f(x):
        if x[0] > 0.0:
            raise ValueError("no")
        return x[5]

    for transform in (irad.grad, irad.jacfwd, irad.jacrev, irad.hessian):
        with pytest.raises(ValueError, match="no"):
            transform(f)(X)
        with pytest.raises(IndexError):
            transform(f)(-X)
    with pytest.raises(IndexError):
        irad.vjp(f, -X)


def test_stop_gradient_of_an_array_is_a_copy_everywhere() -> None:
    def f(x):
        y = irad.stop_gradient(x)
        y *= 2.0
        return (x * y).sum()

    x = np.array([1.0, 2.0, 3.0])
    assert f(x) == irad.jit(f)(x) == 28.0
    np.testing.assert_array_equal(irad.grad(f)(x), 2 * x)
    np.testing.assert_array_equal(x, [1.0, 2.0, 3.0])
