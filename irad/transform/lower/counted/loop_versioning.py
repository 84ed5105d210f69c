"""Versions of loops without bounds checks, used where one test before the loop shows that no check can fail.

A check in an innermost loop is an exit that is practically never taken, but it prevents loads from being hoisted and the loop
from being vectorised, in the primal and in its derivative.  For a loop whose last test counts its iterations, and whose other
exits compare something affine with something invariant, the preheader can tell whether any of them would be taken: if not, a copy
of the loop without them runs, otherwise the original loop.

With ``last`` + 1 iterations, X = X0 + k in iteration k (or X0 - k), all arithmetic modulo 2^64 and comparisons unsigned:

    leaves where X == B          never taken if B - X0 > last  (X0 - B for a falling X)
    leaves unless X < B          never taken if X0 < B and B - X0 > last  (falling: X0 < B and X0 >= last)
    leaves on an invariant       never taken if it does not hold
    leaves where a sum overflows never taken if it does not in the first and last iteration (`overflow_checks.py`)
    leaves on A or B             never taken if on neither

Python's negative indices, X + (X < 0 ? n : 0), count as X where X0 and B are not negative as well.  Where X rises from a negative
constant (``x[i - 1]`` in a loop from 0, which may or may not look at it then), the first iterations, in which it is negative,
are run by the original loop, and the rest by the copy: X0 and ``last`` are those of the rest then.

Where every check runs in every iteration and there are no such indices, the test is exact: the loop with checks ends in one of
them, and never where its last iteration ends.  That exit becomes ``unreachable``, so that this loop is not reversed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from irad.analysis.flow.cfg import ControlFlow, Loop, remove_incoming
from irad.analysis.flow.trips import Affine, TripCount, affine_phis, exit_count, is_invariant, preheader
from irad.ir.builder import Builder
from irad.ir.clone import clone_blocks
from irad.ir.constants import const_int
from irad.ir.hints import LIKELY
from irad.ir.types import I1, I8, I64, IntType
from irad.ir.values import Block, ConstantInt, Function, Instruction, Module, Value
from irad.transform.base.counts import emit_count
from irad.transform.lower.counted.decided_checks import decide_checks
from irad.transform.lower.counted.overflow_checks import never_overflows, never_reaches

_MOST_AHEAD = 8


@dataclass(frozen=True)
class _Span:
    """The iterations that a test is for: all but the first ``ahead`` ones, of which ``last`` is the last one's number."""

    ahead: int
    last: Value


@dataclass
class _Line:
    """X = first + step * k; ``folds``: selects that are 0 where nothing is negative."""

    first: Callable[[Builder], Value]
    step: int
    folds: list[Instruction] = field(default_factory=list)

    def begin(self, b: Builder, span: _Span, later: bool) -> tuple[Value, Value]:
        """X in the first iteration that a test is for, and the number of the last one, counted from there.

        Unless that is ``later`` it is the first of all: in a reverse sweep the copy comes before the iterations ahead of it.
        """
        if not later:
            return self.first(b), _whole(b, span)
        return b.add(self.first(b), const_int(I64, self.step * span.ahead)), span.last

    def negative(self, b: Builder) -> int:
        """In how many iterations a rising X is negative, as far as that is known when compiling."""
        first = self.first(b) if self.step > 0 else None
        return max(0, -first.value) if isinstance(first, ConstantInt) else 0


@dataclass
class _Rest:
    """The assumptions of a test and what it decides.

    ``lines``: what checks are about; ``exact``: if the test fails, a check does, too.
    """

    lines: list[_Line] = field(default_factory=list)
    exact: bool = True

    @property
    def folds(self) -> list[Instruction]:
        return [fold for line in self.lines for fold in line.folds]


@dataclass
class _Check:
    """An exit that can be ruled out: ``fine(builder, span)`` is true if it is never taken."""

    block: Block
    stay: Block
    fine: Callable[[Builder, _Span], Value]
    rest: _Rest


def make_versions(module: Module) -> bool:
    """Give the innermost loops of functions with bounds checks a version without them; True if anything was changed."""
    changed = False
    for fn in list(module.functions.values()):  # intrinsics may be declared meanwhile
        if not fn.is_declaration and '"irad-status"' in fn.attributes:
            changed |= decide_checks(fn) | _function(fn)
    return changed


