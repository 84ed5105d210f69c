"""One marked call of a compiled function: `irad.autodiff` with its arguments checked, written as LLVM IR."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from irad.errors import ActivityError, Place, TypingError
from irad.frontends.python.overlap import Piece, check_overlap, span
from irad.frontends.python.types import Array, Scalar, Tuple, Ty
from irad.frontends.python.values import I32, MEMORY, PTR, ArrayV, LazyV, NoneV, NoteV, ScalarV, TupleV, Val

if TYPE_CHECKING:
    from irad.frontends.python.lowering import Lowering


@dataclass
class MarkedCall:
    """One marked call while it is written."""

    low: Lowering
    fn: Any
    notes: list[NoteV]
    forward: bool
    active_return: bool
    node: Any
    operands: list[Any] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    actives: list[tuple[int, Any]] = field(default_factory=list)  # argument, LLVM type of its derivative
    has_tangent: bool = False

    @property
    def place(self) -> Place:
        return self.low.source.place(self.node)

    def run(self, seed: Val | None, primal: bool) -> tuple[list[Val], Val, Val]:
        """Derivatives by argument, the value if it is wanted, its tangent."""
        low, instance = self.low, self.low.instance
        names = self._complete()
        types = tuple(self._type(note) for note in self.notes)
        callee = instance.callee(low, self.fn, types, self.place, apart=True)
        result = callee.result
        assert result is not None
        self._check_result(result)
        hidden = [instance.capture_array(low, a, n) for a, _, n in callee.captures]
        for i, (note, ty) in enumerate(zip(self.notes, types, strict=True)):
            self._argument(i, note, ty, names[i])
        for h, (_, ty, name) in zip(hidden, callee.captures, strict=True):
            self._value(NoteV("Const", h), h, None, ty, name)
        places = instance.result_places(low, result)
        shadows = instance.result_places(low, result)
        self._results(result, places, shadows, seed, _word("dup" if primal or self.forward else "dupnoneed"))
        check_overlap(low, self.pieces, self.node)
        parts = self._emit(callee)
        derivatives: list[Val] = [NoneV() for _ in self.notes]
        for (i, ty), part in zip(self.actives, parts, strict=True):
            derivatives[i] = ScalarV(ty, part)
        value = instance.read_results(low, result, places)
        tangent = instance.read_results(low, result, shadows)
        return derivatives, value, tangent

    def _emit(self, callee: Any) -> list[Any]:
        """The marked call; an error in it is one of this function.  Returns the derivatives of `Active` arguments."""
        low = self.low
        kinds = [MEMORY[t.kind] for _, t in self.actives]
        result = ir.LiteralStructType([I32, *kinds]) if kinds else I32
        name = "__irad_fwddiff" if self.forward else "__irad_autodiff"
        symbol = ".".join([name, *map(str, kinds)])
        marked = low.instance.compiler.external(symbol, ir.FunctionType(result, [PTR], var_arg=True))
        target = callee.function(ir.Module("call"))
        head = [target, _word("arena"), low.arena, _word("primal_return")]
        made = low.b.call(marked, [*head, *self.operands])
        status = low.b.extract_value(made, 0) if kinds else made
        bad, good = low.fn.append_basic_block("derivative.error"), low.fn.append_basic_block("differentiated")
        low.b.cbranch(low.b.icmp_signed("==", status, ir.Constant(I32, 0)), good, bad)
        low.b = ir.IRBuilder(bad)
        low.leave(status)
        low.b = ir.IRBuilder(good)
        return [low.b.extract_value(made, k + 1) for k in range(len(kinds))]

    # ---- arguments

    def fail(self, message: str, hint: str = "") -> None:
        raise ActivityError(message, place=self.place, hint=hint)

    def _complete(self) -> list[str]:
        """Defaults for arguments that are left out; the names of all."""
        code, defaults = self.fn.__code__, self.fn.__defaults__ or ()
        names = list(code.co_varnames[: code.co_argcount])
        missing = code.co_argcount - len(self.notes)
        if 0 < missing <= len(defaults):
            given = defaults[len(defaults) - missing :]
            self.notes += [NoteV("Const", self.low.expr.constant(d, self.node)) for d in given]
        if len(self.notes) != len(names):
            raise TypingError(
                f"{self.fn.__name__}() takes {len(names)} arguments, {len(self.notes)} were given", place=self.place
            )
        return names

    def _type(self, note: NoteV) -> Ty:
        """The type that the function is compiled for: with strides where those of the shadow are not known."""
        ty: Ty = note.val.ty
        return _with_layout(ty, note.dval.ty) if note.kind == "Duplicated" and note.dval is not None else ty

    def _argument(self, i: int, note: NoteV, ty: Ty, name: str) -> None:
        if note.kind == "Active":
            if not isinstance(ty, Scalar) or not ty.is_float:
                hint = "use Duplicated" if isinstance(ty, (Array, Tuple)) else "pass a float, or use Const"
                self.fail(f"{name} is Active, but it is {ty}", hint)
            if self.forward:
                self.fail(f"{name} is Active, which forward mode does not know", "use Duplicated(x, tangent)")
            self.actives.append((i, ty))
        self._value(note, note.val, note.dval, ty, name)

    def _value(self, note: NoteV, v: Val, shadow: Val | None, ty: Ty, name: str) -> None:
        """The operands of one value: a marker, the value, and its shadow if there is one."""
        if isinstance(ty, Scalar):
            self._scalar(note, v, shadow, ty, name)
        elif isinstance(ty, Array):
            self._array(v, shadow, ty, name, _word("dupnoneed" if note.noneed and not self.forward else "dup"))
        elif isinstance(ty, Tuple):
            items: Sequence[Val | None] = [None] * len(ty.items)
            if shadow is not None:
                if not isinstance(shadow, TupleV) or len(shadow.items) != len(ty.items):
                    self.fail(f"the shadow of {name} must be a tuple of {len(ty.items)} items")
                assert isinstance(shadow, TupleV)
                items = shadow.items
            for k, (item, t) in enumerate(zip(v.items, ty.items, strict=True)):  # type: ignore[attr-defined]
                self._value(note, item, items[k], t, f"{name}[{k}]")

    def _scalar(self, note: NoteV, v: Val, shadow: Val | None, ty: Scalar, name: str) -> None:
        leaf = self.low.leaves(v, ty)[0]
        if note.kind == "Active":
            self.operands += [_word("out"), leaf]
        elif shadow is None or (not ty.is_float and name.endswith("]")):  # integers in tuples have no derivative
            self.operands += [_word("const"), leaf]
        elif not ty.is_float:
            self.fail(f"{name} is {ty}, which has no derivative", "pass it as Const")
        elif not self.forward:
            self.fail(f"{name} is a scalar and Duplicated", "in reverse mode a scalar is Active")
        elif not isinstance(shadow, ScalarV):
            self.fail(f"the tangent of {name} must be a number, not {shadow.ty}")
        else:
            self.operands += [_word("dup"), leaf, self.low.convert(shadow, ty).v]

    def _array(self, v: Val, shadow: Val | None, ty: Array, name: str, marker: Any) -> None:
        low = self.low
        a = low.arrays.in_memory(v)
        leaves = low.leaves(a, ty)
        if shadow is None:
            passive = ty.readonly or not ty.dtype.startswith("float")
            self.operands += [_word("const")] if passive else [_word("internal"), *span(low, a)]
            self.operands.append(leaves[0])
            self.pieces.append(Piece(name, a, None))
        else:
            if not isinstance(shadow, (ArrayV, LazyV)):
                self.fail(f"the shadow of {name} must be an array, not {shadow.ty}")
            d = low.arrays.in_memory(shadow)
            self._check_shadow(a, d, name)
            self.operands += [marker, leaves[0], d.data]
            self.pieces.append(Piece(name, a, d))
        for leaf in leaves[1:]:
            self.operands += [_word("const"), leaf]

    def _check_shadow(self, a: ArrayV, d: ArrayV, name: str) -> None:
        """Dtype and number of axes now, shape and strides at run time."""
        if not a.ty.dtype.startswith("float"):
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
        if isinstance(ty, Array) or (isinstance(ty, Tuple) and any(not isinstance(t, Scalar) for t in ty.items)):
            self.low.unsupported(
                self.node,
                f"{self.fn.__name__}() returns {ty}: inside compiled functions only derivatives of functions that return "
                "numbers are supported",
                "let it write into an array argument, and pass that as Duplicated",
            )

    def _results(self, ty: Ty, places: list[Any], shadows: list[Any], seed: Val | None, marker: Any) -> None:
        """The memory of the results, and of their seeds or tangents."""
        kinds = [t for t in (ty.items if isinstance(ty, Tuple) else [ty]) if isinstance(t, Scalar)]
        active = [t for t in kinds if t.is_float and self.active_return]
        self.has_tangent = bool(active)
        seeds = iter(self._seeds(seed, len(active)))
        for t, place, shadow in zip(kinds, places, shadows, strict=True):
            zero = ir.Constant(MEMORY[t.kind], 0)
            if not t.is_float:
                self.low.b.store(zero, shadow)
                self.operands += [_word("const"), place]
                continue
            start = next(seeds) if self.active_return and not self.forward else None
            self.low.b.store(self.low.convert(start, t).v if start is not None else zero, shadow)
            self.operands += [marker, place, shadow]

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


def _with_layout(ty: Ty, shadow: Ty) -> Ty:
    if isinstance(ty, Array) and isinstance(shadow, Array) and ty.layout != shadow.layout:
        return Array(ty.dtype, ty.ndim, "A", ty.readonly)
    if isinstance(ty, Tuple) and isinstance(shadow, Tuple) and len(ty.items) == len(shadow.items):
        return Tuple(tuple(_with_layout(t, s) for t, s in zip(ty.items, shadow.items, strict=True)), ty.form)
    return ty


def _word(word: str) -> Any:
    """A marker."""
    return ir.MetaDataString(ir.Module("marker"), f"irad_{word}")
