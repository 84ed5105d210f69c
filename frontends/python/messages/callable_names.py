"""The names of functions of libraries as users write them, and what to write instead of those that the compiler does not know."""

from __future__ import annotations

import ast
import builtins
import difflib
import functools
import math
import os
import site
import sys
import sysconfig
import types
from collections.abc import Callable, Iterable
from pathlib import PurePath
from typing import Any

import numpy as np

import irad

HOST_HINT = "a function that calls it can run as ordinary Python: irad.pure_host (no derivative), irad.host_rule (with a rule)"

# What to write instead, by the full name.
_CODE = {
    "np.heaviside": "np.where(x > 0, 1.0, 0.0)",
    "np.polyval": "Horner's rule: for c in p: y = y * x + c",
    "np.polyfit": "np.linalg.lstsq of the powers of x",
    "np.vectorize": "a loop, or NumPy's own functions on whole arrays",
    "np.apply_along_axis": "a loop over the rows",
    "np.logaddexp": "m = np.maximum(a, b); m + np.log1p(np.exp(-np.abs(a - b)))",
    "np.deg2rad": "x * (np.pi / 180)",
    "np.rad2deg": "x * (180 / np.pi)",
    "np.radians": "x * (np.pi / 180)",
    "np.degrees": "x * (180 / np.pi)",
    "np.reciprocal": "1.0 / x",
    "np.nansum": "np.where(np.isnan(x), 0.0, x).sum()",
    "np.nanmean": "x[~np.isnan(x)].mean()",
    "np.linalg.cond": "s = np.linalg.svdvals(A); s[0] / s[-1]",
    "np.linalg.matrix_rank": "(np.linalg.svdvals(A) > tolerance).sum()",
    "np.linalg.eig": "np.linalg.eigh, if the matrix is symmetric",
    "np.linalg.eigvals": "np.linalg.eigvalsh, if the matrix is symmetric",
    "scipy.special.expit": "1.0 / (1.0 + np.exp(-x))",
    "scipy.special.logit": "np.log(x / (1.0 - x))",
    "scipy.special.logsumexp": "m = x.max(); m + np.log(np.exp(x - m).sum())",
    "scipy.special.softmax": "e = np.exp(x - x.max()); e / e.sum()",
    "scipy.special.erf": "math.erf(x), for a number (an element of an array in a loop)",
    "scipy.special.erfc": "math.erfc(x), for a number (an element of an array in a loop)",
    "scipy.special.gamma": "math.gamma(x), for a number (an element of an array in a loop)",
    "scipy.special.gammaln": "math.lgamma(x), for a number (an element of an array in a loop)",
    "scipy.special.xlogy": "np.where(x == 0, 0.0, x * np.log(np.where(x == 0, 1.0, y)))",
    "scipy.integrate.trapezoid": "np.trapezoid(y, x)",
    "any": "np.any(x), of an array",
    "all": "np.all(x), of an array",
    **dict.fromkeys(("enumerate", "zip", "reversed"), "it in the head of a loop or a comprehension"),
    "sorted": "np.sort(x), of an array",
    "map": "a comprehension: [f(v) for v in x]",
    "filter": "a comprehension: [v for v in x if ...]",
    "set": "a list, a tuple or an array",
    "math.fsum": "sum(...)",
    "math.prod": "np.prod(...)",
    "math.dist": "np.sqrt(((p - q) ** 2).sum())",
}
_RANDOM = "draw the random numbers outside, and pass them as an argument"
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
    cls, _, method = name.rpartition(".")
    if cls and "<" not in cls and isinstance(fn, types.FunctionType) and _is_of_library(fn):
        return f"{fn.__module__}.{cls if method in ('__init__', '__new__') else name}"
    if isinstance(written, (ast.Name, ast.Attribute)):
        return ast.unparse(written)
    return name or type(fn).__name__


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
    if first == "random" or name.startswith("np.random."):
        return _RANDOM
    if first in _EFFECTS or name in _HOME_OF_EFFECTS:
        return _OUTSIDE
    if name in _CODE:
        return f"write {_CODE[name]}"
    for module, short in ((np, "np"), (math, "math")):
        other = vars(module).get(last)
        if other is not None and other is not fn and callable(other) and is_known(other) and "." in name:
            return f"{short}.{last} is supported"
    if isinstance(fn, type):
        return _OWN_CLASS if not _is_of_library(fn) else _MADE_OUTSIDE
    return HOST_HINT


def near(name: str, names: Iterable[str]) -> str:
    """A hint with the names that are spelled like ``name``, "" if there are none."""
    found = difflib.get_close_matches(name, [n for n in names if not n.startswith("_")], 3, 0.6)
    return f"did you mean {' or '.join(found)}?" if found else ""


_TYPES: dict[str, type] = {t.__name__: t for t in (list, tuple, dict, set, frozenset)}


def no_method(kind: str, name: str, hint: str = "") -> tuple[str, str]:
    """The message about a method that containers of a kind do not have, or not here, and the hint; ``hint``: of the latter."""
    cls = _TYPES.get(kind)
    if cls is None or hasattr(cls, name):
        return f"the method '{name}' of a {kind} is not supported like this", hint
    if callable(getattr(np.ndarray, name, None)) and cls in (list, tuple):
        return f"a {kind} has no method '{name}'", f"make an array of it: np.array(xs).{name}(...)"
    return f"a {kind} has no method '{name}'", near(name, dir(cls))


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
