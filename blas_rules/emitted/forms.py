"""Sums over what a matrix has in memory: ``dest += s m[r, c] u[r] v[c]``, where one of the three is the destination.

The matrix may be general, a band, symmetric, Hermitian or triangular, and lie in memory as a whole, as a band or packed.  Only
what is stored is touched: an element of a symmetric matrix stands for two, of a unit triangular one the diagonal is not read.
Products of matrices and vectors, their derivatives and updates of rank one are all such sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from irad.blas_rules.emitted.emit import Emit, Number


@dataclass(frozen=True)
class Vector:
    """``count`` elements, ``step`` (in elements, may be negative) apart; ``pointer`` is where the first one in order lies."""

    pointer: str
    step: str
    count: str


@dataclass(frozen=True)
class StoredMatrix:
    """A matrix in memory (`language.STRUCTURES`); ``upper``, ``unit`` are bits, ``above``, ``below`` the widths of a band."""

    structure: str
    layout: str
    pointer: str
    stride: str
    rows: str
    columns: str
    below: str = ""
    above: str = ""
    upper: str = "false"
    unit: str = "false"
    diagonal: str = "1.0"  # what stands on the diagonal of a unit triangular one (0 in shadows)

    @property
    def mirrored(self) -> bool:
        return self.structure in ("symmetric", "hermitian")


@dataclass(frozen=True)
class Part:
    """One of the three in a product: conjugated where the bit says so; None where it is the destination."""

    of: Vector | StoredMatrix
    conjugated: str = "false"


class Forms:
    """Emits such sums."""

    def __init__(self, e: Emit) -> None:
        self.e = e

    # ---- bits

    def xor(self, a: str, b: str) -> str:
        if a == "false" or b == "false":
            return b if a == "false" else a
        if a == "true" and b == "true":
            return "false"
        return self.e.let(f"xor i1 {a}, {b}")

    def choose(self, bit: str, yes: str, no: str, type_: str = "i64") -> str:
        if bit in ("true", "false"):
            return yes if bit == "true" else no
        return yes if yes == no else self.e.select(bit, yes, no, type_)

    def conj(self, x: Number, bit: str) -> Number:
        """``x``, conjugated where ``bit`` holds."""
        if not self.e.p.complex_ or bit == "false":
            return x
        return Number(x.re, self.choose(bit, self.e.conj(x).im, x.im, self.e.p.scalar))

    # ---- vectors

    def at(self, v: Vector, i: str) -> str:
        """The address of element ``i``."""
        return self.element(v.pointer, i if v.step == "1" else self.e.i("mul", i, v.step))

    def element(self, pointer: str, index: str) -> str:
        e = self.e
        if e.p.complex_:
            index = e.i("shl", index, 1)
        return e.let(f"getelementptr {e.p.scalar}, ptr {pointer}, i64 {index}")

    def add_to(self, place: str, x: Number) -> None:
        self.e.store(self.e.add(self.e.load(place), x), place)

    def collect(self, place: str, x: Number) -> None:
        """The same, in a sum whose order is free, as it is in the library: it may be computed as a vector."""
        e, t, old = self.e, self.e.p.scalar, self.e.load(place)
        im = e.let(f"fadd reassoc {t} {old.im}, {x.im}") if e.p.complex_ else ""
        e.store(Number(e.let(f"fadd reassoc {t} {old.re}, {x.re}"), im), place)

    # ---- what is stored

    @contextmanager
    def columns(self, m: StoredMatrix) -> Iterator[tuple[str, str, str, str]]:
        """For each column j: (j, base, first, last); rows first to last are stored, (i, j) is element base + i in memory.

        Of symmetric and triangular matrices without the diagonal.
        """
        e = self.e
        with e.loop(m.columns) as j:
            band = m.layout == "band"
            if m.structure == "general":
                first, last = "0", m.rows
                if band:
                    first = e.at_least(e.i("sub", j, m.above), 0)
                    last = e.least(m.rows, e.i("add", e.i("add", j, m.below), 1))
            else:
                first, last = self.choose(m.upper, "0", e.i("add", j, 1)), self.choose(m.upper, j, m.rows)
                if band:
                    first = self.choose(m.upper, e.at_least(e.i("sub", j, m.below), 0), first)
                    last = self.choose(m.upper, last, e.least(m.rows, e.i("add", e.i("add", j, m.below), 1)))
            yield j, self.base(m, j), first, last

    def base(self, m: StoredMatrix, j: str) -> str:
        """Element (i, j) is element base + i in memory."""
        e = self.e
        if m.layout == "packed":
            low = e.i("mul", j, e.i("sub", e.i("sub", e.i("shl", m.rows, 1), j), 1))
            high = e.i("mul", j, e.i("add", j, 1))
            return e.i("ashr", self.choose(m.upper, high, low), 1)
        base = e.i("mul", j, m.stride)
        if m.layout == "full":
            return base
        diagonal = m.above if m.structure == "general" else self.choose(m.upper, m.below, "0")
        return e.i("add", base, e.i("sub", diagonal, j))

    # ---- sums

    def sum_up(
        self,
        s: Number,
        m: Part,
        u: Part | None,
        v: Part | None,
        dest: str,
        transposed: str = "false",
        masked: bool = False,
        after: str = "false",
    ) -> None:
        """``dest += s m u v`` over all elements of op(m), where the destination is one of "m", "u", "v", or the address of a
        number.

        ``transposed``: op(m) is the transpose.  ``masked``: a stored element stands for itself only, not for its mirror image
        too, as in the target of a symmetric update.  ``after``: the product is conjugated before it is added.  The part that is
        the destination is given like the others; its value is read only to be added to.
        """
        if transposed not in ("true", "false"):
            straight = self.xor(transposed, "true")
            for bit, which in ((transposed, "true"), (straight, "false")):
                with self.e.when(bit):
                    self.sum_up(s, m, u, v, dest, which, masked, after)
            return
        _Sum(self, s, m, u, v, dest, transposed == "true", masked, after).emit()


class _Sum:
    """One sum with known orientation."""

    def __init__(
        self, forms: Forms, s: Number, m: Part, u: Part | None, v: Part | None, dest: str, crossed: bool, masked: bool, after: str
    ) -> None:
        assert isinstance(m.of, StoredMatrix)
        self.f, self.e, self.s, self.m, self.matrix = forms, forms.e, s, m, m.of
        self.u, self.v, self.dest, self.after = u, v, dest, after
        self.crossed = crossed
        self.both = self.matrix.mirrored and not masked

    def emit(self) -> None:
        e, f = self.e, self.f
        with f.columns(self.matrix) as (j, base, first, last):
            if self.matrix.structure != "general":
                self._diagonal(j, base)
            passes = [(self.crossed, "false")]
            if self.both:
                passes.append((not self.crossed, "true" if self.matrix.structure == "hermitian" else "false"))
            runs = [_Pass(self, crossed, bit, j) for crossed, bit in passes]
            with e.loop(last, first) as i:
                place = f.element(self.matrix.pointer, e.i("add", base, i))
                value = None if self.dest == "m" else e.load(place)
                for run in runs:
                    run.inner(i, place, value)
            for run in runs:
                run.finish()

    def _diagonal(self, j: str, base: str) -> None:
        """Element (j, j): real in a Hermitian matrix, 1 in a unit triangular one."""
        e, f, m = self.e, self.f, self.matrix
        place = f.element(m.pointer, e.i("add", base, j))
        parts = [p for p in (self.u if self.dest != "u" else None, self.v if self.dest != "v" else None) if p is not None]
        product = self.s
        for p in parts:
            assert isinstance(p.of, Vector)
            product = e.mul(product, f.conj(e.load(f.at(p.of, j)), p.conjugated))
        if self.dest == "m":
            with e.when(f.xor(m.unit, "true")):
                product = f.conj(product, self.after)
                f.add_to(place, self._real(product))
            return
        if m.unit != "false":
            kept = e.number()
            e.store(e.constant(float(m.diagonal)), kept)
            with e.when(f.xor(m.unit, "true")):
                e.store(e.load(place), kept)
            place = kept
        value = f.conj(self._real(e.load(place)), self.m.conjugated)
        self._deliver(f.conj(e.mul(product, value), self.after), j)

    def _real(self, x: Number) -> Number:
        return Number(x.re, "0.0") if self.matrix.structure == "hermitian" and self.e.p.complex_ else x

    def _deliver(self, x: Number, index: str) -> None:
        """Add to an element of the destination that is a vector, or to the number."""
        part = {"u": self.u, "v": self.v}.get(self.dest)
        if part is None:
            self.f.add_to(self.dest, x)
        else:
            assert isinstance(part.of, Vector)
            self.f.add_to(self.f.at(part.of, index), x)


class _Pass:
    """The sum over one column, for elements as they are stored (``crossed``: the transpose of that)."""

    def __init__(self, total: _Sum, crossed: bool, conjugated: str, j: str) -> None:
        self.t, self.j = total, j
        f, e = total.f, total.e
        self.conjugated = f.xor(total.m.conjugated, conjugated)
        self.image = conjugated
        inner, outer = ("v", "u") if crossed else ("u", "v")
        self.inner_name, self.outer_name = inner, outer
        self.inner_part = total.u if inner == "u" else total.v
        self.outer_part = total.u if outer == "u" else total.v
        self.collects = total.dest not in (inner, "m")  # in a number, to be added behind the loop
        self.factor = total.s
        if total.dest != outer and self.outer_part is not None:
            assert isinstance(self.outer_part.of, Vector)
            self.factor = e.mul(total.s, f.conj(e.load(f.at(self.outer_part.of, j)), self.outer_part.conjugated))
        if self.collects:
            self.sum = e.number()
            e.store(e.constant(0.0), self.sum)

    def inner(self, i: str, place: str, value: Number | None) -> None:
        t, f, e = self.t, self.t.f, self.t.e
        product = None if value is None else f.conj(value, self.conjugated)
        if t.dest != self.inner_name and self.inner_part is not None:
            assert isinstance(self.inner_part.of, Vector)
            x = f.conj(e.load(f.at(self.inner_part.of, i)), self.inner_part.conjugated)
            product = x if product is None else e.mul(product, x)
        if self.collects:
            assert product is not None
            f.collect(self.sum, product)
            return
        whole = self.factor if product is None else e.mul(self.factor, product)
        whole = f.conj(whole, f.xor(t.after, self.image) if t.dest == "m" else t.after)
        if t.dest == "m":
            f.add_to(place, whole)
        else:
            assert self.inner_part is not None and isinstance(self.inner_part.of, Vector)
            f.add_to(f.at(self.inner_part.of, i), whole)

    def finish(self) -> None:
        if self.collects:
            t, e = self.t, self.t.e
            self.t._deliver(t.f.conj(e.mul(self.factor, e.load(self.sum)), t.after), self.j)

