"""What the reverse of each instruction asks of the primal, beside what `irad.analysis.activity.to_be_recorded` has announced."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from irad.analysis.activity.to_be_recorded import ToBeRecorded, address_parts, is_value
from irad.analysis.memory.memory_graph import called_function
from irad.ir.opcodes import OPCODES, Kind
from irad.ir.values import Instruction, Value
from irad.transform.adjoint.reversal import InstructionReversal
from irad.transform.tape.rematerialization import Rematerialization


@dataclass(frozen=True)
class Asked:
    """``values``: of the primal; where a shadow pointer is asked for, what the address is made of."""

    inst: Instruction
    values: frozenset[Value]
    announced: frozenset[Value]

    @property
    def unannounced(self) -> frozenset[Value]:
        return self.values - self.announced

    @property
    def idle(self) -> frozenset[Value]:
        """What was announced in vain."""
        return self.announced - self.values

    def idle_is_known(self) -> bool:
        """Conditions are asked for where control flow is reversed, not instructions; what the reverse of a called function asks
        for is on its own tape, of which the arguments are an estimate.
        """
        kind = OPCODES[self.inst.opcode].kind
        callee = called_function(self.inst) if kind is Kind.CALL else None
        return kind is Kind.CONTROL or (kind is Kind.CALL and (callee is None or callee.has_body))


def watch(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """A list to which the reverse of each instruction is added as it is written."""
    found: list[Asked] = []
    current: list[Value] = []
    reverse, get = InstructionReversal.reverse, Rematerialization.get

    def watched_get(self: Rematerialization, v: Value) -> Value:
        current.append(v)
        return get(self, v)

    def watched_reverse(self: InstructionReversal, inst: Instruction) -> None:
        current.clear()
        reverse(self, inst)
        primal = {new: [old] for old, new in self.emit.map.items()}
        for lane in self.emit.lanes:
            for old, new in lane.items():
                primal.setdefault(new, address_parts(old))
        values = {v for new in current for v in primal.get(new, ()) if is_value(v)}
        announced = {v for v in ToBeRecorded(self.facts.fn, self.facts.act).of(inst) if is_value(v)}
        found.append(Asked(inst, frozenset(values), frozenset(announced)))

    monkeypatch.setattr(Rematerialization, "get", watched_get)
    monkeypatch.setattr(InstructionReversal, "reverse", watched_reverse)
    return found
