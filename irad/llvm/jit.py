"""Machine code in this process: `Engine`."""

from __future__ import annotations

import ctypes
import ctypes.util
import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Any

import llvmlite.binding as llvm

from irad.errors import UnsupportedError
from irad.llvm.session import machine, parse

_COUNT = itertools.count()
_LOADED: list[str] = []


def _load_support() -> None:
    """libm, libgcc_s and libstdc++: what compiled code calls without saying so (``__muldc3``, ``operator new``)."""
    if _LOADED:
        return
    for name in ("m", "gcc_s", "stdc++"):
        path = ctypes.util.find_library(name)
        if path is not None:
            try:
                llvm.load_library_permanently(path)
                _LOADED.append(path)
            except RuntimeError:
                continue
    _LOADED.append("")


class Engine:
    """A loaded module; keeps the code alive."""

    def __init__(self, jit: Any, tracker: Any, keep: list[Any]) -> None:
        self._jit, self._tracker, self._keep = jit, tracker, keep

    @classmethod
    def load(cls, text: str, libraries: Sequence[str] = (), symbols: Mapping[str, int] | None = None) -> Engine:
        """Compile IR text that needs no more optimisation, and make its visible functions callable."""
        _load_support()
        for path in libraries:
            llvm.load_library_permanently(path)
        symbols = dict(symbols or {})
        missing = [n for n in undefined(text) if n not in symbols and not llvm.address_of_symbol(n)]
        if missing:
            raise UnsupportedError(
                f"the function{'s' if len(missing) > 1 else ''} {', '.join(missing)} "
                f"{'are' if len(missing) > 1 else 'is'} called, but not defined anywhere",
                hint='name the library that has it: link=("libfoo.so",)',
            )
        jit = llvm.create_lljit_compiler(machine("host", jit=True))
        builder = llvm.JITLibraryBuilder().add_ir(text).add_current_process()
        for name in exported(text):
            builder = builder.export_symbol(name)
        for name, address in symbols.items():
            builder = builder.import_symbol(name, address)
        tracker = builder.link(jit, f"irad.{next(_COUNT)}")
        return cls(jit, tracker, [])

    def address(self, name: str) -> int:
        return int(self._tracker[name])


_DECLARED = re.compile(r'^declare [^@\n]*@(?:"([^"]+)"|([\w.$-]+))\(', re.M)
_DEFINED = re.compile(r'^define (?!internal|private|available_externally)[^@\n]*@(?:"([^"]+)"|([\w.$-]+))\(', re.M)


def undefined(text: str) -> list[str]:
    """Functions declared and not defined, intrinsics left out."""
    return [n for m in _DECLARED.finditer(text) if not (n := m[1] or m[2]).startswith("llvm.")]


def exported(text: str) -> list[str]:
    return [m[1] or m[2] for m in _DEFINED.finditer(text)]


def check(text: str) -> None:
    parse(text)
