"""Attributes of arrays, and of NumPy's numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.arrays import complex_parts
from irad.frontends.python.arrays.array_arguments import array_or_number
from irad.frontends.python.compiled_classes.array_places import Flat
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, KnownV, LazyV, ScalarV, TupleV, Val, const
from irad.frontends.python.messages.callable_names import near
from irad.frontends.python.sources.dtypes import DTYPES
from irad.frontends.python.sources.python_types import WHOLE, is_function_form

ATTRIBUTES = ("T", "mT", "shape", "size", "ndim", "dtype", "real", "imag", "itemsize", "nbytes", "strides", "flat")


def attribute(low: Lowering, owner: Val, name: str, node: Any) -> Val:
    if isinstance(owner, ScalarV) and name in ("real", "imag"):
        return complex_parts.part(low, owner, name, node)
    own = owner
    if isinstance(owner, TupleV) and owner.form is not None and is_function_form(owner.form) and name in vars(owner.form.cls.fn):
        return low.expr.constant(vars(owner.form.cls.fn)[name], node)
    if isinstance(owner, ScalarV) and not owner.ty.weak:  # NumPy's numbers have the attributes of arrays
        if name == "T":
            return owner
        owner = array_or_number(low, owner, node)
    if isinstance(owner, (ArrayV, LazyV)):
        if name == "mT" and len(owner.shape) > 1:
            a = low.arrays.in_memory(owner)
            return memory_order.seen(a, [*range(a.ty.ndim - 2), a.ty.ndim - 1, a.ty.ndim - 2])
        if name == "T":
            return low.arrays.transpose(low.arrays.in_memory(owner))
        if name in ("real", "imag"):
            return complex_parts.part(low, owner, name, node)
        if name == "itemsize":
            return ScalarV(WHOLE, const(DTYPES[owner.ty.dtype].item))
        if name == "nbytes":
            return ScalarV(WHOLE, low.arrays.mul(low.arrays.size(owner.shape), const(DTYPES[owner.ty.dtype].item)))
        if name == "shape":
            return TupleV([ScalarV(WHOLE, n) for n in owner.shape])
        if name == "strides":
            item = const(DTYPES[owner.ty.dtype].item)
            return TupleV([ScalarV(WHOLE, low.arrays.mul(s, item)) for s in low.arrays.in_memory(owner).strides])
        if name == "flat":
            return low.expr.apply(Flat, [low.arrays.in_memory(owner)], {}, node)
        if name == "size":
            return ScalarV(WHOLE, low.arrays.size(owner.shape))
        if name == "ndim":
            return ScalarV(WHOLE, const(len(owner.shape)))
        if name == "dtype":
            return KnownV(np.dtype(owner.ty.dtype))
    names = owner.form.names if isinstance(owner, TupleV) and owner.form is not None else ATTRIBUTES
    if isinstance(owner, (ArrayV, LazyV)) and callable(getattr(np.ndarray, name, None)):
        return low.wrong(node, f"'{name}' is a method: it can be called, and not be used as a value", f"write x.{name}()")
    hint = near(name, map(str, names))
    if isinstance(owner, (ArrayV, LazyV)) and name in ("values", "iloc", "loc"):
        hint = "arrays in compiled functions are NumPy's, without what frames have: x itself, x[i]"
    return low.wrong(node, f"{own.ty} has no attribute '{name}'", hint)
