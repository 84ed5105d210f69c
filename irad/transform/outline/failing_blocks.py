"""The blocks behind a loop that lead to an error, and to nothing else: they go with the loop into its function.

What they use of the loop's (an array of the iteration that has failed, in a loop that looks for the index that is wrong) then
does not leave it, so that nobody takes it for a part of what the loop hands out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.memory_graph import called_function
from irad.ir.values import Block
from irad.rules import DeallocationRule, lookup_function


def failing_blocks(flow: ControlFlow, loop: Loop, live: Collection[Block], fails: Callable[[Block, Block], bool]) -> list[Block]:
    """Those of a function that returns a status: reached from the loop alone, and not live.

    Memory of the function around is given back there.
    """
    if '"irad-status"' not in flow.fn.attributes:
        return []
    found: dict[Block, None] = {}
    work = [s for b, s in loop.exits() if fails(b, s)]
    while work:
        block = work.pop()
        if block not in found and block not in loop.blocks and block not in live and not _gives_back(block):
            found[block] = None
            work += block.successors()
    while strange := [b for b in found if any(p not in found and p not in loop.blocks for p in flow.preds[b])]:
        for block in strange:
            del found[block]
    return [b for b in flow.rpo if b in found]


def _gives_back(block: Block) -> bool:
    """Whether memory is given back in a block."""
    callees = [called_function(i) for i in block.instructions if i.opcode == "call"]
    return any(isinstance(lookup_function(f), DeallocationRule) for f in callees if f is not None)
