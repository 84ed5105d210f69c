"""What irad has noted on a function object."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


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


def run_again(f: Any) -> Any:
    """The function of which ``f`` is the form that is run again (`irad.recompute`), None if it is none."""
    return note(f, "irad_recompute")


class Kinds:
    """What `irad.api.rules` puts here when it is imported: the class of a function's rules (`irad.api.rules.RuleSet`)."""

    rule_set: Any = None


def with_rules(f: Any, *rules: Any, **styles: Any) -> Any:
    """``f``, with rules of irad's own, which are of the class of the users' (nobody may have imported that yet)."""
    import_module("irad.api.rules")
    f.irad_rules = Kinds.rule_set(*rules, **styles)
    return f
