"""Functions of ``np.linalg`` and ``scipy.linalg`` by LAPACK and BLAS, or by loops (`linalg_loops.py`) in libraries without them.

Arrays are stored by rows, and the routines take them by columns: for them a matrix is its transpose, a lower triangle an upper.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from irad.frontends.python.calls import parameters
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I32,
    ArrayV,
    KnownV,
    LazyV,
    ListV,
    NoneV,
    ScalarV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.linalg import linalg_loops, systems
from irad.frontends.python.linalg.blas_calls import check_size, integer, leading, least, letter, number, routine
from irad.frontends.python.sources.python_types import Array, Form, Scalar

Keywords = dict[str, Val]
_TRIANGULAR: Callable[..., int] = (  # noqa: E731
    lambda a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, check_finite=True: 0
)
Handler = Callable[["Lowering", list[Val], Keywords, Any], Val]


def of_list(low: Lowering, v: Val, node: Any) -> Val:
    """An array of a list of numbers or rows; other values as they are."""
    listed = isinstance(v, ListV) or (isinstance(v, TupleV) and v.form is not None and v.form.kind == "list")
    return low.expr.apply(np.asarray, [v], {}, node) if listed else v


def any_matrix(low: Lowering, v: Val, node: Any) -> ArrayV:
    """A matrix of floats."""
    if not isinstance(v, (ArrayV, LazyV)) or v.ty.ndim != 2:
        low.wrong(node, f"a matrix is needed here, not {v.ty}")
    assert isinstance(v, (ArrayV, LazyV))
    return floats(low, low.arrays.in_memory(v))


def square_matrix(low: Lowering, v: Val, node: Any) -> ArrayV:
    """A square matrix of floats."""
    a = any_matrix(low, v, node)
    square = low.b.icmp_signed("==", a.shape[0], a.shape[1])
    low.check(square, np.linalg.LinAlgError, "Last 2 dimensions of the array must be square", node)
    return replace(a, shape=[a.shape[1]] * 2)


def floats(low: Lowering, a: ArrayV) -> ArrayV:
    return a if a.ty.dtype.startswith("float") else contiguous(low, a, "float64")


def constant_of(low: Lowering, v: Val | None, default: int, name: str, node: Any) -> int:
    """The value of an argument that must be a constant at compile time."""
    if v is None or isinstance(v, NoneV):
        return default
    if isinstance(v, KnownV) and v.value in ("N", "T", "C"):
        return {"N": 0, "T": 1, "C": 2}[v.value]
    k = known_int(v.v) if isinstance(v, ScalarV) else None
    if k is None:
        low.demand(node, v)
        low.unsupported(node, f"{name}= must be a constant")
    assert k is not None
    return abs(k)


def by_lapack(low: Lowering) -> bool:
    """Whether LAPACK factorises: not where a failure may be caught, after which its derivative would divide by zero."""
    return low.instance.compiler.blas and not low.guarded


def _cholesky(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    given = parameters.bound(low, "cholesky", lambda a, /, *, upper=False: 0, args, kw, node)
    a = square_matrix(low, given.arguments["a"], node)
    upper = bool(constant_of(low, given.arguments.get("upper"), 0, "upper", node))
    if not by_lapack(low):
        if upper:
            low.unsupported(node, "np.linalg.cholesky(upper=True) needs LAPACK", "np.linalg.cholesky(a.T).T")
        return call_python(low, linalg_loops.cholesky, [a], {}, node)  # (a failure is found before anything is divided)
    n, kind = a.shape[0], a.ty.dtype
    check_size(low, n, "cholesky", node)
    out = low.arrays.allocate(kind, [n, n])

    def one(idx: list[Any]) -> None:
        i, j = idx
        x = low.arrays.load(a, idx)
        kept = low.b.icmp_signed(">=" if upper else "<=", j, i)
        low.arrays.store(out, idx, low.b.select(kept, x, x.type(0.0)))

    low.arrays.each(out.shape, one)
    places = [letter(low, "L" if upper else "U"), integer(low, n), out.data, leading(low, n)]
    lapack(low, "potrf", kind, places, "Matrix is not positive definite", node)
    return out


def lapack(low: Lowering, name: str, kind: str, args: list[Any], problem: str, node: Any) -> None:
    """Call a routine with its status as the last argument; ``problem``: the error where that is not 0 ("": none)."""
    if problem and low.guarded:
        text = "this factorisation in a try statement, or in a function that is called in one, is not supported"
        low.unsupported(node, text, "use np.linalg.cholesky, solve, inv, det or slogdet there")
    info = low.alloca(I32)
    low.b.store(I32(0), info)
    routine(low, name, kind, [*args, info])
    if problem:
        done = low.b.icmp_signed("==", low.b.load(info, typ=I32), I32(0))
        low.check(done, np.linalg.LinAlgError, problem, node)


def _solve_triangular(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    given = parameters.bound(low, "solve_triangular", _TRIANGULAR, args, kw, node).arguments
    a = square_matrix(low, given["a"], node)
    trans = constant_of(low, given.get("trans"), 0, "trans", node) > 0
    lower = bool(constant_of(low, given.get("lower"), 0, "lower", node))
    unit = bool(constant_of(low, given.get("unit_diagonal"), 0, "unit_diagonal", node))
    n, kind = a.shape[0], _common(a, given["b"])
    a, (out, pair) = contiguous(low, a, kind), right_side(low, n, given["b"], kind, node)
    if not unit:

        def regular(idx: list[Any]) -> None:
            x = low.arrays.load(a, [idx[0], idx[0]])
            fine = low.b.fcmp_unordered("!=", x, x.type(0.0))
            text = "singular matrix: resolution failed at diagonal {0}"
            low.check(fine, np.linalg.LinAlgError, text, node, [idx[0]])

        low.arrays.each([n], regular)
    m = pair.shape[1]
    if not low.instance.compiler.blas:
        matrix = low.arrays.transpose(a) if trans else a
        solve = linalg_loops.solve_lower if lower != trans else linalg_loops.solve_upper
        call_python(low, solve, [matrix, pair, low.expr.constant(unit, node)], {}, node)
        return out
    for size in (n, m):
        check_size(low, size, "solve_triangular", node)
    _trsm(low, "R" + ("U" if lower else "L") + ("T" if trans else "N") + ("U" if unit else "N"), a, pair)
    return out


def _trsm(low: Lowering, letters: str, a: ArrayV, b: ArrayV) -> None:
    triangular_solve(low, [letter(low, c) for c in letters], a, b)


def triangular_solve(low: Lowering, places: list[Any], a: ArrayV, b: ArrayV) -> None:
    """Solve with a triangle of ``a``, from the right as the routine sees it; ``places`` of side, triangle, flag and diagonal."""
    n, m, kind = b.shape[0], b.shape[1], b.ty.dtype
    sizes = [integer(low, m), integer(low, n)]
    routine(low, "trsm", kind, [*places, *sizes, number(low, kind, 1.0), a.data, leading(low, n), b.data, leading(low, m)])


# ---- LU


def factors(low: Lowering, a: ArrayV, problem: str, node: Any) -> tuple[ArrayV, ArrayV]:
    """LU factors of the transpose in LAPACK's form, and the interchanges, from zero; ``problem``: the error if it is singular."""
    n, m = a.shape
    for size in a.shape:
        check_size(low, size, "getrf", node)
    k = least(low, m, n)
    lu, order = contiguous(low, a, a.ty.dtype, copy=True), low.arrays.allocate("int64", [k])
    pivots = low.reserve_raw(low.arrays.mul(k, const(4)))
    lapack(low, "getrf", a.ty.dtype, [integer(low, m), integer(low, n), lu.data, leading(low, m), pivots], problem, node)

    def widen(idx: list[Any]) -> None:
        found = low.b.load(low.b.gep(pivots, [idx[0]], source_etype=I32), typ=I32)
        low.arrays.store(order, idx, low.b.sub(low.b.sext(found, const(0).type), const(1)))

    low.arrays.each([k], widen)
    return lu, order


