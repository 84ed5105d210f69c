"""Products of arrays in compiled functions: values as plain NumPy has them, derivatives by the complex step of plain NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import irad

pytestmark = pytest.mark.sampled

F = Callable[..., Any]
Shape = tuple[int, ...]
RNG = np.random.default_rng(11)
_BEGINNING = RNG.bit_generator.state


@pytest.fixture(autouse=True)
def from_the_beginning() -> None:
    """The numbers of a test do not depend on which others have run."""
    RNG.bit_generator.state = _BEGINNING


def slope(f: F, args: Sequence[Any], along: Sequence[Any]) -> Any:
    """The derivative of ``f`` along a direction, to the last digits; products of matrices are polynomials."""
    return np.imag(f(*(x + 1e-30j * d for x, d in zip(args, along, strict=True)))) / 1e-30


def laid_out(shape: Shape, how: str) -> np.ndarray:
    """Random numbers, lying in memory by rows, by columns, or with gaps and backwards."""
    if how == "rows":
        return RNG.normal(size=shape)
    if how == "columns":
        return np.asfortranarray(RNG.normal(size=shape))
    wide = RNG.normal(size=tuple(2 * n + 1 for n in shape))
    return wide[tuple(slice(1, None, 2) if k % 2 else slice(n, 0, -1) for k, n in enumerate(shape))]


def check(f: F, args: Sequence[Any], rtol: float = 1e-10) -> None:
    """Value, forward mode, and reverse mode against forward mode."""
    want = f(*args)
    along = [RNG.normal(size=np.shape(x)) for x in args]
    expected = slope(f, args, along)
    got, tangent = irad.jvp(f, tuple(args), tuple(along))
    assert np.shape(got) == np.shape(want)
    np.testing.assert_allclose(got, want, rtol=rtol, atol=1e-12)
    np.testing.assert_allclose(tangent, expected, rtol=rtol, atol=1e-11)
    w = RNG.normal(size=np.shape(want))
    got, pull = irad.vjp(f, *args)
    np.testing.assert_allclose(got, want, rtol=rtol, atol=1e-12)
    found = pull(w if w.shape else float(w))
    parts = found if isinstance(found, tuple) else (found,)
    total = sum((g * d).sum() for g, d in zip(parts, along, strict=True))
    np.testing.assert_allclose(total, (w * expected).sum(), rtol=1e-8, atol=1e-10)


def mostly_slow(cases: Sequence[Any], *fast: int) -> list[Any]:
    """Parameters of which only these run by default; what is compiled for the others differs little."""
    marks = [() if k in fast else (pytest.mark.slow,) for k in range(len(cases))]
    return [pytest.param(*(c if isinstance(c, tuple) else (c,)), marks=m) for c, m in zip(cases, marks, strict=True)]


def product(a, b):
    return a @ b


def transposed(a, b):
    return a.T @ b.T


def parts(a, b):
    return a[:, 1:] @ b[::2, 1:]


def columns(a, b):
    return a[1:, :] @ b[::-1]


# Small shapes go through loops, large ones through BLAS: in one compiled function.
MATRICES = [(3, 4, 5), (1, 1, 1), (11, 9, 10), (0, 3, 2), (20, 0, 30), (2, 3, 0), (1, 30, 30), (30, 30, 1), (30, 1, 30)]


@pytest.mark.parametrize("how", mostly_slow(["rows", "columns", "gaps"], 0))
def test_matrices(how: str) -> None:
    for n, k, m in MATRICES:
        check(product, [laid_out((n, k), how), laid_out((k, m), how)])


@pytest.mark.parametrize("how", mostly_slow(["rows", "columns", "gaps"], 2))
def test_transposed_matrices(how: str) -> None:
    for n, k, m in MATRICES[:5]:
        check(transposed, [laid_out((k, n), how), laid_out((m, k), how)])


def test_slices_of_matrices() -> None:
    for n, k, m in [(3, 4, 5), (11, 9, 10), (1, 25, 30), (0, 2, 2)]:
        check(parts, [laid_out((n, k + 1), "rows"), laid_out((2 * k, m + 1), "rows")])


def test_lines_that_share_elements() -> None:
    """BLAS cannot take them as they are."""
    x, b, f = RNG.normal(size=30), RNG.normal(size=(12, 10)), irad.jit(product)
    windows = np.lib.stride_tricks.sliding_window_view(x, 12)
    for a in (windows, np.broadcast_to(x[:12], (19, 12)), np.broadcast_to(x[:20, None], (20, 12))):
        np.testing.assert_allclose(f(a, b), a @ b, rtol=1e-12)
        np.testing.assert_allclose(f(b.T, a.T), b.T @ a.T, rtol=1e-12)
        np.testing.assert_allclose(f(a, x[:12]), a @ x[:12], rtol=1e-12)


VECTORS = [((3, 4), (4,)), ((15, 16), (16,)), ((1, 300), (300,)), ((300, 1), (1,)), ((0, 3), (3,)), ((20, 0), (0,))]


@pytest.mark.parametrize("how", mostly_slow(["rows", "columns", "gaps"], 0))
def test_matrix_and_vector(how: str) -> None:
    for a, x in VECTORS:
        check(product, [laid_out(a, how), laid_out(x, how)])
        check(product, [laid_out(x, how), laid_out(a[::-1], how)])
    check(columns, [laid_out((16, 16), "rows"), laid_out((16,), "rows")])
    check(product, [laid_out((4,), how), laid_out((4,), how)])


STACKS = [
    ((2, 3, 4), (2, 4, 5)), ((2, 11, 9), (1, 9, 10)), ((1, 3, 4), (2, 4, 5)), ((0, 3, 4), (1, 4, 5)), ((2, 3, 0), (2, 0, 2)),
    ((3, 11, 9), (9, 10)), ((11, 9), (3, 9, 10)), ((3, 15, 16), (16,)), ((16,), (3, 16, 15)), ((2, 1, 3, 4), (3, 4, 5)),
]  # fmt: skip


@pytest.mark.parametrize("a,b", mostly_slow(STACKS, 1, 5, 6), ids=str)
def test_stacks(a: Shape, b: Shape) -> None:
    check(product, [laid_out(a, "rows"), laid_out(b, "rows")])


def numpy_dot(a, b):
    return np.dot(a, b)


def numpy_inner(a, b):
    return np.inner(a, b)


def numpy_outer(a, b):
    return np.outer(a, b)


def vdot(a, b):
    return np.vdot(a, b)


def double_dot(a, b):
    return np.tensordot(a, b)


def no_axes(a, b):
    return np.tensordot(a, b, axes=0)


def chosen_axes(a, b):
    return np.tensordot(a, b, axes=((0, 2), (1, -3)))


def one_axis(a, b):
    return np.tensordot(a, b, (1, 0))


def kron(a, b):
    return np.kron(a, b)


SUMS: list[tuple[F, Shape, Shape]] = [
    (numpy_dot, (2, 3, 4), (2, 4, 5)), (numpy_dot, (3, 11, 19), (19,)), (numpy_dot, (19,), (3, 19, 11)),
    (numpy_dot, (11, 9), (9, 10)), (numpy_inner, (3, 2, 4), (4,)), (numpy_inner, (2, 11, 9), (3, 10, 9)),
    (numpy_inner, (3, 4), (5, 4)),
    (numpy_outer, (2, 3), (4,)), (numpy_outer, (0, 3), (2,)),
    (double_dot, (2, 11, 9), (11, 9, 10)), (no_axes, (2, 3), (4, 5)),
    (chosen_axes, (2, 3, 4), (4, 2, 5)), (one_axis, (2, 3, 4), (3, 5)),
    (kron, (2, 3), (4, 1)), (kron, (3,), (2, 2)),
]  # fmt: skip


@pytest.mark.parametrize("f,a,b", mostly_slow(SUMS, 0, 11, 13), ids=lambda x: getattr(x, "__name__", str(x)))
def test_sums_over_axes(f: F, a: Shape, b: Shape) -> None:
    check(f, [laid_out(a, "rows"), laid_out(b, "rows")])


def test_vdot() -> None:
    """Its gradients are the other array, in the shape of its own; NumPy's is not differentiable by a complex step."""
    a, b = RNG.normal(size=(2, 3)), RNG.normal(size=(3, 2))
    assert irad.jit(vdot)(a, b) == pytest.approx(np.vdot(a, b), rel=1e-14)
    da, db = irad.grad(vdot, (0, 1))(a, b)
    np.testing.assert_allclose(da, b.reshape(2, 3), rtol=1e-15)
    np.testing.assert_allclose(db, a.reshape(3, 2), rtol=1e-15)


