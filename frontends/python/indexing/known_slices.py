"""Slices of an axis whose bounds are known when compiling, such as ``x[1:-1]``.

Python moves the bounds into the axis: ``x[1:]`` begins at ``min(1, n)``.  That makes a difference for an empty view only, which
has no elements whose place would matter.  Here the view begins at 1 in any case, so that the distances between views of one
array are constants, and lengths are computed in one form, so that ``x[2:]`` and ``x[1:-1]`` are seen to be equally long.
"""

from __future__ import annotations

import ast
from typing import Any

from irad.frontends.python.core import integers
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import MOST_ELEMENTS, ArrayV, ScalarV, const, known_int
from irad.frontends.python.sources.python_types import BOOL

_BEHIND = 1 << 20  # how far behind its array an empty view may begin


def slice_of_axis(low: Lowering, part: ast.Slice, n: Any, node: Any) -> tuple[Any, Any, Any]:
    """(start, count, step) of a slice of an axis of ``n`` elements; the start of an empty view may lie behind the axis."""
    found = _known_slice(low, part, n)
    return low.expr.slice_parts(part, n, node) if found is None else (*found, const(1))


def begins_inside(part: Any) -> bool:
    """Whether a view begins in its array, also if it is empty."""
    return not isinstance(part, ast.Slice) or part.lower is None


def has_bounds(part: Any) -> bool:
    """Whether an item of an index is a slice that leaves something out."""
    return isinstance(part, ast.Slice) and not (part.lower is None and part.upper is None)


def window_of(base: ArrayV, parts: list[Any], low: Lowering) -> tuple[Any, int] | None:
    """Where a slice of a sequence begins in it, or in the sequence that this is a slice of; None where that is not known."""
    if len(base.shape) != 1 or len(parts) != 1 or not isinstance(parts[0], ast.Slice) or parts[0].step is not None:
        return None
    start = 0 if parts[0].lower is None else _known(low, parts[0].lower)
    if start is None or not 0 <= start <= _BEHIND or known_int(base.shape[0]) is not None:
        return None
    whole, before = base.window or (base.data, 0)
    return whole, before + start


def _known_slice(low: Lowering, part: ast.Slice, n: Any) -> tuple[Any, Any] | None:
    """(start, count) of a slice by steps of one that begins at a known place from the front; None for others."""
    if part.lower is None and part.upper is None:
        return None
    if known_int(n) is not None or (part.step is not None and _known(low, part.step) != 1):
        return None
    start = 0 if part.lower is None else _known(low, part.lower)
    stop = 0 if part.upper is None else _known(low, part.upper)
    if start is None or stop is None or not 0 <= start <= _BEHIND or abs(stop) > MOST_ELEMENTS:
        return None
    b = low.b
    if part.upper is None or stop < 0:
        end = n
        start_to_end = start - stop
    else:
        end = b.select(b.icmp_signed("<", n, const(stop)), n, const(stop))
        start_to_end = start
    if start_to_end == 0:
        return const(0), end
    length = b.sub(end, const(start_to_end), flags=["nsw"])
    return const(start), b.select(b.icmp_signed(">", length, const(0)), length, const(0))


def _known(low: Lowering, bound: Any) -> int | None:
    """The number that a bound is, where that can be told without code for it."""
    if isinstance(bound, ast.UnaryOp) and isinstance(bound.op, ast.USub):
        found = _known(low, bound.operand)
        return None if found is None else -found
    if isinstance(bound, ast.Constant):
        return bound.value if type(bound.value) is int else None
    if isinstance(bound, ast.Name):
        v = low.dry(lambda: low.expr.value(bound))
        return integers.known_index(v) if isinstance(v, ScalarV) and v.ty.is_integer and v.ty != BOOL else None
    return None
