"""Forward mode: every value that carries a derivative is accompanied by a shadow of the same type.

Tangents of floats and shadows of pointers are treated alike: loads, stores, copies, phis and selects are repeated on the shadows;
arithmetic and library functions get the sum of their partial derivatives times the tangents.
"""

from __future__ import annotations

from irad.analysis.activity.certain_use import Certainty
from irad.analysis.flow.addresses import leaves
from irad.analysis.memory.memory_graph import called_function
from irad.ir.constants import const_int, null, undef, zero
from irad.ir.masked_accesses import masked_access
from irad.ir.opcodes import OPCODES, Kind
from irad.ir.types import I8, I64, LAYOUT, PTR, VOID, array
from irad.ir.values import Block, Constant, Function, Instruction, Value
from irad.rules import (
    EXCEPTION_FREED,
    AllocationRule,
    DeallocationRule,
    InactiveRule,
    MathRule,
    lookup_function,
    lookup_instruction,
)
from irad.rules.formulas.external import ExternalRule
from irad.rules.formulas.strong_zero import either, is_strong_zero, strong_zero
from irad.transform.base.request import FORWARD, Derivative, Key
from irad.transform.base.signatures import canonical_key
from irad.transform.forward.interleaved_shadows import Interleaved, scaled_address
from irad.transform.forward.lane_packing import Packer
from irad.transform.forward.tangents import TangentEmitter
from irad.transform.primal import inactive_functions
from irad.transform.primal.derivative_calls import arguments, callee_key, check_width, external_key
from irad.transform.primal.primal_body import ForwardPart
from irad.transform.primal.sign_bits import sign_operation, tangent
from irad.transform.refused.refusals import fail

_LINE = 64  # bytes of a cache line
_ON_TANGENTS = (Kind.ARITHMETIC, Kind.MOVE, Kind.BITS)  # operations that propagate the operands' tangents


