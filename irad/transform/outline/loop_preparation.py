"""What is done to a loop before it becomes a function."""

from __future__ import annotations

from collections.abc import Sequence

from irad.analysis.flow.cfg import Loop
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.opcodes import OPCODES
from irad.ir.types import I8, I64, LAYOUT
from irad.ir.values import Block, Function, Instruction, Value


def split_pointers(loop: Loop) -> None:
    """Let iterations hand on the place in an object, where they hand on pointers into one that they had before the loop.

    (LLVM makes such pointers of an index of which it knows all values.)
    """
    header = loop.header
    for phi in [p for p in header.phis() if p.type.is_ptr]:
        parts = [(_parts(v), p) for v, p in phi.incoming()]
        bases = {found[0] for found, _ in parts if found is not None}
        base = bases.pop() if len(bases) == 1 and all(found is not None for found, _ in parts) else None
        if base is None or (isinstance(base, Instruction) and base.block in loop.blocks) or all(not f[1] for f, _ in parts if f):
            continue
        place = header.insert(0, Instruction("phi", I64, (), {"flags": ()}))
        b = Builder(None)
        for found, block in parts:
            assert found is not None
            b.position_before(block.terminator)
            offset: Value = const_int(I64, 0)
            for index, size in found[1]:
                wide = index if index.type is I64 else b.cast("sext", index, I64)
                offset = b.add(offset, b.mul(wide, const_int(I64, size)))
            place.add_operand(offset)
            place.add_operand(block)
        b.position_before(header.instructions[len(header.phis())])
        phi.replace_all_uses_with(b.gep(I8, base, [place]))
        phi.erase()


def _parts(v: Value) -> tuple[Value, list[tuple[Value, int]]] | None:
    """An address as a pointer, and indices with the sizes of what they count; None where it is not of this form."""
    indices: list[tuple[Value, int]] = []
    while isinstance(v, Instruction) and v.opcode == "getelementptr":
        if len(v.operands) != 2:
            return None
        indices.append((v.operands[1], LAYOUT.size_of(v.attrs["source_type"])))
        v = v.operands[0]
    return v, indices


def sink_addresses(loop: Loop, own: Sequence[Block]) -> None:
    """Compute addresses in the loop: what it captures then are objects rather than places in them.  ``own``: what uses them."""
    header = loop.header
    moved: dict[Value, Instruction] = {}

    def inside(v: Value) -> Value:
        if not isinstance(v, Instruction) or v.opcode != "getelementptr" or v.block in own:
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
