"""The facts about a function that are known before its reverse derivative is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property

from irad.analysis.activity.activity import Activity
from irad.analysis.elements.element_lifetimes import ElementLifetimes
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.trips import affine_phis
from irad.analysis.memory.objects import Node, reachable
from irad.analysis.reuse.commuting import Commuting
from irad.analysis.reuse.effects import Effects, cache_mark
from irad.analysis.reuse.error_edges import error_edges, live_blocks
from irad.analysis.reuse.reload_safety import Aliasing, ReloadSafety
from irad.analysis.reuse.repeatable_loops import RepeatableLoops, Save
from irad.ir.types import Type
from irad.ir.values import Block, Function, Instruction, Value
from irad.options import Options
from irad.transform.base.checkpointed_calls import run_again_later
from irad.transform.base.heap_ownership import Ownership
from irad.transform.base.request import Key
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.heap_facts import DeferredFrees, HeapLifetimes, deferred_frees

_MOST_CLEARED = 16
RUN_AGAIN, TAPE = "run again", "tape"


@dataclass(frozen=True)
class Decision:
    """What was decided for a loop, and why; costs are in quarters of a cycle of an iteration (`explain.py` prints them).

    ``forward * factor + carried`` is what running the iteration again costs: its work, slowed down by ``factor`` where LLVM makes
    no vectors of it, and what it hands on to the next iteration or saves.  ``tape``: what taping all that its reverse asks for
    costs (before the minimum cut finds what can be computed again).
    """

    loop: Loop
    what: str  # RUN_AGAIN or TAPE
    why: str
    forward: float = 0.0
    tape: float = 0.0
    dropped: bool = False  # does its forward sweep go?
    factor: float = 1.0
    carried: float = 0.0


@dataclass(frozen=True)
class LoopPlan:
    """What the reverse sweep does with each loop (`plan.py`), and the analyses on which this is based."""

    decisions: tuple[Decision, ...]
    commuting: Commuting
    repeatable_loops: RepeatableLoops

    def saves(self, loop: Loop) -> list[Save]:
        """Memory that is saved so that iterations of a loop can run again."""
        return self.repeatable_loops.saves.get(loop, [])

    def finds(self, load: Instruction, loop: Loop, save: Save) -> bool:
        """True if a load reads the saved memory's contents before its iteration, not what the iteration has written itself."""
        return self.repeatable_loops.finds(load, loop, save.piece)


@dataclass(frozen=True, eq=False)
class ReverseFacts:
    """One function, the derivative of it that is wanted, and the results of the analyses.

    ``split``: whether the two sweeps are two functions.  ``live``: the blocks that are reversed, those from which control reaches
    the return without an error; ``dead_edges``: those on which there is one.  ``again_later``: the calls of which
    the reverse runs parts of the primal again, with the memory that these use.  ``reload_safety`` tells which loads may be
    repeated (``elements``: of memory that changes elsewhere), ``unobservable`` is the memory of which only the loads in this
    function matter, ``small`` the stack memory of a few
    floats, which LLVM promotes to values.  ``affine``: header phis that are functions of the iteration number; ``marks``: calls
    of ``irad.cache``. ``plan`` is None while loops are not planned, or where everything is to be kept.
    """

    fn: Function
    key: Key
    act: Activity
    options: Options
    flow: ControlFlow
    split: bool
    live: Set[Block]
    dead_edges: Set[tuple[Block, Block]]
    lifetimes: HeapLifetimes
    deferral: DeferredFrees
    again_later: Mapping[Instruction, Set[Node]]
    reload_safety: ReloadSafety
    elements: ElementLifetimes
    unobservable: Set[Node]
    small: Set[Node]
    affine: Set[Value]
    marks: tuple[Instruction, ...]
    plan: LoopPlan | None = None

    @property
    def effects(self) -> Effects:
        return self.reload_safety.effects

    @property
    def status(self) -> bool:
        """True for a function that returns an error status."""
        return '"irad-status"' in self.fn.attributes

    def error_exit(self, inside: Block, outside: Block) -> bool:
        """True for an edge that leads only to an error return, or to no return at all."""
        return outside not in self.live or (inside, outside) in self.dead_edges

    def always_fails(self, block: Block) -> bool:
        """True for a block after which an error is certainly returned: nothing is reversed there, and shadows are unused."""
        return block not in self.live and self.status

    def gives_up(self, block: Block, target: Block) -> bool:
        """True if control goes from ``block`` to ``target`` only to return an error."""
        return self.always_fails(block) or self.always_fails(target) or (block, target) in self.dead_edges

    @cached_property
    def certainly_reached(self) -> Callable[[Block, Block], bool]:
        """Whether control certainly comes to a block (the first one) from another one, if there is no error."""
        return self.flow.postdominance(self.live, self.dead_edges)

    def following(self, block: Block) -> list[Block]:
        """The blocks that control may go to from a live block, if there is no error."""
        return [s for s in self.flow.succs[block] if not self.error_exit(block, s)]

    def deferred(self, inst: Instruction) -> bool:
        """True if the memory that an instruction frees is kept until the reverse sweep has passed its allocation."""
        return inst in self.deferral.frees

    def kept_allocation(self, inst: Instruction) -> bool:
        """True if what an instruction allocates is freed by its reverse."""
        return self.act.memory.node_of(inst) in self.deferral.nodes


