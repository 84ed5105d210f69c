"""`irad.check_rule` finds planted faults, says where, and has nothing to say of rules that are right."""

from __future__ import annotations

import numpy as np
import pytest

import irad
from tests.api.test_custom_rules import rows, softplus, weighted
from tests.api.test_host_rules import energy, log_determinant
from tests.origins.test_o4_custom_rules import addone, power

pytestmark = pytest.mark.sampled

X = np.array([0.5, 1.2, -0.8])
Y = np.array([1.5, -0.4, 0.3])


def double_into(x, out):
    out[:] = 2.0 * x


@irad.augmented_primal(double_into)
def double_into_augmented(config, x, out):
    out.val[:] = 2.0 * x.val
    return irad.AugmentedReturn()


@irad.reverse(double_into)
def double_into_reverse(config, dret, tape, x, out):
    x.dval += 2.0 * out.dval
    out.dval[:] = 0.0


@irad.forward(double_into)
def double_into_forward(config, x, out):
    out.dval[:] = 2.0 * x.dval


def ratio(a, b):
    return (a / b).sum()


@irad.augmented_primal(ratio)
def ratio_augmented(config, a, b):
    saved = irad.AugmentedReturn((a.val / b.val).sum(), None, (a.val.copy(), b.val.copy()))
    return saved


@irad.reverse(ratio)
def ratio_reverse(config, dret, tape, a, b):
    x, y = tape
    a.dval += dret / y
    b.dval -= dret * x / (y * y)


def polar(r, t):
    return r * np.cos(t), r * np.sin(t)


@irad.augmented_primal(polar)
def polar_augmented(config, r, t):
    return irad.AugmentedReturn(polar(r.val, t.val), None, (r.val, t.val))


@irad.reverse(polar)
def polar_reverse(config, dret, tape, r, t):
    dx, dy = dret
    radius, angle = tape
    return dx * np.cos(angle) + dy * np.sin(angle), radius * (dy * np.cos(angle) - dx * np.sin(angle))


@irad.forward(polar)
def polar_forward(config, r, t):
    c, s = np.cos(t.val), np.sin(t.val)
    return r.dval * c - r.val * s * t.dval, r.dval * s + r.val * c * t.dval


RIGHT = [
    (addone, (X,)),
    (power, (X, 0.7)),
    (double_into, (X, Y)),
    (ratio, (X, Y)),
    (polar, (1.3, 0.4)),
    (weighted, (X, Y, 3, 0.7)),
    (rows, (np.arange(12.0).reshape(3, 4) / 7 + 0.1, 2)),
    (softplus, (X,)),
    (energy, (X, 1.3)),
    (log_determinant, (np.array([[2.0, 0.3], [-0.1, 1.5]]),)),
]


@pytest.mark.parametrize(("f", "args"), RIGHT, ids=[f.__name__ for f, _ in RIGHT])
def test_right_rules_pass(f, args) -> None:
    before = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    assert irad.check_rule(f, *args) is None
    for a, b in zip(args, before, strict=True):
        np.testing.assert_array_equal(a, b)


# ---- planted faults.  Each function makes f with its rules; the words are those of the error.


def missing_factor():
    def f(x):
        return (x * x).sum()

    @irad.augmented_primal(f)
    def augmented(config, x):
        return irad.AugmentedReturn((x.val * x.val).sum(), None, x.val)

    @irad.reverse(f)
    def reverse(config, dret, tape, x):
        x.dval += dret * tape

    return f


def no_zeroing():
    def f(x, out):
        out[:] = 3.0 * x

    @irad.augmented_primal(f)
    def augmented(config, x, out):
        out.val[:] = 3.0 * x.val
        return irad.AugmentedReturn()

    @irad.reverse(f)
    def reverse(config, dret, tape, x, out):
        x.dval += 3.0 * out.dval

    return f


def not_saved():
    def f(x):
        return (x * x).sum()

    @irad.augmented_primal(f)
    def augmented(config, x):
        return irad.AugmentedReturn((x.val * x.val).sum(), None, None)

    @irad.reverse(f)
    def reverse(config, dret, tape, x):
        x.dval += 2.0 * dret * x.val

    return f


def result_unused():
    def f(x):
        x *= 2.0
        return x.sum()

    @irad.augmented_primal(f)
    def augmented(config, x):
        if not config.needs_primal:
            return irad.AugmentedReturn(None, None, 1.0)
        x.val *= 2.0
        return irad.AugmentedReturn(x.val.sum(), None, 2.0)

    @irad.reverse(f)
    def reverse(config, dret, tape, x):
        x.dval[:] = tape * (x.dval + dret)

    return f


def reverse_skips_unused():
    def f(x):
        x *= 2.0
        return x.sum()

    @irad.augmented_primal(f)
    def augmented(config, x):
        x.val *= 2.0
        return irad.AugmentedReturn(x.val.sum(), None, config.needs_primal)

    @irad.reverse(f)
    def reverse(config, dret, tape, x):
        if tape:
            x.dval[:] = 2.0 * (x.dval + dret)

    return f


