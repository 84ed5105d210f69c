"""Writes the forward part of one derivative function: copies of primal values, and their shadows, lane by lane."""

from __future__ import annotations

from collections.abc import Iterator

from irad.analysis.activity.activity import Activity
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.tbaa import tags
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I1, I8, I64, LAYOUT
from irad.ir.values import Argument, Block, Constant, ConstantSimple, Function, Instruction, Value
from irad.transform.base.request import Key
from irad.transform.primal.services import Services
from irad.transform.refused.refusals import constant_memory, fail
from irad.transform.tape.contexts import Contexts

NO, YES = const_int(I1, 0), const_int(I1, 1)


class Emitter:
    """The builder of the forward part, with the maps from primal values to their copies and shadows."""

    def __init__(self, fn: Function, key: Key, activity: Activity, out: Function, services: Services) -> None:
        self.fn, self.key, self.act, self.out = fn, key, activity, out
        self.runtime = services.runtime
        self.variables = services.variables
        self.tape_stack = services.options.tape_stack
        self.map: dict[Value, Value] = {}
        self.lanes: list[dict[Value, Value]] = [{} for _ in range(key.width)]
        self.lane = 0  # which of them is being written
        self.entry = out.append_block("entry")
        self.b = Builder(self.entry)

    @property
    def arena(self) -> Value:
        return self.out.args[0]

    # ---- lanes

    @property
    def shadows(self) -> dict[Value, Value]:
        """The shadows of the lane that is being written."""
        return self.lanes[self.lane]

    def each_lane(self) -> Iterator[int]:
        """Iterate over the lanes; instructions of the primal are only emitted in the first."""
        for lane in range(len(self.lanes)):
            self.lane = lane
            yield lane
        self.lane = 0

    # ---- operands

    def value(self, v: Value) -> Value:
        """The copy of a primal value in the new function."""
        found = self.map.get(v)
        if found is not None:
            return found
        if isinstance(v, (Instruction, Argument, Block)):
            raise AssertionError(f"no copy of {v!r} yet")
        return v

    def block(self, block: Block) -> Block:
        """The copy of a block."""
        found = self.map[block]
        assert isinstance(found, Block)
        return found

    def shadow(self, v: Value) -> Value:
        """The shadow of a primal pointer (or of a value that carries pointers)."""
        found = self.shadows.get(v)
        if found is not None:
            return found
        if isinstance(v, ConstantSimple):
            return v
        if isinstance(v, Constant):
            return self.constant_shadow(v)
        if isinstance(v, Instruction):
            raise fail(v, "no shadow pointer is known for this value", "is the pointer computed from an integer?")
        if isinstance(v, Argument):
            raise constant_memory(v)
        return v

    def constant_shadow(self, v: Constant) -> Value:
        return self.variables.constant(v, self.lane)

    def carries_shadow(self, v: Value) -> bool:
        """Whether ``v`` holds a pointer into shadowed memory."""
        return self.act.carries_shadow(v)

    def twin(self, v: Value) -> Value:
        """The operand of the shadow computation that corresponds to ``v`` in the primal one."""
        return self.shadow(v) if self.carries_shadow(v) or v.type.scalar.is_ptr else self.value(v)

    def extra_argument(self, v: Value) -> Value:
        """The argument that goes with ``v`` in a call of a derivative."""
        return self.shadow(v)

    # ---- instructions

    def copy(self, inst: Instruction) -> Instruction:
        """Append a copy of the primal instruction; the lanes after the first reuse it."""
        if self.lane:
            found = self.map[inst]
            assert isinstance(found, Instruction)
            return found
        new = self.map[inst] = self.clone(inst)
        return new

    def clone(self, inst: Instruction) -> Instruction:
        """Append a clone of the primal instruction, on copies of the primal values."""
        kept = tags(inst.metadata)
        if inst.opcode == "br" and "prof" in inst.metadata:
            kept["prof"] = inst.metadata["prof"]
        operands = [] if inst.opcode == "phi" else [self.value(o) for o in inst.operands]
        new = Instruction(inst.opcode, inst.type, operands, dict(inst.attrs), inst.name, kept)
        if inst.opcode == "call":
            new.attrs["tail"] = ""
        return self.b.insert(new)

    def on_shadow(self, inst: Instruction) -> None:
        """Emit the same operation on the shadows of those operands that are pointers."""
        same = [inst.callee] if inst.opcode == "call" else []  # an intrinsic, which is applied to shadows as to values
        operands = [self.twin(o) for o in inst.operands[: len(inst.operands) - len(same)]] + same
        new = Instruction(inst.opcode, inst.type, operands, dict(inst.attrs), f"{inst.name}.shadow" if inst.name else "")
        self.shadows[inst] = self.b.insert(new)

    # ---- memory

    def zero(self, pointer: Value, size: Value) -> None:
        """memset(pointer, 0, size)."""
        self.b.call_function(self.runtime.memset(), [pointer, const_int(I8, 0), size, NO])

    def stack(self, number: int) -> Value:
        """The address of a stack of the arena (0: data, 1: tape ...)."""
        return self.b.gep(I8, self.arena, [const_int(I64, 64 + 64 * number)])

    def reserve(self, size: Value) -> Value:
        """Reserve memory on the tape's stack."""
        return self.b.call_function(self.runtime.function("irad_reserve"), [self.stack(self.tape_stack), size])

    def release(self, pointer: Value) -> None:
        self.b.call_function(self.runtime.function("irad_release"), [self.stack(self.tape_stack), pointer])

    def next_aligned(self, pointer: Value, align: int) -> Value:
        """The first address from ``pointer`` on that is a multiple of ``align``, a power of two."""
        short = self.b.and_(self.b.sub(const_int(I64, 0), self.b.cast("ptrtoint", pointer, I64)), const_int(I64, align - 1))
        return self.b.gep(I8, pointer, [short])

    def alloca_size(self, inst: Instruction) -> Value:
        size = const_int(I64, LAYOUT.size_of(inst.attrs["allocated_type"]))
        if not inst.operands:
            return size
        count = self.value(inst.operands[0])
        if count.type is not I64:
            count = self.b.cast("zext", count, I64)
        return self.b.mul(count, size)

    def distance(self, place: Value, start: Value) -> Value:
        """The distance in bytes of the primal pointer ``place`` from ``start``."""
        at, base = (self.b.cast("ptrtoint", self.value(v), I64) for v in (place, start))
        return self.b.sub(at, base)


