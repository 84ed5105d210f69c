"""Python functions as something to call and to differentiate: specialisation by argument types, packing, errors.

The frontend lowers a function for given argument types to a native function (docs/dev/architecture.md, "Functions from the
Python frontend").  Here its parameters are filled from Python values, its results are read back, and an error status
becomes the ordinary Python exception.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from irad.api.annotations import Active, Annotation, Const, Duplicated, DuplicatedNoNeed, Mode, Reverse, annotated
from irad.api.compiled import Code, Derivative, Extra, Lease, Source
from irad.api.entry import Entry
from irad.api.kept import load, save
from irad.api.leaves import Leaf, complete_shadow, flatten_args, flatten_type, read_result, result_leaves
from irad.api.native import runtime_function
from irad.api.overlap import Piece, check
from irad.api.prepared import kind_of, offer
from irad.api.shadows import check_shadow, same_strides
from irad.errors import ActivityError, IradError, TypingError, UnsupportedError
from irad.llvm.cache import disk_cache
from irad.llvm.runtime import stack_offset
from irad.options import Options
from irad.transform.request import ACTIVE, CONST, DUP, FORWARD, GRADIENT, Param, Request

_STATUS_MEMORY, _STATUS_STACK = -1, -2
_STACK_MARGIN = 4  # the derivative of a recursive function needs deeper frames than the function


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
        self._lock = threading.RLock()

    def specialise(self, values: Sequence[Any]) -> Specialisation:
        """The specialisation for the types of ``values`` (and the present values of captured scalars)."""
        from irad.frontends.python import takes, type_of

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

        key = (types, captured_state(self.fn))
        with self._lock:
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
            return lowered, Source(lambda: self._text(lower(self.fn, types, self.boundscheck).ir), key=key)
        lowered = lower(self.fn, types, self.boundscheck)
        stripped = forget(lowered, self.fn, types)
        if stripped is None:
            key = ""
        save(key, stripped)
        return lowered, Source(self._text(lowered.ir), key=key)

    def _text(self, ir: str) -> str:
        from irad.llvm.fastmath import allow_fast_math
        from irad.llvm.session import canonical

        text = canonical(ir)
        return canonical(allow_fast_math(text)) if self.options.fastmath else text


_FUNCTIONS: dict[Any, PythonFunction] = {}


def python_function(f: Any) -> PythonFunction:
    """The `PythonFunction` of a callable (one per function object)."""
    if isinstance(f, PythonFunction):
        return f
    inner = getattr(f, "irad_function", None)
    if isinstance(inner, PythonFunction):
        return inner
    if hasattr(f, "irad_recompute"):  # that is about calls of it
        return python_function(f.irad_recompute)
    if not callable(f):
        raise IradError(f"{f!r} is not a function")
    if not hasattr(f, "__code__") or hasattr(f, "__self__"):
        name = getattr(f, "__qualname__", type(f).__name__)
        raise UnsupportedError(
            f"{name} is not a Python function that can be compiled", hint="wrap it in a function: def f(x): ..."
        )
    found = _FUNCTIONS.get(f)
    if found is None:
        found = _FUNCTIONS[f] = PythonFunction(f, Options())
    return found


@dataclass
class Call:
    """Everything of one native call: parameters, values, shadows, buffers of results."""

    spec: Specialisation
    leaves: list[Leaf]
    values: list[Any]
    params: list[Param]
    shadows: list[Any]
    pieces: list[Piece]
    owners: list[int]  # for each leaf: the argument it belongs to, -1 for results
    results: list[tuple[Leaf, Any, Any]] = field(default_factory=list)  # leaf, buffer, shadow buffer
    keep: list[Any] = field(default_factory=list)
    noneed: set[int] = field(default_factory=set)  # leaves whose memory nobody looks at afterwards
    noalias: bool = False

    def natives(self, entry: Entry | None = None) -> list[Any]:
        """Values and shadows in the order of the derivative's parameters, or of its entry's, which takes seeds."""
        count = len(self.leaves) - (0 if entry is None else len(self.results))
        out: list[Any] = []
        for value, param, shadow in zip(self.values[:count], self.params[:count], self.shadows[:count], strict=True):
            out.append(value)
            if param.shadow:
                out.append(shadow)
        if entry is not None and not entry.forward:
            out += [leaf.read(shadow) for leaf, _, shadow in self.results if shadow is not None]
        return out

    def entry(self, mode: Mode) -> Entry | None:
        """The entry of the derivative, where all results are numbers."""
        if any(leaf.kind == "array" for leaf, _, _ in self.results):
            return None
        kinds = tuple(leaf.text for leaf, _, _ in self.results)
        return Entry(kinds, tuple(shadow is not None for _, _, shadow in self.results), mode.primal, mode.forward)


def prepare(f: PythonFunction, notes: Sequence[Annotation], mode: Mode, active_return: bool | None) -> Call:
    """Bind annotated arguments, and defaults of those left out, to the native parameters of ``f``."""
    code, defaults = getattr(f.fn, "__code__", None), getattr(f.fn, "__defaults__", None) or ()
    missing = code.co_argcount - len(notes) if code is not None else 0
    if 0 < missing <= len(defaults):
        notes = [*notes, *(Const(d) for d in defaults[len(defaults) - missing :])]
    spec = f.specialise([n.val for n in notes])
    lowered = spec.lowered
    call = Call(spec, [], [], [], [], [], [])
    for i, (note, ty, name) in enumerate(zip(notes, lowered.arg_types, lowered.arg_names, strict=True)):
        _bind(call, i, note, ty, name, mode)
    for array, ty, name in lowered.captures:
        _bind(call, -2, Const(array), ty, name, mode)
    call.noalias = check(call.pieces)
    active = lowered.result_active if active_return is None else active_return
    for leaf in result_leaves(lowered.result):
        buffer = ctypes.create_string_buffer(leaf.size)
        shadow = ctypes.create_string_buffer(leaf.size)
        call.leaves.append(leaf)
        call.values.append(ctypes.addressof(buffer))
        is_active = active and leaf.active
        call.params.append(DUP if is_active else CONST)
        call.shadows.append(ctypes.addressof(shadow) if is_active else None)
        call.owners.append(-1)
        call.results.append((leaf, buffer, shadow if is_active else None))
    return call


def _bind(call: Call, index: int, note: Annotation, ty: Any, name: str, mode: Mode) -> None:
    values = flatten_args(note.val, ty)
    has_shadow = isinstance(note, Duplicated)
    shadows = flatten_args(note.dval, ty, shadow_of=name) if has_shadow else None  # type: ignore[attr-defined]
    for k, leaf in enumerate(flatten_type(ty, name)):
        value = values[k]
        call.leaves.append(leaf)
        call.owners.append(index)
        call.values.append(_native(value, leaf))
        param, shadow = _kind(note, leaf, value, shadows[k] if shadows is not None else None, mode)
        call.params.append(param)
        if leaf.kind == "data" and param.shadow:
            check_shadow(value, shadow, leaf.name)
            if isinstance(note, DuplicatedNoNeed):
                call.noneed.add(len(call.leaves) - 1)
        call.shadows.append(_native(shadow, leaf) if param.shadow else None)
        if leaf.kind == "data":
            call.pieces.append(Piece(leaf.name, value, shadow if param.shadow else None))
            call.keep.append((value, shadow))


def _native(value: Any, leaf: Leaf) -> Any:
    if leaf.kind == "data":
        return int(value.__array_interface__["data"][0])
    if leaf.kind == "float":
        return float(value)
    return int(value)


def _kind(note: Annotation, leaf: Leaf, value: Any, shadow: Any, mode: Mode) -> tuple[Param, Any]:
    if isinstance(note, Active):
        if leaf.name != leaf.argument and leaf.kind != "size":
            raise ActivityError(f"{leaf.argument} is Active, but it is a tuple or an array: only a single float can be")
        if leaf.kind != "float":
            what = "an array: use Duplicated" if leaf.kind in ("data", "size") else "not a float: use Const"
            raise ActivityError(f"{leaf.argument} is Active, but it is {what}")
        if mode.forward:
            raise ActivityError(f"{leaf.argument} is Active, which forward mode does not know", hint="use Duplicated(x, tangent)")
        return ACTIVE, None
    if isinstance(note, Duplicated):
        if leaf.kind == "data":
            return DUP, shadow
        if leaf.kind == "float":
            if mode.forward:
                return DUP, shadow
            raise ActivityError(f"{leaf.argument} is a scalar and Duplicated", hint="in reverse mode a scalar is Active")
        if leaf.kind == "int" and leaf.name == leaf.argument:
            raise ActivityError(f"{leaf.argument} is an integer, which has no derivative", hint="pass it as Const")
    elif not isinstance(note, Const):
        raise ActivityError(f"{leaf.argument}: {type(note).__name__} is not an annotation irad knows")
    return CONST, None


def with_internal_shadows(call: Call, request: Request, options: Options) -> Request:
    """Give constant arrays through which active values pass a zeroed shadow of their own."""
    params = [*request.params]
    for i in call.spec.source.shadows(request, options):
        k = i - 1  # the arena is parameter 0
        piece = next((p for p, leaf in _data(call) if leaf is call.leaves[k]), None)
        if piece is None:
            raise ActivityError(f"{call.leaves[k].name} needs a shadow")
        buffer = same_strides(piece.array)
        call.keep.append(buffer)
        call.params[k] = params[i] = DUP
        call.shadows[k] = int(buffer.__array_interface__["data"][0])
    return replace(request, params=tuple(params))


def _data(call: Call) -> list[tuple[Piece, Leaf]]:
    return list(zip(call.pieces, [leaf for leaf in call.leaves if leaf.kind == "data"], strict=True))


@dataclass(frozen=True)
class Outcome:
    """What a derivative gave: fields of its result by name or parameter, the primal's value, its tangent."""

    derivative: Derivative
    fields: dict[Any, Any]
    primal: Any
    tangent: Any


