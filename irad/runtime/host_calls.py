"""Python functions called by compiled code: the receiving side of `irad.frontends.python.calls.host_frames`."""

from __future__ import annotations

import ctypes
import struct
import threading
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from irad.frontends.python.sources.dtypes import DTYPES
from irad.frontends.python.sources.python_types import Array, Known, Scalar, Tuple, Ty
from irad.rules.deferred_errors import HOST_RAISED, pend
from irad.rules.host_names import host_call
from irad.runtime.leaves import joined_number, split_number

if TYPE_CHECKING:
    from irad.frontends.python.calls.host_frames import HostCall

_THUNK = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
_WORD = 8
_DONE = -1  # in the first word of the frame: the call is complete, also with an error that was kept
_thunks: dict[str, ctypes._CFunctionType] = {}
_local = threading.local()


def addresses(symbols: Iterable[str]) -> dict[str, int]:
    """The addresses of those of the symbols that stand for calls of Python functions."""
    out = {}
    for symbol in symbols:
        call = host_call(symbol)
        if call is not None:
            if symbol not in _thunks:
                _thunks[symbol] = _THUNK(_Run(call))
            out[symbol] = ctypes.cast(_thunks[symbol], ctypes.c_void_p).value or 0
    return out


class _Memory:
    """NumPy's array interface of memory at an address."""

    def __init__(self, interface: Mapping[str, object]) -> None:
        self.__array_interface__ = interface


class _Run:
    """The call behind one symbol: reads the frame, calls the function, writes the results."""

    def __init__(self, call: HostCall) -> None:
        self.call = call

    def __call__(self, frame: int) -> int:
        what = ctypes.c_int64.from_address(frame)
        try:
            if what.value:
                self._hand_over(frame)
            else:
                self._run(frame)
        except BaseException as error:  # the caller of the compiled code raises it, unchanged
            pend(error)
            what.value = _DONE
            return HOST_RAISED
        what.value = _DONE
        return 0

    def _run(self, frame: int) -> None:
        at = [frame + _WORD]
        args = [_read(ty, at) for ty in self.call.types]
        result = self.call.fn(*args)
        arrays: list[np.ndarray] = []
        _write(self.call.result, result, [at[0]], arrays, self.call.name)
        _local.arrays = arrays
        _local.start = at[0]

    def _hand_over(self, frame: int) -> None:
        at = [_local.start]
        _fill(self.call.result, at, _local.arrays)
        _local.arrays = []


def _next(at: list[int]) -> int:
    here = at[0]
    at[0] += _WORD
    return here


def _read(ty: Ty, at: list[int]) -> object:
    """An argument, from the words at ``at``."""
    if isinstance(ty, Scalar):
        codes = [DTYPES[part.kind].code for part in ty.parts]
        return joined_number(ty, [struct.unpack(code, ctypes.string_at(_next(at), struct.calcsize(code)))[0] for code in codes])
    if isinstance(ty, Array):
        data = ctypes.c_int64.from_address(_next(at)).value
        shape = tuple(ctypes.c_int64.from_address(_next(at)).value for _ in range(ty.ndim))
        item = np.dtype(ty.dtype).itemsize
        strides = None
        if ty.layout != "C":
            strides = tuple(ctypes.c_int64.from_address(_next(at)).value * item for _ in range(ty.ndim))
        if 0 in shape:
            return np.empty(shape, ty.dtype)
        typestr = np.dtype(ty.dtype).str
        interface = {"data": (data, ty.readonly), "shape": shape, "strides": strides, "typestr": typestr, "version": 3}
        return np.asarray(_Memory(interface))
    if isinstance(ty, Tuple):
        return ty.make([_read(t, at) for t in ty.items])
    return ty.value if isinstance(ty, Known) else None


def _write(ty: Ty, value: Any, at: list[int], arrays: list[np.ndarray], name: str) -> None:
    """Write a result to its words; of arrays only the sizes."""
    if isinstance(ty, Scalar):
        if np.ndim(value) != 0 or not np.can_cast(np.asarray(value).dtype, ty.kind, "same_kind"):
            raise TypeError(f"{name}() returned {_described(value)}, where {ty} is declared")
        if np.iscomplexobj(value) and not ty.is_complex:
            raise TypeError(f"{name}() returned {_described(value)}, where {ty} is declared")
        for part, x in zip(ty.parts, split_number(ty, ty.dtype.numpy.type(value).item()), strict=True):
            data = struct.pack(DTYPES[part.kind].code, x)
            ctypes.memmove(_next(at), data, len(data))
    elif isinstance(ty, Array):
        array = np.ascontiguousarray(value, ty.dtype)
        if np.ndim(value) != ty.ndim or not np.can_cast(np.asarray(value).dtype, ty.dtype, "same_kind"):
            raise TypeError(f"{name}() returned {_described(value)}, where {ty} is declared")
        array = array.reshape(np.shape(value))
        arrays.append(array)
        _next(at)
        for n in array.shape:
            ctypes.c_int64.from_address(_next(at)).value = n
    elif isinstance(ty, Tuple):
        parts = list(value) if isinstance(value, tuple) else None
        if parts is None or len(parts) != len(ty.items):
            raise TypeError(f"{name}() returned {_described(value)}, where {ty} is declared")
        for t, part in zip(ty.items, parts, strict=True):
            _write(t, part, at, arrays, name)
    elif value is not None:
        raise TypeError(f"{name}() returned {_described(value)}: say so with irad.host_rule(returns=...)")


def _fill(ty: Ty, at: list[int], arrays: list[np.ndarray]) -> None:
    """Copy returned arrays into the memory that compiled code has made for them."""
    if isinstance(ty, Array):
        array = arrays.pop(0)
        target = ctypes.c_int64.from_address(_next(at)).value
        ctypes.memmove(target, array.ctypes.data, array.nbytes)
        at[0] += _WORD * ty.ndim
    elif isinstance(ty, Tuple):
        for t in ty.items:
            _fill(t, at, arrays)
    elif isinstance(ty, Scalar):
        at[0] += _WORD * len(ty.parts)


def _described(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {value.ndim} axes, {value.dtype}"
    return "None" if value is None else f"{type(value).__name__}"
