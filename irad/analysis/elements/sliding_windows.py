"""Sliding windows: neighbouring elements that each iteration of a loop reads, the next iteration those one step further.

A stencil reads ``A[j - 1]``, ``A[j]`` and ``A[j + 1]``: each element in three iterations, one after the other.  Its adjoint, too,
comes together in three iterations, and need not go to memory in between (`transform.adjoint.shadow_windows`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from irad.analysis.activity.activity import Activity
from irad.analysis.elements.element_lifetimes import ElementLifetimes
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.commuting import Commuting, touches_no_memory
from irad.analysis.reuse.polynomial import IterationNumber, Polynomial, named
from irad.ir.types import LAYOUT, Type
from irad.ir.values import Block, Instruction, Value

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

    def __init__(
        self, flow: ControlFlow, activity: Activity, commuting: Commuting, lifetimes: ElementLifetimes,
        error_exit: Callable[[Block, Block], bool],
    ) -> None:  # fmt: skip
        self.flow, self.act, self.commuting, self.lifetimes = flow, activity, commuting, lifetimes
        self.error_exit = error_exit
        self.polynomials = commuting.polynomials

    def of(self, loop: Loop) -> list[SlidingWindow]:
        if any(self.flow.loop_of[b] is not loop for b in loop.blocks) or len(loop.latches) != 1:
            return []
        if {b for b, s in loop.exits() if not self.error_exit(b, s)} != set(loop.latches):
            return []
        instructions = [i for b in loop.blocks for i in b.instructions]
        accesses = [i for i in instructions if i.opcode in ("load", "store")]
        if not all(touches_no_memory(i) for i in instructions if i.opcode not in ("load", "store")):
            return []
        groups: dict[tuple[Value, int, Polynomial, Type], list[tuple[Instruction, int]]] = {}
        for inst in accesses:
            found = self._line(inst, loop)
            if found is not None:
                base, step, rest = found
                groups.setdefault((base, step, rest - Polynomial(rest.constant), _type(inst)), []).append((inst, rest.constant))
        windows = [w for (_, step, *_), members in groups.items() if (w := self._window(loop, step, members)) is not None]
        return [w for w in windows if self._undisturbed(w, accesses)]

    def _line(self, inst: Instruction, loop: Loop) -> tuple[Value, int, Polynomial] | None:
        """The base, the step in bytes and the rest of an address that moves with the iteration; None for all else."""
        if not _type(inst).is_float or inst.attrs["volatile"] or inst.attrs["atomic"]:
            return None
        if inst.block is None or not self.flow.dominates(inst.block, loop.latches[0]) or self._node(inst) is None:
            return None
        address = self.commuting.address(inst)
        name = IterationNumber(loop)
        factor = address.offset.coefficient(name)
        rest = address.offset - factor * named(name)
        if factor.terms or abs(factor.constant) < LAYOUT.store_size(_type(inst)) or name in rest.names():
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
        node = self._node(members[0][0])
        return SlidingWindow(loop, node, step, width, places) if node is not None else None

    def _undisturbed(self, window: SlidingWindow, accesses: list[Instruction]) -> bool:
        """Whether no other store of the loop goes to an element whose adjoint is still coming together."""
        for inst in accesses:
            node = self._node(inst)
            if inst.opcode == "load" or inst in window.places or node is None or not self.commuting.meet(node, window.node):
                continue
            if node is not window.node or not all(self.lifetimes.never_meet(inst, i, window.loop) for i in window.places):
                return False
        return True

    def _node(self, inst: Instruction) -> Node | None:
        return self.commuting.node(inst)


def _type(inst: Instruction) -> Type:
    return inst.type if inst.opcode == "load" else inst.operands[0].type
