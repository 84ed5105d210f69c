"""Calls of derivatives in place of marked calls, by mode: arguments, arenas and tapes, results."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from irad.analysis.flow.addresses import leaves
from irad.ir.builder import Builder
from irad.ir.constants import const_float, const_int, undef, zero
from irad.ir.reader.attributes import attribute_type
from irad.ir.types import I1, I8, I32, I64, LAYOUT, PTR, VOID, FloatType, Type, VectorType, function
from irad.ir.values import Block, Constant, Function, Instruction, Module, Value
from irad.transform.base.argument_conversion import convert
from irad.transform.base.request import FORWARD, Derivative, has_arena
from irad.transform.declared.marked_calls import (
    AUGMENT,
    FWDDIFF,
    FWDSPLIT,
    REVERSE,
    MarkedCall,
    MarkedOperand,
    error,
)

ARENA = "irad_thread_arena"
HANDLE_SIZE = 8  # bytes of a program's own tape buffer: it holds the address of the actual memory
_RUNTIME = {
    "irad_split_begin": function(PTR, (I64,)),
    "irad_split_open": function(PTR, (PTR, I64, I8)),
    "irad_split_close": function(VOID, (PTR, I8)),
    "irad_queue_rewind": function(VOID, (PTR,)),
    "irad_reserve": function(PTR, (PTR, I64)),
    "irad_release": function(VOID, (PTR, PTR)),
}


def drop_call(call: Instruction) -> None:
    """Remove a call whose result is no longer used; an invoke becomes a branch."""
    if call.opcode == "invoke":
        normal, unwind = call.operands[-3], call.operands[-2]
        assert isinstance(normal, Block) and isinstance(unwind, Block)
        for phi in unwind.phis():
            at = phi.operands.index(call.block)  # type: ignore[arg-type]
            phi.remove_operand(at)
            phi.remove_operand(at - 1)
        b = Builder(None)
        b.position_before(call)
        b.br(normal)
    call.erase()


def replace_call(module: Module, marked: MarkedCall, made: tuple[Derivative, ...]) -> None:
    if marked.mode == AUGMENT:
        record = made[0].mode == FORWARD
        (_Recorded(module, marked, made[1]) if record else _AugmentedReplacement(module, marked, made[0])).replace()
    elif marked.mode == FWDSPLIT:
        _ForwardSplit(module, marked, made[0]).replace()
    elif marked.mode == REVERSE:
        _ReverseReplacement(module, marked, made[1]).replace()
    else:
        _Whole(module, marked, made[0]).replace()


@dataclass
class _Replacement:
    """One marked call being replaced; ``b`` emits before it, and later after the new call."""

    module: Module
    marked: MarkedCall
    derivative: Derivative

    def __post_init__(self) -> None:
        self.call = self.marked.call
        self.temporary: list[Value] = []  # internal shadows
        self.b = Builder(None)
        self.b.position_before(self.call)

    def replace(self) -> None:
        raise NotImplementedError

    # ---- arguments

    def arguments(self) -> list[Value]:
        """The arguments of the derivative after the arena."""
        out: list[Value] = []
        for param, operand in zip(self.marked.target.args, self.marked.operands, strict=True):
            if has_arena(self.marked.target) and param.index == 0:
                continue
            out.append(self.primal(operand, param.type))
            out += self.shadows(operand, param.type)
        return out

    def primal(self, operand: MarkedOperand, t: Type) -> Value:
        if operand.value is None:  # where the function returns a struct
            if self.returns_primal():
                assert self.marked.result is not None
                return self.marked.result
            return self.alloca(_returned_size(self.marked.target))
        if operand.by_reference:
            return self.b.load(t, operand.value)
        return self.converted(operand.value, t)

    def shadows(self, operand: MarkedOperand, t: Type) -> list[Value]:
        if not operand.kind.shadow:
            return []
        if operand.internal:
            return [self.internal_shadow(*operand.internal) for _ in range(self.marked.width)]
        given = [self.converted(s, t) for s in operand.shadows]
        if operand.value is None and operand.shadows == (self.marked.result,):  # after the primal, if that is wanted
            size, first = _returned_size(self.marked.target), int(self.returns_primal())
            return [self.b.gep(I8, given[0], [const_int(I64, size * (first + k))]) for k in range(self.marked.width)]
        if operand.stride is None:
            return given
        return [self.distant(given[0], operand.stride, k) for k in range(self.marked.width)]

    def returns_primal(self) -> bool:
        """Whether the function returns a struct in memory, and the caller wants it in the memory for its own result."""
        return "primal_return" in self.marked.settings and self.marked.result is not None

    def internal_shadow(self, size: Value, offset: Value) -> Value:
        """A zeroed shadow that lives until the call returns."""
        memory = self.runtime("irad_reserve", [self.primal_stack(), size])
        self.temporary.append(memory)
        self.b.call_function(self.zeros(), [memory, const_int(I8, 0), size, const_int(I1, 0)])
        return self.b.gep(I8, memory, [offset])

    def zeros(self) -> Function:
        name = "llvm.memset.p0.i64"
        return self.module.functions.get(name) or self.module.add_function(name, function(VOID, (PTR, I8, I64, I1)))

    def primal_stack(self) -> Value:
        return self.b.gep(I8, self.arena(), [const_int(I64, 64)])

    def distant(self, first: Value, stride: Value, lane: int) -> Value:
        """The address of a lane, from that of the first one and their distance."""
        step = stride if stride.type is I64 else self.b.cast("sext", stride, I64)
        return self.b.gep(I8, first, [self.b.mul(step, const_int(I64, lane))])

    def alloca(self, size: int) -> Value:
        entry = self.call.function.entry
        b = Builder(None)
        b.position_before(entry.instructions[0])
        memory = b.alloca(I64, const_int(I64, -(-size // 8)))
        memory.attrs["align"] = 16
        return memory

    def converted(self, v: Value, t: Type) -> Value:
        return convert(self.b, self.call, v, t)

    # ---- the call

    def emit(self, fn: Function, args: Sequence[Value]) -> Instruction:
        """Call ``fn``; an invoke stays one, and ``b`` continues in its normal destination."""
        if self.call.opcode == "call":
            made = self.b.call_function(fn, args)
            made.metadata.update(self._place())
            return made
        block, normal, unwind = self.call.block, self.call.operands[-3], self.call.operands[-2]
        assert block is not None and block.function is not None and isinstance(normal, Block)
        after = block.function.append_block("", after=block)
        made = self.b.call_function(fn, args)
        made.erase()
        new = Instruction("invoke", made.type, [*args, after, unwind, fn], made.attrs, "", self._place())
        self.b.insert(new)
        for phi in normal.phis():
            for i, operand in enumerate(phi.operands):
                if operand is block:
                    phi.set_operand(i, after)
        Builder(after).br(normal)
        self.b.position_before(after.terminator)
        return new

    def _place(self) -> dict[str, str]:
        """The debug location, without which LLVM could not locate code inlined through functions without locations."""
        return {k: v for k, v in self.call.metadata.items() if k == "dbg"}

    def arena(self) -> Value:
        if self.marked.arena is not None:
            return self.marked.arena
        getter = self.module.functions.get(ARENA) or self.module.add_function(ARENA, function(PTR, ()))
        call = self.b.call_function(getter, [])
        assert isinstance(call, Instruction)
        call.attrs["fn_attrs"] = "nounwind willreturn memory(none)"  # deterministic, and unneeded where nothing is kept
        return call

    def runtime(self, name: str, args: Sequence[Value]) -> Instruction:
        fn = self.module.functions.get(name) or self.module.add_function(name, _RUNTIME[name])
        return self.b.call_function(fn, args)

    def check_size(self) -> None:
        """Refuse a buffer for the tape that is known to be too small."""
        given = self.marked.allocated
        if given is not None and given < HANDLE_SIZE:
            name = self.marked.target.name
            raise error(self.call, f"the tape of {name} needs {HANDLE_SIZE} bytes, {given} are given")

    def open(self) -> tuple[Value, Value, Value]:
        """The memory that the given tape refers to, whether it is kept, and the tape in it."""
        marked = self.marked
        self.check_size()
        assert marked.tape is not None
        given = self.converted(marked.tape, PTR)
        handle = self.b.load(PTR, given, align=1) if marked.tape_buffer else given
        keep = const_int(I8, int("nofree" in marked.settings))
        return handle, keep, self.runtime("irad_split_open", [handle, _check_number(self.derivative), keep])

    # ---- results

    def finish(self, parts: Sequence[Value]) -> None:
        """Deliver the results in the type that the call was declared with, or in the memory that it provides for them."""
        marked = self.marked
        if marked.result is not None:
            assert marked.result_type is not None
            if any(o.value is None and (o.shadows == (marked.result,) or self.returns_primal()) for o in marked.operands):
                self._check_room(parts)
                parts = []  # already written by the derivative
            if parts:
                self._store(marked.result, marked.result_type, parts)
        elif not self.call.type.is_void and self.call.uses:
            self.call.replace_all_uses_with(self._returned(parts))
        self.call.erase()

    def _check_room(self, parts: Sequence[Value]) -> None:
        """Check that the memory for results has room for the structs that are written there, and that nothing else goes there."""
        marked = self.marked
        assert marked.result_type is not None
        lanes = marked.width if any(o.shadows == (marked.result,) for o in marked.operands) else 0
        needed = _returned_size(marked.target) * (lanes + int(self.returns_primal()))
        given = LAYOUT.size_of(marked.result_type)
        if given < needed:
            raise error(self.call, f"the call returns {given} bytes, {needed} are needed for what {marked.target.name} returns")
        if parts:
            what = f"{len(parts)} derivatives are due beside the struct that {marked.target.name} returns"
            raise error(self.call, what, "pass its numbers by pointers, with enzyme_dup")

    def _store(self, memory: Value, t: Type, parts: Sequence[Value]) -> None:
        places = _scalars(t)
        values = self._scattered(parts)
        if len(values) != len(places):
            raise error(self.call, f"the call returns {len(places)} values, {len(values)} derivatives are due")
        for (_, offset, leaf, _), v in zip(places, values, strict=False):
            self.b.store(self.converted(v, leaf), self.b.gep(I8, memory, [const_int(I64, offset)]), align=1)

    def _scattered(self, parts: Sequence[Value]) -> list[Value]:
        out = []
        for part in parts:
            for path, _, _, lane in _scalars(part.type):
                v = self.b.extract_value(part, list(path)) if path else part
                out.append(v if lane is None else self.b.extract_element(v, const_int(I32, lane)))
        return out

    def _returned(self, parts: Sequence[Value]) -> Value:
        t = self.call.type
        if not parts:
            return _nothing(t)
        if len(parts) == 1 and parts[0].type is t:
            return parts[0]
        places, values = _scalars(t), self._scattered(parts)
        if len(places) == 1:  # declared for one: the first, as in Enzyme
            values = values[:1]
        if len(values) != len(places):
            raise error(self.call, f"the call returns {len(places)} values, {len(values)} derivatives are due")
        result: Value = undef(t)
        for (path, _, leaf, lane), v in zip(places, values, strict=True):
            v = self.converted(v, leaf)
            if lane is None:
                result = self.b.insert_value(result, v, list(path)) if path else v
                continue
            whole = self.b.extract_value(result, list(path)) if path else result
            whole = self.b.insert_element(whole, v, const_int(I32, lane))
            result = self.b.insert_value(result, whole, list(path)) if path else whole
        return result


class _Whole(_Replacement):
    """``autodiff`` and ``fwddiff``."""

    def replace(self) -> None:
        marked, derivative = self.marked, self.derivative
        args = [self.arena(), *self.arguments()]
        params = derivative.function.ftype.params
        while len(args) < len(params):  # seeds
            args.append(const_float(params[len(args)], 1.0))
        result = self.emit(derivative.function, args)
        if self.temporary:
            self.runtime("irad_release", [self.primal_stack(), self.temporary[0]])
        wanted = [i for i, f in enumerate(derivative.fields) if f == "tangent" or isinstance(f, int)]
        if marked.mode == FWDDIFF and "const_return" in marked.settings:
            wanted = []
        if "primal_return" in marked.settings and "primal" in derivative.fields:
            wanted.insert(0, derivative.index("primal"))
        self.finish([self.b.extract_value(result, [i]) for i in wanted])


class _AugmentedReplacement(_Replacement):
    """``augmentfwd``: the tape is a separate arena, so that tapes may be used in any order."""

    def replace(self) -> None:
        derivative = self.derivative
        self.check_size()
        handle = self.runtime("irad_split_begin", [_check_number(derivative)])
        result = self.emit(derivative.function, [handle, *self.arguments()])
        tape = self.b.extract_value(result, [derivative.index("tape")])
        self.b.store(tape, self.b.gep(I8, handle, [const_int(I64, TAPE_OFFSET)]), align=8)
        wanted = () if "noret" in self.marked.settings else ("primal", "shadow")
        parts = [self.b.extract_value(result, [i]) for i, f in enumerate(derivative.fields) if f in wanted]
        self.deliver(handle, parts)

    def deliver(self, handle: Value, parts: list[Value]) -> None:
        """Store the tape in the program's buffer, or return it with the results."""
        marked = self.marked
        if marked.tape is not None:
            self.b.store(handle, marked.tape, align=1)
        else:
            parts = self._with_handle(handle, parts)
        self._finish_matching(parts)

    def _with_handle(self, handle: Value, parts: list[Value]) -> list[Value]:
        """The results with the tape first, as in Enzyme, unless the types show that it comes last."""
        t = self.marked.result_type if self.marked.result is not None else self.call.type
        assert t is not None
        places = [leaf for _, _, leaf, _ in _scalars(t)] if not t.is_void else []
        if len(places) > 1 and parts and not places[0].is_ptr and not parts[0].type.is_ptr:
            return [*parts, handle]
        return [handle, *parts]

    def _finish_matching(self, parts: list[Value]) -> None:
        """Deliver results to a declaration that may omit unwanted ones from the end."""
        t = self.marked.result_type if self.marked.result is not None else self.call.type
        assert t is not None
        count = len(_scalars(t)) if not t.is_void else 0
        kept: list[Value] = []
        for part in parts:
            if sum(len(_scalars(p.type)) for p in [*kept, part]) <= count:
                kept.append(part)
        self.finish(kept)


