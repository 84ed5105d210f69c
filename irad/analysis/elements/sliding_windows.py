"""Sliding windows: neighbouring elements that each iteration of a loop reads, the next iteration those one step further.

A stencil reads ``A[j - 1]``, ``A[j]`` and ``A[j + 1]``: each element in three iterations, one after the other.  Its adjoint, too,
comes together in three iterations, and need not go to memory in between (`transform.adjoint.shadow_windows`).
"""

from __future__ import annotations

from dataclasses import dataclass

from irad.analysis.elements.element_lifetimes import ElementLifetimes
from irad.analysis.flow.addresses import accessed_type
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.commuting import Commuting
from irad.analysis.reuse.polynomial import IterationNumber, Polynomial, named
from irad.ir.types import LAYOUT, Type
from irad.ir.values import Instruction, Value

_WIDEST = 8


@dataclass(frozen=True, eq=False)
class SlidingWindow:
    """Loads and stores of a loop, by their places in the window; every iteration executes all of them.

    Place k of an iteration, ``step`` bytes after place k - 1, is place k - 1 of the next one.
    """

    loop: Loop
    node: Node
    step: int
    width: int
    places: dict[Instruction, int]

    def at(self, place: int) -> Instruction | None:
        """An access at a place; there is one at the first and at the last place."""
        return next((i for i, k in self.places.items() if k == place), None)


class SlidingWindows:
    """``of(loop)``: the windows of an innermost loop over memory with shadows."""

    def __init__(self, flow: ControlFlow, commuting: Commuting, lifetimes: ElementLifetimes) -> None:
        self.flow, self.commuting, self.lifetimes = flow, commuting, lifetimes
        self.polynomials = commuting.polynomials

    def of(self, loop: Loop) -> list[SlidingWindow]:
        if not self.commuting.in_whole_iterations(loop):
            return []
        accesses = [i for b in loop.blocks for i in b.instructions if i.opcode in ("load", "store")]
        groups: dict[tuple[Value, int, Polynomial, Type], list[tuple[Instruction, int]]] = {}
        for inst in accesses:
            found = self._line(inst, loop)
            if found is not None:
                base, step, rest = found
                line = (base, step, rest - Polynomial(rest.constant), accessed_type(inst))
                groups.setdefault(line, []).append((inst, rest.constant))
        windows = [w for (_, step, *_), members in groups.items() if (w := self._window(loop, step, members)) is not None]
        return [w for w in windows if self._undisturbed(w, accesses)]

    def _line(self, inst: Instruction, loop: Loop) -> tuple[Value, int, Polynomial] | None:
        """The base, the step in bytes and the rest of an address that moves with the iteration; None for all else."""
        if not accessed_type(inst).is_float or inst.attrs["volatile"] or inst.attrs["atomic"]:
            return None
        if inst.block is None or not self.flow.dominates(inst.block, loop.latches[0]) or self.commuting.node(inst) is None:
            return None
        address = self.commuting.address(inst)
        name = IterationNumber(loop)
        factor = address.offset.coefficient(name)
        rest = address.offset - factor * named(name)
        if factor.terms or abs(factor.constant) < LAYOUT.store_size(accessed_type(inst)) or name in rest.names():
            return None
        base = address.base
        if isinstance(base, Instruction) and base.block in loop.blocks:
            return None
        return (base, factor.constant, rest) if self.polynomials.fixed(rest, loop, across=True) else None

    def _window(self, loop: Loop, step: int, members: list[tuple[Instruction, int]]) -> SlidingWindow | None:
        """The window of accesses whose offsets differ by multiples of the step."""
        loads = [(i, c) for i, c in members if i.opcode == "load"]
        if not loads or any((c - members[0][1]) % step for _, c in members):
            return None
        first = min(c // step for _, c in loads)
        places = {i: c // step - first for i, c in members}
        width = max(places[i] for i, _ in loads) + 1
        if not 1 < width <= _WIDEST or not all(0 <= k < width for k in places.values()):
            return None
        node = self.commuting.node(members[0][0])
        return SlidingWindow(loop, node, step, width, places) if node is not None else None

    def _undisturbed(self, window: SlidingWindow, accesses: list[Instruction]) -> bool:
        """Whether no other store of the loop goes to an element whose adjoint is still coming together."""
        for inst in accesses:
            node = self.commuting.node(inst)
            if inst.opcode == "load" or inst in window.places or node is None or not self.commuting.meet(node, window.node):
                continue
            if node is not window.node or not all(self.lifetimes.never_meet(inst, i, window.loop) for i in window.places):
                return False
        return True
