"""The augmented and the reverse function of a call pattern (`glue.py`)."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from llvmlite import ir

from irad.errors import DifferentiationError
from irad.frontends.python.containers.value_trees import move
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.python_values import (
    I8,
    I32,
    I64,
    ITEM,
    PTR,
    REGISTER,
    ArrayV,
    KnownV,
    NoneV,
    ScalarV,
    TupleV,
    Val,
    const,
    leaf_types,
)
from irad.frontends.python.sources.function_notes import host_of
from irad.frontends.python.sources.joined_types import contiguous
from irad.frontends.python.sources.made_functions import MadeFunction
from irad.frontends.python.sources.python_types import INT, NONE, Array, Scalar, Tuple, Ty, has_array
from irad.frontends.python.sources.rule_sets import AGAIN, ASKING
from irad.frontends.python.userrules import host_rules
from irad.frontends.python.userrules.glue import SLOT, Glue, Work, tape_leaves
from irad.frontends.python.userrules.glue_results import as_primal
from irad.frontends.python.userrules.ruled_function import RuledFunction
from irad.rules.formulas.external import Texts, Wanted
from irad.rules.python_rules import PythonRule


def reverse_texts(author: RuledFunction, rule: PythonRule, wanted: Wanted) -> Texts:
    """The augmented and the reverse function."""
    work = Work(author, rule, wanted)
    tape = AugmentedGlue(work).build()
    ReverseGlue(work, tape).build()
    return work.texts()


class AugmentedGlue(Glue):
    def __init__(self, work: Work) -> None:
        super().__init__(work, work.author.rules.augmented, "aug", ir.LiteralStructType([I32, PTR]), ())

    def build(self) -> Ty:
        """Returns the type of the user's tape."""
        low, work = self.low, self.work
        frame = low.alloca(PTR)
        low.b.store(ir.Constant(PTR, None), frame)
        mark = low.reserve_raw(const(16)) if not has_array(work.author.result) else None
        primal, shadow, tape = self._call()
        primal = self.write_primal(primal)
        kept = [self.fn.args[i] for i in range(1, len(self.fn.args))]
        kept += self._result_shadows(work.author.result, primal, shadow, [0])
        made = self._keep(kept, tape)
        low.b.store(made, frame)
        self.finish()
        low.b = ir.IRBuilder(low.exit)
        if mark is not None:
            low.release(mark)
        out = low.b.insert_value(ir.Constant(self.fn.ftype.return_type, ir.Undefined), low.b.load(low.status, typ=I32), 0)
        low.b.ret(low.b.insert_value(out, low.b.load(frame, typ=PTR), 1))
        return tape.ty  # type: ignore[no-any-return]

    def _result_shadows(self, ty: Ty | None, primal: Val, shadow: Val, count: list[int]) -> list[Any]:
        """Pass the shadows of returned arrays to the caller; returns what the reverse needs: addresses (one per lane), sizes."""
        if isinstance(ty, Tuple):
            shadows = shadow.items if isinstance(shadow, TupleV) else [NoneV()] * len(ty.items)
            if not isinstance(primal, TupleV) or len(shadows) != len(ty.items):
                raise self.wrong(f"the rule returns the primal {primal.ty} and the shadow {shadow.ty}, the function {ty}")
            parts = zip(ty.items, primal.items, shadows, strict=True)
            return [x for t, p, s in parts for x in self._result_shadows(t, p, s, count)]
        if isinstance(ty, (Scalar, Array)):
            count[0] += 1
        if not isinstance(ty, Array):
            return []
        if not isinstance(primal, ArrayV):
            raise self.wrong(f"the rule returns {primal.ty} as primal of an array")
        out = [*primal.shape, *([] if ty.layout == "C" else primal.strides)]
        for lane in range(self.work.wanted.width):
            place = self.result_shadow(count[0] - 1, lane)
            if place is None:
                continue
            own = self._shadow_array(ty, primal, shadow, lane)
            self.low.b.store(own.data, place)
            out.append(own.data)
        return out

    def _shadow_array(self, ty: Array, primal: ArrayV, shadow: Val, lane: int) -> ArrayV:
        """The shadow that the rule returns, zeros where it returns none (and for further lanes)."""
        if isinstance(shadow, NoneV) or (lane and self.work.author.fresh):
            if not self.work.author.fresh:
                name = self.work.author.fn.__name__
                hint = "return AugmentedReturn(primal, shadow, tape) with the same part of the argument's .dval"
                raise self.wrong(f"{name}() may return part of an argument, and the rule returns no shadow", hint)
            return self._zeros(primal)
        if lane:
            raise self.wrong(f"the rule returns {shadow.ty} as shadow of {ty}, which does not fit")
        return as_primal(self.low, self.work.author, shadow, primal, "shadow")

    def _call(self) -> tuple[Val, Val, Val]:
        """(primal, shadow, tape)"""
        work = self.work
        rules = work.author.rules
        notes = [self.note(k, 0, False) for k in range(len(work.author.types))]
        if self.host:
            adapter = host_rules.augmented(self.rule, rules, work.author.fn.__name__, work.config.needs_primal)
            result = Tuple((work.author.result or NONE, INT))
            given = [n.items[0] for n in notes] if rules.reverse_style == "jax" else [KnownV(work.config), *notes]
            out = self.call_python_rule(adapter, result, given)
            assert isinstance(out, TupleV)
            return out.items[0], NoneV(), out.items[1]
        if rules.reverse_style == AGAIN:
            self._refuse_changes()
            kept: list[Val] = [n.items[0] if o else NoneV() for n, o in zip(notes, work.config.overwritten, strict=True)]
            return self.call_rule([n.items[0] for n in notes]), NoneV(), TupleV(kept)
        if rules.reverse_style in ("jax", ASKING):
            out = self.call_rule([n.items[0] for n in notes])
            if not isinstance(out, TupleV) or len(out.items) != 2:
                raise self.wrong(f"the forward function of defvjp returns {out.ty}, not (result, residuals)")
            return out.items[0], NoneV(), out.items[1]
        out = self.call_rule([KnownV(work.config), *notes])
        if not isinstance(out, TupleV) or out.form is None or out.form.cls is not rules.augmented_return:
            raise self.wrong(f"the rule returns {out.ty}", "return irad.AugmentedReturn(primal, shadow, tape)")
        primal, shadow, tape = out.items
        if not isinstance(shadow, NoneV) and not has_array(work.author.result):
            hint = "return AugmentedReturn(primal, None, tape)"
            raise self.wrong("the rule returns a shadow, but the function returns no array", hint)
        return primal, shadow, tape

    def _refuse_changes(self) -> None:
        """Refuse functions that cannot be run again: they may write to arguments, return their parts, or read changed memory."""
        author = self.work.author
        hint = "return new arrays, change only arrays made in it (u = u.copy()), or call it without irad.recompute"
        head = f"calls of {author.fn.__name__}(), which returns arrays, cannot be run again in the reverse sweep: "
        place = self.source.place(self.node)
        keep, work_over = self.work.wanted.keep, self.work.config.overwritten
        if author.hosts:
            obstacle = "it calls ordinary Python"
        elif author.written:
            obstacle = f"it may change {author.written[0]}"
        elif not author.fresh:
            obstacle = "it may return part of an argument"
        elif author.by_strides and any(o and not _is_by_rows(t) for o, t in zip(work_over, author.types, strict=True)):
            obstacle = "it makes a view or a copy of an array with gaps, which is changed before that"
        elif any(s.argument == -1 and s.index < len(keep) and keep[s.index] for s in self.work.slots):
            obstacle = "an array from outside may be changed before that"
        else:
            return
        raise DifferentiationError(head + obstacle, place=place, hint=hint)

    def _keep(self, natives: list[Any], tape: Val) -> Any:
        """Store the frame of the tape."""
        low = self.low
        stack = low.b.gep(low.arena, [const(64 + 64 * self.work.wanted.tape_stack)], source_etype=I8)
        count = len(natives) + len(tape_leaves(tape.ty))
        reserve = self.compiler.runtime("irad_reserve")
        frame = low.b.call(reserve, [stack, const(SLOT * max(1, count))])
        leaves = [*natives, *self._tape(tape, lambda n: low.b.call(reserve, [stack, n]))]
        for k, v in enumerate(leaves):
            low.b.store(v, low.b.gep(frame, [const(SLOT * k)], source_etype=I8))
        return frame

    def _tape(self, v: Val, reserve: Any) -> list[Any]:
        """The registers of the tape, with copies of its arrays."""
        low = self.low
        if isinstance(v, TupleV):
            return [x for i in v.items for x in self._tape(i, reserve)]
        if isinstance(v, ArrayV):
            data = reserve(low.arrays.mul(low.arrays.size(v.shape), const(ITEM[v.ty.dtype])))
            copy = ArrayV(Array(v.ty.dtype, v.ty.ndim, "C"), data, list(v.shape), low.arrays.contiguous(v.shape))
            move(self.low, copy, v)
            return [data, *v.shape]
        return low.leaves(v, v.ty)