def _function(fn: Function) -> bool:
    flow = ControlFlow(fn)
    parents = {loop.parent for loop in flow.loops}
    changed = False
    for loop in flow.loops:
        if loop not in parents:
            changed |= _version(fn, loop, flow)
    return changed


def _version(fn: Function, loop: Loop, flow: ControlFlow) -> bool:
    entry = preheader(loop)
    if entry is None or len(loop.latches) != 1:
        return False
    latch = loop.latches[0]
    lines = affine_phis(loop)
    trip = exit_count(loop, latch, lines)
    early = [(block, target) for block, target in loop.exits() if block is not latch]
    if trip is None or not early or trip.bound.type is not I64:
        return False
    checks = [_check(loop, block, lines) for block, _ in early]
    found = [c for c in checks if c is not None]
    if len(found) != len(checks):
        return False
    b = Builder(None)
    b.position_before(entry.terminator)
    last = emit_count(b, trip, lambda v: v)
    ahead = max((line.negative(b) for c in found for line in c.rest.lines), default=0)
    if ahead > _MOST_AHEAD or (ahead and trip.inclusive):
        return False
    fine: Value = b.icmp("uge", last, const_int(I64, ahead)) if ahead else const_int(I1, 1)
    span = _Span(ahead, b.sub(last, const_int(I64, ahead)))
    for check in found:
        fine = b.and_(fine, check.fine(b, span))
    order = sorted(loop.blocks, key=lambda block: flow.index[block])
    made = clone_blocks(fn, order, ".fast")
    for check in found:
        _always(made[check.block], made[check.stay])
        for fold in check.rest.folds:
            made[fold].replace_all_uses_with(const_int(I64, 0))
    for target in dict.fromkeys(latch.successors()):
        if target not in loop.blocks:
            _arrive(target, latch, made)
    if ahead:
        _continue(fn, loop, _Ahead(trip, lines, ahead, fine, b), made)
        return True
    fast = made[loop.header]
    assert isinstance(fast, Block)
    entry.terminator.erase()
    _prefer(Builder(entry).cond_br(fine, fast, loop.header))
    if all(flow.dominates(c.block, latch) and c.rest.exact and not c.rest.folds for c in found):
        _never_ends(fn, loop, latch)
    return True


def _prefer(test: Instruction) -> None:
    """Say that the first side of a branch is nearly always taken."""
    module = test.function.module
    if module is not None:
        test.metadata["prof"] = module.unique_metadata(LIKELY)


@dataclass
class _Ahead:
    """A loop of which a copy runs all but the first ``count`` iterations, if ``fine``; ``b`` is at the end of its preheader."""

    trip: TripCount
    lines: dict[Value, Affine]
    count: int
    fine: Value
    b: Builder

    def at(self, start: Value, step: int, number: int) -> Value:
        """What begins with ``start`` is, in an iteration."""
        if not isinstance(start.type, IntType):
            return self.b.gep(I8, start, [const_int(I64, step * number)])
        return self.b.add(start, const_int(start.type, step * number))


def _continue(fn: Function, loop: Loop, first: _Ahead, made: dict[Value, Value]) -> None:
    """Let the original loop run the first iterations only, if all is fine, and then its copy."""
    (latch,), (entry,) = loop.latches, loop.entering()
    trip, end = first.trip, latch.terminator
    test = end.operands[0]
    assert isinstance(test, Instruction)
    tested = first.b.add(trip.start, const_int(trip.start.type, trip.add))
    bound = first.b.select(first.fine, first.at(tested, trip.step, first.count - 1), trip.bound)
    sides = [bound if v is trip.bound else v for v in test.operands]
    inside = Builder(None)
    inside.position_before(end)
    end.set_operand(0, inside.icmp(test.attrs["pred"], *sides))
    target = next(t for t in latch.successors() if t not in loop.blocks)
    after = fn.append_block(f"{loop.header.name}.ahead")
    end.set_operand(end.operands.index(target), after)
    fast = made[loop.header]
    assert isinstance(fast, Block)
    for phi in target.phis():
        for k in range(1, len(phi.operands), 2):
            if phi.operands[k] is latch:
                phi.set_operand(k, after)
    for phi in loop.header.phis():
        copy, known = made[phi], first.lines.get(phi)
        assert isinstance(copy, Instruction)
        going_on = next(v for v, block in phi.incoming() if block is latch)
        value = going_on if known is None else first.at(known.start, known.step, first.count)
        for k in range(1, len(copy.operands), 2):
            if copy.operands[k] is entry:
                copy.set_operand(k - 1, value)
                copy.set_operand(k, after)
    _prefer(Builder(after).cond_br(first.fine, fast, target))


