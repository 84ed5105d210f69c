"""``collections.deque`` of as many items as are known at run time only: objects of this class, compiled like a user's."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from typing import Any


def last(items: Any, count: int) -> Any:
    """The last items of a list."""
    return items[max(len(items) - count, 0) :]


class Deque:
    """A deque of at most ``maxlen`` items, None: any number."""

    irad_compiled = True
    irad_stands_for = collections.deque

    def __init__(self, items: Any, maxlen: int | None) -> None:
        self.items = items
        self.maxlen = maxlen

    def to_python(self) -> Any:
        """What Python is given as a result."""
        return collections.deque(self.items, self.maxlen)

    def append(self, item: Any) -> None:
        self.items.append(item)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop(0)

    def appendleft(self, item: Any) -> None:
        self.items.insert(0, item)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop()

    def extend(self, items: Any) -> None:
        for item in items:
            self.append(item)

    def extendleft(self, items: Any) -> None:
        for item in items:
            self.appendleft(item)

    def pop(self) -> Any:
        if len(self.items) == 0:
            raise IndexError("pop from an empty deque")
        return self.items.pop()

    def popleft(self) -> Any:
        if len(self.items) == 0:
            raise IndexError("pop from an empty deque")
        return self.items.pop(0)

    def insert(self, place: int, item: Any) -> None:
        if self.maxlen is not None and len(self.items) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self.items.insert(place, item)

    def remove(self, item: Any) -> None:
        self.items.remove(item)

    def clear(self) -> None:
        self.items.clear()

    def reverse(self) -> None:
        self.items.reverse()

    def index(self, item: Any) -> int:
        return self.items.index(item)  # type: ignore[no-any-return]

    def count(self, item: Any) -> int:
        return self.items.count(item)  # type: ignore[no-any-return]

    def rotate(self, n: int = 1) -> None:
        size = len(self.items)
        if size > 0:
            for _ in range(n % size):
                self.items.insert(0, self.items.pop())

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __reversed__(self) -> Any:
        return reversed(self.items)

    def __getitem__(self, place: int) -> Any:
        return self.items[place]

    def __setitem__(self, place: int, item: Any) -> None:
        self.items[place] = item

    def __delitem__(self, place: int) -> None:
        del self.items[place]

    def __contains__(self, item: Any) -> bool:
        return item in self.items

    def __bool__(self) -> bool:
        return len(self.items) > 0
