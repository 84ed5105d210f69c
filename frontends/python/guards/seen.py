"""Whether everything that a walk over functions has looked at is the same as before: a test of identities, for each call."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from itertools import repeat
from operator import is_
from typing import Any

_NOT_THERE = object()


class Seen:
    """What has been read: names in namespaces, cells, and functions with their code and defaults.

    ``again``: what is computed anew, since it may be another although the object is the same (the types of arrays).
    """

    def __init__(self) -> None:
        self._names: dict[int, tuple[Any, dict[Any, Any]]] = {}
        self._cells: dict[int, tuple[Any, Any]] = {}
        self._functions: dict[int, tuple[Any, Callable[[Any], tuple[Any, ...]], tuple[Any, ...]]] = {}
        self._again: list[tuple[Callable[[Any], Any], Any, Any]] = []
        self._tests: tuple[tuple[Any, ...], ...] | None = None
        self.uncertain = False  # there is something that may change and keep its identity

    def name(self, home: Any, key: Any, value: Any = _NOT_THERE) -> None:
        """A name in a namespace; without a ``value`` it is not there."""
        self._names.setdefault(id(home), (home, {}))[1][key] = value

    def cell(self, cell: Any, value: Any) -> None:
        """The variable of a function around."""
        self._cells[id(cell)] = cell, value

    def function(self, f: Any, parts: Callable[[Any], tuple[Any, ...]]) -> None:
        """A function; ``parts``: gives what makes it another one."""
        self._functions[id(f)] = f, parts, parts(f)

    def again(self, compute: Callable[[Any], Any], of: Any) -> None:
        """What ``compute`` finds must be equal."""
        self._again.append((compute, of, compute(of)))

    def is_same(self) -> bool:
        """Whether all of it is as it was."""
        if self._tests is None:
            self._tests = tuple((home, tuple(names), tuple(names.values())) for home, names in self._names.values())
        for home, names, values in self._tests:
            if not all(map(is_, map(home.get, names, repeat(_NOT_THERE)), values)):
                return False
        try:
            for cell, value in self._cells.values():
                if cell.cell_contents is not value:
                    return False
        except ValueError:  # nothing in it any more
            return False
        for f, parts, known in self._functions.values():
            if not all(map(is_, parts(f), known)):
                return False
        return all(compute(of) == before for compute, of, before in self._again)


def while_same(f: Any, key: Any, compute: Callable[[Seen], Any]) -> Any:
    """What ``compute`` finds, which notes what it follows from: kept with the function ``f`` as long as that is the same."""
    states = _states_of(f)
    found = states.get(key)
    if found is not None and found[0].is_same():
        return found[1]
    seen = Seen()
    result = compute(seen)
    if not seen.uncertain:
        states[key] = seen, result
    return result


def _states_of(f: Any) -> dict[Any, tuple[Seen, Any]]:
    """What is kept with a function."""
    kept: _KeptStates | None = getattr(f, "__irad_state__", None)
    if kept is None or kept.fn is not f:  # functools.wraps copies attributes to other functions
        kept = _KeptStates(f)
        with contextlib.suppress(AttributeError):
            f.__irad_state__ = kept
    return kept.states


class _KeptStates:
    """A function, and what is kept with it."""

    def __init__(self, fn: Any) -> None:
        self.fn = fn
        self.states: dict[Any, tuple[Seen, Any]] = {}

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return _nothing, ()  # it is written on functions, and those may be pickled with all that is


def _nothing() -> None:
    """What pickled `_KeptStates` are restored as."""
