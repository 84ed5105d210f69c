"""Along an axis: ``sort``, ``argsort``.

Sorting first finds the order, by functions that are compiled like any other (`ordering`), and then moves the elements: integers
have no derivative, so only that one move is differentiated.  Ties keep their order, and nan comes last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from irad.frontends.python.arrays import reshaping
from irad.frontends.python.arrays.array_arguments import as_array
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, NoneV, ScalarV, Val, const, known_int
from irad.frontends.python.ordering import merged_order, radix_order
from irad.frontends.python.sources.python_types import Array, Scalar


class _SortOrder:
    """Finds the order of one line after the other; its memory is made once."""

    def __init__(self, low: Lowering, a: ArrayV, axis: int, node: Any) -> None:
        self.low, self.node = low, node
        n = a.shape[axis]
        self.found = low.arrays.allocate("int64", [n])
        self.by_merging = Scalar(a.ty.dtype).is_complex
        self.scratch = [low.arrays.allocate("int64", [n])]
        if not self.by_merging:
            self.scratch += [low.arrays.allocate("uint64", [n]) for _ in range(2)]
            self.scratch.append(low.arrays.allocate("int64", [const(radix_order.DIGITS)]))

    def of(self, line: ArrayV) -> ArrayV:
        find = merged_order.find_order if self.by_merging else radix_order.find_order
        call_python(self.low, find, [line, self.found, *self.scratch], {}, self.node, inactive=True)
        return self.found


def _axis(low: Lowering, args: list[Val], kw: dict[str, Val], ndim: int, node: Any) -> int:
    """The axis to go along, from what follows the array."""
    kw.pop("kind", None)  # whatever it is, the order is the same
    kw.pop("stable", None)
    given = kw.pop("axis", args[0] if args else None)
    if kw or len(args) > 1:
        low.unsupported(node, f"{f'the keyword {next(iter(kw))!r}' if kw else 'this argument'} is not supported here")
    axis = -1 if given is None else known_int(given.v) if isinstance(given, ScalarV) else None
    if axis is None:
        low.demand(node, given)
        low.unsupported(node, "axis= must be a constant integer")
    assert axis is not None
    if not -ndim <= axis < ndim:
        low.wrong(node, f"axis {axis} is out of bounds for an array of {ndim} axes")
    return axis % ndim


def _lines(low: Lowering, arrays: list[ArrayV], axis: int, body: Callable[[list[ArrayV]], None]) -> None:
    """``body`` for each line along ``axis``, the same one of all arrays."""
    shape = arrays[0].shape

    def one(idx: list[Any]) -> None:
        at = [*idx[:axis], const(0), *idx[axis:]]
        lines = []
        for a in arrays:
            layout = a.ty.layout if len(shape) == 1 else "A"
            ty = Array(a.ty.dtype, 1, layout, a.ty.readonly)
            lines.append(ArrayV(ty, low.arrays.address(a, at), [a.shape[axis]], [a.strides[axis]], a.origin))
        body(lines)

    low.arrays.each([*shape[:axis], *shape[axis + 1 :]], one)


def _move(low: Lowering, source: ArrayV, order: ArrayV, target: ArrayV) -> None:
    low.arrays.each(order.shape, lambda k: low.arrays.store(target, k, low.arrays.load(source, [low.arrays.load(order, k)])))


def sort(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``np.sort(a)``."""
    a, args, kw = _flat(low, _input(low, args[0], node), args[1:], kw, node)
    out = low.arrays.allocate(a.ty.dtype, a.shape, memory_order.like(low, a))
    axis = _axis(low, args, kw, len(a.shape), node)
    order = _SortOrder(low, a, axis, node)
    _lines(low, [a, out], axis, lambda lines: _move(low, lines[0], order.of(lines[0]), lines[1]))
    return out


def sort_in_place(low: Lowering, a: ArrayV, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``a.sort()``."""
    low.arrays.check_writable(a, node)
    axis = _axis(low, args, kw, len(a.shape), node)
    order = _SortOrder(low, a, axis, node)
    before = low.arrays.allocate(a.ty.dtype, [a.shape[axis]])

    def one(lines: list[ArrayV]) -> None:
        low.arrays.each(before.shape, lambda k: low.arrays.store(before, k, low.arrays.load(lines[0], k)))
        _move(low, before, order.of(lines[0]), lines[0])

    _lines(low, [a], axis, one)
    return NoneV()


def argsort(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``np.argsort(a)``, ``a.argsort()``."""
    a, args, kw = _flat(low, _input(low, args[0], node), args[1:], kw, node)
    out = low.arrays.allocate("int64", a.shape)
    axis = _axis(low, args, kw, len(a.shape), node)
    order = _SortOrder(low, a, axis, node)

    def one(lines: list[ArrayV]) -> None:
        found = order.of(lines[0])
        low.arrays.each(found.shape, lambda k: low.arrays.store(lines[1], k, low.arrays.load(found, k)))

    _lines(low, [a, out], axis, one)
    return out


def _flat(
    low: Lowering, a: ArrayV, args: list[Val], kw: dict[str, Val], node: Any
) -> tuple[ArrayV, list[Val], dict[str, Val]]:  # fmt: skip
    """The array and what follows it; its elements by rows for ``axis=None``."""
    if not isinstance(kw.get("axis", args[0] if args else None), NoneV):
        return a, args, kw
    return reshaping.ravel(low, a, node, "C"), args[1:], {k: v for k, v in kw.items() if k != "axis"}


def _input(low: Lowering, v: Val, node: Any) -> ArrayV:
    a = low.arrays.in_memory(as_array(low, v, node))
    if not a.shape:
        low.wrong(node, "an array without axes has no order")
    return a
