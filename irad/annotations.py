"""How an argument takes part in a differentiation, and in which mode.

The names are those of Enzyme.jl.  An annotation only holds its values; it is checked when a call is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class Annotation:
    """Base of the annotations: ``val`` is the primal value."""

    val: Any


@dataclass(frozen=True, eq=False)
class Const(Annotation):
    """No derivative with respect to ``val`` is wanted.

    If active values pass through the memory of a constant array, irad gives it a shadow of its own.
    """

    val: Any


@dataclass(frozen=True, eq=False)
class Active(Annotation):
    """A float scalar, whose derivative is *returned* by reverse mode."""

    val: Any


@dataclass(frozen=True, eq=False)
class Duplicated(Annotation):
    """A value with its shadow: same structure, shape, strides and dtype.

    Forward mode reads tangents from ``dval`` (for a scalar, ``dval`` is its tangent).  Reverse mode *adds* derivatives
    into ``dval``; where the primal overwrites ``val``, the shadow is zeroed after it has been propagated.
    """

    val: Any
    dval: Any


@dataclass(frozen=True, eq=False)
class DuplicatedNoNeed(Duplicated):
    """As `Duplicated`; what the call leaves in ``val`` may be anything."""


@dataclass(frozen=True, eq=False)
class Differentiated(Duplicated):
    """In reverse mode: the arrays in ``val`` have shadows in ``dval``, the derivatives of its floats are returned."""


@dataclass(frozen=True, eq=False)
class BatchDuplicated(Annotation):
    """A value with ``k`` shadows: ``k`` tangents (forward) or adjoints (reverse) in one run."""

    val: Any
    dval: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Mode:
    """A mode of differentiation; use the constants `Reverse`, `ReverseWithPrimal`, `Forward` ...

    ``gradient``: of a function that returns a "float", or of the float that comes first, with something else ("aux") behind it.
    """

    name: str
    forward: bool
    primal: bool
    split: bool = False
    gradient: str = ""

    def __repr__(self) -> str:
        return self.name


Reverse = Mode("Reverse", forward=False, primal=False)
ReverseWithPrimal = Mode("ReverseWithPrimal", forward=False, primal=True)
Forward = Mode("Forward", forward=True, primal=False)
ForwardWithPrimal = Mode("ForwardWithPrimal", forward=True, primal=True)
ReverseSplit = Mode("ReverseSplit", forward=False, primal=True, split=True)


def annotated(value: Any) -> Annotation:
    """A bare value means `Const`."""
    return value if isinstance(value, Annotation) else Const(value)
