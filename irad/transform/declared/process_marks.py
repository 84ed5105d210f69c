"""What code can ask about where it runs (`irad.rules.formulas.numpy_sorting`): the answers, as soon as they are known."""

from __future__ import annotations

from irad.ir.attribute_set import AttributeSet
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I1
from irad.ir.values import Function, Module
from irad.rules.formulas.numpy_sorting import IN_PROCESS, PREFIX, VALUES_ONLY


def decide(module: Module, process: bool = False, values_only: bool = False) -> None:
    """Define the functions that say so, unless they are defined.

    ``process``: this process loads the code; elsewhere NumPy's functions are not there, and do nothing as nothing calls them.
    ``values_only``: nothing in the module is differentiated, now or later.
    """
    for name, answer in ((IN_PROCESS, process), (VALUES_ONLY, values_only)):
        fn = module.functions.get(name)
        if fn is not None and not fn.has_body:
            _begin(fn).ret(const_int(I1, int(answer)))
            if name == IN_PROCESS and not process:
                for other in [f for f in module.functions.values() if f.name.startswith(PREFIX) and not f.has_body]:
                    _begin(other).ret(const_int(other.ftype.ret, 0))


def _begin(fn: Function) -> Builder:
    fn.linkage, fn.attributes = "internal", AttributeSet(["alwaysinline"])
    return Builder(fn.append_block("entry"))
