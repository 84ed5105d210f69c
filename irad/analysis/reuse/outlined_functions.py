"""What marks functions that are nothing but a checkpointed loop, their parameters, and what their iterations call."""

from __future__ import annotations

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.reuse.error_edges import error_edges, live_blocks
from irad.ir.values import Function, Instruction

OUTLINED = '"irad_checkpointed"'
CELL = "irad-cell"  # a parameter for what goes from one call of the loop to the next, or out of it; its size in bytes
HANDED_ON = "irad_handed_on"  # (stack, mark, p, place): place if p lies in memory reserved after the mark, else p
DISTANCE = "irad_distance"  # (p, q): how many bytes p lies behind q, if that is a number that nobody makes a pointer of
POOL = '"irad-pool"'  # a parameter: memory in which iterations keep what they hand on, and which is reached by that alone


def is_checkpointed(fn: Function | None) -> bool:
    """Whether a function is the body of a checkpointed loop, with its loop."""
    return fn is not None and OUTLINED in fn.attributes and not fn.is_declaration


def outlined_loop(flow: ControlFlow) -> Loop | None:
    """The loop that an outlined function is, besides code that leads to errors; None if it is not a loop any more."""
    live = live_blocks(flow, error_edges(flow.fn, flow))
    found = [loop for loop in flow.loops if loop.parent is None and loop.header in live]
    return found[0] if len(found) == 1 else None


def callee_name(inst: Instruction) -> str:
    """The name of the function that an instruction calls; "" if it calls none that is known."""
    callee = called_function(inst) if inst.opcode in ("call", "invoke") else None
    return callee.name if callee is not None else ""
