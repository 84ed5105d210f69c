"""NumPy's functions by name: the table of those that make or traverse arrays, elementwise ones, reductions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from irad.frontends.python.arrays import complex_parts, elementwise, reshaping, sorting, spaced
from irad.frontends.python.arrays.array_arguments import (
    array_or_number,
    constant,
    dtype_of,
    fill_new,
    no_keywords,
    put_out,
    shape_of,
)
from irad.frontends.python.arrays.array_attributes import attribute
from irad.frontends.python.arrays.elementwise import ufunc
from irad.frontends.python.arrays.reductions import as_kind, reduce, root_of_variance, variance
from irad.frontends.python.calls import parameters
from irad.frontends.python.core import memory_order, scalar_arithmetic
from irad.frontends.python.core.checked_integers import stored
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, KnownV, LazyV, NoneV, ScalarV, Val
from irad.frontends.python.functions import array_powers, math_functions, ufunc_calls
from irad.frontends.python.library import library_table
from irad.frontends.python.library.numpy_objects import spaced_points
from irad.frontends.python.library.of_numpy import element_functions
from irad.frontends.python.sources.dtypes import accumulated_kind
from irad.frontends.python.sources.python_types import BOOL, Scalar
from irad.frontends.python.structure.array_parts import flag

Args = list[Val]
Keywords = dict[str, Val]


_OPERATORS = {
    "add": ast.Add, "subtract": ast.Sub, "multiply": ast.Mult, "divide": ast.Div, "true_divide": ast.Div, "mod": ast.Mod,
    "remainder": ast.Mod, "floor_divide": ast.FloorDiv, "bitwise_and": ast.BitAnd, "bitwise_or": ast.BitOr,
    "bitwise_xor": ast.BitXor, "left_shift": ast.LShift, "right_shift": ast.RShift,
}  # fmt: skip
_SIGNS = {"negative": ast.USub, "positive": ast.UAdd, "invert": ast.Invert}
_LOGICAL = {"logical_and": "and_", "logical_or": "or_", "logical_xor": "xor"}
_COMPARISONS = {
    "less": ast.Lt, "less_equal": ast.LtE, "greater": ast.Gt, "greater_equal": ast.GtE, "equal": ast.Eq, "not_equal": ast.NotEq,
}  # fmt: skip
_TWO_OPERANDS = (*_OPERATORS, *_COMPARISONS, *_LOGICAL)
_ONE_OPERAND = (*_SIGNS, "logical_not", "conj", "conjugate")
_CLASSES = ("isnan", "isinf", "isfinite")
REDUCTIONS = ("sum", "prod", "min", "max", "mean", "amin", "amax", "any", "all", "argmin", "argmax")


def numpy_call(low: Lowering, name: str, args: Args, kw: Keywords, node: Any) -> Val:
    """``np.name(...)``."""
    count = 2 if name in _TWO_OPERANDS else 1 if name in _ONE_OPERAND else scalar_arithmetic.MATH.get(name, ("", 0))[1]
    takes = parameters.of_numpy(name, count)
    out = None
    if takes is not None:
        given = parameters.bound(low, f"np.{name}", takes, args, kw, node)
        out = given.arguments.pop("out", None)
        args, kw = list(given.args), given.kwargs
    result = _numpy(low, name, args, kw, node)
    return put_out(low, out, result, name, node)


def _numpy(low: Lowering, name: str, args: Args, kw: Keywords, node: Any) -> Val:
    handler = _TABLE.get(name)
    if handler is not None:
        return handler(low, args, kw, node)
    if name in REDUCTIONS or name in ("var", "std"):
        return _reduced(low, name, args, kw, node)
    if name == "angle" and flag(low, args.pop() if len(args) > 1 else kw.pop("deg", None), False, "deg=", node):
        return low.expr.apply(np.degrees, [numpy_call(low, name, args, kw, node)], {}, node)
    no_keywords(low, kw, node)
    truths: Callable[[list[ScalarV]], list[Any]] = lambda p: [low.convert(v, BOOL).v for v in p]  # noqa: E731
    if name in _OPERATORS:
        return low.expr.elementwise(args, lambda p: low.expr.scalar_binary(_OPERATORS[name](), p[0], p[1], node, False), node)
    if name in _COMPARISONS:
        return low.expr.compare(_COMPARISONS[name](), args[0], args[1], node, False)
    if name in _SIGNS:
        return low.expr.elementwise(args, lambda p: low.expr.negate(_SIGNS[name](), p[0], node, False), node)
    if name in _LOGICAL:
        return low.expr.elementwise(args, lambda p: ScalarV(BOOL, getattr(low.b, _LOGICAL[name])(*truths(p))), node)
    if name == "logical_not":
        return low.expr.elementwise(args, lambda p: ScalarV(BOOL, low.b.not_(*truths(p))), node)
    if name in complex_parts.FUNCTIONS:
        return complex_parts.function(low, name, args[0], node)
    if name in _CLASSES:
        return low.expr.elementwise(args, lambda p: math_functions.classify(low, name, p[0]), node)
    assert name in scalar_arithmetic.MATH
    if name == "fmod" and all(_of_integers(a) for a in args):
        return library_table.of_integers(np.fmod, element_functions.fmod)(low, args, {}, node)
    if name == "power":
        return array_powers.function(low, args[0], args[1], node)
    return ufunc(low, name, args, node)


def _of_integers(v: Val) -> bool:
    kind = Scalar(v.ty.dtype) if isinstance(v, (ArrayV, LazyV)) else v.ty if isinstance(v, ScalarV) else None
    return kind is not None and kind.is_integer


def _reduced(low: Lowering, name: str, args: Args, kw: Keywords, node: Any) -> Val:
    """A reduction; arguments are those of its parameters by name, or by position in the order of `parameters`."""
    given = {k: v for k, v in (*zip(("a", "axis", "dtype"), args, strict=False), *kw.items()) if not isinstance(v, NoneV)}
    axis, kept, dtype = given.get("axis"), given.get("keepdims"), given.get("dtype")
    a = array_or_number(low, given["a"], node)
    spread = name in ("var", "std")
    if spread and "correction" in given:
        given["ddof"] = given.pop("correction")
    if dtype is not None:
        if spread and not Scalar(dtype_of(low, dtype, "", node)).is_inexact:
            low.unsupported(node, f"np.{name}() as integers is not supported", "leave dtype= out")
        narrow = dtype_of(low, dtype, "", node)
        if name in ("sum", "prod") and accumulated_kind(narrow) != narrow:  # (modulo a power of two, as in 64 bits)
            if isinstance(a, (ArrayV, LazyV)):
                elementwise.check_cast(low, a.ty, Scalar(narrow), node)
            wide = {**given, "a": as_kind(low, a, narrow, node), "dtype": KnownV(np.dtype(accumulated_kind(narrow)))}
            return as_kind(low, _reduced(low, name, [], wide, node), narrow, node)
        a = array_or_number(low, with_dtype(low, a, narrow, node), node)
    if "mean" in given:
        found = ufunc_calls.variance_about(low, a, given, node)
    elif "where" in given or "initial" in given:
        found = ufunc_calls.reduce_some(low, "var" if spread else name, a, given, node)
    elif spread:
        found = variance(low, a, axis, given.get("ddof"), kept, node)
    else:
        return reduce(low, name, a, axis, node, kept)
    return root_of_variance(low, found, node) if name == "std" else found


def is_known(name: str) -> bool:
    """Whether `numpy_call` knows ``np.name``."""
    others = (_TABLE, REDUCTIONS, ("var", "std"), _OPERATORS, _COMPARISONS, _SIGNS, _LOGICAL, ("logical_not",), _CLASSES)
    of_math = name in scalar_arithmetic.MATH and name not in ("gamma", "lgamma", "erf", "erfc")
    return of_math or any(name in names for names in (*others, complex_parts.FUNCTIONS))


def with_dtype(low: Lowering, v: Val, kind: str, node: Any) -> Val:
    """The argument of a reduction as the dtype in which it is computed."""
    if not kind:
        return v
    assert isinstance(v, (ArrayV, LazyV))
    elementwise.check_cast(low, v.ty, Scalar(kind), node)
    if accumulated_kind(kind) != kind:
        low.unsupported(node, f"sums and products as {kind} are not supported", "use a dtype of 64 bits, and .astype()")
    return as_kind(low, v, kind, node)


# ---- new arrays


def _filled(value: float | None) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        kind = dtype_of(low, args[1] if len(args) > 1 else None, "float64", node)
        shape = shape_of(low, args[0], node)
        v = None if value is None else low.convert(constant(value), Scalar(kind)).v
        return fill_new(low, kind, shape, v, _plan(low, args[2:], kw, shape, node))

    return handler


def _plan(low: Lowering, rest: Args, kw: Keywords, shape: list[Any], node: Any) -> memory_order.LayoutPlan:
    """The plan for ``order=`` of a new array, an argument behind its dtype."""
    how = reshaping.order_of(low, rest[0] if rest else kw.get("order"), "C", node, "CF")
    return memory_order.BY_COLUMNS if how == "F" and len(shape) > 1 else memory_order.BY_ROWS


def _full(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = low.expr.as_scalar(args[1], node)
    kind = dtype_of(low, args[2] if len(args) > 2 else None, "", node) or low.expr.dtype(v.ty, node)
    shape = shape_of(low, args[0], node)
    return fill_new(low, kind, shape, stored(low, v, Scalar(kind), node).v, _plan(low, args[3:], kw, shape, node))


def _shape(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return attribute(low, args[0], "shape", node)


def _linspace(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """Of numbers computed where it is used, of arrays a function of the library."""
    of_arrays = any(not isinstance(v, ScalarV) and array_or_number(low, v, node).shape for v in args[:2])
    if of_arrays or len(args) > 6 or "axis" in kw:
        return library_table.as_written(spaced_points.between_arrays, np.linspace)(low, args, kw, node)
    return spaced.linspace(low, args, kw, node)


_TABLE: dict[str, Callable[..., Val]] = {
    "zeros": _filled(0.0),
    "ones": _filled(1.0),
    "empty": _filled(None),
    "full": _full,
    "arange": spaced.arange,
    "linspace": _linspace,
    "where": elementwise.where,
    "minimum": elementwise.extremum(True),
    "maximum": elementwise.extremum(False),
    "fmin": elementwise.extremum(True, False),
    "fmax": elementwise.extremum(False, False),
    "sign": elementwise.sign_of,
    "square": elementwise.square,
    "clip": elementwise.clip,
    "shape": _shape,
    "sort": sorting.sort,
    "argsort": sorting.argsort,
}
