"""What is known of variables at one place of a function: types of containers, and which names stand for one object.

A container is held in a variable by its items.  Where it is changed and several names, or items of others, stand for it, one
variable holds it, and the others refer to that: ``references`` from (name, steps to an item) to places.  These facts follow the
statements; where ways meet, what differs is lost.

Integers and truth values that a variable holds are known as long as constants are assigned to it: ``constants`` has, for each
register that holds the variable, its number, or None.  At the head of a loop a number of which it is not certain that the loop
leaves it alone is `Held`: not known, but if it still is the same `Held` at all ends of an iteration, the loop leaves it alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from irad.frontends.python.core.python_values import I64, SHARED, Spot, leaf_types
from irad.frontends.python.sources.joined_types import UnreadText
from irad.frontends.python.sources.outside import OutsideSlot
from irad.frontends.python.sources.python_types import ObjectSort, Reference, Ty

Key = tuple[str, tuple[int, ...]]


class Held:
    """A number that may be another one in the next iteration of ``loop``; ``before``: what it was in front of that loop."""

    def __init__(self, before: int | Held, loop: int) -> None:
        self.before, self.loop = before, loop


Constants = tuple[int | Held | None, ...]


def is_copy(key: Key) -> bool:
    """Whether a reference says that a variable may hold a copy of what is there (`objects/choices.py`)."""
    return bool(key[1]) and key[1][0] < 0


def is_option(key: Key) -> bool:
    """Whether a reference says that a variable may stand for the object there (`objects/selected_objects.py`)."""
    return is_copy(key) and len(key[1]) > 1


class ItemChange(NamedTuple):
    """The item of a list that is replaced, None where it is not known which.

    ``positions``: of loops that are written out, by identity, which iteration this is.
    """

    place: Spot
    item: int | None
    positions: dict[int, int]


@dataclass
class Record:
    """One sort of objects in memory: its ``number``, by which it is told from others, and the types of its attributes."""

    number: int
    fields: dict[str, Ty] = field(default_factory=dict)


@dataclass
class MemoryUse:
    """What a function, or a callee, reads and writes of objects (class, attribute) and lists (type of items) in memory."""

    reads: set[tuple[Any, Any]] = field(default_factory=set)
    writes: set[tuple[Any, Any]] = field(default_factory=set)


@dataclass
class Records:
    """Objects in memory (`objects/memory_objects.py`) in one compilation.

    ``used``: whether objects lie there; ``containers``: whether displays of lists and dicts have an identity from the beginning.
    ``possible``: whether there are objects, or lists that change.  ``new``: whether something has been found that code written
    before does not know.  ``stuck``: whether all attributes are known.  ``unions``: sorts that one reference may lead to, as
    trees of sorts.  ``apart``: whether no object that changes may be held by several others.  ``most``: how many statements may
    be written until another way is tried, None: any number; ``written``: how many are by now.  ``same``: dicts and the like that
    are made at several places and count as one sort.  ``unread``: texts of computed numbers.  ``callables``: classes, and
    attributes that hold functions as objects (`compiled_classes/closures.py`).  ``displayed``: the keys with which dicts of
    a sort are made, by what makes them (`containers/record_objects.py`); ``computed``: what makes dicts that cannot be such.
    ``boxed``: classes of objects that do not change which lie in memory as well, since they hold others of their class;
    ``immutable``: all such classes of which objects are made.  ``comparing``: functions that compare two objects by their
    attributes.
    """

    most: int | None = None
    apart: bool = False
    written: int = 0
    used: bool = False
    possible: bool = False
    containers: bool = False
    new: bool = False
    stuck: bool = False
    found: dict[ObjectSort, Record] = field(default_factory=dict)
    unions: dict[ObjectSort, ObjectSort] = field(default_factory=dict)
    slots: dict[ObjectSort, dict[tuple[str, int, str], int]] = field(default_factory=dict)
    same: dict[ObjectSort, ObjectSort] = field(default_factory=dict)
    callables: set[tuple[Any, str]] = field(default_factory=set)
    displayed: dict[ObjectSort, dict[Any, tuple[str, ...]]] = field(default_factory=dict)
    computed: set[Any] = field(default_factory=set)
    boxed: set[type] = field(default_factory=set)
    immutable: set[type] = field(default_factory=set)
    comparing: dict[type, Any] = field(default_factory=dict)
    unread: UnreadText = field(default_factory=lambda: UnreadText(AssertionError))

    @property
    def takes_long(self) -> bool:
        """Whether much has been written with objects in registers, and they may lie in memory."""
        return not self.used and self.possible and self.most is not None and self.written > self.most // 4

    def box(self, classes: set[type]) -> bool:
        """Note that objects of these classes lie in memory as well; whether any of them is new among such."""
        more = classes - self.boxed
        if more:
            self.boxed |= more
            self.possible = self.new = True
        return bool(more)

    def of(self, kind: ObjectSort) -> Record:
        """What is known of a sort."""
        if kind not in self.found:
            self.found[kind] = Record(1 + max((r.number for r in self.found.values()), default=0))
            self.new = True
        return self.found[kind]

    def merged(self, ty: Reference) -> Reference:
        """The type, after dicts of one class that it may lead to have become one sort."""
        kinds: dict[ObjectSort, None] = {}
        for kind in ty.kinds:
            own = self.same.get(kind, kind)
            other = next((k for k in kinds if k.cls is own.cls), own)
            if own != other:
                for k in [own, *(k for k, to in self.same.items() if to == own)]:
                    self.same[k] = other
                self.found.pop(own, None)
                self.new = True
            kinds[other] = None
        return Reference(tuple(sorted(kinds, key=ObjectSort.order))) if tuple(kinds) != ty.kinds else ty

    def root(self, kind: ObjectSort) -> ObjectSort:
        """The sort that stands for all with which it has its layout in common."""
        while kind in self.unions:
            kind = self.unions[kind]
        return kind

    def unite(self, kinds: Iterable[ObjectSort]) -> None:
        """One reference may lead to objects of all these sorts: what lies at one place in them has one type."""
        first, *rest = [self.root(k) for k in kinds]
        for root in rest:
            if root != first and self.root(root) != first:
                self.unions[root] = first
                self.new = True
                self.slots.clear()

    def put(self, kind: ObjectSort, name: str, ty: Ty) -> None:
        """An attribute gets a type."""
        self.of(kind).fields[name] = ty
        self.new = True
        self.slots.clear()

    def places(self, kind: ObjectSort, name: str) -> list[int]:
        """The offsets of an attribute's registers, behind that of the mark which says that it is there."""
        slots, ty = self._slots(kind), self.of(kind).fields[name]
        return [slots[key] for key in _keys(name, ty)]

    def size(self, kind: ObjectSort) -> int:
        """The bytes of an object."""
        return 8 + max((p for name in self.of(kind).fields for p in self.places(kind, name)), default=0)

    def _slots(self, kind: ObjectSort) -> dict[tuple[str, int, str], int]:
        root = self.root(kind)
        if root not in self.slots:
            made: dict[tuple[str, int, str], int] = {}
            for other, record in self.found.items():
                for name, ty in record.fields.items() if self.root(other) == root else ():
                    for key in _keys(name, ty):
                        made.setdefault(key, 8 * (len(made) + 1))
            self.slots[root] = made
        return self.slots[root]


