"""The C interface to LAPACK's factorisations: by rows and by columns, beside differences of NumPy's."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import irad
from tests.blas.test_factorisations import EigenProblem, SingularProblem, Work, differences, geqrf, real_sum

pytestmark = pytest.mark.sampled

ROW_MAJOR, COLUMN_MAJOR = 101, 102
FAST = [pytest.param(x, marks=[] if x in "dz" else [pytest.mark.slow]) for x in "sdcz"]
CALLS = {
    "geqrf": ("int m, int n, T *a, int lda, T *tau", ""),
    "syev": ("char jobz, char uplo, int n, T *a, int lda, R *w", ""),
    "syevd": ("char jobz, char uplo, int n, T *a, int lda, R *w", ""),
    "gesvd": ("char jobu, char jobvt, int m, int n, T *a, int lda, R *s, T *u, int ldu, T *vt, int ldvt", "R *superb"),
    "gesdd": ("char jobz, int m, int n, T *a, int lda, R *s, T *u, int ldu, T *vt, int ldvt", ""),
}


@cache
def function(routine: str, letter: str) -> Any:
    text, more = CALLS[routine]
    name = routine.replace("sy", "he") if letter in "cz" else routine
    real = "float" if letter in "sc" else "double"
    text, more = (x.replace("T *", f"{real} *").replace("R *", f"{real} *") for x in (text, more))
    given = ", ".join(word.split()[-1].lstrip("*") for word in text.split(", "))
    declared = f"int LAPACKE_{letter}{name}(int layout, {text}{', ' + more if more else ''});"
    extra = f"{real} rest[99]; " if more else ""
    call = f"LAPACKE_{letter}{name}(layout, {given}{', rest' if more else ''})"
    source = f"{declared}\nvoid f(int layout, {text}, int *info) {{ {extra}*info = {call}; }}"
    return irad.Module.from_c("\n" + source)["f"]


class Stored:
    """Matrices by rows or by columns, with a gap."""

    def __init__(self, w: Work, layout: int) -> None:
        self.w, self.by_rows = w, layout == ROW_MAJOR

    def make(self, x: np.ndarray) -> np.ndarray:
        return self.w.buffer(x.T if self.by_rows else x)

    def read(self, buffer: np.ndarray, m: int, n: int) -> np.ndarray:
        return self.w.matrix(buffer, n, m).T if self.by_rows else self.w.matrix(buffer, m, n)

    def stride(self, m: int, n: int) -> int:
        return (n if self.by_rows else m) + 1


@pytest.mark.parametrize("letter", FAST)
@pytest.mark.parametrize("layout", [ROW_MAJOR, COLUMN_MAJOR])
def test_qr(letter: str, layout: int) -> None:
    w, m, n = Work(letter, 1), 4, 3
    a, da, dtau = w.random(m, n), w.random(m, n), w.random(n)

    def loss(x: np.ndarray) -> float:
        qr, tau = geqrf(x)
        return real_sum(da.conj() * qr) + real_sum(dtau.conj() * tau)

    s, info = Stored(w, layout), np.ones(1, np.int32)
    buffer, shadow, tau = s.make(a), s.make(da), w.random(n)
    args = [irad.Duplicated(buffer, shadow), s.stride(m, n), irad.Duplicated(tau, dtau.copy()), info]
    irad.autodiff(function("geqrf", letter), layout, m, n, *args)
    assert info[0] == 0
    np.testing.assert_allclose(s.read(buffer, m, n), geqrf(a)[0], rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(s.read(shadow, m, n), differences(loss, a), **w.tolerance)


@pytest.mark.parametrize("letter", FAST)
@pytest.mark.parametrize("layout", [ROW_MAJOR, COLUMN_MAJOR])
@pytest.mark.parametrize("routine,jobz,uplo", [("syev", "V", "U"), ("syev", "N", "L"), ("syevd", "V", "L")])
def test_eigenvalues(letter: str, layout: int, routine: str, jobz: str, uplo: str) -> None:
    n = 4
    p = EigenProblem(letter, n, uplo, jobz == "V")
    s, info, f = Stored(p.w, layout), np.ones(1, np.int32), function(routine, letter)
    buffer, values = s.make(p.a), np.ones(n, p.w.real)
    plain = buffer.copy()
    f(layout, ord(jobz), ord(uplo), n, plain, n + 1, values, info)
    vectors = s.read(plain, n, n)
    shadow = s.make(np.array([2 * m @ v for m, v in zip(p.forms, vectors.T, strict=True)]).T if jobz == "V" else 0 * p.a)
    slopes = irad.Duplicated(values, p.weights.astype(p.w.real))
    irad.autodiff(f, layout, ord(jobz), ord(uplo), n, irad.Duplicated(buffer, shadow), n + 1, slopes, info)
    assert info[0] == 0
    np.testing.assert_allclose(values, np.linalg.eigvalsh(p.full(p.a)), rtol=1e-5, atol=1e-5)
    stored = np.triu(np.ones((n, n), bool)) if uplo == "U" else np.tril(np.ones((n, n), bool))
    np.testing.assert_allclose(s.read(shadow, n, n)[stored], differences(p.loss, p.a)[stored], **p.w.tolerance)


@pytest.mark.parametrize("letter", FAST)
@pytest.mark.parametrize("layout", [ROW_MAJOR, COLUMN_MAJOR])
@pytest.mark.parametrize("shape", [(4, 3), (3, 4)])
@pytest.mark.parametrize("routine,jobs", [("gesvd", "SS"), ("gesvd", "AO"), ("gesvd", "NN"), ("gesdd", "O"), ("gesdd", "A")])
def test_singular_values(letter: str, layout: int, shape: tuple[int, int], routine: str, jobs: str) -> None:
    m, n = shape
    p = SingularProblem(letter, m, n, jobs * (3 - len(jobs)), 2)
    w, s, info, f, k = p.w, Stored(p.w, layout), np.ones(1, np.int32), function(routine, letter), p.k
    over_left = routine == "gesdd" and jobs == "O" and m >= n
    over_right = jobs[-1] == "O" and not over_left
    columns = {"A": m, "S": k, "N": 0, "O": 0 if over_left else k}[jobs[0]]
    rows = {"A": n, "S": k, "N": 0, "O": 0 if over_right else k}[jobs[-1]]
    a, values = s.make(p.a), np.ones(k, w.real)
    u, vt = s.make(w.random(m, columns)), s.make(w.random(rows, n))
    if not u.size:
        u = w.random(1)
    if not vt.size:
        vt = w.random(1)

    def arguments(arrays: list[Any]) -> list[Any]:
        strides = (s.stride(*x) for x in ((m, n), (m, columns), (rows, n)))
        head = [layout, *(ord(j) for j in jobs), m, n]
        lda, ldu, ldvt = strides
        return [*head, arrays[0], lda, arrays[1], arrays[2], ldu, arrays[3], ldvt, info]

    plain = [x.copy() for x in (a, values, u, vt)]
    f(*arguments(plain))
    assert info[0] == 0
    found_a = s.read(plain[0], m, n)
    full = np.linalg.svd(p.a)
    left = found_a[:, :k] if over_left else s.read(plain[2], m, columns) if columns else full[0]
    right = found_a[:k] if over_right else s.read(plain[3], rows, n) if rows else full[2]
    du, dvt = p.adjoints(left, right)
    shadows = [np.zeros_like(x) for x in (a, values, u, vt)]
    shadows[1][:] = p.weights
    for name, d, over in (("u", du, over_left), ("vt", dvt, over_right)):
        if over:
            whole = np.zeros((m, n), w.kind)
            whole[: d.shape[0], : d.shape[1]] = d
            shadows[0] = s.make(whole)
        elif (columns if name == "u" else rows):
            shadows[2 if name == "u" else 3] = s.make(d)
    args = arguments([irad.Duplicated(x, d) for x, d in zip((a, values, u, vt), shadows, strict=True)])
    irad.autodiff(f, *args)
    np.testing.assert_allclose(values, full[1], rtol=1e-5)
    np.testing.assert_allclose(s.read(shadows[0], m, n), differences(p.loss, p.a), **w.tolerance)
