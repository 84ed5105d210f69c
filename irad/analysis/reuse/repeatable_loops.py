"""Loops whose iterations can run a second time, in the reverse sweep, with the same results as the first time.

Everything an iteration reads must be as it was: either nothing changes it until then (`reload_safety.py`), or the iteration
itself has written it before.  The latter is shown by *pieces*: ranges of memory that a loop (or one store, or one copy) writes
from end to end.  A read is safe where all that the iteration writes to the object lies in pieces that are complete when the read
is executed, or where what it reads does.  What is written must be unobservable when the function has returned.  Where one of
these fails, the pieces that an iteration writes in any case can be saved (`Save`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Set
from dataclasses import dataclass

from irad.analysis.activity.activity import copy_call
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.effects import Effects
from irad.analysis.reuse.polynomial import AtLeastZero, Excess, IterationNumber, Polynomial, Polynomials
from irad.analysis.reuse.reload_safety import ReloadSafety
from irad.ir.opcodes import OPCODES
from irad.ir.types import I64, LAYOUT
from irad.ir.values import Block, ConstantInt, Instruction, Value
from irad.rules import AllocationRule, DeallocationRule, lookup_function


@dataclass(frozen=True)
class WrittenBytes:
    """The bytes at offsets from ``low`` to ``high`` from ``base``, all written."""

    node: Node
    base: Value
    low: Polynomial
    high: Polynomial


@dataclass(frozen=True)
class Range:
    """The range that an access in a loop's iteration may touch; ``low`` None: anywhere in the node."""

    base: Value | None
    low: Polynomial | None
    high: Polynomial | None


_HYPOTHETICAL = (AtLeastZero, Excess, IterationNumber)  # names that only bounds have
ANYWHERE = Range(None, None, None)


@dataclass(frozen=True)
class Save:
    """Memory that every iteration writes, and that has to be restored.

    ``carried``: an iteration reads what the previous one has left, so that this has to be restored before an iteration runs
    again.  ``visible``: what the loop leaves there is read later, so that it has to be restored after all have run again.
    """

    piece: WrittenBytes
    carried: bool
    visible: bool


