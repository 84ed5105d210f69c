"""Forward mode in two halves: one function runs the primal and records, another one propagates tangents from the record.

``rec.f(arena, params) -> {primal}`` and ``fwd.f(arena, params with tangents) -> {primal, tangent}``; the second does not access
the primal's memory (its primal parameters are ignored).  Both have the primal's control flow, so a record is a queue: what the
first one enqueues, the second dequeues in the same order.  Recorded are arguments, loaded values and results of calls that
tangents or branches need; arithmetic on them is recomputed.
"""

from __future__ import annotations

from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.memory.tbaa import tags
from irad.ir.builder import Builder
from irad.ir.constants import const_int, undef
from irad.ir.opcodes import OPCODES
from irad.ir.types import I1, I8, I64, LAYOUT, PTR, Type
from irad.ir.values import Argument, Block, Function, Instruction, Value
from irad.rules import AllocationRule, lookup_function
from irad.transform.base.request import Derivative, has_arena
from irad.transform.base.runtime_calls import Runtime
from irad.transform.forward.forward_mode import ForwardBody
from irad.transform.forward.tangents import TangentEmitter
from irad.transform.primal.derivative_calls import callee_key, passes_arena
from irad.transform.primal.services import Services
from irad.transform.refused.refusals import Refusals, fail
from irad.transform.shadows.static_shadows import SHADOW_CHECKS

# Quotients cost more than recording them.
_AGAIN = frozenset(name for name, row in OPCODES.items() if row.computes and not row.traps) - {"fdiv", "frem"}
_ALIGN = 8


class ForwardSplitBody(ForwardBody):
    """``out`` becomes the second function, ``rec`` the first."""

    packs = False

    def __init__(self, emit: TangentEmitter, flow: ControlFlow, services: Services, refuse: Refusals, rec: Function) -> None:
        super().__init__(emit, flow, services, refuse)
        self.rec = rec
        self.called: dict[Instruction, tuple[Instruction, Derivative]] = {}

    def active_call(self, inst: Instruction, callee: Function | None) -> None:
        if callee is None or callee.is_declaration:
            message = "forward mode in two halves through this call is not supported"
            raise fail(inst, message, "use forward mode in one call, __enzyme_fwddiff, which applies rules of the program too")
        super().active_call(inst, callee)
        key = callee_key(self.emit, self.services.derivatives.memory, inst, callee, self.key.mode)
        assert self.b.block is not None
        made = next(i for i in reversed(self.b.block.instructions) if i.opcode == "call")
        self.called[inst] = (made, self.services.derivatives.recorder(callee, key))

    def reallocation(self, inst: Instruction) -> None:
        raise fail(inst, "realloc of active memory in forward mode in two halves is not supported")

    def build(self) -> None:
        super().build()
        origin = {new: old for old, new in self.emit.map.items() if isinstance(new, Instruction)}
        origin = {new: old for new, old in origin.items() if not new.is_terminator}
        self._drop_checks()
        needed = self._needed(origin)
        arguments = {self.emit.map[a]: a for a in self.fn.args if a in self.emit.map}
        wanted_arguments = [a for new, a in arguments.items() if self._used(new, origin, needed)]
        recorders = {inst: recorder.function for inst, (_, recorder) in self.called.items()}
        _Recorder(self.fn, self.rec, self.flow, self.runtime, recorders).build({origin[n] for n in needed}, wanted_arguments)
        self._take(origin, needed, wanted_arguments)

    def _drop_checks(self) -> None:
        """Drop checks of shadows: there is no primal pointer to compare with."""
        for block in self.out.blocks:
            for inst in list(block.instructions):
                if inst.opcode == "call" and isinstance(inst.callee, Function) and inst.callee.name in SHADOW_CHECKS:
                    inst.erase()

    def _needed(self, origin: dict[Instruction, Value]) -> set[Instruction]:
        """Copies of primal instructions whose values must be recorded."""
        needed: set[Instruction] = set()
        self.kept: set[Instruction] = set()
        work = [o for b in self.out.blocks for i in b.instructions if i not in origin for o in i.operands]
        while work:
            v = work.pop()
            if not isinstance(v, Instruction) or v not in origin or v in needed or v in self.kept:
                continue
            if v.opcode in _AGAIN and not self._of_call(v):
                self.kept.add(v)
                work += v.operands
            else:
                needed.add(v)
        return needed

    def _of_call(self, v: Instruction) -> bool:
        """Whether it is the primal result, extracted from what the derivative of a callee returns."""
        return v.opcode == "extractvalue" and any(made is v.operands[0] for made, _ in self.called.values())

    def _used(self, new: Value, origin: dict[Instruction, Value], needed: set[Instruction]) -> bool:
        return any(u in self.kept or u not in origin for u in new.users() if u.block is not None and u.block.function is self.out)

    def _take(self, origin: dict[Instruction, Value], needed: set[Instruction], arguments: list[Argument]) -> None:
        """Replace what was recorded by values from the queue, and remove the rest of the primal."""
        b = Builder(None)
        b.position_before(self.emit.entry.terminator)
        for a in arguments:
            new = self.emit.map[a]
            taken = self._pop(b, a.type)
            for user in new.users():
                if user.block is not None and user.block.function is self.out and user is not taken:
                    for i, o in enumerate(user.operands):
                        if o is new:
                            user.set_operand(i, taken)
        for block in self.out.blocks:
            first = next((i for i in block.instructions if i.opcode != "phi"), None)
            for inst in list(block.instructions):
                if inst in needed:
                    at = first if inst.opcode == "phi" else inst
                    assert at is not None
                    b.position_before(at)
                    inst.replace_all_uses_with(self._pop(b, inst.type))
        for block in self.out.blocks:
            for inst in list(block.instructions):
                if inst in origin and inst not in self.kept:
                    inst.drop_operands()
        for block in self.out.blocks:
            for inst in list(block.instructions):
                if inst in origin and inst not in self.kept:
                    inst.erase()

    def _pop(self, b: Builder, t: Type) -> Value:
        place = b.call_function(self.runtime.function("irad_queue_pop"), [self.emit.arena, const_int(I64, _size(t))])
        return b.cast("trunc", b.load(I8, place, align=_ALIGN), I1) if t is I1 else b.load(t, place, align=_ALIGN)


