"""How an argument takes part in a differentiation, and in which mode.

The names are those of Enzyme.jl.  An annotation only holds its values; it is checked when a call is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class Annotation:
    """Base of the annotations: ``val`` is the primal value."""

    val: Any


@dataclass(frozen=True, eq=False, init=False)
class Const(Annotation):
    """An argument with respect to which there is no derivative.

    Args:
        val: the value, of any type that can be compiled.

    If active values pass through the memory of a constant array, irad gives it an internal shadow.

    >>> import irad
    >>> irad.autodiff(lambda x, n: x ** n, irad.Active(3.0), irad.Const(2))
    (6.0, None)
    """

    val: Any

    def __init__(self, val: Any) -> None:
        self.__dict__["val"] = val  # calls are short: this is quicker than what dataclass makes


@dataclass(frozen=True, eq=False, init=False)
class Active(Annotation):
    """A float scalar, whose derivative is *returned* by reverse mode.

    Args:
        val: a float, of Python or NumPy.  Calls raise `ActivityError` for anything else (an int, an array).

    >>> import irad
    >>> irad.autodiff(lambda x: x * x, irad.Active(3.0))
    (6.0,)
    """

    val: Any

    def __init__(self, val: Any) -> None:
        self.__dict__["val"] = val  # calls are short: this is quicker than what dataclass makes


@dataclass(frozen=True, eq=False, init=False)
class Duplicated(Annotation):
    """A value with its shadow.

    Args:
        val: an array of float64 or float32, or a container of arrays and floats; in forward mode a float as well.
        dval: the shadow: same structure, shape, strides and dtype; the arrays in it must not overlap those in ``val``.

    Forward mode reads tangents from ``dval`` (for a scalar, ``dval`` is its tangent).  Reverse mode *adds* derivatives
    into ``dval``; where the primal overwrites ``val``, the shadow is zeroed after it has been propagated.  Calls raise
    `ActivityError` or `AliasingError` where the shadow does not fit.

    >>> import irad, numpy as np
    >>> x, dx = np.array([1.0, 2.0]), np.zeros(2)
    >>> irad.autodiff(lambda x: (x * x).sum(), irad.Duplicated(x, dx))
    (None,)
    >>> dx
    array([2., 4.])
    >>> irad.autodiff(lambda x: x * x, irad.Duplicated(3.0, 1.0), mode=irad.Forward)
    (6.0,)
    """

    val: Any
    dval: Any

    def __init__(self, val: Any, dval: Any) -> None:
        own = self.__dict__
        own["val"], own["dval"] = val, dval


@dataclass(frozen=True, eq=False, init=False)
class DuplicatedNoNeed(Duplicated):
    """As `Duplicated`, where the contents of ``val`` after the call are not needed: they are undefined then.

    Args:
        val, dval: as for `Duplicated`.

    >>> import irad, numpy as np
    >>> x, dx = np.array([1.0, 2.0]), np.zeros(2)
    >>> irad.autodiff(lambda x: (x * x).sum(), irad.DuplicatedNoNeed(x, dx))
    (None,)
    >>> dx
    array([2., 4.])
    """


@dataclass(frozen=True, eq=False, init=False)
class Differentiated(Duplicated):
    """In reverse mode: the arrays in ``val`` have shadows in ``dval``, the derivatives of its floats are returned."""


@dataclass(frozen=True, eq=False, init=False)
class BatchDuplicated(Annotation):
    """A value with ``k`` shadows: ``k`` tangents (forward) or adjoints (reverse) in one run.

    Args:
        val: as for `Duplicated`.
        dval: a tuple of ``k`` shadows, each as for `Duplicated`; all arguments of a call have the same ``k``.

    >>> import irad
    >>> irad.autodiff(lambda x: x * x, irad.BatchDuplicated(3.0, (1.0, 10.0)), mode=irad.Forward)
    ((6.0, 60.0),)
    """

    val: Any
    dval: tuple[Any, ...]

    def __init__(self, val: Any, dval: tuple[Any, ...]) -> None:
        own = self.__dict__
        own["val"], own["dval"] = val, dval


@dataclass(frozen=True, eq=False)
class Mode:
    """A mode of differentiation, one of these constants.

    `Reverse`, `Forward`: derivatives alone; `ReverseWithPrimal`, `ForwardWithPrimal`: with the value of the function (all for
    `autodiff`); `ReverseSplit`: the forward and the reverse sweep as two functions (for `autodiff_thunk`).

    ``gradient`` (internal): the function returns a "float", or a float followed by something that is not differentiated ("aux").

    >>> import irad
    >>> irad.autodiff(lambda x: x * x, irad.Active(3.0), mode=irad.ReverseWithPrimal)
    ((6.0,), 9.0)
    >>> irad.autodiff(lambda x: x * x, irad.Duplicated(3.0, 1.0), mode=irad.ForwardWithPrimal)
    (6.0, 9.0)
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
    """The annotation ``value``, or ``Const(value)`` for a bare value."""
    return value if isinstance(value, Annotation) else Const(value)
