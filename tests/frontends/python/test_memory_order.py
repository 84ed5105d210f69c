"""Steps of new arrays beside NumPy's: they decide where a later operation makes a view, where a copy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad

RNG = np.random.default_rng(5)


def elementwise(a: Any, b: Any) -> Any:
    return (
        a + b, a * b[0], a[0] + b[:, :1], np.where(a > 0.0, a, b), np.clip(a, 0.0, 1.0), -a, np.exp(b), a > b, np.tril(a),
        a.astype(np.float32), np.zeros_like(a), np.full_like(b, 3.0), np.copy(a), b.copy(), np.array(a), np.flip(a),
        np.diag(a[0]), np.maximum(a, b), a**2, a[::2] + b[::2],
    )  # fmt: skip


def ordered(a: Any, b: Any) -> Any:
    return (
        a.sum(axis=0, keepdims=True), np.mean(a, axis=1, keepdims=True), np.var(b, axis=0, keepdims=True), np.std(a, axis=0),
        np.max(a, axis=1), np.sort(a, axis=0), np.argsort(b), a.flatten("F"), a.ravel("K"), np.outer(a, b), np.kron(a, b),
    )  # fmt: skip


def products(a: Any, b: Any) -> Any:
    return (
        a @ b, np.dot(a, b), np.tensordot(a, b, 1), np.tensordot(a, b, axes=([0], [1])), np.tensordot(a, b, 0), np.inner(a, b),
        np.linalg.multi_dot([a, b, a]), np.linalg.matrix_power(a, 0), np.linalg.matrix_power(a, 1), np.linalg.matrix_power(b, 3),
    )  # fmt: skip


def decomposed(a: Any, b: Any) -> Any:
    return np.linalg.inv(a), np.linalg.solve(a, b), np.linalg.qr(a)[0], np.linalg.cholesky(b)


def einsum_two(a: Any, b: Any) -> Any:
    return (
        np.einsum("ij,jk->ik", a, b), np.einsum("ij,jk->ki", a, b), np.einsum("ij,kj->ik", a, b), np.einsum("ij,kj->ki", a, b),
        np.einsum("ji,jk->ik", a, b), np.einsum("ij,ij->ji", a, b), np.einsum("ij,kl->lkji", a, b), np.einsum("ij,jk->kji", a, b),
    )  # fmt: skip


def einsum_more(a: Any, b: Any) -> Any:
    return (
        np.einsum("i,j->ji", a[0], b[:, 0]), np.einsum("ij,jk,kl->il", a, b, a), np.einsum("ij,jk,kl->li", a, b, a),
        np.einsum("ij,j->ji", a, b[0]), np.einsum("ij,i,j->ij", a, b[0], b[1]), np.einsum("ij,jk->ki", a.T, b.T),
    )  # fmt: skip


def einsum_three(a: Any, b: Any) -> Any:
    return (
        np.einsum("bij,bjk->bik", a, b), np.einsum("bij,bjk->ikb", a, b), np.einsum("ijk->ki", a), np.einsum("iij->ji", a),
        np.einsum("ijk,ljk->li", a, b), np.einsum("...ij,...jk->...ki", a, b), np.linalg.matrix_power(a, 0), np.matmul(a, b),
    )  # fmt: skip


def layouts(ndim: int) -> list[np.ndarray]:
    if ndim == 3:
        m = RNG.normal(size=(3, 3, 3))
        return [m, m.transpose(0, 2, 1), m.transpose(2, 0, 1), m[::-1], m.T]
    m = RNG.normal(size=(3, 3))
    m = m @ m.T + 3.0 * np.eye(3)
    wide = np.zeros((6, 6))
    wide[::2, ::2] = m
    return [m, np.asfortranarray(m), wide[::2, ::2], np.asfortranarray(wide)[::2, ::2], m[::-1, ::-1].copy()[::-1, ::-1]]


def steps(x: np.ndarray) -> list[int]:
    return [s for n, s in zip(x.shape, x.strides, strict=True) if n > 1]


def few(a: Any, b: Any) -> Any:
    return (
        np.einsum("ij,jk->ik", a, b), np.einsum("ij,jk->ki", a, b), np.einsum("ij,k->kji", a, b[0]),
        np.tensordot(a, b, 0), np.linalg.matrix_power(a, 0), np.linalg.matrix_power(a, 1),
    )  # fmt: skip


FULL = [elementwise, ordered, products, decomposed, einsum_two, einsum_more, einsum_three]
PAIRS = [(0, 0), (1, 1), (1, 3), (2, 4), (4, 1), (3, 2), (0, 1), (3, 0)]


@pytest.mark.slow
@pytest.mark.parametrize("f", FULL)
def test_steps_of_new_arrays(f: Any) -> None:
    compare(f, 3 if f is einsum_three else 2, PAIRS)


def test_steps_of_some_new_arrays() -> None:
    compare(few, 2, [p for p in PAIRS if 0 not in p or p == (0, 0)])


def compare(f: Any, ndim: int, pairs: list[tuple[int, int]]) -> None:
    compiled, ones, others = irad.jit(f), layouts(ndim), layouts(ndim)
    for p, q in pairs:
        a, b = ones[p], others[q]
        for k, (got, want) in enumerate(zip(compiled(a, b), f(a, b), strict=True)):
            np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-9)
            assert steps(got) == steps(want), (k, p, q)


def two_orders(a: Any, b: Any) -> Any:
    return np.einsum("ji,jk->ik", a, b), np.einsum("ji,jk->ki", a.T.copy().T, b)


def test_sizes_of_one_decide() -> None:
    """Labels with one element are not sorted; where one of two operands has it, the result is right or refused."""
    compiled = irad.jit(two_orders)
    a, b = RNG.normal(size=(4, 3)), RNG.normal(size=(4, 2))
    for a, b in ((a, b), (a[:1].copy(), b[:1].copy())):  # noqa: B020
        for got, want in zip(compiled(a, b), two_orders(a, b), strict=True):
            assert steps(got) == steps(want)
    with pytest.raises(irad.UnsupportedError, match="repeat the single one"):
        compiled(RNG.normal(size=(4, 3)), b)


def summed(a: Any, b: Any) -> Any:
    c = np.einsum("ij,jk->ki", a, b)
    v = c.ravel()
    v[1] = 9.0 * v[0]
    return (c * c).sum() + v.sum()


def powers(a: Any, n: int) -> Any:
    c = np.linalg.matrix_power(a, n)
    c[0, 0] *= 3.0
    return (a * a).sum() + (c * a).sum()


def test_the_first_power_is_the_array_itself() -> None:
    """The derivative by central differences: their error is below 1e-7 here."""
    derivative, a, h = irad.value_and_grad(powers), layouts(2)[1], 1e-6
    for n in (0, 1, 2, -1):
        value, found = derivative(a, n)
        np.testing.assert_allclose(value, powers(a.copy("K"), n), rtol=1e-12)
        for i, j in [(0, 0), (1, 2)]:
            e = np.zeros((3, 3))
            e[i, j] = h
            step = (powers(a + e, n) - powers(a - e, n)) / (2.0 * h)
            np.testing.assert_allclose(found[i, j], step, rtol=1e-7, atol=1e-7)


def test_writes_into_a_flattened_sum() -> None:
    a, b = layouts(2)[0], layouts(2)[0]
    value, found = irad.value_and_grad(summed)(a, b)
    np.testing.assert_allclose(value, summed(a, b), rtol=1e-13)
    e = RNG.normal(size=(3, 3))
    tangent = summed(a + 1e-100j * e, b).imag / 1e-100
    np.testing.assert_allclose((found * e).sum(), tangent, rtol=1e-12)
