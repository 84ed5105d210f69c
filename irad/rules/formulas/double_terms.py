"""LLVM instructions written as formulas of doubles and of 64-bit words, for functions whose bodies irad writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from struct import pack, unpack

Number = float | Fraction | int
_WORD = (1 << 64) - 1


def bits_of(x: Number) -> int:
    """The 64 bits of the double that is nearest."""
    return int(unpack("<Q", pack("<d", float(x)))[0])


class DoubleTerm:
    """A value of the function that is being written: double, i64 or i1."""

    def __init__(self, body: FunctionText, text: str, kind: str) -> None:
        self.body, self.text, self.kind = body, text, kind

    def _with(self, op: str, other: DoubleTerm | Number, turned: bool = False) -> DoubleTerm:
        left, right = self.text, self.body.said(other, self.kind)
        return self.body.made(f"{op} {self.kind} {f'{right}, {left}' if turned else f'{left}, {right}'}", self.kind)

    def __add__(self, other: DoubleTerm | Number) -> DoubleTerm:
        return self._with("fadd" if self.kind == "double" else "add", other)

    def __sub__(self, other: DoubleTerm | Number) -> DoubleTerm:
        return self._with("fsub" if self.kind == "double" else "sub", other)

    def __mul__(self, other: DoubleTerm | Number) -> DoubleTerm:
        return self._with("fmul" if self.kind == "double" else "mul", other)

    def __truediv__(self, other: DoubleTerm | Number) -> DoubleTerm:
        return self._with("fdiv", other)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other: Number) -> DoubleTerm:
        return self._with("fsub" if self.kind == "double" else "sub", other, True)

    def __rtruediv__(self, other: Number) -> DoubleTerm:
        return self._with("fdiv", other, True)

    def __and__(self, other: DoubleTerm | int) -> DoubleTerm:
        return self._with("and", other)

    def __or__(self, other: DoubleTerm | int) -> DoubleTerm:
        return self._with("or", other)

    def __xor__(self, other: DoubleTerm | int) -> DoubleTerm:
        return self._with("xor", other)

    def __lshift__(self, count: int) -> DoubleTerm:
        return self._with("shl", count)

    def __rshift__(self, count: int) -> DoubleTerm:
        return self._with("lshr", count)

    def __lt__(self, other: DoubleTerm | Number) -> DoubleTerm:
        return self.compared("olt", other)

    def __le__(self, other: DoubleTerm | Number) -> DoubleTerm:
        return self.compared("ole", other)

    def __gt__(self, other: DoubleTerm | Number) -> DoubleTerm:
        return self.compared("ogt", other)

    def __ge__(self, other: DoubleTerm | Number) -> DoubleTerm:
        return self.compared("oge", other)

    def compared(self, how: str, other: DoubleTerm | Number) -> DoubleTerm:
        """``how``: as LLVM calls it, "olt"."""
        return self.body.made(f"fcmp {how} double {self.text}, {self.body.said(other, 'double')}", "i1")

    def equals(self, other: DoubleTerm | Number) -> DoubleTerm:
        """Whether the doubles are equal; false with nan."""
        return self.compared("oeq", other)

    @property
    def is_nan(self) -> DoubleTerm:
        return self.compared("uno", self)

    @property
    def word(self) -> DoubleTerm:
        return self.body.made(f"bitcast double {self.text} to i64", "i64")

    @property
    def double(self) -> DoubleTerm:
        return self.body.made(f"bitcast i64 {self.text} to double", "double")

    def called(self, name: str, *others: DoubleTerm | Number) -> DoubleTerm:
        """A function of LLVM's of this and other doubles."""
        args = ", ".join(f"double {self.body.said(x, 'double')}" for x in (self, *others))
        self.body.used[name] = f"declare double @llvm.{name}.f64({', '.join(['double'] * (1 + len(others)))})"
        return self.body.made(f"call double @llvm.{name}.f64({args})", "double")

    def times_plus(self, factor: DoubleTerm | Number, addend: DoubleTerm | Number) -> DoubleTerm:
        """self * factor + addend, rounded once where the processor can."""
        return self.called("fmuladd", factor, addend)

    def where(self, yes: DoubleTerm | Number, no: DoubleTerm | Number) -> DoubleTerm:
        """``yes`` if this is true, else ``no``: doubles, or conditions."""
        known = [t for t in (yes, no) if isinstance(t, DoubleTerm)]
        kind = known[0].kind if known else "double"
        one, other = self.body.said(yes, kind), self.body.said(no, kind)
        return self.body.made(f"select i1 {self.text}, {kind} {one}, {kind} {other}", kind)


