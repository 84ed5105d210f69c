"""C++ names in source form, by the demangler of the C++ library."""

from __future__ import annotations

import ctypes
import re
from functools import lru_cache
from typing import Any

_MANGLED = re.compile(r"\b_Z\w+(?:\.\w+)*")
_LIBRARIES = ("libstdc++.so.6", "libc++abi.so.1", "libc++abi.dylib")


def readable(text: str) -> str:
    """``text`` with the C++ names in it demangled, where this machine has a C++ library.

    >>> readable("no body: _Z1fd")
    'no body: f(double)'
    """
    return _MANGLED.sub(lambda m: _demangled(m[0]), text) if "_Z" in text else text


@lru_cache(maxsize=1)
def _demangler() -> Any:
    for name in _LIBRARIES:
        try:
            found = ctypes.CDLL(name).__cxa_demangle
        except (OSError, AttributeError):
            continue
        found.restype = ctypes.c_void_p
        found.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
        return found
    return None


def _demangled(name: str) -> str:
    demangler, status = _demangler(), ctypes.c_int(1)
    at = demangler(name.encode(), None, None, ctypes.byref(status)) if demangler is not None else None
    if not at:
        return name
    text = ctypes.string_at(at).decode(errors="replace")
    free = ctypes.CDLL(None).free
    free.argtypes, free.restype = [ctypes.c_void_p], None
    free(at)
    return text
