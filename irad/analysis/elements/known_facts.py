"""What is known of integers where a block runs: bounds of iteration numbers, and what the branches on the way have tested.

A fact is a polynomial that is not negative.  It speaks of the values that its names have in the current iterations of the loops
around the block.  Facts hold in runs that are reversed: those that end without an error.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator

from irad.analysis.elements.integer_systems import LinearForm, is_empty
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.trips import TripCount, affine_phis, exit_count, preheader
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.reuse.polynomial import Excess, IterationNumber, Polynomial, Polynomials, Unsigned, named, number
from irad.ir.types import I1, I64, IntType
from irad.ir.values import Argument, Block, ConstantInt, Instruction, Value

_FAR = 2**62  # sums of two numbers nearer to zero do not wrap
_MOST_FACTS = 60
_MOST_PROOFS = 12_000  # that are tried in a function
_MOST_PREDECESSORS = 4
_MOST_CANDIDATES = 12
_MOST_SETTLED = 6
_DEEPEST = 24
_NOT = {"eq": "ne", "ne": "eq", "slt": "sge", "sge": "slt", "sgt": "sle", "sle": "sgt", "ult": "uge", "uge": "ult", "ugt": "ule",
        "ule": "ugt"}  # fmt: skip
_SWAPPED = {"sgt": "slt", "sge": "sle", "ugt": "ult", "uge": "ule"}


def linear(polynomial: Polynomial, key: Callable[[tuple[Hashable, ...]], Hashable] = lambda names: names) -> LinearForm:
    """A polynomial as a linear form, products of names being variables of their own."""
    found: dict[Hashable, int] = {}
    for names, factor in polynomial.terms:
        variable = key(names)
        found[variable] = found.get(variable, 0) + factor
    return LinearForm(polynomial.constant, tuple((n, f) for n, f in found.items() if f))


class KnownFacts:
    """``at(block)``: the facts that hold where a block runs."""

    def __init__(self, flow: ControlFlow, polynomials: Polynomials, error_exit: Callable[[Block, Block], bool]) -> None:
        self.flow, self.polynomials, self.error_exit = flow, polynomials, error_exit
        self.proofs = 0
        self._at: dict[Block, list[Polynomial]] = {}

    def at(self, block: Block) -> list[Polynomial]:
        found = self._at.get(block)
        if found is None:
            self._at[block] = []  # for cycles
            found = self._at[block] = self._collect(block)
        return found

    def proves(self, polynomial: Polynomial, facts: list[Polynomial]) -> bool:
        """Whether it follows that a polynomial is not negative."""
        if not polynomial.terms:
            return polynomial.constant >= 0
        self.proofs += 1
        if self.proofs > _MOST_PROOFS:
            return False
        every = [*facts, *self.about([polynomial, *facts])]
        return is_empty([], [linear(number(-1) - polynomial), *map(linear, every)])

    def positive(self, polynomial: Polynomial, facts: list[Polynomial]) -> bool:
        """Whether a polynomial is not negative, also as a sum of products of numbers that are not."""
        if self.proves(polynomial, facts):
            return True
        terms = [f for _, f in polynomial.terms]
        names = [named(n) for n in dict.fromkeys(ordered_names(polynomial))]
        return polynomial.constant >= 0 and all(f > 0 for f in terms) and all(self.proves(n, facts) for n in names)

    def about(self, polynomials: Iterable[Polynomial]) -> list[Polynomial]:
        """What holds everywhere of the names in polynomials: results of instructions, ranges of arguments."""
        facts: list[Polynomial] = []
        names = [name for p in polynomials for name in ordered_names(p)]
        seen: set[Hashable] = set()
        for name in names:  # grows
            if name in seen or len(facts) > _MOST_FACTS:
                continue
            seen.add(name)
            found = self._of_name(name)
            facts += found
            names += [n for p in found for n in ordered_names(p)]
        return facts

    def ways(self, name: Hashable) -> list[tuple[Value, list[Polynomial]]]:
        """The values that a phi or a choice may be, each with what holds then; nothing for other names."""
        if not isinstance(name, Instruction) or name.block not in self.flow.index:
            return []
        if name.opcode == "select" and name.operands[1].type is not I1:
            test, yes, no = name.operands
            known = self.at(name.block)
            return [(yes, self._implied(test, True, known, 0)), (no, self._implied(test, False, known, 0))]
        if name.opcode != "phi" or len(name.operands) > 8:
            return []
        loop = self.flow.loop_of[name.block]
        if loop is not None and loop.header is name.block:
            return []
        found: list[tuple[Value, list[Polynomial]]] = []
        for v, pred in name.incoming():
            if pred not in self.flow.index:
                continue
            if self.flow.loop_of[pred] is not loop:
                return []
            found.append((v, self._along(pred, name.block)))
        return found

    def _along(self, pred: Block, block: Block) -> list[Polynomial]:
        """What holds where control goes from one block to another."""
        facts = self.at(pred)
        br = pred.terminator
        if br.opcode == "br" and len(br.operands) == 3 and br.operands[1] is not br.operands[2]:
            return facts + self._implied(br.operands[0], br.operands[1] is block, facts, 0)
        return facts

    # ---- a block

    def _collect(self, block: Block) -> list[Polynomial]:
        """The facts of the immediate dominator, and more.

        Where a dominator lies in a loop that has been left meanwhile they speak of its last iteration.  (Of two dominators in
        such a loop both ran last in the same iteration: there is no way from the first one to the block that avoids the second.)
        """
        above = self.flow.idom[block]
        if above is None:
            return []
        loop = self.flow.loop_of[block]
        facts = list(self.at(above))
        if loop is not None and loop.header is block:
            facts += self._loop(loop, facts)
        preds = self.flow.preds[block]
        if preds == [above]:
            facts += [f for f in self._along(above, block) if f not in facts]
        elif 1 < len(preds) <= _MOST_PREDECESSORS and not (loop is not None and loop.header is block):
            facts += self._agreed(block, facts)
        return facts[-_MOST_FACTS:]

    def _agreed(self, block: Block, known: list[Polynomial]) -> list[Polynomial]:
        """What holds on all ways into a block and is not known of its dominator."""
        ways = [self._along(p, block) for p in self.flow.preds[block]]
        candidates = list(dict.fromkeys(f for way in ways for f in way if f not in known))[:_MOST_CANDIDATES]
        return [
            f for f in candidates
            if all(self._reaches(n, block) for n in f.names()) and all(f in way or self.proves(f, way) for way in ways)
        ]  # fmt: skip

    def _reaches(self, name: Hashable, block: Block) -> bool:
        """Whether a name has one value on all ways into a block."""
        if isinstance(name, IterationNumber):
            return block in name.loop.blocks
        value = name.value if isinstance(name, (Unsigned, Excess)) else name
        if not isinstance(value, Instruction) or value.block is None:
            return isinstance(value, Value)
        return value.block in self.flow.index and value.block is not block and self.flow.dominates(value.block, block)

    def home(self, name: Hashable) -> Loop | None:
        """The innermost loop with whose iterations a name changes."""
        if isinstance(name, IterationNumber):
            return name.loop
        value = name.value if isinstance(name, (Unsigned, Excess)) else name
        if not isinstance(value, Instruction) or value.block is None:
            return None
        return self.flow.loop_of[value.block]

    def last(self, loop: Loop) -> Polynomial | None:
        """The number of a loop's last iteration, in values from outside of it, where that is exact."""
        serious = {b for b, s in loop.exits() if not self.error_exit(b, s)}
        if len(serious) != 1 or len(loop.latches) != 1 or preheader(loop) is None:
            return None
        (block,) = serious
        if self.flow.loop_of[block] is not loop or not self.flow.dominates(block, loop.latches[0]):
            return None
        test = exit_count(loop, block, affine_phis(loop))
        above = self.flow.idom[loop.header]
        if test is None or abs(test.step) != 1 or above is None:
            return None
        found = self._bound(loop, test, True, self.at(above))
        around = loop.parent.chain() if loop.parent is not None else []
        rest = found[0] + named(IterationNumber(loop)) if found else None
        return rest if rest is not None and all((h := self.home(n)) is None or h in around for n in rest.names()) else None

    def conditions(self, block: Block, loop: Loop, certain: Callable[[Block, Block], bool]) -> list[Polynomial] | None:
        """What has to hold for an iteration of a loop to come to a block, but for errors and loops' ends; None if not known.

        ``certain``: whether control certainly comes to a block from another one.
        """
        found: list[Polynomial] = []
        for at, below in self._way(block, loop):
            if not certain(block, at):
                facts = self._decisive(at, below)
                if not facts or self.flow.preds[below] != [at]:
                    return None
                found += facts
        return found

    def checks(self, block: Block, loop: Loop) -> list[tuple[Block, Polynomial]] | None:
        """What is tested on the way to a block, where the other way is an error, with where; None if that is not known.

        (Tests of anything but integers do not count.)
        """
        found: list[tuple[Block, Polynomial]] = []
        for at, below in self._way(block, loop):
            if any(s is not below and self.error_exit(at, s) for s in self.flow.succs[at]):
                facts = self._decisive(at, below)
                if facts is None:
                    return None
                found += [(at, f) for f in facts]
        return found

    def _way(self, block: Block, loop: Loop) -> Iterator[tuple[Block, Block]]:
        """The dominators of a block in a loop that end in a choice, with the block behind; not where loops are left."""
        at: Block | None = self.flow.idom[block]
        below = block
        while at is not None and at in loop.blocks:
            inside = self.flow.loop_of[at]
            if len(self.flow.succs[at]) > 1 and not (inside is not None and below not in inside.blocks):
                yield at, below
            below, at = at, self.flow.idom[at]

    def _decisive(self, at: Block, below: Block) -> list[Polynomial] | None:
        """All that a branch tells of integers where it goes to a block; None if it tells more than is understood."""
        br = at.terminator
        if br.opcode != "br" or len(br.operands) != 3:
            return None
        holds = br.operands[1] is below
        found: list[Polynomial] = []
        work = [br.operands[0]]
        for test in work:  # grows
            if isinstance(test, Instruction) and test.opcode == ("and" if holds else "or"):
                work += test.operands
            elif isinstance(test, Instruction) and test.opcode == "icmp":
                facts = self._implied(test, holds, self.at(at) + found, 0)
                if not facts:
                    return None
                found += facts
            elif not (isinstance(test, Instruction) and test.opcode in ("fcmp", "extractvalue")):
                return None
        return found

    # ---- minima, maxima, differences that are not negative

    def settled(self, polynomial: Polynomial, facts: list[Polynomial]) -> Polynomial:
        """The same number where facts tell which operand a minimum or maximum is."""
        for _ in range(_MOST_SETTLED):
            found = next(((n, v) for n in ordered_names(polynomial) if (v := self._decided(n, facts)) is not None), None)
            if found is None:
                break
            polynomial = polynomial.replace(*found)
        return polynomial

    def _decided(self, name: Hashable, facts: list[Polynomial]) -> Polynomial | None:
        kind = _extremum(name)
        if kind is None:
            return None
        assert isinstance(name, Instruction)
        if not all(self._exact(a, facts, 0) for a in name.args):
            return None
        a, b = (self.settled(self.polynomials.of(x), facts) for x in name.args)
        if kind[0] == "u" and not (self.proves(a, facts) and self.proves(b, facts)):
            return None
        low, high = (b, a) if self.proves(a - b, facts) else (a, b) if self.proves(b - a, facts) else (None, None)
        if low is None or high is None:
            return None
        if kind == "usub.sat":
            return a - b if low is b else number(0)
        return high if kind.endswith("max") else low

    # ---- loops

    def _loop(self, loop: Loop, entering: list[Polynomial]) -> list[Polynomial]:
        """Bounds of the number of a loop's iteration, from its exit tests that every iteration executes."""
        found = [named(IterationNumber(loop))]
        if len(loop.latches) != 1 or preheader(loop) is None:
            return found
        affine = affine_phis(loop)
        exits = {b for b, _ in loop.exits()}
        serious = {b for b, s in loop.exits() if not self.error_exit(b, s)}
        for block in sorted(exits, key=lambda b: self.flow.index[b]):
            if self.flow.loop_of[block] is not loop or not self.flow.dominates(block, loop.latches[0]):
                continue
            test = exit_count(loop, block, affine)
            if test is not None:
                found += self._bound(loop, test, serious == {block}, entering)
        return found

    def _bound(self, loop: Loop, test: TripCount, only: bool, entering: list[Polynomial]) -> list[Polynomial]:
        """``test`` fails first in iteration D, so that no iteration has a larger number, if D is not negative."""
        p = self.polynomials
        start, bound = (self.settled(p.of(v), entering) for v in (test.start, test.bound))
        if not all(self._exact(v, entering, 0) for v in (test.start, test.bound)):
            return []
        if test.kind == "equal" or test.signed:
            pass
        elif not (self.proves(start, entering) and self.proves(bound, entering)):
            return []
        up = 1 if test.step > 0 else -1
        distance = (bound - start - number(test.add)).times(up)
        if test.kind == "less" and test.inclusive:
            distance += number(1)
        step = abs(test.step)
        if test.kind == "equal" and step != 1:
            return []
        ends = only and test.kind == "equal" and test.bound.type is I64
        if not ends and not self.proves(distance + number(step - 1), entering):
            return []
        return [distance + number(step - 1) - named(IterationNumber(loop)).times(step)]

    # ---- tests

    def _implied(self, test: Value, holds: bool, facts: list[Polynomial], deep: int) -> list[Polynomial]:
        if not isinstance(test, Instruction) or deep > _DEEPEST:
            return []
        op, operands = test.opcode, test.operands
        both: list[Value] = []
        if op == ("and" if holds else "or") and test.type is I1:
            both = list(operands)
        elif op == "select" and isinstance(operands[2 if holds else 1], ConstantInt):
            other = operands[2 if holds else 1]
            both = [operands[0], operands[1 if holds else 2]] if bool(getattr(other, "value", 0)) is not holds else []
        elif op == "xor" and test.type is I1 and isinstance(operands[1], ConstantInt):
            return self._implied(operands[0], not holds, facts, deep + 1)
        elif op == "freeze":
            return self._implied(operands[0], holds, facts, deep + 1)
        elif op == "icmp" and isinstance(operands[0].type, IntType) and operands[0].type.bits <= 64:
            return self._compared(test, holds, facts)
        found: list[Polynomial] = []
        for one in both:
            found += self._implied(one, holds, facts + found, deep + 1)
        return found

    def _compared(self, test: Instruction, holds: bool, facts: list[Polynomial]) -> list[Polynomial]:
        a, b = test.operands
        pred = test.attrs["pred"] if holds else _NOT[test.attrs["pred"]]
        if pred in _SWAPPED:
            a, b, pred = b, a, _SWAPPED[pred]
        if not (self._exact(a, facts, 0) and self._exact(b, facts, 0)):
            return []
        left, right = (self.settled(self.polynomials.of(v), facts) for v in (a, b))
        more = right - left
        if pred == "eq":
            return [more, more.times(-1)]
        if pred == "ne":
            for way in (more, more.times(-1)):
                if self.proves(way, facts):
                    return [way - number(1)]
            return []
        strict = number(int(pred.endswith("t")))
        if pred.startswith("s") or "samesign" in test.attrs.get("flags", ()):
            return [more - strict]
        if self.proves(right, facts):
            return [left, more - strict]
        return []

    def _exact(self, v: Value, facts: list[Polynomial], deep: int) -> bool:
        """Whether the polynomial of a value is its value as a signed number: whether no operation has wrapped."""
        if not isinstance(v, Instruction) or v.type is not I64 or deep > _DEEPEST:
            return deep <= _DEEPEST
        op, flags = v.opcode, v.attrs.get("flags", ())
        if _extremum(v) == "smax":  # its polynomial is that of an operand, and an excess
            return all(self._exact(a, facts, deep + 1) for a in v.args)
        if op in ("sext", "zext", "load", "call", "phi") or (op == "or" and "disjoint" not in flags):
            return True
        if op not in ("add", "sub", "mul", "shl", "or"):
            return True  # a name of its own
        if not all(self._exact(o, facts, deep + 1) for o in v.operands):
            return False
        if op == "or" or "nsw" in flags:
            return True
        if op in ("add", "sub"):
            return all(self._near(self.polynomials.of(o), facts) for o in v.operands)
        return False

    def _near(self, polynomial: Polynomial, facts: list[Polynomial]) -> bool:
        if not polynomial.terms:
            return abs(polynomial.constant) <= _FAR
        return self.proves(polynomial + number(_FAR), facts) and self.proves(number(_FAR) - polynomial, facts)

    # ---- names

    def _of_name(self, name: Hashable) -> list[Polynomial]:
        if isinstance(name, IterationNumber):
            return [named(name)]
        if isinstance(name, Unsigned):
            assert isinstance(name.value.type, IntType)
            return [named(name), number(2**name.value.type.bits - 1) - named(name)]
        if isinstance(name, Excess):  # max(a, b) = a + excess
            call = name.value
            found = [named(name)]
            if isinstance(call, Instruction):
                found.append(self.polynomials.of(call) - self.polynomials.of(call.args[1]))
            return found
        if isinstance(name, Argument):
            return _in_range(named(name), name.attributes.numbers("range"))
        return self._of_instruction(name) if isinstance(name, Instruction) else []

    def _of_instruction(self, v: Instruction) -> list[Polynomial]:
        me, of = named(v), self.polynomials.of
        operands = v.operands
        constant = operands[1].value if len(operands) == 2 and isinstance(operands[1], ConstantInt) else None
        if v.opcode == "and" and constant is not None and constant >= 0:
            return [me, number(constant) - me]
        if v.opcode == "urem" and constant is not None and constant > 0:
            return [me, number(constant - 1) - me]
        if v.opcode == "udiv" and constant is not None and constant > 1:
            return [me]
        if v.opcode == "lshr" and constant is not None and constant > 0:
            return [me]
        kind = _extremum(v)
        if kind == "smin":
            return [of(v.args[0]) - me, of(v.args[1]) - me]
        return [me - of(v.args[0]), me - of(v.args[1])] if kind == "smax" else []


def _extremum(name: Hashable) -> str | None:
    """Which minimum, maximum or saturated difference an instruction computes."""
    if not isinstance(name, Instruction) or name.opcode != "call" or name.type is not I64:
        return None
    callee = called_function(name)
    found = callee.name.removeprefix("llvm.").removesuffix(".i64") if callee is not None else ""
    return found if found in ("smin", "smax", "umin", "umax", "usub.sat") else None


def _in_range(p: Polynomial, bounds: tuple[int, ...] | None) -> list[Polynomial]:
    if not bounds or bounds[0] >= bounds[1]:
        return []
    return [p - number(bounds[0]), number(bounds[1] - 1) - p]


def ordered_names(p: Polynomial) -> list[Hashable]:
    """The names in a polynomial, in the order of its terms."""
    return [name for names, _ in p.terms for name in names]
