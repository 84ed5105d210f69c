"""Sets and dicts whose items and keys are computed: objects of these classes, which are compiled like a user's.

Items and keys are integers, or tuples of integers.  They are found by bisection in a sorted list, a dict keeps its order in
another one.  The order of a set is known while every item has the slot of its own number in CPython's table (as long as all items
are integers from 0 to the length of the table, which is at least 8 and more than 5/3 of the number of items): it is ascending
then.  Loops over other sets raise an error.
"""

from __future__ import annotations

import collections
from collections.abc import Iterator
from typing import Any


def rank_of(items: Any, item: Any) -> int:
    """The place in a sorted list at which an item is, or belongs."""
    lo = 0
    hi = len(items)
    while lo < hi:
        mid = (lo + hi) // 2
        if items[mid] < item:
            lo = mid + 1
        else:
            hi = mid
    return lo


def is_by_identity(item: Any) -> bool:
    """Whether an item is an object whose hash is its address: lowered by `functions/builtin_functions.py`."""
    raise NotImplementedError


def is_small(item: Any, room: int) -> bool:
    """Whether an item is a number that has a slot of its own in a table of this length, or an object: nothing tells its slot."""
    if is_by_identity(item):
        return True
    return isinstance(item, int) and 0 <= item < room


class Set:
    """``set``: ``items``, sorted; ``room``: a length that the table has at least; ``plain``: whether all have slots of their own.

    ``finger``: where `pop` goes on.
    """

    irad_compiled = True
    irad_stands_for = set

    def __init__(self, items: Any, given: Any) -> None:
        self.items = items
        self.room = 8
        self.plain = True
        self.finger = 0
        for item in given:
            self.add(item)
        self.check_plain()

    def to_python(self) -> Any:
        """What Python is given as a result."""
        return set(self.items)

    def check_plain(self) -> None:
        """Of a set that has just been made of others: all that is known of its table is that it is large enough."""
        self.room = 8
        while 5 * len(self.items) >= 3 * (self.room - 1):
            self.room *= 2
        self.plain = True
        for item in self.items:
            if not is_small(item, self.room):
                self.plain = False

    def add(self, item: Any) -> None:
        k = rank_of(self.items, item)
        if k < len(self.items) and self.items[k] == item:
            return
        if item != item:
            raise NotImplementedError("nan is no item of a set in compiled code")
        self.items.insert(k, item)
        while 5 * len(self.items) >= 3 * (self.room - 1):
            self.room *= 2
        if not is_small(item, self.room):
            self.plain = False

    def discard(self, item: Any) -> None:
        k = rank_of(self.items, item)
        if k < len(self.items) and self.items[k] == item:
            self.items.pop(k)

    def remove(self, item: Any) -> None:
        k = rank_of(self.items, item)
        if k >= len(self.items) or self.items[k] != item:
            raise KeyError(item)
        self.items.pop(k)

    def pop(self) -> Any:
        if len(self.items) == 0:
            raise KeyError("pop from an empty set")
        self.check_order()
        k = rank_of(self.items, self.finger)
        if k == len(self.items):
            k = 0
        item = self.items.pop(k)
        self.finger = item + 1
        return item

    def clear(self) -> None:
        self.items.clear()
        self.room = 8
        self.plain = True
        self.finger = 0

    def check_order(self) -> None:
        if not self.plain:
            text = "in which order Python goes through this set is not known to compiled code: use sorted(...)"
            raise NotImplementedError(text)

    def in_order(self) -> Any:
        """The items as Python goes through them."""
        self.check_order()
        return self.items[:]

    def update(self, other: Any) -> None:
        for item in other:
            self.add(item)

    def difference_update(self, other: Any) -> None:
        for item in other:
            self.discard(item)

    def intersection_update(self, other: Any) -> None:
        for k in range(len(self.items) - 1, -1, -1):
            if self.items[k] not in other:
                self.items.pop(k)

    def copy(self) -> Set:
        return Set(self.items[:0], self.items)

    def union(self, other: Any) -> Set:
        made = Set(self.items[:0], self.items)
        for item in other:
            made.add(item)
        made.check_plain()
        return made

    def difference(self, other: Any) -> Set:
        made = Set(self.items[:0], self.items)
        for item in other:
            made.discard(item)
        made.check_plain()
        return made

    def intersection(self, other: Any) -> Set:
        made = Set(self.items[:0], [])
        for item in other:
            if item in self:
                made.add(item)
        made.check_plain()
        return made

    def symmetric_difference(self, other: Any) -> Set:
        made = Set(self.items[:0], self.items)
        for item in other:
            if item in self:
                made.discard(item)
            else:
                made.add(item)
        made.check_plain()
        return made

    def issubset(self, other: Any) -> bool:
        return all(item in other for item in self.items)

    def issuperset(self, other: Any) -> bool:
        return all(item in self for item in other)

    def isdisjoint(self, other: Any) -> bool:
        return all(item not in self for item in other)

    def __or__(self, other: Any) -> Set:
        return self.union(other)

    def __ror__(self, other: Any) -> Set:
        return self.union(other)

    def __and__(self, other: Any) -> Set:
        return self.intersection(other)

    def __rand__(self, other: Any) -> Set:
        return self.intersection(other)

    def __sub__(self, other: Any) -> Set:
        return self.difference(other)

    def __rsub__(self, other: Any) -> Set:
        made = Set(self.items[:0], other)
        for item in self.items:
            made.discard(item)
        made.check_plain()
        return made

    def __xor__(self, other: Any) -> Set:
        return self.symmetric_difference(other)

    def __rxor__(self, other: Any) -> Set:
        return self.symmetric_difference(other)

    def __ior__(self, other: Any) -> Set:
        self.update(other)
        return self

    def __iand__(self, other: Any) -> Set:
        self.intersection_update(other)
        return self

    def __isub__(self, other: Any) -> Set:
        self.difference_update(other)
        return self

    def __eq__(self, other: Any) -> bool:
        return len(self.items) == len(other) and self.issuperset(other)

    def __ne__(self, other: Any) -> bool:
        return not (len(self.items) == len(other) and self.issuperset(other))

    def __le__(self, other: Any) -> bool:
        return self.issubset(other)

    def __ge__(self, other: Any) -> bool:
        return self.issuperset(other)

    def __lt__(self, other: Any) -> bool:
        return len(self.items) < len(other) and self.issubset(other)

    def __gt__(self, other: Any) -> bool:
        return len(self.items) > len(other) and self.issuperset(other)

    def __contains__(self, item: Any) -> bool:
        k = rank_of(self.items, item)
        return k < len(self.items) and self.items[k] == item

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        return len(self.items) > 0

    def __iter__(self) -> Iterator[Any]:
        count = len(self.items)
        for item in self.in_order():
            if len(self.items) != count:
                raise RuntimeError("Set changed size during iteration")
            yield item
        if len(self.items) != count:
            raise RuntimeError("Set changed size during iteration")


