"""Notes that irad attaches to function objects, and recognition of irad's own functions."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import irad


def note(f: Any, name: str) -> Any:
    """The note ``name`` on ``f``, None if there is none.

    ``functools.wraps`` copies notes to other functions, for which they are not true: a note that the wrapped function has as well
    does not count.
    """
    found = getattr(f, name, None)
    return None if found is None or getattr(getattr(f, "__wrapped__", None), name, None) is found else found


def attached(f: Any, name: str, make: Callable[[Any], Any]) -> Any:
    """An object derived from ``f``, made once; it is stored with the function and freed with it."""
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
    """The declaration of a function that runs as ordinary Python (`irad.api.custom_rules.Host`), or None."""
    return note(fn, "irad_host")


def called_by_python(fn: Callable[..., Any], name: str, count: int, returns: str = "") -> Any:
    """A function of ``count`` parameters that compiled code can call and that calls ``fn``, in Python; its frame is not shown."""
    names = ", ".join(f"a{k}" for k in range(count))
    made: Any = eval(compile(f"lambda {names}: call({names})", __file__, "eval"), {"call": fn, "__name__": "irad-synthetic"})
    made.__name__ = name
    made.irad_host = SimpleNamespace(returns=returns, shows=True)
    return made
