"""When shadows of heap memory end: with the reverse of the allocation, if the primal has given the memory back by then.

Whether it has is mostly known where the code is written: the function frees what it allocates (`owned`), or nobody can reach
the memory when the outermost call has returned (`passing`).  For all else a table in the arena tells at run time: allocations
enter their shadows, the reverse of a deallocation marks its shadow there, and the reverse of the allocation takes it out, and
frees it if it has a mark.  Shadows that callers have made are in no table, and so are never freed.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from irad.analysis.objects import Cell, Node
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null
from irad.ir.types import I8, PTR
from irad.ir.values import Function, Instruction, Value
from irad.rules import AllocationRule, DeallocationRule, lookup_function
from irad.transform import heap

if TYPE_CHECKING:
    from irad.transform.reverse import ReverseBody

_NULL_IS_FINE = ("free", "_Zd")  # deallocators to which a null pointer is nothing


class Lifetimes:
    """What becomes of the shadows that one function allocates."""

    def __init__(self, body: ReverseBody) -> None:
        self.body = body
        self.memory = body.act.memory

    # ---- what is known before

    def owned(self, inst: Instruction) -> bool:
        """Is the object freed by the primal and out of reach afterwards, so that its shadow goes as well?"""
        return self.memory.node_of(inst) in self._freed or inst in self._surely_freed

    def passing(self, inst: Instruction) -> bool:
        """Is the object out of reach when the outermost call has returned, so that its shadow ends where it is allocated?"""
        node = self.memory.node_of(inst)
        return node is not None and node not in self.outside

    def outside_of(self, inst: Instruction, callee: Function) -> frozenset[Node]:
        """What of the memory that ``callee`` allocates can be reached after the outermost call."""
        if callee in self.memory.functions:  # recursion: one graph
            return frozenset(n for n in self.outside if "heap" in n.flags)
        found = [e for e in self.memory.effects.get(inst, ()) if e.callee is callee]
        return frozenset(
            n for e in found for n, cell in e.nodes.items() if "heap" in Cell(n).root().flags and cell.root() in self.outside
        )

    @cached_property
    def outside(self) -> set[Node]:
        """The nodes that can be reached after the outermost call."""
        given = self.body.key.outside
        return heap.visible_nodes(self.body) if given is None else {Cell(n).root() for n in given}

    @cached_property
    def _callers(self) -> set[Node]:
        """What the function gets from its callers: whether it stays after the outermost call is not known of it."""
        return {n for n in heap.visible_nodes(self.body) if "heap" not in n.flags}

    @cached_property
    def _freed(self) -> set[Node]:
        return heap.freed_nodes(self.body) - heap.visible_nodes(self.body)

    @cached_property
    def _surely_freed(self) -> set[Instruction]:
        return heap.surely_freed(self.body)

    # ---- what is known at run time

    def begin(self, inst: Instruction, rule: AllocationRule, shadow: Value) -> None:
        """The forward part has made the shadow of an allocation."""
        if self._is_noted(inst, rule):
            self._call(self.body.b, "irad_shadow_begin", self.body.emit.arena, shadow)

    def given_back(self, b: Builder, pointer: Value) -> None:
        """The reverse sweep passes what has given the memory behind ``pointer`` back."""
        body, node = self.body, self.memory.node_of(pointer)
        if body.act.pointer(pointer) and (node in self.outside or node in self._callers):
            self._call(b, "irad_shadow_freed", body.stack.arena, body.replay.get(body.emit.shadow(pointer)))

    def end(self, b: Builder, inst: Instruction, rule: AllocationRule, shadow: Value) -> None:
        """The reverse sweep has passed an allocation: give its shadow back, if that is what becomes of it."""
        if self.owned(inst) or self.passing(inst):
            heap.free_shadow(self.body, b, inst, shadow, rule)
        elif self._is_noted(inst, rule):
            last = heap.unless_kept(self.body, b, shadow)
            freed = self._call(b, "irad_shadow_end", self.body.stack.arena, last)
            over = b.select(b.icmp("ne", freed, const_int(I8, 0)), last, null(PTR))
            heap.free_again(self.body, b, inst, over, rule)

    def _is_noted(self, inst: Instruction, rule: AllocationRule) -> bool:
        if rule.kind in ("reserve", "custom") or not rule.deallocator.startswith(_NULL_IS_FINE):
            return False
        return self._anything_freed and not self.owned(inst) and not self.passing(inst)

    @cached_property
    def _anything_freed(self) -> bool:
        """Does anything in the module give heap memory back?"""
        rules = [lookup_function(f) for f in self.body.runtime.module.functions.values() if f.is_declaration]
        frees = any(isinstance(r, DeallocationRule) and r.name != "irad_release" for r in rules)
        return frees or any(isinstance(r, AllocationRule) and r.kind == "realloc" for r in rules)

    def _call(self, b: Builder, name: str, arena: Value, shadow: Value) -> Instruction:
        return b.call_function(self.body.runtime.function(name), [arena, shadow])
