"""`cache` and `recompute`: what a program says about the memory of its derivatives, against irad's estimates of costs."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from irad.errors import UnsupportedError

T = TypeVar("T")
P = ParamSpec("P")


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


def checkpoint(f: Callable[P, T]) -> Callable[P, T]:
    """`recompute`, by its name in JAX.

    >>> import irad, numpy as np
    >>> layer = irad.checkpoint(lambda w, x: w * x * x)
    >>> def f(w, x):
    ...     return layer(w, layer(w, x)).sum()
    >>> irad.grad(f)(0.5, np.array([1.0, 2.0]))
    12.75
    """
    return recompute(f)


def recompute(f: Callable[P, T]) -> Callable[P, T]:
    """``f``; where compiled code that calls it is differentiated, a call keeps nothing, and is run again in the reverse sweep.

    A decorator as well.  What the function reads must be the same when the reverse sweep comes to the call, nobody may write to
    what it writes later, and it must do nothing but compute: otherwise there is a `DifferentiationError` that says what is in the
    way.  A function that returns arrays may change nothing and must return new ones; what it got is kept, as a copy where it is
    overwritten later.

    >>> import irad, math
    >>> @irad.recompute
    ... def layer(x):
    ...     return math.sin(math.exp(x))
    >>> def f(x):
    ...     for _ in range(3):
    ...         x = layer(x)
    ...     return x
    >>> round(irad.grad(f)(0.5), 12)
    0.024688411947
    """
    if hasattr(f, "irad_transform"):
        hint = "give it a function with the gradient in it: def g(x): return irad.grad(f)(x)"
        raise UnsupportedError("irad.recompute takes an ordinary function, not a gradient", hint=hint)

    @functools.wraps(f)
    def again(*args: P.args, **keywords: P.kwargs) -> T:
        return f(*args, **keywords)

    again.irad_recompute = f  # type: ignore[attr-defined]
    return again
