"""Finds the compilers: clang and flang of version 20 or later, or the clang inside the ``ziglang`` wheel.

``IRAD_CLANG`` and ``IRAD_FLANG`` name one explicitly.  Version 22 comes first, since that is the LLVM that reads the text; older
text can always be read, newer text nearly always.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache

from irad.errors import IradError

_OLDEST = 20
_VERSIONS = ("-22", "-21", "-20", "-23", "")


@dataclass(frozen=True)
class CompilerDriver:
    """A command; ``kind`` is "clang", "zig" or "flang"."""

    kind: str
    command: tuple[str, ...]
    version: int

    def driver(self, cxx: bool) -> list[str]:
        """The command for C, or for C++ (headers and libraries are others)."""
        if self.kind == "zig":
            return [*self.command, "c++" if cxx else "cc"]
        return [*self.command, "--driver-mode=g++"] if cxx else list(self.command)


def find_clang() -> CompilerDriver:
    """A C and C++ compiler; raises `IradError` that says what to install."""
    found = _named("IRAD_CLANG", "clang") or _on_path("clang") or _zig()
    if found is None:
        raise IradError(
            "no C compiler was found: irad needs clang 20 or later, or the ziglang package",
            hint="apt-get install clang-22, or python -m pip install ziglang",
            code="no-compiler",
        )
    return found


def find_flang() -> CompilerDriver:
    """A Fortran compiler; raises `IradError` that says what to install."""
    found = _named("IRAD_FLANG", "flang") or _on_path("flang")
    if found is None:
        raise IradError(
            "no Fortran compiler was found: irad needs flang 20 or later",
            hint="apt-get install flang-22",
            code="no-compiler",
        )
    return found


def _named(variable: str, kind: str) -> CompilerDriver | None:
    path = os.environ.get(variable)
    if not path:
        return None
    version = _version(path)
    if version < _OLDEST:
        what = f"has version {version}" if version else "is no such compiler"
        raise IradError(f"{variable} is {path}, which {what}: version {_OLDEST} or later is needed", code="no-compiler")
    return CompilerDriver(kind, (path,), version)


@lru_cache(maxsize=None)
def _on_path(name: str) -> CompilerDriver | None:
    for suffix in _VERSIONS:
        path = shutil.which(name + suffix)
        if path is not None and (version := _version(path)) >= _OLDEST:
            return CompilerDriver(name, (path,), version)
    return None


@lru_cache(maxsize=None)
def _zig() -> CompilerDriver | None:
    if importlib.util.find_spec("ziglang") is None:
        return None
    command = (sys.executable, "-m", "ziglang")
    return CompilerDriver("zig", command, _version(*command, "cc"))


@lru_cache(maxsize=None)
def _version(*command: str) -> int:
    """The major version of LLVM's clang or flang, 0 for anything else (Apple counts otherwise)."""
    try:
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return 0
    if "Apple" in done.stdout:
        return 0
    found = re.search(r"(?:clang|flang)(?:-new)? version (\d+)", done.stdout)
    return int(found[1]) if found else 0
