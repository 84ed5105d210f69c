"""Copies of the primal's blocks: in the forward sweep, and in the reverse sweep where iterations of a loop run again.

A *context* is the function (None) or a loop whose iterations run again.  Its forward part is followed by its reverse sweep.  A
block belongs to the innermost context around it, which has its *home* copy, with everything that the reverse sweep needs (shadow
pointers, calls of augmented functions, stores to the tape).  In outer contexts it is copied as it is in the primal: the forward
sweep of a loop that runs again keeps nothing.
"""

from __future__ import annotations

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.ir.values import Argument, Block, Instruction, Value


class Contexts:
    """``home`` maps the values and blocks of the primal to their home copies."""

    def __init__(self, flow: ControlFlow, home: dict[Value, Value]) -> None:
        self.home = home
        self.loops: dict[Loop, Block] = {}  # recomputed loops, with the blocks where their iterations begin again
        self.plain: dict[Loop | None, dict[Value, Value]] = {None: {}}
        self._of: dict[Block, Loop | None] = dict.fromkeys(flow.rpo)
        self._copied: dict[Block, Loop | None] = {}  # the context that a copy is in
        self._primal: dict[Value, Value] = {}

    def add(self, loop: Loop, begin: Block) -> None:
        """Add a recomputed loop; outer loops come first."""
        self.loops[loop] = begin
        self.plain[loop] = {}
        self._copied[begin] = loop
        for block in loop.blocks:
            self._of[block] = loop

    def of(self, block: Block | None) -> Loop | None:
        """The context of a block of the primal."""
        return self._of.get(block) if block is not None else None

    def outside(self, loop: Loop) -> Loop | None:
        """The context that a loop is entered from."""
        at = loop.parent
        while at is not None and at not in self.loops:
            at = at.parent
        return at

    def around(self, block: Block) -> list[Loop | None]:
        """The contexts that a block is copied to unchanged, outermost first."""
        chain: list[Loop | None] = []
        at = self.of(block)
        while at is not None:
            at = self.outside(at)
            chain.append(at)
        return chain[::-1]

    def place(self, block: Block, context: Loop | None) -> None:
        self._copied[block] = context

    def of_copy(self, block: Block) -> Loop | None:
        """The context that a copy of a block is in."""
        return self._copied.get(block)

    def context_of_copy(self, v: Value) -> Loop | None:
        """The context that a value of the forward part is computed in."""
        return self._copied.get(v.block) if isinstance(v, Instruction) and v.block is not None else None

    def copy(self, v: Value, context: Loop | None) -> Value:
        """The copy of a primal value or block that a context sees."""
        found = self.plain[context].get(v)
        return self.home.get(v, v) if found is None else found

    def block(self, v: Block, context: Loop | None) -> Block:
        found = self.copy(v, context)
        assert isinstance(found, Block)
        return found

    def copy_of_home(self, v: Value, context: Loop | None) -> Value | None:
        """The copy, in an outer context, of the value whose home copy is ``v``."""
        if isinstance(v, Argument) or self.context_of_copy(v) is context:
            return v
        if len(self._primal) != len(self.home):
            self._primal = {new: old for old, new in self.home.items()}
        old = self._primal.get(v)
        return self.plain[context].get(old) if old is not None else None
