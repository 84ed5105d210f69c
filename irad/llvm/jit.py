"""Machine code in this process: `Engine`.

A module is compiled to an object first.  Its symbol table lists every external symbol that it needs, calls that the code
generator adds included; each of those is looked up *before* the object is loaded, so that a missing function is an error
with a name and does not end the process.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import itertools
import threading
from collections.abc import Iterable, Mapping, Sequence

import llvmlite.binding as llvm

from irad.errors import IradError, UnsupportedError
from irad.llvm.border import head_text
from irad.llvm.border.initializers import INITIALIZE
from irad.llvm.border.llvmlite_types import Jit, ResourceTracker
from irad.llvm.border.session import machine
from irad.llvm.final import Final
from irad.llvm.object_code import thread_local_symbols, undefined_symbols, visible_symbols

_COUNT = itertools.count()
_LOCK = threading.Lock()
_MODULES = 32
_handles: dict[str, ctypes.CDLL] = {}


# What the C library defines in every shared object and nowhere to be looked up, or LLJIT itself.
_GIVEN = frozenset(("__dso_handle", "_GLOBAL_OFFSET_TABLE_"))


class Engine:
    """A loaded module.  The code lives as long as this object.

    Thread-local variables are refused (the JIT cannot place them), destructors of static C++ objects never run.
    """

    def __init__(self, tracker: ResourceTracker, exports: frozenset[str], keep: Sequence[object]) -> None:
        self._tracker, self._exports, self._keep = tracker, exports, keep

    @classmethod
    def load(cls, text: str, libraries: Sequence[str] = (), symbols: Mapping[str, int] | None = None) -> Engine:
        """Compile IR text that needs no more optimisation, and make what is visible in it callable.

        What the module only declares is taken from ``symbols`` (name -> address), then the shared ``libraries``, this
        process, libm, libgcc_s and libstdc++.  Raises `UnsupportedError` with the names that are in none of them.
        """
        data, exports = object_for_jit(Final(text))
        return cls.load_object(data, exports, libraries, symbols)

    @classmethod
    def load_object(
        cls,
        data: bytes,
        exports: Iterable[str],
        libraries: Sequence[str] = (),
        symbols: Mapping[str, int] | None = None,
    ) -> Engine:
        """As `load`, for an object and its visible names (`object_for_jit`)."""
        exports = frozenset(exports)
        needed = undefined_symbols(data)
        builder = llvm.JITLibraryBuilder().add_object_img(data)
        keep: list[ctypes.CDLL] = []
        if needed is None:  # not ELF: the JIT looks in this process itself
            builder = builder.add_current_process()
            found = dict(symbols or {})
        else:
            keep = [_open(name) for name in libraries]
            found = resolve(needed, keep, symbols or {})
        for name, address in found.items():
            builder = builder.import_symbol(name, address)
        for name in exports:
            builder = builder.export_symbol(name)
        with _LOCK:
            try:
                tracker = builder.link(_jit(), f"irad.{next(_COUNT)}")
            except RuntimeError as error:
                raise UnsupportedError(f"the JIT cannot load this module: {error}") from None
        engine = cls(tracker, exports, keep)
        if INITIALIZE in exports:
            ctypes.CFUNCTYPE(None)(engine.address(INITIALIZE))()
        return engine

    def address(self, name: str) -> int:
        """The address of a visible function or variable."""
        if name not in self._exports:
            raise KeyError(f"the module defines no visible {name}")
        return int(self._tracker[name])


def object_for_jit(final: Final) -> tuple[bytes, list[str]]:
    """A module as an object that the JIT can load, and the names that are visible in it."""
    final.initialize()
    data = final.object("host")
    found = thread_local_symbols(data)
    if found:
        raise UnsupportedError(
            f"the variable {found[0]} is thread-local, which code in this process cannot be",
            hint="make it an ordinary static variable, or build a library and load that",
        )
    visible = visible_symbols(data)
    return data, visible if visible is not None else final.visible()


def resolve(needed: Iterable[str], libraries: Sequence[ctypes.CDLL], symbols: Mapping[str, int]) -> dict[str, int]:
    """Addresses for names; raises `UnsupportedError` with all that are nowhere.

    A weak reference must be found as well: the JIT's linker ends the process at an address of zero.
    """
    found: dict[str, int] = {}
    missing: list[str] = []
    for name in needed:
        if name in _GIVEN:
            continue
        address = symbols.get(name) or _look_up(name, libraries)
        if address:
            found[name] = address
        else:
            missing.append(name)
    if missing:
        many = len(missing) > 1
        raise UnsupportedError(
            f"the function{'s' if many else ''} {', '.join(sorted(missing))} {'are' if many else 'is'} used, "
            "but not defined anywhere",
            hint='name the library that has it: link=("libfoo.so",)',
        )
    return found


def _look_up(name: str, libraries: Sequence[ctypes.CDLL]) -> int | None:
    if name == "__cxa_atexit":
        return _no_exit_handler()
    for handle in (*libraries, *_support()):
        try:
            return ctypes.cast(handle[name], ctypes.c_void_p).value
        except AttributeError:
            continue
    return None


def _open(name: str) -> ctypes.CDLL:
    with _LOCK:
        if name not in _handles:
            try:
                _handles[name] = ctypes.CDLL(name)
            except OSError as error:
                raise IradError(f"the library {name} cannot be loaded: {error}", code="library") from None
        return _handles[name]


def _support() -> list[ctypes.CDLL]:
    """This process, and libraries that compiled code uses implicitly (``__muldc3``, ``operator new``, ``lgamma``)."""
    if "" not in _handles:
        for short in ("m", "gcc_s", "stdc++"):
            path = ctypes.util.find_library(short)
            if path is not None:
                _handles["*" + short] = _open(path)
        _handles[""] = ctypes.CDLL(None)
    return [_handles[""], *(h for n, h in _handles.items() if n.startswith("*"))]


_atexit_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
# Destructors of static objects would be called when the process ends, and their code may be gone by then.
_atexit = _atexit_type(lambda function, argument, handle: 0)


def _no_exit_handler() -> int:
    return ctypes.cast(_atexit, ctypes.c_void_p).value or 0


class _Shared:
    """The present JIT, and how many modules it may still be given."""

    jit: Jit
    left = 0


def _jit() -> Jit:
    """Where the next module is loaded.

    LLVM frees its data about an unloaded module (10 KB) only together with the JIT, which lives as long as any module in it:
    so a JIT takes a limited number of modules, and then the next one is made.
    """
    if _Shared.left == 0:
        _Shared.jit, _Shared.left = llvm.create_lljit_compiler(machine("host", jit=True), suppress_errors=True), _MODULES
    _Shared.left -= 1
    return _Shared.jit


def undefined(text: str) -> list[str]:
    """Functions that a module declares and does not define, intrinsics left out."""
    return head_text.declared(text)
