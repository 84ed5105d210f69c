"""Functions that a marked call passes as constant arguments: the differentiated function is copied to call them directly.

``__irad_autodiff(apply, irad_const, f, ...)`` differentiates a copy of ``apply`` in which its first parameter is ``f``.  So
callbacks need no tables of derivatives, and the typed C++ layer can adapt any function to plain parameters.
"""

from __future__ import annotations

from irad.analysis.memory.memory_graph import called_function
from irad.errors import ActivityError
from irad.ir.clone import clone_function, copy_attributes
from irad.ir.values import Constant, Function, Module, Value
from irad.transform.base.request import CONST
from irad.transform.declared.call_reader import has_rule, read_call
from irad.transform.declared.marked_calls import is_virtual, marked_calls


def insert_known_functions(module: Module) -> bool:
    """Give marked calls copies of their functions specialised to the functions among their arguments; True if there was one."""
    made: dict[tuple[Function, tuple[tuple[int, Constant], ...]], Function] = {}
    calls = [c for c in marked_calls(module) if sum(isinstance(a, Function) for a in c.args) > 1 and not is_virtual(c)]
    for call in calls:
        try:
            marked = read_call(call)
        except ActivityError:  # reported where calls are replaced
            continue
        target = marked.target
        params = target.args
        known = tuple(
            (i, o.value)
            for i, o in enumerate(marked.operands)
            if o.kind == CONST and isinstance(o.value, Function) and params[i].uses
        )
        if not known or target.is_declaration or has_rule(target) or target not in call.operands:
            continue
        if (target, known) not in made:
            made[target, known] = _copy(module, target, known)
        call.set_operand(call.operands.index(target), made[target, known])
    return bool(made)


def _copy(module: Module, fn: Function, known: tuple[tuple[int, Constant], ...]) -> Function:
    number = 1
    while module.get(f"{fn.name}.with.{number}") is not None:
        number += 1
    new = clone_function(fn, f"{fn.name}.with.{number}")
    new.linkage, new.cc, new.ret_attrs = "internal", fn.cc, fn.ret_attrs
    copy_attributes(fn, new)
    given: dict[Value, Constant] = {new.args[i]: value for i, value in known}
    for inst in list(new.instructions()):
        if (
            inst.opcode in ("call", "invoke")
            and called_function(inst) is fn
            and all(inst.args[i] is new.args[i] for i, _ in known)
        ):  # recursion
            inst.set_operand(len(inst.operands) - 1, new)
        for i, op in enumerate(inst.operands):
            if op in given:
                inst.set_operand(i, given[op])
    return new