def run(f: PythonFunction, call: Call, mode: Mode) -> Outcome:
    """Compile (once) and run the forward or the combined reverse derivative; errors of the primal are raised."""
    options = replace(f.options, noalias=call.noalias)
    params = [*call.params]
    unwanted = call.noneed
    if not mode.primal and call.entry(mode) is not None:  # their memory is the entry's own
        unwanted = {*unwanted, *range(len(params) - len(call.results), len(params))}
    if not mode.forward:
        params = [replace(p, noneed=True) if k in unwanted else p for k, p in enumerate(params)]
    request = Request(call.spec.lowered.entry, FORWARD if mode.forward else GRADIENT, (CONST, *params), False)
    request = with_internal_shadows(call, request, options)
    entry = call.entry(mode)
    derivative = call.spec.source.derivative(request, options, entry)
    (made,) = derivative.made
    with Lease() as arena:
        set_stack_limit(arena)
        set_tape_limit(arena, f)
        out = derivative.code(made.symbol, [arena, *call.natives(entry)])
        fields = dict(zip(made.fields, out, strict=False))
        status = fields.get("primal", 0)
        stored = ctypes.c_int64.from_address(arena).value
        if stored < 0:
            status = stored
        if status:
            call.spec.raise_status(status, arena)
        return _outcome(call, derivative, fields)


