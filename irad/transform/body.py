"""The forward part of a derivative function: the primal, and next to it everything shadow *pointers* need.

`Body` copies the blocks of a normalised primal into a new function and emits, beside each instruction that makes,
loads, stores or moves a pointer to shadowed memory, the instruction that does the same to the shadow pointer.  Shadow
memory has the layout of primal memory; the shadow of an address is the same address computed on the shadow.  Forward
mode (`forward.py`) adds tangents to it, reverse mode (`reverse.py`) the reverse sweep.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from irad.analysis.activity import Activity, copy_call
from irad.analysis.cfg import ControlFlow
from irad.analysis.memory import called_function
from irad.analysis.objects import Cell, Node, reachable
from irad.analysis.tbaa import tags
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null
from irad.ir.types import I8, I64, LAYOUT, PTR, VOID, function
from irad.ir.values import (
    Argument,
    Block,
    Constant,
    ConstantInt,
    ConstantSimple,
    Function,
    InlineAsm,
    Instruction,
    Value,
)
from irad.rules import AllocationRule, DeallocationRule, InactiveRule, LoweringRule, MathRule, lookup_function
from irad.rules.external import ExternalRule
from irad.rules.host import host_name
from irad.transform import inactive
from irad.transform.counts import ONCE, count_of
from irad.transform.refusals import Refusals, constant_memory, fail
from irad.transform.registered import is_iteration_count
from irad.transform.request import FORWARD, Key, Param
from irad.transform.words import Words, any_word, copy_words, is_pointer, pointers_among, whole

if TYPE_CHECKING:
    from irad.transform.driver import Driver

DROPPED = ("llvm.lifetime.", "llvm.stacksave", "llvm.stackrestore", "llvm.dbg.", "llvm.invariant.")
_ON_SHADOW = frozenset(
    "getelementptr bitcast addrspacecast freeze ptrtoint inttoptr add sub and or xor extractvalue insertvalue "
    "select extractelement insertelement shufflevector zext trunc".split()
)

RESERVE_ALIGNMENT = 16  # what irad_reserve gives
_NOWHERE = 1 << 12  # an address that is not null and that no access gets through with


class Body:
    """One derivative function under construction."""

    def __init__(self, driver: Driver, fn: Function, key: Key, activity: Activity, out: Function) -> None:
        self.driver = driver
        self.variables = driver.variables[key.mode == FORWARD]
        self.fn: Function = fn
        self.key: Key = key
        self.act: Activity = activity
        self.out = out
        self.map: dict[Value, Value] = {}
        self.lanes: list[dict[Value, Value]] = [{} for _ in range(key.width)]
        self.lane = 0  # which of them is being written
        self.refuse = Refusals(activity)
        self.flow: ControlFlow = ControlFlow(fn)
        self.entry = out.append_block("entry")
        self.b = Builder(self.entry)
        self.returned: tuple[Block, Instruction] | None = None
        self.reserves: dict[Instruction, str] = {}
        self.mixed: dict[tuple[Instruction, int], dict[int, Value]] = {}  # copied bytes that are pointers or doubles: which
        self.words: dict[Instruction, Words] = {}  # the same of copies of unknown size

    # ---- operands

    @property
    def arena(self) -> Value:
        return self.out.args[0]

    @property
    def shadows(self) -> dict[Value, Value]:
        """The shadows of the lane that is being written."""
        return self.lanes[self.lane]

    def each_lane(self) -> Iterator[int]:
        """Go through the lanes; instructions of the primal are only written in the first."""
        for lane in range(len(self.lanes)):
            self.lane = lane
            yield lane
        self.lane = 0

    def value(self, v: Value) -> Value:
        """The copy of a primal value in the new function."""
        found = self.map.get(v)
        if found is not None:
            return found
        if isinstance(v, (Instruction, Argument, Block)):
            raise AssertionError(f"no copy of {v!r} yet")
        return v

    def shadow(self, v: Value) -> Value:
        """The shadow of a primal pointer (or of a value that carries pointers)."""
        found = self.shadows.get(v)
        if found is not None:
            return found
        if isinstance(v, ConstantSimple):
            return v
        if isinstance(v, Constant):
            return self._constant_shadow(v)
        if isinstance(v, Instruction):
            raise fail(v, "no shadow pointer is known for this value", "is the pointer computed from an integer?")
        if isinstance(v, Argument):
            raise constant_memory(v)
        return v

    def _constant_shadow(self, v: Constant) -> Value:
        return self.variables.constant(v, self.lane)

    def carries_shadow(self, v: Value) -> bool:
        """Does ``v`` hold a pointer into shadowed memory?"""
        return self.act.carries_shadow(v)

    def twin(self, v: Value) -> Value:
        """What stands in the shadow computation where ``v`` stands in the primal one."""
        return self.shadow(v) if self.carries_shadow(v) or v.type.scalar.is_ptr else self.value(v)

    def tangent_or_shadow(self, v: Value) -> Value:
        """The extra argument that goes with ``v`` in a call of a derivative."""
        return self.shadow(v)

    # ---- the walk

    def build(self) -> None:
        self.refuse_python()
        self.refuse.unions()
        self.make_blocks()
        self.prologue()
        self.b.position_at_end(self.entry)
        self.b.br(self.map[self.flow.rpo[0]])  # type: ignore[arg-type]
        for block in self.flow.rpo:
            self.walk(block)
        for block in self.flow.rpo:
            for phi in block.phis():
                self.fill_phi(phi)

    def make_blocks(self) -> None:
        for block in self.flow.rpo:
            self.map[block] = self.out.append_block(block.name)

    def walk(self, block: Block) -> None:
        self.b.position_at_end(self.map[block])  # type: ignore[arg-type]
        for inst in block.instructions:
            for _ in self.each_lane():
                self.instruction(inst)

    def prologue(self) -> None:
        """Hook: what the entry block needs before the primal starts."""

    def fill_phi(self, phi: Instruction) -> None:
        new = self.map[phi]
        assert isinstance(new, Instruction)
        incoming = [(v, block) for v, block in phi.incoming() if block in self.map]
        for v, block in incoming:
            new.add_operand(self.value(v))
            new.add_operand(self.value(block))
        for _ in self.each_lane():
            twin = self.shadows.get(phi)
            for v, block in incoming:
                if isinstance(twin, Instruction) and twin.opcode == "phi":
                    twin.add_operand(self.twin_from(v, block, phi))
                    twin.add_operand(self.value(block))

    def twin_from(self, v: Value, block: Block, phi: Instruction) -> Value:
        """What comes from ``block`` to the shadow of ``phi``, where ``v`` comes to ``phi``."""
        return self.twin(v)

    def copy(self, inst: Instruction) -> Instruction:
        """The primal instruction itself, appended; the lanes behind the first find it there."""
        if self.lane:
            found = self.map[inst]
            assert isinstance(found, Instruction)
            return found
        new = self.map[inst] = self.clone(inst)
        return new

    def clone(self, inst: Instruction) -> Instruction:
        """The primal instruction on primal values, appended."""
        kept = tags(inst.metadata)
        operands = [] if inst.opcode == "phi" else [self.value(o) for o in inst.operands]
        new = Instruction(inst.opcode, inst.type, operands, dict(inst.attrs), inst.name, kept)
        if inst.opcode == "call":
            new.attrs["tail"] = ""
        return self.b.insert(new)

    def instruction(self, inst: Instruction) -> None:
        if inst.opcode == "store" and not self.lane:
            self.refuse.halves(inst, inst.operands[0])
            self.refuse.whole(inst, *inst.operands)
        if inst.opcode == "call" and not self.lane:
            self.refuse.arguments(inst)
        handler = getattr(self, f"_{inst.opcode}", None)
        if handler is not None:
            handler(inst)
            return
        self.copy(inst)
        if inst.opcode == "inttoptr":
            self.refuse.address(inst)
        if inst.opcode == "bitcast":
            self.refuse.bits(inst)
        if inst.opcode in _ON_SHADOW and self.carries_shadow(inst):
            self.on_shadow(inst)

    def on_shadow(self, inst: Instruction) -> None:
        """The same operation on the shadows of those operands that are pointers."""
        same = [inst.callee] if inst.opcode == "call" else []  # an intrinsic, which works on shadows as it does on values
        operands = [self.twin(o) for o in inst.operands[: len(inst.operands) - len(same)]] + same
        new = Instruction(inst.opcode, inst.type, operands, dict(inst.attrs), f"{inst.name}.shadow" if inst.name else "")
        self.shadows[inst] = self.b.insert(new)

    # ---- instructions

    def _phi(self, inst: Instruction) -> None:
        self.copy(inst)
        if self.carries_shadow(inst) and not self.shadow_from_base(inst):
            self.shadows[inst] = self.b.insert(Instruction("phi", inst.type, (), dict(inst.attrs), f"{inst.name}.shadow"))

    def shadow_from_base(self, phi: Instruction) -> bool:
        """Hook: compute a shadow pointer from the distance of its primal from the object's beginning."""
        return False

    def _alloca(self, inst: Instruction) -> None:
        shadowed = self.act.pointer(inst)
        if self.key.mode == FORWARD or not self.needs_heap(inst, shadowed):
            self.copy(inst)
            if shadowed:
                new = self.shadows[inst] = self.b.insert(
                    Instruction("alloca", inst.type, [self.value(o) for o in inst.operands], dict(inst.attrs))
                )
                self.clear_alloca(inst, new)
            return
        size = self.alloca_size(inst)
        if not self.lane:
            self.map[inst] = self._aligned(inst, size)
        if shadowed:
            self.shadows[inst] = self._aligned(inst, size)
            self.zero(self.shadows[inst], size)
        self.reserves[inst] = "tape"

    def clear_alloca(self, inst: Instruction, shadow: Value) -> None:
        """Set the shadow of stack memory to zero."""
        self.zero(shadow, self.alloca_size(inst))

    def _aligned(self, inst: Instruction, size: Value) -> Value:
        """Memory on the tape in place of stack memory, aligned as accesses expect it."""
        align = inst.attrs.get("align") or 0
        stack = self.driver.options.tape_stack
        if align <= RESERVE_ALIGNMENT:
            return self.reserve(size, stack)
        return self.next_aligned(self.reserve(self.b.add(size, const_int(I64, align)), stack), align)

    def next_aligned(self, pointer: Value, align: int) -> Value:
        """The first address from ``pointer`` on that is a multiple of ``align``, a power of two."""
        short = self.b.and_(self.b.sub(const_int(I64, 0), self.b.cast("ptrtoint", pointer, I64)), const_int(I64, align - 1))
        return self.b.gep(I8, pointer, [short])

    def needs_heap(self, inst: Instruction, shadowed: bool) -> bool:
        """Must stack memory outlive this function, or an iteration?  Hook for reverse mode."""
        return False

    def alloca_size(self, inst: Instruction) -> Value:
        size = const_int(I64, LAYOUT.size_of(inst.attrs["allocated_type"]))
        if not inst.operands:
            return size
        count = self.value(inst.operands[0])
        if count.type is not I64:
            count = self.b.cast("zext", count, I64)
        return self.b.mul(count, size)

    def _load(self, inst: Instruction) -> None:
        self.copy(inst)
        if self.carries_shadow(inst):
            kept, statics = tags(inst.metadata), self.variables.statics
            place = self.shadow(inst.operands[0])
            if inst.type.is_ptr and statics.possible:
                statics.check(self.b, self.arena, self.map[inst], place)
            new = Instruction("load", inst.type, [place], dict(inst.attrs), "", kept)
            self.shadows[inst] = self.b.insert(new)
            if inst.type.is_ptr and not statics.possible:
                check = self.driver.runtime.function("irad_check_shadow")
                self.b.call_function(check, [self.arena, self.map[inst], self.shadows[inst]])

    def _store(self, inst: Instruction) -> None:
        self.copy(inst)
        value, pointer = inst.operands
        if self.stores_pointer(value, pointer):
            new = Instruction("store", VOID, [self.shadow(value), self.shadow(pointer)], dict(inst.attrs))
            self.b.insert(new)

    def stores_pointer(self, value: Value, pointer: Value) -> bool:
        """Does a store put a pointer into shadowed memory whose shadow must go to shadow memory?"""
        if not self.act.pointer(pointer):
            return False
        if value.type.is_int:
            return self.carries_shadow(value)
        if value.type.is_float or value.type.scalar.is_float:
            return False
        if value.type.is_ptr and isinstance(value, ConstantSimple):
            return True  # a null pointer: its shadow is null
        return self.carries_shadow(value)

    def _ret(self, inst: Instruction) -> None:
        assert self.b.block is not None
        if self.lane:
            return
        if self.returned is not None:
            raise AssertionError("normal form has one return block")
        self.b.unreachable()  # holds the place of the terminator until the mode at hand knows what follows
        self.returned = (self.b.block, inst)

    # ---- calls

    def _cmpxchg(self, inst: Instruction) -> None:
        self.copy(inst)
        if self.refuse.atomic(inst, inst.operands[0], inst.operands[2]):
            raise fail(inst, "compare-and-exchange on active memory")

    def _call(self, inst: Instruction) -> None:
        callee = called_function(inst)
        name = callee.name if callee is not None else ""
        if name.startswith(DROPPED):
            if name.startswith("llvm.stacksave"):
                self.map[inst] = null(PTR)
            return
        if copy_call(inst):
            self.bulk(inst, copy_call(inst))
            return
        self._refuse(inst, callee)
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, AllocationRule):
            self.allocation(inst, rule)
        elif isinstance(rule, DeallocationRule):
            self.deallocation(inst, rule)
        elif name.startswith("llvm.masked.") or isinstance(rule, (MathRule, InactiveRule)):
            if isinstance(rule, InactiveRule):
                inactive.check(self, inst, rule)
                self.refuse.copied(inst, rule)
                self.variables.statics.differentiate(name)
            if not self.lane:
                self.before_library(inst)
            new = self.copy(inst)
            if is_iteration_count(name) and not self.lane:
                new.set_operand(0, self._before(new, new.operands[0], new.operands[1]))
            if isinstance(rule, InactiveRule):
                self.overwritten(inst, rule)
            if isinstance(rule, InactiveRule) and rule.foreign and self.carries_shadow(inst):
                self.foreign(inst, name)
            if isinstance(rule, InactiveRule) and rule.within is not None and self.carries_shadow(inst):
                source = inst.args[rule.within]
                self.shadows[inst] = self._beside(inst, source, self._distance(inst, source))
        elif isinstance(rule, LoweringRule):
            raise fail(inst, f"{name} should have been lowered before differentiation")
        elif not self.act.call_is_active(inst) and not self._moves_shadows(inst, callee):
            self.copy(inst)
            if self.carries_shadow(inst):
                raise fail(inst, f"the pointer returned by {name or 'this call'} has no shadow")
        elif callee is not None and callee.is_declaration and not isinstance(rule, ExternalRule):
            self.unknown(inst, name)
        elif not self.lane:
            self.active_call(inst, callee)

    def overwritten(self, inst: Instruction, rule: InactiveRule) -> None:
        """Hook: a library function has stored numbers that depend on nothing."""

    def _moves_shadows(self, inst: Instruction, callee: Function | None) -> bool:
        """Memory without derivatives has shadows where functions are in it; the callee's derivative hands out pointers to it."""
        if callee is None or callee.is_declaration:
            return False
        return self.carries_shadow(inst) or self.act.call_stores_addresses(inst)

    def _before(self, new: Instruction, count: Value, more: Value) -> Value:
        b = Builder(None)
        b.position_before(new)
        return b.add(count, more)

    def _invoke(self, inst: Instruction) -> None:
        """What `exceptions.py` has left: calls of what it cannot see into."""
        callee = called_function(inst)
        if callee is not None and callee.is_declaration:
            self.unknown(inst, callee.name)
        raise fail(inst, "exceptions are handled here in a way that has no derivative", "is there a throw() specification?")

    def _refuse(self, inst: Instruction, callee: Function | None) -> None:
        """Calls that cannot be differentiated, whatever they call."""
        if "returns_twice" in f"{inst.attrs['fn_attrs']} {' '.join(callee.attributes) if callee is not None else ''}":
            raise fail(inst, "a function that calls setjmp cannot be differentiated")
        if not self.act.call_is_active(inst):
            return
        if isinstance(inst.callee, InlineAsm):
            raise fail(inst, "active values pass through inline assembly, which has no derivative", "write it in C")
        if inst.attrs["ftype"].vararg and callee is not None and not callee.is_declaration:
            raise fail(inst, "active values are passed as variable arguments", "give the function fixed parameters, or an array")

    def refuse_python(self) -> None:
        """Calls of Python functions come first: what they get in memory is of unknown kinds, which would be refused otherwise."""
        for inst in self.fn.instructions():
            callee = called_function(inst) if inst.opcode == "call" else None
            name = host_name(callee.name) if callee is not None else ""
            if name and self.act.call_is_active(inst):
                raise fail(
                    inst,
                    f"{name}() runs as ordinary Python, and active values pass through it",
                    "give the function that calls it a rule (irad.reverse, irad.forward), or declare it irad.inactive; "
                    "second derivatives of rules that run as ordinary Python do not exist",
                )

    def unknown(self, inst: Instruction, name: str) -> None:
        if inst.type.is_ptr and name.startswith("llvm."):
            self.copy(inst)
            self.on_shadow(inst)
            return
        raise fail(
            inst,
            f"the function {name or 'called here'} has no definition and no rule, and active values pass through it",
            "define it in the same module, register a rule for it, or declare it inactive",
        )

    def foreign(self, inst: Instruction, name: str) -> None:
        """The shadow of a pointer that the C++ runtime gives: of an exception, the object thrown with it, a part of an object."""
        nowhere = const_int(I64, _NOWHERE)
        if name == "irad.foreign":  # thrown by a library: nobody looks for a derivative there
            self.shadows[inst] = self.b.cast("inttoptr", nowhere, PTR)
            return
        if name == "irad.unknown":  # null where it is known after all
            self.b.call_function(self.driver.runtime.function("irad_check_shadow"), [self.arena, self.value(inst), null(PTR)])
            self.shadows[inst] = null(PTR)
            return
        exception = inst.args[0]  # (or an object that is cast)
        distance = self._distance(inst, exception)
        if name == "__dynamic_cast":
            self.shadows[inst] = self._beside(inst, exception, distance)
            return
        inside = self.b.icmp("ult", distance, nowhere)  # a pointer that was thrown lies anywhere
        self.shadows[inst] = self.b.select(inside, self.b.gep(I8, self.shadow(exception), [distance]), null(PTR))

    def _distance(self, place: Value, start: Value) -> Value:
        at, base = (self.b.cast("ptrtoint", self.value(v), I64) for v in (place, start))
        return self.b.sub(at, base)

    def _beside(self, place: Value, start: Value, distance: Value) -> Value:
        """The shadow of a pointer into an object that begins at another, or null where it is null."""
        found = self.b.icmp("ne", self.value(place), null(PTR))
        return self.b.select(found, self.b.gep(I8, self.shadow(start), [distance]), null(PTR))

    def before_library(self, inst: Instruction) -> None:
        """Hook: what has to be done before a library function without a derivative is called."""

    def active_call(self, inst: Instruction, callee: Function | None) -> None:
        """Hook: a call of a defined function, or through a pointer, that touches derivatives."""
        raise NotImplementedError

    def bulk(self, inst: Instruction, kind: str) -> None:
        """memcpy, memmove, memset: the primal; shadow pointers among the bytes go along in the forward sweep."""
        self.copy(inst)
        if kind == "copy" and all(map(self.act.pointer, inst.operands[:2])):  # or no pointer that is copied has a shadow
            self.copy_shadow_pointers(inst)
        if not inst.type.is_void and self.carries_shadow(inst):
            self.shadows[inst] = self.shadow(inst.operands[0])

    def copy_shadow_pointers(self, inst: Instruction) -> None:
        memory = self.act.memory
        cell, size = memory.cell_of(inst.operands[0]), inst.operands[2]
        if cell is None:
            return
        kinds = {k for content, _ in cell.root().fields.values() for k in content.find().kinds}
        if "ptr" not in kinds:
            return
        dst, src = self.shadow(inst.operands[0]), self.shadow(inst.operands[1])
        if kinds == {"ptr"}:
            new = self.clone(inst)
            new.set_operand(0, dst)
            new.set_operand(1, src)
            return
        if not isinstance(size, ConstantInt) or size.value > 4096:
            self._copy_pointer_columns(inst, cell, dst, src)
            return
        found = pointers_among(self, inst, cell, size.value)
        if any(len(what) > 1 for _, _, what in found) and size.value % 8 == 0 and any_word(self, inst, cell):
            copy_words(self, inst, const_int(I64, size.value), 0, 8)
            return
        loaded: list[tuple[Value, Value]] = []  # all before anything is stored: the two sides may overlap
        for offset, width, what in found:
            at = [const_int(I64, offset)]
            if width != 8 or offset < 0 or (what != {"ptr"} and (offset % 8 or not whole(self, inst, cell, offset))):
                raise fail(inst, f"byte {offset} of this copy is a pointer in one place and data in another")
            to = self.b.gep(I8, dst, at)
            value = self.b.load(PTR, self.b.gep(I8, src, at), align=1)
            if what != {"ptr"}:
                pointer = is_pointer(self, self.b.gep(I8, self.value(inst.operands[0]), at))
                self.mixed.setdefault((inst, self.lane), {})[offset] = pointer
                value = self.b.select(pointer, value, self.b.load(PTR, to, align=1))
            loaded.append((value, to))
        for value, to in loaded:
            self.b.store(value, to, align=1)

    def tells_pointers(self, inst: Instruction, what: Set[str]) -> bool:
        """Can pointers be told from what else lies there by their bits?  Hook for reverse mode."""
        return False

    def _copy_pointer_columns(self, inst: Instruction, cell: Cell, dst: Value, src: Value) -> None:
        """As many shadow pointers as lie among a varying number of bytes."""
        node, start = cell.find()
        n = self.value(inst.operands[2])
        n = n if n.type is I64 else self.b.cast("zext", n, I64)
        if any_word(self, inst, cell):
            copy_words(self, inst, n, 0, 8)
            return
        for offset, (content, width) in node.fields.items():
            what = content.find().kinds
            at = (offset - start) % node.stride if node.stride else offset - start
            if "ptr" not in what or at < 0:
                continue
            if what != {"ptr"} and width == 8 and node.stride % 8 == 0 and whole(self, inst, cell, at):
                copy_words(self, inst, n, at, node.stride or ONCE)
                continue
            if what != {"ptr"} or width != 8:
                raise fail(inst, f"byte {at} of this copy of unknown size is a pointer in one place and data in another")
            count = count_of(self.b, n, at, 8, node.stride or ONCE)
            places = [self.b.gep(I8, p, [const_int(I64, at)]) for p in (src, dst)]
            step = const_int(I64, node.stride or 8)
            self.b.call_function(self.driver.runtime.helper("copy_pointers", PTR), [*places, count, step])

    # ---- allocation

    def allocation(self, inst: Instruction, rule: AllocationRule) -> None:
        self.copy(inst)
        if not self.act.pointer(inst):
            return
        if rule.kind == "realloc":
            self.reallocation(inst)
            return
        primal = self.map[inst]
        assert isinstance(primal, Instruction)
        if self.on_tape(inst, rule):
            some = self.b.icmp("ne", primal, null(PTR))
            size = self.b.select(some, self.allocation_size(inst, rule), const_int(I64, 0))
            self.shadows[inst] = self.reserve(size, self.driver.options.tape_stack)
            self.zero(self.shadows[inst], size)
            self.reserves[inst] = "shadow"
            return
        operands = list(primal.operands)
        for k in rule.size[:1]:
            operands[k] = self.shadow_size(inst, operands[k])
        shadow = self.b.insert(Instruction("call", inst.type, operands, dict(primal.attrs)))
        self.shadows[inst] = shadow
        if rule.kind == "calloc":
            return
        size = self.shadow_size(inst, self.allocation_size(inst, rule))
        if rule.kind != "reserve":  # the primal deals with null, and so no shadow is needed then
            self.b.call_function(self.driver.runtime.function("irad_check_shadow"), [self.arena, primal, shadow])
            size = self.b.select(self.b.icmp("eq", shadow, null(PTR)), const_int(I64, 0), size)
        self.zero(shadow, size)

    def shadow_size(self, inst: Instruction, size: Value) -> Value:
        """Hook: how large (in its units) the shadow of what an instruction allocates is."""
        return size

    def on_tape(self, inst: Instruction, rule: AllocationRule) -> bool:
        """Does the shadow of an allocation live only until the reverse sweep passes it?  Hook for reverse mode."""
        return False

    def allocation_size(self, inst: Instruction, rule: AllocationRule) -> Value:
        size: Value = const_int(I64, 1)
        for i in rule.size:
            operand = self.value(inst.operands[i])
            size = self.b.mul(size, operand if operand.type is I64 else self.b.cast("zext", operand, I64))
        return size

    def reallocation(self, inst: Instruction) -> None:
        """A new zeroed shadow; shadow pointers in the old one are carried over (its floats are zero: no adjoint yet)."""
        usable = self.driver.runtime.external("malloc_usable_size", function(I64, (PTR,)))
        calloc = self.driver.runtime.external("calloc", function(PTR, (I64, I64)))
        new = self.map[inst]
        assert isinstance(new, Instruction)
        old_shadow = self.shadow(inst.operands[0])
        self.b.position_before(new)
        if self.variables.statics.possible:
            self.variables.statics.refuse_twin(self.b, self.arena, old_shadow)
        old_size = self.b.call_function(usable, [old_shadow])
        self.b.position_at_end(self.map[inst.block])  # type: ignore[arg-type, index]
        new_size = self.b.call_function(usable, [new])
        shadow = self.b.call_function(calloc, [const_int(I64, 1), new_size])
        less = self.b.icmp("ult", old_size, new_size)
        size = self.b.select(less, old_size, new_size)
        self.shadows[inst] = shadow
        self.realloc_copy(inst, shadow, old_shadow, size)

    def realloc_copy(self, inst: Instruction, new: Value, old: Value, size: Value) -> None:
        """Hook: forward mode moves tangents, reverse mode only pointers."""
        self.b.call_function(self.driver.runtime.memcpy(), [new, old, size, const_int_i1(False)])

    def deallocation(self, inst: Instruction, rule: DeallocationRule) -> None:
        self.copy(inst)

    # ---- memory helpers

    def zero(self, pointer: Value, size: Value) -> None:
        """memset(pointer, 0, size)."""
        self.b.call_function(self.driver.runtime.memset(), [pointer, const_int(I8, 0), size, const_int_i1(False)])

    def stack(self, number: int) -> Value:
        """The address of a stack of the arena (0: data, 1: tape ...)."""
        return self.b.gep(I8, self.arena, [const_int(I64, 64 + 64 * number)])

    def reserve(self, size: Value, number: int) -> Value:
        return self.b.call_function(self.driver.runtime.function("irad_reserve"), [self.stack(number), size])

    def release(self, pointer: Value, number: int) -> None:
        self.b.call_function(self.driver.runtime.function("irad_release"), [self.stack(number), pointer])

    # ---- callees

    def callee_key(self, inst: Instruction, callee: Function, mode: str) -> Key:
        """Which derivative of ``callee`` this call needs."""
        act = self.act
        nodes = []
        leading: list[Node] = []
        for effect in act.memory.effects.get(inst, ()):
            if effect.callee is callee:
                leading = [n for n, cell in effect.nodes.items() if act.shadowed(cell.root()) and not act.node(cell.root())]
                nodes = [n for n, cell in effect.nodes.items() if act.node(cell.root())]
                if callee in act.memory.functions:  # recursion: one graph
                    roots = [act.memory.node_of(a) for a in [*inst.args, inst]]
                    roots += [cell.root() for cell in act.memory.globals_.values()]
                    nodes = [n for n in reachable([r for r in roots if r is not None]) if act.node(n)]
        params = []
        for i, arg in enumerate(inst.args):
            active = act.value(arg) and act.carriers.of(arg) is not None
            shadow = self.carries_shadow(arg) or (
                # a null pointer, to what would be memory with a shadow if it were there
                arg.type.is_ptr and isinstance(arg, ConstantSimple) and self._reaches(callee, i, [*nodes, *leading])
            )
            if mode == FORWARD:
                params.append(Param(shadow=active or shadow))
            else:
                params.append(Param(shadow=shadow, active=active))
        ret = act.value(inst) and act.carriers.of(inst) is not None
        key = self.key
        outside = self.outside_of(inst, callee) if mode != FORWARD else None
        return Key(
            callee.name, mode, tuple(params), ret, frozenset(nodes),
            leading=frozenset(leading), width=key.width, again=key.again, outside=outside,
        )  # fmt: skip

    def outside_of(self, inst: Instruction, callee: Function) -> frozenset[Node] | None:
        """Hook for reverse mode: what of the memory that ``callee`` allocates can be reached after the outermost call."""
        return None

    def _reaches(self, callee: Function, i: int, nodes: list[Node]) -> bool:
        """Does the i-th parameter of a function reach one of these nodes of its graph, or functions?"""
        node = self.driver.memory.of(callee).node_of(callee.args[i]) if i < len(callee.args) else None
        if node is None:
            return False
        reached = reachable([node])
        return any(n.functions for n in reached) or not {Cell(n).root() for n in nodes}.isdisjoint(reached)


def const_int_i1(value: bool) -> Constant:
    from irad.ir.types import I1

    return const_int(I1, int(value))
