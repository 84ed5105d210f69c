"""Unused code in the two sweeps of a derivative, and unused forward sweeps of loops, which are left out.

Stores to memory that is not loaded from are unused, too: often only the control flow remains of a recomputed loop's forward
sweep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from functools import partial

from irad.analysis.flow.cfg import Loop, erase_unreachable, remove_incoming
from irad.analysis.flow.trips import preheader
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.effects import is_pure_call
from irad.ir.constants import zero
from irad.ir.opcodes import OPCODES, Kind
from irad.ir.values import Block, Instruction, Value
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.reverse_facts import ReverseFacts
from irad.transform.tape.rematerialization import Rematerialization

_NO_STORES: Mapping[Value, Node] = {}


class UnusedCode:
    """Finds and removes code that nothing with an effect depends on, in both sweeps.

    ``calls``: the primal calls that calls of derivatives replace, ``saved``: memory that is saved, each with the context that it
    is saved in.  What a second run of an iteration stores is read by nobody outside of that iteration's second run and reverse:
    iterations run again only if they find what they read otherwise (`repeatable_loops`).
    """

    def __init__(
        self,
        facts: ReverseFacts,
        emit: ContextEmitter,
        remat: Rematerialization,
        calls: Iterable[Instruction],
        saved: Iterable[tuple[Node, Loop | None]],
    ) -> None:
        self.facts, self.emit, self.contexts, self.remat = facts, emit, emit.contexts, remat
        self.calls, self.saved = calls, saved
        self._later: dict[tuple[Instruction, Instruction, Loop], bool] = {}

    def used(self, apart: Set[Block] = frozenset(), stores: Mapping[Value, Node] = _NO_STORES) -> set[Value]:
        """The values that anything with an effect depends on, without the blocks ``apart``.

        ``stores`` only count where something that counts may read what they store.
        """
        out, rev = self.emit.out, self.emit.rev
        functions = [out] if out is rev else [out, rev]
        every = [i for f in functions for b in f.blocks if b not in apart for i in b.instructions]
        work: list[Value] = [i for i in every if not _pure(i) and i not in stores]
        work += [v for _, v, _ in self.remat.tape.pending]
        waiting: dict[Node, list[Value]] = {}
        for store, stored in stores.items():
            waiting.setdefault(stored, []).append(store)
        readers = _Readers(self.facts, self.emit, self.remat) if stores else None
        if readers is not None:  # what callees read, whichever function is called in place of the primal one
            for call in self.calls:
                work += self._woken(waiting, self.facts.effects.reads.get(call, frozenset()), lambda store: True)
            for node, context in self.saved:
                work += self._woken(waiting, frozenset((node,)), partial(self._reaches, readers, context))
        seen: set[Value] = set(work)
        while work:
            v = work.pop()
            found = _operands(v, apart)
            if readers is not None and waiting:
                found += self._woken(waiting, readers.of(v), partial(self._observes, readers, v))
            for o in found:
                if o not in seen:
                    seen.add(o)
                    work.append(o)
        return seen

    def _woken(self, waiting: dict[Node, list[Value]], read: Set[Node], observes: Callable[[Value], bool]) -> list[Value]:
        """The stores, by node, that matter now that some memory is read by somebody who ``observes`` them."""
        aliasing = self.facts.reload_safety.aliasing
        found: list[Value] = []
        for node in read:
            for hit in [w for w in waiting if aliasing.may_overlap(node, w)]:
                stores = waiting.pop(hit)
                seen = {s for s in stores if observes(s)}
                found += seen
                if left := [s for s in stores if s not in seen]:
                    waiting[hit] = left
        return found

    def _reaches(self, readers: _Readers, context: Loop | None, store: Value) -> bool:
        """Whether what a store has written may be there where its memory is read in a context."""
        ran = readers.context(store)
        return ran is None or (context is not None and ran in context.chain())

    def _observes(self, readers: _Readers, read: Value, store: Value) -> bool:
        """Whether an instruction may read what a store has written; in a second run the very elements count."""
        if not self._reaches(readers, readers.context(read), store):
            return False
        ran, old, reader = readers.context(store), readers.primal(store), readers.primal(read)
        if ran is None or old is None or reader is None:
            return True
        key = (old, reader, ran)
        if key not in self._later:
            self._later[key] = self.facts.elements.is_read_later(old, reader, ran)
        return self._later[key]

    def stores(self) -> dict[Value, Node]:
        """Copies of the primal's stores that only loads in the function can observe, with the memory that they store to."""
        out: dict[Value, Node] = {}
        for copies in [self.emit.map, *self.contexts.plain.values()]:
            for old, new in copies.items():
                if isinstance(old, Instruction) and old.opcode == "store":
                    node = self.facts.act.memory.node_of(old.operands[1])
                    plain = not old.attrs["volatile"] and not old.attrs["atomic"]
                    if node is not None and node in self.facts.unobservable and plain:
                        out[new] = node
        return out

    def sweep(self) -> None:
        """Remove unused code: it may load from addresses that are no longer valid."""
        stores = self.stores()
        used = self.used(stores=stores)
        for function in {self.emit.out: None, self.emit.rev: None}:
            for block in function.blocks:
                dead = [i for i in block.instructions if i not in used and (_pure(i) or i in stores)]
                for inst in dead:
                    inst.drop_operands()
                gone = set(dead)
                block.instructions = [i for i in block.instructions if i not in gone]


