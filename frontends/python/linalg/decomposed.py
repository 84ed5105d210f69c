"""Factorisations of matrices by LAPACK, and solutions by them: ``np.linalg`` and ``scipy.linalg``.

The matrix is passed to LAPACK in column-major order, as NumPy and SciPy do, so that signs agree with theirs.
"""

from __future__ import annotations

import inspect
import sys
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.calls import parameters
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.complex_linalg import complex_calls
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I8, ArrayV, KnownV, LazyV, NoneV, ScalarV, TupleV, Val, const
from irad.frontends.python.linalg import (
    complex_lapack,
    decompositions,
    eigen_systems,
    factorised,
    linalg_loops,
    norms,
    stacked_matrices,
)
from irad.frontends.python.linalg.blas_calls import check_size, integer, leading, least, letter
from irad.frontends.python.linalg.by_columns import columns_of, integers, reflect, rows_of, total, workspace
from irad.frontends.python.linalg.factorised import (
    Handler,
    Keywords,
    any_matrix,
    constant_of,
    contiguous,
    factors,
    floats,
    identity,
    lapack,
    of_list,
    right_side,
    square_matrix,
    triangular_solve,
)
from irad.frontends.python.linalg.finite_arguments import checked
from irad.frontends.python.linalg.precisions import in_double_precision
from irad.frontends.python.sources.dtypes import DTYPES
from irad.frontends.python.sources.python_types import Form, Scalar

_EPS = {"float64": float(np.finfo(np.float64).eps), "float32": float(np.finfo(np.float32).eps)}


def _need_lapack(low: Lowering, name: str, node: Any) -> None:
    if not low.instance.compiler.blas:
        low.unsupported(node, f"{name}() needs LAPACK", "irad build --blas")


def _named(cls: Any, items: list[Val]) -> TupleV:
    return TupleV(items, Form("namedtuple", cls._fields, cls))


# ---- eigenvalues


def _letter_of(low: Lowering, v: Val | None, default: str, known: str, name: str, node: Any) -> str:
    if v is None:
        return default
    if not isinstance(v, KnownV) or not isinstance(v.value, str) or v.value.upper() not in known:
        low.wrong(node, f"{name}= is one of {', '.join(repr(c) for c in known)}")
    assert isinstance(v, KnownV)
    return str(v.value).upper()


