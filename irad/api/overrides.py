"""`cache`: what a function says about its own derivative's memory, against what irad decides by estimated costs."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def cache(x: T) -> T:
    """``x`` itself; where compiled code is differentiated, its value is kept for the reverse sweep and never computed again.

    For floats (of other numbers nothing has to be kept).  No loop in which it stands is run again in the reverse sweep.

    >>> import irad, math
    >>> def f(x):
    ...     y = irad.cache(math.exp(x))
    ...     return y * y
    >>> irad.grad(f)(0.0)
    2.0
    """
    return x
