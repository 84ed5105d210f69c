"""Derivatives of A = Q R as geqrf leaves it: R in the upper triangle, below it V and beside it tau, so that Q = I - V T V^H.

With P = A' inv(R), X = Q^H P, Z its upper triangle with the conjugate transpose of what is below added to it, and a real diagonal
(Walter and Lehmann, "Algorithmic differentiation of linear algebra functions with application in optimum experimental
design", 2012):

    forward    Q' = P - Q Z,  R' = Z R
    reverse    A' = (Q' + Q X') inv(R)^H,  X' = -(the upper triangle of K = Q^H Q' - R' R^H, made Hermitian)

More columns than rows are Q^H times the rest of A.  V and tau are the factors of Q - I = V U without exchanges, where V is unit
lower triangular and U = -T V^H has -tau on its diagonal (Ballard et al., "Reconstructing Householder vectors from tall-skinny
QR", 2014), so that their derivatives are those of LU.  T = inv(I + D S) D, with D = diag(tau) and S the part of V^H V above the
diagonal.

Where a tau is zero, V says nothing of how that column of Q changes: the derivative is not a number.  (The last one of a square
real matrix always is; it is a constant, and does not count.)
"""

from __future__ import annotations

from irad.blas_rules.derivatives.factorisations import KEPT, LU
from irad.blas_rules.derivatives.pieces import ColumnBlock
from irad.blas_rules.emitted.forms import Vector


