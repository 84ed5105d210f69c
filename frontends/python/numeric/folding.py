"""Integers that instructions compute from constants."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir

_BINARY: dict[str, Callable[[int, int], int]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "and": operator.and_, "or": operator.or_, "xor": operator.xor,
}  # fmt: skip
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip
_DEEPEST = 200


def folded_number(v: Any, depth: int = 0) -> int | None:
    """The number that an instruction computes from constants alone, with a sign; of one bit 0 or 1; None for all others."""
    if not isinstance(v.type, ir.IntType):
        return None
    if isinstance(v, ir.Constant):
        return _signed(int(v.constant), v.type) if isinstance(v.constant, (int, bool)) else None
    if not isinstance(v, ir.Instruction):
        return None
    if not hasattr(v, "irad_folded"):
        v.irad_folded = _computed(v, depth) if depth < _DEEPEST else None
    found: int | None = v.irad_folded
    return found


def _computed(v: Any, depth: int) -> int | None:
    name = v.opname
    if name not in _BINARY and name not in ("icmp", "select", "zext", "sext", "trunc", "sdiv", "srem", "shl", "ashr"):
        return None
    if not all(isinstance(x.type, ir.IntType) for x in v.operands):
        return None
    if name == "select":
        chosen = folded_number(v.operands[0], depth + 1)
        return None if chosen is None else folded_number(v.operands[1 if chosen else 2], depth + 1)
    numbers = [folded_number(x, depth + 1) for x in v.operands]
    if any(n is None for n in numbers):
        return None
    a, *rest = [n for n in numbers if n is not None]
    return _result(v, name, a, rest[0] if rest else 0)


def _result(v: Any, name: str, a: int, c: int) -> int | None:
    if name in _BINARY:
        return _signed(_BINARY[name](a, c), v.type)
    if name == "icmp":
        sign = v.op
        if sign[0] == "u":
            a, c = (n % 2 ** v.operands[0].type.width for n in (a, c))
        return int(_COMPARE[sign[-2:]](a, c))
    if name == "zext":
        return a % int(2 ** v.operands[0].type.width)
    if name in ("sext", "trunc"):
        return _signed(-a if name == "sext" and v.operands[0].type.width == 1 else a, v.type)
    if name in ("sdiv", "srem"):
        if c == 0 or (c == -1 and a == -(2 ** (v.type.width - 1))):
            return None
        q = abs(a) // abs(c) * (1 if (a < 0) == (c < 0) else -1)
        return q if name == "sdiv" else a - q * c
    if not 0 <= c < v.type.width:
        return None
    return _signed(a << c, v.type) if name == "shl" else a >> c


def _signed(n: int, t: Any) -> int:
    """A number of the type's bits, with a sign; of one bit, without."""
    n %= 2**t.width
    return n - 2**t.width if t.width > 1 and n >= 2 ** (t.width - 1) else n
