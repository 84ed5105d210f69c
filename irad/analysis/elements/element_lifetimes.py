"""How long elements of memory last: whether what an access reads is changed before the reverse sweep.

A load in iteration x (a number for each loop around it) and a later change in iteration y meet if they touch a byte in common.
For each loop that both are in, outermost first, one system says that this loop is the first in which y is later than x, and one
that both are in the same iteration of all of them; with the facts known of either place (`known_facts.py`) each must have no
solution.  Addresses of rows whose length only the run tells are split into subscripts, after proving that all but the first stay
within their bounds: then bytes are the same only if subscripts are.  (Pugh and Wonnacott, "Eliminating False Data Dependences
using the Omega Test", 1992; Grosser et al., "Optimistic Delinearization of Parametrically Sized Arrays", 2015.)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Set
from dataclasses import dataclass
from itertools import islice, pairwise
from math import gcd

from irad.analysis.activity.activity import copy_call
from irad.analysis.elements.exchanged_pointers import ExchangedPointers
from irad.analysis.elements.integer_systems import LinearForm, is_empty
from irad.analysis.elements.known_facts import KnownFacts, linear, ordered_names
from irad.analysis.flow.addresses import accessed_pointer, accessed_type
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.reuse.polynomial import Address, IterationNumber, Monomial, Polynomial, Polynomials, named, number
from irad.analysis.reuse.reload_safety import ReloadSafety
from irad.ir.types import I64, LAYOUT
from irad.ir.values import Block, Instruction, Value

_MOST_CHANGES = 40  # of a load's memory
_MOST_WAYS = 6  # that an address may be computed
_MOST_QUERIES = 4000  # in a function


@dataclass(frozen=True)
class Access:
    """``size`` bytes at an address that an instruction touches, in a block, where ``known`` holds.

    Where control or a condition chooses the address there is one for each that it may be.
    """

    block: Block
    address: Address
    size: Polynomial
    known: tuple[Polynomial, ...]


class ElementLifetimes:
    """``lasts(access)``: whether the very bytes of a load or store are as they were when its context's reverse sweep begins."""

    def __init__(
        self,
        flow: ControlFlow,
        reload_safety: ReloadSafety,
        error_exit: Callable[[Block, Block], bool],
        exact: Set[Value] = frozenset(),
    ) -> None:
        self.flow, self.reload_safety = flow, reload_safety
        self.polynomials = Polynomials(flow, error_exit, exact)
        self.facts = KnownFacts(flow, self.polynomials, error_exit)
        self.exchanged = ExchangedPointers(flow, reload_safety.aliasing.noalias)
        self.queries = 0
        self._accesses: dict[Instruction, list[Access]] = {}

    def lasts(self, inst: Instruction, context: Loop | None) -> bool:
        """Whether nothing that comes after a load or store, within an iteration of ``context``, writes to its bytes."""
        aliasing = self.reload_safety.aliasing
        node, mine = aliasing.memory.node_of(accessed_pointer(inst)), self.accesses(inst)
        if not mine or node is None or "unknown" in node.flags:
            return False
        later = list(islice(self.reload_safety.later_changes(node, inst, context), _MOST_CHANGES + 1))
        if len(later) > _MOST_CHANGES:
            return False
        for change, nodes in later:
            if any(n is not node and aliasing.may_overlap(node, n) for n in nodes):
                return False
            theirs = self.accesses(change)
            if not theirs or any(self._meet(inst, a, change, b, context) for a in mine for b in theirs):
                return False
        return True

    def as_at_entry(self, load: Instruction, loop: Loop) -> bool:
        """Whether a load reads what was there when a loop around it was entered: no iteration writes to its bytes before."""
        return self._unchanged(load, loop.blocks, loop.parent, later=False)

    def as_at_end(self, load: Instruction, block: Block, context: Loop | None) -> bool:
        """Whether it reads what was there at the end of a block that dominates it, in the same iteration of ``context``."""
        return self._unchanged(load, self.reload_safety.after(block, context), context, later=False)

    def as_at_exit(self, load: Instruction, loop: Loop) -> bool:
        """Whether what a load reads is still there when a loop around it is left."""
        return self._unchanged(load, loop.blocks, loop.parent, later=True)

    def _unchanged(self, load: Instruction, blocks: Set[Block], context: Loop | None, later: bool) -> bool:
        """Whether nothing in some blocks writes to a load's bytes before it (or later), in an iteration of ``context``."""
        node = self.reload_safety.aliasing.memory.node_of(load.operands[0])
        mine = self.accesses(load)
        if not mine or node is None or "unknown" in node.flags:
            return False
        aliasing = self.reload_safety.aliasing
        for block, changes in self.reload_safety.changes.items():
            for change, nodes in changes if block in blocks else ():
                if not any(aliasing.may_overlap(node, n) for n in nodes):
                    continue
                theirs = self.accesses(change)
                if nodes != {node} or not theirs:
                    return False
                for a in mine:
                    for b in theirs:
                        if self._meet(load, a, change, b, context) if later else self._meet(change, b, load, a, context):
                            return False
        return True

    def is_read_later(self, store: Instruction, read: Instruction, context: Loop | None) -> bool:
        """Whether an instruction may read what a store before it, in the same iteration of ``context``, has written."""
        mine, theirs = self.accesses(store), self.accesses(read) if read.opcode == "load" else []
        return not mine or not theirs or any(self._meet(store, a, read, b, context) for a in mine for b in theirs)

    def never_meet(self, one: Instruction, other: Instruction, loop: Loop) -> bool:
        """Whether two accesses in ``loop`` touch no byte in common, whichever of its iterations they are in."""
        mine, theirs = self.accesses(one), self.accesses(other)
        around = loop.parent.chain() if loop.parent is not None else []
        return bool(mine and theirs) and all(
            self.exchanged.apart(a.address.base, b.address.base, loop.parent)
            or (self._same_base(a, b, loop.parent) and _Pair(self, a, b, around, loop.parent).apart(len(around), None))
            for a in mine
            for b in theirs
        )

    def accesses(self, inst: Instruction) -> list[Access]:
        """What a load, store or copy accesses (of a copy, what it writes); nothing for all else."""
        if inst not in self._accesses:
            self._accesses[inst] = self._accessed(inst)
        return self._accesses[inst]

    def _accessed(self, inst: Instruction) -> list[Access]:
        if inst.block not in self.flow.index:
            return []
        first = next(iter(touched_memory(inst, self.polynomials)), None)
        return self._choices(inst.block, *first, self.facts.at(inst.block)) if first is not None else []

    def _choices(self, block: Block, pointer: Value, size: Polynomial, known: list[Polynomial]) -> list[Access]:
        """The accesses that one by a pointer may be: phis and choices in its computation are taken one by one."""
        done: list[Access] = []
        work: list[tuple[Value, Polynomial, list[Polynomial]]] = [(pointer, number(0), known)]
        while work:
            at, offset, facts = work.pop()
            found = self.polynomials.address(at)
            offset += found.offset
            ways = self.facts.ways(found.base)
            if ways:
                work += [(v, offset, facts + more) for v, more in ways]
                continue
            name, ways = next(((n, w) for n in ordered_names(offset) if (w := self.facts.ways(n))), (None, []))
            if name is not None:
                work += [(found.base, offset.replace(name, self.polynomials.of(v)), facts + more) for v, more in ways]
            else:
                offset = self.facts.settled(offset, facts)
                done.append(Access(block, Address(found.base, offset), size, tuple(facts)))
            if len(done) + len(work) > _MOST_WAYS:
                return []
        return done

    # ---- two accesses

    def _meet(self, at: Instruction, a: Access, change: Instruction, b: Access, context: Loop | None) -> bool:
        """Whether the second access may touch bytes of the first one, which comes before it, in an iteration of ``context``."""
        if self.exchanged.apart(a.address.base, b.address.base, context):
            return False
        if not self._same_base(a, b, context):
            return True
        inner = self.flow.common_loop(self.flow.loop_of[a.block], self.flow.loop_of[b.block])
        common = inner.chain() if inner is not None else []
        pair = _Pair(self, a, b, common, context)
        for level in range(context.depth if context is not None else 0, len(common)):
            if not pair.apart(level, common[level]):
                return True
        return self._follows(at, change, inner) and not pair.apart(len(common), None)

    def _same_base(self, a: Access, b: Access, context: Loop | None) -> bool:
        """Whether both have one base, which is one value in all of the context's iteration."""
        base = a.address.base
        if base is not b.address.base:
            return False
        if not isinstance(base, Instruction) or base.block is None:
            return True
        home = self.flow.loop_of[base.block]
        return home is None or (context is not None and home in context.chain())

    def _follows(self, at: Instruction, change: Instruction, inner: Loop | None) -> bool:
        """Whether a change may come after an instruction in the same iteration of a loop around both."""
        assert at.block is not None and change.block is not None
        if change.block in self.reload_safety.after(at.block, inner):
            return True
        instructions = at.block.instructions
        return change.block is at.block and instructions.index(change) > instructions.index(at)


