"""irad: derivatives of programs, made on LLVM IR.

The public names are imported on first use, so that ``import irad`` costs next to nothing:

>>> import irad
>>> irad.IradError.__name__
'IradError'
"""

from __future__ import annotations

import importlib
import os
from typing import Any

from irad._version import __version__

__all__ = ["__version__"]

# In a checkout the frontends and the BLAS rules stand beside this folder; an installed package has them inside it.
if not os.path.isdir(os.path.join(__path__[0], "frontends")):
    __path__.append(os.path.dirname(__path__[0]))

# Public name -> the module that defines it.  The frontends know these functions by it, too.
PUBLIC = {
    "Module": "irad.api.pyfunc.ir_module",
    "check_grads": "irad.api.checks.check_grads",
    **dict.fromkeys(("autodiff", "autodiff_thunk"), "irad.api.pyfunc.autodiff"),
    "jit": "irad.api.pyfunc.jit_function",
    **dict.fromkeys(("keep_memory", "release_memory"), "irad.runtime.native"),
    **dict.fromkeys(
        ("grad", "hessian", "hvp", "jacfwd", "jacobian", "jacrev", "jvp", "linearize", "stop_gradient", "value_and_grad", "vjp"),
        "irad.api.functional",
    ),
    **dict.fromkeys(("cache", "checkpoint", "checkpointed", "checkpointed_while", "recompute"), "irad.api.recomputation"),
    "AugmentedReturn": "irad.frontends.python.sources.rule_sets",
    "check_rule": "irad.api.checks.check_rule",
    "lint": "irad.api.checks.lint",
    **dict.fromkeys(
        ("augmented_primal", "custom", "forward", "host_rule", "inactive", "noalias", "pure_host", "reverse"),
        "irad.api.custom_rules",
    ),
    **dict.fromkeys(
        (
            "Active",
            "BatchDuplicated",
            "Const",
            "Duplicated",
            "DuplicatedNoNeed",
            "Forward",
            "ForwardWithPrimal",
            "Reverse",
            "ReverseSplit",
            "ReverseWithPrimal",
        ),
        "irad.annotations",
    ),
    **dict.fromkeys(
        (
            "ActivityError",
            "AliasingError",
            "DifferentiationError",
            "IradError",
            "ParseError",
            "RuleError",
            "TypingError",
            "UnsupportedError",
        ),
        "irad.errors",
    ),
}
__all__ += PUBLIC


def __getattr__(name: str) -> Any:
    home = PUBLIC.get(name)
    if home is None:
        raise AttributeError(f"module 'irad' has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *PUBLIC})
