"""Split reverse mode of Python functions, and reverse mode of functions that return arrays.

A returned array does not exist before the call, so its cotangent is put into its shadow between the augmented call and the
reverse one.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from irad.annotations import Annotation, Const, Mode, ReverseSplit, annotated
from irad.api.pyfunc.python_run import derivatives_of, set_stack_limit, set_tape_limit
from irad.errors import ActivityError
from irad.frontends.python.sources.python_types import Array, NoneTy, Scalar, Tuple, Ty
from irad.pycall.binding import BoundCall, Result, add_internal_shadows, prepare
from irad.pycall.specialisation import PythonFunction
from irad.runtime.batches import grouped, is_batch, lane_seeds
from irad.runtime.compiled import Lease
from irad.runtime.leaves import complete_shadow, raw_array, read_result
from irad.runtime.seeds import add_to, check_array, is_number, split_seed
from irad.runtime.tapes import Tape, check_declared, check_tape
from irad.tracebacks import ends_at_the_call
from irad.transform.base.request import CONST, Request


def _augmented(f: PythonFunction, call: BoundCall, notes: Sequence[Annotation]) -> tuple[Tape, object]:
    """Run the augmented function; the tape keeps the arena, and what the reverse needs."""
    options = replace(f.options, noalias=call.noalias)
    request = Request(call.spec.lowered.entry, "split", (CONST, *call.params), False, width=call.width)
    request = add_internal_shadows(call, request, options)
    derivative = call.spec.source.derivative(request, options)
    ahead = derivative.made[0]
    lease = Lease()
    tape = Tape(lease, f, notes, call)
    tape.arena = arena = lease.__enter__()
    tape.derivative = derivative
    set_stack_limit(arena)
    set_tape_limit(arena, f)
    with call.putting_back():
        out = grouped(ahead, derivative.code(ahead.symbol, [arena, *call.natives()]))
    stored = ctypes.c_int64.from_address(arena).value
    status = stored if stored < 0 else out["primal"][0]
    if status:
        try:
            call.spec.raise_status(status, arena)
        finally:
            tape.close()
    (tape.pointer,) = out["tape"]
    primal = read_result(call.spec.lowered.result, [r.buffer for r in call.results], call.pieces)
    return tape, primal


def _reverse(tape: Tape, seeds: Sequence[object], notes: Sequence[Annotation]) -> tuple[object, ...]:
    """Seed the results' shadows (one seed per lane) and run the reverse function."""
    call: BoundCall = tape.call
    lanes = [_by_result(call, seed) for seed in seeds]  # all are checked before any is written
    for r in call.results:
        for shadow in r.shadows:
            complete_shadow(r.leaf, r.buffer, shadow)
    for lane, parts in enumerate(lanes):
        for r, ty, s in parts:
            if isinstance(ty, Array):
                add_to(raw_array(ty, r.shadows[lane]), s)
            else:
                r.leaf.write(r.shadows[lane], s)
    back = tape.derivative.made[1]
    try:
        out = tape.derivative.code(back.symbol, [tape.arena, tape.pointer])
    finally:  # a reverse that ended early has used it up as well
        tape.close()
    return derivatives_of(call, notes, grouped(back, out))


def _by_result(call: BoundCall, seed: object) -> list[tuple[Result, Ty, object]]:
    """The active results, their types and their seeds: one number for all, or built like the active results."""
    rest = iter(call.results)
    owned = [
        (t, [next(rest) for _ in (t.parts if isinstance(t, Scalar) else (t,))]) for t in result_types(call.spec.lowered.result)
    ]
    active = [(t, own) for t, own in owned if own[0].shadows]
    seeds = _seed_parts(call.spec.lowered.result, seed, len(active))
    if len(seeds) != len(active):
        raise ActivityError(f"{len(active)} results are active, {len(seeds)} seeds were given")
    out: list[tuple[Result, Ty, object]] = []
    for (ty, own), s in zip(active, seeds, strict=True):
        if isinstance(ty, Scalar):
            out += [(r, ty, x) for r, x in zip(own, split_seed(ty, s), strict=True)]
            continue
        assert isinstance(ty, Array)
        if not is_number(s):
            check_array(raw_array(ty, own[0].buffer), s, "the seed")
        out.append((own[0], ty, s))
    return out


def _seed_parts(result: Ty, seed: object, count: int) -> list[object]:
    """The seeds of the active results: from a structure like the result's, a flat list of them, or one for all."""
    if (
        is_number(seed)
        or isinstance(seed, (complex, np.complexfloating))
        or (count == 1 and not isinstance(seed, (tuple, list, dict)))
    ):
        return [seed] * count
    if isinstance(result, Tuple) and result.parts(seed) is not None:
        return _floats_of(result, seed)
    return list(seed) if isinstance(seed, (tuple, list)) else [seed]


def _floats_of(ty: Ty, value: object) -> list[object]:
    """The parts of a structure that belong to floats."""
    if isinstance(ty, Tuple):
        parts = ty.parts(value)
        if parts is None:
            raise ActivityError(f"a seed for {ty} must be built like it")
        return [x for t, v in zip(ty.items, parts, strict=True) for x in _floats_of(t, v)]
    if isinstance(ty, Scalar):
        return [value] if ty.is_inexact else []
    return [value] if isinstance(ty, Array) and ty.is_inexact else []


def result_types(ty: Ty) -> list[Ty]:
    """The numbers and arrays of a result."""
    if isinstance(ty, Tuple):
        return [x for t in ty.items for x in result_types(t)]
    return [] if isinstance(ty, NoneTy) else [ty]


def reverse_with_arrays(f: PythonFunction, call: BoundCall, notes: Sequence[Annotation], mode: Mode, seed: object) -> object:
    """Combined reverse mode of a function that returns arrays: both halves at once."""
    if mode.gradient:
        count = sum(bool(r.shadows) for r in call.results)
        seed = 1.0 if count == 1 else (1.0, *[0.0] * (count - 1))
    seeds = lane_seeds(seed, call.width, is_batch(notes))
    tape, primal = _augmented(f, call, notes)
    try:
        derivatives = _reverse(tape, seeds, notes)
    finally:
        tape.close()
    return (derivatives, primal) if mode.primal else derivatives


def thunk(f: PythonFunction, declared: Sequence[object], returns: object) -> tuple[object, object]:
    """(augmented, reverse) of a Python function."""
    active = None if returns is None else returns is not Const

    @ends_at_the_call
    def augmented(*args: object) -> tuple[Tape, object]:
        notes = [annotated(a) for a in args]
        check_declared(declared, notes)
        return _augmented(f, prepare(f, notes, ReverseSplit, active), notes)

    @ends_at_the_call
    def reverse(*args: object, tape: Tape, seed: object = 1.0) -> object:
        notes = [annotated(a) for a in args]
        check_tape(tape, f, f.name, notes)
        return _reverse(tape, lane_seeds(seed, tape.call.width, is_batch(notes)), notes)

    return augmented, reverse
