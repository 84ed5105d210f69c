"""Operators and builtin functions that a class defines: ``__add__``, ``__len__`` and the like."""

from __future__ import annotations

import ast
import dataclasses
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, ReferenceV, TupleV, Val
from irad.frontends.python.objects import classes, error_calls, memory_objects
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.sources.python_source import synthetic

_BINARY = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Pow: "pow",
    ast.MatMult: "matmul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "lshift", ast.RShift: "rshift",
}  # fmt: skip
_COMPARE = {
    ast.Eq: ("__eq__", "__eq__"), ast.NotEq: ("__ne__", "__ne__"), ast.Lt: ("__lt__", "__gt__"), ast.Gt: ("__gt__", "__lt__"),
    ast.LtE: ("__le__", "__ge__"), ast.GtE: ("__ge__", "__le__"),
}  # fmt: skip
_UNARY = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
_BUILTIN: dict[Any, str] = {
    len: "__len__", abs: "__abs__", float: "__float__", int: "__int__", bool: "__bool__", round: "__round__",
    reversed: "__reversed__",
}  # fmt: skip


def _has(low: Lowering, v: Val, name: str) -> bool:
    """Whether the value is an instance of a class that somebody wrote, which has this method."""
    cls = classes.class_of(low, v)
    return cls is not None and classes.looked_up(cls, name)[0] not in (None, object, tuple)


def operator(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Val | None:
    """``x op y``, where a class of one of them defines it."""
    name = _BINARY.get(type(op))
    if name is None or not any(isinstance(v, (TupleV, KnownV, ReferenceV)) for v in (x, y)):
        return None
    for v, call in ((x, lambda one: low.expr.binary(op, one, y, node)), (y, lambda one: low.expr.binary(op, x, one, node))):
        if memory_objects.is_several(v):
            return memory_objects.each(low, v, call, node)
    ours, theirs = (classes.class_of(low, v) for v in (x, y))
    own, reflected = (x, f"__{name}__", y), (y, f"__r{name}__", x)
    orders = [own, reflected] if ours is None or ours is not theirs else [own]
    if _comes_first(low, theirs, ours, f"__r{name}__"):
        orders = [reflected, own]
    for v, method, other in orders:
        if _has(low, v, method):
            found = low.expr.apply_method(v, method, [other], {}, node)
            if not _is_declined(found):
                return found
    if any(_has(low, v, method) for v, method, _ in orders):
        sign = _SIGNS.get(name, name)
        low.wrong(node, f"unsupported operand type(s) for {sign}: {x.ty} and {y.ty}: their methods return NotImplemented")
    return None


_SIGNS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "pow": "**", "matmul": "@", "floordiv": "//", "mod": "%"}


def _is_declined(v: Val) -> bool:
    """Whether a method has returned NotImplemented: the other operand is asked then."""
    return isinstance(v, KnownV) and v.value is NotImplemented


def _comes_first(low: Lowering, cls: Any, other: Any, name: str) -> bool:
    """Whether the right operand, of the class ``cls``, is asked first: its class is derived from the other's, and has its own."""
    if cls is None or other is None or cls is other or not issubclass(cls, other) or not hasattr(cls, name):
        return False
    return getattr(cls, name) is not getattr(other, name, None)


def has_in_place(low: Lowering, op: Any, x: Val) -> bool:
    """Whether the class of ``x`` defines ``x op= y``."""
    return _has(low, x, f"__i{_BINARY.get(type(op))}__")


