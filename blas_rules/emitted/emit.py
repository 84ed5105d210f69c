"""A writer of IR text with loops, and numbers that are real or complex."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from irad.blas_rules.rows.library_names import Precision


@dataclass(frozen=True)
class Number:
    """A real number, or the two parts of a complex one (names of SSA values, or constants)."""

    re: str
    im: str = ""


class Emit:
    """Lines of one function.  Stack memory goes to the entry block."""

    def __init__(self, precision: Precision) -> None:
        self.p = precision
        self._allocas: list[str] = []
        self._lines: list[str] = []
        self._count = 0
        self.block = "entry"

    def body(self) -> str:
        return "\n".join(["entry:", *self._allocas, *self._lines])

    # ---- instructions

    def _fresh(self, stem: str = "t") -> str:
        self._count += 1
        return f"{stem}{self._count}"

    def do(self, text: str) -> None:
        self._lines.append(f"  {text}")

    def let(self, text: str) -> str:
        name = "%" + self._fresh()
        self.do(f"{name} = {text}")
        return name

    def alloca(self, type_: str) -> str:
        name = "%" + self._fresh("slot")
        self._allocas.append(f"  {name} = alloca {type_}")
        return name

    def begin(self, label: str) -> None:
        self._lines.append(f"{label}:")
        self.block = label

    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        """What follows happens only if ``condition`` (an i1) holds; it leaves nothing but memory behind."""
        inside, after = self._fresh("then"), self._fresh("after")
        self.do(f"br i1 {condition}, label %{inside}, label %{after}")
        self.begin(inside)
        yield
        self.do(f"br label %{after}")
        self.begin(after)

    @contextmanager
    def loop(self, count: str, start: str = "0") -> Iterator[str]:
        """``for i in range(start, count)``, with an i64."""
        head, inside, after, i, more = (self._fresh(s) for s in ("head", "body", "after", "i", "next"))
        before = self.block
        self.do(f"br label %{head}")
        self.begin(head)
        at = len(self._lines)
        test = self.let(f"icmp slt i64 %{i}, {count}")
        self.do(f"br i1 {test}, label %{inside}, label %{after}")
        self.begin(inside)
        yield f"%{i}"
        self.do(f"%{more} = add nsw i64 %{i}, 1")
        self.do(f"br label %{head}")
        self._lines.insert(at, f"  %{i} = phi i64 [ {start}, %{before} ], [ %{more}, %{self.block} ]")
        self.begin(after)

    # ---- memory

    def byte(self, pointer: str, offset: str | int) -> str:
        return self.let(f"getelementptr i8, ptr {pointer}, i64 {offset}")

    def element(self, matrix: str, stride: str, i: str, j: str) -> str:
        """The address of element (i, j) of a column-major matrix."""
        column = self.let(f"mul i64 {j}, {stride}")
        index = self.let(f"add i64 {column}, {i}")
        if self.p.complex_:
            index = self.let(f"shl i64 {index}, 1")
        return self.let(f"getelementptr {self.p.scalar}, ptr {matrix}, i64 {index}")

    def load(self, pointer: str) -> Number:
        t = self.p.scalar
        re = self.let(f"load {t}, ptr {pointer}")
        if not self.p.complex_:
            return Number(re)
        return Number(re, self.let(f"load {t}, ptr {self._second(pointer)}"))

    def store(self, x: Number, pointer: str) -> None:
        t = self.p.scalar
        self.do(f"store {t} {x.re}, ptr {pointer}")
        if self.p.complex_:
            self.do(f"store {t} {x.im}, ptr {self._second(pointer)}")

    def _second(self, pointer: str) -> str:
        return self.let(f"getelementptr {self.p.scalar}, ptr {pointer}, i64 1")

    def number(self) -> str:
        """Stack memory for one number."""
        return self.alloca(f"[2 x {self.p.scalar}]" if self.p.complex_ else self.p.scalar)

    # ---- arithmetic

    def i(self, op: str, a: str | int, b: str | int) -> str:
        """An operation on i64."""
        return self.let(f"{op} i64 {a}, {b}")

    def real(self, op: str, a: str, b: str) -> str:
        return self.let(f"{op} {self.p.scalar} {a}, {b}")

    def constant(self, value: float) -> Number:
        text = "0x7FF8000000000000" if value != value else repr(float(value))
        return Number(text, "0.0" if self.p.complex_ else "")

    def add(self, a: Number, b: Number) -> Number:
        return Number(self.real("fadd", a.re, b.re), self.real("fadd", a.im, b.im) if self.p.complex_ else "")

    def sub(self, a: Number, b: Number) -> Number:
        return Number(self.real("fsub", a.re, b.re), self.real("fsub", a.im, b.im) if self.p.complex_ else "")

    def div(self, a: Number, b: Number) -> Number:
        """a / b; of complex numbers without overflow in between (R. Smith, "Algorithm 116: Complex division", 1962)."""
        if not self.p.complex_:
            return Number(self.real("fdiv", a.re, b.re))
        t = self.p.scalar
        large, small = (self.let(f"call {t} @llvm.fabs.{'f32' if t == 'float' else 'f64'}({t} {v})") for v in (b.re, b.im))
        first = self.let(f"fcmp oge {t} {large}, {small}")
        p, q = self.select(first, b.re, b.im, t), self.select(first, b.im, b.re, t)
        u, v = self.select(first, a.re, a.im, t), self.select(first, a.im, a.re, t)
        r = self.real("fdiv", q, p)
        below = self.real("fadd", p, self.real("fmul", q, r))
        re = self.real("fdiv", self.real("fadd", u, self.real("fmul", v, r)), below)
        im = self.real("fdiv", self.real("fsub", v, self.real("fmul", u, r)), below)
        return Number(re, self.select(first, im, self.let(f"fneg {t} {im}"), t))

    def mul(self, a: Number, b: Number) -> Number:
        if not self.p.complex_:
            return Number(self.real("fmul", a.re, b.re))
        re = self.real("fsub", self.real("fmul", a.re, b.re), self.real("fmul", a.im, b.im))
        return Number(re, self.real("fadd", self.real("fmul", a.re, b.im), self.real("fmul", a.im, b.re)))

    def conj(self, a: Number) -> Number:
        return Number(a.re, self.let(f"fneg {self.p.scalar} {a.im}")) if self.p.complex_ else a

    def is_zero(self, a: Number) -> str:
        """Whether a number equals 0, which NaN does not (i1)."""
        t = self.p.scalar
        zero = self.let(f"fcmp oeq {t} {a.re}, 0.0")
        return self.let(f"and i1 {zero}, {self.let(f'fcmp oeq {t} {a.im}, 0.0')}") if self.p.complex_ else zero

    def select(self, condition: str, a: str, b: str, type_: str) -> str:
        return self.let(f"select i1 {condition}, {type_} {a}, {type_} {b}")

    def least(self, a: str, b: str) -> str:
        return self.select(self.let(f"icmp slt i64 {a}, {b}"), a, b, "i64")

    def at_least(self, a: str, least: int) -> str:
        return self.select(self.let(f"icmp sgt i64 {a}, {least}"), a, str(least), "i64")
