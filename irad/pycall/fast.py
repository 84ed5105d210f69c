"""Calling a compiled function at the price of a built-in one: call wrappers in machine code for `irad.jit` functions.

For each specialisation whose arguments and results are numbers, arrays, and containers of them, a wrapper (`wrapper.py`)
is compiled together with the function.  It takes arguments of exactly those types; anything else, and any rebinding of a captured
name, falls back to the wrapper made before, and finally to the general Python code.
"""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from irad.frontends.python.sources import python_types
from irad.frontends.python.sources.dtypes import DTYPES
from irad.pycall.builtin import Builtin, symbols
from irad.pycall.signature import ArrayValue, CapturedArray, Guard, Items, Parameter, Same, ScalarValue, Signature, Value, leaves
from irad.pycall.specialisation import Specialisation
from irad.pycall.wrapper import wrapper_text
from irad.runtime.compiled import Code, Extra
from irad.runtime.native import POOL

WRAPPER = "irad.wrap"


class Fast:
    """The wrapper of one specialisation; calls that it does not take go to ``following``."""

    def __init__(self, spec: Specialisation, signature: Signature, following: Callable[..., object]) -> None:
        self.signature = signature
        self._keep = following, spec.raise_status  # the code has the addresses of these very objects
        self.extra = Extra(wrapper_text(signature, WRAPPER), (WRAPPER,), symbols(signature, POOL.address, *self._keep, WRAPPER))

    @property
    def stale(self) -> bool:
        """Whether a captured name has been rebound, to an equal object (another one would mean another specialisation)."""
        return bound_anew(self.signature)

    def function(self, code: Code, name: str, doc: str) -> Callable[..., object]:
        """The function object."""
        return Builtin(code.engine, (self, code), name, doc, WRAPPER).function()


def bound_anew(signature: Signature) -> bool:
    """Whether a captured name has been rebound to another object."""
    return any(_value(g) is not g.value for g in signature.guards)


def _value(g: Guard) -> object:
    try:
        if g.field:
            return getattr(g.home, f"__{g.field}__")
        if isinstance(g.home, types.CellType):
            return g.home.cell_contents
    except ValueError:  # an empty cell
        return None
    return g.home.get(g.key) if isinstance(g.home, dict) else None


def fast(spec: Specialisation, fn: object, following: Callable[..., object], bounded: bool = False) -> Fast | None:
    """The wrapper of a specialisation, None when it cannot have one; ``bounded``: as in `Signature`."""
    signature = signature_of(spec, fn)
    return None if signature is None else Fast(spec, replace(signature, bounded=bounded, names=_names(fn)), following)


def _names(fn: object) -> tuple[str, ...]:
    """The names by which arguments may be given; none where some of them go by position only."""
    code = getattr(fn, "__code__", None)
    if code is None or code.co_posonlyargcount:
        return ()
    return tuple(sys.intern(name) for name in code.co_varnames[: code.co_argcount])


def signature_of(spec: Specialisation, fn: object) -> Signature | None:
    """The wrapper's signature: numbers, arrays and tuples in and out."""
    lowered = spec.lowered
    if lowered.uses or lowered.fixed or lowered.makes_generators:
        return None
    params: list[Parameter] = []
    for ty in lowered.arg_types:
        made = parameter(ty, spec.declared)
        if made is None:
            return None
        params.append(made)
    for array, ty, _ in lowered.captures:
        made = parameter(ty, True)
        if not isinstance(made, ArrayValue) or not isinstance(array, np.ndarray):
            return None
        params.append(CapturedArray(made, array))
    found = results(lowered.result)
    if found is None:
        return None
    kinds, as_tuple = found
    nogil = takes_time(fn, params, kinds)
    return Signature(lowered.entry, tuple(params), kinds, as_tuple, memory=True, nogil=nogil, guards=guards_of(fn, *spec.methods))


