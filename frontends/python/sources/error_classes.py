"""Classes of exceptions: which ones compiled code can raise, and which statuses a class stands for."""

from __future__ import annotations

import builtins
import contextlib
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from irad.errors import IradError
from irad.rules.deferred_errors import ErrorSite

TOO_DEEP = -2  # the status of a recursion that is too deep
TOO_DEEP_TEXT = "compiled code called itself too deeply for this thread's stack"
MANAGERS: tuple[Any, ...] = (np.errstate, contextlib.suppress, contextlib.nullcontext, warnings.catch_warnings)  # in ``with``
_MAKING = ("__init__", "__new__", "__str__", "__repr__", "__reduce__")
_OWN = (UnicodeError, getattr(builtins, "BaseExceptionGroup", UnicodeError))  # made of more than a message


def is_exception(v: Any) -> bool:
    """Whether an object is a class of exceptions."""
    return isinstance(v, type) and issubclass(v, BaseException)


def is_plain(kind: type) -> bool:
    """Whether instances of a class are made of a message alone: it, and those of the user that it derives from, say no more."""
    own = [c for c in kind.__mro__ if c.__module__ != "builtins" and c is not object]
    return not issubclass(kind, _OWN) and not any(name in vars(c) for c in own for name in _MAKING)


def matches(kind: type, kinds: tuple[type, ...]) -> bool:
    """Whether ``except kinds`` catches an exception; what irad itself refuses, Python would not raise."""
    return issubclass(kind, kinds) and not issubclass(kind, IradError)


def catcher_text(name: str, kinds: tuple[type, ...], sites: Mapping[int, ErrorSite]) -> str:
    """A function in IR that tells whether a status stands for an exception of one of ``kinds``."""
    found = [n for n, site in sites.items() if matches(site.kind, kinds)]
    found += [TOO_DEEP] if matches(RecursionError, kinds) else []
    cases = " ".join(f"i32 {n}, label %yes" for n in found)
    head = f'define i1 @"{name}"(i32 %status) alwaysinline nounwind willreturn memory(none)'
    body = f"entry:\n  switch i32 %status, label %no [ {cases} ]\nyes:\n  ret i1 true\nno:\n  ret i1 false"
    return f"{head}\n{{\n{body}\n}}"
