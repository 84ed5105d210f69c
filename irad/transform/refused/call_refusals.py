"""Calls that are not differentiated, whatever is known about their memory."""

from __future__ import annotations

from irad.analysis.activity.activity import Activity
from irad.analysis.memory.memory_graph import called_function
from irad.ir.values import Function, InlineAsm, Instruction
from irad.rules.host_names import host_name
from irad.transform.refused.refusals import fail


def refuse_call(act: Activity, inst: Instruction, callee: Function | None) -> None:
    """Refuse calls that cannot be differentiated, whatever they call."""
    if "returns_twice" in f"{inst.attrs['fn_attrs']} {' '.join(callee.attributes) if callee is not None else ''}":
        raise fail(inst, "a function that calls setjmp cannot be differentiated")
    if not act.call_is_active(inst):
        return
    if isinstance(inst.callee, InlineAsm):
        raise fail(inst, "active values pass through inline assembly, which has no derivative", "write it in C")
    if inst.attrs["ftype"].vararg and callee is not None and not callee.is_declaration:
        raise fail(inst, "active values are passed as variable arguments", "give the function fixed parameters, or an array")


def refuse_python(act: Activity, fn: Function) -> None:
    """Refuse calls of Python functions first: memory passed to them is of unknown kind, which would be reported otherwise."""
    for inst in fn.instructions():
        callee = called_function(inst) if inst.opcode == "call" else None
        name = host_name(callee.name) if callee is not None else ""
        if name and act.call_is_active(inst):
            raise fail(
                inst,
                f"{name}() runs as ordinary Python, and active values pass through it",
                "give the function that calls it a rule (irad.reverse, irad.forward), or declare it irad.inactive; "
                "second derivatives of rules that run as ordinary Python do not exist",
            )
