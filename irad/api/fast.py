"""Calling a compiled function at the price of a built-in one: call wrappers in machine code for `irad.jit` functions.

For each specialisation whose arguments are numbers and arrays, and whose results are numbers, a wrapper
(irad/llvm/wrapper.py) is compiled along with the function.  It takes arguments of exactly those types; anything else, and
any rebinding of a captured name, goes to the wrapper made before, and in the end to the Python code that can do everything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from irad.api.compiled import Code, Extra
from irad.api.native import ARENAS, aligned
from irad.llvm.builtin import Builtin, symbols
from irad.llvm.wrapper import Array, Captured, Guard, Scalar, Signature, wrapper_text

if TYPE_CHECKING:
    from irad.api.python import Specialisation

WRAPPER = "irad.wrap"


class Fast:
    """The wrapper of one specialisation; calls that it does not take go to ``following``."""

    def __init__(self, spec: Specialisation, signature: Signature, following: Callable[..., Any]) -> None:
        self.signature = signature
        self.raw = ARENAS.take()
        self.spec = spec
        self._keep = following, self.error  # the code has the addresses of these very objects
        self.extra = Extra(
            wrapper_text(signature, WRAPPER), (WRAPPER,), symbols(signature, aligned(self.raw), *self._keep, WRAPPER)
        )

    def error(self, status: int) -> None:
        self.spec.raise_status(status, aligned(self.raw))

    @property
    def stale(self) -> bool:
        """Is a captured name bound to another object by now (an equal one: else this would be another specialisation)?"""
        return bound_anew(self.signature)

    def function(self, code: Code, name: str, doc: str) -> Callable[..., Any]:
        """The function object."""
        return Builtin(code.engine, (self, code), name, doc, WRAPPER).function()

    def __del__(self) -> None:
        ARENAS.give(self.raw)


def bound_anew(signature: Signature) -> bool:
    """Is a captured name bound to another object by now?"""
    return any(_value(g) is not g.value for g in signature.guards)


def _value(g: Guard) -> Any:
    try:
        return g.home.cell_contents if g.key is None else g.home.get(g.key)
    except ValueError:  # an empty cell
        return None


def fast(spec: Specialisation, fn: Any, following: Callable[..., Any]) -> Fast | None:
    """The wrapper of a specialisation, None when it cannot have one."""
    signature = signature_of(spec, fn)
    return None if signature is None else Fast(spec, signature, following)


def signature_of(spec: Specialisation, fn: Any) -> Signature | None:
    """The wrapper's signature: numbers and arrays in, numbers out."""
    lowered = spec.lowered
    params: list[Scalar | Array | Captured] = []
    for ty in lowered.arg_types:
        made = parameter(ty, spec.declared)
        if made is None:
            return None
        params.append(made)
    for array, ty, _ in lowered.captures:
        made = parameter(ty, True)
        if not isinstance(made, Array) or not isinstance(array, np.ndarray):
            return None
        params.append(Captured(made, array))
    results = scalar_results(lowered.result)
    if results is None:
        return None
    kinds, as_tuple = results
    return Signature(lowered.entry, tuple(params), kinds, as_tuple, memory=True, guards=guards_of(fn))


def guards_of(fn: Any) -> tuple[Guard, ...]:
    """The captured names that must stand for the same objects."""
    from irad.frontends.python import guards

    return tuple(Guard(free.home, free.key, free.value) for free in guards(fn))


def parameter(ty: Any, declared: bool) -> Scalar | Array | None:
    """How a wrapper takes an argument of this type; None if it cannot."""
    kind = type(ty).__name__
    if kind == "Scalar":
        if declared:
            return Scalar(ty.kind, convert=ty.kind in ("float64", "float32"))
        return Scalar(ty.kind, origin="python" if ty.weak else "numpy" if ty.kind != "bool" else "")
    if kind == "Array":
        return Array(ty.dtype, ty.ndim, ty.layout if ty.layout == "C" or declared else "S", writable=not ty.readonly)
    return None


def scalar_results(ty: Any) -> tuple[tuple[Scalar, ...], bool] | None:
    """The numbers that a result consists of, and whether it is a tuple; None for all else."""
    kind = type(ty).__name__
    if kind == "Scalar":
        return (Scalar(ty.kind),), False
    if kind == "NoneTy":
        return (), False
    if kind == "Tuple" and all(type(t).__name__ == "Scalar" for t in ty.items):
        return tuple(Scalar(t.kind) for t in ty.items), True
    return None
