"""Derivatives inside compiled functions: ``irad.autodiff``, ``irad.grad`` and ``irad.value_and_grad``.

A call ``irad.autodiff(g, irad.Active(x), ...)`` becomes a marked call (docs/native.md), which the pipeline replaces by a
derivative of ``g``; derivatives of derivatives need nothing more.  What `irad.api` checks of annotations, shadows and overlap
before a call is checked here while compiling, or by the compiled code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from irad.frontends.python.gradients import Gradient, apply_gradient, function_of, gradient, made_outside
from irad.frontends.python.marked import MarkedCall
from irad.frontends.python.overrides import cache, call_again, recompute
from irad.frontends.python.types import is_mode
from irad.frontends.python.values import KnownV, NoteV, TupleV, Val

if TYPE_CHECKING:
    from irad.frontends.python.lowering import Lowering

Keywords = dict[str, Val]


def handler(fn: Any) -> Callable[[Lowering, list[Val], Keywords, Any], Val] | None:
    """What lowers a call of ``fn``, if it is one of irad's own functions for derivatives."""
    found = _HANDLERS.get((getattr(fn, "__module__", ""), getattr(fn, "__qualname__", "")))
    if found is not None:
        return found
    if isinstance(fn, Gradient):
        return lambda low, args, kw, node: apply_gradient(low, fn, args, kw, node)
    if hasattr(fn, "irad_recompute"):
        return lambda low, args, kw, node: call_again(low, fn, args, kw, node)
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
        val, *shadow = [low.expr.stable(v) for v in values]
        return NoteV(kind.removesuffix("NoNeed"), val, shadow[0] if shadow else None, kind.endswith("NoNeed"))

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
    fn = function_of(low, args[0], "the first argument of autodiff()", node)
    notes = [a if isinstance(a, NoteV) else NoteV("Const", low.expr.stable(a)) for a in args[1:]]
    active = not (isinstance(returns, KnownV) and getattr(returns.value, "__name__", "") == "Const")
    call = MarkedCall(low, fn, notes, forward, active, node)
    derivatives, value, tangent = call.run(seed, primal)
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


_HANDLERS: dict[tuple[str, str], Callable[[Lowering, list[Val], Keywords, Any], Val]] = {
    **{
        ("irad.api.annotations", kind): _note(kind, count)
        for kind, count in (("Const", 1), ("Active", 1), ("Duplicated", 2), ("DuplicatedNoNeed", 2))
    },
    ("irad.api.annotations", "BatchDuplicated"): _batch,
    ("irad.api.autodiff", "autodiff"): autodiff,
    ("irad.api.autodiff", "autodiff_thunk"): _thunk,
    ("irad.api.overrides", "cache"): cache,
    ("irad.api.overrides", "recompute"): recompute,
    ("irad.api.functional", "grad"): gradient(False),
    ("irad.api.functional", "value_and_grad"): gradient(True),
}
