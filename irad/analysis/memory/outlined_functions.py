"""What marks functions that are nothing but a checkpointed loop, their parameters, and what their iterations call."""

from __future__ import annotations

from irad.analysis.memory.memory_graph import called_function
from irad.ir.values import Function, Instruction

OUTLINED = '"irad_checkpointed"'
CELL = "irad-cell"  # a parameter for what goes from one call of the loop to the next, or out of it; its size in bytes
HANDED_ON = "irad_handed_on"  # (stack, mark, p, place): place if p lies in memory reserved after the mark, else p
DISTANCE = "irad_distance"  # (p, q): how many bytes p lies behind q, if that is a number that nobody makes a pointer of
POOL = '"irad-pool"'  # a parameter: memory in which iterations keep what they hand on, and which is reached by that alone


def is_checkpointed(fn: Function | None) -> bool:
    """Whether a function is the body of a checkpointed loop, with its loop."""
    return fn is not None and OUTLINED in fn.attributes and not fn.is_declaration


def callee_name(inst: Instruction) -> str:
    """The name of the function that an instruction calls; "" if it calls none that is known."""
    callee = called_function(inst) if inst.opcode in ("call", "invoke") else None
    return callee.name if callee is not None else ""