class _Pair:
    """Two accesses of one object; ``common``: the loops around both."""

    def __init__(self, lifetimes: ElementLifetimes, a: Access, b: Access, common: list[Loop], context: Loop | None) -> None:
        self.lifetimes, self.facts = lifetimes, lifetimes.facts
        self.common = common
        self.sides = (a, b)
        self.known = [[*x.known, *self.facts.about([*x.known, x.address.offset])] for x in self.sides]
        around = context.chain() if context is not None else []
        self.fixed = set(around)  # loops of which there is one iteration only
        self.split = self._split()

    def apart(self, level: int, carried: Loop | None) -> bool:
        """Whether both never meet where the first ``level`` loops are in the same iteration, and ``carried`` in a later one."""
        self.lifetimes.queries += 1
        if self.lifetimes.queries > _MOST_QUERIES:
            return False
        shared = set(self.common[:level]) | self.fixed
        known = [linear(f, self._key(side, shared)) for side in (0, 1) for f in self.known[side]]
        if carried is not None:
            x, y = (linear(named(IterationNumber(carried)), self._key(side, shared)) for side in (0, 1))
            known.append(y - x - LinearForm(1))
        if is_empty([], known + self._touch([x.address.offset for x in self.sides], shared)):
            return True
        if self.split is None:
            return False
        (low, high), *others = zip(*self.split, strict=True)
        same = [linear(p, self._key(0, shared)) - linear(q, self._key(1, shared)) for p, q in others]
        return is_empty(same, known + self._touch([low, high], shared))

    def _touch(self, offsets: list[Polynomial], shared: set[Loop]) -> list[LinearForm]:
        """Two pieces of memory have a byte in common."""
        begin = [linear(o, self._key(side, shared)) for side, o in enumerate(offsets)]
        end = [
            linear(o + x.size, self._key(side, shared))
            for side, (o, x) in enumerate(zip(offsets, self.sides, strict=True))
        ]
        return [end[1] - begin[0] - LinearForm(1), end[0] - begin[1] - LinearForm(1)]

    def _key(self, side: int, shared: set[Loop]) -> Callable[[Monomial], Hashable]:
        """Variables of one side: what changes with a loop that is not in the same iteration has two values."""

        def of(names: Monomial) -> Hashable:
            own = any((home := self.facts.home(name)) is not None and home not in shared for name in names)
            return (side, names) if own else names

        return of

    # ---- subscripts

    def _split(self) -> list[list[Polynomial]] | None:
        """Both offsets as subscripts, by the strides that occur in either; None where these may leave their bounds."""
        groups = [self._by_stride(x.address.offset) for x in self.sides]
        strides = sorted(groups[0].keys() | groups[1].keys() | {()}, key=len)
        if len(strides) < 2 or any(not _divides(p, q) for p, q in pairwise(strides)):
            return None
        units = [1]
        for names in strides[1:]:
            found = [g.get(names, Polynomial()) for g in groups]
            units.append(gcd(*(p.constant for p in found), *(f for p in found for _, f in p.terms)))
        if any(q % p for p, q in pairwise(units[1:])):
            return None
        splits = []
        for side in (0, 1):
            parts = [_divided(groups[side].get(names, Polynomial()), u) for names, u in zip(strides, units, strict=True)]
            settled = self._within(side, parts, strides, units)
            if settled is None:
                return None
            splits.append(settled)
        return splits

    def _by_stride(self, offset: Polynomial) -> dict[Monomial, Polynomial]:
        """The parts of an offset by the products of values from before all loops that they are multiplied with."""
        found: dict[Monomial, Polynomial] = {(): number(offset.constant)}
        for names, factor in offset.terms:
            stride = tuple(n for n in names if self.facts.home(n) is None)
            rest = tuple(n for n in names if self.facts.home(n) is not None)
            term = Polynomial(0, ((rest, factor),)) if rest else number(factor)
            found[stride] = found.get(stride, Polynomial()) + term
        return {names: p for names, p in found.items() if p.terms or p.constant}

    def _within(self, side: int, parts: list[Polynomial], strides: list[Monomial], units: list[int]) -> list[Polynomial] | None:
        """The subscripts, each moved by a whole row if that brings it within its bounds; None if one cannot be shown to be."""
        settled = list(parts)
        for k in range(len(parts) - 1):
            rest = list(strides[k + 1])
            for name in strides[k]:
                rest.remove(name)
            row = Polynomial(0, ((tuple(rest), units[k + 1] // units[k]),))
            size = self.sides[side].size if k == 0 else number(1)
            for by in (0, 1, -1):
                moved = settled[k] + row.times(by)
                facts = list(self.sides[side].known)
                if self.facts.proves(moved, facts) and self.facts.proves(row - moved - size, facts):
                    settled[k] = moved
                    settled[k + 1] = settled[k + 1] - number(by)
                    break
            else:
                return None
        return settled


def touched_memory(inst: Instruction, polynomials: Polynomials) -> list[tuple[Value, Polynomial]]:
    """The pointers that a load, store or copy touches memory by, with sizes in bytes, first what it writes; else nothing."""
    if inst.opcode in ("load", "store"):
        return [(accessed_pointer(inst), number(LAYOUT.store_size(accessed_type(inst))))]
    kind = copy_call(inst)
    if not kind or inst.operands[2].type is not I64:
        return []
    return [(p, polynomials.of(inst.operands[2])) for p in inst.operands[: 2 if kind == "copy" else 1]]


def _divides(small: Monomial, large: Monomial) -> bool:
    rest = list(large)
    for name in small:
        if name not in rest:
            return False
        rest.remove(name)
    return bool(rest)


def _divided(p: Polynomial, by: int) -> Polynomial:
    return Polynomial(p.constant // by, tuple((names, f // by) for names, f in p.terms))
