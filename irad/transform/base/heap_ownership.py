"""Which heap memory functions allocate and free themselves."""

from __future__ import annotations

from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.module_memory import ModuleMemory
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.effects import given_back
from irad.analysis.reuse.reload_safety import Aliasing
from irad.ir.values import Function, Instruction, Value
from irad.rules import AllocationRule, DeallocationRule, InactiveRule, lookup_function


class Ownership:
    """Which functions of a module free memory, and which have allocated it."""

    def __init__(self, memory: ModuleMemory) -> None:
        self.memory = memory
        self._freeing: dict[Function, bool] = {}
        self._private: dict[Function, set[Node]] = {}

    def may_free(self, fn: Function) -> bool:
        """True if a function, directly or in its callees, may free heap memory of its caller."""
        if fn not in self._freeing:
            self._freeing[fn] = False  # recursion
            self._freeing[fn] = fn.is_declaration or any(map(self._frees, fn.instructions()))
        return self._freeing[fn]

    def _frees(self, inst: Instruction) -> bool:
        if inst.opcode not in ("call", "invoke"):
            return False
        callee = called_function(inst)
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, DeallocationRule):
            return not self.owns(inst.operands[rule.pointer], inst.function)
        if isinstance(rule, InactiveRule) and rule.ends:
            return not given_back(inst, self.memory.of(inst.function)) <= self.private(inst.function)
        if isinstance(rule, AllocationRule) and rule.fresh:
            return False
        if rule is not None:
            return isinstance(rule, AllocationRule) or getattr(rule, "opaque", False)
        return callee is None or (not callee.name.startswith("llvm.") and self.may_free(callee))

    def owns(self, pointer: Value, fn: Function) -> bool:
        """True if a pointer leads to memory that a call of ``fn`` itself allocates, and that does not escape from it."""
        return self.memory.of(fn).node_of(pointer) in self.private(fn)

    def private(self, fn: Function) -> set[Node]:
        """The memory that a call of ``fn`` itself allocates, and that does not escape from it."""
        if fn not in self._private:
            self._private[fn] = Aliasing(fn, self.memory.of(fn), False).private
        return self._private[fn]
