"""Cost estimates for a loop: of its work, and of keeping the values that its reverse needs (in the units of `min_cut.py`)."""

from __future__ import annotations

import math
from collections.abc import Callable

from irad.analysis.activity.to_be_recorded import ToBeRecorded, is_value
from irad.analysis.elements.element_lifetimes import ElementLifetimes
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.trips import affine_phis, trip_count
from irad.analysis.reuse.commuting import adds_up
from irad.analysis.reuse.effects import is_pure_call
from irad.analysis.reuse.polynomial import IterationNumber, Polynomials
from irad.analysis.reuse.reload_safety import ReloadSafety
from irad.ir.opcodes import OPCODES
from irad.ir.types import LAYOUT
from irad.ir.values import Argument, Block, Constant, ConstantInt, Instruction, Value
from irad.transform.tape.min_cut import LIBM, PER_BYTE, PER_LOOP, instruction_cost

_PER_NEAR_BYTE = 0.5  # for a tape that stays in the nearest cache; `PER_BYTE` is for one that mostly does not
_MOST_TRIPS = 64.0
_CHEAP = 20
_MOST_SHARED = 100
_IN_VECTORS = 0.25


class LoopCosts:
    """Estimates costs per iteration of a loop, in quarters of a cycle (as `min_cut.py`).

    ``to_be_recorded``: the values that the reverse of an instruction needs; ``outside``: the context that a loop is entered from;
    ``near``: whether the tape of the whole function stays in the cache; ``elements``: which loads may be read in copies.
    """

    def __init__(
        self,
        flow: ControlFlow,
        reload_safety: ReloadSafety,
        to_be_recorded: ToBeRecorded,
        outside: Callable[[Loop], Loop | None],
        polynomials: Polynomials,
        near: bool,
        elements: ElementLifetimes,
    ) -> None:
        self.flow, self.reload_safety, self.to_be_recorded, self.outside = flow, reload_safety, to_be_recorded, outside
        self.polynomials, self.near, self.elements = polynomials, near, elements
        self._cheap: dict[tuple[Value, Loop | None], bool] = {}

    def forward(self, loop: Loop) -> float:
        """The cost of an iteration of the forward sweep."""
        return sum(instruction_cost(i) * self.times(b, loop) * self._in_vectors(b) for b in loop.blocks for i in b.instructions)

    def _in_vectors(self, block: Block) -> float:
        """The fraction of an instruction's cost that remains if LLVM probably vectorises the iterations."""
        loop = self.flow.loop_of[block]
        if loop is None or trip_count(loop, self.flow) is None or any(self.flow.loop_of[b] is not loop for b in loop.blocks):
            return 1.0
        dear = any(i.opcode == "call" and instruction_cost(i) >= LIBM for b in loop.blocks for i in b.instructions)
        return 1.0 if dear or self._in_sequence(loop) else _IN_VECTORS

    def _in_sequence(self, loop: Loop) -> bool:
        """Whether an iteration needs what an earlier one has computed, other than a sum."""
        phis = [phi for phi in loop.header.phis() if phi.type.is_float and not adds_up(phi, loop)]
        return any(_depends(phi, loop) for phi in phis) or self._reads_earlier(loop)

    def _reads_earlier(self, loop: Loop) -> bool:
        """Whether an iteration reads an element that an earlier one has written, at a fixed distance."""
        name = IterationNumber(loop)
        accesses = [i for b in loop.blocks for i in b.instructions if i.opcode in ("load", "store")]
        stored = [self.polynomials.address(i.operands[1]) for i in accesses if i.opcode == "store"]
        for load in [self.polynomials.address(i.operands[0]) for i in accesses if i.opcode == "load"]:
            for store in stored:
                ahead, stride = store.offset - load.offset, store.offset.coefficient(name)
                if load.base is store.base and not ahead.terms and not stride.terms and ahead.constant * stride.constant > 0:
                    return True
        return False

    def per_byte(self, loop: Loop) -> float:
        """The cost of a byte of the tape that an iteration writes."""
        return PER_BYTE if self.outside(loop) is None and not self.near else _PER_NEAR_BYTE

    def times(self, block: Block, loop: Loop) -> float:
        """The estimated number of executions of a block in an iteration of ``loop``."""
        out = 1.0
        at = self.flow.loop_of[block]
        while at is not None and at is not loop:
            out *= self._trips(at)
            at = at.parent
        return out

    def _trips(self, loop: Loop) -> float:
        found = trip_count(loop, self.flow)
        if found is not None and isinstance(found.bound, ConstantInt) and isinstance(found.start, ConstantInt):
            return min(_MOST_TRIPS, max(1.0, abs(found.bound.value - found.start.value) / max(1, abs(found.step))))
        return PER_LOOP

    def tape(self, loop: Loop) -> float:
        """The cost of taping every value that the reverse of an iteration asks for and that is not available.

        An upper bound: the minimum cut computes some of them again, and loads of the same memory may share one copy.
        """
        kept: dict[Value, float] = {}
        context = self.outside(loop)
        for block in loop.blocks:
            for inst in block.instructions:
                for v in self.to_be_recorded.of(inst):
                    home = v.block if isinstance(v, Instruction) else None
                    if home is not None and home in loop.blocks and not self._free(v, context):
                        kept[v] = LAYOUT.store_size(v.type) * self._copies(v, home, loop)
        shared = self._shared(list(kept), loop, context)
        return min(sum(kept.values()), shared) * self.per_byte(loop)

    def _copies(self, v: Value, home: Block, loop: Loop) -> float:
        """How often a value is kept in an iteration of ``loop``: elements that a nest of loops in it only reads, once each."""
        at = self.flow.loop_of[home]
        nest = [x for x in at.chain() if x is not loop and loop in x.chain()] if at is not None else []
        if not isinstance(v, Instruction) or v.opcode != "load" or len(nest) < 2:
            return self.times(home, loop)
        address = self.polynomials.address(v.operands[0])
        names = address.offset.names()
        trips = [self._trips(x) if IterationNumber(x) in names else 1.0 for x in nest]
        if any(isinstance(x, Instruction) and x.block in nest[0].blocks for x in (address.base, *names)) or 1.0 not in trips:
            return self.times(home, loop)
        for k, outer in enumerate(nest):
            if self.elements.as_at_entry(v, outer):
                return math.prod((*map(self._trips, nest[:k]), *trips[k:]))
        return self.times(home, loop)

    def _shared(self, values: list[Value], loop: Loop, context: Loop | None) -> float:
        """The bytes of copies of all memory that values are computed from, one for each array that an inner loop reads."""
        found: dict[tuple[Value, Loop], float] = {}
        seen: set[Value] = set()
        work = values
        while work:
            v = work.pop()
            if v in seen or self._free(v, context):
                continue
            seen.add(v)
            block = v.block if isinstance(v, Instruction) else None
            at = self.flow.loop_of[block] if block is not None and block in loop.blocks else None
            if not isinstance(v, Instruction) or block is None or at is None or len(seen) > _MOST_SHARED:
                return math.inf
            if v.opcode == "load":
                if at is loop or not self.elements.as_at_entry(v, at):
                    return math.inf
                base = self.polynomials.address(v.operands[0]).base
                found[base, at] = LAYOUT.store_size(v.type) * self.times(block, loop)
            elif _is_cheap(v):
                work += _numbers(v)
            else:
                return math.inf
        return sum(found.values())

    def _free(self, v: Value, context: Loop | None) -> bool:
        """Whether it can be recomputed from available values by cheap instructions."""
        if not isinstance(v, Instruction):
            return not is_value(v) or isinstance(v, (Argument, Constant))
        key = (v, context)
        if key not in self._cheap:
            self._cheap[key] = False  # cycles
            self._cheap[key] = self._compute_free(v, context)
        return self._cheap[key]

    def _compute_free(self, v: Instruction, context: Loop | None) -> bool:
        loop = self.flow.loop_of[v.block]  # type: ignore[index]
        if loop is None or (context is not None and loop is context):
            return True  # one value
        if v.opcode == "phi":
            return loop.header is v.block and v in affine_phis(loop)
        if v.opcode == "load":
            return self.reload_safety.of(v) and self._free(v.operands[0], context)
        return _is_cheap(v) and all(self._free(o, context) for o in _numbers(v))


def _is_cheap(v: Instruction) -> bool:
    """Whether it is computed again for less than it takes to keep it, once its operands are there."""
    pure = (OPCODES[v.opcode].computes and v.opcode != "phi") or (v.opcode == "call" and is_pure_call(v))
    return pure and instruction_cost(v) <= _CHEAP


def _numbers(v: Instruction) -> list[Value]:
    """What an instruction computes its result from."""
    return v.args if v.opcode == "call" else v.operands


def _depends(phi: Instruction, loop: Loop) -> bool:
    """Whether a header phi is computed from itself."""
    seen: set[Value] = set()
    work = [v for v, b in phi.incoming() if b in loop.blocks]
    while work:
        v = work.pop()
        if v is phi:
            return True
        if isinstance(v, Instruction) and v not in seen and v.block in loop.blocks:
            seen.add(v)
            work += [o for o in v.operands if not isinstance(o, Block)]
    return False