class ReverseGlue(Glue):
    def __init__(self, work: Work, tape: Ty) -> None:
        self.tape_type = contiguous(tape)
        wanted = work.wanted
        actives = [t for t, a in zip(work.author.signature, wanted.active, strict=True) if a for _ in range(wanted.width)]
        result = ir.LiteralStructType(actives) if actives else ir.VoidType()
        super().__init__(work, self._rule(work), "rev", result, (PTR,), shadows=False)
        self.actives = actives
        self.kept: list[Any] = []
        self.handed: list[Any] = []

    def _rule(self, work: Work) -> Any:
        rules, wanted = work.author.rules, work.wanted
        if rules.reverse_style != AGAIN:
            return rules.reverse
        active = {s.argument for s in work.slots if s.argument >= 0 and (wanted.active[s.index] or wanted.shadow[s.index])}
        return MadeFunction("pullback", rules.reverse, tuple(sorted(active)), given=len(work.author.types)).function

    def native(self, index: int) -> Any:
        return self.kept[self.places[index][0] - 2] if index else self.fn.args[0]

    def shadow(self, index: int, lane: int) -> Any:
        lanes = self.places[index][1]
        return self.kept[lanes[lane] - 2] if lanes else None

    def build(self) -> None:
        low, work = self.low, self.work
        width = work.wanted.width
        frame = self.fn.args[1]
        pairs = zip(work.author.signature[1:], work.wanted.shadow[1:], strict=True)
        signature = [t for t, s in pairs for _ in range(1 + width * s)]
        handed = self._handed_types(work.author.result, [0])
        types = [*signature, *handed, *tape_leaves(self.tape_type)]
        loaded = [low.b.load(low.b.gep(frame, [const(SLOT * k)], source_etype=I8), typ=t) for k, t in enumerate(types)]
        self.kept, tape = loaded[: len(signature)], loaded[len(signature) + len(handed) :]
        self.handed = loaded[len(signature) : len(signature) + len(handed)]
        out = [low.alloca(t) for t in self.actives]
        mark = low.reserve_raw(const(16))
        per_lane = []
        for lane in range(width):
            residuals = low.from_leaves(self.tape_type, list(tape))
            if lane < width - 1:
                residuals = self._copied(residuals)  # a rule may change it
            per_lane.append(self._lane(lane, residuals))
        for k, parts in enumerate(zip(*per_lane, strict=True)):
            for lane, part in enumerate(parts):
                low.b.store(part, out[k * width + lane])
        self.finish()
        low.b = ir.IRBuilder(low.exit)
        low.release(mark)
        stack = low.b.gep(low.arena, [const(64 + 64 * work.wanted.tape_stack)], source_etype=I8)
        low.b.call(self.compiler.runtime("irad_release"), [stack, frame])
        failed = self.compiler.external("irad_rule_failed", ir.FunctionType(ir.VoidType(), [PTR, I32]))
        low.b.call(failed, [low.arena, low.b.load(low.status, typ=I32)])
        if not out:
            low.b.ret_void()
            return
        made: Any = ir.Constant(self.fn.ftype.return_type, ir.Undefined)
        for k, (place, t) in enumerate(zip(out, self.actives, strict=True)):
            made = low.b.insert_value(made, low.b.load(place, typ=t), k)
        low.b.ret(made)

    def _copied(self, v: Val) -> Val:
        if isinstance(v, TupleV):
            return TupleV([self._copied(i) for i in v.items], v.form)
        return self._copy(v) if isinstance(v, ArrayV) else v

    def _lane(self, lane: int, tape: Val) -> list[Any]:
        """One call of the rule: the derivatives by the active arguments."""
        work = self.work
        rules = work.author.rules
        dret = self._adjoint(work.author.result, lane, [0], list(self.handed))
        notes = [self.note(k, lane, False) for k in range(len(work.author.types))]
        if host_of(rules.augmented) is not None and not self.host:
            raise self.wrong("the augmented primal runs as ordinary Python (irad.host_rule), so the reverse rule must too")
        if self.host:
            active = tuple(n.form is not None and n.form.cls is rules.classes["Active"] for n in notes)
            stored = host_of(rules.augmented) is not None
            adapter = host_rules.reverse(self.rule, rules, work.config, active, stored, lane == work.wanted.width - 1)
            result = Tuple(tuple(t for t, a in zip(work.author.types, active, strict=True) if a))
            out = self.call_python_rule(adapter, result, [dret, tape, *notes])
            assert isinstance(out, TupleV)
            return [self.low.leaves(v, t)[0] for v, t in zip(out.items, result.items, strict=True)]
        if rules.reverse_style == AGAIN:
            assert isinstance(tape, TupleV)
            values = [n.items[0] if isinstance(t, NoneV) else t for n, t in zip(notes, tape.items, strict=True)]
            out = self.call_rule([dret, *values])
            self._add(out, notes)
        elif rules.reverse_style == "jax":
            out = self.call_rule([tape, dret])
            self._add(out, notes)
        elif rules.reverse_style == ASKING:
            out = self.call_rule([tape, dret, TupleV([KnownV(self.has_shadow(n)) for n in notes])])
            self._add(out, notes)
        else:
            out = self.call_rule([KnownV(work.config), dret, tape, *notes])
        return self._derivatives(out, notes)

    def _handed_types(self, ty: Ty | None, count: list[int]) -> list[Any]:
        """The registers that the augmented function keeps for returned arrays: sizes (strides), the shadow's address by lane."""
        if isinstance(ty, Tuple):
            return [x for t in ty.items for x in self._handed_types(t, count)]
        if isinstance(ty, (Scalar, Array)):
            count[0] += 1
        if not isinstance(ty, Array):
            return []
        lanes = len(self.places[self.work.first_result + count[0] - 1][1])
        return [*[I64] * len(leaf_types(ty)[1:]), *[PTR] * lanes]

    def _adjoint(self, ty: Ty | None, lane: int, count: list[int], handed: list[Any]) -> Val:
        """The adjoint of the result; of numbers it is moved out of their shadows, since the call overwrites that memory."""
        low = self.low
        if isinstance(ty, Tuple):
            return TupleV([self._adjoint(t, lane, count, handed) for t in ty.items], ty.form)
        if isinstance(ty, Array):
            lanes = len(self.places[self.work.first_result + count[0]][1])
            count[0] += 1
            rest = len(leaf_types(ty)) - 1
            shape, data = handed[: ty.ndim], handed[rest : rest + lanes]
            strides = low.arrays.contiguous(shape) if ty.layout == "C" else handed[ty.ndim : rest]
            del handed[: rest + lanes]
            own = ArrayV(replace(ty, readonly=False), data[lane] if data else ir.Constant(PTR, None), shape, strides)
            return own if data else self._zeros(own)
        if not isinstance(ty, Scalar):
            return NoneV()
        k = count[0]
        count[0] += 1
        if not ty.is_float:
            return NoneV()
        place, zero = self.result_shadow(k, lane), zero_of(ty.kind)
        if place is None:
            return ScalarV(ty, zero)
        value = low.b.load(place, typ=REGISTER[ty.kind])
        low.b.store(zero, place)
        return ScalarV(ty, value)

    def _add(self, out: Val, notes: list[TupleV]) -> None:
        """Add the cotangents that a function of ``defvjp`` returns to the shadows."""
        if not isinstance(out, TupleV) or len(out.items) != len(notes):
            raise self.wrong(f"the function bwd of defvjp returns {out.ty}, not one cotangent for each of {len(notes)} arguments")
        for note, given in zip(notes, out.items, strict=True):
            if self.has_shadow(note):
                self._add_to(note.items[1], given)

    def _add_to(self, shadow: Val, given: Val) -> None:
        low = self.low
        if isinstance(given, NoneV):
            return
        if isinstance(shadow, TupleV) and isinstance(given, TupleV) and len(shadow.items) == len(given.items):
            for s, g in zip(shadow.items, given.items, strict=True):
                self._add_to(s, g)
        elif isinstance(shadow, ArrayV) and shadow.ty.is_inexact:
            low.arrays.assign(shadow, low.expr.binary(ast.Add(), shadow, given, self.node), self.node)

    def _derivatives(self, out: Val, notes: list[TupleV]) -> list[Any]:
        """One number per active argument, from what the rule returns."""
        author = self.work.author
        active = [k for k, n in enumerate(notes) if n.form is not None and n.form.cls is author.rules.classes["Active"]]
        if not active:
            return []
        floats = [k for k, t in enumerate(author.types) if isinstance(t, Scalar) and t.is_float]
        items = out.items if isinstance(out, TupleV) else [out]
        for owners in (list(range(len(notes))), active, floats):
            if len(owners) == len(items) and set(active) <= set(owners):
                found = dict(zip(owners, items, strict=True))
                break
        else:
            names = ", ".join(author.arg_names[k] for k in active)
            raise self.wrong(
                f"the rule returns {out.ty}, where the derivatives by {names} are due",
                f"return a tuple with one entry for each of the {len(notes)} arguments: the derivative, or None",
            )
        parts = []
        for k in active:
            v, ty = found[k], author.types[k]
            if not isinstance(v, ScalarV) or not isinstance(ty, Scalar):
                raise self.wrong(f"the rule returns {v.ty} as derivative by {author.arg_names[k]}, which must be a number")
            parts.append(self.low.convert(v, ty).v)
        return parts


def _is_by_rows(ty: Ty) -> bool:
    """Whether all arrays in a type are contiguous by rows."""
    if isinstance(ty, Tuple):
        return all(map(_is_by_rows, ty.items))
    return not isinstance(ty, Array) or ty.layout == "C"
