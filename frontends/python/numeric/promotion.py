"""The types in which an operation on scalars computes and of its result: by Python's rules for its own numbers, else NumPy's.

NumPy's are taken from ``ufunc.resolve_dtypes``, so that booleans, mixed kinds and missing loops are as there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from irad.frontends.python.sources.dtypes import DTYPES, PYTHON, widest
from irad.frontends.python.sources.joined_types import one_of, promote
from irad.frontends.python.sources.python_types import Scalar

UFUNC: dict[type, str] = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide", ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder", ast.Pow: "power", ast.BitAnd: "bitwise_and", ast.BitOr: "bitwise_or", ast.BitXor: "bitwise_xor",
    ast.LShift: "left_shift", ast.RShift: "right_shift", ast.USub: "negative", ast.UAdd: "positive", ast.Invert: "invert",
}  # fmt: skip
_BITS = ("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift", "invert")
_OTHER_OF_TRUTHS = ("add", "invert")  # NumPy's "or" and "not": what else there is of truth values has the value for numbers
_OTHER_OF_INTEGERS = ("floor_divide", "remainder")  # by zero
_WRAPPING = ("add", "subtract", "multiply", "negative", "power", "absolute", "square", "left_shift")
_COMPARE = ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal")
_PYTHON: dict[str, Any] = {**PYTHON, "bool": np.dtype(bool)}  # Python's bool is no weaker than NumPy's
_OF_REALS = ("floor_divide", "remainder", "less", "less_equal", "greater", "greater_equal")


@dataclass(frozen=True)
class PromotionPlan:
    """How an operation is computed.

    ``loop``: the kind in which it computes; ``raises``: the operands are Python's numbers, or may be, which raise errors;
    ``mixed``: in other cases they are NumPy's, which give inf or nan; ``whose``: which it is (`whose_numbers`), None: not known.
    """

    loop: str
    result: Scalar
    raises: bool
    mixed: bool = False
    whose: Any = field(default=None, compare=False)

    @property
    def checked(self) -> bool:
        """Whether the operands are, or may be, Python's integers, which are unbounded."""
        return self.raises and self.loop == self.result.kind and self.result.is_integer


def plan(ufunc: str, operands: tuple[Scalar, ...], python: bool = True) -> PromotionPlan:
    """How ``ufunc`` is computed for operands of these types; ``python``: written as an operator, not as a call of NumPy.

    Raises TypeError where Python or NumPy has no such operation, or where it is another one for Python's numbers than for
    NumPy's, or for truth values than for numbers, and the operands may be either.
    """
    return _merged(ufunc, {_plan(ufunc, case, python) for case in product(*(o.cases for o in operands))})


def _merged(ufunc: str, plans: set[PromotionPlan]) -> PromotionPlan:
    """One plan for numbers whose types are known at run time only, if it computes the same values as each of these does."""
    if len(plans) == 1:
        return plans.pop()
    loops = {p.loop for p in plans}
    if "bool" in loops and len(loops) > 1 and ufunc in _OTHER_OF_TRUTHS:
        raise TypeError(
            f"an operand is a truth value of NumPy's in one case and a number in another, and {ufunc} then another operation: "
            "write int(...) around the truth value"
        )
    whole = {kind for kind in loops if DTYPES[kind].is_integer}
    if len(whole) > 1 and ufunc not in _COMPARE:
        raise TypeError(
            f"an operand is {' in one case and '.join(sorted(whole))} in another, and {ufunc} then wraps at another place: "
            "write int(...) or np.int64(...) around it"
        )
    if whole and len(loops) > 1 and ufunc in _OTHER_OF_INTEGERS and not all(p.raises for p in plans):
        raise TypeError(
            f"an operand is an integer of NumPy's in one case and a float in another, and {ufunc} by zero then not the same: "
            "write float(...)"
        )
    if len(loops) > 1 and whole - {"int64", "bool"} and ufunc in _WRAPPING:
        narrow = " or ".join(sorted(whole - {"int64", "bool"}))
        cases = f"an operand is {narrow} in one case and a float in another"
        raise TypeError(f"{cases}, and {ufunc} then wraps in the first: write float(...) around it")
    loop = widest(*loops)  # of float32 and float64 no digit is lost in either case
    results = [p.result for p in plans]
    kind = results[0].kind if len({r.kind for r in results}) == 1 else loop
    raises = {p.raises for p in plans}
    return PromotionPlan(loop, one_of(kind, results), True in raises, len(raises) > 1)


