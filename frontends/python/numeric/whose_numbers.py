"""Whose a number is, where only the run tells: Python's, whose division by zero raises an error, or NumPy's, which gives inf.

A register of 8 bits says it, beside the number: `NUMPY`, `PYTHON`, or `UNKNOWN` where the number comes from something that does
not keep it (arguments, items of lists).  LLVM folds what is certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from irad.frontends.python.numeric.registers import I8 as I8
from irad.frontends.python.sources.python_types import Scalar, Ty

NUMPY, PYTHON, UNKNOWN = (ir.Constant(I8, n) for n in range(3))


def is_mixed(ty: Ty | None) -> bool:
    """Whether numbers of this type are Python's in one case and NumPy's in another."""
    return isinstance(ty, Scalar) and len({c.weak for c in ty.cases}) > 1


def whose(ty: Scalar, register: Any) -> Any:
    """Whose a number of this type is; ``register``: what is kept beside it, None if nothing is."""
    if is_mixed(ty):
        return UNKNOWN if register is None else register
    return PYTHON if ty.cases[0].weak else NUMPY


def of_result(b: ir.IRBuilder, operands: Sequence[Any]) -> Any:
    """Whose the result of an operator is: Python's if all operands are, NumPy's if one of them is."""
    if any(_is(x, NUMPY) for x in operands):
        return NUMPY
    rest = [x for x in operands if not _is(x, PYTHON)]
    if not rest:
        return PYTHON
    out = rest[0]
    for x in rest[1:]:
        numpy = b.or_(among(b, out, NUMPY), among(b, x, NUMPY))
        larger = b.select(b.icmp_unsigned(">", x, out), x, out)
        out = b.select(numpy, NUMPY, larger)
    return out


def put(b: ir.IRBuilder, place: Any, v: Any) -> None:
    """Keep whose a number ``v`` is; ``place``: where, None if that is not kept."""
    if place is not None:
        b.store(whose(v.ty, v.whose), place)


def get(b: ir.IRBuilder, place: Any, v: Any) -> None:
    """The number ``v`` is whose the place says."""
    if place is not None:
        v.whose = b.load(place, typ=I8)


def among(b: ir.IRBuilder, x: Any, *wanted: Any) -> Any:
    """Whether it is one of these, an i1."""
    if isinstance(x, ir.Constant):
        return ir.Constant(ir.IntType(1), int(any(_is(x, w) for w in wanted)))
    found = [b.icmp_unsigned("==", x, w) for w in wanted]
    return found[0] if len(found) == 1 else b.or_(*found)


def _is(x: Any, one: Any) -> bool:
    return isinstance(x, ir.Constant) and x.constant == one.constant
