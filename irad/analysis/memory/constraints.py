"""Reads the instructions of a group of functions into the graph of memory objects: points-to relations and contents."""

from __future__ import annotations

from typing import Protocol

from irad.analysis.memory.access_constraints import AccessConstraints
from irad.analysis.memory.enzyme_types import attached_types, declared_types
from irad.analysis.memory.memory_graph import CallEffect, Memory, called_function
from irad.analysis.memory.objects import Cell, ConstantCell, Content, Node, clone_into, reachable
from irad.analysis.memory.passing import Copy, Link, is_unknown, own_places, passed
from irad.analysis.memory.tbaa import copied, layout
from irad.analysis.memory.unknown_functions import callbacks, uses_variables

# Integer operations on a value show that it is a number, not copied float bits ("int"); comparisons and bit operations do
# so only in the absence of other evidence ("bits").
from irad.analysis.memory.value_constraints import is_number
from irad.ir.masked_accesses import masked_access, masked_pointer
from irad.ir.reader.attributes import attribute_type
from irad.ir.types import ArrayType, StructType, Type
from irad.ir.values import Argument, ConstantExpr, ConstantInt, Function, GlobalVariable, InlineAsm, Instruction, Value
from irad.rules import AllocationRule, DeallocationRule, InactiveRule, MathRule, lookup_function
from irad.rules.formulas.external import ExternalRule, HandedArray

_INTEGER_USES = frozenset("add sub mul udiv sdiv urem srem shl sitofp uitofp sext switch".split())
_INTEGER_RESULTS = _INTEGER_USES | frozenset("lshr ashr and or xor zext trunc".split())
_CARRYING = frozenset("add sub and or xor".split())  # the result may be a pointer if an operand is one
_ELEMENTS = {
    "double": ("double", 8), "float": ("float", 4), "half": ("half", 2),
    "i64": ("int", 8), "i32": ("int", 4), "i16": ("int", 2), "i8": ("int", 1),
}  # fmt: skip
_SAME_POINTER = ("llvm.launder.invariant.group", "llvm.strip.invariant.group", "llvm.ptrmask", "llvm.ssa.copy",
                 "llvm.threadlocal.address", "llvm.ptr.annotation")  # fmt: skip


class Whole(Protocol):
    """What the constraints need from the whole module."""

    address_taken: list[Function]

    @property
    def shared(self) -> list[GlobalVariable]: ...

    def of(self, fn: Function) -> Memory: ...


