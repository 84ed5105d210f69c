"""What derivatives of factorisations are made of: products and triangular systems of whole matrices, and loops over elements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from irad.blas_rules.derivatives.call_functions import Call
from irad.blas_rules.emitted.emit import Number
from irad.blas_rules.rows.language import Row

Place = tuple[str, str]  # the address of a matrix and its stride


@dataclass(frozen=True)
class ColumnBlock:
    """A matrix in memory, column by column."""

    pointer: str
    stride: str
    rows: str
    columns: str

    @property
    def place(self) -> Place:
        return self.pointer, self.stride


@cache
def _row(name: str) -> Row:
    from irad.blas_rules.rows.rows import LEVEL_3

    return next(r for r in LEVEL_3 if r.name == name)


class Pieces:
    """Emits them, for one call."""

    def __init__(self, call: Call) -> None:
        self.c, self.e, self.f = call, call.e, call.f
        self.one, self.minus, self.zero = (call.e.constant(x) for x in (1.0, -1.0, 0.0))

    # ---- by the library

    def triangular(self, name: str, letters: str, m: str, n: str, a: Place, b: Place) -> None:
        """b = op(a) b or b op(a) (trmm), or with the inverse (trsm); b is m by n."""
        self.c.call_row(_row(name), letters, {"m": m, "n": n}, self.one, {"a": a, "b": b})

    def product(self, letters: str, m: str, n: str, k: str, s: Number, a: Place, b: Place, beta: Number, c: Place) -> None:
        """c = s op(a) op(b) + beta c."""
        self.c.m.call_gemm([str(ord(x)) for x in letters], (m, n, k), s, (a, b, c), beta)

    def times(self, letters: str, s: Number, a: ColumnBlock, b: ColumnBlock, beta: Number, c: ColumnBlock) -> None:
        """The same, of matrices that know their sizes."""
        inner = a.columns if letters[0] == "N" else a.rows
        self.product(letters, c.rows, c.columns, inner, s, a.place, b.place, beta, c.place)

    # ---- memory

    @contextmanager
    def new(self, *sizes: tuple[str, str]) -> Iterator[list[ColumnBlock]]:
        """Temporary matrices, of what was in memory before."""
        made = [self.make(rows, columns) for rows, columns in sizes]
        yield made
        self.c.m.release_all([b.pointer for b in made])

    def make(self, rows: str, columns: str) -> ColumnBlock:
        """A matrix on the tape's stack."""
        e = self.e
        count = e.i("mul", e.at_least(rows, 0), e.at_least(columns, 0))
        pointer = self.c.m.temporary(e.i("mul", count, self.c.p.bytes))
        return ColumnBlock(pointer, e.at_least(rows, 1), rows, columns)

    def part(self, b: ColumnBlock, i: str, j: str, rows: str, columns: str) -> ColumnBlock:
        """What begins at (i, j)."""
        return ColumnBlock(self.at(*b.place, i, j), b.stride, rows, columns)

    # ---- elements

    def at(self, pointer: str, stride: str, i: str, j: str) -> str:
        """The address of an element."""
        return self.f.element(pointer, self.e.i("add", self.e.i("mul", j, stride), i))

    def get(self, b: ColumnBlock, i: str, j: str) -> Number:
        return self.e.load(self.at(*b.place, i, j))

    def put(self, b: ColumnBlock, i: str, j: str, x: Number) -> None:
        self.e.store(x, self.at(*b.place, i, j))

    @contextmanager
    def each(self, b: ColumnBlock) -> Iterator[tuple[str, str]]:
        """All (i, j)."""
        with self.e.loop(b.columns) as j, self.e.loop(b.rows) as i:
            yield i, j

    def each_lower(self, n: str, body: Callable[[str, str], None]) -> None:
        """All (i, j) with i >= j."""
        with self.e.loop(n) as j, self.e.loop(n, j) as i:
            body(i, j)

    def copy(self, source: ColumnBlock, to: ColumnBlock) -> None:
        with self.each(to) as (i, j):
            self.put(to, i, j, self.get(source, i, j))

    def fill(self, b: ColumnBlock, diagonal: Number | None = None) -> None:
        """Zeros, and a number on the diagonal."""
        with self.each(b) as (i, j):
            self.put(b, i, j, self.zero)
        if diagonal is not None:
            with self.e.loop(self.e.least(b.rows, b.columns)) as i:
                self.put(b, i, i, diagonal)

    def scaled(self, by: str, x: Number) -> Number:
        """A real number times another one."""
        return Number(self.e.real("fmul", by, x.re), self.e.real("fmul", by, x.im) if self.c.p.complex_ else "")

    def share(self, x: Number, by: str) -> Number:
        """x / by, with a real divisor; where x is zero there is nothing to share."""
        e, t = self.e, self.c.p.scalar

        def one(v: str) -> str:
            return e.select(e.let(f"fcmp oeq {t} {v}, 0.0"), "0.0", e.real("fdiv", v, by), t)

        return Number(one(x.re), one(x.im) if self.c.p.complex_ else "")

    def imaginary(self, x: Number) -> Number:
        """i times the imaginary part."""
        return Number("0.0", x.im) if self.c.p.complex_ else self.zero

    def same(self, i: str, j: str) -> str:
        return self.e.let(f"icmp eq i64 {i}, {j}")

    def either(self, bit: str, x: Number, y: Number) -> Number:
        t = self.c.p.scalar
        im = self.f.choose(bit, x.im, y.im, t) if self.c.p.complex_ else ""
        return Number(self.f.choose(bit, x.re, y.re, t), im)

    # ---- lists of real numbers

    def real_at(self, pointer: str, i: str) -> str:
        return self.e.let(f"getelementptr {self.c.p.scalar}, ptr {pointer}, i64 {i}")

    def get_real(self, pointer: str, i: str) -> str:
        return self.e.let(f"load {self.c.p.scalar}, ptr {self.real_at(pointer, i)}")

    def put_real(self, pointer: str, i: str, x: str) -> None:
        self.e.do(f"store {self.c.p.scalar} {x}, ptr {self.real_at(pointer, i)}")
