"""Products of vectors and matrices: loops, and dgemm or sgemm for two matrices of floats."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from irad.frontends.python.arrays import zero_of
from irad.frontends.python.types import Array, Scalar, promote
from irad.frontends.python.values import I8, I32, PTR, REGISTER, ArrayV, LazyV, ScalarV, Val, const

if TYPE_CHECKING:
    from irad.frontends.python.lowering import Lowering


def _pair(low: Lowering, x: Val, y: Val, node: Any) -> tuple[ArrayV, ArrayV]:
    for v in (x, y):
        if not isinstance(v, (ArrayV, LazyV)):
            low.wrong(node, f"a product of matrices needs arrays, not {v.ty}")
    return low.arrays.in_memory(x), low.arrays.in_memory(y)


def matmul(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    """``x @ y`` for one or two axes each."""
    a, b = _pair(low, x, y, node)
    if a.ty.ndim > 2 or b.ty.ndim > 2 or not a.ty.ndim or not b.ty.ndim:
        low.unsupported(node, "matmul is supported for arrays of one or two axes")
    inner = low.b.icmp_signed("==", a.shape[-1], b.shape[0])
    text = "matmul: size {0} does not match size {1}"
    low.check(inner, ValueError, text, node, [a.shape[-1], b.shape[0]])
    kind = promote(Scalar(a.ty.dtype), Scalar(b.ty.dtype)).kind
    if a.ty.ndim == b.ty.ndim == 1:
        return _dot(low, a, b, kind, node)
    if a.ty.ndim == b.ty.ndim == 2:
        library = low.instance.compiler.blas and a.ty.dtype == b.ty.dtype and kind.startswith("float")
        return _gemm(low, a, b, kind, node) if library else _loops(low, a, b, kind)
    rows = [a.shape[0]] if a.ty.ndim == 2 else []
    columns = [b.shape[1]] if b.ty.ndim == 2 else []
    out = low.arrays.allocate(kind, [*rows, *columns])

    def one(idx: list[Any]) -> None:
        i = [idx[0]] if rows else []
        j = [idx[-1]] if columns else []
        left = LazyV(Array(a.ty.dtype, 1, "C"), [a.shape[-1]], lambda k: low.arrays.load(a, [*i, k[0]]))
        right = LazyV(Array(b.ty.dtype, 1, "C"), [b.shape[0]], lambda k: low.arrays.load(b, [k[0], *j]))
        low.arrays.store(out, idx, _dot(low, left, right, kind, node).v)

    low.arrays.each(out.shape, one)
    return out


def dot(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    if isinstance(x, ScalarV) or isinstance(y, ScalarV):
        return low.expr.binary(ast.Mult(), x, y, node)
    return matmul(low, x, y, node)


def _dot(low: Lowering, a: Val, b: Val, kind: str, node: Any) -> ScalarV:
    from irad.frontends.python.reductions import reduce_all

    ty = Scalar(kind)
    product = low.expr.elementwise(
        [a, b], lambda p: low.expr.scalar_binary(ast.Mult(), low.convert(p[0], ty), low.convert(p[1], ty), node, False), node
    )
    return reduce_all(low, "sum", product, node)


def inner(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    a, b = _pair(low, x, y, node)
    if a.ty.ndim != 1 or b.ty.ndim != 1:
        low.unsupported(node, "np.inner is supported for vectors", "use a @ b.T")
    return matmul(low, a, b, node)


def vdot(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    from irad.frontends.python.functions import _ravel

    return matmul(low, _ravel(low, [x], {}, node), _ravel(low, [y], {}, node), node)


def outer(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    a, b = _pair(low, x, y, node)
    if a.ty.ndim != 1 or b.ty.ndim != 1:
        low.unsupported(node, "np.outer is supported for vectors")
    left = ArrayV(Array(a.ty.dtype, 2), a.data, [a.shape[0], const(1)], [a.strides[0], const(0)], a.origin)
    right = ArrayV(Array(b.ty.dtype, 2), b.data, [const(1), b.shape[0]], [const(0), b.strides[0]], b.origin)
    return low.expr.binary(ast.Mult(), left, right, node)


def _loops(low: Lowering, a: ArrayV, b: ArrayV, kind: str) -> ArrayV:
    """C = A B as loops, row by row of B so that the innermost one runs along contiguous memory."""
    from irad.frontends.python.functions import fill_new

    out = fill_new(low, kind, [a.shape[0], b.shape[1]], zero_of(kind))
    ty = Scalar(kind)

    def line(idx: list[Any]) -> None:
        i, k = idx
        factor = low.convert(ScalarV(Scalar(a.ty.dtype), low.arrays.load(a, [i, k])), ty).v

        def one(j: list[Any]) -> None:
            x = low.convert(ScalarV(Scalar(b.ty.dtype), low.arrays.load(b, [k, j[0]])), ty).v
            old = low.arrays.load(out, [i, j[0]])
            if ty.is_float:
                low.arrays.store(out, [i, j[0]], low.b.fadd(old, low.b.fmul(factor, x)))
            else:
                low.arrays.store(out, [i, j[0]], low.b.add(old, low.b.mul(factor, x)))

        low.arrays.each([b.shape[1]], one)

    low.arrays.each([a.shape[0], a.shape[1]], line)
    return out


def _gemm(low: Lowering, a: ArrayV, b: ArrayV, kind: str, node: Any) -> ArrayV:
    """C = A B, row major, as the column-major product C' = B' A'."""
    a, b = (m if m.ty.layout == "C" else low.arrays.copy(m) for m in (a, b))
    out = low.arrays.allocate(kind, [a.shape[0], b.shape[1]])
    m, n, k = out.shape[1], out.shape[0], a.shape[1]
    for size in (m, n, k):
        check_size(low, size, "matmul", node)
    empty = low.b.icmp_signed("==", low.arrays.size(out.shape), const(0))
    go, done = low.fn.append_basic_block("gemm"), low.fn.append_basic_block("gemm.done")
    low.b.cbranch(empty, done, go)
    low.b = ir.IRBuilder(go)
    flag, lda, ldb = letter(low, "N"), leading(low, m), leading(low, k)
    sizes = [integer(low, v) for v in (m, n, k)]
    one, zero = number(low, kind, 1.0), number(low, kind, 0.0)
    routine(low, "gemm", kind, [flag, flag, *sizes, one, b.data, lda, a.data, ldb, zero, out.data, lda])
    low.b.branch(done)
    low.b = ir.IRBuilder(done)
    return out


