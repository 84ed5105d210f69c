"""The memory that a function passes to calls through pointers, its own and those of its callees.

A function that is called through a pointer is differentiated in one way only: all memory passed to it has a shadow.  The owner of
that memory has to provide one, however deep in the call graph the call is.
"""

from __future__ import annotations

from irad.analysis.memory.memory_graph import Memory, called_function
from irad.analysis.memory.module_memory import ModuleMemory
from irad.analysis.memory.objects import Cell, Node, reachable
from irad.ir.values import Instruction
from irad.rules import lookup_function
from irad.rules.formulas.external import ExternalRule


class HandedMemory:
    """``nodes(call)``: the nodes of the caller that a call passes on."""

    def __init__(self, memory: ModuleMemory) -> None:
        self.memory = memory
        self._calls: dict[Instruction, list[Node]] = {}
        self._groups: dict[Memory, list[Node]] = {}

    def nodes(self, call: Instruction) -> list[Node]:
        if call not in self._calls:
            self._calls[call] = self._nodes(call)
        return [Cell(n).root() for n in self._calls[call]]

    def _nodes(self, call: Instruction) -> list[Node]:
        memory = self.memory.of(call.function)
        if called_function(call) is None or is_opaque(call):
            return reached(memory, call)
        out: list[Node] = []
        for effect in memory.effects.get(call, ()):
            if effect.callee.is_declaration:
                continue
            if effect.callee in memory.functions:  # recursion: one graph
                out += self._group(memory)
            else:
                theirs = {Cell(n).root() for n in self._group(self.memory.of(effect.callee))}
                out += [cell.root() for n, cell in effect.nodes.items() if Cell(n).root() in theirs]
        return out

    def _group(self, memory: Memory) -> list[Node]:
        if memory not in self._groups:
            self._groups[memory] = []  # recursion
            calls = [i for f in memory.functions for i in f.instructions() if i.opcode in ("call", "invoke")]
            self._groups[memory] = list(dict.fromkeys(n for i in calls for n in self._nodes(i)))
        return self._groups[memory]


def is_opaque(inst: Instruction) -> bool:
    """Whether the call has a rule that the program registered, so that its effects are unknown."""
    callee = called_function(inst)
    rule = lookup_function(callee) if callee is not None else None
    return isinstance(rule, ExternalRule) and rule.opaque


def reached(memory: Memory, inst: Instruction) -> list[Node]:
    """All nodes reachable by a call: through its arguments, its result and the globals that its callees name."""
    roots = [n for n in (memory.node_of(a) for a in [*inst.args, inst]) if n is not None]
    roots += [cell.root() for cell in memory.unknown_calls.get(inst, ())]
    for effect in memory.effects.get(inst, ()):
        recursive = effect.callee in memory.functions  # one graph, and all its globals
        roots += [c.root() for c in (memory.globals_ if recursive else effect.nodes).values()]
    return reachable(roots)
