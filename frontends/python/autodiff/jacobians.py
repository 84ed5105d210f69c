"""Jacobians in compiled functions: batches of derivatives, `WIDTH` columns or rows at a time.

A Jacobian of a Jacobian takes one column (row) at a time: lanes multiply, and so does the code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from irad.frontends.python.autodiff.propagate import Inputs, inputs_of, pull, push_inputs, reverse
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.containers.value_trees import (
    arrays_for,
    clear,
    dtype_of,
    is_float,
    leaves_of,
    map_tree,
    map_tree2,
    pairs,
    types_in,
    zeros_like,
)
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, NoneV, ScalarV, TupleV, Val, const, known_int
from irad.frontends.python.numeric.registers import number_constant
from irad.frontends.python.sources.dtypes import DTYPES, widest
from irad.frontends.python.sources.python_types import Array, Scalar

WIDTH = 4


def jacfwd(low: Lowering, made: Any, args: list[Val], node: Any) -> Val:
    """Column by column in forward mode."""
    return _by_columns(low, made, inputs_of(low, made, args, node), node)


def jacrev(low: Lowering, made: Any, args: list[Val], node: Any) -> Val:
    """Row by row in reverse mode."""
    return _by_rows(low, made, inputs_of(low, made, args, node), node)


def jacobian(low: Lowering, made: Any, args: list[Val], node: Any) -> Val:
    """By rows if the results are numbers, at most four of them; else by columns."""
    inputs = inputs_of(low, made, args, node)
    types = types_in(inputs.result)
    few = all(isinstance(t, Scalar) for t in types) and len(types) <= WIDTH
    return (_by_rows if few else _by_columns)(low, made, inputs, node)


def _by_columns(low: Lowering, made: Any, inputs: Inputs, node: Any) -> Val:
    restore = inputs.keep_captures()
    shape = _value(low, inputs, node)
    parts = [_columns(low, inputs, i, shape, restore, node) for i in inputs.chosen]
    return parts[0] if made.single else _transpose_tree(shape, parts)


def _value(low: Lowering, inputs: Inputs, node: Any) -> Val:
    """The value of the function, for the shapes of its arrays; where it returns numbers it is not run."""
    if not any(isinstance(t, Array) for t in types_in(inputs.result)):
        return low.from_leaves(inputs.result, [ir.Constant(t, None) for t in low.leaf_types(inputs.result)])
    arguments = [inputs.argument(i) for i in range(len(inputs.values))]
    return call_python(low, inputs.fn, arguments, {}, node, apart=True)


def _transpose_tree(shape: Val, parts: list[Val]) -> Val:
    """Turn one tree per argument into one tree with the structure of the result outside, and that of the arguments inside."""
    if isinstance(shape, TupleV):
        inner = [[p.items[k] for p in parts] for k in range(len(shape.items))]  # type: ignore[attr-defined]
        return TupleV([_transpose_tree(s, i) for s, i in zip(shape.items, inner, strict=True)], shape.form)
    return TupleV(parts)


def block(low: Lowering, y: Val, x: Val) -> Val:
    """Memory for the derivative of one leaf of the result by one of the argument; a number has one element."""
    if not is_float(y) or not is_float(x):
        return NoneV()
    kind = widest(dtype_of(y), dtype_of(x))
    if DTYPES[kind].is_complex:
        hint = "use irad.jvp, irad.vjp or irad.autodiff"
        low.unsupported(low.at, "Jacobians and Hessians of complex numbers are not supported", hint)
    shape = [n for v in (y, x) if isinstance(v, ArrayV) for n in v.shape]
    return low.arrays.allocate(kind, shape)


def _finished(low: Lowering, y: Val, x: Val, memory: Val) -> Val:
    """A derivative of a number by a number is a number."""
    if isinstance(y, ScalarV) and isinstance(x, ScalarV) and isinstance(memory, ArrayV):
        return ScalarV(Scalar(memory.ty.dtype), low.arrays.load(memory, []))
    return memory


def count_of(low: Lowering, v: Val) -> Any:
    """The number of elements of a leaf."""
    return low.arrays.size(v.shape) if isinstance(v, ArrayV) else const(1)


def _columns(low: Lowering, inputs: Inputs, i: int, shape: Val, restore: Callable[[], None], node: Any) -> Val:
    """The derivative of all results by argument ``i``, column by column."""
    x = inputs.values[i]
    sources = leaves_of(x)
    blocks = map_tree(lambda y: map_tree(lambda leaf: block(low, y, leaf), x) if is_float(y) else NoneV(), shape)
    for k, source in enumerate(sources):
        targets = [leaves_of(b)[k] for y, b in pairs(shape, blocks) if is_float(y)]
        _column_loop(low, inputs, i, k, source, targets, restore, node)
    return map_tree2(lambda y, b: _finish_block(low, y, x, b), shape, blocks)


def _finish_block(low: Lowering, y: Val, x: Val, b: Val) -> Val:
    return map_tree(lambda leaf, memory: _finished(low, y, leaf, memory), x, b) if is_float(y) else NoneV()


def chunks(low: Lowering, count: Any, width: int, body: Callable[[Any], None]) -> None:
    """``body(first)`` for each group of ``width`` below ``count``; the arrays it makes are freed after each."""
    b = low.b
    known = known_int(count)
    if known is not None and known <= width:
        body(const(0))
        return
    groups = b.sdiv(b.add(count, const(width - 1)), const(width))

    def one(k: Any) -> None:
        mark = low.reserve_raw(const(16))
        body(low.b.mul(k, const(width), flags=["nsw"]))
        low.release(mark)

    low.note_allocation()
    low.counted(groups, one)


def width_for(count: Any, inputs: Inputs) -> int:
    """How many of ``count`` columns or rows are computed at a time, so that with the lanes inside there are at most `WIDTH`."""
    known = known_int(count)
    most: int = max(1, WIDTH // inputs.lanes)
    return most if known is None else max(1, min(most, known))


def _column_loop(
    low: Lowering, inputs: Inputs, i: int, k: int, source: Val, targets: list[Val], restore: Callable[[], None], node: Any
) -> None:
    """Columns for leaf ``k`` of argument ``i``; ``targets`` is their memory, for each result."""
    count = count_of(low, source)
    width = width_for(count, inputs)

    def run(first: Any) -> None:
        restore()
        lanes = [[zeros_like(low, v) for v in inputs.values] for _ in range(width)]
        for lane, own in enumerate(lanes):
            own[i] = _with_one(low, own[i], k, low.b.add(first, const(lane)), count)
        _, tangents = push_inputs(low, inputs, lanes, node)
        for lane, tangent in enumerate(tangents):
            column = low.b.add(first, const(lane))
            leaves = [t for t in leaves_of(tangent) if is_float(t)]
            guarded(low, column, count, lambda column=column, leaves=leaves: _store_column(low, targets, leaves, column, count))  # type: ignore[misc]

    chunks(low, count, width, run)


def guarded(low: Lowering, k: Any, count: Any, body: Callable[[], None]) -> None:
    """``if k < count: body()``; known to hold where the count is."""
    if known_int(count) is not None and known_int(k) is not None:
        body()
        return
    inside, after = low.fn.append_basic_block("column"), low.fn.append_basic_block("done")
    low.b.cbranch(low.b.icmp_signed("<", k, count), inside, after)
    low.b = ir.IRBuilder(inside)
    body()
    low.b.branch(after)
    low.b = ir.IRBuilder(after)


def _with_one(low: Lowering, v: Val, leaf: int, index: Any, count: Any) -> Val:
    """A tree of zeros with a one at ``index`` of a leaf."""
    seen = [-1]

    def one(x: Val) -> Val:
        if not isinstance(x, (ScalarV, ArrayV)):
            return x
        seen[0] += 1
        if seen[0] != leaf:
            return x
        unit = number_constant(dtype_of(x), 1.0)
        if isinstance(x, ScalarV):
            return ScalarV(x.ty, unit)
        guarded(low, index, count, lambda: low.arrays.store(x, _indices(low, x, index), unit))
        return x

    return map_tree(one, v)


def _indices(low: Lowering, a: ArrayV, index: Any) -> list[Any]:
    """The indices of an element, counted by rows."""
    out: list[Any] = []
    for n, step in zip(a.shape, low.arrays.contiguous(a.shape), strict=True):
        at = index if known_int(step) == 1 else low.b.sdiv(index, step)
        out.append(low.b.srem(at, n) if out else at)
    return out


def _store_column(low: Lowering, targets: list[Val], tangents: list[Val], column: Any, count: Any) -> None:
    for memory, t in zip(targets, tangents, strict=True):
        assert isinstance(memory, ArrayV)
        kind = Scalar(memory.ty.dtype)
        rows = count_of(low, t)
        flat = ArrayV(Array(kind.kind, 2, "C"), memory.data, [rows, count], [count, const(1)], memory.origin)
        if isinstance(t, ScalarV):
            low.arrays.store(flat, [const(0), column], low.convert(t, kind).v)
            continue
        assert isinstance(t, ArrayV)
        _each_flat(low, t, lambda row, x, flat=flat, kind=kind, t=t: low.arrays.store(  # type: ignore[misc]
            flat, [row, column], low.convert(ScalarV(Scalar(t.ty.dtype), x), kind).v
        ))  # fmt: skip


def _each_flat(low: Lowering, a: ArrayV, body: Callable[[Any, Any], None]) -> None:
    """``body(k, element)`` over an array in the order of its elements, whatever its strides are."""
    strides = low.arrays.contiguous(a.shape)

    def one(idx: list[Any]) -> None:
        row: Any = const(0)
        for i, s in zip(idx, strides, strict=True):
            row = low.arrays.add(row, low.arrays.mul(i, s))
        body(row, low.arrays.load(a, idx))

    low.arrays.each(a.shape, one)


def _by_rows(low: Lowering, made: Any, inputs: Inputs, node: Any) -> Val:
    if isinstance(inputs.result, Scalar) and inputs.result.is_float:
        return reverse(low, made, inputs, node)
    restore = inputs.keep_captures()
    shape = _value(low, inputs, node)
    chosen = TupleV([inputs.values[i] for i in inputs.chosen])
    blocks = map_tree(lambda y: map_tree(lambda x: block(low, y, x), chosen) if is_float(y) else NoneV(), shape)
    floats = [(y, b) for y, b in pairs(shape, blocks) if is_float(y)]
    for k, (y, own) in enumerate(floats):
        assert isinstance(own, TupleV)
        _row_loop(low, inputs, k, y, own, shape, restore, node)

    def finish(y: Val, own: Val) -> Val:
        if not is_float(y):
            return NoneV()
        done = _finish_block(low, y, chosen, own)
        return done.items[0] if made.single and isinstance(done, TupleV) else done

    return map_tree2(finish, shape, blocks)


def _row_loop(
    low: Lowering, inputs: Inputs, k: int, y: Val, blocks: TupleV, shape: Val, restore: Callable[[], None], node: Any
) -> None:
    """Rows for leaf ``k`` of the result."""
    count = count_of(low, y)
    width = width_for(count, inputs)

    def run(first: Any) -> None:
        restore()
        seeds = []
        for lane in range(width):
            row = low.b.add(first, const(lane))
            zeros = map_tree(lambda x: clear(low, x) if isinstance(x, ArrayV) else x, arrays_for(low, shape))
            seeds.append(_with_one(low, zeros, k, row, count))
        derivatives = pull(low, inputs, arrays_for(low, shape), seeds, node)
        for lane in range(width):
            row = low.b.add(first, const(lane))
            own = TupleV([derivatives[i][lane] for i in inputs.chosen])
            guarded(low, row, count, lambda row=row, own=own: _store_rows(low, blocks, own, row))  # type: ignore[misc]

    chunks(low, count, width, run)


def _store_rows(low: Lowering, blocks: Val, derivatives: Val, row: Any) -> None:
    def one(memory: Val, d: Val) -> Val:
        if not isinstance(memory, ArrayV):
            return memory
        kind = Scalar(memory.ty.dtype)
        columns = count_of(low, d)
        flat = ArrayV(Array(kind.kind, 2, "C"), memory.data, [row, columns], [columns, const(1)], memory.origin)
        if isinstance(d, ScalarV):
            low.arrays.store(flat, [row, const(0)], low.convert(d, kind).v)
        elif isinstance(d, ArrayV):
            _each_flat(low, d, lambda c, x: low.arrays.store(flat, [row, c], low.convert(ScalarV(Scalar(d.ty.dtype), x), kind).v))
        return memory

    map_tree(one, blocks, derivatives)
