"""Which values of the primal its reverse sweep needs, before it is decided how they are provided."""

from __future__ import annotations

from irad.analysis.activity.activity import Activity, copy_call
from irad.analysis.memory.memory_graph import called_function
from irad.ir.masked_accesses import masked_access, masked_pointer
from irad.ir.opcodes import OPCODES, Kind
from irad.ir.values import Argument, Block, Function, Instruction, Value
from irad.rules import MathRule, lookup_function, lookup_instruction
from irad.rules.formulas.strong_zero import is_strong_zero


class ToBeRecorded:
    """``of(inst)``: the operands (or the result) of an instruction that its reverse uses."""

    def __init__(self, fn: Function, activity: Activity) -> None:
        self.fn = fn
        self.act = activity

    def has(self, v: Value) -> bool:
        return self.act.value(v) and self.act.carriers.of(v) is not None

    def of(self, inst: Instruction) -> list[Value]:
        row = OPCODES[inst.opcode]
        if row.address is not None:
            asks = inst.operands[1].type.is_float if row.kind is Kind.ATOMIC else row.writes or self.has(inst)
            return self._address(inst.operands[row.address]) if asks else []
        if inst.opcode == "call":
            return self._call(inst)
        if row.kind is Kind.CONTROL:
            return row.steering(inst)
        if not self.has(inst):
            return []
        rule = lookup_instruction(inst)
        return self._partials(inst, rule) if rule is not None else row.steering(inst)

    def _address(self, pointer: Value) -> list[Value]:
        """What an address is computed from, if its memory holds adjoints."""
        return address_parts(pointer) if self.act.node(self.act.memory.node_of(pointer)) else []

    def _call(self, inst: Instruction) -> list[Value]:
        callee = called_function(inst)
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, MathRule):
            return self._partials(inst, rule) if self.has(inst) else []
        if kind := copy_call(inst):
            place = self._address(inst.operands[0])
            source = self._address(inst.operands[1]) if kind == "copy" else []
            return [inst.operands[2], *place, *source] if place else []
        if access := masked_access(callee.name if callee is not None else ""):
            place = self._address(masked_pointer(inst, access))
            if access == "load":
                return [inst.args[-2], *place] if self.has(inst) else []
            return [inst.args[-1], *place] if place and inst.operands[0].type.scalar.is_float else []
        return list(inst.args) if self.act.call_is_active(inst) else []

    def _partials(self, inst: Instruction, rule: MathRule) -> list[Value]:
        if is_strong_zero(inst):
            return [] if self.has(inst.operands[0]) else [inst.operands[0]]
        out: list[Value] = []
        for i, (k, _) in enumerate(rule.inputs(inst)):
            if not self.has(inst.operands[k]):
                continue
            for j in range(len(rule.outputs(inst))):
                if rule.is_zero(inst, j, i):
                    continue
                used, result = rule.needs(inst, j, i)
                out += [inst.operands[k] for k in used]
                out += [inst] if result else []
        return out


def address_parts(pointer: Value) -> list[Value]:
    """The pointer and the indices that an address is computed from."""
    out: list[Value] = []
    work = [pointer]
    while work:
        v = work.pop()
        if isinstance(v, Instruction) and v.opcode == "getelementptr":
            work += v.operands
        elif isinstance(v, (Instruction, Argument)):
            out.append(v)
    return out


def is_value(v: Value) -> bool:
    """Whether it is computed, or passed in, at run time."""
    return isinstance(v, (Instruction, Argument)) and not isinstance(v, Block)
