"""LAPACK routines that are compositions: values beside SciPy's LAPACK, derivatives beside differences of it.

Each call is a map of all its arrays to what they hold afterwards; random cotangents lie on all of them.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from irad.blas_rules import described, listed
from irad.blas_rules.rows.composed import COMPOSED_LAPACK as COMPOSED
from irad.errors import IradError
from irad.frontends.clang import compile_to_ir, find_flang
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.transform.lower.routine_bodies import define_routines
from tests.blas.lapack import COLUMN_MAJOR, ROW_MAJOR, ROWS, Problem, arrays_of, module
from tests.blas.oracle import inner, slopes

pytestmark = pytest.mark.sampled

ALLOWED = {"flag": "NTC", "uplo": "UL", "diag": "NU", "norm": "M1OIFE", "part": "ULA", "side": "LR"}


def flags(row: Any) -> list[dict[str, str]]:
    """All combinations of letters."""
    own = {"adjoint": "NT" if "d" in row.letters else "NC"}
    choices = [(ALLOWED | own)[p.kind] for p in row.flags]
    return [dict(zip((p.name for p in row.flags), c, strict=True)) for c in itertools.product(*choices)]


def each(letters: str, lapacke: bool = False, checked: bool = False, names: str = "") -> Any:
    """All routines, or those with info: in these precisions (and of these ``names``), in the others with ``-m slow``."""
    cases = []
    rows = ROWS.values() if lapacke else COMPOSED
    for r in rows:
        if checked and not r.of("status"):
            continue
        for letter in r.letters:
            now = letter in letters and r.name in (names.split() or ROWS)
            marks = [] if now else [pytest.mark.slow]
            cases.append(pytest.param(r.name, letter, marks=marks, id=f"{letter}{r.name}"))
    return pytest.mark.parametrize("name,letter", cases)


class Run:
    """A problem with shadows; ``twice``: the C function that calls the routine two times."""

    def __init__(self, name: str, letter: str, letters: dict[str, str], seed: int, twice: bool = False, **more: Any) -> None:
        self.problem = Problem(name, letter, letters, seed=seed, **more)
        self.row, self.twice, self.letter = self.problem.row, twice, letter
        self.values = dict(self.problem.values)
        if twice:
            others = {n: v + 0.0625 * self.problem.random(v.size) for n, v in self.problem.values.items()}
            self.values |= {f"{n}_again": self.known(n, v) for n, v in others.items()}
        self.shadows = {n: self.problem.random(v.size) for n, v in self.values.items()}
        real = np.float32 if letter in "sc" else np.float64
        self.result, self.dresult = np.array([0.5], real), np.array([0.75], real)
        self.info, self.ipiv = np.full(1, 77, np.int32), self.problem.pivots.copy()

    @property
    def f(self) -> Any:
        return module(self.row.name, self.letter, bool(self.problem.layout))["g" if self.twice else "f"]

    def arguments(self, values: dict[str, np.ndarray], shadows: dict[str, np.ndarray]) -> list[Any]:
        p, out = self.problem, []
        if p.layout:
            out.append(p.layout)
        for q in self.row.parameters:
            if q.letter:
                out.append(ord(p.letters[q.name]))
            elif q.kind in ("work", "lwork"):
                continue
            elif q.integer:
                out.append((p.sizes | p.strides)[q.name])
            elif q.kind in ("status", "pivots"):
                out.append(self.info if q.kind == "status" else self.ipiv)
            else:
                out.append(irad.Duplicated(values[q.name], shadows[q.name]) if q.name in shadows else values[q.name])
        if self.row.targets == ("",):
            out.append(irad.Duplicated(self.result, self.dresult))
        if self.twice:
            for n in arrays_of(self.row):
                size = values[n].size * (2 if np.iscomplexobj(values[n]) else 1)
                out += [irad.Duplicated(values[f"{n}_again"], shadows[f"{n}_again"]), size]
        return out

    def map(self, values: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        if not self.twice:
            return self.problem.map(values)
        own = {n: values[n] for n in arrays_of(self.row)}
        others = {n: v for n, v in values.items() if n not in own}
        for _ in range(2):
            found = self.problem.map(own)
            own = {n: others[f"{n}_again"] + 0.125 * found[n] for n in own}
        return found | own | others

    def close(self, found: np.ndarray, wanted: np.ndarray, what: str) -> None:
        tolerance = 2e-3 if self.letter in "sc" else 1e-7
        scale = max(1.0, float(np.abs(wanted).max(initial=0)))
        what = f"{what}, {self.problem.letters}"
        np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance * scale, err_msg=what)

    def known(self, name: str, x: np.ndarray) -> np.ndarray:
        """The imaginary part of the diagonal of a factor is nothing that is ever there: LAPACK reads it in one place and not in
        another."""
        base = name.removesuffix("_again")
        if self.row.name == "potri" and base == "a" and self.problem.complex:
            x = x.copy()
            for (i, j), at in self.problem.where("a").items():
                if i == j:
                    x[at] = x[at].real
        return x

    def check_reverse(self, split: bool = False) -> None:
        wide = self.problem.wide(self.values)
        w = self.problem.wide(self.shadows | {"result": self.dresult})

        def loss(values: dict[str, np.ndarray]) -> float:
            out = self.map(values)
            return inner(w, {n: v for n, v in out.items() if n in w})

        wanted, primal = slopes(loss, wide, sorted(self.shadows)), self.map(wide)
        values = {n: v.copy() for n, v in self.values.items()}
        shadows = {n: v.copy() for n, v in self.shadows.items()}
        args = self.arguments(values, shadows)
        if split:
            augmented, reverse = irad.autodiff_thunk(self.f, *args)
            tape, _ = augmented(*args)
            kept, ipiv = {n: v.copy() for n, v in values.items()}, self.ipiv.copy()
            for v in values.values():
                v[...] = np.nan
            self.ipiv[:] = 1
            reverse(*args, tape=tape)
            values, self.ipiv = kept, ipiv
        else:
            irad.autodiff(self.f, *args)
        self.check_values(values, primal)
        for n, wants in wanted.items():
            self.close(self.known(n, shadows[n]), self.known(n, wants), f"the shadow of {n}")

    def check_values(self, values: dict[str, np.ndarray], primal: dict[str, np.ndarray]) -> None:
        for n in values:
            self.close(values[n], primal[n], f"{n} after the call")
        if "result" in primal:
            self.close(self.result, primal["result"], "the result")
        if self.row.of("status"):
            np.testing.assert_array_equal(self.info, primal["info"])
        if self.row.of("pivots"):
            np.testing.assert_array_equal(self.ipiv, primal["ipiv"])

    def check_forward(self) -> None:
        wide, along = self.problem.wide(self.values), self.problem.wide(self.shadows)
        if "potri" in self.row.name:
            along = {n: self.known(n, v) for n, v in along.items()}
            self.shadows = {n: self.known(n, v) for n, v in self.shadows.items()}
        h = 1e-3
        ends = {k: self.map({n: v + k * h * along[n] for n, v in wide.items()}) for k in (-1.0, -0.5, 0.5, 1.0)}
        values = {n: v.copy() for n, v in self.values.items()}
        shadows = {n: v.copy() for n, v in self.shadows.items()}
        self.dresult[:] = 0
        irad.autodiff(self.f, *self.arguments(values, shadows), mode=irad.Forward)
        self.check_values(values, self.map(wide))
        for n in [*shadows, *(["result"] if self.row.targets == ("",) else [])]:
            coarse, fine = (ends[1.0][n] - ends[-1.0][n]) / (2 * h), (ends[0.5][n] - ends[-0.5][n]) / h
            self.close(self.dresult if n == "result" else shadows[n], fine + (fine - coarse) / 3, f"the tangent of {n}")


@each("d")
def test_reverse(name: str, letter: str) -> None:
    for k, letters in enumerate(flags(ROWS[name])):
        Run(name, letter, letters, k).check_reverse()


@each("z", names="potrs lange")
def test_forward(name: str, letter: str) -> None:
    for k, letters in enumerate(flags(ROWS[name])):
        Run(name, letter, letters, k).check_forward()


@each("z")
def test_split(name: str, letter: str) -> None:
    """All that the routine has read is overwritten before the reverse runs."""
    chosen = flags(ROWS[name])
    if letter == "z":  # the first and the last
        chosen = chosen[:: max(1, len(chosen) - 1)]
    for k, letters in enumerate(chosen):
        Run(name, letter, letters, k).check_reverse(split=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["potrs", "getrs", "trtrs", "pbtrs", "lacpy"])
@pytest.mark.parametrize("letter", "dz")
def test_what_is_only_read_may_be_constant(name: str, letter: str) -> None:
    for k, letters in enumerate(flags(ROWS[name])):
        run = Run(name, letter, letters, k)
        (constant,) = set(run.values) - set(run.row.targets)
        del run.shadows[constant]
        run.check_reverse()
        run.check_reverse(split=True)


@each("d", names="gesv trtri pbtrf")
def test_in_a_loop_that_overwrites_what_was_read(name: str, letter: str) -> None:
    for k, letters in enumerate(flags(ROWS[name])):
        run = Run(name, letter, letters, k, twice=True)
        run.check_reverse()
        run.check_forward()


@each("d", lapacke=True, names="posv pbtrf")
@pytest.mark.parametrize("layout", [ROW_MAJOR, COLUMN_MAJOR])
def test_lapacke(name: str, letter: str, layout: int) -> None:
    for k, letters in enumerate(flags(ROWS[name])):
        run = Run(name, letter, letters, k, layout=layout)
        run.check_reverse()


class Errors:
    """Calls with one wrong argument, beside SciPy's."""

    def __init__(self, name: str, letter: str, layout: int = 0) -> None:
        self.run = Run(name, letter, flags(ROWS[name])[0], 0, layout=layout)

    def check(self, changed: dict[str, Any], info: int) -> None:
        """info as LAPACK has it, and nothing else has been touched, shadows included."""
        run = self.run
        p, row = run.problem, run.row
        kept = p.letters, p.sizes, p.strides
        p.letters = p.letters | {k: v for k, v in changed.items() if k in p.letters}
        p.sizes = p.sizes | {k: v for k, v in changed.items() if k in p.sizes}
        p.strides = p.strides | {k: v for k, v in changed.items() if k in p.strides}
        if not p.layout:  # (OpenBLAS's getrs reports an illegal argument, but does not store info)
            assert p.map(p.wide(run.values))["info"][0] in ([info, 0] if row.name == "getrs" else [info])
        values, shadows = ({n: v.copy() for n, v in x.items()} for x in (run.values, run.shadows))
        run.info[:], run.ipiv[:] = 77, p.pivots
        irad.autodiff(run.f, *run.arguments(values, shadows))
        p.letters, p.sizes, p.strides = kept
        assert run.info[0] == info, (row.name, changed)
        for n in values:
            np.testing.assert_array_equal(values[n], run.values[n])
            np.testing.assert_array_equal(shadows[n], run.shadows[n])
        np.testing.assert_array_equal(run.ipiv, p.pivots)


