"""Loops over ``irad.checkpointed(...)`` and ``while irad.checkpointed_while(...)``.

The loop is an ordinary one with a mark in its body (docs/dev/differentiation.md, "Checkpointed loops").  Besides, memory is
bounded: arrays that an iteration makes are freed at its end, or move to places that the loop has reserved before
(`handed_on_arrays.py`).  Where the memory of tapes is limited, outermost loops without a mark have that second form beside their
ordinary one, for shapes that stay.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from llvmlite import ir

from irad.byte_counts import FORM, byte_count
from irad.frontends.python.checkpoints.handed_on_arrays import HandedOnArrays, arrays_within, fits, handed_on, shapes_stay
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.overlap_checks import span
from irad.frontends.python.core.python_values import (
    I1,
    I8,
    I64,
    ArrayV,
    KnownV,
    NoneV,
    ScalarV,
    const,
    known_int,
)
from irad.frontends.python.sources.function_notes import public_name
from irad.frontends.python.sources.python_types import Array
from irad.frontends.python.trees.bound_names import assigned_names, bound_before, grown_in, read_in_scopes, read_names
from irad.frontends.python.trees.early_returns import enumerated
from irad.frontends.python.trees.webs import shown

_SETTINGS = ("snapshots", "segment", "budget", "storage", "directory")
_LOG = -1
LOOP_MARK = "__irad_checkpoint_loop"


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
    automatic: bool = False  # nobody has marked the loop
    shapes: Any = None  # the token of marks of shapes of such a loop


def settings(low: Lowering, node: Any, name: str) -> Settings | None:
    """The settings in a call of ``irad.checkpointed`` (or what ``name`` says), None if ``node`` is something else."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Name, ast.Attribute)):
        return None
    if name == "checkpointed" and (inner := enumerated(node)) is not None:  # as if it stood around enumerate
        found = settings(low, inner, name)
        if found is None:
            return None
        subject = ast.Call(node.func, [found.subject, *node.args[1:]], node.keywords)
        return replace(found, subject=ast.copy_location(subject, node))
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
    if not isinstance(v, ScalarV) or not v.ty.is_integer:
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


def without_shape(low: Any, s: Any, found: Settings | None) -> list[str]:
    """The variables that hand on an array, and may have none before the checkpointed loop.

    Iterations run before it until all of them have one, so that their shapes are known: the first one, as a rule.
    """
    if found is None:
        return []
    mine = low.instance
    return [n for n, _ in handed_on(low, s) if n not in mine.arg_names and not bound_before(n, mine.body, s)]


def lower_apart(low: Any, names: list[str], head: Any) -> None:
    """Behind an iteration that has run before the checkpointed loop: go on with that, or in ``head`` with another one."""
    there: Any = ir.Constant(I1, 1)
    for name in names:
        there = low.b.and_(there, low.b.load(low.flag(name), typ=I1))
    behind = low.fn.append_basic_block("known")
    low.b.cbranch(there, behind, head)
    low.b = ir.IRBuilder(behind)


class CheckpointedBody:
    """The body of one checkpointed loop; made before the loop begins."""

    def __init__(self, low: Any, s: Any, found: Settings) -> None:
        self.low, self.s, self.settings = low, s, found
        if low.guarded:
            text = "a checkpointed loop in a try statement, or in a function that is called in one, is not supported"
            low.unsupported(s, text, "put the try statement into a function that the loop calls")
        grown = grown_in(s.body) & low.instance.growing & low.instance.local_names
        if grown:
            low.unsupported(s, f"the list '{shown(min(grown))}' grows in a checkpointed loop", "use an array of known size")
        self.allocates = id(s.body) in low.instance.allocates
        moves = self.allocates and not low.instance.releases(s.body)
        self.arrays = HandedOnArrays(low, s, moves, found.shapes)

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
        self.arrays.keep_shapes()
        if mark is not None:
            self.arrays.move(mark)
            low.release(mark)
        behind = low.fn.append_basic_block("behind")
        leaves = low.b.load(left, typ=I1)
        if test is not None or any(isinstance(n, ast.Break) for s in body for n in ast.walk(s)):
            # LLVM would otherwise move the end of the last iteration behind the loop
            kind = ir.FunctionType(I1, [I1])
            leaves = low.b.call(low.instance.compiler.external("__irad_checkpoint_left", kind), [leaves])
        low.b.cbranch(leaves, behind, target)
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
        if not found.automatic:
            settings = [found.snapshots, found.segment, found.budget]
            low.b.call(low.instance.compiler.external(LOOP_MARK, kind), settings)
        if found.directory is not None:
            disk = ir.FunctionType(ir.VoidType(), [ir.PointerType()])
            low.b.call(low.instance.compiler.external("__irad_checkpoint_disk", disk), [found.directory])
        _mark_place(low, self.s)
        _mark_arrays(low, self.s, {c.name for c in self.arrays.carried})
        for c in self.arrays.carried:
            _mark_memory(low, low.b.load(c.place, typ=ir.PointerType()), c.bytes)
        for pool in self.arrays.pools:
            _mark_memory(low, pool.start, low.b.mul(pool.size, const(len(pool.members))), pool=True)


