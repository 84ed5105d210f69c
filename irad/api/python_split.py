"""Split reverse mode of Python functions, and reverse mode of functions that return arrays.

A returned array does not exist before the call, so its cotangent is put into its shadow between the augmented call and the
reverse one.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from irad.api.annotations import Active, Annotation, Const, Differentiated, Mode, ReverseSplit, annotated
from irad.api.autodiff import Tape
from irad.api.batches import grouped, is_batch, lane_seeds
from irad.api.binding import Call, add_internal_shadows, prepare
from irad.api.compiled import Derivative, Lease
from irad.api.leaves import complete_shadow, raw_array, read_result
from irad.api.python import PythonFunction, derivatives_of, set_stack_limit, set_tape_limit
from irad.errors import ActivityError
from irad.transform.request import CONST, Request


def _augmented(f: PythonFunction, call: Call) -> tuple[Tape, Derivative, Any]:
    """Run the augmented function; the tape keeps the arena, and what the reverse needs."""
    options = replace(f.options, noalias=call.noalias)
    request = Request(call.spec.lowered.entry, "split", (CONST, *call.params), False, width=call.width)
    request = add_internal_shadows(call, request, options)
    derivative = call.spec.source.derivative(request, options)
    ahead = derivative.made[0]
    lease = Lease()
    arena = lease.__enter__()
    tape = Tape(lease, 0, call)
    set_stack_limit(arena)
    set_tape_limit(arena, f)
    out = grouped(ahead, derivative.code(ahead.symbol, [arena, *call.natives()]))
    stored = ctypes.c_int64.from_address(arena).value
    status = stored if stored < 0 else out["primal"][0]
    if status:
        try:
            call.spec.raise_status(status, arena)
        finally:
            tape.close()
    (tape.pointer,) = out["tape"]
    tape.arena = arena  # type: ignore[attr-defined]
    primal = read_result(call.spec.lowered.result, [r.buffer for r in call.results], call.pieces)
    return tape, derivative, primal


def _reverse(
    call: Call, derivative: Derivative, tape: Tape, seeds: Sequence[Any], notes: Sequence[Annotation]
) -> tuple[Any, ...]:
    """Seed the results' shadows (one seed per lane) and run the reverse function."""
    for r in call.results:
        for shadow in r.shadows:
            complete_shadow(r.leaf, r.buffer, shadow)
    for lane, seed in enumerate(seeds):
        _seed(call, lane, seed)
    back = derivative.made[1]
    out = derivative.code(back.symbol, [tape.arena, tape.pointer])  # type: ignore[attr-defined]
    tape.close()
    return derivatives_of(call, notes, grouped(back, out))


def _seed(call: Call, lane: int, seed: Any) -> None:
    """Put the seed of one lane into the shadows of the results: one number for all, or built like the active results."""
    types = _result_types(call.spec.lowered.result)
    active = [(r, t) for r, t in zip(call.results, types, strict=True) if r.shadows]
    seeds = _seed_parts(call.spec.lowered.result, seed, len(active))
    if len(seeds) != len(active):
        raise ActivityError(f"{len(active)} results are active, {len(seeds)} seeds were given")
    for (r, ty), s in zip(active, seeds, strict=True):
        if r.leaf.kind == "scalar":
            r.leaf.write(r.shadows[lane], s)
            continue
        target = raw_array(ty, r.shadows[lane])
        if np.asarray(s).dtype.kind not in "fiub":
            raise ActivityError(f"the seed of an array is an array of numbers, not {s!r}")
        if target.shape != np.shape(s) and np.ndim(s) != 0:
            raise ActivityError(f"the seed has shape {np.shape(s)}, the result has {target.shape}")
        target += s


def _seed_parts(result: Any, seed: Any, count: int) -> list[Any]:
    """The seeds of the active results: from a structure like the result's, a flat list of them, or one for all."""
    if isinstance(seed, (int, float, np.number)) or (count == 1 and not isinstance(seed, (tuple, list, dict))):
        return [seed] * count
    if type(result).__name__ == "Tuple" and result.parts(seed) is not None:
        return _floats_of(result, seed)
    return list(seed) if isinstance(seed, (tuple, list)) else [seed]


def _floats_of(ty: Any, value: Any) -> list[Any]:
    """The parts of a structure that belong to floats."""
    kind = type(ty).__name__
    if kind == "Tuple":
        parts = ty.parts(value)
        if parts is None:
            raise ActivityError(f"a seed for {ty} must be built like it")
        return [x for t, v in zip(ty.items, parts, strict=True) for x in _floats_of(t, v)]
    if kind == "Scalar":
        return [value] if ty.is_float else []
    return [value] if kind == "Array" and ty.dtype.startswith("float") else []


def _result_types(ty: Any) -> list[Any]:
    if type(ty).__name__ == "Tuple":
        return [x for t in ty.items for x in _result_types(t)]
    return [] if type(ty).__name__ == "NoneTy" else [ty]


def reverse_with_arrays(f: PythonFunction, call: Call, notes: Sequence[Annotation], mode: Mode, seed: Any) -> Any:
    """Combined reverse mode of a function that returns arrays: both halves at once."""
    if mode.gradient:
        count = sum(bool(r.shadows) for r in call.results)
        seed = 1.0 if count == 1 else (1.0, *[0.0] * (count - 1))
    seeds = lane_seeds(seed, call.width, is_batch(notes))
    tape, derivative, primal = _augmented(f, call)
    try:
        derivatives = _reverse(call, derivative, tape, seeds, notes)
    finally:
        tape.close()
    return (derivatives, primal) if mode.primal else derivatives


def thunk(f: PythonFunction, returns: Any) -> tuple[Any, Any]:
    """(augmented, reverse) of a Python function."""
    active = None if returns is None else returns is not Const

    def augmented(*args: Any) -> tuple[Tape, Any]:
        call = prepare(f, [annotated(a) for a in args], ReverseSplit, active)
        tape, derivative, primal = _augmented(f, call)
        tape.derivative = derivative  # type: ignore[attr-defined]
        tape.call = call  # type: ignore[attr-defined]
        return tape, primal

    def reverse(*args: Any, tape: Tape, seed: Any = 1.0) -> Any:
        if tape.closed:
            raise ActivityError("this tape was used or closed already", hint="call the augmented function again")
        notes = [annotated(a) for a in args]
        call: Call = tape.call  # type: ignore[attr-defined]
        kept = [any(o == i and p.active for o, p in zip(call.owners, call.params, strict=True)) for i in range(len(notes))]
        if [isinstance(n, Active) for n in notes] != kept and not any(isinstance(n, Differentiated) for n in notes):
            raise ActivityError("the arguments of reverse are annotated differently from those of augmented")
        seeds = lane_seeds(seed, call.width, is_batch(notes))
        return _reverse(call, tape.derivative, tape, seeds, notes)  # type: ignore[attr-defined]

    return augmented, reverse
