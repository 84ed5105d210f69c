"""Lifetimes of heap memory that a function allocates, to the extent known before its derivative is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property

from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.memory.memory_graph import Memory, called_function
from irad.analysis.memory.objects import Cell, Node, reachable
from irad.analysis.reuse.effects import given_back
from irad.ir.values import Block, Function, Instruction, Module, Value
from irad.rules import EXCEPTION_FREED, AllocationRule, DeallocationRule, InactiveRule, lookup_function
from irad.transform.exceptions.caught_exceptions import HANDLED

_NULL_IS_FINE = ("free", "_Zd")  # deallocators that ignore a null pointer


class HeapLifetimes:
    """When memory that one function allocates is freed, and when its shadows may be.

    ``given``: the part of it that is reachable after the outermost call, if the caller knows.
    """

    def __init__(self, fn: Function, memory: Memory, module: Module, given: frozenset[Node] | None) -> None:
        self.fn = fn
        self.memory = memory
        self.module = module
        self._given = given

    @cached_property
    def visible(self) -> set[Node]:
        """Nodes that are reachable from outside after the function has returned."""
        memory = self.memory
        roots = [n for n in map(memory.node_of, self.fn.args) if n is not None]
        pointee = memory.returns[self.fn].find().pointee
        if pointee is not None:
            roots.append(pointee.root())
        roots += memory.global_nodes(but=HANDLED)  # not used after the handler has ended
        return set(reachable(roots))

    def owned(self, inst: Instruction) -> bool:
        """True if the primal frees the object and it is unreachable afterwards, so that its shadow is freed as well."""
        return self.memory.node_of(inst) in self._freed or inst in self._surely_freed

    def ended(self, inst: Instruction, frees: Mapping[Instruction, Value]) -> bool:
        """True if the function frees the object on all paths, by the pointer that the allocation has given."""
        ends = {i for i, pointer in frees.items() if pointer is inst}
        return bool(ends) and _always_ended(inst, ends)

    def passing(self, inst: Instruction) -> bool:
        """True if the object is unreachable after the outermost call: its shadow ends where the allocation is reversed."""
        node = self.memory.node_of(inst)
        return node is not None and node not in self.outside

    def outside_of(self, inst: Instruction, callee: Function) -> frozenset[Node]:
        """The memory allocated by ``callee`` that is reachable after the outermost call."""
        if callee in self.memory.functions:  # recursion: one graph
            return frozenset(n for n in self.outside if "heap" in n.flags)
        found = [e for e in self.memory.effects.get(inst, ()) if e.callee is callee]
        return frozenset(
            n for e in found for n, cell in e.nodes.items() if "heap" in Cell(n).root().flags and cell.root() in self.outside
        )

    @cached_property
    def outside(self) -> set[Node]:
        """The nodes that are reachable after the outermost call."""
        return self.visible if self._given is None else {Cell(n).root() for n in self._given}

    @cached_property
    def callers(self) -> set[Node]:
        """The memory that the function gets from its callers: whether it outlives the outermost call is unknown."""
        return {n for n in self.visible if "heap" not in n.flags}

    @cached_property
    def _freed(self) -> set[Node]:
        return _freed_nodes(self.fn, self.memory) - self.visible

    @cached_property
    def _surely_freed(self) -> set[Instruction]:
        return _surely_freed(self.fn)

    def noted(self, inst: Instruction, rule: AllocationRule) -> bool:
        """True if a table records at run time whether the object was freed."""
        if rule.kind in ("reserve", "custom") or not rule.deallocator.startswith(_NULL_IS_FINE):
            return False
        return self._anything_freed and not self.owned(inst) and not self.passing(inst)

    @cached_property
    def _anything_freed(self) -> bool:
        """True if anything in the module frees heap memory."""
        rules = [lookup_function(f) for f in self.module.functions.values() if f.is_declaration]
        frees = any(isinstance(r, DeallocationRule) and r.name != "irad_release" for r in rules)
        return frees or any(isinstance(r, AllocationRule) and r.kind == "realloc" for r in rules)


@dataclass(frozen=True)
class DeferredFrees:
    """Heap memory that is kept until the reverse sweep has passed its allocation, and the instructions that would free it.

    ``nodes``: freed by the reverse sweep; ``on_tape``: allocations that are reserved on the tape instead, and end with that.
    """

    nodes: Set[Node]
    on_tape: Set[Instruction]
    frees: Set[Instruction]


def deferred_frees(
    lifetimes: HeapLifetimes, flow: ControlFlow, live: Set[Block], may_free: Callable[[Function], bool], split: bool,
    used: Set[Node],
) -> DeferredFrees:  # fmt: skip
    """The deferred frees of a function; ``used``: the memory that parts of the primal use which run again in the reverse sweep.

    Such memory is freed by the function, and is unreachable afterwards.  Where both sweeps are in one function, and the memory is
    allocated outside of loops, so that there is one block per allocation, it is freed by the reverse sweep; where an exception
    leaves the function, at once.  Else it is on the tape if it is used.
    """
    memory = lifetimes.memory
    frees: dict[Instruction, Node | None] = {}
    ends: dict[Instruction, Value] = {}
    plain: dict[Instruction, Node | None] = {}
    repeated: set[Node | None] = set()
    bad: set[Node | None] = {None, *lifetimes.visible}
    for inst in lifetimes.fn.instructions():
        if inst.opcode != "call":
            continue
        callee = called_function(inst)
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, DeallocationRule):
            if rule.name != "irad_release":
                ends[inst] = inst.operands[rule.pointer]
                frees[inst] = memory.node_of(ends[inst])
        elif isinstance(rule, AllocationRule):
            if rule.kind in ("malloc", "calloc", "new") and rule.deallocator != EXCEPTION_FREED:
                plain[inst] = memory.node_of(inst)
            else:
                bad.add(memory.node_of(inst))
            if flow.loop_of.get(inst.block) is not None:  # type: ignore[arg-type]
                repeated.add(memory.node_of(inst))
        elif isinstance(rule, InactiveRule) and rule.ends:
            bad |= given_back(inst, memory)
        elif callee is None or (rule is None and not callee.name.startswith("llvm.") and may_free(callee)):
            bad |= set(reachable([n for a in inst.args if (n := memory.node_of(a)) is not None]))
    freed = {n for i, n in frees.items() if i.block in live}
    owned = {n for n in freed & {*plain.values()} if n is not None and not n.flags & {"resized", "unknown"}} - bad
    kept = owned - repeated if not split else set()
    on_tape = {i for i, n in plain.items() if n in used and n not in kept and (n in owned or lifetimes.ended(i, ends))}
    dropped = {i for i, n in frees.items() if (n in kept and i.block in live) or ends[i] in on_tape}
    whole = {n for i, n in plain.items() if i in on_tape and n in owned}
    return DeferredFrees(kept, on_tape, dropped | {i for i, n in frees.items() if n in whole})


def _freed_nodes(fn: Function, memory: Memory) -> set[Node]:
    """Nodes that the function (not its callees) frees or reallocates."""
    out: set[Node] = set()
    for inst in fn.instructions():
        if inst.opcode != "call":
            continue
        callee = called_function(inst)
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, DeallocationRule) or (isinstance(rule, AllocationRule) and rule.kind == "realloc"):
            pointer = rule.pointer if isinstance(rule, DeallocationRule) and rule.name != "irad_release" else 0
            node = memory.node_of(inst.operands[pointer])
            if node is not None:
                out.add(node)
    return out


def _surely_freed(fn: Function) -> set[Instruction]:
    """Allocations that the function itself frees, by their own pointer, on all paths to its end and to their next execution.

    Their memory is unreachable afterwards, whatever other memory the analysis merges it with: in a recursion, say, what is passed
    down with what was passed in.
    """
    ends: dict[Value, set[Instruction]] = {}
    made: list[Instruction] = []
    for inst in fn.instructions():
        callee = called_function(inst) if inst.opcode == "call" else None
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, DeallocationRule) and rule.name != "irad_release":
            ends.setdefault(inst.operands[rule.pointer], set()).add(inst)
        elif isinstance(rule, AllocationRule) and rule.kind in ("malloc", "calloc", "new", "realloc"):
            made.append(inst)
            if rule.kind == "realloc":
                ends.setdefault(inst.operands[0], set()).add(inst)
    return {i for i in made if i in ends and _always_ended(i, ends[i])}


def _always_ended(made: Instruction, ends: set[Instruction]) -> bool:
    """Whether every path from an allocation passes one of ``ends``, unless the allocation failed."""
    assert made.block is not None
    start = made.block.instructions
    work = [(made.block, start[start.index(made) + 1 :])]
    seen: set[Block] = set()
    for block, rest in work:
        end = next((i for i in rest if i in ends or i is made), None)
        if end is made or (end is None and block.terminator.opcode in ("ret", "resume")):
            return False
        if end is None:
            found = [s for s in _where_made(block, made) if s not in seen]
            seen.update(found)
            work += [(s, s.instructions) for s in dict.fromkeys(found)]
    return True


def _where_made(block: Block, made: Instruction) -> list[Block]:
    """The successors of a block, without the one for ``made`` being null."""
    test = block.terminator.operands[0] if block.terminator.operands else None
    following = block.successors()
    if not isinstance(test, Instruction) or test.opcode != "icmp" or test.attrs["pred"] not in ("eq", "ne"):
        return following
    if len(following) != 2 or test.operands[0] is not made or getattr(test.operands[1], "kind", "") != "null":
        return following
    return following[1:] if test.attrs["pred"] == "eq" else following[:1]
