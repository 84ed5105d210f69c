"""Marked calls in C, C++ and Fortran, ``__enzyme_autodiff(f, ...)`` and the like: read here, replaced by `expand.py`.

The conventions are those of Enzyme (https://enzyme.mit.edu/getting_started/CallingConvention/): the first argument names the
function; each following argument belongs to its next parameter, may have a marker before it (``enzyme_const``, ``enzyme_dup``
...), and a duplicated one is followed by its shadow, or by as many as ``enzyme_width`` says.  Without a marker a float is ``out``
in reverse and ``dup`` in forward mode, a pointer is ``dup``, an integer is ``const``, a struct takes the activity of its most
active member.  All names also work with ``irad`` in place of ``enzyme``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from irad.analysis.activity.carriers import float_part
from irad.analysis.flow.addresses import leaves
from irad.errors import ActivityError
from irad.ir.debug import place_of
from irad.ir.metadata_nodes import first_string
from irad.ir.types import Type
from irad.ir.values import (
    ConstantExpr,
    Function,
    GlobalVariable,
    Instruction,
    MetadataOperand,
    Module,
    Value,
)
from irad.transform.base.request import FORWARD, Param

AUTODIFF, FWDDIFF, AUGMENT, REVERSE = "autodiff", "fwddiff", "augmentfwd", "reverse"
SIZE, BATCH, VIRTUAL, FWDSPLIT = "augmentsize", "batch", "virtualreverse", "fwdsplit"
CALL = re.compile(r"__(?:enzyme|irad)_(autodiff|fwddiff|fwdsplit|augmentfwd|augmentsize|reverse|batch|virtualreverse)")
_OTHER = re.compile(r"__(?:enzyme|irad)_(?!iter|call_inactive|checkpoint|(?:cache|stop_gradient)[fl]?$)[a-z]\w*")
_PROBABILISTIC = "differentiate the function that computes the log-density"
UNSUPPORTED = {  # marked calls and markers of Enzyme that irad does not have, by what their names contain
    "error_estimate": "compile the function for long double as well and compare, or weight the derivatives with rounding errors",
    "truncate": "compile the function for float as well: a template, or a macro for its type",
    "expand_mem_value": "compile the function for float as well: a template, or a macro for its type",
    "todense": "irad.jacobian(f, sparsity=...) in Python, or one call with enzyme_width per group of columns",
    "sparse": "irad.jacobian(f, sparsity=...) in Python, or one call with enzyme_width per group of columns",
    "trace": _PROBABILISTIC,
    "condition": _PROBABILISTIC,
    "sample": _PROBABILISTIC,
    "likelihood": _PROBABILISTIC,
    "observations": _PROBABILISTIC,
    "interface": _PROBABILISTIC,
    "rand_var": _PROBABILISTIC,
}
KINDS = "const dup dupv dupnoneed dupnoneedv out vector scalar buffer internal"
_SETTINGS = (
    "width tape allocated nofree noret primal_return const_return active_return dup_return runtime_activity strong_zero byref "
    "not_overwritten nocache interleave arena late"
)
MARKER = re.compile(rf"(?:^|\d|_)(?:enzyme|irad)_({'|'.join((KINDS + ' ' + _SETTINGS).split())})E?$")


@dataclass(frozen=True)
class MarkedOperand:
    """One parameter's part of a marked call: its shadows (one per lane), or the first one and a stride in bytes."""

    kind: Param
    value: Value | None
    shadows: tuple[Value, ...] = ()
    stride: Value | None = None
    by_reference: bool = False
    lanes: tuple[Value, ...] = ()  # the values of a batch
    internal: tuple[Value, ...] = ()  # constant, but with a shadow made for the call if active values are stored in it


