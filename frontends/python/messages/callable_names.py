"""The names of functions of libraries as users write them, and what to write instead of those that the compiler does not know."""

from __future__ import annotations

import ast
import builtins
import difflib
import functools
import inspect
import math
import os
import random
import site
import sys
import sysconfig
import types
from collections.abc import Callable, Iterable
from pathlib import PurePath
from typing import Any

import numpy as np

import irad
from irad.errors import UnsupportedError
from irad.frontends.python.messages.written_instead import CODE, RENAMED, WORDS

HOST_HINT = "call it in a function of irad.host_rule, with a rule for its derivative, or of irad.pure_host, if it needs none"

_RANDOM = "use np.random.default_rng(seed), or draw the random numbers outside, and pass them as an argument"
_OUTSIDE = "do it outside of the compiled function, or in a function marked with irad.pure_host"
_OWN_CLASS = "make it a dataclass or a named tuple, or make its objects outside"
_MADE_OUTSIDE = "make it outside; what is called of it can run as ordinary Python: irad.pure_host (no derivative), irad.host_rule"
_EFFECTS = ("time", "os", "sys", "pathlib", "logging", "io", "subprocess", "json", "pickle")
_PACKAGE_FOLDERS = {"site-packages", "dist-packages"}  # of this Python, or of one whose packages it uses as well
_HOME_OF_EFFECTS = ("open", "input", "exec", "eval", "compile", "globals", "locals", "vars", "setattr", "delattr")


def full_name(fn: Any, written: Any = None) -> str:
    """The public name of a function of a library, "np." for NumPy's; ``written``: the expression that the user wrote for it."""
    name = str(getattr(fn, "__qualname__", None) or getattr(fn, "__name__", ""))
    if isinstance(fn, types.ModuleType):
        return fn.__name__
    if getattr(builtins, name, None) is fn:
        return name
    if vars(np).get(name) is fn:
        return f"np.{name}"
    for home in _homes(fn) if _is_of_library(fn) else ():
        if getattr(sys.modules.get(home), name, None) is fn:
            home = f"np.{home.removeprefix('numpy.')}" if home.startswith("numpy.") else home
            return f"{home}.{name}"
    owner = getattr(fn, "__self__", None) if isinstance(fn, types.MethodType) else fn
    if not isinstance(owner, (type, types.FunctionType, types.ModuleType)) and _is_of_library(type(owner)):
        known = _name_in_library(owner)
        if known:
            return f"{known}.{fn.__name__}" if isinstance(fn, types.MethodType) else known
    cls, _, method = name.rpartition(".")
    if cls and "<" not in cls and isinstance(fn, types.FunctionType) and _is_of_library(fn):
        return f"{fn.__module__}.{cls if method in ('__init__', '__new__') else name}"
    if isinstance(written, (ast.Name, ast.Attribute)):
        return ast.unparse(written)
    return name or type(fn).__name__


def _name_in_library(owner: Any) -> str:
    """The name by which a module of its library exports an object, "" if none does."""
    for home in _homes(type(owner)):
        for name, value in vars(sys.modules.get(home, builtins)).items():
            if value is owner and not name.startswith("_"):
                return f"{home}.{name}"
    return ""


def _homes(fn: Any) -> Iterable[str]:
    """The modules that may export a function: parts of its own module's name without those that are private."""
    own = getattr(fn, "__module__", None)
    own = own if isinstance(own, str) else ("scipy.special" if isinstance(fn, np.ufunc) else "")
    parts: list[str] = []
    for part in own.split("."):
        if part.startswith("_"):
            break
        parts.append(part)
    for end in range(1, len(parts) + 1):
        yield ".".join(parts[:end])
    self = getattr(fn, "__self__", None)
    if type(self).__name__ == "RandomState":
        yield "numpy.random"


def instead(name: str, fn: Any, is_known: Callable[[Any], bool | None]) -> str:
    """What to write instead of a function that the compiler does not know."""
    first, last = name.partition(".")[0], name.rpartition(".")[2]
    if isinstance(getattr(fn, "__self__", None), random.Random):
        return _RANDOM
    if first == "random" or name.startswith("np.random."):
        return _RANDOM
    if first in _EFFECTS or name in _HOME_OF_EFFECTS:
        return _OUTSIDE
    written = CODE.get(name) or WORDS.get(name)
    if written is not None:
        return f"write {written}"
    for module, short in ((np, "np"), (math, "math")):
        other = vars(module).get(last)
        if other is not None and other is not fn and callable(other) and is_known(other) and "." in name:
            return f"{short}.{last} is supported"
    if isinstance(fn, type):
        return _OWN_CLASS if not _is_of_library(fn) else _MADE_OUTSIDE
    return HOST_HINT


def near(name: str, names: Iterable[str]) -> str:
    """A hint with the names that are spelled like ``name``, "" if there are none."""
    found = difflib.get_close_matches(name, [n for n in names if not n.startswith("_")], 3, 0.7)
    return f"did you mean {' or '.join(found)}?" if found else ""


