"""Values that an outlined loop computes before its first iteration, computed anew in the functions that steer it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from irad.analysis.memory.outlined_functions import CELL
from irad.analysis.reuse.polynomial import AtLeastZero, Polynomial, Unsigned
from irad.ir.builder import Builder
from irad.ir.values import Argument, Block, Instruction, Value
from irad.transform.base.counts import emit_polynomial


class EntryValues:
    """``given``: what stands for the parameters of the outlined loop; ``changes``: whether the loop changes what a load reads.

    ``cells``: whether values are computed when the loop begins, so that cells hold what it begins with.
    """

    def __init__(
        self, given: Mapping[Value, Value], changes: Callable[[Instruction], bool] = lambda load: False, cells: bool = False
    ) -> None:
        self.given, self.changes, self.cells = given, changes, cells

    def can(self, v: Value) -> bool:
        """Whether a value can be computed anew: from parameters, by way of instructions that may be executed at any time."""
        if isinstance(v, Argument):
            return v in self.given
        if not isinstance(v, Instruction):
            return not isinstance(v, Block)
        plain = v.opcode in _COMPUTING or (v.opcode == "load" and self._can_load(v, v.operands[0]))
        return plain and all(map(self.can, v.operands))

    def _can_load(self, load: Instruction, source: Value) -> bool:
        if not isinstance(source, Argument):
            return False
        is_cell = source.attributes.value(CELL) is not None
        return self.cells if is_cell else not self.changes(load)

    def get(self, b: Builder, v: Value) -> Value:
        if isinstance(v, Argument):
            return self.given[v]
        if not isinstance(v, Instruction):
            return v
        new = Instruction(v.opcode, v.type, [self.get(b, o) for o in v.operands], dict(v.attrs))
        return b.insert(new)

    def can_number(self, p: Polynomial) -> bool:
        names = [n.value if isinstance(n, Unsigned) else n for n in p.names() if not isinstance(n, AtLeastZero)]
        return all(isinstance(n, Value) and self.can(n) for n in names)

    def number(self, b: Builder, p: Polynomial) -> Value:
        """A polynomial as an i64."""
        return emit_polynomial(b, p, lambda v: self.get(b, v))


_COMPUTING = frozenset(
    "add sub mul shl and or xor lshr ashr icmp fcmp select trunc zext sext getelementptr freeze ptrtoint".split()
)
