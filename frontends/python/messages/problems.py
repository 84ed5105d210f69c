"""All that is wrong with the functions of one compilation.

What is refused in a statement is noted here, and lowering goes on with the next one.  The names that the statement would have
assigned are unknown from then on: what depends on them is skipped without another message (`Skipped` in `core/code_writer.py`).
"""

from __future__ import annotations

from collections.abc import Iterable

from irad.errors import IradError, Place


class Problems:
    """Errors by place: the first one that is found at a place counts."""

    def __init__(self) -> None:
        self.found: dict[tuple[object, ...], IradError] = {}
        self.events = 0  # how often something was noted, or skipped because of that

    def __bool__(self) -> bool:
        return bool(self.found)

    def note(self, error: IradError) -> None:
        """Record an error, or all that are in it."""
        self.events += 1
        for e in error.problems:
            self.found.setdefault(_key(e), e)

    def listed(self) -> list[IradError]:
        """By file and line."""
        return sorted(self.found.values(), key=_order)

    def error(self, name: str) -> IradError:
        """The error to raise for the function ``name``: the only one, or one that lists all, of the type of the first."""
        return together(self.found.values(), name)


def together(errors: Iterable[IradError], name: str) -> IradError:
    """One error for all, by file and line; ``name``: of the function that they are found in."""
    listed = sorted(errors, key=_order)
    if len(listed) == 1:
        return listed[0]
    first = listed[0]
    text = f"{name}() cannot be compiled, for {len(listed)} reasons"
    return type(first)(text, place=first.place, code=first.code, problems=listed)


def _key(e: IradError) -> tuple[object, ...]:
    return (e.place.file, e.place.line, e.place.column) if e.place is not None and e.place.line else (str(e.place), e.message)


def _order(e: IradError) -> tuple[str, int, int]:
    place = e.place or Place("")
    return place.file, place.line, place.column
