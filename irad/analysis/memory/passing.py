"""Copies made by a function that its caller has to know: of bytes that may be pointers or floats, as only the caller can tell.

A copy between two places unknown to the function reveals nothing about their contents.  In the caller's graph the two places are
known, and the copy has to be propagated there, also where it goes through the function's own memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set

from irad.analysis.memory.memory_graph import Memory
from irad.analysis.memory.objects import Cell, Content, Node

Copy = tuple[Cell, Cell, int | None]
Link = tuple[Content, Cell, int]


def passed(memory: Memory, outside: Set[Node], values: Set[Content]) -> tuple[list[Copy], list[Link]]:
    """The copies and links through which bytes may pass between places in ``outside``, and ``values`` (parameters, results)."""
    unknown = [link for link in memory.links if is_unknown(link[0])]
    groups = _Groups()
    for dst, src, _ in memory.copies:
        groups.join(dst.root(), src.root())
    for content, cell, _ in unknown:
        groups.join(content.find(), cell.root())
    places = {c.find() for dst, src, _ in memory.copies for c in (dst, src)} | {cell.find() for _, cell, _ in unknown}
    ends = Counter(groups.of(node) for node, _ in places if node in outside)
    ends.update(groups.of(content) for content in {content.find() for content, *_ in unknown} if content in values)
    through = {group for group, count in ends.items() if count > 1}
    return (
        [copy for copy in memory.copies if groups.of(copy[0].root()) in through],
        [link for link in unknown if groups.of(link[0].find()) in through],
    )


def is_unknown(content: Content) -> bool:
    """Whether an integer is neither known to be a number nor known to be anything else."""
    content = content.find()
    return not content.kinds - {"bits"} and content.pointee is None


def own_places(moves: tuple[Iterable[Copy], Iterable[Link]], outside: Set[Node]) -> list[Cell]:
    """The intermediate places of such bytes, in memory that the caller does not see."""
    cells = [cell for dst, src, _ in moves[0] for cell in (dst, src)] + [cell for _, cell, _ in moves[1]]
    return [cell for cell in cells if cell.root() not in outside]


class _Groups:
    """Connected components: what is linked directly or through others."""

    def __init__(self) -> None:
        self.parents: dict[Node | Content, Node | Content] = {}

    def of(self, member: Node | Content) -> Node | Content:
        while (parent := self.parents.get(member)) is not None:
            member = parent
        return member

    def join(self, a: Node | Content, b: Node | Content) -> None:
        a, b = self.of(a), self.of(b)
        if a is not b:
            self.parents[b] = a
