"""Calls of BLAS: the memory layouts it accepts, products of matrices and vectors, arguments by address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from irad.frontends.python.core.conditions import FALSE, TRUE
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I8, I32, PTR, REGISTER, const, known_int


def same(x: Any, y: Any) -> bool:
    """Whether two sizes are known to be equal at compile time."""
    return x is y or (known_int(x) is not None and known_int(x) == known_int(y))


# ---- matrices as BLAS takes them


@dataclass(frozen=True)
class BlasMatrix:
    """The memory layout of a matrix as BLAS takes it: ``by_rows`` (else by columns), with this leading dimension.

    ``fits``: whether BLAS can take it at all.  The three are values of the compiled code, constants where they are known.
    """

    by_rows: Any
    leading: Any
    fits: Any


def stored(low: Lowering, rows: Any, columns: Any, strides: list[Any]) -> BlasMatrix:
    """The layout of a matrix with these sizes and strides (in elements).

    One stride must be 1, the other so large that no two lines share elements; that of an axis of length one does not count.
    """
    s, t = strides
    if known_int(t) == 1 and same(s, columns):
        return BlasMatrix(TRUE, columns, TRUE)
    if known_int(s) == 1 and same(t, rows):
        return BlasMatrix(FALSE, rows, TRUE)
    by_rows = _lines(low, rows, columns, s, t) if known_int(s) != 1 or known_int(t) == 1 else FALSE
    by_columns = _lines(low, columns, rows, t, s) if known_int(t) != 1 or known_int(s) == 1 else FALSE
    if by_columns is FALSE:
        return BlasMatrix(TRUE, _at_least(low, s, columns), by_rows)
    if by_rows is FALSE:
        return BlasMatrix(FALSE, _at_least(low, t, rows), by_columns)
    lead = low.b.select(by_rows, _at_least(low, s, columns), _at_least(low, t, rows))
    return BlasMatrix(by_rows, lead, low.b.or_(by_rows, by_columns))


def _lines(low: Lowering, count: Any, length: Any, step: Any, unit: Any) -> Any:
    """Whether a matrix is ``count`` contiguous lines of ``length`` elements that do not overlap, with an i32 stride (i1)."""
    b = low.b
    apart = b.and_(b.icmp_signed(">=", step, length), b.icmp_signed("<=", step, const(2**31 - 1)))
    fits = b.or_(b.icmp_signed("<=", count, const(1)), apart)
    if known_int(unit) == 1:
        return fits
    return b.and_(b.or_(b.icmp_signed("==", unit, const(1)), b.icmp_signed("<=", length, const(1))), fits)


def least(low: Lowering, x: Any, y: Any) -> Any:
    return x if same(x, y) else low.b.select(low.b.icmp_signed("<", x, y), x, y)


def _at_least(low: Lowering, x: Any, least: Any) -> Any:
    return x if same(x, least) else low.b.select(low.b.icmp_signed(">", x, least), x, least)


def flag(low: Lowering, transposed: Any) -> Any:
    """The address of T or N."""
    if isinstance(transposed, ir.Constant):
        return letter(low, "T" if transposed.constant else "N")
    place = low.alloca(I8)
    low.b.store(low.b.select(transposed, ir.Constant(I8, ord("T")), ir.Constant(I8, ord("N"))), place)
    return place


Call = Callable[[Any, Any, Any], None]


def gemm(low: Lowering, kind: str, a: tuple[Any, Any, BlasMatrix], b: tuple[Any, Any, BlasMatrix], lead: Any) -> Call:
    """A function that calls gemm for pointers to A, B and C = A B, which is stored by rows with the leading dimension ``lead``.

    ``a`` and ``b``: rows, columns and layout.  BLAS computes C' = B' A': a matrix by rows is its transpose by columns.
    """
    (m, k, x), (_, n, y) = a, b
    flags = [flag(low, _not(low, s.by_rows)) for s in (y, x)]
    sizes = [integer(low, v) for v in (n, m, k)]
    steps = [leading(low, v) for v in (y.leading, x.leading, lead)]
    one, zero = number(low, kind, 1.0), number(low, kind, 0.0)

    def call(left: Any, right: Any, out: Any) -> None:
        routine(low, "gemm", kind, [*flags, *sizes, one, right, steps[0], left, steps[1], zero, out, steps[2]])

    return call


def gemv(low: Lowering, kind: str, a: tuple[Any, Any, BlasMatrix], steps: tuple[Any, Any]) -> Call:
    """A function that calls gemv for pointers to A, x and y = A x; ``steps``: the increments of x and y."""
    m, k, x = a
    turned = flag(low, x.by_rows)
    sizes = [integer(low, _either(low, x.by_rows, p, q)) for p, q in ((k, m), (m, k))]
    lead, (dx, dy) = leading(low, x.leading), (integer(low, s) for s in steps)
    one, zero = number(low, kind, 1.0), number(low, kind, 0.0)

    def call(left: Any, right: Any, out: Any) -> None:
        routine(low, "gemv", kind, [turned, *sizes, one, left, lead, right, dx, zero, out, dy])

    return call


def _not(low: Lowering, x: Any) -> Any:
    return (FALSE if x.constant else TRUE) if isinstance(x, ir.Constant) else low.b.not_(x)


def _either(low: Lowering, when: Any, p: Any, q: Any) -> Any:
    if isinstance(when, ir.Constant):
        return p if when.constant else q
    return low.b.select(when, p, q)


# ---- arguments of library routines: all by address


def check_size(low: Lowering, size: Any, name: str, node: Any) -> None:
    """Check that a size fits the 32-bit integers of SciPy's BLAS and LAPACK."""
    if known_int(size) is not None and known_int(size) < 2**31:  # type: ignore[operator]
        return
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


_LETTERS = {"float64": "d", "float32": "s", "complex128": "z"}


def routine(low: Lowering, name: str, kind: str, args: list[Any]) -> None:
    """Call a routine of BLAS or LAPACK by its Fortran name."""
    symbol = f"{_LETTERS[kind]}{name}_"
    fn = low.instance.compiler.external(symbol, ir.FunctionType(ir.VoidType(), [PTR] * len(args)))
    low.b.call(fn, args)
