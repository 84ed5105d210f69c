"""Non-negative values: integers with the number of bits they need, and floats.

Counters that start small and are only ever increased by small constants count as small: it takes years to count to 2^62.  (A loop
that LLVM has replaced by its closed form gets there at once.  So these facts only decide comparisons, which are then as wrong as
the wrapped number, and never become promises to LLVM.)
"""

from __future__ import annotations

from collections.abc import Iterable

from irad.analysis.flow.addresses import base_of
from irad.analysis.memory.memory_graph import called_function
from irad.ir.types import I64, IntType
from irad.ir.values import (
    Argument,
    ConstantAggregate,
    ConstantFP,
    ConstantInt,
    ConstantString,
    GlobalVariable,
    Instruction,
    Value,
)

_MOST_STEP = 8
_COUNTED = 62
_DEEP = 24  # depth to which operands are followed, for integers
_LOOKED_AT = 200  # and the total number of values for floats

NONNEGATIVE, POSITIVE = 1, 2


class Signs:
    """Facts about one function; NaN is neither negative nor positive, but no obstacle: ``x`` is positive *unless it is NaN*."""

    def __init__(self) -> None:
        self._bits: dict[Value, int | None] = {}
        self._assumed: dict[Value, int] = {}
        self._left = 0

    # ---- integers

    def bits(self, v: Value, deep: int = _DEEP) -> int | None:
        """``k`` with 0 <= v < 2^k (63 at most, v read as signed); None if v may be negative."""
        if isinstance(v, ConstantInt):
            return v.value.bit_length() if v.value >= 0 else None
        if isinstance(v, Argument):
            low, high = v.attributes.numbers("range") or (-1, 0)
            high %= 2**64
            return (high - 1).bit_length() if 0 <= low < high <= 2**63 else None
        if not isinstance(v, Instruction) or v.type is not I64 or deep == 0:
            return None
        if v not in self._bits:
            self._bits[v] = None  # for cycles other than those of counters
            self._bits[v] = self._counter(v, deep - 1) if v.opcode == "phi" else self._computed(v, deep - 1)
        return self._bits[v]

    def _computed(self, v: Instruction, deep: int) -> int | None:
        op = v.opcode
        if op == "zext":
            return min(63, v.operands[0].type.bits) if isinstance(v.operands[0].type, IntType) else None
        if op == "select":
            return _most(self.bits(o, deep) for o in v.operands[1:])
        if op in ("and", "lshr", "shl", "urem") and isinstance(v.operands[1], ConstantInt):
            return self._with_constant(op, self.bits(v.operands[0], deep), v.operands[1].value)
        if op not in ("add", "mul", "udiv", "sdiv"):
            return None
        a, b = (self.bits(o, deep) for o in v.operands)
        if a is None or b is None:
            return None
        if op in ("udiv", "sdiv"):
            return a
        total = max(a, b) + 1 if op == "add" else a + b
        return total if total <= 63 else 63 if "nsw" in v.attrs.get("flags", ()) else None

    @staticmethod
    def _with_constant(op: str, bits: int | None, number: int) -> int | None:
        if op == "and" and number >= 0:
            return number.bit_length() if bits is None else min(bits, number.bit_length())
        if op == "lshr" and number > 0:
            return 64 - number
        if op == "urem" and number > 0:
            return (number - 1).bit_length()
        return bits + number if op == "shl" and bits is not None and bits + number <= 63 else None

    def _counter(self, phi: Instruction, deep: int) -> int | None:
        """The bits of a phi, and of phis and sums with small constants leading to it: those of the start, or `_COUNTED`."""
        web: set[Value] = {phi}
        work, starts = [phi], []
        counts = False
        while work:
            for v in _sources(work.pop()):
                if isinstance(v, Instruction) and v.type is I64 and (v.opcode in ("phi", "select") or _is_step(v)):
                    if v not in web:
                        web.add(v)
                        work.append(v)
                        counts |= v.opcode == "add"
                else:
                    starts.append(v)
        found = _most(self.bits(v, deep) for v in starts)
        if found is None or not counts:
            return found
        return _COUNTED if found < _COUNTED else None

    # ---- floats

    def sign(self, v: Value) -> int:
        """POSITIVE, NONNEGATIVE (-0.0 included), or 0 if nothing is known."""
        self._left = _LOOKED_AT
        return self._sign(v)

    def _sign(self, v: Value) -> int:
        if isinstance(v, ConstantFP):
            return POSITIVE if v.value > 0 else NONNEGATIVE if v.value == 0 else 0
        self._left -= 1
        if not isinstance(v, Instruction) or not v.type.is_float or self._left < 0:
            return 0
        if v in self._assumed:
            return self._assumed[v]
        if v.opcode == "phi":
            return self._recurrence(v)
        if v.opcode == "select":
            return min(self._sign(o) for o in _choices(v))
        if v.opcode == "call":
            return self._called(v)
        if v.opcode not in ("fadd", "fmul", "fdiv"):
            return 0
        if v.opcode == "fmul" and v.operands[0] is v.operands[1]:
            return NONNEGATIVE
        a, b = (self._sign(o) for o in v.operands)
        if v.opcode == "fadd":  # a rounded sum is no smaller than either
            return max(a, b) if a and b else 0
        if v.opcode == "fdiv" and b != POSITIVE:  # -0.0
            return 0
        return NONNEGATIVE if a and b else 0  # it may underflow

    def _recurrence(self, phi: Instruction) -> int:
        """The sign that the start value has and every iteration preserves."""
        for assumed in (POSITIVE, NONNEGATIVE):
            self._assumed[phi] = assumed
            kept = min(self._sign(v) for v, _ in phi.incoming())
            del self._assumed[phi]
            if kept >= assumed:
                return assumed
        return 0

    def _called(self, v: Instruction) -> int:
        callee = called_function(v)
        name = callee.name if callee is not None else ""
        name = name.removeprefix("llvm.").removeprefix("irad.").removesuffix(".f64").removesuffix(".f32")
        if name in ("exp", "exp2", "sqrt", "fabs", "expf", "sqrtf", "fabsf"):
            return NONNEGATIVE
        if name in ("fma", "fmuladd"):
            a, b, c = v.operands[:3]
            product = NONNEGATIVE if a is b else min(self._sign(a), self._sign(b))
            added = self._sign(c)
            return added if product and added else 0
        return 0