TAPE_OFFSET = 712  # after the arena in the memory that irad_split_begin returns


class _Recorded(_AugmentedReplacement):
    """``augmentfwd`` for a function that ``fwdsplit`` differentiates: runs it and records."""

    def replace(self) -> None:
        marked, derivative = self.marked, self.derivative
        self.check_size()
        handle = self.runtime("irad_split_begin", [_check_number(derivative)])
        args: list[Value] = []
        for param, operand in zip(marked.target.args, marked.operands, strict=True):
            args.append(self.primal(operand, param.type))
        result = self.emit(derivative.function, [handle, *args])
        parts = [self.b.extract_value(result, [0])] if derivative.fields else []
        self.deliver(handle, parts)


class _ForwardSplit(_AugmentedReplacement):
    """``fwdsplit``: tangents from a record."""

    def replace(self) -> None:
        derivative = self.derivative
        handle, keep, _ = self.open()
        self.runtime("irad_queue_rewind", [handle])
        result = self.emit(derivative.function, [handle, *self.arguments()])
        wanted = [i for i, f in enumerate(derivative.fields) if f == "tangent"]
        if "primal_return" in self.marked.settings and "primal" in derivative.fields:
            wanted.insert(0, derivative.index("primal"))
        parts = [self.b.extract_value(result, [i]) for i in wanted]
        self.runtime("irad_split_close", [handle, keep])
        self.finish(parts)

    def primal(self, operand: MarkedOperand, t: Type) -> Value:
        """The values are taken from the record."""
        return undef(t)