def chain(a, b, c):
    return np.linalg.multi_dot([a, b, c])


def long_chain(a, b, c):
    return np.linalg.multi_dot((a, b, c, a))


def cube(a):
    return np.linalg.matrix_power(a, 3)


def fifth(a):
    return np.linalg.matrix_power(a, 5)


def inverse_square(a):
    return np.linalg.matrix_power(a, -2)


def zeroth(a):
    return np.linalg.matrix_power(a, 0) + a


POWERS: list[tuple[F, list[Shape]]] = [
    (chain, [(2, 3), (3, 4), (4, 5)]), (chain, [(2, 30), (30, 2), (2, 30)]), (chain, [(3,), (3, 4), (4,)]),
    (long_chain, [(2, 3), (3, 4), (4, 2)]), (cube, [(3, 3)]), (cube, [(10, 10)]), (cube, [(0, 0)]), (fifth, [(2, 3, 3)]),
    (inverse_square, [(3, 3)]), (zeroth, [(3, 3)]),
]  # fmt: skip


@pytest.mark.parametrize("f,shapes", mostly_slow(POWERS, 0, 8), ids=lambda x: getattr(x, "__name__", str(x)))
def test_chains_and_powers(f: F, shapes: list[Shape]) -> None:
    check(f, [laid_out(s, "rows") for s in shapes], rtol=1e-9)


