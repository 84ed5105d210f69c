"""What is done to a loop before it becomes a function."""

from __future__ import annotations

from irad.analysis.flow.cfg import Loop
from irad.ir.values import Function, Instruction, Value


def sink_addresses(loop: Loop) -> None:
    """Compute addresses in the loop: what it captures then are objects rather than places in them."""
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

    for inst in [i for b in loop.blocks for i in b.instructions]:
        for k, v in enumerate(inst.operands):
            if inst.opcode != "phi" or inst.operands[k - k % 2 + 1] in loop.blocks:
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