def _never_ends(fn: Function, loop: Loop, latch: Block) -> None:
    """Make the exit of the loop's last test unreachable: a check has left the loop earlier."""
    nowhere = fn.append_block(f"{loop.header.name}.never")
    Builder(nowhere).unreachable()
    for k, target in enumerate(latch.terminator.operands):
        if isinstance(target, Block) and target not in loop.blocks:
            for phi in target.phis():
                remove_incoming(phi, latch)
            latch.terminator.set_operand(k, nowhere)


def _always(block: Value, stay: Value) -> None:
    assert isinstance(block, Block) and isinstance(stay, Block)
    block.terminator.erase()
    Builder(block).br(stay)


def _arrive(target: Block, latch: Block, made: dict[Value, Value]) -> None:
    """Let the fast loop exit to the target of the original one."""
    for phi in target.phis():
        for value, block in phi.incoming():
            if block is latch:
                phi.add_operand(made.get(value, value))
                phi.add_operand(made[latch])


def _check(loop: Loop, block: Block, lines: dict[Value, Affine]) -> _Check | None:
    br = block.terminator
    if br.opcode != "br" or len(br.operands) != 3:
        return None
    condition, yes, no = br.operands
    leaves = yes not in loop.blocks  # when the condition holds
    stay = no if leaves else yes
    if not isinstance(stay, Block) or stay not in loop.blocks:
        return None
    found = _ruled_out(loop, condition, leaves, lines)
    return None if found is None else _Check(block, stay, *found)


_RuledOut = tuple[Callable[[Builder, _Span], Value], _Rest]


def _ruled_out(loop: Loop, condition: Value, leaves: bool, lines: dict[Value, Affine]) -> _RuledOut | None:
    """When the exit on ``condition`` is never taken, and under which assumptions."""
    if is_invariant(condition, loop):
        return (lambda b, span: b.xor(condition, const_int(I1, int(leaves)))), _Rest()
    if not isinstance(condition, Instruction):
        return None
    parts = _parts(condition, leaves)
    if parts is not None:
        found = [_ruled_out(loop, part, leaves, lines) for part in parts]
        return None if found[0] is None or found[1] is None else _both(found[0], found[1])
    sum_ = never_overflows(loop, condition, lines) if leaves else None
    if sum_ is not None:
        return (lambda b, span: sum_(b, _whole(b, span))), _Rest(exact=False)
    if condition.opcode != "icmp":
        return None
    pred = condition.attrs["pred"]
    x, bound = condition.operands
    if is_invariant(x, loop) and pred in ("eq", "ne", "ugt", "ule"):
        x, bound, pred = bound, x, {"ugt": "ult", "ule": "uge"}.get(pred, pred)
    far = never_reaches(loop, pred, x, bound, lines) if leaves else None
    if far is not None:
        return (lambda b, span: far(b, _whole(b, span))), _Rest(exact=False)
    line = _line(loop, x, lines)
    if line is None or not is_invariant(bound, loop) or x.type is not I64:
        return None
    if (pred, leaves) in (("eq", True), ("ne", False)):
        return _never_equal(line, bound), _Rest([line])
    if (pred, leaves) in (("ult", False), ("uge", True)):
        return _always_below(line, bound), _Rest([line])
    return None


def _parts(condition: Instruction, leaves: bool) -> tuple[Value, Value] | None:
    """The two conditions of an exit that LLVM has merged from two: it is taken if one of them holds."""
    if condition.opcode == ("or" if leaves else "and"):
        first, second = condition.operands
        return first, second
    if condition.opcode == "select":  # the same, but the second is irrelevant if the first decides
        first, yes, no = condition.operands
        decided, second = (yes, no) if leaves else (no, yes)
        if isinstance(decided, ConstantInt) and decided.type is I1 and bool(decided.value) == leaves:
            return first, second
    return None


def _both(one: _RuledOut, other: _RuledOut) -> _RuledOut:
    no, first, second = const_int(I1, 0), one[1], other[1]
    rest = _Rest([*first.lines, *second.lines], first.exact and second.exact)
    return (lambda b, span: b.select(one[0](b, span), other[0](b, span), no)), rest


def _whole(b: Builder, span: _Span) -> Value:
    """The number of the last iteration, counted from the first one of all."""
    return b.add(span.last, const_int(I64, span.ahead))


