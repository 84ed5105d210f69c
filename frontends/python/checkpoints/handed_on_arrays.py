"""Arrays that Python variables hand on from one iteration of a checkpointed loop to the next.

Arrays that an iteration makes are freed at its end.  Those that a variable hands on move to places that the loop has reserved
before, in a pool for each dtype.  An array keeps its shape, which is known before the loop then: in a marked loop an error says
so otherwise; one without a mark is entered only if shapes are known to stay (`irad.transform.outline.lasting_shapes`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from irad.frontends.python.core.python_values import I1, I8, I64, ITEM, LEAF, MEMORY, const, leaf_types
from irad.frontends.python.sources.dtypes import DTYPES
from irad.frontends.python.sources.python_types import Array, Tuple, Ty, has_array
from irad.frontends.python.trees.bound_names import assigned_names, rebound_names
from irad.frontends.python.trees.webs import shown

_OUTSIDE = "assign it before the loop, with the shape that it keeps"
_FEW = 4  # members of a pool that may overlap in chains


_Pairs = dict[tuple[int, int], Any]


@dataclass
class Carried:
    """An array that a variable hands on from iteration to iteration: its place, and what it was before the loop."""

    name: str
    ty: Array
    place: Any
    dims: list[Any]
    shape: list[Any]
    bytes: Any


@dataclass
class _Pool:
    """Places for arrays of one dtype that an iteration makes and hands on, one for each of ``members``; ``size``: of a place."""

    members: list[Carried]
    size: Any
    start: Any


def handed_on(low: Any, s: Any) -> Iterator[tuple[str, Ty]]:
    """The variables with arrays that iterations of a loop hand on, with their types."""
    rebound = rebound_names(s.body)
    for name in sorted(assigned_names(s.body)):
        ty: Ty | None = low.instance.variables.get(name)
        if isinstance(ty, Array) and name not in rebound:
            continue
        if ty is not None and has_array(ty) and not low.instance.stays_inside(name, s.body):
            yield name, ty


def arrays_within(ty: Ty) -> list[Ty]:
    """The arrays in a value, and whatever else contains arrays."""
    return [part for part, _ in _arrays_of(ty, [None] * len(leaf_types(ty)))]


def fits(part: Ty) -> bool:
    """Whether a pool can take what a variable holds: elements without gaps, in the order of C or Fortran."""
    return isinstance(part, Array) and part.layout in ("C", "F")


def _arrays_of(ty: Ty, places: list[Any]) -> Iterator[tuple[Ty, list[Any]]]:
    """The arrays in a value, and whatever else contains arrays, with the places of each; takes from the front of the list."""
    if isinstance(ty, Tuple):
        for item in ty.items:
            yield from _arrays_of(item, places)
        return
    own = [places.pop(0) for _ in leaf_types(ty)]
    if has_array(ty):
        yield ty, own


class HandedOnArrays:
    """Those of one loop; made before it begins.  ``shapes``: a token that says that it has no mark (`lasting_shapes`)."""

    def __init__(self, low: Any, s: Any, moves: bool, shapes: Any = None) -> None:
        self.low, self.s, self.shapes = low, s, shapes
        self.carried: list[Carried] = []
        self.pools: list[_Pool] = []
        self._find()
        if moves:
            self._reserve()

    def _find(self) -> None:
        low, b = self.low, self.low.b
        for name, ty in handed_on(low, self.s):
            if name not in low.slots:
                low.slots[name] = (ty, [low.alloca(t) for t in low.leaf_types(ty)])
            for part, places in _arrays_of(ty, list(low.slots[name][1])):
                if not fits(part):
                    what = f"the variable '{shown(name)}' is {ty}, and a checkpointed loop hands it on"
                    low.unsupported(self.s, what, "carry arrays without gaps (np.ascontiguousarray)")
                assert isinstance(part, Array)
                places = places[: 1 + part.ndim]  # (strides follow from the shape)
                shape = [b.load(p, typ=I64) for p in places[1:]]
                there = b.load(low.flag(name), typ=I1)
                shape = [b.select(there, n, const(0)) for n in shape]
                size = b.mul(low.arrays.size(shape), const(_width(part)))
                self.carried.append(Carried(name, part, places[0], places[1:], shape, size))

    def _reserve(self) -> None:
        low, b = self.low, self.low.b
        for dtype in dict.fromkeys(c.ty.dtype for c in self.carried):
            members = [c for c in self.carried if c.ty.dtype == dtype]
            size: Any = const(0)
            for c in members:
                size = b.select(b.icmp_signed(">", c.bytes, size), c.bytes, size)
            if self.shapes is not None and len(members) > 1:  # different parts of one array fit as well
                size = b.mul(size, const(2))
            size = b.and_(b.add(size, const(63)), const(-64))
            start = low.reserve_raw(b.mul(size, const(len(members))))
            self.pools.append(_Pool(members, size, start))
            for c in members:
                there = b.load(low.flag(c.name), typ=I1)
                b.store(b.select(there, b.load(c.place, typ=ir.PointerType()), start), c.place)

    def keep_shapes(self) -> None:
        """Arrays that are handed on keep their shapes, which are then known before the loop."""
        low = self.low
        for c in self.carried:
            text = f"the array '{shown(c.name)}' that a checkpointed loop hands on must keep its shape"
            there = low.b.load(low.flag(c.name), typ=I1)
            for n, at in zip(c.shape, c.dims, strict=True):
                new = low.b.load(at, typ=I64)
                if self.shapes is None:
                    same = low.b.or_(low.b.icmp_signed("==", n, new), low.b.not_(there))
                    low.check(same, ValueError, f"{text}: {{0}} after {{1}} along an axis ({_OUTSIDE})", self.s, [new, n])
                else:
                    mark_shape(low, self.shapes, low.b.select(there, new, n), n)
                low.b.store(low.b.select(there, n, new), at)

    def move(self, mark: Any) -> None:
        """Move arrays that have been made since ``mark``."""
        for pool in self.pools:
            self._move(pool, mark)

    def _move(self, pool: _Pool, mark: Any) -> None:
        """Move arrays that this iteration has made, and that variables hand on, to places that no other of them is in.

        Where variables have parts of the same memory, that stays so.
        """
        low, b, carried, size = self.low, self.low.b, pool.members, pool.size
        test = low.instance.compiler.runtime("irad_is_newer")
        now = [b.load(c.place, typ=ir.PointerType()) for c in carried]
        there = [b.load(low.flag(c.name), typ=I1) for c in carried]
        fresh = [b.call(test, [low.stack(), mark, p]) for p in now]
        apart, common = self._common(carried, now, fresh)
        offset = self._offsets(carried, apart, common, size)
        b = low.b
        stays = [b.and_(f, b.not_(new)) for f, new in zip(there, fresh, strict=True)]
        at = [self._distance(p, pool.start) for p in now]
        taken = [self._uses(pool, at, stays, b.mul(size, const(k))) for k in range(len(carried))]
        places: list[Any] = []
        for i, c in enumerate(carried):
            place: Any = const(0)
            found: Any = ir.Constant(I1, 0)
            for k, used in enumerate(taken):
                free = b.and_(b.not_(used), b.not_(found))
                place = b.select(free, b.mul(size, const(k)), place)
                taken[k] = b.or_(used, b.and_(free, fresh[i]))
                found = b.or_(found, free)
            for j in range(i):
                place = b.select(common[j, i], places[j], place)
            places.append(place)
            to = b.gep(pool.start, [b.add(place, offset[i])], source_etype=I8)
            moved = b.call(self._choice(), [low.stack(), mark, now[i], to])
            self._copy(c, moved, now[i], fresh[i])
            b = low.b
            b.store(moved, c.place)

    def _common(self, carried: list[Carried], now: list[Any], fresh: list[Any]) -> tuple[_Pairs, _Pairs]:
        """For each pair how far the arrays are apart, and whether this iteration has made them and they share memory."""
        b = self.low.b
        apart: _Pairs = {}
        common: _Pairs = {}
        for i, c in enumerate(carried):
            for j, other in enumerate(carried[:i]):
                behind = apart[j, i] = self._distance(now[i], now[j])
                shared = b.or_(b.icmp_unsigned("<", behind, other.bytes), b.icmp_unsigned("<", b.neg(behind), c.bytes))
                common[j, i] = b.and_(b.and_(fresh[i], fresh[j]), shared)
        return apart, common

    def _distance(self, p: Any, q: Any) -> Any:
        """How far ``p`` lies behind ``q``, as a number that nobody takes for a pointer."""
        kind = ir.FunctionType(I64, [ir.PointerType()] * 2)
        return self.low.b.call(self.low.instance.compiler.external("irad_distance", kind), [p, q])

    def _offsets(self, carried: list[Carried], apart: _Pairs, common: _Pairs, size: Any) -> list[Any]:
        """Where the arrays begin in the memory that they share with others, all of which has to fit into one place."""
        low, b = self.low, self.low.b
        out: list[Any] = [const(0) for _ in carried]
        for _ in range(len(carried) - 1 if len(carried) <= _FEW else 1):
            for (j, i), both in common.items():
                later, earlier = b.add(out[j], apart[j, i]), b.sub(out[i], apart[j, i])
                out[i] = b.select(b.and_(both, b.icmp_signed(">", later, out[i])), later, out[i])
                out[j] = b.select(b.and_(both, b.icmp_signed(">", earlier, out[j])), earlier, out[j])
        for (j, i), both in common.items():
            fit: Any = b.icmp_signed("==", b.sub(out[i], out[j]), apart[j, i])
            for k in (i, j):
                fit = b.and_(fit, b.icmp_unsigned("<=", b.add(out[k], carried[k].bytes), size))
            names = f"'{shown(carried[j].name)}' and '{shown(carried[i].name)}'"
            text = f"the arrays {names} that a checkpointed loop hands on are parts of a larger one that a step has made: "
            text += "copy one of them" + (", or leave out tape_limit" if self.shapes is not None else "")
            low.check(b.or_(b.not_(both), fit), ValueError, text, self.s)
            b = low.b
        return out

    def _choice(self) -> Any:
        """``irad_handed_on(stack, mark, p, place)``: ``place`` for memory that is newer than the mark, else ``p``.

        LLVM does not look into it, so that it remains visible that what an iteration makes is not handed on itself.
        """
        compiler, pointer = self.low.instance.compiler, ir.PointerType()
        fn = compiler.external("irad_handed_on", ir.FunctionType(pointer, [pointer] * 4))
        if fn.is_declaration:
            fn.linkage = "weak"
            fn.attributes.add("noinline")
            fn.attributes.add("nounwind")
            b = ir.IRBuilder(fn.append_basic_block("entry"))
            newer = b.call(compiler.runtime("irad_is_newer"), fn.args[:3])
            b.ret(b.select(newer, fn.args[3], fn.args[2]))
        return fn

    def _copy(self, c: Carried, to: Any, source: Any, wanted: Any) -> None:
        low, d = self.low, DTYPES[c.ty.dtype]
        t = LEAF[d.name] if d.is_complex else MEMORY[d.name]

        def element(i: Any) -> None:
            b = low.b
            v = b.load(b.gep(source, [i], inbounds=True, source_etype=t), typ=t)
            b.store(v, b.gep(to, [i], inbounds=True, source_etype=t))

        count = low.arrays.mul(low.arrays.size(c.shape), const(len(d.parts)))
        low.counted(low.b.select(wanted, count, const(0)), element)

    def _uses(self, pool: _Pool, at: list[Any], stays: list[Any], place: Any) -> Any:
        """Whether one of the arrays that stay where they are, ``at`` in the pool, lies in a place."""
        b = self.low.b
        out: Any = ir.Constant(I1, 0)
        for start, here in zip(at, stays, strict=True):
            inside = b.icmp_unsigned("<", b.sub(start, place), pool.size)
            out = b.or_(out, b.and_(here, inside))
        return out


def _width(ty: Array) -> int:
    return ITEM[ty.dtype]


# ---- marks


def shapes_stay(low: Any) -> tuple[Any, Any]:
    """A token for the marks of shapes in a loop, and whether the shapes are known to stay, which irad puts in."""
    external, pointer = low.instance.compiler.external, ir.PointerType()
    token = low.b.call(external("__irad_shapes", ir.FunctionType(pointer, [])), [])
    return token, low.b.call(external("__irad_shapes_stay", ir.FunctionType(I1, [pointer])), [token])


def mark_shape(low: Any, token: Any, new: Any, old: Any) -> None:
    """Say what has to be equal at the end of an iteration."""
    kind = ir.FunctionType(ir.VoidType(), [ir.PointerType(), I64, I64])
    low.b.call(low.instance.compiler.external("__irad_shape", kind), [token, new, old])