class QR(LU):
    def after(self) -> None:
        self._keep_matrix()
        if "tau" in self.kept():
            self.c.pointers["tau" + KEPT], _ = self.c.copy_of(Vector(self.c.pointers["tau"], "1", self._sizes()[2]))

    def _sizes(self) -> tuple[str, str, str]:
        m, n = (self.c.size(x) for x in "mn")
        return m, n, self.e.least(m, n)

    def _read(self) -> tuple[ColumnBlock, str, ColumnBlock]:
        """The factors as they are stored, and the shadow of the matrix."""
        a, d = (ColumnBlock(x.pointer, x.stride, x.rows, x.columns) for x in self._pair())
        return a, self.c.pointers.get("tau" + KEPT, self.c.pointers["tau"]), d

    def _tau(self, i: str) -> str | None:
        """The address of an element of tau's shadow."""
        return self.f.element(self.c.pointers[f"tau'{self.c.lane}"], i) if "tau" in self.c.active else None

    def _orthogonal(self, a: ColumnBlock, tau: str, q: ColumnBlock, lu: ColumnBlock) -> None:
        """Q, as wide as there are reflectors, and the factors of Q - I."""
        e, k, m = self.e, lu.columns, a.rows
        with self.new((m, k), (k, k), (k, k)) as (v, s, w):
            self.fill(v, self.one)
            self._below(a, v)
            self.times("CN", self.one, v, v, self.zero, s)
            self.fill(w)
            with e.loop(k) as i:
                t = e.load(self.f.element(tau, i))
                self.put(w, i, i, t)
                with e.loop(k) as j:
                    self.put(s, i, j, e.mul(t, self.get(s, i, j)))
            self.triangular("trsm", "LUNU", k, k, s.place, w.place)
            self.triangular("trmm", "RLCU", k, k, v.place, w.place)
            self.fill(q, self.one)
            self.times("NN", self.minus, v, w, self.one, q)
            self.copy(v, lu)
            with e.loop(k) as j, e.loop(e.i("add", j, 1)) as i:
                self.put(lu, i, j, e.sub(self.zero, self.get(w, i, j)))
        with e.when(self._is_square(m, k)):
            last = e.i("sub", k, 1)
            own = self.get(lu, last, last)  # below it there is nothing to divide by it
            self.put(lu, last, last, self.either(e.is_zero(own), self.one, own))

    def _is_square(self, m: str, k: str) -> str:
        e = self.e
        return e.let(f"and i1 {self.same(m, k)}, {e.let(f'icmp sgt i64 {k}, 0')}")

    def _below(self, source: ColumnBlock, to: ColumnBlock) -> None:
        """Copy what is below the diagonal."""
        with self.e.loop(to.columns) as j, self.e.loop(to.rows, self.e.i("add", j, 1)) as i:
            self.put(to, i, j, self.get(source, i, j))

    def reverse(self) -> None:
        e, (m, n, k) = self.e, self._sizes()
        a, tau, d = self._read()
        with self.new((m, k), (m, k), (m, k), (k, k), (k, k)) as (q, lu, dq, x, h):
            self._orthogonal(a, tau, q, lu)
            self.fill(dq)
            self._below(d, dq)
            with e.loop(k) as i:
                place = self._tau(i)
                if place is not None:
                    self.put(dq, i, i, e.sub(self.zero, e.load(place)))
            self._last_is_constant(dq)
            self.lu_reverse(lu, dq)
            rest = e.i("sub", n, k)
            with e.when(e.let(f"icmp sgt i64 {rest}, 0")):
                r, dr = (self.part(b, "0", k, k, rest) for b in (a, d))
                self.times("NC", self.one, r, dr, self.zero, x)
                self.times("NN", self.one, q, x, self.one, dq)
                with self.new((k, rest)) as (old,):
                    self.copy(dr, old)
                    self.times("NN", self.one, q, old, self.zero, self.part(d, "0", k, m, rest))
            self._upper(d, h)
            self.triangular("trmm", "RUCN", k, k, a.place, h.place)
            self.times("CN", self.one, q, dq, self.minus, h)
            with self.each(x) as (i, j):
                above = e.let(f"icmp sle i64 {i}, {j}")
                v = self.either(above, self.get(h, i, j), e.conj(self.get(h, j, i)))
                self.put(x, i, j, e.sub(self.zero, self.either(self.same(i, j), self.c.real(v, True), v)))
            self.times("NN", self.one, q, x, self.one, dq)
            self.triangular("trsm", "RUCN", m, k, a.place, dq.place)
            self.copy(dq, self.part(d, "0", "0", m, k))
        self.clear_results()

    def clear_results(self) -> None:
        with self.e.loop(self._sizes()[2]) as i:
            place = self._tau(i)
            if place is not None:
                self.e.store(self.zero, place)

    def _last_is_constant(self, d: ColumnBlock) -> None:
        """The last reflector of a square real matrix is none."""
        if self.c.p.complex_:
            return
        with self.e.when(self._is_square(d.rows, d.columns)):
            last = self.e.i("sub", d.columns, 1)
            self.put(d, last, last, self.zero)

    def _upper(self, d: ColumnBlock, to: ColumnBlock) -> None:
        """The upper triangle, with a real diagonal."""
        self.fill(to)
        with self.e.loop(to.columns) as j, self.e.loop(self.e.i("add", j, 1)) as i:
            v = self.get(d, i, j)
            self.put(to, i, j, self.either(self.same(i, j), self.c.real(v, True), v))

    def forward(self) -> None:
        e, (m, n, k) = self.e, self._sizes()
        a, tau, d = self._read()
        with self.new((m, k), (m, k), (m, k), (k, k), (k, k)) as (q, lu, dq, x, z):
            self._orthogonal(a, tau, q, lu)
            self.copy(self.part(d, "0", "0", m, k), dq)
            self.triangular("trsm", "RUNN", m, k, a.place, dq.place)
            self.times("CN", self.one, q, dq, self.zero, x)
            self.fill(z)
            with e.loop(k) as j, e.loop(e.i("add", j, 1)) as i:
                v = self.get(x, i, j)
                both = e.add(v, e.conj(self.get(x, j, i)))
                self.put(z, i, j, self.either(self.same(i, j), self.c.real(v, True), both))
            self.times("NN", self.minus, q, z, self.one, dq)
            with self.each(x) as (i, j):  # what turns Q
                self.put(x, i, j, e.sub(self.get(x, i, j), self.get(z, i, j)))
            rest = e.i("sub", n, k)
            with e.when(e.let(f"icmp sgt i64 {rest}, 0")), self.new((m, rest)) as (old,):
                behind = self.part(d, "0", k, m, rest)
                self.copy(behind, old)
                self.times("CN", self.one, q, old, self.zero, self.part(behind, "0", "0", k, rest))
                self.times("NN", self.minus, x, self.part(a, "0", k, k, rest), self.one, self.part(behind, "0", "0", k, rest))
            self.triangular("trmm", "RUNN", k, k, a.place, z.place)
            self.lu_forward(lu, dq)
            self._last_is_constant(dq)
            self._below(dq, self.part(d, "0", "0", m, k))
            with e.loop(k) as j:
                place = self._tau(j)
                if place is not None:
                    e.store(e.sub(self.zero, self.get(dq, j, j)), place)
                with e.loop(e.i("add", j, 1)) as i:
                    self.put(d, i, j, self.get(z, i, j))