def _never_equal(line: _Line, bound: Value) -> Callable[[Builder, _Span], Value]:
    def fine(b: Builder, span: _Span) -> Value:
        first, last = line.begin(b, span, bool(line.folds))
        distance = b.sub(bound, first) if line.step > 0 else b.sub(first, bound)
        return _not_negative(b, line, first, bound, last, b.icmp("ugt", distance, last))

    return fine


def _always_below(line: _Line, bound: Value) -> Callable[[Builder, _Span], Value]:
    def fine(b: Builder, span: _Span) -> Value:
        first, last = line.begin(b, span, bool(line.folds) or line.negative(b) > 0)
        rest = b.icmp("ugt", b.sub(bound, first), last) if line.step > 0 else b.icmp("uge", first, last)
        return _not_negative(b, line, first, bound, last, b.and_(b.icmp("ult", first, bound), rest))

    return fine


def _not_negative(b: Builder, line: _Line, first: Value, bound: Value, last: Value, fine: Value) -> Value:
    """The test, for folded selects, that no value of X is negative: rising, it stays below the bound; falling, it ends above 0.
    """
    if not line.folds:
        return fine
    zero = const_int(I64, 0)
    start = b.and_(b.icmp("sge", first, zero), b.icmp("sge", bound, zero))
    end = b.icmp("sle", first, bound) if line.step > 0 else b.icmp("uge", first, last)
    return b.and_(fine, b.and_(start, end))


def _line(loop: Loop, x: Value, lines: dict[Value, Affine]) -> _Line | None:
    """``x`` as an affine function of the iteration with step 1 or -1."""
    found = lines.get(x)
    if found is not None:
        start = found.start
        return _Line(lambda b: start, found.step) if abs(found.step) == 1 and found.phi.type is I64 else None
    if not isinstance(x, Instruction) or x.opcode not in ("add", "sub", "xor"):
        return None
    left, right = x.operands
    if x.opcode == "xor":  # with all ones: -1 - x
        inner = _line(loop, left, lines) if isinstance(right, ConstantInt) and right.value == -1 else None
        return None if inner is None or inner.folds else _mirrored(inner, right)
    if x.opcode == "add":
        for part, other in ((left, right), (right, left)):
            if _is_wrap(part, other):
                inner = _line(loop, other, lines)
                assert isinstance(part, Instruction)
                return None if inner is None else _Line(inner.first, inner.step, [*inner.folds, part])
        if is_invariant(left, loop):
            left, right = right, left
    elif is_invariant(left, loop):
        inner = _line(loop, right, lines)
        return None if inner is None or inner.folds else _mirrored(inner, left)
    if not is_invariant(right, loop):
        return None
    inner = _line(loop, left, lines)
    if inner is None or inner.folds:
        return None
    first = inner.first
    if x.opcode == "add":
        return _Line(lambda b: b.add(first(b), right), inner.step)
    return _Line(lambda b: b.sub(first(b), right), inner.step)


def _mirrored(line: _Line, value: Value) -> _Line:
    """value - X."""
    first = line.first
    return _Line(lambda b: b.sub(value, first(b)), -line.step)


def _is_wrap(part: Value, x: Value) -> bool:
    """Whether ``part`` is "n if x is negative, else 0", or at least 0 wherever x is not negative."""
    if not isinstance(part, Instruction) or part.opcode != "select":
        return False
    condition, _, otherwise = part.operands
    if not isinstance(otherwise, ConstantInt) or otherwise.value != 0 or not isinstance(condition, Instruction):
        return False
    if condition.opcode != "icmp" or not isinstance(condition.operands[1], ConstantInt):
        return False
    compared, bound, pred = condition.operands[0], condition.operands[1].value, condition.attrs["pred"]
    if compared is x:
        return pred == "slt" and bound == 0
    if not isinstance(x, Instruction) or x.opcode != "add" or x.operands[0] is not compared:
        return False
    less = x.operands[1]
    if not isinstance(less, ConstantInt) or less.value >= 0:
        return False
    if pred == "slt":  # y < c for y - c < 0
        return "nsw" in x.attrs.get("flags", ()) and bound == -less.value
    # y of 0 to c - 1, of which LLVM knows that it is not negative
    return (pred == "ult" and 0 <= bound <= -less.value) or (pred == "eq" and 0 <= bound < -less.value)
