"""`cache` and `recompute`: directives that override irad's choice between storing and recomputing values."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Literal, ParamSpec, TypeVar

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


def checkpointed(
    steps: Iterable[T],
    snapshots: int | Literal["log"] | None = None,
    *,
    segment: int = 0,
    budget: int | str = 0,
    storage: Literal["memory", "disk"] = "memory",
    directory: str | None = None,
) -> Iterable[T]:
    """``steps``; where compiled code is differentiated, a ``for`` loop over them is reversed with bounded memory.

    Instead of what all iterations would tape, the loop keeps snapshots of its state and runs parts of it again.  The state is
    found by analysis: the memory and the variables that an iteration takes over from the one before.

    Args:
        steps: what the loop runs over: a range, an array.
        snapshots: how many states are kept at a time: None, about the square root of the number of steps; "log",
            ceil(log2(n)) + 1.
        segment: how many steps are taped together; 0: as many as have a tape that stays in the cache.
        budget: bytes for snapshots, in place of ``snapshots``: a number, or "200MB" ("kB", "MB", "GB" are powers of 1000,
            "KiB", "MiB", "GiB" of 1024).
        storage: "memory", or "disk": snapshots are kept in a file.  The tape of a segment is in memory.
        directory: with "disk", where irad makes a directory for that file, which is gone after the call; None, where temporary
            files are (the environment's TMPDIR, else /tmp).  A string that is known when compiling.

    Returns:
        ``steps``: outside of compiled code and in forward mode nothing else is done.

    Raises:
        TypingError: (when compiled) the settings are not numbers, or not what is said above.
        OSError: (from derivatives) a snapshot cannot be stored on disk, or is not there any more as it was stored;
            ``filename`` is the file's.  Arrays hold what the function has left in them then, shadows a part of the derivatives.
        DifferentiationError: (when compiled) a step cannot be run again, or it cannot be told what the state is; says why.

    >>> import irad, numpy as np
    >>> def f(x):
    ...     u = x.copy()
    ...     for t in irad.checkpointed(range(100), snapshots=5):
    ...         u[0] = u[0] + 0.01 * np.sin(u[0] + t)
    ...     return u[0]
    >>> bool(irad.grad(f)(np.array([1.0]))[0] > 0)
    True

    Griewank & Walther, "Algorithm 799: revolve", ACM TOMS 26, 2000; for loops of unknown length Stumm & Walther, "New algorithms
    for optimal online checkpointing", SIAM J. Sci. Comput. 32, 2010.
    """
    return steps


def checkpointed_while(
    condition: T,
    snapshots: int | Literal["log"] | None = None,
    *,
    segment: int = 0,
    budget: int | str = 0,
    storage: Literal["memory", "disk"] = "memory",
    directory: str | None = None,
) -> T:
    """``condition``; `checkpointed` for ``while irad.checkpointed_while(condition):``.

    Args:
        condition: what is tested before each step.
        snapshots, segment, budget, storage, directory: as for `checkpointed`.

    Returns:
        ``condition``.

    Raises:
        TypingError, DifferentiationError, OSError: as `checkpointed`.

    >>> import irad
    >>> def f(x):
    ...     while irad.checkpointed_while(x < 100.0, snapshots=4):
    ...         x = x * 1.5
    ...     return x
    >>> irad.grad(f)(1.0)
    129.746337890625
    """
    return condition


def recompute(f: Callable[P, T]) -> Callable[P, T]:
    """``f``; where compiled code that calls it is differentiated, a call keeps nothing, and is run again in the reverse sweep.

    A decorator as well.

    Args:
        f: a function without side effects other than writes to arrays.  The memory that it reads must have the same contents when
            the reverse sweep reaches the call, and the memory that it writes must not be written again later.  A function that
            returns arrays must return new ones, and may write only to those that it has made (``u = u.copy()``); its arguments
            are kept, as copies where they are overwritten later.

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
