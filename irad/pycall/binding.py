"""Annotated arguments of a Python function as parameters of its derivatives: values, shadows and results of one call."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from irad.annotations import Active, Annotation, BatchDuplicated, Const, Differentiated, Duplicated, DuplicatedNoNeed, Mode
from irad.errors import ActivityError, UnsupportedError
from irad.frontends.python.sources.dtypes import is_inexact
from irad.frontends.python.sources.generators import generators_of_call
from irad.frontends.python.sources.joined_types import holds_optional
from irad.frontends.python.sources.made_functions import omitted
from irad.frontends.python.sources.put_back import arrays_of_call, check_apart
from irad.frontends.python.sources.python_types import Ty
from irad.options import Options
from irad.pycall.specialisation import PythonFunction, Specialisation
from irad.runtime.batches import width_of
from irad.runtime.entry import DerivativeEntry
from irad.runtime.leaves import Bytes, Leaf, flatten_args, flatten_type, result_leaves
from irad.runtime.memory_overlap import ArgumentArray, check_batch
from irad.runtime.shadows import check_shadow, check_strides, with_internal_shadows
from irad.transform.base.request import ACTIVE, CONST, DUP, Param, Request


@dataclass
class BoundCall:
    """Everything of one native call: parameters, values, shadows, buffers of results.

    ``shadows`` has one entry per leaf: None, or as many as the batch is wide.
    """

    spec: Specialisation
    width: int = 1
    leaves: list[Leaf] = field(default_factory=list)
    values: list[object] = field(default_factory=list)
    params: list[Param] = field(default_factory=list)
    shadows: list[list[object] | None] = field(default_factory=list)
    pieces: list[ArgumentArray] = field(default_factory=list)
    lanes: list[list[np.ndarray] | None] = field(default_factory=list)  # for each piece: its shadows
    owners: list[int] = field(default_factory=list)  # for each leaf: the argument it belongs to, -1 for results
    results: list[Result] = field(default_factory=list)
    keep: list[object] = field(default_factory=list)
    noneed: set[int] = field(default_factory=set)  # leaves whose memory is not read afterwards
    noalias: bool = False

    def putting_back(self) -> AbstractContextManager[object]:
        """While the code runs: what it puts into objects from outside may be views of the arrays of this call."""
        lowered = self.spec.lowered
        if not lowered.changes and not lowered.makes_generators:
            return nullcontext()
        found = ExitStack()
        found.enter_context(arrays_of_call([p.array for p in self.pieces]))
        found.enter_context(generators_of_call())
        return found

    def natives(self, entry: DerivativeEntry | None = None) -> list[object]:
        """Values and shadows in the order of the derivative's parameters, or of its entry's, which takes seeds."""
        count = len(self.leaves) - (0 if entry is None else len(self.results))
        out: list[object] = []
        for value, param, shadows in zip(self.values[:count], self.params[:count], self.shadows[:count], strict=True):
            out.append(value)
            if param.shadow:
                out += shadows or ()
        if entry is not None and not entry.forward:
            out += [r.leaf.read(shadow) for r in self.results for shadow in r.shadows]
        return out

    def entry(self, mode: Mode) -> DerivativeEntry | None:
        """The entry of the derivative, where all results are numbers."""
        if any(r.leaf.kind == "array" for r in self.results):
            return None
        kinds = tuple(r.leaf.text for r in self.results)
        return DerivativeEntry(kinds, tuple(bool(r.shadows) for r in self.results), mode.primal, mode.forward, self.width)


@dataclass(frozen=True)
class Result:
    """The memory of one result, and its shadows (none if it is not active)."""

    leaf: Leaf
    buffer: Bytes
    shadows: Sequence[Bytes]


def prepare(
    f: PythonFunction,
    notes: Sequence[Annotation],
    mode: Mode,
    active_return: bool | None,
    spec: Specialisation | None = None,
) -> BoundCall:
    """Bind annotated arguments, and defaults of those left out, to the native parameters of ``f``."""
    notes = [*notes, *map(Const, omitted(f.fn, len(notes)))]
    spec = f.specialise([n.val for n in notes]) if spec is None else spec
    lowered = spec.lowered
    if holds_optional(lowered.result) and not mode.gradient and any(not isinstance(n, Const) for n in notes):
        text = f"{spec.name}() returns {lowered.result}: what may be None has no derivative"
        raise UnsupportedError(text, hint="return a number in each case, or raise an error")
    if lowered.changes:
        check_apart(lowered.changes, [n.val for n in notes], spec.name)
    call = BoundCall(spec, width_of(notes))
    for i, (note, ty, name) in enumerate(zip(notes, lowered.arg_types, lowered.arg_names, strict=True)):
        _bind(call, i, note, ty, name, mode, i in lowered.written)
    for k, (value, (_, ty, name)) in enumerate(zip(lowered.captured(), lowered.captures, strict=True)):
        _bind(call, -2, Const(value), ty, name, mode, k in lowered.written_captures)
    call.noalias = check_batch(call.pieces, call.lanes)
    for piece, shadows in zip(call.pieces, call.lanes, strict=True):
        for shadow in shadows or ():
            check_strides(piece.array, shadow, piece.name)
    active = lowered.result_active if active_return is None else active_return
    for leaf in result_leaves(lowered.result):
        _add_result(call, leaf, call.width if active and leaf.active else 0)
    return call


def _add_result(call: BoundCall, leaf: Leaf, width: int) -> None:
    buffer = ctypes.create_string_buffer(leaf.size)
    shadows = [ctypes.create_string_buffer(leaf.size) for _ in range(width)]
    call.leaves.append(leaf)
    call.values.append(ctypes.addressof(buffer))
    call.params.append(DUP if width else CONST)
    call.shadows.append([ctypes.addressof(s) for s in shadows] or None)
    call.owners.append(-1)
    call.results.append(Result(leaf, buffer, shadows))


def _lanes(note: Annotation) -> list[object]:
    """The shadows of an argument."""
    if isinstance(note, BatchDuplicated):
        return list(note.dval)
    return [note.dval] if isinstance(note, Duplicated) else []


def _bind(call: BoundCall, index: int, note: Annotation, ty: Ty, name: str, mode: Mode, written: bool) -> None:
    values = flatten_args(note.val, ty)
    given = [flatten_args(lane, ty, shadow_of=name) for lane in _lanes(note)]
    for k, leaf in enumerate(flatten_type(ty, name)):
        value = values[k]
        call.leaves.append(leaf)
        call.owners.append(index)
        call.values.append(_native(value, leaf))
        param = _kind(note, leaf, mode)
        call.params.append(param)
        shadows = [lane[k] for lane in given] if param.shadow else None
        if leaf.kind == "data":
            for lane in shadows or ():
                check_shadow(value, lane, leaf.name)
            if shadows and isinstance(note, DuplicatedNoNeed):
                call.noneed.add(len(call.leaves) - 1)
            call.pieces.append(ArgumentArray(leaf.name, value, None, written))
            call.lanes.append(shadows)
            call.keep.append((value, shadows))
        call.shadows.append([_native(lane, leaf) for lane in shadows] if shadows else None)


def _native(value: Any, leaf: Leaf) -> int | float:
    if leaf.kind == "data":
        return int(value.__array_interface__["data"][0])
    if leaf.kind == "float":
        return float(value)
    return int(value)


def _kind(note: Annotation, leaf: Leaf, mode: Mode) -> Param:
    if isinstance(note, Active):
        if leaf.name != leaf.argument and leaf.kind != "size":
            raise ActivityError(f"{leaf.argument} is Active, but it is a tuple or an array: only a single float can be")
        if leaf.kind != "float":
            what = "an array: use Duplicated" if leaf.kind in ("data", "size") else "not a float: use Const"
            raise ActivityError(f"{leaf.argument} is Active, but it is {what}")
        if mode.forward:
            raise ActivityError(f"{leaf.argument} is Active, which forward mode does not know", hint="use Duplicated(x, tangent)")
        return ACTIVE
    if isinstance(note, Differentiated):
        floats = is_inexact(leaf.text)
        return (DUP if leaf.kind == "data" else ACTIVE if leaf.kind == "float" else CONST) if floats else CONST
    if isinstance(note, (Duplicated, BatchDuplicated)):
        if leaf.kind == "data":
            return DUP
        if leaf.kind == "float":
            if mode.forward:
                return DUP
            item = leaf.name != leaf.argument
            hint = "pass an array in place of numbers in a container" if item else "in reverse mode a scalar is Active"
            raise ActivityError(f"{leaf.name} is a scalar and Duplicated", hint=hint)
        if leaf.kind == "int" and leaf.name == leaf.argument:
            raise ActivityError(f"{leaf.argument} is an integer, which has no derivative", hint="pass it as Const")
    elif not isinstance(note, Const):
        raise ActivityError(f"{leaf.argument}: {type(note).__name__} is not an annotation irad knows")
    return CONST


def add_internal_shadows(call: BoundCall, request: Request, options: Options) -> Request:
    """Give constant arrays through which active values pass an internal, zeroed shadow."""
    data = [k for k, leaf in enumerate(call.leaves) if leaf.kind == "data"]
    pieces = {k + 1: piece for k, piece in zip(data, call.pieces, strict=True)}  # the arena is parameter 0
    request, made = with_internal_shadows(call.spec.source, request, options, pieces, call.width)
    for i, buffers in made.items():
        call.keep.append(buffers)
        call.params[i - 1] = DUP
        call.shadows[i - 1] = [int(b.__array_interface__["data"][0]) for b in buffers]
    return request
