"""Lists of objects that a condition picks out of known ones, ``[p for p in particles if p.alive]``, where these are changed.

Objects of this class stand for them, compiled like a user's: all objects, and for each whether it is there.  So each stays where
it is held.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from irad.frontends.python.messages.operand_errors import NO_MAXIMUM, NO_MINIMUM


class FilteredObjects:
    """Those of ``objects`` that are ``there``."""

    irad_compiled = True
    irad_stands_for = list

    def __init__(self, objects: Any, there: Any) -> None:
        self.objects = objects
        self.there = there

    def to_python(self) -> Any:
        """What Python is given as a result."""
        return [one for one, there in zip(self.objects, self.there, strict=True) if there]

    def __iter__(self) -> Iterator[Any]:
        for one, there in zip(self.objects, self.there):  # noqa: B905
            if there:
                yield one

    def __len__(self) -> int:
        n = 0
        for there in self.there:
            if there:
                n += 1
        return n

    def __contains__(self, item: Any) -> bool:
        found = False
        for one, there in zip(self.objects, self.there):  # noqa: B905
            if there and (one is item or one == item):
                found = True
        return found

    def __getitem__(self, k: Any) -> Any:
        count = len(self)
        k = k + count if k < 0 else k
        if not 0 <= k < count:
            raise IndexError("list index out of range")
        place = 0
        n = -1
        for j, there in enumerate(self.there):
            if there:
                n += 1
                if n == k:
                    place = j
        return self.objects[place]


def largest(objects: Any, key: Any) -> Any:
    """``max(objects, key=key)``: the key of each is computed once."""
    best = None
    most = None
    for one in objects:
        found = key(one)
        if best is None or found > most:
            best = one
            most = found
    if best is None:
        raise ValueError(NO_MAXIMUM)
    return best


def smallest(objects: Any, key: Any) -> Any:
    """``min(objects, key=key)``, as `largest`."""
    best = None
    least = None
    for one in objects:
        found = key(one)
        if best is None or found < least:
            best = one
            least = found
    if best is None:
        raise ValueError(NO_MINIMUM)
    return best