class Dict:
    """``dict``: ``names`` and ``numbers``: keys and values, as they have come; ``ranks``: the keys, sorted, with ``places``."""

    irad_compiled = True
    irad_stands_for: type = dict

    def __init__(self, names: Any, numbers: Any, ranks: Any, places: Any) -> None:
        self.names = names
        self.numbers = numbers
        self.ranks = ranks
        self.places = places

    def to_python(self) -> Any:
        """What Python is given as a result."""
        return dict(zip(self.names, self.numbers, strict=True))

    def place_of(self, key: Any) -> int:
        """Where a key is in ``names``; -1: nowhere."""
        k = rank_of(self.ranks, key)
        if k < len(self.ranks) and self.ranks[k] == key:
            return self.places[k]  # type: ignore[no-any-return]
        return -1

    def put_behind(self, key: Any, value: Any) -> None:
        """Add a key that is not there."""
        if key != key:
            raise NotImplementedError("nan is no key of a dict in compiled code")
        k = rank_of(self.ranks, key)
        self.ranks.insert(k, key)
        self.places.insert(k, len(self.names))
        self.names.append(key)
        self.numbers.append(value)

    def remove_at(self, p: int) -> None:
        """Remove a key that is there."""
        k = rank_of(self.ranks, self.names[p])
        self.ranks.pop(k)
        self.places.pop(k)
        self.names.pop(p)
        self.numbers.pop(p)
        for j in range(len(self.places)):
            if self.places[j] > p:
                self.places[j] -= 1

    def __getitem__(self, key: Any) -> Any:
        p = self.place_of(key)
        if p < 0:
            raise KeyError(key)
        return self.numbers[p]

    def __setitem__(self, key: Any, value: Any) -> None:
        p = self.place_of(key)
        if p < 0:
            self.put_behind(key, value)
        else:
            self.numbers[p] = value

    def __delitem__(self, key: Any) -> None:
        p = self.place_of(key)
        if p < 0:
            raise KeyError(key)
        self.remove_at(p)

    def get(self, key: Any, default: Any = None) -> Any:
        p = self.place_of(key)
        if p < 0:
            return default
        return self.numbers[p]

    def setdefault(self, key: Any, default: Any = None) -> Any:
        p = self.place_of(key)
        if p < 0:
            self.put_behind(key, default)
            p = len(self.names) - 1
        return self.numbers[p]

    def pop(self, key: Any, *default: Any) -> Any:
        p = self.place_of(key)
        if p < 0:
            if len(default) == 0:
                raise KeyError(key)
            return default[0]
        found = self.numbers[p]
        self.remove_at(p)
        return found

    def popitem(self) -> Any:
        if len(self.names) == 0:
            raise KeyError("popitem(): dictionary is empty")
        p = len(self.names) - 1
        key = self.names[p]
        found = self.numbers[p]
        self.remove_at(p)
        return key, found

    def update(self, other: Any) -> None:
        for key, value in other.items():
            self[key] = value

    def clear(self) -> None:
        self.names.clear()
        self.numbers.clear()
        self.ranks.clear()
        self.places.clear()

    def copy(self) -> Dict:
        return Dict(self.names[:], self.numbers[:], self.ranks[:], self.places[:])

    def keys(self) -> Any:
        return self.names

    def values(self) -> Any:
        return self.numbers

    def items(self) -> Any:
        return zip(self.names, self.numbers, strict=False)

    def __eq__(self, other: Any) -> bool:
        return len(self.names) == len(other) and self.is_part_of(other)

    def __ne__(self, other: Any) -> bool:
        return not (len(self.names) == len(other) and self.is_part_of(other))

    def is_part_of(self, other: Any) -> bool:
        """Whether another dict has these keys, with the same values."""
        for key, value in other.items():
            p = self.place_of(key)
            if p < 0 or self.numbers[p] != value:
                return False
        return True

    def __or__(self, other: Any) -> Dict:
        made = self.copy()
        made.update(other)
        return made

    def __ior__(self, other: Any) -> Dict:
        self.update(other)
        return self

    def __contains__(self, key: Any) -> bool:
        return self.place_of(key) >= 0

    def __len__(self) -> int:
        return len(self.names)

    def __bool__(self) -> bool:
        return len(self.names) > 0

    def __iter__(self) -> Iterator[Any]:
        count = len(self.names)
        for k in range(count):
            if len(self.names) != count:
                raise RuntimeError("dictionary changed size during iteration")
            yield self.names[k]
        if len(self.names) != count:
            raise RuntimeError("dictionary changed size during iteration")

    def each_item(self) -> Iterator[Any]:
        """``items()``, at the head of a loop."""
        count = len(self.names)
        for k in range(count):
            if len(self.names) != count:
                raise RuntimeError("dictionary changed size during iteration")
            yield self.names[k], self.numbers[k]
        if len(self.names) != count:
            raise RuntimeError("dictionary changed size during iteration")

    def each_value(self) -> Iterator[Any]:
        """``values()``, at the head of a loop."""
        count = len(self.names)
        for k in range(count):
            if len(self.names) != count:
                raise RuntimeError("dictionary changed size during iteration")
            yield self.numbers[k]
        if len(self.names) != count:
            raise RuntimeError("dictionary changed size during iteration")


class DefaultDict(Dict):
    """``collections.defaultdict``."""

    def __init__(self, names: Any, numbers: Any, ranks: Any, places: Any, factory: Any) -> None:
        self.names = names
        self.numbers = numbers
        self.ranks = ranks
        self.places = places
        self.default_factory = factory

    def to_python(self) -> Any:
        """What Python is given as a result."""
        return collections.defaultdict(self.default_factory, zip(self.names, self.numbers, strict=True))

    def __getitem__(self, key: Any) -> Any:
        p = self.place_of(key)
        if p < 0:
            self.put_behind(key, self.default_factory())
            p = len(self.names) - 1
        return self.numbers[p]


for _cls, _name in ((Set, "set"), (Dict, "dict"), (DefaultDict, "defaultdict")):
    _cls.__name__ = _name


def filled(made: Any, pairs: Any) -> Any:
    """A dict with these keys and values."""
    for key, value in pairs:
        made[key] = value
    return made
