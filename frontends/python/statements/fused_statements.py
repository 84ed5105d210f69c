"""Statements in sequence that each compute an array element by element, in one loop.

    k = -w * y                            for i in range(n):
    z = y + 0.5 * h * k                       k = -w[i] * y[i];  z = y[i] + 0.5 * h * k
    y += h * z                                y[i] += h * z

NumPy goes through memory once for each operation, compiled statements once for each statement.  Where all arrays have one shape,
where what is written to is read at the same places only, and nothing else happens between the statements, one loop does; arrays
that nothing reads behind the statements are not made at all.  What of this only the run tells is one condition in front of the
loop: where it does not hold, the statements follow as they are written.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from llvmlite import ir
from llvmlite.ir.instructions import AllocaInstr

from irad.errors import INTERNAL, IradError
from irad.frontends.python.core import sizes
from irad.frontends.python.core.code_writer import NotYet
from irad.frontends.python.core.conditions import both, equal, in_branches, negated
from irad.frontends.python.core.origins import Fresh, made_apart
from irad.frontends.python.core.python_values import ArrayV, LazyV, ScalarV, Stretch, Val, known_int
from irad.frontends.python.numeric.helper_functions import MAY_SHARE
from irad.frontends.python.numeric.promotion import in_place
from irad.frontends.python.numeric.registers import number_constant
from irad.frontends.python.operands.evaluation_order import named_outside
from irad.frontends.python.sources.python_types import Array, Scalar
from irad.frontends.python.trees.live_names import LiveBehind, Names
from irad.frontends.python.trees.scopes import ScopeNames

_MOST = 24  # statements
_SIMPLE = (
    ast.BinOp, ast.UnaryOp, ast.Name, ast.Constant, ast.Subscript, ast.Slice, ast.Tuple, ast.Attribute, ast.Call, ast.Compare,
    ast.operator, ast.unaryop, ast.cmpop, ast.expr_context,
)  # fmt: skip
_PURE = frozenset(
    "add sub mul fadd fsub fmul fdiv fneg and or xor shl lshr ashr select icmp fcmp getelementptr load sext zext trunc "
    "sitofp uitofp fptosi fpext fptrunc bitcast ptrtoint insertvalue extractvalue".split()
)
_DEPTH = 12  # of expressions that are compared


class _NotFused(Exception):
    """Statements that have to be written one by one."""


class _AnyStretch(frozenset[Stretch]):
    """All axes: none is stretched."""

    def issuperset(self, other: Any) -> bool:
        return True


@dataclass
class _Step:
    """One statement: what it computes, and the name or the array that gets it."""

    node: Any
    value: Any
    name: str = ""
    target: ArrayV | None = None
    register: Any = None  # its element, in the loop

    @property
    def binds(self) -> bool:
        """Whether it only gives a name to a number or to a view of an array that is there."""
        return self.target is None and not isinstance(self.value, LazyV)


@dataclass
class _Plan:
    """Statements that are written as one loop."""

    steps: list[_Step] = field(default_factory=list)
    conditions: list[Any] = field(default_factory=list)
    shape: list[Any] = field(default_factory=list)
    sizes: list[list[Any]] = field(default_factory=list)  # of each axis: those of arrays that have the shape

    @property
    def arrays(self) -> int:
        return sum(not s.binds for s in self.steps)


def write_fused(low: Any, statements: list[Any]) -> int:
    """Write the first statements as one loop, and say how many: 0 where there are not two of arrays."""
    if low.fusing or low.guarded or low.checkpointed or low.generators or not _is_candidate(low, statements[0]):
        return 0
    count = 0
    while count < min(len(statements), _MOST) and _is_candidate(low, statements[count]):
        count += 1
    if count < 2 or not any(_is_array(low, n) for s in statements[:count] for n in ScopeNames([s]).read):
        return 0
    low.fusing = True
    try:
        while count > 1:
            count = _fitting(low, statements[: (tried := count)])
            if count == tried:
                _write(low, statements[:count])
                return count
    finally:
        low.fusing = False
    return 0


def _is_candidate(low: Any, s: Any) -> bool:
    if isinstance(s, ast.Assign) and len(s.targets) == 1:
        target = s.targets[0]
    elif isinstance(s, ast.AugAssign):
        target = s.target
    else:
        return False
    if isinstance(target, ast.Subscript):
        if not isinstance(target.value, ast.Name) or not _is_simple(target.slice):
            return False
    elif not isinstance(target, ast.Name):
        return False
    own = low.instance
    special = (own.outside, own.nonlocals, own.shared, own.growing, own.maybe, own.varied, own.unknown)
    return _is_simple(s.value) and not any(n in names for n in ScopeNames([s]).bound for names in special)


def _is_simple(node: Any) -> bool:
    return all(isinstance(n, (*_SIMPLE, ast.keyword)) for n in ast.walk(node))


def _is_array(low: Any, name: str) -> bool:
    slot = low.slots.get(name)
    return isinstance(slot[0] if slot is not None else getattr(low.bound.get(name), "ty", None), Array)


def _fitting(low: Any, statements: list[Any]) -> int:
    """How many of the statements can be written as one loop, as far as that can be seen without what is behind them."""

    def tried() -> int:
        plan = _plan(low, statements)
        while plan.arrays > 1:
            done = _elements(low, plan)
            if done == len(plan.steps):
                return done
            del plan.steps[done:]
        return 0

    found: int = low.dry(tried)
    return found


def _plan(low: Any, statements: list[Any]) -> _Plan:
    """What the statements compute, in values that are not computed yet: as many as are fit for it."""
    plan, before = _Plan(), (low.collected, low.reads, low.computed)
    low.collected, low.reads, low.computed = plan.conditions, {}, {}
    try:
        for s in statements:
            block, blocks, instructions = low.b.block, len(low.fn.blocks), len(low.b.block.instructions)
            conditions = len(plan.conditions)
            low.at = s
            try:
                step = _step(low, s, plan)
                new = block.instructions[instructions:]
                if low.b.block is not block or len(low.fn.blocks) != blocks or not all(map(_is_pure, new)):
                    raise _NotFused
                if any(p.target is not None for p in plan.steps) and any(map(_reads_memory, new)):
                    raise _NotFused  # before the loop writes there
                _add_conditions(low, plan, step)
            except (_NotFused, NotYet, IradError, *INTERNAL):
                del plan.conditions[conditions:]
                break
            plan.steps.append(step)
            if step.name:
                low.computed[step.name] = step.value if step.binds else _placeholder(step)
        while plan.steps and plan.steps[-1].binds:
            plan.steps.pop()
        return plan
    finally:
        low.collected, low.reads, low.computed = before


def _is_pure(inst: Any) -> bool:
    if inst.opname == "call":
        return str(getattr(inst.callee, "name", "")).startswith("llvm.")
    return inst.opname in _PURE


def _reads_memory(inst: Any) -> bool:
    return inst.opname == "load" and not isinstance(inst.operands[0], AllocaInstr)


def _step(low: Any, s: Any, plan: _Plan) -> _Step:
    augmented = isinstance(s, ast.AugAssign)
    target: Any = s.target if augmented else s.targets[0]
    given = low.expr.value(s.value)
    if isinstance(target, ast.Name) and not augmented:
        if not isinstance(given, (ScalarV, ArrayV)) and not (isinstance(given, LazyV) and _is_new(low, s.value)):
            raise _NotFused  # perhaps another name of an array
        return _Step(s, given, target.id)
    if isinstance(target, ast.Subscript) and not isinstance(low.expr.value(target.value), ArrayV):
        raise _NotFused  # an item of a container is bound anew
    current = low.expr.value(ast.copy_location(ast.Subscript(target.value, target.slice, ast.Load()), target)) \
        if isinstance(target, ast.Subscript) else low.read_name(target.id, s)  # fmt: skip
    if isinstance(current, ScalarV) and isinstance(target, ast.Name):
        return _Step(s, low.expr.binary(s.op, current, given, s), target.id)
    held = low.computed.get(target.id) if isinstance(target, ast.Name) else None
    if not (isinstance(current, ArrayV) or (held is not None and current is held and not _is_seen(target.id, plan))):
        raise _NotFused
    value = low.expr.binary(s.op, current, given, s) if augmented else given
    if not isinstance(value, (ArrayV, LazyV, ScalarV)):
        raise _NotFused
    if augmented:
        low.arrays.check_kind(current.ty.dtype, value, in_place(s.op), s)
    if isinstance(current, LazyV):  # an array that these statements have made
        if isinstance(value, ScalarV) or len(value.shape) != len(current.shape) or value.ty.dtype != current.ty.dtype:
            raise _NotFused
        return _Step(s, value, target.id)
    low.arrays.check_writable(current, s)
    if isinstance(value, ScalarV) and value.ty.kind != current.ty.dtype:
        raise _NotFused
    return _Step(s, value, target=current)


def _is_new(low: Any, node: Any) -> bool:
    """Whether an expression makes a new array in any case."""
    if isinstance(node, ast.Call):
        fn = named_outside(low, node.func)
        return isinstance(fn, np.ufunc) or fn in (np.where, np.clip)
    return isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare))


def _is_seen(name: str, plan: _Plan) -> bool:
    """Whether something else may be a view of an array that the statements have made."""
    nodes = (n for step in plan.steps for n in ast.walk(step.node) if isinstance(n, (ast.Call, ast.Attribute, ast.Subscript)))
    return any(isinstance(m, ast.Name) and m.id == name for n in nodes for m in ast.walk(n))


def _add_conditions(low: Any, plan: _Plan, step: _Step) -> None:
    """The shapes are the same, and no element that another iteration writes to is read or written to."""
    if step.binds:
        return
    for v in (step.target, step.value):
        if not isinstance(v, (ArrayV, LazyV)):
            continue
        if v is step.value and step.target is None and v.ty.layout != "C":
            raise _NotFused
        plan.shape = plan.shape or v.shape
        extra = len(plan.shape) - len(v.shape)
        if extra < 0 or (extra and v is not step.value) or (extra and step.target is None) or not plan.shape:
            raise _NotFused
        if any(known_int(n) == 1 != known_int(m) for n, m in zip(v.shape, plan.shape[extra:], strict=True)):
            raise _NotFused
        plan.conditions += [equal(low, n, m) for n, m in zip(v.shape, plan.shape[extra:], strict=True)]
    _link(low, plan, step)
    bounds, share = sizes.MemoryBounds(low), low.instance.compiler.helper(MAY_SHARE)
    steps = [*plan.steps, step]
    for writing in steps:
        written = writing.target
        if written is None:
            continue
        for other in steps if writing is step else [step]:
            if other.binds:
                continue
            for v in [*_reads(other.value), *([other.target] if other.target is not None and other is not writing else [])]:
                if made_apart(written, v) or _is_same_view(written, v):
                    continue
                if (written.moved or v.moved) and _have_one_root(low, written, v):
                    raise _NotFused  # two windows of one array
                shared = low.b.call(share, [written.data, v.data, bounds.shared(written, v)])
                plan.conditions.append(negated(low, shared))
    for c in plan.conditions:
        if isinstance(c, ir.Constant) and not c.constant:
            raise _NotFused


def _link(low: Any, plan: _Plan, step: _Step) -> None:
    """The statement has to be about arrays of the shape of those before it, as long as nothing is stretched.

    (``x[1:] - x[:-1]`` and ``x * y`` never have one shape: a loop for both would be written in vain.)
    """
    ndim = len(plan.shape)
    own: list[list[Any]] = [[] for _ in plan.shape]
    for v in (step.target, step.value, *_reads(step.value)):
        if isinstance(v, (ArrayV, LazyV)) and len(v.shape) == ndim:
            for axis, n in zip(own, v.shape, strict=True):
                axis.append(n)
    before = [low.computed.get(n) for n in ScopeNames([step.node]).read]
    linked = not plan.sizes or any(isinstance(v, LazyV) and len(v.shape) == ndim for v in before)
    if not (linked or all(any(_is_same(n, m) for n in new for m in old) for new, old in zip(own, plan.sizes, strict=True))):
        raise _NotFused
    plan.sizes = [[*old, *new] for old, new in zip(plan.sizes or own, own, strict=True)]


def _reads(v: Val) -> list[ArrayV]:
    return v.reads if isinstance(v, LazyV) else [v] if isinstance(v, ArrayV) else []


def _have_one_root(low: Any, a: ArrayV, b: ArrayV) -> bool:
    """Whether two arrays may be views of one."""
    first, second = (low.instance.writes.followed({v.origin}) for v in (a, b))
    return not first.isdisjoint(second)


def _is_same_view(a: ArrayV, b: ArrayV) -> bool:
    return len(a.strides) == len(b.strides) and _is_same(a.data, b.data) and all(map(_is_same, a.strides, b.strides))


def _is_same(x: Any, y: Any, depth: int = _DEPTH) -> bool:
    """Whether two registers hold the same in any case: they are computed alike."""
    if x is y:
        return True
    if isinstance(x, ir.Constant) and isinstance(y, ir.Constant):
        return str(x) == str(y)
    if not (isinstance(x, ir.Instruction) and isinstance(y, ir.Instruction)) or depth == 0:
        return False
    if x.opname != y.opname or x.opname in ("load", "call", "phi") or len(x.operands) != len(y.operands):
        return False
    if getattr(x, "op", None) != getattr(y, "op", None) or str(x.type) != str(y.type):
        return False
    if str(getattr(x, "source_etype", "")) != str(getattr(y, "source_etype", "")):
        return False
    return all(_is_same(p, q, depth - 1) for p, q in zip(x.operands, y.operands, strict=True))


def _placeholder(step: _Step) -> LazyV:
    """The array that a statement makes, for those behind it: its element is in a register."""
    ty, shape = step.value.ty, step.value.shape

    def at(idx: list[Any]) -> Any:
        if step.register is None:  # it is only asked for the type
            return number_constant(ty.dtype, 1)
        indices, register = step.register
        if len(idx) != len(indices) or not all(map(_is_same, idx, indices)):
            raise _NotFused
        return register

    return LazyV(ty, shape, at)


def _elements(low: Any, plan: _Plan) -> int:
    """Write the loop without results, and say how many statements are fit for it."""
    done = 0

    def one(idx: list[Any]) -> None:
        nonlocal done
        for step in plan.steps:
            try:
                _element(low, step, idx)
            except (_NotFused, NotYet, IradError, *INTERNAL):
                return
            done += 1

    _loop(low, plan, one)
    return done


def _loop(low: Any, plan: _Plan, body: Callable[[list[Any]], None]) -> None:
    arrays = low.arrays
    before, collected = arrays.even, low.collected
    arrays.even, low.collected = _AnyStretch(), _Refusing()
    try:
        arrays.each(plan.shape, body)
    finally:
        arrays.even, low.collected = before, collected
        for step in plan.steps:
            step.register = None


class _Refusing(list[Any]):
    """Checks that an element would need: the statements cannot be mixed then."""

    def append(self, item: Any) -> None:
        raise _NotFused


def _element(low: Any, step: _Step, idx: list[Any]) -> None:
    """Compute the element of a statement, and store it where it goes to an array that is there."""
    value = step.value
    if step.binds:
        return
    if isinstance(value, ScalarV):
        found = value.v
    else:
        block = low.b.block
        found = low.arrays.element(value, idx[len(idx) - len(value.shape) :])
        if low.b.block is not block:
            raise _NotFused
    if step.target is None:
        step.register = (idx, found)
        return
    given = value.ty.kind if isinstance(value, ScalarV) else value.ty.dtype
    low.arrays.store(step.target, idx, low.convert(ScalarV(Scalar(given), found), Scalar(step.target.ty.dtype)).v)


def _write(low: Any, statements: list[Any]) -> None:
    """Write the statements as one loop where that is right, and one by one elsewhere."""
    plan = _plan(low, statements)
    assert len(plan.steps) == len(statements)
    condition: Any = ir.Constant(ir.IntType(1), 1)
    for c in plan.conditions:
        condition = both(low, condition, c)
    live = _live_behind(low, statements[-1])
    for step in plan.steps:
        low.visited.add(id(step.node))
        low.count_statement()
        if step.target is not None:
            low.note_item_effect(step.node.target if isinstance(step.node, ast.AugAssign) else step.node.targets[0])
    ends = {s.name: s for s in plan.steps if s.name}  # the last of each name

    def in_one() -> None:
        results = {n: s for n, s in ends.items() if not s.binds and (live is None or n in live)}
        arrays = {n: low.arrays.allocate(s.value.ty.dtype, plan.shape) for n, s in results.items()}

        def one(idx: list[Any]) -> None:
            for step in plan.steps:
                _element(low, step, idx)
            for n, s in results.items():
                low.arrays.store(arrays[n], idx, s.register[1])

        _loop(low, plan, one)
        for n, s in ends.items():
            if s.binds:
                low.assign_name(n, s.value, s.node)
            elif n in results:
                low.assign_name(n, arrays[n], s.node)

    if isinstance(condition, ir.Constant):
        in_one()
        return
    latest = low.latest

    def one_by_one() -> None:
        low.arrays.is_rare, low.latest = True, latest
        low.block(statements)
        low.arrays.is_rare = False

    low.reads, low.latest = {}, dict(latest)
    in_branches(low, condition, {"fused": in_one, "apart": one_by_one}, first=True)
    changed = ScopeNames(statements).bound
    low.reads, low.latest = {}, {n: origin for n, origin in latest.items() if n not in changed}
    low.latest |= {n: Fresh() for n, s in ends.items() if not s.binds}


def _live_behind(low: Any, last: Any) -> Names | None:
    """The names that may be read behind a statement; None where that is not known."""
    if low.live is None:
        low.live = LiveBehind()
        low.live.before(low.instance.body, frozenset())
    found: Names | None = low.live.behind.get(id(last))
    return found
