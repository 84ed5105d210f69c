"""Loop nests whose inner trip counts are known before the outer loop is entered."""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.trips import is_invariant, preheader, trip_count
from irad.ir.values import Block, Value

ErrorExit = Callable[[Block, Block], bool]


def together(loop: Loop, flow: ControlFlow, extends: Callable[[Loop], bool], error_exit: ErrorExit) -> list[Loop]:
    """``loop`` and as many enclosing loops as can be counted together with it, outermost first."""
    nest = [loop]
    at = loop.parent
    while at is not None and extends(at):
        around = at
        if not all(_counted_before(inner, around, flow, error_exit) for inner in nest):
            break
        nest.append(around)
        at = at.parent
    return nest[::-1]


def _counted_before(loop: Loop, around: Loop, flow: ControlFlow, error_exit: ErrorExit) -> bool:
    found = trip_count(loop, flow, error_exit)
    if found is None or not (is_invariant(found.start, around) and is_invariant(found.bound, around)):
        return False
    return conditions(loop, around, flow, error_exit) is not None


def conditions(loop: Loop, around: Loop, flow: ControlFlow, error_exit: ErrorExit) -> list[tuple[Value, bool]] | None:
    """The conditions for the inner loop to run in an iteration of ``around``; None if they are not invariant.

    Errors do not count: nothing is reversed then.
    """
    out: list[tuple[Value, bool]] = []
    before = preheader(loop)
    at = flow.idom[before] if before is not None and before is not around.header else None
    while at is not None and at in around.blocks:
        br = at.terminator
        targets = list(dict.fromkeys(at.successors()))
        leads = [s for s in targets if before is not None and flow.preds[s] == [at] and flow.dominates(s, before)]
        if leads and len(targets) > 1 and not all(s is leads[0] or error_exit(at, s) for s in targets):
            if br.opcode != "br" or not is_invariant(br.operands[0], around):
                return None
            out.append((br.operands[0], br.operands[1] is leads[0]))
        if at is around.header:
            break
        at = flow.idom[at]
    return out
