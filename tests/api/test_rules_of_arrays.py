"""Custom rules for functions that return arrays: fresh ones, parts of arguments, several at once."""

from __future__ import annotations

import numpy as np
import pytest

import irad
from tests.reference.differences import gradient

X = np.array([0.5, 1.2, 0.8])
S = 0.7


def scaled_square(x, s):
    return s * x * x


@irad.augmented_primal(scaled_square)
def scaled_square_augmented(config, x, s):
    y = s.val * x.val * x.val
    return irad.AugmentedReturn(y, np.zeros(y.size), (x.val, s.val))


@irad.reverse(scaled_square)
def scaled_square_reverse(config, dret, tape, x, s):
    old, factor = tape
    x.dval += 2.0 * factor * old * dret
    return None, (dret * old * old).sum()


@irad.forward(scaled_square)
def scaled_square_forward(config, x, s):
    return 2.0 * s.val * x.val * x.dval + s.dval * x.val * x.val


def chained(x, s):
    t = 0.0
    for i in range(3):
        y = scaled_square(x, s + i)
        z = scaled_square(y, 0.5)
        y[0] = 7.0
        t += z.sum() * y[1] + y[0] * x[0]
        x[2] = t * 0.01
    return t


def plain(z):
    return chained(z[:3].copy(), z[3])


Z = np.append(X, S)


def test_reverse_and_forward() -> None:
    shadow = np.zeros(3)
    _, ds = irad.autodiff(chained, irad.Duplicated(X.copy(), shadow), irad.Active(S))
    np.testing.assert_allclose([*shadow, ds], gradient(plain, Z), rtol=1e-7)
    found = [
        irad.autodiff(chained, irad.Duplicated(X.copy(), e[:3].copy()), irad.Duplicated(S, e[3]), mode=irad.Forward)[0]
        for e in np.eye(4)
    ]
    np.testing.assert_allclose(found, gradient(plain, Z), rtol=1e-7)


def test_several_directions() -> None:
    shadows = (np.zeros(3), np.zeros(3))
    _, ds = irad.autodiff(chained, irad.BatchDuplicated(X.copy(), shadows), irad.Active(S), seed=(1.0, -2.0))
    np.testing.assert_allclose([*shadows[0], ds[0]], gradient(plain, Z), rtol=1e-7)
    np.testing.assert_allclose([*shadows[1], ds[1]], -2 * gradient(plain, Z), rtol=1e-7)


def test_the_function_itself() -> None:
    np.testing.assert_allclose(irad.jacrev(scaled_square)(X, S), np.diag(2 * S * X))
    np.testing.assert_allclose(irad.jacfwd(scaled_square)(X, S), np.diag(2 * S * X))
    out, pull = irad.vjp(scaled_square, X, S)
    np.testing.assert_allclose(out, S * X * X)
    dx, ds = pull(np.array([1.0, 2.0, 3.0]))
    np.testing.assert_allclose(dx, 2 * S * X * [1, 2, 3])
    np.testing.assert_allclose(ds, (X * X * [1, 2, 3]).sum())


def test_second_derivatives() -> None:
    h = 1e-4
    want = [(gradient(plain, Z + d, 1e-5)[:3] - gradient(plain, Z - d, 1e-5)[:3]) / (2 * h) for d in h * np.eye(4)[:3]]
    np.testing.assert_allclose(irad.hessian(chained)(X, S), want, rtol=1e-5, atol=1e-4)


# ---- JAX's forms


@irad.custom
def softmax(x):
    e = np.exp(x - x.max())
    return e / e.sum()


softmax.defvjp(lambda x: (softmax(x), softmax(x)), lambda p, ct: (p * (ct - (ct * p).sum()),))


@softmax.defjvp
def softmax_jvp(primals, tangents):
    p = softmax(primals[0])
    return p, p * (tangents[0] - (tangents[0] * p).sum())


def test_short_forms() -> None:
    p = np.exp(X) / np.exp(X).sum()
    want = np.diag(p) - np.outer(p, p)
    np.testing.assert_allclose(irad.jacrev(softmax)(X), want, atol=1e-15)
    np.testing.assert_allclose(irad.jacfwd(softmax)(X), want, atol=1e-15)
    irad.check_rule(softmax, X)


# ---- parts of arguments


def doubled_tail(x):
    x[1:] *= 2.0
    return x[1:]


@irad.augmented_primal(doubled_tail)
def doubled_tail_augmented(config, x):
    x.val[1:] *= 2.0
    return irad.AugmentedReturn(x.val[1:], x.dval[1:], None)


@irad.reverse(doubled_tail)
def doubled_tail_reverse(config, dret, tape, x):
    x.dval[1:] *= 2.0


