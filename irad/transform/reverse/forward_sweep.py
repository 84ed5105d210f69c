"""The forward sweep of reverse mode: the primal with shadow pointers, and with the records that its reverse needs.

Calls become calls of augmented functions, memory that the reverse sweep accesses is kept, and blocks are emitted in the contexts
in which they run (`contexts.py`).
"""

from __future__ import annotations

from dataclasses import replace

from irad.analysis.flow.addresses import base_of
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.outlined_functions import is_checkpointed
from irad.errors import DifferentiationError
from irad.ir.constants import const_int, undef
from irad.ir.debug import place_of
from irad.ir.types import I8, I64, LAYOUT, PTR
from irad.ir.values import Argument, Block, ConstantInt, Function, Instruction, Value
from irad.rules import AllocationRule, DeallocationRule, lookup_function
from irad.rules.formulas.external import ExternalRule
from irad.transform.adjoint.adjoints import nothing
from irad.transform.adjoint.recomputed_calls import call_again, is_recomputed
from irad.transform.adjoint.reverse_heap import note_shadow
from irad.transform.exceptions.exception_lowering import raises
from irad.transform.loops.loop_recomputation import LoopRecomputation
from irad.transform.primal.derivative_calls import ActiveCall, augmented_call, kept, split_key
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.primal_body import DROPPED, ForwardPart
from irad.transform.primal.reverse_facts import ReverseFacts, floats_on_stack
from irad.transform.primal.services import Services
from irad.transform.primal.word_copies import keep_resized
from irad.transform.refused.refusals import Refusals
from irad.transform.reverse.immediate_calls import EarlyReversals


