"""Values that loops hand on to their next iterations, and that lie in memory: ``x[i - 1]``, which LLVM makes a phi of.

A phi at a loop's header that has the value of a load or of a store's operand of some iterations ago need not be kept where that
memory can be read again: its address is the one of the access in the current iteration, less a constant.
"""

from __future__ import annotations

from dataclasses import dataclass

from irad.analysis.elements.element_lifetimes import ElementLifetimes
from irad.analysis.flow.addresses import accessed_pointer
from irad.analysis.flow.cfg import Loop
from irad.analysis.flow.trips import preheader
from irad.analysis.reuse.polynomial import IterationNumber, number
from irad.ir.values import Instruction, Value

_FARTHEST = 3


@dataclass(frozen=True)
class CarriedValue:
    """What a header phi is: in iteration k before ``len(starts)`` the value ``starts[k]``, then what ``source`` was as many
    iterations ago."""

    loop: Loop
    starts: tuple[Value, ...]
    source: Instruction


def carried_value(phi: Instruction, loop: Loop) -> CarriedValue | None:
    """The value that a header phi hands on, if it is another thing than phis that is computed in the loop."""
    starts: list[Value] = []
    at: Value = phi
    while isinstance(at, Instruction) and at.opcode == "phi" and at.block is loop.header and len(starts) < _FARTHEST:
        ways = at.incoming()
        inside = [v for v, b in ways if b in loop.blocks]
        if len(inside) != 1 or len(ways) != 2:
            return None
        starts.append(next(v for v, b in ways if b not in loop.blocks))
        at = inside[0]
    good = isinstance(at, Instruction) and at.opcode != "phi" and at.block in loop.blocks and bool(starts)
    return CarriedValue(loop, tuple(starts), at) if good and isinstance(at, Instruction) else None


def stride(elements: ElementLifetimes, access: Instruction, loop: Loop) -> int | None:
    """By how many bytes the address of a load or store moves from one iteration of its loop to the next, if that is constant.

    None also where an iteration that is not left by an error may do without the access.
    """
    flow = elements.flow
    if access.block is None or flow.loop_of[access.block] is not loop or len(loop.latches) != 1:
        return None
    exits = [b for b, s in loop.exits() if not elements.facts.error_exit(b, s)]
    if not all(flow.dominates(access.block, b) for b in [*exits, *loop.latches]):
        return None
    address = elements.polynomials.address(accessed_pointer(access))
    base, name = address.base, IterationNumber(loop)
    if isinstance(base, Instruction) and base.block in loop.blocks:
        return None
    if any(names.count(name) > 1 for names, _ in address.offset.terms):
        return None
    step = address.offset.coefficient(name)
    if step.terms or not elements.polynomials.fixed(address.offset.replace(name, number(0)), loop, across=True):
        return None
    return step.constant


def starts_in_memory(elements: ElementLifetimes, carried: CarriedValue, access: Instruction, by: int) -> tuple[Instruction, ...]:
    """The loads, just before the loop, of the first values, if these lie before the first element that is accessed; else none."""
    before = preheader(carried.loop)
    first = elements.polynomials.address(accessed_pointer(access))
    found: list[Instruction] = []
    for k, start in enumerate(carried.starts):
        if not isinstance(start, Instruction) or start.opcode != "load" or start.type is not carried.source.type:
            return ()
        if start.block is not before or start.block is None or start.attrs["volatile"] or start.attrs["atomic"]:
            return ()
        later = start.block.instructions[start.block.instructions.index(start) :]
        if any(change in later for change, _ in elements.reload_safety.changes.get(start.block, ())):
            return ()
        address = elements.polynomials.address(start.operands[0])
        at = first.offset.replace(IterationNumber(carried.loop), number(0)) + number(by * (k - len(carried.starts)))
        if address.base is not first.base or address.offset != at:
            return ()
        found.append(start)
    return tuple(found)
