"""One derivative of a Python function, run: compiled on the first call, its results read back."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from irad.annotations import Annotation, Differentiated, Mode
from irad.frontends.python.sources.python_types import Array, Scalar, Tuple, Ty
from irad.pycall.binding import BoundCall, Result, add_internal_shadows
from irad.pycall.specialisation import PythonFunction, Specialisation
from irad.runtime.batches import grouped, is_batch
from irad.runtime.compiled import CompiledDerivative, Lease, limit_new_tapes, limit_tapes
from irad.runtime.leaves import Bytes, complete_shadow, joined_number, read_result
from irad.runtime.memory_overlap import ArgumentArray
from irad.runtime.native import POOL, memory_of
from irad.transform.base.request import CONST, FORWARD, GRADIENT, Request

_STACK_MARGIN = 4  # the derivative of a recursive function needs deeper frames than the function


@dataclass(frozen=True)
class Outcome:
    """The results of a derivative: derivatives by leaf (lane by lane), the primal's value, its tangents (one per lane)."""

    derivative: CompiledDerivative
    fields: dict[object, list[object]]
    primal: object
    tangents: list[object]


def run(f: PythonFunction, call: BoundCall, mode: Mode) -> Outcome:
    """Compile (once) and run the forward or the combined reverse derivative; errors of the primal are raised."""
    options = replace(f.options, noalias=call.noalias)
    params = [*call.params]
    unwanted = call.noneed
    if not mode.primal and call.entry(mode) is not None:  # their memory is the entry's own
        unwanted = {*unwanted, *range(len(params) - len(call.results), len(params))}
    if not mode.forward:
        params = [replace(p, noneed=True) if k in unwanted else p for k, p in enumerate(params)]
    kind = FORWARD if mode.forward else GRADIENT
    request = Request(call.spec.lowered.entry, kind, (CONST, *params), False, width=call.width)
    request = add_internal_shadows(call, request, options)
    entry = call.entry(mode)
    derivative = call.spec.source.derivative(request, options, entry)
    (made,) = derivative.made
    with call.putting_back(), Lease() as arena:
        set_stack_limit(arena)
        set_tape_limit(arena, f)
        fields = grouped(made, derivative.code(made.symbol, [arena, *call.natives(entry)]))
        if not mode.forward and POOL.held > POOL.mark and memory_of(arena) > POOL.bound:
            f.shorten_tapes()
        status = fields.get("primal", [0])[0]
        stored = ctypes.c_int64.from_address(arena).value
        if stored < 0:
            status = stored
        if status:
            call.spec.raise_status(status, arena)
        return _outcome(call, derivative, fields)


def _outcome(call: BoundCall, derivative: CompiledDerivative, fields: dict[object, list[object]]) -> Outcome:
    """Read the results, from the fields that an entry returned or from memory."""
    result = call.spec.lowered.result
    for k, r in enumerate(call.results):
        if f"value {k}" in fields:
            r.leaf.write(r.buffer, fields[f"value {k}"][0])
        for shadow, value in zip(r.shadows, fields.get(f"tangent {k}", ()), strict=False):
            r.leaf.write(shadow, value)
        for shadow in r.shadows:
            complete_shadow(r.leaf, r.buffer, shadow)
    primal = read_result(result, [r.buffer for r in call.results], call.pieces)
    tangents = []
    for lane in range(call.width):
        buffers = [r.shadows[lane] if r.shadows else _zero_tangent(r) for r in call.results]
        lanes = zip(call.pieces, call.lanes, strict=True)
        pieces = [ArgumentArray(p.name, own[lane], None) for p, own in lanes if own is not None]
        tangents.append(read_result(result, buffers, pieces))
    return Outcome(derivative, fields, primal, tangents)


def _zero_tangent(r: Result) -> Bytes:
    """The tangent of a result that is no float, or does not depend on what is active."""
    if r.leaf.kind == "scalar":
        return ctypes.create_string_buffer(r.leaf.size)
    return r.buffer


def set_stack_limit(arena: int) -> None:
    """Set the limit for recursion: a part of this thread's stack is reserved for the reverse sweep."""
    ctypes.c_int64.from_address(arena + 40).value = _stack_limit()


def set_tape_limit(arena: int, f: PythonFunction, spec: Specialisation | None = None) -> None:
    """Set how many bytes the tape of this call may take; the end of the arena's lease removes the limit.

    ``spec``: what is called, where the call may be given up and made again.
    """
    if f.tape_limit:
        limit_new_tapes(arena, f.options.tape_stack, f.tape_limit)
    elif f.bounded and spec is not None and spec.repeatable:
        limit_tapes(arena, 0, POOL.bound)


_limits = threading.local()


def _stack_limit() -> int:
    found: int | None = getattr(_limits, "value", None)
    if found is None:
        from irad.runtime.machine_stack import stack_bounds

        low, high = stack_bounds()
        found = _limits.value = low + (high - low) * (_STACK_MARGIN - 1) // _STACK_MARGIN
    return found


def derivatives_of(call: BoundCall, notes: Sequence[Annotation], fields: dict[object, list[Any]]) -> tuple[object, ...]:
    """One entry per argument: the derivative of an Active one (in a batch a tuple of them), None otherwise."""
    out: list[object] = [None] * len(notes)
    batch = is_batch(notes)
    floats: dict[int, list[list[object]]] = {}
    for k, (owner, param) in enumerate(zip(call.owners, call.params, strict=True)):
        if owner >= 0 and param.active:
            floats.setdefault(owner, []).append(fields[k + 1])
    for i, note in enumerate(notes):
        if isinstance(note, Differentiated):
            out[i] = _tree(call.spec.lowered.arg_types[i], note.dval, iter(floats.get(i, ())))
        elif i in floats:
            out[i] = _derivative(call.spec.lowered.arg_types[i], iter(floats[i]), batch)
    return tuple(out)


def _derivative(ty: Ty, floats: Iterator[list[object]], batch: bool = False) -> object:
    """The derivative by a number, from those by its parts: each has one for each lane."""
    assert isinstance(ty, Scalar)
    lanes = tuple(joined_number(ty, own) for own in zip(*(next(floats) for _ in ty.parts), strict=True))
    return lanes if batch else lanes[0]


def _tree(ty: Ty, shadow: object, floats: Iterator[list[object]]) -> object:
    """The derivatives of a structure: shadows of its arrays, numbers for its floats, None for the rest."""
    if isinstance(ty, Scalar):
        return _derivative(ty, floats) if ty.is_inexact else None
    if isinstance(ty, Array):
        return shadow if ty.is_inexact else None
    if isinstance(ty, Tuple):
        return ty.make([_tree(t, s, floats) for t, s in zip(ty.items, ty.parts(shadow) or (), strict=True)])
    return None
