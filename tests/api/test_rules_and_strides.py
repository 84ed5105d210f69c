"""Custom rules for functions that return arrays as NumPy lays them: by columns, in any order, views with gaps."""

from __future__ import annotations

import numpy as np
import pytest

import irad

A = np.linspace(0.1, 1.2, 24).reshape(4, 6)


def growth(x):
    return np.exp(x)


@irad.augmented_primal(growth)
def growth_augmented(config, x):
    y = np.exp(x.val)
    return irad.AugmentedReturn(y, None, y)


@irad.reverse(growth)
def growth_reverse(config, dret, y, x):
    x.dval[...] += dret * y


@irad.forward(growth)
def growth_forward(config, x):
    return np.exp(x.val) * x.dval


def written(x):
    y = growth(x)
    z = y.reshape(-1)  # a view or a copy, as y lies
    z[1] = 3.0
    return (y * y).sum()


@pytest.mark.parametrize("x", [A[:, ::2].T, A[::2, ::-2]], ids=["turned", "rows"])
def test_results_lie_as_those_of_numpy(x: np.ndarray) -> None:
    y = np.exp(x)
    got = irad.jit(growth)(x)
    np.testing.assert_allclose(got, y)
    assert got.strides == y.strides
    slope = 2 * np.exp(2 * x)
    if np.shares_memory(y, y.reshape(-1)):
        slope[0, 1] = 0.0
    np.testing.assert_allclose(irad.grad(written)(x), slope)
    np.testing.assert_allclose(irad.jvp(written, (x,), (np.cos(x),))[1], (slope * np.cos(x)).sum())


def test_derivatives_of_rules_of_strided_arrays() -> None:
    x = A[:2, ::3].T
    slope = 2 * np.exp(2 * x)
    slope[0, 1] *= not np.shares_memory(np.exp(x), np.exp(x).reshape(-1))
    np.testing.assert_allclose(irad.jvp(irad.grad(written), (x,), (np.cos(x),))[1], 2 * slope * np.cos(x))


def by_columns(x):
    return np.asfortranarray(np.sin(x))


@irad.augmented_primal(by_columns)
def by_columns_augmented(config, x):
    return irad.AugmentedReturn(np.sin(x.val), np.zeros(x.val.shape), x.val)  # primal and shadow by rows


@irad.reverse(by_columns)
def by_columns_reverse(config, dret, old, x):
    x.dval[...] += np.cos(old) * dret


@irad.forward(by_columns)
def by_columns_forward(config, x):
    return np.cos(x.val) * x.dval


def flat_columns(x):
    y = by_columns(x)
    z = y.reshape(-1, order="F")  # a view
    z[1] = 3.0
    return (y * y).sum()


def test_rules_may_return_arrays_that_lie_otherwise() -> None:
    slope = np.sin(2 * A)
    slope[1, 0] = 0.0
    value, found = irad.value_and_grad(flat_columns)(A)
    assert value == pytest.approx((np.sin(A) ** 2).sum() - np.sin(A[1, 0]) ** 2 + 9.0)
    np.testing.assert_allclose(found, slope, atol=1e-15)
    np.testing.assert_allclose(irad.jvp(flat_columns, (A,), (A,))[1], (slope * A).sum())


def every_second(x):
    return x[:, ::2]


@irad.augmented_primal(every_second)
def every_second_augmented(config, x):
    return irad.AugmentedReturn(x.val[:, ::2], x.dval[:, ::2], None)


@irad.reverse(every_second)
def every_second_reverse(config, dret, tape, x):
    pass


@irad.forward(every_second)
def every_second_forward(config, x):
    return x.dval[:, ::2]


def squared(x):
    y = every_second(x)
    y[0] = y[0] * y[1]
    return (x * x).sum()


def test_parts_of_arguments_with_gaps() -> None:
    slope = 2 * A
    slope[0, ::2] = 2 * A[0, ::2] * A[1, ::2] ** 2
    slope[1, ::2] += 2 * A[1, ::2] * A[0, ::2] ** 2
    np.testing.assert_allclose(irad.grad(squared)(A.copy()), slope)
    np.testing.assert_allclose(irad.jvp(squared, (A.copy(),), (np.cos(A),))[1], (slope * np.cos(A)).sum())


def repeated(x):
    return np.broadcast_to(x, (3, x.size))


@irad.augmented_primal(repeated)
def repeated_augmented(config, x):
    return irad.AugmentedReturn(np.broadcast_to(x.val, (3, x.val.size)), np.broadcast_to(x.dval, (3, x.val.size)), None)


@irad.reverse(repeated)
def repeated_reverse(config, dret, tape, x):
    x.dval[...] += dret.sum(axis=0)  # three times too much, if all rows of dret were in one place


def test_elements_that_lie_in_one_place_are_refused() -> None:
    with pytest.raises(ValueError, match=r"repeated\(\) has rules .* return a copy"):
        irad.grad(lambda x: repeated(x).sum())(A[0])
