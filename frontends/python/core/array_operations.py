"""Arrays while lowering: addressing, views, loops over shapes, broadcasting, materialising."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.core import checked_integers, memory_order, sizes
from irad.frontends.python.core.code_writer import CodeWriter
from irad.frontends.python.core.conditions import both, choose, equal, likely
from irad.frontends.python.core.origins import Fresh, is_known, made_apart
from irad.frontends.python.core.python_values import (
    I1,
    I64,
    ITEM,
    MEMORY,
    PTR,
    REGISTER,
    ArrayV,
    LazyV,
    ScalarV,
    Stretch,
    Val,
    const,
    known_int,
)
from irad.frontends.python.numeric.helper_functions import MAY_SHARE
from irad.frontends.python.numeric.number_conversion import from_memory, to_memory
from irad.frontends.python.numeric.registers import number_constant, pair, parts_of_pair
from irad.frontends.python.sources.dtypes import DTYPES
from irad.frontends.python.sources.python_types import Array, Scalar

_SMALL = 1024  # bytes that a small array may have, which lies on the machine stack


_MOST_STRETCHED = 24  # that are tested before a loop


class Arrays:
    """Array operations of one `CodeWriter`."""

    def __init__(self, low: CodeWriter) -> None:
        self.low = low
        self.even: frozenset[Stretch] = frozenset()  # axes that are not stretched, in the code being written
        self.is_rare = False  # whether what is being written is for cases that are: in one version then

    @property
    def b(self) -> ir.IRBuilder:
        return self.low.b

    # ---- integer helpers

    def mul(self, x: Any, y: Any) -> Any:
        return sizes.mul(self.b, x, y)

    def add(self, x: Any, y: Any) -> Any:
        return sizes.add(self.b, x, y)

    # ---- elements

    def address(self, a: ArrayV, indices: list[Any]) -> Any:
        offset: Any = const(0)
        for i, s in zip(indices, a.strides, strict=True):
            offset = self.add(offset, self.mul(i, s))
        if known_int(offset) == 0:
            return a.data
        return self.b.gep(a.data, [offset], inbounds=True, source_etype=MEMORY[a.ty.dtype])

    def load(self, a: ArrayV, indices: list[Any]) -> Any:
        b, at, d = self.b, self.address(a, indices), DTYPES[a.ty.dtype]
        if d.is_complex:
            t = REGISTER[d.parts[0]]
            return pair(b, *(b.load(b.gep(at, [const(k)], inbounds=True, source_etype=t), typ=t) for k in range(2)))
        return from_memory(b, b.load(at, typ=MEMORY[d.name]), d.name)

    def store(self, a: ArrayV, indices: list[Any], v: Any) -> None:
        b, at, d = self.b, self.address(a, indices), DTYPES[a.ty.dtype]
        self.low.instance.writes.note(a)
        if d.is_complex:
            for k, part in enumerate(parts_of_pair(b, v)):
                b.store(part, b.gep(at, [const(k)], inbounds=True, source_etype=part.type))
            return
        b.store(to_memory(b, v, d.name, MEMORY[d.name]), at)

    def element(self, v: Val, indices: list[Any]) -> Any:
        """The element of an array value (computed now if it is lazy)."""
        return v.at(indices) if isinstance(v, LazyV) else self.load(v, indices)  # type: ignore[arg-type]

    # ---- allocation

    def contiguous(self, shape: list[Any]) -> list[Any]:
        return sizes.by_rows(self.b, shape)

    def size(self, shape: list[Any]) -> Any:
        return sizes.count(self.b, shape)

    def allocate(self, dtype: str, shape: list[Any], plan: memory_order.LayoutPlan = memory_order.BY_ROWS) -> ArrayV:
        """A new array, contents undefined."""
        size = self.mul(self.size(shape), const(ITEM[dtype]))
        known = known_int(size)
        if known is not None and 0 <= known <= _SMALL and self.low.instance.ends_with_call(self.low.bodies):
            data = self.low.alloca(ir.ArrayType(I64, max(1, -(-known // 8))))
            data.type = PTR
        else:
            data = self.low.reserve(size)
        strides = plan.strides() if plan.strides is not None else memory_order.contiguous(self.low, plan.layout, shape)
        return ArrayV(Array(dtype, len(shape), plan.layout), data, list(shape), strides, origin=Fresh())

    # ---- loops

    def each(self, shape: list[Any], body: Callable[[list[Any]], None], layout: str = "C") -> None:
        """A loop nest over ``shape``, with the last index innermost; the first one for a column-major array."""
        if layout in ("F", "T"):
            self.each(shape[::-1], lambda idx: body(idx[::-1]))
            return

        def level(k: int, indices: list[Any]) -> None:
            if k == len(shape):
                body(indices)
                return
            self.low.counted(shape[k], lambda i: level(k + 1, [*indices, i]))

        level(0, [])

    def each_even(
        self, shape: list[Any], body: Callable[[list[Any]], None], layout: str, stretched: Sequence[Stretch]
    ) -> None:
        """`each`, in two versions where axes may be stretched: the first one is for operands that all have the result's size."""
        axes = {(s.own, s.size): s for s in stretched}
        if not axes or len(axes) > _MOST_STRETCHED or self.is_rare:
            self.each(shape, body, layout)
            return
        even: Any = None
        for s in axes.values():
            same = self.b.icmp_signed("==", s.own, s.size)
            even = same if even is None else self.b.and_(even, same)

        def plainly() -> None:
            before, self.even = self.even, self.even | frozenset(stretched)
            self.each(shape, body, layout)
            self.even = before

        choose(self.low, likely(self.low, even), plainly, lambda: self.each(shape, body, layout))

    # ---- broadcasting

    def broadcast_shape(self, shapes: list[list[Any]], node: Any) -> list[Any]:
        """NumPy's rule; sizes that are not equal and not 1 raise ValueError at run time."""
        ndim = max(len(s) for s in shapes)
        said = sizes.shapes_said(shapes)
        out: list[Any] = []
        for axis in range(ndim):
            current, *others = [s[axis - ndim + len(s)] for s in shapes if axis - ndim + len(s) >= 0]
            for n in others:
                current = self._join_sizes(current, n, said, node)
            out.append(current)
        return out

    def _join_sizes(self, a: Any, b: Any, said: sizes.Said | None, node: Any) -> Any:
        if a is b or (known_int(a) is not None and known_int(a) == known_int(b)):
            return a
        if known_int(a) == 1:
            return b
        if known_int(b) == 1:
            return a
        one = const(1)
        same = self.b.icmp_signed("==", a, b)
        if self.low.collected is not None:  # nothing is stretched in such a loop
            self.low.collected.append(same)
            return a
        a_one = self.b.icmp_signed("==", a, one)
        fits = self.b.or_(same, self.b.or_(a_one, self.b.icmp_signed("==", b, one)))
        texts, details = said or (["{0} and {1}"], [a, b])
        text = f"operands could not be broadcast together with {'shapes' if said else 'sizes'} {' '.join(texts)} "
        self.low.check(fits, ValueError, text, node, details)
        return self.b.select(a_one, b, a)

    def broadcast(self, arrays: list[ArrayV | LazyV], node: Any) -> tuple[list[ArrayV | LazyV], list[Any]]:
        """Operands and the shape of their result; what would be computed for several elements of it is computed once, before."""
        shape = self.broadcast_shape([v.shape for v in arrays], node)
        return [self.in_memory(v) if isinstance(v, LazyV) and sizes.is_repeated(v.shape, shape) else v for v in arrays], shape

    def aligned(self, v: Val, shape: list[Any]) -> Callable[[list[Any]], Any]:
        """Element access with indices of the broadcast ``shape``."""
        return self.stretched(v, shape)[0]

    def stretched(self, v: Val, shape: list[Any]) -> tuple[Callable[[list[Any]], Any], tuple[Stretch, ...]]:
        """Element access with indices of the broadcast ``shape``, and the axes of which only the run tells what it does there."""
        own: list[Any] = v.shape  # type: ignore[attr-defined]
        extra = len(shape) - len(own)
        masks: list[Any] = []
        axes: list[Stretch] = []
        for n, m in zip(own, shape[extra:], strict=True):
            if n is m or (known_int(n) is not None and known_int(n) != 1) or known_int(m) == 1:
                masks.append(None)
            elif known_int(n) == 1:
                masks.append(const(0))
            else:
                axes.append(Stretch(n, m))
                one = self.b.icmp_signed("==", n, const(1))
                masks.append(self.b.select(one, const(0), const(1)))
        fixed = [None if known_int(m) is None else m for m in masks]  # where no axis is stretched

        if isinstance(v, ArrayV):
            strides = [[s if m is None else self.mul(s, m) for s, m in zip(v.strides, by, strict=True)] for by in (masks, fixed)]
            views = [ArrayV(v.ty, v.data, shape[extra:], found, v.origin) for found in strides]
            return lambda idx: self.load(views[self.even.issuperset(axes)], idx[extra:]), tuple(axes)

        def at(idx: list[Any]) -> Any:
            by = fixed if self.even.issuperset(axes) else masks
            return self.element(v, [i if m is None else self.mul(i, m) for i, m in zip(idx[extra:], by, strict=True)])

        assert isinstance(v, LazyV)
        return at, (*axes, *v.stretched)

    # ---- materialising

    def in_memory(self, v: Val) -> ArrayV:
        """``v`` as an array in memory, where NumPy would have made one in its memory order."""
        return v if isinstance(v, ArrayV) else self.copy(v, memory_order.LayoutPlan(v.ty.layout, v.strides))  # type: ignore[attr-defined]

    def by_rows(self, v: Val) -> ArrayV:
        """``v`` as an array in memory without gaps, by rows."""
        return v if isinstance(v, ArrayV) and v.ty.layout == "C" else self.copy(v)

    def copy(self, v: Val, plan: memory_order.LayoutPlan = memory_order.BY_ROWS) -> ArrayV:
        """A new array with the elements of ``v``."""
        assert isinstance(v, (ArrayV, LazyV))
        out = self.allocate(v.ty.dtype, v.shape, plan)

        def fill(layout: str) -> None:
            stretched = v.stretched if isinstance(v, LazyV) else ()
            self.each_even(v.shape, lambda idx: self.store(out, idx, self.element(v, idx)), layout, stretched)

        if plan.layout != "A":
            fill(plan.layout)
            return out
        turned = self.b.icmp_signed("<", out.strides[0], out.strides[-1])  # the loops follow the memory order
        choose(self.low, turned, lambda: fill("F"), lambda: fill("C"))
        return out

    def check_writable(self, target: ArrayV, node: Any) -> None:
        if target.ty.readonly:
            hint = "write to a copy: a.copy(); also of a read-only array that has been reshaped, which may be a view still"
            self.low.wrong(node, "the array is read-only: it cannot be assigned to", hint)

    def update(self, target: ArrayV, value: Val, ufunc: str, node: Any) -> None:
        """Write the result of ``ufunc`` to ``target``, as ``+=`` and ``out=`` do; refused if the kind of number would narrow."""
        self.check_kind(target.ty.dtype, value, ufunc, node)
        if not isinstance(value, ScalarV) and len(value.shape) > len(target.shape):  # type: ignore[attr-defined]
            text = f"non-broadcastable output operand of {len(target.shape)} axes for a result of "
            self.low.fail(ValueError, f"{text}{len(value.shape)}", node)  # type: ignore[attr-defined]
            return
        self.assign(target, value, node)

    def check_kind(self, dtype: str, value: Val, ufunc: str, node: Any) -> None:
        """Refuse a result of ``ufunc`` that would be narrowed where it is written to an array of this dtype."""
        given = value.ty.kind if isinstance(value, ScalarV) else value.ty.dtype
        if not np.can_cast(given, dtype, "same_kind"):
            text = f"Cannot cast ufunc '{ufunc}' output from dtype('{given}') to dtype('{dtype}')"
            hint = f"make the array one of {given}, or write a new one: x = x + y"
            self.low.wrong(node, f"{text} with casting rule 'same_kind'", hint)

    def check_update(self, target: ArrayV | LazyV, value: Val, ufunc: str, node: Any) -> None:
        """As the checks of `update`, for a result of which ``target`` is an operand: it must have the same shape."""
        self.check_kind(target.ty.dtype, value, ufunc, node)
        if isinstance(value, ScalarV):
            return
        own, new = target.shape, value.shape  # type: ignore[attr-defined]
        text = "non-broadcastable output operand"
        if len(own) == len(new) == 1:
            text += " with shape ({0},) doesn't match the broadcast shape ({1},)"
        if len(own) != len(new):
            self.low.fail(ValueError, f"{text} of {len(own)} axes for a result of {len(new)}", node)
            return
        for n, m in zip(own, new, strict=True):
            self.low.check(equal(self.low, n, m), ValueError, text, node, [n, m])

    def assign(self, target: ArrayV, value: Val, node: Any) -> None:
        """``target[...] = value`` with NumPy's semantics: the value is as if computed before anything is written."""
        self.check_writable(target, node)
        if isinstance(value, ScalarV):
            v = checked_integers.stored(self.low, value, Scalar(target.ty.dtype), node).v
            self.each(target.shape, lambda idx: self.store(target, idx, v), target.ty.layout)
            return
        value = self._without_leading(value, len(target.shape), node)
        shape: list[Any] = value.shape  # type: ignore[attr-defined]
        for n, m in zip(shape, target.shape[len(target.shape) - len(shape) :], strict=True):
            if n is m or known_int(n) == 1 or (known_int(n) is not None and known_int(n) == known_int(m)):
                continue
            fits = self.b.or_(self.b.icmp_signed("==", n, m), self.b.icmp_signed("==", n, const(1)))
            (own, other), details = sizes.shapes_said([value.shape, target.shape]) or (["{0}", "{1}"], [n, m])  # type: ignore[attr-defined]
            text = f"could not broadcast input array from shape {own} into shape {other}"
            self.low.check(fits, ValueError, text, node, details)
        reads: list[Any] = value.reads if isinstance(value, LazyV) else [value]
        clashing = [r for r in reads if self._may_clash(target, r)]
        windows = [v for v in clashing if _is_window_of_same(target, v)]
        others = [v for v in clashing if not any(v is w for w in windows)]
        way = _one_way(target, windows) if all(_may_well_lie_apart(target, v) for v in others) else None
        if not clashing:
            self._write(target, value)
        elif way is not None:  # in an order in which elements are read before they are written
            fine: Any = self._lie_apart(target, others) if others else ir.Constant(I1, 1)
            for v in windows:
                fine = both(self.low, fine, equal(self.low, v.shape[0], target.shape[0]))
            self._in_place(fine, target, value, way)
        elif not all(_may_well_lie_apart(target, v) for v in clashing):
            self._write(target, self._copied(value))
        else:
            self._in_place(self._lie_apart(target, clashing), target, value)

    def _in_place(self, fine: Any, target: ArrayV, value: Any, *way: Any) -> None:
        """Write ``value`` to ``target`` element by element if that is ``fine``, as it nearly always is, else a copy of it."""
        fine = likely(self.low, fine)
        choose(self.low, fine, lambda: self._write(target, value, *way), lambda: self._write(target, self._copied(value)))

    def _copied(self, value: Any) -> ArrayV:
        return self.copy(value, memory_order.BY_COLUMNS if value.ty.layout in ("F", "T") else memory_order.BY_ROWS)

    def _lie_apart(self, target: ArrayV, others: list[ArrayV]) -> Any:
        """Whether no element of ``target`` is one of the others (i1)."""
        bounds, share = sizes.MemoryBounds(self.low), self.low.instance.compiler.helper(MAY_SHARE)
        found: Any = None
        for v in {id(v.data): v for v in others}.values():
            met = bounds.shared(target, v)
            if _has_steps(target) and _has_steps(v):
                met = self.b.and_(met, bounds.may_meet(target, v))
            shared = self.b.call(share, [target.data, v.data, met])
            found = shared if found is None else self.b.or_(found, shared)
        return self.b.not_(found)

    def _write(self, target: ArrayV, value: Any, way: int = 1) -> None:
        """Write the elements of a value, which has as many axes as the target at most; ``way`` -1: a sequence from its end."""
        at, stretched = self.stretched(value, target.shape)
        kind = Scalar(value.ty.dtype)
        to = Scalar(target.ty.dtype)

        def one(idx: list[Any]) -> None:
            if way < 0:
                idx = [self.b.sub(self.b.sub(target.shape[0], const(1), flags=["nsw"]), idx[0], flags=["nsw"])]
            self.store(target, idx, self.low.convert(ScalarV(kind, at(idx)), to).v)

        self.each_even(target.shape, one, target.ty.layout, stretched)

    def _without_leading(self, value: Val, ndim: int, node: Any) -> Val:
        """``value`` without the first axes that are too many for ``ndim``: they have one element each."""
        assert isinstance(value, (ArrayV, LazyV))
        extra = len(value.shape) - ndim
        if extra <= 0:
            return value
        for n in value.shape[:extra]:
            text = f"could not broadcast an array of {len(value.shape)} axes, the first of {{0}} elements, into {ndim} axes"
            self.low.check(equal(self.low, n, const(1)), ValueError, text, node, [n])
        first = [const(0)] * extra
        ty = Array(value.ty.dtype, ndim, "A" if ndim else "C")
        return LazyV(ty, value.shape[extra:], lambda idx: self.element(value, [*first, *idx]))

    def _may_clash(self, target: ArrayV, source: ArrayV) -> bool:
        """Whether writing ``target`` element by element could change an element of ``source`` that is still to be read."""
        if made_apart(target, source):
            return False
        same = target.data is source.data and len(target.shape) == len(source.shape)
        pairs = [*zip(target.strides, source.strides, strict=False), *zip(target.shape, source.shape, strict=False)]
        return not (same and all(a is b or (known_int(a) is not None and known_int(a) == known_int(b)) for a, b in pairs))

    # ---- views

    def transpose(self, a: ArrayV) -> ArrayV:
        return memory_order.seen(a, range(a.ty.ndim)[::-1])

    def null(self) -> Any:
        return ir.Constant(PTR, None)


