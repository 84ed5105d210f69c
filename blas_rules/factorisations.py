"""Derivatives of factorisations, on square matrices that are written out: the factor is lower triangular here, whatever
triangle the routine works on.

Cholesky, A = L L^H (Murray, "Differentiation of the Cholesky decomposition", 2016), P takes the lower triangle with half the
diagonal:

    forward    L' = L P(inv(L) A' inv(L)^H)
    reverse    A' = inv(L)^H P(L^H L') inv(L), of which the conjugate transpose counts as well

LU with row interchanges P, P A = L U (Giles, 2008), T and S take the upper triangle and what is below it:

    forward    F = inv(L) P A' inv(U),  L' = L S(F),  U' = T(F) U
    reverse    P A' = inv(L)^H (S(L^H L') + T(U' U^H)) inv(U)^H

and where there are more rows than columns, or more columns than rows, what is below (L = A inv(U)) or behind (U = inv(L) A) by
itself.

The reverse of Cholesky goes block by block, from the last one to the first (section 4 there), so that it costs twice what the
factorisation does; the formula is for the blocks on the diagonal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from irad.blas_rules.calls import Call, Held
from irad.blas_rules.emit import Number
from irad.blas_rules.forms import Stored
from irad.blas_rules.language import Row

Place = tuple[str, str]  # the address of a matrix and its stride
_BLOCK = 64


@cache
def _row(name: str) -> Row:
    from irad.blas_rules.routines import LEVEL_3

    return next(r for r in LEVEL_3 if r.name == name)


class Factorisations:
    """Emits them, for one call."""

    def __init__(self, call: Call) -> None:
        self.c, self.e, self.f = call, call.e, call.f

    def reverse(self, factor: Held, d: Held) -> None:
        assert isinstance(factor, Stored) and isinstance(d, Stored)
        (self._cholesky_reverse if self.c.row.kind == "chol" else self._lu_reverse)(factor, d)

    def forward(self, factor: Held, d: Held) -> None:
        assert isinstance(factor, Stored) and isinstance(d, Stored)
        (self._cholesky_forward if self.c.row.kind == "chol" else self._lu_forward)(factor, d)

    # ---- Cholesky

    def _cholesky_reverse(self, factor: Stored, d: Stored) -> None:
        e, m = self.e, self.c.m
        temporaries: list[str] = []
        low, stride = self._lower(factor, temporaries)
        t, _ = self._lower(d, temporaries)
        small = m.temporary(str(_BLOCK * _BLOCK * self.c.p.bytes))
        temporaries.append(small)
        n, side = factor.rows, str(_BLOCK)
        one, minus, zero = (e.constant(x) for x in (1.0, -1.0, 0.0))
        blocks = e.i("sdiv", e.i("add", n, _BLOCK - 1), _BLOCK)
        with e.loop(blocks) as count:
            k = e.i("mul", e.i("sub", e.i("sub", blocks, 1), count), _BLOCK)
            w = e.least(side, e.i("sub", n, k))
            first = e.i("add", k, w)  # of the rows below
            below = e.i("sub", n, first)
            diagonal, own = self._at(low, stride, k, k), self._at(t, stride, k, k)
            under, under_own = self._at(low, stride, first, k), self._at(t, stride, first, k)
            rest, rest_own = self._at(low, stride, first, "0"), self._at(t, stride, first, "0")
            left, left_own = self._at(low, stride, k, "0"), self._at(t, stride, k, "0")
            self._triangular("trsm", "RLNN", below, w, (diagonal, stride), (under_own, stride))
            self._product("NN", below, k, w, minus, (under_own, stride), (left, stride), one, (rest_own, stride))
            self._product("CN", w, w, below, one, (under_own, stride), (under, stride), zero, (small, side))
            self._each_lower(w, lambda i, j: self._add(self._at(own, stride, i, j), self._at(small, side, i, j), minus))
            self._block(w, (diagonal, stride), (own, stride), (small, side))
            self._product("CN", w, k, below, minus, (under_own, stride), (rest, stride), one, (left_own, stride))
            self._product("NN", w, k, w, minus, (small, side), (left, stride), one, (left_own, stride))
        self.c.clear(d)
        self._store_lower(d, t, stride)
        self.c.m.release_all(temporaries)

    def _block(self, w: str, low: Place, own: Place, small: Place) -> None:
        """The reverse of a block on the diagonal; in ``small`` its lower triangle is added to the conjugate transpose of that."""
        e, f = self.e, self.f
        with e.loop(w) as j, e.loop(w) as i:
            e.store(e.constant(0.0), self._at(*small, i, j))
        self._each_lower(w, lambda i, j: e.store(e.load(self._at(*own, i, j)), self._at(*small, i, j)))
        self._triangular("trmm", "LLCN", w, w, low, small)
        self._half(w, *small)
        self._triangular("trsm", "LLCN", w, w, low, small)
        self._triangular("trsm", "RLNN", w, w, low, small)

        def fold(i: str, j: str) -> None:
            v, image = e.load(self._at(*small, i, j)), e.conj(e.load(self._at(*small, j, i)))
            same = e.let(f"icmp eq i64 {i}, {j}")
            both = e.add(v, image)
            single = self.c.real(v, True)
            parts = [f.choose(same, a, b, e.p.scalar) for a, b in ((single.re, both.re), (single.im, both.im)) if a]
            e.store(Number(*parts), self._at(*own, i, j))

        self._each_lower(w, fold)

        def whole(i: str, j: str) -> None:
            v = e.load(self._at(*own, i, j))
            same = e.let(f"icmp eq i64 {i}, {j}")
            twice = e.add(v, v)
            parts = [f.choose(same, a, b, e.p.scalar) for a, b in ((twice.re, v.re), (twice.im, v.im)) if a]
            e.store(e.conj(Number(*parts)), self._at(*small, j, i))
            e.store(Number(*parts), self._at(*small, i, j))

        self._each_lower(w, whole)

    def _cholesky_forward(self, factor: Stored, d: Stored) -> None:
        temporaries: list[str] = []
        low, stride = self._lower(factor, temporaries)
        t, _ = self.c.square(d, temporaries)
        self.c.write_out(d, t, stride, False)
        n = factor.rows
        self._triangular("trsm", "LLNN", n, n, (low, stride), (t, stride))
        self._triangular("trsm", "RLCN", n, n, (low, stride), (t, stride))
        self._half(n, t, stride)
        self._triangular("trmm", "LLNN", n, n, (low, stride), (t, stride))
        self._store_lower(d, t, stride)
        self.c.m.release_all(temporaries)

    # ---- LU

    def copied_pivots(self, pivots: str) -> str:
        """The interchanges, kept on the tape's stack."""
        e, t = self.e, self.c.integer
        count = e.least(*(self.c.size(p.name) for p in self.c.row.of("size")))
        own = self.c.m.temporary(e.i("mul", e.at_least(count, 0), 4 if t == "i32" else 8))
        with e.loop(count) as i:
            source, to = (e.let(f"getelementptr {t}, ptr {p}, i64 {i}") for p in (pivots, own))
            e.do(f"store {t} {e.let(f'load {t}, ptr {source}')}, ptr {to}")
        return own

    def _lu_reverse(self, factor: Stored, d: Stored) -> None:
        e = self.e
        temporaries: list[str] = []
        m, n, k, tall, wide = self._shape(factor)
        low, own = (factor.pointer, factor.stride), (d.pointer, d.stride)
        one, minus = e.constant(1.0), e.constant(-1.0)
        (below, behind), (below_own, behind_own) = (self._outside(x, m, n) for x in (low, own))
        extra, across = e.i("sub", m, n), e.i("sub", n, m)
        with e.when(tall):
            self._triangular("trsm", "RUCN", extra, n, low, below_own)
        with e.when(wide):
            self._triangular("trsm", "LLCU", m, across, low, behind_own)
        x, y = (self._parts(own, k, temporaries, lower) for lower in (True, False))
        with e.when(tall):
            self._product("CN", n, n, extra, minus, below, below_own, one, y)
        with e.when(wide):
            self._product("NC", m, m, across, minus, behind_own, behind, one, x)
        self._clear(x, k, True)
        self._clear(y, k, False)
        self._triangular("trmm", "LLCU", k, k, low, x)
        self._triangular("trmm", "RUCN", k, k, low, y)
        self._join(x, y, k)
        self._triangular("trsm", "LLCU", k, k, low, x)
        self._triangular("trsm", "RUCN", k, k, low, x)
        with e.loop(k) as j, e.loop(k) as i:
            e.store(e.load(self._at(*x, i, j)), self._at(*own, i, j))
        self._interchange(own, n, k, True)
        self.c.m.release_all(temporaries)

    def _lu_forward(self, factor: Stored, d: Stored) -> None:
        e = self.e
        temporaries: list[str] = []
        m, n, k, tall, wide = self._shape(factor)
        low, own = (factor.pointer, factor.stride), (d.pointer, d.stride)
        one, minus = e.constant(1.0), e.constant(-1.0)
        (below, behind), (below_own, behind_own) = (self._outside(x, m, n) for x in (low, own))
        extra, across = e.i("sub", m, n), e.i("sub", n, m)
        self._interchange(own, n, k, False)
        self._triangular("trsm", "LLNU", k, k, low, own)
        self._triangular("trsm", "RUNN", k, k, low, own)
        x, y = (self._parts(own, k, temporaries, lower) for lower in (True, False))
        self._triangular("trmm", "LLNU", k, k, low, x)
        self._triangular("trmm", "RUNN", k, k, low, y)
        with e.when(tall):
            self._product("NN", extra, n, n, minus, below, y, one, below_own)
            self._triangular("trsm", "RUNN", extra, n, low, below_own)
        with e.when(wide):
            self._product("NN", m, across, m, minus, x, behind, one, behind_own)
            self._triangular("trsm", "LLNU", m, across, low, behind_own)
        self._join(x, y, k)
        with e.loop(k) as j, e.loop(k) as i:
            e.store(e.load(self._at(*x, i, j)), self._at(*own, i, j))
        self.c.m.release_all(temporaries)

    def _shape(self, factor: Stored) -> tuple[str, str, str, str, str]:
        """Rows, columns, the smaller of them; are there more rows, more columns?"""
        e, m, n = self.e, factor.rows, factor.columns
        return m, n, e.least(m, n), e.let(f"icmp sgt i64 {m}, {n}"), e.let(f"icmp slt i64 {m}, {n}")

    def _outside(self, x: Place, m: str, n: str) -> tuple[Place, Place]:
        """What is below the leading square where there are more rows, and behind it where there are more columns."""
        return (self._at(*x, n, "0"), x[1]), (self._at(*x, "0", m), x[1])

    def _parts(self, source: Place, k: str, temporaries: list[str], lower: bool) -> Place:
        """The part below the diagonal, or the upper triangle, of the leading square."""
        e = self.e
        count = e.at_least(k, 0)
        place = (self.c.m.temporary(e.i("mul", e.i("mul", count, count), self.c.p.bytes)), e.at_least(k, 1))
        temporaries.append(place[0])
        with e.loop(k) as j, e.loop(k) as i:
            e.store(e.load(self._at(*source, i, j)), self._at(*place, i, j))
        self._clear(place, k, lower)
        return place

    def _clear(self, x: Place, k: str, lower: bool) -> None:
        """All but the part below the diagonal (or but the upper triangle) is zero."""
        e = self.e
        with e.loop(k) as j:
            after = e.i("add", j, 1)
            with e.loop(after, "0") if lower else e.loop(k, after) as i:
                e.store(e.constant(0.0), self._at(*x, i, j))

    def _join(self, x: Place, y: Place, k: str) -> None:
        """The upper triangle of y goes into x."""
        with self.e.loop(k) as j, self.e.loop(self.e.i("add", j, 1)) as i:
            self.e.store(self.e.load(self._at(*y, i, j)), self._at(*x, i, j))

    def _interchange(self, x: Place, columns: str, k: str, back: bool) -> None:
        """Exchange rows as the factorisation did, or undo that."""
        e, t = self.e, self.c.integer
        (name,) = (p.name for p in self.c.row.of("pivots"))
        with e.loop(k) as count:
            i = e.i("sub", e.i("sub", k, 1), count) if back else count
            pivot = e.let(f"load {t}, ptr {e.let(f'getelementptr {t}, ptr {self.c.pointers[name]}, i64 {i}')}")
            pivot = pivot if t == "i64" else e.let(f"sext {t} {pivot} to i64")
            other = e.i("sub", pivot, 1)
            with e.loop(columns) as j:
                first, second = self._at(*x, i, j), self._at(*x, other, j)
                a, b = e.load(first), e.load(second)
                e.store(b, first)
                e.store(a, second)

    # ---- pieces

    def _triangular(self, name: str, letters: str, m: str, n: str, a: Place, b: Place) -> None:
        """b = op(a) b or b op(a) (trmm), or with the inverse (trsm); b is m by n."""
        self.c.call_row(_row(name), letters, {"m": m, "n": n}, self.e.constant(1.0), {"a": a, "b": b})

    def _product(
        self, letters: str, m: str, n: str, k: str, s: Number, a: Place, b: Place, beta: Number, c: Place
    ) -> None:
        """c = s op(a) op(b) + beta c."""
        self.c.m.call_gemm([str(ord(x)) for x in letters], (m, n, k), s, (a, b, c), beta)

    def _at(self, pointer: str, stride: str, i: str, j: str) -> str:
        """The address of an element."""
        return self.f.element(pointer, self.e.i("add", self.e.i("mul", j, stride), i))

    def _each_lower(self, n: str, body: Callable[[str, str], None]) -> None:
        """All (i, j) with i >= j."""
        with self.e.loop(n) as j, self.e.loop(n, j) as i:
            body(i, j)

    def _add(self, to: str, source: str, s: Number) -> None:
        e = self.e
        e.store(e.add(e.load(to), e.mul(s, e.load(source))), to)

    def _lower(self, x: Stored, temporaries: list[str]) -> tuple[str, str]:
        """A triangle as a lower triangular matrix, the upper one as its conjugate transpose."""
        e, f = self.e, self.f
        place, stride = self.c.square(x, temporaries)
        self.c.clear(Stored("general", "full", place, stride, x.rows, x.rows))
        with f.columns(x) as (j, base, first, last):
            own = f.element(place, e.i("add", e.i("mul", j, stride), j))
            e.store(e.load(f.element(x.pointer, e.i("add", base, j))), own)
            with e.loop(last, first) as i:
                v = f.conj(e.load(f.element(x.pointer, e.i("add", base, i))), x.upper)
                row, column = f.choose(x.upper, j, i), f.choose(x.upper, i, j)
                e.store(v, f.element(place, e.i("add", e.i("mul", column, stride), row)))
        return place, stride

    def _store_lower(self, x: Stored, place: str, stride: str) -> None:
        """The reverse of `_lower`."""
        e, f = self.e, self.f
        with f.columns(x) as (j, base, first, last):
            own = e.load(f.element(place, e.i("add", e.i("mul", j, stride), j)))
            e.store(self.c.real(own, True), f.element(x.pointer, e.i("add", base, j)))
            with e.loop(last, first) as i:
                row, column = f.choose(x.upper, j, i), f.choose(x.upper, i, j)
                v = e.load(f.element(place, e.i("add", e.i("mul", column, stride), row)))
                e.store(f.conj(v, x.upper), f.element(x.pointer, e.i("add", base, i)))

    def _half(self, n: str, place: str, stride: str) -> None:
        """Take the lower triangle and half of the diagonal's real part."""
        e, f = self.e, self.f
        with e.loop(n) as j:
            column = e.i("mul", j, stride)
            with e.loop(j) as i:
                e.store(e.constant(0.0), f.element(place, e.i("add", column, i)))
            own = f.element(place, e.i("add", column, j))
            e.store(self.c.real(e.mul(e.constant(0.5), e.load(own)), True), own)
