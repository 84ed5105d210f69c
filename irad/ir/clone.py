"""Copies of parts of a function."""

from __future__ import annotations

from collections.abc import Sequence

from irad.ir.types import Type, function
from irad.ir.values import Block, Function, Instruction, Value


def copy_attributes(fn: Function, copy: Function) -> None:
    """Copy the attributes and properties of ``fn``, except for debug information and comdat, which are per function."""
    copy.attributes, copy.personality, copy.rest, copy.unnamed_addr = fn.attributes, fn.personality, fn.rest, fn.unnamed_addr
    copy.section, copy.metadata = fn.section, {kind: node for kind, node in fn.metadata.items() if kind != "dbg"}


def clone_function(fn: Function, name: str, *extra: Type) -> Function:
    """A copy of ``fn`` in its module, with further parameters behind its own, and without function attributes."""
    assert fn.module is not None
    new = fn.module.add_function(name, function(fn.ftype.ret, (*fn.ftype.params, *extra), fn.ftype.vararg))
    made: dict[Value, Value] = {}
    for old, arg in zip(fn.args, new.args, strict=False):
        arg.name, arg.attrs = old.name, old.attrs
        made[old] = arg
    _copy(fn.blocks, new, "", made)
    return new


def clone_blocks(fn: Function, blocks: Sequence[Block], suffix: str) -> dict[Value, Value]:
    """Append copies of ``blocks`` to ``fn``; returns maps from blocks and instructions to their copies.

    Operands that are copied themselves are replaced by their copies, all others stay; phis in blocks outside are not updated.
    """
    return _copy(blocks, fn, suffix, {})


def _copy(blocks: Sequence[Block], fn: Function, suffix: str, made: dict[Value, Value]) -> dict[Value, Value]:
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
