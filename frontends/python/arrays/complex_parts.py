"""Parts of complex numbers and arrays: ``real``, ``imag``, ``conj``, ``angle``; of real ones what NumPy makes of them."""

from __future__ import annotations

from typing import Any

from irad.frontends.python.arrays.array_arguments import array_or_number, fill_new
from irad.frontends.python.core import scalar_arithmetic
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import REGISTER, ArrayV, LazyV, ScalarV, TupleV, Val, const
from irad.frontends.python.numeric import complex_arithmetic
from irad.frontends.python.numeric.registers import parts_of_pair
from irad.frontends.python.sources.dtypes import DTYPES
from irad.frontends.python.sources.python_types import Array, Scalar

FUNCTIONS = ("real", "imag", "conj", "conjugate", "angle", "iscomplex", "isreal", "iscomplexobj", "isrealobj")


def function(low: Lowering, name: str, v: Val, node: Any) -> Val:
    """``np.name(v)``."""
    if isinstance(v, TupleV) or (isinstance(v, ScalarV) and v.ty.weak and name in ("real", "imag")):
        v = array_or_number(low, v, node) if isinstance(v, TupleV) else v
    if name in ("real", "imag"):
        return part(low, v, name, node)
    if name in ("iscomplexobj", "isrealobj"):
        given = v.ty if isinstance(v, ScalarV) else Scalar(array_or_number(low, v, node).ty.dtype)
        return low.expr.constant(given.is_complex == (name == "iscomplexobj"), node)
    if name in ("iscomplex", "isreal"):
        return low.expr.elementwise([v], lambda p: _is_complex(low, p[0], name == "iscomplex"), node)
    if name == "angle":
        return low.expr.elementwise([v], lambda p: _angle(low, p[0], node), node)
    return low.expr.elementwise([v], lambda p: _conjugate(low, p[0], node), node)


def _conjugate(low: Lowering, v: ScalarV, node: Any) -> ScalarV:
    ty = scalar_arithmetic.planned(low, "conjugate", [v], node, False).result
    x = low.convert(v, ty)
    return ScalarV(ty, complex_arithmetic.conjugate(low, x.v)) if ty.is_complex else x


def conjugate(low: Lowering, v: ScalarV) -> ScalarV:
    """``v.conjugate()`` of a number of Python's."""
    if v.ty.is_complex:
        return ScalarV(v.ty, complex_arithmetic.conjugate(low, v.v))
    return low.convert(v, Scalar("int64", True)) if v.ty.kind == "bool" else v


def _angle(low: Lowering, v: ScalarV, node: Any) -> ScalarV:
    if v.ty.is_complex:
        return ScalarV(Scalar(v.ty.dtype.parts[0]), complex_arithmetic.angle(low, v.v))
    zero = ScalarV(Scalar("int64", weak=True), const(0))
    return scalar_arithmetic.call_math(low, "arctan2", [zero, v], False, node)


def _is_complex(low: Lowering, v: ScalarV, wanted: bool) -> ScalarV:
    truth = Scalar("bool")
    if not v.ty.is_complex:
        return ScalarV(truth, REGISTER["bool"](int(not wanted)))
    imaginary = ScalarV(Scalar(v.ty.dtype.parts[0]), parts_of_pair(low.b, v.v)[1])
    found = low.convert(imaginary, truth).v
    return ScalarV(truth, found if wanted else low.b.not_(found))


def set_part(low: Lowering, v: ArrayV | LazyV, name: str, value: Val, node: Any) -> None:
    """``v.real = value`` or ``v.imag = value``."""
    value = low.certain(value, node)
    if name == "imag" and not DTYPES[v.ty.dtype].is_complex:
        low.wrong(node, "cannot set imaginary part of a non-complex array")
    target = part(low, v, name, node)
    assert isinstance(target, ArrayV)
    if isinstance(value, TupleV):
        value = array_or_number(low, value, node)
    if isinstance(value, ScalarV) and value.ty.is_complex:
        low.wrong(node, "float() argument must be a string or a real number, not 'complex'", "write x.real")
    low.arrays.assign(target, value, node)


def part(low: Lowering, v: Val, name: str, node: Any) -> Val:
    """``v.real`` or ``v.imag``: of an array in memory a view."""
    which = int(name == "imag")
    if isinstance(v, ScalarV):
        if v.ty.is_complex:
            return ScalarV(v.ty.parts[which], parts_of_pair(low.b, v.v)[which])
        kind = "int64" if v.ty.kind == "bool" and v.ty.weak else v.ty.kind
        return low.convert(v, Scalar(kind, v.ty.weak)) if not which else ScalarV(Scalar(kind, v.ty.weak), zero_of(kind))
    if not isinstance(v, (ArrayV, LazyV)):
        low.wrong(node, f"{v.ty} has no attribute '{name}' here")
        raise AssertionError
    d = DTYPES[v.ty.dtype]
    if not d.is_complex:
        if not which:
            return v
        zeros = fill_new(low, d.name, v.shape, zero_of(d.name))
        return ArrayV(Array(d.name, zeros.ty.ndim, "C", True), zeros.data, zeros.shape, zeros.strides, zeros.origin)
    a = low.arrays.in_memory(v)
    own = d.parts[which]
    data = low.b.gep(a.data, [const(which)], inbounds=True, source_etype=REGISTER[own]) if which else a.data
    layout = "A" if a.ty.ndim else "C"
    strides = [low.arrays.mul(s, const(2)) for s in a.strides]
    return ArrayV(Array(own, a.ty.ndim, layout, a.ty.readonly), data, a.shape, strides, a.origin)
