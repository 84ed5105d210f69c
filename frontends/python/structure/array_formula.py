"""Formulas over values of compiled code: `ArrayFormula` has Python's operators, which write the code for them."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, Val, const
from irad.frontends.python.structure.array_parts import at_place, less, not_below, part


@dataclass(frozen=True)
class ArrayFormula:
    """A number or an array, in a formula with NumPy's meaning: ``2.0 * (x - y)``.

    Numbers of Python's take the type of the arrays they meet.  Arrays are computed where the result is used.
    """

    low: Lowering
    node: Any
    v: Val

    def _value(self, other: ArrayFormula | float) -> Val:
        return other.v if isinstance(other, ArrayFormula) else self.low.expr.constant(other, self.node)

    def _with(self, op: ast.operator, other: ArrayFormula | float, turned: bool = False) -> ArrayFormula:
        x, y = self.v, self._value(other)
        return ArrayFormula(self.low, self.node, self.low.expr.binary(op, *((y, x) if turned else (x, y)), self.node))

    def __add__(self, other: ArrayFormula | float) -> ArrayFormula:
        return self._with(ast.Add(), other)

    def __sub__(self, other: ArrayFormula | float) -> ArrayFormula:
        return self._with(ast.Sub(), other)

    def __rsub__(self, other: float) -> ArrayFormula:
        return self._with(ast.Sub(), other, True)

    def __mul__(self, other: ArrayFormula | float) -> ArrayFormula:
        return self._with(ast.Mult(), other)

    def __rmul__(self, other: float) -> ArrayFormula:
        return self._with(ast.Mult(), other, True)

    def __truediv__(self, other: ArrayFormula | float) -> ArrayFormula:
        return self._with(ast.Div(), other)

    def __rtruediv__(self, other: float) -> ArrayFormula:
        return self._with(ast.Div(), other, True)

    def __neg__(self) -> ArrayFormula:
        return -1.0 * self

    def in_memory(self) -> ArrayFormula:
        """Computed once, now."""
        return ArrayFormula(self.low, self.node, self.low.expr.stable(self.v))

    @property
    def array(self) -> ArrayV:
        """The array in memory that it is."""
        assert isinstance(self.v, ArrayV)
        return self.v

    def from_to(self, axis: int, first: int, fewer: int) -> ArrayFormula:
        """All places of an axis from ``first`` on, but for ``fewer`` at its ends together (``a[first : n - fewer + first]``)."""
        a = self.array
        count = not_below(self.low, less(self.low, a.shape[axis], const(fewer)))
        return ArrayFormula(self.low, self.node, part(self.low, a, axis, const(first), count))

    def at(self, axis: int, k: int) -> ArrayFormula:
        """One place of an axis, counted from the end where ``k`` is negative; it must be there."""
        a = self.array
        place = const(k) if k >= 0 else less(self.low, a.shape[axis], const(-k))
        found = at_place(self.low, a, axis, place)
        return ArrayFormula(self.low, self.node, found if found.shape else self.low.expr.as_scalar(found, self.node))
