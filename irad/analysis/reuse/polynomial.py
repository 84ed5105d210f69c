"""Integers and addresses as polynomials in invariant values and in the iteration numbers of loops.

Two values are certainly equal if their polynomials are, whatever instructions computed them.  The names in a polynomial are SSA
values, iteration numbers (`IterationNumber`) and conversions.  Signed arithmetic of narrower types counts only where it is
declared not to wrap (``nsw``); addresses do not wrap.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Set
from dataclasses import dataclass

from irad.analysis.flow.addresses import gep_offset
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.trips import affine_phis, trip_count
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.outlined_functions import is_checkpointed
from irad.ir.types import I64, IntType
from irad.ir.values import Argument, Block, ConstantInt, Instruction, Value

Limits = dict[Loop, tuple[list["Polynomial"], list["Polynomial"]]]  # lower and upper bounds of iteration numbers
NOT_NEGATIVE = '"irad-not-negative"'  # a pointer parameter: to a number that is not
Monomial = tuple[Hashable, ...]  # the names that are multiplied, sorted
_MOST_TERMS = 12


@dataclass(frozen=True)
class IterationNumber:
    """The number of a loop's current iteration: 0, 1, ..."""

    loop: Loop


@dataclass(frozen=True)
class Unsigned:
    """A narrow value, zero-extended."""

    value: Value


@dataclass(frozen=True)
class Excess:
    """The excess of a maximum over its first operand: not negative."""

    value: Value


@dataclass(frozen=True)
class AtLeastZero:
    """A polynomial in values, or 0 where that is negative."""

    of: Polynomial


@dataclass(frozen=True)
class Polynomial:
    """A constant plus products of names with integer coefficients."""

    constant: int = 0
    terms: tuple[tuple[Monomial, int], ...] = ()

    def __add__(self, other: Polynomial) -> Polynomial:
        found = dict(self.terms)
        for name, factor in other.terms:
            found[name] = found.get(name, 0) + factor
        return _made(self.constant + other.constant, found)

    def __mul__(self, other: Polynomial) -> Polynomial:
        found: dict[Monomial, int] = {}
        mine = [((), self.constant), *self.terms]
        theirs = [((), other.constant), *other.terms]
        for a, p in mine:
            for b, q in theirs:
                name = tuple(sorted((*a, *b), key=_order))
                found[name] = found.get(name, 0) + p * q
        return _made(found.pop((), 0), found)

    def times(self, factor: int) -> Polynomial:
        return _made(self.constant * factor, {name: f * factor for name, f in self.terms})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + other.times(-1)

    def coefficient(self, name: Hashable) -> Polynomial:
        """The coefficient of ``name``, which must not occur in a higher power."""
        found = {}
        for names, factor in self.terms:
            if name in names:
                rest = list(names)
                rest.remove(name)
                found[tuple(rest)] = factor
        return _made(found.pop((), 0), found)

    def replace(self, name: Hashable, value: Polynomial) -> Polynomial:
        rest = _made(self.constant, {names: f for names, f in self.terms if name not in names})
        return rest + self.coefficient(name) * value

    def names(self) -> set[Hashable]:
        """All names, those inside of `AtLeastZero` too."""
        own = {name for names, _ in self.terms for name in names}
        return own.union(*(name.of.names() for name in own if isinstance(name, AtLeastZero)))

    def sign(self) -> int | None:
        """1, 0 or -1 for a number; None where names occur."""
        return None if self.terms else (self.constant > 0) - (self.constant < 0)


def _order(name: Hashable) -> int:
    return hash(name)


def _made(constant: int, found: dict[Monomial, int]) -> Polynomial:
    return Polynomial(constant, tuple(sorted(((n, f) for n, f in found.items() if f), key=lambda e: [_order(x) for x in e[0]])))


def number(value: int) -> Polynomial:
    return Polynomial(value)


def named(name: Hashable) -> Polynomial:
    return Polynomial(0, (((name,), 1),))


@dataclass(frozen=True)
class Address:
    """``base`` plus an offset in bytes."""

    base: Value
    offset: Polynomial


