"""``irad.grad`` and ``irad.value_and_grad`` inside compiled functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from irad.frontends.python.marked import MarkedCall
from irad.frontends.python.overlap import check_separate
from irad.frontends.python.values import ArrayV, KnownV, NoteV, ScalarV, TupleV, Val, known_int

if TYPE_CHECKING:
    from irad.frontends.python.lowering import Lowering

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


def function_of(low: Lowering, v: Val, what: str, node: Any) -> Any:
    if isinstance(v, KnownV):
        fn = getattr(v.value, "irad_recompute", v.value)  # what is differentiated is not called
        fn = fn.irad_function.fn if hasattr(fn, "irad_function") else fn
        if hasattr(fn, "__code__"):
            return fn
        if isinstance(fn, Gradient):
            low.unsupported(node, "a gradient of a gradient needs a function in between", "def g(x): return irad.grad(f)(x)")
    low.wrong(node, f"{what} must be a Python function, not {v.ty}")
    raise AssertionError


def gradient(with_value: bool) -> Callable[[Lowering, list[Val], Keywords, Any], Val]:
    def make(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
        name = "value_and_grad" if with_value else "grad"
        values = dict(zip(("f", "argnums", "has_aux"), args, strict=False)) | kw
        if "f" not in values or len(args) > 3 or set(values) - {"f", "argnums", "has_aux"}:
            low.wrong(node, f"{name}() takes f, argnums and has_aux")
        if "has_aux" in values:
            low.unsupported(node, f"{name}() with has_aux is not supported in compiled functions")
        fn = function_of(low, values["f"], f"the first argument of {name}()", node)
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
    return gradient_of(function_of(low, KnownV(fn), "the argument of grad()", node), argnums, with_value)


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
    call = MarkedCall(low, gradient.fn, notes, False, True, node)
    derivatives, value, _ = call.run(None, gradient.with_value)
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
