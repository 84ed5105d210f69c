"""Copies of parts of a function."""

from __future__ import annotations

from collections.abc import Sequence

from irad.ir.values import Block, Function, Instruction, Value


def clone_blocks(fn: Function, blocks: Sequence[Block], suffix: str) -> dict[Value, Value]:
    """Append copies of ``blocks`` to ``fn``; returns what became of blocks and instructions.

    Operands that are among what is copied become the copies, all others stay; phis in blocks outside are not touched.
    """
    made: dict[Value, Value] = {}
    for block in blocks:
        made[block] = fn.append_block(f"{block.name}{suffix}" if block.name else "")
    copies: list[Instruction] = []
    for block in blocks:
        target = made[block]
        assert isinstance(target, Block)
        for inst in block.instructions:
            name = f"{inst.name}{suffix}" if inst.name and not inst.name.isdigit() else ""
            new = Instruction(inst.opcode, inst.type, list(inst.operands), dict(inst.attrs), name, dict(inst.metadata))
            made[inst] = target.append(new)
            copies.append(new)
    for new in copies:
        for i, op in enumerate(new.operands):
            if op in made:
                new.set_operand(i, made[op])
    return made
