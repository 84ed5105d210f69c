"""The forward part of a derivative function: the primal, accompanied by everything that shadow *pointers* need.

`ForwardPart` copies the blocks of a normalised primal into a new function and emits, beside each instruction that makes, loads,
stores or moves a pointer to shadowed memory, the instruction that does the same to the shadow pointer.  Shadow memory has the
layout of primal memory; the shadow of an address is the same address computed on the shadow.  Forward mode (`forward_mode.py`)
adds tangents to it, reverse mode (`reverse_mode.py`) the reverse sweep.
"""

from __future__ import annotations

from irad.analysis.activity.activity import copy_call
from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.tbaa import tags
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null
from irad.ir.masked_accesses import masked_access
from irad.ir.opcodes import OPCODES
from irad.ir.types import I64, PTR, VOID, function
from irad.ir.values import (
    Block,
    Function,
    Instruction,
    Value,
)
from irad.rules import AllocationRule, DeallocationRule, InactiveRule, LoweringRule, MathRule, lookup_function
from irad.rules.formulas.external import ExternalRule
from irad.transform.declared.registered_rules import is_iteration_count
from irad.transform.primal import inactive_functions
from irad.transform.primal.emitter import NO, Emitter, stores_pointer
from irad.transform.primal.foreign_pointers import foreign_shadow, shadow_beside
from irad.transform.primal.services import Services
from irad.transform.primal.shadow_copies import copy_shadow_pointers
from irad.transform.primal.word_copies import CopyNotes
from irad.transform.refused.call_refusals import refuse_call, refuse_python
from irad.transform.refused.refusals import Refusals, fail

DROPPED = ("llvm.lifetime.", "llvm.stacksave", "llvm.stackrestore", "llvm.dbg.", "llvm.invariant.")

RESERVE_ALIGNMENT = 16  # the alignment that irad_reserve guarantees


