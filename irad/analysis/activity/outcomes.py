"""What a call makes varied, given what is varied before it: the callee is analysed, once for each such question.

Without this, everything that a callee may write would be varied as soon as any of its inputs is.
"""

from __future__ import annotations

from irad.analysis.activity.activity import Activity, Seeds, Varied
from irad.analysis.activity.carriers import Carriers
from irad.analysis.flow.addresses import accessed_pointer, accessed_type
from irad.analysis.memory.handed_memory import HandedMemory, is_opaque
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.module_memory import ModuleMemory
from irad.analysis.memory.objects import Cell, Node
from irad.ir.types import FLOATS
from irad.ir.values import Function, Instruction, Value
from irad.rules import AllocationRule, DeallocationRule, lookup_function

_FOLLOWED = frozenset(FLOATS) | {"ptr"}
_Question = tuple[Function, frozenset[int], frozenset[Node]]


class Outcomes:
    """``of(call, values, nodes)``: whether the result is varied, and which of the caller's nodes are, for ``values`` and
    ``nodes``.
    """

    def __init__(self, memory: ModuleMemory) -> None:
        self.memory = memory
        self.handed = HandedMemory(memory)
        self._known: dict[_Question, tuple[bool, frozenset[Node]] | None] = {}
        self._plain: dict[Function, bool] = {}
        self._keeping: dict[Function, bool] = {}

    def of(self, call: Instruction, values: set[Value], nodes: set[Node]) -> tuple[bool, list[Node]] | None:
        """None where that is unknown: the callee has to be a single known function, and so do its callees."""
        callee, places = called_function(call), self._places(call)
        if callee is None or places is None:
            return None
        params = frozenset(i for i, a in enumerate(call.args) if a in values)
        if any(i >= len(callee.args) for i in params):
            return None
        answer = self._answer(callee, params, frozenset(theirs for theirs, ours in places if ours in nodes))
        return None if answer is None else (answer[0], [ours for theirs, ours in places if theirs in answer[1]])

    def _places(self, call: Instruction) -> list[tuple[Node, Node]] | None:
        """The nodes of the callee, with those of the caller that they stand for."""
        callee = called_function(call)
        if callee is None or not self._is_plain(callee):
            return None
        memory = self.memory.of(call.function)
        effects = memory.effects.get(call, [])
        if len(effects) != 1 or effects[0].callee is not callee or callee in memory.functions or call in memory.unknown_calls:
            return None
        return [(Cell(theirs).root(), cell.root()) for theirs, cell in effects[0].nodes.items()]

    def written(self, call: Instruction) -> list[Node] | None:
        """The nodes that a call may write to; None if unknown, or if it may free memory."""
        found = self._places(call)
        callee = called_function(call)
        if found is None or callee is None or not self._keeps_memory(callee):
            return None
        return [ours for theirs, ours in found if "mod" in theirs.flags]

    def _answer(self, fn: Function, params: frozenset[int], nodes: frozenset[Node]) -> tuple[bool, frozenset[Node]] | None:
        question = (fn, params, nodes)
        if question not in self._known:
            memory = self.memory.of(fn)
            inside = Activity(fn, memory, Carriers(memory), Seeds(params, False, nodes), outcomes=self)
            Varied(inside).run()
            result = any(v in inside.varied for i in fn.instructions() if i.opcode == "ret" for v in i.operands)
            accesses = [i for i in fn.instructions() if i.opcode in ("load", "store")]
            followed = all(map(_holds_floats_only, inside.varied_nodes)) and all(_is_followed(i, inside) for i in accesses)
            followed &= not any(v.type.scalar.is_int for v in inside.varied)
            self._known[question] = (result, frozenset(inside.varied_nodes)) if followed else None
        return self._known[question]

    def _is_plain(self, fn: Function) -> bool:
        """Whether a function can be analysed: directly and indirectly, it calls known functions only, and none recursively.

        (Functions that are called through pointers, or have a rule in the program, get shadows of all memory passed to them.)
        """
        if fn not in self._plain:
            self._plain[fn] = False  # recursion
            instructions = [] if fn.is_declaration or fn.ftype.vararg else list(fn.instructions())
            strange = any(i.opcode in ("inttoptr", "ptrtoint", "va_arg") for i in instructions)
            calls = [i for i in instructions if i.opcode in ("call", "invoke", "callbr")]
            self._plain[fn] = bool(instructions) and not strange and all(map(self._is_known, calls))
        return self._plain[fn]

    def _keeps_memory(self, fn: Function) -> bool:
        """Whether a function that `_is_plain` frees no memory."""
        if fn not in self._keeping:
            callees = [c for i in fn.instructions() if i.opcode == "call" and (c := called_function(i)) is not None]
            rules = [lookup_function(c) for c in callees]
            frees = any(isinstance(r, DeallocationRule) or (isinstance(r, AllocationRule) and r.kind == "realloc") for r in rules)
            inner = [c for c, r in zip(callees, rules, strict=True) if r is None and not c.is_declaration]
            self._keeping[fn] = not frees and all(map(self._keeps_memory, inner))
        return self._keeping[fn]

    def _is_known(self, call: Instruction) -> bool:
        callee = called_function(call)
        if callee is None or call.opcode != "call" or is_opaque(call):
            return False
        return callee.name.startswith("llvm.") or lookup_function(callee) is not None or self._is_plain(callee)


def _holds_floats_only(node: Node) -> bool:
    """Whether memory is accessed only as floats and pointers.  Data that passes through integers is not followed."""
    kinds = [content.find().kinds for content, _ in node.fields.values()]
    return all(found and found <= _FOLLOWED for found in kinds) and not node.flags & {"unknown", "bulk"}


def _is_followed(access: Instruction, inside: Activity) -> bool:
    """Whether an access to varied memory moves whole floats (or pointers)."""
    t = accessed_type(access)
    return inside.memory.node_of(accessed_pointer(access)) not in inside.varied_nodes or t.scalar.is_float or t.scalar.is_ptr