class ForwardSweep(ForwardPart):
    """Writes the forward sweep of a reverse derivative.

    ``calls``: the calls that replace the primal's calls; ``mark``: where this function's part of the tape begins.
    """

    emit: ContextEmitter

    def __init__(
        self,
        facts: ReverseFacts,
        emit: ContextEmitter,
        services: Services,
        loop_recomputation: LoopRecomputation,
        refuse: Refusals,
    ) -> None:
        super().__init__(emit, facts.flow, services, refuse, tells_words=True)
        self.facts = facts
        self.loop_recomputation = loop_recomputation
        self.early = EarlyReversals(facts, emit, services.derivatives, services.throws)
        self.calls: dict[Instruction, ActiveCall] = {}
        self.mark: Value | None = None
        self.based: dict[Block, list[tuple[int, Instruction, Value]]] = {}  # pointers whose shadows are computed after phis

    # ---- memory

    def needs_heap(self, inst: Instruction, shadowed: bool) -> bool:
        entry = inst.block is self.fn.entry and all(isinstance(o, ConstantInt) for o in inst.operands)
        lasting = shadowed or any(self.act.memory.node_of(inst) in nodes for nodes in self.facts.again_later.values())
        return (lasting and self.facts.split) or not entry

    def clear_alloca(self, inst: Instruction, shadow: Value) -> None:
        """Set a few floats to -0.0: adding to that is the identity, so that LLVM drops the addition."""
        if self.act.memory.node_of(inst) not in self.facts.small:
            super().clear_alloca(inst, shadow)
            return
        leaf, count = floats_on_stack(inst)
        width = LAYOUT.size_of(leaf)
        for k in range(count):
            self.b.store(nothing(leaf), self.b.gep(I8, shadow, [const_int(I64, k * width)]))

    def realloc_copy(self, inst: Instruction, new: Value, old: Value, size: Value) -> None:
        node = self.act.memory.node_of(inst)
        if node is not None and any("ptr" in c.find().kinds for c, _ in node.fields.values()):
            super().realloc_copy(inst, new, old, size)
            keep_resized(self.emit, self.copies, inst, size)

    def make_blocks(self) -> None:
        for block in self.flow.rpo:
            for context in [*self.emit.contexts.around(block), self.emit.contexts.of(block)]:
                function = self.out if context is None else self.emit.rev
                copies = self.emit.map if context is self.emit.contexts.of(block) else self.emit.contexts.plain[context]
                made = copies[block] = function.append_block(block.name)
                self.emit.contexts.place(made, context)

    def walk(self, block: Block) -> None:
        for context in self.emit.contexts.around(block):
            self.emit.context = context
            self.loop_recomputation.copy_plain(block)
        self.emit.context = self.emit.contexts.of(block)
        super().walk(block)
        self.emit.context = None

    def shadow_from_base(self, phi: Instruction) -> bool:
        """Compute the shadow from the primal pointer: the reverse sweep then gets both from one value on the tape."""
        base = base_of(phi) if phi.type.is_ptr else None
        if not isinstance(base, (Instruction, Argument)) or base.type is not phi.type or phi in self.facts.affine:
            return False
        block = phi.block
        assert block is not None
        if isinstance(base, Instruction):
            home = base.block
            if home is None or home is block or not self.flow.dominates(home, block):
                return False
        self.based.setdefault(block, []).append((self.emit.lane, phi, base))
        return True

    def instruction(self, inst: Instruction) -> None:
        if inst.opcode != "phi" and inst.block in self.based and not self.emit.lane:
            for lane, phi, base in self.based.pop(inst.block):
                self.emit.lane = lane
                distance = self.emit.distance(phi, base)
                self.emit.shadows[phi] = self.b.gep(I8, self.emit.shadow(base), [distance])
            self.emit.lane = 0
        if self.facts.always_fails(inst.block):  # type: ignore[arg-type]
            self._copy_lost(inst)
        else:
            super().instruction(inst)

    def _copy_lost(self, inst: Instruction) -> None:
        callee = called_function(inst) if inst.opcode == "call" else None
        memory = callee is not None and isinstance(lookup_function(callee), (AllocationRule, DeallocationRule))
        if callee is not None and callee.name.startswith(DROPPED):  # for variables that may be elsewhere here
            return
        if memory or inst.opcode in ("br", "switch"):
            super().instruction(inst)
        elif not self.emit.lane:
            self.emit.copy(inst)

    def twin_from(self, v: Value, block: Block, phi: Instruction) -> Value:
        assert phi.block is not None
        return undef(v.type) if self.facts.gives_up(block, phi.block) else super().twin_from(v, block, phi)

    def _br(self, inst: Instruction) -> None:
        if not self.emit.lane:
            self.emit.map[inst] = self.loop_recomputation.terminator(inst)

    _switch = _br

    def fill_phi(self, phi: Instruction) -> None:
        self.loop_recomputation.fill_plain(phi)
        self.emit.context = self.emit.contexts.of(phi.block)
        if not self.loop_recomputation.is_carried(phi):
            super().fill_phi(phi)
        self.emit.context = None

    def _phi(self, inst: Instruction) -> None:
        if self.loop_recomputation.is_carried(inst):
            self.loop_recomputation.stand_in(inst)
        else:
            super()._phi(inst)

    def active_call(self, inst: Instruction, callee: Function | None) -> None:
        facts, services = self.facts, self.services
        derivatives = services.derivatives
        rule = lookup_function(callee) if callee is not None else None
        own = callee is not None and not isinstance(rule, ExternalRule)
        outside = facts.lifetimes.outside_of(inst, callee) if own and callee is not None else None
        key = split_key(self.emit, derivatives.memory, inst, callee, outside)
        self._check_lifetimes(inst)
        if callee is not None and is_checkpointed(callee):
            steady = (i for i, a in enumerate(inst.args) if a.type.is_ptr and facts.reload_safety.pointer(a, inst))
            key = replace(key, steady=frozenset(steady))
        if callee is not None and rule is None:
            if is_recomputed(callee):
                again = call_again(facts, self.emit, services, inst, callee, key)
                if again is not None:
                    made = again.function
                    self.calls[inst] = ActiveCall(made, made, made.ftype, (), again.key.ret, again=again)
                    return
            early = self.early.call(inst, callee, key) if not is_checkpointed(callee) else None
            if early is not None:
                self.calls[inst] = early
                return
        keep = kept(facts.reload_safety, inst) if isinstance(rule, ExternalRule) else ()
        self.calls[inst] = augmented_call(self.emit, derivatives, inst, callee, key, keep)

    def _check_lifetimes(self, inst: Instruction) -> None:
        """Refuse a checkpointed loop, or a function with one, whose memory is gone when parts of it run again."""
        assert inst.block is not None
        context = self.emit.contexts.of(inst.block)
        for node in self.facts.again_later.get(inst, ()):
            if self.facts.reload_safety.freed(node, inst.block, context):
                raise DifferentiationError(
                    "the checkpointed loop uses memory that is gone before the reverse sweep: the function frees it, or a step "
                    "what an earlier one has allocated",
                    place=place_of(inst),
                    hint="let the caller allocate it, or free it there; in steps, use arrays that are there before the loop",
                )

    def deallocation(self, inst: Instruction, rule: DeallocationRule) -> None:
        """Leave the release of stack 0 to the reverse sweep, and that of heap memory that the function itself has allocated once.

        Other heap memory is freed at once, its shadow by the reverse sweep.
        """
        if rule.name != "irad_release" and not self.facts.deferred(inst):
            self.emit.copy(inst)

    def prologue(self) -> None:
        """Note where this function's part of the tape begins, if exceptions leave it: it then releases that part first."""
        if any(map(raises, self.fn.instructions())):
            self.mark = self.b.load(PTR, self.emit.stack(self.emit.tape_stack))

    def before_library(self, inst: Instruction) -> None:
        if raises(inst):
            assert self.mark is not None
            self.emit.release(self.mark)

    def on_tape(self, inst: Instruction, rule: AllocationRule) -> bool:
        """Whether memory is freed before the function ends: its shadow is then on the tape, and goes with it after an exception.
        """
        if rule.kind not in ("malloc", "new") or not self.facts.lifetimes.owned(inst):
            return False
        node = self.act.memory.node_of(inst)
        return node is not None and "resized" not in node.flags  # realloc asks the allocator for the size of a shadow

    def lasts(self, inst: Instruction) -> bool:
        return inst in self.facts.deferral.on_tape

    def allocation(self, inst: Instruction, rule: AllocationRule) -> None:
        super().allocation(inst, rule)
        if inst in self.emit.shadows and inst not in self.reserves:
            note_shadow(self.emit, self.facts.lifetimes, inst, rule)
