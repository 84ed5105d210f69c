"""Matrices by columns, as LAPACK has them, and its workspaces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, const
from irad.frontends.python.linalg.blas_calls import check_size, integer
from irad.frontends.python.linalg.factorised import contiguous


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
