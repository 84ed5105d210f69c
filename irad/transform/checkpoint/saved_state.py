"""What a checkpointed loop saves, decided from the analyses of the loop as a function of its own (`analysis.reuse.loop_state`).

Snapshots hold the loop's *state*: the cells, and the memory that iterations hand on.  What the loop only reads is saved once
where something may change it before the reverse sweep; and what it writes is saved when the reverse sweep begins, and put back
when it ends, since the second runs write there again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from irad.analysis.activity.activity import Activity
from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.flow.trips import affine_phis
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.objects import Node, reachable
from irad.analysis.memory.outlined_functions import POOL
from irad.analysis.reuse.call_ranges import CallRanges
from irad.analysis.reuse.effects import Effects
from irad.analysis.reuse.error_edges import error_edges, live_blocks, outlined_loop
from irad.analysis.reuse.loop_state import LoopState, MemoryRange
from irad.analysis.reuse.pointer_origins import pointer_origins
from irad.analysis.reuse.polynomial import AtLeastZero, Polynomial, named
from irad.analysis.reuse.reload_safety import SOLE, Aliasing, ReloadSafety
from irad.analysis.reuse.repeatable_loops import RepeatableLoops
from irad.errors import DifferentiationError
from irad.ir.debug import place_of
from irad.ir.values import Argument, Function, Instruction, Value
from irad.rules import AllocationRule, lookup_function
from irad.transform.base.heap_ownership import Ownership
from irad.transform.base.request import Key
from irad.transform.base.second_runs import second_run_obstacle
from irad.transform.checkpoint.entry_values import EntryValues
from irad.transform.checkpoint.whole_objects import WholeObjects
from irad.transform.outline.marks import ON_FAILURE, loop_parameters, loop_place

_CHANGING = "reads memory that may be changed before the reverse sweep"


@dataclass(frozen=True)
class SavedState:
    """``carried``: in every snapshot; ``inputs``: saved once; ``outputs``: only put back at the end.

    ``pointers``: for each cell with a pointer that has a shadow, the parameters and cells that had its value when the loop began:
    its shadow follows from theirs.  For a pointer that moves on, the one that pointed into its object.
    """

    carried: tuple[MemoryRange, ...]
    inputs: tuple[MemoryRange, ...]
    outputs: tuple[MemoryRange, ...]
    pointers: dict[Argument, tuple[Argument, ...]]


def find_state(fn: Function, key: Key, act: Activity, ownership: Ownership) -> SavedState:
    """What is saved of a loop; an error where that cannot be told, or where an iteration cannot run again."""
    return _StateFinder(fn, key, act, ownership).find()


class _StateFinder:
    def __init__(self, fn: Function, key: Key, act: Activity, ownership: Ownership) -> None:
        self.fn, self.key, self.act, self.memory = fn, key, act, act.memory
        self.parameters = loop_parameters(fn)
        flow = ControlFlow(fn)
        loop = outlined_loop(flow)
        if loop is None:
            raise self._refused("it is not a loop any more")
        self.loop = loop
        self.aliasing = Aliasing(fn, self.memory, key.noalias)
        self.effects = Effects(fn, self.memory, ownership.may_free)
        safety = ReloadSafety(self.aliasing, self.effects, flow, False, lambda inst: False)
        dead = error_edges(fn, flow)
        loops = RepeatableLoops(flow, self.effects, safety, lambda a, b: (a, b) in dead, lambda node: False)
        calls = CallRanges(ownership.memory.of, ownership.may_free)
        self.objects = WholeObjects(fn, self.loop, ownership.memory.of, self.parameters)
        live, objects = live_blocks(flow, dead), self.objects.accessed
        self.state = LoopState(self.loop, loops, self.effects, self.aliasing, calls, live, self._measured, objects)
        self.ownership = ownership
        given: dict[Value, Value] = {a: a for a in fn.args}
        self.values, self.first_values = (EntryValues(given, self._changes, first) for first in (False, True))
        cells = [self.memory.node_of(a) for a in self.parameters.cells]
        self.cells = {n for n in cells if n is not None}

    def _refused(self, why: str, inst: Instruction | None = None, hint: str = "") -> DifferentiationError:
        place = place_of(inst) if inst is not None else None
        where = place or loop_place(self.fn)
        return DifferentiationError(f"the checkpointed loop cannot be run again: {why}", place=where, hint=hint)

    def find(self) -> SavedState:
        obstacle = second_run_obstacle(self.fn, self.ownership)
        if obstacle:
            raise self._refused(obstacle, hint="take it out of the loop, or leave the loop without checkpoints")
        hindrance = self.state.second_run_hindrance()
        if hindrance is not None:
            raise self._refused("it does something of which nothing is known", hindrance)
        self._check_allocations()
        carried = {n: i for n, i in self.state.carried().items() if self._is_outside(n)}
        saved = {node: self._ranges(node, inst, "reads what the one before has left") for node, inst in carried.items()}
        inputs: list[MemoryRange] = []
        for node in self.state.readers:
            if node in self.state.written and self._is_outside(node) and not self._is_steady(node):
                for r in self._read_only_parts(node, saved.get(node)):
                    (saved.setdefault(node, []) if self._may_change(node, r) else inputs).append(r)
        for node in self.state.read_only():
            if self._is_outside(node) and not self._is_steady(node):
                found = self._ranges(node, self.state.readers[node][0], _CHANGING, reads=True)
                if any(self.aliasing.may_overlap(node, w) for w in self.state.written):
                    saved[node] = found  # it may be what a pointer that iterations write by has pointed to
                else:
                    inputs += found
        outputs: list[MemoryRange] = self._pools()
        for node, writers in self.state.writers.items():
            if node not in carried and self._is_outside(node):
                if not (self._is_steady(node) and self.state.written_once(node)):
                    outputs += self._ranges(node, writers[0], "writes to memory that has to be put back")
        for node in carried:
            if self.act.shadowed(node) and any("ptr" in c.find().kinds for c, _ in node.fields.values()):
                raise self._refused("pointers into memory with derivatives change in the memory that it hands on", carried[node])
        state = tuple(r for node, ranges in saved.items() for r in self._without_repetition(node, ranges))
        return SavedState(state, tuple(inputs), tuple(outputs), self._pointers())

    def _changes(self, load: Instruction) -> bool:
        node = self.memory.node_of(load.operands[0])
        return node is None or any(self.aliasing.may_overlap(node, w) for w in self.state.written)

    def _read_only_parts(self, node: Node, saved: list[MemoryRange] | None) -> list[MemoryRange]:
        """What iterations read of memory that they write to in other places; ``saved``: of that, the state."""
        if saved is None:  # iterations read what they have written themselves, or what none of them writes
            written = self.state.ranges(node, False)
            saved = written if isinstance(written, list) else []
        read = self._ranges(node, self.state.readers[node][0], _CHANGING, reads=True)
        return [r for r in read if not any(self._is_part(r, other) for other in saved)]

    def _may_change(self, node: Node, r: MemoryRange) -> bool:
        """Whether what is read may be written by way of another pointer: one that was the same when the loop began, say."""
        written = self.state.ranges(node, False)
        if isinstance(r.base, Argument) and SOLE in r.base.attributes:
            return False
        return not isinstance(written, list) or any(w.base is not r.base or set(w.group) != set(r.group) for w in written)

    def _is_part(self, r: MemoryRange, other: MemoryRange) -> bool:
        at_most = self.state.polynomials.at_most
        same = set(r.group) == set(other.group) if r.group or other.group else r.base is other.base
        same = same and set(other.guards) <= set(r.guards)
        return same and at_most(other.low, r.low, self.loop) and at_most(r.high, other.high, self.loop)

    def _measured(self, r: MemoryRange) -> MemoryRange | None:
        """The range with those guards that can be told before the loop begins, if place and size can."""
        values = self.first_values if r.throughout else self.values
        bases = [v for v in r.group or (r.base,) if not (isinstance(v, Instruction) and v.block in self.loop.blocks)]
        guards = tuple((v, holds) for v, holds in r.guards if self.values.can(v))
        if (r.throughout and guards != r.guards) or not all(map(values.can, bases)):
            return None
        r = replace(r, guards=guards)
        size = self.parameters.sizes.get(r.base) if isinstance(r.base, Argument) and not r.group and not r.certain else None
        if size is not None:  # no more than there is
            end = named(size)
            r = replace(r, low=r.low + named(AtLeastZero(Polynomial() - r.low)), high=end - named(AtLeastZero(end - r.high)))
        return r if values.can_number(r.low) and values.can_number(r.high) else None

    def _known(self, node: Node) -> list[tuple[Argument, MemoryRange]] | None:
        """The extents of all that parameters and cells point to in a node; None where one is not known, or others point there."""
        if any(self.objects.comes_from_elsewhere(inst, node) for inst in self.state.instructions):
            return None
        sizes = self.parameters.sizes
        out: list[tuple[Argument, Value, tuple[Value, ...]]] = []
        for a in self.fn.args:
            if a.type.is_ptr and a not in self.parameters.cells and self.memory.node_of(a) is node:
                out.append((a, a, ()))
        for phi in self.loop.header.phis():
            if phi.type.is_ptr and self.memory.node_of(phi) is node:
                cell = self._first(phi)
                if cell is None:
                    return None
                out.append((cell, phi, (phi,)))
        if not out or any(a not in sizes for a, _, _ in out):
            return None
        return [(a, MemoryRange(base, Polynomial(), named(sizes[a]), group)) for a, base, group in out]

    def _without_repetition(self, node: Node, ranges: list[MemoryRange]) -> list[MemoryRange]:
        """The ranges, or whole objects where these are fewer (ranges of one object overlap as a rule)."""
        known = [r for a, r in self._known(node) or () if POOL not in a.attributes]
        return known if known and len(known) < sum(max(1, len(r.group)) for r in ranges) else ranges

    def _pools(self) -> list[MemoryRange]:
        """Memory that no snapshot holds, and that second runs write to."""
        sizes = self.parameters.sizes
        return [MemoryRange(a, Polynomial(), named(sizes[a]), ()) for a in self.fn.args if POOL in a.attributes]

    def _pointers(self) -> dict[Argument, tuple[Argument, ...]]:
        """See `SavedState`."""
        out: dict[Argument, tuple[Argument, ...]] = {}
        affine = affine_phis(self.loop)
        for phi in [i for i in self.loop.header.phis() if i.type.is_ptr]:
            cell = self._first(phi)
            if not isinstance(cell, Argument):
                raise self._refused("it hands on a pointer that has been changed before the loop", phi)
            if self.key.params[cell.index].shadow:
                out[cell] = self._members((phi,) if phi in affine else self.state.group(phi), phi, phi)
        for store in [i for i in self.fn.instructions() if i.opcode == "store" and i.operands[0].type.is_ptr]:
            value, place = store.operands
            if isinstance(place, Argument) and place not in out and self._has_shadow(place):
                while isinstance(value, Instruction) and value.opcode == "phi" and value.block not in self.loop.blocks:
                    value = value.operands[0]  # (of loop-closed form)
                group = (value,) if isinstance(value, Argument) else self.state.group(value)
                out[place] = self._members(group, value, store)
        return out

    def _has_shadow(self, cell: Argument) -> bool:
        """Whether the shadow of a pointer in a cell is ever used."""
        counts = cell in self.parameters.cells and ON_FAILURE not in cell.attributes
        return counts and self.key.params[cell.index].shadow

    def _members(self, group: tuple[Value, ...] | None, pointer: Value, inst: Instruction) -> tuple[Argument, ...]:
        members = [self._first(v) for v in group or ()]
        if members and None not in members:
            return tuple(m for m in members if m is not None)
        origins = {self.objects.object(a): a for a in pointer_origins(self.loop, pointer) or ()}
        if len(origins) == 1 and all(self.key.params[a.index].shadow for a in origins.values()):
            return tuple(origins.values())  # (of two objects one may begin where the other ends: pointers do not tell them apart)
        raise self._refused(
            "a pointer that it hands on is none of those it began with", inst,
            "leave the loop by break where it returns arrays that a step has made; let pointers that move on stay in one array",
        )  # fmt: skip

    def _first(self, v: Value) -> Argument | None:
        """The parameter that has a pointer, or the cell that does."""
        if isinstance(v, Instruction) and v.opcode == "phi" and v.block is self.loop.header:
            v = next(x for x, p in v.incoming() if p not in self.loop.blocks)
        if isinstance(v, Instruction) and v.opcode == "load":
            v = v.operands[0]
            return v if isinstance(v, Argument) and v in self.parameters.cells else None
        return v if isinstance(v, Argument) else None

    def _is_outside(self, node: Node) -> bool:
        """Whether it is memory of the caller that is no cell."""
        return node not in self.cells and node not in self.aliasing.private and not self.aliasing.constant(node)

    def _is_steady(self, node: Node) -> bool:
        """Whether nothing changes the memory between the loop and its reverse."""
        arguments = [(i, a) for i, a in enumerate(self.fn.args) if a.type.is_ptr and self.memory.node_of(a) is node]
        return bool(arguments) and all(i in self.key.steady for i, _ in arguments)

    def _check_allocations(self) -> None:
        """No pointer to what an iteration allocates may be in memory that the next one sees.  (Of cells `_pointers` knows.)"""
        made = {
            self.memory.node_of(i)
            for i in self.state.instructions
            if i.opcode == "call" and i.type.is_ptr and isinstance(lookup_function(called_function(i)), AllocationRule)  # type: ignore[arg-type]
        }
        for inst in self.state.instructions:
            for node in self.effects.writes.get(inst, ()):
                targets = reachable([node])[1:] if self._is_outside(node) else []
                if any(n in made for n in targets):
                    raise self._refused("an iteration leaves a pointer to memory that it has allocated", inst)

    def _ranges(self, node: Node, inst: Instruction, what: str, reads: bool = False) -> list[MemoryRange]:
        pooled = any(POOL in a.attributes and self.memory.node_of(a) is node for a in self.fn.args)
        found = self.state.ranges(node, reads) if not pooled else inst  # (of a pool all counts that is handed on)
        if isinstance(found, list):
            return found
        known = self._known(node)
        if known is not None:
            return [r for a, r in known if POOL not in a.attributes]
        hint = "use an array whose size is known before the loop, with indices that are linear in the counters of loops"
        raise self._refused(f"an iteration {what}, and it cannot be told how much memory that is", found, hint)
