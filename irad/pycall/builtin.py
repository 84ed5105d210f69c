"""A function object of CPython around machine code made from `irad.pycall.wrapper`."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from irad.frontends.python.sources.dtypes import DTYPES
from irad.llvm import interrupt
from irad.llvm.final import Final
from irad.llvm.jit import Engine
from irad.pycall.box import ALLOCATOR, ARRAY_MAKER
from irad.pycall.signature import Signature
from irad.pycall.wrapper import API, ARRAY_API_PLACES, THREAD_API, array_module
from irad.runtime.disk_store import load, save
from irad.runtime.library_addresses import numpy_table
from irad.runtime.native import runtime_addresses

_FASTCALL_KEYWORDS = 0x82
_CAPSULE = b"mem_handler"  # the name that NumPy looks for


class _Allocator(ctypes.Structure):
    """NumPy's PyDataMem_Handler (numpy/ndarraytypes.h)."""

    _fields_ = [
        ("name", ctypes.c_char * 127),
        ("version", ctypes.c_uint8),
        ("context", ctypes.c_void_p),
        ("functions", ctypes.c_void_p * len(ALLOCATOR)),
    ]


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
    pool: int,
    fallback: Callable[..., object],
    error: Callable[[int, int], object],
    name: str = "irad.wrap",
) -> dict[str, int]:
    """Addresses of all that the wrapper names; the caller keeps the objects alive as long as the code (see `Builtin`).

    ``pool``: where arenas are taken from (docs/dev/runtime.md).  ``fallback`` gets the arguments of a call that the wrapper does
    not take, and its value is the call's.  ``error`` gets a status that is not 0 and the address of the arena, which has details,
    and raises.
    """
    found = {"irad.pool": pool, f"{name}.fallback": id(fallback), f"{name}.error": id(error)}
    found |= {f"{name}.{what}": id(value) for what, value in signature.objects().items()}
    return found | _fixed() | (_array_maker()[1] if signature.makes_arrays else {})


@lru_cache(maxsize=1)
def _array_maker() -> tuple[Engine, dict[str, int]]:
    """The function that makes arrays of results: compiled once per process, or found on disk.

    Arrays that have got memory of an arena know, by a capsule, the functions that free it: as there may be some until the process
    has ended, capsule and code are there as long.
    """
    data = load("result array")
    if data is None:
        final = Final(array_module(), exports=[ARRAY_MAKER, *ALLOCATOR])
        final.optimize(1)
        data = final.object("host")
        save("result array", data)
    allocator = _Allocator(b"irad", 1)
    make = ctypes.pythonapi.PyCapsule_New
    make.argtypes, make.restype = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p], ctypes.py_object
    capsule = make(ctypes.addressof(allocator), _CAPSULE, None)
    known = _fixed() | {"irad.np.handler": id(capsule), "irad_hand_over": runtime_addresses()["irad_hand_over"]}
    engine = Engine.load_object(data, [ARRAY_MAKER, *ALLOCATOR], symbols=known)
    allocator.functions[:] = [engine.address(name) for name in ALLOCATOR]
    for lasting in (allocator, capsule, engine):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(lasting))
    return engine, {ARRAY_MAKER: engine.address(ARRAY_MAKER)}


@lru_cache(maxsize=1)
def _fixed() -> dict[str, int]:
    """The symbols that all wrappers refer to."""
    found = {f"irad.py.{o!r}": id(o) for o in (True, False, None)}
    found |= {f"irad.np.{o!r}": id(np.bool_(o)) for o in (True, False)}  # NumPy, too, has one object for each
    found |= {f"irad.py.{t.__name__}": id(t) for t in (float, int, complex, tuple, list, dict)}
    found |= {f"irad.np.{kind}": id(d.numpy.type) for kind, d in DTYPES.items() if kind != "bool"}
    found |= {f"irad.dtype.{kind}": id(d.numpy) for kind, d in DTYPES.items()} | {"irad.np.ndarray": id(np.ndarray)}
    return found | interrupt.symbols() | _functions(API) | thread_functions() | _numpy_functions()


def thread_functions() -> dict[str, int]:
    """The addresses of functions that identify the current thread."""
    return _functions(THREAD_API)


def _functions(names: Iterable[str]) -> dict[str, int]:
    return {n: ctypes.cast(getattr(ctypes.pythonapi, n), ctypes.c_void_p).value or 0 for n in names}


def _numpy_functions() -> dict[str, int]:
    """Functions of NumPy's C interface, from the table that extension modules get."""
    table = (ctypes.c_void_p * 300).from_address(numpy_table())
    return {name: table[place] or 0 for name, place in ARRAY_API_PLACES.items()}


class Builtin:
    """Owns the objects that the code of a wrapper points to; it is the ``__self__`` of the function object."""

    def __init__(self, engine: Engine, keep: tuple[object, ...], name: str, doc: str, symbol: str = "irad.wrap") -> None:
        self.engine, self.keep = engine, keep
        self._definition = _MethodDef(name.encode(), engine.address(symbol), _FASTCALL_KEYWORDS, doc.encode())

    def function(self) -> Callable[..., Any]:
        """The function object; it keeps this object alive."""
        made: Callable[..., object] = _new(ctypes.byref(self._definition), self, None)
        return made
