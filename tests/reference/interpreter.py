"""Runs small functions of the IR model step by step in Python: slow, and simple enough to be right by looking at it.

Integers wrap as LLVM's do; a result that ``nsw`` or ``nuw`` forbids is `Undefined`.  A pointer is a buffer's number and an offset
in bytes; a buffer maps offsets to the numbers that were stored there, whole: nothing looks at parts of numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from irad.analysis.flow.addresses import gep_offset
from irad.ir.types import IntType
from irad.ir.values import Block, ConstantFP, ConstantInt, Function, Instruction, Value

Pointer = tuple[int, int]


class Undefined(Exception):
    """The program has no meaning for this input."""


class Endless(Exception):
    """It has taken more steps than it was given."""


@dataclass(eq=False)
class Step:
    """One executed instruction: what it was given and what came out, and the place it accessed."""

    inst: Instruction
    operands: list[Any]
    result: Any = None
    place: Pointer | None = None


@dataclass(eq=False)
class Run:
    """A call: what it returned, every step, and memory as it is afterwards."""

    memory: dict[int, dict[int, Any]]
    steps: list[Step] = field(default_factory=list)
    visits: list[Block] = field(default_factory=list)
    result: Any = None


def interpret(fn: Function, args: Sequence[Any], memory: dict[int, dict[int, Any]] | None = None, most: int = 20_000) -> Run:
    """Call ``fn``; numbers are int and float, addresses `Pointer`."""
    run = Run(memory if memory is not None else {})
    known: dict[Value, Any] = dict(zip(fn.args, args, strict=True))

    def value(v: Value) -> Any:
        return v.value if isinstance(v, (ConstantInt, ConstantFP)) else known[v]

    block, before = fn.blocks[0], None
    while True:
        run.visits.append(block)
        phis = [i for i in block.instructions if i.opcode == "phi"]
        taken = {p: value(next(v for v, b in p.incoming() if b is before)) for p in phis}
        for p, x in taken.items():
            known[p] = x
            run.steps.append(Step(p, [x], x))
        for inst in block.instructions[len(phis) :]:
            if len(run.steps) >= most:
                raise Endless
            if inst.opcode == "ret":
                run.result = value(inst.operands[0]) if inst.operands else None
                return run
            if inst.opcode == "br":
                before, block = block, _target(inst, value)
                break
            step = Step(inst, [value(o) for o in inst.operands])
            _execute(step, run.memory)
            known[inst] = step.result
            run.steps.append(step)


def _target(br: Instruction, value: Callable[[Value], Any]) -> Block:
    where = br.operands[0] if len(br.operands) == 1 else br.operands[1 if value(br.operands[0]) else 2]
    assert isinstance(where, Block)
    return where


def _execute(step: Step, memory: dict[int, dict[int, Any]]) -> None:
    inst, ops = step.inst, step.operands
    if inst.opcode == "getelementptr":
        constant, terms = gep_offset(inst)
        given = dict(zip(inst.operands, ops, strict=True))
        buffer, at = ops[0]
        step.result = (buffer, at + constant + sum(given[v] * scale for v, scale in terms))
    elif inst.opcode == "load":
        step.place = ops[0]
        step.result = memory[ops[0][0]][ops[0][1]]
    elif inst.opcode == "store":
        step.place = ops[1]
        memory[ops[1][0]][ops[1][1]] = ops[0]
    elif inst.opcode in _FLOATS:
        step.result = _FLOATS[inst.opcode](*ops)
    elif inst.opcode == "icmp":
        step.result = _compared(inst.attrs["pred"], *ops, inst.operands[0].type.bits)  # type: ignore[attr-defined]
    elif inst.opcode == "fcmp":
        step.result = _FCMP[inst.attrs["pred"]](*ops)
    elif inst.opcode == "select":
        step.result = ops[1] if ops[0] else ops[2]
    else:
        step.result = _integer(inst, ops)


_FLOATS: dict[str, Callable[..., float]] = {
    "fadd": lambda a, b: a + b,
    "fsub": lambda a, b: a - b,
    "fmul": lambda a, b: a * b,
    "fneg": lambda a: -a,
    "sitofp": float,
}
_FCMP: dict[str, Callable[[float, float], bool]] = {
    "olt": lambda a, b: a < b,
    "ogt": lambda a, b: a > b,
    "ole": lambda a, b: a <= b,
    "oge": lambda a, b: a >= b,
}
_INTEGERS: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "shl": lambda a, b: a << b,
    "and": lambda a, b: a & b,
}


def signed(x: int, bits: int) -> int:
    """The number that the lowest ``bits`` of ``x`` mean with a sign."""
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> (bits - 1) else x


def _integer(inst: Instruction, ops: list[int]) -> int:
    assert isinstance(inst.type, IntType)
    bits = inst.type.bits
    exact = _INTEGERS[inst.opcode](*ops)
    flags = inst.attrs.get("flags", ())
    if "nsw" in flags and exact != signed(exact, bits):
        raise Undefined
    if "nuw" in flags:
        mask = (1 << bits) - 1
        plain = _INTEGERS[inst.opcode](*(o & mask for o in ops))
        if not 0 <= plain <= mask:
            raise Undefined
    return signed(exact, bits)


def _compared(pred: str, a: int, b: int, bits: int) -> bool:
    if pred[0] == "u":
        a, b = a & ((1 << bits) - 1), b & ((1 << bits) - 1)
    kind = pred[-2:]
    return {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[kind]


def numbers(count: int, first: float = 1.0) -> dict[int, float]:
    """A buffer of doubles that are all different."""
    return {8 * k: first + math.sqrt(k + 2.0) for k in range(count)}
