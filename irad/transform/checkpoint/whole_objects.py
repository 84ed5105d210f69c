"""Objects of known size that a checkpointed loop may access, where it is not known which part of them.

Pointer arithmetic does not leave an object, so that all of it is certainly enough.  That takes two things: to know the object
from which a pointer is computed (`pointer_origins.py`), and its size.
"""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.activity.activity import copy_call
from irad.analysis.flow.cfg import Loop
from irad.analysis.memory.memory_graph import Memory, called_function
from irad.analysis.memory.objects import Cell, Node
from irad.analysis.memory.outlined_functions import CELL, HANDED_ON, POOL, callee_name
from irad.analysis.reuse.loop_state import MemoryRange
from irad.analysis.reuse.pointer_origins import pointer_origins, stored_in
from irad.analysis.reuse.polynomial import Polynomial, named
from irad.analysis.reuse.reload_safety import Aliasing
from irad.ir.values import Argument, Function, Instruction, Value
from irad.rules import AllocationRule, lookup_function
from irad.transform.outline.marks import LoopParameters, is_cell

_OUTSIDE = {"global", "unknown"}


class WholeObjects:
    """Questions about one outlined loop."""

    def __init__(self, fn: Function, loop: Loop, memory_of: Callable[[Function], Memory], parameters: LoopParameters) -> None:
        self.loop, self.memory_of, self.memory, self.parameters = loop, memory_of, memory_of(fn), parameters

    def accessed(self, inst: Instruction, node: Node) -> list[MemoryRange] | None:
        """The objects in which an instruction accesses ``node``; None where they are not known, or their sizes."""
        pointers = self._pointers(inst, node)
        out: dict[MemoryRange, None] = {}
        for pointer in pointers or ():
            origins = pointer_origins(self.loop, pointer)
            found = [self.whole(a) for a in origins or ()]
            if origins is None or None in found:
                return None
            out.update((r, None) for r in found if r is not None)
        return list(out) if pointers else None

    def comes_from_elsewhere(self, inst: Instruction, node: Node) -> bool:
        """Whether an instruction gets at a node by a pointer from memory, rather than by one from parameters and cells."""
        made = inst.type.is_ptr and self.memory.node_of(inst) is node
        if inst.opcode == "load":
            return made and not _is_variable(inst.operands[0])
        if inst.opcode != "call" or copy_call(inst) or callee_name(inst) == HANDED_ON:
            return False
        callee = called_function(inst)
        if callee is None or lookup_function(callee) is not None or not inst.args:
            return made and not (callee is not None and isinstance(lookup_function(callee), AllocationRule))
        touches = any(cell.root() is node for effect in self.memory.effects.get(inst, ()) for cell in effect.nodes.values())
        return made or (touches and self._pointers(inst, node) is None)

    def object(self, a: Argument) -> Argument:
        """The parameter that points to the object of a parameter, or of the pointer in a cell when the loop begins; that itself,
        if there is none.
        """
        return self.parameters.objects.get(a, a)

    def whole(self, a: Argument) -> MemoryRange | None:
        """All of the object, if its size is known."""
        base = self.object(a)
        size = self.parameters.sizes.get(base)
        if size is None or base.attributes.value(CELL) is not None or POOL in base.attributes:
            return None
        return MemoryRange(base, Polynomial(), named(size), ())

    def _pointers(self, inst: Instruction, node: Node) -> list[Value] | None:
        """The pointers by which an instruction may get at a node."""
        if inst.opcode == "load":
            return [inst.operands[0]]
        if inst.opcode == "store":
            return [inst.operands[1]]
        if copy_call(inst):
            return [p for p in inst.operands[:2] if p.type.is_ptr and self.memory.node_of(p) is node]
        if inst.opcode != "call" or inst in self.memory.unknown_calls:
            return None
        out: list[Value] = []
        for effect in self.memory.effects.get(inst, ()):
            theirs = {Cell(n).root() for n, cell in effect.nodes.items() if cell.root() is node}
            found = self._given(inst, effect.callee, theirs)
            if effect.callee in self.memory.functions or found is None:
                return None
            out += found
        return out

    def _given(self, call: Instruction, callee: Function, nodes: set[Node]) -> list[Value] | None:
        """The pointers into nodes of its graph that a function gets; None where it may find others in memory."""
        memory = self.memory_of(callee)
        aliasing = Aliasing(callee, memory, False)
        out: list[Value] = []
        cells: set[Node] = set()
        for a, given in zip(callee.args, call.args, strict=False):
            own = memory.node_of(a) if a.type.is_ptr else None
            if own is not None and own in nodes:
                out.append(given)
            if own is not None and a.attributes.value(CELL) is not None:
                cells.add(own)
                held = stored_in(given) if _leads_to(own, nodes) else []
                if held is None:
                    return None
                out += held
        others = aliasing.nodes - aliasing.apart - cells
        found = any(_leads_to(n, nodes) for n in others) or any(n.flags & _OUTSIDE for n in nodes)
        return None if found else out


def _is_variable(place: Value) -> bool:
    """Whether it is a cell, or a variable that is used as one and for nothing else."""
    if isinstance(place, Argument):
        return place.attributes.value(CELL) is not None
    if not isinstance(place, Instruction) or place.opcode != "alloca":
        return False
    stored = (u.opcode == "store" and u.operands[0] is not place for u in place.users())
    return all(u.opcode == "load" or s or is_cell(u, place) for u, s in zip(place.users(), stored, strict=True))


def _leads_to(node: Node, targets: set[Node]) -> bool:
    """Whether pointers to one of the targets may be in the memory."""
    pointees = (content.find().pointee for content, _ in node.fields.values())
    return any(p.root() in targets for p in pointees if p is not None)
