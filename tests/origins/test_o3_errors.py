"""O3 (7): shadows that do not fit are an error that names both arrays; constants that share memory are right."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import irad
from irad import AliasingError, Const, Duplicated
from tests.origins.modes import Case, check_modes

X = np.arange(1.0, 9.0)
SQUARE = np.array([[1.0, 2.0], [3.0, 4.0]])


def dot(a, b):
    return (a * b).sum()


def scale(a, b):
    a *= b
    return a.sum()


def of_pair(p, b):
    return (p[0] * p[1] * b).sum()


def floats_and_bits(a, b):
    return a[0] * b[0]


def z() -> np.ndarray:
    return np.zeros(8)


D = z()
SINGLE = X.view(np.float32)

WRONG: list[tuple[str, Any, tuple[Any, ...], str, str]] = [
    ("shadows apart", dot, (Duplicated(X, z()), Duplicated(X, z())), "a and b share memory", "their shadows do not overlap"),
    ("together", dot, (Duplicated(X[:4], D[:4]), Duplicated(X[4:], D[:4])), "shadows of a and b overlap", "the arrays do"),
    ("touching", dot, (Duplicated(X[:4], D[:4]), Duplicated(X[4:], D[3:7])), "shadows of a and b overlap", "the arrays do"),
    ("offset", dot, (Duplicated(X[:4], D[:4]), Duplicated(X[2:6], D[1:5])), "a and b share memory", "with another offset"),
    ("reversed", dot, (Duplicated(X, D), Duplicated(X[::-1], D)), "a and b share memory", "have other strides"),
    (
        "transposed",
        dot,
        (Duplicated(SQUARE, D[:4].reshape(2, 2)), Duplicated(SQUARE.T, D[:4].reshape(2, 2))),
        "a and b share memory",
        "have other strides",
    ),
    ("stride", dot, (Duplicated(X[::2], D[:4]), Duplicated(X[:4], D[:4])), "a and b share memory", "have other strides"),
    ("shadow is primal", dot, (Duplicated(X, X), Const(z())), "the shadow of a overlaps the primal array a", ""),
    ("shadow is another primal", dot, (Duplicated(X[:4], D[:4]), Const(D[2:6])), "overlaps the primal array b", ""),
    ("constant and written", scale, (Duplicated(X, z()), Const(X)), "b is constant but shares memory with a", "may write to it"),
    ("written and constant", scale, (Const(X), Duplicated(X, z())), "a is constant but shares memory with b", "may write to it"),
    (
        "in a tuple",
        of_pair,
        (Duplicated((X[:4], X[2:6]), (D[:4], D[4:])), np.ones(4)),
        "p[0] and p[1] share memory",
        "their shadows do not overlap",
    ),
    (
        "in a dict",
        lambda p: p["u"][0] * p["v"][0],
        (Duplicated({"u": X[:4], "v": X[2:6]}, {"u": D[:4], "v": D[1:5]}),),
        "p['u'] and p['v'] share memory",
        "with another offset",
    ),
    ("dtypes", floats_and_bits, (Duplicated(X, z()), Const(SINGLE)), "a and b share memory", "one as float64, the other as fl"),
    (
        "dtypes of two shadows",
        floats_and_bits,
        (Duplicated(X, D), Duplicated(SINGLE, D.view(np.float32))),
        "a and b share memory",
        "one as float64, the other as float32",
    ),
]


@pytest.mark.parametrize("mode", [irad.Reverse, irad.Forward, irad.ReverseSplit], ids=repr)
@pytest.mark.parametrize(("f", "args", "names", "why"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_wrong_shadows(f: Any, args: tuple[Any, ...], names: str, why: str, mode: Any) -> None:
    with pytest.raises(AliasingError) as caught:
        if mode is irad.ReverseSplit:
            augmented, _ = irad.autodiff_thunk(f, *args)
            augmented(*args)
        else:
            irad.autodiff(f, *args, mode=mode)
    text = str(caught.value)
    assert names in text
    assert why in text
    assert len(re.findall(r"bytes 0x[0-9a-f]+\.\.0x[0-9a-f]+", text)) == text.count("bytes ") >= 1
    assert len(re.findall(r"0x[0-9a-f]+\.\.0x[0-9a-f]+", text)) >= 2, "the ranges of both"
    assert "help: " in text


def test_lanes_of_a_batch() -> None:
    d = z()
    with pytest.raises(AliasingError, match="shadow 2 of a overlaps shadow 1 of a"):
        irad.autodiff(dot, irad.BatchDuplicated(X, (d, d)), np.ones(8), mode=irad.Forward)
    with pytest.raises(AliasingError, match="a and b share memory"):
        pair = irad.BatchDuplicated(X, (z(), z()))
        irad.autodiff(dot, pair, irad.BatchDuplicated(X, (pair.dval[0], z())))


def test_nothing_is_touched_before_the_error() -> None:
    x, dx = X.copy(), z()
    with pytest.raises(AliasingError):
        irad.autodiff(scale, Duplicated(x, dx), Const(x))
    np.testing.assert_array_equal(x, X)
    assert not dx.any()


# ---- what may overlap


def test_elements_between_one_another() -> None:
    """Columns of a matrix lie between one another in memory, and share nothing."""
    check_modes(Case(scale, [np.arange(1.0, 7.0).reshape(3, 2)], lambda b: (b[:, 0], b[:, 1])))
    x, dx = SQUARE.copy(), np.zeros((2, 2))
    irad.autodiff(scale, Duplicated(x[:, 0], dx[:, 0]), Const(x[:, 1]))
    np.testing.assert_array_equal(dx, [[2.0, 0.0], [4.0, 0.0]])


def test_a_constant_that_nobody_writes() -> None:
    """It is a copy for all that anyone can tell."""
    for mode, want in ((irad.Reverse, X), (irad.Forward, X.sum())):
        dx = z() if mode is irad.Reverse else np.ones(8)
        out = irad.autodiff(dot, Duplicated(X, dx), Const(X), mode=mode)
        np.testing.assert_allclose(dx if mode is irad.Reverse else out[0], want)


# ---- ways to write


def by_item(a, b):
    a[3] = 1.0
    return (a * b).sum()


def by_view(a, b):
    v = a[2:]
    w = v[::-1]
    w[0] += 1.0
    return (a * b).sum()


def by_chosen(a, b):
    v = a if b[0] > 0 else b
    v[0] = 2.0
    return (a * b).sum()


def by_row(a, b):
    for row in a.reshape(4, 2):
        row[0] = 1.0
    return (a * b).sum()


def by_swap(a, b):
    for _ in range(3):
        a, b = b, a
    b[1] = 2.0
    return (a * b).sum()


def by_out(a, b):
    np.add(b, 1.0, out=a)
    return (a * b).sum()


def by_sort(a, b):
    a.sort()
    return (a * b).sum()


def by_list(a, b):
    xs = []
    xs.append(a)
    xs[0][1] = 1.0
    return (a * b).sum()


def by_tuple(a, b):
    p = (b, a)
    p[1][0] = 3.0
    return (a * b).sum()


def same(v):
    return v


def by_result(a, b):
    same(a)[0] = 3.0
    return (a * b).sum()


def by_call(a, b):
    scale(a, 2.0)
    return (a * b).sum()


def by_derivative(a, b):
    irad.autodiff(scale, Duplicated(a, np.zeros(8)), Const(np.ones(8)))
    return (a * b).sum()


WAYS = [by_item, by_view, by_chosen, by_row, by_swap, by_out, by_sort, by_list, by_tuple, by_result, by_call, by_derivative]


@pytest.mark.parametrize("f", WAYS, ids=lambda f: f.__name__)
def test_every_way_to_write_counts(f: Any) -> None:
    x = X.copy()
    for args in ((Duplicated(x, z()), Const(x)), (Const(x), Duplicated(x, z()))):
        with pytest.raises(AliasingError, match="may write to it"):
            irad.autodiff(f, *args)
    np.testing.assert_array_equal(x, X)


CAPTURED = np.arange(1.0, 9.0)


def reads_captured(a):
    return (a * CAPTURED).sum()


def writes_captured(a):
    CAPTURED[0] = a[1]
    return (a * CAPTURED).sum()


def writes_through_a_call(a):
    scale(a, 2.0)
    return (a * CAPTURED).sum()


def test_captured_arrays() -> None:
    dx = z()
    irad.autodiff(reads_captured, Duplicated(CAPTURED, dx))
    np.testing.assert_allclose(dx, CAPTURED)
    for f in (writes_captured, writes_through_a_call):
        with pytest.raises(AliasingError, match="CAPTURED is constant but shares memory with a"):
            irad.autodiff(f, Duplicated(CAPTURED, z()))
        with pytest.raises(AliasingError, match="shares memory with the captured array CAPTURED"):
            irad.grad(f)(CAPTURED)
    np.testing.assert_array_equal(CAPTURED, np.arange(1.0, 9.0))


def store_and_read(x, y, v):
    for i in range(len(x)):
        y[i] = x[i] * x[i]
    return (v * x[: len(v)]).sum()


FIRST = np.zeros(4)
SECOND = FIRST[1:]


def store_and_read_captured(x):
    for i in range(len(x)):
        FIRST[i] = x[i] * x[i]
    return (SECOND * x[: len(SECOND)]).sum()


def store_and_read_both(x, y):
    for i in range(len(x)):
        y[i] = x[i] * x[i]
    return (SECOND * x[: len(SECOND)]).sum()


def test_active_values_pass_through_two_constants_that_share_memory() -> None:
    """What is stored through one and read through the other has its derivative."""
    x = np.array([0.5, -1.5, 2.0, 3.0])
    want = np.zeros(4)  # of x1^2 x0 + x2^2 x1 + x3^2 x2
    want[:3] += x[1:] ** 2
    want[1:] += 2 * x[1:] * x[:3]
    base = np.zeros(4)
    for f, rest in ((store_and_read, (base, base[1:])), (store_and_read_captured, ()), (store_and_read_both, (FIRST,))):
        dx = np.zeros(4)
        irad.autodiff(f, Duplicated(x, dx), *rest)
        np.testing.assert_allclose(dx, want)
        lanes = (np.zeros(4), np.zeros(4))
        irad.autodiff(f, irad.BatchDuplicated(x, lanes), *rest, seed=(1.0, 2.0))
        np.testing.assert_allclose(lanes[1], 2 * want)
        tangents = irad.autodiff(f, irad.BatchDuplicated(x, tuple(np.eye(4))), *rest, mode=irad.Forward)[0]
        np.testing.assert_allclose(tangents, want)
        augmented, reverse = irad.autodiff_thunk(f, Duplicated(x, dx), *rest)
        dx[:] = 0
        tape, _ = augmented(Duplicated(x, dx), *rest)
        reverse(Duplicated(x, dx), *rest, tape=tape)
        np.testing.assert_allclose(dx, want)
        if f is not store_and_read_both:
            np.testing.assert_allclose(irad.grad(f)(x, *rest), want)
    with pytest.raises(AliasingError, match="an argument shares memory with the captured array SECOND"):
        irad.grad(store_and_read_both)(x, FIRST)


SOURCE = """
double read_both(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}
double store_and_read(const double *x, double *y, const double *v, int n) {
  for (int i = 0; i < n; i++) y[i] = x[i] * x[i];
  double s = 0;
  for (int i = 0; i + 1 < n; i++) s += v[i] * x[i];
  return s;
}
"""


def test_c_functions() -> None:
    module = irad.Module.from_c(SOURCE)
    with pytest.raises(AliasingError, match="y is constant but shares memory with x"):
        irad.autodiff(module["store_and_read"], Duplicated(X, z()), Const(X), Const(z()), 8)
    with pytest.raises(AliasingError, match="a and b share memory"):
        irad.autodiff(module["read_both"], Duplicated(X, z()), Duplicated(X, z()), 8)
    x, base, dx = np.array([0.5, -1.5, 2.0, 3.0]), np.zeros(4), np.zeros(4)
    irad.autodiff(module["store_and_read"], Duplicated(x, dx), base, base[1:], 4)
    want = np.zeros(4)
    want[:3] += x[1:] ** 2
    want[1:] += 2 * x[1:] * x[:3]
    np.testing.assert_allclose(dx, want)
