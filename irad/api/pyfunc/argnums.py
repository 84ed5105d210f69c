"""``argnums``: the arguments with respect to which a function is differentiated."""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Sequence
from typing import Any, SupportsIndex

from irad.errors import TypingError

Argnums = SupportsIndex | Sequence[SupportsIndex]


def numbers_of(argnums: Any) -> tuple[tuple[int, ...], bool]:
    """``argnums`` as a tuple, and whether one was given."""
    try:
        return (operator.index(argnums),), True
    except TypeError:
        pass
    try:
        return tuple(operator.index(a) for a in argnums), False
    except TypeError:
        hint = "the arguments are given to what this makes: irad.grad(f)(x)"
        if isinstance(argnums, str):
            hint = "count the parameters from 0: irad.grad(f, argnums=0)"
        raise TypingError(f"argnums must be an integer or integers, not {reprlib.repr(argnums)}", hint=hint) from None