class ForwardBody(ForwardPart):
    """See the module's docstring."""

    emit: TangentEmitter
    packs = True  # whether there are vectors across the lanes (`lane_packing.py`)

    def build(self) -> None:
        self.certain = Certainty(self.fn, self.flow)
        self.flags = () if self.services.options.strict else ("reassoc", "contract")
        self.width = self.key.width
        self.packer = Packer(self.out, self.flow, self.width) if self.width > 1 and self.packs else None
        self.emit.packer = self.packer
        self.emit.interleaved = Interleaved(self.fn, self.act, self.flow) if self.width > 1 else None
        super().build()
        if self.returned is not None:
            self._return(*self.returned)
        if self.packer is not None:
            self.packer.finish()

    def walk(self, block: Block) -> None:
        if self.packer is None:
            super().walk(block)
            return
        new = self.emit.map[block]
        assert isinstance(new, Block)
        self.b.position_at_end(new)
        for inst in block.instructions:
            lanes = []
            for _ in self.emit.each_lane():
                here = self.b.block
                assert here is not None
                start = len(here.instructions)
                self.instruction(inst)
                lanes.append(here.instructions[start:] if self.b.block is here else [])
            assert self.b.block is not None
            self.packer.step(self.b.block, lanes, self.emit.map.get(inst), self.flow.loop_of[block])

    # ---- instructions

    def instruction(self, inst: Instruction) -> None:
        if self.emit.side_by_side(inst) is not None and (self.emit.lane or inst.opcode == "getelementptr"):
            if not self.emit.lane:
                self.emit.copy(inst)
                base = self.emit.shadow(inst.operands[0])
                self.emit.shadows[inst] = scaled_address(self.b, inst, base, self.emit.value, self.width)
            return
        kind = OPCODES[inst.opcode].kind
        if not self.emit.has_tangent(inst) or kind not in _ON_TANGENTS or inst.opcode == "phi":
            super().instruction(inst)
            return
        rule = lookup_instruction(inst)
        if rule is not None:
            self.emit.copy(inst)
            self.tangent(inst, rule)
            return
        what = sign_operation(inst, self.act.carriers.of(inst))
        if what and self.emit.has_tangent(inst.operands[0]):
            self.emit.copy(inst)
            self.emit.shadows[inst] = self.of_sign(inst, what)
            return
        if kind is Kind.BITS:
            raise fail(inst, f"no derivative is known for the active operation '{inst.opcode}' on floating-point bits")
        self.emit.copy(inst)
        if inst.opcode == "bitcast":
            self.refuse.bits(inst)
        if inst.opcode == "select":
            self._select_shadow(inst)
        else:
            self.emit.on_shadow(inst)

    def of_sign(self, inst: Instruction, what: str) -> Value:
        """The tangent of an operation on the sign bit."""
        return tangent(self.b, what, self.emit.twin(inst.operands[0]), self.emit.value(inst.operands[0]))

    def _select_shadow(self, inst: Instruction) -> None:
        cond, *choices = inst.operands
        yes, no = (zero(v.type) if v.type.is_int and not self.emit.carries_shadow(v) else self.emit.twin(v) for v in choices)
        self.emit.shadows[inst] = self.b.select(self.emit.value(cond), yes, no)

    def tangent(self, inst: Instruction, rule: MathRule) -> None:
        """The sum over inputs and outputs of partial derivative times tangent."""
        strong = rule.singular or not self.certain.of(inst)
        outputs = rule.outputs(inst)
        parts: list[Value | None] = [None] * len(outputs)
        for i, (k, path) in enumerate(rule.inputs(inst)):
            operand = inst.operands[k]
            if not self.emit.has_tangent(operand):
                continue
            t = self.component(self.emit.shadow(operand), path)
            for j in range(len(outputs)):
                if rule.is_zero(inst, j, i):
                    continue
                x = self.partial(inst, rule, j, i, t, strong)
                old = parts[j]
                parts[j] = x if old is None else self.sum(old, x)
        if outputs == ((),):
            self.emit.shadows[inst] = parts[0] if parts[0] is not None else zero(inst.type)
            return
        result: Value = undef(inst.type)
        for (k,), part in zip(outputs, parts, strict=True):
            t_out = inst.type.elements[k] if inst.type.is_struct else inst.type.element  # type: ignore[attr-defined]
            value = part if part is not None else zero(t_out)
            if inst.type.is_vector:
                result = self.b.insert_element(result, value, const_int(I64, k))
            else:
                result = self.b.insert_value(result, value, [k])
        for path, _, leaf in leaves(inst.type):
            if not leaf.scalar.is_float:
                result = self.b.insert_value(result, zero(leaf), list(path))
        self.emit.shadows[inst] = result

    def sum(self, x: Value, y: Value) -> Value:
        """Combine the contributions of two inputs."""
        return self.b.fadd(x, y, flags=self.flags)

    def component(self, t: Value, path: tuple[int, ...]) -> Value:
        if not path:
            return t
        if t.type.is_vector:
            return self.b.extract_element(t, const_int(I64, path[0]))
        return self.b.extract_value(t, list(path))

    def partial(self, inst: Instruction, rule: MathRule, j: int, i: int, t: Value, strong: bool) -> Value:
        used, result = rule.needs(inst, j, i)
        operands = [self.emit.value(o) if k in used else None for k, o in enumerate(inst.operands)]
        x = rule.apply(self.b, inst, j, i, t, operands, self.emit.value(inst) if result else None, self.flags[1:])
        if strong and (used or result):
            x = strong_zero(self.b, t, x)
        return x

    def _kept_tangent(self, inst: Instruction) -> None:
        """See `irad.rules.formulas.strong_zero`."""
        d, x = inst.args
        decides = either(self.b, self.emit.value(d), self.emit.shadow(d)) if self.emit.has_tangent(d) else self.emit.value(d)
        self.emit.shadows[inst] = strong_zero(self.b, decides, self.emit.twin(x))

    def _load(self, inst: Instruction) -> None:
        node = self.act.memory.node_of(inst.operands[0])
        if self.emit.has_tangent(inst) and not self.act.node(node):
            self.emit.copy(inst)
            self.emit.shadows[inst] = zero(inst.type)
            return
        super()._load(inst)
        if inst in self.emit.shadows and self.emit.side_by_side(inst.operands[0]) is not None:
            self.emit.shadows[inst].attrs = self._aligned_as(inst, inst.operands[0])  # type: ignore[attr-defined]

    def _aligned_as(self, inst: Instruction, pointer: Value) -> dict[str, object]:
        """The attributes of an access to the shadow: an interleaved number may be less aligned than the primal's."""
        t = self.emit.side_by_side(pointer)
        return dict(inst.attrs) if t is None else {**inst.attrs, "align": LAYOUT.size_of(t)}

    def _store(self, inst: Instruction) -> None:
        self.emit.copy(inst)
        value, pointer = inst.operands
        if not self.act.pointer(pointer):
            return
        if self.act.node(self.act.memory.node_of(pointer)):
            self.refuse.known(inst, value, pointer)
        if value.type.is_int and not self.emit.carries_shadow(value):
            if self.act.carriers.stored(inst) is None:
                self.refuse.whole(inst, value, pointer)
                return
            twin: Value = zero(value.type)
        elif value.type.is_ptr and not self.act.pointer(value) and not isinstance(value, Constant):
            return  # a pointer to memory without a derivative
        else:
            twin = self.emit.twin(value)
        self.b.insert(Instruction("store", VOID, [twin, self.emit.shadow(pointer)], self._aligned_as(inst, pointer)))

    def _atomicrmw(self, inst: Instruction) -> None:
        self.emit.copy(inst)
        if not self.refuse.atomic(inst, inst.operands[0], inst.operands[1]):
            return
        if inst.attrs["op"] not in ("fadd", "fsub", "xchg"):
            raise fail(inst, f"atomicrmw {inst.attrs['op']} on active memory")
        self.emit.on_shadow(inst)

    # ---- calls

    def _call(self, inst: Instruction) -> None:
        callee = called_function(inst)
        rule = lookup_function(callee) if callee is not None else None
        if callee is not None and masked_access(callee.name):
            self.emit.copy(inst)
            if self.emit.has_tangent(inst) or (inst.type.is_void and self.act.pointer(inst.operands[1])):
                self.emit.on_shadow(inst)
            return
        if isinstance(rule, MathRule) and self.emit.has_tangent(inst):
            self.emit.copy(inst)
            if is_strong_zero(inst):
                self._kept_tangent(inst)
            else:
                self.tangent(inst, rule)
            return
        if callee is not None and callee.name.startswith("llvm.stack"):
            self.emit.copy(inst)
            return
        super()._call(inst)

    def overwritten(self, inst: Instruction, rule: InactiveRule) -> None:
        for pointer, size in inactive_functions.overwritten(self.act, inst, rule):
            beside = self.emit.side_by_side(pointer) is not None
            if not beside or not self.emit.lane:
                self.emit.zero(self.emit.shadow(pointer), const_int(I64, size * (self.width if beside else 1)))

    def _alloca(self, inst: Instruction) -> None:
        if self.emit.side_by_side(inst) is None:
            super()._alloca(inst)
            return
        self.emit.copy(inst)
        attrs = {**inst.attrs, "allocated_type": array(self.width, inst.attrs["allocated_type"])}
        new = self.b.insert(Instruction("alloca", inst.type, [self.emit.value(o) for o in inst.operands], attrs))
        self.emit.shadows[inst] = new
        self.emit.zero(new, self.b.mul(self.emit.alloca_size(inst), const_int(I64, self.width)))

    def bulk(self, inst: Instruction, kind: str) -> None:
        self.emit.copy(inst)
        dst = inst.operands[0]
        if not self.act.pointer(dst):
            return
        size = self.emit.value(inst.operands[2])
        source = inst.operands[1] if kind == "copy" and self.act.pointer(inst.operands[1]) else None
        t, other = self.emit.side_by_side(dst), self.emit.side_by_side(source) if source is not None else None
        if source is not None and t is not other:
            self._spread(dst, source, size)
            return
        if t is not None:
            if self.emit.lane:
                return
            size = self.b.mul(size, const_int(I64, self.width))
        if source is not None:
            new = Instruction("call", inst.type, [self.emit.value(o) for o in inst.operands], dict(inst.attrs))
            new.set_operand(0, self.emit.shadow(dst))
            new.set_operand(1, self.emit.shadow(source))
            new.set_operand(2, size)
            self.b.insert(new)
        else:
            self.emit.zero(self.emit.shadow(dst), size if size.type is I64 else self.b.cast("zext", size, I64))
        if not inst.type.is_void and self.emit.carries_shadow(inst):
            self.emit.shadows[inst] = self.emit.shadow(dst)

    def _spread(self, dst: Value, source: Value, size: Value) -> None:
        """Copy a direction from a separate array to its place among interleaved ones, or back."""
        t = self.emit.side_by_side(dst) or self.emit.side_by_side(source)
        assert t is not None
        width = LAYOUT.size_of(t)
        beside = self.emit.side_by_side
        far, near = (const_int(I64, width * (1 if beside(p) is None else self.width)) for p in (dst, source))
        count = self.b.udiv(size, const_int(I64, width))
        self.b.call_function(
            self.runtime.helper("spread", t), [self.emit.shadow(dst), far, self.emit.shadow(source), near, count]
        )

    def deallocation(self, inst: Instruction, rule: DeallocationRule) -> None:
        self.emit.copy(inst)
        if rule.names == EXCEPTION_FREED:
            return
        if self.emit.lane and self.emit.side_by_side(inst.operands[rule.pointer]) is not None:
            return
        if rule.name != "irad_release" and self.act.pointer(inst.operands[rule.pointer]):
            new = Instruction("call", inst.type, [self.emit.value(o) for o in inst.operands], dict(inst.attrs))
            shadow = self.emit.shadow(inst.operands[rule.pointer])
            if self.emit.variables.static_shadows.possible:
                shadow = self.emit.variables.static_shadows.unless_twin(self.b, shadow, null(PTR))
            new.set_operand(rule.pointer, shadow)
            self.b.insert(new)

    def reallocation(self, inst: Instruction) -> None:
        if self.emit.variables.static_shadows.possible:
            self.emit.variables.static_shadows.refuse_twin(self.b, self.emit.arena, self.emit.shadow(inst.operands[0]))
        new = Instruction("call", inst.type, [self.emit.value(o) for o in inst.operands], dict(inst.attrs))
        new.set_operand(0, self.emit.shadow(inst.operands[0]))
        self.emit.shadows[inst] = self.b.insert(new)

    def allocation(self, inst: Instruction, rule: AllocationRule) -> None:
        """Vectors of eight lanes are aligned to cache lines, so that none of them straddles two."""
        if rule.deallocator == EXCEPTION_FREED and self.act.pointer(inst):
            self._exception(inst)
            return
        super().allocation(inst, rule)
        if rule.kind == "reserve" and self.emit.side_by_side(inst) is not None:
            self.emit.shadows[inst] = self.emit.next_aligned(self.emit.shadows[inst], _LINE)

    def _exception(self, inst: Instruction) -> None:
        """The C++ runtime frees an exception after its last use, so the shadows are allocated with it, after the object."""
        size = self.emit.value(inst.operands[0])
        size = self.b.and_(self.b.add(size, const_int(size.type, 15)), const_int(size.type, -16))
        whole = self.b.mul(size, const_int(size.type, 1 + self.width))
        new = self.emit.copy(inst)
        if not self.emit.lane:
            new.set_operand(0, whole)
        self.emit.shadows[inst] = self.b.gep(
            I8, self.emit.value(inst), [self.b.mul(size, const_int(size.type, 1 + self.emit.lane))]
        )
        self.emit.zero(self.emit.shadows[inst], size)

    def shadow_size(self, inst: Instruction, size: Value) -> Value:
        if self.emit.side_by_side(inst) is None:
            return size
        scaled = self.b.mul(size, const_int(size.type, self.width))
        callee = called_function(inst)
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, AllocationRule) and rule.kind == "reserve":
            return self.b.add(scaled, const_int(size.type, _LINE))
        return scaled

    def active_call(self, inst: Instruction, callee: Function | None) -> None:
        emit = self.emit
        if callee is not None:
            made, key = self.callee_derivative(inst, callee)
            fields = made.fields
            result = self.b.call(made.function, made.function.ftype, arguments(emit, inst, key))
        else:
            check_width(self.key, inst)
            key = canonical_key("", inst.attrs["ftype"], FORWARD)
            ftype = inst.attrs["ftype"]
            fields = [] if ftype.ret.is_void else ["primal"]
            if ftype.ret.is_ptr or key.ret:
                fields.append("tangent")
            given = arguments(emit, inst, key)
            helper = self.services.derivatives.indirect(ftype, key)
            result = self.b.call_function(helper, [given[0], emit.shadow(inst.callee), emit.value(inst.callee), *given[1:]])
        if "primal" in fields:
            emit.map[inst] = self.b.extract_value(result, [fields.index("primal")])
        if "tangent" in fields:
            first = fields.index("tangent")
            for lane in emit.each_lane():
                emit.shadows[inst] = self.b.extract_value(result, [first + lane])

    def callee_derivative(self, inst: Instruction, callee: Function) -> tuple[Derivative, Key]:
        """The derivative of a function that ``inst`` needs."""
        rule, derivatives = lookup_function(callee), self.services.derivatives
        if isinstance(rule, ExternalRule):
            key = external_key(self.act, self.key, inst, callee, FORWARD, rule)
            return derivatives.external_forward(callee, key, rule), key
        key = callee_key(self.emit, derivatives.memory, inst, callee, FORWARD)
        return derivatives.forward(callee, key), key

    def _return(self, block: Block, ret: Instruction) -> None:
        block.terminator.erase()
        b, emit = self.b, self.emit
        b.position_at_end(block)
        derivative = self.services.derivatives.derivative(self.out)
        if not derivative.fields:
            b.ret()
            return
        result: Value = undef(self.out.ftype.ret)
        for i, name in enumerate(derivative.fields):
            operand = ret.operands[0]
            emit.lane = max(0, i - derivative.fields.index("tangent")) if name == "tangent" else 0
            part = emit.value(operand) if name == "primal" else emit.twin(operand)
            result = b.insert_value(result, part, [i])
        emit.lane = 0
        b.ret(result)
