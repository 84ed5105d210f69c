"""Checks of integer arithmetic in a loop that a test before the loop rules out.

Python's integers are checked by ``llvm.s{add,sub,mul}.with.overflow``, and computed by ordinary operations after that.  A linear
function of the iteration number (sums of counters and invariants, products with invariants) has its extremes in the first and in
the last iteration: if nothing overflows there, nothing does in between.  A variable that an iteration may add to (``c += step``,
under a condition perhaps) moves by at most the steps' sum in each.
"""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.flow.cfg import Loop
from irad.analysis.flow.trips import Affine, is_invariant
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I1, I64, function, struct
from irad.ir.values import ConstantInt, Function, Instruction, Value
from irad.rules.formulas.formula_calls import declared

_NAMES = {f"llvm.s{op}.with.overflow.i64": op for op in ("add", "sub", "mul")}
_PAIR = struct(I64, I1)
_YES = const_int(I1, 1)

# The value in the first iteration (if no number is given) or in iteration ``last``, and whether nothing wraps there.
Emit = Callable[[Builder, Value | None], tuple[Value, Value]]
Fine = Callable[[Builder, Value], Value]


def never_overflows(loop: Loop, condition: Value, lines: dict[Value, Affine]) -> Fine | None:
    """When the operation whose overflow is ``condition`` never overflows."""
    if not isinstance(condition, Instruction) or condition.opcode != "extractvalue" or tuple(condition.attrs["indices"]) != (1,):
        return None
    call = condition.operands[0]
    if not isinstance(call, Instruction) or call.opcode != "call" or not isinstance(call.callee, Function):
        return None
    name = _NAMES.get(call.callee.name)
    if name is None:
        return None
    rule, a, c = _Rule(loop, lines), call.operands[0], call.operands[1]
    emit = rule.operation(name, a, c)
    if emit is None:
        return None if name == "mul" else rule.bounded(name, a, c)
    at_ends = emit
    return lambda b, last: b.and_(at_ends(b, None)[1], at_ends(b, last)[1])


def never_reaches(loop: Loop, pred: str, x: Value, bound: Value, lines: dict[Value, Affine]) -> Fine | None:
    """When ``x pred bound`` never holds, the form to which LLVM simplifies the overflow of a sum with a constant."""
    if pred not in ("eq", "sgt", "slt") or not isinstance(bound, ConstantInt) or x.type is not I64:
        return None
    found = _Rule(loop, lines).moved(x)
    if found is None:
        return None
    reach, below = _reach(*found), pred == "slt" or (pred == "eq" and bound.value < 0)

    def fine(b: Builder, last: Value) -> Value:
        down, up, good = reach(b, last)
        strict = "" if pred == "eq" else "e"
        return b.and_(good, b.icmp("sg" + (strict or "t"), down, bound) if below else b.icmp("sl" + (strict or "t"), up, bound))

    return fine