def guards_of(*functions: object) -> tuple[Guard, ...]:
    """The captured names that must still be bound to the same objects."""
    from irad.frontends.python.sources.captured import ABSENT, guards

    found = ((free, free.value is ABSENT) for fn in functions for free in guards(fn))
    return tuple(Guard(f.home, f.key, None if absent else f.value, f.field, absent) for f, absent in found)


def takes_time(fn: object, params: Sequence[Parameter], results: Sequence[Value]) -> bool:
    """Whether a call should release the GIL: not where it is certain to be shorter than handing the lock over."""
    from irad.frontends.python import may_take_time

    arrays = any(isinstance(p, CapturedArray) for p in params) or any(True for _ in leaves((*params, *results), ArrayValue))
    return arrays or may_take_time(fn)


def parameter(ty: python_types.Ty, declared: bool) -> Value | None:
    """How a wrapper takes an argument of this type; None if it cannot."""
    if isinstance(ty, python_types.Scalar):
        if not _has_wrapper(ty):
            return None
        if declared:
            return ScalarValue(ty.kind, convert=ty.kind in ("float64", "float32"))
        return ScalarValue(ty.kind, origin="python" if ty.weak else "numpy")
    if isinstance(ty, python_types.Array):
        return ArrayValue(ty.dtype, ty.ndim, ty.layout if ty.layout == "C" or declared else "S", writable=not ty.readonly)
    if isinstance(ty, python_types.Tuple):
        return _container(ty.form, [parameter(item, declared) for item in ty.items])
    if isinstance(ty, python_types.Known):
        return Same(ty.value)
    if isinstance(ty, python_types.NoneTy):
        return Same(None)
    return None


def results(ty: python_types.Ty) -> tuple[tuple[Value, ...], bool] | None:
    """What a result consists of, and whether it is a tuple; None if a wrapper cannot make it."""
    if isinstance(ty, python_types.NoneTy):
        return (), False
    made = _result(ty)
    if made is None:
        return None
    return (made.items, True) if isinstance(made, Items) and made.make is None else ((made,), False)


def _has_wrapper(ty: python_types.Scalar) -> bool:
    """Whether wrappers read and make such numbers."""
    return ty.kind != "float16"


def _result(ty: python_types.Ty) -> Value | None:
    if isinstance(ty, python_types.Scalar):
        return ScalarValue(ty.kind) if _has_wrapper(ty) else None
    if isinstance(ty, python_types.Array):
        return ArrayValue(ty.dtype, ty.ndim)
    if isinstance(ty, python_types.NoneTy):
        return Same(None)
    if isinstance(ty, python_types.Tuple):
        return _container(ty.form, [_result(item) for item in ty.items])
    return None


def _container(form: python_types.Form | None, items: Sequence[Value | None]) -> Items | None:
    """A container of fixed structure (``form`` None: a tuple), None where wrappers cannot access the items."""
    known = tuple(item for item in items if item is not None)
    if len(known) != len(items):
        return None
    if form is None:
        return Items(known)
    if form.kind == "object":  # has other attributes at any time
        return None
    if form.kind == "dict" and not all(type(name) is str for name in form.names):
        return None
    if form.kind == "dataclass" and not all(_in_object(form.cls, name) for name in form.names):
        return None
    return Items(known, form.kind, form.cls, form.names, list if form.kind == "list" else form.make)


def _in_object(cls: object, name: str) -> bool:
    """Whether this attribute of an instance is always stored in the instance itself, which keeps it alive."""
    found = inspect.getattr_static(cls, name, None)
    plain = getattr(cls, "__getattribute__", None) is object.__getattribute__ and not hasattr(cls, "__getattr__")
    return plain and (isinstance(found, types.MemberDescriptorType) or not hasattr(type(found), "__set__"))


def scalar_results(ty: python_types.Ty) -> tuple[tuple[ScalarValue, ...], bool] | None:
    """As `results`, where all are real numbers."""
    found = results(ty)
    if found is None or not all(isinstance(kind, ScalarValue) and not DTYPES[kind.kind].is_complex for kind in found[0]):
        return None
    return found  # type: ignore[return-value]
