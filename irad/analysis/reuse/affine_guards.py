"""What branches around an access say about the iterations in which it is executed: ``if (i > 0)`` leaves out the first one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.reuse.polynomial import Excess, IterationNumber, Limits, Polynomials, number
from irad.ir.values import Block, Instruction, Value

_OPPOSITE = {"slt": "sge", "sge": "slt", "sgt": "sle", "sle": "sgt", "eq": "ne", "ne": "eq"}


@dataclass
class Guards:
    """The conditions on which a block of a loop runs.

    ``before``: those from before the loop, and how they turn out; ``limits``: bounds of iteration numbers; ``certain``: whether
    these are all, so that the block runs whenever they hold.
    """

    before: dict[tuple[Value, bool], None] = field(default_factory=dict)
    limits: Limits = field(default_factory=dict)
    certain: bool = True


class AffineGuards:
    """Questions about the blocks of a function; ``error_exit``: edges to errors, which do not count."""

    def __init__(self, flow: ControlFlow, polynomials: Polynomials, error_exit: Callable[[Block, Block], bool]) -> None:
        self.flow, self.polynomials, self.error_exit = flow, polynomials, error_exit

    def of(self, block: Block, around: Loop | None) -> Guards:
        """The conditions inside of ``around`` (None: the function)."""
        flow, out, at = self.flow, Guards(), block
        first = around.header if around is not None else flow.rpo[0]
        while at is not first and (above := flow.idom[at]) is not None and (around is None or above in around.blocks):
            leads = [s for s in dict.fromkeys(above.successors()) if not self.error_exit(above, s)]
            if len(leads) > 1 and not self._comes_back(above, at, around):
                ways = [s for s in leads if s is at or flow.dominates(s, at)]
                alone = len(ways) == 1 and flow.preds[ways[0]] == [above]
                br = above.terminator
                holds = alone and br.operands[1] is ways[0]
                if not alone or br.opcode != "br" or not self._note(br.operands[0], holds, above, around, out):
                    out.certain = False
            at = above
        return out

    def _note(self, test: Value, holds: bool, block: Block, around: Loop | None, out: Guards) -> bool:
        """Whether a condition is one of those that can be described; it is noted then."""
        if around is not None and not (isinstance(test, Instruction) and test.block in around.blocks):
            out.before[(test, holds)] = None
            return True
        return isinstance(test, Instruction) and test.opcode == "icmp" and self._bounds(test, holds, block, out)

    def _bounds(self, test: Instruction, holds: bool, block: Block, out: Guards) -> bool:
        """The bound of an iteration number that a comparison implies."""
        pred = _signed(test, self.polynomials, self.flow.loop_of[block])
        if pred is None:
            return False
        pred = pred if holds else _OPPOSITE[pred]
        a, b = test.operands
        difference = self.polynomials.of(a) - self.polynomials.of(b)
        loops = [n for n in difference.names() if isinstance(n, IterationNumber)]
        if pred == "ne" or len(loops) != 1 or difference.coefficient(loops[0]) not in (number(1), number(-1)):
            return False
        loop, up = loops[0].loop, difference.coefficient(loops[0]) == number(1)
        rest = difference.replace(loops[0], number(0))  # (+-)k + rest < 0, <= 0, ...
        if any(isinstance(n, Excess) for n in rest.names()):
            return False
        lower, upper = out.limits.setdefault(loop, ([], []))
        below = {"slt": -1, "sle": 0, "eq": 0}.get(pred)
        above = {"sgt": 1, "sge": 0, "eq": 0}.get(pred)
        if below is not None:
            (upper if up else lower).append(number(below) - rest if up else rest - number(below))
        if above is not None:
            (lower if up else upper).append(number(above) - rest if up else rest - number(above))
        return True

    def _comes_back(self, above: Block, at: Block, around: Loop | None) -> bool:
        """Whether all ways on from ``above`` lead to ``at``: it is where they meet, or where an inner loop is left."""
        seen, work = {at, above}, list(above.successors())
        while work:
            block = work.pop()
            if block in seen:
                continue
            outside = around is not None and (block not in around.blocks or block is around.header)
            if outside or not self.flow.succs[block]:
                return False
            seen.add(block)
            work += [s for s in self.flow.succs[block] if not self.error_exit(block, s)]
        return True


def _signed(test: Instruction, polynomials: Polynomials, loop: Loop | None) -> str | None:
    """The comparison as one of signed numbers."""
    pred = str(test.attrs["pred"])
    if pred[0] != "u":
        return pred
    same = "samesign" in test.attrs.get("flags", ())
    if not same and (loop is None or not all(polynomials.not_negative(v, loop) for v in test.operands)):
        return None
    return "s" + pred[1:]
