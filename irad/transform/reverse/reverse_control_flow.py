"""Control flow of the reverse sweep: blocks backwards.

At a reversed block entry the adjoints of all phis are read and zeroed first, and then added to the incoming values of the
predecessor that was taken.  Which one that was: the only one; for a loop header, the test for iteration 0 decides; for a join
under one conditional branch, that branch's condition; otherwise, a number that the forward sweep has recorded.
"""

from __future__ import annotations

from irad.analysis.flow.cfg import Loop
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I8, I32
from irad.ir.values import Block, Instruction, Value
from irad.transform.adjoint.adjoints import Adjoints
from irad.transform.adjoint.reversal import InstructionReversal
from irad.transform.adjoint.shadow_windows import ShadowWindows
from irad.transform.loops.zero_adjoint_skipping import ZeroAdjointSkipping
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.reverse_facts import ReverseFacts
from irad.transform.reverse.conditional_adjoints import ConditionalAdjoints, Side
from irad.transform.tape.rematerialization import Rematerialization


class BackwardFlow:
    """Writes the reverse of blocks, edges and branches.

    ``reverse``: where the reverse of each block begins; ``finish``: what comes after that of the entry block.
    """

    def __init__(
        self, facts: ReverseFacts, emit: ContextEmitter, remat: Rematerialization,
        adjoints: Adjoints, instructions: InstructionReversal,
        conditional: ConditionalAdjoints, skipping: ZeroAdjointSkipping, windows: ShadowWindows,
        reverse: dict[Block, Block], finish: Block,
    ) -> None:  # fmt: skip
        self.facts, self.flow, self.emit, self.contexts = facts, facts.flow, emit, emit.contexts
        self.r, self.adjoints, self.instructions, self.skipping = remat, adjoints, instructions, skipping
        self.windows = windows
        self.reverse, self.finish = reverse, finish
        self.taken: dict[Block, Instruction] = {}
        self.conditional = conditional
        self.asides: dict[Side, Block] = {}  # where what belongs to a side is reversed

    def write(self) -> None:
        """Emit the reverse of all blocks, last ones first."""
        for block in self.reverse:
            self.reverse_block(block)

    def reverse_block(self, block: Block) -> None:
        r = self.r
        loop = self.flow.loop_of[block]
        r.at(self.reverse[block], loop)
        if loop is not None and block is loop.latches[0]:
            r.follow(loop)
        leaves_out = loop if loop in self.skipping.loops else None
        if leaves_out is not None and block in leaves_out.latches:
            self.skipping.begin(leaves_out, self.adjoints)
        done = self._reverse_asides(block)
        for inst in reversed(block.instructions):
            if inst.opcode != "phi" and inst not in done:
                for _ in self.emit.each_lane():
                    self.instructions.reverse(inst)
        active = [phi for phi in block.phis() if self.adjoints.has(phi)]
        if leaves_out is not None and block is leaves_out.header:
            self.skipping.end(leaves_out)
        phis = [(phi, [self.adjoints.take(phi) for _ in self.emit.each_lane()]) for phi in active]
        if loop is not None and block is loop.header:
            self.windows.slide(loop)
        preds = [p for p in self.flow.preds[block] if p in self.facts.live and (p, block) not in self.facts.dead_edges]
        if not preds:
            r.b.br(self.finish)
            return
        here = r.b.block
        assert here is not None
        edges = {p: self._edge(p, block, phis) for p in preds}
        r.at(here, loop)
        self._choose(block, preds, edges)

    def _reverse_asides(self, block: Block) -> set[Instruction]:
        """Reverse what belongs to the sides of a block's branch; return that."""
        r, done = self.r, set[Instruction]()
        sides = [(block, t) for t in self.flow.succs[block] if (block, t) in self.conditional.sides]
        if not sides:
            return done
        here, loop = r.b.block, self.flow.loop_of[block]
        for side in sides:
            r.at(self._end_of(*side), loop)
            if loop is not None and block is loop.latches[0]:
                r.follow(loop)
            for inst in reversed(self.conditional.sides[side]):
                for _ in self.emit.each_lane():
                    self.instructions.reverse(inst)
            done.update(self.conditional.sides[side])
            r.b.br(self.reverse[block])
        assert here is not None
        r.at(here, loop)
        return done

    def _end_of(self, pred: Block, block: Block) -> Block:
        """Where control goes at the end of the reverse of an edge."""
        side = pred, block
        if side not in self.conditional.sides:
            return self.reverse[pred]
        if side not in self.asides:
            self.asides[side] = self.emit.rev.append_block(f"aside.{pred.name}.{block.name}")
        return self.asides[side]

    def _choose(self, block: Block, preds: list[Block], edges: dict[Block, Block]) -> None:
        r = self.r
        if len(preds) == 1:
            r.b.br(edges[preds[0]])
            return
        loop = self.flow.loop_of[block]
        if loop is not None and loop.header is block and len(preds) == 2:
            latch = loop.latches[0]
            other = next(p for p in preds if p is not latch)
            r.b.cond_br(r.ends(r.regions[loop]), edges[other], edges[latch])
            return
        decided = self._decided_by(block, preds) if len(preds) == 2 else None
        if decided is not None:
            cond, yes, no = decided
            r.b.cond_br(r.get(self.emit.value(cond)), edges[yes], edges[no])
            return
        number = r.get(self._number(block, preds))
        if len(preds) == 2:
            r.b.cond_br(r.b.icmp("eq", number, const_int(number.type, 0)), edges[preds[0]], edges[preds[1]])
            return
        cases = [(const_int(number.type, i), edges[p]) for i, p in enumerate(preds) if i > 0]
        r.b.switch(number, edges[preds[0]], cases)

    def _decided_by(self, block: Block, preds: list[Block]) -> tuple[Value, Block, Block] | None:
        """The condition of one branch that distinguishes the two predecessors: (condition, if true, if false)."""
        top = self.flow.idom[block]
        if top is None or self.flow.loop_of[top] is not self.flow.loop_of[block]:
            return None
        br = top.terminator
        if br.opcode != "br" or len(br.operands) != 3 or br.operands[1] is br.operands[2]:
            return None

        def side(pred: Block) -> int:
            for k in (1, 2):
                target = br.operands[k]
                assert isinstance(target, Block)
                if pred is top and target is block:
                    return k
                if target is not block and len(self.flow.preds[target]) == 1 and self.flow.dominates(target, pred):
                    return k
            return 0

        sides = [side(p) for p in preds]
        if sorted(sides) != [1, 2]:
            return None
        return br.operands[0], preds[sides.index(1)], preds[sides.index(2)]

    def _number(self, block: Block, preds: list[Block]) -> Instruction:
        """A phi in the forward part that identifies the predecessor taken."""
        found = self.taken.get(block)
        if found is None:
            t = I8 if len(preds) < 128 else I32
            out = self.emit.map[block]
            assert isinstance(out, Block)
            context = self.contexts.of(block)
            found = Instruction("phi", t, (), {"flags": ()}, "taken")
            out.insert(0, found)
            for p in out.incoming_edges():
                number = next((i for i, q in enumerate(preds) if self.contexts.copy(q, context) is p), 0)
                found.add_operand(const_int(t, number))
                found.add_operand(p)
            self.taken[block] = found
        return found

    def _edge(self, pred: Block, block: Block, phis: list[tuple[Instruction, list[Value]]]) -> Block:
        """The reverse of the edge pred -> block; returns the block where it starts."""
        r = self.r
        first = edge = self.emit.rev.append_block(f"edge.{block.name}.{pred.name}")
        r.at(edge, self.flow.loop_of[block])
        for phi, adjoints in phis:
            incoming = next(v for v, p in phi.incoming() if p is pred)
            for lane in self.emit.each_lane():
                self.adjoints.accumulate(incoming, adjoints[lane])
        outside = self.flow.loop_of[block]
        chain: list[Loop] = loop.chain() if (loop := self.flow.loop_of[pred]) is not None else []
        if outside is not None and outside.header is block:
            region = r.regions[outside]
            if pred in outside.blocks:
                region.back_edges.append(edge)
            else:
                region.entry_edges.append(edge)
                self.windows.flush(outside)
        left = [inner for inner in chain if block not in inner.blocks]
        for inner in left:
            setup = self.emit.rev.append_block(f"setup.{inner.header.name}")
            Builder(edge).br(setup)
            r.regions[inner].setups.append(setup)
            edge = setup
        home = self.flow.loop_of[pred]
        begins = home is not None and (block not in home.blocks or block is home.header)
        begin = self.contexts.loops.get(home) if home is not None and begins else None
        target = self._end_of(pred, block) if begin is None else begin
        if left and left[0] in self.skipping.results:
            self.skipping.test(edge, [d for _, found in phis for d in found], self._left_out(left[0], pred, phis), target)
        else:
            Builder(edge).br(target)
        return first

    def _left_out(self, loop: Loop, pred: Block, phis: list[tuple[Instruction, list[Value]]]) -> Block:
        """Where a loop that is left by an edge from ``pred`` is not reversed: its entry edge, with nothing to add."""
        edge = self.emit.rev.append_block(f"left.{loop.header.name}")
        self.r.at(edge, loop.parent)
        for phi, _ in phis:
            incoming = next(v for v, p in phi.incoming() if p is pred)
            for _ in self.emit.each_lane():
                if self.adjoints.has(incoming):
                    self.adjoints.take(incoming)
        self.r.regions[loop].entry_edges.append(edge)
        (before,) = loop.entering()
        Builder(edge).br(self._end_of(before, loop.header))
        return edge
