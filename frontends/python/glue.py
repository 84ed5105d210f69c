"""Between the conventions of the transform and the rules that users write: native functions around a call of the rule.

    {i32 status, ptr tape} @aug.S(ptr arena, parameters with shadows)        calls augmented_primal, keeps what reverse needs
    {derivatives}          @rev.S(ptr arena, ptr tape)                       calls reverse with it
    {i32 status}           @fwd.S(ptr arena, parameters with tangents)       calls forward, and the function itself

What lies on the tape is one frame: the native arguments with their shadows, then the numbers and arrays of the user's tape, whose
elements are copied to the tape's stack.  An error in an augmented or forward rule is a status like any other; one in a reverse
rule ends the whole call (`irad_rule_failed`), since the reverse sweep knows no errors.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from llvmlite import ir

from irad.errors import RuleError
from irad.frontends.python import hosted
from irad.frontends.python.captured import plain
from irad.frontends.python.compiler import Compiler, Instance, finished
from irad.frontends.python.host import HostCall, call_host, host_of, stub_source
from irad.frontends.python.lowering import Lowering, leaf_types
from irad.frontends.python.rules import FunctionAuthor
from irad.frontends.python.source import source_of
from irad.frontends.python.types import INT, NONE, Array, Form, NoneTy, Scalar, Tuple, Ty
from irad.frontends.python.values import I8, I32, ITEM, MEMORY, PTR, ArrayV, KnownV, NoneV, ScalarV, TupleV, Val, const
from irad.rules.external import Texts, Wanted
from irad.rules.late import add_late_site
from irad.rules.python import PythonRule

_SLOT = 8  # bytes that one number or pointer takes in the frame


def reverse_texts(author: FunctionAuthor, rule: PythonRule, wanted: Wanted) -> Texts:
    """The augmented and the reverse function."""
    work = _Work(author, rule, wanted)
    tape = _Augmented(work).build()
    _Reverse(work, tape).build()
    return work.texts()


def forward_texts(author: FunctionAuthor, rule: PythonRule, wanted: Wanted) -> Texts:
    """The forward function."""
    work = _Work(author, rule, wanted)
    _Forward(work).build()
    return work.texts()


@dataclass(frozen=True)
class Slot:
    """One native parameter: the argument it belongs to (-1 for captured arrays and results), and its number among all."""

    argument: int
    index: int
    llvm: Any


class RuleCompiler(Compiler):
    """Compiles rules into a module that exists already: error sites have numbers of their own."""

    def site(self, kind: type[Exception], message: str, source: Any, node: Any) -> int:
        return add_late_site(kind, message, source.place(node))


class _Work:
    """What the functions of one call pattern have in common."""

    def __init__(self, author: FunctionAuthor, rule: PythonRule, wanted: Wanted) -> None:
        self.author, self.rule, self.wanted = author, rule, wanted
        self.compiler = RuleCompiler(author.boundscheck, author.blas, f"{wanted.symbol}/")
        self.functions: list[ir.Function] = []
        self.slots: list[Slot] = []
        at = 1
        for k, ty in enumerate((*author.types, *(t for _, t, _ in author.captures))):
            for t in leaf_types(ty):
                self.slots.append(Slot(k if k < len(author.types) else -1, at, t))
                at += 1
        self.first_result = at
        self.results = len(author.signature) - at

    @property
    def config(self) -> Any:
        """What the rule is told of this call."""
        wanted = self.wanted
        over = [False] * len(self.author.types)
        for s in self.slots:
            if s.argument >= 0 and s.index < len(wanted.keep) and wanted.keep[s.index]:
                over[s.argument] = True
        results = range(self.first_result, self.first_result + self.results)
        unread = bool(wanted.unread) and all(wanted.unread[i] for i in results)
        return self.author.rules.config(tuple(over), self.results > 0 and not unread, 1)

    def texts(self) -> Texts:
        """All functions as text, and the declarations that they need."""
        bodies = [str(f) for f in self.functions] + [i.text() for i in self.compiler.instances.values() if i.done]
        text = finished(self.compiler, None, "\n".join(bodies) + "\n", "")
        lines = {name: str(fn).strip() for name, fn in self.compiler.declared.items() if f'@"{name}"' in text}
        callee = self.wanted.callee
        if re.search(rf'@"{re.escape(callee)}"\(', text):
            lines[callee] = f'declare i32 @"{callee}"({", ".join(map(str, self.author.signature))})'
        return Texts(text, lines)


class _Glue(Instance):
    """A native function around a rule, written with the means of the frontend."""

    def __init__(self, work: _Work, rule: Any, kind: str, result: Any, extra: Sequence[Any], shadows: bool = True) -> None:
        self.work, self.rule = work, rule
        author, wanted = work.author, work.wanted
        super().__init__(work.compiler, rule, (), f"{kind}.{wanted.symbol}")
        params: list[Any] = [PTR, *extra]
        self.places: list[tuple[int, tuple[int, ...]]] = [(0, ())]  # of each native parameter: its own place, its shadows'
        for t, has in zip(author.signature[1:], wanted.shadow[1:], strict=True):
            at = len(params)
            params += [t] * (1 + wanted.width if has else 1)
            self.places.append((at, tuple(range(at + 1, len(params)))))
        if not shadows:
            del params[1 + len(extra) :]
        self.fn = ir.Function(ir.Module("glue"), ir.FunctionType(result, params), self.symbol)
        self.fn.args[0].name = "arena"
        self.low = Lowering(self, self.fn)
        self.low.exit = self.fn.append_basic_block("exit")
        self.low.status = self.low.alloca(I32)
        self.node = self.source.node
        work.functions.append(self.fn)

    def __post_init__(self) -> None:
        self.source = stub_source(self.rule) if self.host else source_of(self.rule)
        self.arg_names, self.local_names, self.body = [], set(), []

    @property
    def host(self) -> bool:
        """Does the rule run as ordinary Python?"""
        return host_of(self.rule) is not None

    @property
    def keeps_arrays(self) -> bool:
        return False

    def ends_with_call(self, low: Lowering) -> bool:
        return False

    def wrong(self, message: str, hint: str = "") -> RuleError:
        return RuleError(message, place=self.source.place(self.node), hint=hint)

    def capture_array(self, low: Lowering, value: Any, name: str) -> Val:
        """An array that the rule uses from outside: only those that the function uses as well are at hand."""
        for k, (array, ty, _) in enumerate(self.work.author.captures):
            if array is value:
                at = [s.index for s in self.work.slots if s.argument == -1]
                first = sum(len(leaf_types(t)) for _, t, _ in self.work.author.captures[:k])
                return low.from_leaves(ty, [self.native(at[first + i]) for i in range(len(leaf_types(ty)))])
        raise self.wrong(
            f"the rule uses the array {name} from outside, which {self.work.author.fn.__name__}() does not use",
            "make it an argument, or put it on the tape",
        )

    # ---- native values

    def native(self, index: int) -> Any:
        """The value of a native parameter of the function."""
        return self.fn.args[self.places[index][0]]

    def shadow(self, index: int, lane: int) -> Any:
        """Its shadow, None if it has none."""
        lanes = self.places[index][1]
        return self.fn.args[lanes[lane]] if lanes else None

    # ---- annotated arguments

    def note(self, argument: int, lane: int, forward: bool) -> TupleV:
        """An argument as the rule gets it."""
        work, low = self.work, self.low
        ty = work.author.types[argument]
        slots = [s for s in work.slots if s.argument == argument]
        value = low.from_leaves(ty, [self.native(s.index) for s in slots])
        active = [s for s in slots if work.wanted.active[s.index]]
        shadowed = any(work.wanted.shadow[s.index] for s in slots)
        if active:
            if not isinstance(ty, Scalar):
                name = work.author.arg_names[argument]
                raise self.wrong(f"{name} holds a number with a derivative, for which a rule has no place", "pass it by itself")
            return self._noted("Active", value)
        if not shadowed:
            if _has_float(ty) and (forward or self._asks_for_shadow(argument)):
                return self._noted("Const", value, self._shadow_of(ty, slots, lane, value))
            return self._noted("Const", value)
        return self._noted("Duplicated", value, self._shadow_of(ty, slots, lane, value))

    def _noted(self, kind: str, *items: Val) -> TupleV:
        form = Form("dataclass", ("val", "dval")[: len(items)], self.work.author.rules.classes[kind])
        return TupleV(list(items), form)

    def _asks_for_shadow(self, argument: int) -> bool:
        """Does the rule do more with an argument than to look at its value?"""
        if self.host:
            return True
        arguments = self.source.node.args
        names = [a.arg for a in [*arguments.posonlyargs, *arguments.args]]
        name = names[len(names) - len(self.work.author.types) + argument]
        harmless = set()
        for n in ast.walk(self.source.node):
            if isinstance(n, ast.Attribute) and n.attr == "val":
                harmless.add(id(n.value))
            elif isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "isinstance" and n.args:
                harmless.add(id(n.args[0]))
        return any(isinstance(n, ast.Name) and n.id == name and id(n) not in harmless for n in ast.walk(self.source.node))

    def _shadow_of(self, ty: Ty, slots: list[Slot], lane: int, value: Val) -> Val:
        """The shadow of a value; zeros, which are thrown away, where it has none."""
        if isinstance(ty, Tuple):
            assert isinstance(value, TupleV)
            items, rest = [], list(slots)
            for t, v in zip(ty.items, value.items, strict=True):
                count = len(leaf_types(t))
                items.append(self._shadow_of(t, rest[:count], lane, v))
                del rest[:count]
            return TupleV(items, ty.form)
        if isinstance(ty, Array):
            data = self.shadow(slots[0].index, lane)
            if data is None:
                return self._zeros(value) if ty.dtype.startswith("float") else value
            assert isinstance(value, ArrayV)
            return ArrayV(replace(ty, readonly=False), data, value.shape, value.strides)
        if isinstance(ty, Scalar) and ty.is_float:
            given = self.shadow(slots[0].index, lane)
            return ScalarV(ty, given if given is not None else ir.Constant(MEMORY[ty.kind], 0.0))
        return value

    def _zeros(self, v: Val) -> ArrayV:
        assert isinstance(v, ArrayV)
        low = self.low
        data = low.reserve_raw(low.arrays.mul(low.arrays.size(v.shape), const(ITEM[v.ty.dtype])))
        out = ArrayV(Array(v.ty.dtype, v.ty.ndim, "C"), data, list(v.shape), low.arrays.contiguous(v.shape))
        low.arrays.assign(out, low.expr.constant(0.0, self.node), self.node)
        return out

    def _copy(self, v: ArrayV) -> ArrayV:
        """A copy of an array on stack 0."""
        low = self.low
        data = low.reserve_raw(low.arrays.mul(low.arrays.size(v.shape), const(ITEM[v.ty.dtype])))
        copy = ArrayV(Array(v.ty.dtype, v.ty.ndim, "C"), data, list(v.shape), low.arrays.contiguous(v.shape))
        self._move(copy, v)
        return copy

    def _move(self, target: ArrayV, source: ArrayV) -> None:
        low = self.low
        low.arrays.each(target.shape, lambda idx: low.arrays.store(target, idx, low.arrays.load(source, idx)))

    # ---- calls

    def call_python_rule(self, adapter: Any, result: Ty, values: list[Val]) -> Val:
        """Call a rule that runs as ordinary Python, through a function that brings its result into the form ``result``."""
        call = HostCall(adapter, self.rule.__name__, tuple(v.ty for v in values), result)
        return call_host(self.low, call, values, self.node)

    def call_rule(self, values: list[Val]) -> Val:
        """Call a function of the user's, with containers and constants as arguments."""
        fn = plain(self.rule)
        count = fn.__code__.co_argcount
        if count != len(values):
            raise self.wrong(
                f"the rule {fn.__name__}() has {count} parameters, it is called with {len(values)} arguments",
                "see docs/custom-rules.md for what rules are given",
            )
        callee = self.callee(self.low, fn, tuple(v.ty for v in values), self.source.place(self.node))
        return self.enter(self.low, callee, values)

    def call_function(self) -> None:
        """The function itself, on the primal arguments; it writes its results where they belong."""
        low = self.low
        signature = ir.FunctionType(I32, self.work.author.signature)
        callee = ir.Function(ir.Module("call"), signature, self.work.wanted.callee)
        status = low.b.call(callee, [self.native(k) for k in range(len(self.work.author.signature))])
        bad, good = self.fn.append_basic_block("callee.error"), self.fn.append_basic_block("returned")
        low.b.cbranch(low.b.icmp_signed("==", status, ir.Constant(I32, 0)), good, bad)
        low.b = ir.IRBuilder(bad)
        low.leave(status)
        low.b = ir.IRBuilder(good)

    # ---- results

    def result_shadow(self, k: int, lane: int) -> Any:
        return self.shadow(self.work.first_result + k, lane)

    def write_primal(self, value: Val) -> None:
        """Store what the rule says is the function's result."""
        work = self.work
        result = work.author.result
        if isinstance(result, NoneTy) or result is None:
            return
        if isinstance(value, NoneV):
            if work.config.needs_primal:
                raise self.wrong(
                    f"the rule returns no primal, but the value of {work.author.fn.__name__}() is used",
                    "return AugmentedReturn(primal, ...), unless config.needs_primal is false",
                )
            return
        if not _fits(value.ty, result):
            raise self.wrong(f"the rule returns {value.ty} as primal, {work.author.fn.__name__}() returns {result}")
        places = [self.native(work.first_result + k) for k in range(work.results)]
        self.low.write_results(value, result, places)

    def finish(self, value: Any = None) -> None:
        low = self.low
        if not low.b.block.is_terminated:
            low.leave(ir.Constant(I32, 0))
        ir.IRBuilder(low.entry).branch(low.start)
        self.done = False


