"""Python's messages about operands of a type that an operator does not take."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

from irad.frontends.python.sources.python_types import Array, Form, NoneTy, Optional, Scalar, Ty

SIGNS: dict[Any, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "** or pow()", ast.MatMult: "@",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.UAdd: "+", ast.USub: "-", ast.Invert: "~",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
NO_ITEMS = "'NoneType' object is not subscriptable"
_PLAIN = {"bool": "bool", "float64": "float", "int64": "int", "complex128": "complex"}


def type_name(ty: Ty) -> str:
    """The name that Python's messages have for the type of a value."""
    if isinstance(ty, NoneTy):
        return "NoneType"
    if isinstance(ty, Optional):
        return type_name(ty.item)
    if isinstance(ty, Scalar):
        one = ty.cases[0]
        return _PLAIN.get(one.kind, one.kind) if one.weak or one.kind == "bool" else f"numpy.{one.kind}"
    if isinstance(ty, Array):
        return "numpy.ndarray"
    form = getattr(ty, "form", None)
    if isinstance(form, Form):
        return form.cls.__name__ if isinstance(form.cls, type) else form.kind
    return {"Tuple": "tuple", "List": "list"}.get(type(ty).__name__, str(ty))


def of_none(ty: Ty, text: str, attribute: str) -> tuple[type[Exception], str]:
    """The error of None where a ``ty`` is needed: ``text``, or that it has no such ``attribute``."""
    if attribute:
        return AttributeError, f"'NoneType' object has no attribute '{attribute}'"
    return TypeError, text or f"this is None here, not {ty}"


def of_operator(op: Any, x: str, y: str, assigned: bool = False) -> str:
    """What Python says of ``x op y``, of types with these names; ``assigned``: of ``x op= y``."""
    sign = SIGNS[type(op)].split()[0] + "=" if assigned else SIGNS[type(op)]
    if isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
        return f"'{sign}' not supported between instances of '{x}' and '{y}'"
    return f"unsupported operand type(s) for {sign}: '{x}' and '{y}'"


def _raised(kind: type[Exception], compute: Callable[[], Any]) -> str:
    """What the Python that runs says; its versions differ."""
    try:
        compute()
    except kind as error:
        return str(error)
    raise AssertionError


def _into_two(items: list[int]) -> tuple[int, int]:
    a, b = items
    return a, b


_ZERO, _ZERO_FLOAT = 0, 0.0
BY_ZERO = {
    ("divide", False): _raised(ZeroDivisionError, lambda: 1 / _ZERO),
    ("divide", True): _raised(ZeroDivisionError, lambda: 1.0 / _ZERO_FLOAT),
    ("floor_divide", False): _raised(ZeroDivisionError, lambda: 1 // _ZERO),
    ("floor_divide", True): _raised(ZeroDivisionError, lambda: 1.0 // _ZERO_FLOAT),
    ("remainder", False): _raised(ZeroDivisionError, lambda: 1 % _ZERO),
    ("remainder", True): _raised(ZeroDivisionError, lambda: 1.0 % _ZERO_FLOAT),
}  # by the function, and whether an operand is a float
TOO_FEW_ITEMS = "not enough values to unpack (expected {1}, got {0})"
TOO_MANY_ITEMS = _raised(ValueError, lambda: _into_two([0] * 3)).replace("2", "{1}").replace("3", "{0}")
ZERO_TO_NEGATIVE = _raised(ZeroDivisionError, lambda: _ZERO_FLOAT**-1.0)
NO_MINIMUM, NO_MAXIMUM = _raised(ValueError, lambda: min([])), _raised(ValueError, lambda: max([]))
EMPTY = {"min": NO_MINIMUM, "max": NO_MAXIMUM}
TOO_LARGE = _raised(OverflowError, lambda: 1e200 ** (_ZERO + 2))
OUT_OF_RANGE = _raised(OverflowError, lambda: math.exp(1e4))
OUT_OF_DOMAIN = _raised(ValueError, lambda: math.sin(math.inf))
