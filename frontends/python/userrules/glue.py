"""Adapters between the transform's conventions and the rules that users write: the common part of the native functions.

    {i32 status, ptr tape} @aug.S(ptr arena, parameters with shadows)        calls augmented_primal, keeps what reverse needs
    {derivatives}          @rev.S(ptr arena, ptr tape)                       calls reverse with it
    {i32 status}           @fwd.S(ptr arena, parameters with tangents)       calls forward, and the function itself

`glue_reverse.py` writes the first two, `glue_forward.py` the last.  The tape holds one frame: the native arguments with their
shadows, then the numbers and arrays of the user's tape, whose elements are copied to the tape's stack.  An error in an augmented
or forward rule is a status like any other; one in a reverse rule ends the whole call (`irad_rule_failed`), since the reverse
sweep has no error status.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from llvmlite import ir

from irad.errors import RuleError
from irad.frontends.python.calls.host_frames import HostCall, call_host
from irad.frontends.python.calls.instance_calls import enter_callee, find_callee
from irad.frontends.python.compiler.module_text import finished
from irad.frontends.python.compiler.python_compiler import PythonCompiler
from irad.frontends.python.containers.value_trees import move, twin_of
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.python_values import (
    I32,
    ITEM,
    PTR,
    ArrayV,
    NoneV,
    ScalarV,
    TupleV,
    Val,
    const,
    leaf_types,
)
from irad.frontends.python.sources.captured import plain
from irad.frontends.python.sources.function_notes import host_of
from irad.frontends.python.sources.joined_types import contiguous
from irad.frontends.python.sources.python_source import current_source, stub_source
from irad.frontends.python.sources.python_types import Array, Form, NoneTy, Scalar, Tuple, Ty
from irad.frontends.python.statements.statements import StatementLowering
from irad.frontends.python.userrules.glue_results import as_declared
from irad.frontends.python.userrules.ruled_function import RuledFunction
from irad.rules.deferred_errors import ErrorSite, add_late_site
from irad.rules.formulas.external import Texts, Wanted
from irad.rules.python_rules import PythonRule

SLOT = 8  # bytes that one number or pointer takes in the frame


@dataclass(frozen=True)
class Slot:
    """One native parameter: the argument it belongs to (-1 for captured arrays and results), and its number among all."""

    argument: int
    index: int
    llvm: Any


class RuleCompiler(PythonCompiler):
    """Compiles rules into a module that exists already, with separate numbers for error sites (`irad.rules.deferred_errors`)."""

    def site(self, kind: type[Exception], message: str, source: Any, node: Any) -> int:
        place = source.place(node)
        number = add_late_site(kind, message, place)
        self.site_of[number] = ErrorSite(kind, message, place)
        return number


class Work:
    """The data that the functions of one call pattern share."""

    def __init__(self, author: RuledFunction, rule: PythonRule, wanted: Wanted) -> None:
        self.author, self.rule, self.wanted = author, rule, wanted
        self.compiler = RuleCompiler(author.boundscheck, author.blas, f"{wanted.symbol}/", author.author, process=author.process)
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
        """The configuration of this call that is passed to the rule."""
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
        compiler = self.compiler
        bodies = [str(f) for f in self.functions]
        bodies += compiler.helper_texts()
        bodies += [compiler.function_text(i) for i in compiler.instances.values() if i.done]
        text = finished(compiler, None, "\n".join(bodies) + "\n", "")
        lines = {name: str(fn).strip() for name, fn in compiler.declared.items() if f'@"{name}"' in text}
        callee = self.wanted.callee
        if f'@"{callee}"(' in text:
            lines[callee] = f'declare i32 @"{callee}"({", ".join(map(str, self.author.signature))})'
        return Texts(text, lines)


class Glue(Instance):
    """A native function around a rule, written with the frontend's lowering."""

    def __init__(self, work: Work, rule: Any, kind: str, result: Any, extra: Sequence[Any], shadows: bool = True) -> None:
        self.work, self.rule = work, plain(rule)
        author, wanted = work.author, work.wanted
        super().__init__(work.compiler, self.rule, (), f"{kind}.{wanted.symbol}")
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
        self.low = StatementLowering(self, self.fn)
        self.low.exit = self.fn.append_basic_block("exit")
        self.low.status = self.low.alloca(I32)
        self.node = self.source.node
        work.functions.append(self.fn)

    def __post_init__(self) -> None:
        self.source = stub_source(self.rule) if self.host else current_source(self.rule)
        self.arg_names, self.local_names, self.body = [], set(), []

    @property
    def host(self) -> bool:
        """Whether the rule runs as ordinary Python."""
        return host_of(self.rule) is not None

    @property
    def keeps_arrays(self) -> bool:
        return False

    def ends_with_call(self, bodies: list[int]) -> bool:
        return False

    def wrong(self, message: str, hint: str = "") -> RuleError:
        return RuleError(message, place=self.source.place(self.node), hint=hint)

    def captured(self, value: Any, ty: Ty, name: str) -> Val:
        """An array that the rule captures; only those that the function captures as well are available."""
        for k, (array, _, _) in enumerate(self.work.author.captures):
            if array is value:
                at = [s.index for s in self.work.slots if s.argument == -1]
                first = sum(len(leaf_types(t)) for _, t, _ in self.work.author.captures[:k])
                return self.low.from_leaves(ty, [self.native(at[first + i]) for i in range(len(leaf_types(ty)))])
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
        """An annotated argument as it is passed to the rule."""
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
            if has_float(ty) and (forward or self._asks_for_shadow(argument)):
                return self._noted("Const", value, self._shadow_of(ty, slots, lane, value))
            return self._noted("Const", value)
        return self._noted("Duplicated", value, self._shadow_of(ty, slots, lane, value))

    def _noted(self, kind: str, *items: Val) -> TupleV:
        form = Form("dataclass", ("val", "dval")[: len(items)], self.work.author.rules.classes[kind])
        return TupleV(list(items), form)

    def has_shadow(self, note: TupleV) -> bool:
        return note.form is not None and note.form.cls is self.work.author.rules.classes["Duplicated"]

    def _asks_for_shadow(self, argument: int) -> bool:
        """Whether the rule uses more of an argument than its value (always so for a rule in ordinary Python)."""
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
        """The shadow of a value; temporary zeros where it has none."""
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
                return self._zeros(value) if ty.is_inexact else value
            assert isinstance(value, ArrayV)
            return ArrayV(replace(ty, readonly=False), data, value.shape, value.strides)
        if isinstance(ty, Scalar) and ty.is_float:
            given = self.shadow(slots[0].index, lane)
            return ScalarV(ty, given if given is not None else zero_of(ty.kind))
        return value

    def _zeros(self, v: Val) -> ArrayV:
        """Zeros with the memory layout of the array."""
        assert isinstance(v, ArrayV)
        out = twin_of(self.low, v)
        self.low.arrays.assign(out, self.low.expr.constant(0.0, self.node), self.node)
        return out

    def _copy(self, v: ArrayV) -> ArrayV:
        """A copy of an array on stack 0."""
        low = self.low
        data = low.reserve_raw(low.arrays.mul(low.arrays.size(v.shape), const(ITEM[v.ty.dtype])))
        copy = ArrayV(Array(v.ty.dtype, v.ty.ndim, "C"), data, list(v.shape), low.arrays.contiguous(v.shape))
        move(self.low, copy, v)
        return copy

    # ---- calls

    def call_python_rule(self, adapter: Any, result: Ty, values: list[Val]) -> Val:
        """Call a rule that runs as ordinary Python, through a function that converts its result to the type ``result``."""
        call = HostCall(adapter, self.rule.__name__, tuple(v.ty for v in values), result)
        return call_host(self.low, call, values, self.node)

    def call_rule(self, values: list[Val]) -> Val:
        """Call a function of the user's, with containers and constants as arguments."""
        fn = self.rule
        count = fn.__code__.co_argcount
        if count != len(values):
            raise self.wrong(
                f"the rule {fn.__name__}() has {count} parameters, it is called with {len(values)} arguments",
                "see docs/custom-rules.md for what rules are given",
            )
        callee = find_callee(self.low, fn, tuple(v.ty for v in values), self.source.place(self.node))
        return enter_callee(self.low, callee, values)

    def call_function(self) -> None:
        """Call the function itself on the primal arguments; it stores its results."""
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

    def write_primal(self, value: Val) -> Val:
        """Store the primal that the rule returns as the function's result; returns it as stored."""
        work = self.work
        result = work.author.result
        if isinstance(result, NoneTy) or result is None:
            return value
        if isinstance(value, NoneV):
            if work.config.needs_primal:
                raise self.wrong(
                    f"the rule returns no primal, but the value of {work.author.fn.__name__}() is used",
                    "return AugmentedReturn(primal, ...), unless config.needs_primal is false",
                )
            return value
        if not fits(value.ty, result):
            raise self.wrong(f"the rule returns {value.ty} as primal, {work.author.fn.__name__}() returns {result}")
        places = [self.native(work.first_result + k) for k in range(work.results)]
        value = as_declared(self.low, work.author, value, result)
        self.low.write_results(value, result, places)
        return value

    def finish(self) -> None:
        low = self.low
        if not low.b.block.is_terminated:
            low.leave(ir.Constant(I32, 0))
        ir.IRBuilder(low.entry).branch(low.start)
        self.done = False


def tape_leaves(ty: Ty) -> list[Any]:
    return leaf_types(contiguous(ty))


def has_float(ty: Ty) -> bool:
    if isinstance(ty, Tuple):
        return any(has_float(t) for t in ty.items)
    return isinstance(ty, (Array, Scalar)) and ty.is_inexact


def fits(given: Ty, wanted: Ty) -> bool:
    if isinstance(given, Array) and isinstance(wanted, Array):
        return (given.dtype, given.ndim) == (wanted.dtype, wanted.ndim)
    if isinstance(given, Tuple) and isinstance(wanted, Tuple):
        return len(given.items) == len(wanted.items) and all(map(fits, given.items, wanted.items))
    return type(given) is type(wanted)
