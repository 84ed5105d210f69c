"""Compiled functions for C code that takes a ``scipy.LowLevelCallable``: `scipy.integrate.quad`, `scipy.ndimage` ...

For a C signature an entry in C's convention is compiled around the function.  It may be called in any thread, with or without
the GIL: its arena comes from the pool of all callers (docs/dev/runtime.md).  C has no exceptions: an error becomes NaN, or
failure where the signature has a way to say so.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from irad.errors import IradError, TypingError, UnsupportedError
from irad.llvm.interrupt import DECLARED
from irad.pycall.builtin import thread_functions
from irad.pycall.wrapper import USER, guarded
from irad.runtime.compiled import Extra
from irad.runtime.native import POOL

if TYPE_CHECKING:
    from irad.pycall.specialisation import PythonFunction

ENTRY = "irad.low.level"
_SIGNATURE = re.compile(r"\s*(double|int)\s*\(([^()]*)\)\s*\Z")
_COUNTS = {"int": "i32", "npy_intp": "i64", "intptr_t": "i64"}
_CTYPES: dict[str, Any] = {"double": ctypes.c_double, "i32": ctypes.c_int, "i64": ctypes.c_ssize_t, "ptr": ctypes.c_void_p}


@dataclass(frozen=True)
class CSignature:
    """A C signature: native types of the parameters, and the positions of those with a special role (-1: there is none)."""

    text: str
    params: tuple[str, ...]
    count: int = -1
    array: int = -1
    result: int = -1
    data: int = -1

    @property
    def scalars(self) -> list[int]:
        """The parameters that are numbers for the Python function."""
        return [i for i, p in enumerate(self.params) if p == "double"]


def low_level_callable(f: PythonFunction, signature: str, data: Any) -> object:
    """See `irad.api.pyfunc.jit_function.JitFunction.low_level_callable`."""
    try:
        from scipy import LowLevelCallable
    except ImportError:
        raise IradError("low_level_callable() is for SciPy, which is not installed", hint="pip install scipy") from None
    form = parse(signature)
    if data is not None:
        if form.data < 0:
            raise TypingError(f"'{signature}' has no void * for the data", hint='add one: "double (double, void *)"')
        data = np.ascontiguousarray(data, dtype=np.float64)
    entry = _entry(f, form, data)
    return LowLevelCallable(entry, signature=form.text)


def parse(signature: str) -> CSignature:
    """The meaning of a C signature's parameters; raises `TypingError` for a signature that is not supported."""
    found = _SIGNATURE.match(signature)
    words = [" ".join(p.replace("*", " * ").split()) for p in found[2].split(",")] if found else []
    text = f"{found[1]} ({', '.join(words)})" if found else ""
    data = len(words) - 1 if words and words[-1] == "void *" else -1
    rest = words[:-1] if data >= 0 else words
    pointer = ("ptr",) if data >= 0 else ()
    if found and found[1] == "double" and rest and all(w == "double" for w in rest):
        return CSignature(text, (*rest, *pointer), data=data)
    counts = [w for w in rest if w in _COUNTS]
    if found and len(counts) == 1:
        count = _COUNTS[counts[0]]
        if found[1] == "double" and rest == [counts[0], "double *"]:
            return CSignature(text, (count, "ptr", *pointer), 0, 1, -1, data)
        if found[1] == "int" and rest == ["double *", counts[0], "double *"]:
            return CSignature(text, ("ptr", count, "ptr", *pointer), 1, 0, 2, data)
    raise TypingError(
        f"'{signature}' is not a signature that irad knows",
        hint='"double (double)", "double (int, double *)" or "int (double *, npy_intp, double *)", with void * at the end or not',
    )


