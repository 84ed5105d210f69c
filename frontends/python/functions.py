"""Calls: Python functions, built-ins, ``math``, and the table of NumPy functions and array methods."""

from __future__ import annotations

import ast
import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir

from irad.frontends.python import algebra, containers, decomposed, derivatives, lists, ordered, parameters, rules, scalars
from irad.frontends.python.arrays import zero_of
from irad.frontends.python.made import calling_function
from irad.frontends.python.reductions import reduce, variance
from irad.frontends.python.types import BOOL, FLOAT, INT, Array, Form, Scalar, dtype_kind, promote
from irad.frontends.python.values import (
    DOUBLE,
    MOST_ELEMENTS,
    REGISTER,
    ArrayV,
    KnownV,
    LazyV,
    ListV,
    NoneV,
    NoteV,
    RangeV,
    ScalarV,
    TupleV,
    Val,
    const,
    known_int,
)

if TYPE_CHECKING:
    from irad.frontends.python.lowering import Lowering

Args = list[Val]
Keywords = dict[str, Val]


def call(low: Lowering, node: Any) -> Val:
    """A call expression."""
    if isinstance(node.func, ast.Attribute):
        owner = low.expr.value(node.func.value)
        if not isinstance(owner, KnownV):
            return method(low, owner, node)
    fn = low.expr.value(node.func)
    if not isinstance(fn, KnownV) or not callable(fn.value):
        low.wrong(node, f"{fn.ty} cannot be called")
    assert isinstance(fn, KnownV)
    args = [low.expr.value(a) for a in node.args]
    keywords = {k: low.expr.value(v) for k, v in parameters.named(low, node).items()}
    return apply(low, fn.value, args, keywords, node)


def apply(low: Lowering, fn: Any, args: Args, keywords: Keywords, node: Any) -> Val:
    handler = _BUILTIN.get(fn) if _hashable(fn) else None
    if handler is not None and fn in parameters.BUILTIN:
        given = parameters.bound(low, fn.__name__, parameters.BUILTIN[fn], args, keywords, node)
        args, keywords = list(given.args), given.kwargs
    handler = handler or derivatives.handler(fn) or rules.handler(fn) or decomposed.handler(fn) or algebra.handler(fn)
    if handler is not None:
        return handler(low, args, keywords, node)
    if any(isinstance(a, NoteV) for a in (*args, *keywords.values())):
        low.wrong(node, "irad.Active, irad.Duplicated and irad.Const are for irad.autodiff")
    if containers.is_container_class(fn):
        return containers.construct(low, fn, args, keywords, node)
    name = getattr(fn, "__name__", "")
    if getattr(fn, "__module__", None) == "math" or getattr(math, name, None) is fn:
        return math_call(low, name, args, keywords, node)
    if isinstance(fn, type) and issubclass(fn, np.generic):
        given = parameters.bound(low, f"np.{name}", parameters.of_operands(1), args, keywords, node)
        return cast(low, list(given.args), dtype_kind(fn), node)
    if getattr(np, name, None) is fn or isinstance(fn, np.ufunc):
        return numpy_call(low, name, args, keywords, node)
    if hasattr(fn, "irad_function"):
        fn = fn.irad_function.fn
    elif isinstance(fn, functools.partial):
        fn = calling_function(fn)
    if hasattr(fn, "__code__"):
        return low.instance.call_python(low, fn, args, keywords, node)
    low.unsupported(node, f"the function {name or fn!r} is not known to the compiler", "see docs/python.md for what is")
    raise AssertionError


def _hashable(fn: Any) -> bool:
    try:
        hash(fn)
    except TypeError:
        return False
    return True


# ---- built-ins


def _scalar(low: Lowering, v: Val, node: Any) -> ScalarV:
    return low.expr.as_scalar(v, node)


