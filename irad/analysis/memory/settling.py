"""Propagation in the memory analysis: kinds and pointees are propagated to a fixed point.

`Constraints` (`constraints.py`) reads the instructions and notes the dependences: numbers that are stored and loaded, copies of
bytes, arithmetic on integers that may be pointers, distances of pointers.
"""

from __future__ import annotations

from math import gcd

from irad.analysis.memory.memory_graph import Memory
from irad.analysis.memory.objects import Cell, ConstantCell, Content, Node, reachable
from irad.ir.values import Instruction, Value

_FLOAT_KINDS = frozenset(("double", "float"))
_MOST_COPIES = 4  # of unknown length, from place to place where nothing is accessed
_ELSEWHERE = frozenset(("bulk", "copied", "unknown"))  # of memory to which unknown data may be written


class Settling:
    """The constraints of one group of functions on its graph, and their consequences."""

    def __init__(self, memory: Memory) -> None:
        self.m = memory
        self.g = memory.graph
        self.arithmetic: list[Instruction] = []
        self.distances: list[tuple[Cell, int, int, list[tuple[Value, Value]]]] = []

    def _integer_arithmetic(self, inst: Instruction) -> None:
        raise NotImplementedError

    def _same_pointee(self, a: Content, b: Content) -> None:
        a, b = a.find(), b.find()
        if b.pointee is None:
            b.pointee = a.pointee or Cell(Node())
        self.g.point(a, b.pointee)

    def settle(self) -> None:
        """Propagate kinds and pointees through integer copies and memcpy until nothing changes."""
        for _ in range(20):
            self._drop_repetitions()
            before = self._measure()
            for distance in self.distances:
                self._settle_distance(*distance)
            for inst in self.arithmetic:  # by now values from loops and memory are known for all operands
                self._integer_arithmetic(inst)
            for content, cell, size in self.m.links:
                self._settle_link(content.find(), cell, size)
            for inst in self.m.unknown_calls:
                self._settle_unknown(inst)
            for dst, src, length in self.m.copies:
                self._settle_copy(dst, src, length)
                if not isinstance(src, ConstantCell):
                    self._settle_copy(src, dst, length)
            self.g.drain()
            if self._measure() == before:
                break
        while self._settle_numbers():  # only now: floats first, or a number would hide them
            pass

    def _settle_unknown(self, call: Instruction) -> None:
        """Also for what the memory passed to it points to, and where it may store pointers of its own."""
        cells = [cell for a in call.args if a.type.is_ptr and (cell := self.m.cell_of(a)) is not None]
        nodes = reachable([cell.root() for cell in cells])
        for node in nodes:
            node.flags |= {"mod", "ref", "unknown"}
        for content in [content.find() for node in nodes for content, _ in node.fields.values()]:
            if "ptr" in content.kinds:
                self.g.point(content, self.m.outside())

    def _drop_repetitions(self) -> None:
        """Drop copies and links that occur more than once (in several callees or calls), and copies of a place to itself."""
        copies = {(dst.find(), src.find(), size): (dst, src, size) for dst, src, size in self.m.copies}
        self.m.copies[:] = [copy for (dst, src, _), copy in copies.items() if dst != src]
        links = {(content.find(), cell.find(), size): (content, cell, size) for content, cell, size in self.m.links}
        self.m.links[:] = list(links.values())

    def _settle_numbers(self) -> bool:
        """Propagate the kind of numbers to memory and from it; return whether anything changed."""
        changed = False
        for content, cell, width in self.m.links:
            own = content.find()
            if "int" in own.kinds:
                if not self.m.kinds_at(cell, width):
                    self.g.field(cell, width).kinds.add("int")
                    changed = True
            elif not own.kinds and not cell.root().flags & _ELSEWHERE:
                if self.m.kinds_at(cell, width) == [(0, width, frozenset({"int"}))]:
                    own.kinds.add("int")
                    changed = True
        return changed

    def _settle_distance(self, base: Cell, step: int, scale: int, pairs: list[tuple[Value, Value]]) -> None:
        """A pointer moved by the distance of two others, which are elements of one array: its elements repeat like theirs."""
        for p, q in pairs:
            first, second = self.m.cell_of(p), self.m.cell_of(q)
            if first is None or second is None:
                continue  # a null pointer: there is no array
            if first.root() is not second.root():
                self.g.unify(first, second)  # only in one object do distances mean anything
            (node, start), (_, end) = first.find(), second.find()
            step = gcd(step, scale * (gcd(node.stride, end - start) if node.stride else 1))
        if step:
            self.g.repeat(base, step)
            self.g.drain()

    def _measure(self) -> tuple[int, int, int]:
        """Counts that change if anything does."""
        contents = [*self.m.contents.values(), *(content for content, *_ in self.m.links)]
        kinds = sum(len(c.find().kinds) + (c.find().pointee is not None) for c in contents)
        fields = 0
        for node in {cell.root() for dst, src, _ in self.m.copies for cell in (dst, src)}:
            found = [c.find() for c, _ in node.fields.values()]
            fields += sum(1 + len(c.kinds) + (c.pointee is not None) for c in found)
        fields += sum(len(kinds) for _, cell, size in self.m.links for *_, kinds in self.m.kinds_at(cell, size))
        return kinds, fields, self.g.merged

    def _settle_link(self, content: Content, cell: Cell, size: int) -> None:
        if "ptr" in content.kinds or content.pointee is not None:
            field_ = self.g.field(cell, size)
            field_.kinds.add("ptr")
            self._same_pointee(field_, content)
            return
        own = content.kinds & _FLOAT_KINDS
        if len(own) == 1:
            (kind,) = own
            width = 4 if kind == "float" else 8
            for k in range(0, size - width + 1, width):
                self.g.field(cell.moved(k), width).kinds.add(kind)
        elif not content.kinds - {"bits"}:
            for offset, width, kinds in self.m.kinds_at(cell, size):
                if offset == 0 and width == 8 and kinds == {"ptr"} and size == 8:
                    content.kinds.add("ptr")
                    self._same_pointee(content, self.g.field(cell, size))
                elif len(kinds & _FLOAT_KINDS) == 1 and 0 <= offset < size:
                    content.kinds |= kinds & _FLOAT_KINDS

    def _settle_copy(self, dst: Cell, src: Cell, size: int | None) -> None:
        node, start = src.find()
        target, at = dst.find()
        if node is target and start == at:
            return
        stride = node.stride
        for offset, (content, width) in list(node.fields.items()):
            content = content.find()
            if not content.kinds and content.pointee is None:
                continue
            shift = offset - start
            if stride:
                shift %= stride
                steps = range(shift, size, stride) if size is not None and not target.stride else (shift,)
            else:
                steps = (shift,)
            for step in list(steps)[:4096]:
                if step < 0 or (size is not None and step >= size):
                    continue
                if not target.stride and size is None and stride:
                    self.g.repeat(dst, stride)
                new = self.g.exact and size is None and dst.moved(step).find()[1] not in target.fields
                if new and (node is target or content.copied == _MOST_COPIES):
                    continue  # elements that are moved along an array, or to and fro: without strides this would not terminate
                other = self.g.field(dst.moved(step), width)
                if new:
                    other.copied = content.copied + 1
                other.kinds |= content.kinds
                other.owners |= content.owners
                if content.pointee is not None:
                    self._same_pointee(other, content)
