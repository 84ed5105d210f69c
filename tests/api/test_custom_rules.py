"""Custom rules in Python: what they are told, what they may keep, and what happens when they are wrong."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pytest

import irad
from tests.reference.differences import gradient

X = np.array([0.5, 1.2, -0.8])


# ---- what a rule is told


def total(x):
    return (x * x).sum()


@irad.augmented_primal(total)
def total_augmented(config, x):
    if config.overwritten[0]:
        return irad.AugmentedReturn((x.val * x.val).sum(), None, (x.val.copy(),))
    return irad.AugmentedReturn((x.val * x.val).sum(), None, ())


@irad.reverse(total)
def total_reverse(config, dret, tape, x):
    if config.overwritten[0]:
        x.dval += 2.0 * dret * tape[0]
    else:
        x.dval += 20.0 * dret * x.val  # wrong on purpose: tells the two cases apart
    return (None,)


def overwritten_later(x):
    t = total(x)
    x[:] = 3.0
    return t


def overwritten_in_a_loop(x):
    t = 0.0
    for _ in range(2):
        t += total(x)
        x *= 2.0
    return t


def not_overwritten(x):
    return total(x)


def read_later(x):
    return total(x) + x[0]


def test_overwritten_is_what_the_caller_does() -> None:
    np.testing.assert_allclose(irad.grad(overwritten_later)(X), 2 * X)
    np.testing.assert_allclose(irad.grad(overwritten_in_a_loop)(X), 2 * X + 8 * X)
    np.testing.assert_allclose(irad.grad(not_overwritten)(X), 20 * X)
    np.testing.assert_allclose(irad.grad(read_later)(X), 20 * X + [1, 0, 0])


def test_memory_may_change_before_a_split_reverse() -> None:
    augmented, reverse = irad.autodiff_thunk(not_overwritten, irad.Duplicated)
    shadow = np.zeros(3)
    args = (irad.Duplicated(X.copy(), shadow),)
    tape, _ = augmented(*args)
    args[0].val[:] = 7.0
    reverse(*args, tape=tape)
    np.testing.assert_allclose(shadow, 2 * X)


def scaled(x, out):
    out[:] = 2.0 * x
    return out.sum()


@irad.augmented_primal(scaled)
def scaled_augmented(config, x, out):
    out.val[:] = 2.0 * x.val
    if not config.needs_primal:
        out.val[0] = 100.0  # tells the two cases apart
        return irad.AugmentedReturn(None, None, None)
    return irad.AugmentedReturn(out.val.sum(), None, None)


@irad.reverse(scaled)
def scaled_reverse(config, dret, tape, x, out):
    x.dval += 2.0 * (out.dval + dret)
    out.dval[:] = 0.0


def uses_value(x):
    out = np.zeros(3)
    return scaled(x, out) * out[0]


def ignores_value(x):
    out = np.zeros(3)
    scaled(x, out)
    return out[0] * x[1]


def test_needs_primal() -> None:
    derivatives = irad.grad(uses_value)(X)  # 4 s x0, s = x0 + x1 + x2
    np.testing.assert_allclose(derivatives, 4 * X[0] + np.array([4 * X.sum(), 0, 0]))
    np.testing.assert_allclose(irad.grad(ignores_value)(X), [2 * X[1], 100.0, 0])


def weighted(x, w, n, s):
    return s * (w * x**n).sum()


@irad.augmented_primal(weighted)
def weighted_augmented(config, x, w, n, s):
    return irad.AugmentedReturn(s.val * (w.val * x.val**n.val).sum(), None, (x.val.copy(), w.val.copy(), (n.val, s.val)))


@irad.reverse(weighted)
def weighted_reverse(config, dret, tape, x, w, n, s):
    old, weights, (power, factor) = tape
    if isinstance(x, irad.Duplicated):
        x.dval += dret * factor * weights * power * old ** (power - 1)
    if not isinstance(w, irad.Const):
        w.dval += dret * factor * old**power
    return None, None, None, dret * (weights * old**power).sum()


@pytest.mark.parametrize("which", ["x", "w", "s", "xw", "xws"])
def test_constant_arguments(which: str) -> None:
    w, s = np.array([1.0, -2.0, 0.3]), 0.7
    dx, dw = np.zeros(3), np.zeros(3)
    notes = (
        irad.Duplicated(X.copy(), dx) if "x" in which else irad.Const(X.copy()),
        irad.Duplicated(w.copy(), dw) if "w" in which else irad.Const(w.copy()),
        irad.Const(3),
        irad.Active(s) if "s" in which else irad.Const(s),
    )
    found = irad.autodiff(weighted, *notes)
    np.testing.assert_allclose(dx, s * w * 3 * X**2 if "x" in which else 0 * X)
    np.testing.assert_allclose(dw, s * X**3 if "w" in which else 0 * X)
    assert found[:3] == (None, None, None)
    if "s" in which:
        assert math.isclose(found[3], (w * X**3).sum())


def accumulate(x, y):
    x += y
    y *= 2.0


@irad.augmented_primal(accumulate)
def accumulate_augmented(config, x, y):
    x.val += y.val
    y.val *= 2.0
    return irad.AugmentedReturn()


@irad.reverse(accumulate)
def accumulate_reverse(config, dret, tape, x, y):
    y.dval[:] = 2.0 * y.dval + x.dval  # the shadow of a constant is zeros, whatever is done with it


def constant_second(x):
    y = np.ones(3)
    accumulate(x, y)
    accumulate(x, y)
    return (x * x).sum()


def test_shadow_of_a_constant_is_zero() -> None:
    np.testing.assert_allclose(irad.grad(constant_second)(X), 2 * (X + 3))


# ---- tapes


class Kept(NamedTuple):
    value: float
    rows: np.ndarray
    flags: tuple


def rows(a, k):
    """Row sums of squares, with a stride."""
    t = 0.0
    for i in range(a.shape[0]):
        t += (i + 1) * (a[i, ::k] ** 2).sum()
    return t


@irad.augmented_primal(rows)
def rows_augmented(config, a, k):
    tape = Kept(2.0, a.val.T, (True, 7, a.val[0]))
    return irad.AugmentedReturn(rows(a.val, k.val), None, tape)


@irad.reverse(rows)
def rows_reverse(config, dret, tape, a, k):
    if tape.flags[0] and tape.flags[1] == 7:
        for i in range(a.val.shape[0]):
            a.dval[i, :: k.val] += dret * (i + 1) * tape.value * tape.rows[:: k.val, i]


def overwritten_rows(a):
    t = rows(a, 2)
    a[:] = 0.0
    return t * t


def test_tape_of_views_and_nested_tuples() -> None:
    a = np.arange(12.0).reshape(3, 4) / 10
    t = rows(a, 2)
    want = np.zeros_like(a)
    for i in range(3):
        want[i, ::2] = 2 * t * 2 * (i + 1) * a[i, ::2]
    np.testing.assert_allclose(irad.grad(overwritten_rows)(a), want)


# ---- short forms


@irad.custom
def softplus(x):
    return np.log(1.0 + np.exp(x)).sum()


def softplus_forward(x):
    e = np.exp(x)
    return np.log(1.0 + e).sum(), (e,)


def softplus_backward(residuals, cotangent):
    (e,) = residuals
    return (cotangent * e / (1.0 + e),)


softplus.defvjp(softplus_forward, softplus_backward)


@softplus.defjvp
def softplus_jvp(primals, tangents):
    (x,) = primals
    (dx,) = tangents
    return softplus(x), (dx / (1.0 + np.exp(-x))).sum()


def twice_softplus(x):
    return softplus(x) * softplus(2.0 * x)


def test_defvjp_and_defjvp() -> None:
    def plain(x):
        return np.log(1 + np.exp(x)).sum() * np.log(1 + np.exp(2 * x)).sum()

    want = gradient(plain, X)
    np.testing.assert_allclose(irad.grad(softplus)(X), 1 / (1 + np.exp(-X)))
    np.testing.assert_allclose(irad.grad(twice_softplus)(X), want, rtol=1e-8)
    found = [irad.autodiff(twice_softplus, irad.Duplicated(X.copy(), e.copy()), mode=irad.Forward)[0] for e in np.eye(3)]
    np.testing.assert_allclose(found, want, rtol=1e-8)


@irad.custom
def clipped(x, limit):
    return min(x, limit)


clipped.defvjp(lambda x, limit: (min(x, limit), (x, limit)), lambda residuals, ct: (3.0 * ct, None))


def test_defvjp_of_scalars() -> None:
    assert irad.grad(clipped)(5.0, 1.0) == 3.0  # the rule's answer: gradients pass straight through
    assert clipped(5.0, 1.0) == 1.0


# ---- one mode only


def cubed(x):
    return x * x * x


@irad.forward(cubed)
def cubed_forward(config, x):
    return irad.Duplicated(x.val**3, 300.0 * x.val**2 * x.dval)


def test_a_mode_without_a_rule_differentiates_the_body() -> None:
    assert irad.grad(cubed)(2.0) == 12.0
    assert irad.autodiff(cubed, irad.Duplicated(2.0, 1.0), mode=irad.ForwardWithPrimal) == (1200.0, 8.0)


# ---- errors


def half_ruled(x):
    return x


@irad.reverse(half_ruled)
def half_ruled_reverse(config, dret, tape, x):
    return (dret,)


def short(x):
    return x * x


@irad.augmented_primal(short)
def short_augmented(config, x):
    return irad.AugmentedReturn(x.val * x.val, None, x.val)


@irad.reverse(short)
def short_reverse(config, dret, tape):
    return (dret,)


def no_primal(x):
    return x * x


@irad.augmented_primal(no_primal)
def no_primal_augmented(config, x):
    return irad.AugmentedReturn(None, None, x.val)


@irad.reverse(no_primal)
def no_primal_reverse(config, dret, tape, x):
    return (2.0 * tape * dret,)


def nothing_returned(x):
    return x * x


@irad.augmented_primal(nothing_returned)
def nothing_returned_augmented(config, x):
    return irad.AugmentedReturn(x.val * x.val, None, x.val)


@irad.reverse(nothing_returned)
def nothing_returned_reverse(config, dret, tape, x):
    return None


def bare(x):
    return x * x


@irad.augmented_primal(bare)
def bare_augmented(config, x):
    return x.val * x.val


@irad.reverse(bare)
def bare_reverse(config, dret, tape, x):
    return (dret,)


@pytest.mark.parametrize(
    ("f", "words"),
    [
        (half_ruled, "only has a rule by irad.reverse"),
        (short, "has 3 parameters, it is called with 4"),
        (no_primal, "returns no primal"),
        (nothing_returned, "returns None as derivative by x"),
        (bare, "return irad.AugmentedReturn"),
    ],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_rules_that_do_not_fit(f, words: str) -> None:
    with pytest.raises(irad.RuleError, match=words) as caught:
        irad.grad(f)(2.0)
    assert caught.value.place is None or caught.value.place.file == __file__


def test_a_rule_for_something_else() -> None:
    with pytest.raises(irad.RuleError, match="is not a Python function"):
        irad.reverse(np.sort)(lambda config, dret, tape, x: None)


def picky(x, k):
    return x[k]


@irad.augmented_primal(picky)
def picky_augmented(config, x, k):
    if k.val == 5:
        raise ValueError("five")
    return irad.AugmentedReturn(x.val[0], None, None)


@irad.reverse(picky)
def picky_reverse(config, dret, tape, x, k):
    x.dval[k.val] += dret


def picky_sum(x, k):
    return picky(x, k) + x.sum()


def test_exceptions_in_rules() -> None:
    shadow = np.zeros(3)
    with pytest.raises(ValueError, match="five"):
        irad.autodiff(picky_sum, irad.Duplicated(X.copy(), shadow), irad.Const(5))
    np.testing.assert_array_equal(shadow, 0.0)
    for _ in range(2):
        with pytest.raises(IndexError, match="index 4 is out of bounds"):
            irad.autodiff(picky_sum, irad.Duplicated(X.copy(), shadow), irad.Const(4))
    shadow[:] = 0.0
    irad.autodiff(picky_sum, irad.Duplicated(X.copy(), shadow), irad.Const(1))
    np.testing.assert_array_equal(shadow, [1, 2, 1])


# ---- inactive, noalias


def level(x):
    return x.max() * 2.0


def normalised(x):
    return (x / irad.inactive(level)(x)).sum()


inactive_level = irad.inactive(level)


def normalised_outside(x):
    return (x / inactive_level(x)).sum()


def settle(x):
    x[0] = 1.0


def settles(x):
    irad.inactive(settle)(x)
    return x.sum()


def fills(x, buffer):
    irad.inactive(settle)(buffer)
    return x.sum() * buffer[0]


def test_inactive() -> None:
    for f in (normalised, normalised_outside):
        np.testing.assert_allclose(irad.grad(f)(X), np.full(3, 1 / 2.4))
        (t,) = irad.autodiff(f, irad.Duplicated(X.copy(), np.ones(3)), mode=irad.Forward)
        assert math.isclose(t, 3 / 2.4)
    np.testing.assert_allclose(irad.grad(fills)(X, np.zeros(2)), np.ones(3))
    with pytest.raises(irad.DifferentiationError, match="has no derivative, but may write"):
        irad.grad(settles)(X)


def product(a, b):
    a[0] = b[0]
    return (a * b).sum()


def apart(a, b):
    return irad.noalias(product)(a, b)


def test_noalias() -> None:
    b = X + 1
    np.testing.assert_allclose(irad.grad(apart)(X, b), [0, b[1], b[2]])


def test_marked_functions_themselves() -> None:
    b = X + 1
    np.testing.assert_allclose(irad.grad(irad.noalias(product))(X, b), [0, b[1], b[2]])
    np.testing.assert_array_equal(irad.grad(inactive_level)(X), np.zeros(3))
    assert irad.autodiff(irad.inactive(cubed), irad.Duplicated(2.0, 1.0), mode=irad.ForwardWithPrimal) == (0.0, 8.0)
