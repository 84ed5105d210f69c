"""Loads after which nobody reads the same element again before it is overwritten, and stores over what such a load has read.

The adjoint of an element is zero where its contents are not used any more.  So the reverse of a *last read*, which comes first
of all that is done with the element's shadow since it was zeroed, may store its adjoint instead of adding it.  A store's reverse
sets the shadow to zero, but what the primal has done with the element before is what the reverse sweep does next: if that is a
last read, the zero would be overwritten, and if there was nothing, nobody would look at it.

This is told for memory that nobody else sees, of which all accesses are plain loads, stores, fills and copies at offsets from one
allocation (a copy is a store to its target, and of its source a load that is no last read).  For two accesses, one after the
other in time, the question is whether others in between cover all that both touch.  A loop, or a nest, covers a *piece* if it
touches each of its elements once.  A forward analysis tells which pieces are complete since the first of the two accesses has
run; all paths must agree, and what a branch shows to be empty is complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass
from functools import cached_property

from irad.analysis.activity.activity import Activity
from irad.analysis.elements.element_lifetimes import touched_memory
from irad.analysis.flow.addresses import accessed_pointer, accessed_type
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.memory_graph import allocation_rule
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.effects import Effects
from irad.analysis.reuse.polynomial import IterationNumber, Polynomial, Polynomials, at_most, number
from irad.analysis.reuse.reload_safety import Aliasing
from irad.analysis.reuse.repeatable_loops import WrittenBytes, is_empty_past
from irad.ir.types import LAYOUT
from irad.ir.values import Block, Instruction, Value

_MOST_USES = 40  # of an object
_MOST_WORK = 40_000  # blocks that are looked at, in a function


@dataclass(frozen=True, eq=False)
class _Use:
    """An access to an object, of bytes that lie in ``range`` (None: anywhere).

    While ``unit`` runs (None: in one go) it touches each element of the range at most once; if it is ``dense`` exactly once.
    """

    inst: Instruction
    block: Block
    unit: Loop | None
    offset: Polynomial
    range: WrittenBytes | None
    dense: bool
    stores: bool


Complete = frozenset[_Use] | None  # the pieces that are complete since one of the first accesses; None where none has run


class LastReads:
    """``loads``: the last reads among active loads; ``stores``: those whose reverse need not set shadows to zero.

    ``ordinary``: whether an access is reversed as often as it runs, in its place; ``live``: the blocks that are reversed.
    """

    def __init__(
        self, flow: ControlFlow, act: Activity, aliasing: Aliasing, effects: Effects, polynomials: Polynomials,
        error_exit: Callable[[Block, Block], bool], ordinary: Callable[[Instruction], bool], live: Set[Block],
    ) -> None:  # fmt: skip
        self.flow, self.act, self.aliasing, self.effects, self.polynomials = flow, act, aliasing, effects, polynomials
        self.error_exit, self.ordinary, self.live = error_exit, ordinary, live
        self.loads: set[Instruction] = set()
        self.stores: set[Instruction] = set()
        self.left = _MOST_WORK
        self._empty: dict[_Use, list[tuple[Block, Block]]] = {}
        for uses in self._objects():
            self._find(uses)

    # ---- the accesses to each object

    def _objects(self) -> Iterable[list[_Use]]:
        touched: dict[Node, list[Instruction]] = {}
        for inst in [i for block in self.flow.rpo if block in self.live for i in block.instructions]:
            for node in self.effects.reads.get(inst, frozenset()) | self.effects.writes.get(inst, frozenset()):
                touched.setdefault(node, []).append(inst)
        for node, found in touched.items():
            if node in self.aliasing.private and self.act.node(node) and len(found) <= _MOST_USES:
                pointers = [self._pointer(inst, node) for inst in found]
                size = self._element(found)
                if size and self._one_object(pointers):
                    uses = [self._use(inst, node, p, size) for inst, p in zip(found, pointers, strict=True) if p is not None]
                    yield [u for u in uses if u.stores or u.inst.opcode == "call" or self._active(u.inst)]

    def _pointer(self, inst: Instruction, node: Node) -> Value | None:
        """The pointer by which a plain access touches an object; None for all others."""
        if not self.ordinary(inst):
            return None
        if inst.opcode in ("load", "store"):
            t = accessed_type(inst)
            plain = t.is_float and not inst.attrs["volatile"] and not inst.attrs["atomic"]
            plain = plain and (inst.opcode == "load" or self.act.carriers.stored(inst) is t)
            return accessed_pointer(inst) if plain else None
        memory = self.aliasing.memory
        found = [p for p, _ in touched_memory(inst, self.polynomials) if memory.node_of(p) is node]
        return found[0] if len(found) == 1 else None

    def _active(self, inst: Instruction) -> bool:
        return self.act.value(inst) and self.act.carriers.of(inst) is not None

    def _element(self, found: list[Instruction]) -> int:
        """The size of the floats of which an object consists; 0 if its accesses do not agree."""
        types = {accessed_type(i) for i in found if i.opcode != "call"}
        return LAYOUT.store_size(types.pop()) if len(types) == 1 else 0

    def _one_object(self, pointers: list[Value | None]) -> bool:
        """Whether the pointers of all accesses come from one allocation: loops see one object, or a new one each time."""
        bases = {self.polynomials.address(p).base if p is not None else None for p in pointers}
        base = bases.pop()
        if bases:
            return False
        if not isinstance(base, Instruction) or base.block is None:
            return False
        if base.opcode == "alloca":
            return self.flow.loop_of[base.block] is None
        rule = allocation_rule(base)
        return rule is not None and rule.fresh

    def _use(self, inst: Instruction, node: Node, pointer: Value, element: int) -> _Use:
        assert inst.block is not None
        p, block, home = self.polynomials, inst.block, self.flow.loop_of[inst.block]
        address = p.address(pointer)
        stores = inst.opcode == "store" or (inst.opcode == "call" and inst.operands[0] is pointer)

        def use(unit: Loop | None, ends: tuple[Polynomial, Polynomial] | None, dense: bool) -> _Use:
            known = ends is not None and all(p.fixed(end, None, True) and _multiple(end, element) for end in ends)
            touched = WrittenBytes(node, address.base, *ends) if ends is not None and known else None
            return _Use(inst, block, unit, address.offset, touched, dense and known, stores)

        if inst.opcode == "call":
            size = p.of(inst.operands[2])
            return use(None, (address.offset, address.offset + size), True)
        low, high, at, unit = address.offset, address.offset + number(element), home, None
        while at is not None:
            name, last = IterationNumber(at), p.last(at)
            step, extent = low.coefficient(name), high - low
            if name not in low.names() or step != high.coefficient(name) or last is None or not self._in_all(block, at):
                break
            if step == extent:
                low, high = low.replace(name, number(0)), high.replace(name, last)
            elif step == extent.times(-1):
                low, high = low.replace(name, last), high.replace(name, number(0))
            else:
                break
            unit, at = at, at.parent
        if unit is not None:
            low, high = p.signed(low, unit), p.signed(high, unit)
        if p.fixed(low, None, True) and p.fixed(high, None, True):
            return use(unit, (low, high), True)
        hull = p.hull(address.offset, element, home, None)
        if hull is None or home is None:
            return use(None, None, False)
        return use(None, (p.signed(hull[0], home), p.signed(hull[1], home)), False)

    def _in_all(self, block: Block, loop: Loop) -> bool:
        """Whether every iteration executes the block, and the latch is the loop's only exit (but for errors)."""
        exits = {b for b, s in loop.exits() if not self.error_exit(b, s)}
        return exits == set(loop.latches) and self.flow.dominates(block, loop.latches[0])

    # ---- which are the last

    def _find(self, uses: list[_Use]) -> None:
        loads, stores = [u for u in uses if not u.stores], [u for u in uses if u.stores]
        last = []
        for load in loads:
            others = [u for u in loads if not self._apart(u, load)]
            if load.inst.opcode == "load" and self._between([load], stores, [(u, load) for u in others]):
                last.append(load)
        self.loads |= {u.inst for u in last}
        rest = [u for u in uses if u not in last]
        for store in stores:
            before = [u for u in rest if not self._apart(u, store)]
            met = [u for u in loads if not self._apart(u, store)]
            if self._between(before, last, [(store, u) for u in met]):
                self.stores.add(store.inst)

    def _apart(self, a: _Use, b: _Use) -> bool:
        """Whether two accesses never touch an element in common."""
        if a.range is None or b.range is None:
            return False
        return self._at_most(a.range.high, b.range.low, a, b) or self._at_most(b.range.high, a.range.low, a, b)

    def _at_most(self, low: Polynomial, high: Polynomial, *where: _Use) -> bool:
        """Whether ``low <= high`` where accesses run."""
        loops = [x for u in where if (x := u.unit or self.flow.loop_of[u.block]) is not None]
        return at_most(low, high) or any(self.polynomials.at_most(low, high, x) for x in loops)

    # ---- what is complete between two accesses

    def _between(self, first: list[_Use], covering: list[_Use], then: list[tuple[_Use, _Use]]) -> bool:
        """Whether an access finds what it has in common with another one covered since any of ``first`` has run.

        ``then``: pairs of such an access and the other one.
        """
        pieces = [u for u in covering if u.dense and all(self._completes(u, x) for x in first)]
        if not first or not then:
            return True
        if any(not self._again_only(x, y, covering) for x in first for y, _ in then):
            return False
        entering = self._solve(first, pieces)
        for y, other in then:
            found = self._walk(y.block, entering.get(y.block, frozenset()), first, pieces, y.inst)
            if found is not None and not self._inside(y, found, y) and not self._inside(other, found, y):
                return False
        return True

    def _again_only(self, x: _Use, y: _Use, covering: list[_Use]) -> bool:
        """Whether ``y``, if it is in the unit of ``x``, meets what ``x`` has touched only when that loop is run again.

        In the same iteration something may come in between.
        """
        if x.unit is None or y.block not in x.unit.blocks or x is y:
            return True
        if not self._same_pass(x, y):
            return False
        between = (u for u in covering if self._same_pass(u, x) and self._precedes(x, u) and self._precedes(u, y))
        return self._precedes(y, x) or any(between)

    def _completes(self, piece: _Use, x: _Use) -> bool:
        """Whether a piece is complete since ``x`` has run, when its own loop has run."""
        if piece.unit is None or x.block not in piece.unit.blocks:
            return True
        return self._same_pass(piece, x) and self._precedes(x, piece)

    def _same_pass(self, a: _Use, b: _Use) -> bool:
        return a.unit is b.unit and a.offset == b.offset and a.dense and b.dense

    def _precedes(self, a: _Use, b: _Use) -> bool:
        """Whether ``a`` comes before ``b`` in an iteration that runs both."""
        if a.block is b.block:
            return a.block.instructions.index(a.inst) < a.block.instructions.index(b.inst)
        return self.flow.dominates(a.block, b.block)

    def _solve(self, first: list[_Use], pieces: list[_Use]) -> dict[Block, Complete]:
        """The pieces that are complete where blocks begin."""
        empty = self._shown_empty(pieces)
        entering: dict[Block, Complete] = dict.fromkeys(self.flow.rpo)
        leaving = {b: self._walk(b, None, first, pieces, None) for b in self.flow.rpo}
        changed = True
        while changed and self.left > 0:
            changed = False
            self.left -= len(self.flow.rpo)
            for block in self.flow.rpo[1:]:
                edges = [self._along(q, block, leaving[q], first, pieces, empty) for q in self.flow.preds[block] if q in leaving]
                known = [e for e in edges if e is not None]
                found = frozenset.intersection(*known) if known else None
                if found != entering[block]:
                    entering[block], changed = found, True
                    leaving[block] = self._walk(block, found, first, pieces, None)
        return entering if self.left > 0 else {}

    def _walk(self, block: Block, found: Complete, first: list[_Use], pieces: list[_Use], until: Instruction | None) -> Complete:
        """What is complete at the end of a block, or before an instruction of it."""
        begun = {u.inst for u in first if u.unit is None and u.block is block}
        done = {u.inst: u for u in pieces if u.unit is None and u.block is block}
        if not begun and not done:
            return found
        for inst in block.instructions:
            if inst is until:
                break
            if inst in begun:
                found = frozenset()
            if inst in done and found is not None:
                found |= {done[inst]}
        return found

    def _along(
        self, pred: Block, block: Block, found: Complete, first: list[_Use], pieces: list[_Use],
        empty: dict[tuple[Block, Block], set[_Use]],
    ) -> Complete:  # fmt: skip
        at = self.flow.loop_of[pred]
        while at is not None and block not in at.blocks:
            if any(u.unit is at for u in first):
                found = frozenset()
            if found is not None:
                found |= {u for u in pieces if u.unit is at}
            at = at.parent
        return found | empty.get((pred, block), set()) if found is not None else None

    def _shown_empty(self, pieces: list[_Use]) -> dict[tuple[Block, Block], set[_Use]]:
        """The pieces without elements where a branch goes a certain way."""
        out: dict[tuple[Block, Block], set[_Use]] = {}
        for u in pieces:
            if u not in self._empty:
                self._empty[u] = [edge for test, side, edge in self._tests if u.range and is_empty_past(u.range, test, side)]
            for edge in self._empty[u]:
                out.setdefault(edge, set()).add(u)
        return out

    @cached_property
    def _tests(self) -> list[tuple[Value, int, tuple[Block, Block]]]:
        """The conditions of all branches; for each side the edge that is taken if control does not go to that side."""
        out = []
        for block in self.flow.rpo:
            br = block.terminator
            if br.opcode == "br" and len(br.operands) == 3 and br.operands[1] is not br.operands[2]:
                for side in (1, 2):
                    past = br.operands[3 - side]
                    assert isinstance(past, Block)
                    out.append((br.operands[0], side, (block, past)))
        return out

    def _inside(self, use: _Use, pieces: Iterable[_Use], where: _Use) -> bool:
        """Whether all that an access may touch lies in pieces."""
        if use.range is None:
            return False
        low, left = use.range.low, [u.range for u in pieces if u.range is not None]
        while True:  # from piece to piece, as long as each begins where the one before ends
            if self._at_most(use.range.high, low, where):
                return True
            piece = next((p for p in left if self._at_most(p.low, low, where) and p.high != low), None)
            if piece is None:
                return False
            left.remove(piece)
            low = piece.high


def _multiple(p: Polynomial, of: int) -> bool:
    return all(factor % of == 0 for factor in (p.constant, *(factor for _, factor in p.terms)))
