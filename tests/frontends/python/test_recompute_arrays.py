"""``irad.checkpoint`` of functions that return arrays: derivatives beside the complex step of the same code in plain Python."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from irad import Active, BatchDuplicated, Const, Duplicated

X, W, S = np.array([0.1, 0.2, 0.3]), np.array([1.0, -0.5, 0.7]), 0.6
N = 3


@irad.checkpoint
def step(x: Any, k: Any, s: Any, w: Any) -> Any:
    t = x * s + k
    return np.sin(t) * w, (t * t).sum() * s, k + 1


def run(x: Any, s: Any, w: Any, n: Any) -> Any:
    """The arguments of a call are overwritten after it; it returns an array, a float and an integer."""
    total = 0.0
    k = 0
    for i in range(n):
        y, e, k = step(x, k, s, w)
        x[:] = y + x
        w[i] = w[i] * e
        total += e
    return total + (x * w).sum() + k


def jacobian() -> np.ndarray:
    """Of (result, x, w as they are left) by (x, s, w)."""
    columns = []
    for j in range(7):
        x, s, w = X.astype(complex), complex(S), W.astype(complex)
        if j == 3:
            s += 1e-30j
        else:
            (x if j < 3 else w)[j % 4] += 1e-30j
        columns.append(np.imag([run(x, s, w, N), *x, *w]) * 1e30)
    return np.array(columns).T


def test_reverse() -> None:
    x, w, dx, dw = X.copy(), W.copy(), np.array([1.0, 0.5, 0.0]), np.array([0.0, -1.0, 2.0])
    want = np.array([2.0, *dx, *dw]) @ jacobian()
    _, ds, _, _ = irad.autodiff(run, Duplicated(x, dx), Active(S), Duplicated(w, dw), N, seed=2.0)
    np.testing.assert_allclose([*dx, ds, *dw], want, rtol=1e-13)


def test_split() -> None:
    x, w, dx, dw = X.copy(), W.copy(), np.array([1.0, 0.5, 0.0]), np.array([0.0, -1.0, 2.0])
    want = np.array([2.0, *dx, *dw]) @ jacobian()
    args = (Duplicated(x, dx), Active(S), Duplicated(w, dw), Const(N))
    augmented, reverse = irad.autodiff_thunk(run, *args)
    tape, value = augmented(*args)
    assert value == pytest.approx(run(X.copy(), S, W.copy(), N), rel=1e-14)
    _, ds, _, _ = reverse(*args, tape=tape, seed=2.0)
    np.testing.assert_allclose([*dx, ds, *dw], want, rtol=1e-13)


def test_reverse_batch() -> None:
    dx, dw = (np.ones(3), np.array([0.0, 2.0, 0.0])), (np.zeros(3), np.array([3.0, 0.0, 1.0]))
    want = np.array([[s, *a, *b] for s, a, b in zip((1.0, -2.0), dx, dw, strict=True)]) @ jacobian()
    args = (BatchDuplicated(X.copy(), dx), Active(S), BatchDuplicated(W.copy(), dw), N)
    _, ds, _, _ = irad.autodiff(run, *args, seed=(1.0, -2.0))
    for k in range(2):
        np.testing.assert_allclose([*dx[k], ds[k], *dw[k]], want[k], rtol=1e-13)


def test_forward() -> None:
    dx, dw = np.array([1.0, 0.5, 0.0]), np.array([0.0, -1.0, 2.0])
    want = jacobian() @ [*dx, 3.0, *dw]
    args = (Duplicated(X.copy(), dx), Duplicated(S, 3.0), Duplicated(W.copy(), dw), N)
    (tangent,) = irad.autodiff(run, *args, mode=irad.Forward)
    np.testing.assert_allclose([tangent, *dx, *dw], want, rtol=1e-13)


def layer(p: Any, x: Any) -> Any:
    t = np.tanh(p["w"] @ x + p["b"])
    return t * np.exp(-t)


again = irad.checkpoint(layer)
compiled = irad.checkpoint(irad.jit(layer))


def net(p: Any, x: Any) -> Any:
    for _ in range(3):
        x = again(p, x)
    return (x * x).sum()


def net_of_compiled(p: Any, x: Any) -> Any:
    for _ in range(3):
        x = compiled(p, x)
    return (x * x).sum()


def net_made_inside(p: Any, x: Any) -> Any:
    inside = irad.checkpoint(layer)
    for _ in range(3):
        x = inside(p, x)
    return (x * x).sum()


@pytest.mark.parametrize("f", [net, net_of_compiled, net_made_inside], ids=lambda f: f.__name__)
def test_containers(f: Callable[..., Any]) -> None:
    rng = np.random.default_rng(3)
    p, x = {"w": rng.normal(size=(2, 2)), "b": rng.normal(size=2)}, rng.normal(size=2)
    want = np.zeros(8)
    for j in range(8):
        q = np.array([*p["w"].ravel(), *p["b"], *x]).astype(complex)
        q[j] += 1e-30j
        want[j] = np.imag(net({"w": q[:4].reshape(2, 2), "b": q[4:6]}, q[6:])) * 1e30
    dp, dx = irad.grad(f, (0, 1))(p, x)
    np.testing.assert_allclose([*dp["w"].ravel(), *dp["b"], *dx], want, rtol=1e-13)


@pytest.mark.slow
def test_higher_orders() -> None:
    rng = np.random.default_rng(4)
    p, x = {"w": rng.normal(size=(2, 2)), "b": rng.normal(size=2)}, rng.normal(size=2)
    irad.check_grads(net, (p, x), order=2)


def part_of_it(x: Any, y: Any) -> Any:
    return both(x, y)[0].sum()


@irad.checkpoint
def both(x: Any, y: Any) -> Any:
    return x * y, x + y


def test_constants_and_results_that_nobody_uses() -> None:
    np.testing.assert_array_equal(irad.grad(part_of_it)(X, W), W)
    np.testing.assert_array_equal(irad.grad(part_of_it, 1)(X, W), X)
    np.testing.assert_array_equal(irad.grad(lambda x: both(W, W)[1].sum() * x)(2.0), 2 * W.sum())
    np.testing.assert_array_equal(irad.jacrev(again, 1)({"w": np.eye(2), "b": np.zeros(2)}, np.zeros(2)), np.eye(2))


def test_it_keeps_less() -> None:
    """Of a layer with 100 steps in it only the array between layers is kept."""

    def steps(x: Any) -> Any:
        y = x.copy()
        for _ in range(100):
            for i in range(y.size):
                y[i] = math.sin(y[i]) + math.exp(-y[i] * y[i])
        return y

    def many(x: Any) -> Any:
        for _ in range(20):
            x = steps(x)
        return x.sum()

    def many_again(x: Any) -> Any:
        for _ in range(20):
            x = repeated(x)
        return x.sum()

    repeated = irad.checkpoint(steps)
    x = np.linspace(0.1, 1.0, 50)
    limit = 512 * 1024  # 20 layers of 100 steps of 50 numbers are 800 kB, a layer is 40 kB, what the layers return 8 kB
    with pytest.raises(MemoryError):
        irad.grad(irad.jit(many, tape_limit=limit))(x)
    got = irad.grad(irad.jit(many_again, tape_limit=limit))(x)
    np.testing.assert_allclose(got, irad.grad(many)(x), rtol=1e-12)


@irad.checkpoint
def changes(x: Any) -> Any:
    x[0] = 2.0
    return x * x


OUTSIDE = np.ones(3)


@irad.checkpoint
def reads(x: Any) -> Any:
    return x * OUTSIDE


@irad.host_rule(returns="float64[:]")
def hosted(x: Any) -> Any:
    return x * 2.0


@irad.checkpoint
def calls_python(x: Any) -> Any:
    return hosted(x) * 2.0


@irad.checkpoint
def part(x: Any) -> Any:
    return x[1:]


@irad.checkpoint
def counts(x: Any) -> Any:
    OUTSIDE[1] = OUTSIDE[1] + 1.0
    return x * OUTSIDE[1]


def use_counts(x: Any) -> Any:
    return counts(x).sum()


def use_changes(x: Any) -> Any:
    return changes(x).sum()


def use_reads(x: Any) -> Any:
    y = reads(x)
    OUTSIDE[0] = x[0]
    return y.sum()


def use_calls_python(x: Any) -> Any:
    return calls_python(x).sum()


def use_part(x: Any) -> Any:
    return (part(x) * x[1:]).sum()


REFUSED = {
    "it may change x": use_changes,
    "it may change OUTSIDE": use_counts,
    "an array from outside may be changed": use_reads,
    "it calls ordinary Python": use_calls_python,
    "it may return part of an argument": use_part,
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_would_be_wrong_is_refused(reason: str) -> None:
    with pytest.raises(irad.DifferentiationError, match=reason) as error:
        irad.grad(REFUSED[reason])(X)
    assert "test_recompute_arrays.py:" in str(error.value)


def test_arrays_from_outside_that_stay() -> None:
    OUTSIDE[:] = 1.0
    np.testing.assert_array_equal(irad.grad(lambda x: (reads(x) * x).sum())(X), 2 * X)
