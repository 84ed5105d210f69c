"""Derivatives of eigenvalues and eigenvectors of Hermitian matrices, and of singular values and vectors.

A V = V diag(w), with P = V^H A' V and F_ij = 1 / (w_j - w_i) off the diagonal, 0 on it (Giles, 2008):

    forward    w' = diag(P),  V' = V (F o P)
    reverse    A' = V (diag(w') + F o (V^H V')) V^H

A = U diag(s) V^H, with P = U^H A' V and F_ij = 1 / (s_j^2 - s_i^2) (Townsend, "Differentiating the singular value
decomposition", 2016; what is behind the sign + takes part where U or V is not square):

    forward    s' = diag(P),  U' = U (F o (P s + s P^H)) + (I - U U^H) A' V / s,  V' = V (F o (s P + P^H s)) + ...
    reverse    A' = U (diag(s') + (F o (G - G^H)) s + s (F o (H - H^H))) V^H + (I - U U^H) U' / s V^H + ...
               G = U^H U',  H = V^H V'

A complex vector may be turned by any phase: derivatives are those of results that do not depend on it.  Where two values are
the same (but for rounding errors), their vectors have no derivative: that ends a reverse sweep with an error (NaN in a program
of its own), but only where turning such a pair in its plane changes the result.  Tangents are NaN then, since nobody may look
at them.

Where the values have adjoints, too, a result that no turning changes may still have a derivative between the vectors of such a
pair which F does not show: V diag(g(w)) V^H with adjoint C has g'(w) (V^H C V)_ij there, of which the adjoints of w are the
diagonal only.  That is an error as soon as V^H V' + (V^H V')^H is not zero for the pair, or where singular values that are zero
have adjoints.

Vectors that the caller did not ask for are computed anyway, from a copy of A.
"""

from __future__ import annotations

from irad.blas_rules.derivatives.pieces import ColumnBlock
from irad.blas_rules.derivatives.spectrum import Rounding, Spectral
from irad.blas_rules.emitted.emit import Number
from irad.blas_rules.emitted.forms import StoredMatrix


class Eigen(Spectral):
    names = ("a", "w")

    def prepare(self) -> None:
        self.n = self.c.size("n")
        self.vectors = self.c.is_letter("jobz", "V")

    def extent(self, name: str) -> tuple[str, str]:
        return self.n, self.n

    def before(self) -> None:
        self.keep_matrix("a")
        self.keep_values("w", self.n)
        kept = self.kept_block("a")
        a = self.c.primal("a")
        assert isinstance(a, StoredMatrix)
        with self.e.when(self.is_not(self.vectors)):
            self.c.write_out(a, *kept.place, True)

    def after(self) -> None:
        done, kept = self.finished(), self.kept_block("a")
        with self.e.when(self.bit("and", done, self.vectors)):
            self.copy(self.block("a"), kept)
            self.copy_values("w", self.n)
        with self.e.when(self.bit("and", done, self.is_not(self.vectors))):
            changed = {"jobz": self.c.letter(str(ord("V"))), "a": kept.pointer, "lda": self.c.m.integer_place(kept.stride)}
            self.own_call(changed | {"w": self.place("w")}, self.n, self.n, kept)

    def _quotient(self, x: Number, i: str, j: str, rounding: Rounding, *beside: Number) -> Number:
        """x / (w_j - w_i), and 0 on the diagonal."""
        w = self.place("w")
        off, *others = (self.either(self.same(i, j), self.zero, y) for y in (x, *beside))
        apart = self.e.real("fsub", self.get_real(w, j), self.get_real(w, i))
        return self.quotient(off, apart, apart, rounding, (off, *others))

    def reverse(self) -> None:
        e, v, d, slope = self.e, self.kept_block("a"), self.block("a", True), self.slope_of("w")
        shadow = self.c.shadow("a")
        assert isinstance(shadow, StoredMatrix)
        with self.new((self.n, self.n), (self.n, self.n)) as (x, t):
            self.fill(x)
            with e.when(self.vectors):
                self.times("CN", self.one, v, d, self.zero, t)
                rounding = self.rounding("w", self.n, d, True)
                self.check_phases(t, rounding.noise)
                with self.each(x) as (i, j):  # the other half would not count
                    turning = self.scaled("0.5", e.sub(self.get(t, i, j), e.conj(self.get(t, j, i))))
                    beside = [] if slope is None else [e.add(self.get(t, i, j), e.conj(self.get(t, j, i)))]
                    self.put(x, i, j, self._quotient(turning, i, j, rounding, *beside))
                self.fill(d)
            self.c.clear(shadow)
            if slope is not None:
                with e.loop(self.n) as i:
                    self.put(x, i, i, self.plus(self.get(x, i, i), self.get_real(slope, i)))
            self.times("NN", self.one, v, x, self.zero, t)
            self.times("NC", self.one, t, v, self.zero, x)
            self.c.fold(shadow, *x.place, False)
        self.clear_results()

    def clear_results(self) -> None:
        self.clear_values("w", self.n)

    def forward(self) -> None:
        e, v, d, slope = self.e, self.kept_block("a"), self.block("a", True), self.slope_of("w")
        shadow = self.c.shadow("a")
        assert isinstance(shadow, StoredMatrix)
        with self.new((self.n, self.n), (self.n, self.n)) as (x, t):
            self.c.write_out(shadow, *x.place, False)
            self.times("NN", self.one, x, v, self.zero, t)
            self.times("CN", self.one, v, t, self.zero, x)
            if slope is not None:
                with e.loop(self.n) as i:
                    self.put_real(slope, i, self.get(x, i, i).re)
            self.c.clear(shadow)
            with e.when(self.vectors):
                rounding = self.rounding("w", self.n, x, False)
                with self.each(x) as (i, j):
                    self.put(x, i, j, self._quotient(self.get(x, i, j), i, j, rounding))
                self.times("NN", self.one, v, x, self.zero, d)


