"""Interleaved shadows of several directions: what belongs to one number of the primal is contiguous in memory.

Directions that a caller passes are in separate arrays.  For memory whose lifetime is within the function the layout is ours:
where the primal has a number, the shadow has one number per direction, so that LLVM vectorises them.  Every offset is then
multiplied by the number of directions, which is possible where all pointers into the memory are derived from its allocation by
address arithmetic, and are only used to load and store single numbers, to copy and to clear.
"""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.activity.activity import Activity, copy_call
from irad.analysis.flow.addresses import gep_offset
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.reload_safety import Aliasing
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import DOUBLE, FLOAT, I8, I64, LAYOUT, FloatType, Type, array
from irad.ir.values import Function, Instruction, Value
from irad.rules import EXCEPTION_FREED, AllocationRule, DeallocationRule, lookup_function
from irad.transform.base.vectorized_loops import is_stream

_TYPES: dict[str, FloatType] = {"double": DOUBLE, "float": FLOAT}
_UNNOTICED = ("llvm.lifetime.", "llvm.invariant.", "llvm.dbg.")


class Interleaved:
    """``of(pointer)``: the type of the numbers in the memory at a pointer if its shadows are interleaved, else None."""

    def __init__(self, fn: Function, activity: Activity, flow: ControlFlow) -> None:
        self.activity = activity
        self.memory = activity.memory
        self.types: dict[Node, FloatType] = {}
        for node in Aliasing(fn, self.memory, False).private:
            kinds = {k for content, _ in node.fields.values() for k in content.find().kinds}
            kind = kinds.pop() if len(kinds) == 1 else ""
            if activity.node(node) and kind in _TYPES and "resized" not in node.flags:
                self.types[node] = _TYPES[kind]
        pointers = [i for i in fn.instructions() if i.type.is_ptr and self.of(i) is not None]
        while (lost := next((p for p in pointers if self.of(p) is not None and not self._followed(p)), None)) is not None:
            del self.types[self.memory.node_of(lost)]  # type: ignore[arg-type]
        streams = [self._accessed(loop) for loop in flow.loops if self.types and is_stream(flow, loop)]
        while mixed := [nodes for nodes in streams if nodes & self.types.keys() and not nodes <= self.types.keys()]:
            for node in mixed[0] & self.types.keys():
                del self.types[node]

    def _accessed(self, loop: Loop) -> set[Node]:
        """The active memory whose numbers are read or written in a loop.

        A loop that LLVM vectorises over iterations gets slower if the directions are interleaved in only some of this memory:
        then neither lanes nor iterations are contiguous everywhere.
        """
        accesses = [i for block in loop.blocks for i in block.instructions if i.opcode in ("load", "store")]
        numbers = [i for i in accesses if (i if i.opcode == "load" else i.operands[0]).type.scalar.is_float]
        nodes = {self.memory.node_of(i.operands[-1]) for i in numbers}
        return {node for node in nodes if node is not None and self.activity.node(node)}

    def of(self, pointer: Value) -> FloatType | None:
        node = self.memory.node_of(pointer) if self.types else None
        return self.types.get(node) if node is not None else None

    def _followed(self, pointer: Instruction) -> bool:
        """Whether the origin of a pointer and all its uses are known."""
        if pointer.opcode == "call":
            callee = called_function(pointer)
            rule = lookup_function(callee) if callee is not None else None
            if not isinstance(rule, AllocationRule) or rule.kind not in ("malloc", "calloc", "reserve"):
                return False
            if rule.deallocator == EXCEPTION_FREED:
                return False
        elif pointer.opcode not in ("alloca", "getelementptr", "phi", "select", "freeze"):
            return False
        return all(self._understood(pointer, user) for user in pointer.users())

    def _understood(self, pointer: Value, user: Instruction) -> bool:
        t = self.of(pointer)
        if user.opcode == "load":
            return user.type is t
        if user.opcode == "store":
            return user.operands[0] is not pointer and user.operands[0].type is t
        if user.opcode in ("getelementptr", "phi", "select", "freeze"):
            return self.of(user) is t and not user.type.is_vector
        if user.opcode == "icmp":
            return True
        callee = called_function(user) if user.opcode == "call" else None
        if callee is None:
            return False
        if copy_call(user):
            both = user.operands[:2] if copy_call(user) == "copy" else user.operands[:1]
            return all(self.of(p) in (t, None) for p in both) and user.operands[2].type is I64
        rule = lookup_function(callee)
        freed = isinstance(rule, DeallocationRule) and rule.name in ("free", "irad_release")
        return freed or callee.name.startswith(_UNNOTICED)


def scaled_address(b: Builder, gep: Instruction, base: Value, copy: Callable[[Value], Value], width: int) -> Value:
    """The address that is ``width`` times as far from ``base`` as ``gep`` moves its pointer."""
    constant, terms = gep_offset(gep)
    for index, scale in terms:
        base = b.gep(array(scale * width, I8), base, [copy(index)])
    return b.gep(I8, base, [const_int(I64, constant * width)])


def lane_address(b: Builder, base: Value, t: Type, lane: int) -> Value:
    """The address of a lane's number among the interleaved ones."""
    return b.gep(I8, base, [const_int(I64, lane * LAYOUT.size_of(t))])
