"""Python's built-in functions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from enum import EnumType
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.arrays.array_arguments import as_array, as_integer
from irad.frontends.python.arrays.elementwise import ufunc
from irad.frontends.python.arrays.reductions import reduce
from irad.frontends.python.compiled_classes.hashed_objects import is_by_identity
from irad.frontends.python.compiled_classes.numbered_keys import number_in_text
from irad.frontends.python.compiled_classes.resumable_generators import returned
from irad.frontends.python.containers import record_objects, shared_lists
from irad.frontends.python.containers.fixed_containers import VIEWS, all_items
from irad.frontends.python.core import checked_integers, integers
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    DOUBLE,
    I1,
    I64,
    REGISTER,
    ArrayV,
    IterV,
    KnownV,
    LazyV,
    ListV,
    NoneV,
    RangeV,
    ReferenceV,
    ScalarV,
    SliceV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.iteration import builtin_iteration, iterators, making
from irad.frontends.python.iteration.builtin_iteration import total
from irad.frontends.python.iteration.next_items import returned_by
from irad.frontends.python.library.of_python import math_written
from irad.frontends.python.messages.operand_errors import type_name
from irad.frontends.python.numeric.registers import pair, parts_of_pair
from irad.frontends.python.objects import classes, special_methods
from irad.frontends.python.operands import attribute_dicts, number_methods
from irad.frontends.python.sources.dtypes import accumulated_kind
from irad.frontends.python.sources.instances import interned
from irad.frontends.python.sources.python_types import BOOL, FLAG, SETS, WHOLE, Scalar

Args = list[Val]
Keywords = dict[str, Val]


def _abs(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return ufunc(low, "abs", args, node)


def _iterated(low: Lowering, v: Val, name: str, node: Any) -> Val:
    """An array whose items are numbers, for functions that iterate over their argument."""
    axes = len(v.shape) if isinstance(v, (ArrayV, LazyV)) else 1
    if axes != 1:
        low.unsupported(node, f"Python's {name}() of an array with {axes} axes is not supported", f"use np.{name}(x)")
    return v


def _len(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = args[0]
    cls = classes.class_of(low, v)
    if cls is not None and not issubclass(cls, tuple) and hasattr(cls, "__len__"):
        return low.expr.apply_method(v, "__len__", [], {}, node)
    if isinstance(v, TupleV) and (v.form is None or v.form.kind in ("list", "dict", "namedtuple")):
        return ScalarV(WHOLE, const(len(v.items)))
    if isinstance(v, TupleV) and v.form is not None and v.form.kind in SETS:
        return ScalarV(WHOLE, const(len(v.form.names)))
    if isinstance(v, KnownV) and isinstance(v.value, EnumType):
        return ScalarV(WHOLE, const(len(v.value)))
    if isinstance(found := shared_lists.opened(low, v), ListV):
        return ScalarV(WHOLE, found.count)
    if isinstance(v, IterV) and v.kind in VIEWS and v.known is not None:
        return ScalarV(WHOLE, const(len(v.known())))
    if isinstance(v, (ArrayV, LazyV)) and v.shape:
        return ScalarV(WHOLE, v.shape[0])
    if isinstance(v, RangeV):
        count = low.expr.counted(v, node)[0]
        low.check(low.b.icmp_signed("!=", count, const(2**63 - 1)), OverflowError, "range() has too many items", node)
        return ScalarV(WHOLE, count)
    return low.wrong(node, f"{v.ty} has no len()")


def _range(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    values = []
    for a in (number_methods.as_index(low, a, node) for a in args):
        if not isinstance(a, ScalarV) or a.ty.is_inexact or a.ty == BOOL:
            low.wrong(node, f"range() takes integers, not {a.ty}", as_integer(a))
        values.append(low.word(a))
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


def _cast(kind: str) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        if not args:
            return low.expr.constant(0.0 if kind == "float64" else 0, node)
        if isinstance(args[0], KnownV) and isinstance(args[0].value, str):
            return _parsed(low, kind, args, node)
        if len(args) > 1:
            low.wrong(node, "int() can't convert non-string with explicit base")
        given = low.expr.as_scalar(args[0], node)
        if kind == "int64" and integers.exact(given) is not None:
            return given
        if kind == "int64":
            return checked_integers.to_integer(low, given, node)
        if given.ty.is_complex:
            low.wrong(node, "float() argument must be a string or a real number, not 'complex'", "write z.real, or abs(z)")
        return ScalarV(Scalar(kind, weak=True), low.convert(given, Scalar(kind)).v)

    return handler


def _complex(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    ty = Scalar("complex128", weak=True)
    values = [low.convert(low.expr.as_scalar(kw.get(k, a), node), ty) for k, a in zip(("real", "imag"), args, strict=False)]
    if not values:
        return low.expr.constant(0j, node)
    if len(values) == 1:
        return values[0]
    (a, c), (d, e) = (parts_of_pair(low.b, v.v) for v in values)
    if all(not low.expr.as_scalar(v, node).ty.is_complex for v in args[:2]):
        return ScalarV(ty, pair(low.b, a, d))
    return ScalarV(ty, pair(low.b, low.b.fsub(a, e), low.b.fadd(c, d)))


def _parsed(low: Lowering, kind: str, args: Args, node: Any) -> Val:
    """The number that is written in a text."""
    given = [known_value(a) for a in args]
    if UNKNOWN in given:
        low.unsupported(node, "the base of int() must be known when compiling")
    try:
        return low.expr.constant((float if kind == "float64" else int)(*given), node)
    except ValueError as error:
        low.fail(ValueError, str(error).replace("{", "{{").replace("}", "}}"), node)
        return low.expr.constant(0 if kind == "int64" else 0.0, node)


def _bool(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return ScalarV(FLAG, low.truth(args[0], node) if args else ir.Constant(I1, 0))


def _sum(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    items = shared_lists.opened(low, args[0])
    start = args[1] if len(args) > 1 else kw.get("start")
    if not isinstance(items, (RangeV, ListV, ArrayV, LazyV)):
        found = iterators.source(low, items, node)
        if isinstance(found, TupleV):
            return total(low, all_items(found), start or ScalarV(WHOLE, const(0)), node)
        items = shared_lists.opened(low, iterators.as_list(low, items, node))
    if isinstance(items, RangeV) or (isinstance(items, ListV) and items.ty.item == WHOLE):
        return _summed(low, items, start, node)
    if isinstance(items, ListV) and isinstance(items.ty.item, Scalar) and _is_narrow(items.ty.item):
        return _summed(low, items, start, node, Scalar(items.ty.item.kind))
    if (isinstance(items, (ArrayV, LazyV)) and accumulated_kind(items.ty.dtype) != items.ty.dtype) or _is_half(items):
        kind = Scalar(items.ty.dtype)
        if kind.kind != "bool":
            return _summed(low, _iterated(low, items, "sum", node), start, node, kind)
    total_of = reduce(low, "sum", _iterated(low, as_array(low, items, node), "sum", node), None, node)
    return total_of if start is None else low.expr.binary(ast.Add(), start, total_of, node)


def _is_narrow(ty: Scalar) -> bool:
    """Whether sums of NumPy's numbers of a type wrap in it, which `np.sum` does not let them do."""
    return ty.kind not in ("bool", "float16") and accumulated_kind(ty.kind) != ty.kind