class _Recorder:
    """Writes the recording function: the primal, with what is needed appended to the queue; ``called``: recorders of callees."""

    def __init__(
        self, fn: Function, rec: Function, flow: ControlFlow, runtime: Runtime, called: dict[Instruction, Function]
    ) -> None:
        self.fn, self.rec = fn, rec
        self.order = flow.rpo
        self.runtime = runtime
        self.called = called
        self.needed: set[Value] = set()
        self.map: dict[Value, Value] = {}
        self.b = Builder(None)

    def build(self, needed: set[Value], arguments: list[Argument]) -> None:
        self.needed = needed
        given = list(self.rec.args)[0 if has_arena(self.fn) else 1 :]
        self.map.update(zip(self.fn.args, given, strict=True))
        entry = self.rec.append_block("entry")
        for block in self.order:
            self.map[block] = self.rec.append_block(block.name)
        self.b.position_at_end(entry)
        for a in arguments:
            self._push(self.map[a])
        self.b.br(self._block(self.order[0]))
        for block in self.order:
            self._copy(block)
        for block in self.order:
            self._fill_phis(block)

    def _copy(self, block: Block) -> None:
        self.b.position_at_end(self._block(block))
        phis = block.phis()
        for inst in phis:
            self.map[inst] = self.b.insert(Instruction("phi", inst.type, (), dict(inst.attrs), inst.name))
        for inst in phis:
            if inst in self.needed:
                self._push(self.map[inst])
        for inst in block.instructions[len(phis) :]:
            self._instruction(inst)

    def _fill_phis(self, block: Block) -> None:
        for inst in block.phis():
            new = self.map[inst]
            assert isinstance(new, Instruction)
            for v, pred in inst.incoming():
                if pred in self.map:
                    new.add_operand(self._value(v))
                    new.add_operand(self.map[pred])

    def _block(self, block: Block) -> Block:
        found = self.map[block]
        assert isinstance(found, Block)
        return found

    def _value(self, v: Value) -> Value:
        return self.map.get(v, v)

    def _instruction(self, inst: Instruction) -> None:
        if inst.opcode == "ret":
            if not inst.operands:
                self.b.ret()
                return
            t = self.rec.ftype.ret
            self.b.ret(self.b.insert_value(undef(t), self._value(inst.operands[0]), [0]))
            return
        called = self.called.get(inst)
        if called is not None:
            args: list[Value] = [] if passes_arena(inst) else [self.rec.args[0]]
            result = self.b.call_function(called, [*args, *map(self._value, inst.args)])
            if not inst.type.is_void:
                self.map[inst] = self.b.extract_value(result, [0])
        else:
            kept = tags(inst.metadata)
            new = Instruction(inst.opcode, inst.type, map(self._value, inst.operands), dict(inst.attrs), inst.name, kept)
            if inst.opcode == "call":
                new.attrs["tail"] = ""
            self.map[inst] = self.b.insert(new)
        if inst in self.needed:
            self._push(self.map[inst])

    def _push(self, v: Value) -> None:
        push = self.runtime.function("irad_queue_push")
        place = self.b.call_function(push, [self.rec.args[0], const_int(I64, _size(v.type))])
        self.b.store(self.b.cast("zext", v, I8) if v.type is I1 else v, place, align=_ALIGN)


def refuse_allocations(fn: Function) -> None:
    """Refuse memory from an arena, which cannot be recorded."""
    for inst in fn.instructions():
        callee = inst.callee if inst.opcode == "call" else None
        rule = lookup_function(callee) if isinstance(callee, Function) else None
        if isinstance(rule, AllocationRule) and rule.kind == "reserve":
            raise fail(inst, "forward mode in two halves of a derivative with a tape is not supported")


def _size(t: Type) -> int:
    size = 1 if t is I1 else LAYOUT.size_of(PTR if t.is_ptr else t)
    return -(-size // _ALIGN) * _ALIGN
