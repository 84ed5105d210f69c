"""Adjoints of instructions: for each opcode, what its reverse does.

The rule of the whole file: *take* the adjoint of the result (read it and set it to zero), then *accumulate* into the
operands.  Memory likewise: a load adds to the shadow; a store takes the shadow (reads it and sets it to zero) and
accumulates into the stored value, because the store overwrote what was there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irad.analysis.activity import copy_call
from irad.analysis.addresses import leaves
from irad.analysis.certain import Certainty
from irad.analysis.effects import is_pure_call
from irad.analysis.memory import called_function
from irad.analysis.objects import Node
from irad.errors import DifferentiationError
from irad.ir.builder import Builder
from irad.ir.constants import const_float, const_int, is_zero, zero
from irad.ir.types import DOUBLE, I1, I8, I64, LAYOUT, FloatType, Type, array
from irad.ir.values import Block, Constant, ConstantInt, Instruction, Value
from irad.rules import AllocationRule, DeallocationRule, InactiveRule, MathRule, lookup_function, lookup_instruction
from irad.rules.kept import decides, is_kept, keep_zero
from irad.transform import heap, inactive
from irad.transform.counts import count_of
from irad.transform.recompute import reverse_again
from irad.transform.refusals import fail
from irad.transform.replay import Replay
from irad.transform.signbits import adjoint, sign_operation
from irad.transform.twins import Twins
from irad.transform.words import reverse_words

if TYPE_CHECKING:
    from irad.transform.reverse import ReverseBody

_CHAIN = ("reassoc", "contract")


def _may_be_adjoint(v: Value, depth: int = 4) -> bool:
    """May a value of a derivative be an adjoint?  Adjoints are sums of products: linear in what the reverse sweep began with."""
    if isinstance(v, Instruction) and v.opcode == "call":
        callee = called_function(v)
        rule = lookup_function(callee) if callee is not None else None
        return not isinstance(rule, MathRule) or decides(v)
    if isinstance(v, Instruction) and v.opcode in ("fmul", "fdiv") and depth:
        return any(_may_be_adjoint(o, depth - 1) for o in v.operands[: 2 if v.opcode == "fmul" else 1])
    return not isinstance(v, Constant)


class Adjoints:
    """The adjoint variables of one function and the reverse of each instruction."""

    def __init__(self, body: ReverseBody, replay: Replay) -> None:
        self.body = body
        self.act = body.act
        self.r = replay
        self.lanes: list[dict[Value, Value]] = [{} for _ in body.emit.lanes]
        self.certain = Certainty(body.fn, body.flow)
        self.flags = () if body.services.options.strict else _CHAIN
        self.twins = Twins(body.fn, body.flow)
        self._block: Block | None = None
        self._changed: list[tuple[Instruction, Node | None]] = []

    @property
    def b(self) -> Builder:
        return self.r.b

    # ---- adjoint variables

    @property
    def variables(self) -> dict[Value, Value]:
        """The adjoint variables of the lane that is being written."""
        return self.lanes[self.body.emit.lane]

    def type(self, v: Value) -> Type | None:
        return self.act.carriers.of(v)

    def has(self, v: Value) -> bool:
        """Does ``v`` have an adjoint?"""
        return not isinstance(v, Constant) and self.act.value(v) and self.type(v) is not None

    def variable(self, v: Value) -> Value:
        found = self.variables.get(v)
        if found is None:
            t = self.type(v)
            assert t is not None
            found = self.variables[v] = self.body.stack.variable(t, nothing(t))
        return found

    def take(self, v: Value) -> Value:
        """The adjoint of ``v``, which is zero from here on."""
        t = self.type(v)
        assert t is not None
        d = self.b.load(t, self.variable(v))
        self.b.store(nothing(t), self.variable(v))
        return d

    def accumulate(self, v: Value, d: Value | None, path: tuple[int, ...] = ()) -> None:
        """Add ``d`` to the adjoint of ``v`` (of its component ``path``); nothing if ``v`` is not active."""
        if d is None or not self.has(v):
            return
        t = self.type(v)
        assert t is not None
        pointer: Value = self.variable(v)
        at = t
        for i in path:
            at = at.elements[i] if at.is_struct else at.element  # type: ignore[attr-defined]
        if path and not t.is_vector:
            pointer = self.b.gep(t, pointer, [const_int(I64, 0), *(_index(i, k) for k, i in enumerate(path))])
        elif path:
            old = self.b.load(t, pointer)
            new = self.add(self.b.extract_element(old, const_int(I64, path[0])), d)
            self.b.store(self.b.insert_element(old, new, const_int(I64, path[0])), pointer)
            return
        if at.is_aggregate:
            for inner, _, leaf in leaves(at):
                if leaf.scalar.is_float:
                    self.accumulate(v, self.component(d, inner), path + inner)
            return
        self.b.store(self.add(self.b.load(at, pointer), self.converted(d, at, v)), pointer)

    def converted(self, d: Value, t: Type, v: Value) -> Value:
        if d.type is not t:
            if isinstance(v, Instruction):
                raise fail(v, f"a value of type {t} is copied as {d.type}")
            raise AssertionError(f"adjoint of type {d.type} for a value of type {t}")
        return d

    def add(self, a: Value, b: Value) -> Value:
        return self.b.fadd(a, b, flags=self.flags)

    def component(self, d: Value, path: tuple[int, ...]) -> Value:
        if not path:
            return d
        if d.type.is_vector:
            return self.b.extract_element(d, const_int(I64, path[0]))
        return self.b.extract_value(d, list(path))

    def final(self, b: Builder, v: Value) -> Value:
        """The derivative to hand back for parameter ``v`` (a zero is +0.0)."""
        t = self.type(v)
        assert t is not None
        if v not in self.variables:
            return zero(t)
        d = b.load(t, self.variable(v))
        return d if t.is_aggregate else b.fadd(d, const_float(t, 0.0))

    def seed(self, ret: Instruction) -> None:
        """The reverse sweep starts with the adjoint of the return value."""
        if not self.body.key.ret or not ret.operands:
            return
        self.r.at(self.body.rblocks[ret.block], self.body.flow.loop_of[ret.block])  # type: ignore[index]
        for lane in self.body.emit.each_lane():
            self.accumulate(ret.operands[0], self.body.rev.args[lane - len(self.lanes)])

    # ---- instructions

    def reverse(self, inst: Instruction) -> None:
        handler = getattr(self, f"_{inst.opcode}", None)
        if handler is not None:
            handler(inst)
            return
        if not self.has(inst):
            return
        rule = lookup_instruction(inst)
        what = sign_operation(inst, self.type(inst)) if rule is None else ""
        if what and self.has(inst.operands[0]):
            x = self.r.get(self.body.emit.value(inst.operands[0]))
            self.accumulate(inst.operands[0], adjoint(self.b, what, self.take(inst), x))
            return
        if rule is None:
            raise fail(inst, f"no derivative is known for the active operation '{inst.opcode}' on floating-point bits")
        self._rule(inst, rule)

    def _kept(self, inst: Instruction) -> None:
        """See `irad.rules.kept`.  A number that decides and has no derivative is zero in its neighbourhood as well."""
        d = self.take(inst)
        decides, x = inst.args
        if not self.has(decides):
            d = keep_zero(self.b, self.r.get(self.body.emit.value(decides)), d)
        self.accumulate(x, d)

    def _rule(self, inst: Instruction, rule: MathRule) -> None:
        if is_kept(inst):
            self._kept(inst)
            return
        d = self.take(inst)
        outputs = rule.outputs(inst)
        strong = rule.singular or not self.certain.of(inst)
        for i, (k, path) in enumerate(rule.inputs(inst)):
            if not self.has(inst.operands[k]):
                continue
            for j, out in enumerate(outputs):
                if rule.is_zero(inst, j, i):
                    continue
                dj = self.component(d, out)
                self.accumulate(inst.operands[k], self.partial(inst, rule, j, i, dj, strong), path)

    def partial(self, inst: Instruction, rule: MathRule, j: int, i: int, d: Value, strong: bool) -> Value:
        """The contribution of output ``j`` to input ``i``: exactly zero where ``d`` is, if ``strong``."""
        used, result = rule.needs(inst, j, i)
        operands = [self.r.get(self.body.emit.value(o)) if k in used else None for k, o in enumerate(inst.operands)]
        primal = self.r.get(self.body.emit.value(inst)) if result else None
        block = self.b.block
        assert block is not None
        before = len(block.instructions)
        x = rule.apply(self.b, inst, j, i, d, operands, primal, self.flags[1:])
        if block is self.b.block:
            x = self._share(x, inst, operands, block.instructions[before:])
        if strong and (used or result):
            x = keep_zero(self.b, d, x)
            factor = self._factor(inst, i, operands, primal)
            if factor is not None:
                x = keep_zero(self.b, factor, x)
        return x

    def _factor(self, inst: Instruction, i: int, operands: Sequence[Value | None], primal: Value | None) -> Value | None:
        """In a product that is differentiated again, what makes a contribution zero where it is zero, whatever the adjoint.

        The adjoint of a value that nobody wants is zero, but the adjoint of that adjoint may be anything.  It goes no further
        than to the select where the value is chosen: what else is a factor there is multiplied with the zero.
        """
        if not self.certain.kept:
            return None
        if inst.opcode == "fmul" and _may_be_adjoint(inst.operands[1 - i]):
            return operands[1 - i]
        return primal if inst.opcode == "fdiv" and i == 1 and _may_be_adjoint(inst.operands[0]) else None

    def _share(self, x: Value, inst: Instruction, operands: Sequence[Value | None], made: list[Instruction]) -> Value:
        """Take from the primal what the formula of a contribution ``x`` has called a function for, if the primal has it."""
        origin = {v: o for v, o in zip(operands, inst.operands, strict=True) if v is not None}
        for call in made:
            if call.opcode != "call" or not all(v in origin or isinstance(v, Constant) for v in call.args):
                continue
            twin = self.twins.of(call, [origin.get(v, v) for v in call.args], inst)
            if twin is None:
                continue
            self.b.position_before(call)
            value = self.r.get(self.body.emit.value(twin))
            call.replace_all_uses_with(value)
            x = value if x is call else x
            block = call.block
            call.erase()
            assert block is not None
            self.b.position_at_end(block)
        return x

    def _select(self, inst: Instruction) -> None:
        if not self.has(inst):
            return
        d = self.take(inst)
        cond, yes, no = inst.operands
        if self.has(yes) or self.has(no):
            c = self.r.get(self.body.emit.value(cond))
            for path, t in _float_leaves(d.type):
                x = self.component(d, path)
                none = nothing(t)
                if self.has(yes):
                    self.accumulate(yes, self.b.select(c, x, none), path)
                if self.has(no):
                    self.accumulate(no, self.b.select(c, none, x), path)

    def _move(self, inst: Instruction) -> None:
        if self.has(inst):
            self.accumulate(inst.operands[0], self.take(inst))

    _freeze = _move

    def _bitcast(self, inst: Instruction) -> None:
        if not self.has(inst):
            return
        d = self.take(inst)
        t = self.type(inst.operands[0])
        if t is not None and t is not d.type:
            if t.scalar is not d.type.scalar:
                raise fail(inst, f"the bits of a {t} are read as {d.type}")
            d = self.b.cast("bitcast", d, t)
        self.accumulate(inst.operands[0], d)

    def _extractvalue(self, inst: Instruction) -> None:
        if self.has(inst):
            self.accumulate(inst.operands[0], self.take(inst), tuple(inst.attrs["indices"]))

    def _insertvalue(self, inst: Instruction) -> None:
        if not self.has(inst):
            return
        d = self.take(inst)
        at = tuple(inst.attrs["indices"])
        agg, part = inst.operands
        if self.has(part):
            self.accumulate(part, self.component(d, at))
        for path, _ in _float_leaves(d.type):
            if path[: len(at)] != at:
                self.accumulate(agg, self.component(d, path), path)

    def _extractelement(self, inst: Instruction) -> None:
        if not self.has(inst):
            return
        d = self.take(inst)
        vec, index = inst.operands
        if self.has(vec):
            pointer = self.variable(vec)
            t = self.type(vec)
            assert t is not None
            k = self.r.get(self.body.emit.value(index))
            old = self.b.load(t, pointer)
            new = self.add(self.b.extract_element(old, k), d)
            self.b.store(self.b.insert_element(old, new, k), pointer)

    def _insertelement(self, inst: Instruction) -> None:
        if not self.has(inst):
            return
        d = self.take(inst)
        vec, part, index = inst.operands
        k = self.r.get(self.body.emit.value(index))
        self.accumulate(part, self.b.extract_element(d, k))
        self.accumulate(vec, self.b.insert_element(d, nothing(d.type.scalar), k))

    def _shufflevector(self, inst: Instruction) -> None:
        if not self.has(inst):
            return
        d = self.take(inst)
        count = inst.operands[0].type.count  # type: ignore[attr-defined]
        for lane, source in enumerate(inst.attrs["mask"]):
            if source >= 0:
                x = self.b.extract_element(d, const_int(I64, lane))
                self.accumulate(inst.operands[source // count], x, (source % count,))

    # ---- memory

    def _places(self, t: Type, carrier: Type | None) -> list[tuple[tuple[int, ...], int, Type]]:
        """The float data in an access of type ``t``: (path in the adjoint, byte offset, type)."""
        if t.is_int:
            return [((), 0, carrier)] if carrier is not None else []
        return [(path, at, leaf) for path, at, leaf in leaves(t) if leaf.scalar.is_float]

    def _load(self, inst: Instruction) -> None:
        pointer = inst.operands[0]
        active = self.act.node(self.act.memory.node_of(pointer))
        if active:
            self.body.refuse.known(inst, inst, pointer)
        if not self.has(inst):
            return
        d = self.take(inst)
        if not active or inst in self.body.early.loads:
            return
        base = self.r.get(self.body.emit.shadow(pointer))
        for path, offset, t in self._places(inst.type, self.type(inst)):
            at = self.b.gep(I8, base, [const_int(I64, offset)])
            align = _align_at(inst, offset)
            there = self._zeroed(at, t, pointer)
            new = self.component(d, path)
            if there is None:
                new = self.add(self.b.load(t, at, align=align), new)
            else:
                there.erase()
            self._note(self.b.store(new, at, align=align), pointer)

    def _note(self, store: Instruction, pointer: Value) -> None:
        """Remember which shadow memory the block being written has just changed."""
        if self._block is not self.b.block:
            self._block = self.b.block
            self._changed = []
        self._changed.append((store, self.act.memory.node_of(pointer)))

    def _zeroed(self, at: Value, t: Type, pointer: Value) -> Instruction | None:
        """The store that has just set the shadow at ``at`` to zero, if nothing has looked since: adding is storing then."""
        if self._block is not self.b.block or self.flags == ():
            return None
        node = self.act.memory.node_of(pointer)
        aliasing = self.body.unchanged().aliasing
        for store, other in reversed(self._changed):
            if store.block is None:
                continue
            if store.operands[1] is at:
                between = store.block.instructions[store.block.instructions.index(store) :]
                calls = any(i.opcode == "call" and not is_pure_call(i) for i in between)
                return store if is_zero(store.operands[0]) and not calls else None
            if node is None or other is None or aliasing.may_overlap(node, other):
                return None
        return None

    def _store(self, inst: Instruction) -> None:
        value, pointer = inst.operands
        if not self.act.node(self.act.memory.node_of(pointer)):
            return
        self.body.refuse.known(inst, value, pointer)
        carrier = self.act.carriers.stored(inst)
        if carrier is None:
            return
        base = self.r.get(self.body.emit.shadow(pointer))
        small = self.act.memory.node_of(pointer) in self.body.small
        for path, offset, t in self._places(value.type, carrier):
            at = self.b.gep(I8, base, [const_int(I64, offset)])
            align = _align_at(inst, offset)
            if self.has(value):
                self.accumulate(value, self.b.load(t, at, align=align), path)
            self._note(self.b.store(nothing(t) if small else zero(t), at, align=align), pointer)

    def _atomicrmw(self, inst: Instruction) -> None:
        pointer, value = inst.operands
        if not self.body.refuse.atomic(inst, pointer, value):
            return
        if inst.attrs["op"] not in ("fadd", "fsub"):
            raise fail(inst, f"atomicrmw {inst.attrs['op']} on active memory")
        base = self.r.get(self.body.emit.shadow(pointer))
        d = self.b.load(value.type, base)
        self.accumulate(value, d if inst.attrs["op"] == "fadd" else self.b.fneg(d))
        if self.has(inst):
            self.b.store(self.add(d, self.take(inst)), base)

    # ---- calls

    def _alloca(self, inst: Instruction) -> None:
        if inst in self.body.reserves and not self.body.emit.lane:
            self.body.stack.release(self.b, self.r.get(self.body.emit.value(inst)))

    def _call(self, inst: Instruction) -> None:
        callee = called_function(inst)
        name = callee.name if callee is not None else ""
        if name.startswith("llvm.lifetime.start"):
            self._lifetime(inst)
            return
        if copy_call(inst):
            self._bulk(inst, copy_call(inst))
            self._release_words(inst)
            return
        if name.startswith("llvm.masked."):
            self._masked(inst, name)
            return
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, MathRule):
            if self.has(inst):
                self._rule(inst, rule)
        elif isinstance(rule, AllocationRule):
            self._allocation(inst, rule)
        elif isinstance(rule, DeallocationRule):
            if rule.name != "irad_release" and not self.body.deferred(inst):
                self.body.lifetimes.given_back(self.b, inst.operands[rule.pointer])
        elif isinstance(rule, InactiveRule) and not rule.whole:
            self._overwritten(inst, rule)
        elif isinstance(rule, InactiveRule) or name.startswith("llvm."):
            return
        elif inst in self.body.calls and not self.body.emit.lane:
            self._active_call(inst)

    def _overwritten(self, inst: Instruction, rule: InactiveRule) -> None:
        """A library function stores a number that depends on nothing: the adjoint of what was there goes no further."""
        for pointer, size in inactive.overwritten(self.act, inst, rule):
            self.body.memset(self.b, self.r.get(self.body.emit.shadow(pointer)), const_int(I64, size))

    def _lifetime(self, inst: Instruction) -> None:
        """A new life of a stack object begins: what the shadow holds belongs to bytes that were never written."""
        pointer = inst.args[-1]
        if isinstance(pointer, Instruction) and pointer.opcode == "alloca" and self._pure(pointer):
            size = const_int(I64, LAYOUT.size_of(pointer.attrs["allocated_type"]))
            if not pointer.operands or isinstance(pointer.operands[0], ConstantInt):
                self.body.memset(self.b, self.r.get(self.body.emit.shadow(pointer)), size)

    def _pure(self, pointer: Value) -> bool:
        """Is the node active, and without pointers among its data?"""
        node = self.act.memory.node_of(pointer)
        if node is None or not self.act.node(node):
            return False
        return not any("ptr" in c.find().kinds for c, _ in node.fields.values())

    def _bulk(self, inst: Instruction, kind: str) -> None:
        dst = inst.operands[0]
        if not self.act.node(self.act.memory.node_of(dst)):
            return
        size = inst.operands[2]
        src = inst.operands[1]
        from_active = kind == "copy" and self.act.node(self.act.memory.node_of(src))
        columns: list[tuple[int, FloatType, int]] | None = None
        try:
            columns = self.body.columns(inst, dst, size)
        except DifferentiationError:
            if from_active:
                raise
        mixed = self.body.copies.mixed.get((inst, self.body.emit.lane), {})
        words = self.body.copies.words.get(inst)
        dropped = heap.overwritten(self.body, inst) if kind == "copy" else []
        if columns == [] and not mixed and not dropped and words is None:
            return
        r = self.r
        to = r.get(self.body.emit.shadow(dst))
        n = r.get(self.body.emit.value(size))
        n = n if n.type is I64 else self.b.cast("zext", n, I64)
        # Adjoints of what is overwritten are dropped: all bytes, if it cannot be told which are floats.
        if columns is None or (words is not None and not from_active):
            self.body.memset(self.b, to, n)
            return
        for offset, t in dropped:
            self.b.store(zero(t), self.b.gep(I8, to, [const_int(I64, offset)]), align=1)
        source = r.get(self.body.emit.shadow(src)) if from_active else None
        # Places are taken one by one; the loops over columns go in the right direction by themselves.
        places = len(mixed) + sum(not stride for *_, stride in columns)
        if source is not None and places > 1 and _may_overlap(inst) and isinstance(size, ConstantInt):
            to = self._taken(to, size.value, columns, {k: r.get(p) for k, p in mixed.items()})
        for offset, t, stride in columns:
            width = LAYOUT.size_of(t)
            count = count_of(self.b, n, offset, width, stride)
            step = const_int(I64, stride if stride > 0 else width)
            at = self.b.gep(I8, to, [const_int(I64, offset)])
            if source is None:
                self.b.call_function(self.body.runtime.helper("zero_adjoint", t), [at, step, count])
                continue
            other = self.b.gep(I8, source, [const_int(I64, offset)])
            self.b.call_function(self.body.runtime.helper("copy_adjoint", t), [other, at, count, step])
        for offset, pointer in mixed.items():
            self._one_of_both(source, to, offset, r.get(pointer))
        if words is not None and source is not None:
            reverse_words(self.b, self.body.runtime, self.r.get, source, to, n, words)

    def _taken(self, shadow: Value, size: int, columns: Sequence[tuple[int, FloatType, int]], mixed: dict[int, Value]) -> Value:
        """The adjoints of what a copy has overwritten, in a place of their own; where they were there is nothing left."""
        b = self.b
        own = self.r.tape.stack.variable(array(-(-size // 8), I64), None)
        b.call_function(self.body.runtime.memcpy(), [own, shadow, const_int(I64, size), const_int(I1, 0)])
        for offset, t, stride in columns:
            width = LAYOUT.size_of(t)
            count = count_of(b, const_int(I64, size), offset, width, stride)
            step = const_int(I64, stride if stride > 0 else width)
            at = b.gep(I8, shadow, [const_int(I64, offset)])
            b.call_function(self.body.runtime.helper("zero_adjoint", t), [at, step, count])
        for offset, pointer in mixed.items():
            self._one_of_both(None, shadow, offset, pointer)
        return own

    def _one_of_both(self, source: Value | None, to: Value, offset: int, pointer: Value) -> None:
        """The reverse of copying 8 bytes that held a pointer or a double; ``pointer``: which of them it was."""
        at = [const_int(I64, offset)]
        here = self.b.gep(I8, to, at)
        d = self.b.load(DOUBLE, here, align=1)
        self.b.store(self.b.select(pointer, d, zero(DOUBLE)), here, align=1)
        if source is not None:
            there = self.b.gep(I8, source, at)
            old = self.b.load(DOUBLE, there, align=1)
            self.b.store(self.b.select(pointer, old, self.add(old, d)), there, align=1)

    def _masked(self, inst: Instruction, name: str) -> None:
        from irad.transform.masked import reverse_masked

        reverse_masked(self, inst, name)

    def _allocation(self, inst: Instruction, rule: AllocationRule) -> None:
        body = self.body
        if body.kept_allocation(inst) and not body.emit.lane:
            heap.free_again(body, self.b, inst, self.r.get(body.emit.value(inst)), rule)
        if rule.kind == "reserve":
            if body.emit.lane:
                return
            arena = self.r.get(body.emit.value(inst.operands[0]))
            primal = self.r.get(body.emit.value(inst))
            self.b.call_function(body.runtime.function("irad_release"), [arena, primal])
            return
        if inst not in body.emit.shadows:
            return
        shadow = self.r.get(body.emit.shadow(inst))
        if inst in body.reserves:
            if not body.emit.lane:  # the first lane's was reserved first
                body.stack.release(self.b, shadow)
            return
        if rule.kind == "realloc":
            heap.reverse_realloc(self, inst, shadow)
            body.lifetimes.given_back(self.b, inst.operands[0])
        body.lifetimes.end(self.b, inst, rule, shadow)
        self._release_words(inst)

    def _release_words(self, inst: Instruction) -> None:
        words = self.body.copies.words.get(inst)
        if words is not None and self.body.emit.lane == len(self.body.emit.lanes) - 1:
            self.body.stack.release(self.b, self.r.get(words.kept))

    def _active_call(self, inst: Instruction) -> None:
        body = self.body
        call = body.calls[inst]
        if call.done is not None:
            if self.has(inst):
                self.take(inst)
            for argument, d in call.done:
                self.accumulate(inst.args[argument], self.r.get(d))
            return
        if call.again is not None:
            reverse_again(self, inst, call.again)
            return
        args: list[Value] = [body.stack.arena, self.r.get(call.tape), *(self.r.get(s) for s in call.shadows)]
        if call.ret:
            t = call.reverse_type.params[-1]  # an integer may carry the bits of floats
            if len(args) == len(call.reverse_type.params) or (self.has(inst) and self.type(inst) is not t):
                raise fail(inst, "the function called returns no such bits of floats as its caller sees in its result")
            args += [self.take(inst) if self.has(inst) else zero(t) for _ in body.emit.each_lane()]
        result = self.b.call(self.r.get(call.reverse), call.reverse_type, args)
        for k in range(0, len(call.fields), len(self.lanes)):
            name = call.fields[k]
            assert isinstance(name, int)
            for lane in body.emit.each_lane():
                self.accumulate(inst.args[name], self.b.extract_value(result, [k + lane]))


def _may_overlap(copy: Instruction) -> bool:
    callee = called_function(copy)
    return callee is not None and "memmove" in callee.name


def nothing(t: Type) -> Value:
    """The neutral start of an adjoint: -0.0, since -0.0 + x is x bit for bit (and folds)."""
    return zero(t) if t.is_aggregate else const_float(t, -0.0)


def _float_leaves(t: Type) -> list[tuple[tuple[int, ...], Type]]:
    return [(path, leaf) for path, _, leaf in leaves(t) if leaf.scalar.is_float]


def _index(i: int, depth: int) -> Value:
    from irad.ir.types import I32

    return const_int(I32, i)


def _align_at(inst: Instruction, offset: int) -> int | None:
    """The alignment of the part of an access that lies ``offset`` bytes in."""
    align: int | None = inst.attrs.get("align")
    if align is None or offset == 0:
        return align
    return min(align, offset & -offset)