class _Augmented(_Glue):
    def __init__(self, work: _Work) -> None:
        super().__init__(work, work.author.rules.augmented, "aug", ir.LiteralStructType([I32, PTR]), ())

    def build(self) -> Ty:
        """Returns the type of the user's tape."""
        low = self.low
        frame = low.alloca(PTR)
        low.b.store(ir.Constant(PTR, None), frame)
        mark = low.reserve_raw(const(16))
        primal, tape = self._call()
        self.write_primal(primal)
        kept = [self.fn.args[i] for i in range(1, len(self.fn.args))]
        made = self._keep(kept, tape)
        low.b.store(made, frame)
        self.finish()
        low.b = ir.IRBuilder(low.exit)
        low.release(mark)
        out = low.b.insert_value(ir.Constant(self.fn.ftype.return_type, ir.Undefined), low.b.load(low.status, typ=I32), 0)
        low.b.ret(low.b.insert_value(out, low.b.load(frame, typ=PTR), 1))
        return tape.ty  # type: ignore[no-any-return]

    def _call(self) -> tuple[Val, Val]:
        work = self.work
        rules = work.author.rules
        notes = [self.note(k, 0, False) for k in range(len(work.author.types))]
        if self.host:
            adapter = hosted.augmented(self.rule, rules, work.author.fn.__name__, work.config.needs_primal)
            result = Tuple((work.author.result or NONE, INT))
            given = [n.items[0] for n in notes] if rules.reverse_style == "jax" else [KnownV(work.config), *notes]
            out = self.call_python_rule(adapter, result, given)
            assert isinstance(out, TupleV)
            return out.items[0], out.items[1]
        if rules.reverse_style == "jax":
            out = self.call_rule([n.items[0] for n in notes])
            if not isinstance(out, TupleV) or len(out.items) != 2:
                raise self.wrong(f"the forward function of defvjp returns {out.ty}, not (result, residuals)")
            return out.items[0], out.items[1]
        out = self.call_rule([KnownV(work.config), *notes])
        if not isinstance(out, TupleV) or out.form is None or out.form.cls is not rules.augmented_return:
            raise self.wrong(f"the rule returns {out.ty}", "return irad.AugmentedReturn(primal, shadow, tape)")
        primal, shadow, tape = out.items
        if not isinstance(shadow, NoneV):
            hint = "return AugmentedReturn(primal, None, tape)"
            raise self.wrong("the rule returns a shadow, but the function returns no array", hint)
        return primal, tape

    def _keep(self, natives: list[Any], tape: Val) -> Any:
        """The frame."""
        low = self.low
        stack = low.b.gep(low.arena, [const(64 + 64 * self.work.wanted.tape_stack)], source_etype=I8)
        count = len(natives) + len(_tape_leaves(tape.ty))
        reserve = self.compiler.runtime("irad_reserve")
        frame = low.b.call(reserve, [stack, const(_SLOT * max(1, count))])
        leaves = [*natives, *self._tape(tape, lambda n: low.b.call(reserve, [stack, n]))]
        for k, v in enumerate(leaves):
            low.b.store(v, low.b.gep(frame, [const(_SLOT * k)], source_etype=I8))
        return frame

    def _tape(self, v: Val, reserve: Any) -> list[Any]:
        """The registers of the tape, with copies of its arrays."""
        low = self.low
        if isinstance(v, TupleV):
            return [x for i in v.items for x in self._tape(i, reserve)]
        if isinstance(v, ArrayV):
            data = reserve(low.arrays.mul(low.arrays.size(v.shape), const(ITEM[v.ty.dtype])))
            copy = ArrayV(Array(v.ty.dtype, v.ty.ndim, "C"), data, list(v.shape), low.arrays.contiguous(v.shape))
            self._move(copy, v)
            return [data, *v.shape]
        return low.leaves(v, v.ty)


