"""Which functions and calls may end in an exception."""

from __future__ import annotations

from collections.abc import Iterable

from irad.analysis.memory.memory_graph import called_function
from irad.ir.values import Function, Instruction, Module
from irad.rules import AllocationRule, InactiveRule, lookup_function

NOTHROW = "RKSt9nothrow_t"


class Throwing:
    """The functions of a module that may throw; ``taken``: those that calls through pointers may reach."""

    def __init__(self, module: Module, taken: list[Function]) -> None:
        self.module = module
        self.taken = taken
        self.functions: set[Function] = set()

    def find(self, reached: Iterable[Function]) -> None:
        """The least fixed point: a function throws if one of its instructions lets an exception escape."""
        changed = True
        while changed:
            changed = False
            for fn in reached:
                if fn not in self.functions and "nounwind" not in fn.attributes and any(map(self._lets_out, fn.instructions())):
                    self.functions.add(fn)
                    changed = True

    def _lets_out(self, inst: Instruction) -> bool:
        return inst.opcode == "resume" or (inst.opcode == "call" and self.may_throw(inst))

    def may_throw(self, inst: Instruction) -> bool:
        """True if a call or invoke may end in an exception."""
        if "nounwind" in inst.attrs["fn_attrs"]:
            return False
        callee = called_function(inst)
        if callee is None:
            return bool(self.candidates(inst))
        if "nounwind" in callee.attributes or callee.name.startswith("llvm."):
            return False
        if callee.blocks:
            return callee in self.functions
        rule = lookup_function(callee)
        declared_inactive = isinstance(rule, InactiveRule) and callee.name in self.module.rules
        return throws_by_rule(inst) or rule is None or declared_inactive

    def is_closed(self, callee: Function) -> bool:
        """True if there is no ``caught`` version of ``callee``: no body, variable arguments, a dynamic exception specification.
        """
        return not callee.blocks or callee.ftype.vararg or any(map(is_filter, callee.instructions()))

    def candidates(self, inst: Instruction) -> list[Function]:
        """The functions that throw and that a call through a pointer may reach."""
        return [f for f in self.taken if f in self.functions and f.ftype is inst.attrs["ftype"]]


def never_returns(callee: Function) -> bool:
    rule = lookup_function(callee)
    return isinstance(rule, InactiveRule) and rule.noreturn


def throws_by_rule(inst: Instruction) -> bool:
    """True if, according to the table, the called library function may throw."""
    callee = called_function(inst)
    if callee is None or callee.blocks or "nounwind" in inst.attrs["fn_attrs"] or "nounwind" in callee.attributes:
        return False
    rule = lookup_function(callee)
    if isinstance(rule, AllocationRule):
        return rule.kind == "new" and callee.name.startswith("_Zn") and not callee.name.endswith(NOTHROW)
    return isinstance(rule, InactiveRule) and rule.throws


def is_filter(inst: Instruction) -> bool:
    return inst.opcode == "landingpad" and "filter" in inst.attrs["clauses"]