def _is_half(v: Any) -> bool:
    return isinstance(v, (ArrayV, LazyV)) and v.ty.dtype == "float16"


def _summed(low: Lowering, items: Any, start: Val | None, node: Any, ty: Scalar = WHOLE) -> Val:
    """``sum`` of numbers whose count is not known at compile time: Python's integers, or NumPy's that wrap in their own dtype."""
    t = REGISTER[ty.kind]
    place = low.alloca(t)
    low.b.store(zero_of(ty.kind), place)
    count, item = low.expr.counted(items, node)

    def add(k: Any) -> None:
        old = ScalarV(ty, low.b.load(place, typ=t))
        new = low.expr.scalar_binary(ast.Add(), old, item(k), node).v  # behind a check: in another block
        low.b.store(new, place)

    low.counted(count, add)
    total = ScalarV(ty, low.b.load(place, typ=t))
    return total if start is None else low.expr.binary(ast.Add(), start, total, node)


def _round(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = low.expr.as_scalar(args[0], node)
    if v.ty.is_complex:
        low.wrong(node, "type complex doesn't define __round__ method")
    digits = args[1] if len(args) > 1 and not isinstance(args[1], NoneV) else None
    if digits is not None:
        return _rounded(low, v, integers.known_index(digits), node)
    if not v.ty.is_float:
        return checked_integers.to_integer(low, v, node)
    r = low.b.call(low.instance.compiler.intrinsic("llvm.rint", v.v.type), [v.v])
    return checked_integers.to_integer(low, ScalarV(v.ty, r), node)


_MOST_DIGITS = 22  # 10**22 is a float


def _rounded(low: Lowering, v: ScalarV, digits: int | None, node: Any) -> Val:
    """``round(x, digits)``: the float next to the decimal number that is nearest to ``x``, exactly.

    The product with the power of ten is a sum of two floats, the second of which decides where the first is halfway.
    """
    if digits is not None and digits >= 0 and v.ty.is_integer and not v.ty.weak:
        return v  # NumPy's stay NumPy's
    if digits is not None and -18 <= digits < 0 and v.ty.is_integer and not v.ty.weak:
        as_python = _rounded(low, ScalarV(WHOLE, low.convert(v, WHOLE).v), digits, node)
        return ScalarV(v.ty, low.convert(low.expr.as_scalar(as_python, node), v.ty).v)
    if digits is not None and -18 <= digits < 0 and v.ty.is_integer:
        return low.expr.apply(math_written.round_integer, [v, low.expr.constant(10**-digits, node)], {}, node)
    if digits is None or not -_MOST_DIGITS <= digits <= _MOST_DIGITS:
        low.unsupported(node, f"round(x, n) needs an n from -{_MOST_DIGITS} to {_MOST_DIGITS} that is known when compiling")
        raise AssertionError
    if not v.ty.is_float:
        whole = low.convert(v, WHOLE)
        return whole if digits >= 0 else _rounded(low, whole, digits, node)
    if v.ty.kind != "float64" or not v.ty.weak:
        return low.expr.apply(np.round, [v, low.expr.constant(digits, node)], {}, node)
    if digits < 0:
        return low.expr.apply(math_written.round_to_multiple, [v, low.expr.constant(10.0**-digits, node)], {}, node)
    b, x = low.b, v.v

    def one(c: float) -> Any:
        return ir.Constant(DOUBLE, c)

    def call(name: str, *given: Any) -> Any:
        kind = ir.FunctionType(DOUBLE, [DOUBLE] * len(given))
        return b.call(low.instance.compiler.external(f"llvm.{name}.f64", kind), list(given))

    scale = one(float(10**digits))
    product = b.fmul(x, scale)
    rest = call("fma", x, scale, b.fneg(product))
    near = call("rint", product)
    off = b.fsub(product, near)
    up = b.and_(b.fcmp_ordered("==", off, one(0.5)), b.fcmp_ordered(">", rest, one(0.0)))
    down = b.and_(b.fcmp_ordered("==", off, one(-0.5)), b.fcmp_ordered("<", rest, one(0.0)))
    near = b.select(up, b.fadd(near, one(1.0)), b.select(down, b.fsub(near, one(1.0)), near))
    small = b.fcmp_ordered("<", call("fabs", product), one(2.0**52))
    return ScalarV(v.ty, b.select(small, call("copysign", b.fdiv(near, scale), x), x))


def _pow(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    if len(args) == 3:
        known = [integers.exact(a) for a in args]
        if None in known:
            for a in args:
                if not isinstance(a, ScalarV) or not a.ty.is_integer:
                    low.wrong(node, f"pow() with a modulus takes integers, not {a.ty}")
            return low.expr.apply(math_written.pow_mod, args, {}, node)
        try:
            return low.expr.constant(pow(*known), node)  # type: ignore[arg-type]
        except ValueError as error:
            return low.known_error(ValueError, str(error), node)
    return low.expr.binary(ast.Pow(), args[0], args[1], node)


def _divmod(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    found = special_methods.division(low, args[0], args[1], node)
    x, y = args[:2]
    if isinstance(x, ScalarV) and isinstance(y, ScalarV) and x.ty.weak and y.ty.weak and (x.ty.is_float or y.ty.is_float):
        divisor = low.convert(y, Scalar("float64")).v
        low.check(low.b.fcmp_unordered("!=", divisor, ir.Constant(divisor.type, 0.0)), ZeroDivisionError, "float divmod()", node)
    return found or TupleV([low.expr.binary(op, args[0], args[1], node) for op in (ast.FloorDiv(), ast.Mod())])


def _slice(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    parts = [NoneV(), args[0], NoneV()] if len(args) == 1 else [*args, *[NoneV()] * (3 - len(args))]
    known = [known_value(p) for p in parts]
    return SliceV(parts) if UNKNOWN in known else KnownV(interned(slice(*known)))


def _of_known(fn: Callable[..., Any]) -> Callable[..., Val]:
    """A function of values that are known when compiling."""

    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        known = [known_value(a) for a in args]
        if UNKNOWN in known or kw:
            low.unsupported(node, f"{fn.__name__}() of what is known at run time only is not supported in compiled functions")
        try:
            return low.expr.constant(fn(*known), node)
        except (TypeError, ValueError) as error:
            return low.known_error(type(error), str(error), node)

    return handler


def _id(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """``id(v)``: how far an object in memory lies from the arena, which is a number and no address for analyses."""
    v = args[0]
    if classes.class_of(low, v) is not None:
        low.try_in_memory()
    if not isinstance(v, ReferenceV):
        what = type_name(v.ty)
        low.unsupported(node, f"id() of {what} is not supported in compiled functions", "id() of an object of a class is")
        raise AssertionError
    return ScalarV(WHOLE, low.b.sub(low.b.ptrtoint(v.head, I64), low.b.ptrtoint(low.arena, I64)))


def _is_by_identity(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """Whether it is an object that has Python's own hash, of which the address in each process is a part."""
    v = args[0]
    found = isinstance(v, ReferenceV) and all(kind.cls.__hash__ is object.__hash__ for kind in v.ty.kinds)
    return ScalarV(FLAG, ir.Constant(I1, int(found)))


TABLE: dict[Any, Callable[..., Val]] = {
    abs: _abs, len: _len, range: _range, float: _cast("float64"), int: _cast("int64"),
    bool: _bool, complex: _complex, sum: _sum, round: _round, pow: _pow, divmod: _divmod, slice: _slice, id: _id,
    is_by_identity: _is_by_identity, **{fn: _of_known(fn) for fn in (bin, chr, hex, issubclass, number_in_text, oct, ord)},
    returned: returned_by, vars: attribute_dicts.vars_of,
    **builtin_iteration.TABLE, **making.TABLE, **record_objects.TABLE,
}  # fmt: skip
