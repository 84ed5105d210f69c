"""Makes instructions at an insertion point, folding what is trivial.

Integer arithmetic of constants and neutral elements folds; of floating-point arithmetic only ``-0.0 + x``, ``x * 1.0``
and ``x / 1.0`` do, which change no bit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from irad.ir.constants import const_int, splat_float
from irad.ir.types import I1, PTR, VOID, FunctionType, IntType, StructType, Type, VectorType, vector
from irad.ir.values import Block, Constant, ConstantInt, Function, Instruction, Value

_FOLD = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


class Builder:
    """Inserts at the end of a block or before an instruction."""

    def __init__(self, block: Block | None) -> None:
        self.block = block
        self.before: Instruction | None = None

    def position_at_end(self, block: Block) -> None:
        self.block, self.before = block, None

    def position_before(self, inst: Instruction) -> None:
        self.block, self.before = inst.block, inst

    def insert(self, inst: Instruction) -> Instruction:
        assert self.block is not None
        if self.before is None:
            return self.block.append(inst)
        return self.block.insert(self.block.instructions.index(self.before), inst)

    def _make(self, opcode: str, t: Type, operands: Sequence[Value], **attrs: object) -> Instruction:
        return self.insert(Instruction(opcode, t, operands, attrs))

    # ---- arithmetic

    def _integer(self, op: str, a: Value, b: Value, flags: tuple[str, ...]) -> Value:
        if isinstance(a, ConstantInt) and isinstance(b, ConstantInt) and op in _FOLD:
            return const_int(a.type, _FOLD[op](a.value, b.value))
        if op in ("add", "mul", "and", "or", "xor") and isinstance(a, ConstantInt):
            a, b = b, a
        if isinstance(b, ConstantInt):
            if b.value == 0 and op in ("add", "sub", "or", "xor", "shl", "lshr", "ashr"):
                return a
            if b.value == 1 and op in ("mul", "udiv", "sdiv"):
                return a
            if b.value == 0 and op in ("mul", "and"):
                return b
        return self._make(op, a.type, (a, b), flags=flags)

    def add(self, a: Value, b: Value, flags: tuple[str, ...] = ()) -> Value:
        return self._integer("add", a, b, flags)

    def sub(self, a: Value, b: Value, flags: tuple[str, ...] = ()) -> Value:
        return self._integer("sub", a, b, flags)

    def mul(self, a: Value, b: Value, flags: tuple[str, ...] = ()) -> Value:
        return self._integer("mul", a, b, flags)

    def udiv(self, a: Value, b: Value) -> Value:
        return self._integer("udiv", a, b, ())

    def sdiv(self, a: Value, b: Value) -> Value:
        return self._integer("sdiv", a, b, ())

    def urem(self, a: Value, b: Value) -> Value:
        return self._integer("urem", a, b, ())

    def srem(self, a: Value, b: Value) -> Value:
        return self._integer("srem", a, b, ())

    def and_(self, a: Value, b: Value) -> Value:
        return self._integer("and", a, b, ())

    def or_(self, a: Value, b: Value) -> Value:
        return self._integer("or", a, b, ())

    def xor(self, a: Value, b: Value) -> Value:
        return self._integer("xor", a, b, ())

    def shl(self, a: Value, b: Value) -> Value:
        return self._integer("shl", a, b, ())

    def lshr(self, a: Value, b: Value) -> Value:
        return self._integer("lshr", a, b, ())

    def ashr(self, a: Value, b: Value) -> Value:
        return self._integer("ashr", a, b, ())

    def fadd(self, a: Value, b: Value, flags: tuple[str, ...] = ()) -> Value:
        if _is_negative_zero(a):
            return b
        if _is_negative_zero(b):
            return a
        return self._make("fadd", a.type, (a, b), flags=flags)

    def fsub(self, a: Value, b: Value, flags: tuple[str, ...] = ()) -> Value:
        return self._make("fsub", a.type, (a, b), flags=flags)

    def fmul(self, a: Value, b: Value, flags: tuple[str, ...] = ()) -> Value:
        if splat_float(b) == 1.0:
            return a
        if splat_float(a) == 1.0:
            return b
        return self._make("fmul", a.type, (a, b), flags=flags)

    def fdiv(self, a: Value, b: Value, flags: tuple[str, ...] = ()) -> Value:
        if splat_float(b) == 1.0:
            return a
        return self._make("fdiv", a.type, (a, b), flags=flags)

    def frem(self, a: Value, b: Value, flags: tuple[str, ...] = ()) -> Value:
        return self._make("frem", a.type, (a, b), flags=flags)

    def fneg(self, a: Value, flags: tuple[str, ...] = ()) -> Value:
        return self._make("fneg", a.type, (a,), flags=flags)

    # ---- comparison, choice, conversion

    def icmp(self, pred: str, a: Value, b: Value) -> Value:
        return self._make("icmp", _truth(a.type), (a, b), pred=pred, flags=())

    def fcmp(self, pred: str, a: Value, b: Value) -> Value:
        return self._make("fcmp", _truth(a.type), (a, b), pred=pred, flags=())

    def select(self, cond: Value, a: Value, b: Value) -> Value:
        if a is b:
            return a
        return self._make("select", a.type, (cond, a, b), flags=())

    def phi(self, t: Type) -> Instruction:
        return self._make("phi", t, (), flags=())

    @staticmethod
    def add_incoming(phi: Instruction, value: Value, block: Block) -> None:
        phi.add_operand(value)
        phi.add_operand(block)

    def cast(self, op: str, value: Value, t: Type) -> Value:
        if value.type is t:
            return value
        if isinstance(value, ConstantInt) and isinstance(t, IntType) and op in ("trunc", "sext", "zext"):
            number = value.value
            if op == "zext" and number < 0:
                assert isinstance(value.type, IntType)
                number += 1 << value.type.bits
            return const_int(t, number)
        return self._make(op, t, (value,), flags=())

    def freeze(self, value: Value) -> Value:
        return self._make("freeze", value.type, (value,), flags=())

    # ---- memory

    def load(self, t: Type, pointer: Value, align: int | None = None) -> Value:
        return self._make("load", t, (pointer,), align=align, volatile=False, atomic="")

    def store(self, value: Value, pointer: Value, align: int | None = None) -> Instruction:
        return self._make("store", VOID, (value, pointer), align=align, volatile=False, atomic="")

    def gep(self, source_type: Type, base: Value, indices: Sequence[Value], inbounds: bool = False) -> Value:
        if all(isinstance(i, ConstantInt) and i.value == 0 for i in indices):
            return base
        flags = ("inbounds",) if inbounds else ()
        t = base.type
        if not t.is_vector:
            for i in indices:
                if isinstance(i.type, VectorType):
                    t = vector(i.type.count, PTR)
        return self._make("getelementptr", t, (base, *indices), source_type=source_type, flags=flags)

    def alloca(self, t: Type, count: Value | None = None) -> Instruction:
        operands = () if count is None else (count,)
        return self._make("alloca", PTR, operands, allocated_type=t, align=None, inalloca=False, swifterror=False)

    # ---- aggregates and vectors

    def extract_value(self, agg: Value, indices: Sequence[int]) -> Value:
        t = agg.type
        for i in indices:
            t = t.elements[i] if isinstance(t, StructType) and t.elements else t.element  # type: ignore[attr-defined]
        wanted = tuple(indices)
        at: Value = agg  # look through a chain of insertvalues
        while isinstance(at, Instruction) and at.opcode == "insertvalue":
            put = tuple(at.attrs["indices"])
            if put == wanted:
                return at.operands[1]
            common = min(len(put), len(wanted))
            if put[:common] == wanted[:common]:
                break
            at = at.operands[0]
        return self._make("extractvalue", t, (agg,), indices=tuple(indices))

    def insert_value(self, agg: Value, value: Value, indices: Sequence[int]) -> Value:
        return self._make("insertvalue", agg.type, (agg, value), indices=tuple(indices))

    def extract_element(self, vec: Value, index: Value) -> Value:
        assert isinstance(vec.type, VectorType)
        return self._make("extractelement", vec.type.element, (vec, index))

    def insert_element(self, vec: Value, value: Value, index: Value) -> Value:
        return self._make("insertelement", vec.type, (vec, value, index))

    def shuffle(self, a: Value, b: Value, mask: Sequence[int]) -> Value:
        t = vector(len(mask), a.type.scalar)
        return self._make("shufflevector", t, (a, b), mask=tuple(mask))

    # ---- calls and control flow

    def call(self, callee: Value, ftype: FunctionType, args: Sequence[Value], flags: tuple[str, ...] = ()) -> Instruction:
        attrs = {
            "nargs": len(args), "ftype": ftype, "tail": "", "cc": "", "flags": flags, "ret_attrs": "",
            "param_attrs": [""] * len(args), "fn_attrs": "", "bundles": [],
        }  # fmt: skip
        return self.insert(Instruction("call", ftype.ret, (*args, callee), attrs))

    def call_function(self, fn: Function, args: Sequence[Value]) -> Instruction:
        return self.call(fn, fn.ftype, args)

    def br(self, block: Block) -> Instruction:
        return self._make("br", VOID, (block,))

    def cond_br(self, cond: Value, yes: Block, no: Block) -> Instruction:
        return self._make("br", VOID, (cond, yes, no))

    def switch(self, value: Value, default: Block, cases: Sequence[tuple[Constant, Block]]) -> Instruction:
        return self._make("switch", VOID, (value, default, *(x for case in cases for x in case)))

    def ret(self, value: Value | None = None) -> Instruction:
        return self._make("ret", VOID, () if value is None else (value,))

    def unreachable(self) -> Instruction:
        return self._make("unreachable", VOID, ())


def _truth(t: Type) -> Type:
    return vector(t.count, I1) if isinstance(t, VectorType) else I1


def _is_negative_zero(v: Value) -> bool:
    x = splat_float(v)
    return x is not None and x == 0 and math.copysign(1.0, x) < 0