def changes_an_input():
    def f(x):
        return (x**3).sum()

    @irad.augmented_primal(f)
    def augmented(config, x):
        tape = 3.0 * x.val * x.val
        x.val *= x.val * x.val
        return irad.AugmentedReturn(x.val.sum(), None, tape)

    @irad.reverse(f)
    def reverse(config, dret, tape, x):
        x.dval += dret * tape

    return f


def another_primal():
    def f(x, s):
        return s * x.sum()

    @irad.augmented_primal(f)
    def augmented(config, x, s):
        return irad.AugmentedReturn(x.val.sum(), None, (s.val, x.val.sum()))

    @irad.reverse(f)
    def reverse(config, dret, tape, x, s):
        x.dval += dret * tape[0]
        return None, dret * tape[1]

    return f


def forward_differs():
    def f(x):
        x *= x
        return x[0]

    @irad.augmented_primal(f)
    def augmented(config, x):
        tape = 2.0 * x.val
        x.val *= x.val
        return irad.AugmentedReturn(x.val[0], None, tape)

    @irad.reverse(f)
    def reverse(config, dret, tape, x):
        x.dval[0] += dret
        x.dval *= tape

    @irad.forward(f)
    def forward(config, x):
        tangent = 2.0 * x.val[0] * x.dval[0]
        return tangent  # and x.dval?

    return f


def not_added():
    def f(x):
        return x.sum()

    @irad.augmented_primal(f)
    def augmented(config, x):
        return irad.AugmentedReturn(x.val.sum(), None, None)

    @irad.reverse(f)
    def reverse(config, dret, tape, x):
        x.dval[:] = dret

    return f


def not_for_one_array_twice():
    def f(a, b):
        return (a * b).sum()

    @irad.augmented_primal(f)
    def augmented(config, a, b):
        return irad.AugmentedReturn((a.val * b.val).sum(), None, (a.val.copy(), b.val.copy()))

    @irad.reverse(f)
    def reverse(config, dret, tape, a, b):
        x, y = tape
        before = b.dval.copy()
        a.dval += dret * y
        b.dval[:] = before + dret * x

    return f


def garbage():
    def f(x):
        return x.sum()

    @irad.augmented_primal(f)
    def augmented(config, x):
        scratch = np.empty(x.val.size)
        scratch[0] = 1.0
        return irad.AugmentedReturn(x.val.sum(), None, scratch)

    @irad.reverse(f)
    def reverse(config, dret, tape, x):
        for i in range(tape.size):
            if tape[i] == 0.0:
                tape[i] = 1.0
        x.dval += dret * tape

    return f


def wrong_when_constant():
    def f(x, s):
        return s * x.sum()

    @irad.augmented_primal(f)
    def augmented(config, x, s):
        tape = (s.val, x.val.sum(), isinstance(s, irad.Active))
        return irad.AugmentedReturn(s.val * x.val.sum(), None, tape)

    @irad.reverse(f)
    def reverse(config, dret, tape, x, s):
        if tape[2]:
            x.dval += dret * tape[0]
        return None, dret * tape[1]

    return f


FAULTS = [
    (missing_factor, (X,), r"the derivative by x\[0\] is "),
    (no_zeroing, (X, Y), r"by out\[0\] is .*right where shadows are zero before"),
    (not_saved, (X,), r"when all arrays are overwritten.*config\.overwritten"),
    (result_unused, (X,), r"values in x when nobody uses its result"),
    (reverse_skips_unused, (X,), r"by x\[0\] is .* when nobody uses its result"),
    (changes_an_input, (X,), r"augmented\(\) of f\(\): changes x"),
    (another_primal, (X, 0.7), r"returns .* as primal, the function returns"),
    (forward_differs, (X,), r"forward\(\) of f\(\): the tangent along x"),
    (not_added, (X,), r"by x\[0\] is .*add to shadows \(\+=\)"),
    (not_for_one_array_twice, (X, Y), r"when one array is passed as a and as b"),
    (garbage, (X,), r"reads memory that nobody has written"),
    (wrong_when_constant, (X, 0.7), r"when s is constant"),
]


@pytest.mark.parametrize(("make", "args", "words"), FAULTS, ids=[m.__name__ for m, _, _ in FAULTS])
def test_planted_faults_are_found(make, args, words: str) -> None:
    with pytest.raises(irad.RuleError, match=f"(?s){words}") as caught:
        irad.check_rule(make(), *args)
    assert caught.value.place is not None and caught.value.place.file == __file__


def test_a_function_without_rules() -> None:
    with pytest.raises(irad.RuleError, match="has no rules"):
        irad.check_rule(lambda x: x, 1.0)


def test_noalias_is_not_called_with_one_array_twice() -> None:
    assert irad.check_rule(irad.noalias(not_for_one_array_twice()), X, Y) is None