def _one_way(target: ArrayV, others: list[ArrayV]) -> int | None:
    """The direction in which a slice of a sequence can be written from other slices of it, element by element: upwards where
    what is read begins behind it, -1 where it begins in front; None where neither is right in any case."""
    steps = [(v.window or (v.data, 0))[1] - (target.window or (target.data, 0))[1] for v in others]
    return None if not steps else 1 if min(steps) >= 0 else -1 if max(steps) <= 0 else None


def _is_window_of_same(a: ArrayV, b: ArrayV) -> bool:
    """Whether two sequences are slices by steps of one of the same, or it and a slice of it."""
    if len(a.shape) != 1 or len(b.shape) != 1 or (a.window or (a.data, 0))[0] is not (b.window or (b.data, 0))[0]:
        return False
    step, other = a.strides[0], b.strides[0]
    return step is other or (known_int(step) is not None and known_int(step) == known_int(other))


def _has_steps(a: ArrayV) -> bool:
    """Whether it is a sequence that may leave elements of its memory out."""
    return len(a.shape) == 1 and a.ty.layout not in ("C", "F")


def _may_well_lie_apart(a: ArrayV, b: ArrayV) -> bool:
    """Whether a test at run time is worth it: for different arguments, and for sequences by steps, ``x[::2]`` and ``x[1::2]``."""
    return (is_known(a.origin) and is_known(b.origin) and a.origin != b.origin) or (_has_steps(a) and _has_steps(b))


def zero_of(dtype: str) -> Any:
    return number_constant(dtype, 0)
