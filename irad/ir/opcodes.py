"""One row per opcode: the facts about instructions on which all analyses and transformations must agree.

A row says which operands' data flows into the result (or into memory, for a store), which operands only steer where data goes,
and which memory is read and written through which operand.  What an opcode computes is not here: the derivatives of arithmetic
are in `irad.rules.tables.instructions`, those of called functions in the other tables of rules.

A new opcode in the reader needs a row; `tests/unit/ir/test_opcodes.py` and `tests/unit/transform/test_opcodes.py` fail for every
other place that has to handle it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from irad.ir.values import Instruction, Value

_ALL = slice(None)


def _nothing() -> slice:
    return slice(0, 0)


class Kind(Enum):
    """What an instruction does, as far as derivatives are concerned."""

    ARITHMETIC = "arithmetic on floats: a rule has the derivative"
    MOVE = "passes data on unchanged"
    BITS = "changes or moves bits, which may be those of a copied float"
    NUMBER = "arithmetic on integers that no bits of a float come out of"
    CONVERSION = "between numbers and floats, by rounding: the derivative is zero"
    COMPARISON = "compares: no derivative"
    ADDRESS = "makes an address, or a number of one"
    ALLOCATION = "memory on the stack"
    ACCESS = "reads or writes memory"
    ATOMIC = "reads and writes memory at once"
    CONTROL = "ends a block"
    CALL = "calls: what it does is said by the rule of what it calls, or by its body"
    ORDER = "orders accesses of several threads"
    VARIABLE = "takes the next variable argument"
    EXCEPTION = "receives an exception, or throws it on"


_COMPUTES = frozenset(
    (Kind.ARITHMETIC, Kind.MOVE, Kind.BITS, Kind.NUMBER, Kind.CONVERSION, Kind.COMPARISON, Kind.ADDRESS)
)


@dataclass(frozen=True)
class Opcode:
    """A row.

    ``data``: operands whose data flows into the result, or into the memory that is written.  ``steers``: operands whose values
    the reverse sweep needs because they decide where data goes, or with which sign.  ``address``: the operand through which
    memory is accessed, as ``reads`` and ``writes`` say.  ``pointers``: applied to the shadows of its pointer operands (or of
    integers made from pointers), the same instruction computes the shadow of its result.  ``once``: running it twice is not the
    same as running it once.  ``traps``: it may end the program.
    """

    kind: Kind
    data: slice = field(default_factory=_nothing)
    steers: slice = field(default_factory=_nothing)
    address: int | None = None
    reads: bool = False
    writes: bool = False
    pointers: bool = False
    once: bool = False
    traps: bool = False

    @property
    def computes(self) -> bool:
        """Whether the result depends on the operands alone and there is no side effect (where it does not trap)."""
        return self.kind in _COMPUTES

    def carried(self, inst: Instruction) -> list[Value]:
        """The operands of ``inst`` that are ``data``."""
        return inst.operands[self.data]

    def steering(self, inst: Instruction) -> list[Value]:
        """The operands of ``inst`` that steer."""
        return inst.operands[self.steers]


def _rows(names: str, kind: Kind, data: slice = slice(0, 0), pointers: bool = False) -> dict[str, Opcode]:
    return dict.fromkeys(names.split(), Opcode(kind, data, pointers=pointers))


OPCODES: dict[str, Opcode] = {
    **_rows("fneg fadd fsub fmul fdiv frem fptrunc fpext", Kind.ARITHMETIC, _ALL),
    "phi": Opcode(Kind.MOVE, slice(0, None, 2)),  # (its shadow is filled in when all blocks are there)
    "select": Opcode(Kind.MOVE, slice(1, 3), steers=slice(0, 1), pointers=True),
    **_rows("freeze bitcast extractvalue insertvalue shufflevector", Kind.MOVE, _ALL, pointers=True),
    "extractelement": Opcode(Kind.MOVE, slice(0, 1), steers=slice(1, 2), pointers=True),
    "insertelement": Opcode(Kind.MOVE, slice(0, 2), steers=slice(2, 3), pointers=True),
    **_rows("add sub xor zext trunc", Kind.BITS, _ALL, pointers=True),
    **dict.fromkeys(("and", "or"), Opcode(Kind.BITS, _ALL, steers=slice(0, 1), pointers=True)),  # by its sign: |x| and -|x|
    **_rows("shl lshr ashr sext", Kind.BITS, _ALL),
    "mul": Opcode(Kind.NUMBER),
    **dict.fromkeys(("udiv", "sdiv", "urem", "srem"), Opcode(Kind.NUMBER, traps=True)),
    **_rows("fptoui fptosi uitofp sitofp", Kind.CONVERSION),
    **_rows("icmp fcmp", Kind.COMPARISON),
    **_rows("getelementptr ptrtoint inttoptr addrspacecast", Kind.ADDRESS, pointers=True),
    "alloca": Opcode(Kind.ALLOCATION, once=True),
    "load": Opcode(Kind.ACCESS, address=0, reads=True),
    "store": Opcode(Kind.ACCESS, slice(0, 1), address=1, writes=True),
    "atomicrmw": Opcode(Kind.ATOMIC, slice(1, 2), address=0, reads=True, writes=True, once=True),
    "cmpxchg": Opcode(Kind.ATOMIC, slice(1, 3), address=0, reads=True, writes=True, once=True),
    "br": Opcode(Kind.CONTROL, steers=slice(0, -2)),  # the condition, where there is one
    "switch": Opcode(Kind.CONTROL, steers=slice(0, 1)),
    "ret": Opcode(Kind.CONTROL, _ALL),
    **_rows("indirectbr unreachable", Kind.CONTROL),
    "call": Opcode(Kind.CALL),
    **dict.fromkeys(("invoke", "callbr"), Opcode(Kind.CALL, once=True)),
    "fence": Opcode(Kind.ORDER, once=True),
    "va_arg": Opcode(Kind.VARIABLE, address=0, reads=True, writes=True, once=True),
    "landingpad": Opcode(Kind.EXCEPTION, once=True),
    "resume": Opcode(Kind.EXCEPTION, _ALL, once=True),
}
