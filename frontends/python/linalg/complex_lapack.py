"""Decompositions of complex matrices by LAPACK: what parts of `complex_factors.py` and `complex_systems.py` are lowered to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from irad.frontends.python.complex_linalg import complex_factors, complex_systems
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I8, ArrayV, ScalarV, TupleV, Val, const
from irad.frontends.python.linalg.blas_calls import check_size, integer, leading, least, letter
from irad.frontends.python.linalg.by_columns import columns_of, integers, reflect, rows_of, total, workspace
from irad.frontends.python.linalg.factorised import lapack

_COMPLEX, _REAL = "complex128", "float64"

# ---- the routines


def _given(low: Lowering, args: list[Val], node: Any) -> ArrayV:
    if not low.instance.compiler.blas:
        low.unsupported(node, "decompositions of complex matrices need LAPACK", "irad build --blas")
    a = args[0]
    assert isinstance(a, ArrayV)
    return a


def _upper(low: Lowering, v: Val, node: Any) -> Any:
    """U or L, as the routine sees a matrix that is stored by columns."""
    place = low.alloca(I8)
    low.b.store(low.b.select(low.truth(v, node), ir.Constant(I8, ord("U")), ir.Constant(I8, ord("L"))), place)
    return place


def _hermitian(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    a = _given(low, args, node)
    n = a.shape[0]
    f, w = columns_of(low, a), low.arrays.allocate(_REAL, [n])
    square = low.arrays.mul(n, n)
    places = [letter(low, "V"), _upper(low, args[1], node), integer(low, n), f.data, leading(low, n), w.data]
    places += workspace(low, _COMPLEX, total(low, (1, square), (2, n), (1, const(1))), "eigh", node)
    places += workspace(low, _REAL, total(low, (2, square), (5, n), (1, const(1))), "eigh", node)
    count = total(low, (5, n), (1, const(3)))
    places += [integers(low, count), integer(low, count)]
    lapack(low, "heevd", _COMPLEX, places, "Eigenvalues did not converge", node)
    return TupleV([w, rows_of(low, f, n, n)])


def _singular(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    a = _given(low, args, node)
    m, n = a.shape
    k = least(low, m, n)
    full = low.truth(args[1], node)
    columns, rows = low.b.select(full, m, k), low.b.select(full, n, k)
    f, s = columns_of(low, a), low.arrays.allocate(_REAL, [k])
    u, vt = low.arrays.allocate(_COMPLEX, [columns, m]), low.arrays.allocate(_COMPLEX, [n, rows])
    job = low.alloca(I8)
    low.b.store(low.b.select(full, ir.Constant(I8, ord("A")), ir.Constant(I8, ord("S"))), job)
    square, longer = low.arrays.mul(k, k), low.b.add(m, n)
    places = [job, integer(low, m), integer(low, n), f.data, leading(low, m), s.data, u.data, leading(low, m), vt.data]
    places.append(leading(low, rows))
    places += workspace(low, _COMPLEX, total(low, (2, square), (4, k), (66, longer), (1, const(1))), "svd", node)
    reals = total(low, (5, square), (7, k), (2, low.arrays.mul(k, longer)), (1, const(1)))
    check_size(low, reals, "svd", node)
    places += [low.arrays.allocate(_REAL, [reals]).data, integers(low, total(low, (8, k), (8, const(1))))]
    lapack(low, "gesdd", _COMPLEX, places, "SVD did not converge", node)
    return TupleV([rows_of(low, u, m, columns), s, rows_of(low, vt, rows, n)])


def _reflected(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    a = _given(low, args, node)
    columns = args[1].v if isinstance(args[1], ScalarV) else const(0)
    return reflect(low, a, columns, columns, node)


def _cholesky(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    a = _given(low, args, node)
    n = a.shape[0]
    check_size(low, n, "cholesky", node)
    f = columns_of(low, a)
    places = [letter(low, "L"), integer(low, n), f.data, leading(low, n)]
    lapack(low, "potrf", _COMPLEX, places, "Matrix is not positive definite", node)
    return rows_of(low, f, n, n)


def _general(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    a = _given(low, args, node)
    n, size = a.shape[0], leading(low, a.shape[0])
    f, w = columns_of(low, a), low.arrays.allocate(_COMPLEX, [n])
    v = low.arrays.allocate(_COMPLEX, [n, n])
    places = [letter(low, "N"), letter(low, "V"), integer(low, n), f.data, size, w.data, f.data, size, v.data, size]
    places += workspace(low, _COMPLEX, total(low, (34, n), (1, const(1))), "eig", node)
    places.append(low.arrays.allocate(_REAL, [total(low, (2, n), (1, const(1)))]).data)
    lapack(low, "geev", _COMPLEX, places, "Eigenvalues did not converge", node)
    return TupleV([w, rows_of(low, v, n, n)])


PARTS: dict[Any, Callable[..., Val]] = {
    complex_factors.hermitian_by_lapack: _hermitian,
    complex_factors.singular_by_lapack: _singular,
    complex_factors.reflected_by_lapack: _reflected,
    complex_factors.cholesky_by_lapack: _cholesky,
    complex_systems.general_by_lapack: _general,
}