class _Reverse(_Glue):
    def __init__(self, work: _Work, tape: Ty) -> None:
        self.tape_type = _contiguous(tape)
        wanted = work.wanted
        actives = [t for t, a in zip(work.author.signature, wanted.active, strict=True) if a for _ in range(wanted.width)]
        result = ir.LiteralStructType(actives) if actives else ir.VoidType()
        super().__init__(work, work.author.rules.reverse, "rev", result, (PTR,), shadows=False)
        self.actives = actives
        self.kept: list[Any] = []

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
        types = [*signature, *_tape_leaves(self.tape_type)]
        loaded = [low.b.load(low.b.gep(frame, [const(_SLOT * k)], source_etype=I8), typ=t) for k, t in enumerate(types)]
        self.kept, tape = loaded[: len(signature)], loaded[len(signature) :]
        out = [low.alloca(t) for t in self.actives]
        mark = low.reserve_raw(const(16))
        per_lane = []
        for lane in range(width):
            residuals = low.from_leaves(self.tape_type, list(tape))
            if lane < width - 1:
                residuals = self._copied(residuals)  # each call may do with it what it likes
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
        dret = self._adjoint(work.author.result, lane, [0])
        notes = [self.note(k, lane, False) for k in range(len(work.author.types))]
        if host_of(rules.augmented) is not None and not self.host:
            raise self.wrong("the augmented primal runs as ordinary Python (irad.host_rule), so the reverse rule must too")
        if self.host:
            active = tuple(n.form is not None and n.form.cls is rules.classes["Active"] for n in notes)
            stored = host_of(rules.augmented) is not None
            adapter = hosted.reverse(self.rule, rules, work.config, active, stored, lane == work.wanted.width - 1)
            result = Tuple(tuple(t for t, a in zip(work.author.types, active, strict=True) if a))
            out = self.call_python_rule(adapter, result, [dret, tape, *notes])
            assert isinstance(out, TupleV)
            return [self.low.leaves(v, t)[0] for v, t in zip(out.items, result.items, strict=True)]
        if rules.reverse_style == "jax":
            out = self.call_rule([tape, dret])
            self._add(out, notes)
        else:
            out = self.call_rule([KnownV(work.config), dret, tape, *notes])
        return self._derivatives(out, notes)

    def _adjoint(self, ty: Ty | None, lane: int, count: list[int]) -> Val:
        """The adjoint of the result, taken out of its shadow: the call has overwritten what was there."""
        low = self.low
        if isinstance(ty, Tuple):
            return TupleV([self._adjoint(t, lane, count) for t in ty.items], ty.form)
        if not isinstance(ty, Scalar):
            return NoneV()
        k = count[0]
        count[0] += 1
        if not ty.is_float:
            return NoneV()
        place, zero = self.result_shadow(k, lane), ir.Constant(MEMORY[ty.kind], 0.0)
        if place is None:
            return ScalarV(ty, zero)
        value = low.b.load(place, typ=MEMORY[ty.kind])
        low.b.store(zero, place)
        return ScalarV(ty, value)

    def _add(self, out: Val, notes: list[TupleV]) -> None:
        """Cotangents that a function of ``defvjp`` returns are added to the shadows."""
        if not isinstance(out, TupleV) or len(out.items) != len(notes):
            raise self.wrong(f"the function bwd of defvjp returns {out.ty}, not one cotangent for each of {len(notes)} arguments")
        for note, given in zip(notes, out.items, strict=True):
            if note.form is not None and note.form.cls is self.work.author.rules.classes["Duplicated"]:
                self._add_to(note.items[1], given)

    def _add_to(self, shadow: Val, given: Val) -> None:
        low = self.low
        if isinstance(given, NoneV):
            return
        if isinstance(shadow, TupleV) and isinstance(given, TupleV) and len(shadow.items) == len(given.items):
            for s, g in zip(shadow.items, given.items, strict=True):
                self._add_to(s, g)
        elif isinstance(shadow, ArrayV) and shadow.ty.dtype.startswith("float"):
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


