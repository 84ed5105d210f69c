"""Derivatives inside compiled functions: ``irad.autodiff``, ``irad.grad`` and ``irad.value_and_grad``.

A call ``irad.autodiff(g, irad.Active(x), ...)`` becomes a marked call (docs/native.md), which the pipeline replaces by a
derivative of ``g``; nested derivatives work the same way.  The checks of annotations, shadows and overlap that `irad.api` makes
before a call are made here at compile time, or by the compiled code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from irad.frontends.python.autodiff import propagate, pullbacks, transforms
from irad.frontends.python.autodiff.cache_and_recompute import cache, call_again, recompute
from irad.frontends.python.autodiff.marked_call_writer import MarkedCallWriter
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, NoneV, NoteV, TupleV, Val
from irad.frontends.python.sources.function_notes import public_name, run_again
from irad.frontends.python.sources.instances import is_mode

Keywords = dict[str, Val]


def handler(fn: Any) -> Callable[[Lowering, list[Val], Keywords, Any], Val] | None:
    """The function that lowers a call of ``fn``, if that is one of irad's functions for derivatives."""
    name = public_name(fn)
    if name in _HANDLERS:
        return _HANDLERS[name]
    if name in _MAKERS:
        return _making(fn)
    if fn is propagate.STORE:
        return propagate.store
    if isinstance(fn, pullbacks.Linear):
        return lambda low, args, kw, node: pullbacks.apply(low, fn, args, kw, node)
    made = getattr(fn, "irad_transform", None)  # irad.grad(f) and the like, made in the compiled function or outside of it
    if made is not None:
        return lambda low, args, kw, node: transforms.apply(low, made, args, kw, node)
    if run_again(fn) is not None:
        return lambda low, args, kw, node: call_again(low, fn, args, kw, node)
    return None


def _making(fn: Any) -> Callable[[Lowering, list[Val], Keywords, Any], Val]:
    return lambda low, args, kw, node: transforms.make(low, fn, args, kw, node)


# ---- annotations


def _note(kind: str, count: int) -> Callable[[Lowering, list[Val], Keywords, Any], Val]:
    def make(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
        values = [*args, *(kw.pop(name) for name in ("val", "dval")[len(args) :] if name in kw)]
        if kw or len(values) != count:
            low.wrong(node, f"irad.{kind} takes {count} argument{'s' if count > 1 else ''}")
        if any(isinstance(v, NoteV) for v in values):
            low.wrong(node, "an annotation in an annotation")
        val, *shadows = [low.expr.stable(v) for v in values]
        if kind == "BatchDuplicated":
            (lanes,) = shadows
            if not isinstance(lanes, TupleV) or not lanes.items:
                low.wrong(node, "irad.BatchDuplicated takes a tuple of shadows, one for each derivative")
            assert isinstance(lanes, TupleV)
            return NoteV("Duplicated", val, [low.expr.stable(v) for v in lanes.items], batch=True)
        return NoteV(kind.removesuffix("NoNeed"), val, shadows, kind.endswith("NoNeed"))

    return make


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
    fn = propagate.plain_function(low, _function(low, args[0], node), "the first argument of autodiff()", node)
    notes = [a if isinstance(a, NoteV) else NoteV("Const", low.expr.stable(a)) for a in args[1:]]
    active = not (isinstance(returns, KnownV) and getattr(returns.value, "__name__", "") == "Const")
    width, batch = _width(low, notes, node)
    call = MarkedCallWriter(low, fn, notes, forward, active, node, width)
    derivatives, value, tangents = call.run(_seeds(low, seed, width, batch, node), primal)
    if forward:
        out: list[Val] = [_per_result(tangents) if batch else tangents[0]] if call.has_tangent else []
        return TupleV([*out, value]) if primal else TupleV(out)
    made = TupleV([_per_argument(d, batch) for d in derivatives])
    return TupleV([made, value]) if primal else made


def _function(low: Lowering, v: Val, node: Any) -> Any:
    if not isinstance(v, KnownV):
        low.wrong(node, f"the first argument of autodiff() must be a Python function, not {v.ty}")
    assert isinstance(v, KnownV)
    return v.value


def _width(low: Lowering, notes: list[NoteV], node: Any) -> tuple[int, bool]:
    """The width of the batch, and whether derivatives come in tuples."""
    widths = {len(n.shadows) for n in notes if n.shadows}
    kinds = {n.batch for n in notes if n.shadows}
    if len(widths) > 1 or len(kinds) > 1:
        low.wrong(node, "all arguments of a batch need the same number of shadows")
    return max(widths, default=1), True in kinds


def _seeds(low: Lowering, seed: Val | None, width: int, batch: bool, node: Any) -> list[Val | None]:
    """The seed of each lane."""
    if not batch or not isinstance(seed, TupleV):
        return [seed] * width
    if len(seed.items) != width:
        low.wrong(node, f"the batch is {width} wide, {len(seed.items)} seeds were given")
    return [*seed.items]


def _per_result(tangents: list[Val]) -> Val:
    """A tuple of tangents for each result."""
    first = tangents[0]
    if not isinstance(first, TupleV):
        return TupleV(tangents)
    return TupleV([TupleV([t.items[k] for t in tangents]) for k in range(len(first.items))], first.form)  # type: ignore[attr-defined]


def _per_argument(lanes: list[Val], batch: bool) -> Val:
    return TupleV(lanes) if batch and not isinstance(lanes[0], NoneV) else lanes[0]


def _mode(low: Lowering, mode: Val | None, node: Any) -> tuple[bool, bool]:
    if mode is None:
        return False, False
    if not isinstance(mode, KnownV) or not is_mode(mode.value):
        low.wrong(node, "mode= must be irad.Reverse, irad.Forward or the like")
    assert isinstance(mode, KnownV)
    if mode.value.split:
        low.unsupported(node, f"the mode {mode.value!r} is not supported in compiled functions")
    return mode.value.forward, mode.value.primal


_HANDLERS: dict[str, Callable[[Lowering, list[Val], Keywords, Any], Val]] = {
    **{
        kind: _note(kind, count)
        for kind, count in (("Const", 1), ("Active", 1), ("Duplicated", 2), ("DuplicatedNoNeed", 2), ("BatchDuplicated", 2))
    },
    "autodiff": autodiff,
    "autodiff_thunk": _thunk,
    "cache": cache,
    "recompute": recompute,
    "checkpoint": recompute,
    "jvp": transforms.jvp,
    "hvp": transforms.hvp,
    "vjp": pullbacks.make(True),
    "linearize": pullbacks.make(False),
    "stop_gradient": transforms.stop_gradient,
}
_MAKERS = frozenset(("grad", "value_and_grad", "jacfwd", "jacrev", "jacobian", "hessian"))
