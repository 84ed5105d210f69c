"""``linear_sum_assignment`` beside SciPy: random costs, equal costs, rectangles, what cannot be assigned."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

import irad

assigned = irad.jit(lambda c: linear_sum_assignment(c))
greatest = irad.jit(lambda c: linear_sum_assignment(c, maximize=True))


@pytest.mark.parametrize("shape", [(1, 1), (4, 4), (3, 7), (7, 3), (12, 12), (0, 3)])
def test_the_same_places_as_scipy(shape: tuple[int, int]) -> None:
    r = np.random.default_rng(3)
    for cost in (r.normal(size=shape), r.integers(0, 4, shape).astype(float), np.zeros(shape)):
        for g, w in zip(assigned(cost), linear_sum_assignment(cost), strict=True):
            np.testing.assert_array_equal(g, w)
        for g, w in zip(greatest(cost), linear_sum_assignment(cost, maximize=True), strict=True):
            np.testing.assert_array_equal(g, w)


def test_the_cost_that_is_chosen_has_derivatives() -> None:
    def least(x: Any) -> Any:
        cost = (x[:, None] - np.arange(4.0)) ** 2
        rows, columns = linear_sum_assignment(cost)
        return cost[rows, columns].sum()

    x = np.array([2.3, 0.2, 3.4, 0.9])
    places = np.array([2.0, 0.0, 3.0, 1.0])
    np.testing.assert_allclose(irad.grad(least)(x), 2.0 * (x - places))


def test_errors_are_scipys() -> None:
    for cost in (np.array([[1.0, np.nan]]), np.full((2, 2), np.inf), np.array([[-np.inf]])):
        with pytest.raises(ValueError) as error:
            linear_sum_assignment(cost)
        with pytest.raises(ValueError, match=str(error.value)):
            assigned(cost)
