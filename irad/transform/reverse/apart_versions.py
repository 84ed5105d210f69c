"""Two versions of a gradient: one for arrays that lie apart in memory, one for arrays that may overlap.

C promises nothing of two pointers without ``restrict``: every store through one may change what was loaded through the other, so
that it has to be kept.  Where it can be told at the beginning which bytes a function accesses through each parameter, the ranges
are compared there, as clang does for loops that it makes vectors of; arrays that are apart get the derivative that relies on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

from irad.analysis.elements.element_lifetimes import touched_memory
from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.memory.memory_graph import Memory, allocation_rule, called_function
from irad.analysis.reuse.effects import Effects, is_pure_call
from irad.analysis.reuse.polynomial import Address, Polynomial, Polynomials, Unsigned, number
from irad.analysis.reuse.reload_safety import Aliasing
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I1, I8, I64, FunctionType, IntType
from irad.ir.values import Argument, Constant, ConstantInt, Function, Instruction, Value
from irad.options import Options
from irad.rules import AllocationRule, DeallocationRule, lookup_function
from irad.transform.base.counts import emit_polynomial, polynomial_values
from irad.transform.base.request import Derivative, Key

_MOST_RANGES = 24  # of one parameter, and assumptions
_MOST_PARAMETERS = 6
_MOST_WAYS = 8  # that an address may be computed
_MOST_STEPS = 8  # from arguments to a bound
_PURE = ("add", "sub", "mul", "shl", "and", "or", "xor", "zext", "sext", "trunc", "select", "icmp")
_BOUNDS = ("llvm.umax.", "llvm.umin.", "llvm.smax.", "llvm.smin.", "llvm.usub.sat.")
_QUIET = ("llvm.lifetime.", "llvm.assume", "llvm.dbg.", "llvm.experimental.noalias")
Range = tuple[Polynomial, Polynomial]  # the bytes from the first to before the second


def apart_versions(
    fn: Function, key: Key, memory: Memory, may_free: Callable[[Function], bool], options: Options,
    gradient: Callable[[Key], Derivative],
    new_function: Callable[[str, FunctionType, list[str]], Function],
) -> tuple[Derivative, Derivative, Derivative] | None:  # fmt: skip
    """The gradient of a function of arrays, which tests whether they lie apart and indices wrap, and both that it may call.

    None where that cannot be tested.
    """
    if key.noalias or options.strict or options.cache_everything or '"irad-status"' in fn.attributes:
        return None
    effects = Effects(fn, memory, may_free)
    known = _ranges(fn, effects)
    if known is None:
        return None
    ranges, narrow = known
    if not 1 <= len(ranges) <= _MOST_PARAMETERS:
        return None
    pairs = _doubtful(list(ranges), memory, Aliasing(fn, memory, noalias=False), effects)
    if not pairs and not (narrow and effects.writes):
        return None
    better = replace(key, noalias=True, exact=frozenset(narrow))
    apart, any_ = gradient(better), gradient(key)
    any_.function.attributes = any_.function.attributes.adding("cold")
    around = new_function(any_.function.name, any_.function.ftype, [a.name for a in any_.function.args])
    for own, given in zip(around.args, any_.function.args, strict=True):
        own.attrs = given.attrs
    _write(around, fn, key, ranges, narrow, pairs, apart, any_)
    return replace(any_, function=around), apart, any_


def _ranges(fn: Function, effects: Effects) -> tuple[dict[Argument, list[Range]], dict[Instruction, Range]] | None:
    """The ranges that are accessed through each parameter, in values of parameters; None where anything else is accessed.

    And those of narrow integers of which it is assumed that they have not wrapped.
    """
    flow = ControlFlow(fn)
    polynomials = Polynomials(flow)
    polynomials.counts_inequalities = True
    narrow = _Narrow(polynomials)
    found: dict[Argument, dict[Polynomial, list[Range]]] = {}
    for inst in [i for b in flow.rpo for i in b.instructions]:
        if inst in effects.unknown:
            return None
        if not (effects.reads.get(inst) or effects.writes.get(inst)) or _is_quiet(inst):
            continue
        touched = touched_memory(inst, polynomials)
        if not touched:
            return None
        for pointer, size in touched:
            inside = flow.loop_of[inst.block]  # type: ignore[index]
            addresses = _addresses(pointer, polynomials)
            if not addresses:
                return None
            for address in addresses:
                base = address.base
                if _is_own(base):
                    continue
                hull = polynomials.hull(narrow.widened(address.offset), 0, inside, None, any_sign=True)
                if not isinstance(base, Argument) or hull is None:
                    return None
                low, high = narrow.widened(hull[0]), narrow.widened(hull[1]) + size
                if not all(_at_entry(p) for p in (low, high)):
                    return None
                _include(found.setdefault(base, {}).setdefault(low - number(low.constant), []), low, high)
    out = {base: [r for group in groups.values() for r in group] for base, groups in found.items()}
    known: dict[Instruction, Range] = {}
    for v, p in narrow.assumed.items():
        hull = polynomials.hull(p, 0, flow.loop_of[v.block], None, any_sign=True)  # type: ignore[index]
        if hull is None or not all(map(_at_entry, hull)):
            return None
        known[v] = hull
    return (out, known) if all(len(rs) <= _MOST_RANGES for rs in (known, *out.values())) else None


class _Narrow:
    """Integers narrower than addresses as polynomials, on the assumption that none has wrapped: LLVM forgets that C forbids it.

    ``assumed``: the values of which that has to be tested, from 0 to 2^31.
    """

    def __init__(self, polynomials: Polynomials) -> None:
        self.polynomials = polynomials
        self.assumed: dict[Instruction, Polynomial] = {}

    def widened(self, polynomial: Polynomial) -> Polynomial:
        for name in polynomial.names():
            value = name.value if isinstance(name, Unsigned) else name
            if isinstance(value, Instruction) and (value.type is not I64 or _is_low_half(value)):
                polynomial = polynomial.replace(name, self._of(value))
        return polynomial

    def _of(self, v: Value) -> Polynomial:
        if not isinstance(v, Instruction):
            return self.polynomials.of(v)
        if v not in self.assumed:
            if v.opcode not in ("add", "sub", "mul", "trunc", "zext", "sext") and not _is_low_half(v):
                return self.polynomials.of(v)
            first = self._of(v.operands[0])
            whole = first
            if v.opcode in ("add", "sub", "mul"):
                second = self._of(v.operands[1])
                whole = first + second if v.opcode == "add" else first - second if v.opcode == "sub" else first * second
            if v.type is I64 and not _is_low_half(v):
                return whole
            self.assumed[v] = whole
        return self.assumed[v]


def _is_low_half(v: Instruction) -> bool:
    """Whether it is a wide integer of which only what an ``int`` holds is left."""
    return v.opcode == "and" and isinstance(v.operands[1], ConstantInt) and v.operands[1].value == 2**32 - 1


def _include(ranges: list[Range], low: Polynomial, high: Polynomial) -> None:
    """Add a range to some that begin at a fixed distance from it."""
    for k, (a, b) in enumerate(ranges):
        if not (b - high).terms:
            ranges[k] = (_least(a, low), _least(b.times(-1), high.times(-1)).times(-1))
            return
    ranges.append((low, high))


def _addresses(pointer: Value, polynomials: Polynomials) -> list[Address]:
    """All that a pointer may be, where control or a condition chooses it; nothing where that is not known."""
    found: list[Address] = []
    work = [(pointer, number(0))]
    seen: set[tuple[Value, Polynomial]] = set()
    for at, offset in work:  # grows
        if len(work) > _MOST_WAYS:
            return []
        address = polynomials.address(at)
        base, offset = address.base, address.offset + offset
        if (base, offset) in seen:  # it goes round a loop
            continue
        seen.add((base, offset))
        if isinstance(base, Instruction) and base.opcode == "select":
            work += [(v, offset) for v in base.operands[1:]]
        elif isinstance(base, Instruction) and base.opcode == "phi":
            work += [(v, offset) for v, _ in base.incoming()]
        else:
            found.append(Address(base, offset))
    return found


def _least(a: Polynomial, b: Polynomial) -> Polynomial:
    return a if (b - a).constant >= 0 else b


def _is_quiet(inst: Instruction) -> bool:
    callee = called_function(inst) if inst.opcode == "call" else None
    if callee is None:
        return False
    rule = lookup_function(callee)
    return is_pure_call(inst) or callee.name.startswith(_QUIET) or isinstance(rule, (AllocationRule, DeallocationRule))


def _is_own(base: Value) -> bool:
    """Whether a pointer is one to memory that the function has made itself, or to a constant."""
    if isinstance(base, Instruction):
        return base.opcode == "alloca" or allocation_rule(base) is not None
    return isinstance(base, Constant) and bool(getattr(base, "constant", False))


def _at_entry(polynomial: Polynomial) -> bool:
    """Whether a polynomial can be computed where the function begins."""
    values = polynomial_values(polynomial)
    return values is not None and all(map(_is_of_arguments, values))


def _is_of_arguments(v: Value, depth: int = _MOST_STEPS) -> bool:
    """Whether a value can be computed where the function begins, whatever the arguments are."""
    if isinstance(v, (Argument, ConstantInt)):
        return True
    if not isinstance(v, Instruction) or depth == 0 or not isinstance(v.type, IntType):
        return False
    callee = called_function(v) if v.opcode == "call" else None
    pure = v.opcode in _PURE if callee is None else callee.name.startswith(_BOUNDS)
    pure &= v.opcode != "shl" or isinstance(v.operands[1], ConstantInt)
    return pure and all(_is_of_arguments(op, depth - 1) for op in v.operands if op is not callee)


def _computed(b: Builder, v: Value, own: dict[Value, list[Value]]) -> Value:
    """The value where the function begins; without promises that hold where it is used."""
    if v in own:
        return own[v][0]
    if not isinstance(v, Instruction):
        return v
    operands = [_computed(b, op, own) for op in v.operands]
    new = Instruction(v.opcode, v.type, operands, {**v.attrs, "flags": ()}, "")
    own[v] = [b.insert(new)]
    return new


def _doubtful(
    parameters: list[Argument], memory: Memory, aliasing: Aliasing, effects: Effects
) -> list[tuple[Argument, Argument]]:
    """The pairs of parameters that may overlap, where that makes a difference: their memory or shadows are written."""
    found = []
    for p, q in combinations(parameters, 2):
        a, b = memory.node_of(p), memory.node_of(q)
        if a is not None and b is not None and aliasing.may_overlap(a, b):  # (one node, where a pointer may be either)
            found.append((p, q))
    written = {n for nodes in effects.writes.values() for n in nodes}
    return found if any(memory.node_of(x) in written for pair in found for x in pair) else []


def _write(
    around: Function, fn: Function, key: Key, ranges: dict[Argument, list[Range]], narrow: dict[Instruction, Range],
    pairs: list[tuple[Argument, Argument]], apart: Derivative, any_: Derivative,
) -> None:  # fmt: skip
    entry, yes, no = (around.append_block(name) for name in ("entry", "apart", "overlapping"))
    b = Builder(entry)
    given: list[Value] = list(around.args)
    extra = len(given) - sum(1 + (key.width if p.shadow else 0) for p in key.params) - (key.width if key.ret else 0)
    given = given[extra:]
    own: dict[Value, list[Value]] = {}
    for arg, p in zip(fn.args, key.params, strict=True):
        n = 1 + (key.width if p.shadow else 0)
        own[arg], given = given[:n], given[n:]
    written = {a for a in ranges if "readonly" not in a.attrs.split() and "readnone" not in a.attrs.split()}
    limits = {arg: _hull(b, found, lambda v: _computed(b, v, own)) for arg, found in ranges.items()}
    fine: Value = const_int(I1, 1)
    for low, high in (_hull(b, [r], lambda v: _computed(b, v, own)) for r in dict.fromkeys(narrow.values())):
        inside = b.and_(b.icmp("sge", low, const_int(I64, 0)), b.icmp("slt", high, const_int(I64, 2**31)))
        fine = b.and_(fine, inside)
    for one, other in pairs:
        for k, (x, y) in enumerate(zip(own[one], own[other], strict=False)):
            if k > 0 or one in written or other in written:
                fine = b.and_(fine, _are_apart(b, x, limits[one], y, limits[other]))
    b.cond_br(fine, yes, no)
    for block, derivative in ((yes, apart), (no, any_)):
        b = Builder(block)
        result = b.call(derivative.function, derivative.function.ftype, list(around.args))
        if derivative.function.ftype.ret.is_void:
            b.ret()
        else:
            b.ret(result)


def _hull(b: Builder, ranges: list[Range], value: Callable[[Value], Value]) -> tuple[Value, Value]:
    """The smallest range that contains some."""
    low = high = None
    for first, last in ranges:
        x, y = emit_polynomial(b, first, value), emit_polynomial(b, last, value)
        low = x if low is None else b.select(b.icmp("slt", x, low), x, low)
        high = y if high is None else b.select(b.icmp("sgt", y, high), y, high)
    assert low is not None and high is not None
    return low, high


def _are_apart(b: Builder, p: Value, mine: tuple[Value, Value], q: Value, theirs: tuple[Value, Value]) -> Value:
    ends = [b.cast("ptrtoint", b.gep(I8, x, [at]), I64) for x, limits in ((p, mine), (q, theirs)) for at in limits]
    return b.or_(b.icmp("ule", ends[1], ends[2]), b.icmp("ule", ends[3], ends[0]))
