"""Python functions as something to call and to differentiate: specialisation by argument types, packing, errors.

The frontend lowers a function for given argument types to a native function (docs/dev/architecture.md, "Functions from the
Python frontend").  Here its parameters are filled from Python values, its results are read back, and an error status
becomes the ordinary Python exception.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakSet

import numpy as np

from irad.annotations import Annotation, Const, Differentiated, Mode, Reverse, annotated
from irad.api.batches import grouped, is_batch, lane_seeds, per_lane
from irad.api.binding import Call, Result, add_internal_shadows, prepare
from irad.api.compiled import Code, Derivative, Extra, Lease, Source, limit_tapes
from irad.api.kept import load, save
from irad.api.leaves import complete_shadow, read_result
from irad.api.native import runtime_function
from irad.api.overlap import Piece
from irad.api.prepared import kind_of, known_function, offer
from irad.api.seeds import is_number
from irad.errors import ActivityError, IradError, TypingError, UnsupportedError, no_internal_errors
from irad.llvm.cache import disk_cache
from irad.llvm.runtime import INTERRUPTED, NO_DERIVATIVE, NO_DERIVATIVE_TEXT
from irad.llvm.wrapper import OTHER
from irad.options import Options
from irad.transform.request import CONST, FORWARD, GRADIENT, Request

_STATUS_MEMORY, _STATUS_STACK = -1, -2
_STACK_MARGIN = 4  # the derivative of a recursive function needs deeper frames than the function


class GivenUp(Exception):
    """Compiled code leaves a call to Python: arrays overlap in a way that it does not handle."""


@dataclass
class Specialisation:
    """One Python function lowered for one tuple of argument types.

    ``declared``: the user named the types, so values of other types are converted to them where nothing is lost.
    """

    lowered: Any
    source: Source
    name: str
    declared: bool = False

    def primal(self, options: Options, extra: Extra | None = None) -> Code:
        """The compiled function, with more IR if it is not compiled yet."""
        return self.source.plain(self.lowered.entry, options, extra)

    def raise_status(self, status: int, arena: int) -> None:
        """Turn a status that is not 0 into the exception it stands for."""
        if status == _STATUS_MEMORY:
            raise MemoryError(f"{self.name}() ran out of memory")
        if status == _STATUS_STACK:
            raise RecursionError(f"maximum recursion depth exceeded in {self.name}()")
        if status == NO_DERIVATIVE:
            raise np.linalg.LinAlgError(f"{NO_DERIVATIVE_TEXT} ({self.name}())")
        if status == INTERRUPTED:
            raise KeyboardInterrupt  # if Python has not done so by now
        if status == OTHER:
            raise GivenUp
        details = (ctypes.c_int64 * 4).from_address(arena + 8)
        raise self.lowered.error(status, tuple(details))


class PythonFunction:
    """A plain Python function, specialised on demand; kept per function object."""

    def __init__(self, fn: Callable[..., Any], options: Options, boundscheck: bool = True, cache: bool = True) -> None:
        self.fn = fn
        self.options = options
        self.boundscheck = boundscheck
        self.cache = cache
        self.tape_limit = 0
        self.name = getattr(fn, "__name__", "function")
        self.declared: list[tuple[Any, ...]] = []
        self._made: dict[Any, Specialisation] = {}
        self.transformed: WeakSet[PythonFunction] = WeakSet()  # gradients of it and the like
        self.plans: dict[Any, list[Any]] = {}  # of irad.api.prepared, by kind of call
        self.loops: PythonFunction | None = None  # of irad.api.patterns
        self._lock = threading.RLock()

    def __reduce__(self) -> Any:
        return _nothing, ()  # it is written on functions, and those may be pickled with all that is

    def specialise(self, values: Sequence[Any]) -> Specialisation:
        """The specialisation for the types of ``values`` (and the present values of captured scalars)."""
        from irad.frontends.python import takes, type_of

        with no_internal_errors(self.name):
            types = tuple(type_of(v) for v in values)
        for known in self.declared:
            if len(known) == len(types) and all(takes(k, t) for k, t in zip(known, types, strict=True)):
                return self.specialise_types(known, True)
        return self.specialise_types(types)

    @property
    def specialisations(self) -> list[Specialisation]:
        """Those made so far, in order."""
        return list(self._made.values())

    def declare(self, types: tuple[Any, ...]) -> Specialisation:
        """Compile for types that the user names; values that fit them are converted."""
        if types not in self.declared:
            self.declared.append(types)
        return self.specialise_types(types, True)

    def specialise_types(self, types: tuple[Any, ...], declared: bool = False) -> Specialisation:
        """The specialisation for given types."""
        from irad.frontends.python import captured_state

        with no_internal_errors(self.name), self._lock:
            key = (types, captured_state(self.fn))
            found = self._made.get(key)
            if found is None:
                lowered, source = self._lowered(types)
                found = self._made[key] = Specialisation(lowered, source, self.name, declared)
            return found

    def _lowered(self, types: tuple[Any, ...]) -> tuple[Any, Source]:
        """What the frontend makes of the function; without its IR when that was compiled before and is on disk."""
        from irad.frontends.python import fingerprint, forget, lower, remember

        mark = fingerprint(self.fn, types) if self.cache and disk_cache() is not None else None
        key = f"python {mark.hex()} {self.boundscheck} {self.options.fastmath}" if mark is not None else ""
        stored = load(key)
        lowered = remember(stored, self.fn, types) if stored is not None else None
        if lowered is not None:
            return lowered, Source(lambda: self._text(lower(self.fn, types, self.boundscheck).ir), key=key, interruptible=True)
        lowered = lower(self.fn, types, self.boundscheck)
        stripped = forget(lowered, self.fn, types)
        if stripped is None:
            key = ""
        save(key, stripped)
        return lowered, Source(self._text(lowered.ir), key=key, interruptible=True)

    def _text(self, ir: str) -> str:
        from irad.llvm.fastmath import allow_fast_math
        from irad.llvm.session import canonical

        text = canonical(ir)
        return canonical(allow_fast_math(text)) if self.options.fastmath else text


def _nothing() -> None:
    """What becomes of a pickled `PythonFunction`."""


def python_function(f: Any) -> PythonFunction:
    """The `PythonFunction` of a callable (one per function object)."""
    from irad.frontends.python.marks import run_again

    if isinstance(f, PythonFunction):
        return f
    transformed = getattr(f, "irad_transform", None)
    if transformed is not None:
        f = transformed.function
    inner = getattr(f, "irad_function", None)
    if isinstance(inner, PythonFunction):
        return inner
    from irad.frontends.python.made import calling_function, dispatched

    f = calling_function(f) or dispatched(f) or f
    again = run_again(f)
    if again is not None:  # that is about calls of it
        return python_function(again)
    if not callable(f):
        raise IradError(f"{f!r} is not a function")
    if not hasattr(f, "__code__") or hasattr(f, "__self__"):
        name = getattr(f, "__qualname__", type(f).__name__)
        raise UnsupportedError(
            f"{name} is not a Python function that can be compiled", hint="wrap it in a function: def f(x): ..."
        )
    return known_function(f) or _noted(f, PythonFunction(f, Options()))


def _noted(f: Any, made: PythonFunction) -> PythonFunction:
    """``made``, written on the function itself: what belongs to a function must not outlive it."""
    with contextlib.suppress(AttributeError):  # it may take no attributes: made anew each time
        f.__irad__ = made
    return made


@dataclass(frozen=True)
class Outcome:
    """What a derivative gave: derivatives by leaf (lane by lane), the primal's value, its tangents (one per lane)."""

    derivative: Derivative
    fields: dict[Any, list[Any]]
    primal: Any
    tangents: list[Any]


