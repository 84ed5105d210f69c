"""Memory of the reverse sweep: the arena's stack that holds the tape, and local variables."""

from __future__ import annotations

from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I8, I64, PTR, Type
from irad.ir.values import Function, Instruction, Value
from irad.transform.base.runtime_calls import Runtime


class TapeStack:
    """The arena's stack that holds a tape, and the local variables of the reverse sweep."""

    def __init__(self, out: Function, rev: Function, runtime: Runtime, number: int) -> None:
        self.out, self.rev = out, rev
        self.runtime = runtime
        self.number = number

    @property
    def arena(self) -> Value:
        """The arena that is passed to the reverse sweep."""
        return self.rev.args[0]

    def variable(self, t: Type, init: Value | None) -> Instruction:
        """A local variable of the reverse sweep."""
        entry = self.rev.entry
        attrs = {"allocated_type": t, "align": None, "inalloca": False, "swifterror": False}
        inst = entry.insert(0, Instruction("alloca", PTR, (), attrs))
        if init is not None:
            b = Builder(None)
            b.position_before(entry.terminator)
            b.store(init, inst)
        return inst

    def reserve(self, b: Builder, size: Value) -> Instruction:
        assert b.block is not None and b.block.function is not None
        call = b.call_function(self.runtime.function("irad_reserve"), [self._address(b, b.block.function.args[0]), size])
        assert isinstance(call, Instruction)
        return call

    def release(self, b: Builder, pointer: Value) -> None:
        """Release, in the reverse sweep, what was reserved at ``pointer`` and later."""
        b.call_function(self.runtime.function("irad_release"), [self._address(b, self.arena), pointer])

    def _address(self, b: Builder, arena: Value) -> Value:
        return b.gep(I8, arena, [const_int(I64, 64 + 64 * self.number)])