def run_time_power(a, n):
    return np.linalg.matrix_power(a, n)


@pytest.mark.slow
def test_power_known_at_run_time() -> None:
    a, w = RNG.normal(size=(3, 3)), RNG.normal(size=(3, 3))
    f = irad.jit(run_time_power)

    def total(a, n):
        return (run_time_power(a, n) * w).sum()

    for n in (0, 1, 2, 5, -1, -3):
        np.testing.assert_allclose(f(a, n), np.linalg.matrix_power(a, n), rtol=1e-9)
        direction = RNG.normal(size=(3, 3))
        expected = (np.imag(np.linalg.matrix_power(a + 1e-30j * direction, n)) / 1e-30 * w).sum()
        assert (irad.grad(total)(a, n) * direction).sum() == pytest.approx(expected, rel=1e-8, abs=1e-12)


def test_other_kinds_of_numbers() -> None:
    whole, truth = RNG.integers(-9, 9, size=(3, 4)), RNG.integers(0, 2, size=(4, 3)).astype(bool)
    f = irad.jit(product)
    real = laid_out((4, 2), "rows")
    for a, b in [(whole, whole.T.copy()), (truth, truth.T), (whole, truth), (whole, real), (truth.T, np.ones(4))]:
        got, want = f(a, b), a @ b
        assert got.dtype == want.dtype
        np.testing.assert_allclose(got, want, rtol=1e-14, atol=1e-14)
    single = RNG.normal(size=(11, 12)).astype(np.float32)
    assert f(single, single.T).dtype == np.float32
    np.testing.assert_allclose(f(single, single.T), single @ single.T, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(f(single, single.T.astype(float)), single @ single.T.astype(float), rtol=1e-12)
    np.testing.assert_array_equal(irad.jit(lambda a, b: np.einsum("ij,jk->ik", a, b))(truth, truth.T), truth @ truth.T)


# ---- out=, aliases


def out_of_matmul(a, b, r):
    np.matmul(a, b, out=r)


def out_of_dot(a, b, r):
    np.dot(a, b, out=r)


def out_of_einsum(a, b, r):
    np.einsum("...ij,...jk->...ik", a, b, out=r)


def assigned(a, b, r):
    r[...] = a @ b


OUT = [
    ((3, 4), (4, 5)), ((11, 9), (9, 10)), ((0, 3), (3, 2)), ((3, 0), (0, 2)), ((1, 1), (1, 1)), ((20, 16), (16,)), ((3, 0), (0,)),
]  # fmt: skip
STACKED_OUT = [((2, 3, 4), (2, 4, 5)), ((2, 11, 9), (1, 9, 10)), ((2, 3, 0), (2, 0, 2)), ((0, 2, 2), (0, 2, 2))]
ROUTES = [
    (out_of_matmul, OUT), (out_of_dot, OUT), (out_of_matmul, STACKED_OUT), (out_of_einsum, STACKED_OUT), (assigned, STACKED_OUT),
]  # fmt: skip


@pytest.mark.parametrize("f,shapes", mostly_slow(ROUTES, 0, 2), ids=[f"{f.__name__}-{len(s[0][0])}" for f, s in ROUTES])
def test_the_shadow_of_what_is_overwritten_is_zero(f: F, shapes: list[tuple[Shape, Shape]]) -> None:
    for sa, sb in shapes:
        a, b = RNG.normal(size=sa), RNG.normal(size=sb)
        want = a @ b
        r, w = np.full(want.shape, np.nan), RNG.normal(size=want.shape)
        da, db, dr = np.ones(sa), np.zeros(sb), w.copy()
        irad.autodiff(f, irad.Duplicated(a, da), irad.Duplicated(b, db), irad.Duplicated(r, dr))
        np.testing.assert_allclose(r, want, rtol=1e-12, atol=1e-13)
        np.testing.assert_array_equal(dr, 0)
        along = RNG.normal(size=sa)
        assert ((da - 1) * along).sum() == pytest.approx((w * (along @ b)).sum(), rel=1e-9, abs=1e-10)
        along = RNG.normal(size=sb)
        assert (db * along).sum() == pytest.approx((w * (a @ along)).sum(), rel=1e-9, abs=1e-10)
        ta, tb, tr = RNG.normal(size=sa), RNG.normal(size=sb), np.full(want.shape, np.nan)
        irad.autodiff(f, irad.Duplicated(a, ta), irad.Duplicated(b, tb), irad.Duplicated(r, tr), mode=irad.Forward)
        np.testing.assert_allclose(tr, ta @ b + a @ tb, rtol=1e-10, atol=1e-11)


def overlapping(a, r):
    r[:] = a[1:] @ a[:, :-1]


def over_itself(a, r):
    np.matmul(a, a, out=a)
    r[:] = a


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_operands_that_overlap(n: int) -> None:
    a, w = RNG.normal(size=(n + 1, n + 1)), RNG.normal(size=(n, n))
    da, dr, r = np.zeros_like(a), w.copy(), np.zeros((n, n))
    irad.autodiff(overlapping, irad.Duplicated(a, da), irad.Duplicated(r, dr))
    np.testing.assert_allclose(r, a[1:] @ a[:, :-1], rtol=1e-12, atol=1e-13)
    want = np.zeros_like(a)
    want[1:] += w @ a[:, :-1].T
    want[:, :-1] += a[1:].T @ w
    np.testing.assert_allclose(da, want, rtol=1e-10, atol=1e-11)
    np.testing.assert_array_equal(dr, 0)


def turned_round(a, r):
    np.einsum("ij->ji", a, out=a)
    r[:] = a


def test_a_view_written_over_its_array() -> None:
    a, da, w = RNG.normal(size=(3, 3)), RNG.normal(size=(3, 3)), RNG.normal(size=(3, 3))
    old, total, r, dr = a.copy(), da + w, np.zeros((3, 3)), w.copy()
    irad.autodiff(turned_round, irad.Duplicated(a, da), irad.Duplicated(r, dr))
    np.testing.assert_array_equal(a, old.T)
    np.testing.assert_array_equal(da, total.T)
    np.testing.assert_array_equal(dr, 0)


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_output_over_the_operands(n: int) -> None:
    a, da, w = RNG.normal(size=(n, n)), RNG.normal(size=(n, n)), RNG.normal(size=(n, n))
    old, total, r, dr = a.copy(), da + w, np.zeros((n, n)), w.copy()
    irad.autodiff(over_itself, irad.Duplicated(a, da), irad.Duplicated(r, dr))
    np.testing.assert_allclose(a, old @ old, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(da, total @ old.T + old.T @ total, rtol=1e-10, atol=1e-11)
    np.testing.assert_array_equal(dr, 0)


def written(r, a, b):
    r[:] = a @ b


def written_by_matmul(r, a, b):
    np.matmul(a, b, out=r)


def written_by_dot(r, a, b):
    np.dot(a, b, out=r)


@pytest.mark.parametrize("size", [1, 10])
@pytest.mark.parametrize("parts", [((3, 2), (2, 4)), ((1, 2), (2, 4)), ((3, 2), (2, 1)), ((1, 0), (0, 1))])
def test_a_product_that_is_broadcast(parts: tuple[Shape, Shape], size: int) -> None:
    """It is computed where it belongs only if it fills all of that; functions with out= want it to."""
    (m, k), (_, n) = parts
    a, b, r = (RNG.normal(size=[1 if x == 1 else x * size for x in shape]) for shape in ((m, k), (k, n), (3, 4)))
    w, v = RNG.normal(size=(2, *r.shape))
    da, db, dr = np.zeros_like(a), np.zeros_like(b), w.copy()
    irad.autodiff(written, irad.Duplicated(r, dr), irad.Duplicated(a, da), irad.Duplicated(b, db))
    np.testing.assert_allclose(r, np.broadcast_to(a @ b, r.shape), rtol=1e-12, atol=1e-12)
    for axis, few in enumerate((m, n)):
        w = w.sum(axis=axis, keepdims=True) if few == 1 else w
    np.testing.assert_allclose(da, w @ b.T, rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(db, a.T @ w, rtol=1e-11, atol=1e-11)
    np.testing.assert_array_equal(dr, 0)
    ta, tb = RNG.normal(size=a.shape), RNG.normal(size=b.shape)
    irad.autodiff(written, irad.Duplicated(r, v), irad.Duplicated(a, ta), irad.Duplicated(b, tb), mode=irad.Forward)
    np.testing.assert_allclose(v, np.broadcast_to(ta @ b + a @ tb, r.shape), rtol=1e-11, atol=1e-11)
    for f in (written_by_matmul, written_by_dot):
        if (m, n) == (3, 4):
            irad.jit(f)(r, a, b)
            np.testing.assert_allclose(r, a @ b, rtol=1e-12, atol=1e-12)
        else:
            with pytest.raises(ValueError, match="out= has the size"):
                irad.jit(f)(r, a, b)


@pytest.mark.parametrize("f", [written, written_by_matmul, written_by_dot])
def test_sizes_that_do_not_fit_change_nothing(f: F) -> None:
    for shapes, text in ((((3, 4), (3, 2), (3, 4)), "size 2 does not match size 3"), (((3, 4), (3, 2), (2, 3)), "size")):
        arrays = [np.ones(s) for s in shapes]
        with pytest.raises(ValueError, match=text) as found:
            irad.autodiff(f, *(irad.Duplicated(x, np.full(x.shape, 2.0)) for x in arrays))
        assert "test_products.py" in str(found.value.__notes__)
        assert all((x == 1).all() for x in arrays)


def shifted(m, r):
    m[1:] = m[:-1] @ r
    r[:, :] = m @ m[:, :2]


def test_a_product_over_a_part_of_an_operand() -> None:
    m, r, w = RNG.normal(size=(3, 2, 2))
    dm, dr = np.zeros_like(m), w.copy()

    def plain(m: Any, r: Any) -> Any:
        m = np.vstack([m[:1], m[:-1] @ r])
        return m @ m

    along = RNG.normal(size=(2, 2, 2))
    want = (slope(plain, (m, r), along) * w).sum()
    values = m.copy(), r.copy()
    irad.autodiff(shifted, irad.Duplicated(values[0], dm), irad.Duplicated(values[1], dr))
    np.testing.assert_allclose(values[1], plain(m, r), rtol=1e-12)
    np.testing.assert_allclose((dm * along[0]).sum() + (dr * along[1]).sum(), want, rtol=1e-10)
