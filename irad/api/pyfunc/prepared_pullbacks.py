"""`irad.vjp` at the cost of two calls of built-in functions, for short functions that are called often.

A `PullbackPlan` has two compiled functions, for one tuple of types of primals: one gives the value and copies of them, the other
takes an adjoint and those copies, and runs the function again with its derivative.  So there is no tape between the two, and
nothing to bind: the pull-back holds the copies, and may be called in any thread and any number of times.

That the function runs twice must not be seen, nor cost much.  There are plans for functions that change and read nothing outside
and call nothing in Python, and a plan leaves calls with large primals to the tape where the value has taken long.  Whatever the
machine code does not take (other types, arrays that overlap, a captured name that was rebound) is left to `pullback`.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter_ns
from typing import Any

import numpy as np

from irad.api.pyfunc.jit_function import JitFunction
from irad.api.pyfunc.transformed import Transform
from irad.errors import UnsupportedError
from irad.frontends.python import calls_python
from irad.frontends.python.sources.made_functions import MadeFunction, by_shape
from irad.pycall.fast import Fast, bound_anew, signature_of
from irad.pycall.specialisation import PythonFunction
from irad.runtime.seeds import check_like
from irad.tracebacks import hide_own_frames

_CALLS = 16  # so many calls with primals of one kind are made the ordinary way
_MOST = 4  # plans for one function
_LONG = 30_000  # nanoseconds: a second run of the function costs more than the tape saves
_TIMES = 3  # so often, one after the other, a value has to take that long (a thread may have to wait)

Ordinary = Callable[[Any, Sequence[object]], tuple[Any, Callable[[Any], tuple[Any, ...]]]]


class PullbackPlan:
    """See the module's docstring."""

    def __init__(self, f: PythonFunction, value: Fast, run: Callable[..., Any], pull: Callable[..., Any]) -> None:
        self._function, self._value, self._run, self._pull = f, value, run, pull
        self._most = sys.maxsize  # primals with so many numbers in arrays are left to the tape
        self._short = -1  # with so many, the value was seen to take little time
        self._long = self._count = 0

    @property
    def stale(self) -> bool:
        """Whether a captured name has been rebound to another object."""
        return bound_anew(self._value.signature)

    def run(self, f: object, primals: Sequence[Any], ordinary: Ordinary) -> Any:
        """The value and the pull-back of ``f``, or NotImplemented; ``ordinary`` makes the pair with a tape."""
        size = 0
        for p in primals:
            if type(p) is np.ndarray:
                size += p.size
        if size >= self._most:
            return NotImplemented
        self._count += 1
        found = self._run(*primals) if size <= self._short and self._count & 7 else self._timed(primals, size)
        if found is NotImplemented:
            return found
        out, *kept = found
        kind = type(out)
        shape, dtype = (out.shape, out.dtype) if kind is np.ndarray else ((), None)
        backwards = self._pull

        def pull(adjoint: Any) -> Any:
            try:
                if type(adjoint) is kind and (dtype is None or (adjoint.dtype is dtype and adjoint.shape == shape)):
                    derivatives = backwards(adjoint, *kept)
                    if derivatives is not NotImplemented:
                        return derivatives
                else:
                    check_like(0.0 if dtype is None else np.empty(shape, dtype), adjoint)
                return self._otherwise(f, adjoint, dtype, kept, ordinary)
            except BaseException as error:
                hide_own_frames(error)
                raise

        return out, pull

    def _otherwise(
        self, f: object, adjoint: Any, dtype: np.dtype[Any] | None, kept: Sequence[Any], ordinary: Ordinary
    ) -> Any:
        """The pull-back of an adjoint that fits, but is not what the machine code takes, or where a tape was too long."""
        derivatives = self._pull(float(adjoint) if dtype is None else np.array(adjoint, dtype, order="C"), *kept)
        if derivatives is not NotImplemented:
            return derivatives
        if self.stale:
            text = f"names that {self._function.name}() uses have been bound anew since irad.vjp was called"
            raise UnsupportedError(text, hint="pass what changes as an argument")
        return ordinary(f, kept)[1](adjoint)

    def _timed(self, primals: Sequence[object], size: int) -> Any:
        before = perf_counter_ns()
        found = self._run(*primals)
        if found is not NotImplemented and perf_counter_ns() - before > _LONG:
            self._long += 1
            self._short = min(self._short, size - 1)
            if self._long >= _TIMES:
                self._most, self._long = size, 0
        elif found is not NotImplemented:
            self._short, self._long = max(self._short, size), 0
        return found


def offer_pullback(f: object, known: PythonFunction, primals: Sequence[object], out: object) -> None:
    """Called after an ordinary `pullback`: make a plan, if this was the last of the first calls and if it is possible."""
    if not all(map(_taken, primals)) or not _taken(out) or known.tape_limit or known.options.limited or known.short is not None:
        return
    kind = tuple((type(p), getattr(p, "dtype", None), getattr(p, "ndim", 0)) for p in primals)
    calls = known.pullback_calls[kind] = known.pullback_calls.get(kind, 0) + 1
    if calls % _CALLS or calls > _CALLS * _MOST:
        return
    plans = [p for p in known.pullbacks if not p.stale]
    if len(plans) < _MOST:
        plans += _plans(f, known, primals, out)
    known.pullbacks = plans


def _taken(value: object) -> bool:
    """Whether plans take such a value: a float, or a contiguous array of floats."""
    if type(value) is np.ndarray:
        return value.dtype.kind == "f" and value.dtype.itemsize >= 4 and value.ndim > 0 and value.flags.carray
    return type(value) is float


def _plans(f: object, known: PythonFunction, primals: Sequence[object], out: object) -> list[PullbackPlan]:
    """The plan, none where it is not possible."""
    fn = known.fn
    plain = isinstance(f, types.FunctionType) or (isinstance(f, JitFunction) and not isinstance(f, Transform))
    if not plain or by_shape(fn) or fn.__code__.co_argcount != len(primals) or calls_python(fn):
        return []
    numbers = tuple(range(len(primals)))
    made = [Transform(MadeFunction(kind, f, numbers, False)) for kind in ("value_and_primals", "pullback")]
    specs = [m.irad_function.specialise(given) for m, given in zip(made, (primals, (out, *primals)), strict=True)]
    functions: list[tuple[Fast, Callable[..., Any]]] = []
    for m, spec in zip(made, specs, strict=True):
        signature = signature_of(spec, m.py_func)
        lowered = spec.lowered
        if signature is None or lowered.captures or lowered.changes or not spec.repeatable:
            return []
        # The pull-back is that of the names at the time of `vjp`, which the first function watches.
        signature = replace(signature, bounded=True, guards=signature.guards if not functions else ())
        wrapper = Fast(spec, signature, _other)
        functions.append((wrapper, wrapper.function(spec.primal(m.irad_function.options, wrapper.extra), known.name, "")))
    (value, run), (_, pull) = functions
    return [] if bound_anew(value.signature) else [PullbackPlan(known, value, run, pull)]


def _other(*args: object) -> object:
    return NotImplemented