# ---- arguments of library routines: all by address


def check_size(low: Lowering, size: Any, name: str, node: Any) -> None:
    """SciPy's BLAS and LAPACK count with 32 bits."""
    fits = low.b.icmp_signed("<=", size, const(2**31 - 1))
    low.check(fits, ValueError, f"{name}: a size of {{0}} is more than the BLAS library takes", node, [size])


def integer(low: Lowering, v: Any) -> Any:
    place = low.alloca(I32)
    low.b.store(low.b.trunc(v, I32), place)
    return place


def leading(low: Lowering, v: Any) -> Any:
    """A leading dimension: at least one."""
    return integer(low, low.b.select(low.b.icmp_signed(">", v, const(1)), v, const(1)))


def number(low: Lowering, kind: str, x: float) -> Any:
    place = low.alloca(REGISTER[kind])
    low.b.store(ir.Constant(REGISTER[kind], x), place)
    return place


def letter(low: Lowering, c: str) -> Any:
    place = low.alloca(I8)
    low.b.store(ir.Constant(I8, ord(c)), place)
    return place


def routine(low: Lowering, name: str, kind: str, args: list[Any]) -> None:
    """Call a routine of BLAS or LAPACK by its Fortran name."""
    symbol = f"{'d' if kind == 'float64' else 's'}{name}_"
    fn = low.instance.compiler.external(symbol, ir.FunctionType(ir.VoidType(), [PTR] * len(args)))
    low.b.call(fn, args)
