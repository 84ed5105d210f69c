"""Loops over ``irad.checkpointed(...)`` and ``while irad.checkpointed_while(...)``.

The loop is an ordinary one with a mark in its body (docs/dev/differentiation.md, "Checkpointed loops").  Besides, memory is
bounded: arrays that an iteration makes are freed at its end.  Those that a variable hands on to the next iteration move to places
that the loop has reserved before, as many as there are such variables, each as large as the largest of them.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from llvmlite import ir

from irad.byte_counts import FORM, byte_count
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.overlap_checks import span
from irad.frontends.python.core.python_values import (
    I1,
    I8,
    I64,
    MEMORY,
    ArrayV,
    KnownV,
    NoneV,
    ScalarV,
    const,
    known_int,
    leaf_types,
)
from irad.frontends.python.sources.bound_names import assigned_names, bound_before, grown_in, read_in_scopes, read_names
from irad.frontends.python.sources.function_notes import public_name
from irad.frontends.python.sources.python_types import Array, Tuple, Ty, has_array
from irad.frontends.python.sources.webs import shown

_SETTINGS = ("snapshots", "segment", "budget", "storage", "directory")
_LOG = -1
_OUTSIDE = "assign it before the loop, with the shape that it keeps"


@dataclass
class Settings:
    """What the user asks for, as in `runtime_ir/schedules.c`; ``subject`` is what the loop runs over, or its condition.

    ``directory``: where snapshots are on disk, a pointer to the name, null for the default; None if they are in memory.
    """

    subject: Any
    snapshots: Any
    segment: Any
    budget: Any
    directory: Any
    node: Any


def settings(low: Lowering, node: Any, name: str) -> Settings | None:
    """The settings in a call of ``irad.checkpointed`` (or what ``name`` says), None if ``node`` is something else."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Name, ast.Attribute)):
        return None
    fn = low.expr.value(node.func) if _may_be(node.func, name) else None
    if not isinstance(fn, KnownV) or public_name(fn.value) != name:
        return None
    given = dict(zip((name, *_SETTINGS[:1]), node.args, strict=False))
    if not node.args or len(node.args) > 2 or any(k.arg not in _SETTINGS or k.arg in given for k in node.keywords):
        low.wrong(node, f"irad.{name}() takes what it is for, snapshots=, segment=, budget=, storage= and directory=")
    given |= {k.arg: k.value for k in node.keywords if k.arg is not None}
    budget = _budget(low, given.get("budget"))
    snapshots = _snapshots(low, given.get("snapshots"))
    segment = _number(low, given.get("segment"), _setting(low, given.get("segment")))
    return Settings(given[name], snapshots, segment, budget, _directory(low, given, node), node)


def _may_be(func: Any, name: str) -> bool:
    """Whether the function may be irad's: names are looked up without a value being made for anything else."""
    return isinstance(func, ast.Name) or func.attr == name


def _snapshots(low: Lowering, node: Any) -> Any:
    v = _setting(low, node)
    if v is None:
        return const(0)
    if isinstance(v, KnownV) and v.value == "log":
        return const(_LOG)
    return _number(low, node, v, 1)


def _setting(low: Lowering, node: Any) -> Any:
    """A setting's value; None where it is not given, or None."""
    v = low.expr.value(node) if node is not None else None
    return None if isinstance(v, NoneV) else v


def _number(low: Lowering, node: Any, v: Any, least: int = 0) -> Any:
    if v is None:
        return const(0)
    if not isinstance(v, ScalarV) or v.ty.kind != "int64":
        low.wrong(node, f"this has to be an integer, not {v.ty}", 'snapshots may be "log" or None as well')
    assert isinstance(v, ScalarV)
    known = known_int(v.v)
    if known is not None and known < least:
        low.wrong(node, f"this has to be at least {least}, not {known}")
    if known is None:
        low.check(low.b.icmp_signed(">=", v.v, const(least)), ValueError, f"{{0}}: this has to be at least {least}", node, [v.v])
    return v.v