def never_zero(v: Value) -> bool:
    """Whether it is a choice among constants none of which is 0."""
    work, seen = [v], {v}
    for x in work:
        if isinstance(x, Instruction) and x.opcode in ("phi", "select", "freeze"):
            work += [o for o in dict.fromkeys(_choices(x)) if o not in seen]
            seen.update(work)
        elif isinstance(x, Instruction) and x.opcode == "load":
            if not _from_table_without_zero(x):
                return False
        elif not isinstance(x, ConstantInt) or x.value == 0:
            return False
    return True


def _from_table_without_zero(load: Instruction) -> bool:
    """Whether an integer is read from a constant table of such integers, none of which is 0."""
    table, t = base_of(load.operands[0]), load.type
    if not isinstance(table, GlobalVariable) or not table.constant or not isinstance(t, IntType) or t.bits % 8:
        return False
    data, size = table.initializer, t.bits // 8
    if (load.attrs["align"] or 1) % size:
        return False
    if isinstance(data, ConstantString):
        words = [data.data[k : k + size] for k in range(0, len(data.data), size)]
        return all(len(w) == size and any(w) for w in words)
    return isinstance(data, ConstantAggregate) and all(
        isinstance(e, ConstantInt) and e.type is t and e.value != 0 for e in data.elements
    )


def _choices(v: Instruction) -> list[Value]:
    if v.opcode == "phi":
        return [value for value, _ in v.incoming()]
    return v.operands[1:] if v.opcode == "select" else v.operands


def _sources(v: Instruction) -> list[Value]:
    """The values that a part of a counter is computed from."""
    return _choices(v) if v.opcode in ("phi", "select") else v.operands[:1]


def _is_step(v: Instruction) -> bool:
    step = v.operands[1] if v.opcode == "add" else None
    return isinstance(step, ConstantInt) and 0 <= step.value <= _MOST_STEP


def _most(each: Iterable[int | None]) -> int | None:
    out = 0
    for bits in each:
        if bits is None:
            return None
        out = max(out, bits)
    return out