def near_attribute(owner: Any, name: str) -> str:
    """As `near`, of the names in a module or object; for names that NumPy has had, what they are now."""
    return f"write {RENAMED[name]}" if owner is np and name in RENAMED else near(name, dir(owner))


def no_key(what: str, key: Any, keys: Iterable[Any]) -> str:
    """The message about a key that a dict does not have: with its keys, or the nearest ones where there are many."""
    known = list(keys)
    if len(known) > 8:
        close = difflib.get_close_matches(key, [k for k in known if isinstance(k, str)], 3, 0.6) if isinstance(key, str) else []
        known = close or [*known[:4], ...]
    listed = ", ".join("..." if k is ... else repr(k) for k in known)
    return f"{what} has no key {key!r}" + (f", it has {listed}" if known else ", it is empty")


_TYPES: dict[str, type] = {t.__name__: t for t in (list, tuple, dict, set, frozenset)}


def no_method(kind: str, name: str, hint: str = "") -> tuple[str, str]:
    """The message about a method that containers of a kind do not have, or not here, and the hint; ``hint``: of the latter."""
    cls = _TYPES.get(kind)
    if cls is None or hasattr(cls, name):
        return f"the method '{name}' of a {kind} is not supported like this", hint
    if callable(getattr(np.ndarray, name, None)) and cls in (list, tuple):
        return f"a {kind} has no method '{name}'", f"make an array of it: np.array(xs).{name}(...)"
    return f"a {kind} has no method '{name}'", near(name, dir(cls))


def value_name(value: Any) -> str:
    """What a string, a class, a module or a function is called where a number is needed; "" for all else."""
    if isinstance(value, str):
        return "a string"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if isinstance(value, types.ModuleType):
        return f"the module {value.__name__}"
    return f"the function {full_name(value)}" if callable(value) and hasattr(value, "__name__") else ""


def not_compiled(f: Any) -> UnsupportedError:
    """The error for something that can be called, and is no Python function."""
    name = full_name(f)
    if isinstance(f, type) and not _is_of_library(f):
        hint = f"give a function that makes an object and returns a number: lambda x: {name}(x).loss()"
        return UnsupportedError(f"{name} is a class, not a Python function that can be compiled", hint=hint)
    return UnsupportedError(f"{name} is not a Python function that can be compiled", hint=f"wrap it: lambda x: {name}(x)")


def called_container(fn: Any) -> str:
    """What to do about a call of a list or dict, which may be of a class with ``__call__``."""
    kind = getattr(getattr(fn, "form", None), "kind", "")
    text = f"an object of a class that derives from {kind} is a {kind} here, without its methods: keep the {kind} in an attribute"
    return text if kind in ("list", "dict") else ""


def called_name(name: str, node: Any) -> str:
    """The name of a Python function that is called; of ``__init__`` what is called for it."""
    return ast.unparse(node.func) if name == "__init__" and isinstance(node, ast.Call) else name


def parameters_of(fn: Any) -> str:
    """The parameters of a Python function as they are written: "(a, b, c=1.0)"."""
    found = inspect.signature(fn, follow_wrapped=False)
    listed = list(found.parameters.values())
    shown = listed[1:] if fn.__name__ == "__init__" else listed
    return str(inspect.Signature([p.replace(annotation=p.empty) for p in shown]))


def is_well_known(fn: Any) -> bool:
    """Whether a function is one of Python's own, NumPy's or SciPy's: why they cannot be compiled is no news."""
    home = str(getattr(fn, "__module__", None)).partition(".")[0]
    return home in ("numpy", "scipy") or home in sys.stdlib_module_names


def _is_of_library(fn: Any) -> bool:
    """Whether a callable belongs to a library, as far as that can be told."""
    module = sys.modules.get(str(getattr(fn, "__module__", None)).partition(".")[0])
    file = getattr(module, "__file__", None)
    return module is None or file is None or is_foreign_file(file)


@functools.cache
def _foreign_folders() -> tuple[str, ...]:
    """The folders of libraries: of Python, of installed packages, of irad."""
    paths = sysconfig.get_paths()
    frontends = sys.modules["irad.frontends"].__file__ or ""
    own = [os.path.dirname(str(irad.__file__)), os.path.dirname(frontends)]
    found = [paths["stdlib"], paths["platstdlib"], paths["purelib"], paths["platlib"], site.getusersitepackages(), *own]
    return tuple(os.path.join(os.path.realpath(f), "") for f in found if f)


def is_foreign(fn: Any) -> bool:
    """Whether a Python function is part of a library, so that its lines mean nothing to the user."""
    code = getattr(fn, "__code__", None)
    return isinstance(code, types.CodeType) and is_foreign_file(code.co_filename)


@functools.cache
def is_foreign_file(file: str) -> bool:
    """Whether a file is part of a library."""
    if file.startswith("<frozen ") or not _PACKAGE_FOLDERS.isdisjoint(PurePath(file).parts):
        return True
    return os.path.isabs(file) and os.path.realpath(file).startswith(_foreign_folders())
