"""The LLVM types of numbers by dtype, constants of them, and pairs, which complex numbers are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.sources.dtypes import DTYPES, DType

I1, I8, I32, I64 = ir.IntType(1), ir.IntType(8), ir.IntType(32), ir.IntType(64)
HALF, DOUBLE, FLOAT = ir.HalfType(), ir.DoubleType(), ir.FloatType()
_LLVM = {str(t): t for t in (I1, I8, ir.IntType(16), I32, I64, HALF, FLOAT, DOUBLE)}


def _llvm(d: DType, name: str) -> Any:
    """The LLVM type with this name; of complex numbers a pair of them."""
    return ir.LiteralStructType([_LLVM[name]] * 2) if d.is_complex else _LLVM[name]


REGISTER = {kind: _llvm(d, d.register) for kind, d in DTYPES.items()}
MEMORY = {kind: _llvm(d, d.memory) for kind, d in DTYPES.items()}
LEAF = {kind: _LLVM[d.leaf] for kind, d in DTYPES.items()}  # of a component
ITEM = {kind: d.item for kind, d in DTYPES.items()}


def number_constant(kind: str, x: Any) -> ir.Constant:
    """A constant number, rounded to the dtype; integers wrap."""
    d, t = DTYPES[kind], REGISTER[kind]
    if d.is_complex:
        part = d.parts[0]
        return ir.Constant(t, [number_constant(part, complex(x).real), number_constant(part, complex(x).imag)])
    if d.is_float:
        with np.errstate(over="ignore"):
            return ir.Constant(t, float(d.numpy.type(x)))
    if d.sort == "bool":
        return ir.Constant(t, int(bool(x)))
    n = int(x) & ((1 << d.bits) - 1)
    return ir.Constant(t, n - (1 << d.bits) if d.is_signed and n > d.most else n)


def constant_of(v: Any) -> Any:
    """The number that a constant register is; None if it is not known when compiling."""
    if not isinstance(v, ir.Constant):
        return None
    if isinstance(v.constant, (list, tuple)):
        re, im = (constant_of(part) for part in v.constant)
        return None if re is None or im is None else complex(re, im)
    return v.constant if isinstance(v.constant, (int, float)) else None


def parts_of_pair(b: ir.IRBuilder, v: Any) -> tuple[Any, Any]:
    """The real and the imaginary part of a complex number."""
    if isinstance(v, ir.Constant) and isinstance(v.constant, (list, tuple)):
        return v.constant[0], v.constant[1]
    return b.extract_value(v, 0), b.extract_value(v, 1)


def pair(b: ir.IRBuilder, re: Any, im: Any) -> Any:
    """The complex number with these parts."""
    t = ir.LiteralStructType([re.type, im.type])
    if isinstance(re, ir.Constant) and isinstance(im, ir.Constant):
        return ir.Constant(t, [re, im])
    return b.insert_value(b.insert_value(ir.Constant(t, ir.Undefined), re, 0), im, 1)


def is_pair(v: Any) -> bool:
    """Whether a register holds a complex number."""
    return isinstance(v.type, ir.LiteralStructType)


def each_part(b: ir.IRBuilder, fn: Callable[[Any], Any], v: Any) -> Any:
    """``fn`` of a number, or of the parts of a complex one."""
    return pair(b, *map(fn, parts_of_pair(b, v))) if is_pair(v) else fn(v)


def choice(b: ir.IRBuilder, condition: Any, x: Any, y: Any) -> Any:
    """``x`` if the condition holds, else ``y``: numbers of one dtype."""
    if not is_pair(x):
        return b.select(condition, x, y)
    return pair(b, *(b.select(condition, p, q) for p, q in zip(parts_of_pair(b, x), parts_of_pair(b, y), strict=True)))


def joined_number(b: ir.IRBuilder, incoming: list[tuple[Any, Any]]) -> Any:
    """The number that comes from one of several blocks."""
    if is_pair(incoming[0][0]):
        parts = []
        for k in range(2):
            found = []
            for v, block in incoming:
                before = ir.IRBuilder(block)
                if block.is_terminated:
                    before.position_before(block.terminator)
                found.append((parts_of_pair(before, v)[k], block))
            parts.append(found)
        return pair(b, *[joined_number(b, p) for p in parts])
    phi = b.phi(incoming[0][0].type)
    for v, block in incoming:
        phi.add_incoming(v, block)
    return phi
