"""O4: rules that users write for functions that mutate.  The figures are those of the report; each in every mode."""

from __future__ import annotations

import numpy as np
import pytest

import irad

X = np.array([1.0, 2.0, 3.0])


def addone(a):
    a += 1
    return a.sum()


@irad.augmented_primal(addone)
def addone_augmented(config, a):
    a.val += 1
    return irad.AugmentedReturn(a.val.sum(), None, None)


@irad.reverse(addone)
def addone_reverse(config, dret, tape, a):
    a.dval += dret


@irad.forward(addone)
def addone_forward(config, a):
    return a.dval.sum()


def addone_squared(x):
    return addone(x) ** 2


def read_after(x):
    y = np.dot(x, x)
    addone(x)
    return x[0] + y


def read_after_with_result(x):
    y = np.dot(x, x)
    r = addone(x)
    return x[0] + y + r


def level_two(x):
    return addone(x)


def level_three(x):
    r = level_two(x)
    return r * r


def unused_result(x):
    addone(x)
    return (x * x).sum()


def power(x, s):
    """x <- s * x**2, and the sum of it."""
    x[:] = s * x * x
    return x.sum()


@irad.augmented_primal(power)
def power_augmented(config, x, s):
    old = x.val.copy()
    x.val[:] = s.val * old * old
    return irad.AugmentedReturn(x.val.sum(), None, (old,))


@irad.reverse(power)
def power_reverse(config, dret, tape, x, s):
    (old,) = tape
    d = x.dval + dret
    x.dval[:] = 2.0 * s.val * old * d
    return None, (d * old * old).sum()


@irad.forward(power)
def power_forward(config, x, s):
    x.dval[:] = 2.0 * s.val * x.val * x.dval + s.dval * x.val * x.val
    return x.dval.sum()


def power_twice(x):  # x**2 -> x**4 -> x**8, the sums of both
    return power(x, 1.0) + power(x, 1.0)


def power_in_a_loop(x):
    for _ in range(3):
        power(x, 0.5)
    return x.sum()


CASES = [
    (addone, [1, 1, 1]),
    (addone_squared, [18, 18, 18]),
    (read_after, [3, 4, 6]),
    (read_after_with_result, [4, 5, 7]),
    (level_three, [18, 18, 18]),
    (unused_result, [4, 6, 8]),
    (power_twice, 2 * X + 4 * X**3),
    (power_in_a_loop, X**7 / 16),  # x**8 / 2**7
]


@pytest.mark.parametrize(("f", "want"), CASES, ids=[f.__name__ for f, _ in CASES])
class TestModes:
    def test_reverse(self, f, want) -> None:
        x = X.copy()
        np.testing.assert_allclose(irad.grad(f)(x), want, rtol=1e-13)
        np.testing.assert_array_equal(x, X)

    def test_forward(self, f, want) -> None:
        found = [irad.autodiff(f, irad.Duplicated(X.copy(), e.copy()), mode=irad.Forward)[0] for e in np.eye(3)]
        np.testing.assert_allclose(found, want, rtol=1e-13)

    def test_split(self, f, want) -> None:
        augmented, reverse = irad.autodiff_thunk(f, irad.Duplicated)
        shadow = np.zeros(3)
        args = (irad.Duplicated(X.copy(), shadow),)
        tape, primal = augmented(*args)
        assert primal == f(X.copy())
        args[0].val[:] = np.nan  # whoever has the tape needs nothing else
        reverse(*args, tape=tape)
        np.testing.assert_allclose(shadow, want, rtol=1e-13)

    def test_batches(self, f, want) -> None:
        shadows = (np.zeros(3), np.zeros(3))
        irad.autodiff(f, irad.BatchDuplicated(X.copy(), shadows), seed=(1.0, -2.0))
        np.testing.assert_allclose(shadows, [want, -2.0 * np.array(want)], rtol=1e-13)
        tangents = tuple(e.copy() for e in np.eye(3))
        (found,) = irad.autodiff(f, irad.BatchDuplicated(X.copy(), tangents), mode=irad.Forward)
        np.testing.assert_allclose(found, want, rtol=1e-13)

    def test_the_primal_is_changed_as_by_the_function(self, f, want) -> None:
        for mode in (irad.Reverse, irad.Forward):
            mine, theirs = X.copy(), X.copy()
            irad.autodiff(f, irad.Duplicated(mine, np.zeros(3)), mode=mode)
            f(theirs)
            np.testing.assert_array_equal(mine, theirs)


def test_scalars_are_active() -> None:
    shadow = np.zeros(3)
    _, ds = irad.autodiff(power, irad.Duplicated(X.copy(), shadow), irad.Active(0.5))
    np.testing.assert_allclose(ds, (X**2).sum())
    np.testing.assert_allclose(shadow, X)


def gradient_sum(x):
    d = np.zeros(3)
    irad.autodiff(power_twice, irad.Duplicated(x, d))
    return d.sum()


def test_second_derivatives() -> None:
    np.testing.assert_allclose(irad.grad(gradient_sum)(X), 2 + 12 * X**2, rtol=1e-13)
    found = [irad.autodiff(gradient_sum, irad.Duplicated(X.copy(), e.copy()), mode=irad.Forward)[0] for e in np.eye(3)]
    np.testing.assert_allclose(found, 2 + 12 * X**2, rtol=1e-13)
