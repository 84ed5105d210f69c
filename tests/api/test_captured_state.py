"""Transforms that run a function several times: each run finds captured arrays as the first one found them."""

from __future__ import annotations

import numpy as np
import pytest

import irad

STATE = np.zeros(1)
WEIGHTS = np.array([1.0, 2.0])


def scaled(x):
    s = STATE[0]
    STATE[0] += 1.0
    return x * s


def energy(x):
    s = STATE[0]
    STATE[0] += 1.0
    return (x * x).sum() * s


def weighted(x):
    return x * WEIGHTS


@pytest.mark.parametrize("transform", [irad.jacfwd, irad.jacrev, irad.jacobian])
def test_jacobians(transform) -> None:
    STATE[0] = 10.0
    np.testing.assert_array_equal(transform(scaled)(np.ones(9)), 10.0 * np.eye(9))
    assert STATE[0] == 11.0


def test_hessian() -> None:
    STATE[0] = 10.0
    np.testing.assert_array_equal(irad.hessian(energy)(np.ones(9)), 20.0 * np.eye(9))
    assert STATE[0] == 11.0


SCALE = 2.0


def test_names_that_are_bound_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    out, push = irad.linearize(lambda x: SCALE * x * x, 3.0)
    _, pull = irad.vjp(lambda x: SCALE * x * x, 3.0)
    assert (out, push(1.0)) == (18.0, 12.0)
    monkeypatch.setattr("tests.api.test_captured_state.SCALE", 5.0)
    assert pull(1.0) == (12.0,)
    with pytest.raises(irad.errors.UnsupportedError, match="bound anew"):
        push(1.0)


def test_later_calls() -> None:
    WEIGHTS[:] = (1.0, 2.0)
    _, pull = irad.vjp(weighted, np.array([2.0, 3.0]))
    _, push = irad.linearize(weighted, np.array([2.0, 3.0]))
    WEIGHTS[:] = 100.0
    for found in (pull(np.ones(2))[0], pull(np.ones(2))[0], push(np.ones(2))):
        np.testing.assert_array_equal(found, [1.0, 2.0])
    np.testing.assert_array_equal(WEIGHTS, [100.0, 100.0])
