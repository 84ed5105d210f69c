"""Loads that give the same value in the reverse sweep: they may be repeated instead of being cached.

The reverse sweep of a *context* begins when its forward part has run: the context is the whole function, or one iteration of a
loop that is recomputed (`repeatable_loops.py`).  A load can be repeated if no instruction that may write its memory, or frees it,
is reachable from it within its context.  Two objects are different when their nodes differ and at most one of them is visible
from outside; two outside objects may be the same memory unless the caller promises otherwise (``noalias``) or they hold data of
different kinds (an index array is not a double array).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.memory_graph import Memory
from irad.analysis.memory.objects import Node, reachable
from irad.analysis.reuse.effects import Effects
from irad.ir.values import Block, Function, GlobalVariable, Instruction, Value

SOLE = '"irad-sole-pointer"'  # a parameter: what the function reaches by other pointers is other memory


class Aliasing:
    """Which nodes of a function may be the same memory.

    ``apart``: memory that the function allocates itself and that does not escape to any other memory; ``private``: that is not
    returned either, so that it is unobservable after the call.  ``sole``: that of parameters which are the only way to it.
    """

    def __init__(self, fn: Function, memory: Memory, noalias: bool) -> None:
        self.memory = memory
        self.noalias = noalias
        nodes = {n for v in [*fn.args, *fn.instructions()] if (n := memory.node_of(v)) is not None}
        nodes |= {cell.root() for cell in memory.globals_.values()}
        self.nodes = set(reachable(list(nodes)))
        self.apart = {n for n in self.nodes if n.flags & {"stack", "heap"} and not n.flags & {"param", "global", "unknown"}}
        self.apart -= set(reachable([n for n in self.nodes if n not in self.apart]))
        returned = memory.returns[fn].find().pointee if fn in memory.returns else None
        self.private = self.apart - set(reachable([returned.root()] if returned is not None else []))
        self.sole = {n for a in fn.args if SOLE in a.attributes and (n := memory.node_of(a)) is not None}
        self.restricted = {n for a in fn.args if "noalias" in a.attrs.split() and (n := memory.node_of(a)) is not None}

    def constant(self, node: Node) -> bool:
        """Whether the node consists of ``constant`` globals only."""
        if not node.names or node.flags - {"global", "read", "ref", "bulk", "copied"}:
            return False
        found = [self.memory.module.globals_.get(name) for name in node.names]
        return all(isinstance(v, GlobalVariable) and v.constant for v in found)

    def may_overlap(self, a: Node, b: Node) -> bool:
        if a is b:
            return True
        if a in self.apart or b in self.apart or a in self.sole or b in self.sole:
            return False
        if self.noalias or a in self.restricted or b in self.restricted:
            return "unknown" in b.flags or not (_declared(a) and _declared(b))
        ka, kb = _kinds(a), _kinds(b)
        return not ka or not kb or bool(ka & kb)


class ReloadSafety:
    """``of(load)``: whether the load gives the same value in the reverse sweep of its context.

    ``context(block)`` is the loop around a block whose iterations run again, None for the function; ``deferred(free)`` says that
    memory is freed only by the reverse sweep; there is no reverse sweep after blocks that are not ``live``.
    """

    def __init__(
        self,
        aliasing: Aliasing,
        effects: Effects,
        flow: ControlFlow,
        split: bool,
        deferred: Callable[[Instruction], bool],
        context: Callable[[Block], Loop | None] = lambda block: None,
        live: Callable[[Block], bool] = lambda block: True,
    ) -> None:
        self.aliasing = aliasing
        self.effects = effects
        self.flow = flow
        self.split = split
        self.context = context
        self.changes: dict[Block, list[tuple[Instruction, frozenset[Node]]]] = {}
        self.ends: list[tuple[Block, frozenset[Node]]] = []
        for inst in [i for block in flow.rpo if live(block) for i in block.instructions]:
            nodes = effects.writes.get(inst, frozenset())
            freed = effects.frees.get(inst, frozenset())
            if freed and not deferred(inst) and inst.block is not None:
                nodes |= freed
                self.ends.append((inst.block, freed))
            if nodes and inst.block is not None:
                self.changes.setdefault(inst.block, []).append((inst, nodes))
        self.elements: Callable[[Instruction, Loop | None], bool] = lambda access, context: False
        self._elements: dict[tuple[Instruction, Loop | None], bool] = {}
        self._after: dict[tuple[Block, Loop | None], set[Block]] = {}
        self._known: dict[tuple[Node, Instruction, Loop | None], bool] = {}

    def of(self, load: Instruction) -> bool:
        if load.attrs["volatile"] or load.attrs["atomic"]:
            return False
        return self.pointer(load.operands[0], load) or self.element(load)

    def element(self, access: Instruction) -> bool:
        """Whether the bytes that a load has read, or a store has written, are the same in the reverse sweep (`elements`)."""
        if access.block not in self.flow.index or access.attrs["volatile"] or access.attrs["atomic"]:
            return False
        context = self.context(access.block)
        if self.split and context is None:
            return False
        key = (access, context)
        if key not in self._elements:
            self._elements[key] = self.elements(access, context)
        return self._elements[key]

    def pointer(self, pointer: Value, at: Instruction) -> bool:
        """Whether the memory at ``pointer`` has the same contents in the reverse sweep as at an instruction."""
        node = self.aliasing.memory.node_of(pointer)
        if node is None or at.block not in self.flow.index:
            return False
        return self.node(node, at, self.context(at.block))

    def node(self, node: Node, at: Instruction, context: Loop | None) -> bool:
        """The same for everything in a node, in the context of a given loop."""
        if self.aliasing.constant(node):
            return True
        if "unknown" in node.flags or (self.split and context is None):
            return False
        key = (node, at, context)
        if key not in self._known:
            self._known[key] = not self._changed(node, at, context)
        return self._known[key]

    def freed(self, node: Node, block: Block, context: Loop | None) -> bool:
        """Whether the memory of a node may be freed between a block's end and the reverse sweep."""
        after = self.after(block, context)
        return any(b in after and any(self.aliasing.may_overlap(node, n) for n in nodes) for b, nodes in self.ends)

    def _changed(self, node: Node, at: Instruction, context: Loop | None) -> bool:
        return next(self.later_changes(node, at, context), None) is not None

    def later_changes(
        self, node: Node, at: Instruction, context: Loop | None
    ) -> Iterator[tuple[Instruction, frozenset[Node]]]:
        """The instructions that may change a node after an instruction, with all the nodes that they change."""
        block = at.block
        assert block is not None
        after = self.after(block, context)
        for other, changes in self.changes.items():
            if other is not block and other not in after:
                continue
            for inst, nodes in changes:
                if other is block and block not in after and block.instructions.index(inst) <= block.instructions.index(at):
                    continue
                if any(self.aliasing.may_overlap(node, n) for n in nodes):
                    yield inst, nodes

    def after(self, block: Block, context: Loop | None) -> set[Block]:
        """The blocks that are reached from the end of ``block`` within an iteration of the context's loop."""
        key = (block, context)
        found = self._after.get(key)
        if found is None:
            found = self._after[key] = set()
            work = [block]
            while work:
                for s in self.flow.succs[work.pop()]:
                    inside = context is None or (s in context.blocks and s is not context.header)
                    if inside and s not in found:
                        found.add(s)
                        work.append(s)
        return found


def _declared(node: Node) -> bool:
    """Whether it is a parameter's, global's, stack or heap object, not one only known through a loaded pointer."""
    return bool(node.flags & {"param", "global", "stack", "heap"})


def _kinds(node: Node) -> set[str]:
    return {k for content, _ in node.fields.values() for k in content.find().kinds}