@each("d", checked=True)
def test_illegal_arguments(name: str, letter: str) -> None:
    errors = Errors(name, letter)
    row, strides = ROWS[name], errors.run.problem.strides
    wrong: list[dict[str, Any]] = [{p.name: "X" if p.letter else -1} for p in row.of("flag", "uplo", "diag", "size")]
    for stride in strides:
        wrong.append({stride: 2})
    wrong.append({p.name: -1 for p in row.of("size")} | dict.fromkeys(strides, 0))
    wrong.append({p.name: 0 for p in row.of("size") if p.name in "nk"} | dict.fromkeys(strides, 0))
    place = {p.name: k for k, p in enumerate(row.parameters, 1)}
    for changed in wrong:
        errors.check(changed, -min(place[n] for n in changed if n in strides or changed[n] != 0))


@pytest.mark.parametrize("layout", [ROW_MAJOR, 7])
def test_illegal_arguments_of_lapacke(layout: int) -> None:
    errors = Errors("posv", "d", layout)
    if layout == 7:
        errors.check({}, -1)
    else:
        errors.check({"uplo": "X"}, -2)
        errors.check({"n": -1}, -3)
        errors.check({"lda": 3}, -6)
        errors.check({"ldb": 1}, -8)


@pytest.mark.parametrize("name", ["trtrs", "trtri", "getri", "potri"])
def test_singular(name: str) -> None:
    """A zero on the diagonal: its place, and nothing else has been done."""
    errors = Errors(name, "d")
    at = errors.run.problem.where("a")[2, 2]
    errors.run.values["a"][at] = 0
    errors.check({"diag": "N"}, 3)


