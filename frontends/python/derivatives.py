"""Derivatives inside compiled functions: ``irad.autodiff``, ``irad.grad`` and ``irad.value_and_grad``.

A call ``irad.autodiff(g, irad.Active(x), ...)`` becomes a marked call (docs/native.md), which the pipeline replaces by a
derivative of ``g``; derivatives of derivatives need nothing more.  What `irad.api` checks of annotations, shadows and overlap
before a call is checked here while compiling, or by the compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from irad.errors import ActivityError, Place, TypingError
from irad.frontends.python.overlap import Piece, check_overlap, check_separate
from irad.frontends.python.types import Array, Known, Scalar, Tuple, Ty, is_mode
from irad.frontends.python.values import (
    I32,
    MEMORY,
    PTR,
    ArrayV,
    KnownV,
    LazyV,
    NoneV,
    NoteV,
    ScalarV,
    TupleV,
    Val,
    known_int,
)

if TYPE_CHECKING:
    from irad.frontends.python.lower import Lowering

Keywords = dict[str, Val]


@dataclass(frozen=True)
class Gradient:
    """What ``irad.grad(f, argnums)`` is inside of a compiled function."""

    fn: Any
    argnums: tuple[int, ...]
    single: bool
    with_value: bool

    __name__ = "a gradient"

    def __call__(self) -> None:
        raise TypeError("a gradient that was made while compiling")


@lru_cache(maxsize=None)
def gradient_of(fn: Any, argnums: int | tuple[int, ...], with_value: bool) -> Gradient:
    """One object for the same gradient, so that types that mention it are equal."""
    single = isinstance(argnums, int)
    return Gradient(fn, (argnums,) if isinstance(argnums, int) else argnums, single, with_value)


def handler(fn: Any) -> Callable[[Lowering, list[Val], Keywords, Any], Val] | None:
    """What lowers a call of ``fn``, if it is one of irad's own functions for derivatives."""
    found = _HANDLERS.get((getattr(fn, "__module__", ""), getattr(fn, "__qualname__", "")))
    if found is not None:
        return found
    if isinstance(fn, Gradient):
        return lambda low, args, kw, node: apply_gradient(low, fn, args, kw, node)
    made = getattr(fn, "irad_gradient", None)  # irad.grad(f) that was made outside of the compiled function
    if made is not None:
        return lambda low, args, kw, node: apply_gradient(low, made_outside(low, made, node), args, kw, node)
    return None


# ---- annotations


