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

from irad.api.annotations import Active, Annotation, Const, Mode, ReverseSplit, annotated
from irad.api.autodiff import Tape
from irad.api.compiled import Derivative, Lease
from irad.api.leaves import complete_shadow, raw_array, read_result
from irad.api.python import Call, PythonFunction, prepare, set_stack_limit, set_tape_limit, with_internal_shadows
from irad.errors import ActivityError
from irad.transform.request import CONST, Request


def _augmented(f: PythonFunction, call: Call) -> tuple[Tape, Derivative, Any]:
    """Run the augmented function; the tape keeps the arena, and what the reverse needs."""
    options = replace(f.options, noalias=call.noalias)
    request = Request(call.spec.lowered.entry, "split", (CONST, *call.params), False)
    request = with_internal_shadows(call, request, options)
    derivative = call.spec.source.derivative(request, options)
    ahead = derivative.made[0]
    lease = Lease()
    arena = lease.__enter__()
    tape = Tape(lease, 0, call)
    set_stack_limit(arena)
    set_tape_limit(arena, f)
    out = dict(zip(ahead.fields, derivative.code(ahead.symbol, [arena, *call.natives()]), strict=False))
    stored = ctypes.c_int64.from_address(arena).value
    status = stored if stored < 0 else out["primal"]
    if status:
        try:
            call.spec.raise_status(status, arena)
        finally:
            tape.close()
    tape.pointer = out["tape"]
    tape.arena = arena  # type: ignore[attr-defined]
    primal = read_result(call.spec.lowered.result, [r[1] for r in call.results], call.pieces)
    return tape, derivative, primal


def _reverse(call: Call, derivative: Derivative, tape: Tape, seed: Any, notes: Sequence[Annotation]) -> tuple[Any, ...]:
    """Seed the results' shadows and run the reverse function."""
    for leaf, buffer, shadow in call.results:
        if shadow is not None:
            complete_shadow(leaf, buffer, shadow)
    active = [(leaf, shadow) for leaf, _, shadow in call.results if shadow is not None]
    seeds = list(seed) if isinstance(seed, tuple) and len(active) != 1 else [seed] * len(active)
    if len(seeds) != len(active):
        raise ActivityError(f"{len(active)} results are active, {len(seeds)} seeds were given")
    types = _result_types(call.spec.lowered.result)
    by_leaf = [t for t, (_, _, shadow) in zip(types, call.results, strict=True) if shadow is not None]
    for (leaf, shadow), s, ty in zip(active, seeds, by_leaf, strict=True):
        if leaf.kind == "scalar":
            leaf.write(shadow, s)
            continue
        target = raw_array(ty, shadow)
        if target.shape != np.shape(s) and np.ndim(s) != 0:
            raise ActivityError(f"the seed has shape {np.shape(s)}, the result has {target.shape}")
        target += s
    back = derivative.made[1]
    out = derivative.code(back.symbol, [tape.arena, tape.pointer])  # type: ignore[attr-defined]
    fields = dict(zip(back.fields, out, strict=False))
    tape.close()
    from irad.api.python import _derivatives

    return _derivatives(call, notes, fields)


def _result_types(ty: Any) -> list[Any]:
    if type(ty).__name__ == "Tuple":
        return [x for t in ty.items for x in _result_types(t)]
    return [] if type(ty).__name__ == "NoneTy" else [ty]


def reverse_with_arrays(f: PythonFunction, call: Call, notes: Sequence[Annotation], mode: Mode, seed: Any) -> Any:
    """Combined reverse mode of a function that returns arrays: both halves at once."""
    if mode.gradient:
        count = sum(shadow is not None for _, _, shadow in call.results)
        seed = 1.0 if count == 1 else (1.0, *[0.0] * (count - 1))
    tape, derivative, primal = _augmented(f, call)
    derivatives = _reverse(call, derivative, tape, seed, notes)
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
        if [isinstance(n, Active) for n in notes] != [
            any(o == i and p.active for o, p in zip(call.owners, call.params, strict=True)) for i in range(len(notes))
        ]:
            raise ActivityError("the arguments of reverse are annotated differently from those of augmented")
        return _reverse(call, tape.derivative, tape, seed, notes)  # type: ignore[attr-defined]

    return augmented, reverse
