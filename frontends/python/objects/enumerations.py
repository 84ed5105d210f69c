"""Members of enumerations: known when compiling."""

from __future__ import annotations

import ast
import types
from enum import Enum, EnumType, Flag
from functools import partial
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ChoiceV, KnownV, MemberV, ScalarV, Val
from irad.frontends.python.core.texts import UNKNOWN, known_value, of_each
from irad.frontends.python.objects.bound_methods import bound_to


def attribute(low: Lowering, owner: Val, name: str, node: Any) -> Val:
    """``Color.RED``, ``member.value``, ``member.method``."""
    known: Any = owner.member if isinstance(owner, MemberV) else owner.value  # type: ignore[attr-defined]
    cls = known if isinstance(known, EnumType) else type(known)
    stored = next((vars(c)[name] for c in cls.__mro__ if name in vars(c)), None)
    if not isinstance(known, EnumType) and name not in ("name", "value", "_name_", "_value_"):
        if isinstance(stored, types.FunctionType):
            return bound_to(low, owner, stored, node)
        if type(stored) is property and isinstance(stored.fget, types.FunctionType):
            return low.expr.apply(stored.fget, [owner], {}, node)
    if isinstance(stored, classmethod):
        return bound_to(low, KnownV(cls), stored.__func__, node)
    if not hasattr(known, name):
        low.wrong(node, f"{owner.ty} has no attribute '{name}'")
    return low.expr.constant(getattr(known, name), node)


def of_choice(low: Lowering, owner: ChoiceV, name: str, node: Any) -> Val:
    """``member.name`` of one of several members: numbers and texts."""
    cls = type(owner.ty.options[0])
    stored = next((vars(c)[name] for c in cls.__mro__ if name in vars(c)), None)
    if isinstance(stored, (types.FunctionType, property)) and name not in ("name", "value"):
        low.demand(node, owner)
        text = f"'{name}' of {owner.ty}: which member it is, and so what is called, is known at run time only"
        low.unsupported(node, text, "write a function of the member, with comparisons")
    return of_each(low, [owner], lambda m: getattr(m, name), node)


def member(low: Lowering, cls: Any, args: list[Val], node: Any, by_name: bool = False) -> Val:
    """``Color(1)``, ``Color["RED"]``."""
    value = known_value(args[0]) if len(args) == 1 else UNKNOWN
    if value is UNKNOWN:
        low.demand(node, *args)
        found_by_value = None if by_name or len(args) != 1 else _with_value(low, cls, args[0], node)
        if found_by_value is not None:
            return found_by_value
        text = f"which member of {cls.__name__} this is must be known when compiling"
        low.unsupported(node, text, "members are found by integers at run time, where all values are integers")
    try:
        found: Enum = cls[value] if by_name else cls(value)
    except (KeyError, ValueError) as error:
        return low.known_error(type(error), str(error), node)
    return low.expr.constant(found, node)


def _with_value(low: Lowering, cls: Any, v: Val, node: Any) -> Val | None:
    """The member that has an integer of the run as its value; None for other values."""
    members: list[Enum] = list(cls)
    if not isinstance(v, ScalarV) or not v.ty.kind.startswith(("int", "uint")) or not members:
        return None
    if issubclass(cls, Flag):  # all combinations are members
        text = f"which flags of {cls.__name__} these are must be known when compiling"
        low.unsupported(node, text, "write it with integers: int(flags)")
    if cls._missing_.__func__ is not Enum._missing_.__func__:  # type: ignore[attr-defined]  # it may give one for other values
        return None
    if not all(type(m.value) is int for m in members):
        return None
    found = [low.truth(low.expr.compare(ast.Eq(), v, low.expr.constant(m.value, node), node), node) for m in members]
    some = found[0]
    for one in found[1:]:
        some = low.b.or_(some, one)
    low.check(some, ValueError, f"{{0}} is not a valid {cls.__qualname__}", node, [low.word(v)])
    return low.expr.branches(found[:-1], [partial(low.expr.constant, m, node) for m in members], node)
