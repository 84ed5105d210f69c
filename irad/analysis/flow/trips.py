"""Induction variables and trip counts of loops in simplified form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.ir.types import IntType, PtrType
from irad.ir.values import Block, ConstantInt, Instruction, Value


@dataclass(frozen=True)
class Affine:
    """A header phi with value ``start + step * k`` in iteration ``k`` (k = 0, 1, ...).

    For a pointer the step is in bytes.  ``increment`` is the instruction that computes the next value.
    """

    phi: Instruction
    start: Value
    step: int
    increment: Instruction


@dataclass(frozen=True)
class TripCount:
    """The loop's header is executed ``last + 1`` times, where ``last`` follows from the exit test of ``block``.

    That is an upper bound where the loop has another exit.

    ``kind`` "equal": last = (bound - first) / step; "less": last = max(0, ceil((bound - first) / step)), with
    ``signed`` comparison.  ``first`` is the tested value in iteration 0 as (start, constant to add).
    """

    block: Block
    kind: str
    start: Value
    add: int
    step: int
    bound: Value
    signed: bool
    inclusive: bool


def preheader(loop: Loop) -> Block | None:
    """The only entering block, if it has no other successor."""
    entering = loop.entering()
    if len(entering) == 1 and len(set(entering[0].successors())) == 1:
        return entering[0]
    return None


def affine_phis(loop: Loop) -> dict[Value, Affine]:
    """The header phis of ``loop`` that are affine in the iteration number, by phi."""
    out: dict[Value, Affine] = {}
    if len(loop.latches) != 1 or len(loop.entering()) != 1:
        return out
    latch = loop.latches[0]
    for phi in loop.header.phis():
        if not isinstance(phi.type, (IntType, PtrType)):
            continue
        start = next(v for v, b in phi.incoming() if b is not latch)
        nxt = next(v for v, b in phi.incoming() if b is latch)
        step = _constant_step(phi, nxt)
        if step is not None and isinstance(nxt, Instruction):
            out[phi] = Affine(phi, start, step, nxt)
    return out


def _constant_step(phi: Instruction, nxt: Value) -> int | None:
    if not isinstance(nxt, Instruction):
        return None
    if nxt.opcode == "add":
        a, b = nxt.operands
        if a is phi and isinstance(b, ConstantInt):
            return b.value
        if b is phi and isinstance(a, ConstantInt):
            return a.value
    if nxt.opcode == "sub" and nxt.operands[0] is phi and isinstance(nxt.operands[1], ConstantInt):
        return -nxt.operands[1].value
    if nxt.opcode == "getelementptr" and nxt.operands[0] is phi and not nxt.type.is_vector:
        from irad.analysis.flow.addresses import gep_offset

        constant, terms = gep_offset(nxt)
        return constant if not terms else None
    return None


def is_invariant(value: Value, loop: Loop) -> bool:
    """Whether ``value`` is defined outside of ``loop``."""
    return not isinstance(value, Instruction) or value.block not in loop.blocks


_CONTINUE = {"eq": "ne", "ne": "eq", "slt": "sge", "sge": "slt", "sgt": "sle", "sle": "sgt",
             "ult": "uge", "uge": "ult", "ugt": "ule", "ule": "ugt"}  # fmt: skip
_SWAP = {"slt": "sgt", "sgt": "slt", "sle": "sge", "sge": "sle", "ult": "ugt", "ugt": "ult", "ule": "uge", "uge": "ule"}


def never(inside: Block, outside: Block) -> bool:
    """No edge."""
    return False


def trip_count(loop: Loop, flow: ControlFlow, ignored: Callable[[Block, Block], bool] = never) -> TripCount | None:
    """A trip count that the preheader can compute, from an exit test that every iteration executes.

    ``ignored``: exit edges that are left out of account, such as those of errors.
    """
    if len(loop.latches) != 1 or preheader(loop) is None:
        return None
    affine = affine_phis(loop)
    for block in sorted({b for b, s in loop.exits() if not ignored(b, s)}, key=lambda b: flow.index[b]):
        if flow.loop_of[block] is not loop or not flow.dominates(block, loop.latches[0]):
            continue
        found = exit_count(loop, block, affine)
        if found is not None:
            return found
    return None


def exit_count(loop: Loop, block: Block, affine: dict[Value, Affine]) -> TripCount | None:
    """The trip count that follows from the exit test of ``block``, if no other exit is taken."""
    br = block.terminator
    if br.opcode != "br" or len(br.operands) != 3:
        return None
    cond = br.operands[0]
    if not isinstance(cond, Instruction) or cond.opcode != "icmp":
        return None
    pred = cond.attrs["pred"]
    if br.operands[1] not in loop.blocks:
        pred = _CONTINUE[pred]  # now: the loop goes on while pred holds
    a, b = cond.operands
    if not is_invariant(b, loop):
        a, b = b, a
        pred = _SWAP.get(pred, pred)
    if not is_invariant(b, loop) or not isinstance(a.type, IntType) or a.type.bits > 64:
        return None
    tested = _tested(a, affine)
    if tested is None:
        return None
    iv, add = tested
    flags = iv.increment.attrs.get("flags", ())
    if pred == "ne" and (abs(iv.step) == 1 or "nsw" in flags or "nuw" in flags):
        return TripCount(block, "equal", iv.start, add, iv.step, b, True, False)
    up = pred in ("slt", "sle", "ult", "ule")
    signed = pred[0] == "s"
    if pred == "ne" or pred == "eq" or iv.step == 0 or up != (iv.step > 0):
        return None
    if ("nsw" if signed else "nuw") not in flags and abs(iv.step) != 1:
        return None
    return TripCount(block, "less", iv.start, add, iv.step, b, signed, pred.endswith("e"))


def _tested(value: Value, affine: dict[Value, Affine]) -> tuple[Affine, int] | None:
    if value in affine:
        return affine[value], 0
    for iv in affine.values():
        if value is iv.increment and iv.phi.type.is_int:
            return iv, iv.step
    if isinstance(value, Instruction) and value.opcode == "add" and isinstance(value.operands[1], ConstantInt):
        inner = affine.get(value.operands[0])
        if inner is not None and "nsw" in value.attrs.get("flags", ()):
            return inner, value.operands[1].value
    return None
