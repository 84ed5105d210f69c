"""``np.einsum``, and arrays seen another way: values and derivatives beside plain NumPy, and what is refused."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.test_products import check, from_the_beginning, laid_out, mostly_slow  # noqa: F401

F = Callable[..., Any]
Shape = tuple[int, ...]


def written(expression: str, count: int) -> F:
    """A function of ``count`` arrays that returns this."""
    name = f"<{expression}>"
    text = f"def f({', '.join('abc'[:count])}):\n    return {expression}\n"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    space: dict[str, Any] = {"np": np}
    exec(compile(text, name, "exec"), space)
    found: F = space["f"]
    return found


def einsum(subscripts: str) -> F:
    count = subscripts.count(",") + 1
    return written(f'np.einsum("{subscripts}", {", ".join("abc"[:count])})', count)


def shapes(subscripts: str, sizes: dict[str, int]) -> list[Shape]:
    return [tuple(sizes[x] for x in part) for part in subscripts.split("->")[0].split(",")]


SMALL, LARGE = {"b": 2, "i": 3, "j": 4, "k": 5, "l": 2}, {"b": 2, "i": 11, "j": 16, "k": 15, "l": 9}
ODD = [{**SMALL, "i": 0}, {**SMALL, "j": 0}, {**SMALL, "j": 1, "k": 1}]
USUAL = ["ij,jk->ik", "ii->", "bij,bjk->bik", "ij,jk,k"]
OTHERS = [
    "ji,kj->ki", "ij,j->i", "ij,ij->i", "ij,jk,kl->il", "iij,jk->ik", "i,j->ji",
    "ij,jk", "ji,jk->ki", "ij,kj->ik", "i,ij->j", "ij,ij->", "ij,ij->ij", "i,j->", "ijk,jkl->il", "ijk,kl->ijl", "ikj,kl->lij",
    "ijk,ikl->jli", "kij,kil->kjl", "bij,bj->bi", "ij->ji", "ij->i", "ij->j", "ij->", "ii->i", "ijj->ij", "i,ij,j->",
    "ij,ik,il->jkl", "i,i,i->", "ij,k->jk", "ijkl,klij->", "ijk,kji->j", "ij,ji->", "ijk,ljk->li", "ii", "i,i,j->j",
]  # fmt: skip


def run(subscripts: str) -> None:
    f = einsum(subscripts)
    tall = sum(len(s) for s in shapes(subscripts, SMALL)) < 6
    for sizes in [SMALL, *([LARGE] if tall else []), *ODD]:
        check(f, [laid_out(s, "rows") for s in shapes(subscripts, sizes)])


@pytest.mark.parametrize("subscripts", USUAL)
def test_einsum(subscripts: str) -> None:
    run(subscripts)


@pytest.mark.slow
@pytest.mark.parametrize("subscripts", OTHERS)
def test_einsum_of_other_forms(subscripts: str) -> None:
    run(subscripts)


BROADCAST: list[tuple[str, list[list[Shape]]]] = [
    ("...ij,...jk->...ik", [[(2, 1, 3, 4), (5, 4, 2)]]),
    ("...i,...i->...", [[(2, 3), (2, 3)], [(1, 3), (2, 3)], [(2, 1), (1, 3)]]),
    ("...,...", [[(3, 1), (1, 4)]]),
    ("i...,...j->j...i", [[(2, 3, 1), (3, 4, 5)]]),
    ("ij,jk->ik", [[(3, 1), (4, 5)], [(3, 4), (1, 5)], [(11, 1), (9, 10)], [(11, 9), (1, 10)]]),
    ("ij,j->i", [[(15, 1), (16,)], [(15, 16), (1,)]]),
]


@pytest.mark.parametrize("subscripts,cases", mostly_slow(BROADCAST, 0, 5), ids=[s for s, _ in BROADCAST])
def test_einsum_broadcasts(subscripts: str, cases: list[list[Shape]]) -> None:
    for case in cases:
        check(einsum(subscripts), [laid_out(s, "rows") for s in case])


def test_einsum_of_other_kinds() -> None:
    whole = np.arange(12).reshape(3, 4)
    got, want = irad.jit(einsum("ij,kj->ik"))(whole, whole), np.einsum("ij,kj->ik", whole, whole)
    np.testing.assert_array_equal(got, want)
    assert got.dtype == want.dtype
    assert irad.jit(lambda x: np.einsum(", i -> i", 2.0, x, optimize=True).sum())(np.ones(3)) == 6.0


def test_large_sums_that_are_broadcast() -> None:
    f = irad.jit(einsum("ij,jk->ik"))
    for shape, other in [((11, 1), (9, 10)), ((11, 9), (1, 10)), ((11, 9), (9, 10))]:
        a, b = laid_out(shape, "rows"), laid_out(other, "rows")
        np.testing.assert_allclose(f(a, b), np.einsum("ij,jk->ik", a, b), rtol=1e-12, atol=1e-13)


@pytest.mark.slow
def test_einsum_of_other_layouts() -> None:
    check(einsum("ijk,kl->lij"), [laid_out((5, 4, 9), "columns"), laid_out((9, 8), "gaps")])


def test_einsum_of_one_operand_is_a_view() -> None:
    def f(a):
        np.einsum("ii->i", a)[:] = 0.0
        return (a * a).sum()

    a = np.arange(1.0, 10.0).reshape(3, 3)
    np.testing.assert_array_equal(irad.grad(f)(a), 2 * a * (1 - np.eye(3)))


VIEWS: list[tuple[str, list[Shape]]] = [
    ("np.trace(a)", [(3, 4), (0, 0)]),
    ("np.trace(a, 1, axis1=2, axis2=0)", [(3, 4, 2)]),
    ("a.trace(-1)", [(3, 4), (1, 1)]),
    ("a.diagonal(-2)", [(4, 4), (2, 2), (1, 3)]),
    ("np.diagonal(a, 0, 1, 2)", [(2, 3, 4)]),
    ("np.diag(a, -1) * 2.0", [(3,), (0,)]),
    ("np.diag(a, 2)", [(3, 4), (1, 1)]),
    ("np.tril(a, -1)", [(3, 4), (2, 2)]),
    ("np.triu(a * a, 1)", [(2, 3, 4)]),
    ("np.triu(a)", [(3,)]),
    ("a @ np.eye(3, 4, k=1)", [(2, 3)]),
    ("np.transpose(a, (1, 2, 0)) * a[0, 0, 0]", [(2, 3, 4)]),
    ("a.transpose(-1, 0, 1)[0]", [(2, 3, 4)]),
    ("np.swapaxes(a, 0, -1)", [(2, 3, 4)]),
    ("np.moveaxis(a, (0, 1), (2, 0))", [(2, 3, 4, 1)]),
    ("a - a.mean(axis=0, keepdims=True)", [(2, 3)]),
    ("a * np.sum(a, keepdims=True)", [(2, 3)]),
    ("a.sum(axis=0, keepdims=True)", [(3,), (0,)]),
    ("a[1:]", [(3, 2)]),
]


@pytest.mark.parametrize("expression,given", mostly_slow(VIEWS, 1, 3, 5, 8, 14, 15), ids=[e for e, _ in VIEWS])
def test_arrays_seen_another_way(expression: str, given: list[Shape]) -> None:
    for shape in given:
        check(written(expression, 1), [laid_out(shape, "rows")])


def test_extremes_keep_their_axis() -> None:
    a = laid_out((3, 4), "rows")
    for name in ("max", "min", "argmax"):
        for axis in (0, 1, None):
            f = written(f"np.{name}(a, axis={axis}, keepdims=True)", 1)
            np.testing.assert_array_equal(irad.jit(f)(a), f(a))
    slope = irad.grad(written("(a / np.max(a, axis=1, keepdims=True)).sum()", 1))(a)
    top = a.max(axis=1, keepdims=True)
    want = 1 / top - (a == top) * a.sum(axis=1, keepdims=True) / top**2
    np.testing.assert_allclose(slope, want, rtol=1e-12)


RUN_TIME: list[tuple[str, Sequence[Shape], str]] = [
    ("a @ b", [(2, 3), (2, 3)], "size 2 is different from 3"),
    ("a @ b", [(2, 3), (2,)], "size 2 is different from 3"),
    ("a @ b", [(2, 3, 3), (3, 3, 3)], "could not be broadcast together with shapes"),
    ("a @ b", [(2, 3, 3), (2, 1, 3)], "size 1 is different from 3"),
    ("np.dot(a, b)", [(2, 3), (2, 3)], "dot: size 3 does not match size 2"),
    ("np.inner(a, b)", [(2, 3), (3, 2)], "inner: size 3 does not match size 2"),
    ("np.vdot(a, b)", [(2, 3), (3, 3)], "vdot: size 6 does not match size 9"),
    ("np.tensordot(a, b, 1)", [(2, 3), (2, 3)], "tensordot: size 3 does not match size 2"),
    ("np.einsum('ij,jk', a, b)", [(2, 3), (2, 3)], "could not be broadcast together with"),
    ("np.einsum('ii,i', a, b)", [(2, 3), (2,)], "the sizes 2 and 3 of the repeated subscript 'i' differ"),
    ("np.dot(a, a, out=b)", [(2, 2), (3, 2)], "out= has the size 3 where the result has 2"),
]


@pytest.mark.parametrize("expression,given,message", RUN_TIME, ids=[f"{e}: {m}" for e, _, m in RUN_TIME])
def test_sizes_that_do_not_fit(expression: str, given: Sequence[Shape], message: str) -> None:
    f = written(expression, 2)
    args = [laid_out(s, "rows") for s in given]
    with pytest.raises(ValueError):
        f(*args)
    with pytest.raises(ValueError, match=message):
        irad.jit(f)(*args)


REFUSED: list[tuple[str, type[irad.IradError], str]] = [
    ("np.einsum('ij->k', a)", irad.TypingError, "'k' of the result is in no operand"),
    ("np.einsum('ij->ii', a)", irad.TypingError, "'i' stands twice in the result"),
    ("np.einsum('ijk', a)", irad.TypingError, "do not fit operand 0, which has 2 axes"),
    ("np.einsum('ij,jk', a)", irad.TypingError, "those of 2 operands, 1 were given"),
    ("np.einsum('...j->j', a)", irad.TypingError, "has no '...'"),
    ("np.einsum('i1', a)", irad.TypingError, "'1' is no subscript"),
    ("a @ 2.0", irad.TypingError, "a product of matrices needs arrays"),
    ("np.tensordot(a, a, axes=((0, 0), (0, 1)))", irad.TypingError, "an axis stands twice"),
    ("np.tensordot(a, a, axes=((0, 1), (0,)))", irad.TypingError, "2 axes of one array do not match 1"),
    ("np.tensordot(a, a, 3)", irad.TypingError, "have no 3 to sum over"),
    ("np.transpose(a, (0, 2))", np.exceptions.AxisError, "axis 2 is out of bounds"),
    ("np.transpose(a, (a.shape[0], 0))", np.exceptions.AxisError, "axis 2 is out of bounds"),
    ("np.trace(a[0])", irad.TypingError, "two axes or more"),
    ("np.einsum('ij->ji', a, order='F')", irad.UnsupportedError, "'order'"),
    ("np.dot(a, a, out=a[0])", irad.TypingError, "out= has 1 axes, the result 2"),
    ("np.linalg.matrix_power(a, 0.5)", irad.TypingError, "must be an integer"),
    ("np.linalg.multi_dot([a])", irad.TypingError, "two arrays or more"),
]


@pytest.mark.parametrize("expression,kind,message", REFUSED, ids=[e for e, _, _ in REFUSED])
def test_refused(expression: str, kind: type[irad.IradError], message: str) -> None:
    with pytest.raises(kind, match=message.replace("[", r"\[").replace("(", r"\(")):
        irad.jit(written(expression, 1))(np.eye(2))


def test_a_diagonal_is_read_only() -> None:
    def f(a):
        np.diagonal(a)[:] = 1.0

    with pytest.raises(irad.TypingError, match="read-only"):
        irad.jit(f)(np.eye(2))
