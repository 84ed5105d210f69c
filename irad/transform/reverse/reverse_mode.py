"""Reverse mode: a forward sweep and a reverse sweep, generated in the steps of the table at the end.

Every value that carries a derivative has one *adjoint variable*.  To reverse the instruction that defines the value: read its
adjoint, set it to zero, propagate it (`reversal.py`).  The adjoint therefore belongs to the iteration being reversed, and only
phis pass something from one iteration to another (`reverse_control_flow.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import replace

from irad.analysis.activity.certain_use import Certainty
from irad.analysis.elements.last_reads import LastReads
from irad.analysis.elements.sliding_windows import SlidingWindow, SlidingWindows
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.ir.values import Block, Instruction, Value
from irad.transform.adjoint.adjoints import Adjoints
from irad.transform.adjoint.primal_reuse import PrimalReuse
from irad.transform.adjoint.reversal import InstructionReversal
from irad.transform.adjoint.reverse_copies import CopyReversal
from irad.transform.adjoint.reverse_heap import HeapReversal
from irad.transform.adjoint.reverse_memory import MemoryReversal
from irad.transform.adjoint.reverse_values import ValueReversal
from irad.transform.adjoint.shadow_windows import ShadowWindows
from irad.transform.base.steps import Observer, Step, checked, run_steps
from irad.transform.loops.caching_overrides import kept_values, overridden
from irad.transform.loops.loop_recomputation import LoopRecomputation
from irad.transform.loops.plan import LoopPlanner
from irad.transform.loops.region_copies import RegionCopies
from irad.transform.loops.saved_memory import MemorySaver
from irad.transform.loops.unused_sweeps import ForwardSweeps, UnusedCode
from irad.transform.loops.zero_adjoint_skipping import ZeroAdjointSkipping
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.reverse_facts import ReverseFacts, find_facts
from irad.transform.primal.services import Services
from irad.transform.refused.refusals import Refusals
from irad.transform.reverse import early_errors, sweep_ends
from irad.transform.reverse.conditional_adjoints import ConditionalAdjoints
from irad.transform.reverse.forward_sweep import ForwardSweep
from irad.transform.reverse.readable_values import find_forwarded, find_handed, find_stored
from irad.transform.reverse.reverse_control_flow import BackwardFlow
from irad.transform.reverse.shadow_rebinding import require_same_shadows
from irad.transform.tape.min_cut import minimum_cut
from irad.transform.tape.rematerialization import Rematerialization
from irad.transform.tape.tape import PrimalTape
from irad.transform.tape.tape_stack import TapeStack


class ReverseDerivative:
    """A gradient, or an augmented and a reverse function, under construction: the parts that the steps make and pass on.

    ``reverse``: where the reverse of each block begins; ``finish``: what comes after the reverse of the entry block.
    ``left_out``: loops without a forward sweep; ``found_late``: whether errors are found after shadows have been written.
    """

    facts: ReverseFacts
    loop_recomputation: LoopRecomputation
    forward: ForwardSweep
    returned: tuple[Block, Instruction]
    remat: Rematerialization
    adjoints: Adjoints
    reverse: dict[Block, Block]
    saver: MemorySaver
    regions: RegionCopies
    skipping: ZeroAdjointSkipping
    unused: UnusedCode

    def __init__(self, emit: ContextEmitter, flow: ControlFlow, services: Services, observers: Sequence[Observer] = ()) -> None:
        self.emit, self.flow, self.services, self.observers = emit, flow, services, observers
        self.fn, self.key, self.out = emit.fn, emit.key, emit.out
        self.refuse = Refusals(emit.act)
        self.finish = Block("finish")
        self.left_out: set[Loop] = set()
        self.why_taped: Callable[[Value], str] = lambda v: ""
        self.found_late = False
        self.endless = False  # whether the primal never returns, so that there is nothing to reverse
        self.reversed = False  # whether everything has been emitted

    def build(self) -> None:
        run_steps(STEPS, self, lambda d: d.endless, self.observers)
        self.reversed = not self.endless


# ---- the forward sweep


def _refuse(d: ReverseDerivative) -> None:
    d.refuse.pools()


def _enter_reverse(d: ReverseDerivative) -> None:
    sweep_ends.reverse_entry(d.emit, d.finish)


def _find_facts(d: ReverseDerivative) -> None:
    d.facts = find_facts(d.emit, d.flow, d.services.options, d.services.ownership)


def _plan_loops(d: ReverseDerivative) -> None:
    if d.services.options.cache_everything or d.key.again:
        return
    contexts, rev = d.emit.contexts, d.emit.rev

    def run_again(loop: Loop) -> None:
        contexts.add(loop, rev.append_block(f"again.{loop.header.name}"))

    planner = LoopPlanner(d.facts, lambda loop: overridden(loop, d.services.keeping), contexts.outside)
    d.facts = replace(d.facts, plan=planner.plan(run_again))


def _begin_forward(d: ReverseDerivative) -> None:
    d.loop_recomputation = LoopRecomputation(d.facts, d.emit)
    d.forward = ForwardSweep(d.facts, d.emit, d.services, d.loop_recomputation, d.refuse)
    d.forward.begin()


def _copy_primal(d: ReverseDerivative) -> None:
    d.forward.copy_blocks()


def _fill_phis(d: ReverseDerivative) -> None:
    d.forward.fill_phis()
    d.emit.reversing = True
    d.found_late = d.forward.early.found_late
    if d.forward.returned is None:
        d.endless = True
        sweep_ends.never_returns(d.emit, d.finish)
    else:
        d.returned = d.forward.returned


# ---- the reverse sweep, with placeholders for values of the forward sweep


def _open_tape(d: ReverseDerivative) -> None:
    facts, emit = d.facts, d.emit
    block = d.returned[1].block
    assert block is not None
    tape = PrimalTape(TapeStack(emit.out, emit.rev, emit.runtime, emit.tape_stack), d.flow, emit.contexts, facts.error_exit)
    always = sweep_ends.surely_passed(facts, emit, block) | d.loop_recomputation.always()
    d.remat = Rematerialization(tape, always, closed_forms=not facts.options.cache_everything)
    d.remat.know_closed_forms(lambda phi: _shadow_starts(d, phi))
    if facts.split:
        tape.base = emit.rev.args[1]
        if d.key.again:
            pairs = zip(d.fn.args, d.key.params, strict=True)
            anew = [lane[a] for a, p in pairs if p.shadow for lane in emit.lanes]
            d.remat.given.update(zip(anew, emit.rev.args[2:], strict=False))
        tape.storage(tape.regions[None])


def _shadow_starts(d: ReverseDerivative, phi: Value) -> list[tuple[Value, Value]]:
    """The shadows of a header phi, each with the shadow it starts from."""
    assert isinstance(phi, Instruction)
    emit, loop = d.emit, d.flow.loop_of[phi.block]  # type: ignore[index]
    assert loop is not None
    start = next(v for v, b in phi.incoming() if b not in loop.blocks)
    return [(emit.shadows[phi], emit.shadow(start)) for _ in emit.each_lane() if phi in emit.shadows]


def _make_reverse_blocks(d: ReverseDerivative) -> None:
    rev, live = d.emit.rev, d.facts.live
    d.reverse = {b: rev.append_block(f"reverse.{b.name}") for b in d.flow.rpo[::-1] if b in live}
    rev.blocks.append(d.finish)
    d.finish.function = rev


def _open_loops(d: ReverseDerivative) -> None:
    d.remat.tape.open_loops(lambda loop: _commutes(d, loop))


def _commutes(d: ReverseDerivative, loop: Loop) -> bool:
    """True if iterations can be reversed first to last."""
    plan = d.facts.plan
    if plan is None or d.facts.options.strict or loop in d.emit.contexts.loops:
        return False
    return plan.commuting.of(loop)


def _connect_second_runs(d: ReverseDerivative) -> None:
    d.saver = MemorySaver(d.facts.plan, d.emit.contexts, d.remat, d.emit.runtime)
    d.loop_recomputation.connect(d.remat, d.saver, d.reverse)


def _choose_skipped(d: ReverseDerivative) -> None:
    d.skipping = ZeroAdjointSkipping(d.facts, d.emit, d.remat)
    d.skipping.choose()


def _seed(d: ReverseDerivative) -> None:
    """Seed the reverse sweep with the adjoint of the return value."""
    d.adjoints = Adjoints(d.facts.act, d.emit, d.remat, d.facts.options.strict)
    ret = d.returned[1]
    if d.key.ret and ret.operands:
        d.remat.at(d.reverse[ret.block], d.flow.loop_of[ret.block])  # type: ignore[index]
        for lane in d.emit.each_lane():
            d.adjoints.accumulate(ret.operands[0], d.emit.rev.args[lane - len(d.emit.lanes)])


def _write_reverse(d: ReverseDerivative) -> None:
    facts, emit, adjoints, forward = d.facts, d.emit, d.adjoints, d.forward
    heap = HeapReversal(facts, emit, d.remat, forward.copies)
    windows = ShadowWindows(_sliding_windows(d), adjoints)
    conditional = ConditionalAdjoints(facts, adjoints, {*emit.contexts.loops, *d.skipping.loops})
    certain = Certainty(d.fn, d.flow, facts.certainly_reached, facts.following, conditional.homes)
    d.skipping.find_unused(certain)
    last_reads = _last_reads(d, windows, conditional)
    instructions = InstructionReversal(
        facts, emit, d.services.ownership, adjoints,
        ValueReversal(adjoints, emit, certain, PrimalReuse(d.fn, d.flow)),
        MemoryReversal(
            facts, emit, adjoints, heap, d.refuse, forward.reserves, forward.early.loads, forward.copies, windows,
            *last_reads,
        ),
        CopyReversal(facts.act, emit, adjoints, forward.copies, last_reads[1]),
        heap, forward.calls,
    )  # fmt: skip
    flow = BackwardFlow(facts, emit, d.remat, adjoints, instructions, conditional, d.skipping, windows, d.reverse, d.finish)
    flow.write()


def _sliding_windows(d: ReverseDerivative) -> list[SlidingWindow]:
    """The windows of loops that are reversed iteration by iteration; none where sums keep their order, or without a plan."""
    facts = d.facts
    if facts.plan is None or facts.options.strict:
        return []
    windows = SlidingWindows(d.flow, facts.plan.commuting, facts.elements)
    loops = [loop for loop in d.flow.loops if loop.header in facts.live and loop not in d.skipping.loops]
    return [w for loop in loops for w in windows.of(loop) if not any(i in d.forward.early.loads for i in w.places)]


def _last_reads(
    d: ReverseDerivative, windows: ShadowWindows, conditional: ConditionalAdjoints
) -> tuple[Set[Instruction], Set[Instruction]]:
    """The loads whose adjoints are stored, and the stores that leave shadows as they are (`LastReads`).

    None where adjoints are added one by one, and in functions for the reverse sweep alone, which may run several times.
    """
    facts, skipping, early = d.facts, d.skipping, d.forward.early.loads
    if facts.plan is None or facts.options.strict or facts.split:
        return set(), set()
    aside = conditional.homes

    def ordinary(inst: Instruction) -> bool:
        loop = d.flow.loop_of[inst.block] if inst.block is not None else None
        around = loop.chain() if loop is not None else []
        skipped = any(x in skipping.loops or x in skipping.results for x in around)
        return not skipped and inst not in aside and inst not in early and inst not in windows.window

    polynomials, safety = facts.plan.commuting.polynomials, facts.reload_safety
    found = LastReads(d.flow, facts.act, safety.aliasing, safety.effects, polynomials, facts.error_exit, ordinary, facts.live)
    return found.loads, found.stores


# ---- values in place of the placeholders


def _resolve(d: ReverseDerivative) -> None:
    """Read values from the tape or recompute them, as decided by a minimum cut."""
    remat, marks = d.remat, d.facts.marks
    remat.forget_unused()
    remat.join_setups()
    d.regions = RegionCopies(d.facts, d.emit.contexts, remat, d.emit.runtime)
    if d.facts.options.cache_everything:
        remat.resolve(lambda inst: False)
        return
    primal = {new: old for old, new in d.emit.map.items() if isinstance(old, Instruction)}
    kept = kept_values(marks, d.emit.value)
    if d.facts.plan is not None:
        d.regions.find(primal)
    cut = minimum_cut(remat, d.facts.reload_safety, primal, kept)
    for shared in d.regions.candidates():
        d.regions.use(shared)
        other = minimum_cut(remat, d.facts.reload_safety, primal, kept)
        if other.cost + shared.cost < cut.cost:
            cut = other
        else:
            d.regions.leave(shared)
    d.why_taped = cut.reason
    remat.resolve(cut.again)


def _fill_carried(d: ReverseDerivative) -> None:
    saved = [(s.save.piece.node, d.emit.contexts.outside(s.loop)) for s in d.saver.saved]
    d.unused = UnusedCode(d.facts, d.emit, d.remat, d.forward.calls, saved)
    d.loop_recomputation.fill_carried(d.remat, d.unused)


def _put_memory_back(d: ReverseDerivative) -> None:
    d.saver.put_back()
    d.regions.close()


def _compare_shadows(d: ReverseDerivative) -> None:
    if d.key.again:
        require_same_shadows(d.remat, d.emit.runtime, d.forward.calls.values())


def _close_tape(d: ReverseDerivative) -> None:
    d.remat.close()


def _release_skipped(d: ReverseDerivative) -> None:
    d.skipping.close()


def _release_saved(d: ReverseDerivative) -> None:
    d.saver.give_back()
    d.regions.give_back()


# ---- the ends


def _end_sweeps(d: ReverseDerivative) -> None:
    facts, emit, ret = d.facts, d.emit, d.returned[1]
    derivative = d.services.derivatives.derivative
    begin = d.reverse[ret.block]  # type: ignore[index]
    sweep_ends.end_forward(facts, emit, d.remat, d.returned, begin, d.finish, derivative(emit.out))
    sweep_ends.end_reverse(facts, emit, d.adjoints, ret, d.finish, derivative(emit.rev))


def _drop_forward_sweeps(d: ReverseDerivative) -> None:
    d.left_out = ForwardSweeps(d.facts, d.emit, d.unused).drop()
    d.found_late |= d.loop_recomputation.return_failures(d.left_out, d.services.derivatives.derivative(d.emit.rev))
    if d.emit.contexts.loops or any(p.noneed for p in d.key.params):
        d.unused.sweep()


def _mark_parallel(d: ReverseDerivative) -> None:
    sweep_ends.mark_parallel(d.facts, d.emit, d.remat, d.reverse)


def _read_mark_first(d: ReverseDerivative) -> None:
    sweep_ends.note_mark_first(d.emit, d.forward.mark)


def _leave_at_once(d: ReverseDerivative) -> None:
    early_errors.leave_at_once(d.facts, d.emit, d.returned, d.finish)


STEPS: tuple[Step[ReverseDerivative], ...] = checked((
    Step("refuse pools", _refuse),
    Step("enter the reverse sweep", _enter_reverse),
    Step("find facts", _find_facts),
    Step("plan loops", _plan_loops, {
        "find facts": "costs and obstacles are questions to the analyses",
        "enter the reverse sweep": "loops that run again get blocks in the reverse function, of which the entry is the first",
    }),
    Step("begin the forward sweep", _begin_forward, {
        "plan loops": "a block is copied once for each context that it runs in, and the plan decides on contexts",
    }),
    Step("copy the primal", _copy_primal, {
        "begin the forward sweep": "branches lead to blocks that come later",
    }),
    Step("fill phis", _fill_phis, {
        "copy the primal": "what comes along a back edge is computed in a later block",
    }),
    Step("open the tape", _open_tape, {
        "copy the primal": "the tape knows the loop of a value by the block that it has been copied to",
        "fill phis": "until then a value stands for its copy in the context that is written, afterwards in that of its own block",
    }),
    Step("make reverse blocks", _make_reverse_blocks, {
        "find facts": "only live blocks are reversed",
        "begin the forward sweep": "in a gradient both sweeps are one function, in which the forward sweep comes first",
    }),
    Step("open loops", _open_loops, {
        "open the tape": "loops have regions there",
        "make reverse blocks": "what loops have in the entry stands in front of the blocks of the sweep",
    }),
    Step("find forwarded loads", lambda d: find_forwarded(d.facts, d.emit, d.remat), {
        "open loops": "only loops with arrays, whose trips are known, can be read from",
    }),
    Step("find stored values", lambda d: find_stored(d.facts, d.emit, d.remat), {
        "open the tape": "they are obtained like values on the tape",
    }),
    Step("find earlier values", lambda d: find_handed(d.facts, d.emit, d.remat), {
        "find stored values": "what is stored is read where it lies",
    }),
    Step("connect second runs", _connect_second_runs, {
        "open loops": "what a second run begins with depends on the number of the iteration",
        "make reverse blocks": "second runs end where the reverse of their last block begins",
    }),
    Step("choose skipped iterations", _choose_skipped, {"plan loops": "an iteration that saves memory cannot be skipped"}),
    Step("seed adjoints", _seed, {
        "make reverse blocks": "the seed is added where the reverse sweep begins",
    }),
    Step("write the reverse sweep", _write_reverse, {
        "seed adjoints": "in the block of the return the seed comes before everything else",
        "choose skipped iterations": "the test stands at the beginning of an iteration's reverse",
        "connect second runs": "header phis of loops that run again are known by then",
        "find forwarded loads": "a reversed iteration begins with the position in the loops that it reads from",
    }),
    Step("resolve values", _resolve, {
        "write the reverse sweep": "the minimum cut needs all values that are asked for: what is kept depends on all of them",
        "connect second runs": "values that second runs fetch from outside are asked for like any others",
    }),
    Step("fill carried values", _fill_carried, {
        "resolve values": "only what is still used then has to be handed from one iteration to the next",
    }),
    Step("put memory back", _put_memory_back, {
        "write the reverse sweep": "memory is put back on the edges that enter and leave a reversed loop",
        "resolve values": "addresses and sizes are fetched at once, without placeholders",
    }),
    Step("compare shadows", _compare_shadows, {
        "resolve values": "it depends on which shadows lie on the tape",
    }),
    Step("close the tape", _close_tape, {
        "put memory back": "room for saved memory is fetched in setups",
        "compare shadows": "shadows to be compared are put on the tape, which grows by that",
        "fill carried values": "so are carried values",
    }),
    Step("release skipped iterations", _release_skipped, {
        "close the tape": "whether a second run has reserved anything is known then",
    }),
    Step("release saved memory", _release_saved, {
        "close the tape": "memory that was reserved later, the loop's own, is released first on the same edge",
    }),
    Step("end the sweeps", _end_sweeps, {
        "resolve values": "stores to the tape stand in front of the terminators that are replaced here",
        "close the tape": "the function's frame is released last",
    }),
    Step("drop forward sweeps", _drop_forward_sweeps, {
        "end the sweeps": "a forward sweep may only go if nothing, the results included, asks for it",
        "close the tape": "what is pending for setups counts as asked for, and must have become code",
    }),
    Step("mark parallel loops", _mark_parallel, {
        "write the reverse sweep": "all loads and stores of the loop are marked",
        "drop forward sweeps": "what is taken out there needs no mark",
    }),
    Step("read the mark first", _read_mark_first, {
        "close the tape": "it stands in front of all that is reserved in the entry block",
    }),
    Step("leave at once after errors", _leave_at_once, {
        "end the sweeps": "the test for errors stands there, and what is returned",
        "drop forward sweeps": "what is read at the end may be changed there",
    }),
))  # fmt: skip
