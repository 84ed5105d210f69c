"""Which elements of a result depend on which elements of an argument: forward mode on index sets (`index_sets.py`).

One run handles as many elements as a float has bits.  The pattern belongs to the path that the function takes for these
arguments; it holds every entry of the Jacobian that is not zero there.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import sparse

from irad.annotations import BatchDuplicated, Const, Forward
from irad.api.pyfunc.python_run import set_stack_limit, set_tape_limit
from irad.api.pyfunc.shared_memory import map_arrays
from irad.errors import DifferentiationError, TypingError
from irad.frontends.python import Array, Fixed, Lowered, Ty, lower
from irad.llvm.border.head_text import mentions_type
from irad.pycall.binding import BoundCall, add_internal_shadows, prepare
from irad.pycall.specialisation import PythonFunction, python_function
from irad.runtime.batches import grouped
from irad.runtime.compiled import Lease, ModuleSource
from irad.runtime.leaves import Bytes, complete_shadow, raw_array
from irad.transform.base.request import CONST, FORWARD, Request

_UNSIGNED: dict[int, np.dtype] = {4: np.dtype(np.uint32), 8: np.dtype(np.uint64)}
_WIDTHS = (1, 2, 4, 8)


class _Loops(PythonFunction):
    """A Python function in which products of matrices are loops, since library routines cannot propagate index sets."""

    def _lowered(self, types: tuple[Ty, ...], fixed: Fixed = ()) -> tuple[Lowered, ModuleSource]:
        lowered = lower(self.fn, types, self.boundscheck, blas=False, fixed=fixed)
        return lowered, ModuleSource(self._text(lowered.ir), interruptible=True)


def _loops(f: object) -> PythonFunction:
    own = python_function(f)
    if own.loops is None:
        own.loops = _Loops(own.fn, own.options, own.boundscheck)
    return own.loops


def detect(f: Callable[..., object], args: Sequence[Any], argnum: int) -> sparse.csr_array:
    """The pattern of the Jacobian of ``f`` by an argument, as a matrix of ones: rows and columns in C order.

    >>> detect(lambda x: x[1:] * x[:-1], (np.ones(4),), 0).toarray().tolist()
    [[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]
    """
    width = lanes_for(-(-args[argnum].size // 64))
    try:
        return _detect(f, args, argnum, width)
    except DifferentiationError:  # calls through pointers, for one, have one derivative at a time
        if width == 1:
            raise
        return _detect(f, args, argnum, 1)


def lanes_for(wanted: int) -> int:
    """The width of the batch: one of few values, since each is compiled."""
    return next((width for width in _WIDTHS if width >= wanted), _WIDTHS[-1])


def _detect(f: Callable[..., object], args: Sequence[Any], argnum: int, width: int) -> sparse.csr_array:
    x = args[argnum]
    fn = _loops(f)
    bits, start = 64, 0
    rows: list[np.ndarray] = []
    columns: list[np.ndarray] = []
    size = 0
    while start < x.size or not start:
        shadows = tuple(np.zeros_like(x) for _ in range(width))
        notes = [BatchDuplicated(copied(a), shadows) if i == argnum else Const(copied(a)) for i, a in enumerate(args)]
        call = prepare(fn, notes, Forward, True)
        if not start:
            _check(call)
            bits = 32 if x.itemsize == 4 or mentions_type(call.spec.source.text, "float") else 64
        for k, shadow in enumerate(shadows):
            _mark(shadow, start + k * bits, bits)
        for sets in _run(fn, call, bits):
            size = len(sets)
            found = np.flatnonzero(sets)
            inside = np.unpackbits(sets[found, None].astype("<u8").view(np.uint8), axis=1, bitorder="little")
            i, j = np.nonzero(inside)
            rows.append(found[i])
            columns.append(start + j)
            start += bits
    entries = np.concatenate(rows), np.concatenate(columns)
    return sparse.csr_array((np.ones(len(entries[0]), np.int8), entries), shape=(size, x.size))


def _mark(shadow: np.ndarray, start: int, bits: int) -> None:
    """Set one bit for each element from ``start`` on."""
    kind = _UNSIGNED[shadow.itemsize]
    sets = np.zeros(shadow.size, kind)
    some = sets[start : start + bits]
    some[:] = np.left_shift(kind.type(1), np.arange(len(some), dtype=kind))
    shadow.view(kind)[...] = sets.reshape(shadow.shape)


def copied(value: object) -> object:
    """A copy of an argument, so that the caller's is not changed."""
    return map_arrays(value, lambda a: a.copy(order="K"))


def _run(f: PythonFunction, call: BoundCall, bits: int) -> list[np.ndarray]:
    """For each lane the sets of the elements of the result, in C order."""
    options = replace(f.options, noalias=call.noalias, index_sets=bits)
    request = Request(call.spec.lowered.entry, FORWARD, (CONST, *call.params), False, width=call.width)
    request = add_internal_shadows(call, request, options)
    derivative = call.spec.source.derivative(request, options)
    (made,) = derivative.made
    with Lease() as arena:
        set_stack_limit(arena)
        set_tape_limit(arena, f)
        fields = grouped(made, derivative.code(made.symbol, [arena, *call.natives()]))
        stored = ctypes.c_int64.from_address(arena).value
        status = stored if stored < 0 else fields.get("primal", [0])[0]
        if status:
            call.spec.raise_status(status, arena)
        return [_sets(call, shadow) for shadow in call.results[0].shadows]


def _check(call: BoundCall) -> None:
    """Check that the result is one array or one number."""
    result = call.spec.lowered.result
    if len(call.results) != 1 or not call.results[0].shadows or call.results[0].leaf.text not in ("float64", "float32"):
        raise TypingError(
            f"{call.spec.name}() returns {result}; a sparse Jacobian is that of one float or one array of floats",
            hint="put several results into one array",
        )


def _sets(call: BoundCall, shadow: Bytes) -> np.ndarray:
    """Read the result: bits, not numbers, so that nothing may be done with them as floats."""
    leaf, buffer, ty = call.results[0].leaf, call.results[0].buffer, call.spec.lowered.result
    kind = _UNSIGNED[8 if leaf.text == "float64" else 4]
    if not isinstance(ty, Array):
        return np.frombuffer(memoryview(shadow), kind, 1).copy()
    complete_shadow(leaf, buffer, shadow)
    return raw_array(ty, shadow).view(kind).flatten()
