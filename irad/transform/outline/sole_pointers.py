"""Captured pointers that are the only way to their memory: what a loop reaches by other pointers is other memory.

The function that a loop becomes gets pointers as parameters and in cells, and the latter may point anywhere.  Its caller knows
more: it has allocated some of the memory itself, or has been promised that no other parameter points there (``noalias``), and
hands the pointer to nothing that keeps it.
"""

from __future__ import annotations

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.memory_graph import allocation_rule, called_function
from irad.analysis.reuse.reload_safety import SOLE
from irad.ir.values import Argument, Instruction, Value
from irad.rules import DeallocationRule, lookup_function
from irad.transform.outline.marks import is_mark

_KEEPS_NOTHING = ("captures(none)", "captures(address)", "nocapture", SOLE)
_INTRINSICS = ("llvm.mem", "llvm.lifetime.", "llvm.assume", "llvm.dbg.")


class SolePointers:
    """Questions about what a loop captures, before it is taken out of its function."""

    def __init__(self, flow: ControlFlow, loop: Loop) -> None:
        self.loop = loop
        self.before = set(loop.blocks)  # and the blocks from which the loop can be reached
        work = list(loop.blocks)
        while work:
            for block in flow.preds[work.pop()]:
                if block not in self.before:
                    self.before.add(block)
                    work.append(block)

    def has(self, v: Value) -> bool:
        """Whether all accesses of the loop to the memory of a new allocation or a ``noalias`` parameter are by addresses that it
        computes from ``v`` itself.  What happens to the pointer when the loop has been left for good does not count.
        """
        return v.type.is_ptr and _is_separate(v) and not self._is_kept(v, {v})

    def _is_kept(self, v: Value, seen: set[Value]) -> bool:
        """Whether the loop may find ``v``, or an address computed from it, elsewhere."""
        own = self.loop.blocks
        inside = isinstance(v, Instruction) and v.block in own
        chosen = isinstance(v, Instruction) and v.opcode in ("phi", "select") and not inside
        for user in v.users():
            if user.block not in self.before:
                continue
            if (inside and user.block not in own) or (chosen and user.block in own):
                return True
            if user.opcode in ("getelementptr", "phi", "select"):
                if user.opcode == "phi" and user.block is self.loop.header:
                    return True
                if user not in seen:
                    seen.add(user)
                    if self._is_kept(user, seen):
                        return True
            elif user.opcode == "store":
                if user.operands[0] is v:
                    return True
            elif user.opcode == "call":
                if not _keeps_nothing(user, v):
                    return True
            elif user.opcode not in ("load", "icmp"):
                return True
        return False


def _is_separate(v: Value) -> bool:
    """Whether no other pointer that the function begins with or finds points to the memory."""
    if isinstance(v, Argument):
        return "noalias" in v.attributes
    if not isinstance(v, Instruction):
        return False
    if v.opcode == "alloca":
        return True
    rule = allocation_rule(v)
    return rule is not None and rule.fresh


def _keeps_nothing(call: Instruction, v: Value) -> bool:
    """Whether a call only uses the memory at ``v``, and only while it runs."""
    callee = called_function(call)
    if callee is None:
        return False
    if is_mark(call) or callee.name.startswith(_INTRINSICS) or isinstance(lookup_function(callee), DeallocationRule):
        return True
    given = [p for a, p in zip(call.args, callee.args, strict=False) if a is v]
    return len(given) == call.args.count(v) and all(any(word in p.attributes for word in _KEEPS_NOTHING) for p in given)
