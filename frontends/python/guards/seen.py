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

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return _nothing, ()  # it is kept with functions, which may be pickled with all that is on them


def _nothing() -> None:
    """What a pickled `Seen` is restored as."""


def remembered(f: Any, key: Any) -> Any:
    """What `remember_result` has kept for a function, if all that it follows from is the same; None otherwise."""
    kept = vars(f).get("__irad_state__") if hasattr(f, "__dict__") else None
    if kept is None or kept[0] is not f:  # functools.wraps copies attributes to other functions
        return None
    found = kept[1].get(key)
    return found[1] if found is not None and found[0].is_same() else None


def remember_result(f: Any, key: Any, seen: Seen, result: Any) -> None:
    """Keep a result with the function that it is about."""
    if seen.uncertain:
        return
    kept = vars(f).get("__irad_state__") if hasattr(f, "__dict__") else None
    if kept is None or kept[0] is not f:
        kept = _KeptStates((f, {}))
        with contextlib.suppress(AttributeError):
            f.__irad_state__ = kept
    kept[1][key] = seen, result


class _KeptStates(tuple[Any, ...]):
    """A function, and what is kept with it."""

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return _nothing, ()

