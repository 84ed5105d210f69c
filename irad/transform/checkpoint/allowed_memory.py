"""How much memory the snapshots and tapes of a checkpointed loop may take, when it begins."""

from __future__ import annotations

from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I8, I64
from irad.ir.values import Value

_TOP, _END, _LIMIT, _BYTES = 0, 8, 24, 48  # in a stack of the arena (docs/dev/runtime.md)
_BOUND = 1  # in a limit: it ends calls that are made again then


def memory_allowed(b: Builder, stack: Value, budget: Value) -> Value:
    """Bytes: what the user allows (``budget`` > 0), or a part of what the limit of the tape's ``stack`` leaves; 0 without limits.
    """
    none = const_int(I64, 0)
    top, end, limit, used = (b.load(I64, b.gep(I8, stack, [const_int(I64, at)]), align=8) for at in (_TOP, _END, _LIMIT, _BYTES))
    left = b.add(b.sub(limit, used), b.sub(end, top))
    left = b.sub(left, b.ashr(left, const_int(I64, 2)))  # chunks are not filled to their ends
    left = b.select(b.icmp("sgt", left, const_int(I64, 1)), left, const_int(I64, 1))
    planned = b.and_(b.icmp("ne", limit, none), b.icmp("eq", b.and_(limit, const_int(I64, _BOUND)), none))
    left = b.select(planned, left, none)
    return b.select(b.icmp("sgt", budget, none), budget, left)
