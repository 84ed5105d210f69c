"""Checks whose comparisons are decided by the signs of their operands, simplified before differentiation.

Python's negative indices (``i + n if i < 0 else i``), denominators and arguments of logarithms are tested at run time.  Where an
index is a counter, or a denominator a sum of exponentials, the test is removed, and with it an exit of the enclosing loop.
"""

from __future__ import annotations

from irad.analysis.flow.cfg import erase_unreachable, remove_incoming
from irad.analysis.reuse.signs import NONNEGATIVE, POSITIVE, Signs
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I1
from irad.ir.values import Block, ConstantFP, ConstantInt, Function, Instruction

# The results of comparisons with 0.0 for floats that are at least this, or NaN.
_FLOATS = {
    POSITIVE: {"ugt": True, "uge": True, "une": True, "oeq": False, "olt": False, "ole": False},
    NONNEGATIVE: {"uge": True, "olt": False},
}


def decide_checks(fn: Function) -> bool:
    """Replace comparisons by their known results; True if there were any."""
    signs = Signs()
    compared = [i for b in fn.blocks for i in b.instructions if i.opcode in ("icmp", "fcmp")]
    decided = [(i, answer) for i in compared if (answer := _answer(i, signs)) is not None]
    for comparison, answer in decided:
        for user in comparison.users():
            _take(user, comparison, answer)
        comparison.replace_all_uses_with(const_int(I1, int(answer)))
    if decided:
        erase_unreachable(fn)
    return bool(decided)


def _answer(comparison: Instruction, signs: Signs) -> bool | None:
    x, other = comparison.operands
    pred = comparison.attrs["pred"]
    if comparison.opcode == "fcmp":
        if not isinstance(other, ConstantFP) or other.value != 0:
            return None
        sign = signs.sign(x)
        return _FLOATS[sign].get(pred) if sign else None
    if not isinstance(other, ConstantInt) or (pred, other.value) not in (("slt", 0), ("sge", 0), ("sgt", -1)):
        return None
    return pred != "slt" if signs.bits(x) is not None else None


def _take(user: Instruction, condition: Instruction, answer: bool) -> None:
    """Simplify a branch or select whose condition is known."""
    if user.operands[0] is not condition:
        return
    if user.opcode == "select":
        chosen = user.operands[1 if answer else 2]
        user.replace_all_uses_with(chosen)
        for sum_ in chosen.users() if isinstance(chosen, ConstantInt) and chosen.value == 0 else []:
            _without_zero(sum_)
    elif user.opcode == "br" and user.operands[1] is not user.operands[2]:
        stay, left = user.operands[1:] if answer else user.operands[:0:-1]
        block = user.block
        assert isinstance(stay, Block) and isinstance(left, Block) and block is not None
        for phi in left.phis():
            remove_incoming(phi, block)
        user.erase()
        Builder(block).br(stay)


def _without_zero(sum_: Instruction) -> None:
    """Replace 0 + x by x, so that only the index remains of a negative index."""
    if sum_.opcode != "add":
        return
    a, b = sum_.operands
    zero, other = (a, b) if isinstance(a, ConstantInt) and a.value == 0 else (b, a)
    if isinstance(zero, ConstantInt) and zero.value == 0 and other is not sum_:
        sum_.replace_all_uses_with(other)