def _eigh(vectors: bool) -> Handler:
    name = "eigh" if vectors else "eigvalsh"

    def lower(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
        given = parameters.bound(low, name, lambda a, UPLO="L": 0, args, kw, node).arguments
        uplo = _letter_of(low, given.get("UPLO"), "L", "LU", "UPLO", node)
        a = square_matrix(low, given["a"], node)
        _need_lapack(low, f"np.linalg.{name}", node)
        n, kind = a.shape[0], a.ty.dtype
        f, w = columns_of(low, a), low.arrays.allocate(kind, [n])
        work = workspace(low, kind, total(low, (2, low.arrays.mul(n, n)), (6, n), (1, const(1))), name, node)
        count = total(low, (5, n), (1, const(3)))
        places = [letter(low, "V" if vectors else "N"), letter(low, uplo), integer(low, n), f.data, leading(low, n), w.data]
        places += [*work, integers(low, count), integer(low, count)]
        lapack(low, "syevd", kind, places, "Eigenvalues did not converge", node)
        if not vectors:
            return w
        return _named(type(np.linalg.eigh(np.eye(1))), [w, rows_of(low, f, n, n)])

    return lower


def _parts_by_lapack(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    """`eigen_systems.parts_by_lapack`."""
    a = square_matrix(low, args[0], node)
    n, kind = a.shape[0], a.ty.dtype
    f, wr, wi = columns_of(low, a), low.arrays.allocate(kind, [n]), low.arrays.allocate(kind, [n])
    v, size = low.arrays.allocate(kind, [n, n]), leading(low, n)
    places = [letter(low, "N"), letter(low, "V"), integer(low, n), f.data, size, wr.data, wi.data, f.data, size, v.data, size]
    places += workspace(low, kind, total(low, (34, n), (1, const(1))), "eig", node)
    lapack(low, "geev", kind, places, "Eigenvalues did not converge", node)
    return TupleV([wr, wi, rows_of(low, v, n, n)])


def _eig(vectors: bool) -> Handler:
    name = "eig" if vectors else "eigvals"

    def lower(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
        given = parameters.bound(low, name, lambda a: 0, args, kw, node).arguments
        a = square_matrix(low, given["a"], node)
        _need_lapack(low, f"np.linalg.{name}", node)
        finite = low.expr.apply(np.all, [low.expr.apply(np.isfinite, [a], {}, node)], {}, node)
        text = "Array must not contain infs or NaNs"
        low.check(low.truth(finite, node), np.linalg.LinAlgError, text, node)
        fn = eigen_systems.ruled(eigen_systems.system if vectors else eigen_systems.values)
        found = call_python(low, fn, [contiguous(low, a, a.ty.dtype)], {}, node)
        assert isinstance(found, TupleV)
        pairs = [list(found.items[k : k + 2]) for k in range(0, len(found.items), 2)]
        parts = [call_python(low, eigen_systems.joined, pair, {}, node) for pair in pairs]
        return _named(type(np.linalg.eig(np.eye(1))), parts) if vectors else parts[0]

    return lower


# ---- singular values


def _svd(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    takes = lambda a, full_matrices=True, compute_uv=True, overwrite_a=0, check_finite=0, lapack_driver="gesdd": 0  # noqa: E731
    given = parameters.bound(low, "svd", takes, args, kw, node).arguments
    full = bool(constant_of(low, given.get("full_matrices"), 1, "full_matrices", node))
    vectors = bool(constant_of(low, given.get("compute_uv"), 1, "compute_uv", node))
    return _singular(low, any_matrix(low, given["a"], node), full, vectors, node)


def _svdvals(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    given = parameters.bound(low, "svdvals", lambda x, /: 0, args, kw, node).arguments
    return _singular(low, any_matrix(low, given["x"], node), False, False, node)


def _singular(low: Lowering, a: ArrayV, full: bool, vectors: bool, node: Any) -> Val:
    _need_lapack(low, "np.linalg.svd", node)
    m, n, kind = a.shape[0], a.shape[1], a.ty.dtype
    k = least(low, m, n)
    f, s = columns_of(low, a), low.arrays.allocate(kind, [k])
    columns, rows = ((m, n) if full else (k, k)) if vectors else (const(0), const(0))
    u, vt = low.arrays.allocate(kind, [columns, m]), low.arrays.allocate(kind, [n, rows])
    for x in (u, vt):  # what LAPACK leaves where there are no values
        identity(low, x)
    square = low.arrays.mul(k, k)
    work = workspace(low, kind, total(low, (4, square), (8, k), (65, low.b.add(m, n)), (1, const(1))), "svd", node)
    job = letter(low, ("A" if full else "S") if vectors else "N")
    places = [job, integer(low, m), integer(low, n), f.data, leading(low, m), s.data, u.data, leading(low, m), vt.data]
    places += [leading(low, rows), *work, integers(low, total(low, (8, k), (8, const(1))))]
    lapack(low, "gesdd", kind, places, "SVD did not converge", node)
    if not vectors:
        return s
    return _named(type(np.linalg.svd(np.eye(1))), [rows_of(low, u, m, columns), s, rows_of(low, vt, rows, n)])


# ---- QR


def _reflected(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    """`decompositions.reflected` by LAPACK."""
    a = any_matrix(low, args[0], node)
    if not low.instance.compiler.blas:
        return call_python(low, decompositions.reflected, [a], {}, node)
    k = least(low, *a.shape)
    return reflect(low, a, k, k, node)


def _qr(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    given = parameters.bound(low, "qr", lambda a, mode="reduced": 0, args, kw, node).arguments
    a, mode = any_matrix(low, given["a"], node), given.get("mode")
    word = mode.value if isinstance(mode, KnownV) else "reduced" if mode is None else ""
    if word not in ("reduced", "complete", "r"):
        low.unsupported(node, "qr() knows the modes 'reduced', 'complete' and 'r'")
    if word == "complete":
        _need_lapack(low, "np.linalg.qr(mode='complete')", node)
        made: Val = reflect(low, a, a.shape[0], a.shape[0], node)
    else:
        made = call_python(low, decompositions.ruled(decompositions.qr), [contiguous(low, a, a.ty.dtype)], {}, node)
    assert isinstance(made, TupleV)
    if word == "r":
        return made.items[1]
    return _named(type(np.linalg.qr(np.eye(1))), list(made.items))


# ---- least squares


def _bound(low: Lowering, v: Val | None, a: ArrayV, fixed: float | None, node: Any) -> ScalarV:
    """How small singular values are zero, beside the largest; by default (or if ``fixed`` says) that of rounding errors."""
    ty = Scalar(a.ty.dtype)
    if v is not None and not isinstance(v, NoneV):
        return low.convert(low.expr.as_scalar(v, node), ty)
    if fixed is not None:
        return low.convert(low.expr.as_scalar(low.expr.constant(fixed, node), node), ty)
    larger = low.b.select(low.b.icmp_signed(">", *a.shape), *a.shape)
    real = low.b.sitofp(larger, ir.DoubleType())
    return low.convert(ScalarV(Scalar("float64"), low.b.fmul(real, real.type(_EPS[a.ty.dtype]))), ty)


def _pinv(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    given = parameters.bound(low, "pinv", lambda a, rcond=None, *, rtol=None: 0, args, kw, node).arguments
    a = any_matrix(low, given["a"], node)
    fixed = 1e-15 if "rtol" not in given else None
    bound = _bound(low, given["rtol"] if "rtol" in given else given.get("rcond"), a, fixed, node)
    return call_python(low, decompositions.ruled(decompositions.pinv), [contiguous(low, a, a.ty.dtype), bound], {}, node)


def _lstsq(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    given = parameters.bound(low, "lstsq", lambda a, b, rcond=None: 0, args, kw, node).arguments
    a = any_matrix(low, given["a"], node)
    out, b = right_side(low, a.shape[0], given["b"], a.ty.dtype, node)
    a, bound = contiguous(low, a, out.ty.dtype), _bound(low, given.get("rcond"), a, None, node)
    made = call_python(low, decompositions.ruled(decompositions.least_squares), [a, b, bound], {}, node)
    assert isinstance(made, TupleV)
    x, s = made.items
    rank = call_python(low, decompositions.rank_of, [s, bound], {}, node)
    rest = call_python(low, decompositions.residuals, [a, b, x, rank], {}, node)
    assert isinstance(x, ArrayV)
    if out.ty.ndim == 1:
        x = ArrayV(out.ty, x.data, [x.shape[0]], [const(1)], x.origin)
    return TupleV([x, rest, rank, s])


# ---- factors that are kept


def _cho_factor(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    takes = lambda a, lower=False, overwrite_a=False, check_finite=True: 0  # noqa: E731
    given = parameters.bound(low, "cho_factor", takes, args, kw, node).arguments
    a = square_matrix(low, given["a"], node)
    lower = bool(constant_of(low, given.get("lower"), 0, "lower", node))
    if low.guarded:  # where its error is caught: by loops
        found = factorised.HANDLERS["cholesky"][1](low, [a if lower else low.arrays.transpose(a)], {}, node)
        assert isinstance(found, ArrayV)
        return TupleV([found if lower else columns_of(low, found), low.expr.constant(lower, node)])
    _need_lapack(low, "scipy.linalg.cho_factor", node)
    n, kind = a.shape[0], a.ty.dtype
    check_size(low, n, "cho_factor", node)
    c = contiguous(low, a, kind, copy=True)
    places = [letter(low, "U" if lower else "L"), integer(low, n), c.data, leading(low, n)]
    lapack(low, "potrf", kind, places, "the matrix is not positive definite", node)
    return TupleV([c, low.expr.constant(lower, node)])


def _pair(low: Lowering, v: Val, name: str, node: Any) -> tuple[Val, Val]:
    if not isinstance(v, TupleV) or len(v.items) != 2:
        low.wrong(node, f"{name}() takes the pair that the factorisation returned")
    assert isinstance(v, TupleV)
    return v.items[0], v.items[1]


def _chosen(low: Lowering, bit: Any, yes: str, no: str) -> Any:
    place = low.alloca(I8)
    low.b.store(low.b.select(bit, ir.Constant(I8, ord(yes)), ir.Constant(I8, ord(no))), place)
    return place


def _cho_solve(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    takes = lambda c_and_lower, b, overwrite_b=False, check_finite=True: 0  # noqa: E731
    given = parameters.bound(low, "cho_solve", takes, args, kw, node).arguments
    factor, said = _pair(low, given["c_and_lower"], "cho_solve", node)
    c = square_matrix(low, factor, node)
    _need_lapack(low, "scipy.linalg.cho_solve", node)
    lower = low.truth(said, node)
    out, b = right_side(low, c.shape[0], given["b"], c.ty.dtype, node)
    c = contiguous(low, c, out.ty.dtype)
    triangle = _chosen(low, lower, "U", "L")  # of what the routine takes for the matrix
    for flag in (_chosen(low, lower, "N", "T"), _chosen(low, lower, "T", "N")):
        triangular_solve(low, [letter(low, "R"), triangle, flag, letter(low, "N")], c, b)
    return out


def _lu_factor(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    takes = lambda a, overwrite_a=False, check_finite=True: 0  # noqa: E731
    a = any_matrix(low, parameters.bound(low, "lu_factor", takes, args, kw, node).arguments["a"], node)
    _need_lapack(low, "scipy.linalg.lu_factor", node)
    f, order = factors(low, low.arrays.transpose(a), "", node)
    return TupleV([rows_of(low, f, *a.shape), order])


def _lu_solve(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    takes = lambda lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True: 0  # noqa: E731
    given = parameters.bound(low, "lu_solve", takes, args, kw, node).arguments
    factor, order = _pair(low, given["lu_and_piv"], "lu_solve", node)
    lu = square_matrix(low, factor, node)
    _need_lapack(low, "scipy.linalg.lu_solve", node)
    trans = constant_of(low, given.get("trans"), 0, "trans", node) > 0
    out, b = right_side(low, lu.shape[0], given["b"], lu.ty.dtype, node)
    lu = contiguous(low, lu, out.ty.dtype)
    swaps = linalg_loops.undo_swaps if trans else linalg_loops.swaps
    if not trans:
        call_python(low, swaps, [b, order], {}, node)
    for word in ("RLTN", "RUTU") if trans else ("RUNU", "RLNN"):
        triangular_solve(low, [letter(low, c) for c in word], lu, b)
    if trans:
        call_python(low, swaps, [b, order], {}, node)
    return out


def _scipy_cholesky(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    """The upper factor, unless the lower one is asked for; that triangle of the matrix is read."""
    takes = lambda a, lower=False, overwrite_a=False, check_finite=True: 0  # noqa: E731
    given = parameters.bound(low, "cholesky", takes, args, kw, node).arguments
    lower = bool(constant_of(low, given.get("lower"), 0, "lower", node))
    a, kind = square_matrix(low, given["a"], node), low.expr.constant(not lower, node)
    if not lower and not low.instance.compiler.blas:
        _need_lapack(low, "scipy.linalg.cholesky", node)
    return factorised.HANDLERS["cholesky"][1](low, [a], {"upper": kind}, node)


def _expm(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    a = square_matrix(low, parameters.bound(low, "expm", lambda A: 0, args, kw, node).arguments["A"], node)
    return call_python(low, decompositions.expm, [floats(low, a)], {}, node)


HANDLERS: dict[str, tuple[str, Handler]] = {
    "eig": ("numpy", _eig(True)),
    "eigvals": ("numpy", _eig(False)),
    "eigh": ("numpy", _eigh(True)),
    "eigvalsh": ("numpy", _eigh(False)),
    "svd": ("numpy", _svd),
    "svdvals": ("numpy", _svdvals),
    "qr": ("numpy", _qr),
    "pinv": ("numpy", _pinv),
    "lstsq": ("numpy", _lstsq),
    "cho_factor": ("scipy", _cho_factor),
    "cho_solve": ("scipy", _cho_solve),
    "lu_factor": ("scipy", _lu_factor),
    "lu_solve": ("scipy", _lu_solve),
    "expm": ("scipy", _expm),
}


# Functions that mean the same in both libraries, for the arguments that irad supports.
_BOTH = ("inv", "det", "norm", "svd", "svdvals")
_ALL = {**HANDLERS, **factorised.HANDLERS, "norm": ("numpy", norms.norm)}
_KNOWN = {which: {n: h for n, (home, h) in _ALL.items() if home == which} for which in ("numpy", "scipy")}
_KNOWN["scipy"] |= {n: _KNOWN["numpy"][n] for n in _BOTH} | {"cholesky": _scipy_cholesky}


_PARTS = {
    **factorised.PARTS,
    **complex_lapack.PARTS,
    decompositions.reflected: _reflected,
    eigen_systems.parts_by_lapack: _parts_by_lapack,
    decompositions.solve_triangular: _KNOWN["scipy"]["solve_triangular"],
}


def handler(fn: Any) -> Handler | None:
    """The function that lowers a call of ``fn``, if it is one of these."""
    part = next((h for f, h in _PARTS.items() if f is fn), None)
    if part is not None:
        return part
    name = getattr(fn, "__name__", "")
    scipy = sys.modules.get("scipy.linalg")
    for home, module in (("numpy", np.linalg), ("scipy", scipy)):
        if getattr(module, name, None) is fn:
            found = _KNOWN[home].get(name)
            if found is not None and name != "norm":
                found = _of_reals(f"{home}.linalg.{name}", found, home == "scipy")
            return found if found is None or home == "numpy" else checked(fn, found, False)
    return None


def _of_stack(low: Lowering, written: Any, args: list[Val], kw: Keywords, node: Any) -> Val:
    """A function of matrices for each one in the last two axes."""
    if written is stacked_matrices.svd:
        vectors = kw.pop("compute_uv", None) if len(args) < 3 else args.pop(2)
        if not constant_of(low, vectors, 1, "compute_uv", node):
            return call_python(low, stacked_matrices.svdvals, args[:1], {}, node)
    made = call_python(low, written, args, kw, node)
    if not isinstance(made, TupleV):
        return made
    one = getattr(np.linalg, written.__name__)(np.eye(1))
    return _named(type(one), list(made.items))


def _is_small(v: ArrayV | LazyV) -> bool:
    d = DTYPES[v.ty.dtype]
    return d.is_integer and d.bits < 32


_ONLY_DOUBLE = ("numpy.linalg.eig", "numpy.linalg.eigvals", "scipy.linalg.det")


def _arrays(args: list[Val]) -> list[ArrayV | LazyV]:
    return [v for v in args if isinstance(v, (ArrayV, LazyV))]


def _of_complex(low: Lowering, written: Any, args: list[Val], kw: Keywords, node: Any) -> Val:
    """A function of `complex_calls.py`."""
    listed = enumerate(inspect.signature(written).parameters.values())
    flags = {k for k, p in listed if p.annotation in ("bool", "Setting")}
    known = low.instance.compiler.static_parameters.setdefault(written, set())
    known |= {k for k in flags if (written, k, None) not in low.instance.compiler.never_known}
    made = call_python(low, written, args, kw, node)
    if not isinstance(made, TupleV) or written.__name__ == "lstsq" or written.__name__ not in dir(np.linalg):
        return made
    return _named(type(getattr(np.linalg, written.__name__)(np.eye(1))), list(made.items))


def _of_reals(name: str, lower: Handler, narrow: bool) -> Handler:
    """The function for arrays of float64, float32 and integers, and for complex numbers where that is known.

    ``narrow``: small integers are refused, which SciPy takes as float32.
    """
    short = name.rpartition(".")[2]

    def call(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
        args, kw = [of_list(low, v, node) for v in args], {k: of_list(low, v, node) for k, v in kw.items()}
        arrays = _arrays([*args, *kw.values()])
        kinds = {v.ty.dtype for v in arrays}
        if "complex64" in kinds or (name in _ONLY_DOUBLE and "float32" in kinds):
            if short == "lstsq" and kinds <= {"complex64", "float32"}:
                return in_double_precision(low, _narrow_least_squares, args, kw, True, node)
            back = kinds <= {"complex64", "float32"} and name != "scipy.linalg.det"
            return in_double_precision(low, call, args, kw, back, node)
        by_parts = complex_calls.function(name) if all(len(v.shape) <= 2 for v in arrays) else None
        if by_parts is not None and "complex128" in kinds:
            return _of_complex(low, by_parts, args, kw, node)
        stacked = stacked_matrices.FUNCTIONS.get(name) if any(len(v.shape) > 2 for v in arrays) else None
        if stacked is not None:
            return _of_stack(low, stacked, args, kw, node)
        todo: list[Val] = [*args, *kw.values()]
        while todo:
            v = todo.pop()
            if isinstance(v, TupleV):
                todo += v.items
            elif isinstance(v, (ArrayV, LazyV)) and (norms.is_unknown(v) or (narrow and _is_small(v))):
                hint = "convert it: a.astype(np.float32)"
                if DTYPES[v.ty.dtype].is_complex:
                    hint = "write it as one of reals: np.block([[a.real, -a.imag], [a.imag, a.real]])"
                low.unsupported(node, f"{name}() of arrays of {v.ty.dtype} is not supported in compiled functions", hint)
        return lower(low, args, kw, node)

    return call


def _narrow_least_squares(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    return call_python(low, complex_calls.narrow_lstsq, args, kw, node)