class Polynomials:
    """Polynomials of the values of one function."""

    def __init__(
        self, flow: ControlFlow, ignored: Callable[[Block, Block], bool] = lambda inside, outside: False,
        exact: Set[Value] = frozenset(),
    ) -> None:  # fmt: skip
        self.flow = flow
        self.exact = exact  # narrow integers that are not negative and have not wrapped
        self.ignored = ignored  # edges out of loops that lead to errors only
        self.counts_inequalities = False  # whether the last iteration is also found from tests for less or more (`AtLeastZero`)
        self._values: dict[Value, Polynomial] = {}
        self._last: dict[Loop, Polynomial | None] = {}
        self._bounds: dict[Block, dict[Value, int]] | None = None
        self._affine = {phi: (loop, a) for loop in flow.loops for phi, a in affine_phis(loop).items()}

    def of(self, v: Value) -> Polynomial:
        """An integer, as a signed number."""
        found = self._values.get(v)
        if found is None:
            self._values[v] = named(v)  # for cycles
            found = self._compute(v)
            if len(found.terms) > _MOST_TERMS:
                found = named(v)
            self._values[v] = found
        return found

    def _compute(self, v: Value) -> Polynomial:
        if isinstance(v, ConstantInt):
            return number(v.value)
        if not isinstance(v, Instruction):
            return named(v)
        op = v.opcode
        if op == "phi":
            return self._phi(v)
        if op == "call" and called_function(v) is not None and v.callee.name.startswith("llvm.smax."):
            return self.of(v.args[0]) + named(Excess(v))
        flags = v.attrs.get("flags", ())
        exact = v.type is I64 or "nsw" in flags or v in self.exact
        if op in ("add", "sub") and exact:
            a, b = map(self.of, v.operands)
            return a + b if op == "add" else a - b
        if op == "xor" and isinstance(v.operands[1], ConstantInt) and v.operands[1].value == -1:
            return number(-1) - self.of(v.operands[0])
        if op == "or" and "disjoint" in flags:
            return self.of(v.operands[0]) + self.of(v.operands[1])
        if op == "mul" and exact:
            return self.of(v.operands[0]) * self.of(v.operands[1])
        if op == "shl" and exact and isinstance(v.operands[1], ConstantInt):
            return self.of(v.operands[0]).times(1 << v.operands[1].value)
        if v in self.exact and op in ("and", "trunc"):
            return self.of(v.operands[0])
        if op == "sext" or (op == "zext" and ("nneg" in flags or v.operands[0] in self.exact)):
            return self.of(v.operands[0])
        if op == "zext" and isinstance(v.operands[0].type, IntType):
            return named(Unsigned(v.operands[0]))
        return named(v)

    def _phi(self, v: Instruction) -> Polynomial:
        values = [x for x, _ in v.incoming()]
        if len(values) == 1 and self._same_loop(values[0], v):  # an LCSSA phi for a loop that no longer exists
            return self.of(values[0])
        if v in self._affine:
            loop, affine = self._affine[v]
            if isinstance(v.type, IntType) and (v.type is I64 or "nsw" in affine.increment.attrs.get("flags", ())):
                return self.of(affine.start) + named(IterationNumber(loop)).times(affine.step)
        return named(v)

    def fixed(self, polynomial: Polynomial, loop: Loop | None, across: bool) -> bool:
        """Whether it denotes the same number throughout an iteration of ``loop`` (``across``: in all its iterations)."""
        return all(self.is_fixed(name, loop, across) for name in polynomial.names())

    def is_fixed(self, name: Hashable, loop: Loop | None, across: bool) -> bool:
        if isinstance(name, AtLeastZero):
            return self.fixed(name.of, loop, across)
        if isinstance(name, IterationNumber):
            at: Loop | None = name.loop
        else:
            value = name.value if isinstance(name, (Unsigned, Excess)) else name
            if not isinstance(value, Instruction) or value.block is None:
                return True
            at = self.flow.loop_of[value.block]
        if at is None:
            return True
        return loop is not None and at in loop.chain() and not (across and at is loop)

    def _same_loop(self, value: Value, phi: Instruction) -> bool:
        if not isinstance(value, Instruction) or value.block is None or phi.block is None:
            return True
        return self.flow.loop_of[value.block] is self.flow.loop_of[phi.block]

    def address(self, pointer: Value) -> Address:
        """A pointer as a base and an offset from it."""
        offset = number(0)
        while isinstance(pointer, Instruction):
            if pointer.opcode == "getelementptr" and not pointer.type.is_vector:
                constant, terms = gep_offset(pointer)
                offset = offset + number(constant)
                for index, scale in terms:
                    offset = offset + self.of(index).times(scale)
                pointer = pointer.operands[0]
            elif pointer.opcode == "phi" and pointer in self._affine:
                loop, affine = self._affine[pointer]
                offset = offset + named(IterationNumber(loop)).times(affine.step)
                pointer = affine.start
            elif pointer.opcode == "phi" and len(pointer.operands) == 2 and self._same_loop(pointer.operands[0], pointer):
                pointer = pointer.operands[0]
            else:
                break
        return Address(pointer, offset)

    def last(self, loop: Loop) -> Polynomial | None:
        """The number of the last iteration, for a loop that exits at its latch only, by a test for equality."""
        if loop not in self._last:
            self._last[loop] = self._find_last(loop)
        return self._last[loop]

    def _find_last(self, loop: Loop) -> Polynomial | None:
        found = trip_count(loop, self.flow, self.ignored)
        if found is None or [found.block] != loop.latches or abs(found.step) != 1:
            return None
        if loop.parent is None and is_checkpointed(self.flow.fn):
            if any(b is not found.block and not self.ignored(b, s) for b, s in loop.exits()):
                return None  # where the number of steps is not known before, the limit is none
        distance = (self.of(found.bound) - self.of(found.start) - number(found.add)).times(found.step)
        if found.kind == "equal":
            return distance
        if not self.counts_inequalities or not (found.signed or found.bound.type is I64):
            return None
        distance += number(int(found.inclusive))
        if not distance.terms:
            return number(max(0, distance.constant))
        plain = all(isinstance(name, (Value, Unsigned)) for name in distance.names())
        return named(AtLeastZero(distance)) if plain else None

    def signed(self, polynomial: Polynomial, loop: Loop) -> Polynomial:
        """The same number inside ``loop``, where branches around it imply that narrow values are not negative."""
        for name in polynomial.names():
            if isinstance(name, Unsigned) and self.not_negative(name.value, loop):
                polynomial = polynomial.replace(name, self.of(name.value))
        return polynomial

    def unwrapped(self, polynomial: Polynomial, loop: Loop) -> Polynomial:
        """The same number inside ``loop``, where a larger multiple of a value does not wrap: ``2 * n`` after ``4 * n``."""
        for name in polynomial.names():
            if isinstance(name, Instruction) and (factor := _factor(name)) is not None:
                value = name.operands[0]
                larger = [w for w in value.users() if w.operands[0] is value and "nsw" in w.attrs.get("flags", ())]
                if any((_factor(w) or 0) >= factor and self._must_be_defined(w, loop) for w in larger):
                    polynomial = polynomial.replace(name, self.of(value).times(factor))
        return polynomial

    def _must_be_defined(self, value: Instruction, loop: Loop) -> bool:
        """Whether reaching ``loop`` would be undefined behaviour if the value were poison (a result out of range)."""
        work = [value]
        for v in work:
            for user in v.users():
                if user.opcode == "call":
                    words = zip(user.args, user.attrs["param_attrs"], strict=True)
                    if any(a is v and "noundef" in attrs.split() for a, attrs in words):
                        if user.block in self.flow.index and self.flow.dominates(user.block, loop.header):
                            return True
                elif user.opcode in ("sext", "zext", "mul", "shl", "add") and user not in work:
                    work.append(user)
        return False

    def at_most(self, a: Polynomial, b: Polynomial, loop: Loop) -> bool:
        """Whether ``a <= b`` certainly holds inside ``loop``."""
        return at_most(a, b) or self._all_positive(self.signed(b - a, loop), loop)

    def _all_positive(self, parts: Polynomial, loop: Loop) -> bool:
        """Whether it is a sum of products of non-negative numbers."""
        if parts.constant < 0 or any(factor < 0 for _, factor in parts.terms):
            return False
        counts = (IterationNumber, Excess, AtLeastZero)
        return all(
            isinstance(name, counts) or (isinstance(name, Value) and self.not_negative(name, loop)) for name in parts.names()
        )

    def not_negative(self, value: Value, loop: Loop) -> bool:
        """Whether a value is certainly not negative inside ``loop``."""
        parts = self.of(value)
        if isinstance(value, Instruction) and value.opcode == "load" and isinstance(value.operands[0], Argument):
            if NOT_NEGATIVE in value.operands[0].attributes:
                return True
        if isinstance(value, Argument) and (value.attributes.numbers("range") or (-1,))[0] >= 0:
            return True
        if parts != named(value):
            return self._all_positive(parts, loop)
        return self._least(loop.header).get(value, -1) >= 0

    def _least(self, block: Block) -> dict[Value, int]:
        """Lower bounds of values, as implied by the branches on all paths to a block."""
        if self._bounds is None:
            self._bounds = {self.flow.rpo[0]: {}}
            changed = True
            while changed:
                changed = False
                for b in self.flow.rpo[1:]:
                    known = [self._along(q, b, self._bounds[q]) for q in self.flow.preds[b] if q in self._bounds]
                    least = {v: min(k[v] for k in known) for v in known[0] if all(v in k for k in known)} if known else {}
                    if known and self._bounds.get(b) != least:
                        self._bounds[b] = least
                        changed = True
        return self._bounds.get(block, {})

    def _along(self, pred: Block, block: Block, least: dict[Value, int]) -> dict[Value, int]:
        br = pred.terminator
        if br.opcode != "br" or len(br.operands) != 3 or br.operands[1] is br.operands[2]:
            return least
        test = br.operands[0]
        found = _lower_bound(test, br.operands[1] is block) if isinstance(test, Instruction) else None
        return least if found is None else {**least, found[0]: max(found[1], least.get(found[0], found[1]))}

    # ---- hulls

    def hull(
        self, offset: Polynomial, size: int, inside: Loop | None, around: Loop | None, any_sign: bool = False,
        limits: Limits | None = None,
    ) -> tuple[Polynomial, Polynomial] | None:
        """The bytes that an access touches while the loops from its own up to ``around`` (not included) run.

        (begin, end), or None where unknown.  ``any_sign``: also where it depends on values in which direction it moves;
        ``limits``: what conditions on the access say.
        """
        low = high = offset
        at = inside
        while at is not around:
            if at is None:
                return None
            name = IterationNumber(at)
            ends: list[Polynomial] = []
            begin, last = self._limited(at, limits)
            for bound, up in ((low, False), (high, True)):
                factor = bound.coefficient(name)
                sign = factor.sign()
                if sign is None and name in bound.names():
                    sign = self._positive(factor) or (1 if self._all_positive(factor, at) else None)
                if sign is None and name in bound.names():
                    way = factor * last if last is not None and begin == number(0) else named(name)
                    if not any_sign or any(isinstance(n, (IterationNumber, Excess)) for n in way.names()):
                        return None
                    farthest = named(AtLeastZero(way if up else way.times(-1)))
                    ends.append(bound.replace(name, number(0)) + farthest.times(1 if up else -1))
                    continue
                if sign and (sign > 0) is up:
                    if last is None:
                        return None
                    bound = bound.replace(name, last)
                elif sign:
                    bound = bound.replace(name, begin)
                ends.append(bound)
            low, high = ends
            at = at.parent
        return low, high + number(size)

    def _limited(self, loop: Loop, limits: Limits | None) -> tuple[Polynomial, Polynomial | None]:
        """The first and the last iteration of a loop in which conditions hold; the last is before the first if they never do."""
        begin, last = number(0), self.last(loop)
        lower, upper = (limits or {}).get(loop, ((), ()))
        for p in lower:
            begin += _excess(p, begin)
        for p in upper:
            last = last - _excess(last, p) if last is not None else None
        return begin, last

    def _positive(self, factor: Polynomial) -> int | None:
        """1 where a factor is (a multiple of) the trip count of an inner loop: only queried where that loop runs."""
        for loop in self.flow.loops:
            last = self.last(loop)
            if last is None or not last.terms:
                continue
            count = last + number(1)
            if count.terms[0][1] and factor.terms and factor.terms[0][0] == count.terms[0][0]:
                ratio, rest = divmod(factor.terms[0][1], count.terms[0][1])
                if rest == 0 and ratio > 0 and factor == count.times(ratio):
                    return 1
        return None


