"""Errors of the forward sweep leave a gradient at once, and not by way of the block in which its reverse sweep begins.

Where both meet in one block, each variable that the reverse sweep reads has a value for each error there: LLVM makes a phi with
hundreds of entries of each of hundreds of variables, and is occupied with them for most of the time.
"""

from __future__ import annotations

from irad.analysis.flow.cfg import remove_incoming
from irad.ir.builder import Builder
from irad.ir.values import Block, Instruction, Value
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.reverse_facts import ReverseFacts


def leave_at_once(facts: ReverseFacts, emit: ContextEmitter, returned: tuple[Block, Instruction], finish: Block) -> None:
    """Let the edges on which the primal returns an error lead to ``finish``; as they are where more is done on the way."""
    block, ret = returned
    if facts.split or not facts.status or not ret.operands:
        return
    primal, status = ret.operands[0], emit.map.get(ret.operands[0])
    if not isinstance(status, Instruction) or status.opcode != "phi" or status.block is not block:
        return
    if not _only_tests(block, status):
        return
    assert isinstance(primal, Instruction)
    given = {pred: v for v, pred in status.incoming()}  # fewer than in the primal, where what comes before has been left out
    failing: dict[Block, Value] = {}
    for _, origin in primal.incoming():
        pred = emit.map.get(origin)
        if isinstance(pred, Block) and pred in given and (origin, primal.block) in facts.dead_edges:
            failing[pred] = given[pred]
    if not failing or len(failing) == len(set(block.predecessors())) or not _ready(finish, status, emit.out.entry):
        return
    failed = emit.out.append_block("failed", after=block)
    b = Builder(failed)
    error = b.phi(status.type)
    b.br(finish)
    for pred, v in failing.items():
        for _ in range(pred.successors().count(block)):
            b.add_incoming(error, v, pred)
    for pred in failing:
        for phi in block.phis():
            remove_incoming(phi, pred)
        for k, operand in enumerate(pred.terminator.operands):
            if operand is block:
                pred.terminator.set_operand(k, failed)
    users = [i for i in status.users() if i.block is finish]
    if users:
        made = Instruction("phi", status.type, (), {"flags": ()})
        for user in users:
            for k, operand in enumerate(user.operands):
                if operand is status:
                    user.set_operand(k, made)
        finish.insert(0, made)
        for pred in finish.incoming_edges():
            Builder.add_incoming(made, error if pred is failed else status, pred)


def _only_tests(block: Block, status: Instruction) -> bool:
    """Whether a block does nothing but to look whether there was an error."""
    rest = [i for i in block.instructions if i.opcode != "phi"]
    return [i.opcode for i in rest] == ["icmp", "br"] and rest[0].operands[0] is status and rest[1].operands[0] is rest[0]


def _ready(finish: Block, status: Instruction, entry: Block) -> bool:
    """Whether all that is used at the end of a gradient is there before the first error, the status apart."""
    used = [o for i in finish.instructions for o in i.operands if isinstance(o, Instruction) and o is not status]
    return not finish.phis() and all(o.block in (finish, entry) for o in used)