def right_side(low: Lowering, n: Any, v: Val, kind: str, node: Any) -> tuple[ArrayV, ArrayV]:
    """A copy of a right-hand side, and the same memory with two axes."""
    if not isinstance(v, (ArrayV, LazyV)) or v.ty.ndim not in (1, 2):
        low.wrong(node, f"the right-hand side is an array of one or two axes, not {v.ty}")
    assert isinstance(v, (ArrayV, LazyV))
    b = floats(low, low.arrays.in_memory(v))
    fits = low.b.icmp_signed("==", n, b.shape[0])
    low.check(fits, ValueError, "shapes of a and b are incompatible: {0} and {1} rows", node, [n, b.shape[0]])
    out = contiguous(low, b, kind, copy=True)
    m = out.shape[1] if out.ty.ndim == 2 else const(1)
    return out, ArrayV(Array(kind, 2, "C"), out.data, [n, m], [m, const(1)], out.origin)


def _common(a: ArrayV, b: Val) -> str:
    wide = "float64" in (a.ty.dtype, b.ty.dtype) if isinstance(b, (ArrayV, LazyV)) else False
    return "float64" if wide or (isinstance(b, (ArrayV, LazyV)) and not b.ty.dtype.startswith("float")) else "float32"


def _solve(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    given = parameters.bound(low, "solve", lambda a, b: 0, args, kw, node).arguments
    a = square_matrix(low, given["a"], node)
    kind = _common(a, given["b"])
    out, pair = right_side(low, a.shape[0], given["b"], kind, node)
    x = _by_factors(low, systems.solve, [contiguous(low, a, kind), pair], node)
    assert isinstance(x, ArrayV)
    return ArrayV(out.ty, x.data, out.shape, out.strides, x.origin)


def _inv(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    a = square_matrix(low, parameters.bound(low, "inv", lambda a: 0, args, kw, node).arguments["a"], node)
    return _by_factors(low, systems.inverse, [a], node)


def _by_factors(low: Lowering, fn: Any, args: list[Val], node: Any) -> Val:
    """With a rule where there is LAPACK; loops are differentiated directly, and show the dependences between elements."""
    if by_lapack(low):
        return call_python(low, systems.ruled(fn), args, {}, node)
    made = call_python(low, systems.without_rules(fn), args, {}, node)
    assert isinstance(made, TupleV)
    return made.items[0]


def _determinant(log: bool) -> Handler:
    def lower(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
        name = "slogdet" if log else "det"
        a = square_matrix(low, parameters.bound(low, name, lambda a: 0, args, kw, node).arguments["a"], node)
        found = _by_factors(low, systems.log_determinant if log else systems.determinant, [a], node)
        if not log:
            return low.convert(low.expr.as_scalar(found, node), Scalar(a.ty.dtype))
        assert isinstance(found, TupleV)
        kind = Scalar("float32" if a.ty.dtype == "float32" else "float64")
        parts: list[Val] = [low.convert(low.expr.as_scalar(v, node), kind) for v in found.items]
        return TupleV(parts, Form("namedtuple", ("sign", "logabsdet"), type(np.linalg.slogdet(np.eye(1)))))

    return lower


# ---- what these are made of (`systems.py`): by columns a matrix is its transpose, A^T = P^T L U


def _factors(problem: str, python: Any) -> Handler:
    def lower(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
        a = any_matrix(low, args[0], node)
        if not by_lapack(low):
            return call_python(low, python, [a], {}, node)
        return TupleV(list(factors(low, a, problem, node)))

    return lower


def _substitute(turned: bool) -> Handler:
    python = systems.substitute_turned if turned else systems.substitute

    def lower(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
        lu, order, b = args
        assert isinstance(lu, ArrayV) and isinstance(b, ArrayV)
        if not by_lapack(low):
            return call_python(low, python, args, {}, node)
        check_size(low, b.shape[1], "solve", node)
        if turned:
            call_python(low, linalg_loops.swaps, [b, order], {}, node)
        for letters in ("RLTU", "RUTN") if turned else ("RUNN", "RLNU"):
            _trsm(low, letters, lu, b)
        if not turned:
            call_python(low, linalg_loops.undo_swaps, [b, order], {}, node)
        return NoneV()

    return lower


PARTS: dict[Any, Handler] = {
    systems.factors: _factors("", systems.factors),
    systems.regular_factors: _factors("Singular matrix", systems.regular_factors),
    systems.substitute: _substitute(False),
    systems.substitute_turned: _substitute(True),
}


def identity(low: Lowering, a: ArrayV) -> None:
    """Ones on the diagonal of a new matrix, zeros elsewhere."""

    def one(idx: list[Any]) -> None:
        zero = low.arrays.load(a, idx).type(0.0)
        low.arrays.store(a, idx, low.b.select(low.b.icmp_signed("==", *idx), zero.type(1.0), zero))

    low.arrays.each(a.shape, one)


def contiguous(low: Lowering, a: ArrayV, kind: str, copy: bool = False) -> ArrayV:
    """An array of this kind of numbers that is contiguous by rows."""
    if a.ty.dtype == kind and a.ty.layout == "C" and not copy:
        return a
    made = low.arrays.allocate(kind, a.shape)
    ty, own = Scalar(kind), Scalar(a.ty.dtype)
    low.arrays.each(
        a.shape, lambda idx: low.arrays.store(made, idx, low.convert(ScalarV(own, low.arrays.load(a, idx)), ty).v)
    )
    return made


HANDLERS: dict[str, tuple[str, Handler]] = {
    "cholesky": ("numpy", _cholesky),
    "solve": ("numpy", _solve),
    "inv": ("numpy", _inv),
    "det": ("numpy", _determinant(False)),
    "slogdet": ("numpy", _determinant(True)),
    "solve_triangular": ("scipy", _solve_triangular),
}
