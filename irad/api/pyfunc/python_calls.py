"""Calls and annotated calls of Python functions: `autodiff` and `autodiff_thunk` of them, and calls without a call wrapper."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from irad.annotations import Const, Mode, Reverse, annotated
from irad.api.pyfunc.python_run import derivatives_of, run, set_stack_limit, set_tape_limit
from irad.api.pyfunc.python_split import result_types, reverse_with_arrays, thunk
from irad.errors import ActivityError, TypingError, UnsupportedError
from irad.frontends.python.sources.made_functions import by_shape, shaped
from irad.frontends.python.sources.python_types import Scalar, Tuple, Ty, holds_list
from irad.pycall.binding import BoundCall, prepare
from irad.pycall.prepared import kind_of, offer
from irad.pycall.specialisation import PythonFunction, Specialisation, python_function
from irad.runtime.batches import is_batch, lane_seeds, per_lane
from irad.runtime.compiled import Lease
from irad.runtime.leaves import read_result
from irad.runtime.seeds import split_seed


def call_python(f: PythonFunction, args: Sequence[object], spec: Specialisation | None = None) -> Any:
    """Run the primal; ``spec``: for these arguments, if the caller knows it."""
    call = prepare(f, [Const(a) for a in args], Reverse, False, spec)
    entry = call.spec.lowered.entry
    code = call.spec.primal(f.options)
    with call.putting_back(), Lease() as arena:
        set_stack_limit(arena)
        set_tape_limit(arena, f, call.spec)
        (status,) = code(entry, [arena, *call.natives()])
        stored = ctypes.c_int64.from_address(arena).value
        if stored < 0:
            status = stored
        if status:
            call.spec.raise_status(status, arena)
        return read_result(call.spec.lowered.result, [r.buffer for r in call.results], call.pieces)


def python_autodiff(fn: object, args: Sequence[object], mode: Mode, returns: object, seed: object) -> Any:
    """`autodiff` for a Python function."""
    fn = shaped(fn, len(args)) if by_shape(fn) else fn
    f, notes = python_function(fn), [annotated(a) for a in args]
    f = f.short or f
    active = None if returns is None else returns is not Const
    call = prepare(f, notes, mode, active)
    batch = is_batch(notes)
    if holds_list(call.spec.lowered.result):
        text = f"{f.name}() returns a list whose length is known when it has run, which has no derivative"
        raise UnsupportedError(text, hint="return an array of it: np.array(xs)")
    if mode.gradient:
        check_gradient(f.name, call.spec.lowered.result, mode)
    if mode.forward:
        done = run(f, call, mode)
        offer(f, kind_of(args, mode, returns), call, notes, mode, done.derivative)
        has_tangent = any(r.shadows for r in call.results)
        tangents = per_lane(call.spec.lowered.result, done.tangents, batch) if has_tangent else None
        out = (tangents,) if has_tangent else ()
        return (*out, done.primal) if mode.primal else out
    if any(r.leaf.kind == "array" and r.shadows for r in call.results):
        return reverse_with_arrays(f, call, notes, mode, seed)
    types = [t for t in result_types(call.spec.lowered.result) if isinstance(t, Scalar) and t.is_inexact]
    _seed_scalars(call, types, seed, mode, batch)
    done = run(f, call, mode)
    offer(f, kind_of(args, mode, returns), call, notes, mode, done.derivative)
    derivatives = derivatives_of(call, notes, done.fields)
    return (derivatives, done.primal) if mode.primal else derivatives


def check_gradient(name: str, result: Ty, mode: Mode) -> None:
    """Check that the result has a gradient: it is a float, or with the mode "aux" a pair that begins with one."""
    items = list(result.items) if mode.gradient == "aux" and isinstance(result, Tuple) else [result]
    fits = len(items) == 2 if mode.gradient == "aux" else True
    if not fits or not isinstance(items[0], Scalar) or not items[0].is_float:
        if isinstance(items[0], Scalar) and items[0].is_complex:
            raise TypingError(
                f"{name}() returns a complex number, which has no gradient",
                hint="return a real one (z.real, abs(z)), or use autodiff with a seed, irad.jvp or irad.vjp",
            )
        raise TypingError(
            f"{name}() returns {result}; a gradient is that of one float" + (" with something behind it" if not fits else ""),
            hint="return a float (.sum() ...), or use autodiff with seeds",
        )


def seeds_of(seed: object, count: int, mode: Mode) -> list[object]:
    """One seed for each active result."""
    if mode.gradient:
        return [1.0, *[0.0] * (count - 1)]
    seeds = list(seed) if isinstance(seed, (tuple, list)) else [seed] * count
    if len(seeds) != count:
        raise ActivityError(f"{count} results are active, {len(seeds)} seeds were given")
    return seeds


def _seed_scalars(call: BoundCall, types: Sequence[Scalar], seed: object, mode: Mode, batch: bool) -> None:
    active = [r for r in call.results if r.shadows]
    for lane, own in enumerate(lane_seeds(seed, call.width, batch) if active else ()):
        parts = [x for ty, s in zip(types, seeds_of(own, len(types), mode), strict=True) for x in split_seed(ty, s)]
        for r, x in zip(active, parts, strict=True):
            r.leaf.write(r.shadows[lane], x)


def python_thunk(fn: object, declared: Sequence[object], returns: object) -> tuple[Any, Any]:
    """`autodiff_thunk` for a Python function; ``declared``: the annotations that its arguments must have."""
    return thunk(python_function(fn), declared, returns)
