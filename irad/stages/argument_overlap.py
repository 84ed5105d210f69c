"""Arguments that are promised to lie apart in memory, in a module that is about to be differentiated."""

from __future__ import annotations

from collections.abc import Collection

from irad.analysis.flow.addresses import base_of
from irad.analysis.memory.memory_graph import called_function
from irad.ir.constants import const_int
from irad.ir.types import I1
from irad.ir.values import Argument, Function, Module
from irad.rules.python_rules import SHARE
from irad.transform.declared.reach import named_in_module


def mark_apart(module: Module, names: Collection[str]) -> None:
    """Declare the pointer parameters of functions ``noalias``, except where a function is also referred to in the module, since
    such a call may pass one array twice.  Tests whether two of them share memory say no."""
    named = named_in_module(module)
    for fn in (module.functions.get(n) for n in names):
        if fn is not None and fn.has_body and fn.name not in named:
            for arg in fn.args:
                if arg.type.is_ptr and "noalias" not in arg.attrs.split():
                    arg.attrs = f"noalias {arg.attrs}".strip()
            _answer_tests(fn)


def _answer_tests(fn: Function) -> None:
    for inst in [i for i in fn.instructions() if i.opcode == "call"]:
        callee = called_function(inst)
        if callee is None or f'"{SHARE}"' not in callee.attributes:
            continue
        first, second = (base_of(p) for p in inst.operands[:2])
        if isinstance(first, Argument) and isinstance(second, Argument) and first is not second:
            inst.replace_all_uses_with(const_int(I1, 0))
            inst.erase()
