"""Memory objects: which pointers may point to the same object, and what it holds.

A unification-based, field- and context-sensitive graph in the manner of Lattner and Adve's data structure analysis
("Automatic Pool Allocation", 2005) on top of Steensgaard's unification ("Points-to Analysis in Almost Linear Time",
1996).  A `Node` stands for a set of objects; a `Cell` is a node and a byte offset.  Fields of a node are kept by byte
offset, modulo the node's ``stride`` (the greatest common divisor of all variable strides used on it; 0 = none).  Each
field, and each integer or pointer SSA value, has a `Content`: the kinds of data seen there ("double", "int", "ptr" ...)
and what it points to if it is a pointer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from math import gcd


class Content:
    """What a field or an SSA value holds: ``kinds`` of data and the cell it points to.  A union-find element.

    ``punned``: some access of a pointer here is not declared to be one, as with members of unions.  ``owners``, in graphs with
    exact offsets: kinds, and the types, by their ``!tbaa`` nodes, that accesses of that kind are declared to access (in part).
    ``copied``: by how many copies in a row this has come to a place that nothing accesses itself.
    """

    __slots__ = ("copied", "kinds", "owners", "parent", "pointee", "punned")

    def __init__(self, *kinds: str) -> None:
        self.kinds: set[str] = set(kinds)
        self.punned = False
        self.copied = 0
        self.owners: frozenset[tuple[str, str]] = frozenset()
        self.pointee: Cell | None = None
        self.parent: Content | None = None

    def owned(self, kinds: Set[str]) -> set[str]:
        """The types that accesses of these kinds are part of."""
        return {of for kind, of in self.owners if kind in kinds}

    def find(self) -> Content:
        at = self
        while at.parent is not None:
            at = at.parent
        return at


class Node:
    """A set of memory objects.  ``flags`` are among stack, heap, resized, global, param, func, mod, ref,
    bulk, unknown.

    ``bulk``: memcpy, memset or realloc are applied to it, so that accesses do not show all the data in it.
    """

    __slots__ = ("delta", "fields", "flags", "functions", "names", "parent", "regions", "stride", "told")

    def __init__(self, *flags: str) -> None:
        self.parent: Node | None = None
        self.delta = 0
        self.stride = 0
        self.fields: dict[int, tuple[Content, int]] = {}
        self.flags: set[str] = set(flags)
        self.functions: set[str] = set()
        self.names: set[str] = set()
        self.regions: set[tuple[int, int]] = set()  # in graphs with exact offsets: where arrays begin, and their strides
        self.told: set[tuple[int, int, str]] = set()  # arrays that a caller declares: where they begin, strides, kinds


class Cell:
    """A node and an offset in it, in bytes.  Resolve with `find` before reading."""

    __slots__ = ("node", "offset")

    def __init__(self, node: Node, offset: int = 0) -> None:
        self.node = node
        self.offset = offset

    def find(self) -> tuple[Node, int]:
        """The representative node and the offset in it."""
        node, offset = self.node, self.offset
        while node.parent is not None:
            offset += node.delta
            node = node.parent
        if node.stride:
            offset %= node.stride
        self.node, self.offset = node, offset
        return node, offset

    def root(self) -> Node:
        return self.find()[0]

    def moved(self, by: int) -> Cell:
        node, offset = self.find()
        return Cell(node, offset + by)


class ConstantCell(Cell):
    """A place in a constant of floats: where it is copied to, there may be anything else at other times."""

    __slots__ = ()


class Graph:
    """The operations on nodes: all merging is done here, with a worklist instead of recursion.

    With ``exact`` a variable offset is replaced by its first value, and noted: such a graph tells which data is where, but not
    what may alias.
    """

    def __init__(self, exact: bool = False) -> None:
        self.exact = exact
        self.merged = 0  # how many unifications there were: all other counts grow monotonically without them
        self._pending: list[tuple[Cell, Cell]] = []

    # ---- merging

    def unify(self, a: Cell | None, b: Cell | None) -> None:
        """Make both cells the same place."""
        if a is None or b is None:
            return
        self._pending.append((a, b))
        while self._pending:
            self._unify_one(*self._pending.pop())

    def _unify_one(self, a: Cell, b: Cell) -> None:
        na, oa = a.find()
        nb, ob = b.find()
        if na is nb:
            if oa != ob:
                self.repeat(Cell(na, min(oa, ob)), abs(oa - ob))
            return
        self.merged += 1
        nb.parent, nb.delta = na, oa - ob
        fields, nb.fields = nb.fields, {}
        na.flags |= nb.flags
        na.functions |= nb.functions
        na.names |= nb.names
        na.regions |= {(at + oa - ob, stride) for at, stride in nb.regions}
        na.told |= {(at + oa - ob, stride, kind) for at, stride, kind in nb.told}
        for offset, (content, size) in fields.items():
            self._put(na, offset + oa - ob, content, size)
        self.set_stride(na, nb.stride)

    def repeat(self, cell: Cell, stride: int) -> None:
        """From ``cell`` on, the contents may repeat every ``stride`` bytes."""
        node, offset = cell.find()
        if self.exact:
            node.regions.add((offset, abs(stride) or 1))
        else:
            self.set_stride(node, stride)

    def set_stride(self, node: Node, stride: int) -> None:
        """Take offsets in ``node`` modulo the ``gcd`` of the old and the new stride from now on."""
        new = gcd(node.stride, stride)
        if new == node.stride:
            return
        self.merged += 1
        node.stride = new
        fields, node.fields = node.fields, {}
        for offset, (content, size) in fields.items():
            self._put(node, offset, content, size)

    def _put(self, node: Node, offset: int, content: Content, size: int) -> None:
        if node.stride:
            offset %= node.stride
        old = node.fields.get(offset)
        if old is None:
            node.fields[offset] = (content, size)
            return
        self.merge_contents(old[0], content)
        node.fields[offset] = (old[0].find(), max(size, old[1]))

    def merge_contents(self, a: Content, b: Content) -> None:
        a, b = a.find(), b.find()
        if a is b:
            return
        self.merged += 1
        b.parent = a
        a.kinds |= b.kinds
        a.punned |= b.punned
        a.owners |= b.owners
        if a.pointee is None:
            a.pointee = b.pointee
        elif b.pointee is not None:
            self._pending.append((a.pointee, b.pointee))

    def drain(self) -> None:
        """Finish what `merge_contents` has queued."""
        while self._pending:
            self._unify_one(*self._pending.pop())

    # ---- access

    def field(self, cell: Cell, size: int) -> Content:
        """The content at ``cell``, created on first use."""
        node, offset = cell.find()
        entry = node.fields.get(offset)
        if entry is None:
            content = Content()
            node.fields[offset] = (content, size)
            return content
        if size > entry[1]:
            node.fields[offset] = (entry[0], size)
        return entry[0].find()

    def pointee(self, content: Content) -> Cell:
        """What ``content`` points to, created on first use."""
        content = content.find()
        if content.pointee is None:
            content.pointee = Cell(Node())
        return content.pointee

    def point(self, content: Content, cell: Cell | None) -> None:
        """Let ``content`` point to ``cell``, among others."""
        if cell is None:
            return
        content = content.find()
        if content.pointee is None:
            content.pointee = Cell(cell.node, cell.offset)
        else:
            self.unify(content.pointee, cell)


def reachable(roots: Iterator[Node] | list[Node]) -> list[Node]:
    """``roots`` and every node that can be reached from them through pointer fields."""
    out: dict[Node, None] = {}
    work = list(roots)
    while work:
        node = Cell(work.pop()).root()
        if node in out:
            continue
        out[node] = None
        for content, _ in node.fields.values():
            pointee = content.find().pointee
            if pointee is not None:
                work.append(pointee.root())
    return list(out)


def clone_into(
    graph: Graph, roots: list[tuple[Content, Content]], globals_: dict[str, Cell], theirs_too: Iterable[Cell] = ()
) -> dict[Node, Cell]:
    """Copy the part of another graph that ``roots`` (theirs, ours) and ``theirs_too`` reach, and unify its roots with ours.

    Nodes of globals are unified with the global of the same name in ``globals_`` (created there when missing).
    Returns their node -> our cell.
    """
    made: dict[Node, Cell] = {}

    def copy(node: Node) -> Cell:
        node = Cell(node).root()
        if node in made:
            return made[node]
        new = Node(*(node.flags - {"stack", "param"}))
        new.stride = node.stride
        new.functions |= node.functions
        new.names |= node.names
        new.regions |= node.regions
        cell = made[node] = Cell(new)
        work.append((node, new))
        return cell

    work: list[tuple[Node, Node]] = []
    for theirs, _ in roots:
        pointee = theirs.find().pointee
        if pointee is not None:
            copy(pointee.root())
    for other in theirs_too:
        copy(other.root())
    while work:
        node, new = work.pop()
        for offset, (content, size) in node.fields.items():
            content = content.find()
            mine = Content()
            mine.kinds |= content.kinds
            mine.punned = content.punned
            mine.owners = content.owners
            if content.pointee is not None:
                target, at = content.pointee.find()
                mine.pointee = Cell(copy(target).node, at)
            new.fields[offset] = (mine, size)
    for theirs, ours in roots:
        theirs = theirs.find()
        ours.find().kinds |= theirs.kinds
        if theirs.pointee is not None:
            target, at = theirs.pointee.find()
            graph.point(ours, Cell(made[target].node, at))
    for node, cell in made.items():
        for name in node.names:
            if name in globals_:
                graph.unify(globals_[name], Cell(cell.node, 0))
            else:
                globals_[name] = Cell(cell.node, 0)
    return made