@dataclass
class MarkedCall:
    """One call to replace."""

    call: Instruction
    mode: str
    target: Function
    operands: list[MarkedOperand] = field(default_factory=list)
    width: int = 1
    result: Value | None = None  # the memory for the declared result, if it is returned in memory
    result_type: Type | None = None
    settings: frozenset[str] = frozenset()
    tape: Value | None = None
    tape_buffer: bool = False
    arena: Value | None = None  # the arena that the derivative allocates from, if not the thread's
    allocated: int | None = None
    seeds: tuple[Value, ...] = ()

    @property
    def kinds(self) -> tuple[Param, ...]:
        return tuple(o.kind for o in self.operands)

    @property
    def derivative_mode(self) -> str:
        """Forward mode or not: registered rules may be for one of them only."""
        return FORWARD if self.mode in (FWDDIFF, FWDSPLIT) else self.mode

    @property
    def ret(self) -> bool:
        """Whether the returned float is differentiated."""
        return float_part(self.target.ftype.ret) is not None and "const_return" not in self.settings

    @property
    def returns_shadow(self) -> bool:
        """Whether the caller uses the returned pointers, and their shadows."""
        ret = self.target.ftype.ret
        pointers = ret.is_ptr or (ret.is_aggregate and any(leaf.is_ptr for _, _, leaf in leaves(ret)))
        return pointers and not self.settings & {"const_return", "noret"}


def alternative_to(name: str) -> str:
    """What to write instead of a marked call or a marker that irad does not have."""
    return next((hint for word, hint in UNSUPPORTED.items() if word in name), "docs/native.md lists those that are")


def error(call: Instruction, message: str, hint: str = "") -> ActivityError:
    return ActivityError(message, place=place_of(call), hint=hint)


def find_marked(module: Module) -> list[Instruction]:
    """All calls of marker functions, in textual order; an error for those that irad does not know."""
    for fn in module.functions.values():
        if fn.uses and fn.is_declaration and not CALL.search(fn.name) and (other := _OTHER.search(fn.name)) is not None:
            for user in fn.users():
                raise error(user, f"the marked call {other[0]} is not supported", alternative_to(other[0]))
    return marked_calls(module)


def marked_calls(module: Module) -> list[Instruction]:
    """All calls of marker functions, in textual order."""
    functions = [fn for fn in module.functions.values() if CALL.search(fn.name)]
    out = [u for fn in functions for u in fn.users() if u.opcode in ("call", "invoke") and u.callee is fn]
    if not out:
        return out
    order = {inst: i for i, inst in enumerate(i for fn in module.functions.values() for i in fn.instructions())}
    return sorted((i for i in out if i in order), key=order.__getitem__)


def asks_forward(call: Instruction) -> bool:
    """Whether a marked call is for a derivative in forward mode."""
    found = CALL.search(getattr(call.callee, "name", ""))
    return found is not None and found[1] in (FWDDIFF, FWDSPLIT)


def marker_variables(names: list[str]) -> list[str]:
    """Those of the variables that are markers (``enzyme_dup``); the values that a program gives them must be ignored."""
    return [n for n in names if MARKER.search(n)]


def marker_name(v: Value) -> str:
    """The name of a possible marker: metadata, a load of (or the address of) a variable."""
    if isinstance(v, MetadataOperand):
        return first_string(v.text)
    if isinstance(v, Instruction) and v.opcode == "load":
        v = v.operands[0]
    while isinstance(v, ConstantExpr) and v.opcode in ("bitcast", "addrspacecast", "ptrtoint") and v.operands:
        v = v.operands[0]
    if isinstance(v, Instruction) and v.opcode in ("sext", "zext", "trunc", "freeze"):
        return marker_name(v.operands[0])
    return v.name if isinstance(v, GlobalVariable) else ""


def is_virtual(call: Instruction) -> bool:
    """Whether it is a call of ``__enzyme_virtualreverse``."""
    assert isinstance(call.callee, Function)
    found = CALL.search(call.callee.name)
    return found is not None and found[1] == VIRTUAL