def _budget(low: Lowering, node: Any) -> Any:
    v = _setting(low, node)
    if not isinstance(v, KnownV) or not isinstance(v.value, str):
        return _number(low, node, v)
    found = byte_count(v.value)
    if found is None:
        low.wrong(node, f"{v.value!r} is no amount of memory", FORM)
    return const(found)


def _directory(low: Lowering, given: dict[str, Any], node: Any) -> Any:
    """See `Settings`."""
    storage = _text(low, given.get("storage"), "memory")
    name = _text(low, given.get("directory"), None)
    if storage not in ("memory", "disk"):
        low.wrong(given["storage"], f"there is no storage {storage!r} for snapshots", 'write "memory" or "disk"')
    if storage == "memory":
        if name is not None and "storage" not in given:
            low.wrong(given["directory"], "directory= is for snapshots on disk", 'write storage="disk" as well')
        return None
    if name is None:
        return ir.Constant(ir.PointerType(), None)
    if not name or "\0" in name:
        low.wrong(given["directory"], f"{name!r} is no name of a directory", "leave it out for the directory of temporary files")
    return low.instance.compiler.text_of(os.fsencode(name) + b"\0")


def _text(low: Lowering, node: Any, default: str | None) -> str | None:
    """A string that is known when compiling."""
    if node is None:
        return default
    v = low.expr.value(node)
    if isinstance(v, NoneV):
        return default
    if not isinstance(v, KnownV) or not isinstance(v.value, str):
        low.wrong(node, f"this has to be a string that is known when compiling, not {v.ty}", "write it here, or in a constant")
    assert isinstance(v, KnownV)
    return str(v.value)


@dataclass
class _Carried:
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

    members: list[_Carried]
    size: Any
    start: Any


def _handed_on(low: Any, s: Any) -> Iterator[tuple[str, Ty]]:
    """The variables with arrays that iterations of a loop hand on, with their types."""
    for name in sorted(assigned_names(s.body)):
        ty: Ty | None = low.instance.variables.get(name)
        if ty is not None and has_array(ty) and not low.instance.stays_inside(name, s.body):
            yield name, ty


def _arrays_of(ty: Ty, places: list[Any]) -> Iterator[tuple[Ty, list[Any]]]:
    """The arrays in a value, and whatever else contains arrays, with the places of each; takes from the front of the list."""
    if isinstance(ty, Tuple):
        for item in ty.items:
            yield from _arrays_of(item, places)
        return
    own = [places.pop(0) for _ in leaf_types(ty)]
    if has_array(ty):
        yield ty, own


def first_apart(low: Any, s: Any, found: Settings | None) -> bool:
    """Whether the first iteration has to run before the checkpointed loop, because it is what tells shapes of arrays.

    That is so where a variable hands on an array, and may have none before the loop.
    """
    if found is None:
        return False
    mine = low.instance
    return any(n not in mine.arg_names and not bound_before(n, mine.body, s) for n, _ in _handed_on(low, s))


