"""One marked call of a compiled function: `irad.autodiff` with its arguments checked, written as LLVM IR."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from llvmlite import ir

from irad.errors import ActivityError, Place, TypingError
from irad.frontends.python.calls.demand import fixed_leaves
from irad.frontends.python.calls.instance_calls import defaults_behind, find_callee, read_results, result_places
from irad.frontends.python.core.conditions import likely
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.origins import Fresh, several
from irad.frontends.python.core.overlap_checks import ShadowedArray, check_overlap, span
from irad.frontends.python.core.python_values import I32, PTR, ArrayV, LazyV, NoneV, NoteV, ScalarV, TupleV, Val, leaf_types
from irad.frontends.python.messages.spelling import wrong_count
from irad.frontends.python.objects.outside_changes import check_derivative
from irad.frontends.python.sources.joined_types import Choice, holds_optional
from irad.frontends.python.sources.python_types import INT, Array, Scalar, Tuple, Ty, has_array


@dataclass
class MarkedCallWriter:
    """Writes one marked call.

    ``width``: how many derivatives it makes at once; ``free``: functional, so overlap is checked by the caller.  ``once_more``
    runs the function itself after an error, so that the error that the function meets first is raised: the derivative may have
    met another one.
    """

    low: Lowering
    fn: Any
    notes: list[NoteV]
    forward: bool
    active_return: bool
    node: Any
    width: int = 1
    free: bool = False
    once_more: Callable[[], None] | None = None
    operands: list[Any] = field(default_factory=list)
    pieces: list[ShadowedArray] = field(default_factory=list)
    actives: list[tuple[int, Any]] = field(default_factory=list)  # argument, type of its derivative
    has_tangent: bool = False
    current: int = -1  # the argument at hand

    @property
    def place(self) -> Place:
        return self.low.source.place(self.node)

    def run(self, seeds: list[Val | None], primal: bool) -> tuple[list[list[Val]], Val, list[Val]]:
        """Derivatives by argument (lane by lane), the value if it is requested, its tangents.

        ``seeds``: of each lane, for all active results of which there may be several.
        """
        low, instance = self.low, self.low.instance
        if low.guarded:
            text = "a derivative in a try statement, or in a function that is called in one, is not supported"
            low.unsupported(self.node, text, "take it outside of try")
        names = self._complete()
        types = tuple(self._type(note) for note in self.notes)
        fixed = fixed_leaves(low, self.fn, [note.val for note in self.notes], self.node)
        callee = find_callee(low, self.fn, types, self.place, apart=True, fixed=fixed)
        check_derivative(low, callee, self.node)
        if callee.cells or callee.hosts:  # it has done its changes by then, and printed what it prints
            self.once_more = None
        instance.lanes = max(instance.lanes, self.width * callee.lanes)
        result = callee.result
        assert result is not None
        self._check_result(result)
        hidden = [low.capture(a, t, n) for a, t, n in callee.captures]
        for i, (note, ty) in enumerate(zip(self.notes, types, strict=True)):
            self._argument(i, note, ty, names[i])
        for h, (_, ty, name) in zip(hidden, callee.captures, strict=True):
            self._value(NoteV("Const", h), h, [], ty, name)
        self._note_writes(callee, hidden)
        places = result_places(low, result)
        shadows = [result_places(low, result) for _ in range(self.width)]
        self._results(result, places, shadows, seeds, _word("dup" if primal or self.forward else "dupnoneed"))
        self._changed_containers(callee)
        if not self.free:
            check_overlap(low, self.pieces, self.node)
        derivatives = self._derivatives(self._emit(callee))
        if has_array(result):
            low.note_allocation()
        origin = callee.result_origin([*(n.val for n in self.notes), *hidden])
        value = read_results(low, result, [*places], origin)
        shared = several([s for n in self.notes for s in n.shadows])
        tangents = [self._tangent(result, value, lane, Fresh() if isinstance(origin, Fresh) else shared) for lane in shadows]
        return derivatives, value, tangents

    def _note_writes(self, callee: Any, hidden: list[Val]) -> None:
        """Note which arrays the call may write to, for functions that copy such arrays."""
        writes = self.low.instance.writes
        for k in callee.written_arguments():
            writes.note(self.notes[k].val)
        for h, (array, _, _) in zip(hidden, callee.captures, strict=True):
            if callee.writes_capture(array):
                writes.note(h)
        for note in self.notes:
            writes.note(*note.shadows)

    def _tangent(self, ty: Ty, value: Val, places: list[Any], origin: object) -> Val:
        """The tangent of a result: of an array only the data is stored, its sizes are those of the value."""
        low = self.low
        if isinstance(ty, Array):
            assert isinstance(value, ArrayV)
            data = low.b.load(places.pop(0), typ=PTR)
            return ArrayV(Array(ty.dtype, ty.ndim, ty.layout), data, value.shape, value.strides, origin)
        if isinstance(ty, Tuple):
            assert isinstance(value, TupleV)
            return TupleV([self._tangent(t, v, places, origin) for t, v in zip(ty.items, value.items, strict=True)], ty.form)
        return read_results(low, ty, places)

    def _emit(self, callee: Any) -> list[Any]:
        """The marked call; an error in it is one of this function.  Returns the derivatives of active floats."""
        low = self.low
        kinds = [leaf for _, t in self.actives for leaf in leaf_types(t) for _ in range(self.width)]
        result = ir.LiteralStructType([I32, *kinds]) if kinds else I32
        name = "__irad_fwddiff" if self.forward else "__irad_autodiff"
        symbol = ".".join([name, *map(str, kinds)])
        marked = low.instance.compiler.external(symbol, ir.FunctionType(result, [PTR], var_arg=True))
        target = callee.function(ir.Module("call"))
        head = [target, _word("arena"), low.arena, _word("primal_return")]
        if self.width > 1:
            head += [_word("width"), ir.Constant(I32, self.width)]
        if self.once_more is not None:
            head.append(_word("late"))
        made = low.b.call(marked, [*head, *self.operands])
        status = low.b.extract_value(made, 0) if kinds else made
        bad, good = low.fn.append_basic_block("derivative.error"), low.fn.append_basic_block("differentiated")
        low.b.cbranch(likely(low, low.b.icmp_signed("==", status, ir.Constant(I32, 0)), 1e-6), good, bad)
        low.b = ir.IRBuilder(bad)
        if self.once_more is not None:
            self.once_more()
        low.leave(status)
        low.b = ir.IRBuilder(good)
        return [low.b.extract_value(made, k + 1) for k in range(len(kinds))]

    def _derivatives(self, parts: list[Any]) -> list[list[Val]]:
        """The derivative for each argument and lane in reverse mode: a number, or a structure of shadows and numbers."""
        out: list[list[Val]] = [[NoneV()] * self.width for _ in self.notes]
        floats: dict[int, list[list[Val]]] = {}
        rest = iter(parts)
        for i, ty in self.actives:
            leaves = [[next(rest) for _ in range(self.width)] for _ in leaf_types(ty)]
            floats.setdefault(i, []).append([self.low.from_leaves(ty, list(lane)) for lane in zip(*leaves, strict=True)])
        for i, note in enumerate(self.notes):
            if note.kind == "Active":
                (out[i],) = floats[i]
            elif note.kind == "Differentiated":
                out[i] = [
                    _with_floats(note.val, shadow, iter([f[lane] for f in floats.get(i, [])]))
                    for lane, shadow in enumerate(note.shadows)
                ]
        return out

    # ---- arguments

    def fail(self, message: str, hint: str = "") -> NoReturn:
        raise ActivityError(message, place=self.place, hint=hint)

    def _complete(self) -> list[str]:
        """Add the defaults of omitted arguments; returns the names of all."""
        code, count = self.fn.__code__, len(self.notes)
        names = list(code.co_varnames[: code.co_argcount])
        self.notes += [NoteV("Const", v) for v in defaults_behind(self.low, self.fn, count, self.node)]
        if len(self.notes) != len(names):
            raise TypingError(wrong_count(self.fn, len(names), count), place=self.place)
        return names

    def _type(self, note: NoteV) -> Ty:
        """The type that the function is compiled for: with strides where those of the shadow are not known."""
        ty: Ty = note.val.ty
        if note.kind == "Duplicated":
            for shadow in note.shadows:
                ty = _with_layout(ty, shadow.ty)
        return ty

    def _argument(self, i: int, note: NoteV, ty: Ty, name: str) -> None:
        if note.kind == "Active" and (not isinstance(ty, Scalar) or not ty.is_inexact):
            hint = "use Duplicated" if isinstance(ty, (Array, Tuple)) else "pass a float, or use Const"
            self.fail(f"{name} is Active, but it is {ty}", hint)
        if note.kind == "Active" and self.forward:
            self.fail(f"{name} is Active, which forward mode does not know", "use Duplicated(x, tangent)")
        self.current = i
        self._value(note, note.val, note.shadows, ty, name)

    def _value(self, note: NoteV, v: Val, shadows: list[Val], ty: Ty, name: str) -> None:
        """The operands of one value: a marker, the value, and its shadows if there are any."""
        if isinstance(ty, Scalar):
            self._scalar(note, v, shadows, ty, name)
        elif isinstance(ty, Array):
            self._array(v, shadows, ty, name, _word("dupnoneed" if note.noneed and not self.forward else "dup"))
        elif isinstance(ty, Tuple):
            assert isinstance(v, TupleV)
            for shadow in shadows:
                if not isinstance(shadow, TupleV) or len(shadow.items) != len(ty.items) or shadow.form != ty.form:
                    self.fail(f"the shadow of {name} must be built like {name} itself: {ty}")
            for k, (item, t) in enumerate(zip(v.items, ty.items, strict=True)):
                self._value(note, item, [s.items[k] for s in shadows if isinstance(s, TupleV)], t, name + ty.path(k))

    def _scalar(self, note: NoteV, v: Val, shadows: list[Val], ty: Scalar, name: str) -> None:
        leaves = self.low.leaves(v, ty)
        inside = name != self._name()
        if note.kind in ("Active", "Differentiated") and ty.is_inexact:
            self.actives.append((self.current, ty))
            self.operands += [x for leaf in leaves for x in (_word("out"), leaf)]
        elif not shadows or (not ty.is_inexact and inside):  # integers in containers have no derivative
            self.operands += [x for leaf in leaves for x in (_word("const"), leaf)]
        elif not ty.is_inexact:
            self.fail(f"{name} is {ty}, which has no derivative", "pass it as Const")
        elif not self.forward:
            self.fail(f"{name} is a scalar and Duplicated", "in reverse mode a scalar is Active")
        else:
            lanes = []
            for shadow in shadows:
                if not isinstance(shadow, ScalarV) or (shadow.ty.is_complex and not ty.is_complex):
                    self.fail(f"the tangent of {name} must be a{'' if ty.is_complex else ' real'} number, not {shadow.ty}")
                assert isinstance(shadow, ScalarV)
                lanes.append(self.low.leaves(self.low.convert(shadow, ty), ty))
            for leaf, own in zip(leaves, zip(*lanes, strict=True), strict=True):
                self.operands += [_word("dup"), leaf, *own]

    def _name(self) -> str:
        code = self.fn.__code__
        return str(code.co_varnames[self.current])

    def _array(self, v: Val, shadows: list[Val], ty: Array, name: str, marker: Any) -> None:
        low = self.low
        a = low.arrays.in_memory(v)
        leaves = low.leaves(a, ty)
        if not shadows or (self.free and not ty.is_inexact):
            passive = ty.readonly or not ty.is_inexact
            self.operands += [_word("const")] if passive else [_word("internal"), *span(low, a)]
            self.operands.append(leaves[0])
            self.pieces.append(ShadowedArray(name, a, []))
        else:
            lanes = []
            for shadow in shadows:
                if not isinstance(shadow, (ArrayV, LazyV)):
                    self.fail(f"the shadow of {name} must be an array, not {shadow.ty}")
                lanes.append(low.arrays.in_memory(shadow))
                if not self.free:
                    self._check_shadow(a, lanes[-1], name)
            self.operands += [marker, leaves[0], *(d.data for d in lanes)]
            self.pieces.append(ShadowedArray(name, a, lanes))
        for leaf in leaves[1:]:
            self.operands += [_word("const"), leaf]

    def _check_shadow(self, a: ArrayV, d: ArrayV, name: str) -> None:
        """Check a shadow: dtype and number of axes at compile time, shape and strides at run time."""
        if not a.ty.is_inexact:
            self.fail(f"{name} is an array of {a.ty.dtype}, which has no derivative", f"pass {name} as Const, or as float64")
        if (a.ty.dtype, a.ty.ndim) != (d.ty.dtype, d.ty.ndim):
            self.fail(f"{name} is {a.ty}, its shadow is {d.ty}")
        if d.ty.readonly:
            self.fail(f"the shadow of {name} is read-only", "derivatives are added into it: give a writable array")
        low = self.low
        for m, n in zip(a.shape, d.shape, strict=True):
            same = low.b.icmp_signed("==", m, n)
            low.check(same, ActivityError, f"{name} and its shadow have different shapes", self.node)
        if a.ty.layout == d.ty.layout == "C":
            return
        few = low.b.icmp_signed("<=", low.arrays.size(a.shape), ir.Constant(a.shape[0].type, 1)) if a.shape else None
        for m, n in zip(a.strides, d.strides, strict=True):
            same = low.b.or_(low.b.icmp_signed("==", m, n), few)
            low.check(same, ActivityError, f"{name} and its shadow have different strides", self.node)

    # ---- results

    def _check_result(self, ty: Ty) -> None:
        if holds_optional(ty):
            text = f"{self.fn.__name__}() returns {ty}: what may be None has no derivative"
            self.low.unsupported(self.node, text, "return a number in each case, or raise an error")
        if not self.forward and not self.free and has_array(ty):
            self.low.unsupported(
                self.node,
                f"{self.fn.__name__}() returns {ty}: inside compiled functions reverse mode with a seed needs functions that "
                "return numbers",
                "let it write into an array argument, and pass that as Duplicated, or use irad.vjp",
            )

    def _changed_containers(self, callee: Any) -> None:
        """The memory for what the function changes in containers: those of the caller are copies, and stay as they are."""
        active, has_tangent = self.active_return, self.has_tangent
        self.active_return = False
        for ty in callee.outs.values():
            shadows = [result_places(self.low, ty) for _ in range(self.width)]
            self._results(ty, result_places(self.low, ty), shadows, [], _word("dup"))
        self.active_return, self.has_tangent = active, has_tangent

    def _results(self, ty: Ty, places: list[Any], shadows: list[list[Any]], seeds: list[Val | None], marker: Any) -> None:
        """The memory of the results, and of their seeds or tangents."""
        kinds = _leaves_of(ty)
        active = [t for t in kinds if self.active_return and _is_float(t)]
        self.has_tangent = bool(active)
        scalars = sum(isinstance(t, Scalar) for t in active)
        starts = [iter(self._seeds(seed, scalars)) for seed in seeds] if not self.forward else []
        rest = [iter(places), *map(iter, shadows)]
        for t in kinds:
            if isinstance(t, Array):
                place, *lanes = map(next, rest)
                self._array_result(t, place, lanes, marker)
                continue
            assert isinstance(t, Scalar)
            seeded = self.active_return and not self.forward and t.is_inexact
            given = [self._seed(next(start), t) for start in starts] if seeded else []
            for k, leaf in enumerate(leaf_types(t)):
                place, *lanes = map(next, rest)
                for lane in lanes:
                    self.low.b.store(ir.Constant(leaf, 0), lane)
                if not t.is_inexact:
                    self.operands += [_word("const"), place]
                    continue
                for own, lane in zip(given, lanes, strict=False):
                    self.low.b.store(own[k], lane)
                self.operands += [marker, place, *lanes]

    def _seed(self, seed: ScalarV, ty: Scalar) -> list[Any]:
        """The registers of a seed."""
        if seed.ty.is_complex and not ty.is_complex:
            self.fail("the seed of a real result must be a real number")
        return self.low.leaves(self.low.convert(seed, ty), ty)

    def _array_result(self, ty: Array, place: Any, lanes: list[Any], marker: Any) -> None:
        """The descriptor of an array result; its shadow is a pointer to the shadow's data."""
        for lane in lanes:
            self.low.b.store(ir.Constant(PTR, None), lane)
        self.operands += [_word("const"), place] if not ty.is_inexact else [marker, place, *lanes]

    def _seeds(self, seed: Val | None, count: int) -> list[ScalarV]:
        if seed is None:
            one = self.low.expr.constant(1.0, self.node)
            assert isinstance(one, ScalarV)
            return [one] * count
        if isinstance(seed, ScalarV):
            return [seed] * count
        items = seed.items if isinstance(seed, TupleV) else [seed]
        if len(items) != count:
            self.fail(f"{count} results are active, {len(items)} seeds were given")
        for s in items:
            if not isinstance(s, ScalarV):
                self.fail(f"the seed of a scalar result must be a number, not {s.ty}")
        return items  # type: ignore[return-value]


