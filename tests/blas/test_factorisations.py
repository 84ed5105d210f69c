"""QR, eigenvalues and singular values: derivatives beside central differences of what LAPACK computes for SciPy and NumPy.

Eigenvectors and singular vectors are compared by sums that do not depend on their signs and phases, as v^H M v.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import numpy as np
import pytest
import scipy.linalg

import irad
from irad.runtime import compiled
from irad.runtime.library_addresses import resolve

pytestmark = pytest.mark.sampled

KINDS = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
SIGNATURES = {
    "geqrf": "int m, int n, T *a, int lda, T *tau, T *work, int lwork",
    "syev": "char jobz, char uplo, int n, T *a, int lda, R *w, T *work, int lwork",
    "heev": "char jobz, char uplo, int n, T *a, int lda, R *w, T *work, int lwork, R *rwork",
    "syevd": "char jobz, char uplo, int n, T *a, int lda, R *w, T *work, int lwork, int *iwork, int liwork",
    "heevd": "char jobz, char uplo, int n, T *a, int lda, R *w, T *work, int lwork, R *rwork, int lrwork, int *iwork, int liwork",
    "gesvd": "char jobu, char jobvt, int m, int n, T *a, int lda, R *s, T *u, int ldu, T *vt, int ldvt, T *work, int lwork",
    "gesdd": "char jobz, int m, int n, T *a, int lda, R *s, T *u, int ldu, T *vt, int ldvt, T *work, int lwork",
}
FAST = [pytest.param(x, marks=[] if x in "dz" else [pytest.mark.slow]) for x in "sdcz"]


@cache
def function(routine: str, letter: str) -> Any:
    """A C function that calls it with the address of everything, and leaves its status in the last argument."""
    signature = SIGNATURES[routine]
    if routine.startswith("ges"):
        signature += (", R *rwork" if letter in "cz" else "") + (", int *iwork" if routine == "gesdd" else "")
    real = "float" if letter in "sc" else "double"
    given = []
    for word in signature.replace("T", real).replace("R", real).split(", "):
        name = word.split()[-1]
        given.append(name[1:] if name.startswith("*") else f"&{name}")
    declared = ", ".join(["void *"] * (len(given) + 1))
    text = signature.replace("T *", f"{real} *").replace("R *", f"{real} *")
    call = f"{letter}{routine}_({', '.join(given)}, info)"
    source = f"void {letter}{routine}_({declared});\nvoid f({text}, int *info) {{ {call}; }}"
    return irad.Module.from_c("\n" + source)["f"]


class Work:
    """Random numbers of one precision, and memory to work in."""

    def __init__(self, letter: str, seed: int) -> None:
        self.letter, self.kind = letter, KINDS[letter]
        self.real = np.dtype(self.kind).type(0).real.dtype
        self.rng = np.random.default_rng(seed)
        self.tolerance = {"rtol": 4e-2, "atol": 4e-2} if letter in "sc" else {"rtol": 1e-6, "atol": 1e-7}

    def random(self, *shape: int) -> np.ndarray:
        x = self.rng.uniform(-1, 1, shape)
        if self.letter in "cz":
            x = x + 1j * self.rng.uniform(-1, 1, shape)
        return x.astype(self.kind)

    def buffer(self, x: np.ndarray, gap: int = 1) -> np.ndarray:
        """Columns one behind the other, with a gap."""
        m, n = x.shape
        out = self.random(n, m + gap)
        out[:, :m] = x.T
        return out.ravel()

    def matrix(self, buffer: np.ndarray, m: int, n: int, gap: int = 1) -> np.ndarray:
        return buffer.reshape(n, m + gap)[:, :m].T

    def rest(self, routine: str, n: int) -> list[Any]:
        """Workspace: numbers (and how many), real numbers, integers."""
        size = 40 * n * n + 400
        pair = {"geqrf": "w", "syev": "w", "heev": "wr", "syevd": "wi#", "heevd": "wr#i#"}.get(routine)
        pair = pair or "w" + ("r" if self.letter in "cz" else "") + ("i" if routine == "gesdd" else "")
        out: list[Any] = []
        for c in pair:
            if c == "w":
                work = np.ones(size, self.kind)
                out += [irad.Duplicated(work, np.ones_like(work)), size]
            elif c == "r":
                out.append(np.ones(size, self.real))
            elif c == "i":
                out.append(np.ones(size, np.int32))
            else:
                out.append(size)
        return out


def differences(f: Any, a: np.ndarray) -> np.ndarray:
    """df/dRe + i df/dIm, in double precision; the error is about 1e-9."""
    a = a.astype(np.complex128 if np.iscomplexobj(a) else np.float64)
    out, h = np.zeros_like(a), 1e-4
    for at in np.ndindex(a.shape):
        for unit in (1.0, 1j) if np.iscomplexobj(a) else (1.0,):
            ends = {}
            for k in (-2, -1, 1, 2):
                moved = a.copy()
                moved[at] += k * h * unit
                ends[k] = f(moved)
            out[at] += unit * (8 * (ends[1] - ends[-1]) - (ends[2] - ends[-2])) / (12 * h)
    return out


def real_sum(x: np.ndarray) -> float:
    return float(np.real(x).sum())


def run(f: Any, args: list[Any], split: bool = False, mode: Any = irad.Reverse) -> None:
    if not split:
        irad.autodiff(f, *args, mode=mode)
        return
    augmented, reverse = irad.autodiff_thunk(f, *args)
    tape, _ = augmented(*args)
    kept = [(a.val, a.val.copy()) for a in args if isinstance(a, irad.Duplicated)]
    for x, _ in kept:
        x[...] = np.nan
    reverse(*args, tape=tape)
    for x, old in kept:
        x[...] = old


# ---- QR


def geqrf(a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    name = "zgeqrf" if np.iscomplexobj(a) else "dgeqrf"
    qr, tau, _, info = getattr(scipy.linalg.lapack, name)(a)
    assert info == 0
    return qr, tau


@pytest.mark.parametrize("letter", FAST)
@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (4, 4), (1, 1), (1, 3), (3, 1), (0, 2), (2, 0)])
def test_geqrf(letter: str, shape: tuple[int, int]) -> None:
    w, (m, n) = Work(letter, 3), shape
    k = min(m, n)
    a, da, dtau = w.random(m, n), w.random(m, n), w.random(k)

    def loss(x: np.ndarray) -> float:
        qr, tau = geqrf(x)
        return real_sum(da.conj() * qr) + real_sum(dtau.conj() * tau)

    wanted = differences(loss, a) if a.size else a
    for split in (False, True):
        buffer, shadow, tau, slope = w.buffer(a), w.buffer(da), w.random(max(k, 1)), np.zeros(max(k, 1), w.kind)
        slope[:k] = dtau
        before = shadow.copy()
        info, work = np.ones(1, np.int32), w.rest("geqrf", 5)
        args = [m, n, irad.Duplicated(buffer, shadow), m + 1, irad.Duplicated(tau, slope), *work, info]
        run(function("geqrf", letter), args, split)
        assert info[0] == 0
        np.testing.assert_allclose(w.matrix(shadow, m, n), wanted, **w.tolerance)
        np.testing.assert_array_equal(shadow.reshape(n, m + 1)[:, m], before.reshape(n, m + 1)[:, m])
        assert not slope[:k].any()
        if a.size:
            assert work[0].dval[0] == 0
            np.testing.assert_allclose(w.matrix(buffer, m, n), geqrf(a)[0], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("letter", FAST)
@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (4, 4), (1, 1)])
def test_geqrf_forward(letter: str, shape: tuple[int, int]) -> None:
    w, (m, n) = Work(letter, 4), shape
    a, da = w.random(m, n), w.random(m, n)
    wide, along = (x.astype(np.complex128 if letter in "cz" else np.float64) for x in (a, da))
    h = 1e-4
    ends = [geqrf(wide + k * h * along) for k in (-2, -1, 1, 2)]
    wanted = [(8 * (ends[2][i] - ends[1][i]) - (ends[3][i] - ends[0][i])) / (12 * h) for i in range(2)]
    buffer, shadow, tau, slope = w.buffer(a), w.buffer(da), w.random(min(m, n)), w.random(min(m, n))
    args = [m, n, irad.Duplicated(buffer, shadow), m + 1, irad.Duplicated(tau, slope), *w.rest("geqrf", 5), np.ones(1, np.int32)]
    run(function("geqrf", letter), args, mode=irad.Forward)
    np.testing.assert_allclose(w.matrix(shadow, m, n), wanted[0], **w.tolerance)
    np.testing.assert_allclose(slope, wanted[1], **w.tolerance)


# ---- eigenvalues


class EigenProblem:
    """A Hermitian matrix with eigenvalues apart, and a function of its values and vectors."""

    def __init__(self, letter: str, n: int, uplo: str, vectors: bool) -> None:
        self.w, self.n, self.uplo, self.vectors = Work(letter, n), n, uplo, vectors
        self.a = self.w.random(n, n)
        self.a[np.diag_indices(n)] += np.arange(n)
        self.weights = self.w.rng.uniform(-1, 1, n)
        self.forms = [self._hermitian() for _ in range(n)]

    def _hermitian(self) -> np.ndarray:
        x = self.w.random(self.n, self.n).astype(np.complex128 if self.w.letter in "cz" else np.float64)
        return x + x.conj().T

    def full(self, a: np.ndarray) -> np.ndarray:
        low = np.tril(a, -1) if self.uplo == "L" else np.triu(a, 1).conj().T
        return low + low.conj().T + np.diag(a.diagonal().real)

    def loss(self, a: np.ndarray) -> float:
        values, vectors = np.linalg.eigh(self.full(a))
        total = float(self.weights @ values)
        if self.vectors:
            total += sum(real_sum(v.conj() @ m @ v) for v, m in zip(vectors.T, self.forms, strict=True))
        return total

    def adjoint(self) -> np.ndarray:
        """Of the vectors."""
        _, vectors = np.linalg.eigh(self.full(self.a.astype(self.forms[0].dtype if self.n else self.a.dtype)))
        return np.array([2 * m @ v for m, v in zip(self.forms, vectors.T, strict=True)]).T


@pytest.mark.parametrize("letter", FAST)
@pytest.mark.parametrize("divide", ["", "d"])
@pytest.mark.parametrize("uplo", "UL")
@pytest.mark.parametrize("jobz", "NV")
def test_eigenvalues(letter: str, divide: str, uplo: str, jobz: str) -> None:
    n = 4
    p = EigenProblem(letter, n, uplo, jobz == "V")
    w, routine = p.w, ("heev" if letter in "cz" else "syev") + divide
    wanted = differences(p.loss, p.a)
    for split in (False, True):
        buffer, values, slopes = w.buffer(p.a), np.ones(n, w.real), p.weights.astype(w.real)
        shadow = w.buffer(w.random(n, n))
        before = w.matrix(shadow, n, n).copy()
        info, work = np.ones(1, np.int32), w.rest(routine, n)
        if jobz == "V":  # the signs of the library's vectors are what the adjoint goes with
            plain = [ord(jobz), ord(uplo), n, buffer.copy(), n + 1, values, *(getattr(x, "val", x) for x in work), info]
            function(routine, letter)(*plain)
            vectors = w.matrix(plain[3], n, n)
            shadow = w.buffer(np.array([2 * m @ v for m, v in zip(p.forms, vectors.T, strict=True)]).T)
        args = [ord(jobz), ord(uplo), n, irad.Duplicated(buffer, shadow), n + 1, irad.Duplicated(values, slopes), *work, info]
        run(function(routine, letter), args, split)
        assert info[0] == 0 and not slopes.any() and work[0].dval[0] == 0
        np.testing.assert_allclose(values, np.linalg.eigvalsh(p.full(p.a)), rtol=1e-5, atol=1e-5)
        found = w.matrix(shadow, n, n)
        stored = np.triu(np.ones((n, n), bool)) if uplo == "U" else np.tril(np.ones((n, n), bool))
        np.testing.assert_allclose(found[stored], wanted[stored], **w.tolerance)
        np.testing.assert_array_equal(found[~stored], before[~stored] if jobz == "N" else 0)


@pytest.mark.parametrize("letter", FAST)
@pytest.mark.parametrize("jobz", "NV")
def test_eigenvalues_forward(letter: str, jobz: str) -> None:
    """The tangent times the adjoint is the derivative along the direction."""
    n, uplo = 4, "L"
    p = EigenProblem(letter, n, uplo, jobz == "V")
    w, routine = p.w, "heevd" if letter in "cz" else "syevd"
    da = w.random(n, n)
    h = 1e-4
    wide = p.a.astype(np.complex128 if letter in "cz" else np.float64)
    ends = [p.loss(wide + k * h * da) for k in (-2, -1, 1, 2)]
    wanted = (8 * (ends[2] - ends[1]) - (ends[3] - ends[0])) / (12 * h)
    buffer, shadow, values, slopes = w.buffer(p.a), w.buffer(da), np.ones(n, w.real), np.ones(n, w.real)
    work, info = w.rest(routine, n), np.ones(1, np.int32)
    args = [ord(jobz), ord(uplo), n, irad.Duplicated(buffer, shadow), n + 1, irad.Duplicated(values, slopes), *work, info]
    run(function(routine, letter), args, mode=irad.Forward)
    found = float(p.weights @ slopes)
    if jobz == "V":
        vectors, tangents = w.matrix(buffer, n, n), w.matrix(shadow, n, n)
        adjoint = np.array([2 * m @ v for m, v in zip(p.forms, vectors.T, strict=True)]).T
        found += real_sum(adjoint.conj() * tangents)
    np.testing.assert_allclose(found, wanted, **w.tolerance)


# ---- singular values


class SingularProblem:
    def __init__(self, letter: str, m: int, n: int, jobs: str, seed: int = 0) -> None:
        self.w, self.m, self.n, self.k, self.jobs = Work(letter, seed), m, n, min(m, n), jobs
        self.a = self.w.random(m, n)
        for i in range(self.k):
            self.a[i, i] += 2 * i
        kind = np.complex128 if letter in "cz" else np.float64
        self.weights = self.w.rng.uniform(-1, 1, self.k)
        self.mixed = [self.w.random(m, n).astype(kind) for _ in range(self.k)]
        self.left, self.right = (self.w.random(x, x).astype(kind) for x in (m, n))
        self.left, self.right = self.left + self.left.conj().T, self.right + self.right.conj().T
        self.signs = 1.0 + np.arange(self.k)

    def loss(self, a: np.ndarray) -> float:
        u, s, vt = np.linalg.svd(a)
        v = vt.conj().T
        total = float(self.weights @ s)
        if "N" not in self.jobs:
            total += sum(real_sum(u[:, i].conj() @ m @ v[:, i]) for i, m in enumerate(self.mixed))
        for x, form, job in ((u, self.left, self.jobs[0]), (v, self.right, self.jobs[-1])):
            if job == "N":
                continue
            for i in range(x.shape[1]):
                if i < self.k or job == "A":
                    total += self._weight(i) * real_sum(x[:, i].conj() @ form @ x[:, i])
        return total

    def _weight(self, i: int) -> float:
        return self.signs[i] if i < self.k else 0.5

    def adjoints(self, u: np.ndarray, vt: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        v = vt.conj().T
        du, dv = np.zeros_like(u), np.zeros_like(v)
        if "N" not in self.jobs:
            for i, m in enumerate(self.mixed):
                du[:, i] += m @ v[:, i]
                dv[:, i] += m.conj().T @ u[:, i]
        for x, d, form in ((u, du, self.left), (v, dv, self.right)):
            for i in range(x.shape[1]):
                d[:, i] += 2 * self._weight(i) * form @ x[:, i]
        return du, dv.conj().T


class SingularRun:
    """A call with all its arrays."""

    def __init__(self, p: SingularProblem, routine: str) -> None:
        self.p, self.routine, w, m, n = p, routine, p.w, p.m, p.n
        self.a = w.buffer(p.a)
        self.s, self.u, self.vt = np.ones(max(p.k, 1), w.real), w.random(m, m + 1).ravel(), w.random(n, n + 1).ravel()
        self.ds, self.da, self.du, self.dvt = (np.ones_like(x) for x in (self.s, self.a, self.u, self.vt))
        self.work, self.info = w.rest(routine, max(m, n)), np.ones(1, np.int32)

    def arguments(self, plain: bool) -> list[Any]:
        p = self.p

        def both(x: np.ndarray, d: np.ndarray) -> Any:
            return x if plain else irad.Duplicated(x, d)

        jobs = p.jobs if self.routine == "gesvd" else p.jobs[0]
        out = [*(ord(j) for j in jobs), p.m, p.n, both(self.a, self.da), p.m + 1, both(self.s, self.ds), both(self.u, self.du)]
        out += [p.m + 1, both(self.vt, self.dvt), p.n + 1]
        return [*out, *(getattr(x, "val", x) if plain else x for x in self.work), self.info]

    def vectors(self, shadow: bool = False) -> list[np.ndarray | None]:
        """U and V^H where the routine puts them."""
        p, w = self.p, self.p.w
        a, u, vt = (self.da, self.du, self.dvt) if shadow else (self.a, self.u, self.vt)
        left, right = p.jobs[0], p.jobs[-1]
        if self.routine == "gesdd" and left == "O":
            left, right = ("O", "S") if p.m >= p.n else ("S", "O")
        out: list[np.ndarray | None] = []
        rows, columns = (x.size // (y + 1) for x, y in ((u, p.m), (vt, p.n)))
        whole_u, whole_vt, whole_a = w.matrix(u, p.m, rows), w.matrix(vt, p.n, columns), w.matrix(a, p.m, p.n)
        out.append({"N": None, "A": whole_u, "S": whole_u[:, : p.k], "O": whole_a[:, : p.k]}[left])
        out.append({"N": None, "A": whole_vt, "S": whole_vt[: p.k], "O": whole_a[: p.k]}[right])
        return out


JOBS = ["NN", "SS", "AA", "ON", "SO", "NA", "OS", "AN", "NS"]


@pytest.mark.parametrize("letter", FAST)
@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (3, 3)])
@pytest.mark.parametrize("routine,jobs", [*(("gesvd", j) for j in JOBS), *(("gesdd", j + j) for j in "NSAO")])
def test_singular_values(letter: str, shape: tuple[int, int], routine: str, jobs: str) -> None:
    check_singular_values(function(routine, letter), letter, shape, routine, jobs)


def check_singular_values(f: Any, letter: str, shape: tuple[int, int], routine: str, jobs: str) -> None:
    m, n = shape
    p = SingularProblem(letter, m, n, jobs, 5)
    wanted = differences(p.loss, p.a)
    for split in (False, True):
        given, run_ = SingularRun(p, routine), SingularRun(p, routine)
        f(*given.arguments(True))
        assert given.info[0] == 0
        full = [np.linalg.svd(p.a)[0], np.linalg.svd(p.a)[2]]
        chosen = [full[k] if x is None else x for k, x in enumerate(given.vectors())]
        adjoints = p.adjoints(*(x.astype(np.complex128 if letter in "cz" else float) for x in chosen))
        run_.da[:] = 0
        for to, adjoint, own in zip(run_.vectors(True), adjoints, given.vectors(), strict=True):
            if to is not None:
                assert own is not None
                to[...] = adjoint[: to.shape[0], : to.shape[1]]
        run_.ds[: p.k] = p.weights
        run(f, run_.arguments(False), split)
        assert run_.info[0] == 0
        np.testing.assert_allclose(p.w.matrix(run_.da, m, n), wanted, **p.w.tolerance)
        assert not run_.ds[: p.k].any()
        for x in run_.vectors(True):
            assert x is None or np.shares_memory(x, run_.da) or not x.any()


@pytest.mark.parametrize("letter", FAST)
@pytest.mark.parametrize("shape", [(4, 3), (3, 4)])
@pytest.mark.parametrize("routine,jobs", [("gesvd", "SS"), ("gesvd", "AA"), ("gesvd", "ON"), ("gesdd", "OO"), ("gesdd", "NN")])
def test_singular_values_forward(letter: str, shape: tuple[int, int], routine: str, jobs: str) -> None:
    check_singular_values_forward(function(routine, letter), letter, shape, routine, jobs)


def check_singular_values_forward(f: Any, letter: str, shape: tuple[int, int], routine: str, jobs: str) -> None:
    m, n = shape
    p = SingularProblem(letter, m, n, jobs, 6)
    along = p.w.random(m, n)
    wide, h = p.a.astype(np.complex128 if letter in "cz" else np.float64), 1e-4
    ends = [p.loss(wide + k * h * along) for k in (-2, -1, 1, 2)]
    wanted = (8 * (ends[2] - ends[1]) - (ends[3] - ends[0])) / (12 * h)
    run_ = SingularRun(p, routine)
    p.w.matrix(run_.da, m, n)[...] = along
    run(f, run_.arguments(False), mode=irad.Forward)
    found = float(p.weights @ run_.ds[: p.k])
    full = [np.linalg.svd(p.a)[0], np.linalg.svd(p.a)[2]]
    chosen = [full[k] if x is None else x for k, x in enumerate(run_.vectors())]
    for adjoint, tangent in zip(p.adjoints(*chosen), run_.vectors(True), strict=True):
        if tangent is not None:
            found += real_sum(adjoint[: tangent.shape[0], : tangent.shape[1]].conj() * tangent)
    np.testing.assert_allclose(found, wanted, **p.w.tolerance)


@cache
def turning(letter: str) -> tuple[Any, list[int], Any]:
    """SciPy's gesvd, but where only one side's vectors are asked for they are turned: a library need not compute both alike.

    Also for how many vectors it did so, and a C function for it alone.
    """
    name, kind, turned = f"{letter}gesvd_", np.dtype(KINDS[letter]), []
    ftype = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (15 if letter in "cz" else 14))
    real = ftype(resolve([name])[name])

    def call(*args: int) -> None:
        real(*args)
        left, right = (ctypes.string_at(x, 1) for x in args[:2])
        m, n, lda, ldu, ldvt, size = (ctypes.c_int.from_address(args[k]).value for k in (2, 3, 5, 8, 10, 12))
        if size < 0 or (left == b"N") == (right == b"N"):
            return
        k, side = min(m, n), left if right == b"N" else right
        at, stride = (args[4], lda) if side == b"O" else (args[7], ldu) if right == b"N" else (args[9], ldvt)
        rows, columns = (m, k) if right == b"N" else (k, n)
        memory = (ctypes.c_char * ((stride * (columns - 1) + rows) * kind.itemsize)).from_address(at)
        vectors = np.ndarray((rows, columns), kind, memory, strides=(kind.itemsize, stride * kind.itemsize))
        phases = np.exp(1j * (1.0 + np.arange(k))) if letter in "cz" else -((-1.0) ** np.arange(k))
        vectors *= phases if right == b"N" else phases[:, None]
        turned.append(k)

    return ftype(call), turned, function.__wrapped__("gesvd", letter)


@pytest.mark.parametrize("letter,shape", [("d", (4, 3)), ("z", (3, 4))])
@pytest.mark.parametrize("jobs", ["SN", "NS", "ON", "NO", "AN", "NA"])
def test_other_vectors_where_one_side_is_asked_for(
    letter: str, shape: tuple[int, int], jobs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other side's are computed in addition: of a pair, one is turned as the other one is."""
    routine, turned, f = turning(letter)
    found = {f"{letter}gesvd_": ctypes.cast(routine, ctypes.c_void_p).value}
    monkeypatch.setattr(compiled, "resolve", lambda names: resolve(names) | found)
    turned.clear()
    check_singular_values(f, letter, shape, "gesvd", jobs)
    check_singular_values_forward(f, letter, shape, "gesvd", jobs)
    assert turned == [min(shape)] * 5  # as it is and in reverse, twice, and forward


