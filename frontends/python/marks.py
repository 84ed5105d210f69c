"""What irad has noted on a function object."""

from __future__ import annotations

from typing import Any


def run_again(f: Any) -> Any:
    """The function of which ``f`` is the form that is run again (`irad.recompute`), None if it is none.

    ``functools.wraps`` copies attributes to other functions: there the note speaks of another function than the one wrapped.
    """
    noted = getattr(f, "irad_recompute", None)
    return noted if noted is not None and getattr(f, "__wrapped__", None) is noted else None
