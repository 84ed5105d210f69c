"""Which loops LLVM vectorises by itself: an estimate that errs towards "it does"."""

from __future__ import annotations

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.ir.opcodes import OPCODES
from irad.ir.values import Function, Instruction
from irad.rules.formulas.vector_functions import is_vector_function

# Intrinsics that become scalar library calls.
_LIBRARY = ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "pow", "frexp", "ldexp", "modf")


def is_stream(flow: ControlFlow, loop: Loop) -> bool:
    """Whether nothing in the loop prevents vectorisation: inner loops, several exits, calls, sums whose order is fixed."""
    if any(inner.parent is loop for inner in flow.loops) or len(loop.exits()) > 1:
        return False
    if any(phi.type.scalar.is_float and not all(_reorders(u) for u in phi.uses) for phi in loop.header.phis()):
        return False
    return not any(_is_in_the_way(i) for block in loop.blocks for i in block.instructions)


def _reorders(inst: Instruction) -> bool:
    flags = inst.attrs.get("flags", ())
    return inst.opcode == "phi" or "fast" in flags or "reassoc" in flags


def _is_in_the_way(inst: Instruction) -> bool:
    if inst.opcode != "call":
        return OPCODES[inst.opcode].once
    flags = inst.attrs["flags"]
    if "fast" in flags or "afn" in flags:
        return False  # libmvec has vector versions
    callee = inst.callee
    if isinstance(callee, Function) and is_vector_function(callee.name):
        return False
    if not isinstance(callee, Function) or not callee.name.startswith("llvm."):
        return True
    return callee.name.split(".")[1].startswith(_LIBRARY)