def _excess(a: Polynomial, b: Polynomial) -> Polynomial:
    """What ``a`` is more than ``b``; 0 if it is not."""
    more = a - b
    return named(AtLeastZero(more)) if more.terms else number(max(0, more.constant))


def _factor(inst: Instruction) -> int | None:
    """The constant that an instruction multiplies its first operand by; None if it is no such instruction."""
    if inst.opcode not in ("mul", "shl") or not isinstance(inst.operands[1], ConstantInt) or inst.operands[1].value <= 0:
        return None
    return inst.operands[1].value if inst.opcode == "mul" else 1 << inst.operands[1].value


def _lower_bound(test: Instruction, holds: bool) -> tuple[Value, int] | None:
    """What a comparison with a constant implies if it holds or does not: a value and its lower bound."""
    if test.opcode != "icmp" or not isinstance(test.operands[1], ConstantInt):
        return None
    value, limit = test.operands[0], test.operands[1].value
    least = {"sgt": limit + 1, "sge": limit, "eq": limit} if holds else {"slt": limit, "sle": limit + 1, "ne": limit}
    found = least.get(test.attrs["pred"])
    return None if found is None else (value, found)


def at_most(a: Polynomial, b: Polynomial) -> bool:
    """Whether ``a <= b`` certainly holds."""
    return (b - a).sign() in (0, 1)
