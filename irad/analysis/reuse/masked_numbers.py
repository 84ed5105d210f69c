"""Bounds of polynomials in which remainders and masked numbers occur: an index ``k % n`` is at most ``n - 1``."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from irad.analysis.flow.cfg import Loop
from irad.analysis.reuse.polynomial import AtLeastZero, Polynomial, Polynomials, Unsigned, named, number
from irad.ir.types import I64
from irad.ir.values import ConstantInt, Instruction


def bounded(
    p: Polynomial, upper: bool, polynomials: Polynomials, loop: Loop, fixed: Callable[[Hashable], bool]
) -> Polynomial:
    """An upper (else lower) bound of a polynomial inside ``loop``, without remainders and masked numbers but those ``fixed``."""
    for name in p.names():
        value = name.value if isinstance(name, Unsigned) else name
        if fixed(name) or not isinstance(value, Instruction):
            continue
        most, sign = _most(value, isinstance(name, Unsigned), polynomials, loop), p.coefficient(name).sign()
        if most is not None and sign is not None:
            p = p.replace(name, most if (sign > 0) is upper else Polynomial())
    return p


def _most(v: Instruction, unsigned: bool, polynomials: Polynomials, loop: Loop) -> Polynomial | None:
    """The most that a remainder or masked number may be, if it is not negative."""
    if v.opcode not in ("urem", "srem", "and"):
        return None
    other = v.operands[1]
    if v.opcode == "and" or isinstance(other, ConstantInt):
        fine = isinstance(other, ConstantInt) and other.value > 0 and v.opcode != "srem"
        if isinstance(other, ConstantInt) and (fine or polynomials.not_negative(v.operands[0], loop)):
            return number(abs(other.value) - (v.opcode != "and")) if other.value else None
        return None
    if v.opcode == "srem":
        if unsigned or not polynomials.not_negative(v.operands[0], loop):
            return None
        divisor = polynomials.of(other)  # the largest remainder: its absolute value less one
        return named(AtLeastZero(divisor - number(1))) + named(AtLeastZero(Polynomial() - divisor - number(1)))
    if v.type is I64:
        return polynomials.of(other) - number(1)
    widened = [u for u in v.users() if u.opcode in ("sext", "zext")]
    positive = all(u.opcode == "zext" and "nneg" in u.attrs.get("flags", ()) for u in widened)
    return named(Unsigned(other)) - number(1) if unsigned or positive else None
