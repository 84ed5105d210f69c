"""Builds the graph of memory objects (`objects.py`) for every function of a module, callees before callers.

Answers, for a function and everything it calls: which node a pointer points into, what kinds of data it holds, what an integer
value or access really carries, and what a call may read and write.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from irad.analysis.flow.addresses import gep_offset, scalars
from irad.analysis.memory.objects import Cell, Content, Graph, Node
from irad.ir.types import FLOAT, LAYOUT, FloatType, PtrType, Type
from irad.ir.values import (
    Constant,
    ConstantAggregate,
    ConstantExpr,
    Function,
    GlobalAlias,
    GlobalVariable,
    Instruction,
    Module,
    Value,
)
from irad.rules import AllocationRule, lookup_function


def called_function(inst: Instruction) -> Function | None:
    """The function that a call names directly, possibly through casts and aliases."""
    callee: Value | None = inst.callee
    while True:
        if isinstance(callee, Function):
            return callee
        if isinstance(callee, GlobalAlias):
            callee = callee.target
        elif isinstance(callee, ConstantExpr) and callee.opcode in ("bitcast", "addrspacecast"):
            callee = callee.operands[0]
        else:
            return None


def allocation_rule(v: Value) -> AllocationRule | None:
    """The rule of the allocation that a value is the result of."""
    callee = called_function(v) if isinstance(v, Instruction) and v.opcode == "call" else None
    rule = lookup_function(callee) if callee is not None else None
    return rule if isinstance(rule, AllocationRule) else None


_OUTSIDE = "<outside>"  # no variable has this name
_FLOATS = frozenset(("double", "float", "x86_fp80"))


def kind_of_type(t: Type) -> str:
    if isinstance(t, FloatType):
        return t.text
    return "ptr" if isinstance(t, PtrType) else "int"


@dataclass(eq=False)
class CallEffect:
    """One possible callee of a call: which of our cells each node of the callee's graph became."""

    callee: Function
    nodes: dict[Node, Cell]