class _Forward(_Glue):
    def __init__(self, work: _Work) -> None:
        super().__init__(work, work.author.rules.forward, "fwd", ir.LiteralStructType([I32]), ())

    def build(self) -> None:
        low, work = self.low, self.work
        mark = low.reserve_raw(const(16))
        written = self._written()
        saved = [self._copy(a) for a in written]
        width = work.wanted.width
        alone = False
        for lane in range(width):
            primal, tangent, alone = self._call(lane)
            self._store_tangent(work.author.result, tangent, lane, [0])
            if alone and lane == width - 1:
                self.write_primal(primal)
            else:
                for a, copy in zip(written, saved, strict=True):
                    self._move(a, copy)
        if not alone:
            self.call_function()
        self.finish()
        low.b = ir.IRBuilder(low.exit)
        low.release(mark)
        out = ir.Constant(self.fn.ftype.return_type, ir.Undefined)
        low.b.ret(low.b.insert_value(out, low.b.load(low.status, typ=I32), 0))

    def _written(self) -> list[ArrayV]:
        """The arrays that the function writes."""
        work = self.work
        out: list[ArrayV] = []

        def walk(v: Val, slots: list[Slot]) -> list[Slot]:
            if isinstance(v, TupleV):
                for i in v.items:
                    slots = walk(i, slots)
                return slots
            if isinstance(v, ArrayV) and "w" in work.rule.access[slots[0].index] and not v.ty.readonly:
                out.append(v)
            return slots[len(leaf_types(v.ty)) :]

        for k, ty in enumerate(work.author.types):
            slots = [s for s in work.slots if s.argument == k]
            walk(self.low.from_leaves(ty, [self.native(s.index) for s in slots]), slots)
        return out

    def _call(self, lane: int) -> tuple[Val, Val, bool]:
        """(primal, tangent, was the function itself run by the rule?)"""
        work = self.work
        rules = work.author.rules
        notes = [self.note(k, lane, True) for k in range(len(work.author.types))]
        if self.host:
            adapter = hosted.forward(self.rule, rules, work.config)
            return NoneV(), self.call_python_rule(adapter, work.author.result or NONE, list(notes)), False
        if rules.forward_style == "jax":
            tangents = [n.items[1] if len(n.items) > 1 else NoneV() for n in notes]
            out = self.call_rule([TupleV([n.items[0] for n in notes]), TupleV(tangents)])
            if not isinstance(out, TupleV) or len(out.items) != 2:
                raise self.wrong(f"the rule of defjvp returns {out.ty}, not (result, tangent)")
            return out.items[0], out.items[1], True
        out = self.call_rule([KnownV(work.config), *notes])
        if isinstance(out, TupleV) and out.form is not None and out.form.names == ("val", "dval"):
            return out.items[0], out.items[1], True
        return NoneV(), out, False

    def _store_tangent(self, ty: Ty | None, v: Val, lane: int, count: list[int]) -> None:
        if isinstance(ty, Tuple):
            if not isinstance(v, TupleV) or len(v.items) != len(ty.items):
                raise self.wrong(f"the rule returns {v.ty} as tangent of {ty}")
            for t, item in zip(ty.items, v.items, strict=True):
                self._store_tangent(t, item, lane, count)
            return
        if not isinstance(ty, Scalar):
            return
        k = count[0]
        count[0] += 1
        place = self.result_shadow(k, lane)
        if place is None or not ty.is_float:
            return
        if not isinstance(v, ScalarV):
            raise self.wrong(f"the rule returns {v.ty} as tangent of {ty}")
        tangent = self.low.convert(v, ty).v
        self.low.b.store(tangent, place)


def _tape_leaves(ty: Ty) -> list[Any]:
    return leaf_types(_contiguous(ty))


def _contiguous(ty: Ty) -> Ty:
    """The type of a tape as it is kept."""
    if isinstance(ty, Tuple):
        return Tuple(tuple(_contiguous(t) for t in ty.items), ty.form)
    return Array(ty.dtype, ty.ndim, "C") if isinstance(ty, Array) else ty


def _has_float(ty: Ty) -> bool:
    if isinstance(ty, Tuple):
        return any(_has_float(t) for t in ty.items)
    return ty.dtype.startswith("float") if isinstance(ty, Array) else isinstance(ty, Scalar) and ty.is_float


def _fits(given: Ty, wanted: Ty) -> bool:
    if isinstance(given, Tuple) and isinstance(wanted, Tuple):
        return len(given.items) == len(wanted.items) and all(map(_fits, given.items, wanted.items))
    return type(given) is type(wanted)
