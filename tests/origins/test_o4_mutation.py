"""O4: functions that mutate.  Each against the figures of the report, and forward mode against reverse."""

from __future__ import annotations

import numpy as np
import pytest

import irad


def addone(a):
    a += 1
    return a.sum()


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


def fill(x):
    s = x.sum()
    x.fill(3.0)
    return s * x[0]


def set_items(x):
    x[0] = x[1] * x[2]
    x[1:] = x[:-1]
    return x[0] * x[1] + x[2]


def swap(x):
    x[0], x[2] = x[2], x[0]
    return x[0] * 2.0 + x[2] * x[1]


def scratch(x):
    buffer = np.zeros(3)
    total = 0.0
    for k in range(2):
        for i in range(3):
            buffer[i] = x[i] * (k + 1)
        total += buffer[0] * buffer[1] + buffer[2]
    return total


def overwritten_square(x):
    b = x * x
    x[:] = 5.0
    return b.sum()


def in_place_product(x):
    y = x.copy()
    y *= x
    y /= x + 1.0
    return y.sum()


CASES = [
    (addone, [1, 1, 1]),
    (addone_squared, [18, 18, 18]),
    (read_after, [3, 4, 6]),
    (read_after_with_result, [4, 5, 7]),
    (level_three, [18, 18, 18]),
    (unused_result, [4, 6, 8]),
    (fill, [3, 3, 3]),
    (set_items, [0, 2 * 6 * 3 + 1, 2 * 6 * 2]),  # (x1 x2)**2 + x1
    (swap, [2, 1, 2]),
    (scratch, [10, 5, 3]),
    (overwritten_square, [2, 4, 6]),
    (in_place_product, [(1 + 2) / 4, (4 + 4) / 9, (9 + 6) / 16]),
]
X = np.array([1.0, 2.0, 3.0])


def forward_gradient(f) -> np.ndarray:
    out = []
    for e in np.eye(3):
        (t,) = irad.autodiff(f, irad.Duplicated(X.copy(), e.copy()), mode=irad.Forward)
        out.append(t)
    return np.array(out)


@pytest.mark.parametrize(("f", "want"), CASES, ids=[f.__name__ for f, _ in CASES])
def test_gradient(f, want: list[float]) -> None:
    x = X.copy()
    np.testing.assert_allclose(irad.grad(f)(x), want, rtol=1e-13)
    np.testing.assert_array_equal(x, X)
    np.testing.assert_allclose(forward_gradient(f), want, rtol=1e-13)


@pytest.mark.parametrize("f", [addone, unused_result, overwritten_square, swap], ids=lambda f: f.__name__)
def test_primal_is_mutated_as_by_the_function(f) -> None:
    mine, theirs = X.copy(), X.copy()
    irad.autodiff(f, irad.Duplicated(mine, np.zeros(3)))
    f(theirs)
    np.testing.assert_array_equal(mine, theirs)
