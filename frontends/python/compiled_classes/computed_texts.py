"""Texts of as many characters as are known at run time only: objects of this class, compiled like a user's.

``"".join(...)`` makes them of characters, each of which is one of several that are known when compiling.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class ComputedText:
    """A text; ``characters``: a list that nothing else holds."""

    irad_compiled = True
    irad_stands_for = str

    def __init__(self, characters: Any) -> None:
        self.characters = characters

    def to_python(self) -> Any:
        """What Python is given as a result."""
        return "".join(self.characters)

    def __len__(self) -> int:
        return len(self.characters)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.characters)

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return ComputedText(self.characters[k])
        if k < -len(self.characters) or k >= len(self.characters):
            raise IndexError("string index out of range")
        return self.characters[k]

    def has_at(self, part: Any, k: int) -> bool:
        """Whether another text stands at a place, where there is room for it."""
        for j in range(len(part)):  # noqa: SIM110 (compiled as it stands)
            if self.characters[k + j] != part[j]:
                return False
        return True

    def find(self, part: Any) -> int:
        k = 0
        while k + len(part) <= len(self.characters):
            if self.has_at(part, k):
                return k
            k += 1
        return -1

    def index(self, part: Any) -> int:
        k = self.find(part)
        if k < 0:
            raise ValueError("substring not found")
        return k

    def count(self, part: Any) -> int:
        n, k = 0, 0
        while k + len(part) <= len(self.characters):
            if self.has_at(part, k):
                n += 1
                k += max(len(part), 1)
            else:
                k += 1
        return n

    def startswith(self, part: Any) -> bool:
        return len(part) <= len(self.characters) and self.has_at(part, 0)

    def endswith(self, part: Any) -> bool:
        return len(part) <= len(self.characters) and self.has_at(part, len(self.characters) - len(part))

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, str):
            raise TypeError("can only concatenate str to str")
        return ComputedText(self.characters + list(other))

    def __radd__(self, other: Any) -> Any:
        if not isinstance(other, str):
            raise TypeError("can only concatenate str to str")
        return ComputedText(list(other) + self.characters)

    def __contains__(self, part: Any) -> bool:
        return self.find(part) >= 0

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, str):
            return False
        return len(other) == len(self.characters) and self.has_at(other, 0)

    __hash__ = None  # type: ignore[assignment]


ComputedText.__name__ = "text known at run time"