def _keys(name: str, ty: Ty) -> list[tuple[str, int, str]]:
    return [(name, k, str(t)) for k, t in enumerate([I64, *leaf_types(ty)])]


@dataclass
class Facts:
    """``types``: of variables whose type changes; ``lost``: names of which is not known any more what they refer to.

    ``assigned_slots``: what lies at paths from outside and has certainly been assigned to by now.  ``identity``: of places where
    not that object lies which lay there when the function began, which one it is (`objects/object_identity.py`).
    """

    types: dict[str, Ty] = field(default_factory=dict)
    references: dict[Key, Spot] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)
    constants: dict[str, Constants] = field(default_factory=dict)
    assigned_slots: frozenset[OutsideSlot] = frozenset()
    identity: dict[Key, Spot] = field(default_factory=dict)

    def copy(self) -> Facts:
        """These facts, to be changed apart."""
        kept = dict(self.constants), self.assigned_slots, dict(self.identity)
        return Facts(dict(self.types), dict(self.references), set(self.lost), *kept)

    def different(self, other: Facts) -> set[str]:
        """The names of which other things are known there."""
        out = {n for n in {*self.types, *other.types} if self.types.get(n) != other.types.get(n)}
        keys = {k for k in (*self.references, *other.references) if not is_copy(k)}
        return out | {k[0] for k in keys if self.references.get(k) != other.references.get(k)} | (self.lost ^ other.lost)

    def referring(self) -> set[str]:
        """The names that refer to what other variables hold."""
        return {k[0] for k in self.references if not is_copy(k)}

    def moved(self, other: Facts) -> set[str]:
        """The names that may stand for an object which lies elsewhere, as far as is known there."""
        return {k[0] for k, p in other.references.items() if is_option(k) and self.references.get(k, p) != p}

    def without(self, names: Iterable[str]) -> Facts:
        """What is left when these names may have got other values."""
        gone = set(names)
        types = {n: t for n, t in self.types.items() if n not in gone}
        out = Facts(types, {}, set(self.lost), dict(self.constants), self.assigned_slots, dict(self.identity))
        for key, place in self.references.items():
            if is_copy(key) and not (is_option(key) and place.name in gone):  # perhaps it still is one
                out.references[key] = place
            elif key[0] in gone or place.name in gone:
                out.lost.add(key[0])
            else:
                out.references[key] = place
        return out

    def assigned(self, name: str) -> None:
        """A name gets a new value."""
        self.lost.discard(name)
        self.references = {k: p for k, p in self.references.items() if k[0] != name}
        self.identity = {k: p for k, p in self.identity.items() if k[0] != name}

    def original(self, place: Spot) -> Spot:
        """The object at a place: by the place where it lay when the function began, `NEW`, or `SHARED` if it is not known."""
        for n in range(len(place.steps), -1, -1):
            found = self.identity.get((place.name, place.steps[:n]))
            if found is not None:
                return Spot(found.name, (*found.steps, *place.steps[n:])) if found.name else found
        return place


def joined(ways: list[Facts]) -> Facts | None:
    """What holds where these ways meet; None if there is none."""
    if not ways:
        return None
    out = ways[0].copy()
    for other in ways[1:]:
        differing = out.different(other)
        refer = out.referring() | other.referring()
        copies = {k: p for w in (out, other) for k, p in w.references.items() if is_copy(k)}  # perhaps they are
        out = Facts(
            {n: t for n, t in out.types.items() if other.types.get(n) == t},
            {k: p for k, p in out.references.items() if other.references.get(k) == p} | copies,
            out.lost | other.lost | (differing & refer) | out.moved(other),
            {n: _alike(c, other.constants[n]) for n, c in out.constants.items() if n in other.constants},
            out.assigned_slots & other.assigned_slots,
            {k: _same_object(out.original(Spot(*k)), other.original(Spot(*k))) for k in out.identity | other.identity},
        )
    return out


def _same_object(x: Spot, y: Spot) -> Spot:
    return x if x == y else SHARED


def _alike(x: Constants, y: Constants) -> Constants:
    """The numbers that two ways have in common."""
    return tuple(a if a == b else None for a, b in zip(x, y, strict=True)) if len(x) == len(y) else (None,) * len(x)
