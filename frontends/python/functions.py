"""Calls: Python functions, built-ins, ``math``, and the table of NumPy functions and array methods."""

from __future__ import annotations

import ast
import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir

from irad.frontends.python import (
    algebra,
    checked,
    containers,
    conversions,
    decomposed,
    derivatives,
    integers,
    lists,
    mathematics,
    order,
    ordered,
    parameters,
    reshaping,
    rules,
    scalars,
    spaced,
)
from irad.frontends.python.arrays import zero_of
from irad.frontends.python.items import largest, smallest
from irad.frontends.python.made import calling_function, dispatched
from irad.frontends.python.reductions import reduce, root_of_variance, variance
from irad.frontends.python.types import BOOL, FLAG, FLOAT, INT, WHOLE, Array, Form, Scalar, dtype_kind, join, widest
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
    without_axes,
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
        return mathematics.call(low, name, args, keywords, node)
    if isinstance(fn, type) and issubclass(fn, np.generic):
        given = parameters.bound(low, f"np.{name}", parameters.of_operands(1), args, keywords, node)
        return cast(low, list(given.args), dtype_kind(fn), node)
    if getattr(np, name, None) is fn or isinstance(fn, np.ufunc):
        return numpy_call(low, name, args, keywords, node)
    if hasattr(fn, "irad_function"):
        fn = fn.irad_function.fn
    elif isinstance(fn, functools.partial):
        fn = calling_function(fn)
    fn = dispatched(fn) or fn
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


def _iterated(low: Lowering, v: Val, name: str, node: Any) -> Val:
    """An array whose items are numbers, for what goes over the items of anything."""
    axes = len(v.shape) if isinstance(v, (ArrayV, LazyV)) else 1
    if axes != 1:
        low.unsupported(node, f"Python's {name}() of an array with {axes} axes is not supported", f"use np.{name}(x)")
    return v


def _minmax(less: bool) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        if len(args) == 1:
            only = containers.as_iterated(low, args[0], node)
            if not isinstance(only, TupleV):
                found = _iterated(low, as_array(low, only, node), "min" if less else "max", node)
                return low.instance.call_python(low, smallest if less else largest, [found], {}, node)
            if not only.items:
                low.wrong(node, f"{'min' if less else 'max'}() of an empty container")
            args = only.items
        out = _scalar(low, args[0], node)
        for a in args[1:]:
            b = _scalar(low, a, node)
            known = integers.folded_call(low, min if less else max, [out, b], node)
            if known is not None:
                out = known
                continue
            ty = join(out.ty, b.ty)
            assert isinstance(ty, Scalar)
            second = low.expr.scalar_compare("<" if less else ">", b, out, node).v
            x, y = integers.kept(low, out, ty), integers.kept(low, b, ty)
            out = ScalarV(ty, low.b.select(second, y.v, x.v))
        return out

    return handler


