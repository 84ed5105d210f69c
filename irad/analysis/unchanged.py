"""Loads whose memory nobody writes: they may be done again in the reverse sweep instead of being cached.

Flow-insensitive: the whole function (with everything it calls) has no write to the loaded object.  Two objects are
different when their nodes differ and at most one of them is visible from outside; two outside objects may be the same
memory unless the caller promises otherwise (``noalias``) or they hold data of different kinds (an index array is not a
double array).
"""

from __future__ import annotations

from irad.analysis.memory import Memory
from irad.analysis.objects import Node, reachable
from irad.ir.values import Function, GlobalVariable, Instruction, Value


class Unchanged:
    """``of(load)``: does the load give the same value in the reverse sweep?"""

    def __init__(self, fn: Function, memory: Memory, noalias: bool, split: bool) -> None:
        self.memory = memory
        self.noalias = noalias
        self.split = split
        nodes = {n for v in [*fn.args, *fn.instructions()] if (n := memory.node_of(v)) is not None}
        nodes |= {cell.root() for cell in memory.globals_.values()}
        self.nodes = set(reachable(list(nodes)))
        self.private = {n for n in self.nodes if n.flags & {"stack", "heap"} and not n.flags & {"param", "global", "unknown"}}
        outside = set(reachable([n for n in self.nodes if n not in self.private]))
        self.private -= outside
        self.written = [n for n in self.nodes if "mod" in n.flags]
        self.restricted = {n for a in fn.args if "noalias" in a.attrs.split() and (n := memory.node_of(a)) is not None}

    def of(self, load: Instruction) -> bool:
        if load.attrs["volatile"] or load.attrs["atomic"]:
            return False
        return self.pointer(load.operands[0])

    def pointer(self, pointer: Value) -> bool:
        """Is the memory behind ``pointer`` the same in the reverse sweep?"""
        node = self.memory.node_of(pointer)
        if node is None:
            return False
        if self._constant(node):
            return True
        if self.split or "mod" in node.flags or "unknown" in node.flags:
            return False
        if node in self.private:
            return True
        return not any(self._may_overlap(node, w) for w in self.written)

    def _constant(self, node: Node) -> bool:
        """Only ``constant`` globals are in the node."""
        if not node.names or node.flags - {"global", "read", "ref", "bulk", "copied"}:
            return False
        found = [self.memory.module.globals_.get(name) for name in node.names]
        return all(isinstance(v, GlobalVariable) and v.constant for v in found)

    def _may_overlap(self, a: Node, b: Node) -> bool:
        if b in self.private:
            return False
        if self.noalias or a in self.restricted or b in self.restricted:
            return "unknown" in b.flags or not (_declared(a) and _declared(b))
        ka, kb = _kinds(a), _kinds(b)
        return not ka or not kb or bool(ka & kb)


def _declared(node: Node) -> bool:
    """A parameter's or global's own object, not something loaded from elsewhere."""
    return bool(node.flags & {"param", "global", "stack", "heap"})


def _kinds(node: Node) -> set[str]:
    return {k for content, _ in node.fields.values() for k in content.find().kinds}