class ForwardPart:
    """One derivative function under construction."""

    def __init__(self, emit: Emitter, flow: ControlFlow, services: Services, refuse: Refusals, tells_words: bool = False) -> None:
        self.emit = emit
        self.services = services
        self.fn, self.key, self.act, self.out, self.b = emit.fn, emit.key, emit.act, emit.out, emit.b
        self.runtime = emit.runtime
        self.refuse = refuse
        self.flow = flow
        self.returned: tuple[Block, Instruction] | None = None
        self.reserves: set[Instruction] = set()  # allocations whose memory, or shadow, is on the tape
        self.copies = CopyNotes(tells_words)

    # ---- the walk

    def build(self) -> None:
        self.begin()
        self.copy_blocks()
        self.fill_phis()

    def begin(self) -> None:
        """Refuse what has no derivative, create the blocks and branch to the first."""
        refuse_python(self.act, self.fn)
        self.refuse.unions()
        self.make_blocks()
        self.prologue()
        self.b.position_at_end(self.emit.entry)
        self.b.br(self.emit.block(self.flow.rpo[0]))

    def copy_blocks(self) -> None:
        for block in self.flow.rpo:
            self.walk(block)

    def fill_phis(self) -> None:
        for block in self.flow.rpo:
            for phi in block.phis():
                self.fill_phi(phi)

    def make_blocks(self) -> None:
        for block in self.flow.rpo:
            self.emit.map[block] = self.out.append_block(block.name)

    def walk(self, block: Block) -> None:
        self.b.position_at_end(self.emit.block(block))
        for inst in block.instructions:
            for _ in self.emit.each_lane():
                self.instruction(inst)

    def prologue(self) -> None:
        """Hook: emit what the entry block needs before the primal starts."""

    def fill_phi(self, phi: Instruction) -> None:
        new = self.emit.map[phi]
        assert isinstance(new, Instruction)
        incoming = [(v, block) for v, block in phi.incoming() if block in self.emit.map]
        for v, block in incoming:
            new.add_operand(self.emit.value(v))
            new.add_operand(self.emit.value(block))
        for _ in self.emit.each_lane():
            twin = self.emit.shadows.get(phi)
            for v, block in incoming:
                if isinstance(twin, Instruction) and twin.opcode == "phi":
                    twin.add_operand(self.twin_from(v, block, phi))
                    twin.add_operand(self.emit.value(block))

    def twin_from(self, v: Value, block: Block, phi: Instruction) -> Value:
        """The incoming value from ``block`` for the shadow of ``phi``, where that of ``phi`` is ``v``."""
        return self.emit.twin(v)

    def instruction(self, inst: Instruction) -> None:
        if inst.opcode == "store" and not self.emit.lane:
            self.refuse.halves(inst, inst.operands[0])
            self.refuse.whole(inst, *inst.operands)
        if inst.opcode == "call" and not self.emit.lane:
            self.refuse.arguments(inst)
        handler = getattr(self, f"_{inst.opcode}", None)
        if handler is not None:
            handler(inst)
            return
        self.emit.copy(inst)
        if inst.opcode == "inttoptr":
            self.refuse.address(inst)
        if inst.opcode == "bitcast":
            self.refuse.bits(inst)
        if OPCODES[inst.opcode].pointers and self.emit.carries_shadow(inst):
            self.emit.on_shadow(inst)

    # ---- instructions

    def _phi(self, inst: Instruction) -> None:
        self.emit.copy(inst)
        if self.emit.carries_shadow(inst) and not self.shadow_from_base(inst):
            self.emit.shadows[inst] = self.b.insert(Instruction("phi", inst.type, (), dict(inst.attrs), f"{inst.name}.shadow"))

    def shadow_from_base(self, phi: Instruction) -> bool:
        """Hook: compute a shadow pointer from the offset of its primal in the object."""
        return False

    def _alloca(self, inst: Instruction) -> None:
        shadowed = self.act.pointer(inst)
        if not self.needs_heap(inst, shadowed):
            self.emit.copy(inst)
            if shadowed:
                new = self.emit.shadows[inst] = self.b.insert(
                    Instruction("alloca", inst.type, [self.emit.value(o) for o in inst.operands], dict(inst.attrs))
                )
                self.clear_alloca(inst, new)
            return
        size = self.emit.alloca_size(inst)
        if not self.emit.lane:
            self.emit.map[inst] = self._aligned(inst, size)
        if shadowed:
            self.emit.shadows[inst] = self._aligned(inst, size)
            self.emit.zero(self.emit.shadows[inst], size)
        self.reserves.add(inst)

    def clear_alloca(self, inst: Instruction, shadow: Value) -> None:
        """Set the shadow of stack memory to zero."""
        self.emit.zero(shadow, self.emit.alloca_size(inst))

    def _aligned(self, inst: Instruction, size: Value) -> Value:
        """Reserve memory on the tape in place of stack memory, aligned as accesses expect it."""
        align = inst.attrs.get("align") or 0
        if align <= RESERVE_ALIGNMENT:
            return self.emit.reserve(size)
        return self.emit.next_aligned(self.emit.reserve(self.b.add(size, const_int(I64, align))), align)

    def needs_heap(self, inst: Instruction, shadowed: bool) -> bool:
        """Whether stack memory must outlive this function, or an iteration.  Hook for reverse mode."""
        return False

    def _load(self, inst: Instruction) -> None:
        self.emit.copy(inst)
        if self.emit.carries_shadow(inst):
            kept, static_shadows = tags(inst.metadata), self.emit.variables.static_shadows
            place = self.emit.shadow(inst.operands[0])
            if inst.type.is_ptr and static_shadows.possible:
                static_shadows.check(self.b, self.emit.arena, self.emit.map[inst], place)
            new = Instruction("load", inst.type, [place], dict(inst.attrs), "", kept)
            self.emit.shadows[inst] = self.b.insert(new)
            if inst.type.is_ptr and not static_shadows.possible:
                check = self.runtime.function("irad_check_shadow")
                self.b.call_function(check, [self.emit.arena, self.emit.map[inst], self.emit.shadows[inst]])

    def _store(self, inst: Instruction) -> None:
        self.emit.copy(inst)
        value, pointer = inst.operands
        if stores_pointer(self.act, value, pointer):
            new = Instruction("store", VOID, [self.emit.shadow(value), self.emit.shadow(pointer)], dict(inst.attrs))
            self.b.insert(new)

    def _ret(self, inst: Instruction) -> None:
        assert self.b.block is not None
        if self.emit.lane:
            return
        if self.returned is not None:
            raise AssertionError("normal form has one return block")
        self.b.unreachable()  # placeholder for the terminator, until the mode at hand determines what follows
        self.returned = (self.b.block, inst)

    # ---- calls

    def _cmpxchg(self, inst: Instruction) -> None:
        self.emit.copy(inst)
        if self.refuse.atomic(inst, inst.operands[0], inst.operands[2]):
            raise fail(inst, "compare-and-exchange on active memory")

    def _va_arg(self, inst: Instruction) -> None:
        if self.act.value(inst) or self.emit.carries_shadow(inst):
            raise fail(inst, "active values are taken from a list of variable arguments", "pass fixed parameters, or an array")
        self.emit.copy(inst)

    def _callbr(self, inst: Instruction) -> None:
        refuse_call(self.act, inst, called_function(inst))
        self.emit.copy(inst)

    def _call(self, inst: Instruction) -> None:
        callee = called_function(inst)
        name = callee.name if callee is not None else ""
        if name.startswith(DROPPED):
            if name.startswith("llvm.stacksave"):
                self.emit.map[inst] = null(PTR)
            return
        if copy_call(inst):
            self.bulk(inst, copy_call(inst))
            return
        refuse_call(self.act, inst, callee)
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, AllocationRule):
            self.allocation(inst, rule)
        elif isinstance(rule, DeallocationRule):
            self.deallocation(inst, rule)
        elif masked_access(name) or isinstance(rule, (MathRule, InactiveRule)):
            if isinstance(rule, InactiveRule):
                inactive_functions.check(self.act, self.fn, inst, rule)
                self.refuse.copied(inst, rule)
                self.emit.variables.static_shadows.differentiate(name)
            if not self.emit.lane:
                self.before_library(inst)
            new = self.emit.copy(inst)
            if is_iteration_count(name) and not self.emit.lane:
                new.set_operand(0, self._before(new, new.operands[0], new.operands[1]))
            if isinstance(rule, InactiveRule):
                self.overwritten(inst, rule)
            if isinstance(rule, InactiveRule) and rule.foreign and self.emit.carries_shadow(inst):
                foreign_shadow(self.emit, inst, name)
            if isinstance(rule, InactiveRule) and rule.within is not None and self.emit.carries_shadow(inst):
                source = inst.args[rule.within]
                self.emit.shadows[inst] = shadow_beside(self.emit, inst, source)
        elif isinstance(rule, LoweringRule):
            raise fail(inst, f"{name} should have been lowered before differentiation")
        elif not self.act.call_is_active(inst) and not self._moves_shadows(inst, callee):
            self.emit.copy(inst)
            if self.emit.carries_shadow(inst):
                raise fail(inst, f"the pointer returned by {name or 'this call'} has no shadow")
        elif callee is not None and callee.is_declaration and not isinstance(rule, ExternalRule):
            self.unknown(inst, name)
        elif not self.emit.lane:
            self.active_call(inst, callee)

    def overwritten(self, inst: Instruction, rule: InactiveRule) -> None:
        """Hook: a library function has stored inactive numbers."""

    def _moves_shadows(self, inst: Instruction, callee: Function | None) -> bool:
        """Whether a call moves shadows of inactive memory that holds functions: the callee's derivative returns pointers to it.
        """
        if callee is None or callee.is_declaration:
            return False
        return self.emit.carries_shadow(inst) or self.act.call_stores_addresses(inst)

    def _before(self, new: Instruction, count: Value, more: Value) -> Value:
        b = Builder(None)
        b.position_before(new)
        return b.add(count, more)

    def _invoke(self, inst: Instruction) -> None:
        """Emit an invoke that `exception_lowering.py` has left: a call of something opaque to it."""
        callee = called_function(inst)
        if callee is not None and callee.is_declaration:
            self.unknown(inst, callee.name)
        raise fail(inst, "exceptions are handled here in a way that has no derivative", "is there a throw() specification?")

    def unknown(self, inst: Instruction, name: str) -> None:
        if inst.type.is_ptr and name.startswith("llvm."):
            self.emit.copy(inst)
            self.emit.on_shadow(inst)
            return
        raise fail(
            inst,
            f"the function {name or 'called here'} has no definition and no rule, and active values pass through it",
            "define it in the same module, register a rule for it, or declare it inactive",
        )

    def before_library(self, inst: Instruction) -> None:
        """Hook: emit what is needed before a call of a library function without a derivative."""

    def active_call(self, inst: Instruction, callee: Function | None) -> None:
        """Hook: a call of a defined function, or through a pointer, that touches derivatives."""
        raise NotImplementedError

    def bulk(self, inst: Instruction, kind: str) -> None:
        """memcpy, memmove, memset: emit the primal; shadow pointers among the bytes are copied in the forward sweep."""
        self.emit.copy(inst)
        if kind == "copy" and all(map(self.act.pointer, inst.operands[:2])):  # or no pointer that is copied has a shadow
            copy_shadow_pointers(self.emit, self.copies, inst)
        if not inst.type.is_void and self.emit.carries_shadow(inst):
            self.emit.shadows[inst] = self.emit.shadow(inst.operands[0])

    # ---- allocation

    def lasts(self, inst: Instruction) -> bool:
        """Whether the memory that is allocated is to be on the tape.  Hook for reverse mode."""
        return False

    def allocation(self, inst: Instruction, rule: AllocationRule) -> None:
        if self.lasts(inst):
            self._reserved(inst, rule)
            return
        self.emit.copy(inst)
        if not self.act.pointer(inst):
            return
        if rule.kind == "realloc":
            self.reallocation(inst)
            return
        primal = self.emit.map[inst]
        assert isinstance(primal, Instruction)
        if self.on_tape(inst, rule):
            some = self.b.icmp("ne", primal, null(PTR))
            size = self.b.select(some, self.allocation_size(inst, rule), const_int(I64, 0))
            self.emit.shadows[inst] = self.emit.reserve(size)
            self.emit.zero(self.emit.shadows[inst], size)
            self.reserves.add(inst)
            return
        operands = list(primal.operands)
        for k in rule.size[:1]:
            operands[k] = self.shadow_size(inst, operands[k])
        shadow = self.b.insert(Instruction("call", inst.type, operands, dict(primal.attrs)))
        self.emit.shadows[inst] = shadow
        if rule.kind == "calloc":
            return
        size = self.shadow_size(inst, self.allocation_size(inst, rule))
        if rule.kind != "reserve":  # the primal handles null, which needs no shadow
            self.b.call_function(self.runtime.function("irad_check_shadow"), [self.emit.arena, primal, shadow])
            size = self.b.select(self.b.icmp("eq", shadow, null(PTR)), const_int(I64, 0), size)
        self.emit.zero(shadow, size)

    def _reserved(self, inst: Instruction, rule: AllocationRule) -> None:
        """Reserve memory on the tape in place of heap memory, and its shadow."""
        size = self.allocation_size(inst, rule)
        if not self.emit.lane:
            self.emit.map[inst] = self.emit.reserve(size)
            if rule.kind == "calloc":
                self.emit.zero(self.emit.map[inst], size)
        if self.act.pointer(inst):
            self.emit.shadows[inst] = self.emit.reserve(size)
            self.emit.zero(self.emit.shadows[inst], size)
        self.reserves.add(inst)

    def shadow_size(self, inst: Instruction, size: Value) -> Value:
        """Hook: the size (in its units) of the shadow of what an instruction allocates."""
        return size

    def on_tape(self, inst: Instruction, rule: AllocationRule) -> bool:
        """Whether the shadow of an allocation lives only until the reverse sweep passes it.  Hook for reverse mode."""
        return False

    def allocation_size(self, inst: Instruction, rule: AllocationRule) -> Value:
        size: Value = const_int(I64, 1)
        for i in rule.size:
            operand = self.emit.value(inst.operands[i])
            size = self.b.mul(size, operand if operand.type is I64 else self.b.cast("zext", operand, I64))
        return size

    def reallocation(self, inst: Instruction) -> None:
        """Make a new zeroed shadow; shadow pointers in the old one are copied (its floats are zero: no adjoint yet)."""
        usable = self.runtime.external("malloc_usable_size", function(I64, (PTR,)))
        calloc = self.runtime.external("calloc", function(PTR, (I64, I64)))
        new = self.emit.map[inst]
        assert isinstance(new, Instruction)
        old_shadow = self.emit.shadow(inst.operands[0])
        self.b.position_before(new)
        if self.emit.variables.static_shadows.possible:
            self.emit.variables.static_shadows.refuse_twin(self.b, self.emit.arena, old_shadow)
        old_size = self.b.call_function(usable, [old_shadow])
        self.b.position_at_end(self.emit.map[inst.block])  # type: ignore[arg-type, index]
        new_size = self.b.call_function(usable, [new])
        shadow = self.b.call_function(calloc, [const_int(I64, 1), new_size])
        less = self.b.icmp("ult", old_size, new_size)
        size = self.b.select(less, old_size, new_size)
        self.emit.shadows[inst] = shadow
        self.realloc_copy(inst, shadow, old_shadow, size)

    def realloc_copy(self, inst: Instruction, new: Value, old: Value, size: Value) -> None:
        """Hook: forward mode moves tangents, reverse mode only pointers."""
        self.b.call_function(self.runtime.memcpy(), [new, old, size, NO])

    def deallocation(self, inst: Instruction, rule: DeallocationRule) -> None:
        self.emit.copy(inst)
