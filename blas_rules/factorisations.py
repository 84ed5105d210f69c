"""Derivatives of factorisations, on square matrices that are written out: the factor is lower triangular here, whatever
triangle the routine works on.

Cholesky, A = L L^H (Murray, "Differentiation of the Cholesky decomposition", 2016), P takes the lower triangle with half the
diagonal:

    forward    L' = L P(inv(L) A' inv(L)^H)
    reverse    A' = inv(L)^H P(L^H L') inv(L), of which the conjugate transpose counts as well
"""

from __future__ import annotations

from functools import cache

from irad.blas_rules.calls import Call, Held
from irad.blas_rules.forms import Stored
from irad.blas_rules.language import Row


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
        temporaries: list[str] = []
        low, stride = self._lower(factor, temporaries)
        t, _ = self._lower(d, temporaries)
        n = factor.rows
        self._triangular("trmm", "L", "C", n, low, t, stride)
        self._half(n, t, stride)
        self._triangular("trsm", "L", "C", n, low, t, stride)
        self._triangular("trsm", "R", "N", n, low, t, stride)
        self.c.clear(d)
        self.c.fold(d, t, stride, False)
        self._release(temporaries)

    def cholesky_forward(self, factor: Held, d: Held) -> None:
        assert isinstance(factor, Stored) and isinstance(d, Stored)
        temporaries: list[str] = []
        low, stride = self._lower(factor, temporaries)
        t, _ = self.c.square(d, temporaries)
        self.c.write_out(d, t, stride, False)
        n = factor.rows
        self._triangular("trsm", "L", "N", n, low, t, stride)
        self._triangular("trsm", "R", "C", n, low, t, stride)
        self._half(n, t, stride)
        self._triangular("trmm", "L", "N", n, low, t, stride)
        self._store_lower(d, t, stride)
        self._release(temporaries)

    # ---- pieces

    def _release(self, temporaries: list[str]) -> None:
        for t in reversed(temporaries):
            self.c.m.release(t)

    def _triangular(self, name: str, side: str, trans: str, n: str, a: str, b: str, stride: str) -> None:
        """b = op(a) b or b op(a), or with the inverse; both n by n, a lower triangular."""
        self.c.call_row(
            _row(name), f"{side}L{trans}N", {"m": n, "n": n}, self.e.constant(1.0), {"a": (a, stride), "b": (b, stride)}
        )

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