def run(f: PythonFunction, call: Call, mode: Mode) -> Outcome:
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
    with Lease() as arena:
        set_stack_limit(arena)
        set_tape_limit(arena, f)
        fields = grouped(made, derivative.code(made.symbol, [arena, *call.natives(entry)]))
        status = fields.get("primal", [0])[0]
        stored = ctypes.c_int64.from_address(arena).value
        if stored < 0:
            status = stored
        if status:
            call.spec.raise_status(status, arena)
        return _outcome(call, derivative, fields)


def _outcome(call: Call, derivative: Derivative, fields: dict[Any, list[Any]]) -> Outcome:
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
        pieces = [Piece(p.name, own[lane], None) for p, own in zip(call.pieces, call.lanes, strict=True) if own is not None]
        tangents.append(read_result(result, buffers, pieces))
    return Outcome(derivative, fields, primal, tangents)


def _zero_tangent(r: Result) -> Any:
    """The tangent of a result that is no float, or does not depend on what is active."""
    if r.leaf.kind == "scalar":
        return ctypes.create_string_buffer(r.leaf.size)
    return r.buffer


def set_stack_limit(arena: int) -> None:
    """Where a recursion must stop: a part of this thread's stack stays for the reverse sweep."""
    ctypes.c_int64.from_address(arena + 40).value = _stack_limit()


def set_tape_limit(arena: int, f: PythonFunction) -> None:
    """How many bytes the tape of this call may take; the lease of the arena takes the limit back."""
    if f.tape_limit:
        runtime_function("irad_arena_destroy")(arena)  # the limit is looked at when memory is added, not when it is used again
        limit_tapes(arena, f.options.tape_stack, f.tape_limit)


_limits = threading.local()


def _stack_limit() -> int:
    found: int | None = getattr(_limits, "value", None)
    if found is None:
        from irad.api.stack import stack_bounds

        low, high = stack_bounds()
        found = _limits.value = low + (high - low) * (_STACK_MARGIN - 1) // _STACK_MARGIN
    return found