def _outcome(call: Call, derivative: Derivative, fields: dict[Any, Any]) -> Outcome:
    """Read the results, from the fields that an entry returned or from memory."""
    result, values, tangents = call.spec.lowered.result, [], []
    for k, (leaf, buffer, shadow) in enumerate(call.results):
        if f"value {k}" in fields:
            leaf.write(buffer, fields[f"value {k}"])
        if f"tangent {k}" in fields:
            leaf.write(shadow, fields[f"tangent {k}"])
        if shadow is not None:
            complete_shadow(leaf, buffer, shadow)
        values.append(buffer)
        tangents.append(shadow or _zero_tangent(leaf, buffer))
    primal = read_result(result, values, call.pieces)
    return Outcome(derivative, fields, primal, read_result(result, tangents, _shadow_pieces(call)))


def _zero_tangent(leaf: Leaf, buffer: Any) -> Any:
    """The tangent of a result that is no float."""
    return ctypes.create_string_buffer(leaf.size) if leaf.kind == "scalar" else buffer


def _shadow_pieces(call: Call) -> list[Piece]:
    return [Piece(p.name, p.shadow, None) for p in call.pieces if p.shadow is not None]


def set_stack_limit(arena: int) -> None:
    """Where a recursion must stop: a part of this thread's stack stays for the reverse sweep."""
    ctypes.c_int64.from_address(arena + 40).value = _stack_limit()


