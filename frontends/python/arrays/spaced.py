"""Numbers at equal distances: ``np.arange`` and ``np.linspace``, computed where they are used."""

from __future__ import annotations

import ast
import math
from typing import Any

from llvmlite import ir

from irad.frontends.python.arrays.array_arguments import dtype_of, shape_of
from irad.frontends.python.core import scalar_arithmetic
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.conditions import TRUE, equal, negated
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import DOUBLE, I1, I64, MOST_ELEMENTS, LazyV, RangeV, ScalarV, TupleV, Val, const
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.numeric.registers import pair, parts_of_pair
from irad.frontends.python.sources.dtypes import DTYPES
from irad.frontends.python.sources.python_types import BOOL, FLOAT, INT, Array, Scalar


def arange(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    values = [low.expr.as_scalar(a, node) for a in args]
    if any(v.ty.is_complex for v in values):
        low.unsupported(node, "np.arange of complex numbers is not supported", "use np.arange(...) * z")
    start = values[0] if len(values) > 1 else ScalarV(INT, const(0))
    stop = values[1] if len(values) > 1 else values[0]
    step = values[2] if len(values) > 2 else ScalarV(INT, const(1))
    python = all(v.ty.weak for v in values)
    kind = dtype_of(low, kw.get("dtype"), "float64" if any(v.ty.is_inexact for v in values) else "int64", node)
    if any(v.ty.is_inexact for v in values):
        return _of_floats(low, [low.convert(v, FLOAT).v for v in (start, stop, step)], kind, python, node)
    whole = [low.word(v) for v in (start, stop, step)]
    _check_step(low, negated(low, equal(low, whole[2], const(0))), python, node)
    count, item = low.expr.counted(RangeV(*whole), node)
    return LazyV(Array(kind, 1, "C"), [count], lambda i: low.convert(item(i[0]), Scalar(kind)).v)


def _check_step(low: Lowering, fine: Any, python: bool, node: Any) -> None:
    """Check that the step is not zero: Python's numbers raise ZeroDivisionError, others give a length that no array can have."""
    if python:
        low.check(fine, ZeroDivisionError, "division by zero", node)
    else:
        low.check(fine, ValueError, "Maximum allowed size exceeded", node)


def _of_floats(low: Lowering, values: list[Any], kind: str, python: bool, node: Any) -> Val:
    a, z, s = values
    if python:
        _check_step(low, _is_nonzero(low, s), python, node)
    n = _length(low, a, z, s, node)
    size = low.b.call(low.instance.compiler.intrinsic("llvm.fabs", DOUBLE), [s])
    endless = low.b.fcmp_ordered("==", size, ir.Constant(DOUBLE, math.inf))  # one element at most
    s = low.b.select(endless, zero_of("float64"), s)
    to = Scalar(kind if kind != "bool" else "float64")
    first, second = (low.convert(ScalarV(FLOAT, v), to) for v in (a, low.b.fadd(a, s)))
    step = low.expr.scalar_binary(ast.Sub(), second, first, node, False)  # as NumPy's, rounded to the kind of the elements

    def at(i: list[Any]) -> Any:
        k = low.convert(ScalarV(INT, i[0]), to)
        far = low.expr.scalar_binary(ast.Mult(), k, step, node, False)
        return low.convert(low.expr.scalar_binary(ast.Add(), first, far, node, False), Scalar(kind)).v

    return LazyV(Array(kind, 1, "C"), [n], at)


def _is_nonzero(low: Lowering, x: Any) -> Any:
    if isinstance(x, ir.Constant) and isinstance(x.constant, float) and x.constant != 0.0:
        return TRUE
    return low.b.fcmp_unordered("!=", x, zero_of("float64"))


def _length(low: Lowering, a: Any, z: Any, s: Any, node: Any) -> Any:
    """The number of elements; one where the quotient underflows to zero, or because the step is infinite."""
    way, zero = low.b.fsub(z, a), zero_of("float64")
    length = low.b.fdiv(way, s)
    low.check(low.b.fcmp_ordered("ord", length, length), ValueError, "arange: cannot compute length", node)
    most, least = (ir.Constant(DOUBLE, x) for x in (float(MOST_ELEMENTS), -float(2**63)))
    fits = low.b.and_(low.b.fcmp_ordered("<", length, most), low.b.fcmp_ordered(">=", length, least))
    low.check(fits, ValueError, "Maximum allowed size exceeded", node)
    b = low.b
    whole = b.call(low.instance.compiler.intrinsic("llvm.ceil", DOUBLE), [length])
    n = b.select(b.fcmp_ordered(">", length, zero), b.fptosi(whole, I64), const(0))
    same = b.icmp_unsigned("==", b.fcmp_ordered(">", way, zero), b.fcmp_ordered(">", s, zero))
    lost = b.and_(b.fcmp_ordered("==", length, zero), b.fcmp_ordered("!=", way, zero))
    return b.select(b.and_(lost, same), const(1), n)


def linspace(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    given = kw | dict(zip(("endpoint", "retstep", "dtype"), args[3:], strict=False))
    endpoint, retstep = (given.get(name) for name in ("endpoint", "retstep"))
    ends = [low.expr.as_scalar(v, node) for v in args[:2]]
    kind = scalar_arithmetic.planned(low, "where", ends, node, False).result.kind
    if kind == "float16":
        low.unsupported(node, "np.linspace of float16 is not supported", "convert the ends: float(a)")
    kind = kind if DTYPES[kind].is_inexact else "float64"
    wanted = dtype_of(low, given.get("dtype"), kind, node)
    whole = Scalar(wanted).is_integer and not DTYPES[kind].is_complex
    if not (DTYPES[wanted].is_inexact or whole) or DTYPES[wanted].is_complex < DTYPES[kind].is_complex:
        low.unsupported(node, f"np.linspace with dtype={wanted} is not supported here", "use astype")
    ends = [low.convert(v, Scalar(kind)) for v in ends]
    count = args[2] if len(args) > 2 else ScalarV(INT, const(50))
    n = shape_of(low, count, node, "the number of np.linspace")[0]
    b = low.b
    last = b.sub(n, const(1))
    ended: Any = ir.Constant(I1, 1)
    if endpoint is not None:
        ended = low.convert(low.expr.as_scalar(endpoint, node), BOOL).v
    parts = b.select(ended, last, n)
    count = b.select(b.icmp_signed(">", parts, const(0)), parts, const(1))
    pairs = list(zip(*(parts_of_pair(b, v.v) if v.ty.is_complex else (v.v,) for v in ends), strict=True))
    steps = [b.fdiv(b.fsub(z, a), b.sitofp(count, a.type)) for a, z in pairs]

    def at(i: list[Any]) -> Any:
        end = low.b.and_(low.b.icmp_signed("==", i[0], last), low.b.icmp_signed(">", last, const(0)))
        end = low.b.and_(end, ended)
        found = []
        for (a, z), step in zip(pairs, steps, strict=True):
            inner = low.b.fadd(a, low.b.fmul(low.b.sitofp(i[0], a.type), step))
            found.append(low.b.select(end, z, inner))
        made = pair(low.b, *found) if len(found) > 1 else found[0]
        if whole:
            made = low.b.call(low.instance.compiler.intrinsic("llvm.floor", made.type), [made])
        return low.convert(ScalarV(Scalar(kind), made), Scalar(wanted)).v

    found = LazyV(Array(wanted, 1, "C"), [n], at)
    wants_step = known_value(retstep) if retstep is not None else False
    if wants_step is UNKNOWN:
        low.unsupported(node, "retstep= of np.linspace must be known when compiling", "write True or False")
    if not wants_step:
        return found
    return TupleV([found, _step_of(low, steps, parts, kind)])


def _step_of(low: Lowering, steps: list[Any], parts: Any, kind: str) -> ScalarV:
    """The step that ``np.linspace`` gives back, nan where there is none."""
    some = low.b.icmp_signed(">", parts, const(0))
    held = [low.b.select(some, step, ir.Constant(step.type, math.nan)) for step in steps]
    return ScalarV(Scalar(kind), pair(low.b, *held) if len(held) > 1 else held[0])
