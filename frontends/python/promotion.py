"""In which type an operation on scalars computes, and its result's: Python's rules for its own numbers, NumPy's for the rest.

NumPy itself is asked (``ufunc.resolve_dtypes``), so that booleans, mixed kinds and what has no loop at all are as there.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from irad.frontends.python.types import ORDER, Scalar, promote

UFUNC: dict[type, str] = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide", ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder", ast.Pow: "power", ast.BitAnd: "bitwise_and", ast.BitOr: "bitwise_or", ast.BitXor: "bitwise_xor",
    ast.LShift: "left_shift", ast.RShift: "right_shift", ast.USub: "negative", ast.UAdd: "positive", ast.Invert: "invert",
}  # fmt: skip
_BITS = ("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift", "invert")
_COMPARE = ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal")
_PYTHON: dict[str, Any] = {"int64": int, "float64": float, "bool": np.dtype(bool)}  # Python's bool is no weaker than NumPy's


@dataclass(frozen=True)
class Plan:
    """``loop``: the kind in which it computes; ``raises``: are the operands Python's, or may be, which raise errors?"""

    loop: str
    result: Scalar
    raises: bool

    @property
    def checked(self) -> bool:
        """Are they integers of Python's, or may be, which have no largest one?"""
        return self.raises and self.loop == self.result.kind == "int64"


def plan(ufunc: str, operands: tuple[Scalar, ...], python: bool = True) -> Plan:
    """How ``ufunc`` is computed for operands of these types; ``python``: written as an operator, not as a call of NumPy.

    Raises TypeError where Python or NumPy has no such operation, or where it is another one for Python's numbers than for
    NumPy's, or for truth values than for numbers, and the operands may be either.
    """
    if any(o.truth for o in operands):
        return _of_truth_values_too(ufunc, operands, python)
    if not any(o.either for o in operands):
        return _plan(ufunc, operands, python)
    own = _plan(ufunc, tuple(Scalar(o.kind, o.weak or o.either) for o in operands), python)
    other = _plan(ufunc, tuple(Scalar(o.kind, o.weak and not o.either) for o in operands), python)
    if {own.loop, other.loop} == {"float32", "float64"} and own.result.kind.startswith("float"):
        return Plan("float64", Scalar("float64"), own.raises)  # no digit is lost in either case
    if (own.loop, own.result.kind) != (other.loop, other.result.kind):
        raise TypeError(
            "an operand is a Python number in one case and NumPy's in another, "
            f"and the result then {own.result} or {other.result}"
        )
    return Plan(own.loop, Scalar(own.result.kind, either=own.result.weak) if own.result.weak else own.result, own.raises)


def _of_truth_values_too(ufunc: str, operands: tuple[Scalar, ...], python: bool) -> Plan:
    """The plan for numbers, if it is right as well where some of them are truth values of NumPy's (whose sum is "or")."""
    own = plan(ufunc, tuple(replace(o, truth=False) for o in operands), python)
    other = plan(ufunc, tuple(Scalar("bool") if o.truth else o for o in operands), python)
    if other.result.kind == "bool" != own.result.kind:
        raise TypeError(
            f"an operand is a truth value of NumPy's in one case and a number in another, and {ufunc} then another operation: "
            "write int(...) around the truth value"
        )
    return own


@cache
def _plan(ufunc: str, operands: tuple[Scalar, ...], python: bool) -> Plan:
    if python and all(o.weak for o in operands):
        return _of_python(ufunc, operands)
    given = [_PYTHON[o.kind] if o.weak else np.dtype(o.kind) for o in operands]
    if all(isinstance(g, type) for g in given):  # Python's numbers alone, given to NumPy
        given = [np.dtype(o.kind) for o in operands]
    *inputs, out = _resolved(ufunc, given)
    kinds = {d.name for d in (*inputs, out)}
    if not kinds <= set(ORDER):
        name = next(d for d in (out, *inputs) if d.name not in ORDER)
        raise TypeError(f"NumPy computes {ufunc} of {' and '.join(map(str, operands))} as {name}, which is not supported here")
    return Plan(inputs[-1].name, Scalar(out.name), False)


def _resolved(ufunc: str, given: list[Any]) -> list[np.dtype]:
    """The types in which it computes, and that of the result."""
    if ufunc == "where":  # it computes nothing
        common = np.result_type(*(0 if g is int else 0.0 if g is float else g for g in given))
        return [*(common for _ in given), common]
    return list(getattr(np, ufunc).resolve_dtypes((*given, None)))


def _of_python(ufunc: str, operands: tuple[Scalar, ...]) -> Plan:
    kind = promote(operands[0], operands[-1]).kind
    if ufunc in _BITS and kind.startswith("float"):
        raise TypeError("bit operations need integers")
    if kind == "bool" and ufunc not in ("bitwise_and", "bitwise_or", "bitwise_xor"):
        kind = "int64"
    if ufunc == "divide":
        kind = "float64"
    result = "bool" if ufunc in _COMPARE else kind
    return Plan(kind, Scalar(result, weak=True), True)
