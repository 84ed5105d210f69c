"""Functions that run only behind an error are made for size: LLVM would unroll and vectorise their loops like any others.

The functional transforms run a function once more where its derivative has met an error; such branches have weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import chain

from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.memory.module_memory import address_taken
from irad.ir.branch_weights import branch_weights
from irad.ir.reader.mentions import mentioned_in, mentions
from irad.ir.values import Block, Function, Instruction, Module

RARE = 1 << 14  # how much more often the other side of a branch is taken
_HINTS = ("alwaysinline", "cold")


def shrink_cold_functions(module: Module, visible: Set[str], also: Sequence[str] = ()) -> None:
    """Mark what is called on rare sides of branches only, or by such functions.

    ``visible``: functions that others may call; ``also``: modules that will be linked in.
    """
    sides = {block for fn in module.functions.values() for block in _rare_blocks(module, fn)}
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
        _leave_rolled(module, fn)


def _leave_rolled(module: Module, fn: Function) -> None:
    """Keep loops from being unrolled, as the threshold that is set (`llvm/border/session.py`) would have it even here."""
    hint = module.add_metadata('!{!"llvm.loop.unroll.disable"}')
    for loop in ControlFlow(fn).loops:
        for latch in loop.latches:
            latch.terminator.metadata["llvm.loop"] = module.add_metadata("distinct !{{{0}, {1}}}", hint)


def _rare_blocks(module: Module, fn: Function) -> Iterator[Block]:
    """The blocks that only the rare side of a branch leads to."""
    targets = [t for b in fn.blocks if (t := _rare_side(module, b.terminator)) is not None]
    flow = ControlFlow(fn) if targets else None
    for target in targets:
        if flow is not None and len(flow.preds.get(target, ())) == 1:
            yield from (b for b in flow.rpo if flow.dominates(target, b))


def _rare_side(module: Module, end: Instruction) -> Block | None:
    weights = branch_weights(module, end)
    if weights is None or max(weights) < RARE * max(1, min(weights)):
        return None
    side = end.operands[1 if weights[0] < weights[1] else 2]
    return side if isinstance(side, Block) else None


def _named_in_text(module: Module, also: Sequence[str]) -> set[str]:
    """What bodies that have not been read, and code that the model does not hold, refer to."""
    bodies = (mentions(fn).all for fn in module.functions.values() if fn.body is not None)
    return set(chain.from_iterable(chain(bodies, map(mentioned_in, (*module.fragments, *also)))))