def in_place(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Val:
    """``x op= y``, which the class of ``x`` defines."""
    found = low.expr.apply_method(x, f"__i{_BINARY[type(op)]}__", [y], {}, node)
    return low.expr.binary(op, x, y, node) if _is_declined(found) else found


def comparison(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Val | None:
    """``x op y`` of a comparison, where a class of one of them defines it."""
    names = _COMPARE.get(type(op))
    if names is None:
        return None
    tuples = [memory_objects.as_tuple(low, v) for v in (x, y)]
    if tuples != [x, y]:
        same = tuples[0] is not x and tuples[1] is not y and x.ty == y.ty and isinstance(op, (ast.Eq, ast.NotEq))
        return _of_references(low, op, x, y, node) if same else low.expr.compare(op, tuples[0], tuples[1], node)
    ours, theirs = (classes.class_of(low, v) for v in (x, y))
    derived = ours is not None and theirs is not None and ours is not theirs and issubclass(theirs, ours)
    orders, declined = [(x, y, names[0]), (y, x, names[1])], False
    for v, other, name in reversed(orders) if derived else orders:
        if not _has(low, v, name):
            continue
        stored = classes.looked_up(classes.class_of(low, v), name)[1]  # type: ignore[arg-type]
        code = getattr(stored, "__code__", None)
        if code is not None and code.co_name in _FROM_ONE and getattr(stored, "__module__", "") == "functools":
            return _from_one(low, _FROM_ONE[code.co_name], v, other, node)
        if not _is_made(low, v, name):
            found = low.expr.apply_method(v, name, [other], {}, node)
            if not _is_declined(found):
                return found
            declined = True
            continue
        by_fields = not isinstance(op, (ast.Eq, ast.NotEq)) or isinstance(v, ReferenceV)
        if by_fields and classes.class_of(low, other) is classes.class_of(low, v):
            if isinstance(op, (ast.Eq, ast.NotEq)) and isinstance(other, ReferenceV):
                return _of_references(low, op, x, y, node)
            return low.expr.compare(op, _compared_fields(low, x), _compared_fields(low, y), node)
    if isinstance(op, ast.NotEq) and any(_has(low, v, "__eq__") and not _is_made(low, v, "__eq__") for v in (x, y)):
        return _from_one(low, "not (a == b)", x, y, node)
    if declined and isinstance(op, (ast.Eq, ast.NotEq)):
        return low.expr.compare(ast.Is() if isinstance(op, ast.Eq) else ast.IsNot(), x, y, node)
    if declined:
        low.wrong(node, f"'{x.ty}' and '{y.ty}' are not ordered: their methods return NotImplemented")
    return None


_FROM_ONE = {
    "_gt_from_lt": "not (a < b) and a != b", "_le_from_lt": "a < b or a == b", "_ge_from_lt": "not (a < b)",
    "_ge_from_le": "not (a <= b) or a == b", "_lt_from_le": "a <= b and a != b", "_gt_from_le": "not (a <= b)",
    "_lt_from_gt": "not (a > b) and a != b", "_ge_from_gt": "a > b or a == b", "_le_from_gt": "not (a > b)",
    "_le_from_ge": "not (a >= b) or a == b", "_gt_from_ge": "a >= b and a != b", "_lt_from_ge": "not (a >= b)",
}  # of functools.total_ordering: https://docs.python.org/3/library/functools.html#functools.total_ordering  # fmt: skip


def _from_one(low: Lowering, text: str, v: Val, other: Val, node: Any) -> Val:
    """A comparison by one that the class defines, and equality."""
    operands = {"a": ComputedExpr(v, node), "b": ComputedExpr(other, node)}

    class Filled(ast.NodeTransformer):
        def visit_Name(self, n: ast.Name) -> Any:
            return operands[n.id]

    made = Filled().visit(ast.parse(text, mode="eval").body)
    for n in ast.walk(made):
        if isinstance(n, ast.expr):
            ast.copy_location(n, node)
    return low.expr.value(made)


def _of_references(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Val:
    """``x == y`` or ``x != y`` of two objects in memory of one class, by their attributes, which may be such objects."""
    cls = classes.class_of(low, x)
    assert cls is not None
    made = low.instance.compiler.records.comparing
    if cls not in made:
        fields = getattr(cls, "__dataclass_fields__", None)
        names = [n for n, f in fields.items() if f.compare] if fields is not None else cls._fields  # type: ignore[attr-defined]
        tests = "".join(f"    if not (a.{n},) == (b.{n},):\n        return False\n" for n in names)
        made[cls] = synthetic(f"{cls.__name__}.__eq__", "a, b", "True", {}, low.source.fn, tests)
    found = low.expr.apply(made[cls], [x, y], {}, node)
    return found if isinstance(op, ast.Eq) else low.expr.compare(ast.Eq(), found, low.expr.constant(False, node), node)


def _compared_fields(low: Lowering, v: Val) -> TupleV:
    """What `dataclasses` compares: the fields in order."""
    cls = classes.class_of(low, v)
    assert cls is not None
    found = [classes.own_attribute(low, v, f.name, low.at) for f in dataclasses.fields(cls) if f.compare]
    return TupleV([i for i in found if i is not None])


def _is_made(low: Lowering, v: Val, name: str) -> bool:
    """Whether `dataclasses` has made the method."""
    cls = classes.class_of(low, v)
    assert cls is not None
    stored = classes.looked_up(cls, name)[1]
    return getattr(getattr(stored, "__code__", None), "co_filename", "<string>") == "<string>"


def unary(low: Lowering, op: Any, v: Val, node: Any) -> Val | None:
    """``-v``, ``+v`` or ``~v``."""
    name = _UNARY.get(type(op), "")
    if memory_objects.is_several(v):
        return memory_objects.each(low, v, lambda one: low.expr.apply_method(one, name, [], {}, node), node)
    return low.expr.apply_method(v, name, [], {}, node) if name and _has(low, v, name) else None


def builtin(low: Lowering, fn: Any, args: list[Val], node: Any) -> Val | None:
    """``len(v)``, ``abs(v)`` and the like."""
    if fn is str and len(args) == 1 and (said := error_calls.text(low, args[0], node)) is not None:
        return said
    name = next((n for f, n in _BUILTIN.items() if f is fn), "")
    if name and args and memory_objects.is_several(args[0]):
        return memory_objects.each(low, args[0], lambda one: low.expr.apply(fn, [one, *args[1:]], {}, node), node)
    if fn is len and args and (opened := memory_objects.as_tuple(low, args[0])) is not args[0]:
        return low.expr.apply(len, [opened], {}, node)
    if name and args and _has(low, args[0], name):
        return low.expr.apply_method(args[0], name, list(args[1:]), {}, node)
    if (fn is int or fn is float) and len(args) == 1 and _has(low, args[0], "__index__"):
        return low.expr.apply(fn, [low.expr.apply_method(args[0], "__index__", [], {}, node)], {}, node)
    return None


def division(low: Lowering, x: Val, y: Val, node: Any) -> Val | None:
    """``divmod(x, y)`` of objects; None for numbers."""
    objects = [classes.class_of(low, v) is not None for v in (x, y)]
    if not any(objects):
        return None
    for v, other, name in ((x, y, "__divmod__"), (y, x, "__rdivmod__")):
        if _has(low, v, name):
            found = low.expr.apply_method(v, name, [other], {}, node)
            if not _is_declined(found):
                return found
    low.wrong(node, f"unsupported operand types for divmod(): {x.ty} and {y.ty}", "give the class a __divmod__")
    raise AssertionError


def contains(low: Lowering, x: Val, y: Val, node: Any) -> Val | None:
    """``x in y``."""
    return low.expr.apply_method(y, "__contains__", [x], {}, node) if _has(low, y, "__contains__") else None