class _Rule:
    def __init__(self, loop: Loop, lines: dict[Value, Affine]) -> None:
        self.loop, self.lines = loop, lines

    # ---- lines

    def line(self, x: Value) -> Emit | None:
        """``x`` as a linear function of the iteration number."""
        if x.type is not I64:
            return None
        if is_invariant(x, self.loop):
            return lambda b, last: (x, _YES)
        found = self.lines.get(x)
        if found is not None:
            start, step = found.start, const_int(I64, found.step)

            def counted(b: Builder, last: Value | None) -> tuple[Value, Value]:
                if last is None:
                    return start, _YES
                way, fits = _exact(b, "mul", last, step)
                value, stays = _exact(b, "add", start, way)
                return value, b.and_(b.icmp("sge", last, const_int(I64, 0)), b.and_(fits, stays))

            return counted
        parts = _plain(x)
        return None if parts is None else self.operation(*parts)

    def operation(self, name: str, a: Value, c: Value) -> Emit | None:
        if name == "mul" and not (is_invariant(a, self.loop) or is_invariant(c, self.loop)):
            return None
        left, right = self.line(a), self.line(c)
        if left is None or right is None:
            return None
        one, other = left, right

        def emit(b: Builder, last: Value | None) -> tuple[Value, Value]:
            x, x_fine = one(b, last)
            y, y_fine = other(b, last)
            value, fine = _exact(b, name, x, y)
            return value, b.and_(fine, b.and_(x_fine, y_fine))

        return emit

    # ---- sums

    def bounded(self, name: str, a: Value, c: Value) -> Fine | None:
        """The condition for a sum or difference with a variable that the loop increments stepwise."""
        for value, other in ((a, c), (c, a)) if name == "add" else ((a, c),):
            step = self.line(other)
            found = self.moved(value) if step is not None else None
            if found is not None and step is not None:
                reach = _reach(found[0], [*found[1], step])
                return lambda b, last: reach(b, last)[2]
        return None

    def moved(self, x: Value) -> tuple[Value, list[Emit]] | None:
        """The start value of the variable that ``x`` is a value of, and its steps in an iteration."""
        for phi in self.loop.header.phis():
            found = self.steps(phi) if phi.type is I64 and phi not in self.lines else None
            if found is not None and x in found[0]:
                return next(v for v, block in phi.incoming() if block is not self.loop.latches[0]), found[1]
        return None

    def steps(self, phi: Instruction) -> tuple[set[Value], list[Emit]] | None:
        """The values that ``phi`` takes within an iteration, and by how much each step to the next one may move it."""
        out: list[Emit] = []
        todo = [v for v, block in phi.incoming() if block is self.loop.latches[0]]
        seen: set[Value] = {phi}
        while todo:
            x = todo.pop()
            if x in seen:
                continue
            seen.add(x)
            if not isinstance(x, Instruction) or x.block not in self.loop.blocks:
                return None
            if x.opcode == "phi" and x.block is not self.loop.header:
                todo += [v for v, _ in x.incoming()]
                continue
            if x.opcode == "select":
                todo += x.operands[1:]
                continue
            found = _plain(x)
            if found is None or found[0] == "mul":
                return None
            name, a, c = found
            step = self.line(c)
            if step is None and name == "add":
                a, step = c, self.line(a)
            if step is None:
                return None
            out.append(step)
            todo.append(a)
        return seen, out


def _reach(start: Value, steps: list[Emit]) -> Callable[[Builder, Value], tuple[Value, Value, Value]]:
    """The lowest and highest value reached from ``start`` by all steps in each iteration; and whether all of it fits 64 bits."""

    def emit(b: Builder, last: Value) -> tuple[Value, Value, Value]:
        zero = const_int(I64, 0)
        far: Value = zero
        good: Value = b.icmp("sge", last, zero)
        for step in steps:
            first, first_fine = step(b, None)
            end, end_fine = step(b, last)
            one, one_fine = _size(b, first)
            other, other_fine = _size(b, end)
            most = b.select(b.icmp("sgt", one, other), one, other)
            far, fits = _exact(b, "add", far, most)
            for part in (first_fine, end_fine, one_fine, other_fine, fits):
                good = b.and_(good, part)
        count, count_fine = _exact(b, "add", last, const_int(I64, 1))
        far, far_fine = _exact(b, "mul", count, far)
        down, down_fine = _exact(b, "sub", start, far)
        up, up_fine = _exact(b, "add", start, far)
        for part in (count_fine, far_fine, down_fine, up_fine):
            good = b.and_(good, part)
        return down, up, good

    return emit


def _size(b: Builder, x: Value) -> tuple[Value, Value]:
    """|x|, and whether it fits."""
    minus, fits = _exact(b, "sub", const_int(I64, 0), x)
    return b.select(b.icmp("slt", x, const_int(I64, 0)), minus, x), fits


def _exact(b: Builder, name: str, x: Value, y: Value) -> tuple[Value, Value]:
    """The result of the operation, and whether it does not overflow."""
    if isinstance(x, ConstantInt) and isinstance(y, ConstantInt):
        exact = {"add": x.value + y.value, "sub": x.value - y.value, "mul": x.value * y.value}[name]
        return const_int(I64, exact), const_int(I1, int(-(2**63) <= exact < 2**63))
    call = b.call_function(declared(b, f"llvm.s{name}.with.overflow.i64", function(_PAIR, (I64, I64))), (x, y))
    return b.extract_value(call, (0,)), b.xor(b.extract_value(call, (1,)), _YES)


def _plain(x: Value) -> tuple[str, Value, Value] | None:
    """(add, sub or mul, a, b) of an ordinary instruction."""
    if not isinstance(x, Instruction):
        return None
    if x.opcode in ("add", "sub", "mul"):
        return x.opcode, x.operands[0], x.operands[1]
    if x.opcode == "or" and "disjoint" in x.attrs.get("flags", ()):
        return "add", x.operands[0], x.operands[1]
    if x.opcode == "shl" and isinstance(x.operands[1], ConstantInt) and 0 <= x.operands[1].value < 62:
        return "mul", x.operands[0], const_int(I64, 1 << x.operands[1].value)
    return None
