"""The reverse of each instruction, by opcode."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from irad.analysis.activity.activity import copy_call
from irad.analysis.memory.memory_graph import called_function
from irad.ir.constants import zero
from irad.ir.masked_accesses import masked_access
from irad.ir.values import Instruction, Value
from irad.rules import AllocationRule, DeallocationRule, InactiveRule, MathRule, lookup_function
from irad.transform.adjoint.adjoints import Adjoints
from irad.transform.adjoint.masked_memory import reverse_masked
from irad.transform.adjoint.recomputed_calls import reverse_again
from irad.transform.adjoint.reverse_copies import CopyReversal
from irad.transform.adjoint.reverse_heap import HeapReversal
from irad.transform.adjoint.reverse_memory import MemoryReversal
from irad.transform.adjoint.reverse_values import ValueReversal
from irad.transform.base.heap_ownership import Ownership
from irad.transform.primal.derivative_calls import ActiveCall
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.reverse_facts import ReverseFacts
from irad.transform.refused.refusals import fail


class InstructionReversal:
    """Reverses instructions by opcode; ``calls``: the calls of the forward sweep that replace the primal's calls."""

    def __init__(
        self, facts: ReverseFacts, emit: ContextEmitter, ownership: Ownership, adjoints: Adjoints, values: ValueReversal,
        memory: MemoryReversal, copies: CopyReversal, heap: HeapReversal, calls: Mapping[Instruction, ActiveCall],
    ) -> None:  # fmt: skip
        self.facts, self.emit, self.ownership, self.adjoints, self.r = facts, emit, ownership, adjoints, adjoints.r
        self.values, self.memory, self.copies, self.heap = values, memory, copies, heap
        self.calls = calls
        self._handlers: dict[str, Callable[[Instruction], None]] = {
            "select": values.select,
            "freeze": values.move,
            "bitcast": values.bitcast,
            "extractvalue": values.extractvalue,
            "insertvalue": values.insertvalue,
            "extractelement": values.extractelement,
            "insertelement": values.insertelement,
            "shufflevector": values.shufflevector,
            "load": memory.load,
            "store": memory.store,
            "atomicrmw": memory.atomicrmw,
            "alloca": memory.alloca,
            "call": self._call,
        }

    def reverse(self, inst: Instruction) -> None:
        """Emit the reverse of ``inst``, in the current lane, at the replay's current position."""
        self._handlers.get(inst.opcode, self.values.arithmetic)(inst)

    def _call(self, inst: Instruction) -> None:
        callee = called_function(inst)
        name = callee.name if callee is not None else ""
        if name.startswith("llvm.lifetime.start"):
            self.copies.lifetime(inst)
            return
        if copy_call(inst):
            self.copies.copy(inst, copy_call(inst))
            self.memory.release_words(inst)
            return
        if masked_access(name):
            reverse_masked(self.adjoints, inst, name)
            return
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, MathRule):
            if self.adjoints.has(inst):
                self.values.formula(inst, rule)
        elif isinstance(rule, AllocationRule):
            self.memory.allocation(inst, rule)
        elif isinstance(rule, DeallocationRule):
            if rule.name != "irad_release" and not self.facts.deferred(inst):
                self.heap.given_back(inst.operands[rule.pointer])
        elif isinstance(rule, InactiveRule) and not rule.whole:
            self.copies.overwritten(inst, rule)
        elif isinstance(rule, InactiveRule) or name.startswith("llvm."):
            return
        elif inst in self.calls and not self.emit.lane:
            self._active_call(inst)

    def _active_call(self, inst: Instruction) -> None:
        call, adjoints = self.calls[inst], self.adjoints
        if call.done is not None:
            if adjoints.has(inst):
                adjoints.take(inst)
            for argument, d in call.done:
                adjoints.accumulate(inst.args[argument], self.r.get(d))
        elif call.again is not None:
            reverse_again(self.facts, self.emit, self.ownership, adjoints, inst, call.again)
        else:
            self._call_reverse(inst, call)

    def _call_reverse(self, inst: Instruction, call: ActiveCall) -> None:
        """Call the reverse function with the tape of its augmented function."""
        adjoints, r = self.adjoints, self.r
        args: list[Value] = [r.tape.stack.arena, r.get(call.tape), *(r.get(s) for s in call.shadows)]
        if call.ret:
            t = call.reverse_type.params[-1]  # an integer may carry the bits of floats
            if len(args) == len(call.reverse_type.params) or (adjoints.has(inst) and adjoints.type(inst) is not t):
                raise fail(inst, "the function called returns no such bits of floats as its caller sees in its result")
            args += [adjoints.take(inst) if adjoints.has(inst) else zero(t) for _ in self.emit.each_lane()]
        result = r.b.call(r.get(call.reverse), call.reverse_type, args)
        for k in range(0, len(call.fields), len(adjoints.lanes)):
            name = call.fields[k]
            assert isinstance(name, int)
            for lane in self.emit.each_lane():
                adjoints.accumulate(inst.args[name], r.b.extract_value(result, [k + lane]))