@cache
def _plan(ufunc: str, operands: tuple[Scalar, ...], python: bool) -> PromotionPlan:
    if python and all(o.weak for o in operands):
        return _of_python(ufunc, operands)
    loop, result = _of_numpy(ufunc, operands, lambda given: _resolved(ufunc, given))
    return PromotionPlan(loop, Scalar(result), False)


def _of_numpy(name: str, operands: tuple[Scalar, ...], resolve: Callable[[list[Any]], list[np.dtype]]) -> tuple[str, str]:
    """The kinds in which a function of NumPy's computes operands of these types, and of its result; ``resolve``: by dtypes."""
    given = [_PYTHON[o.kind] if o.weak else np.dtype(o.kind) for o in operands]
    if all(isinstance(g, type) for g in given):  # Python's numbers alone, given to NumPy
        given = [np.dtype(o.kind) for o in operands]
    *inputs, out = resolve(given)
    unknown = next((d.name for d in (out, *inputs) if d.name not in DTYPES), None)
    if unknown is not None:
        raise TypeError(f"NumPy computes {name} of {' and '.join(map(str, operands))} as {unknown}, which is not supported here")
    return inputs[-1].name, out.name


def _resolved(ufunc: str, given: list[Any]) -> list[np.dtype]:
    """The types in which it computes, and that of the result."""
    if ufunc in ("where", "clip"):  # which compute in the type of the result, whatever it is
        common = np.result_type(*(g(0) if isinstance(g, type) else g for g in given))
        return [*(common for _ in given), common]
    return list(getattr(np, ufunc).resolve_dtypes((*given, None)))


def of_ufunc(ufunc: Any, operands: tuple[Scalar, ...]) -> tuple[str, str]:
    """The kinds in which a function computes operands of these types, and of its result; no ufunc: integers are float64 then.

    Raises TypeError where NumPy has no such operation.
    """
    like = ufunc
    if not isinstance(ufunc, np.ufunc):
        like = np.exp
        operands = tuple(o if o.is_inexact else Scalar("float64") for o in operands)
    return _of_numpy(ufunc.__name__, operands, lambda given: list(like.resolve_dtypes((*given, None))))


def loops_of(
    ufunc: np.ufunc, operands: tuple[Scalar, ...], kind: str | None, target: str | None, casting: str
) -> tuple[str, ...]:
    """The kinds in which operands are computed where the result is to be of a ``kind`` or goes to an array of dtype ``target``.

    Raises TypeError where NumPy does not cast as that needs.
    """
    given: list[Any] = [_PYTHON[o.kind] if o.weak else np.dtype(o.kind) for o in operands]
    if all(isinstance(g, type) for g in given):
        given = [np.dtype(o.kind) for o in operands]
    wanted: dict[str, Any] = {} if kind is None else {"signature": (*(None for _ in given), np.dtype(kind))}
    out = None if target is None else np.dtype(target)
    *inputs, _ = ufunc.resolve_dtypes((*given, out), casting=casting, **wanted)  # type: ignore[arg-type]
    return tuple(d.name for d in inputs)


def _of_python(ufunc: str, operands: tuple[Scalar, ...]) -> PromotionPlan:
    kind = promote(operands[0], operands[-1]).kind
    if ufunc in _BITS and DTYPES[kind].is_inexact:
        raise TypeError("bit operations need integers")
    if ufunc in _OF_REALS and kind == "complex128":
        raise TypeError(f"{ufunc} is not defined for complex numbers")
    if kind == "bool" and ufunc not in ("bitwise_and", "bitwise_or", "bitwise_xor"):
        kind = "int64"
    if ufunc == "divide" and kind != "complex128":
        kind = "float64"
    result = "bool" if ufunc in _COMPARE else "float64" if (ufunc, kind) == ("absolute", "complex128") else kind
    return PromotionPlan(kind, Scalar(result, weak=True), True)


def in_place(op: Any) -> str:
    """NumPy's name of the operator of an augmented assignment."""
    return UFUNC.get(type(op), "matmul")
