"""What is known of variables at one place of a function: types of containers, and which names stand for one object.

A container is held in a variable by its items.  Where it is changed and several names, or items of others, stand for it, one
variable holds it, and the others refer to that: ``references`` from (name, steps to an item) to places.  These facts follow the
statements; where ways meet, what differs is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from irad.frontends.python.core.python_values import Spot
from irad.frontends.python.sources.outside import OutsideSlot
from irad.frontends.python.sources.python_types import Ty

Key = tuple[str, tuple[int, ...]]


@dataclass
class Facts:
    """``types``: of variables whose type changes; ``lost``: names of which is not known any more what they refer to.

    ``assigned_slots``: what lies at paths from outside and has certainly been assigned to by now.
    """

    types: dict[str, Ty] = field(default_factory=dict)
    references: dict[Key, Spot] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)
    assigned_slots: frozenset[OutsideSlot] = frozenset()

    def copy(self) -> Facts:
        """These facts, to be changed apart."""
        return Facts(dict(self.types), dict(self.references), set(self.lost), self.assigned_slots)

    def different(self, other: Facts) -> set[str]:
        """The names of which other things are known there."""
        out = {n for n in {*self.types, *other.types} if self.types.get(n) != other.types.get(n)}
        keys = {*self.references, *other.references}
        return out | {k[0] for k in keys if self.references.get(k) != other.references.get(k)} | (self.lost ^ other.lost)

    def without(self, names: Iterable[str]) -> Facts:
        """What is left when these names may have got other values."""
        gone = set(names)
        out = Facts({n: t for n, t in self.types.items() if n not in gone}, {}, set(self.lost), self.assigned_slots)
        for key, place in self.references.items():
            if key[0] in gone or place.name in gone:
                out.lost.add(key[0])
            else:
                out.references[key] = place
        return out

    def assigned(self, name: str) -> None:
        """A name gets a new value."""
        self.lost.discard(name)
        self.references = {k: p for k, p in self.references.items() if k[0] != name}


def joined(ways: list[Facts]) -> Facts | None:
    """What holds where these ways meet; None if there is none."""
    if not ways:
        return None
    out = ways[0].copy()
    for other in ways[1:]:
        differing = out.different(other)
        refer = {k[0] for w in (out, other) for k in w.references}
        out = Facts(
            {n: t for n, t in out.types.items() if other.types.get(n) == t},
            {k: p for k, p in out.references.items() if other.references.get(k) == p},
            out.lost | other.lost | (differing & refer),
            out.assigned_slots & other.assigned_slots,
        )
    return out
