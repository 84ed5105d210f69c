"""What lowering offers to the functions that are called in expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from irad.frontends.python.core.python_values import ArrayV, ScalarV, Val
from irad.frontends.python.sources.python_types import Scalar


class ExpressionServices(Protocol):
    """The interface of expression lowering, for the functions that are called in expressions."""

    def value(self, node: Any, statement: bool = False, maybe: bool = False) -> Val:
        """The value of an expression."""

    def constant(self, v: Any, node: Any) -> Val:
        """A Python object that is known when compiling."""

    def key_of(self, index: Any) -> Val: ...
    def owner(self, node: Any, attribute: str = "") -> Val:
        """The value of an expression of which an item, an attribute or a method is wanted."""

    def attribute_of(self, owner: Val, name: str, node: Any) -> Val:
        """``owner.name``."""

    def apply_method(self, owner: Val, name: str, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
        """``owner.name(*args)`` of an instance of a class."""

    def apply(self, fn: Any, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
        """A call of a function that is known when compiling."""

    def call_value(self, fn: Val, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
        """A call of whatever can be called."""

    def branches(self, tests: list[Any], ways: Sequence[Callable[[], Val]], node: Any, again: bool = True) -> Val:
        """The value of the first way whose test, an i1, holds; of the last, which has none, if no test does."""

    def generated(self, v: Val, node: Any) -> Val:
        """A container with the items of a generator."""

    def stable(self, v: Val) -> Val:
        """Lazy arrays are computed before they are put somewhere."""

    def binary(self, op: Any, x: Val, y: Val, node: Any) -> Val:
        """``x op y`` with an operator of `ast`."""

    def scalar_binary(self, op: Any, x: ScalarV, y: ScalarV, node: Any, python: bool = True) -> ScalarV:
        """As `binary`, for two numbers; ``python``: with Python's rules, else NumPy's."""

    def negate(self, op: Any, v: ScalarV, node: Any, python: bool = True) -> ScalarV:
        """``-v``, ``+v`` or ``~v``."""

    def compare(self, op: Any, x: Val, y: Val, node: Any, python: bool = True) -> Val:
        """``x op y`` with a comparison of `ast`."""

    def scalar_compare(self, sign: str, x: ScalarV, y: ScalarV, node: Any = None, python: bool = True) -> ScalarV:
        """As `compare`, for two numbers, with the sign of the comparison."""

    def elementwise(self, values: list[Val], fn: Callable[[list[ScalarV]], ScalarV], node: Any, array: bool = False) -> Val:
        """``fn`` over scalars and broadcast arrays, computed when it is used."""

    def dtype(self, ty: Scalar, node: Any) -> str:
        """The dtype of an array of such numbers."""

    def as_scalar(self, v: Val, node: Any) -> ScalarV:
        """A number, or the element of an array without axes."""

    def key(self, v: Val, node: Any, owner: Val | None = None) -> Any:
        """A key of a dict: a constant."""

    def items_around(self, v: Val, node: Any, star: int, behind: int) -> list[Val]:
        """The items for ``a, *b, c = v``."""

    def counted(self, v: Val, node: Any) -> Any:
        """(count, item(k)) of what can be iterated."""

    def slice_parts(self, s: Any, n: Any, node: Any) -> tuple[Any, Any, Any]:
        """(start, count, step) of a slice of ``n`` items, as Python clips them."""

    def view(self, base: ArrayV, parts: list[Any], values: list[Val | None], node: Any) -> tuple[ArrayV | None, list[Any] | None]:
        """The view that an index without arrays is, or the indices of one element."""