def _leaves_of(ty: Ty) -> list[Ty]:
    """The numbers and arrays of a result."""
    if isinstance(ty, Tuple):
        return [x for t in ty.items for x in _leaves_of(t)]
    if isinstance(ty, Choice):
        return [INT]
    return [ty] if isinstance(ty, (Scalar, Array)) else []


def _is_float(ty: Ty) -> bool:
    return isinstance(ty, (Scalar, Array)) and ty.is_inexact


def _with_floats(v: Val, shadow: Val, floats: Iterator[Val]) -> Val:
    """The derivatives of a structure: shadows of its arrays, numbers for its floats, None for the rest."""
    if isinstance(v, TupleV):
        assert isinstance(shadow, TupleV)
        return TupleV([_with_floats(i, s, floats) for i, s in zip(v.items, shadow.items, strict=True)], v.form)
    if isinstance(v, ScalarV):
        return next(floats) if v.ty.is_inexact else NoneV()
    return shadow if isinstance(v, ArrayV) and v.ty.is_inexact else NoneV()


def _with_layout(ty: Ty, shadow: Ty) -> Ty:
    if isinstance(ty, Array) and isinstance(shadow, Array) and ty.layout != shadow.layout:
        return Array(ty.dtype, ty.ndim, "A", ty.readonly)
    if isinstance(ty, Tuple) and isinstance(shadow, Tuple) and len(ty.items) == len(shadow.items):
        return Tuple(tuple(_with_layout(t, s) for t, s in zip(ty.items, shadow.items, strict=True)), ty.form)
    return ty


def _word(word: str) -> Any:
    """A marker."""
    return ir.MetaDataString(ir.Module("marker"), f"irad_{word}")
