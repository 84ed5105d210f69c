"""What irad has noted on a function object, and which of irad's own functions it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import irad


def note(f: Any, name: str) -> Any:
    """The note ``name`` on ``f``, None if there is none.

    ``functools.wraps`` copies notes to other functions, for which they are not true: what the wrapped function has too is none.
    """
    found = getattr(f, name, None)
    return None if found is None or getattr(getattr(f, "__wrapped__", None), name, None) is found else found


def attached(f: Any, name: str, make: Callable[[Any], Any]) -> Any:
    """What was made of ``f`` once: it belongs to the function, and goes with it."""
    found = note(f, name)
    if found is None:
        found = make(f)
        setattr(f, name, found)
    return found


def public_name(f: Any) -> str:
    """The name under which irad exports ``f`` (a function or a class), "" if it does not."""
    name: str = getattr(f, "__qualname__", "")
    return name if name in irad.PUBLIC and irad.PUBLIC[name] == getattr(f, "__module__", "") else ""


def run_again(f: Any) -> Any:
    """The function of which ``f`` is the form that is run again (`irad.recompute`), None if it is none."""
    return note(f, "irad_recompute")


def host_of(fn: Any) -> Any:
    """What the user has said of a function that runs as ordinary Python (`irad.api.custom_rules.Host`), or None."""
    return note(fn, "irad_host")
