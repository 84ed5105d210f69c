"""Whether arrays that a loop hands on keep their shapes, told before the loop begins.

The Python frontend writes a loop that nobody has marked in two forms: one that may be checkpointed, in which what variables hand
on has places of known size, and the ordinary one.  In the former, `SHAPE` marks say at the end of an iteration what has to be as
it was.  The proof is by induction.  Let each phi that a size depends on have the value of one of its operands; if with these
values all its other operands come to the same, or are on ways that are not taken then, and the sizes come to what they were, then
so they do in all iterations.  What of that is not plain when compiling is tested before the loop, where the frontend asks by
`STAY`.  A size that depends on something else, such as an array's elements, or that changes, leads to the ordinary form.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.memory.memory_graph import called_function
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I1
from irad.ir.values import Argument, Block, Constant, ConstantInt, ConstantSimple, Function, Instruction, Module, Value

TOKEN = "__irad_shapes"  # (): stands for one loop
STAY = "__irad_shapes_stay"  # (token): whether its sizes stay
SHAPE = "__irad_shape"  # (token, now, before): a size at the end of an iteration, and what it was before the loop

_PURE = frozenset("add sub mul and or xor icmp zext sext trunc freeze".split())
_SHIFTS = frozenset("shl lshr ashr".split())
_DIVISIONS = frozenset("udiv sdiv urem srem".split())
_CALLS = tuple(f"llvm.{name}." for name in ("smax", "smin", "umax", "umin", "usub.sat", "uadd.sat", "abs"))
_LONGEST_WAY = 6  # conditions
_MOST = 20_000  # values that are looked at for one loop


def resolve_shapes(module: Module, wanted: Collection[Function]) -> bool:
    """Answer all questions of the frontend, with no outside of ``wanted``; whether there were any."""
    tokens = [i for fn in module.functions.values() for i in fn.instructions() if _is_call(i, TOKEN)]
    for token in tokens:
        users = token.users()
        shapes = [u for u in users if _is_call(u, SHAPE)]
        for question in [u for u in users if _is_call(u, STAY)]:
            sizes = _Sizes(question) if question.function in wanted and shapes else None
            answer = sizes.stay(shapes) if sizes is not None and not sizes.repeats else None
            question.replace_all_uses_with(answer or const_int(I1, 0))
        for user in users:
            user.erase()
        token.erase()
    return bool(tokens)


def _is_call(inst: Instruction, name: str) -> bool:
    callee = called_function(inst) if inst.opcode == "call" else None
    return callee is not None and callee.name == name


_Way = tuple[tuple[Value, bool], ...]  # conditions, and whether they hold


class _Sizes:
    """Sizes as they are at a question, all phis behind it having the values that they get first."""

    def __init__(self, question: Instruction) -> None:
        self.question = question
        self.flow = ControlFlow(question.function)
        assert question.block is not None
        self.repeats = self.flow.loop_of.get(question.block) is not None  # (that loop may be checkpointed itself)
        self.b = Builder(None)
        self.b.position_before(question)
        self.known: dict[Value, Value] = {}
        self.waiting: set[Value] = set()
        self.left = _MOST
        self.open = True  # whether more phis may be taken to have one value
        self.equal: list[tuple[Value, Value, _Way]] = []  # a value, what it has to be, and on which way

    def stay(self, shapes: Sequence[Instruction]) -> Value | None:
        """Whether all shapes stay, computed at the question; None where that cannot be told."""
        for mark in shapes:
            before = self._value(mark.args[2])
            if before is None:
                return None
            self.equal.append((mark.args[1], before, ()))
        values = [self._value(now) for now, _, _ in self.equal]  # (which grows meanwhile)
        self.open = False
        out: Value = const_int(I1, 1)
        for value, (_, before, way) in zip(values, self.equal, strict=True):
            if value is not None and (value is before or _number(value) == _number(before) is not None):
                continue
            never = self._never(way)
            if value is None or None not in (_number(value), _number(before)):
                test = never
            else:
                test = self.b.icmp("eq", value, before)
                test = test if never is None else self.b.or_(never, test)
            if test is None:
                return None
            out = self.b.and_(out, test)
        return self.b.freeze(out)

    def _never(self, way: _Way) -> Value | None:
        """Whether it is known that a way is not taken; None where nothing is known of it."""
        out: Value | None = None
        for condition, taken in way:
            value = self._value(condition)
            if value is not None:
                test = self.b.xor(value, const_int(I1, 1)) if taken else value
                out = test if out is None else self.b.or_(out, test)
        return out

    def _way(self, block: Block, to: Block) -> _Way:
        """The last conditions, and whether they hold, under which ``block`` goes on to ``to``."""
        out: list[tuple[Value, bool]] = []
        for _ in range(_LONGEST_WAY):
            br = block.terminator
            if br.opcode == "br" and len(br.operands) == 3 and br.operands[1] is not br.operands[2]:
                out.append((br.operands[0], br.operands[1] is to))
            before = self.flow.preds[block]
            if len(before) != 1:
                break
            block, to = before[0], block
        return tuple(out)

    def _value(self, v: Value) -> Value | None:
        """The value at the question; None where it cannot be computed there."""
        self.left -= 1
        if self.left < 0:
            return None
        if not isinstance(v, Instruction):
            return v if isinstance(v, (Argument, Constant)) else None
        if v in self.known or self._is_before(v):
            return self.known.get(v, v)
        if v in self.waiting:
            return None
        self.waiting.add(v)
        found = self._computed(v) if v.opcode != "phi" else self._first(v) if self.open else None
        self.waiting.remove(v)
        return found

    def _is_before(self, v: Instruction) -> bool:
        block, at = v.block, self.question.block
        assert block is not None and at is not None
        if block is at:
            return block.instructions.index(v) < block.instructions.index(self.question)
        return block in self.flow.index and self.flow.dominates(block, at)

    def _first(self, phi: Instruction) -> Value | None:
        block = phi.block
        assert block is not None
        operands = [(v, self._way(p, block)) for v, p in phi.incoming() if not _is_undefined(v) and v is not phi]
        for v, way in sorted(operands, key=lambda pair: (isinstance(pair[0], Constant), len(pair[1]))):
            value = self._value(v)
            if value is not None:
                self.known[phi] = value
                self.equal += [(other, value, at) for other, at in operands if other is not v or at != way]
                return value
        return None

    def _computed(self, v: Instruction) -> Value | None:
        if v.opcode == "select":
            return self._chosen(v)
        if not _is_pure(v):
            return None
        operands: list[Value] = []
        for operand in v.operands:
            value = self._value(operand)
            if value is None:
                return None
            operands.append(value)
        return self._keep(v, operands)

    def _chosen(self, v: Instruction) -> Value | None:
        """A choice; where it is not known which, both have to be the same."""
        which, *others = v.operands
        arms = [self._value(o) for o in others]
        condition = self._value(which)
        first, second = arms
        if isinstance(condition, ConstantInt):
            return first if condition.value else second
        if first is None or second is None:
            return None
        if condition is not None:
            return self._keep(v, [condition, first, second])
        if not self.open:
            return None
        self.known[v] = first
        self.equal.append((others[1], first, ()))
        return first

    def _keep(self, v: Instruction, operands: Sequence[Value]) -> Value:
        """The instruction as it can be executed at any time."""
        attrs = {k: (() if k == "flags" else a) for k, a in v.attrs.items()}
        value = self.known[v] = self.b.insert(Instruction(v.opcode, v.type, operands, attrs))
        return value


def _is_undefined(v: Value) -> bool:
    return isinstance(v, ConstantSimple) and v.kind in ("undef", "poison")


def _is_pure(v: Instruction) -> bool:
    """Whether it is arithmetic that may be done at any time."""
    if v.opcode in _SHIFTS or v.opcode in _DIVISIONS:
        by = v.operands[1]
        return isinstance(by, ConstantInt) and by.value > 0
    callee = called_function(v) if v.opcode == "call" else None
    return v.opcode in _PURE or (callee is not None and callee.name.startswith(_CALLS))


def _number(v: Value) -> int | None:
    return v.value if isinstance(v, ConstantInt) else None