class CheckpointedBody:
    """The body of one checkpointed loop; made before the loop begins."""

    def __init__(self, low: Any, s: Any, found: Settings) -> None:
        self.low, self.s, self.settings = low, s, found
        grown = grown_in(s.body) & low.instance.growing & low.instance.local_names
        if grown:
            low.unsupported(s, f"the list '{shown(min(grown))}' grows in a checkpointed loop", "use an array of known size")
        self.allocates = id(s.body) in low.instance.allocates
        self.moves = self.allocates and not low.instance.releases(s.body)
        self.carried: list[_Carried] = []
        self.pools: list[_Pool] = []
        self._find_carried()
        if self.moves:
            self._reserve_pools()

    def _find_carried(self) -> None:
        low, b = self.low, self.low.b
        for name, ty in _handed_on(low, self.s):
            if name not in low.slots:
                low.slots[name] = (ty, [low.alloca(t) for t in low.leaf_types(ty)])
            for part, places in _arrays_of(ty, list(low.slots[name][1])):
                if not isinstance(part, Array) or part.layout != "C":
                    what = f"the variable '{shown(name)}' is {ty}, and a checkpointed loop hands it on"
                    low.unsupported(self.s, what, "carry arrays in C order (np.ascontiguousarray)")
                assert isinstance(part, Array)
                shape = [b.load(p, typ=I64) for p in places[1:]]
                there = b.load(low.flag(name), typ=I1)
                shape = [b.select(there, n, const(0)) for n in shape]
                size = b.mul(low.arrays.size(shape), const(_width(part)))
                self.carried.append(_Carried(name, part, places[0], places[1:], shape, size))

    def _reserve_pools(self) -> None:
        low, b = self.low, self.low.b
        for dtype in dict.fromkeys(c.ty.dtype for c in self.carried):
            members = [c for c in self.carried if c.ty.dtype == dtype]
            size: Any = const(0)
            for c in members:
                size = b.select(b.icmp_signed(">", c.bytes, size), c.bytes, size)
            size = b.and_(b.add(size, const(63)), const(-64))
            start = low.reserve_raw(b.mul(size, const(len(members))))
            self.pools.append(_Pool(members, size, start))
            for c in members:
                there = b.load(low.flag(c.name), typ=I1)
                b.store(b.select(there, b.load(c.place, typ=ir.PointerType()), start), c.place)

    def scoped(self, body: list[Any], test: Any = None, other: Any = None) -> None:
        """Emit the body.

        What is there when ``break`` leaves the loop is handed on as well: it ends the iteration, and the loop behind that.
        ``test``: the condition of a loop where that is a part of the iteration; the loop goes on in the block ``other`` then.
        """
        low = self.low
        self._mark()
        low.bodies.append(id(body))
        low.checkpointed += 1
        left = low.alloca(I1)
        low.b.store(ir.Constant(I1, 0), left)
        mark = low.reserve_raw(const(16)) if self.allocates else None
        target, done = low.loops[-1]
        again, out = low.fn.append_basic_block("again"), low.fn.append_basic_block("out")
        low.loops[-1] = (again, out)
        ended = self._tested(test, again, left) if test is not None else None
        low.block(body)
        low.loops[-1] = (target, done)
        low.bodies.pop()
        low.checkpointed -= 1
        if not low.b.block.is_terminated:
            low.b.branch(again)
        low.b = ir.IRBuilder(out)
        low.b.store(ir.Constant(I1, 1), left)
        low.b.branch(again)
        low.b = ir.IRBuilder(again)
        self._keep_shapes()
        if mark is not None:
            for pool in self.pools:
                self._move(pool, mark)
            low.release(mark)
        behind = low.fn.append_basic_block("behind")
        low.b.cbranch(low.b.load(left, typ=I1), behind, target)
        low.b = ir.IRBuilder(behind)
        if ended is not None:
            low.b.cbranch(low.b.load(ended, typ=I1), other, done)
        else:
            low.b.branch(done)
        low.b = ir.IRBuilder(low.fn.append_basic_block("never"))
        low.b.unreachable()

    def _tested(self, test: Any, again: Any, left: Any) -> Any:
        """Leave the loop unless the condition holds; the variable that says that it has been left so."""
        low = self.low
        ended = low.alloca(I1)
        low.b.store(ir.Constant(I1, 0), ended)
        low.reads = {}
        holds = low.truth(low.expr.value(test), test)
        go, end = low.fn.append_basic_block("holds"), low.fn.append_basic_block("ended")
        low.b.cbranch(holds, go, end)
        low.b = ir.IRBuilder(end)
        for place in (left, ended):
            low.b.store(ir.Constant(I1, 1), place)
        low.b.branch(again)
        low.b = ir.IRBuilder(go)
        return ended

    # ---- marks

    def _mark(self) -> None:
        low, found = self.low, self.settings
        kind = ir.FunctionType(ir.VoidType(), [I64] * 3)
        low.b.call(low.instance.compiler.external("__irad_checkpoint_loop", kind), [found.snapshots, found.segment, found.budget])
        if found.directory is not None:
            disk = ir.FunctionType(ir.VoidType(), [ir.PointerType()])
            low.b.call(low.instance.compiler.external("__irad_checkpoint_disk", disk), [found.directory])
        _mark_arrays(low, self.s, {c.name for c in self.carried})
        for c in self.carried:
            _mark_memory(low, low.b.load(c.place, typ=ir.PointerType()), c.bytes)
        for pool in self.pools:
            _mark_memory(low, pool.start, low.b.mul(pool.size, const(len(pool.members))), pool=True)

    # ---- what is handed on

    def _move(self, pool: _Pool, mark: Any) -> None:
        """Move arrays that this iteration has made, and that variables hand on, to places that no other of them is in."""
        low, b, carried, size = self.low, self.low.b, pool.members, pool.size
        test = low.instance.compiler.runtime("irad_is_newer")
        now = [b.load(c.place, typ=ir.PointerType()) for c in carried]
        there = [b.load(low.flag(c.name), typ=I1) for c in carried]
        fresh = [b.call(test, [low.stack(), mark, p]) for p in now]
        address = [b.ptrtoint(p, I64) for p in now]
        begin = b.ptrtoint(pool.start, I64)
        taken = [self._uses(pool, address, fresh, there, b.add(begin, b.mul(size, const(k)))) for k in range(len(carried))]
        moved: list[Any] = []
        for i, c in enumerate(carried):
            place: Any = pool.start
            found: Any = ir.Constant(I1, 0)
            for k, used in enumerate(taken):
                free = b.and_(b.not_(used), b.not_(found))
                place = b.select(free, b.gep(pool.start, [b.mul(size, const(k))], source_etype=I8), place)
                taken[k] = b.or_(used, b.and_(free, fresh[i]))
                found = b.or_(found, free)
            for j in range(i):
                same = b.and_(b.and_(fresh[i], fresh[j]), b.icmp_unsigned("==", address[i], address[j]))
                place = b.select(same, moved[j], place)
                self._check_apart(c, carried[j], address[i], address[j], b.and_(b.and_(fresh[i], fresh[j]), b.not_(same)))
                b = low.b
            moved.append(b.call(self._choice(), [low.stack(), mark, now[i], place]))
            self._copy(c, moved[i], now[i], fresh[i])
            b = low.b
            b.store(moved[i], c.place)

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

    def _copy(self, c: _Carried, to: Any, source: Any, wanted: Any) -> None:
        low, t = self.low, MEMORY[c.ty.dtype]

        def element(i: Any) -> None:
            b = low.b
            v = b.load(b.gep(source, [i], inbounds=True, source_etype=t), typ=t)
            b.store(v, b.gep(to, [i], inbounds=True, source_etype=t))

        low.counted(low.b.select(wanted, low.arrays.size(c.shape), const(0)), element)

    def _uses(self, pool: _Pool, address: list[Any], fresh: list[Any], there: list[Any], start: Any) -> Any:
        """Whether one of the arrays that stay where they are lies in the place that begins at ``start``."""
        b = self.low.b
        out: Any = ir.Constant(I1, 0)
        for a, new, f in zip(address, fresh, there, strict=True):
            inside = b.icmp_unsigned("<", b.sub(a, start), pool.size)
            out = b.or_(out, b.and_(b.and_(f, b.not_(new)), inside))
        return out

    def _keep_shapes(self) -> None:
        """Arrays that are handed on keep their shapes, which are then known before the loop."""
        low = self.low
        for c in self.carried:
            text = f"the array '{shown(c.name)}' that a checkpointed loop hands on must keep its shape"
            there = low.b.load(low.flag(c.name), typ=I1)
            for n, at in zip(c.shape, c.dims, strict=True):
                new = low.b.load(at, typ=I64)
                same = low.b.or_(low.b.icmp_signed("==", n, new), low.b.not_(there))
                low.check(same, ValueError, f"{text}: {{0}} after {{1}} along an axis ({_OUTSIDE})", self.s, [new, n])
                low.b.store(low.b.select(there, n, new), at)

    def _check_apart(self, c: _Carried, other: _Carried, address: Any, place: Any, both: Any) -> None:
        """``address``: of ``c``, ``place``: of ``other``, if ``both`` have been made by this iteration."""
        low, b = self.low, self.low.b
        behind = b.icmp_unsigned("<", b.sub(address, place), other.bytes)
        before = b.icmp_unsigned("<", b.sub(place, address), c.bytes)
        names = f"'{shown(other.name)}' and '{shown(c.name)}'"
        text = f"the arrays {names} that a checkpointed loop hands on share memory that a step has made: copy one of them"
        low.check(b.not_(b.and_(both, b.or_(behind, before))), ValueError, text, self.s)