def test_equations_with_a_matrix_that_is_singular() -> None:
    """gesv stores the factors, and leaves the right-hand side as it is."""
    run = Run("gesv", "d", {}, 0)
    at = run.problem.where("a")
    for i in range(4):
        run.values["a"][at[i, 2]] = 0
    wanted = run.problem.map(run.problem.wide(run.values))
    values, shadows = ({n: v.copy() for n, v in x.items()} for x in (run.values, run.shadows))
    irad.autodiff(run.f, *run.arguments(values, shadows))
    assert run.info[0] == 3
    run.check_values(values, wanted)
    np.testing.assert_array_equal(values["b"], run.values["b"])
    np.testing.assert_array_equal(shadows["b"], run.shadows["b"])
    assert np.isnan(shadows["a"][[*at.values()]]).all()


def test_equations_with_a_matrix_that_is_not_positive_definite() -> None:
    run = Run("posv", "d", {"uplo": "L"}, 0)
    run.values["a"][run.problem.where("a")[2, 2]] = -7
    values, shadows = ({n: v.copy() for n, v in x.items()} for x in (run.values, run.shadows))
    irad.autodiff(run.f, *run.arguments(values, shadows))
    assert run.info[0] == 3
    np.testing.assert_array_equal(values["b"], run.values["b"])
    np.testing.assert_array_equal(shadows["b"], run.shadows["b"])
    for name, x in (("gtsv", {"d": 0, "du": 0, "dl": 0}), ("pbsv", {"ab": -1})):
        other = Run(name, "d", {"uplo": "U"}, 0)
        for n, v in x.items():
            other.values[n][:] = v
        wanted = other.problem.map(other.problem.wide(other.values))
        values, shadows = ({n: v.copy() for n, v in y.items()} for y in (other.values, other.shadows))
        irad.autodiff(other.f, *other.arguments(values, shadows))
        assert other.info[0] == wanted["info"][0] == 1
        np.testing.assert_array_equal(shadows["b"], other.shadows["b"])


