"""Stars before as many items as the run tells: in displays, and in calls."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.linalg import block_diag

from tests.frontends.python.plain import compare


def _points(x, n):
    m, spread = np.array([1.0, x, 2.0]), np.outer(np.arange(1.0, 4.0), [x, 1.0, x * x])
    size = m.shape[0]
    points = np.vstack([m, *(m + spread[:, i] for i in range(size)), *(m - spread[:, i] for i in range(size))])
    return (points**3).sum() + n


def _displays(x, n):
    xs = [x * i for i in range(n)]
    ys = [1.0, *xs, x, *map(np.sin, xs), 3]
    t = (x, *xs, *reversed(xs))
    return sum(ys) + t[-1] + t[2] * len(t) + ys[n] + np.hstack([0.0, *xs, 1.0])[3] * np.vstack([*xs, x])[2, 0]


def _as_they_were(x, n):
    """Items are taken when the display comes to them, also of an iterator."""
    xs = [x * i for i in range(n)]
    ys = [*(v * x for v in xs), xs.append(7.0) is None, *xs]
    xs[0] = 100.0
    return sum(v * (k + 1) for k, v in enumerate(ys))


def _rest(x, n):
    first, *rest = np.array([x, 2.0, x * x, n])
    z = [*rest, first, *rest]
    z.append(x)
    rest[0] = 100.0
    return sum(v * (i + 1) for i, v in enumerate(z)) + max(*z, 0.0) + min(x, *z)


def _total(scale, *xs, extra=0.0):
    s = extra
    for k, v in enumerate(xs):
        s += scale * v * (k + 1)
    return s + len(xs)


def _calls(x, n):
    xs = [x * i for i in range(n)]

    def inner(*vs):
        return sum(vs) * x

    return _total(2.0, *xs) + _total(x, 1.0, *xs, *xs, extra=x) + inner(*xs) + inner(x, *xs, x) + _total(*[x, 2.0])


def _blocks(x, n):
    q = np.array([[x, 1.0], [0.0, x * x]])
    whole = block_diag(*[q] * n)
    return whole.sum() + whole[-1, -1] + whole.shape[0]


def _chains(x, n):
    rows = [[x * i] * i for i in range(n)]
    s = 0.0
    for i, v in enumerate(itertools.chain.from_iterable(rows)):
        s += v * i
    for v in itertools.chain(rows[2], np.arange(3.0) * x):
        s = s * 0.5 + v
    return s + sum(itertools.chain(*rows)) + len(list(itertools.chain(*rows)))


def _nested(x, n):
    rows = [[x * k + j for k in range(n)] for j in range(2)]
    jacobian = np.array([[x * k for k in range(n)], [np.sin(x + k) for k in range(n)]])
    whole = np.array([rows, rows]).sum() + np.array([*rows, [0.0] * n])[0, 1]
    return whole + (jacobian @ jacobian.T).sum() + np.dot([rows[0]], rows[1])[0]


@pytest.mark.parametrize("f", [_points, _displays, _as_they_were, _rest, _calls, _blocks, _chains, _nested])
def test_derivatives(f):
    compare(lambda x: f(x, 3) + f(x, 4), 1.5)