class FunctionText:
    """The lines of a function so far, and the functions of LLVM's that they call."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.used: dict[str, str] = {}

    def made(self, value: str, kind: str) -> DoubleTerm:
        name = f"%t{len(self.lines)}"
        self.lines.append(f"  {name} = {value}")
        return DoubleTerm(self, name, kind)

    @staticmethod
    def said(x: DoubleTerm | Number, kind: str) -> str:
        """A term or a number as an operand."""
        if isinstance(x, DoubleTerm):
            return x.text
        return f"0x{bits_of(x):016X}" if kind == "double" else str(int(x) & _WORD)


def function_text(
    name: str, count: int, formula: Callable[..., DoubleTerm], attributes: str, callees: Sequence[str] = ()
) -> tuple[str, tuple[str, ...]]:
    """The definition of a function of ``count`` doubles that ``formula`` computes, and what it needs declared."""
    body = FunctionText()
    given = [DoubleTerm(body, f"%x{k}", "double") for k in range(count)]
    result = formula(*given)
    params = ", ".join(f"double {x.text}" for x in given)
    head = f"define linkonce_odr hidden double @{name}({params}) alwaysinline {attributes} {{"
    return "\n".join([head, *body.lines, f"  ret double {result.text}", "}"]), (*body.used.values(), *callees)


def of_floats(name: str, wide: str, count: int, attributes: str) -> str:
    """The function of ``count`` floats that rounds what the one of doubles, ``wide``, computes."""
    params = ", ".join(f"float %x{k}" for k in range(count))
    lines = [f"  %w{k} = fpext float %x{k} to double" for k in range(count)]
    args = ", ".join(f"double %w{k}" for k in range(count))
    lines += [f"  %r = call double @{wide}({args})", "  %f = fptrunc double %r to float", "  ret float %f", "}"]
    return "\n".join([f"define linkonce_odr hidden float @{name}({params}) alwaysinline {attributes} {{", *lines])


def by_pairs(x: DoubleTerm, coefficients: Sequence[Number]) -> DoubleTerm:
    """The polynomial with these coefficients, lowest first, by Estrin's scheme: short chains of operations."""
    terms: list[DoubleTerm | Number] = list(coefficients)
    power = x
    while len(terms) > 1:
        pairs: list[DoubleTerm | Number] = []
        for k in range(0, len(terms) - 1, 2):
            low, high = terms[k], terms[k + 1]
            pairs.append(power.times_plus(high, low))
        terms = pairs + terms[len(terms) - len(terms) % 2 :]
        if len(terms) > 1:
            power = power * power
    found = terms[0]
    assert isinstance(found, DoubleTerm)
    return found


def economised(coefficients: Sequence[Fraction], low: Fraction, high: Fraction, count: int) -> list[Fraction]:
    """A polynomial of ``count`` coefficients close to that one from ``low`` to ``high``.

    Its last terms as a sum of Chebyshev polynomials are left out one after the other (C. Lanczos, *Applied Analysis*, 1956).
    """
    half, middle = (high - low) / 2, (high + low) / 2
    of_t = _substituted(coefficients, middle, half)  # x = middle + half t
    while len(of_t) > count:
        n = len(of_t) - 1
        chebyshev = _chebyshev(n)
        factor = of_t[n] / chebyshev[n]
        of_t = [a - factor * c for a, c in zip(of_t[:n], chebyshev[:n], strict=True)]
    return _substituted(of_t, -middle / half, 1 / half)


def _substituted(coefficients: Sequence[Fraction], shift: Fraction, scale: Fraction) -> list[Fraction]:
    """The polynomial of shift + scale t, by powers of t."""
    out: list[Fraction] = []
    for c in reversed(coefficients):
        out = [shift * a + scale * b for a, b in zip([*out, Fraction(0)], [Fraction(0), *out], strict=True)]
        out[0:1] = [out[0] + c] if out else [c]
    return out


def _chebyshev(n: int) -> list[int]:
    before, last = [1], [0, 1]
    for _ in range(n - 1):
        before, last = last, [2 * b - a for a, b in zip([*before, 0, 0], [0, *last], strict=True)]
    return last if n else before