@each("d")
def test_sizes(name: str, letter: str) -> None:
    """Nothing, single elements, no right-hand side, many rows."""
    every = flags(ROWS[name])
    sizes: list[dict[str, int]] = [{"m": 0, "k2": 0}, {"n": 0, "kd": 0, "k2": 0}, {"n": 1, "m": 1, "kd": 3, "k1": 2}, {"nrhs": 0}]
    if name in ("gtsv", "gesv"):  # LAPACK's gtsv writes a right-hand side there, OpenBLAS's gesv does not factorise
        sizes.pop()
    if ROWS[name].of("array") and name != "gtsv":
        sizes = [dict.fromkeys("mnk", 0), {"k": 0}, {"m": 1, "n": 1, "k": 1}, {"m": 6, "n": 5, "k": 5}]
    for k, changed in enumerate([*sizes, {"n": 2, "kd": 0}, {"n": 7, "m": 5, "nrhs": 3, "kd": 3, "k1": 2, "k2": 5}]):
        run = Run(name, letter, every[k % len(every)], k, sizes=changed)
        run.check_reverse()


def test_elements_of_the_same_size_stay_where_they_are() -> None:
    run = Run("gtsv", "d", {}, 0)
    run.values["dl"][:], run.values["d"][:], run.values["du"][:] = -1, 1, 0.5
    values, shadows = ({n: v.copy() for n, v in x.items()} for x in (run.values, run.shadows))
    irad.autodiff(run.f, *run.arguments(values, shadows))
    run.check_values(values, run.problem.map(run.values))


@pytest.mark.parametrize("layout", [0, COLUMN_MAJOR, ROW_MAJOR])
@pytest.mark.parametrize("k1, k2, step", [(1, 3, -1), (2, 4, -2), (2, 4, 1), (1, 3, 2), (1, 3, 0), (3, 2, 1)])
def test_exchanges(k1: int, k2: int, step: int, layout: int) -> None:
    """More columns than one block has, and pivots with increments."""
    run = Run("laswp", "d", {}, 3, sizes={"n": 35, "k1": k1, "k2": k2}, layout=layout)
    run.problem.sizes["incx"] = step
    run.problem.pivots[:8] = run.ipiv[:8] = [4, 2, 5, 4, 3, 6, 7, 8]
    ld = run.problem.strides["lda"] = 37 if layout == ROW_MAJOR else 10
    a = run.values["a"] = np.random.default_rng(0).normal(size=35 * ld)
    run.shadows["a"] = w = np.random.default_rng(1).normal(size=a.size)
    where = run.problem.map({"a": np.arange(float(a.size))})["a"].astype(int)
    values, shadows = {"a": a.copy()}, {"a": w.copy()}
    irad.autodiff(run.f, *run.arguments(values, shadows))
    np.testing.assert_array_equal(values["a"], a[where])
    wanted = np.zeros_like(w)
    wanted[where] = w
    np.testing.assert_array_equal(shadows["a"], wanted)


