"""The parts of the tape: the contents for each loop, and its variables in the reverse sweep."""

from __future__ import annotations

from dataclasses import dataclass, field

from irad.analysis.flow.cfg import Loop
from irad.ir.types import Type
from irad.ir.values import Block, Instruction, Value


@dataclass(eq=False)
class Region:
    """What the tape holds for one loop (``loop`` None: the function itself).

    ``local``: what an iteration that runs again computes on the level of its loop; it is kept in local variables.
    """

    loop: Loop | None
    local: bool = False
    size: int = 0  # bytes per iteration
    counted: bool = False
    count: Value | None = None  # out value: number of iterations (counted only)
    last: Value | None = None  # out value: number of the last iteration
    base: Instruction | None = None  # the reserve in the forward part: array base or current frame
    size_operands: list[tuple[Instruction, int]] = field(default_factory=list)
    rit: Value | None = None
    rbase: Value | None = None
    rcount: Value | None = None
    setups: list[Block] = field(default_factory=list)
    back_edges: list[Block] = field(default_factory=list)
    entry_edges: list[Block] = field(default_factory=list)
    iteration: Instruction | None = None  # the phi that counts iterations in the forward part
    hoisted: dict[Value, Value] = field(default_factory=dict)
    rows: list[TapeRow] = field(default_factory=list)  # counted: the enclosing loops that share one array, outermost first
    total: Value | None = None  # counted: elements of each array
    first: Value | None = None  # what was reserved first before the loop, to be released when it has been reversed
    rfirst: Value | None = None
    rlast: Value | None = None  # iterations are reversed first to last: the number of the last one
    columns: list[Region] = field(default_factory=list)  # counted: pointers, each in a separate array

    @property
    def bytes(self) -> int:
        """How many bytes of tape an iteration takes."""
        return self.size + sum(part.size for part in self.columns)


@dataclass
class TapeRow:
    """One of the loops that an array of the tape spans."""

    region: Region
    count: Value  # known before the outermost of them
    rcount: Value  # and in the reverse sweep


@dataclass(frozen=True)
class TapeSlot:
    """A place on the tape (or a local variable) for one value."""

    region: Region
    type: Type
    offset: int
    local: Value | None
