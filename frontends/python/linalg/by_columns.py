"""Matrices by columns, as LAPACK has them, its workspaces, and what is the same of real and of complex matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, TupleV, const
from irad.frontends.python.linalg.blas_calls import check_size, integer, leading, least
from irad.frontends.python.linalg.factorised import contiguous, lapack
from irad.frontends.python.sources.dtypes import DTYPES


def columns_of(low: Lowering, a: ArrayV) -> ArrayV:
    """A column-major copy: the transpose, by rows."""
    return contiguous(low, low.arrays.transpose(a), a.ty.dtype, copy=True)


def rows_of(low: Lowering, a: ArrayV, rows: Any, columns: Any, kept: Callable[[Any, Any], Any] | None = None) -> ArrayV:
    """A row-major copy of a column-major matrix, with zeros where ``kept(row, column)`` does not hold."""
    out = low.arrays.allocate(a.ty.dtype, [rows, columns])

    def one(idx: list[Any]) -> None:
        x = low.arrays.load(a, idx[::-1])
        low.arrays.store(out, idx, x if kept is None else low.b.select(kept(*idx), x, x.type(0.0)))

    low.arrays.each(out.shape, one)
    return out


def total(low: Lowering, *terms: tuple[int, Any]) -> Any:
    """A sum of sizes times numbers."""
    found: Any = const(0)
    for factor, x in terms:
        found = low.b.add(found, low.arrays.mul(const(factor), x))
    return found


def workspace(low: Lowering, kind: str, count: Any, name: str, node: Any) -> list[Any]:
    """Workspace for a routine, and its size."""
    check_size(low, count, name, node)
    return [low.arrays.allocate(kind, [count]).data, integer(low, count)]


def integers(low: Lowering, count: Any) -> Any:
    """Workspace of integers."""
    return low.reserve_raw(low.arrays.mul(count, const(4)))


def reflect(low: Lowering, a: ArrayV, columns: Any, upper: Any, node: Any) -> TupleV:
    """Q with so many columns, R with so many rows; of complex matrices R has anything below its diagonal."""
    m, n, kind = a.shape[0], a.shape[1], a.ty.dtype
    k = least(low, m, n)
    for size in (m, n):
        check_size(low, size, "qr", node)
    wide = low.b.select(low.b.icmp_signed(">", columns, n), columns, n)
    f = low.arrays.allocate(kind, [wide, m])
    low.arrays.each([n, m], lambda idx: low.arrays.store(f, idx, low.arrays.load(a, idx[::-1])))
    tau = low.arrays.allocate(kind, [k])
    work = workspace(low, kind, total(low, (64, wide), (1, const(1))), "qr", node)
    lda, is_complex = leading(low, m), DTYPES[kind].is_complex
    lapack(low, "geqrf", kind, [integer(low, m), integer(low, n), f.data, lda, tau.data, *work], "", node)
    r = rows_of(low, f, upper, n, None if is_complex else lambda i, j: low.b.icmp_signed("<=", i, j))
    places = [integer(low, m), integer(low, columns), integer(low, k), f.data, lda, tau.data, *work]
    lapack(low, "ungqr" if is_complex else "orgqr", kind, places, "", node)
    return TupleV([rows_of(low, f, m, columns), r])