def test_workspace_query() -> None:
    f = irad.Module.from_c("""
void zgetri_(const int*, void*, const int*, const int*, void*, const int*, int*);
void f(int n, double *a, int lda, int *ipiv, double *work, int lwork, int *info) {
  zgetri_(&n, a, &lda, ipiv, work, &lwork, info);
}
""")["f"]
    a, w = np.ones(9, complex), np.arange(9) + 0j
    da, dw = np.full(9, 2 + 1j), np.full(9, 3.0 + 0j)
    info = np.full(1, 77, np.int32)
    for lwork, code in ((-1, 0), (2, -6)):
        before = a.copy(), w[1:].copy(), da.copy(), dw[1:].copy()
        irad.autodiff(f, 3, irad.Duplicated(a, da), 3, np.zeros(3, np.int32), irad.Duplicated(w, dw), lwork, info)
        assert info[0] == code
        for x, y in zip((a, w[1:], da, dw[1:]), before, strict=True):
            np.testing.assert_array_equal(x, y)
    assert w[0] == 3 and dw[0] == 0


@pytest.mark.parametrize("letter", "dz")
def test_norms_at_zero_and_of_nan(letter: str) -> None:
    for norm in "M1IF":
        run = Run("lange", letter, {"norm": norm}, 0)
        a, d = np.zeros_like(run.values["a"]), np.zeros_like(run.values["a"])
        run.dresult[:] = 0.75
        irad.autodiff(run.f, *run.arguments({"a": a}, {"a": d}))
        assert run.result[0] == 0
        np.testing.assert_array_equal(d, 0)
        a = run.values["a"].copy()
        a[run.problem.where("a")[1, 2]] = np.nan
        irad.autodiff(run.f, *run.arguments({"a": a}, {"a": d}))
        assert np.isnan(run.result[0])


def defined(text: str) -> tuple[str, set[str]]:
    """A module with bodies for what it declares, and what is declared then."""
    module = read_module(text)
    define_routines(module)
    return print_module(module), {f.name for f in module.functions.values() if not f.made_as_text}


def test_names() -> None:
    """Bodies call what the same library has, by its own spelling, with lengths of letters where the declared routine has them."""
    ftype = "ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr"
    for name, potrf, trsm, hidden in (
        ("dposv_", "dpotrf_", "dtrsm_", ""),
        ("DPOSV", "DPOTRF", "DTRSM", ""),
        ("zposv_64_", "zpotrf_64_", "ztrsm_64_", ""),
        ("scipy_sposv_64_", "scipy_spotrf_64_", "scipy_strsm_64_", ""),
        ("dposv_", "dpotrf_", "dtrsm_", ", i64"),
    ):
        text, declared = defined(f"declare void @{name}({ftype}{hidden})\n")
        assert declared - {"malloc", "free"} == {potrf, trsm}
        assert f"@{trsm}(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr{hidden * 4})" in text
        assert ("i64, ptr" if "64" in name else "i32, ptr") in text
    _, declared = defined("declare i64 @LAPACKE_dgesv_64(i32, i64, i64, ptr, i64, ptr, ptr, i64)\n")
    assert declared - {"malloc", "free"} == {"dgetrf_64_", "dtrsm_64_"}


def test_rows_of_bodies_are_found() -> None:
    """By their names in libraries and in the rows; only routines with bodies are."""
    for name in ("dposv_", "DPOSV", "LAPACKE_zposv", "posv"):
        row = listed(name)
        assert row is not None and described(row) == [row.formula, "by potrf, potrs"]
    assert [listed(name) for name in ("dgemm_", "cblas_dposv", "LAPACKE_dgemm", "xposv_", "dpotrf_")] == [None] * 5


