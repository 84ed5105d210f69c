"""Members of `enum.Flag` and `enum.IntFlag`, and their combinations: known when compiling, or one of several."""

from __future__ import annotations

import ast
import operator as operators
from enum import Flag
from typing import Any

from irad.frontends.python.core import integers
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ChoiceV, KnownV, ScalarV, Val
from irad.frontends.python.core.texts import of_each

_BITS: dict[type, Any] = {ast.BitAnd: operators.and_, ast.BitOr: operators.or_, ast.BitXor: operators.xor}


def _of_each(low: Lowering, given: list[Any], fn: Any, node: Any) -> Val:
    """What ``fn`` gives for each combination that these may be."""
    if any(isinstance(v, ChoiceV) for v in given):
        return of_each(low, given, fn, node)
    try:
        return low.expr.constant(fn(*(v.value for v in given)), node)
    except (TypeError, ValueError) as error:
        low.wrong(node, f"{type(error).__name__}: {error}")
        raise AssertionError from None


def is_flag(v: Val) -> bool:
    """Whether a value is a combination of flags."""
    return isinstance(v.ty.options[0] if isinstance(v, ChoiceV) else v.value if isinstance(v, KnownV) else None, Flag)


def _is_number(v: Val) -> bool:
    return is_flag(v) and isinstance(v.ty.options[0] if isinstance(v, ChoiceV) else v.value, int)  # type: ignore[attr-defined]


def as_number(low: Lowering, v: Val, node: Any) -> Val:
    """The number that a combination of an `IntFlag` is; anything else as it is."""
    if not _is_number(v):
        return v
    return _of_each(low, [v], int, node)


def as_operands(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> tuple[Val, Val]:
    """The operands of an operator, or a comparison; flags are numbers for all but ``|``, ``&``, ``^``, and ``==`` among flags."""
    if not is_flag(x) and not is_flag(y):
        return x, y
    if type(op) in _BITS or (isinstance(op, (ast.Eq, ast.NotEq)) and is_flag(x) and is_flag(y)):
        return x, y
    return as_number(low, x, node), as_number(low, y, node)


def operator(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Val | None:
    """``x | y``, ``x & y``, ``x ^ y`` of flags; None for everything else."""
    if type(op) not in _BITS or not (is_flag(x) or is_flag(y)):
        return None
    given = [v if is_flag(v) else integers.exact(v) if isinstance(v, ScalarV) else None for v in (x, y)]
    if None in given or not all(is_flag(v) or _is_number(x) or _is_number(y) for v in (x, y)):
        text = f"{x.ty} and {y.ty} cannot be combined: which flags these are must be known, or chosen by conditions"
        low.unsupported(node, text, "write it with integers: int(flags) | number")
    fn, flags = _BITS[type(op)], [v for v in given if isinstance(v, (KnownV, ChoiceV))]
    if len(flags) == 2:
        return _of_each(low, flags, fn, node)
    if isinstance(given[0], int):
        return _of_each(low, flags, lambda m: fn(given[0], m), node)
    return _of_each(low, flags, lambda m: fn(m, given[1]), node)


def unary(low: Lowering, op: Any, v: Val, node: Any) -> Val | None:
    """``~v`` of flags, ``-v`` and ``+v`` of those that are numbers; None for everything else."""
    if not is_flag(v):
        return None
    if isinstance(op, ast.Invert):
        return _of_each(low, [v], operators.invert, node)
    return low.expr.negate(op, low.expr.as_scalar(v, node), node)


def contained(low: Lowering, x: Val, y: Val, node: Any) -> Any:
    """``x in y`` of flags, an i1; None for everything else."""
    if not is_flag(y):
        return None
    if not is_flag(x):
        low.wrong(node, f"unsupported operand type(s) for 'in': {x.ty} and {y.ty}")
    return low.truth(_of_each(low, [x, y], lambda part, whole: part in whole, node), node)