class _Readers:
    """The memory that an instruction of a derivative function may read, for copies of primal instructions."""

    def __init__(self, facts: ReverseFacts, emit: ContextEmitter, remat: Rematerialization) -> None:
        self.effects, self.flow = facts.effects, facts.flow
        self.redone, self.contexts = remat.redone, emit.contexts
        self.origin: dict[Value, Value] = {}
        for copies in [emit.map, *emit.contexts.plain.values()]:
            self.origin |= {new: old for old, new in copies.items()}

    def of(self, inst: Value) -> frozenset[Node]:
        old = self.primal(inst)
        return self.effects.reads.get(old, frozenset()) if old is not None else frozenset()

    def primal(self, inst: Value) -> Instruction | None:
        """The instruction of the primal that one of the derivative is a copy of, or repeats."""
        old = self.origin.get(self.redone.get(inst, inst))
        return old if isinstance(old, Instruction) else None

    def context(self, inst: Value) -> Loop | None:
        """The context that a copy is in; where the reverse sweep repeats an instruction, the loop around it."""
        old = self.primal(inst)
        if inst in self.redone:
            return self.flow.loop_of[old.block] if old is not None and old.block is not None else None
        return self.contexts.context_of_copy(inst)


def _operands(v: Value, apart: Set[Block]) -> list[Value]:
    if not isinstance(v, Instruction):
        return []
    operands = v.operands if v.opcode != "phi" else [x for x, b in v.incoming() if b not in apart]
    return [o for o in operands if isinstance(o, Instruction)]


_ACTING = frozenset(n for n, row in OPCODES.items() if row.writes or row.kind in (Kind.CONTROL, Kind.ORDER, Kind.EXCEPTION))
_ACTING |= {"invoke", "callbr"}


def _pure(inst: Instruction) -> bool:
    if inst.opcode in _ACTING:
        return False
    return inst.opcode != "call" or is_pure_call(inst)


# ---- unused forward sweeps


class ForwardSweeps:
    """Removes the forward sweeps of recomputed loops if they are unused."""

    def __init__(self, facts: ReverseFacts, emit: ContextEmitter, unused: UnusedCode) -> None:
        self.facts, self.contexts, self.unused = facts, emit.contexts, unused

    def drop(self) -> set[Loop]:
        """Remove the unused ones, later loops first; return the loops whose sweeps were removed."""
        left_out: set[Loop] = set()
        plan, index = self.facts.plan, self.facts.flow.index
        loops = [d.loop for d in plan.decisions if d.dropped] if plan is not None else []
        for loop in sorted(loops, key=lambda x: -index[x.header]):
            context = self.contexts.outside(loop)
            copies = [self.contexts.block(b, context) for b in loop.blocks]
            if all(b.function is not None and b in b.function.blocks for b in copies) and not self._asked_for(copies, loop):
                self._bypass(loop, copies)
                left_out.add(loop)
        return left_out

    def _asked_for(self, copies: list[Block], loop: Loop) -> bool:
        """Whether the tape, or anything else, uses anything of the loop's forward sweep."""
        inside = set(copies)
        stores = sum(i.opcode == "store" for b in copies for i in b.instructions)
        if stores != sum(i.opcode == "store" for b in loop.blocks for i in b.instructions):
            return True
        apart = inside | self._only_through(inside, loop)
        within = {i for block in apart for i in block.instructions}
        elsewhere = {store: node for store, node in self.unused.stores().items() if store not in within}
        return any(isinstance(v, Instruction) and v.block in inside for v in self.unused.used(apart, elsewhere))

    def _only_through(self, copies: set[Block], loop: Loop) -> set[Block]:
        """The blocks that are only reachable through the forward sweep of a loop: where its errors are returned."""
        start, _, end = self._ends_of(loop)
        function = start.function
        assert function is not None
        seen = {function.entry}
        work = [function.entry]
        for block in work:
            following = [end if block is start and s in copies else s for s in block.successors()]
            work += [s for s in dict.fromkeys(following) if s not in seen and s not in copies]
            seen.update(work)
        return {b for b in function.blocks if b not in seen}

    def _ends_of(self, loop: Loop) -> tuple[Block, Block, Block]:
        """The preheader of a loop's forward sweep, its header, and its exit without an error."""
        context = self.contexts.outside(loop)
        before = preheader(loop)
        optimistic = self.facts.key.optimistic
        (outside,) = {s for b, s in loop.exits() if not (optimistic and self.facts.gives_up(b, s))}
        assert before is not None
        start, header, end = (self.contexts.block(b, context) for b in (before, loop.header, outside))
        return start, header, end

    def _bypass(self, loop: Loop, copies: list[Block]) -> None:
        """Branch from the preheader to the exit."""
        start, header, end = self._ends_of(loop)
        targets = dict.fromkeys(s for b in copies for s in b.successors() if s not in copies)
        for phi in (phi for target in targets for phi in target.phis()):
            for block in copies:
                remove_incoming(phi, block)
        for phi in end.phis():
            phi.add_operand(zero(phi.type))
            phi.add_operand(start)
        br = start.terminator
        for k, target in enumerate(br.operands):
            if target is header:
                br.set_operand(k, end)
        for block in copies:
            for inst in block.instructions:
                inst.drop_operands()
        assert start.function is not None
        start.function.blocks = [b for b in start.function.blocks if b not in set(copies)]
        if len(targets) > 1:
            erase_unreachable(start.function)
