"""Functions that run only behind an error are made for size: LLVM would unroll and vectorise their loops like any others.

The functional transforms run a function once more where its derivative has met an error; such branches have weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import chain

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.rare_blocks import rare_blocks
from irad.analysis.memory.module_memory import address_taken
from irad.ir.hints import ROLLED, loop_mark
from irad.ir.reader.mentions import mentioned_in, mentions
from irad.ir.values import Function, Instruction, Module

RARE = 1 << 14  # how much more often the other side of a branch is taken
_HINTS = ("alwaysinline", "cold")


def shrink_cold_functions(module: Module, visible: Set[str], also: Sequence[str] = ()) -> None:
    """Mark what is called on rare sides of branches only, or by such functions.

    ``visible``: functions that others may call; ``also``: modules that will be linked in.
    """
    sides = {block for fn in module.functions.values() for block in rare_blocks(module, fn, ratio=RARE)}
    if not sides:
        return
    elsewhere = {fn.name for fn in address_taken(module)} | visible | _named_in_text(module, also)
    inside = [f for f in module.functions.values() if f.blocks and f.name not in elsewhere]
    left = [f for f in inside if not any(hint in f.attributes for hint in _HINTS)]
    cold: set[Function] = set()

    def is_cold(fn: Function) -> bool:
        blocks = [call.block for call in fn.uses if isinstance(call, Instruction)]
        return bool(blocks) and all(b is not None and (b in sides or b.function in cold) for b in blocks)

    while found := [fn for fn in left if fn not in cold and is_cold(fn)]:
        cold.update(found)
    for fn in cold:
        fn.attributes = fn.attributes.adding("cold", "minsize")
        _leave_rolled(module, ControlFlow(fn).loops)


def leave_rare_loops_rolled(module: Module) -> None:
    """Keep loops from being unrolled that are seldom executed: half of LLVM's time would go there."""
    for fn in module.functions.values():
        rare = rare_blocks(module, fn)
        if rare:
            _leave_rolled(module, [loop for loop in ControlFlow(fn).loops if loop.header in rare])


def _leave_rolled(module: Module, loops: Iterable[Loop]) -> None:
    """Keep loops from being unrolled, as the threshold that is set (`llvm/border/session.py`) would have it even here."""
    for loop in loops:
        for latch in loop.latches:
            if "llvm.loop" not in latch.terminator.metadata:
                latch.terminator.metadata["llvm.loop"] = loop_mark(module, ROLLED)


def _named_in_text(module: Module, also: Sequence[str]) -> set[str]:
    """What bodies that have not been read, and code that the model does not hold, refer to."""
    bodies = (mentions(fn).all for fn in module.functions.values() if fn.body is not None)
    return set(chain.from_iterable(chain(bodies, map(mentioned_in, (*module.fragments, *also)))))