def find_facts(emit: ContextEmitter, flow: ControlFlow, options: Options, ownership: Ownership) -> ReverseFacts:
    """All facts but the plan; the emitter's contexts record which loops run again once the plan is made."""
    fn, key, act, contexts, split = emit.fn, emit.key, emit.act, emit.contexts, emit.rev is not emit.out
    memory, may_free = act.memory, ownership.may_free
    dead = error_edges(fn, flow)
    live = live_blocks(flow, dead)
    assert fn.module is not None
    lifetimes = HeapLifetimes(fn, memory, fn.module, key.outside)
    aliasing = Aliasing(fn, memory, key.noalias)
    effects = Effects(fn, memory, may_free)
    again_later = run_again_later(fn, memory, effects)
    used = {n for nodes in again_later.values() for n in nodes}
    deferral = deferred_frees(lifetimes, flow, live, may_free, split, used)
    reload_safety = ReloadSafety(aliasing, effects, flow, split, deferral.frees.__contains__, contexts.of, live.__contains__)
    elements = ElementLifetimes(
        flow, reload_safety, lambda inside, outside: outside not in live or (inside, outside) in dead, key.exact
    )
    reload_safety.elements = elements.lasts
    return ReverseFacts(
        fn, key, act, options, flow, split, live, dead, lifetimes, deferral, again_later, reload_safety, elements,
        unobservable=_unobservable(fn, key, act, aliasing),
        small=_small_stack_memory(fn, act, aliasing),
        affine={phi for loop in flow.loops for phi in affine_phis(loop)},
        marks=tuple(i for i in fn.instructions() if cache_mark(i) is not None),
    )  # fmt: skip


def _unobservable(fn: Function, key: Key, act: Activity, aliasing: Aliasing) -> set[Node]:
    """Private memory, and the memory of parameters that is declared not to be read after the call."""
    pairs = [(act.memory.node_of(a), p) for a, p in zip(fn.args, key.params, strict=True)]
    needed = set(reachable([n for n, p in pairs if n is not None and not p.noneed]))
    given = {n for n, p in pairs if n is not None and p.noneed and not n.flags & {"global", "unknown"}} - needed
    return aliasing.private | given


def _small_stack_memory(fn: Function, act: Activity, aliasing: Aliasing) -> set[Node]:
    allocas = [(act.memory.node_of(i), i) for i in fn.instructions() if i.opcode == "alloca"]
    large = {n for n, i in allocas if i.operands or not 0 < floats_on_stack(i)[1] <= _MOST_CLEARED}
    return {n for n, _ in allocas if n is not None and n in aliasing.private and "heap" not in n.flags} - large


def floats_on_stack(alloca: Instruction) -> tuple[Type, int]:
    """The type and number of the floats that stack memory consists of; 0 if it holds anything else."""
    t = alloca.attrs["allocated_type"]
    leaf, count = (t.element, t.count) if t.is_array else (t, 1)
    return leaf, count if leaf.is_float else 0