@dataclass(eq=False)
class Memory:
    """The graph of one group of mutually recursive functions (mostly: of one function)."""

    module: Module
    functions: list[Function]
    graph: Graph = field(default_factory=Graph)
    contents: dict[Value, Content] = field(default_factory=dict)
    globals_: dict[str, Cell] = field(default_factory=dict)
    returns: dict[Function, Content] = field(default_factory=dict)
    effects: dict[Instruction, list[CallEffect]] = field(default_factory=dict)
    unknown_calls: dict[Instruction, list[Cell]] = field(default_factory=dict)  # and variables that they may use
    copies: list[tuple[Cell, Cell, int | None]] = field(default_factory=list)  # of bytes: to, from, how many
    links: list[tuple[Content, Cell, int]] = field(default_factory=list)  # integers that are stored and loaded
    declared: dict[Instruction, str] = field(default_factory=dict)  # the type that !tbaa declares for a load or store
    members: set[Instruction] = field(default_factory=set)  # of these, the accesses of members of structures
    twin: Callable[[], Memory] | None = None  # the same with exact offsets, see `exact_kind`

    # ---- queries

    def kind_of(self, t: Type) -> str:
        """The kind of data that an access of this type implies."""
        return "int" if t is FLOAT and self.module.constant_floats else kind_of_type(t)

    def node_of(self, value: Value) -> Node | None:
        """The node that a pointer points into; None for null and undef."""
        content = self.content(value)
        if content is None or content.find().pointee is None:
            return None
        pointee = content.find().pointee
        assert pointee is not None
        return pointee.root()

    def cell_of(self, value: Value) -> Cell | None:
        content = self.content(value)
        return None if content is None else content.find().pointee

    def exact_kinds(self, value: Value, offset: int) -> frozenset[str] | None:
        """The kinds of data at an offset from a pointer, where variable offsets have merged it with others.

        Asks the twin graph, in which a varying index means the first element: the kinds at a place are those of accesses at
        constant offsets, or else those of an element of the last array that begins before it.  Empty inside something else or
        where there are no accesses; None if that is inconclusive.
        """
        exact = self.twin() if self.twin is not None else None
        cell = exact.cell_of(value) if exact is not None else None
        if cell is None:
            return None
        node, start = cell.find()
        at = start + offset
        known = {o: (content.find().kinds, width) for o, (content, width) in node.fields.items() if content.find().kinds}
        if at in known:
            told = {kind for begin, stride, kind in node.told if at >= begin and (at - begin) % stride == 0}
            return frozenset(known[at][0] - {"bits"}) | told
        if any(o < at < o + width for o, (_, width) in known.items()):
            return frozenset()
        arrays = [(begin, stride) for begin, stride in node.regions if begin < at and (at - begin) % stride == 0]
        if not arrays:
            return frozenset() if known else None  # never accessed: padding
        begin, stride = max(arrays)
        between = [(o, kinds) for o, (kinds, _) in known.items() if begin < o < at]
        if begin in known and all((o - begin) % stride == 0 and kinds == known[begin][0] for o, kinds in between):
            return frozenset(known[begin][0] - {"bits"})
        return None

    def exact_kind(self, value: Value, offset: int) -> str | None:
        """The kind of float that `exact_kinds` finds, "" for other data, None if unknown."""
        kinds = self.exact_kinds(value, offset)
        floats = kinds & _FLOATS if kinds is not None else frozenset()
        if kinds is None or len(floats) > 1 or (floats and floats != kinds):
            return None
        return next(iter(floats)) if floats else ""

    def exact_floats(self, value: Value, size: int) -> bool:
        """Whether floats are known to be in the ``size`` bytes at a pointer, or at the same offset of another element.

        Asks the twin graph, as `exact_kinds`.
        """
        exact = self.twin() if self.twin is not None else None
        cell = exact.cell_of(value) if exact is not None else None
        if cell is None:
            return False
        node, start = cell.find()
        floats = [(o, width) for o, (content, width) in node.fields.items() if content.find().kinds & _FLOATS]
        floats += [(begin, stride) for begin, stride, kind in node.told if kind in _FLOATS]
        strides = {stride for begin, stride in node.regions if begin <= start and stride >= 4} | {0}
        for o, width in floats:
            for stride in strides:
                distance = start - o if stride == 0 else (start - o) % stride
                if -size < distance < width or (stride and distance + size > stride):
                    return True
        return False

    def exact_array(self, value: Value) -> str:
        """The element type of the float array that a pointer points to, where other memory was merged with it; "" if it is none.

        It is one where a variable index runs over elements of this kind, and nothing else is ever accessed from there on.
        """
        exact = self.twin() if self.twin is not None else None
        cell = exact.cell_of(value) if exact is not None else None
        if cell is None:
            return ""
        node, start = cell.find()
        known = {o: (content.find().kinds - {"bits"}, width) for o, (content, width) in node.fields.items() if o + width > start}
        kinds = {k for what, _ in known.values() for k in what}
        kind = next(iter(kinds)) if len(kinds) == 1 and kinds <= _FLOATS else ""
        width = max((w for _, w in known.values()), default=0)
        whole = all((o - start) % width == 0 and w == width for o, (what, w) in known.items() if what)
        return kind if kind and whole and (start, width) in node.regions else ""

    def uniform(self, value: Value) -> str:
        """ "double" or "float" where all known contents of the memory at a pointer are of that kind, else ""."""
        node = self.node_of(value)
        kinds = {k for content, _ in node.fields.values() for k in content.find().kinds} if node is not None else set()
        return kinds.pop() if kinds in ({"double"}, {"float"}) else ""

    def outside(self) -> Cell:
        """The memory of unknown functions: what is passed to one of them another may return."""
        if _OUTSIDE not in self.globals_:
            node = Node("global", "mod", "ref", "unknown")
            node.names.add(_OUTSIDE)
            self.globals_[_OUTSIDE] = Cell(node)
        return self.globals_[_OUTSIDE]

    def global_nodes(self, but: str = "") -> list[Node]:
        """What globals lead to: without constants and functions, to which nothing can be stored.

        (What a constant points to is in this list in its own right.)  The tables of a C++ class are constants wherever they are.
        ``but``: a name to leave out.
        """
        return [cell.root() for name, cell in self.globals_.items() if name != but and not self._fixed(name)]

    def _fixed(self, name: str) -> bool:
        value = self.module.get(name)
        constant = isinstance(value, GlobalVariable) and value.constant and value.initializer is not None
        return isinstance(value, Function) or constant or name.startswith(("_ZTI", "_ZTS", "_ZTT", "_ZTV"))

    def kinds_at(self, cell: Cell, size: int) -> list[tuple[int, int, frozenset[str]]]:
        """The known fields that overlap ``size`` bytes from ``cell``: (offset from cell, size, kinds)."""
        node, start = cell.find()
        out = []
        stride = node.stride
        for offset, (content, width) in node.fields.items():
            kinds = frozenset(content.find().kinds)
            if not kinds:
                continue
            if not stride:
                if offset < start + size and offset + width > start:
                    out.append((offset - start, width, kinds))
                continue
            at = (offset - start) % stride
            if at + width > stride and at != 0:  # an access that wraps around the period
                out.append((at - stride, width, kinds))
            while at < size:
                out.append((at, width, kinds))
                at += stride
        return sorted(out, key=lambda e: (e[0], e[1]))

    def content(self, value: Value) -> Content | None:
        """The content of a pointer (or aggregate, or integer) value; None for other values."""
        found = self.contents.get(value)
        if found is not None:
            return found.find()
        if isinstance(value, Constant):
            return self._constant(value)
        return None

    # ---- constants

    def _constant(self, value: Constant) -> Content | None:
        cell = self._constant_cell(value)
        if cell is None:
            return None
        content = Content()
        content.pointee = cell
        self.contents[value] = content
        return content

    def _constant_cell(self, value: Value) -> Cell | None:
        if isinstance(value, GlobalVariable) and value.name.startswith("_ZTI"):
            return None  # in `std::function` the word that tells an object's class is stored next to the object itself
        if isinstance(value, (Function, GlobalVariable)):
            return self.global_cell(value)
        if isinstance(value, GlobalAlias):
            return self._constant_cell(value.target) if value.target is not None else None
        if isinstance(value, ConstantExpr):
            base = self._constant_cell(value.operands[0]) if value.operands else None
            if base is None or value.opcode in ("bitcast", "addrspacecast", "inttoptr", "ptrtoint"):
                return base
            if value.opcode == "getelementptr":
                return base.moved(gep_offset(value)[0])
            for op in value.operands[1:]:
                self.graph.unify(base, self._constant_cell(op))
            self.graph.repeat(base, 1)
            self.graph.drain()
            return base
        if isinstance(value, ConstantAggregate):
            cells = [c for c in map(self._constant_cell, value.elements) if c is not None]
            for other in cells[1:]:
                self.graph.unify(cells[0], other)
            return cells[0] if cells else None
        return None

    def global_cell(self, value: Function | GlobalVariable) -> Cell:
        """The cell of a global; reads its initializer on first use."""
        found = self.globals_.get(value.name)
        if found is not None and "read" in found.root().flags:
            return found
        node = Node("func" if isinstance(value, Function) else "global", "read")
        node.names.add(value.name)
        cell = Cell(node)
        if found is not None:
            self.graph.unify(found, cell)
        self.globals_[value.name] = cell
        if isinstance(value, Function):
            cell.root().functions.add(value.name)
        elif value.initializer is not None:
            self._initializer(value.initializer, value.value_type, cell)
        return cell

    def _initializer(self, init: Constant, t: Type, cell: Cell) -> None:
        if isinstance(init, ConstantAggregate) and t.is_aggregate:
            parts: list[tuple[int, Type]] = []
            if t.is_struct:
                offsets = LAYOUT.struct_layout(t)[0]  # type: ignore[arg-type]
                parts = list(zip(offsets, t.elements, strict=True))  # type: ignore[attr-defined]
            else:
                element: Type = t.element  # type: ignore[attr-defined]
                size = LAYOUT.size_of(element)
                parts = [(i * size, element) for i in range(len(init.elements))]
                if len(init.elements) > 64:  # a long table: one field per element would be useless and slow
                    self.graph.repeat(cell, size)
                    self.graph.drain()
            for (offset, part), e in zip(parts, init.elements, strict=True):
                self._initializer(e, part, cell.moved(offset))
            return
        for offset, leaf in scalars(t) if not t.is_array or LAYOUT.size_of(t) <= 1024 else ():
            content = self.graph.field(cell.moved(offset), LAYOUT.store_size(leaf))
            if not leaf.is_int:
                content.kinds.add(self.kind_of(leaf))
            if leaf.is_ptr:
                self.graph.point(content, self._constant_cell(init))