class RepeatableLoops:
    """``obstacle(loop)``: why its iterations cannot run again; "" if they can."""

    def __init__(
        self,
        flow: ControlFlow,
        effects: Effects,
        reload_safety: ReloadSafety,
        error_exit: Callable[[Block, Block], bool],
        passing: Callable[[Node], bool],
        exact: Set[Value] = frozenset(),
    ) -> None:
        self.flow = flow
        self.effects = effects
        self.reload_safety = reload_safety
        self.error_exit = error_exit
        self.passing = passing
        self.polynomials = Polynomials(flow, error_exit, exact)
        self.saves: dict[Loop, list[Save]] = {}

    def obstacle(self, loop: Loop, context: Loop | None) -> str:
        """``context`` is the enclosing loop whose iterations run again."""
        if len(loop.latches) != 1:
            return "it has several latches"
        for block in loop.blocks:
            for inst in block.instructions:
                found = self._hindrance(inst, loop)
                if found:
                    return found
        return self._memory(loop, context)

    def _hindrance(self, inst: Instruction, loop: Loop) -> str:
        op = inst.opcode
        if OPCODES[op].once or op == "ret":
            return f"there is an instruction '{op}' in it"
        if op in ("load", "store") and (inst.attrs["volatile"] or inst.attrs["atomic"]):
            return "it accesses memory that others may change"
        if inst in self.effects.unknown:
            return "it calls something of which nothing is known"
        if op != "call":
            return ""
        callee = called_function(inst)
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, (AllocationRule, DeallocationRule)):
            return "it allocates memory or gives some back"
        if callee is None or callee.name.startswith("llvm.stack"):
            return "it calls through a pointer"
        return ""

    # ---- memory

    def _memory(self, loop: Loop, context: Loop | None) -> str:
        written = self.written(loop)
        for node in written:
            if self.reload_safety.freed(node, loop.header, context):
                return "it writes to memory that is gone when the reverse sweep comes"
        pieces = WrittenPieces(self, loop)
        visible = {node for node in written if not self.passing(node)}
        carried: set[Node] = set()
        for block in self.flow.rpo:
            if block not in loop.blocks:
                continue
            for inst in block.instructions:
                for node in self.effects.reads.get(inst, ()):
                    if self._lasts(node, inst, loop, context):
                        continue
                    if not self.covered(node, inst, loop, context, written, pieces):
                        if node not in written or not self._outlasts(node, loop, context):
                            return "it reads memory that changes before the reverse sweep"
                        carried.add(node)
        saves = [self._saves(n, loop, written, pieces, n in carried, n in visible) for n in carried | visible]
        if not all(saves):
            which = "reads what the iteration before wrote" if carried else "writes to memory that is of interest afterwards"
            return f"it {which}, and it cannot be told how much that is"
        self.saves[loop] = [save for found in saves for save in found]
        return ""

    def written(self, loop: Loop) -> dict[Node, list[Range]]:
        """Where an iteration may write, by node."""
        written: dict[Node, list[Range]] = {}
        for inst in [i for block in loop.blocks for i in block.instructions]:
            for node in self.effects.writes.get(inst, ()):
                written.setdefault(node, []).append(self._range(inst, node, loop))
        return written

    def dead(self, loop: Loop, nodes: Iterable[Node], context: Loop | None, live: Container[Block]) -> list[Node]:
        """Memory of which an iteration reads only what it has written itself, and that nothing else in ``live`` blocks reads."""
        written = self.written(loop)
        pieces = WrittenPieces(self, loop)
        readers: dict[Node, list[Instruction]] = {}
        for inst, read in self.effects.reads.items():
            for node in read if inst.block in live else ():
                readers.setdefault(node, []).append(inst)
        return [
            node
            for node in nodes
            if node in self.reload_safety.aliasing.private
            and all(
                i.block in loop.blocks and self.covered(node, i, loop, context, written, pieces)
                for i in readers.get(node, ())
            )
        ]

    def _saves(
        self, node: Node, loop: Loop, written: dict[Node, list[Range]], pieces: WrittenPieces, carried: bool, visible: bool
    ) -> list[Save]:
        """How to save all that the loop writes to a node; empty if unknown."""
        aliasing = self.reload_safety.aliasing
        if any(n is not node and aliasing.may_overlap(node, n) for n in written):
            return []
        fixed = self.polynomials.fixed
        found = [p for p in pieces.at_end() if p.node is node and fixed(p.low, loop, True) and fixed(p.high, loop, True)]
        found = [p for p in found if not any(isinstance(n, _HYPOTHETICAL) for n in p.low.names() | p.high.names())]
        if not all(self._inside(r, found, loop, across=True) for r in written[node]):
            return []
        return [Save(p, carried, visible) for p in found]

    def finds(self, load: Instruction, loop: Loop, piece: WrittenBytes) -> bool:
        """Whether a load certainly reads from a piece, and before anything in its iteration writes there."""
        block, node = load.block, self.effects.memory.node_of(load.operands[0])
        if block is None or node is None or node is not piece.node:
            return False
        if not self._inside(self._range(load, node, loop), [piece], loop, across=False):
            return False
        for other, changes in self.reload_safety.changes.items():
            if other not in loop.blocks:
                continue
            for inst, nodes in changes:
                before = other is block and block.instructions.index(inst) < block.instructions.index(load)
                if not before and block not in self.reload_safety.after(other, loop):
                    continue
                if any(self.reload_safety.aliasing.may_overlap(node, n) for n in nodes):
                    return False
        return True

    def _lasts(self, node: Node, inst: Instruction, loop: Loop, context: Loop | None) -> bool:
        """Whether the memory stays unchanged after any iteration, by later iterations too."""
        assert inst.block is not None
        return self.reload_safety.node(node, inst, context)

    def covered(
        self,
        node: Node,
        inst: Instruction,
        loop: Loop,
        context: Loop | None,
        written: dict[Node, list[Range]],
        pieces: WrittenPieces,
    ) -> bool:
        found = [p for p in pieces.before(inst) if p.node is node]
        if not found:
            return False
        aliasing = self.reload_safety.aliasing
        others = any(n is not node and aliasing.may_overlap(node, n) for n in written)
        if not others and all(self._inside(r, found, loop, across=True) for r in written[node]):
            # What lies outside of the pieces is written by no iteration; nor may anything after the loop change it.
            return self._outlasts(node, loop, context)
        if node in pieces.skipped:
            return False
        return self._inside(self._range(inst, node, loop), found, loop, across=False)

    def _outlasts(self, node: Node, loop: Loop, context: Loop | None) -> bool:
        """Whether nothing after the loop changes the node, callers between two functions for the sweeps among them."""
        if self.reload_safety.split and context is None and not self.reload_safety.aliasing.constant(node):
            return False
        after = self.reload_safety.after(loop.header, context)
        for block, changes in self.reload_safety.changes.items():
            if block in after and block not in loop.blocks:
                if any(self.reload_safety.aliasing.may_overlap(node, n) for _, nodes in changes for n in nodes):
                    return False
        return True

    def _inside(self, where: Range, pieces: list[WrittenBytes], loop: Loop, across: bool) -> bool:
        if where.low is None or where.high is None:
            return False
        low = where.low
        if across and not (self.polynomials.fixed(low, loop, True) and self.polynomials.fixed(where.high, loop, True)):
            return False
        left = [p for p in pieces if p.base is where.base]
        while True:  # from piece to piece, as long as each begins where the one before ends
            if self.polynomials.at_most(where.high, low, loop):
                return True
            piece = next((p for p in left if self.polynomials.at_most(p.low, low, loop) and p.high != low), None)
            if piece is None:
                return False
            if across and not self.polynomials.fixed(piece.high, loop, True):
                return False
            left.remove(piece)
            low = piece.high

    def _range(self, inst: Instruction, node: Node, loop: Loop) -> Range:
        access = self.access(inst, node)
        if access is None:
            return ANYWHERE
        pointer, size, length = access
        address = self.polynomials.address(pointer)
        at = self.flow.loop_of[inst.block] if inst.block is not None else None
        hull = self.polynomials.hull(address.offset, size, at, loop)
        if hull is None or not self._base(address.base, loop):
            return ANYWHERE
        low, high = hull[0], hull[1] + length
        if at is not None:
            low, high = self.polynomials.signed(low, at), self.polynomials.signed(high, at)
        if not (self.polynomials.fixed(low, loop, False) and self.polynomials.fixed(high, loop, False)):
            return ANYWHERE
        return Range(address.base, low, high)

    def _base(self, base: Value, loop: Loop) -> bool:
        if not isinstance(base, Instruction) or base.block is None:
            return True
        return base.block not in loop.blocks

    def access(self, inst: Instruction, node: Node) -> tuple[Value, int, Polynomial] | None:
        """What an instruction accesses of a node: (pointer, fixed size, varying size); None for calls."""
        zero = Polynomial()
        if inst.opcode == "load":
            return inst.operands[0], LAYOUT.store_size(inst.type), zero
        if inst.opcode == "store":
            return inst.operands[1], LAYOUT.store_size(inst.operands[0].type), zero
        if copy_call(inst) and inst.operands[2].type is I64:
            memory = self.effects.memory
            both = copy_call(inst) == "copy" and memory.node_of(inst.operands[1]) is memory.node_of(inst.operands[0])
            if both:
                return None
            pointer = inst.operands[0] if memory.node_of(inst.operands[0]) is node else inst.operands[1]
            return pointer, 0, self.polynomials.of(inst.operands[2])
        return None