def _note(kind: str, count: int) -> Callable[[Lowering, list[Val], Keywords, Any], Val]:
    def make(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
        values = [*args, *(kw.pop(name) for name in ("val", "dval")[len(args) :] if name in kw)]
        if kw or len(values) != count:
            low.wrong(node, f"irad.{kind} takes {count} argument{'s' if count > 1 else ''}")
        if any(isinstance(v, NoteV) for v in values):
            low.wrong(node, "an annotation in an annotation")
        return NoteV(kind.removesuffix("NoNeed"), *[low.expr.stable(v) for v in values])

    return make


def _batch(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    return low.unsupported(node, "BatchDuplicated is not supported yet", "call autodiff once per direction")


def _thunk(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    return low.unsupported(node, "autodiff_thunk is not supported in compiled functions", "use irad.autodiff")


# ---- autodiff


def autodiff(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    """``irad.autodiff(f, *annotated, mode=, returns=, seed=)``."""
    mode = kw.pop("mode", None)
    forward, primal = _mode(low, mode, node)
    returns = kw.pop("returns", None)
    seed = kw.pop("seed", None)
    if kw:
        low.wrong(node, f"autodiff() has no argument '{next(iter(kw))}'")
    if not args:
        low.wrong(node, "autodiff() needs the function to differentiate as its first argument")
    fn = _function(low, args[0], "the first argument of autodiff()", node)
    notes = [a if isinstance(a, NoteV) else NoteV("Const", low.expr.stable(a)) for a in args[1:]]
    active = not (isinstance(returns, KnownV) and getattr(returns.value, "__name__", "") == "Const")
    call = _Call(low, fn, notes, forward, active, node)
    derivatives, value, tangent = call.run(seed)
    if forward:
        out: list[Val] = [tangent] if call.has_tangent else []
        return TupleV([*out, value]) if primal else TupleV(out)
    return TupleV([TupleV(derivatives), value]) if primal else TupleV(derivatives)


def _mode(low: Lowering, mode: Val | None, node: Any) -> tuple[bool, bool]:
    if mode is None:
        return False, False
    if not isinstance(mode, KnownV) or not is_mode(mode.value):
        low.wrong(node, "mode= must be irad.Reverse, irad.Forward or the like")
    assert isinstance(mode, KnownV)
    if mode.value.split:
        low.unsupported(node, f"the mode {mode.value!r} is not supported in compiled functions")
    return mode.value.forward, mode.value.primal


def _function(low: Lowering, v: Val, what: str, node: Any) -> Any:
    if isinstance(v, KnownV):
        fn = v.value.irad_function.fn if hasattr(v.value, "irad_function") else v.value
        if hasattr(fn, "__code__"):
            return fn
        if isinstance(fn, Gradient):
            low.unsupported(node, "a gradient of a gradient needs a function in between", "def g(x): return irad.grad(f)(x)")
    low.wrong(node, f"{what} must be a Python function, not {v.ty}")
    raise AssertionError


@dataclass
class _Call:
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

    def run(self, seed: Val | None) -> tuple[list[Val], Val, Val]:
        """Derivatives by argument, the value, its tangent."""
        low, instance = self.low, self.low.instance
        names = self._complete()
        types = tuple(self._type(note) for note in self.notes)
        callee = instance.callee(low, self.fn, types, self.place)
        self._check_result(callee.result)
        hidden = [instance.capture_array(low, a, n) for a, _, n in callee.captures]
        for i, (note, ty) in enumerate(zip(self.notes, types, strict=True)):
            self._argument(i, note, ty, names[i])
        for h, (_, ty, name) in zip(hidden, callee.captures, strict=True):
            self._value(NoteV("Const", h), h, None, ty, name)
        places = instance.result_places(low, callee.result)
        shadows = instance.result_places(low, callee.result)
        self._results(callee.result, places, shadows, seed)
        check_overlap(low, self.pieces, self.node)
        parts = self._emit(callee)
        derivatives: list[Val] = [NoneV() for _ in self.notes]
        for (i, ty), part in zip(self.actives, parts, strict=True):
            derivatives[i] = ScalarV(ty, part)
        value = instance.read_results(low, callee.result, places)
        tangent = instance.read_results(low, callee.result, shadows)
        return derivatives, value, tangent

    def _emit(self, callee: Any) -> list[Any]:
        """The marked call; an error in it is one of this function.  Returns the derivatives of `Active` arguments."""
        low = self.low
        kinds = [MEMORY[t.kind] for _, t in self.actives]
        result = ir.LiteralStructType([I32, *kinds]) if kinds else I32
        name = "__irad_fwddiff" if self.forward else "__irad_autodiff"
        marked = low.instance.compiler.external(f"{name}.{'.'.join(map(str, kinds))}", ir.FunctionType(result, [PTR], var_arg=True))
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
            self.actives.append((i, ty))  # type: ignore[arg-type]
        self._value(note, note.val, note.dval, ty, name)

    def _value(self, note: NoteV, v: Val, shadow: Val | None, ty: Ty, name: str) -> None:
        """The operands of one value: a marker, the value, and its shadow if there is one."""
        if isinstance(ty, Scalar):
            self._scalar(note, v, shadow, ty, name)
        elif isinstance(ty, Array):
            self._array(v, shadow, ty, name)
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

    def _array(self, v: Val, shadow: Val | None, ty: Array, name: str) -> None:
        low = self.low
        a = low.arrays.in_memory(v)
        leaves = low.leaves(a, ty)
        if shadow is None:
            self.operands += [_word("const"), leaves[0]]
            self.pieces.append(Piece(name, a, None))
        else:
            if not isinstance(shadow, (ArrayV, LazyV)):
                self.fail(f"the shadow of {name} must be an array, not {shadow.ty}")
            d = low.arrays.in_memory(shadow)
            self._check_shadow(a, d, name)
            self.operands += [_word("dup"), leaves[0], d.data]
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

    def _results(self, ty: Ty, places: list[Any], shadows: list[Any], seed: Val | None) -> None:
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
            self.operands += [_word("dup"), place, shadow]

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
        return Tuple(tuple(_with_layout(t, s) for t, s in zip(ty.items, shadow.items, strict=True)))
    return ty


def _word(word: str) -> Any:
    """A marker."""
    return ir.MetaDataString(ir.Module("marker"), f"irad_{word}")


# ---- grad, value_and_grad


def _gradient(with_value: bool) -> Callable[[Lowering, list[Val], Keywords, Any], Val]:
    def make(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
        name = "value_and_grad" if with_value else "grad"
        values = dict(zip(("f", "argnums", "has_aux"), args, strict=False)) | kw
        if "f" not in values or len(args) > 3 or set(values) - {"f", "argnums", "has_aux"}:
            low.wrong(node, f"{name}() takes f, argnums and has_aux")
        if "has_aux" in values:
            low.unsupported(node, f"{name}() with has_aux is not supported in compiled functions")
        fn = _function(low, values["f"], f"the first argument of {name}()", node)
        return KnownV(gradient_of(fn, _numbers(low, values.get("argnums"), node), with_value))

    return make


def _numbers(low: Lowering, v: Val | None, node: Any) -> int | tuple[int, ...]:
    if v is None:
        return 0
    items = v.items if isinstance(v, TupleV) else [v]
    found = [known_int(i.v) if isinstance(i, ScalarV) else None for i in items]
    numbers = tuple(n for n in found if n is not None)
    if len(numbers) != len(items):
        low.wrong(node, "argnums must be constant integers")
    return numbers if isinstance(v, TupleV) else numbers[0]


def made_outside(low: Lowering, made: tuple[Any, Any, bool, bool], node: Any) -> Gradient:
    """The gradient that ``irad.grad`` has made outside of compiled code."""
    fn, argnums, has_aux, with_value = made
    if has_aux:
        low.unsupported(node, "grad() with has_aux is not supported in compiled functions")
    return gradient_of(_function(low, KnownV(fn), "the argument of grad()", node), argnums, with_value)


def apply_gradient(low: Lowering, gradient: Gradient, args: list[Val], kw: Keywords, node: Any) -> Val:
    """``irad.grad(f)(*args)``: as outside of compiled code, arrays are copied first."""
    if kw:
        low.unsupported(node, "keyword arguments of a gradient are not supported")
    name = gradient.fn.__name__
    chosen = []
    for n in gradient.argnums:
        if not -len(args) <= n < len(args):
            low.wrong(node, f"argnums {n} does not fit {len(args)} arguments")
        chosen.append(n % len(args))
    if any(isinstance(v, NoteV) for v in args):
        low.wrong(node, "a gradient takes values, not annotations", "use irad.autodiff")
    values = [low.expr.stable(v) for v in args]
    check_separate(low, values, node)
    notes = [_annotated(low, v, i in chosen, node) for i, v in enumerate(values)]
    call = _Call(low, gradient.fn, notes, False, True, node)
    derivatives, value, _ = call.run(None)
    if not isinstance(value, ScalarV) or not value.ty.is_float:
        low.wrong(node, f"{name}() returns {value.ty}; a gradient is that of one float")
    parts = [notes[i].dval or derivatives[i] for i in chosen]
    out = parts[0] if gradient.single else TupleV(parts)
    return TupleV([value, out]) if gradient.with_value else out


def _annotated(low: Lowering, v: Val, chosen: bool, node: Any) -> NoteV:
    """An argument of a gradient: arrays are copied, since the caller's must not change."""
    if isinstance(v, TupleV) and any(not isinstance(i, ScalarV) for i in v.items):
        low.unsupported(node, "tuples of arrays are not supported as arguments of a gradient here", "use irad.autodiff")
    if isinstance(v, ArrayV):
        copy = low.arrays.copy(v)
        if not chosen:
            return NoteV("Const", copy)
        shadow = low.arrays.allocate(v.ty.dtype, v.shape)
        low.arrays.assign(shadow, low.expr.constant(0.0, node), node)
        return NoteV("Duplicated", copy, shadow)
    if not chosen:
        return NoteV("Const", v)
    if not isinstance(v, ScalarV) or not v.ty.is_float:
        low.wrong(node, f"an argument of type {v.ty} has no derivative", "pass floats (1.0 for 1), or leave it out of argnums")
    return NoteV("Active", v)


_HANDLERS: dict[tuple[str, str], Callable[[Lowering, list[Val], Keywords, Any], Val]] = {
    **{
        ("irad.api.annotations", kind): _note(kind, count)
        for kind, count in (("Const", 1), ("Active", 1), ("Duplicated", 2), ("DuplicatedNoNeed", 2))
    },
    ("irad.api.annotations", "BatchDuplicated"): _batch,
    ("irad.api.autodiff", "autodiff"): autodiff,
    ("irad.api.autodiff", "autodiff_thunk"): _thunk,
    ("irad.api.functional", "grad"): _gradient(False),
    ("irad.api.functional", "value_and_grad"): _gradient(True),
}
