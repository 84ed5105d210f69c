"""Along an axis: ``sort``, ``argsort``.

Sorting first finds the order, and then moves the elements: integers have no derivative, so only that one move is differentiated.
Code for this process calls NumPy's own functions, which also sort elements without an order where nothing is differentiated; code
for elsewhere, and a sort that is stable, functions that are compiled like any other (`ordering`).  nan comes last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from irad.frontends.python.arrays import reshaping
from irad.frontends.python.arrays.array_arguments import as_array
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.conditions import asked, choose
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I32, I64, PTR, ArrayV, KnownV, NoneV, ScalarV, Val, const, known_int
from irad.frontends.python.ordering import merged_order, radix_order
from irad.frontends.python.sources.python_types import Array, Scalar
from irad.rules.formulas.numpy_symbols import ARGSORT, IN_PROCESS, SORT, VALUES_ONLY


class _SortOrder:
    """Finds the order of one line after the other; its memory is made once."""

    def __init__(self, low: Lowering, a: ArrayV, axis: int, node: Any, stable: bool) -> None:
        self.low, self.node, self.stable = low, node, stable
        n = a.shape[axis]
        self.found = low.arrays.allocate("int64", [n])
        self.by_merging = Scalar(a.ty.dtype).is_complex
        self.scratch = [low.arrays.allocate("int64", [n])]
        if not self.by_merging:
            self.scratch += [low.arrays.allocate("uint64", [n]) for _ in range(2)]
            self.scratch.append(low.arrays.allocate("int64", [const(radix_order.DIGITS)]))
        self.line = AdjacentLine(low, a.ty.dtype, n)

    def of(self, line: ArrayV) -> ArrayV:
        if self.stable:
            self._own(line)
        else:
            choose(self.low, asked(self.low, IN_PROCESS), lambda: self._numpys(line), lambda: self._own(line))
        return self.found

    def _numpys(self, line: ArrayV) -> None:
        low, n = self.low, line.shape[0]
        low.counted(n, lambda k: low.arrays.store(self.found, [k], k))
        function = ir.FunctionType(I32, [PTR, PTR, I64, PTR])
        data = self.line.read(line)
        low.b.call(_external(low, f"{ARGSORT}{line.ty.dtype}", function), [data, self.found.data, n, PTR(None)])

    def _own(self, line: ArrayV) -> None:
        find = merged_order.find_order if self.by_merging else radix_order.find_order
        call_python(self.low, find, [line, self.found, *self.scratch], {}, self.node, inactive=True)


class AdjacentLine:
    """A line whose elements stand side by side: the line itself, or a copy of it."""

    def __init__(self, low: Lowering, dtype: str, n: Any) -> None:
        self.low, self.copy = low, low.arrays.allocate(dtype, [n])

    def read(self, line: ArrayV) -> Any:
        """Where its elements stand."""
        place = self.low.alloca(PTR)
        self.low.b.store(line.data, place)
        self._unless_adjacent(line, lambda: self._copied(line, self.copy, place))
        return self.low.b.load(place, typ=PTR)

    def written(self, line: ArrayV) -> None:
        """Put them back."""
        self._unless_adjacent(line, lambda: self._copied(self.copy, line))

    def _unless_adjacent(self, line: ArrayV, do: Callable[[], None]) -> None:
        if line.ty.layout != "C":
            choose(self.low, self.low.b.icmp_signed("==", line.strides[0], const(1)), lambda: None, do)

    def _copied(self, source: ArrayV, target: ArrayV, place: Any = None) -> None:
        arrays = self.low.arrays
        self.low.counted(source.shape[0], lambda k: arrays.store(target, [k], arrays.load(source, [k])))
        if place is not None:
            self.low.b.store(target.data, place)


def _external(low: Lowering, name: str, function: ir.FunctionType) -> Any:
    return low.instance.compiler.external(name, function)


def sort_values(low: Lowering, line: ArrayV, scratch: AdjacentLine) -> None:
    """Sort a line where it is, by NumPy."""
    function = ir.FunctionType(I32, [PTR, I64, PTR])
    data = scratch.read(line)
    low.b.call(_external(low, f"{SORT}{line.ty.dtype}", function), [data, line.shape[0], PTR(None)])
    scratch.written(line)


def _in_one_way(low: Lowering, stable: bool, values: Callable[[], None], moved: Callable[[], None]) -> None:
    """``values`` sorts without an order, as NumPy does by default; ``moved`` finds it first."""
    if stable:  # which of several zeros comes first is seen by their signs
        moved()
    else:
        choose(low, low.b.and_(asked(low, IN_PROCESS), asked(low, VALUES_ONLY)), values, moved)


def _stable(kw: dict[str, Val]) -> bool:
    """Whether ties must keep their order."""
    said = kw.pop("stable", None), kw.pop("kind", None)
    return any(not (v is None or isinstance(v, NoneV) or (isinstance(v, KnownV) and v.value == "quicksort")) for v in said)


def _axis(low: Lowering, args: list[Val], kw: dict[str, Val], ndim: int, node: Any) -> int:
    """The axis to go along, from what follows the array."""
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
    stable = _stable(kw)
    axis = _axis(low, args, kw, len(a.shape), node)

    def values() -> None:
        low.arrays.each(a.shape, lambda k: low.arrays.store(out, k, low.arrays.load(a, k)))
        scratch = AdjacentLine(low, a.ty.dtype, a.shape[axis])
        _lines(low, [out], axis, lambda lines: sort_values(low, lines[0], scratch))

    def moved() -> None:
        order = _SortOrder(low, a, axis, node, True)  # so that derivatives are the same everywhere
        _lines(low, [a, out], axis, lambda lines: _move(low, lines[0], order.of(lines[0]), lines[1]))

    _in_one_way(low, stable, values, moved)
    return out


def sort_in_place(low: Lowering, a: ArrayV, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``a.sort()``."""
    low.arrays.check_writable(a, node)
    stable = _stable(kw)
    axis = _axis(low, args, kw, len(a.shape), node)

    def values() -> None:
        scratch = AdjacentLine(low, a.ty.dtype, a.shape[axis])
        _lines(low, [a], axis, lambda lines: sort_values(low, lines[0], scratch))

    def moved() -> None:
        order = _SortOrder(low, a, axis, node, True)  # so that derivatives are the same everywhere
        before = low.arrays.allocate(a.ty.dtype, [a.shape[axis]])

        def one(lines: list[ArrayV]) -> None:
            low.arrays.each(before.shape, lambda k: low.arrays.store(before, k, low.arrays.load(lines[0], k)))
            _move(low, before, order.of(lines[0]), lines[0])

        _lines(low, [a], axis, one)

    _in_one_way(low, stable, values, moved)
    return NoneV()


def argsort(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``np.argsort(a)``, ``a.argsort()``."""
    a, args, kw = _flat(low, _input(low, args[0], node), args[1:], kw, node)
    out = low.arrays.allocate("int64", a.shape)
    stable = _stable(kw)
    axis = _axis(low, args, kw, len(a.shape), node)
    order = _SortOrder(low, a, axis, node, stable)

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
