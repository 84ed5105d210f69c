"""Overlap of arrays in memory, checked by compiled code.

Inside of compiled functions the arrays that are passed to a derivative, shadows included, must not overlap at all, so that they
can be analysed separately, which makes the derivative fast.  The test compares bounds, which is conservative: arrays with strides
may be refused although they share no memory (two columns of a matrix).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from irad.errors import AliasingError
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.origins import Fresh
from irad.frontends.python.core.python_values import I1, ArrayV, const
from irad.frontends.python.core.sizes import MemoryBounds


@dataclass(frozen=True)
class ShadowedArray:
    """One array of an argument: its name for messages, and its shadows (one per lane)."""

    name: str
    array: ArrayV
    shadows: list[ArrayV]


def check_overlap(low: Lowering, pieces: Sequence[ShadowedArray], node: Any) -> None:
    """Raise AliasingError at run time where arrays or shadows overlap."""
    low.instance.sensitive |= len(pieces) > 1
    checks = _Checks(low, node)
    for i, p in enumerate(pieces):
        for shadow in p.shadows:
            for q in pieces:
                checks.apart(shadow, q.array, f"the shadow of {p.name} overlaps the primal array {q.name}")
        for q in pieces[:i]:
            checks.apart(p.array, q.array, f"{q.name} and {p.name} share memory; inside of a compiled function pass a copy")
        shadows = [(q.name, s) for q in pieces[:i] for s in q.shadows]
        for k, shadow in enumerate(p.shadows):
            for name, other in [*shadows, *((p.name, s) for s in p.shadows[:k])]:
                checks.apart(shadow, other, f"the shadows of {name} and {p.name} share memory")


def check_distinct(low: Lowering, arrays: Sequence[tuple[ArrayV, bool]], node: Any) -> None:
    """Give up, or raise AliasingError, at run time where two arrays overlap and at least one of them is marked."""
    low.instance.sensitive |= len(arrays) > 1
    checks = _Checks(low, node)
    for i, (a, matters) in enumerate(arrays):
        for other, too in arrays[:i]:
            both = checks.overlap(a, other) if (matters or too) and not low.surely_apart(a, other) else None
            if both is not None:
                low.give_up(both, AliasingError, "two arguments of a derivative share memory", node)


def check_captured(
    low: Lowering, arrays: Sequence[tuple[ArrayV, bool]], captured: Sequence[tuple[ArrayV, str, bool]], node: Any
) -> None:
    """As `check_distinct`, for captured arrays: where one is written to, it must be apart from all others and the arguments.

    Each array comes with whether it is written to.
    """
    checks = _Checks(low, node)
    for i, (h, name, written) in enumerate(captured):
        for a, too in arrays:
            if written or too:
                text = f"an argument shares memory with the captured array {name}, and one of them is written to; pass a copy"
                checks.apart(a, h, text)
        for other, _, too in captured[:i]:
            both = checks.overlap(h, other) if written or too else None
            if both is not None:
                low.give_up(both, AliasingError, f"the captured array {name} shares memory with another one", node)


def elements_apart(low: Lowering, a: ArrayV) -> Any:
    """Whether no two elements share memory: each stride exceeds the extent of all shorter ones (i1)."""
    b, zero = low.b, const(0)
    steps = [b.select(b.icmp_signed("<", s, zero), b.sub(zero, s), s) for s in a.strides]
    reaches = [b.mul(b.sub(n, const(1)), s) for n, s in zip(a.shape, steps, strict=True)]
    good: Any = ir.Constant(I1, True)
    empty = ir.Constant(I1, False)
    for n in a.shape:  # no elements, no places
        empty = b.or_(empty, b.icmp_signed("==", n, zero))
    for k, step in enumerate(steps):
        below = zero
        for j, other in enumerate(steps):
            if j != k:
                shorter = b.icmp_signed("<" if j > k else "<=", other, step)
                below = b.add(below, b.select(shorter, reaches[j], zero))
        good = b.and_(good, b.or_(b.icmp_signed("==", a.shape[k], const(1)), b.icmp_signed(">", step, below)))
    return b.or_(empty, good)


def check_places(low: Lowering, arrays: Sequence[ArrayV], node: Any) -> None:
    """Raise AliasingError at run time where elements of one array share memory."""
    text = "elements of an argument lie in one place (a stride is 0, or windows overlap): pass a copy, such as np.array(x)"
    for a in arrays:
        if a.ty.layout not in ("C", "F"):
            low.check(elements_apart(low, a), AliasingError, text, node)


def span(low: Lowering, a: ArrayV) -> tuple[Any, Any]:
    """The bytes from the first to the last one of an array, and how far its element 0 is from the first."""
    found = MemoryBounds(low)
    first, end = found.bounds(a)
    return low.b.sub(end, first), low.b.sub(found.start(a), first)


def shared(low: Lowering, a: ArrayV, other: ArrayV) -> Any:
    """Whether the bounds of two arrays overlap (i1)."""
    return MemoryBounds(low).shared(a, other)


class _Checks(MemoryBounds):
    """Writes comparisons of bounds, except for arrays that are known not to overlap."""

    def __init__(self, low: Lowering, node: Any) -> None:
        super().__init__(low)
        self.low, self.node = low, node

    def apart(self, a: ArrayV, c: ArrayV, message: str) -> None:
        both = self.overlap(a, c)
        if both is not None:
            self.low.check(self.low.b.not_(both), AliasingError, message, self.node)

    def overlap(self, a: ArrayV, c: ArrayV) -> Any:
        """Whether the bounds overlap (i1); None if they are known not to."""
        if a.origin is not c.origin and (isinstance(a.origin, Fresh) or isinstance(c.origin, Fresh)):
            return None
        return self.shared(a, c)
