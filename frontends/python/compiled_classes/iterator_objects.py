"""Iterators that are used in several places: objects of these classes, which are compiled like a user's.

``iter(xs)``, ``enumerate(xs)``, ``zip(...)``, ``reversed(xs)`` and ``itertools.count()`` over what has as many items as are known
at run time only become one where they get a name (`core/python_values.py`, ``IterV.held``).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any


class ItemIterator:
    """``iter(items)``."""

    irad_compiled = True

    def __init__(self, items: Any) -> None:
        self.items = items
        self.position = 0

    def has_next(self) -> bool:
        return self.position < len(self.items)

    def __next__(self) -> Any:
        if self.position >= len(self.items):
            raise StopIteration
        self.position += 1
        return self.items[self.position - 1]

    def __iter__(self) -> Iterator[Any]:
        while self.position < len(self.items):
            self.position += 1
            yield self.items[self.position - 1]


class Cycling:
    """``itertools.cycle(items)``, of a copy of them."""

    irad_compiled = True

    def __init__(self, items: Any) -> None:
        self.items = items
        self.position = 0

    def has_next(self) -> bool:
        return len(self.items) > 0

    def __next__(self) -> Any:
        if len(self.items) == 0:
            raise StopIteration
        item = self.items[self.position]
        self.position = (self.position + 1) % len(self.items)
        return item

    def __iter__(self) -> Iterator[Any]:
        while len(self.items) > 0:
            item = self.items[self.position]
            self.position = (self.position + 1) % len(self.items)
            yield item


class Backwards:
    """``reversed(items)``."""

    irad_compiled = True

    def __init__(self, items: Any) -> None:
        self.items = items
        self.position = len(items)

    def has_next(self) -> bool:
        return self.position > 0

    def __next__(self) -> Any:
        if self.position <= 0:
            raise StopIteration
        self.position -= 1
        return self.items[self.position]

    def __iter__(self) -> Iterator[Any]:
        while self.position > 0:
            self.position -= 1
            yield self.items[self.position]


class Numbered:
    """``enumerate(items, start)``."""

    irad_compiled = True

    def __init__(self, items: Any, start: int = 0) -> None:
        self.items = items
        self.start = start
        self.position = 0

    def has_next(self) -> bool:
        return self.position < len(self.items)

    def __next__(self) -> Any:
        if self.position >= len(self.items):
            raise StopIteration
        self.position += 1
        return self.start + self.position - 1, self.items[self.position - 1]

    def __iter__(self) -> Iterator[Any]:
        while self.position < len(self.items):
            self.position += 1
            yield self.start + self.position - 1, self.items[self.position - 1]


class Pairs:
    """``zip(first, second)``."""

    irad_compiled = True

    def __init__(self, first: Any, second: Any) -> None:
        self.first = first
        self.second = second
        self.position = 0

    def has_next(self) -> bool:
        return self.position < len(self.first) and self.position < len(self.second)

    def __next__(self) -> Any:
        if self.position >= len(self.first) or self.position >= len(self.second):
            raise StopIteration
        self.position += 1
        return self.first[self.position - 1], self.second[self.position - 1]

    def __iter__(self) -> Iterator[Any]:
        while self.position < len(self.first) and self.position < len(self.second):
            self.position += 1
            yield self.first[self.position - 1], self.second[self.position - 1]


class Counting:
    """``itertools.count(start, step)``."""

    irad_compiled = True

    def __init__(self, start: Any = 0, step: Any = 1) -> None:
        self.number = start
        self.step = step

    def has_next(self) -> bool:
        return True

    def __next__(self) -> Any:
        found = self.number
        self.number = found + self.step
        return found

    def __iter__(self) -> Iterator[Any]:
        while True:
            found = self.number
            self.number = found + self.step
            yield found


class Numbers:
    """``iter(range(start, stop, step))``."""

    irad_compiled = True

    def __init__(self, start: int, stop: int, step: int) -> None:
        self.number = start
        self.stop = stop
        self.step = step

    def has_next(self) -> bool:
        return self.number < self.stop if self.step > 0 else self.number > self.stop

    def __next__(self) -> Any:
        found = self.number
        if (found >= self.stop) if self.step > 0 else (found <= self.stop):
            raise StopIteration
        self.number = found + self.step
        return found

    def __iter__(self) -> Iterator[Any]:
        while (self.number < self.stop) if self.step > 0 else (self.number > self.stop):
            found = self.number
            self.number = found + self.step
            yield found


# ---- what takes items of an iterator one by one, so that it has the others afterwards


def drawn(it: Any) -> Iterator[Any]:
    """The items of an object with a ``__next__`` of its own."""
    while True:
        try:
            item = next(it)
        except StopIteration:
            break
        yield item


def next_or(it: Any, default: Any) -> Any:
    """``next(it, default)`` of an object with a ``__next__`` of its own."""
    try:
        item = next(it)
    except StopIteration:
        return default
    return item


def by_index(owner: Any) -> Iterator[Any]:
    """The items of an object that has no ``__iter__``, by its ``__getitem__``."""
    i = 0
    while True:
        try:
            item = owner[i]
        except IndexError:
            break
        yield item
        i += 1


def zip_of(first: Any, second: Any) -> Iterator[Any]:
    """``zip(first, second)``, of iterators."""
    while first.has_next():
        item = next(first)
        if not second.has_next():
            break
        yield item, next(second)


def enumerate_of(it: Any, start: int = 0) -> Iterator[Any]:
    """``enumerate(it, start)``."""
    k = start
    while it.has_next():
        yield k, next(it)
        k += 1


def islice_of(it: Any, *bounds: Any) -> Iterator[Any]:
    """``itertools.islice(it, stop)`` and ``itertools.islice(it, start, stop, step)``."""
    start = 0 if len(bounds) == 1 or bounds[0] is None else bounds[0]
    stop = bounds[0] if len(bounds) == 1 else bounds[1]
    step = 1 if len(bounds) < 3 or bounds[2] is None else bounds[2]
    if start < 0 or step < 1 or (stop is not None and stop < 0):
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    k = 0
    at = start
    while (stop is None or k < stop) and it.has_next():
        item = next(it)
        if k == at:
            yield item
            at += step
        k += 1


def map_of(f: Any, it: Any) -> Iterator[Any]:
    """``map(f, it)``."""
    while it.has_next():
        yield f(next(it))


def filter_of(f: Any, it: Any) -> Iterator[Any]:
    """``filter(f, it)``."""
    while it.has_next():
        item = next(it)
        if f(item):
            yield item


def filterfalse_of(f: Any, it: Any) -> Iterator[Any]:
    """``itertools.filterfalse(f, it)``."""
    while it.has_next():
        item = next(it)
        if not f(item):
            yield item


def compress_of(it: Any, selectors: Any) -> Iterator[Any]:
    """``itertools.compress(it, selectors)``, which takes an item before it looks for a selector."""
    while it.has_next():
        item = next(it)
        if not selectors.has_next():
            break
        if next(selectors):
            yield item


def takewhile_of(f: Any, it: Any) -> Iterator[Any]:
    """``itertools.takewhile(f, it)``, which takes the first item that it does not give, too."""
    while it.has_next():
        item = next(it)
        if not f(item):
            break
        yield item


def contains(it: Any, x: Any) -> bool:
    """``x in it``."""
    while it.has_next():
        if next(it) == x:
            return True
    return False


def groupby(items: Any, key: Any = None) -> Iterator[Any]:
    """``itertools.groupby``: each key with an iterator over the items that have it, one behind the other."""
    at = 0
    while at < len(items):
        found = items[at] if key is None else key(items[at])
        first = at
        at += 1
        while at < len(items) and (items[at] if key is None else key(items[at])) == found:
            at += 1
        yield found, ItemIterator(items[first:at])


ONE_BY_ONE = {
    zip: zip_of, enumerate: enumerate_of, itertools.islice: islice_of, map: map_of, filter: filter_of,
    itertools.takewhile: takewhile_of, itertools.filterfalse: filterfalse_of, itertools.compress: compress_of,
}  # fmt: skip
