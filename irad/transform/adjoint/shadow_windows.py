"""Adjoints of sliding windows (`analysis.elements.sliding_windows`) come together in variables before they are added to memory.

While a loop is reversed the adjoint of an element in a window is the sum of its shadow and of the variable of its place.  At the
end of an iteration the element that leaves the window gets what has come together, and the variables move on by one place; what
is left in them when the loop has been reversed is added to the shadows there.
"""

from __future__ import annotations

from itertools import pairwise

from irad.analysis.elements.sliding_windows import SlidingWindow
from irad.analysis.flow.addresses import accessed_pointer
from irad.analysis.flow.cfg import Loop
from irad.ir.constants import const_int
from irad.ir.types import I8, I64, LAYOUT, Type
from irad.ir.values import Instruction, Value
from irad.transform.adjoint.adjoints import Adjoints, nothing


class ShadowWindows:
    """The windows of all loops of a function: the variables of their places, and the code that moves them on."""

    def __init__(self, windows: list[SlidingWindow], adjoints: Adjoints) -> None:
        self.adjoints, self.r = adjoints, adjoints.r
        self.of: dict[Loop, list[SlidingWindow]] = {}
        self.window: dict[Instruction, SlidingWindow] = {}
        self._variables: dict[tuple[int, int, int], Value] = {}
        for window in windows:
            self.of.setdefault(window.loop, []).append(window)
            self.window.update(dict.fromkeys(window.places, window))

    def place(self, inst: Instruction) -> Value | None:
        """The variable of the element that a load or store in a window accesses; None for other instructions."""
        window = self.window.get(inst)
        return self._variable(window, window.places[inst]) if window is not None else None

    def slide(self, loop: Loop) -> None:
        """At the end of a reversed iteration: what has come together for the element that leaves goes to its shadow."""
        for window in self.of.get(loop, ()):
            for _ in self.adjoints.emit.each_lane():
                order = self._order(window)
                self._add(window, order[0], self._shadow(window, order[0]))
                for to, place in pairwise(order):
                    self._move(window, place, to)
                self._clear(window, order[-1])

    def flush(self, loop: Loop) -> None:
        """Where the reversed loop is left, after `slide`: what is still in the variables goes to memory."""
        for window in self.of.get(loop, ()):
            for _ in self.adjoints.emit.each_lane():
                order = self._order(window)
                left = self._shadow(window, order[0])
                for place, now in zip(order[1:], order, strict=False):
                    at = self.r.b.gep(I8, left, [const_int(I64, (place - order[0]) * window.step)])
                    self._add(window, now, at)
                    self._clear(window, now)

    def _order(self, window: SlidingWindow) -> list[int]:
        """The places, that which leaves the window first; iterations are reversed from the last one unless they commute."""
        ascending = self.r.regions[window.loop].rlast is not None
        places = list(range(window.width))
        return places if ascending else places[::-1]

    def _type(self, window: SlidingWindow) -> Type:
        return next(i.type for i in window.places if i.opcode == "load")

    def _variable(self, window: SlidingWindow, place: int) -> Value:
        key = (id(window), place, self.adjoints.emit.lane)
        found = self._variables.get(key)
        if found is None:
            t = self._type(window)
            found = self._variables[key] = self.r.tape.stack.variable(t, nothing(t))
        return found

    def _shadow(self, window: SlidingWindow, place: int) -> Value:
        inst = window.at(place)
        assert inst is not None
        return self.r.get(self.adjoints.emit.shadow(accessed_pointer(inst)))

    def _add(self, window: SlidingWindow, place: int, at: Value) -> None:
        b, t = self.r.b, self._type(window)
        align = min(i.attrs["align"] or 1 for i in window.places)
        align = min(align, LAYOUT.align_of(t))
        b.store(self.adjoints.add(b.load(t, at, align=align), b.load(t, self._variable(window, place))), at, align=align)

    def _move(self, window: SlidingWindow, place: int, to: int) -> None:
        b = self.r.b
        b.store(b.load(self._type(window), self._variable(window, place)), self._variable(window, to))

    def _clear(self, window: SlidingWindow, place: int) -> None:
        self.r.b.store(nothing(self._type(window)), self._variable(window, place))
