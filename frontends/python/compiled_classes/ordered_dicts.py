"""``collections.OrderedDict`` of computed keys, compiled like a user's class: `hashed_objects` has the dict below it."""

from __future__ import annotations

import collections
from typing import Any

from irad.frontends.python.compiled_classes.hashed_objects import Dict, rank_of


class SortedByArrival(Dict):
    """``collections.OrderedDict``."""

    irad_stands_for = collections.OrderedDict

    def to_python(self) -> Any:
        """What Python is given as a result."""
        return collections.OrderedDict(zip(self.names, self.numbers, strict=True))

    def move_to_end(self, key: Any, last: bool = True) -> None:
        p = self.place_of(key)
        if p < 0:
            raise KeyError(key)
        found = self.numbers[p]
        self.remove_at(p)
        if last:
            self.put_behind(key, found)
        else:
            k = rank_of(self.ranks, key)
            for j in range(len(self.places)):
                self.places[j] += 1
            self.ranks.insert(k, key)
            self.places.insert(k, 0)
            self.names.insert(0, key)
            self.numbers.insert(0, found)

    def popitem(self, last: bool = True) -> Any:
        if len(self.names) == 0:
            raise KeyError("dictionary is empty")
        p = len(self.names) - 1 if last else 0
        key = self.names[p]
        found = self.numbers[p]
        self.remove_at(p)
        return key, found

    def copy(self) -> SortedByArrival:
        return SortedByArrival(self.names[:], self.numbers[:], self.ranks[:], self.places[:])

    def plain_copy(self) -> Dict:
        """``dict(...)`` of it."""
        return Dict(self.names[:], self.numbers[:], self.ranks[:], self.places[:])

    def is_part_of(self, other: Any) -> bool:
        """Whether another dict of as many keys is equal: one that has an order, too, in the same order."""
        if isinstance(other, collections.OrderedDict):
            for mine, its in zip(self.names, other.keys(), strict=False):
                if mine != its:
                    return False
        for key, value in other.items():
            p = self.place_of(key)
            if p < 0 or self.numbers[p] != value:
                return False
        return True


SortedByArrival.__name__ = "OrderedDict"


def ordered(d: Any) -> SortedByArrival:
    """``collections.OrderedDict(d)`` of a dict of computed keys."""
    return SortedByArrival(d.names[:], d.numbers[:], d.ranks[:], d.places[:])
