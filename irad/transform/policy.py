"""Which values the reverse sweep computes again and which it reads from the tape."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from irad.analysis.unchanged import Unchanged
from irad.ir.values import Instruction, Value

if TYPE_CHECKING:
    from irad.transform.reverse import ReverseBody

# Integer and address arithmetic: cheaper than a load from the tape.
_CHEAP = frozenset(
    "getelementptr add sub mul shl lshr ashr and or xor icmp zext sext trunc ptrtoint inttoptr bitcast addrspacecast "
    "fneg sitofp uitofp fpext fptrunc extractvalue insertvalue freeze".split()
)
_MAX_SIZE = 24


def recompute_policy(body: ReverseBody) -> Callable[[Instruction], bool]:
    """Cheap integer and address arithmetic, and loads of unchanged memory, are done again; the rest is cached."""
    unchanged = Unchanged(body.fn, body.act.memory, body.driver.options.noalias, body.split)
    origin = {new: old for old, new in body.map.items() if isinstance(old, Instruction)}
    known: dict[Value, int] = {}

    def size(v: Value) -> int:
        """Instructions needed to compute ``v`` again (1 for something cached)."""
        if not isinstance(v, Instruction):
            return 0
        if v not in known:
            known[v] = 1
            if again(v):
                known[v] = 1 + sum(size(o) for o in v.operands)
        return known[v]

    def again(v: Instruction) -> bool:
        if v.opcode in _CHEAP:
            return sum(size(o) for o in v.operands) < _MAX_SIZE
        if v.opcode == "load":
            old = origin.get(v)
            return old is not None and unchanged.of(old) and size(v.operands[0]) < _MAX_SIZE
        return False

    return again
