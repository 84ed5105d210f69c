"""What annotated calls return and leave behind: batches, and arrays whose values nobody needs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import irad
from irad import Active, BatchDuplicated, Duplicated, DuplicatedNoNeed, Forward, ForwardWithPrimal, ReverseWithPrimal

X = np.array([1.0, 2.0, 3.0])


def into(x, out):
    for i in range(len(x)):
        out[i] = math.sin(x[i]) * x[i]


def test_values_that_nobody_needs_are_not_computed() -> None:
    """The reverse sweep needs no value of ``out``: it is not even written."""
    for kind, left in ((Duplicated, np.sin(X) * X), (DuplicatedNoNeed, np.full(3, 7.0))):
        out, dx, dout = np.full(3, 7.0), np.zeros(3), np.ones(3)
        irad.autodiff(into, Duplicated(X, dx), kind(out, dout))
        np.testing.assert_allclose(out, left)
        np.testing.assert_allclose(dx, np.sin(X) + X * np.cos(X), rtol=1e-14)
        np.testing.assert_array_equal(dout, np.zeros(3))


def mixed(x, a):
    """A number, an integer, an array."""
    return a * x[0], 3, x * a


def unit(k: int) -> Any:
    return np.eye(3)[k].copy()


@pytest.mark.parametrize("again", range(3))  # the third call goes through machine code
def test_forward_batches(again: int) -> None:
    def total(x, a):
        return (x * x).sum() * a, a

    tangents = (unit(0), unit(2))
    ((first, second),) = irad.autodiff(total, BatchDuplicated(X.copy(), tangents), BatchDuplicated(2.0, (0.0, 1.0)), mode=Forward)
    assert first == (4.0, 6.0 * 2.0 + 14.0) and second == (0.0, 1.0)
    tangent, primal = irad.autodiff(total, BatchDuplicated(X.copy(), tangents), 2.0, mode=ForwardWithPrimal)
    assert tangent == ((4.0, 12.0), (0.0, 0.0)) and primal == (28.0, 2.0)
    np.testing.assert_array_equal(tangents, [unit(0), unit(2)])


def test_forward_batches_of_arrays() -> None:
    ((number, integer, array),) = irad.autodiff(mixed, BatchDuplicated(X, (unit(0), unit(1))), 2.0, mode=Forward)
    assert number == (2.0, 0.0) and integer == (0, 0)
    np.testing.assert_array_equal(array, [2.0 * unit(0), 2.0 * unit(1)])


@pytest.mark.parametrize("again", range(3))
def test_reverse_batches(again: int) -> None:
    def total(x, a):
        return (x * x).sum() * a

    shadows = np.zeros(3), np.zeros(3)
    notes = (BatchDuplicated(X.copy(), shadows), Active(2.0))
    assert irad.autodiff(total, *notes, seed=(1.0, 10.0)) == (None, (14.0, 140.0))
    np.testing.assert_array_equal(shadows, [4.0 * X, 40.0 * X])
    assert irad.autodiff(total, *notes, mode=ReverseWithPrimal) == ((None, (14.0, 14.0)), 28.0)
    np.testing.assert_array_equal(shadows, [8.0 * X, 44.0 * X])


def test_reverse_batches_of_arrays_and_split() -> None:
    seeds = ((1.0, unit(0)), (0.0, unit(1)))
    for split in (False, True):
        shadows = np.zeros(3), np.zeros(3)
        notes = (BatchDuplicated(X.copy(), shadows), Active(2.0))
        if split:
            augmented, reverse = irad.autodiff_thunk(mixed, *notes)
            tape, primal = augmented(*notes)
            assert primal[:2] == (2.0, 3)
            found = reverse(*notes, tape=tape, seed=seeds)
        else:
            found = irad.autodiff(mixed, *notes, seed=seeds, returns=Duplicated)
        assert found == (None, (2.0, 2.0))
        np.testing.assert_array_equal(shadows, [2.0 * unit(0) * 2.0, 2.0 * unit(1)])


def test_a_batch_of_one() -> None:
    shadow = np.zeros(3)
    assert irad.autodiff(lambda x, a: x[0] * a, BatchDuplicated(X, (shadow,)), Active(2.0)) == (None, (1.0,))
    ((tangent,),) = irad.autodiff(lambda x: x[0], BatchDuplicated(X, (unit(0),)), mode=Forward)
    assert tangent == 1.0


def test_batches_from_c() -> None:
    f = irad.Module.from_c("double f(double *x, double a) { x[0] = x[0] * x[1] * a; return x[0] * x[0]; }\n")["f"]
    tangents = unit(0), unit(1)
    ((first, second),) = irad.autodiff(f, BatchDuplicated(X.copy(), tangents), BatchDuplicated(2.0, (0.0, 0.0)), mode=Forward)
    assert (first, second) == (2.0 * 4.0 * 4.0, 2.0 * 4.0 * 2.0)
    shadows = np.zeros(3), np.zeros(3)
    found = irad.autodiff(f, BatchDuplicated(X.copy(), shadows), Active(2.0), seed=(1.0, 2.0))
    assert found == (None, (16.0, 32.0))
    np.testing.assert_array_equal(shadows, [[32.0, 16.0, 0.0], [64.0, 32.0, 0.0]])


@pytest.mark.parametrize(
    ("notes", "kind", "text"),
    [
        (lambda: (BatchDuplicated(X, (np.zeros(3),) * 2),), irad.AliasingError, "shadow 2 of x overlaps shadow 1 of x"),
        (lambda: (BatchDuplicated(X, (np.zeros(3), X)),), irad.AliasingError, "overlaps the primal array"),
        (lambda: (BatchDuplicated(X, ()),), irad.ActivityError, "a tuple of shadows"),
        (lambda: (BatchDuplicated(X, (np.zeros(3), np.zeros(2))),), irad.ActivityError, "shape"),
        (lambda: (BatchDuplicated(X, (np.zeros(3),)), Duplicated(X, np.zeros(3))), irad.ActivityError, "beside BatchDuplicated"),
        (lambda: (BatchDuplicated(X, (np.zeros(3),)), BatchDuplicated(X.copy(), (np.zeros(3), np.zeros(3)))), irad.ActivityError,
         "different numbers of shadows"),
    ],
)  # fmt: skip
def test_batches_that_do_not_fit(notes: Any, kind: type[Exception], text: str) -> None:
    def one(x):
        return x.sum()

    def two(x, y):
        return x.sum() + y.sum()

    given = notes()
    with pytest.raises(kind, match=text):
        irad.autodiff(one if len(given) == 1 else two, *given, mode=Forward)


def test_seeds_that_do_not_fit() -> None:
    with pytest.raises(irad.ActivityError, match="the batch is 2 wide, 3 seeds were given"):
        irad.autodiff(lambda x: x.sum(), BatchDuplicated(X, (np.zeros(3), np.zeros(3))), seed=(1.0, 2.0, 3.0))


def squares(x):
    return (x * x).sum()


def test_shadows_of_strided_arrays() -> None:
    """The help of the error says what works: ``zeros_like`` does not, where an array does not lie in one piece."""
    for x, works, hint in (
        (np.arange(6.0)[::2], np.zeros(6)[::2], "same view of a buffer of zeros"),
        (np.arange(6.0).reshape(2, 3).T, np.zeros_like(np.arange(6.0).reshape(2, 3).T), r"np\.zeros_like\(x\), or"),
    ):
        with pytest.raises(irad.ActivityError, match=hint):
            irad.autodiff(squares, Duplicated(x, np.zeros(x.shape)))
        irad.autodiff(squares, Duplicated(x, works))
        np.testing.assert_array_equal(works, 2 * x)
