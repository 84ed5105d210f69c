"""Calls of functions that run as ordinary Python (``irad.host_rule``).

In IR such a call is ``i32 @irad_host.N.NAME(ptr frame)``, where the frame holds one word for the operation (0: run, 1: copy the
arrays that were returned), the registers of all arguments, and places for the result: a number, or data, sizes and strides of
an array.  A returned array is copied into memory that compiled code has reserved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.origins import Fresh
from irad.frontends.python.core.python_values import (
    I8,
    I32,
    I64,
    ITEM,
    PTR,
    ArrayV,
    NoneV,
    TupleV,
    Val,
    const,
    leaf_types,
)
from irad.frontends.python.sources.python_types import Array, Known, NoneTy, Scalar, Tuple, Ty
from irad.rules.host_names import host_symbol, register

_WORD = 8


@dataclass(frozen=True)
class HostCall:
    """The target of a call: a Python callable, and the types of its arguments and result in compiled code."""

    fn: Callable[..., Any]
    name: str
    types: tuple[Ty, ...]
    result: Ty


def call_host(low: Lowering, call: HostCall, values: list[Val], node: Any) -> Val:
    """Call it; its exceptions are errors of this function."""
    low.need_texts(*values)
    b = low.b
    leaves = [x for v, t in zip(values, call.types, strict=True) for x in (low.leaves(v, t) if not isinstance(t, Known) else [])]
    results = _result_words(call.result)
    frame = low.alloca(ir.ArrayType(I64, 1 + len(leaves) + results))
    frame.type = PTR
    for k, v in enumerate(leaves):
        b.store(v, _word(low, frame, 1 + k))
    fn = low.instance.compiler.external(host_symbol(register(call), call.name), ir.FunctionType(I32, [PTR]))
    low.instance.writes.note(*(v for v, t in zip(values, call.types, strict=True) if not _is_read_only(t)))
    _run(low, fn, frame, 0)
    arrays: list[tuple[int, ArrayV]] = []
    value = _result(low, frame, call.result, [1 + len(leaves)], arrays)
    if arrays:
        for at, array in arrays:
            low.b.store(array.data, _word(low, frame, at))
        _run(low, fn, frame, 1)
    return value


def _run(low: Lowering, fn: Any, frame: Any, what: int) -> None:
    low.b.store(const(what), _word(low, frame, 0))
    status = low.b.call(fn, [frame])
    bad, good = low.fn.append_basic_block("raised"), low.fn.append_basic_block("returned")
    low.b.cbranch(low.b.icmp_signed("==", status, ir.Constant(I32, 0)), good, bad)
    low.b = ir.IRBuilder(bad)
    low.leave(status)
    low.b = ir.IRBuilder(good)


def _word(low: Lowering, frame: Any, k: int) -> Any:
    return low.b.gep(frame, [const(_WORD * k)], source_etype=I8)


def _result_words(ty: Ty) -> int:
    if isinstance(ty, Tuple):
        return sum(map(_result_words, ty.items))
    if isinstance(ty, Array):
        return 1 + ty.ndim
    return len(ty.parts) if isinstance(ty, Scalar) else 0 if isinstance(ty, NoneTy) else 1


def _result(low: Lowering, frame: Any, ty: Ty, at: list[int], arrays: list[tuple[int, ArrayV]]) -> Val:
    """The value in the frame from word ``at`` on; memory for arrays is allocated, and filled later."""
    if isinstance(ty, Tuple):
        return TupleV([_result(low, frame, t, at, arrays) for t in ty.items], ty.form)
    if isinstance(ty, Scalar):
        leaves = []
        for t in leaf_types(ty):
            leaves.append(low.b.load(_word(low, frame, at[0]), typ=t))
            at[0] += 1
        return low.from_leaves(ty, leaves)
    if isinstance(ty, Array):
        start = at[0]
        shape = [low.b.load(_word(low, frame, start + 1 + k), typ=I64) for k in range(ty.ndim)]
        at[0] += 1 + ty.ndim
        data = low.reserve(low.arrays.mul(low.arrays.size(shape), const(ITEM[ty.dtype])))
        out = ArrayV(Array(ty.dtype, ty.ndim, "C"), data, shape, low.arrays.contiguous(shape), Fresh())
        arrays.append((start, out))
        return out
    return NoneV()


def _is_read_only(ty: Ty) -> bool:
    if isinstance(ty, Tuple):
        return all(map(_is_read_only, ty.items))
    return ty.readonly if isinstance(ty, Array) else True
