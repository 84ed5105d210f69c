"""Arrays in another shape or order: a view wherever NumPy makes one, a copy otherwise.

Which one it is may depend on strides that are known at run time only: then address and strides of the result are selected there
(`memory_order.of_two`), and a write to it changes the array, or does not, as in NumPy.
"""

from __future__ import annotations

from typing import Any

from irad.frontends.python.core import memory_order
from irad.frontends.python.core.conditions import FALSE, TRUE, both, either, equal, negated, select
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.memory_order import BY_COLUMNS, BY_ROWS, LayoutPlan, of_two, seen
from irad.frontends.python.core.python_values import (
    MEMORY,
    ArrayV,
    KnownV,
    LazyV,
    ListV,
    SharedV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.core.sizes import shapes_said
from irad.frontends.python.sources.python_types import Array


def order_of(low: Lowering, v: Val | None, default: str, node: Any, allowed: str = "CFAK") -> str:
    """The argument ``order=``."""
    if v is None:
        return default
    text = v.value if isinstance(v, KnownV) else None
    if not isinstance(text, str) or text.upper() not in tuple(allowed):
        low.wrong(node, f"order= must be one of the constants {', '.join(map(repr, allowed))} here")
    assert isinstance(text, str)
    return text.upper()


# ---- reshape


def reshape(low: Lowering, a: ArrayV, shape: Val, node: Any, how: str = "C") -> ArrayV:
    """``a.reshape(shape, order=how)``."""
    sizes = _sizes(low, a, shape, node)
    if how == "A":
        columns = memory_order.is_by_columns(low, a)
        return of_two(low, columns, lambda: _reshaped(low, a, sizes, "F"), lambda: _reshaped(low, a, sizes, "C"))
    return _reshaped(low, a, sizes, how)


def _reshaped(low: Lowering, a: ArrayV, sizes: list[Any], how: str) -> ArrayV:
    if how == "F":  # the same with all axes turned around
        turned = _by_rows(low, seen(a, range(a.ty.ndim)[::-1]), sizes[::-1])
        return seen(turned, range(len(sizes))[::-1])
    return _by_rows(low, a, sizes)


def _sizes(low: Lowering, a: ArrayV, shape: Val, node: Any) -> list[Any]:
    """The requested sizes, one of which may be -1."""
    if isinstance(shape, (ListV, SharedV)):
        text = "the number of axes has to be known when compiling, and the run tells how long this list is"
        low.unsupported(node, text, "write the sizes out, or make it a tuple: (2,) * n")
    items = shape.items if isinstance(shape, TupleV) else [shape]
    sizes = [low.word(low.expr.as_scalar(i, node)) for i in items]
    total, b = low.arrays.size(a.shape), low.b
    text = "cannot reshape array of size {0} into this shape"
    given = [known_int(n) for n in sizes]
    left_out = [TRUE if k is not None and k < 0 else FALSE if k is not None else b.icmp_signed("<", n, const(0))
                for k, n in zip(given, sizes, strict=True)]  # fmt: skip
    rest = [select(low, out, const(1), n) for out, n in zip(left_out, sizes, strict=True)]
    product = low.arrays.size(rest)
    some: Any = FALSE
    for out in left_out:
        low.check(negated(low, both(low, some, out)), ValueError, "can only specify one unknown dimension", node)
        some = either(low, some, out)
    if known_int(product) != 0:
        divisor = select(low, equal(low, product, const(0)), const(1), product)
        missing = low.b.sdiv(total, divisor) if some is not FALSE else const(1)
        sizes = [select(low, out, missing, n) for out, n in zip(left_out, sizes, strict=True)]
    if some is not FALSE:
        low.check(negated(low, both(low, some, equal(low, product, const(0)))), ValueError, text, node, [total])
    whole = low.arrays.size(sizes)
    (first, own), details = shapes_said([[total], sizes]) or (["({0},)", "size {1}"], [total, whole])
    text = f"cannot reshape array of size {first[1:-2]} into {'' if own[0] == 's' else 'shape '}{own}"
    low.check(equal(low, whole, total), ValueError, text, node, details)
    return sizes


def _by_rows(low: Lowering, a: ArrayV, sizes: list[Any]) -> ArrayV:
    """Order "C", sizes that fit."""
    steps = low.arrays.contiguous(sizes)
    if a.ty.layout == "C":
        return ArrayV(Array(a.ty.dtype, len(sizes), "C", a.ty.readonly), a.data, sizes, steps, a.origin)
    own = low.arrays.contiguous(a.shape)
    ty = Array(a.ty.dtype, len(sizes), "A" if sizes else "C", a.ty.readonly)

    def view() -> ArrayV:
        return ArrayV(ty, a.data, sizes, [_step(low, a, own, p) for p in steps], a.origin)

    def copy() -> ArrayV:
        made = low.arrays.copy(a)
        return ArrayV(Array(ty.dtype, ty.ndim, ty.layout), made.data, sizes, steps, made.origin)

    return of_two(low, _has_view(low, a, own, steps), view, copy)


def _has_view(low: Lowering, a: ArrayV, own: list[Any], steps: list[Any]) -> Any:
    """Whether the reshaped array can be a view (i1); ``own``, ``steps``: old and new strides of row-major arrays, in elements.

    Neighbouring axes of the array must be contiguous with each other, except where the new shape has a boundary between them
    as well (`_attempt_nocopy_reshape` in NumPy).  Axes of one element do not count.
    """
    found: Any = TRUE
    following: Any = None  # the step over the whole next axis
    for n, s, q in reversed(list(zip(a.shape, a.strides, own, strict=True))):
        single = equal(low, n, const(1))
        if following is not None:
            fits = either(low, single, equal(low, s, following))
            for p in steps:
                fits = either(low, fits, equal(low, p, q))
            found = both(low, found, fits)
        over = low.arrays.mul(n, s)
        following = over if following is None else select(low, single, following, over)
    return found


def _step(low: Lowering, a: ArrayV, own: list[Any], p: Any) -> Any:
    """The distance in memory to the element ``p`` places later in row-major order: along one axis, if there is a view."""
    b = low.b
    known = [(n, s, q) for n, s, q in zip(a.shape, a.strides, own, strict=True) if known_int(n) != 1]
    if len(known) < 2:
        return low.arrays.mul(p, known[0][1]) if known else p
    step, count = known[-1][1], known[-1][2]
    for n, s, q in reversed(known[:-1]):
        reached = both(low, b.icmp_signed("<=", q, p), b.icmp_signed(">", q, const(0)))
        along = both(low, reached, negated(low, equal(low, n, const(1))))
        step, count = select(low, along, s, step), select(low, along, q, count)
    if known_int(count) == 1:
        return low.arrays.mul(p, step)
    return b.sdiv(low.arrays.mul(p, step), select(low, equal(low, count, const(0)), const(1), count))


def ravel(low: Lowering, a: ArrayV, node: Any, how: str = "C") -> ArrayV:
    """``a.ravel()``: one contiguous axis."""
    if how == "A":
        return of_two(low, memory_order.is_by_columns(low, a), lambda: ravel(low, a, node, "F"), lambda: ravel(low, a, node))
    if how == "F":
        return ravel(low, seen(a, range(a.ty.ndim)[::-1]), node)
    plan = memory_order.like(low, a) if how == "K" else BY_ROWS
    steps = plan.strides() if plan.strides is not None else memory_order.contiguous(low, plan.layout, a.shape)
    whole: Any = TRUE
    for n, s, step in zip(a.shape, a.strides, steps, strict=True):
        whole = both(low, whole, either(low, equal(low, n, const(1)), equal(low, s, step)))
    if a.ty.layout == plan.layout and a.ty.layout in ("C", "F"):
        whole = TRUE
    size = low.arrays.size(a.shape)

    def flat(x: ArrayV) -> ArrayV:
        return ArrayV(Array(a.ty.dtype, 1, "C", x.ty.readonly), x.data, [size], [const(1)], x.origin)

    return of_two(low, whole, lambda: flat(a), lambda: flat(low.arrays.copy(a, LayoutPlan(plan.layout, plan.strides))))


# ---- copies


def copied(low: Lowering, v: ArrayV | LazyV, how: str) -> ArrayV:
    """A new array, in this order."""
    if how == "A":
        a = low.arrays.in_memory(v)
        return of_two(low, memory_order.is_by_columns(low, a), lambda: copied(low, a, "F"), lambda: copied(low, a, "C"))
    if how == "K" and isinstance(v, LazyV) and v.ty.layout in ("C", "F"):
        return low.arrays.in_memory(v)
    return low.arrays.copy(v, planned(low, v, how))


def planned(low: Lowering, v: ArrayV | LazyV, how: str) -> LayoutPlan:
    """The layout of a new array like ``v``, for order "C", "F" or "K"."""
    return memory_order.like(low, v) if how == "K" else BY_COLUMNS if how == "F" and len(v.shape) > 1 else BY_ROWS


def plan_like(low: Lowering, v: ArrayV | LazyV, how: str) -> LayoutPlan:
    """As `planned`, and for order "A"."""
    if how != "A" or v.ty.layout == "C":
        return planned(low, v, "C" if how == "A" else how)
    a = low.arrays.in_memory(v)

    def strides() -> list[Any]:
        columns = memory_order.is_by_columns(low, a)
        ways = (memory_order.contiguous(low, "F", v.shape), memory_order.contiguous(low, "C", v.shape))
        return [select(low, columns, f, c) for f, c in zip(*ways, strict=True)]

    return LayoutPlan("A", strides)


def itself_or_copy(low: Lowering, a: ArrayV, how: str, node: Any, refused: bool = False) -> ArrayV:
    """The array itself if it is in this order, else a copy; an error if a copy is ``refused``."""
    if how == "K":
        return a
    if how == "A":
        either_way = either(low, memory_order.is_contiguous(low, a), memory_order.is_contiguous(low, a, True))
        return _checked(low, a, either_way, "A", node, refused)
    return _checked(low, a, memory_order.is_contiguous(low, a, how == "F"), "C" if a.ty.ndim < 2 else how, node, refused)


def _checked(low: Lowering, a: ArrayV, fits: Any, layout: str, node: Any, refused: bool) -> ArrayV:
    def itself() -> ArrayV:
        strides = memory_order.contiguous(low, layout, a.shape) if layout in ("C", "F") else a.strides
        return ArrayV(Array(a.ty.dtype, a.ty.ndim, layout, a.ty.readonly), a.data, a.shape, strides, a.origin)

    if fits is TRUE:
        return itself() if layout != "A" else a
    if refused:
        low.check(fits, ValueError, "Unable to avoid copy while creating an array as requested.", node)
        return itself()
    plan = BY_COLUMNS if layout == "F" else BY_ROWS
    return of_two(low, fits, itself, lambda: low.arrays.copy(a, plan))


# ---- axes of one element, axes that are repeated


def with_axes(low: Lowering, a: ArrayV, places: list[int]) -> ArrayV:
    """A view with axes of one element at these places of the result."""
    ndim = a.ty.ndim + len(places)
    rest = iter(zip(a.shape, a.strides, strict=True))
    pairs = [(const(1), const(0)) if k in places else next(rest) for k in range(ndim)]
    return _viewed(low, a, [n for n, _ in pairs], [s for _, s in pairs])


def without_axes(low: Lowering, a: ArrayV, axes: list[int], node: Any) -> ArrayV:
    """A view without axes, which must have one element."""
    for k in axes:
        text = "cannot select an axis to squeeze out which has size not equal to one"
        low.check(equal(low, a.shape[k], const(1)), ValueError, text, node)
    kept = [k for k in range(a.ty.ndim) if k not in axes]
    return _viewed(low, a, [a.shape[k] for k in kept], [a.strides[k] for k in kept])


def _viewed(low: Lowering, a: ArrayV, shape: list[Any], strides: list[Any]) -> ArrayV:
    """The same elements, with more or fewer axes of one element."""
    layout = a.ty.layout
    if len(shape) < 2:
        layout = "C" if layout in ("C", "F") else "A" if shape else "C"
    if layout in ("C", "F"):
        strides = memory_order.contiguous(low, layout, shape)
    if a.ty.ndim < 2 and layout == "A" and len(shape) > 1:
        layout = "S"  # one axis with several elements at most
    return ArrayV(Array(a.ty.dtype, len(shape), layout, a.ty.readonly), a.data, shape, strides, a.origin)


def broadcast_to(low: Lowering, a: ArrayV, shape: list[Any], node: Any) -> ArrayV:
    """A view whose elements are repeated; to be read only, as NumPy's."""
    if len(shape) < a.ty.ndim:
        low.wrong(node, f"an array of {a.ty.ndim} axes cannot be broadcast to {len(shape)}")
    extra = len(shape) - a.ty.ndim
    strides: list[Any] = [const(0)] * extra
    for n, s, m in zip(a.shape, a.strides, shape[extra:], strict=True):
        single, same = equal(low, n, const(1)), equal(low, n, m)
        text = "an axis of {0} elements cannot be broadcast to {1}"
        low.check(either(low, same, single), ValueError, text, node, [n, m])
        strides.append(select(low, same, s, const(0)))
    return ArrayV(Array(a.ty.dtype, len(shape), "A", readonly=True), a.data, shape, strides, a.origin)


def flipped(low: Lowering, a: ArrayV, axes: list[int]) -> ArrayV:
    """A view with axes the other way around."""
    offset: Any = const(0)
    strides = list(a.strides)
    for k in axes:
        last = low.b.sub(a.shape[k], const(1))
        some = select(low, equal(low, a.shape[k], const(0)), const(0), last)
        offset = low.arrays.add(offset, low.arrays.mul(some, a.strides[k]))
        strides[k] = low.b.neg(a.strides[k])
    data = low.b.gep(a.data, [offset], inbounds=True, source_etype=MEMORY[a.ty.dtype]) if axes else a.data
    layout = memory_order.of_view(a.ty.layout, a.ty.ndim) if axes else a.ty.layout
    return ArrayV(Array(a.ty.dtype, a.ty.ndim, layout, a.ty.readonly), data, a.shape, strides, a.origin)
