"""``collections.Counter`` of computed keys, compiled like a user's class: `hashed_objects` has the dict below it."""

from __future__ import annotations

import collections
from typing import Any

import numpy as np

from irad.frontends.python.compiled_classes.hashed_objects import Dict


class Counter(Dict):
    """``collections.Counter``: a key that it does not have counts 0."""

    irad_stands_for = collections.Counter

    def most_common(self, n: Any = None) -> Any:
        """Keys and numbers, the largest numbers first."""
        order = np.argsort(-np.array(self.numbers), kind="stable")
        found = []
        for k in range(len(order) if n is None else min(max(n, 0), len(order))):
            found.append((self.names[order[k]], self.numbers[order[k]]))
        return found

    def to_python(self) -> Any:
        """What Python is given as a result."""
        return collections.Counter(dict(zip(self.names, self.numbers, strict=True)))

    def emptied(self) -> Counter:
        """A Counter for the same keys and numbers that has none."""
        return Counter(self.names[:0], self.numbers[:0], self.ranks[:0], self.places[:0])

    def copy(self) -> Counter:
        return Counter(self.names[:], self.numbers[:], self.ranks[:], self.places[:])

    def update(self, other: Any = (), **named: Any) -> None:
        if isinstance(other, dict):
            for key, value in other.items():
                self[key] = self[key] + value
        else:
            for item in other:
                self[item] = self[item] + 1
        for key, value in named.items():
            self[key] = self[key] + value

    def subtract(self, other: Any = (), **named: Any) -> None:
        if isinstance(other, dict):
            for key, value in other.items():
                self[key] = self[key] - value
        else:
            for item in other:
                self[item] = self[item] - 1
        for key, value in named.items():
            self[key] = self[key] - value

    def elements(self) -> Any:
        """Each key as often as it counts."""
        found = []
        for k in range(len(self.names)):
            for _ in range(self.numbers[k]):
                found.append(self.names[k])
        return found

    def total(self) -> Any:
        return sum(self.numbers)

    def keep_positive(self) -> Counter:
        """Remove all that does not count more than 0."""
        for p in range(len(self.names) - 1, -1, -1):
            if not self.numbers[p] > 0:
                self.remove_at(p)
        return self

    def __getitem__(self, key: Any) -> Any:
        p = self.place_of(key)
        if p < 0:
            return 0
        return self.numbers[p]

    def __delitem__(self, key: Any) -> None:
        p = self.place_of(key)
        if p >= 0:
            self.remove_at(p)

    def __add__(self, other: Any) -> Counter:
        made = self.copy()
        made.update(other)
        return made.keep_positive()

    def __radd__(self, other: Any) -> Counter:
        made = self.emptied()
        made.update(other)
        made.update(self)
        return made.keep_positive()

    def __sub__(self, other: Any) -> Counter:
        made = self.copy()
        made.subtract(other)
        return made.keep_positive()

    def __rsub__(self, other: Any) -> Counter:
        made = self.emptied()
        made.update(other)
        made.subtract(self)
        return made.keep_positive()

    def __or__(self, other: Any) -> Counter:
        made = self.copy()
        made |= other
        return made

    def __ror__(self, other: Any) -> Counter:
        made = self.emptied()
        made.update(other)
        made |= self
        return made

    def __and__(self, other: Any) -> Counter:
        made = self.copy()
        made &= other
        return made

    def __rand__(self, other: Any) -> Counter:
        made = self.emptied()
        made.update(other)
        made &= self
        return made

    def __iadd__(self, other: Any) -> Counter:
        self.update(other)
        self.keep_positive()
        return self

    def __isub__(self, other: Any) -> Counter:
        self.subtract(other)
        self.keep_positive()
        return self

    def __ior__(self, other: Any) -> Counter:
        for key, value in other.items():
            if value > self[key]:
                self[key] = value
        self.keep_positive()
        return self

    def __iand__(self, other: Any) -> Counter:
        for p in range(len(self.names)):
            value = other[self.names[p]]
            if value < self.numbers[p]:
                self.numbers[p] = value
        self.keep_positive()
        return self

    def __pos__(self) -> Counter:
        return self.copy().keep_positive()

    def __neg__(self) -> Counter:
        made = self.emptied()
        made.subtract(self)
        return made.keep_positive()

    def __eq__(self, other: Any) -> bool:
        if isinstance(other, collections.Counter):
            return self.is_at_most(other) and self.is_at_least(other)
        return len(self.names) == len(other) and self.is_part_of(other)

    def __ne__(self, other: Any) -> bool:
        return not self == other

    def __le__(self, other: Any) -> bool:
        return self.is_at_most(other)

    def __ge__(self, other: Any) -> bool:
        return self.is_at_least(other)

    def __lt__(self, other: Any) -> bool:
        return self.is_at_most(other) and not self.is_at_least(other)

    def __gt__(self, other: Any) -> bool:
        return self.is_at_least(other) and not self.is_at_most(other)

    def is_at_most(self, other: Any) -> bool:
        """Whether no key counts more than in another Counter."""
        for key, value in self.items():
            if not value <= other[key]:
                return False
        return all(self[key] <= value for key, value in other.items())

    def is_at_least(self, other: Any) -> bool:
        """Whether no key counts less than in another Counter."""
        for key, value in self.items():
            if not value >= other[key]:
                return False
        return all(self[key] >= value for key, value in other.items())


Counter.__name__ = "Counter"


def counted(made: Any, items: Any) -> Any:
    """A Counter of these items."""
    for item in items:
        made[item] = made[item] + 1
    return made
