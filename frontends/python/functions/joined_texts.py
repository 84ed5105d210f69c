"""``"".join(...)`` of characters of which the run tells which ones, or how many, they are."""

from __future__ import annotations

from math import prod
from typing import Any

from irad.frontends.python.compiled_classes.computed_texts import ComputedText
from irad.frontends.python.containers import shared_lists
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import IterV, ListV, SharedV, TupleV, Val
from irad.frontends.python.sources.joined_types import MOST_OPTIONS, options_of
from irad.frontends.python.sources.python_types import Ty


def joined(low: Lowering, separator: str, parts: Val, node: Any) -> Val | None:
    """``separator.join(parts)`` as a text of computed characters; None where that is known, or is none of characters."""
    if separator:
        return None
    if isinstance(parts, TupleV):
        options = [options_of(v.ty) for v in parts.items]
        if not all(map(_are_characters, options)) or prod(map(len, options)) <= MOST_OPTIONS:
            return None
        parts = TupleV(parts.items)
    elif not isinstance(parts, (ListV, SharedV, IterV)):
        return None
    made = low.expr.apply(list, [parts], {}, node)
    found = shared_lists.opened(low, made)
    if isinstance(found, ListV) and not _are_characters(options_of(_item(found))):
        return None
    return low.expr.apply(ComputedText, [made], {}, node)


def _item(xs: ListV) -> Ty:
    assert xs.ty.item is not None
    return xs.ty.item


def _are_characters(options: tuple[Any, ...]) -> bool:
    return bool(options) and all(isinstance(o, str) and len(o) == 1 for o in options)
