"""``irad.checkpoint`` of functions that change copies of their arguments: gradients beside the complex step in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

X = np.array([0.7, 1.1, 0.4, 0.9, 1.3, 0.2])
Steps = Callable[[Any], Any]


@irad.checkpoint
def copied(u: Any) -> Any:
    u = u.copy()
    for _ in range(3):
        u[1:-1] += 0.1 * np.sin(u[2:])
    return u


def change(a: Any) -> None:
    a[0] = a[0] * a[1]


@irad.checkpoint
def changed_by_another(u: Any) -> Any:
    v = u
    u = np.array(v)
    change(u)
    return u[:3]


@irad.checkpoint
def copied_in_a_loop(u: Any) -> Any:
    for k in range(3):
        u = u.copy()
        u[k] = u[k] * u[k + 1]
    return u * 1.5


@irad.checkpoint
def copied_in_a_branch(u: Any) -> Any:
    w = u.copy()
    for k in range(4):
        if k > 1:
            u = w.copy()
            u[1] *= u[2]
            w = u
        else:
            w = u * u
            w[0] *= 2.0
    return w


@irad.checkpoint
def changed_in_one_branch(u: Any) -> Any:
    if u[0] > 100.0:
        u = u.copy()
    u[0] = 2.0 * u[0]
    return u * 1.0


@irad.checkpoint
def changed_before_the_copy(u: Any) -> Any:
    for _ in range(3):
        u[0] = u[0] * u[1]
        u = u.copy()
    return u * 1.0


@irad.checkpoint
def copied_in_some_iterations(u: Any) -> Any:
    for k in range(3):
        if k == 1:
            u = u.copy()
            continue
        u[0] = u[0] * u[1]
    return u * 1.0


@irad.checkpoint
def changed_by_another_name(u: Any) -> Any:
    v = u
    u = u.copy()
    v[0] = 2.0 * v[0]
    return u


@irad.checkpoint
def changed_in_the_next_iteration(u: Any) -> Any:
    v = u.copy()
    for _ in range(3):
        v[0] = 2.0 * v[0]
        v = u
    return u * 1.0


@irad.checkpoint
def changed_behind_a_branch(u: Any) -> Any:
    v = u.copy()
    if u[0] > 0.0:
        v = u
    v[0] = 3.0
    return u * 1.0


@irad.checkpoint
def changed_behind_a_loop(u: Any) -> Any:
    v = u.copy()
    while v[0] < 10.0:
        v = u * 1.0
        if v[0] > 0.0:
            v = u
            break
    else:
        v[0] = 2.0
    v[1] = 3.0
    return u * 1.0


@irad.checkpoint
def returned_without_a_copy(u: Any) -> Any:
    for _ in range(3):
        u = u.copy()
        u[0] = u[0] * u[1]
    return u


@pytest.mark.parametrize("f", [copied, changed_by_another, copied_in_a_loop, copied_in_a_branch], ids=lambda f: f.__name__)
def test_copies_may_be_changed(f: Steps) -> None:
    def twice(x: Any) -> Any:
        y = f(x)
        x[:] = 2.0 * x
        return (y * y).sum() + (f(x) * x[0]).sum()

    def plain(x: Any) -> Any:
        return twice(x.copy())

    wanted = [plain(X + 1e-30j * np.eye(6)[k]).imag / 1e-30 for k in range(6)]
    np.testing.assert_allclose(irad.grad(plain)(X), wanted, rtol=1e-14)


ARGUMENTS = [
    changed_in_one_branch, changed_before_the_copy, copied_in_some_iterations, changed_by_another_name,
    changed_in_the_next_iteration, changed_behind_a_branch, changed_behind_a_loop,
]  # fmt: skip


@pytest.mark.parametrize("f", ARGUMENTS, ids=lambda f: f.__name__)
def test_arguments_may_not(f: Steps) -> None:
    with pytest.raises(irad.DifferentiationError, match="it may change u"):
        irad.grad(lambda x: f(x).sum())(X)


def test_the_argument_itself_may_not_be_returned() -> None:
    """Without an iteration that is what would happen."""
    with pytest.raises(irad.DifferentiationError, match="may return part of an argument"):
        irad.grad(lambda x: returned_without_a_copy(x).sum())(X)
