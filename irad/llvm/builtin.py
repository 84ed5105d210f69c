"""A function object of CPython around machine code made from `irad.llvm.wrapper`."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from irad.llvm.jit import Engine
from irad.llvm.wrapper import API, Captured, Signature

_FASTCALL_KEYWORDS = 0x82


class _MethodDef(ctypes.Structure):
    _fields_ = [  # PyMethodDef
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    ]


_new = ctypes.pythonapi.PyCFunction_NewEx
_new.argtypes = [ctypes.POINTER(_MethodDef), ctypes.py_object, ctypes.c_void_p]
_new.restype = ctypes.py_object


def symbols(
    signature: Signature,
    arena: int,
    fallback: Callable[..., Any],
    error: Callable[[int], Any],
    name: str = "irad.wrap",
) -> dict[str, int]:
    """Addresses of all that the wrapper names; the caller keeps the objects alive as long as the code (see `Builtin`).

    ``fallback`` gets the arguments of a call that the wrapper does not take, and its value is the call's.  ``error`` gets a
    status that is not 0 and raises; details are still in the arena.
    """
    found = {f"{name}.arena": arena, f"{name}.fallback": id(fallback), f"{name}.error": id(error)}
    for i, guard in enumerate(signature.guards):
        found[f"{name}.home{i}"] = id(guard.home)
        found[f"{name}.key{i}"] = id(guard.key)
        found[f"{name}.value{i}"] = id(guard.value)
    for i, p in enumerate(signature.params):
        if isinstance(p, Captured):
            found[f"{name}.captured{i}"] = id(p.value)
    found |= {f"irad.py.{o!r}": id(o) for o in (True, False, None)}
    found |= {"irad.py.float": id(float), "irad.py.int": id(int), "irad.np.ndarray": id(np.ndarray)}
    found |= {f"irad.np.{t.__name__}": id(t) for t in (np.float64, np.float32, np.int64)}
    found |= {f"irad.dtype.{kind}": id(np.dtype(kind)) for kind in ("float64", "float32", "int64", "bool")}
    for function in API:
        found[function] = ctypes.cast(getattr(ctypes.pythonapi, function), ctypes.c_void_p).value or 0
    return found


class Builtin:
    """Owns what the code of a wrapper points to; it is the ``__self__`` of the function object."""

    def __init__(self, engine: Engine, keep: tuple[Any, ...], name: str, doc: str, symbol: str = "irad.wrap") -> None:
        self.engine, self.keep = engine, keep
        self._definition = _MethodDef(name.encode(), engine.address(symbol), _FASTCALL_KEYWORDS, doc.encode())

    def function(self) -> Callable[..., Any]:
        """The function object; it keeps this object alive."""
        made: Callable[..., Any] = _new(ctypes.byref(self._definition), self, None)
        return made