def test_something_else_by_this_name_is_left_alone() -> None:
    for line in ("declare void @dposv_(ptr, i32)\n", "declare double @LAPACKE_dposv(i32, i32)\n", "declare void @dlaswp(ptr)\n"):
        assert defined(line)[0] == line


SECOND = """
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
int dgesv_(const int *, const int *, double *, const int *, int *, double *, const int *, int *);
static void f(int n, double *a, double *b, double *out) {
  int pivots[10], info, one = 1;
  double c[100], x[10], s = 0;
  for (int i = 0; i < n * n; i++) c[i] = a[i];
  for (int i = 0; i < n; i++) x[i] = b[i];
  dgesv_(&n, &one, c, &n, pivots, x, &n, &info);
  for (int i = 0; i < n; i++) s += x[i] * x[i] * x[i];
  *out = s;
}
void g(int n, double *a, double *da, double *b, double *db) {
  double out = 0, seed = 1;
  __enzyme_autodiff((void *)f, enzyme_const, n, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_dup, &out, &seed);
}
"""


@pytest.mark.slow
def test_second_derivatives() -> None:
    """Forward over reverse: x = inv(a) b, l = 3 inv(a)^T x^2; the gradient is (-l x^T, l)."""
    g = irad.Module.from_c(SECOND)["g"]
    rng = np.random.default_rng(0)
    a, va = rng.normal(size=(3, 3)) + 3 * np.eye(3), rng.normal(size=(3, 3))
    b, vb = rng.normal(size=3), rng.normal(size=3)

    def gradient(h: float) -> Any:
        m = (a + h * va).T  # (by columns in memory)
        x = np.linalg.solve(m, b + h * vb)
        adjoint = np.linalg.solve(m.T, 3 * x**2)
        return -np.outer(x, adjoint), adjoint

    h = 1e-5
    wanted = [(x - y) / (2 * h) for x, y in zip(gradient(h), gradient(-h), strict=True)]
    da, ta, db, tb = (np.zeros(k) for k in (9, 9, 3, 3))
    pairs = (a.ravel(), va.ravel()), (da, ta), (b, vb), (db, tb)
    irad.autodiff(g, 3, *(irad.Duplicated(x, v) for x, v in pairs), mode=irad.Forward)
    np.testing.assert_allclose(da.reshape(3, 3), gradient(0.0)[0], rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(ta.reshape(3, 3), wanted[0], rtol=1e-7, atol=1e-7)
    np.testing.assert_allclose(tb, wanted[1], rtol=1e-7, atol=1e-7)


FORTRAN = """
subroutine solve(n, a, b, info, r) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double) :: a(n, n), b(n, 1), r(1), work(1)
  real(c_double), external :: dlange
  integer(c_int) :: info
  r(1) = dlange('F', n, n, a, n, work)
  call dposv('L', n, 1, a, n, b, n, info)
end subroutine
"""


def test_from_fortran(tmp_path: Path) -> None:
    """The compiler appends the lengths of letters to the arguments."""
    try:
        find_flang()
    except IradError as error:
        pytest.skip(str(error))
    path = tmp_path / "solve.f90"
    path.write_text(FORTRAN)
    f = irad.Module.from_ir(compile_to_ir(path, ["-O1"]))["solve"]
    rng = np.random.default_rng(0)
    root = rng.normal(size=(3, 3))
    a = root @ root.T + 3 * np.eye(3)
    b, w = rng.normal(size=3), rng.normal(size=3)
    x, adjoint = np.linalg.solve(a, b), np.linalg.solve(a, w)
    whole = -np.outer(adjoint, x)
    wanted = np.tril(whole + whole.T, -1) + np.diag(whole.diagonal()) + 0.5 * a / np.linalg.norm(a)
    da, r = np.zeros((3, 3), order="F"), np.zeros(1)
    values = irad.Duplicated(a.copy(order="F"), da), irad.Duplicated(b.copy(), w)
    irad.autodiff(f, 3, *values, np.ones(1, np.int32), irad.Duplicated(r, np.array([0.5])))
    assert r[0] == pytest.approx(np.linalg.norm(a))
    np.testing.assert_allclose(da, wanted, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(w, adjoint, rtol=1e-12, atol=1e-12)
