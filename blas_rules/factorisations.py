"""Derivatives of factorisations, on square matrices that are written out: the factor is lower triangular here, whatever
triangle the routine works on.

Cholesky, A = L L^H (Murray, "Differentiation of the Cholesky decomposition", 2016), P takes the lower triangle with half the
diagonal:

    forward    L' = L P(inv(L) A' inv(L)^H)
    reverse    A' = inv(L)^H P(L^H L') inv(L), of which the conjugate transpose counts as well

The reverse goes block by block, from the last one to the first (section 4 there), so that it costs twice what the factorisation
does; the formula is for the blocks on the diagonal.
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

    def cholesky_reverse(self, factor: Held, d: Held) -> None:
        assert isinstance(factor, Stored) and isinstance(d, Stored)
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
            sizes, pair = {"m": below, "n": w}, {"a": (diagonal, stride), "b": (under_own, stride)}
            self.c.call_row(_row("trsm"), "RLNN", sizes, one, pair)
            self._product("NN", below, k, w, minus, (under_own, stride), (left, stride), one, (rest_own, stride))
            self._product("CN", w, w, below, one, (under_own, stride), (under, stride), zero, (small, side))
            self._each_lower(w, lambda i, j: self._add(self._at(own, stride, i, j), self._at(small, side, i, j), minus))
            self._block(w, (diagonal, stride), (own, stride), (small, side))
            self._product("CN", w, k, below, minus, (under_own, stride), (rest, stride), one, (left_own, stride))
            self._product("NN", w, k, w, minus, (small, side), (left, stride), one, (left_own, stride))
        self.c.clear(d)
        self._store_lower(d, t, stride)
        self._release(temporaries)

    def _block(self, w: str, low: Place, own: Place, small: Place) -> None:
        """The reverse of a block on the diagonal; in ``small`` its lower triangle and the conjugate transpose of that are added."""
        e, f = self.e, self.f
        with e.loop(w) as j, e.loop(w) as i:
            e.store(e.constant(0.0), self._at(*small, i, j))
        self._each_lower(w, lambda i, j: e.store(e.load(self._at(*own, i, j)), self._at(*small, i, j)))
        self._triangular("trmm", "L", "C", w, low, small)
        self._half(w, *small)
        self._triangular("trsm", "L", "C", w, low, small)
        self._triangular("trsm", "R", "N", w, low, small)

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

    def cholesky_forward(self, factor: Held, d: Held) -> None:
        assert isinstance(factor, Stored) and isinstance(d, Stored)
        temporaries: list[str] = []
        low, stride = self._lower(factor, temporaries)
        t, _ = self.c.square(d, temporaries)
        self.c.write_out(d, t, stride, False)
        n = factor.rows
        self._triangular("trsm", "L", "N", n, (low, stride), (t, stride))
        self._triangular("trsm", "R", "C", n, (low, stride), (t, stride))
        self._half(n, t, stride)
        self._triangular("trmm", "L", "N", n, (low, stride), (t, stride))
        self._store_lower(d, t, stride)
        self._release(temporaries)

    # ---- pieces

    def _release(self, temporaries: list[str]) -> None:
        for t in reversed(temporaries):
            self.c.m.release(t)

    def _triangular(self, name: str, side: str, trans: str, n: str, a: Place, b: Place) -> None:
        """b = op(a) b or b op(a), or with the inverse; both n by n, a lower triangular."""
        self.c.call_row(_row(name), f"{side}L{trans}N", {"m": n, "n": n}, self.e.constant(1.0), {"a": a, "b": b})

    def _product(
        self, letters: str, m: str, n: str, k: str, s: Number, a: Place, b: Place, beta: Number, c: Place
    ) -> None:
        """c = s op(a) op(b) + beta c."""
        place, integer = self.c.letter, self.c.m.integer_place
        flags = [place(str(ord(x))) for x in letters]
        numbers = []
        for x in (s, beta):
            numbers.append(self.e.number())
            self.e.store(x, numbers[-1])
        sizes, strides = [integer(x) for x in (m, n, k)], [integer(x[1]) for x in (a, b, c)]
        self.c.gemm([*flags, *sizes, numbers[0], a[0], strides[0], b[0], strides[1], numbers[1], c[0], strides[2]])

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
