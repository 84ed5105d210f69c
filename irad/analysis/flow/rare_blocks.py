"""Blocks that are seldom executed, by the weights of branches."""

from __future__ import annotations

from irad.analysis.flow.cfg import ControlFlow
from irad.ir.hints import branch_weights
from irad.ir.values import Block, Function, Instruction, Module

SELDOM = 500  # how much more often the other side of a branch is taken


def rare_blocks(module: Module, fn: Function, flow: ControlFlow | None = None, ratio: int = SELDOM) -> set[Block]:
    """The blocks that only sides of branches lead to that are taken ``ratio`` times as seldom as the others."""
    sides = {t for b in fn.blocks if (t := _rare_side(module, b.terminator, ratio)) is not None}
    if not sides:
        return sides
    flow = flow or ControlFlow(fn)
    found: set[Block] = set()
    for block in flow.rpo:
        entered = [p for p in flow.preds[block] if not flow.dominates(block, p)] if block in sides else ()
        if flow.idom[block] in found or len(entered) == 1:
            found.add(block)
    return found


def _rare_side(module: Module, end: Instruction, ratio: int) -> Block | None:
    weights = branch_weights(module, end)
    if weights is None or max(weights) < ratio * max(1, min(weights)):
        return None
    side = end.operands[1 if weights[0] < weights[1] else 2]
    return side if isinstance(side, Block) else None
