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

from irad.blas_rules.derivatives.pieces import ColumnBlock, Pieces, Place
from irad.blas_rules.emitted.emit import Number
from irad.blas_rules.emitted.forms import StoredMatrix

KEPT = "'kept"  # behind a name: a copy
_BLOCK = 64


class Factorisation(Pieces):
    """The derivative of one call: ``before`` and ``after`` the routine it keeps what `kept` names (as "NAME'kept") for the
    reverse."""

    def kept(self) -> tuple[str, ...]:
        """What may have been overwritten when the reverse reads it."""
        return tuple(p.name for p in self.c.row.parameters if p.name in self.c.keep and p.kind in ("matrix", "array", "pivots"))

    def prepare(self) -> None:
        """Bits that are asked for in more than one place."""

    def before(self) -> None:
        """What has to be kept of the arguments: nothing, mostly."""

    def after(self) -> None:
        """What has to be kept of the results."""

    def reverse(self) -> None:
        """Where the matrix has a shadow."""
        raise NotImplementedError

    def forward(self) -> None:
        raise NotImplementedError

    def clear_results(self) -> None:
        """The shadows of what was written beside the matrix are zero: it is constant, or they have been propagated."""

    def _keep_matrix(self) -> None:
        if "a" in self.kept():
            self.c.pointers["a" + KEPT], _ = self.c.copy_of(self.c.primal("a"))

    def _pair(self) -> tuple[StoredMatrix, StoredMatrix]:
        """The factor, or the copy of it, and its shadow."""
        a, d = self.c.primal("a"), self.c.shadow("a")
        if "a" + KEPT in self.c.pointers:
            a = self.c.compact(a, self.c.pointers["a" + KEPT])
        assert isinstance(a, StoredMatrix) and isinstance(d, StoredMatrix)
        return a, d


class Cholesky(Factorisation):
    def after(self) -> None:
        self._keep_matrix()

    def reverse(self) -> None:
        self._cholesky_reverse(*self._pair())

    def forward(self) -> None:
        self._cholesky_forward(*self._pair())

    def _cholesky_reverse(self, factor: StoredMatrix, d: StoredMatrix) -> None:
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
            diagonal, own = self.at(low, stride, k, k), self.at(t, stride, k, k)
            under, under_own = self.at(low, stride, first, k), self.at(t, stride, first, k)
            rest, rest_own = self.at(low, stride, first, "0"), self.at(t, stride, first, "0")
            left, left_own = self.at(low, stride, k, "0"), self.at(t, stride, k, "0")
            self.triangular("trsm", "RLNN", below, w, (diagonal, stride), (under_own, stride))
            self.product("NN", below, k, w, minus, (under_own, stride), (left, stride), one, (rest_own, stride))
            self.product("CN", w, w, below, one, (under_own, stride), (under, stride), zero, (small, side))
            self.each_lower(w, lambda i, j: self._add(self.at(own, stride, i, j), self.at(small, side, i, j), minus))
            self._block(w, (diagonal, stride), (own, stride), (small, side))
            self.product("CN", w, k, below, minus, (under_own, stride), (rest, stride), one, (left_own, stride))
            self.product("NN", w, k, w, minus, (small, side), (left, stride), one, (left_own, stride))
        self.c.clear(d)
        self._store_lower(d, t, stride)
        self.c.m.release_all(temporaries)

    def _block(self, w: str, low: Place, own: Place, small: Place) -> None:
        """The reverse of a block on the diagonal; in ``small`` its lower triangle is added to the conjugate transpose of that."""
        e, f = self.e, self.f
        with e.loop(w) as j, e.loop(w) as i:
            e.store(e.constant(0.0), self.at(*small, i, j))
        self.each_lower(w, lambda i, j: e.store(e.load(self.at(*own, i, j)), self.at(*small, i, j)))
        self.triangular("trmm", "LLCN", w, w, low, small)
        self._half(w, *small)
        self.triangular("trsm", "LLCN", w, w, low, small)
        self.triangular("trsm", "RLNN", w, w, low, small)

        def fold(i: str, j: str) -> None:
            v, image = e.load(self.at(*small, i, j)), e.conj(e.load(self.at(*small, j, i)))
            same = e.let(f"icmp eq i64 {i}, {j}")
            both = e.add(v, image)
            single = self.c.real(v, True)
            parts = [f.choose(same, a, b, e.p.scalar) for a, b in ((single.re, both.re), (single.im, both.im)) if a]
            e.store(Number(*parts), self.at(*own, i, j))

        self.each_lower(w, fold)

        def whole(i: str, j: str) -> None:
            v = e.load(self.at(*own, i, j))
            same = e.let(f"icmp eq i64 {i}, {j}")
            twice = e.add(v, v)
            parts = [f.choose(same, a, b, e.p.scalar) for a, b in ((twice.re, v.re), (twice.im, v.im)) if a]
            e.store(e.conj(Number(*parts)), self.at(*small, j, i))
            e.store(Number(*parts), self.at(*small, i, j))

        self.each_lower(w, whole)

    def _cholesky_forward(self, factor: StoredMatrix, d: StoredMatrix) -> None:
        temporaries: list[str] = []
        low, stride = self._lower(factor, temporaries)
        t, _ = self.c.square(d, temporaries)
        self.c.write_out(d, t, stride, False)
        n = factor.rows
        self.triangular("trsm", "LLNN", n, n, (low, stride), (t, stride))
        self.triangular("trsm", "RLCN", n, n, (low, stride), (t, stride))
        self._half(n, t, stride)
        self.triangular("trmm", "LLNN", n, n, (low, stride), (t, stride))
        self._store_lower(d, t, stride)
        self.c.m.release_all(temporaries)

    def _add(self, to: str, source: str, s: Number) -> None:
        e = self.e
        e.store(e.add(e.load(to), e.mul(s, e.load(source))), to)

    def _lower(self, x: StoredMatrix, temporaries: list[str]) -> tuple[str, str]:
        """A triangle as a lower triangular matrix, the upper one as its conjugate transpose."""
        e, f = self.e, self.f
        place, stride = self.c.square(x, temporaries)
        self.c.clear(StoredMatrix("general", "full", place, stride, x.rows, x.rows))
        with f.columns(x) as (j, base, first, last):
            own = f.element(place, e.i("add", e.i("mul", j, stride), j))
            e.store(e.load(f.element(x.pointer, e.i("add", base, j))), own)
            with e.loop(last, first) as i:
                v = f.conj(e.load(f.element(x.pointer, e.i("add", base, i))), x.upper)
                row, column = f.choose(x.upper, j, i), f.choose(x.upper, i, j)
                e.store(v, f.element(place, e.i("add", e.i("mul", column, stride), row)))
        return place, stride

    def _store_lower(self, x: StoredMatrix, place: str, stride: str) -> None:
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