def set_tape_limit(arena: int, f: PythonFunction) -> None:
    """How many bytes the tape of this call may take (0: any number)."""
    if f.tape_limit:
        runtime_function("irad_arena_destroy")(arena)  # the limit is looked at when memory is added, not when it is used again
    ctypes.c_int64.from_address(arena + stack_offset(f.options.tape_stack) + 24).value = f.tape_limit


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
        (status,) = code(entry, [arena, *call.natives()])
        stored = ctypes.c_int64.from_address(arena).value
        if stored < 0:
            status = stored
        if status:
            call.spec.raise_status(status, arena)
        return read_result(call.spec.lowered.result, [r[1] for r in call.results], call.pieces)


def python_autodiff(fn: Any, args: Sequence[Any], mode: Mode, returns: Any, seed: Any) -> Any:
    """`autodiff` for a Python function."""
    f, notes = python_function(fn), [annotated(a) for a in args]
    active = None if returns is None else returns is not Const
    call = prepare(f, notes, mode, active)
    if mode.gradient:
        check_gradient(f.name, call.spec.lowered.result, mode)
    if mode.forward:
        done = run(f, call, mode)
        offer(f, kind_of(fn, args, mode, returns), call, notes, mode, done.derivative)
        has_tangent = any(r[2] is not None for r in call.results)
        out = (done.tangent,) if has_tangent else ()
        return (*out, done.primal) if mode.primal else out
    if any(leaf.kind == "array" and shadow is not None for leaf, _, shadow in call.results):
        from irad.api.python_split import reverse_with_arrays

        return reverse_with_arrays(f, call, notes, mode, seed)
    _seed_scalars(call, seed, mode)
    done = run(f, call, mode)
    offer(f, kind_of(fn, args, mode, returns), call, notes, mode, done.derivative)
    derivatives = _derivatives(call, notes, done.fields)
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


def _seed_scalars(call: Call, seed: Any, mode: Mode) -> None:
    active = [(leaf, shadow) for leaf, _, shadow in call.results if shadow is not None]
    for (leaf, shadow), s in zip(active, seeds_of(seed, len(active), mode), strict=True):
        leaf.write(shadow, s)


def _derivatives(call: Call, notes: Sequence[Annotation], fields: dict[Any, Any]) -> tuple[Any, ...]:
    """One entry per argument: the derivative of an Active one, None otherwise."""
    out: list[Any] = [None] * len(notes)
    for k, (owner, param) in enumerate(zip(call.owners, call.params, strict=True)):
        if owner >= 0 and param.active:
            value = fields[k + 1]
            out[owner] = np.float32(value) if call.leaves[k].text == "float32" else value
    return tuple(out)


def python_thunk(fn: Any, notes: Sequence[Annotation], returns: Any) -> tuple[Any, Any]:
    """`autodiff_thunk` for a Python function."""
    from irad.api.python_split import thunk

    return thunk(python_function(fn), returns)
