"""Python's ``max`` and ``min`` over the items of an array, as plain Python that is compiled where they are called."""

from __future__ import annotations

from typing import Any

from irad.frontends.python.messages.operand_errors import NO_MAXIMUM, NO_MINIMUM


def largest(x: Any) -> Any:
    """``max(x)`` of Python: the first of the largest; nan only where that comes first."""
    if len(x) == 0:
        raise ValueError(NO_MAXIMUM)
    found = x[0]
    for i in range(1, len(x)):
        if x[i] > found:
            found = x[i]
    return found


def smallest(x: Any) -> Any:
    """``min(x)`` of Python."""
    if len(x) == 0:
        raise ValueError(NO_MINIMUM)
    found = x[0]
    for i in range(1, len(x)):
        if x[i] < found:
            found = x[i]
    return found
