"""The origin of the bits of integers and pointers, through operations that take floats and addresses apart."""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.memory.access_constraints import TINY
from irad.analysis.memory.memory_graph import called_function
from irad.ir.masked_accesses import masked_access
from irad.ir.types import LAYOUT
from irad.ir.values import Block, Constant, ConstantInt, Instruction, Value

ADDRESSES = frozenset("add sub and or xor phi select freeze".split())  # operations through which addresses are followed
SCRAMBLED = frozenset("mul udiv sdiv shl lshr ashr zext sext trunc".split())  # those through which they are not
TAKEN_APART = frozenset("trunc lshr ashr shl or zext sext phi select freeze".split())
# All operations from integers to integers: the result may be (parts of) the bits of a float if an operand is.
INTEGER = TAKEN_APART | SCRAMBLED | ADDRESSES | frozenset("urem srem extractelement insertelement shufflevector call".split())
ARITHMETIC = frozenset("add sub mul xor phi select freeze".split())


def is_count(value: Value) -> bool:
    """Whether it is a sum or product of numbers: no operation on the bits of a float, or too small to change a derivative.

    (Constants as large as the exponent's lowest bit operate on bits.)
    """
    if not isinstance(value, Instruction) or value.opcode not in ("add", "sub", "mul", "sdiv", "srem", "udiv", "urem"):
        return False
    constants = [o.value for o in value.operands if isinstance(o, ConstantInt)]
    return all(abs(c) < TINY.get(LAYOUT.store_size(value.type) * 8, 1 << 52) for c in constants)


def pointer_sources(value: Value) -> set[Value]:
    """The values that a pointer, or the integer that one is made of, may be."""
    found: set[Value] = set()
    seen: set[Value] = set()
    work = [value]
    while work:
        v = work.pop()
        if v in seen or isinstance(v, (Constant, Block)):
            continue
        seen.add(v)
        if isinstance(v, Instruction) and v.opcode in ("phi", "select", "freeze", "inttoptr"):
            work += v.operands
        else:
            found |= integer_sources(v, INTEGER, is_count) if v.type.scalar.is_int else {v}
    return found


def integer_sources(value: Value, through: frozenset[str], ends: Callable[[Value], bool] = lambda v: False) -> set[Value]:
    """The non-constant values that an integer is computed from by operations ``through``; those that satisfy ``ends`` are left
    out.
    """
    found: set[Value] = set()
    seen: set[Value] = set()
    work = [value]
    while work:
        v = work.pop()
        if v in seen or isinstance(v, (Constant, Block)) or not v.type.scalar.is_int or ends(v):
            continue
        seen.add(v)
        if isinstance(v, Instruction) and v.opcode in through and not (v.opcode == "call" and _is_source(v)):
            work += v.args if v.opcode == "call" else v.operands
        else:
            found.add(v)
    return found


def _is_source(call: Instruction) -> bool:
    """Whether a call's result does not come from its arguments, but from a function's body or from memory."""
    callee = called_function(call)
    return callee is None or not callee.is_declaration or masked_access(callee.name) == "load"
