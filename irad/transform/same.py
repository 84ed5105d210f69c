"""Split derivatives whose reverse function is given the shadows anew.

The augmented function of a program may be called before it is known where derivatives go (with null shadows), and the
reverse function with others each time.  That is right as long as the forward sweep only does arithmetic with shadow
pointers that the reverse sweep does again.  Where it has stored them, chosen between them or loaded through them, the same
shadows are needed: then the reverse function compares, and ends the program if they are others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from irad.ir.builder import Builder
from irad.ir.values import Function, Instruction, Value
from irad.transform.statics import SHADOW_CHECKS

if TYPE_CHECKING:
    from irad.transform.reverse import ReverseBody

_DERIVED = frozenset(
    "getelementptr bitcast addrspacecast freeze ptrtoint inttoptr add sub and or xor extractvalue insertvalue select phi load "
    "extractelement insertelement shufflevector zext trunc".split()
)


def require_same_shadows(body: ReverseBody) -> None:
    """Let the reverse function compare where it must; to be called when it is known what is cached."""
    given = [(v, new) for v, new in body.replay.given.items() if v is not body.out.args[0]]
    derived = _derived(body.out, [v for v, _ in given])
    cached = {v for v, _ in body.replay.tape.slots}
    if not (derived & cached) and not _escapes(body, derived):
        return
    replay = body.replay
    check = body.runtime.function("irad_check_same")
    for v, new in given:
        slot = replay.tape.record(v, replay.regions[None])
        b = Builder(None)
        b.position_before(body.rev.entry.terminator)
        before = b.load(slot.type, replay.tape.address(b, slot, forward=False), align=8)
        b.call_function(check, [before, new])


def _derived(out: Function, roots: list[Value]) -> set[Value]:
    """All values of the forward function that are computed from the shadows it was given."""
    found: set[Value] = set(roots)
    work = list(roots)
    while work:
        for user in work.pop().users():
            if user not in found and user.opcode in _DERIVED and user.block is not None and user.block.function is out:
                found.add(user)
                work.append(user)
    return found - set(roots)


def _escapes(body: ReverseBody, derived: set[Value]) -> bool:
    """Does the forward sweep hand such pointers on, to memory or to a function that does not get them anew?"""
    anew = {id(s) for call in body.calls.values() for s in call.shadows}
    roots = [v for v in body.replay.given if v is not body.out.args[0]]
    for v in [*roots, *derived]:
        for user in v.users():
            if user.block is None or user.block.function is not body.out:
                continue
            if user.opcode == "store" and user.operands[0] is v:
                return True
            if user.opcode == "call" and not _harmless(user) and id(v) not in anew:
                return True
    return False


def _harmless(call: Instruction) -> bool:
    callee = call.callee
    return isinstance(callee, Function) and callee.name in SHADOW_CHECKS