def _entry(f: PythonFunction, form: CSignature, data: np.ndarray | None) -> object:
    """The compiled entry as a ctypes function that keeps alive what it needs."""
    from irad.frontends.python import Array, Scalar, Ty

    types: list[Ty] = [Scalar("float64", weak=True) for _ in form.scalars]
    if form.array >= 0:
        types.append(Array("float64", 1, "C"))
    if data is not None:
        types.append(Array("float64", data.ndim, "C"))
    spec = f.specialise_types(tuple(types))
    lowered = spec.lowered
    if str(lowered.result) != "float64":
        raise TypingError(f"{f.name}() returns {lowered.result}; for C code it must return a float")
    given = [data] if data is not None else []
    if lowered.uses:
        raise UnsupportedError(f"{f.name}() reads {lowered.uses[0][0].text} from outside, which C code cannot follow")
    if lowered.makes_generators:
        raise UnsupportedError(f"{f.name}() makes generators of random numbers, which C code cannot do")
    kept: list[np.ndarray] = [*given, *(array for array, _, _ in lowered.captures)]
    layouts = ["C"] * len(given) + [ty.layout for _, ty, _ in lowered.captures if isinstance(ty, Array)]
    fixed = [word for array, layout in zip(kept, layouts, strict=True) for word in _words(array, layout)]
    extra = Extra(_text(lowered.entry, form, fixed), (ENTRY,), {"irad.pool": POOL.address, **thread_functions()})
    code = spec.primal(f.options, extra)
    result = ctypes.c_double if form.result < 0 else ctypes.c_int
    made = ctypes.CFUNCTYPE(result, *[_CTYPES[p] for p in form.params])(code.engine.address(ENTRY))
    made.irad_keeps = code, kept  # type: ignore[attr-defined]
    return made


def _words(a: np.ndarray, layout: str) -> list[str]:
    """An array that is always the same, as parameters."""
    address = int(a.__array_interface__["data"][0])
    strides = [] if layout == "C" else [s // a.itemsize for s in a.strides]
    return [f"ptr inttoptr (i64 {address} to ptr)", *(f"i64 {n}" for n in (*a.shape, *strides))]


def _text(symbol: str, form: CSignature, fixed: Sequence[str]) -> str:
    """The entry as a module, to be linked with the function's."""
    operands = [f"double %p{i}" for i in form.scalars]
    lines = ["entry:"]
    if form.array >= 0:
        count = form.params[form.count]
        lines.append(f"  %n = {'sext' if count == 'i32' else 'bitcast'} {count} %p{form.count} to i64")
        operands += [f"ptr %p{form.array}", "i64 %n"]
    operands += fixed
    types = ", ".join(["ptr", *(o.split()[0] for o in operands), "ptr"])
    fails = ["  ret double 0x7FF8000000000000"] if form.result < 0 else ["  ret i32 0"]
    done = ["  ret double %value"] if form.result < 0 else [f"  store double %value, ptr %p{form.result}", "  ret i32 1"]
    lines += [
        "  %result = alloca double",
        "  %arena = call ptr @irad_pool_take(ptr @irad.pool)",
        "  %none = icmp eq ptr %arena, null",
        "  br i1 %none, label %failed, label %call",
        "call:",
        "  call void @irad.user(ptr %arena)",
        f"  %status = call i32 @{ENTRY}.guarded({', '.join(['ptr %arena', *operands, 'ptr %result'])})",
        "  call void @irad_pool_give(ptr @irad.pool, ptr %arena)",
        "  %value = load double, ptr %result",
        "  %bad = icmp ne i32 %status, 0",
        "  br i1 %bad, label %failed, label %fine",
        "fine:",
        *done,
        "failed:",
        *fails,
    ]
    params = ", ".join(f"{t} %p{i}" for i, t in enumerate(form.params))
    head = f"define {'double' if form.result < 0 else 'i32'} @{ENTRY}({params}) {{"
    declared = [
        f'declare i32 @"{symbol}"({types})',
        "declare ptr @irad_pool_take(ptr)",
        "declare void @irad_pool_give(ptr, ptr)",
        "declare void @irad_arena_enter(ptr)",
        DECLARED,
        "@irad.pool = external global i8",
    ]
    return "\n".join([head, *lines, "}", guarded(symbol, f"{ENTRY}.guarded", types), USER, *declared]) + "\n"
