"""Split derivatives whose reverse function is passed the shadows anew.

The augmented function of a program may be called before it is known where derivatives go (with null shadows), and the reverse
function with others each time.  That is correct as long as the forward sweep only does arithmetic with shadow pointers that the
reverse sweep repeats.  Where it has stored them, chosen between them or loaded through them, the same shadows are needed: then
the reverse function compares them, and ends the program if they differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from irad.ir.builder import Builder
from irad.ir.opcodes import OPCODES
from irad.ir.values import Function, Instruction, Value
from irad.transform.base.runtime_calls import Runtime
from irad.transform.primal.derivative_calls import ActiveCall
from irad.transform.shadows.static_shadows import SHADOW_CHECKS
from irad.transform.tape.rematerialization import Rematerialization

_DERIVED = frozenset(name for name, row in OPCODES.items() if row.pointers) | {"phi", "load"}


def require_same_shadows(remat: Rematerialization, runtime: Runtime, calls: Iterable[ActiveCall]) -> None:
    """Make the reverse function compare shadows where required; to be called when it is known what is cached."""
    tape = remat.tape
    out, rev = tape.out, tape.stack.rev
    given = [(v, new) for v, new in remat.given.items() if v is not out.args[0]]
    derived = _derived(out, [v for v, _ in given])
    cached = {v for v, _ in tape.slots}
    anew = {id(s) for call in calls for s in call.shadows}
    if not (derived & cached) and not _escapes(out, [*(v for v, _ in given), *derived], anew):
        return
    check = runtime.function("irad_check_same")
    for v, new in given:
        slot = tape.record(v, tape.regions[None])
        b = Builder(None)
        b.position_before(rev.entry.terminator)
        before = b.load(slot.type, tape.address(b, slot, forward=False), align=8)
        b.call_function(check, [before, new])


def _derived(out: Function, roots: list[Value]) -> set[Value]:
    """All values of the forward function that are computed from the shadows passed to it."""
    found: set[Value] = set(roots)
    work = list(roots)
    while work:
        for user in work.pop().users():
            if user not in found and user.opcode in _DERIVED and user.block is not None and user.block.function is out:
                found.add(user)
                work.append(user)
    return found - set(roots)


def _escapes(out: Function, pointers: Iterable[Value], anew: Set[int]) -> bool:
    """Whether shadow pointers of the forward sweep escape to memory, or to a function that is not passed them anew."""
    for v in pointers:
        for user in v.users():
            if user.block is None or user.block.function is not out:
                continue
            if user.opcode == "store" and user.operands[0] is v:
                return True
            if user.opcode == "call" and not _harmless(user) and id(v) not in anew:
                return True
    return False


def _harmless(call: Instruction) -> bool:
    callee = call.callee
    return isinstance(callee, Function) and callee.name in SHADOW_CHECKS