class _ReverseReplacement(_Replacement):
    """``reverse``: the tape is freed afterwards, unless ``enzyme_nofree`` declares that it is needed again."""

    def replace(self) -> None:
        marked, derivative = self.marked, self.derivative
        handle, keep, tape = self.open()
        args: list[Value] = [handle, tape]
        for param, operand in zip(marked.target.args, marked.operands, strict=True):
            args += self.shadows(operand, param.type)
        params = derivative.function.ftype.params
        for seed in marked.seeds:
            args.append(self.converted(seed, params[len(args)]))
        result = self.emit(derivative.function, args)
        self.runtime("irad_split_close", [handle, keep])
        self.finish([self.b.extract_value(result, [i]) for i, f in enumerate(derivative.fields) if isinstance(f, int)])


class BatchReplacement(_Replacement):
    """``batch``: the function itself, once per lane."""

    def __init__(self, module: Module, marked: MarkedCall) -> None:
        super().__init__(module, marked, None)  # type: ignore[arg-type]

    def replace(self) -> None:
        marked = self.marked
        results = []
        for lane in range(marked.width):
            args = [
                self.converted(self._lane(operand, lane), param.type)
                for param, operand in zip(marked.target.args, marked.operands, strict=True)
            ]
            made = self.b.call_function(marked.target, args)
            made.metadata.update(self._place())
            results.append(made)
        if self.call.opcode == "invoke":
            raise error(self.call, "a batch inside a function with exception handlers", "compile with -fno-exceptions")
        self.finish([] if marked.target.ftype.ret.is_void else results)

    def _lane(self, operand: MarkedOperand, lane: int) -> Value:
        if operand.stride is not None:
            return self.distant(operand.lanes[0], operand.stride, lane)
        return operand.lanes[lane if len(operand.lanes) > 1 else 0]