class LU(Factorisation):
    """Also without interchanges (`lu_reverse`, `lu_forward`), both factors in one matrix."""

    def after(self) -> None:
        self._keep_matrix()
        if "ipiv" in self.kept():
            self.c.pointers["ipiv" + KEPT] = self._copied_pivots(self.c.pointers["ipiv"])

    def _copied_pivots(self, pivots: str) -> str:
        """The interchanges, kept on the tape's stack."""
        e, t = self.e, self.c.integer
        count = e.least(*(self.c.size(p.name) for p in self.c.row.of("size")))
        own = self.c.m.temporary(e.i("mul", e.at_least(count, 0), 4 if t == "i32" else 8))
        with e.loop(count) as i:
            source, to = (e.let(f"getelementptr {t}, ptr {p}, i64 {i}") for p in (pivots, own))
            e.do(f"store {t} {e.let(f'load {t}, ptr {source}')}, ptr {to}")
        return own

    def reverse(self) -> None:
        factor, own = (ColumnBlock(x.pointer, x.stride, x.rows, x.columns) for x in self._pair())
        self.lu_reverse(factor, own)
        self._interchange(own, True)

    def forward(self) -> None:
        factor, own = (ColumnBlock(x.pointer, x.stride, x.rows, x.columns) for x in self._pair())
        self._interchange(own, False)
        self.lu_forward(factor, own)

    def lu_reverse(self, factor: ColumnBlock, d: ColumnBlock) -> None:
        e = self.e
        temporaries: list[str] = []
        m, n, k, tall, wide = self._shape(factor)
        low, own = factor.place, d.place
        one, minus = e.constant(1.0), e.constant(-1.0)
        (below, behind), (below_own, behind_own) = (self._outside(x, m, n) for x in (low, own))
        extra, across = e.i("sub", m, n), e.i("sub", n, m)
        with e.when(tall):
            self.triangular("trsm", "RUCN", extra, n, low, below_own)
        with e.when(wide):
            self.triangular("trsm", "LLCU", m, across, low, behind_own)
        x, y = (self._parts(own, k, temporaries, lower) for lower in (True, False))
        with e.when(tall):
            self.product("CN", n, n, extra, minus, below, below_own, one, y)
        with e.when(wide):
            self.product("NC", m, m, across, minus, behind_own, behind, one, x)
        self._clear(x, k, True)
        self._clear(y, k, False)
        self.triangular("trmm", "LLCU", k, k, low, x)
        self.triangular("trmm", "RUCN", k, k, low, y)
        self._join(x, y, k)
        self.triangular("trsm", "LLCU", k, k, low, x)
        self.triangular("trsm", "RUCN", k, k, low, x)
        with e.loop(k) as j, e.loop(k) as i:
            e.store(e.load(self.at(*x, i, j)), self.at(*own, i, j))
        self.c.m.release_all(temporaries)

    def lu_forward(self, factor: ColumnBlock, d: ColumnBlock) -> None:
        e = self.e
        temporaries: list[str] = []
        m, n, k, tall, wide = self._shape(factor)
        low, own = factor.place, d.place
        one, minus = e.constant(1.0), e.constant(-1.0)
        (below, behind), (below_own, behind_own) = (self._outside(x, m, n) for x in (low, own))
        extra, across = e.i("sub", m, n), e.i("sub", n, m)
        self.triangular("trsm", "LLNU", k, k, low, own)
        self.triangular("trsm", "RUNN", k, k, low, own)
        x, y = (self._parts(own, k, temporaries, lower) for lower in (True, False))
        self.triangular("trmm", "LLNU", k, k, low, x)
        self.triangular("trmm", "RUNN", k, k, low, y)
        with e.when(tall):
            self.product("NN", extra, n, n, minus, below, y, one, below_own)
            self.triangular("trsm", "RUNN", extra, n, low, below_own)
        with e.when(wide):
            self.product("NN", m, across, m, minus, x, behind, one, behind_own)
            self.triangular("trsm", "LLNU", m, across, low, behind_own)
        self._join(x, y, k)
        with e.loop(k) as j, e.loop(k) as i:
            e.store(e.load(self.at(*x, i, j)), self.at(*own, i, j))
        self.c.m.release_all(temporaries)

    def _shape(self, factor: ColumnBlock) -> tuple[str, str, str, str, str]:
        """The number of rows, of columns, the smaller of the two; whether there are more rows, and whether more columns (i1)."""
        e, m, n = self.e, factor.rows, factor.columns
        return m, n, e.least(m, n), e.let(f"icmp sgt i64 {m}, {n}"), e.let(f"icmp slt i64 {m}, {n}")

    def _outside(self, x: Place, m: str, n: str) -> tuple[Place, Place]:
        """What is below the leading square where there are more rows, and behind it where there are more columns."""
        return (self.at(*x, n, "0"), x[1]), (self.at(*x, "0", m), x[1])

    def _parts(self, source: Place, k: str, temporaries: list[str], lower: bool) -> Place:
        """The part below the diagonal, or the upper triangle, of the leading square."""
        e = self.e
        count = e.at_least(k, 0)
        place = (self.c.m.temporary(e.i("mul", e.i("mul", count, count), self.c.p.bytes)), e.at_least(k, 1))
        temporaries.append(place[0])
        with e.loop(k) as j, e.loop(k) as i:
            e.store(e.load(self.at(*source, i, j)), self.at(*place, i, j))
        self._clear(place, k, lower)
        return place

    def _clear(self, x: Place, k: str, lower: bool) -> None:
        """All but the part below the diagonal (or but the upper triangle) is zero."""
        e = self.e
        with e.loop(k) as j:
            after = e.i("add", j, 1)
            with e.loop(after, "0") if lower else e.loop(k, after) as i:
                e.store(e.constant(0.0), self.at(*x, i, j))

    def _join(self, x: Place, y: Place, k: str) -> None:
        """The upper triangle of y goes into x."""
        with self.e.loop(k) as j, self.e.loop(self.e.i("add", j, 1)) as i:
            self.e.store(self.e.load(self.at(*y, i, j)), self.at(*x, i, j))

    def _interchange(self, x: ColumnBlock, back: bool) -> None:
        """Exchange rows as the factorisation did, or undo that."""
        e, t, k = self.e, self.c.integer, self.e.least(x.rows, x.columns)
        pivots = self.c.pointers.get("ipiv" + KEPT, self.c.pointers["ipiv"])
        with e.loop(k) as count:
            i = e.i("sub", e.i("sub", k, 1), count) if back else count
            pivot = e.let(f"load {t}, ptr {e.let(f'getelementptr {t}, ptr {pivots}, i64 {i}')}")
            pivot = pivot if t == "i64" else e.let(f"sext {t} {pivot} to i64")
            other = e.i("sub", pivot, 1)
            with e.loop(x.columns) as j:
                first, second = self.at(*x.place, i, j), self.at(*x.place, other, j)
                a, b = e.load(first), e.load(second)
                e.store(b, first)
                e.store(a, second)
