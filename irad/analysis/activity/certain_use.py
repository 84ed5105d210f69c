"""Which values are certainly consumed once they are computed.

LLVM computes some values speculatively (``select``, code hoisted above its guard).  Where such a value is not used its adjoint is
exactly zero, but its partial derivative may be infinite: 0 * inf is NaN.  A value is *certain* when some consumer certainly runs
and certainly uses it; for all others a zero adjoint must give exactly zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.memory.memory_graph import called_function
from irad.ir.opcodes import OPCODES, Kind
from irad.ir.types import VectorType
from irad.ir.values import Block, Function, Instruction
from irad.rules import MathRule, lookup_function
from irad.rules.formulas.strong_zero import decides

_PURE = (Kind.ARITHMETIC, Kind.MOVE)
_NONE: Mapping[Instruction, Block] = {}
_FARTHEST = 40  # blocks from a value to where it is consumed


class Certainty:
    """``of(inst)``: whether the value of ``inst`` is certainly consumed.

    ``postdominates``: whether control, from a block on, certainly reaches another one; it may be "if there is no error", as
    ``following``, the blocks that control may go to from a block.  ``homes``: for values that matter on one side of a branch
    only, the block in which that side begins; of these is asked whether they are consumed once control has come there.

    The greatest fixed point: values carried around a loop are consumed if those that leave the loop are.
    """

    def __init__(
        self,
        fn: Function,
        flow: ControlFlow,
        postdominates: Callable[[Block, Block], bool] | None = None,
        following: Callable[[Block], list[Block]] | None = None,
        homes: Mapping[Instruction, Block] = _NONE,
    ) -> None:
        self.postdominates = postdominates or flow.postdominates
        self.following, self.homes = following or flow.succs.__getitem__, homes
        self.instructions = [i for b in flow.rpo for i in b.instructions]
        self.uncertain: set[Instruction] | None = None

    @cached_property
    def kept(self) -> bool:
        """Whether the function is a derivative in which something is kept zero."""
        return any(map(decides, self.instructions))

    def of(self, inst: Instruction) -> bool:
        if self.uncertain is None:
            self.uncertain = set()
            self._solve(self.uncertain)
        return inst not in self.uncertain

    def _solve(self, uncertain: set[Instruction]) -> None:
        work = dict.fromkeys(reversed(self.instructions))
        while work:
            inst = next(iter(work))
            del work[inst]
            if inst in uncertain or self._consumed(inst, uncertain):
                continue
            uncertain.add(inst)
            for o in inst.operands:
                if isinstance(o, Instruction) and o not in uncertain:
                    work[o] = None

    def _home(self, inst: Instruction) -> Block | None:
        return self.homes.get(inst, inst.block)

    def _consumed(self, inst: Instruction, uncertain: set[Instruction]) -> bool:
        home = self._home(inst)
        assert home is not None
        blocks: set[Block] = set()  # that use the value
        edges: dict[Block, set[Block]] = {}  # along which phis take it
        for user in inst.users():
            if user.opcode == "phi":
                if user in uncertain or user.block is None:
                    continue
                if user.block is home and inst in self.homes:
                    return True  # the side begins with the edge along which the phi takes it
                for v, b in user.incoming():
                    if v is inst:
                        edges.setdefault(b, set()).add(user.block)
            elif self._consumes(user, inst, uncertain):
                at = self._home(user)
                assert at is not None
                if at is home or self.postdominates(at, home):
                    return True
                blocks.add(at)
        if any(set(b.successors()) <= to and self.postdominates(b, home) for b, to in edges.items()):
            return True
        return len(blocks) + len(edges) > 1 and self._on_all_ways(inst, home, blocks, edges)

    def _on_all_ways(self, inst: Instruction, home: Block, blocks: set[Block], edges: dict[Block, set[Block]]) -> bool:
        """Whether control, from ``home`` on, passes one of the blocks or edges before it ends, or computes ``inst`` anew."""
        seen = {home}
        work = [home]
        while work:
            block = work.pop()
            targets = self.following(block)
            if not targets:
                return False
            for target in targets:
                if target in edges.get(block, ()) or target in blocks:
                    continue
                if target is home or target is inst.block or len(seen) > _FARTHEST:
                    return False
                if target not in seen:
                    seen.add(target)
                    work.append(target)
        return True

    def _consumes(self, user: Instruction, inst: Instruction, uncertain: set[Instruction]) -> bool:
        """Whether a user consumes the value where it runs."""
        if user.opcode == "select" and user.operands[0] is not inst:
            return user.operands[1] is inst and user.operands[2] is inst
        if user.opcode in ("store", "ret"):
            return True
        if user.opcode == "call":
            if decides(user):
                return False
            callee = called_function(user)
            known = isinstance(lookup_function(callee), MathRule) if callee is not None else False
            return user not in uncertain if known else True
        if not _all_lanes(user, inst):
            return False
        return OPCODES[user.opcode].kind in _PURE and user not in uncertain  # a comparison consumes nothing that has a derivative


def _all_lanes(user: Instruction, inst: Instruction) -> bool:
    """Whether ``user`` uses every lane of a vector.  The lanes that it does not use may hold anything."""
    if not isinstance(inst.type, VectorType):
        return True
    if user.opcode in ("extractelement", "insertelement"):
        return False
    if user.opcode != "shufflevector":
        return True
    first = 0 if user.operands[0] is inst else inst.type.count
    return set(range(first, first + inst.type.count)) <= set(user.attrs["mask"])