@irad.forward(doubled_tail)
def doubled_tail_forward(config, x):
    x.dval[1:] *= 2.0
    return x.dval[1:]


def uses_tail(x):
    tail = doubled_tail(x)
    tail[0] *= x[0]
    return x[1] * tail[1]  # 4 x0 x1 x2


def test_parts_of_arguments() -> None:
    want = 4 * np.array([X[1] * X[2], X[0] * X[2], X[0] * X[1]])
    np.testing.assert_allclose(irad.grad(uses_tail)(X), want)
    found = [irad.autodiff(uses_tail, irad.Duplicated(X.copy(), e.copy()), mode=irad.Forward)[0] for e in np.eye(3)]
    np.testing.assert_allclose(found, want)


def same(x):
    return x


@irad.augmented_primal(same)
def same_augmented(config, x):
    return irad.AugmentedReturn(x.val, None, None)


@irad.reverse(same)
def same_reverse(config, dret, tape, x):
    x.dval += dret


def uses_same(x):
    return (same(x) * x).sum()


def test_parts_of_arguments_need_their_shadow() -> None:
    with pytest.raises(irad.RuleError, match="may return part of an argument, and the rule returns no shadow"):
        irad.grad(uses_same)(X)


# ---- several results, and Python


def polar(x, y):
    r = np.sqrt(x * x + y * y)
    return r, x.size, np.arctan2(y, x), r.sum()


@irad.augmented_primal(polar)
def polar_augmented(config, x, y):
    return irad.AugmentedReturn(polar(x.val, y.val), None, (x.val, y.val))


@irad.reverse(polar)
def polar_reverse(config, dret, tape, x, y):
    dr, _, da, total = dret
    a, b = tape
    r = np.sqrt(a * a + b * b)
    x.dval += (dr + total) * a / r - da * b / (r * r)
    y.dval += (dr + total) * b / r + da * a / (r * r)


@irad.forward(polar)
def polar_forward(config, x, y):
    r = np.sqrt(x.val * x.val + y.val * y.val)
    dr = (x.val * x.dval + y.val * y.dval) / r
    return dr, 0, (x.val * y.dval - y.val * x.dval) / (r * r), dr.sum()


def uses_polar(x, y):
    r, n, angle, total = polar(x, y)
    return (r * angle).sum() * n + total * total


def test_several_results() -> None:
    y = X[::-1] + 0.1
    h = 1e-6 * np.eye(3)
    wx = [(uses_polar(X + d, y) - uses_polar(X - d, y)) / 2e-6 for d in h]
    wy = [(uses_polar(X, y + d) - uses_polar(X, y - d)) / 2e-6 for d in h]
    dx, dy = irad.grad(uses_polar, argnums=(0, 1))(X, y)
    np.testing.assert_allclose(dx, wx, rtol=1e-8)
    np.testing.assert_allclose(dy, wy, rtol=1e-8)
    np.testing.assert_allclose(irad.jacfwd(uses_polar)(X, y), wx, rtol=1e-8)


@irad.host_rule(returns="float64[:]")
def ordered(x):
    return np.sort(x)


@irad.augmented_primal(ordered)
@irad.host_rule
def ordered_augmented(config, x):
    return irad.AugmentedReturn(np.sort(x.val), None, np.argsort(x.val))


@irad.reverse(ordered)
@irad.host_rule
def ordered_reverse(config, dret, order, x):
    x.dval[order] += dret


@irad.forward(ordered)
@irad.host_rule
def ordered_forward(config, x):
    return x.dval[np.argsort(x.val)]


def range_of(x):
    y = ordered(2.0 * x)
    return (y[-1] - y[0]) ** 2


def test_arrays_from_python() -> None:
    d = 8 * (X.max() - X.min())
    want = d * (np.eye(3)[X.argmax()] - np.eye(3)[X.argmin()])
    np.testing.assert_allclose(irad.grad(range_of)(X), want)
    found = [irad.autodiff(range_of, irad.Duplicated(X.copy(), e.copy()), mode=irad.Forward)[0] for e in np.eye(3)]
    np.testing.assert_allclose(found, want)


@pytest.mark.parametrize("f", [scaled_square, ordered, polar], ids=lambda f: f.__name__)
def test_checked(f) -> None:
    irad.check_rule(f, X, *({scaled_square: (S,), polar: (X[::-1] + 0.1,)}.get(f, ())))


def test_a_wrong_rule_is_found() -> None:
    def triple(x):
        return 3.0 * x

    @irad.augmented_primal(triple)
    def augmented(config, x):
        return irad.AugmentedReturn(3.0 * x.val)

    @irad.reverse(triple)
    def reverse(config, dret, tape, x):
        x.dval += dret

    with pytest.raises(irad.RuleError, match=r"the derivative by x\[0\]"):
        irad.check_rule(triple, X)
