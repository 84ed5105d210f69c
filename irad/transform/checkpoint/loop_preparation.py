"""What is done to a loop before it becomes a function."""

from __future__ import annotations

from collections.abc import Sequence

from irad.analysis.flow.cfg import Loop
from irad.ir.opcodes import OPCODES
from irad.ir.values import Block, Function, Instruction, Value


def sink_addresses(loop: Loop, own: Sequence[Block]) -> None:
    """Compute addresses in the loop: what it captures then are objects rather than places in them.  ``own``: what uses them."""
    header = loop.header
    moved: dict[Value, Instruction] = {}

    def inside(v: Value) -> Value:
        if not isinstance(v, Instruction) or v.opcode != "getelementptr" or v.block in loop.blocks:
            return v
        if v not in moved:
            operands = [inside(o) for o in v.operands]
            new = Instruction(v.opcode, v.type, operands, dict(v.attrs), v.name)
            moved[v] = header.insert(len(header.phis()) + len(moved), new)
        return moved[v]

    for inst in [i for b in own for i in b.instructions]:
        for k, v in enumerate(inst.operands):
            if inst.opcode != "phi" or inst.operands[k - k % 2 + 1] in own:
                inst.set_operand(k, inside(v))
    for old in reversed(moved):  # (operands come first)
        if isinstance(old, Instruction) and not old.users():
            old.erase()


def drop_lifetimes(fn: Function, loop: Loop) -> set[Value]:
    """Let variables of the function live as long as it does; those whose life begins in an iteration."""
    started: set[Value] = set()
    for inst in [i for b in fn.blocks for i in b.instructions if i.opcode == "call"]:
        name = getattr(inst.callee, "name", "")
        if name.startswith("llvm.lifetime."):
            if inst.block in loop.blocks and name.startswith("llvm.lifetime.start"):
                started.update(inst.args)
            inst.erase()
    return started


def join_equal(own: Sequence[Block], captured: Sequence[Value]) -> None:
    """Let the loop use one of several values from before it that are computed alike, since parameters are not compared."""
    first: dict[tuple[object, ...], Value] = {}
    for v in captured:
        if not isinstance(v, Instruction) or not OPCODES[v.opcode].computes:
            continue
        same = first.setdefault((v.opcode, v.type, *v.operands, repr(sorted(v.attrs.items(), key=str))), v)
        if same is not v:
            for user in [u for u in v.users() if u.block in own]:
                for k, operand in enumerate(user.operands):
                    if operand is v:
                        user.set_operand(k, same)