def call_python(f: PythonFunction, args: Sequence[Any]) -> Any:
    """Run the primal."""
    call = prepare(f, [Const(a) for a in args], Reverse, False)
    entry = call.spec.lowered.entry
    code = call.spec.primal(f.options)
    with Lease() as arena:
        set_stack_limit(arena)
        set_tape_limit(arena, f)
        (status,) = code(entry, [arena, *call.natives()])
        stored = ctypes.c_int64.from_address(arena).value
        if stored < 0:
            status = stored
        if status:
            call.spec.raise_status(status, arena)
        return read_result(call.spec.lowered.result, [r.buffer for r in call.results], call.pieces)


def python_autodiff(fn: Any, args: Sequence[Any], mode: Mode, returns: Any, seed: Any) -> Any:
    """`autodiff` for a Python function."""
    f, notes = python_function(fn), [annotated(a) for a in args]
    active = None if returns is None else returns is not Const
    call = prepare(f, notes, mode, active)
    batch = is_batch(notes)
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
        from irad.api.python_split import reverse_with_arrays

        return reverse_with_arrays(f, call, notes, mode, seed)
    _seed_scalars(call, seed, mode, batch)
    done = run(f, call, mode)
    offer(f, kind_of(args, mode, returns), call, notes, mode, done.derivative)
    derivatives = derivatives_of(call, notes, done.fields)
    return (derivatives, done.primal) if mode.primal else derivatives


def check_gradient(name: str, result: Any, mode: Mode) -> None:
    """A gradient is that of one float, the first one where there is more."""
    items = list(result.items) if mode.gradient == "aux" and type(result).__name__ == "Tuple" else [result]
    fits = len(items) == 2 if mode.gradient == "aux" else True
    if not fits or type(items[0]).__name__ != "Scalar" or not items[0].is_float:
        raise TypingError(
            f"{name}() returns {result}; a gradient is that of one float" + (" with something behind it" if not fits else ""),
            hint="return a float (.sum() ...), or use autodiff with seeds",
        )


def seeds_of(seed: Any, count: int, mode: Mode) -> list[Any]:
    """One seed for each active result."""
    if mode.gradient:
        return [1.0, *[0.0] * (count - 1)]
    seeds = list(seed) if isinstance(seed, (tuple, list)) else [seed] * count
    if len(seeds) != count:
        raise ActivityError(f"{count} results are active, {len(seeds)} seeds were given")
    return seeds


def _seed_scalars(call: Call, seed: Any, mode: Mode, batch: bool) -> None:
    active = [r for r in call.results if r.shadows]
    for lane, own in enumerate(lane_seeds(seed, call.width, batch)):
        for r, s in zip(active, seeds_of(own, len(active), mode), strict=True):
            if not is_number(s):
                raise ActivityError(f"the seed of a scalar result must be a number, not {type(s).__name__}")
            r.leaf.write(r.shadows[lane], s)


def derivatives_of(call: Call, notes: Sequence[Annotation], fields: dict[Any, list[Any]]) -> tuple[Any, ...]:
    """One entry per argument: the derivative of an Active one (in a batch a tuple of them), None otherwise."""
    out: list[Any] = [None] * len(notes)
    batch = is_batch(notes)
    floats: dict[int, list[Any]] = {}
    for k, (owner, param) in enumerate(zip(call.owners, call.params, strict=True)):
        if owner >= 0 and param.active:
            single = call.leaves[k].text == "float32"
            values = [np.float32(v) if single else v for v in fields[k + 1]]
            floats.setdefault(owner, []).append(tuple(values) if batch else values[0])
    for i, note in enumerate(notes):
        if isinstance(note, Differentiated):
            out[i] = _tree(call.spec.lowered.arg_types[i], note.dval, iter(floats.get(i, ())))
        elif i in floats:
            (out[i],) = floats[i]
    return tuple(out)


def _tree(ty: Any, shadow: Any, floats: Iterator[Any]) -> Any:
    """The derivatives of a structure: shadows of its arrays, numbers for its floats, None for the rest."""
    kind = type(ty).__name__
    if kind == "Scalar":
        return next(floats) if ty.is_float else None
    if kind == "Array":
        return shadow if ty.dtype.startswith("float") else None
    if kind == "Tuple":
        return ty.make([_tree(t, s, floats) for t, s in zip(ty.items, ty.parts(shadow), strict=True)])
    return None


def python_thunk(fn: Any, declared: Sequence[Any], returns: Any) -> tuple[Any, Any]:
    """`autodiff_thunk` for a Python function; ``declared``: how it was told that the arguments are annotated."""
    from irad.api.python_split import thunk

    return thunk(python_function(fn), declared, returns)
