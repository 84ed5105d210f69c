"""Calls that are not differentiated, whatever is known about their memory."""

from __future__ import annotations

from irad.analysis.activity.activity import Activity
from irad.analysis.memory.memory_graph import called_function
from irad.ir.values import Function, InlineAsm, Instruction
from irad.rules.host_names import host_name
from irad.transform.base.second_runs import functions_called
from irad.transform.refused.refusals import fail

SNAPSHOTS = "irad_snapshots_"  # what derivatives of checkpointed loops with snapshots on disk call
ON_DISK = "a derivative of a checkpointed loop with snapshots on disk is differentiated once more, which there is no rule for"
ON_DISK_HINT = 'leave the snapshots in memory (storage="memory", no __irad_checkpoint_disk)'


def uses_disk(fn: Function) -> bool:
    """Whether a function, or one that it calls, stores snapshots on disk."""
    calls = (called_function(i) for f in functions_called(fn) for i in f.instructions() if i.opcode == "call")
    return any(callee is not None and callee.name.startswith(SNAPSHOTS) for callee in calls)


def refuse_call(act: Activity, inst: Instruction, callee: Function | None) -> None:
    """Refuse calls that cannot be differentiated, whatever they call."""
    if "returns_twice" in f"{inst.attrs['fn_attrs']} {' '.join(callee.attributes) if callee is not None else ''}":
        raise fail(inst, "a function that calls setjmp cannot be differentiated")
    if callee is not None and callee.name.startswith(SNAPSHOTS):
        raise fail(inst, ON_DISK, ON_DISK_HINT)
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
