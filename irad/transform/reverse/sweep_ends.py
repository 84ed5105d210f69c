"""The beginnings and ends of the two sweeps of a derivative, and the code around them."""

from __future__ import annotations

from collections.abc import Mapping

from irad.analysis.flow.rare_blocks import rare_blocks
from irad.ir.builder import Builder
from irad.ir.constants import const_int, undef
from irad.ir.hints import ROLLED, loop_mark
from irad.ir.values import Block, Instruction, Value
from irad.transform.adjoint.adjoints import Adjoints
from irad.transform.base.request import Derivative
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.reverse_facts import ReverseFacts
from irad.transform.tape.rematerialization import Rematerialization


def reverse_entry(emit: ContextEmitter, finish: Block) -> None:
    """Make the entry block of a separate reverse function, where variables of the reverse sweep are allocated."""
    if emit.rev is not emit.out:
        Builder(emit.rev.append_block("entry")).br(finish)


def never_returns(emit: ContextEmitter, finish: Block) -> None:
    """End a derivative whose primal never returns: it does not return either."""
    emit.rev.blocks.append(finish)
    finish.function = emit.rev
    Builder(finish).unreachable()


def surely_passed(facts: ReverseFacts, emit: ContextEmitter, ret: Block) -> set[Block]:
    """Blocks of the forward part that dominate the return: their values are available in the reverse sweep."""
    out = {emit.entry}
    at: Block | None = ret
    while at is not None:
        if facts.flow.loop_of[at] is None:
            out.add(emit.block(at))
        at = facts.flow.idom[at]
    return out


def end_forward(
    facts: ReverseFacts, emit: ContextEmitter, remat: Rematerialization,
    returned: tuple[Block, Instruction], begin: Block, finish: Block,
    derivative: Derivative,
) -> None:  # fmt: skip
    """Emit the end of the forward sweep: a branch to the reverse sweep at ``begin``, or a return with the tape."""
    block, ret = returned
    block.terminator.erase()
    b = Builder(block)
    if facts.split:
        _return_tape(emit, remat, ret, b, derivative)
        emit.rev.entry.terminator.set_operand(0, begin)
    elif facts.status and ret.operands:
        fine = b.icmp("eq", emit.value(ret.operands[0]), const_int(ret.operands[0].type, 0))
        b.cond_br(fine, begin, finish)
    else:
        b.br(begin)


def _return_tape(emit: ContextEmitter, remat: Rematerialization, ret: Instruction, b: Builder, derivative: Derivative) -> None:
    result: Value = undef(emit.out.ftype.ret)
    for i, name in enumerate(derivative.fields):
        if name == "primal":
            part = emit.value(ret.operands[0])
        elif name == "shadow":
            emit.lane = i - derivative.fields.index("shadow")
            part = emit.shadow(ret.operands[0])
            emit.lane = 0
        else:
            base = remat.regions[None].base
            assert base is not None
            part = base
        result = b.insert_value(result, part, [i])
    b.ret(result)


def end_reverse(
    facts: ReverseFacts, emit: ContextEmitter, adjoints: Adjoints, ret: Instruction, finish: Block, derivative: Derivative
) -> None:
    """Emit the end of the reverse sweep: release the function's frame of the tape, and return the derivatives of parameters."""
    b = Builder(finish)
    if facts.split:
        adjoints.r.tape.stack.release(b, emit.rev.args[1])
    if not derivative.fields:
        b.ret()
        return
    result: Value = undef(emit.rev.ftype.ret)
    for i, name in enumerate(derivative.fields):
        if name == "primal":
            part = emit.value(ret.operands[0])
        else:
            assert isinstance(name, int)
            emit.lane = i - derivative.fields.index(name)
            part = adjoints.final(b, facts.fn.args[name])
        result = b.insert_value(result, part, [i])
    emit.lane = 0
    b.ret(result)


def mark_parallel(facts: ReverseFacts, emit: ContextEmitter, remat: Rematerialization, reverse: Mapping[Block, Block]) -> None:
    """Mark loops whose iterations touch disjoint shadows: LLVM cannot prove that, and would test at run time or give up.

    Loops that are seldom reversed are left as they are written (`stages/cold_functions.py`).
    """
    rare = rare_blocks(emit.runtime.module, facts.fn, facts.flow)
    for loop, region in remat.regions.items():
        if loop is not None and loop.header in rare:
            mark = loop_mark(emit.runtime.module, ROLLED)
            for block in region.back_edges:
                block.terminator.metadata["llvm.loop"] = mark
        if loop is None or region.rlast is None or facts.plan is None or not facts.plan.commuting.parallel(loop):
            continue
        group = emit.runtime.module.add_metadata("distinct !{}")
        fact = f'!{{!"llvm.loop.parallel_accesses", {group}}}'
        mark = loop_mark(emit.runtime.module, fact, *([ROLLED] if loop.header in rare else []))
        inside = work = [reverse[loop.latches[0]]]
        for block in work:  # all blocks that are reached before the loop is left
            work += [s for s in block.successors() if s not in region.entry_edges and s not in inside]
        for block in inside:
            for inst in block.instructions:
                if inst.opcode in ("load", "store"):
                    inst.metadata["llvm.access.group"] = group
        for block in region.back_edges:
            block.terminator.metadata["llvm.loop"] = mark


def note_mark_first(emit: ContextEmitter, mark: Value | None) -> None:
    """Move the read of the mark to the front: the tape begins with what this function reserves first."""
    if not isinstance(mark, Instruction):
        return
    address = mark.operands[0]
    entry = emit.out.entry
    for inst in (mark, address):
        assert isinstance(inst, Instruction)
        entry.instructions.remove(inst)
        entry.insert(0, inst)