DESTROYED = """
void dgesvd_(const char *, const char *, const int *, const int *, double *, const int *, double *, double *, const int *,
             double *, const int *, double *, const int *, int *);
double f(int n, double *a, double *s, double *work) {
  int info, size = 400;
  double squares = 0, none;
  for (int i = 0; i < n * n; i++) squares += a[i] * a[i] * a[i];
  dgesvd_("N", "N", &n, &n, a, &n, s, &none, &n, &none, &n, work, &size, &info);
  return squares + s[0];
}
"""


def test_the_matrix_is_destroyed() -> None:
    """What was read of it before has to be kept."""
    a = np.random.default_rng(1).normal(size=(3, 3))
    u, _, vt = np.linalg.svd(a)
    f, d = irad.Module.from_c(DESTROYED)["f"], np.zeros((3, 3))
    irad.autodiff(f, 3, irad.Duplicated(a.T.copy(), d), irad.Duplicated(np.zeros(3), np.zeros(3)), np.zeros(400))
    np.testing.assert_allclose(d.T, 3 * a**2 + np.outer(u[:, 0], vt[0]), rtol=1e-12)


@pytest.mark.parametrize("routine", ["heev", "gesvd"])
def test_results_that_depend_on_phases_have_no_derivative(routine: str) -> None:
    """The sum of the elements of the first vector, times i."""
    w, n = Work("z", 2), 3
    p: Any = EigenProblem("z", n, "L", True) if routine == "heev" else SingularProblem("z", n, n, "SS")
    buffer, values, info = w.buffer(p.a), irad.Duplicated(np.ones(n), np.zeros(n)), np.ones(1, np.int32)
    seed = np.zeros((n, n), complex)
    seed[:, 0] = 1j
    if routine == "heev":
        args = [ord("V"), ord("L"), n, irad.Duplicated(buffer, w.buffer(seed)), n + 1, values, *w.rest(routine, n), info]
    else:
        vectors = [irad.Duplicated(w.buffer(0 * seed), w.buffer(x)) for x in (seed, 0 * seed)]
        head = [ord("S"), ord("S"), n, n, irad.Duplicated(buffer, 0 * buffer), n + 1, values]
        args = [*head, vectors[0], n + 1, vectors[1], n + 1, *w.rest(routine, n), info]
    with pytest.raises(np.linalg.LinAlgError, match="phases"):
        irad.autodiff(function(routine, "z"), *args)