def _abs(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return ufunc(low, "abs", args, node)


def _minmax(less: bool) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        if len(args) == 1:
            only = containers.as_iterated(low, args[0], node)
            if not isinstance(only, TupleV):
                return reduce(low, "min" if less else "max", as_array(low, only, node), None, node)
            if not only.items:
                low.wrong(node, f"{'min' if less else 'max'}() of an empty container")
            args = only.items
        out = _scalar(low, args[0], node)
        for a in args[1:]:
            b = _scalar(low, a, node)
            ty = promote(out.ty, b.ty)
            x, y = low.convert(out, ty), low.convert(b, ty)
            second = low.expr.scalar_compare("<" if less else ">", y, x).v
            out = ScalarV(ty, low.b.select(second, y.v, x.v))
        return out

    return handler


def _len(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = args[0]
    if isinstance(v, TupleV) and not (v.form is not None and v.form.kind == "dataclass"):
        return ScalarV(INT, const(len(v.items)))
    if isinstance(v, ListV):
        return ScalarV(INT, v.count)
    if isinstance(v, (ArrayV, LazyV)) and v.shape:
        return ScalarV(INT, v.shape[0])
    return low.wrong(node, f"{v.ty} has no len()")


def _range(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    values = []
    for a in args:
        if not isinstance(a, ScalarV) or a.ty.is_float:
            low.wrong(node, "range() takes integers")
        values.append(low.convert(a, INT).v)
    if len(values) == 1:
        return RangeV(const(0), values[0], const(1))
    if len(values) == 2:
        return RangeV(values[0], values[1], const(1))
    step = values[2]
    if known_int(step) == 0:
        low.wrong(node, "range() arg 3 must not be zero")
    if known_int(step) is None:
        low.check(low.b.icmp_signed("!=", step, const(0)), ValueError, "range() arg 3 must not be zero", node)
    return RangeV(values[0], values[1], step)


def cast(low: Lowering, args: Args, kind: str | None, node: Any) -> Val:
    if kind is None:
        low.unsupported(node, "this type is not supported")
    ty = Scalar(kind or "")
    if isinstance(args[0], (ArrayV, LazyV)) and args[0].shape:
        return low.expr.elementwise([args[0]], lambda p: low.convert(p[0], ty), node)
    return low.convert(_scalar(low, args[0], node), ty)


def _cast(kind: str) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        v = low.convert(_scalar(low, args[0], node), Scalar(kind))
        return ScalarV(Scalar(kind, weak=True), v.v)

    return handler


def _bool(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return ScalarV(BOOL, low.truth(args[0], node))


def _sum(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    items = containers.as_iterated(low, args[0], node)
    start = args[1] if len(args) > 1 else None
    if isinstance(items, TupleV):
        out = start or ScalarV(Scalar("int64", weak=True), const(0))
        for i in items.items:
            out = low.expr.binary(ast.Add(), out, i, node)
        return out
    total = reduce(low, "sum", as_array(low, items, node), None, node)
    return total if start is None else low.expr.binary(ast.Add(), start, total, node)


def _round(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = _scalar(low, args[0], node)
    if not v.ty.is_float:
        return v
    r = low.b.call(low.instance.compiler.intrinsic("llvm.rint", v.v.type), [v.v])
    return low.convert(ScalarV(v.ty, r), INT)


def _pow(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return low.expr.binary(ast.Pow(), args[0], args[1], node)


def _divmod(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return TupleV([low.expr.binary(op, args[0], args[1], node) for op in (ast.FloorDiv(), ast.Mod())])


def _tuple(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = containers.as_iterated(low, args[0], node) if args else TupleV([])
    if isinstance(v, TupleV):
        return TupleV(v.items)
    return low.unsupported(node, "tuple() of something of unknown length is not supported")


def _list(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return TupleV(_tuple(low, args, kw, node).items, Form("list"))  # type: ignore[attr-defined]


def _dict(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    if args:
        low.unsupported(node, "dict() of this is not supported in compiled functions", "write dict(a=..., b=...)")
    return TupleV([low.expr.stable(v) for v in kw.values()], Form("dict", tuple(kw)))


_BUILTIN: dict[Any, Callable[..., Val]] = {
    abs: _abs, min: _minmax(True), max: _minmax(False), len: _len, range: _range, float: _cast("float64"), int: _cast("int64"),
    bool: _bool, sum: _sum, round: _round, pow: _pow, divmod: _divmod, tuple: _tuple,
    list: _list, dict: _dict,
}  # fmt: skip


def math_call(low: Lowering, name: str, args: Args, kw: Keywords, node: Any) -> Val:
    """A function of the module ``math``."""
    no_keywords(low, kw, node)
    values = [_scalar(low, a, node) for a in args]
    single = ("floor", "ceil", "trunc", "isnan", "isinf", "isfinite", "radians", "degrees")
    if name in single or name == "pow":
        parameters.bound(low, f"math.{name}", parameters.of_operands(1 if name in single else 2), args, {}, node)
    if name in ("floor", "ceil", "trunc"):
        return low.convert(scalars.call_math(low, name, values, True, node), INT) if values[0].ty.is_float else values[0]
    if name == "pow":
        return scalars.call_math(low, "float_power", values, True, node)
    if name == "log" and len(values) == 2:
        a, b = (scalars.call_math(low, "log", [v], True, node) for v in values)
        return ScalarV(FLOAT, low.b.fdiv(a.v, b.v))
    if name in ("isnan", "isinf", "isfinite"):
        return _classify(low, name, low.convert(values[0], FLOAT))
    if name in ("radians", "degrees"):
        factor = math.pi / 180 if name == "radians" else 180 / math.pi
        return ScalarV(FLOAT, low.b.fmul(low.convert(values[0], FLOAT).v, ir.Constant(REGISTER["float64"], factor)))
    if name == "hypot" and len(values) != 2:
        low.unsupported(node, "math.hypot of other than two arguments is not supported")
    if name not in scalars.MATH or name in ("abs", "absolute", "power", "rint"):
        low.unsupported(node, f"math.{name} is not supported in compiled functions")
    if len(values) != scalars.MATH[name][1]:
        low.wrong(node, f"math.{name} takes {scalars.MATH[name][1]} arguments, {len(values)} were given")
    return scalars.call_math(low, name, values, True, node)


def _classify(low: Lowering, name: str, v: ScalarV) -> ScalarV:
    b = low.b
    if name == "isnan":
        return ScalarV(BOOL, b.fcmp_unordered("uno", v.v, v.v))
    size = b.call(low.instance.compiler.intrinsic("llvm.fabs", v.v.type), [v.v])
    infinity = ir.Constant(v.v.type, float("inf"))
    return ScalarV(BOOL, b.fcmp_ordered("==", size, infinity) if name == "isinf" else b.fcmp_ordered("<", size, infinity))


# ---- NumPy


def ufunc(low: Lowering, name: str, args: Args, node: Any) -> Val:
    return low.expr.elementwise(list(args), lambda p: scalars.call_math(low, name, p, False, node), node)


_OPERATORS = {
    "add": ast.Add, "subtract": ast.Sub, "multiply": ast.Mult, "divide": ast.Div, "true_divide": ast.Div, "mod": ast.Mod,
    "remainder": ast.Mod, "floor_divide": ast.FloorDiv,
}  # fmt: skip
_COMPARISONS = {
    "less": ast.Lt, "less_equal": ast.LtE, "greater": ast.Gt, "greater_equal": ast.GtE, "equal": ast.Eq, "not_equal": ast.NotEq,
}  # fmt: skip
_TWO_OPERANDS = (*_OPERATORS, *_COMPARISONS)
_REDUCTIONS = ("sum", "prod", "min", "max", "mean", "amin", "amax", "any", "all", "argmin", "argmax")


def numpy_call(low: Lowering, name: str, args: Args, kw: Keywords, node: Any) -> Val:
    """``np.name(...)``."""
    takes = parameters.of_numpy(name, 2 if name in _TWO_OPERANDS else scalars.MATH.get(name, ("", 0))[1])
    out = None
    if takes is not None:
        given = parameters.bound(low, f"np.{name}", takes, args, kw, node)
        out = given.arguments.pop("out", None)
        args, kw = list(given.args), given.kwargs
    result = _numpy(low, name, args, kw, node)
    if out is None or isinstance(out, NoneV):
        return result
    if not isinstance(out, ArrayV):
        low.wrong(node, "out= must be an array")
    assert isinstance(out, ArrayV)
    low.arrays.assign(out, result, node)
    return out


def _numpy(low: Lowering, name: str, args: Args, kw: Keywords, node: Any) -> Val:
    handler = _NUMPY.get(name)
    if handler is not None:
        return handler(low, args, kw, node)
    if name in _REDUCTIONS:
        axis = kw.pop("axis", args[1] if len(args) > 1 else None)
        kept = kw.pop("keepdims", None)
        no_keywords(low, kw, node)
        return reduce(low, name, as_array(low, args[0], node), axis, node, kept)
    if name in ("var", "std"):
        axis, ddof, kept = kw.pop("axis", args[1] if len(args) > 1 else None), kw.pop("ddof", None), kw.pop("keepdims", None)
        no_keywords(low, kw, node)
        found = variance(low, as_array(low, args[0], node), axis, ddof, kept, node)
        return found if name == "var" else ufunc(low, "sqrt", [found], node)
    no_keywords(low, kw, node)
    if name in _OPERATORS:
        return low.expr.elementwise(args, lambda p: low.expr.scalar_binary(_OPERATORS[name](), p[0], p[1], node, False), node)
    if name in _COMPARISONS:
        return low.expr.compare(_COMPARISONS[name](), args[0], args[1], node)
    if name in ("isnan", "isinf", "isfinite"):
        return low.expr.elementwise(args, lambda p: _classify(low, name, low.convert(p[0], FLOAT)), node)
    if name in scalars.MATH and name not in ("gamma", "lgamma", "erf", "erfc"):
        return ufunc(low, name, args, node)
    low.unsupported(node, f"np.{name} is not supported in compiled functions", "see docs/python.md for what is")
    raise AssertionError


def no_keywords(low: Lowering, kw: Keywords, node: Any) -> None:
    if kw:
        low.unsupported(node, f"the keyword '{next(iter(kw))}' is not supported here")


def shape_of(low: Lowering, v: Val, node: Any) -> list[Any]:
    """A shape argument: an integer or a tuple of integers."""
    items = v.items if isinstance(v, TupleV) else [v]
    out = []
    for i in items:
        if not isinstance(i, ScalarV) or i.ty.is_float:
            low.wrong(node, "a shape must be integers")
        n = low.convert(i, INT).v
        if known_int(n) is None:
            low.check(low.b.icmp_signed(">=", n, const(0)), ValueError, "negative dimensions are not allowed", node)
            low.check(low.b.icmp_signed("<", n, const(MOST_ELEMENTS)), ValueError, "Maximum allowed dimension exceeded", node)
        out.append(n)
    check_size(low, out, node)
    return out


def check_size(low: Lowering, shape: list[Any], node: Any) -> None:
    """The number of elements must not overflow; each size is in range already."""
    if len(shape) < 2 or all(known_int(n) is not None for n in shape):
        return
    number: Any = ir.Constant(DOUBLE, 1.0)  # near 2^60 a rounding error makes no difference: there is no such memory
    for n in shape:
        number = low.b.fmul(number, low.b.uitofp(n, DOUBLE))
    low.check(low.b.fcmp_ordered("<", number, ir.Constant(DOUBLE, float(MOST_ELEMENTS))), ValueError, "array is too big", node)


def dtype_of(low: Lowering, v: Val | None, default: str, node: Any) -> str:
    if v is None or isinstance(v, NoneV):
        return default
    if isinstance(v, KnownV):
        try:
            kind = dtype_kind(v.value)
        except TypeError:
            kind = None
        if kind is not None:
            return kind
    low.unsupported(node, "this dtype is not supported", "use np.float64, np.float32, np.int64 or bool")
    raise AssertionError


def _filled(value: float | None) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        kind = dtype_of(low, args[1] if len(args) > 1 else None, "float64", node)
        shape = shape_of(low, args[0], node)
        return fill_new(low, kind, shape, None if value is None else low.convert(constant(value), Scalar(kind)).v)

    return handler


def constant(x: float) -> ScalarV:
    return ScalarV(FLOAT, ir.Constant(REGISTER["float64"], float(x)))


def fill_new(low: Lowering, kind: str, shape: list[Any], v: Any) -> ArrayV:
    out = low.arrays.allocate(kind, shape)
    if v is not None:
        flat = ArrayV(Array(kind, 1, "C"), out.data, [low.arrays.size(shape)], [const(1)], out.origin)
        low.arrays.each(flat.shape, lambda idx: low.arrays.store(flat, idx, v))
    return out


def _like(value: float | None) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        a = as_array(low, args[0], node)
        kind = dtype_of(low, kw.pop("dtype", args[1] if len(args) > 1 else None), a.ty.dtype, node)
        shape: list[Any] = a.shape  # type: ignore[attr-defined]
        return fill_new(low, kind, shape, None if value is None else low.convert(constant(value), Scalar(kind)).v)

    return handler


def as_array(low: Lowering, v: Val, node: Any) -> Val:
    if isinstance(v, TupleV):
        return array_of(low, v, node, None)
    if isinstance(v, ListV):
        return lists.as_array(low, v, node)
    if not isinstance(v, (ArrayV, LazyV)):
        low.wrong(node, f"an array is needed, not {v.ty}")
    return v


def _full(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = _scalar(low, args[1], node)
    kind = dtype_of(low, args[2] if len(args) > 2 else None, v.ty.kind, node)
    return fill_new(low, kind, shape_of(low, args[0], node), low.convert(v, Scalar(kind)).v)


def _full_like(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    a = as_array(low, args[0], node)
    kind = dtype_of(low, args[2] if len(args) > 2 else None, a.ty.dtype, node)
    return fill_new(low, kind, a.shape, low.convert(_scalar(low, args[1], node), Scalar(kind)).v)  # type: ignore[attr-defined]


def _arange(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    values = [_scalar(low, a, node) for a in args]
    start = values[0] if len(values) > 1 else ScalarV(INT, const(0))
    stop = values[1] if len(values) > 1 else values[0]
    step = values[2] if len(values) > 2 else ScalarV(INT, const(1))
    kind = dtype_of(low, kw.get("dtype"), "float64" if any(v.ty.is_float for v in values) else "int64", node)
    if not any(v.ty.is_float for v in values):
        count, item = low.expr.counted(RangeV(start.v, stop.v, step.v), node)
        return LazyV(Array(kind, 1, "C"), [count], lambda i: low.convert(item(i[0]), Scalar(kind)).v)
    a, z, s = (low.convert(v, FLOAT).v for v in (start, stop, step))
    length = low.b.fdiv(low.b.fsub(z, a), s)
    n = low.b.fptosi(low.b.call(low.instance.compiler.intrinsic("llvm.ceil", length.type), [length]), const(0).type)
    n = low.b.select(low.b.icmp_signed(">", n, const(0)), n, const(0))

    def at(i: list[Any]) -> Any:
        k = low.b.sitofp(i[0], a.type)
        return low.convert(ScalarV(FLOAT, low.b.fadd(a, low.b.fmul(k, s))), Scalar(kind)).v

    return LazyV(Array(kind, 1, "C"), [n], at)


def _linspace(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    a, z = (low.convert(_scalar(low, v, node), FLOAT).v for v in args[:2])
    count = args[2] if len(args) > 2 else ScalarV(INT, const(50))
    n = shape_of(low, count, node)[0]
    b = low.b
    last = b.sub(n, const(1))
    divisor = b.sitofp(b.select(b.icmp_signed(">", last, const(0)), last, const(1)), a.type)
    step = b.fdiv(b.fsub(z, a), divisor)

    def at(i: list[Any]) -> Any:
        inner = low.b.fadd(a, low.b.fmul(low.b.sitofp(i[0], a.type), step))
        end = low.b.and_(low.b.icmp_signed("==", i[0], last), low.b.icmp_signed(">", last, const(0)))
        return low.b.select(end, z, inner)

    return LazyV(Array("float64", 1, "C"), [n], at)


def array_of(low: Lowering, v: Val, node: Any, kind: str | None) -> ArrayV:
    """``np.array`` of nested tuples of scalars (or of arrays of equal shape)."""
    if isinstance(v, ListV):
        v = lists.as_array(low, v, node)
    if isinstance(v, (ArrayV, LazyV)):
        return low.arrays.copy(v)
    leaves: list[ScalarV] = []
    shape = _nest(low, v, leaves, node)
    if kind is None:
        ty = leaves[0].ty if leaves else FLOAT
        for leaf in leaves[1:]:
            ty = promote(ty, leaf.ty)
        kind = ty.kind
    out = low.arrays.allocate(kind, [const(n) for n in shape])
    flat = ArrayV(Array(kind, 1, "C"), out.data, [const(len(leaves))], [const(1)], out.origin)
    for k, leaf in enumerate(leaves):
        low.arrays.store(flat, [const(k)], low.convert(leaf, Scalar(kind)).v)
    return out


def _nest(low: Lowering, v: Val, leaves: list[ScalarV], node: Any) -> list[int]:
    if isinstance(v, ScalarV):
        leaves.append(v)
        return []
    if not isinstance(v, TupleV) or (v.form is not None and v.form.kind in ("dict", "dataclass")):
        low.unsupported(node, "np.array of this is not supported", "give nested lists of numbers")
    shapes = [_nest(low, i, leaves, node) for i in v.items]
    if any(s != shapes[0] for s in shapes):
        low.wrong(node, "the nested lists have different lengths")
    return [len(shapes), *(shapes[0] if shapes else [])]


def _np_array(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    wanted = dtype_of(low, args[1] if len(args) > 1 else None, "", node) or None
    if wanted is not None and isinstance(args[0], (ArrayV, LazyV, ListV)):
        return low.arrays.copy(cast(low, [as_array(low, args[0], node)], wanted, node))
    return array_of(low, args[0], node, wanted)


def _copy(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return low.arrays.copy(as_array(low, args[0], node))


def _where(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    if len(args) != 3:
        low.unsupported(node, "np.where with one argument is not supported", "give three arguments")

    def choose(p: list[ScalarV]) -> ScalarV:
        ty = promote(p[1].ty, p[2].ty)
        return ScalarV(ty, low.b.select(low.convert(p[0], BOOL).v, low.convert(p[1], ty).v, low.convert(p[2], ty).v))

    return low.expr.elementwise(args, choose, node)


def _extremum(less: bool, keeps_nan: bool = True) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        def pick(p: list[ScalarV]) -> ScalarV:
            ty = promote(p[0].ty, p[1].ty)
            x, y = low.convert(p[0], ty).v, low.convert(p[1], ty).v
            if ty.is_float:
                name = "llvm." + ("min" if less else "max") + ("imum" if keeps_nan else "num")
                return ScalarV(ty, low.b.call(low.instance.compiler.intrinsic(name, x.type), [x, y]))
            return ScalarV(ty, low.b.select(low.b.icmp_signed("<" if less else ">", y, x), y, x))

        return low.expr.elementwise(args, pick, node)

    return handler


def _sign(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    def sign(p: list[ScalarV]) -> ScalarV:
        v = p[0] if p[0].ty.kind != "bool" else low.convert(p[0], INT)
        zero = ScalarV(v.ty, zero_of(v.ty.kind))
        up, down = low.expr.scalar_compare(">", v, zero).v, low.expr.scalar_compare("<", v, zero).v
        difference = low.b.sub(low.b.zext(up, const(0).type), low.b.zext(down, const(0).type))
        return low.convert(ScalarV(INT, difference), v.ty)

    return low.expr.elementwise(args, sign, node)


def _square(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return low.expr.elementwise(args, lambda p: low.expr.scalar_binary(ast.Mult(), p[0], p[0], node, False), node)


def _clip(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    bounds = {**dict(zip(("a", "a_min", "a_max"), args, strict=False)), **kw}
    out = bounds["a"]
    for name, less in (("a_min", False), ("a_max", True)):
        if name in bounds and not isinstance(bounds[name], NoneV):
            out = _extremum(less)(low, [out, bounds[name]], {}, node)
    return low.arrays.copy(out) if out is args[0] and isinstance(out, (ArrayV, LazyV)) else out


def _reshape(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    shape = args[1] if len(args) == 2 else TupleV(args[1:])
    return reshape(low, low.arrays.in_memory(as_array(low, args[0], node)), shape, node)


def reshape(low: Lowering, a: ArrayV, shape: Val, node: Any) -> ArrayV:
    """A view for a contiguous array, a copy of any other."""
    items = shape.items if isinstance(shape, TupleV) else [shape]
    sizes = [low.convert(_scalar(low, i, node), INT).v for i in items]
    total = low.arrays.size(a.shape)
    unknown = [k for k, n in enumerate(sizes) if known_int(n) == -1]
    if unknown:
        rest = low.arrays.size([n for k, n in enumerate(sizes) if k != unknown[0]])
        safe = low.b.select(low.b.icmp_signed("==", rest, const(0)), const(1), rest)
        sizes[unknown[0]] = low.b.sdiv(total, safe)
    fits = low.b.icmp_signed("==", low.arrays.size(sizes), total)
    low.check(fits, ValueError, "cannot reshape array of size {0} into size {1}", node, [total, low.arrays.size(sizes)])
    if a.ty.layout != "C":
        a = low.arrays.copy(a)
    return ArrayV(Array(a.ty.dtype, len(sizes), "C", a.ty.readonly), a.data, sizes, low.arrays.contiguous(sizes), a.origin)


def _ravel(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return reshape(low, low.arrays.in_memory(as_array(low, args[0], node)), ScalarV(INT, const(-1)), node)


def _flatten(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return reshape(low, low.arrays.copy(as_array(low, args[0], node)), ScalarV(INT, const(-1)), node)


def _asarray(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = args[0]
    if isinstance(v, (ArrayV, LazyV)):
        kind = dtype_of(low, args[1] if len(args) > 1 else None, v.ty.dtype, node)
        if kind == v.ty.dtype:
            return v
    return _np_array(low, args, kw, node)


def _shape(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return attribute(low, args[0], "shape", node)


_NUMPY: dict[str, Callable[..., Val]] = {
    "zeros": _filled(0.0), "ones": _filled(1.0), "empty": _filled(None), "zeros_like": _like(0.0), "ones_like": _like(1.0),
    "empty_like": _like(None), "full": _full, "full_like": _full_like, "arange": _arange, "linspace": _linspace,
    "array": _np_array, "asarray": _asarray, "copy": _copy, "where": _where, "minimum": _extremum(True),
    "maximum": _extremum(False), "fmin": _extremum(True, False), "fmax": _extremum(False, False), "sign": _sign,
    "square": _square, "clip": _clip, "reshape": _reshape, "ravel": _ravel, "shape": _shape, "cumsum": ordered.cumsum,
    "ascontiguousarray": _copy, "sort": ordered.sort, "argsort": ordered.argsort,
}  # fmt: skip


# ---- attributes and methods


def attribute(low: Lowering, owner: Val, name: str, node: Any) -> Val:
    if isinstance(owner, (ArrayV, LazyV)):
        if name == "T":
            return low.arrays.transpose(low.arrays.in_memory(owner))
        if name == "shape":
            return TupleV([ScalarV(Scalar("int64", weak=True), n) for n in owner.shape])
        if name == "size":
            return ScalarV(Scalar("int64", weak=True), low.arrays.size(owner.shape))
        if name == "ndim":
            return ScalarV(Scalar("int64", weak=True), const(len(owner.shape)))
        if name == "dtype":
            return KnownV(np.dtype(owner.ty.dtype))
    return low.wrong(node, f"{owner.ty} has no attribute '{name}' here")


def method(low: Lowering, owner: Val, node: Any) -> Val:
    name = node.func.attr
    args = [low.expr.value(a) for a in node.args]
    kw = {k: low.expr.value(v) for k, v in parameters.named(low, node).items()}
    if isinstance(owner, ScalarV) and name == "item":
        return owner
    if isinstance(owner, ListV):
        return lists.method(low, owner, name, args, kw, node)
    if isinstance(owner, TupleV):
        return containers.method(low, owner, name, args, kw, node)
    if not isinstance(owner, (ArrayV, LazyV)):
        low.wrong(node, f"{owner.ty} has no method '{name}'")
    if name in parameters.METHODS:
        given = parameters.bound(low, name, parameters.METHODS[name], args, kw, node)
        args, kw = list(given.args), given.kwargs
    if name == "fill":
        low.arrays.assign(low.arrays.in_memory(owner), _scalar(low, args[0], node), node)
        return NoneV()
    if name == "astype":
        return cast(low, [owner], dtype_of(low, args[0], "", node), node)
    if name == "flatten":
        return _flatten(low, [owner], kw, node)
    if name == "item":
        return _scalar(low, low.arrays.in_memory(owner), node)
    if name == "sort":
        return ordered.sort_in_place(low, low.arrays.in_memory(owner), args, kw, node)
    if name in algebra.METHODS:
        return algebra.method(low, name, owner, args, kw, node)
    known = (*_REDUCTIONS, "var", "std", "argsort", "copy", "reshape", "ravel", "cumsum", "clip")
    if name in known:
        if name == "clip":
            kw = {{"min": "a_min", "max": "a_max"}.get(k, k): v for k, v in kw.items()}
        return numpy_call(low, name, [owner, *args], kw, node)
    low.unsupported(node, f"the array method '{name}' is not supported in compiled functions", "see docs/python.md for what is")
    raise AssertionError
