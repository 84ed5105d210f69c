"""The constraints that accesses put on memory: allocations, loads, stores, atomic operations."""

from __future__ import annotations

from irad.analysis.flow.addresses import leaves, scalars
from irad.analysis.memory.memory_graph import Memory
from irad.analysis.memory.objects import Cell, Content, Node
from irad.analysis.memory.tbaa import access_kind, is_member, owner, tag_of
from irad.analysis.memory.value_constraints import ValueConstraints
from irad.ir.types import LAYOUT, IntType, PtrType, Type
from irad.ir.values import ConstantInt, Instruction, Value

# Integer operations on a value show that it is a number, not copied float bits ("int"); comparisons and bit operations do
# so only in the absence of other evidence ("bits").
TINY = {32: 1 << 23, 64: 1 << 52}  # by size: constants below this are not the bits of a float that occurs in practice
INTEGER_ATOMICS = frozenset("add sub max min umax umin nand uinc_wrap udec_wrap usub_cond usub_sat".split())


class AccessConstraints(ValueConstraints):
    """The constraints of memory accesses, in addition to those of values."""

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory)
        self.layouts: dict[str, list[Cell]] = {}  # where accesses reveal a structure, by their tags

    def _alloca(self, inst: Instruction) -> None:
        cell = self.m.contents[inst].pointee = Cell(Node("stack"))
        if self.g.exact and not inst.operands:
            self._declared_floats(cell, inst.attrs["allocated_type"])

    def _declared_floats(self, cell: Cell, t: Type) -> None:
        """In a graph with exact offsets the floats of a declared type count as accesses: a hint for memory without accesses."""
        if LAYOUT.size_of(t) > 4096:
            return
        for offset, leaf in scalars(t):
            if leaf.is_float:
                self.g.field(cell.moved(offset), LAYOUT.store_size(leaf)).kinds.add(self.m.kind_of(leaf))

    def _access(self, inst: Instruction, t: Type, pointer: Value, value: Value, flag: str) -> None:
        cell = self._pointer(pointer)
        if cell is None:
            return
        cell.root().flags.add(flag)
        tag = tag_of(inst.metadata)
        declared = access_kind(tag, self.m.module.metadata) if tag else None
        if declared is not None:
            self.m.declared[inst] = declared
            if is_member(tag, self.m.module.metadata):
                self.m.members.add(inst)
        if tag:
            self.layouts.setdefault(tag, []).append(cell)
        of = owner(tag, self.m.module.metadata) if tag and self.g.exact else ""
        for _, offset, leaf in leaves(t):
            at = cell.moved(offset)
            if isinstance(leaf, PtrType) or leaf.scalar.is_ptr:
                content = self.g.field(at, 8)
                content.kinds.add("ptr")
                if self.g.exact:
                    content.owners |= {("ptr", of)}
                content.punned |= tag != "" and declared != "ptr"
                mine = self.m.content(value)
                if mine is not None:
                    self._same_pointee(mine, content)
            elif isinstance(leaf, IntType):
                self._integer_access(leaf, at, value, declared)
            else:
                for k, scalar in scalars(leaf):
                    size = LAYOUT.store_size(scalar)
                    content = self.g.field(at.moved(k), size)
                    if scalar.is_float:
                        content.kinds.add(self.m.kind_of(scalar))
                        if self.g.exact:
                            content.owners |= {(self.m.kind_of(scalar), of)}
                    elif size < 2 or declared == "int":
                        content.kinds.add("int")

    def _integer_access(self, leaf: IntType, at: Cell, value: Value, declared: str | None) -> None:
        size = LAYOUT.store_size(leaf)
        if declared is not None:
            self.g.field(at, size).kinds.add(declared)
        elif size < 2:
            self.g.field(at, size).kinds.add("int")
        if isinstance(value, ConstantInt) and value.value != 0 and leaf.bits < 32:
            self.g.field(at, size).kinds.add("int")
        content = self.m.contents.get(value)
        if content is None and isinstance(value, ConstantInt) and 0 < value.value < TINY.get(leaf.bits, 0):
            content = Content("int")
        if content is not None and value.type.is_int:
            if declared is not None:
                content.find().kinds.add(declared)
            self.m.links.append((content, at, size))

    def _load(self, inst: Instruction) -> None:
        self._access(inst, inst.type, inst.operands[0], inst, "ref")

    def _store(self, inst: Instruction) -> None:
        self._access(inst, inst.operands[0].type, inst.operands[1], inst.operands[0], "mod")

    def _atomicrmw(self, inst: Instruction) -> None:
        self._access(inst, inst.type, inst.operands[0], inst.operands[1], "mod")
        self._access(inst, inst.type, inst.operands[0], inst, "ref")
        if inst.attrs["op"] in INTEGER_ATOMICS:
            cell = self._pointer(inst.operands[0])
            if cell is not None:
                self.g.field(cell, LAYOUT.store_size(inst.type)).kinds.add("int")

    def _cmpxchg(self, inst: Instruction) -> None:
        for value in inst.operands[1:]:
            self._access(inst, value.type, inst.operands[0], value, "mod")
        self._access(inst, inst.operands[1].type, inst.operands[0], inst.operands[1], "ref")

    def _va_arg(self, inst: Instruction) -> None:
        """The layout of a list depends on the target: a pointer taken from it may point to anything reachable from it."""
        cell = self._pointer(inst.operands[0])
        if cell is None:
            return
        cell.root().flags.update(("mod", "ref"))
        if not inst.type.scalar.is_float and not inst.type.is_int:
            self.g.repeat(cell, 1)
            self.g.point(self.g.field(cell, 1), cell)
            self.g.drain()
            self.g.point(self.m.contents[inst], cell)

    def _ret(self, inst: Instruction) -> None:
        if inst.operands and not inst.operands[0].type.is_float:
            content = self.m.content(inst.operands[0])
            if content is not None:
                self._same_value(inst.operands[0].type, self.m.returns[inst.function], content)

    def _same_value(self, t: Type, a: Content, b: Content) -> None:
        """Two names of one value: an integer need not be a pointer, but if one is, so is the other."""
        if t.is_int:
            self.g.merge_contents(a, b)
            self.g.drain()
        else:
            self._same_pointee(a, b)