def _width(ty: Array) -> int:
    return {"double": 8, "float": 4, "i64": 8, "i8": 1}[str(MEMORY[ty.dtype])]


def lower_body(low: Any, s: Any, found: Settings | None, other: Any = None) -> Callable[[list[Any]], None]:
    """The function that emits the body of a loop; ``other``: where it goes on when its condition, tested there, does not hold."""
    if found is not None:
        emit = CheckpointedBody(low, s, found).scoped
        return emit if other is None else partial(emit, test=found.subject, other=other)
    return partial(_bounded, low, s) if low.instance.compiler.limited and not low.loops else low.scoped


def tests_inside(low: Any, found: Settings | None) -> bool:
    """Whether the condition of a loop has to be a part of its iterations, because it makes arrays."""
    return found is not None and id(found.subject) in low.instance.allocates


def _bounded(low: Any, s: Any, body: list[Any]) -> None:
    """A loop that may become a checkpointed one (`irad.transform.checkpoint.long_loops`)."""
    _mark_arrays(low, s, set())
    low.scoped(body)


def _mark_arrays(low: Any, s: Any, leaving_out: set[str]) -> None:
    """Say how large the arrays are that variables bring into the loop ``s``.

    What a variable has that the loop does not use is of no interest, and may be gone.
    """
    brought = (read_names([s]) | read_in_scopes(low.instance.body)) - leaving_out
    brought -= {name for name in assigned_names(s.body) if low.instance.stays_inside(name, s.body)}
    for name, (ty, places) in list(low.slots.items()):
        if name in brought and isinstance(ty, Array):
            there = low.b.load(low.flag(name), typ=I1)
            loaded = [low.b.load(p, typ=t) for p, t in zip(places, low.leaf_types(ty), strict=True)]
            _mark_extent(low, low.from_leaves(ty, loaded), there)
    for v in low.bound.values():
        if isinstance(v, ArrayV):
            _mark_extent(low, v, ir.Constant(I1, 1))


def _mark_extent(low: Any, a: ArrayV, there: Any) -> None:
    b = low.b
    size, start = span(low, a)
    first = b.gep(a.data, [b.sub(const(0), start)], source_etype=I8)
    _mark_memory(low, first, b.select(there, size, const(0)))


def _mark_memory(low: Any, pointer: Any, size: Any, pool: bool = False) -> None:
    name = "__irad_checkpoint_pool" if pool else "__irad_checkpoint_memory"
    kind = ir.FunctionType(ir.VoidType(), [ir.PointerType(), I64])
    low.b.call(low.instance.compiler.external(name, kind), [pointer, size])
