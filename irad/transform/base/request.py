"""Requests to the differentiator, and the calling convention of derivative functions (docs/dev/architecture.md)."""

from __future__ import annotations

from dataclasses import dataclass, field

from irad.analysis.memory.objects import Node
from irad.ir.types import VOID, FunctionType, Type, struct
from irad.ir.values import Function, Instruction

ARENA_ATTRIBUTE = '"irad-arena"'
NUMBER_ATTRIBUTE = '"irad-number"'  # an integer parameter that holds no bits of a float
FORWARD, GRADIENT, AUGMENTED, REVERSE = "forward", "gradient", "augmented", "reverse"


@dataclass(frozen=True)
class Param:
    """How one parameter takes part.

    ``shadow``: a shadow of the same type follows it (in forward mode this is the tangent of a float too).  ``active``: it is
    passed by value and its derivative is returned (reverse modes).  ``noneed``: its memory is not read after the call (combined
    reverse mode only).
    """

    shadow: bool = False
    active: bool = False
    noneed: bool = False


CONST, ACTIVE, DUP = Param(), Param(active=True), Param(shadow=True)
DUPNONEED = Param(shadow=True, noneed=True)


@dataclass(frozen=True)
class Request:
    """One requested derivative: ``mode`` is "forward", "gradient" or "split"; ``params`` one `Param` per parameter.

    ``elements``: the element types that the caller knows for pointer parameters: "double", "float", "i64", "i32", "i8" or "".
    ``width``, ``again``, ``primal``, ``optimistic``: see `Key`; the last two count for gradients.
    """

    function: str
    mode: str
    params: tuple[Param, ...]
    ret: bool
    elements: tuple[str, ...] = ()
    width: int = 1
    again: bool = False
    primal: bool = True
    optimistic: bool = False


@dataclass(frozen=True)
class Key:
    """Identifies one derivative of one function: two equal keys are one generated function (or pair)."""

    function: str
    mode: str  # FORWARD, GRADIENT or "split"
    params: tuple[Param, ...]
    ret: bool
    nodes: frozenset[Node] | None = None  # active nodes of the callee's graph; None: all that dup params reach
    whole: bool = False  # for calls through pointers: everything that can be active is, globals included
    noalias: bool = False  # its caller has checked that distinct pointer parameters point to distinct memory
    exact: frozenset[Instruction] = frozenset()  # narrow integers of which its caller has checked that they do not wrap
    leading: frozenset[Node] = frozenset()  # nodes of the callee's graph that lead to active memory in the caller
    width: int = 1  # how many derivatives at once: the number of lanes of shadows, tangents and adjoints
    again: bool = False  # split mode: the reverse function is given the shadows anew
    primal: bool = True  # whether the caller uses the primal result
    optimistic: bool = False  # an error may leave shadows written, which its caller restores (optimistic_gradient.py)
    steady: frozenset[int] = frozenset()  # pointer parameters whose memory nothing changes until the reverse begins
    plain: bool = False  # a checkpointed loop: as any other function
    outside: frozenset[Node] | None = None  # heap nodes reachable after the outermost call; None: all that are visible


@dataclass
class Derivative:
    """A generated function, with what its callers must know.

    ``fields`` names the members of the returned struct in order: "primal", "shadow", "tangent", "tape", or a parameter
    index whose derivative it is.
    """

    function: Function
    key: Key
    mode: str
    fields: list[str | int] = field(default_factory=list)

    def index(self, name: str | int) -> int:
        return self.fields.index(name)


def result_type(fields: list[Type]) -> Type:
    """The struct that a derivative returns: void when there is nothing to return."""
    return struct(*fields) if fields else VOID


@dataclass(frozen=True)
class MadeDerivative:
    """What the caller of `differentiate` gets per request: symbol, type and the fields of the result."""

    symbol: str
    ftype: FunctionType
    fields: tuple[str | int, ...]
    params: tuple[Param, ...]


def has_arena(fn: Function) -> bool:
    """Whether the first parameter is the arena.  (LLVM may have removed that of an internal function.)"""
    return bool(fn.args) and ARENA_ATTRIBUTE in fn.args[0].attrs