def automatic(low: Any, s: Any, subject: Any) -> Settings | None:
    """Settings for a loop that nobody has marked: an outermost one that hands on arrays which a pool can take."""
    mine = low.instance
    if low.guarded or any(isinstance(n, (ast.Try, ast.With)) for n in ast.walk(s)):
        return None
    if not mine.compiler.limited or low.loops or grown_in(s.body) & mine.growing or mine.releases(s.body):
        return None
    parts = [part for _, ty in handed_on(low, s) for part in arrays_within(ty)]
    if id(s.body) not in mine.allocates or not parts or not all(map(fits, parts)):
        return None
    return Settings(subject, const(0), const(0), const(0), None, s, automatic=True)


def lower_versions(low: Any, found: Settings | None, emit: Callable[[Settings | None, bool], None]) -> None:
    """Emit a loop, with ``emit(settings, taped)``: one that nobody has marked in both forms."""
    if found is None or not found.automatic:
        emit(found, False)
        return
    found.shapes, stay = shapes_stay(low)
    bounded, taped = low.fn.append_basic_block("bounded"), low.fn.append_basic_block("taped")
    low.b.cbranch(stay, bounded, taped)
    low.b = ir.IRBuilder(bounded)
    reads, latest = dict(low.reads), dict(low.latest)
    emit(found, False)
    low.b = ir.IRBuilder(taped)
    low.reads, low.latest = reads, latest
    emit(None, True)


def lower_body(low: Any, s: Any, found: Settings | None, other: Any = None, taped: bool = False) -> Callable[[list[Any]], None]:
    """The function that emits the body of a loop.

    ``other``: where it goes on when its condition, tested there, does not hold; ``taped``: the loop is never checkpointed.
    """
    if found is not None:
        emit = CheckpointedBody(low, s, found).scoped
        return emit if other is None else partial(emit, test=found.subject, other=other)
    if taped:
        return partial(_taped, low)
    return partial(_bounded, low, s) if low.instance.compiler.limited and not low.loops else low.scoped


def tests_inside(low: Any, found: Settings | None) -> bool:
    """Whether the condition of a loop has to be a part of its iterations, because it makes arrays."""
    return found is not None and id(found.subject) in low.instance.allocates


def _bounded(low: Any, s: Any, body: list[Any]) -> None:
    """A loop that may become a checkpointed one (`irad.transform.outline.long_loops`)."""
    _mark_place(low, s)
    _mark_arrays(low, s, set())
    low.scoped(body)


def _taped(low: Any, body: list[Any]) -> None:
    """A loop that has another form for bounded memory."""
    low.b.call(low.instance.compiler.external("__irad_checkpoint_taped", ir.FunctionType(ir.VoidType(), [])), [])
    low.scoped(body)


def _mark_place(low: Any, s: Any) -> None:
    """Say where the loop is, for plans and errors of the transform."""
    place = low.source.place(s)
    text = low.instance.compiler.text_of(f"{place.file}:{place.line}".encode() + b"\0")
    kind = ir.FunctionType(ir.VoidType(), [ir.PointerType()])
    low.b.call(low.instance.compiler.external("__irad_checkpoint_place", kind), [text])


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
