"""Phis all of whose values are one: LLVM's jump threading makes them of a value and what that is in one case.

    %way = phi [ 0, %where i = 0 ], [ %trunc of i, %elsewhere ]

Such a phi is no linear function of an iteration number, its address is none that an analysis knows, and it would be put on the
tape.  It becomes the computation of the other value.
"""

from __future__ import annotations

from collections.abc import Iterator

from irad.analysis.flow.cfg import ControlFlow
from irad.ir.types import IntType
from irad.ir.values import Block, ConstantInt, Function, Instruction, Value

_PURE = ("add", "sub", "mul", "shl", "trunc", "zext", "sext", "getelementptr")
_DEEPEST = 8
Known = list[tuple[Value, int]]  # values, and the constants that they are equal to


def replace_equal_phis(fn: Function) -> None:
    """Replace phis of two values that are integers or addresses and always the same."""
    flow = ControlFlow(fn)
    for block in flow.rpo:
        loop = flow.loop_of[block]
        if loop is not None and loop.header is block:
            continue
        for phi in [p for p in block.phis() if len(p.operands) == 4 and (p.type.is_int or p.type.is_ptr)]:
            (a, from_a), (b, from_b) = phi.incoming()
            if not (from_a in flow.index and from_b in flow.index) or a is b:
                continue
            for one, other, way in ((a, b, from_a), (b, a, from_b)):
                if _can_move(other, block, flow, 0) and _equal(one, other, list(_tested(way, block, flow)), 0):
                    at = next(i for i in block.instructions if i.opcode != "phi")
                    phi.replace_all_uses_with(_moved(other, at, block, flow))
                    phi.erase()
                    break


def _tested(way: Block, block: Block, flow: ControlFlow) -> Iterator[tuple[Value, int]]:
    """The values that are a constant where control comes to ``block`` from ``way``."""
    below: Block = block
    at: Block | None = way
    while at is not None:
        br = at.terminator
        if br.opcode == "br" and len(br.operands) == 3 and br.operands[1] is not br.operands[2]:
            test = br.operands[0]
            if isinstance(test, Instruction) and test.opcode == "icmp" and isinstance(test.operands[1], ConstantInt):
                side = {"eq": 1, "ne": 2}.get(test.attrs["pred"])
                single = below is block or flow.preds[below] == [at]
                if side is not None and br.operands[side] is below and single:
                    yield test.operands[0], test.operands[1].value
        if flow.preds[at] == [flow.idom[at]]:
            below, at = at, flow.idom[at]
        else:
            return


def _equal(a: Value, b: Value, known: Known, deep: int) -> bool:
    """Whether two values are the same number or address, given what is ``known``."""
    if a is b:
        return True
    if deep > _DEEPEST:
        return False
    x, y = _number(a, known, deep), _number(b, known, deep)
    if x is not None or y is not None:
        return x == y
    if _is_base(b, known, a, deep) or _is_base(a, known, b, deep):
        return True
    if not (isinstance(a, Instruction) and isinstance(b, Instruction)) or a.opcode != b.opcode or a.opcode not in _PURE:
        return False
    same = a.type is b.type and a.attrs.get("source_type") is b.attrs.get("source_type") and len(a.operands) == len(b.operands)
    return same and all(_equal(p, q, known, deep + 1) for p, q in zip(a.operands, b.operands, strict=True))


def _is_base(v: Value, known: Known, base: Value, deep: int) -> bool:
    """Whether an address is a base and no bytes more."""
    if not isinstance(v, Instruction) or v.opcode != "getelementptr" or v.type.is_vector:
        return False
    if any(_number(i, known, deep + 1) != 0 for i in v.operands[1:]):
        return False
    return v.operands[0] is base or _is_base(v.operands[0], known, base, deep + 1)


def _number(v: Value, known: Known, deep: int) -> int | None:
    """The number that an integer is."""
    if isinstance(v, ConstantInt):
        return v.value
    found = next((k for x, k in known if x is v), None)
    if found is not None or deep > _DEEPEST or not isinstance(v, Instruction) or not isinstance(v.type, IntType):
        return found
    if v.opcode not in _PURE or v.opcode == "getelementptr":
        return None
    parts = [_number(o, known, deep + 1) for o in v.operands]
    if v.opcode == "mul" and 0 in parts:
        return 0
    if any(p is None for p in parts):
        return None
    x = [p for p in parts if p is not None]
    bits = v.type.bits
    if v.opcode == "zext":
        source = v.operands[0].type
        assert isinstance(source, IntType)
        return x[0] % (1 << source.bits)
    if v.opcode == "shl" and not 0 <= x[1] < bits:
        return None
    more = {"add": lambda: x[0] + x[1], "sub": lambda: x[0] - x[1], "mul": lambda: x[0] * x[1], "shl": lambda: x[0] << x[1]}
    value = more[v.opcode]() if v.opcode in more else x[0]
    value %= 1 << bits
    return value - (1 << bits) if value >= 1 << (bits - 1) else value


def _can_move(v: Value, block: Block, flow: ControlFlow, deep: int) -> bool:
    """Whether a value can be computed in a block: from values that dominate it."""
    if not isinstance(v, Instruction) or v.block is None:
        return True
    if v.block is not block and flow.dominates(v.block, block):
        return True
    return deep < _DEEPEST and v.opcode in _PURE and all(_can_move(o, block, flow, deep + 1) for o in v.operands)


def _moved(v: Value, at: Instruction, block: Block, flow: ControlFlow) -> Value:
    """The same value, computed before an instruction of a block, also where it was not: nothing is promised of it."""
    if not isinstance(v, Instruction) or v.block is None or (v.block is not block and flow.dominates(v.block, block)):
        return v
    operands = [_moved(o, at, block, flow) for o in v.operands]
    attrs = dict(v.attrs)
    if "flags" in attrs:
        attrs["flags"] = tuple(f for f in attrs["flags"] if f == "inbounds")
    return block.insert(block.instructions.index(at), Instruction(v.opcode, v.type, operands, attrs, "", dict(v.metadata)))