def _len(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = args[0]
    if isinstance(v, TupleV) and not (v.form is not None and v.form.kind == "dataclass"):
        return ScalarV(WHOLE, const(len(v.items)))
    if isinstance(v, ListV):
        return ScalarV(WHOLE, v.count)
    if isinstance(v, (ArrayV, LazyV)) and v.shape:
        return ScalarV(WHOLE, v.shape[0])
    if isinstance(v, RangeV):
        count = low.expr.counted(v, node)[0]
        low.check(low.b.icmp_signed("!=", count, const(2**63 - 1)), OverflowError, "range() has too many items", node)
        return ScalarV(WHOLE, count)
    return low.wrong(node, f"{v.ty} has no len()")


def _range(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    values = []
    for a in args:
        if not isinstance(a, ScalarV) or a.ty.is_float or a.ty == BOOL:
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
    given = _scalar(low, args[0], node)
    return checked.stored(low, given, ty, node) if given.ty.weak else low.convert(given, ty)  # NumPy's only warn


def _cast(kind: str) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        given = _scalar(low, args[0], node)
        if kind == "int64" and integers.exact(given) is not None:
            return given
        if kind == "int64":
            return checked.to_integer(low, given, node)
        return ScalarV(Scalar(kind, weak=True), low.convert(given, Scalar(kind)).v)

    return handler


def _bool(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return ScalarV(FLAG, low.truth(args[0], node))


def _sum(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    items = containers.as_iterated(low, args[0], node)
    start = args[1] if len(args) > 1 else None
    if isinstance(items, TupleV):
        out = start or ScalarV(WHOLE, const(0))
        for i in items.items:
            out = low.expr.binary(ast.Add(), out, i, node)
        return out
    if isinstance(items, RangeV) or (isinstance(items, ListV) and items.ty.item == WHOLE):
        return integers.summed(low, items, start, node)
    total = reduce(low, "sum", _iterated(low, as_array(low, items, node), "sum", node), None, node)
    return total if start is None else low.expr.binary(ast.Add(), start, total, node)


def _round(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = _scalar(low, args[0], node)
    if not v.ty.is_float:
        return low.convert(v, WHOLE)
    r = low.b.call(low.instance.compiler.intrinsic("llvm.rint", v.v.type), [v.v])
    return checked.to_integer(low, ScalarV(v.ty, r), node)


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


# ---- NumPy


def ufunc(low: Lowering, name: str, args: Args, node: Any) -> Val:
    return low.expr.elementwise(list(args), lambda p: scalars.call_math(low, name, p, False, node), node)


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
_ONE_OPERAND = (*_SIGNS, "logical_not")
_REDUCTIONS = ("sum", "prod", "min", "max", "mean", "amin", "amax", "any", "all", "argmin", "argmax")


def numpy_call(low: Lowering, name: str, args: Args, kw: Keywords, node: Any) -> Val:
    """``np.name(...)``."""
    count = 2 if name in _TWO_OPERANDS else 1 if name in _ONE_OPERAND else scalars.MATH.get(name, ("", 0))[1]
    takes = parameters.of_numpy(name, count)
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
    low.arrays.update(out, result, name, node)
    return out


def _numpy(low: Lowering, name: str, args: Args, kw: Keywords, node: Any) -> Val:
    handler = _NUMPY.get(name)
    if handler is not None:
        return handler(low, args, kw, node)
    if name in _REDUCTIONS:
        axis = kw.pop("axis", args[1] if len(args) > 1 else None)
        kept = kw.pop("keepdims", None)
        no_keywords(low, kw, node)
        return reduce(low, name, _array_or_number(low, args[0], node), axis, node, kept)
    if name in ("var", "std"):
        axis, ddof, kept = kw.pop("axis", args[1] if len(args) > 1 else None), kw.pop("ddof", None), kw.pop("keepdims", None)
        no_keywords(low, kw, node)
        found = variance(low, _array_or_number(low, args[0], node), axis, ddof, kept, node)
        return found if name == "var" else root_of_variance(low, found, node)
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
    if name in ("isnan", "isinf", "isfinite"):
        return low.expr.elementwise(args, lambda p: mathematics.classify(low, name, low.convert(p[0], FLOAT)), node)
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
        v = None if value is None else low.convert(constant(value), Scalar(kind)).v
        return fill_new(low, kind, shape, v, _plan(low, args[2:], kw, shape, node))

    return handler


def _plan(low: Lowering, rest: Args, kw: Keywords, shape: list[Any], node: Any) -> order.Plan:
    """``order=`` of a new array, behind its dtype."""
    how = reshaping.order_of(low, rest[0] if rest else kw.get("order"), "C", node, "CF")
    return order.BY_COLUMNS if how == "F" and len(shape) > 1 else order.BY_ROWS


def constant(x: float) -> ScalarV:
    return ScalarV(FLOAT, ir.Constant(REGISTER["float64"], float(x)))


def fill_new(low: Lowering, kind: str, shape: list[Any], v: Any, plan: order.Plan = order.BY_ROWS) -> ArrayV:
    out = low.arrays.allocate(kind, shape, plan)
    if v is not None:
        flat = ArrayV(Array(kind, 1, "C"), out.data, [low.arrays.size(shape)], [const(1)], out.origin)
        low.arrays.each(flat.shape, lambda idx: low.arrays.store(flat, idx, v))
    return out


def as_array(low: Lowering, v: Val, node: Any) -> Val:
    if isinstance(v, TupleV):
        return array_of(low, v, node, None)
    if isinstance(v, ListV):
        return lists.as_array(low, v, node)
    if not isinstance(v, (ArrayV, LazyV)):
        low.wrong(node, f"an array is needed, not {v.ty}")
    return v


def _array_or_number(low: Lowering, v: Val, node: Any) -> ArrayV | LazyV:
    """An array, or a number as one of no axes."""
    if isinstance(v, ScalarV):
        low.expr.dtype(v.ty, node)
        return without_axes(v)
    found = as_array(low, v, node)
    assert isinstance(found, (ArrayV, LazyV))
    return found


def _full(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = _scalar(low, args[1], node)
    kind = dtype_of(low, args[2] if len(args) > 2 else None, "", node) or low.expr.dtype(v.ty, node)
    shape = shape_of(low, args[0], node)
    return fill_new(low, kind, shape, low.convert(v, Scalar(kind)).v, _plan(low, args[3:], kw, shape, node))


def array_of(low: Lowering, v: Val, node: Any, kind: str | None) -> ArrayV:
    """``np.array`` of nested tuples of scalars, where Python's numbers count as float64 and int64."""
    if isinstance(v, ListV):
        v = lists.as_array(low, v, node)
    if isinstance(v, (ArrayV, LazyV)):
        return reshaping.copied(low, v, "K")
    leaves: list[ScalarV] = []
    shape = _nest(low, v, leaves, node)
    if kind is None:
        kind = widest(*(low.expr.dtype(leaf.ty, node) for leaf in leaves)) if leaves else "float64"
    out = low.arrays.allocate(kind, [const(n) for n in shape])
    flat = ArrayV(Array(kind, 1, "C"), out.data, [const(len(leaves))], [const(1)], out.origin)
    for k, leaf in enumerate(leaves):
        low.arrays.store(flat, [const(k)], checked.stored(low, leaf, Scalar(kind), node).v)
    return out


def _nest(low: Lowering, v: Val, leaves: list[ScalarV], node: Any) -> list[int]:
    if isinstance(v, ScalarV) or (isinstance(v, (ArrayV, LazyV)) and not v.shape):
        leaves.append(low.expr.as_scalar(v, node))
        return []
    if not isinstance(v, TupleV) or (v.form is not None and v.form.kind in ("dict", "dataclass")):
        low.unsupported(node, "np.array of this is not supported", "give nested lists of numbers")
    shapes = [_nest(low, i, leaves, node) for i in v.items]
    if any(s != shapes[0] for s in shapes):
        low.wrong(node, "the nested lists have different lengths")
    return [len(shapes), *(shapes[0] if shapes else [])]


def _where(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    if len(args) != 3:
        low.unsupported(node, "np.where with one argument is not supported", "give three arguments")

    def choose(p: list[ScalarV]) -> ScalarV:
        ty = scalars.planned(low, "where", p[1:], node, False).result
        return ScalarV(ty, low.b.select(low.convert(p[0], BOOL).v, low.convert(p[1], ty).v, low.convert(p[2], ty).v))

    return low.expr.elementwise(args, choose, node, array=True)


def _extremum(less: bool, keeps_nan: bool = True) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        def pick(p: list[ScalarV]) -> ScalarV:
            ty = scalars.planned(low, "minimum" if less else "maximum", p, node, False).result
            return _extreme(low, less, low.convert(p[0], ty), low.convert(p[1], ty), keeps_nan)

        return low.expr.elementwise(args, pick, node)

    return handler


def _extreme(low: Lowering, less: bool, x: ScalarV, y: ScalarV, keeps_nan: bool = True) -> ScalarV:
    """The smaller or larger one of two numbers of one type."""
    if x.ty.is_float:
        name = "llvm." + ("min" if less else "max") + ("imum" if keeps_nan else "num")
        return ScalarV(x.ty, low.b.call(low.instance.compiler.intrinsic(name, x.v.type), [x.v, y.v]))
    compare = low.b.icmp_unsigned if x.ty.kind == "bool" else low.b.icmp_signed
    return ScalarV(x.ty, low.b.select(compare("<" if less else ">", y.v, x.v), y.v, x.v))


def _sign(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    def sign(p: list[ScalarV]) -> ScalarV:
        ty = scalars.planned(low, "sign", p, node, False).result
        v, zero = low.convert(p[0], ty), ScalarV(ty, zero_of(ty.kind))
        up, down = low.expr.scalar_compare(">", v, zero).v, low.expr.scalar_compare("<", v, zero).v
        difference = low.b.sub(low.b.zext(up, const(0).type), low.b.zext(down, const(0).type))
        made = low.convert(ScalarV(INT, difference), ty)
        nan = low.b.fcmp_unordered("uno", v.v, v.v) if ty.is_float else None
        return made if nan is None else ScalarV(ty, low.b.select(nan, v.v, made.v))

    return low.expr.elementwise(args, sign, node)


def _square(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    def square(p: list[ScalarV]) -> ScalarV:
        scalars.planned(low, "square", p, node, False)  # of truth values NumPy makes a small integer
        return low.expr.scalar_binary(ast.Mult(), p[0], p[0], node, False)

    return low.expr.elementwise(args, square, node)


def _clip(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """All three decide the type together; the first is an array (of no axes) for NumPy, so none of Python's numbers."""
    given = {**dict(zip(("a", "a_min", "a_max"), args, strict=False)), **kw}
    bounds = [None if isinstance(v, NoneV) else v for v in (given.get("a_min"), given.get("a_max"))]
    a, (least, most) = _array_or_number(low, given["a"], node), bounds
    if least is not None and most is not None:

        def clip(p: list[ScalarV]) -> ScalarV:
            ty = scalars.planned(low, "clip", p, node, False).result
            x, lower, upper = (low.convert(v, ty) for v in p)
            return _extreme(low, True, _extreme(low, False, x, lower), upper)

        return low.expr.elementwise([a, least, most], clip, node)
    for bound, less in ((least, False), (most, True)):
        if bound is not None:
            return _extremum(less)(low, [a, bound], {}, node)
    return reshaping.copied(low, a, "K") if a.shape else low.expr.as_scalar(a, node)


def _shape(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return attribute(low, args[0], "shape", node)


_NUMPY: dict[str, Callable[..., Val]] = {
    "zeros": _filled(0.0), "ones": _filled(1.0), "empty": _filled(None),
    "full": _full, "arange": spaced.arange, "linspace": spaced.linspace, "where": _where, "minimum": _extremum(True),
    "maximum": _extremum(False), "fmin": _extremum(True, False), "fmax": _extremum(False, False), "sign": _sign,
    "square": _square, "clip": _clip, "shape": _shape, "cumsum": ordered.cumsum,
    "sort": ordered.sort, "argsort": ordered.argsort,
}  # fmt: skip


# ---- attributes and methods


def attribute(low: Lowering, owner: Val, name: str, node: Any) -> Val:
    if isinstance(owner, ScalarV) and not owner.ty.weak:  # NumPy's numbers have the attributes of arrays
        if name == "T":
            return owner
        owner = _array_or_number(low, owner, node)
    if isinstance(owner, (ArrayV, LazyV)):
        if name == "mT" and len(owner.shape) > 1:
            a = low.arrays.in_memory(owner)
            return order.seen(a, [*range(a.ty.ndim - 2), a.ty.ndim - 1, a.ty.ndim - 2])
        if name == "T":
            return low.arrays.transpose(low.arrays.in_memory(owner))
        if name == "shape":
            return TupleV([ScalarV(WHOLE, n) for n in owner.shape])
        if name == "size":
            return ScalarV(WHOLE, low.arrays.size(owner.shape))
        if name == "ndim":
            return ScalarV(WHOLE, const(len(owner.shape)))
        if name == "dtype":
            return KnownV(np.dtype(owner.ty.dtype))
    return low.wrong(node, f"{owner.ty} has no attribute '{name}' here")


def python_number(low: Lowering, v: ScalarV) -> ScalarV:
    """``v.item()``: a Python number."""
    low.expr.dtype(v.ty, low.at)
    return low.convert(v, Scalar("float64" if v.ty.is_float else v.ty.kind, weak=True))


def method(low: Lowering, owner: Val, node: Any) -> Val:
    name = node.func.attr
    args = [low.expr.value(a) for a in node.args]
    kw = {k: low.expr.value(v) for k, v in parameters.named(low, node).items()}
    if isinstance(owner, ScalarV) and name == "item" and not owner.ty.weak:
        return python_number(low, owner)
    if isinstance(owner, ListV):
        return lists.method(low, owner, name, args, kw, node)
    if isinstance(owner, TupleV):
        return containers.method(low, owner, name, args, kw, node)
    number = isinstance(owner, ScalarV)
    if isinstance(owner, ScalarV) and not owner.ty.weak:  # NumPy's numbers have the methods of arrays
        owner = _array_or_number(low, owner, node)
    if number and name in ("copy", "astype") and isinstance(owner, LazyV):
        changed = conversions.method(low, name, owner, args, kw, node)
        return ScalarV(Scalar(changed.ty.dtype), low.arrays.element(changed, []))
    if not isinstance(owner, (ArrayV, LazyV)):
        low.wrong(node, f"{owner.ty} has no method '{name}'")
    if name in conversions.METHODS:
        return conversions.method(low, name, owner, args, kw, node)
    if name in parameters.METHODS:
        given = parameters.bound(low, name, parameters.METHODS[name], args, kw, node)
        args, kw = list(given.args), given.kwargs
    if name == "fill":
        low.arrays.assign(low.arrays.in_memory(owner), _scalar(low, args[0], node), node)
        return NoneV()
    if name == "item":
        return python_number(low, _scalar(low, low.arrays.in_memory(owner), node))
    if name == "sort":
        return ordered.sort_in_place(low, low.arrays.in_memory(owner), args, kw, node)
    if name in algebra.METHODS:
        return algebra.method(low, name, owner, args, kw, node)
    known = (*_REDUCTIONS, "var", "std", "argsort", "cumsum", "clip")
    if name in known:
        if name == "clip":
            kw = {{"min": "a_min", "max": "a_max"}.get(k, k): v for k, v in kw.items()}
        return numpy_call(low, name, [owner, *args], kw, node)
    low.unsupported(node, f"the array method '{name}' is not supported in compiled functions", "see docs/python.md for what is")
    raise AssertionError