class WrittenPieces:
    """Which pieces are complete before an instruction of a loop's iteration: a forward analysis, all paths must agree."""

    def __init__(self, repeatable_loops: RepeatableLoops, loop: Loop) -> None:
        self.r = repeatable_loops
        self.loop = loop
        self.flow = repeatable_loops.flow
        self.after: dict[Instruction, WrittenBytes] = {}  # complete after an instruction
        self.done: dict[Loop, set[WrittenBytes]] = {}  # complete when a loop is left
        for block in loop.blocks:
            for inst in block.instructions:
                for node in repeatable_loops.effects.writes.get(inst, ()):
                    self._find(inst, node)
        self.entering: dict[Block, frozenset[WrittenBytes]] = {}
        self.around: dict[tuple[Block, Block], set[WrittenBytes]] = {}  # edges past loops that write pieces
        self.skipped: set[Node] = set()
        for inner, found in self.done.items():
            self._find_guard(inner, found)
        self._find_empty()
        self._solve()

    def _find_empty(self) -> None:
        """Where a branch implies that a piece has no bytes, all of them are written."""
        pieces = {piece for found in self.done.values() for piece in found}
        for block in self.loop.blocks:
            br = block.terminator
            if br.opcode == "br" and len(br.operands) == 3 and br.operands[1] is not br.operands[2]:
                for side in (1, 2):
                    empty = {piece for piece in pieces if is_empty_past(piece, br.operands[0], side)}
                    if empty:
                        self._pass(block, side, empty)

    def _find_guard(self, inner: Loop, found: set[WrittenBytes]) -> None:
        """An edge that bypasses a loop counts as if the loop had run, if on that side no iteration writes anything.

        That is so where an invariant condition guards all writes to the object.
        """
        guards = self._conditions(inner.header)
        for node in {piece.node for piece in found}:
            writers = [b for b in self.loop.blocks for i in b.instructions if node in self.r.effects.writes.get(i, ())]
            for condition, side, block in guards:
                if all((condition, side) in [(c, s) for c, s, _ in self._conditions(w)] for w in writers):
                    self._pass(block, side, {p for p in found if p.node is node})
                    self.skipped.add(node)

    def _pass(self, block: Block, side: int, pieces: set[WrittenBytes]) -> None:
        """Count the pieces as complete on the edge that is not taken to ``side``."""
        past = block.terminator.operands[3 - side]
        assert isinstance(past, Block)
        self.around.setdefault((block, past), set()).update(pieces)

    def _conditions(self, block: Block) -> list[tuple[Value, int, Block]]:
        """The loop-invariant conditions that have to hold where ``block`` runs: (value, side of the branch, where)."""
        out = []
        at = self.flow.idom[block]
        while at is not None and at in self.loop.blocks:
            br = at.terminator
            if br.opcode == "br" and len(br.operands) == 3 and br.operands[1] is not br.operands[2]:
                test = br.operands[0]
                fixed = not isinstance(test, Instruction) or test.block not in self.loop.blocks
                for side in (1, 2):
                    way = br.operands[side]
                    assert isinstance(way, Block)
                    if fixed and self.flow.preds[way] == [at] and self.flow.dominates(way, block):
                        out.append((test, side, at))
            at = self.flow.idom[at]
        return out

    def _find(self, inst: Instruction, node: Node) -> None:
        access = self.r.access(inst, node)
        if access is None or inst.block is None:
            return
        pointer, size, length = access
        p = self.r.polynomials
        address = p.address(pointer)
        if not self.r._base(address.base, self.loop):
            return
        low, high = address.offset, address.offset + Polynomial(size) + length
        at = self.flow.loop_of[inst.block]
        self.after[inst] = WrittenBytes(node, address.base, low, high)
        done: Loop | None = None
        while at is not None and at is not self.loop:
            name = IterationNumber(at)
            step = low.coefficient(name)
            if step != high.coefficient(name) or name not in low.names():
                break
            last = p.last(at)
            extent = high - low
            if last is None or not self._always(inst.block, at):
                break
            if step == extent:
                low, high = low.replace(name, Polynomial()), high.replace(name, last)
            elif step == extent.times(-1):
                low, high = low.replace(name, last), high.replace(name, Polynomial())
            else:
                break
            done = at
            at = at.parent
        if done is not None:
            low, high = p.signed(low, done), p.signed(high, done)
            self.done.setdefault(done, set()).add(WrittenBytes(node, address.base, low, high))

    def _always(self, block: Block, loop: Loop) -> bool:
        """Whether every iteration executes the block, and the latch is the loop's only exit (but for errors)."""
        exits = {b for b, s in loop.exits() if not self.r.error_exit(b, s)}
        return exits == set(loop.latches) and self.flow.dominates(block, loop.latches[0])

    def _solve(self) -> None:
        order = [b for b in self.flow.rpo if b in self.loop.blocks]
        out: dict[Block, frozenset[WrittenBytes]] = {}
        changed = True
        while changed:
            changed = False
            for block in order:
                if block is self.loop.header:
                    entering: frozenset[WrittenBytes] = frozenset()
                else:
                    edges = [self._along(q, block, out[q]) for q in self.flow.preds[block] if q in out]
                    entering = frozenset.intersection(*edges) if edges else frozenset()
                self.entering[block] = entering
                leaving = entering | {piece for i in block.instructions if (piece := self.after.get(i)) is not None}
                if out.get(block) != leaving:
                    out[block] = leaving
                    changed = True

    def _along(self, pred: Block, block: Block, pieces: frozenset[WrittenBytes]) -> frozenset[WrittenBytes]:
        """What stays true on an edge: pieces that refer to an iteration end with it."""
        at = self.flow.loop_of[pred]
        ended: list[Loop] = []
        while at is not None and at is not self.loop:
            if block not in at.blocks or block is at.header:
                ended.append(at)
            at = at.parent
        gone: set[object] = {IterationNumber(loop) for loop in ended}
        left = self.flow.loop_of[block]
        kept = {p for p in pieces if not self._speaks(p, gone, ended)}
        for loop in ended:
            if block not in loop.blocks:
                kept |= {p for p in self.done.get(loop, ()) if not self._speaks(p, gone, ended)}
        kept |= self.around.get((pred, block), set())
        assert left is not None
        return frozenset(kept)

    def _speaks(self, piece: WrittenBytes, gone: set[object], ended: list[Loop]) -> bool:
        names = piece.low.names() | piece.high.names()
        if names & gone:
            return True
        around = ended[-1].parent if ended else None
        return bool(ended) and not all(self.r.polynomials.is_fixed(n, around, False) for n in names)

    def at_end(self) -> frozenset[WrittenBytes]:
        """What every iteration has written by its end."""
        latch = self.loop.latches[0]
        found = {piece for i in latch.instructions if (piece := self.after.get(i)) is not None}
        return self.entering.get(latch, frozenset()) | {p for p in found if not self._speaks(p, {IterationNumber(self.loop)}, [])}

    def before(self, inst: Instruction) -> list[WrittenBytes]:
        assert inst.block is not None
        found = set(self.entering.get(inst.block, ()))
        for i in inst.block.instructions:
            if i is inst:
                break
            if i in self.after:
                found.add(self.after[i])
        return list(found)


def is_empty_past(piece: WrittenBytes, test: Value, side: int) -> bool:
    """Whether a piece is empty (or of negative size) where a branch is not taken to ``side``."""
    if not isinstance(test, Instruction) or test.opcode != "icmp" or not isinstance(test.operands[1], ConstantInt):
        return False
    value, bound = test.operands[0], test.operands[1].value
    pred = test.attrs["pred"]
    # what is true on the other side: value <= bound, or value == bound
    known = {"sgt": 0, "ne": 0, "sge": -1} if side == 1 else {"sle": 0, "eq": 0, "slt": -1}
    if pred not in known:
        return False
    extent = piece.high - piece.low
    if extent.coefficient(value).sign() != 1 and pred not in ("ne", "eq"):
        return False
    return extent.replace(value, Polynomial(bound + known[pred])).sign() in (0, -1)
