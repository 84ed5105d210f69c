"""Rules of functions whose bodies do not depend on their arguments, or only write to them: the derivative is the rule's."""

from __future__ import annotations

import numpy as np

import irad


def test_a_constant_array() -> None:
    @irad.custom
    def found(a):
        out = np.zeros(2)
        out[0] = 1.0
        out[1] = 2.0
        return out

    found.defvjp(lambda a: (found(a), a), lambda kept, g: (np.ones(2) * 5.0 * g.sum(),))
    gradient = irad.grad(lambda a: (found(a) * np.array([1.0, 3.0])).sum())(np.ones(2))
    np.testing.assert_array_equal(gradient, [20.0, 20.0])  # 5 (1 + 3)


def test_a_constant_number() -> None:
    @irad.custom
    def one(a):
        return 1.0

    one.defvjp(lambda a: (one(a), a), lambda kept, g: (5.0 * g * np.ones(2),))
    one.defjvp(lambda primals, tangents: (one(primals[0]), 5.0 * tangents[0].sum()))
    np.testing.assert_array_equal(irad.grad(lambda a: one(a) * 3.0)(np.ones(2)), [15.0, 15.0])
    assert irad.jvp(lambda a: one(a) * 3.0, (np.ones(2),), (np.array([1.0, 2.0]),)) == (3.0, 45.0)


def fill(x):
    for i in range(len(x)):
        x[i] = 1.0


@irad.augmented_primal(fill)
def fill_augmented(config, x):
    fill(x.val)
    return irad.AugmentedReturn(primal=None, shadow=None, tape=None)


@irad.reverse(fill)
def fill_reverse(config, dret, tape, x):
    x.dval *= 3.0


@irad.forward(fill)
def fill_forward(config, x):
    fill(x.val)
    x.dval *= 3.0


def test_an_array_that_is_only_written() -> None:
    def f(x):
        y = x * 2.0
        fill(y)
        return (y * np.array([1.0, 2.0])).sum()

    np.testing.assert_array_equal(irad.grad(f)(np.ones(2)), [6.0, 12.0])  # 2 * 3 of each weight
    assert irad.jvp(f, (np.ones(2),), (np.ones(2),)) == (3.0, 18.0)


def test_straight_through() -> None:
    @irad.custom
    def rounded(x):
        return np.round(x)

    rounded.defvjp(lambda x: (rounded(x), 0.0), lambda kept, g: (g,))
    x = np.array([0.3, -1.2, 2.6])
    np.testing.assert_allclose(irad.grad(lambda x: (rounded(x) * x).sum())(x), np.round(x) + x, rtol=1e-15)
