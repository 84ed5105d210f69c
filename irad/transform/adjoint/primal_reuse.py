"""Values that a derivative formula computes and the primal has computed as well: the cosine next to a sine.

Such a value is requested like any other value of the primal, so that it is shared, and cached if that is cheaper.
"""

from __future__ import annotations

from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.reuse.effects import is_pure_call
from irad.ir.types import Type
from irad.ir.values import Function, Instruction, Value
from irad.rules import lookup_function

_Key = tuple[int, Type, tuple[Value, ...]]


class PrimalReuse:
    """The calls of mathematical functions in ``fn``, by what they compute."""

    def __init__(self, fn: Function, flow: ControlFlow) -> None:
        self.flow = flow
        self.known: dict[_Key, list[Instruction]] = {}
        for inst in fn.instructions():
            key = self._key(inst, inst.operands) if inst.opcode == "call" and is_pure_call(inst) else None
            if key is not None and inst.block in flow.index:
                self.known.setdefault(key, []).append(inst)

    def of(self, call: Instruction, operands: list[Value], at: Instruction) -> Instruction | None:
        """The primal instruction that computes ``call`` on the primal's ``operands`` and is executed whenever ``at`` is."""
        key = self._key(call, operands)
        return next((i for i in self.known.get(key, ()) if self._beside(i, at)), None) if key is not None else None

    def _key(self, call: Instruction, operands: list[Value]) -> _Key | None:
        callee = called_function(call)
        rule = lookup_function(callee) if callee is not None else None
        return (id(rule), call.type, tuple(operands[: len(call.args)])) if rule is not None else None

    def _beside(self, inst: Instruction, at: Instruction) -> bool:
        assert inst.block is not None and at.block is not None
        home, place = self.flow.loop_of[inst.block], self.flow.loop_of[at.block]
        return self.flow.common_loop(home, place) is home and self.flow.dominates(inst.block, at.block)
