"""Python functions compiled for types of arguments: `PythonFunction`, `Specialisation`.

The frontend lowers a function for given argument types to a native function (docs/dev/architecture.md, "Functions from the
Python frontend").  An error status of that becomes the ordinary Python exception.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol
from weakref import WeakSet

import numpy as np

from irad.annotations import Mode
from irad.errors import IradError, TypingError, no_internal_errors
from irad.frontends.python import captured_state, captured_states, fingerprint, forget, lower, remember, takes, type_of
from irad.frontends.python.messages.callable_names import not_compiled
from irad.frontends.python.sources.captured import found_elsewhere
from irad.frontends.python.sources.function_notes import note, run_again
from irad.frontends.python.sources.lowered_function import Lowered, StaticNeeded
from irad.frontends.python.sources.made_functions import calling_function, dispatched
from irad.frontends.python.sources.outside import states
from irad.frontends.python.sources.python_source import defined_at
from irad.frontends.python.sources.python_types import Fixed, Known, Ty
from irad.frontends.python.sources.register_numbers import number_in, register_at
from irad.llvm.compile_cache import disk_cache
from irad.llvm.runtime_ir.arena_runtime import DISK, INTERRUPTED, NO_DERIVATIVE, NO_DERIVATIVE_TEXT
from irad.options import Options
from irad.progress import compiling
from irad.pycall.wrapper import OTHER
from irad.rules.deferred_errors import note_place
from irad.runtime.compiled import Code, Extra, ModuleSource
from irad.runtime.disk_errors import disk_error
from irad.runtime.disk_store import load, save
from irad.tracebacks import ends_at_the_call

_STATUS_MEMORY, _STATUS_STACK = -1, -2


class Prepared(Protocol):
    """What is cached with a function for calls by `irad.pycall.prepared`."""

    @property
    def spec(self) -> Specialisation: ...
    @property
    def width(self) -> int: ...
    @property
    def stale(self) -> bool: ...
    def run(self, args: Sequence[Any], seed: object) -> object: ...


class PreparedPullback(Protocol):
    """What is cached with a function for calls of `irad.vjp`."""

    @property
    def stale(self) -> bool: ...
    def run(self, f: object, primals: Sequence[Any], ordinary: Callable[[Any, Sequence[object]], Any]) -> Any: ...


class GivenUp(Exception):
    """Raised where compiled code leaves a call to Python, because arrays overlap in a way that it does not handle."""


@dataclass
class Specialisation:
    """One Python function lowered for one tuple of argument types.

    ``declared``: the user named the types, so values of other types are converted to them where nothing is lost.  ``methods``:
    functions that are compiled with it and found by classes.
    """

    lowered: Lowered
    source: ModuleSource
    name: str
    declared: bool = False
    methods: tuple[Any, ...] = ()
    state: tuple[object, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.state = self._state()

    def _state(self) -> tuple[object, ...]:
        """What the code was compiled for, of what it reads at paths from outside, and of what methods capture."""
        bound = frozenset(slot.path.slot for slot in self.lowered.changes if slot.path.kind in ("name", "cell"))
        return *states(self.lowered.uses), captured_states(self.methods, bound)

    @property
    def is_current(self) -> bool:
        """Whether what lies at paths from outside is as it was, and what methods capture."""
        return not (self.lowered.uses or self.methods) or self._state() == self.state

    def primal(self, options: Options, extra: Extra | None = None) -> Code:
        """The compiled function, with more IR if it is not compiled yet."""
        return self.source.plain(self.lowered.entry, options, extra)

    @property
    def repeatable(self) -> bool:
        """Whether a call that was given up can be made again: it has written to no array from outside, and changed no object."""
        return not self.lowered.written_captures and not self.lowered.changes

    @ends_at_the_call
    def raise_status(self, status: int, arena: int) -> None:
        """Turn a status that is not 0 into the exception it stands for."""
        if status == _STATUS_MEMORY:
            raise MemoryError(f"{self.name}() ran out of memory")
        if status == _STATUS_STACK:
            deep = RecursionError(f"maximum recursion depth exceeded in {self.name}()")
            if self.lowered.functions:
                place = defined_at(self.lowered.functions[0])
                note_place(deep, place)
            raise deep
        if status == NO_DERIVATIVE:
            raise np.linalg.LinAlgError(f"{NO_DERIVATIVE_TEXT} ({self.name}())")
        if status == DISK:
            raise disk_error(arena)
        if status == INTERRUPTED:
            raise KeyboardInterrupt  # if Python has not done so by now
        if status == OTHER:
            raise GivenUp
        details = (ctypes.c_int64 * 4).from_address(arena + 8)
        raise self.lowered.error(status, tuple(details))


class PythonFunction:
    """A plain Python function, specialised on demand; kept per function object."""

    def __init__(self, fn: Callable[..., object], options: Options, boundscheck: bool = True, cache: bool = True) -> None:
        self.fn = fn
        self.options = options
        self.boundscheck = boundscheck
        self.cache = cache
        self.tape_limit = 0
        self.bounded = False  # calls give up where a tape is longer than what is kept between calls
        self.name = getattr(fn, "__name__", "function")
        self.declared: list[tuple[Ty, ...]] = []
        self._made: dict[object, list[Specialisation]] = {}
        self.static: set[int] = set()  # integers and flags among the arguments that the function is compiled for
        self.static_leaves: set[tuple[int, tuple[Any, ...]]] = set()  # numbers inside of arguments: parameter, place in it
        self._limited: dict[int, PythonFunction] = {}
        self.short: PythonFunction | None = None  # takes the place of this one in annotated calls
        self.transformed: WeakSet[PythonFunction] = WeakSet()  # gradients of it and the like
        self.plans: dict[tuple[Any, ...], list[Prepared]] = {}  # of irad.pycall.prepared, by kind of call
        self.ready: dict[tuple[Any, ...], list[Prepared]] = {}  # the same, by mode and ``returns``
        self.pullbacks: list[PreparedPullback] = []  # of irad.api.pyfunc.prepared_pullbacks
        self.pullback_calls: dict[object, int] = {}  # by kind of primals
        self.loops: PythonFunction | None = None  # of irad.api.sparse.patterns
        self._lock = threading.RLock()

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return _nothing, ()  # it is written on functions, and those may be pickled with all that is

    def specialise(self, values: Sequence[object]) -> Specialisation:
        """The specialisation for the types of ``values`` (and the present values of captured scalars)."""
        with no_internal_errors(self.name):
            types = self._types(values)
        for known in self.declared:
            if len(known) == len(types) and all(takes(k, t) for k, t in zip(known, types, strict=True)):
                return self.specialise_types(known, True)
        while True:
            try:
                return self.specialise_types(types, fixed=self._fixed(values, types))
            except StaticNeeded as needed:
                if needed.steps is None:
                    self.static.add(needed.number)
                else:
                    self.static_leaves.add((needed.number, needed.steps))
                types = self._types(values)

    def _fixed(self, values: Sequence[object], types: Sequence[Ty]) -> Fixed:
        """The numbers inside of arguments for which the function is compiled: integers in containers, lengths of arrays."""
        out = []
        for k, steps in sorted(self.static_leaves, key=repr):
            leaf = register_at(types[k], steps) if k < len(types) else None
            n = number_in(values[k], types[k], leaf) if leaf is not None else None
            if leaf is not None and n is not None:
                out.append((k, leaf, n))
        return tuple(out)

    def _types(self, values: Sequence[object]) -> tuple[Ty, ...]:
        """The types of arguments; integers on which structure depends are types of their own."""
        return tuple(
            Known(v) if k in self.static and isinstance(v, int) else self._type_of(k, v) for k, v in enumerate(values)
        )


    def _type_of(self, k: int, value: object) -> Ty:
        """The type of argument ``k``; an error names it, and the function."""
        try:
            return type_of(value)
        except TypingError as error:
            if error.place is not None:
                raise
            code = getattr(self.fn, "__code__", None)
            names = code.co_varnames[: code.co_argcount] if code is not None else ()
            said = f" '{names[k]}'" if k < len(names) else ""
            text = f"argument {k}{said} of {self.name}(): {error.message}"
            place = defined_at(self.fn) if code is not None else None
            raise TypingError(text, place=place, hint=_converted(value) or error.hint) from None

    def limited(self, tape_limit: int) -> PythonFunction:
        """The function with a limit for the tapes of its derivatives, in bytes."""
        if not isinstance(tape_limit, int) or tape_limit <= 0:
            raise IradError(f"tape_limit has to be a positive number of bytes, not {tape_limit!r}")
        found = self._limited.get(tape_limit)
        if found is None:
            options = replace(self.options, limited=True)
            found = self._limited[tape_limit] = PythonFunction(self.fn, options, self.boundscheck, self.cache)
            found.tape_limit, found.declared = tape_limit, self.declared
        return found

    def with_short_tapes(self) -> PythonFunction:
        """The function with derivatives whose long loops are checkpointed."""
        made = PythonFunction(self.fn, replace(self.options, limited=True), self.boundscheck, self.cache)
        made.declared, made.plans, made.ready = self.declared, self.plans, self.ready
        return made

    def shorten_tapes(self) -> None:
        """Checkpoint long loops in annotated calls from now on."""
        if self.short is None and not self.options.limited:
            self.plans.clear()
            self.ready.clear()
            self.short = self.with_short_tapes()

    @property
    def specialisations(self) -> list[Specialisation]:
        """Those made so far, in order."""
        return [s for made in self._made.values() for s in made]

    def declare(self, types: tuple[Ty, ...]) -> Specialisation:
        """Compile for types that the user names; values that fit them are converted."""
        if types not in self.declared:
            self.declared.append(types)
        return self.specialise_types(types, True)

    def specialise_types(self, types: tuple[Ty, ...], declared: bool = False, fixed: Fixed = ()) -> Specialisation:
        """The specialisation for given types, and numbers inside of arguments."""
        with no_internal_errors(self.name), self._lock:
            key = (types, captured_state(self.fn), fixed)
            for found in self._made.setdefault(key, []):
                if found.is_current:
                    return found
            lowered, source = self._lowered(types, fixed)
            made = Specialisation(lowered, source, self.name, declared, found_elsewhere(self.fn, lowered.functions))
            self._made[key].append(made)
            return made

    def _lowered(self, types: tuple[Ty, ...], fixed: Fixed = ()) -> tuple[Lowered, ModuleSource]:
        """What the frontend makes of the function; without its IR when that was compiled before and is on disk."""
        mark = fingerprint(self.fn, types) if self.cache and not fixed and disk_cache() is not None else None
        key = f"python {mark.hex()} {self.boundscheck} {self.options.fastmath} {self.options.limited}" if mark is not None else ""
        stored = load(key)
        lowered = remember(stored, self.fn, types) if stored is not None else None
        if lowered is not None:
            text = partial(self._lowered_text, types)
            return lowered, ModuleSource(text, key=key, interruptible=True)
        with compiling(f"reading {self.name}()"):
            lowered = lower(self.fn, types, self.boundscheck, limited=self.options.limited, fixed=fixed, process=True)
        stripped = forget(lowered, self.fn, types) if not fixed else None
        if stripped is None:
            key = ""
        save(key, stripped)
        return lowered, ModuleSource(self._text(lowered.ir), key=key, interruptible=True)

    def _lowered_text(self, types: tuple[Ty, ...]) -> str:
        return self._text(lower(self.fn, types, self.boundscheck, limited=self.options.limited, process=True).ir)

    def _text(self, ir: str) -> str:
        from irad.llvm.border.fastmath import allow_fast_math
        from irad.llvm.border.session import canonical

        return canonical(allow_fast_math(canonical(ir))) if self.options.fastmath else ir


def _converted(value: object) -> str:
    """A hint for objects of other libraries that hold numbers."""
    if hasattr(value, "detach") and hasattr(value, "numpy"):
        return "pass a NumPy array: x.detach().numpy()"
    if hasattr(value, "to_numpy"):
        return "pass a NumPy array: x.to_numpy()"
    if hasattr(value, "toarray"):
        return "pass a NumPy array: x.toarray()"
    if hasattr(value, "__array__") and not isinstance(value, (np.ndarray, np.generic)):
        return "pass a NumPy array: np.asarray(x)"
    return ""


def _nothing() -> None:
    """What a pickled `PythonFunction` is restored as: nothing."""


def python_function(f: object) -> PythonFunction:
    """The `PythonFunction` of a callable (one per function object)."""
    if isinstance(f, PythonFunction):
        return f
    transformed = getattr(f, "irad_transform", None)
    if transformed is not None:
        f = transformed.function
    inner = getattr(f, "irad_function", None)
    if isinstance(inner, PythonFunction):
        return inner
    f = calling_function(f) or dispatched(f) or f
    again = run_again(f)
    if again is not None:  # that is about calls of it
        return python_function(again)
    if not callable(f):
        hint = "give the function itself, not its value"
        if isinstance(f, Mode):
            hint = "the function comes first, the mode is a keyword: mode=irad.Forward"
        raise TypingError(f"{f!r} is not a function", hint=hint)
    if not hasattr(f, "__code__") or hasattr(f, "__self__"):
        raise not_compiled(f)
    return known_function(f) or _noted(f, PythonFunction(f, Options()))


def _noted(f: object, made: PythonFunction) -> PythonFunction:
    """``made``, stored as an attribute of the function itself, so that it does not outlive the function."""
    with contextlib.suppress(AttributeError):  # it may take no attributes: made anew each time
        setattr(f, "__irad__", made)  # noqa: B010  (any object may have attributes)
    return made


def known_function(f: object) -> PythonFunction | None:
    """The `PythonFunction` of a callable if it has one already (`irad.api.pyfunc.python_calls.python_function` makes them)."""
    own: PythonFunction | None = getattr(f, "__irad__", None)
    if own is not None and own.fn is f:  # functools.wraps copies the attribute to other functions
        return own
    made = getattr(f, "irad_transform", None)
    if made is not None:
        return known_function(made.function)
    calling = note(f, "irad_calling")  # of a marked function, by irad.frontends.python.sources.made_functions
    if calling is not None:
        return known_function(calling)
    inner = run_again(f)
    if inner is not None:
        return known_function(inner)
    return getattr(f, "irad_function", None)
