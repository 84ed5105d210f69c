"""`cache` and `recompute`: directives that override irad's choice between storing and recomputing values."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from irad.errors import UnsupportedError

T = TypeVar("T")
P = ParamSpec("P")


def cache(x: T) -> T:
    """``x`` itself; where compiled code is differentiated, its value is kept for the reverse sweep and never computed again.

    Args:
        x: a number; only of floats something has to be kept.  No loop in which the call stands is run again in the reverse sweep.

    Returns:
        ``x``.

    Raises:
        TypingError: (when compiled) ``x`` is an array or a container.

    >>> import irad, math
    >>> def f(x):
    ...     y = irad.cache(math.exp(x))
    ...     return y * y
    >>> irad.grad(f)(0.0)
    2.0

    This is the choice between storing and recomputing of Griewank & Walther, "Evaluating Derivatives", 2nd edition, 2008,
    chapter 12.
    """
    return x


def checkpoint(f: Callable[P, T]) -> Callable[P, T]:
    """`recompute`, by its name in JAX.

    Args:
        f: as for `recompute`.

    Returns:
        As `recompute`.

    Raises:
        UnsupportedError, DifferentiationError: as `recompute`.

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

    A decorator as well.

    Args:
        f: a function without side effects other than writes to arrays.  The memory that it reads must have the same contents when
            the reverse sweep reaches the call, and the memory that it writes must not be written again later.  A function that
            returns arrays may write to none and must return new ones; its arguments are kept, as copies where they are
            overwritten later.

    Returns:
        A function that does the same.

    Raises:
        UnsupportedError: ``f`` is a transform (`grad` ...).
        DifferentiationError: (when a caller is differentiated) ``f`` cannot be run again; says what is in the way.

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

    Chen, Xu, Zhang & Guestrin, "Training deep nets with sublinear memory cost", 2016, does so with the layers of networks.
    """
    if hasattr(f, "irad_transform"):
        hint = "give it a function with the gradient in it: def g(x): return irad.grad(f)(x)"
        raise UnsupportedError("irad.recompute takes an ordinary function, not a gradient", hint=hint)

    @functools.wraps(f)
    def again(*args: P.args, **keywords: P.kwargs) -> T:
        return f(*args, **keywords)

    again.irad_recompute = f  # type: ignore[attr-defined]
    return again
