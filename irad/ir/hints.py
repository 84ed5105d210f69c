"""What metadata says of branches and loops: how often sides are taken, and what LLVM is not to do with a loop."""


from __future__ import annotations

import re

from irad.ir.values import Instruction, Module

ROLLED = '!{!"llvm.loop.unroll.disable"}'
UNROLLED = '!{!"llvm.loop.unroll.full"}'
LIKELY = '!{!"branch_weights", i32 1000, i32 1}'  # a condition that nearly always holds
_WEIGHTS = re.compile(r'!\{!"branch_weights", (?:!"expected", )?i32 (\d+), i32 (\d+)\}')


def branch_weights(module: Module, end: Instruction) -> tuple[int, int] | None:
    """The weights of a conditional branch, first of the side where the condition holds."""
    if end.opcode != "br" or "prof" not in end.metadata:
        return None
    found = _WEIGHTS.search(module.metadata.get(end.metadata["prof"], ""))
    return None if found is None else (int(found[1]), int(found[2]))


def loop_mark(module: Module, *facts: str) -> str:
    """A new node for the latches of one loop, with the texts of the nodes that say something of it."""
    nodes = [module.unique_metadata(fact) for fact in facts]
    places = ", ".join(f"{{{k}}}" for k in range(len(nodes) + 1))
    return module.add_metadata(f"distinct !{{{{{places}}}}}", *nodes)