CONSTANT = """
void dgeqrf_(const int *, const int *, double *, const int *, double *, double *, const int *, int *);
void dsyev_(const char *, const char *, const int *, double *, const int *, double *, double *, const int *, int *);
void dgesvd_(const char *, const char *, const int *, const int *, double *, const int *, double *, double *, const int *,
             double *, const int *, double *, const int *, int *);
double qr(int n, double x, double *a, double *v, double *u, double *work) {
  int info, size = 400;
  dgeqrf_(&n, &n, a, &n, v, work, &size, &info);
  v[0] *= x;
  return v[0] + v[1];
}
double eigen(int n, double x, double *a, double *v, double *u, double *work) {
  int info, size = 400;
  dsyev_("V", "L", &n, a, &n, v, work, &size, &info);
  v[0] *= x;
  return v[0] + v[1];
}
double singular(int n, double x, double *a, double *v, double *u, double *work) {
  int info, size = 300;
  dgesvd_("S", "S", &n, &n, a, &n, v, u, &n, u + n * n, &n, work, &size, &info);
  v[0] *= x;
  u[1] *= x;
  return v[0] + v[1] + u[1];
}
"""


@pytest.mark.parametrize("name", ["qr", "eigen", "singular"])
def test_results_of_a_constant_matrix(name: str) -> None:
    """Their memory has a derivative, which is of what is written there afterwards; what was there before no longer counts."""
    n, x = 3, 1.5
    a = np.random.default_rng(1).normal(size=(n, n))
    a = a + a.T if name == "eigen" else a
    f = irad.Module.from_c(CONSTANT)[name]
    v, u = np.zeros(n), np.zeros(2 * n * n)
    f(n, 1.0, a.T.copy(), v, u, np.zeros(400))
    wanted = v[0] + (u[1] if name == "singular" else 0.0)
    for mode in (irad.Reverse, irad.Forward):
        given = [irad.Duplicated(y.copy(), np.ones_like(y)) for y in (v, u)]
        if mode is irad.Reverse:
            found = irad.autodiff(f, n, irad.Active(x), a.T.copy(), *given, np.zeros(400))[1] / 2  # of f, and of what it leaves
            assert not given[0].dval.any() and not (name == "singular" and given[1].dval.any())
        else:
            (found,) = irad.autodiff(f, n, irad.Duplicated(x, 1.0), a.T.copy(), *given, np.zeros(400), mode=mode)
            assert given[0].dval[0] == v[0] and not given[0].dval[1:].any()
        np.testing.assert_allclose(found, wanted, rtol=1e-12)