class ContextEmitter(Emitter):
    """The emitter of reverse mode: emitted code belongs to a context (`contexts.py`), in ``out`` or in ``rev``."""

    def __init__(
        self, fn: Function, key: Key, activity: Activity, out: Function, services: Services, rev: Function, flow: ControlFlow
    ) -> None:
        super().__init__(fn, key, activity, out, services)
        self.rev = rev
        self.contexts = Contexts(flow, self.map)
        self.context: Loop | None = None  # the context that forward code is emitted to
        self.reversing = False  # whether the forward part is complete, so that values are used by the reverse sweep

    @property
    def arena(self) -> Value:
        return self.out.args[0] if self.context is None else self.rev.args[0]

    def value(self, v: Value) -> Value:
        found = None if self.reversing else self.contexts.plain[self.context].get(v)
        return super().value(v) if found is None else found


def stores_pointer(act: Activity, value: Value, pointer: Value) -> bool:
    """Whether a store puts a pointer into shadowed memory, so that its shadow must be stored to shadow memory."""
    if not act.pointer(pointer):
        return False
    if value.type.is_int:
        return act.carries_shadow(value)
    if value.type.is_float or value.type.scalar.is_float:
        return False
    if value.type.is_ptr and isinstance(value, ConstantSimple):
        return True  # a null pointer: its shadow is null
    return act.carries_shadow(value)
