"""The reverse sweep: control flow backwards, block by block.

Every value that carries a derivative has one *adjoint variable*.  To reverse the instruction that defines the value: read
its adjoint, set it to zero, hand it on (`adjoints.py`).  The adjoint therefore belongs to the iteration being reversed,
and only phis pass something from one iteration to another.  At a reversed block entry the adjoints of all phis are read
and zeroed first, and then added to the incoming values of the predecessor that was really taken.

Which predecessor that was: the only one; for a loop header "is this iteration 0?"; for a join under one conditional branch
that branch's condition; otherwise a number that the forward sweep has recorded.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from irad.analysis.addresses import base_of
from irad.analysis.cfg import ControlFlow, Loop
from irad.analysis.effects import Effects
from irad.analysis.forwarding import Forwarding
from irad.analysis.memory import called_function
from irad.analysis.objects import Node, reachable
from irad.analysis.status import error_edges
from irad.analysis.trips import affine_phis
from irad.analysis.unchanged import Aliasing, Unchanged
from irad.ir.builder import Builder
from irad.ir.constants import const_int, undef
from irad.ir.types import I8, I32, I64, LAYOUT, PTR, FloatType, Type
from irad.ir.values import Argument, Block, ConstantInt, Function, Instruction, Value
from irad.rules import AllocationRule, DeallocationRule, Rule, lookup_function
from irad.rules.external import ExternalRule
from irad.transform import heap, rerun, saving
from irad.transform.adjoints import Adjoints, nothing
from irad.transform.body import DROPPED, Body
from irad.transform.calls import ActiveCall, augmented_call, kept, split_key
from irad.transform.contexts import Contexts
from irad.transform.early import Early
from irad.transform.emitter import ContextEmitter
from irad.transform.exceptions import raises
from irad.transform.lifetimes import Lifetimes
from irad.transform.negligible import Negligible
from irad.transform.overrides import Overrides
from irad.transform.policy import recompute_policy
from irad.transform.recompute import call_again, is_recomputed
from irad.transform.replay import Replay
from irad.transform.request import Key
from irad.transform.same import require_same_shadows
from irad.transform.services import Services
from irad.transform.tape import Tape
from irad.transform.tape_stack import TapeStack
from irad.transform.words import keep_resized

if TYPE_CHECKING:
    from irad.transform.plan import Plan

_MOST_CLEARED = 16


class ReverseBody(Body):
    """Forward sweep in ``out``; reverse sweep in the same function (gradient) or in ``rev`` (split)."""

    emit: ContextEmitter

    def __init__(self, emit: ContextEmitter, flow: ControlFlow, services: Services) -> None:
        super().__init__(emit, flow, services, tells_words=True)
        self.rev = emit.rev
        self.split = emit.rev is not emit.out
        self.stack = TapeStack(emit.out, emit.rev, emit.runtime, emit.tape_stack)
        self.finish = Block("finish")
        self.live: set[Block] = set()
        self.taken: dict[Block, Instruction] = {}
        self.calls: dict[Instruction, ActiveCall] = {}
        self._unchanged: Unchanged | None = None
        self._nobodys: set[Node] | None = None
        self.mark: Value | None = None
        self.dead_edges = error_edges(self.fn, self.flow)
        self.contexts: Contexts = emit.contexts
        self.ends: dict[Block | None, Block] = {}  # where iterations that have run again go on backwards
        self.plan: Plan | None = None
        self.left_out: set[Loop] = set()  # loops without a forward sweep
        self.failures: dict[Loop, Block] = {}  # where second runs of iterations go that end in an error, if that is found late
        self.found_late = False  # are errors found when shadows have been written?
        self.negligible = Negligible(self)
        self.saved: list[saving.SavedMemory] = []
        self.early = Early(self)
        self.overrides: Overrides = Overrides(self)
        self.affine = {phi for loop in self.flow.loops for phi in affine_phis(loop)}
        self.based: dict[Block, list[tuple[int, Instruction, Value]]] = {}  # pointers whose shadows are computed behind phis
        self._find_live()
        self.kept_nodes, self.frees = heap.deferrable(self)
        self.lifetimes = Lifetimes(self)

    # ---- the forward part's hooks

    def needs_heap(self, inst: Instruction, shadowed: bool) -> bool:
        entry = inst.block is self.fn.entry and all(isinstance(o, ConstantInt) for o in inst.operands)
        return (shadowed and self.split) or not entry

    def clear_alloca(self, inst: Instruction, shadow: Value) -> None:
        """A few floats become -0.0: what is added to that is itself, so that LLVM drops the addition."""
        if self.act.memory.node_of(inst) not in self.small:
            super().clear_alloca(inst, shadow)
            return
        leaf, count = _floats(inst)
        width = LAYOUT.size_of(leaf)
        for k in range(count):
            self.b.store(nothing(leaf), self.b.gep(I8, shadow, [const_int(I64, k * width)]))

    @cached_property
    def small(self) -> set[Node]:
        """Stack memory of a few floats, which LLVM makes values of."""
        nodes = self.unchanged().aliasing.private
        allocas = [(self.act.memory.node_of(i), i) for i in self.fn.instructions() if i.opcode == "alloca"]
        large = {n for n, i in allocas if i.operands or not 0 < _floats(i)[1] <= _MOST_CLEARED}
        return {n for n, _ in allocas if n is not None and n in nodes and "heap" not in n.flags} - large

    def realloc_copy(self, inst: Instruction, new: Value, old: Value, size: Value) -> None:
        node = self.act.memory.node_of(inst)
        if node is not None and any("ptr" in c.find().kinds for c, _ in node.fields.values()):
            super().realloc_copy(inst, new, old, size)
            keep_resized(self.emit, self.copies, inst, size)

    def unchanged(self) -> Unchanged:
        """Which memory is the same in the reverse sweep."""
        if self._unchanged is None:
            memory = self.act.memory
            aliasing = Aliasing(self.fn, memory, self.key.noalias)
            self._unchanged = Unchanged(
                aliasing,
                Effects(self.fn, memory, self.services.ownership.may_free),
                self.flow,
                self.split,
                self.deferred,
                self.contexts.of,
                self.live.__contains__,
            )
        return self._unchanged

    def nobodys(self) -> set[Node]:
        """Memory of which only the loads in this function matter: private, or behind parameters that are said to be so."""
        if self._nobodys is None:
            memory = self.act.memory
            pairs = [(memory.node_of(a), p) for a, p in zip(self.fn.args, self.key.params, strict=True)]
            needed = set(reachable([n for n, p in pairs if n is not None and not p.noneed]))
            given = {n for n, p in pairs if n is not None and p.noneed and not n.flags & {"global", "unknown"}} - needed
            self._nobodys = self.unchanged().aliasing.private | given
        return self._nobodys

    # ---- copies (contexts.py)

    def make_blocks(self) -> None:
        rerun.choose(self)
        for block in self.flow.rpo:
            for context in [*self.contexts.around(block), self.contexts.of(block)]:
                function = self.out if context is None else self.rev
                copies = self.emit.map if context is self.contexts.of(block) else self.contexts.plain[context]
                made = copies[block] = function.append_block(block.name)
                self.contexts.place(made, context)

    def walk(self, block: Block) -> None:
        for context in self.contexts.around(block):
            self.emit.context = context
            rerun.copy_plain(self, block)
        self.emit.context = self.contexts.of(block)
        super().walk(block)
        self.emit.context = None

    def shadow_from_base(self, phi: Instruction) -> bool:
        """The reverse sweep then gets both pointers from the tape for the price of one."""
        base = base_of(phi) if phi.type.is_ptr else None
        if not isinstance(base, (Instruction, Argument)) or base.type is not phi.type or phi in self.affine:
            return False
        block = phi.block
        assert block is not None
        if isinstance(base, Instruction):
            home = base.block
            if home is None or home is block or not self.flow.dominates(home, block):
                return False
        self.based.setdefault(block, []).append((self.emit.lane, phi, base))
        return True

    def instruction(self, inst: Instruction) -> None:
        if inst.opcode != "phi" and inst.block in self.based and not self.emit.lane:
            for lane, phi, base in self.based.pop(inst.block):
                self.emit.lane = lane
                at, start = (self.b.cast("ptrtoint", self.emit.value(v), I64) for v in (phi, base))
                self.emit.shadows[phi] = self.b.gep(I8, self.emit.shadow(base), [self.b.sub(at, start)])
            self.emit.lane = 0
        if self.lost(inst.block):  # type: ignore[arg-type]
            self._copy_lost(inst)
        else:
            super().instruction(inst)

    def lost(self, block: Block) -> bool:
        """Is an error sure to be returned from here?  Then nothing is reversed, and nobody asks for shadows."""
        return block not in self.live and '"irad-status"' in self.fn.attributes

    def gives_up(self, block: Block, target: Block) -> bool:
        """Does control go from ``block`` to ``target`` only to return an error?"""
        return self.lost(block) or self.lost(target) or (block, target) in self.dead_edges

    def _copy_lost(self, inst: Instruction) -> None:
        callee = called_function(inst) if inst.opcode == "call" else None
        memory = callee is not None and isinstance(lookup_function(callee), (AllocationRule, DeallocationRule))
        if callee is not None and callee.name.startswith(DROPPED):  # of variables that may be elsewhere here
            return
        if memory or inst.opcode in ("br", "switch"):
            super().instruction(inst)
        elif not self.emit.lane:
            self.emit.copy(inst)

    def twin_from(self, v: Value, block: Block, phi: Instruction) -> Value:
        assert phi.block is not None
        return undef(v.type) if self.gives_up(block, phi.block) else super().twin_from(v, block, phi)

    def _br(self, inst: Instruction) -> None:
        if not self.emit.lane:
            self.emit.map[inst] = rerun.terminator(self, inst)

    _switch = _br

    def fill_phi(self, phi: Instruction) -> None:
        rerun.fill_plain(self, phi)
        self.emit.context = self.contexts.of(phi.block)
        if not rerun.is_carried(self, phi):
            super().fill_phi(phi)
        self.emit.context = None

    def _phi(self, inst: Instruction) -> None:
        if rerun.is_carried(self, inst):
            rerun.stand_in(self, inst)
        else:
            super()._phi(inst)

    def active_call(self, inst: Instruction, callee: Function | None) -> None:
        rule = lookup_function(callee) if callee is not None else None
        if callee is not None and rule is None and is_recomputed(callee):
            again = call_again(self, inst, callee)
            if again is not None:
                made = again.function
                self.calls[inst] = ActiveCall(made, made, made.ftype, (), again.key.ret, again=again)
                return
        early = self.early.call(inst, callee) if callee is not None and rule is None else None
        self.calls[inst] = self._augmented(inst, callee, rule) if early is None else early

    def split_key(self, inst: Instruction, callee: Function | None) -> Key:
        """Which derivative a call needs that is reversed later."""
        own = callee is not None and not isinstance(lookup_function(callee), ExternalRule)
        outside = self.lifetimes.outside_of(inst, callee) if own and callee is not None else None
        return split_key(self.emit, self.services.derivatives.memory, inst, callee, outside)

    def _augmented(self, inst: Instruction, callee: Function | None, rule: Rule | None) -> ActiveCall:
        keep = kept(self.unchanged(), inst) if isinstance(rule, ExternalRule) else ()
        return augmented_call(self.emit, self.services.derivatives, inst, callee, self.split_key(inst, callee), keep)

    def deallocation(self, inst: Instruction, rule: DeallocationRule) -> None:
        """Stack 0 is released by the reverse sweep; so is heap memory that the function itself has allocated once.

        Other heap memory is freed at once, its shadow by the reverse sweep.
        """
        if rule.name != "irad_release" and not self.deferred(inst):
            self.emit.copy(inst)

    def deferred(self, inst: Instruction) -> bool:
        """Is the memory that an instruction gives back still there until the reverse sweep has passed its allocation?"""
        return inst in self.frees

    def kept_allocation(self, inst: Instruction) -> bool:
        """Is what an instruction allocates given back by its reverse?"""
        return self.act.memory.node_of(inst) in self.kept_nodes

    def prologue(self) -> None:
        """A function that exceptions leave gives its part of the tape back first, and so notes where that begins."""
        if any(map(raises, self.fn.instructions())):
            self.mark = self.b.load(PTR, self.emit.stack(self.emit.tape_stack))

    def before_library(self, inst: Instruction) -> None:
        if raises(inst):
            assert self.mark is not None
            self.emit.release(self.mark)

    # ---- memory of the reverse sweep (heap.py)

    def memset(self, b: Builder, pointer: Value, size: Value) -> None:
        heap.memset(self, b, pointer, size)

    def columns(self, inst: Instruction, pointer: Value, size: Value) -> list[tuple[int, FloatType, int]]:
        return heap.columns(self, inst, pointer, size)

    def on_tape(self, inst: Instruction, rule: AllocationRule) -> bool:
        """Memory that goes before the function ends: its shadow lies on the tape, and goes with it after an exception."""
        if rule.kind not in ("malloc", "new") or not self.lifetimes.owned(inst):
            return False
        node = self.act.memory.node_of(inst)
        return node is not None and "resized" not in node.flags  # realloc asks the allocator for the size of a shadow

    def allocation(self, inst: Instruction, rule: AllocationRule) -> None:
        super().allocation(inst, rule)
        if inst in self.emit.shadows and inst not in self.reserves:
            self.lifetimes.begin(inst, rule, self.emit.shadows[inst])

    # ---- which edges and blocks the reverse sweep knows

    def error_exit(self, inside: Block, outside: Block) -> bool:
        """Does the edge lead only to an error return (or to no return at all)?"""
        return outside not in self.live or (inside, outside) in self.dead_edges

    def _find_live(self) -> None:
        work = [b for b in self.flow.rpo if b.terminator.opcode == "ret"]
        while work:
            b = work.pop()
            if b in self.live:
                continue
            self.live.add(b)
            work += [p for p in self.flow.preds[b] if (p, b) not in self.dead_edges]

    # ---- assembly

    def build(self) -> None:
        self.refuse.pools()
        start = self._reverse_entry()
        super().build()
        self.emit.reversing = True
        if self.returned is None:
            self._no_return()
            return
        ret_block, ret = self.returned
        assert ret.block is not None
        tape = Tape(self.stack, self.flow, self.contexts, self.error_exit)
        always = self._always(ret.block) | rerun.always(self)
        self.replay: Replay = Replay(tape, always, closed_forms=not self.services.options.cache_everything)
        self.replay.know_closed_forms(self._shadow_starts)
        r = self.replay
        if self.split:
            tape.base = self.rev.args[1]
            if self.key.again:
                pairs = zip(self.fn.args, self.key.params, strict=True)
                anew = [lane[a] for a, p in pairs if p.shadow for lane in self.emit.lanes]
                r.given.update(zip(anew, self.rev.args[2:], strict=False))
            tape.storage(r.regions[None])
        self.adjoints = Adjoints(self, r)
        self.rblocks = {b: self.rev.append_block(f"reverse.{b.name}") for b in self.flow.rpo[::-1] if b in self.live}
        self.rev.blocks.append(self.finish)
        self.finish.function = self.rev
        tape.open_loops(self._commutes)
        self._find_forwarded()
        rerun.connect(self)
        self.negligible.choose()
        self.adjoints.seed(ret)
        for block in self.rblocks:
            self._reverse_block(block)
        r.forget_unused()
        r.join_setups()
        r.resolve(recompute_policy(self))
        rerun.fill_carried(self)
        saving.put_back(self)
        if self.key.again:
            require_same_shadows(self)
        r.close()
        self.negligible.close()
        saving.give_back(self)
        self._return_forward(ret_block, ret, start)
        self._finish(ret)
        rerun.drop_forward(self)
        self._mark_parallel()
        self._note_mark_first()

    def _find_forwarded(self) -> None:
        """Loads that need not be kept, since what an earlier loop has stored there is kept or computed again."""
        if self.plan is None:
            return
        r, unchanged = self.replay, self.unchanged()
        forwarding = Forwarding(self.flow, unchanged, self.plan.reruns.polynomials, self.error_exit)
        for inst in self.fn.instructions():
            if inst.opcode != "load" or not inst.type.is_float or inst.block not in self.live or unchanged.of(inst):
                continue
            found = forwarding.of(inst)
            if found is None or not self._taped(found.loop) or not self._taped(self.flow.loop_of[inst.block]):
                continue
            r.forwarded[self.emit.map[inst]] = (self.emit.value(found.value), found.loop)

    def _taped(self, loop: Loop | None) -> bool:
        """Does a loop keep what its reverse needs in arrays?"""
        return loop is not None and self.replay.regions[loop].counted and loop not in self.contexts.loops

    def _commutes(self, loop: Loop) -> bool:
        """Can iterations be reversed first to last?"""
        if self.plan is None or self.services.options.strict or loop in self.contexts.loops:
            return False
        return self.plan.commuting.of(loop)

    def _shadow_starts(self, phi: Value) -> list[tuple[Value, Value]]:
        """The shadows of a header phi, each with the shadow it starts from."""
        assert isinstance(phi, Instruction)
        loop = self.flow.loop_of[phi.block]  # type: ignore[index]
        assert loop is not None
        start = next(v for v, b in phi.incoming() if b not in loop.blocks)
        return [(self.emit.shadows[phi], self.emit.shadow(start)) for _ in self.emit.each_lane() if phi in self.emit.shadows]

    def _mark_parallel(self) -> None:
        """Tell LLVM of loops whose iterations touch different shadows: it cannot see that, and asks at run time or gives up."""
        for loop, region in self.replay.regions.items():
            if loop is None or region.rlast is None or self.plan is None or not self.plan.commuting.parallel(loop):
                continue
            group = self.runtime.metadata("distinct !{}")
            fact = self.runtime.metadata(f'!{{!"llvm.loop.parallel_accesses", {group}}}')
            mark = self.runtime.metadata("distinct !{{{0}, {1}}}", fact)
            inside = work = [self.rblocks[loop.latches[0]]]
            for block in work:  # all that is reached before the loop is left
                work += [s for s in block.successors() if s not in region.entry_edges and s not in inside]
            for block in inside:
                for inst in block.instructions:
                    if inst.opcode in ("load", "store"):
                        inst.metadata["llvm.access.group"] = group
            for block in region.back_edges:
                block.terminator.metadata["llvm.loop"] = mark

    def _note_mark_first(self) -> None:
        """The tape begins with what this function reserves first: the mark is read before."""
        if not isinstance(self.mark, Instruction):
            return
        address = self.mark.operands[0]
        entry = self.out.entry
        for inst in (self.mark, address):
            assert isinstance(inst, Instruction)
            entry.instructions.remove(inst)
            entry.insert(0, inst)

    def _always(self, ret: Block) -> set[Block]:
        """Blocks of the forward part that dominate the return: their values are there in the reverse sweep."""
        out = {self.emit.entry}
        at: Block | None = ret
        while at is not None:
            if self.flow.loop_of[at] is None:
                copy = self.emit.map[at]
                assert isinstance(copy, Block)
                out.add(copy)
            at = self.flow.idom[at]
        return out

    def _reverse_entry(self) -> Block:
        """Where variables of the reverse sweep are made: the entry block of its function."""
        if not self.split:
            return self.emit.entry
        block = self.rev.append_block("entry")
        Builder(block).br(self.finish)
        return block

    # ---- blocks backwards

    def _reverse_block(self, block: Block) -> None:
        r = self.replay
        loop = self.flow.loop_of[block]
        r.at(self.rblocks[block], loop)
        if loop is not None and block is loop.latches[0]:
            r.follow(loop)
        leaves_out = loop if loop in self.negligible.loops else None
        if leaves_out is not None and block in leaves_out.latches:
            self.negligible.begin(leaves_out)
        for inst in reversed(block.instructions):
            if inst.opcode != "phi":
                for _ in self.emit.each_lane():
                    self.adjoints.reverse(inst)
        active = [phi for phi in block.phis() if self.adjoints.has(phi)]
        if leaves_out is not None and block is leaves_out.header:
            self.negligible.end(leaves_out)
        phis = [(phi, [self.adjoints.take(phi) for _ in self.emit.each_lane()]) for phi in active]
        preds = [p for p in self.flow.preds[block] if p in self.live and (p, block) not in self.dead_edges]
        if not preds:
            r.b.br(self.finish)
            return
        here = r.b.block
        assert here is not None
        edges = {p: self._edge(p, block, phis) for p in preds}
        r.at(here, loop)
        self._choose(block, preds, edges)

    def _choose(self, block: Block, preds: list[Block], edges: dict[Block, Block]) -> None:
        r = self.replay
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
        """The condition of one branch that tells the two predecessors apart: (condition, if true, if false)."""
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
        """A phi in the forward part that tells which predecessor was taken."""
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
        r = self.replay
        first = edge = self.rev.append_block(f"edge.{block.name}.{pred.name}")
        r.at(edge, self.flow.loop_of[block])
        for phi, adjoints in phis:
            incoming = next(v for v, p in phi.incoming() if p is pred)
            for lane in self.emit.each_lane():
                self.adjoints.accumulate(incoming, adjoints[lane])
        outside = self.flow.loop_of[block]
        chain: list[Loop] = loop.chain() if (loop := self.flow.loop_of[pred]) is not None else []
        if outside is not None and outside.header is block:
            region = r.regions[outside]
            (region.back_edges if pred in outside.blocks else region.entry_edges).append(edge)
        for inner in chain:
            if block in inner.blocks:
                continue
            setup = self.rev.append_block(f"setup.{inner.header.name}")
            Builder(edge).br(setup)
            r.regions[inner].setups.append(setup)
            edge = setup
        home = self.flow.loop_of[pred]
        begins = home is not None and (block not in home.blocks or block is home.header)
        begin = self.contexts.loops.get(home) if home is not None and begins else None
        Builder(edge).br(self.rblocks[pred] if begin is None else begin)
        return first

    # ---- the ends

    def _return_forward(self, block: Block, ret: Instruction, start: Block) -> None:
        first = self.rblocks[ret.block]  # type: ignore[index]
        block.terminator.erase()
        b = Builder(block)
        if self.split:
            self._split_return(b, ret)
            self.rev.entry.terminator.set_operand(0, first)
            return
        if '"irad-status"' in self.fn.attributes and ret.operands:
            fine = b.icmp("eq", self.emit.value(ret.operands[0]), const_int(ret.operands[0].type, 0))
            b.cond_br(fine, first, self.finish)
            return
        b.br(first)

    def _split_return(self, b: Builder, ret: Instruction) -> None:
        derivative = self.services.derivatives.derivative(self.out)
        t = self.out.ftype.ret
        result: Value = undef(t)
        for i, name in enumerate(derivative.fields):
            if name == "primal":
                part = self.emit.value(ret.operands[0])
            elif name == "shadow":
                self.emit.lane = i - derivative.fields.index("shadow")
                part = self.emit.shadow(ret.operands[0])
                self.emit.lane = 0
            else:
                base = self.replay.regions[None].base
                assert base is not None
                part = base
            result = b.insert_value(result, part, [i])
        b.ret(result)

    def _finish(self, ret: Instruction) -> None:
        b = Builder(self.finish)
        derivative = self.services.derivatives.derivative(self.rev)
        if self.split:
            self.stack.release(b, self.rev.args[1])
        t = self.rev.ftype.ret
        if not derivative.fields:
            b.ret()
            return
        result: Value = undef(t)
        for i, name in enumerate(derivative.fields):
            if name == "primal":
                part = self.emit.value(ret.operands[0])
            else:
                assert isinstance(name, int)
                self.emit.lane = i - derivative.fields.index(name)
                part = self.adjoints.final(b, self.fn.args[name])
            result = b.insert_value(result, part, [i])
        self.emit.lane = 0
        b.ret(result)

    def _no_return(self) -> None:
        """The primal never returns: neither does its derivative."""
        self.rev.blocks.append(self.finish)
        self.finish.function = self.rev
        Builder(self.finish).unreachable()


def _floats(alloca: Instruction) -> tuple[Type, int]:
    """The type and number of the floats that stack memory consists of; 0 if it has something else in it."""
    t = alloca.attrs["allocated_type"]
    leaf, count = (t.element, t.count) if t.is_array else (t, 1)
    return leaf, count if leaf.is_float else 0
