"""Which bytes a load reads while loops around it run, exactly: from the first to the last one, both of which are read.

The extremes of an address are at corners of the iterations.  A copy of what lies between them touches no memory that the loops do
not, if the corners are iterations that get to the load, or if none does where they are not: so every condition on the way has to
be known, and to hold at the corner if it holds anywhere.  In a run that ends in an error of an index the corners are not reached,
so that tests of integers have to hold where they are most likely to fail.

Of an array whose size the caller says (`"irad-sizes"` on a parameter: its elements lie side by side) all bytes may be touched:
there conditions are left aside, and bounds go no further than the array.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from irad.analysis.elements.element_lifetimes import Access, ElementLifetimes
from irad.analysis.flow.cfg import Loop
from irad.analysis.reuse.polynomial import IterationNumber, Polynomial, named, number
from irad.ir.types import I64
from irad.ir.values import Argument, Block, Instruction, Value


@dataclass(frozen=True)
class ReadRange:
    """The bytes from ``low`` to before ``high`` behind ``base``; none unless no polynomial in ``conditions`` is negative.

    ``extent``: the size of the array at ``base``; what lies outside of it is not part of the range.  None: nothing does.
    """

    base: Value
    low: Polynomial
    high: Polynomial
    conditions: tuple[Polynomial, ...]
    extent: Polynomial | None = None


def read_range(
    lifetimes: ElementLifetimes, load: Instruction, loop: Loop, certain: Callable[[Block, Block], bool]
) -> ReadRange | None:
    """What a load reads while a loop around it runs, in values from before the loop; None if that is not known exactly.

    ``certain``: whether control certainly comes to a block from another one, if there is no error.
    """
    found = lifetimes.accesses(load)
    if len(found) != 1:
        return None
    access = found[0]
    facts = lifetimes.facts
    extent = _extent(access.address.base)
    if extent is not None:
        return _in_array(lifetimes, access, loop, extent)
    conditions, checks = facts.conditions(access.block, loop, certain), facts.checks(access.block, loop)
    if conditions is None or checks is None:
        return None
    worst: list[Polynomial] = []  # where one of these is negative an error ends the run, or no iteration comes to its test
    for block, check in checks:
        before = facts.conditions(block, loop, certain)
        if before is not None and facts.proves(check, before):
            continue
        corner = _corner(lifetimes, facts.at(block), block, loop, check, before, False) if before is not None else None
        if corner is None:
            return None
        worst.append(corner[0])
    known = facts.at(access.block)
    corners = [_corner(lifetimes, known, access.block, loop, access.address.offset, conditions, up) for up in (False, True)]
    if corners[0] is None or corners[1] is None:
        return None
    (low, first), (high, last) = corners[0], corners[1]
    return ReadRange(access.address.base, low, high + access.size, tuple(dict.fromkeys([*first, *last, *worst])))


def _extent(base: Value) -> Polynomial | None:
    """The bytes of the array that a parameter of the program's points to, if the caller says."""
    if not isinstance(base, Argument) or base.function is None or base.function.is_local:
        return None  # LLVM may have removed parameters of a function that nobody else sees
    axes, item = base.attributes.numbers("irad-sizes") or (-1, 0)
    sizes = base.function.args[base.index + 1 : base.index + 1 + axes]
    if axes < 0 or len(sizes) != axes or any(a.type is not I64 for a in sizes):
        return None
    found = number(item)
    for size in sizes:
        found = found * named(size)
    return found


def _in_array(lifetimes: ElementLifetimes, access: Access, loop: Loop, extent: Polynomial) -> ReadRange | None:
    """What an access of an array of known size reads while a loop runs, if control came to it in every iteration."""
    known = lifetimes.facts.at(access.block)
    corners = [_corner(lifetimes, known, access.block, loop, access.address.offset, [], up) for up in (False, True)]
    if corners[0] is None or corners[1] is None:
        return None
    return ReadRange(access.address.base, corners[0][0], corners[1][0] + access.size, (), extent)


def _corner(
    lifetimes: ElementLifetimes, known: list[Polynomial], block: Block, loop: Loop, offset: Polynomial,
    conditions: list[Polynomial], up: bool,
) -> tuple[Polynomial, list[Polynomial]] | None:  # fmt: skip
    """The least or the largest offset, and the conditions where it is; ``known``: what holds there."""
    facts = lifetimes.facts
    at = lifetimes.flow.loop_of[block]
    while at is not loop.parent and at is not None:
        name, last = IterationNumber(at), facts.last(at)
        ways = [(p.coefficient(name), up) for p in [offset] if name in p.names()]
        ways += [(p.coefficient(name), True) for p in conditions if name in p.names()]
        at_end: set[bool] = set()
        for factor, largest in ways:
            rises = facts.positive(factor, known)
            if not rises and not facts.positive(factor.times(-1), known):
                return None
            at_end.add(rises is largest)
        if len(at_end) > 1 or (True in at_end and last is None):
            return None
        value = last if True in at_end and last is not None else number(0)
        offset = offset.replace(name, value)
        conditions = [p.replace(name, value) for p in conditions]
        at = at.parent
    return offset, conditions