class Constraints(AccessConstraints):
    """Reads the instructions of one group of functions into its graph."""

    def __init__(self, memory: Memory, whole: Whole) -> None:
        super().__init__(memory)
        self.whole = whole

    def run(self) -> None:
        for fn in self.m.functions:
            self.m.returns[fn] = Content()
            for arg in fn.args:
                content = self.m.contents[arg] = Content()
                if '"irad-number"' in arg.attrs:
                    content.kinds.add("int")
                if arg.type.is_ptr:
                    content.pointee = Cell(Node("param"))
                    self._declared_element(arg, content.pointee)
                    declared = attribute_type(fn, arg.attrs, "sret") if self.g.exact else None
                    if declared is not None:
                        self._declared_floats(content.pointee, declared)
        for fn in self.m.functions:
            for inst in fn.instructions():
                self.m.contents.setdefault(inst, Content())
        for fn in self.m.functions:
            for arg in fn.args:
                declared_types(self, arg, self.m.contents[arg])
            for inst in fn.instructions():
                self.instruction(inst)
                attached_types(self, inst)
        self.settle()
        if self._fill_blanks():
            self.settle()

    def _fill_blanks(self) -> bool:
        """Members that are not accessed here, in memory moved in bulk: an access to another member tells their kinds."""
        changed = False
        for tag, cells in self.layouts.items():
            places = layout(tag, self.m.module.metadata)
            for cell in cells:
                if "bulk" not in cell.root().flags:
                    continue
                for offset, width, kind in places:
                    at = cell.moved(offset)
                    if not self.m.kinds_at(at, width):
                        self.g.field(at, width).kinds.add(kind)
                        changed = True
        return changed

    def _declared_element(self, arg: Argument, cell: Cell) -> None:
        """``"irad-element"="double"`` on a parameter: what the frontend knows about the array; or which words are integers."""
        element = arg.attributes.value("irad-element")
        if element is not None:
            self._element(cell, element)
        for k in range(*(arg.attributes.numbers("irad-integers") or (0, 0))):
            self.g.field(cell.moved(8 * k), 8).kinds.add("int")

    def _element(self, cell: Cell, element: str) -> None:
        kind, size = _ELEMENTS[element]
        self.g.repeat(cell, size)
        self.g.drain()
        self.g.field(cell, size).kinds.add(kind)

    def declare(self, arg: Argument, element: str) -> None:
        """Record what a caller knows about the elements that a parameter points to; call `settle` afterwards."""
        cell = self.g.pointee(self.m.contents[arg])
        self._element(cell, element)
        node, start = cell.find()
        kind, size = _ELEMENTS[element]
        node.told.add((start, size, kind))

    def learn(self, facts: dict[tuple[Node, int], tuple[int, set[str], int]]) -> None:
        """Kinds that callers know, by node and offset, as (width, kinds, stride).

        They count where nothing is known here, and in memory that is moved in bulk, where local knowledge is incomplete.  In a
        graph with exact offsets all of them count: what is an integer here may be a float there.
        """
        for (node, offset), (width, kinds, stride) in facts.items():
            cell = Cell(node, offset)
            if stride:
                self.g.repeat(cell, stride)
                self.g.drain()
            content = self.g.field(cell, width)
            if not content.kinds or self.g.exact or "bulk" in cell.root().flags:
                content.kinds |= kinds
        self.settle()
        if self._fill_blanks():
            self.settle()

    def instruction(self, inst: Instruction) -> None:
        op = inst.opcode
        if is_number(inst) and (own := self.m.contents.get(inst)) is not None:
            own.find().kinds.add("int")
        handler = getattr(self, f"_{op}", None)
        if handler is not None:
            handler(inst)
        elif op in _INTEGER_RESULTS or op == "icmp":
            evidence = "int" if op in _INTEGER_USES else "bits"
            for operand in inst.operands:
                content = self.m.contents.get(operand)
                if content is not None and operand.type.is_int:
                    content.find().kinds.add(evidence)
            if inst.type.is_int and op in _CARRYING:
                self.arithmetic.append(inst)
                self._integer_arithmetic(inst)

    # ---- calls

    def _call(self, inst: Instruction) -> None:
        callee = called_function(inst)
        name = callee.name if callee is not None else ""
        if name.startswith(("llvm.memcpy", "llvm.memmove")) or name in ("memcpy", "memmove"):
            self._copy(inst)
            if not inst.type.is_void:
                self._join(inst, [inst.operands[0]])
            return
        if name.startswith("llvm.memset") or name == "memset":
            cell = self._pointer(inst.operands[0])
            if cell is not None:
                cell.root().flags.update(("mod", "bulk"))
            if not inst.type.is_void:
                self._join(inst, [inst.operands[0]])
            return
        if name.startswith(_SAME_POINTER):
            self._join(inst, [inst.operands[0]])
            return
        if name == "__dynamic_cast":
            self._cast(inst)
            return
        if access := masked_access(name):
            self._masked(inst, access)
            return
        rule = lookup_function(callee) if callee is not None else None
        if callee is not None and not callee.is_declaration and rule is None:
            self._defined(inst, callee)
        elif isinstance(rule, AllocationRule):
            self._allocation(inst, rule)
        elif rule is None and isinstance(inst.callee, InlineAsm):
            self._unknown(inst, None)
        elif rule is None and callee is None:
            self._indirect(inst)
        elif rule is None:
            self._unknown(inst, callee)
        elif isinstance(rule, ExternalRule):
            self._external(inst, rule)
        elif isinstance(rule, InactiveRule):
            for i in rule.writes:
                cell = self._pointer(inst.operands[i]) if i < len(inst.args) else None
                if cell is not None:
                    cell.root().flags.add("mod")
            for arg in inst.args if rule.reads else ():
                cell = self._pointer(arg) if arg.type.is_ptr else None
                if cell is not None:
                    cell.root().flags.add("ref")
            self._handed_out(inst, rule)
            if rule.sends or rule.receives:
                self.m.outside()
        else:
            assert isinstance(rule, (MathRule, DeallocationRule)) or rule is not None

    _invoke = _callbr = _call

    def _handed_out(self, inst: Instruction, rule: InactiveRule) -> None:
        """Pointers to an unknown offset in an argument's memory: offsets matter only for floats, and strings hold none."""
        if rule.within is not None:
            self._join(inst, [inst.args[rule.within]])
        if rule.leaves is not None:
            source, place = rule.leaves
            behind = self._pointer(inst.args[place])
            if behind is not None:
                content = self.g.field(behind, 8)
                content.kinds.add("ptr")
                self.g.point(content, self._pointer(inst.args[source]))

    def _cast(self, inst: Instruction) -> None:
        """``dynamic_cast`` gives the object that its argument is part of, where the last argument says, if it is not negative."""
        base, hint = self._pointer(inst.operands[0]), inst.operands[3]
        if base is None:
            return
        offset = hint.value if isinstance(hint, ConstantInt) and hint.value >= 0 else None
        if offset is None:
            self.g.repeat(base, 8)
            self.g.drain()
        self.g.point(self.m.contents[inst], base.moved(-(offset or 0)))

    def _copy(self, inst: Instruction) -> None:
        dst, src = self._pointer(inst.operands[0]), self._pointer(inst.operands[1])
        size = inst.operands[2]
        if dst is None or src is None:
            return
        if _holds_floats(inst.operands[1]):
            src = ConstantCell(*src.find())
        dst.root().flags.update(("mod", "bulk", "copied"))
        src.root().flags.update(("ref", "bulk", "copied"))
        self.m.copies.append((dst, src, size.value if isinstance(size, ConstantInt) else None))
        for offset, width, kind in copied(inst.metadata.get("tbaa.struct", ""), self.m.module.metadata):
            for cell in (dst, src):
                self.g.field(cell.moved(offset), width).kinds.add(kind)

    def _masked(self, inst: Instruction, access: str) -> None:
        value, flag = (inst, "ref") if access == "load" else (inst.operands[0], "mod")
        self._access(inst, value.type, masked_pointer(inst, access), value, flag)

    def _allocation(self, inst: Instruction, rule: AllocationRule) -> None:
        cell = Cell(Node("heap"))
        if rule.kind == "realloc":
            old = self._pointer(inst.operands[0])
            if old is not None:
                old.root().flags.add("resized")
                cell = old
                cell.root().flags.add("bulk")
        if rule.kind == "custom":  # an allocator of the program may keep counts in memory passed to it
            for arg in inst.args:
                mine = self._pointer(arg) if arg.type.is_ptr else None
                if mine is not None:
                    mine.root().flags |= {"mod", "ref"}
        if rule.kind == "posix_memalign":
            out = self._pointer(inst.operands[0])
            if out is not None:
                content = self.g.field(out, 8)
                content.kinds.add("ptr")
                self.g.point(content, cell)
            return
        self.g.point(self.m.contents[inst], cell)

    def _defined(self, inst: Instruction, callee: Function) -> None:
        if callee in self.m.functions:
            self._bind(inst, callee, self.m.contents, self.m.returns[callee])
            self.m.effects.setdefault(inst, []).append(CallEffect(callee, {}))
            return
        theirs = self.whole.of(callee)
        pairs = [(theirs.returns[callee], self.m.contents[inst])]
        for arg, param in zip(inst.args, callee.args, strict=False):
            mine = self.m.content(arg)
            content = theirs.contents.get(param)
            if content is not None and (arg.type.is_ptr or arg.type.is_aggregate or arg.type.is_int):
                pairs.append((content, mine if mine is not None else Content()))
        self._effect(inst, callee, pairs)

    def _effect(self, inst: Instruction, callee: Function, pairs: list[tuple[Content, Content]]) -> None:
        """A callee's effect on memory that is known here: that reachable from ``pairs``, its values and ours, and variables."""
        theirs = self.whole.of(callee)
        variables = list(theirs.globals_.values())
        roots = [pointee.root() for content, _ in pairs if (pointee := content.find().pointee) is not None]
        outside = set(reachable([*roots, *(cell.root() for cell in variables)]))
        moves = passed(theirs, outside, {content.find() for content, _ in pairs})
        nodes = clone_into(self.g, pairs, self.m.globals_, [*variables, *own_places(moves, outside)])
        self._go_on(moves, pairs, nodes)
        self.m.effects.setdefault(inst, []).append(CallEffect(callee, {n: cell for n, cell in nodes.items() if n in outside}))

    def _go_on(self, moves: tuple[list[Copy], list[Link]], pairs: list[tuple[Content, Content]], nodes: dict[Node, Cell]) -> None:
        """Copies that a callee makes between memory that is known here."""

        def here(cell: Cell) -> Cell:
            node, offset = cell.find()
            return nodes[node].moved(offset)

        values: dict[Content, Content] = {}
        for theirs, mine in pairs:
            if is_unknown(theirs):
                self.g.merge_contents(values.setdefault(theirs.find(), mine), mine)
        self.g.drain()
        copies, links = moves
        self.m.copies += [(here(dst), here(src), size) for dst, src, size in copies]
        self.m.links += [(values.setdefault(content.find(), Content()), here(cell), size) for content, cell, size in links]

    def _bind(self, inst: Instruction, callee: Function, contents: dict[Value, Content], ret: Content) -> None:
        for arg, param in zip(inst.args, callee.args, strict=False):
            mine = self.m.content(arg)
            if mine is not None and not arg.type.is_float:
                self._same_value(arg.type, contents[param], mine)
        if not inst.type.is_float and not inst.type.is_void:
            self._same_value(inst.type, self.m.contents[inst], ret)

    def _external(self, inst: Instruction, rule: ExternalRule) -> None:
        if rule.opaque and inst.type.is_ptr:
            self.g.point(self.m.contents[inst], Cell(Node("unknown", "mod", "ref")))
        for arg, operand in zip(inst.args, rule.operands, strict=False):
            if not operand.access or not arg.type.is_ptr:
                continue
            cell = self._pointer(arg)
            if cell is None:
                continue
            if "w" in operand.access:
                cell.root().flags.add("mod")
            if "r" in operand.access:
                cell.root().flags.add("ref")
            self._elements(cell, operand.kind)
        for arg, operand in zip(inst.args, rule.operands, strict=False):
            if operand.hands is not None:
                self._handed(inst, arg, operand.hands, rule)

    def _elements(self, cell: Cell, kind: str) -> None:
        """A matrix: any element of it."""
        size = {"double": 8, "float": 4}.get(kind)
        if size is not None:
            self.g.repeat(cell, size)
            self.g.drain()
            self.g.field(cell, size).kinds.add(kind)

    def _handed(self, inst: Instruction, arg: Value, handed: HandedArray, rule: ExternalRule) -> None:
        """The contents of an array that was stored earlier, and where it is."""
        place = self._pointer(arg)
        if place is None:
            return
        place.root().flags.add("mod")
        address = self.g.field(place, 8)
        address.kinds.add("ptr")
        for k in range(2 * handed.ndim):
            self.g.field(place.moved(8 + 8 * k), 8).kinds.add("int")
        memory = Cell(Node("heap", "mod", "ref"))
        self.g.point(address, memory)
        self._elements(memory, handed.kind)
        for other, operand in zip(inst.args, rule.operands, strict=False):
            mine = self._pointer(other) if operand.kind == handed.kind and not handed.fresh else None
            if mine is not None:
                self.g.point(self.g.field(place, 8), mine)
                self.g.drain()

    def _indirect(self, inst: Instruction) -> None:
        for callee in self.whole.address_taken:
            if callee.ftype == inst.attrs["ftype"] and not callee.is_declaration:
                self._defined(inst, callee)

    def _unknown(self, inst: Instruction, callee: Function | None) -> None:
        """Memory passed to it may come out of any other such function; it may call functions passed to it and use variables."""
        variables = self.whole.shared if callee is not None and uses_variables(callee) else []
        self.m.unknown_calls[inst] = used = [self.m.global_cell(v) for v in variables]
        for variable in used:
            variable.root().flags |= {"mod", "ref", "unknown"}
        for callback in callbacks(inst):
            if callback in self.m.functions:
                self.m.effects.setdefault(inst, []).append(CallEffect(callback, {}))
            else:
                self._effect(inst, callback, [])
        for arg in inst.args:
            cell = self.m.cell_of(arg) if arg.type.is_ptr else None
            if cell is not None:
                cell.root().flags |= {"mod", "ref", "unknown"}
        if inst.type.is_ptr or inst.type.is_aggregate:
            own = callee is not None and callee.name.startswith(("llvm.", "irad"))
            self.g.point(self.m.contents[inst], Cell(Node("unknown")) if own else self.m.outside())


def _holds_floats(pointer: Value) -> bool:
    """Whether it points into a constant that has nothing else in it."""
    while isinstance(pointer, (Instruction, ConstantExpr)) and pointer.opcode == "getelementptr":
        pointer = pointer.operands[0]
    if not isinstance(pointer, GlobalVariable) or not pointer.constant or pointer.initializer is None:
        return False
    return _is_float(pointer.value_type)


def _is_float(t: Type) -> bool:
    if isinstance(t, ArrayType):
        return _is_float(t.element)
    return all(map(_is_float, t.elements or ())) if isinstance(t, StructType) else t.is_float
