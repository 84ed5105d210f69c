"""Which edges into the returning block carry an error status."""

from __future__ import annotations

from collections.abc import Set

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.reuse.signs import never_zero
from irad.ir.values import Block, ConstantInt, Function, Instruction, Value


def error_edges(fn: Function, flow: ControlFlow) -> set[tuple[Block, Block]]:
    """The error edges of a function that returns a status: nothing is reversed after an error."""
    dead: set[tuple[Block, Block]] = set()
    if '"irad-status"' not in fn.attributes:
        return dead
    ret = next((b for b in flow.rpo if b.terminator.opcode == "ret"), None)
    if ret is None or not ret.terminator.operands:
        return dead
    status = ret.terminator.operands[0]
    phi = isinstance(status, Instruction) and status.opcode == "phi" and status.block is ret
    incoming = status.incoming() if phi else [(status, pred) for pred in flow.preds[ret]]  # type: ignore[attr-defined]
    known: dict[tuple[Value, Block, Block], bool] = {}
    for v, pred in incoming:
        if _fails(v, pred, ret, flow, known):
            dead.add((pred, ret))
    return dead


def live_blocks(flow: ControlFlow, dead_edges: Set[tuple[Block, Block]]) -> set[Block]:
    """The blocks from which control reaches a return by way of no edge in ``dead_edges``."""
    live: set[Block] = set()
    work = [b for b in flow.rpo if b.terminator.opcode == "ret"]
    while work:
        b = work.pop()
        if b not in live:
            live.add(b)
            work += [p for p in flow.preds[b] if (p, b) not in dead_edges]
    return live


def outlined_loop(flow: ControlFlow) -> Loop | None:
    """The loop that an outlined function is, besides code that leads to errors; None if it is not a loop any more."""
    live = live_blocks(flow, error_edges(flow.fn, flow))
    found = [loop for loop in flow.loops if loop.parent is None and loop.header in live]
    return found[0] if len(found) == 1 else None


def _fails(v: Value, pred: Block, succ: Block, flow: ControlFlow, known: dict[tuple[Value, Block, Block], bool]) -> bool:
    """Whether a status that comes from ``pred`` to ``succ`` is that of an error; ``known``: what has been found."""
    key = (v, pred, succ)
    if key not in known:
        known[key] = False  # for cycles
        known[key] = never_zero(v) or _known_nonzero(v, pred, succ, flow) or _parts_fail(v, pred, succ, flow, known)
    return known[key]


def _parts_fail(v: Value, pred: Block, succ: Block, flow: ControlFlow, known: dict[tuple[Value, Block, Block], bool]) -> bool:
    if not isinstance(v, Instruction):
        return False
    home = v.block
    if v.opcode == "phi" and home is not None:
        return all(_fails(x, b, home, flow, known) for x, b in v.incoming())
    choices = v.operands[1:] if v.opcode == "select" else v.operands if v.opcode == "freeze" else []
    return bool(choices) and all(_fails(x, pred, succ, flow, known) for x in choices)  # for another status in the caller


def _known_nonzero(v: Value, pred: Block, succ: Block, flow: ControlFlow) -> bool:
    """Whether a branch tests ``v`` against 0 and only lets nonzero values reach this edge."""
    at, below = pred, succ
    for _ in range(4):
        br = at.terminator
        if br.opcode == "br" and len(br.operands) == 3:
            test = br.operands[0]
            if isinstance(test, Instruction) and test.opcode == "icmp" and test.operands[0] is v:
                other = test.operands[1]
                side = {"ne": 1, "eq": 2}.get(test.attrs["pred"])
                if side and isinstance(other, ConstantInt) and other.value == 0:
                    return br.operands[side] is below and br.operands[3 - side] is not below
        preds = flow.preds[at]
        if len(preds) != 1:
            return False
        at, below = preds[0], at
    return False
