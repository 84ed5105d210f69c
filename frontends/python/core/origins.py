"""Origins of arrays, and the arguments that a function may write to.

The origin of an array value is ``("argument", k)``, ``("capture", id)``, a `Fresh` object (made in this function),
``("variable", name)``, ``("several", origins)`` (the result of a call) or None (unknown).  Every write is noted with the origin
of the array; `Writes.roots` follows variables to what was assigned to them.  Nothing here depends on the order of
statements.
"""

from __future__ import annotations

from typing import Any

from irad.frontends.python.core.python_values import ArrayV, TupleV, Val


class Fresh:
    """The origin of an array made in this function: it shares memory with no other origin."""


def origins_of(v: Val) -> set[Any]:
    """The origins of the arrays in a value."""
    if isinstance(v, ArrayV):
        return {v.origin}
    return {o for i in v.items for o in origins_of(i)} if isinstance(v, TupleV) else set()


def several(values: list[Val]) -> Any:
    """The origin of the result of a call with the arguments ``values``."""
    return ("several", frozenset(o for v in values for o in origins_of(v)))


def is_known(origin: Any) -> bool:
    """Whether the origin is a single allocation or a single argument."""
    return origin is not None and not (isinstance(origin, tuple) and origin[0] in ("variable", "several"))


def made_apart(a: ArrayV, other: ArrayV) -> bool:
    """Whether one of two arrays is allocated in this function, and the other is known to have another origin."""
    fresh = isinstance(a.origin, Fresh) or isinstance(other.origin, Fresh)
    return fresh and a.origin is not other.origin and is_known(a.origin) and is_known(other.origin)


class Writes:
    """The writes of one function, and the assignments to its variables."""

    def __init__(self) -> None:
        self.written: set[Any] = set()
        self.sources: dict[str, set[Any]] = {}

    def note(self, *values: Val) -> None:
        """Record that the arrays in ``values`` are written to."""
        for v in values:
            self.written |= origins_of(v)

    def assign(self, name: str, v: Val) -> None:
        """Record an assignment to a variable."""
        found = origins_of(v)
        if found:
            self.sources.setdefault(name, set()).update(found)

    def are_fresh(self, origins: set[Any]) -> bool:
        """Whether arrays of these origins are in memory that this function has allocated."""
        return all(isinstance(o, Fresh) for o in self.followed(origins))

    def roots(self) -> set[Any]:
        """Arguments ("argument", k) and captured arrays ("capture", id) that may be written; with None: any of them."""
        return {o for o in self.followed(self.written) if not isinstance(o, Fresh)}

    def followed(self, origins: set[Any]) -> set[Any]:
        """The origins behind variables and the results of calls."""
        out: set[Any] = set()
        todo, seen = list(origins), set(origins)
        while todo:
            origin = todo.pop()
            more: Any = ()
            if isinstance(origin, tuple) and origin[0] == "variable":
                more = self.sources.get(origin[1], ())
            elif isinstance(origin, tuple) and origin[0] == "several":
                more = origin[1]
            else:
                out.add(origin)
            for o in more:
                if o not in seen:
                    seen.add(o)
                    todo.append(o)
        return out