class Singular(Spectral):
    names = ("u", "vt", "s")

    def prepare(self) -> None:
        c, e = self.c, self.e
        self.m, self.n = (c.size(x) for x in "mn")
        self.k = e.least(self.m, self.n)
        self.single = c.row.flags[0].name == "jobz"
        left, right = ("jobz", "jobz") if self.single else ("jobu", "jobvt")
        self.left, self.right = (self.is_not(c.is_letter(x, "N")) for x in (left, right))
        self.all_left, self.all_right = (c.is_letter(x, "A") for x in (left, right))
        self.over_left, self.over_right = (c.is_letter(x, "O") for x in (left, right))
        if self.single:
            wide = e.let(f"icmp slt i64 {self.m}, {self.n}")
            self.over_left, self.over_right = (self.bit("and", self.over_left, x) for x in (self.is_not(wide), wide))
        self.both = self.bit("and", self.left, self.right)
        self.tall, self.wide = (e.let(f"icmp sgt i64 {x}, {self.k}") for x in (self.m, self.n))
        self.columns = self.f.choose(self.all_left, self.m, self.k)
        self.rows = self.f.choose(self.all_right, self.n, self.k)

    def extent(self, name: str) -> tuple[str, str]:
        return {"a": (self.m, self.n), "u": (self.m, self.columns), "vt": (self.rows, self.n)}[name]

    def given(self, name: str, shadow: bool = False) -> ColumnBlock:
        """U or V^H, where the routine leaves it: perhaps in A."""
        over = self.over_left if name == "u" else self.over_right
        a = self.block("a", shadow)
        if shadow and name not in self.c.active:  # then it can only be in A
            return ColumnBlock(a.pointer, a.stride, *self.extent(name))
        own = self.block(name, shadow)
        pointer = self.f.choose(over, a.pointer, own.pointer, "ptr")
        return ColumnBlock(pointer, self.f.choose(over, a.stride, own.stride), *self.extent(name))

    def counts(self, name: str) -> str:
        """Whether U (or V^H) is computed and its shadow takes part (i1)."""
        wanted = self.left if name == "u" else self.right
        if name in self.c.active:
            return wanted
        return self.over_left if name == "u" else self.over_right

    def before(self) -> None:
        self.keep_matrix("u")
        self.keep_matrix("vt")
        self.keep_values("s", self.k)
        sizes = (self.f.choose(self.both, "0", x) for x in (self.m, self.n))
        self.copied = self.make(*sizes)
        self.copy(self.block("a"), self.copied)

    def after(self) -> None:
        done, e = self.finished(), self.e
        u, vt = self.kept_block("u"), self.kept_block("vt")
        with e.when(self.bit("and", done, self.both)):
            for name, to in (("u", u), ("vt", vt)):
                self.copy(self.given(name), to)
            self.copy_values("s", self.k)
        with e.when(self.bit("and", done, self.is_not(self.both))):
            jobs = {}
            for p, every in zip(self.c.row.flags, (self.all_left, self.all_right), strict=False):
                jobs[p.name] = self.c.letter(self.f.choose(every, str(ord("A")), str(ord("S")), "i8"))
            changed = jobs | {"a": self.copied.pointer, "u": u.pointer, "vt": vt.pointer, "s": self.place("s")}
            for name, b in (("a", self.copied), ("u", u), ("vt", vt)):
                changed[self.c.row.stride(name).name] = self.c.m.integer_place(b.stride)
            self.own_call(changed, self.m, self.n, u)
            if not self.single:
                with e.when(self.left):
                    self._turn(u, vt)
                with e.when(self.right):
                    self._turn_back(u, vt)
        self.c.m.release(self.copied.pointer)

    def _turn(self, u: ColumnBlock, vt: ColumnBlock) -> None:
        """The caller has other vectors on the left: turn those on the right by the same phase."""
        e, given, total = self.e, self.given("u"), self.e.number()
        with e.loop(self.k) as i:
            e.store(self.zero, total)
            with e.loop(self.m) as j:
                self.f.add_to(total, e.mul(e.conj(self.get(given, j, i)), self.get(u, j, i)))
            with e.loop(self.n) as j:
                self.put(vt, i, j, e.mul(e.load(total), self.get(vt, i, j)))
        self.copy(given, u)

    def _turn_back(self, u: ColumnBlock, vt: ColumnBlock) -> None:
        e, given, total = self.e, self.given("vt"), self.e.number()
        with e.loop(self.k) as i:
            e.store(self.zero, total)
            with e.loop(self.n) as j:
                self.f.add_to(total, e.mul(self.get(vt, i, j), e.conj(self.get(given, i, j))))
            with e.loop(self.m) as j:
                self.put(u, j, i, e.mul(e.load(total), self.get(u, j, i)))
        self.copy(given, vt)

    # ---- derivatives

    def _s(self, i: str) -> str:
        return self.get_real(self.place("s"), i)

    def _quotient(self, x: Number, i: str, j: str, rounding: Rounding, *matters: Number) -> Number:
        """x / (s_j^2 - s_i^2), and 0 on the diagonal."""
        e, a, b = self.e, self._s(i), self._s(j)
        off, *others = (self.either(self.same(i, j), self.zero, y) for y in (x, *matters))
        apart = e.real("fsub", b, a)
        return self.quotient(off, e.real("fmul", apart, e.real("fadd", b, a)), apart, rounding, others)

    def _turning(self, g: ColumnBlock, i: str, j: str, rounding: Rounding) -> Number:
        """F o (G - G^H): what turns the vectors of G' = V^H V'."""
        e, turning = self.e, self.e.sub(self.get(g, i, j), self.e.conj(self.get(g, j, i)))
        beside = [] if self.slope_of("s") is None else [e.add(self.get(g, i, j), e.conj(self.get(g, j, i)))]
        return self._quotient(turning, i, j, rounding, turning, *beside)

    def _check_zeros(self, slope: str) -> None:
        """Singular values that are zero have adjoints: what lies between their vectors does not show in those."""
        e, t = self.e, self.c.p.scalar
        apart, noise = self.apart("s", self.k), self.of_rounding(self.largest(slope, self.k))
        with e.loop(self.k) as i, e.loop(self.k) as j:
            zero = [e.let(f"fcmp ole {t} {self._s(v)}, {apart}") for v in (i, j)]
            counts = e.let(f"fcmp ugt {t} {self.size(self.get_real(slope, i))}, {noise}")
            both = self.bit("and", self.bit("and", *zero), self.is_not(self.same(i, j)))
            self.end_if(self.bit("and", both, counts))

    def _leading(self, name: str) -> ColumnBlock:
        """The k vectors that belong to singular values."""
        b = self.kept_block(name)
        rows, columns = (self.m, self.k) if name == "u" else (self.k, self.n)
        return ColumnBlock(b.pointer, b.stride, rows, columns)

    def reverse(self) -> None:
        e, slope = self.e, self.slope_of("s")
        u, vt = self._leading("u"), self._leading("vt")
        sizes = (self.k, self.k), (self.k, self.k), (self.m, self.k), (self.k, self.n)
        with self.new(*sizes) as (x, g, left, right):
            for b in (x, left, right):
                self.fill(b)
            if self.c.p.complex_:
                self._check_both_phases(u, vt, g)
            with e.when(self.counts("u")):
                self._from_left(u, g, x, left)
            with e.when(self.counts("vt")):
                self._from_right(vt, g, x, right)
            if slope is not None:
                with e.when(self.bit("or", self.counts("u"), self.counts("vt"))):
                    self._check_zeros(slope)
                with e.loop(self.k) as i:
                    self.put(x, i, i, self.plus(self.get(x, i, i), self.get_real(slope, i)))
            d = self.block("a", True)
            self.times("NN", self.one, u, x, self.one, left)
            self.times("NN", self.one, left, vt, self.zero, d)
            with e.when(self.wide):
                self.times("NN", self.one, u, right, self.one, d)
        self.clear_results()

    def clear_results(self) -> None:
        self.clear_values("s", self.k)
        for name, wanted, over in (("u", self.left, self.over_left), ("vt", self.right, self.over_right)):
            if name in self.c.active:
                with self.e.when(self.bit("and", wanted, self.is_not(over))):
                    self.fill(self.block(name, True))

    def _check_both_phases(self, u: ColumnBlock, vt: ColumnBlock, g: ColumnBlock) -> None:
        """A singular vector is turned together with the other one."""
        e = self.e
        self.fill(g)
        noise = self.e.alloca(self.c.p.scalar)
        e.do(f"store {self.c.p.scalar} 0.0, ptr {noise}")
        for name in ("u", "vt"):
            with e.when(self.counts(name)):
                whole = self.given(name, True)
                if name == "u":
                    d = ColumnBlock(whole.pointer, whole.stride, self.m, self.k)
                    self.times("CN", self.one, u, d, self.one, g)
                else:
                    d = ColumnBlock(whole.pointer, whole.stride, self.k, self.n)
                    self.times("NC", self.one, vt, d, self.one, g)
                old, more = e.let(f"load {self.c.p.scalar}, ptr {noise}"), self.noise(d)
                e.do(f"store {self.c.p.scalar} {e.real('fadd', old, more)}, ptr {noise}")
        self.check_phases(g, e.let(f"load {self.c.p.scalar}, ptr {noise}"))

    def _from_left(self, u: ColumnBlock, g: ColumnBlock, x: ColumnBlock, left: ColumnBlock) -> None:
        """What U' adds between the vectors, and what is not in the space of U."""
        e = self.e
        whole = self.given("u", True)
        d = ColumnBlock(whole.pointer, whole.stride, self.m, self.k)
        self.times("CN", self.one, u, d, self.zero, g)
        rounding = self.rounding("s", self.k, d, True)
        with self.each(g) as (i, j):
            off = self.scaled(self._s(j), self._turning(g, i, j, rounding))
            own = self.share(self.imaginary(self.get(g, i, j)), self._s(i))
            self.put(x, i, j, e.add(self.get(x, i, j), self.either(self.same(i, j), own, off)))
        with e.when(self.tall):
            self.copy(d, left)
            self.times("NN", self.minus, u, g, self.one, left)
            with e.when(self.all_left):
                extra = e.i("sub", self.m, self.k)
                rest, drest = (self.part(b, "0", self.k, self.m, extra) for b in (self.kept_block("u"), whole))
                with self.new((extra, self.k)) as (t,):
                    self.times("CN", self.one, drest, u, self.zero, t)
                    self.times("NN", self.minus, rest, t, self.one, left)
                with self.new((extra, extra)) as (turns,):
                    self.times("CN", self.one, rest, drest, self.zero, turns)
                    self.check_basis(turns, self.noise(whole))
            with self.each(left) as (i, j):
                self.put(left, i, j, self.share(self.get(left, i, j), self._s(j)))

    def _from_right(self, vt: ColumnBlock, g: ColumnBlock, x: ColumnBlock, right: ColumnBlock) -> None:
        e = self.e
        whole = self.given("vt", True)
        d = ColumnBlock(whole.pointer, whole.stride, self.k, self.n)
        self.times("NC", self.one, vt, d, self.zero, g)
        rounding = self.rounding("s", self.k, d, True)
        with self.each(g) as (i, j):
            off = self.scaled(self._s(i), self._turning(g, i, j, rounding))
            self.put(x, i, j, e.add(self.get(x, i, j), self.either(self.same(i, j), self.zero, off)))
        with e.when(self.wide):
            self.copy(d, right)
            self.times("CN", self.minus, g, vt, self.one, right)
            with e.when(self.all_right):
                extra = e.i("sub", self.n, self.k)
                rest, drest = (self.part(b, self.k, "0", extra, self.n) for b in (self.kept_block("vt"), whole))
                with self.new((self.k, extra)) as (t,):
                    self.times("NC", self.one, vt, drest, self.zero, t)
                    self.times("NN", self.minus, t, rest, self.one, right)
                with self.new((extra, extra)) as (turns,):
                    self.times("NC", self.one, rest, drest, self.zero, turns)
                    self.check_basis(turns, self.noise(whole))
            with self.each(right) as (i, j):
                self.put(right, i, j, self.share(self.get(right, i, j), self._s(i)))

    def forward(self) -> None:
        e, slope = self.e, self.slope_of("s")
        u, vt, d = self._leading("u"), self._leading("vt"), self.block("a", True)
        sizes = (self.k, self.k), (self.k, self.k), (self.m, self.k), (self.k, self.n)
        with self.new(*sizes) as (p, x, left, right):
            self.times("NC", self.one, d, vt, self.zero, left)
            self.times("CN", self.one, u, d, self.zero, right)
            self.times("CN", self.one, u, left, self.zero, p)
            if slope is not None:
                with e.loop(self.k) as i:
                    self.put_real(slope, i, self.get(p, i, i).re)
            self.fill(d)  # what was there is destroyed
            with e.when(self.counts("u")):
                self._left_forward(u, p, x, left)
            with e.when(self.counts("vt")):
                self._right_forward(vt, p, x, right)

    def _left_forward(self, u: ColumnBlock, p: ColumnBlock, x: ColumnBlock, left: ColumnBlock) -> None:
        e, whole = self.e, self.given("u", True)
        d = ColumnBlock(whole.pointer, whole.stride, self.m, self.k)
        rounding = self.rounding("s", self.k, p, False)
        with self.each(x) as (i, j):
            both = e.add(self.scaled(self._s(j), self.get(p, i, j)), self.scaled(self._s(i), e.conj(self.get(p, j, i))))
            own = self.share(self.imaginary(self.get(p, i, j)), self._s(i))
            off = self._quotient(both, i, j, rounding, self.get(p, i, j), self.get(p, j, i))
            self.put(x, i, j, self.either(self.same(i, j), own, off))
        self.times("NN", self.one, u, x, self.zero, d)
        with e.when(self.tall):
            self.times("NN", self.minus, u, p, self.one, left)
            with self.each(left) as (i, j):
                self.put(left, i, j, self.share(self.get(left, i, j), self._s(j)))
            with self.each(left) as (i, j):
                self.put(d, i, j, e.add(self.get(d, i, j), self.get(left, i, j)))
            with e.when(self.all_left):
                extra = e.i("sub", self.m, self.k)
                rest, drest = (self.part(b, "0", self.k, self.m, extra) for b in (self.kept_block("u"), whole))
                with self.new((self.k, extra)) as (t,):
                    self.times("CN", self.one, left, rest, self.zero, t)
                    self.times("NN", self.minus, u, t, self.zero, drest)

    def _right_forward(self, vt: ColumnBlock, p: ColumnBlock, x: ColumnBlock, right: ColumnBlock) -> None:
        """The conjugate transpose of V'."""
        e, whole = self.e, self.given("vt", True)
        d = ColumnBlock(whole.pointer, whole.stride, self.k, self.n)
        rounding = self.rounding("s", self.k, p, False)
        with self.each(x) as (i, j):  # of what stands behind V, the conjugate transpose
            both = e.add(self.scaled(self._s(j), self.get(p, j, i)), self.scaled(self._s(i), e.conj(self.get(p, i, j))))
            made = e.conj(self._quotient(both, j, i, rounding, self.get(p, i, j), self.get(p, j, i)))
            self.put(x, i, j, self.either(self.same(i, j), self.zero, made))
        self.times("NN", self.one, x, vt, self.zero, d)
        with e.when(self.wide):
            self.times("NN", self.minus, p, vt, self.one, right)
            with self.each(right) as (i, j):
                self.put(right, i, j, self.share(self.get(right, i, j), self._s(i)))
            with self.each(right) as (i, j):
                self.put(d, i, j, e.add(self.get(d, i, j), self.get(right, i, j)))
            with e.when(self.all_right):
                extra = e.i("sub", self.n, self.k)
                rest, drest = (self.part(b, self.k, "0", extra, self.n) for b in (self.kept_block("vt"), whole))
                with self.new((extra, self.k)) as (t,):
                    self.times("NC", self.one, rest, right, self.zero, t)
                    self.times("NN", self.minus, t, vt, self.zero, drest)