def answer(marked: MarkedCall, value: Value) -> None:
    """Replace a call by a number."""
    call = marked.call
    b = Builder(None)
    b.position_before(call)
    if not call.type.is_void:
        call.replace_all_uses_with(convert(b, call, value, call.type))
    call.erase()


def _nothing(t: Type) -> Value:
    """The result of a call that returns nothing, but is used: not a number, so that it cannot be mistaken for one."""
    places = _scalars(t)
    if len(places) == 1 and not places[0][0] and places[0][3] is None:
        return const_float(t, math.nan) if isinstance(t, FloatType) else zero(t)
    return undef(t)


def _check_number(derivative: Derivative) -> Constant:
    """Tells the tapes of different derivatives apart at run time."""
    key = derivative.key
    text = f"{key.function} {key.mode} {key.params} {key.ret} {key.width}"
    number = 0
    for ch in text.encode():
        number = (number * 1099511628211 ^ ch) % 2**63
    return const_int(I64, number)


def _returned_size(target: Function) -> int:
    t = attribute_type(target, target.args[0].attrs, "sret")
    assert t is not None
    return LAYOUT.size_of(t)


def _scalars(t: Type) -> list[tuple[tuple[int, ...], int, Type, int | None]]:
    """The numbers and pointers in a type: (path, byte offset, type, lane of a vector)."""
    out: list[tuple[tuple[int, ...], int, Type, int | None]] = []
    for path, offset, leaf in leaves(t):
        if not isinstance(leaf, VectorType):
            out.append((path, offset, leaf, None))
            continue
        size = LAYOUT.store_size(leaf.element)
        out += [(path, offset + k * size, leaf.element, k) for k in range(leaf.count)]
    return out
