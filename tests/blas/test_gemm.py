"""gemm: every flag, precision, storage and leading dimension, against differences that are exact for products."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import irad
from tests.blas.conftest import KINDS, cblas_source, fortran_source, gemm, module, padded, random, slopes, stored

pytestmark = pytest.mark.sampled

SHAPES = [(1, 1, 1), (2, 3, 4), (3, 3, 3), (4, 1, 2), (1, 5, 3), (0, 2, 3), (2, 0, 3), (2, 3, 0)]
CODES = {"N": 111, "T": 112, "C": 113}


class Case:
    """The operands of one call, with room between columns, and their shadows."""

    def __init__(self, letter: str, ta: str, tb: str, shape: tuple[int, int, int], order: str = "F", seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        kind = self.kind = KINDS[letter]
        self.ta, self.tb, (self.m, self.n, self.k) = ta, tb, shape
        sizes = {"a": stored(ta, self.m, self.k), "b": stored(tb, self.k, self.n), "c": (self.m, self.n)}
        self.value = {x: random(rng, kind, *size) for x, size in sizes.items()}
        self.value |= {x: random(rng, kind, 1) for x in ("alpha", "beta")}
        self.given = {x: random(rng, kind, *v.shape) for x, v in self.value.items()}  # shadows as they are passed
        self.buffers, self.shadows, self.views, self.strides = {}, {}, {}, {}
        for i, x in enumerate(("a", "b", "c")):
            self.buffers[x], self.views[x], self.strides[x] = padded(self.value[x], i, order)
            self.shadows[x], self.views["d" + x], _ = padded(self.given[x], i, order)
        for x in ("alpha", "beta"):
            self.buffers[x], self.shadows[x] = self.value[x].copy(), self.given[x].copy()
            self.views[x], self.views["d" + x] = self.buffers[x], self.shadows[x]

    def operand(self, x: str, active: str) -> Any:
        return irad.Duplicated(self.buffers[x], self.shadows[x]) if x in active.split() else self.buffers[x]

    def arguments(self, active: str, flags: tuple[int, ...]) -> list[Any]:
        o = [self.operand(x, active) for x in ("alpha", "a", "b", "beta", "c")]
        s = self.strides
        return [*flags, self.m, self.n, self.k, o[0], o[1], s["a"], o[2], s["b"], o[3], o[4], s["c"]]

    def result(self, **changed: Any) -> Any:
        v = {k: x.astype(np.complex128 if np.iscomplexobj(x) else np.float64) for k, x in (self.value | changed).items()}
        return gemm(self.ta, self.tb, v["alpha"], v["a"], v["b"], v["beta"], v["c"])

    def expected(self, x: str) -> Any:
        """The shadow of ``x`` after reverse mode."""
        w = self.given["c"].astype(self.result().dtype)

        def loss(v: Any) -> float:
            return float(np.sum((w.conj() * self.result(**{x: v})).real))

        wide = self.value[x].astype(w.dtype)
        return slopes(loss, wide) + (0 if x == "c" else self.given[x])

    def check_reverse(self, active: str) -> None:
        close(self.views["c"], self.result(), self.kind)
        for x in active.split():
            close(self.views["d" + x], self.expected(x), self.kind)
        for x in ("a", "b", "c"):  # what lies between the columns is nobody's business
            for buffer in (self.buffers[x], self.shadows[x]):
                inside = self.value[x].size
                assert np.count_nonzero(buffer == 77) == buffer.size - inside

    def tangent(self, active: str) -> Any:
        h = self.given
        out = np.zeros_like(self.result())
        for x in active.split():
            wide = self.value[x].astype(out.dtype)
            out = out + (self.result(**{x: wide + h[x]}) - self.result(**{x: wide - h[x]})) / 2
        return out


def close(found: Any, wanted: Any, kind: type) -> None:
    tolerance = 1e-12 if np.finfo(kind).eps < 1e-10 else 1e-4
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)


ACTIVE = ["a b c", "alpha a b beta c", "alpha c", "beta c", "a c", "b c", "c"]
LETTERS = "sdcz"


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("ta,tb", list(itertools.product("NTC", "NTC")))
def test_fortran(letter: str, ta: str, tb: str) -> None:
    f = module(fortran_source(letter))["f"]
    for seed, shape in enumerate(SHAPES):
        active = ACTIVE[seed % 2]
        case = Case(letter, ta, tb, shape, seed=seed)
        irad.autodiff(f, *case.arguments(active, (ord(ta), ord(tb.lower()))))
        case.check_reverse(active)
        case = Case(letter, ta, tb, shape, seed=seed)
        irad.autodiff(f, *case.arguments(active, (ord(ta), ord(tb))), mode=irad.Forward)
        close(case.views["dc"], case.tangent(active), case.kind)
        np.testing.assert_array_equal(case.views["da"], case.given["a"])


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("order,layout", [("C", 101), ("F", 102)])
def test_cblas(letter: str, order: str, layout: int) -> None:
    f = module(cblas_source(letter))["f"]
    for seed, (ta, tb, shape) in enumerate(itertools.product("NTC", "NTC", SHAPES[1:4])):
        case = Case(letter, ta, tb, shape, order, seed)
        active = ACTIVE[seed % 2]
        irad.autodiff(f, *case.arguments(active, (layout, CODES[ta], CODES[tb])))
        case.check_reverse(active)
        case = Case(letter, ta, tb, shape, order, seed)
        irad.autodiff(f, *case.arguments(active, (layout, CODES[ta], CODES[tb])), mode=irad.Forward)
        close(case.views["dc"], case.tangent(active), case.kind)


@pytest.mark.parametrize("active", ACTIVE)
@pytest.mark.parametrize("letter", ["d", "z"])
def test_any_part_may_be_active(letter: str, active: str) -> None:
    f = module(fortran_source(letter))["f"]
    case = Case(letter, "T", "C", (2, 3, 4))
    irad.autodiff(f, *case.arguments(active, (ord("T"), ord("C"))))
    case.check_reverse(active)
    case = Case(letter, "C", "N", (2, 3, 4))
    irad.autodiff(f, *case.arguments(active, (ord("C"), ord("N"))), mode=irad.Forward)
    close(case.views["dc"], case.tangent(active), case.kind)


def test_split_mode_keeps_what_the_caller_overwrites() -> None:
    f = module(fortran_source("d"))["f"]
    case = Case("d", "N", "T", (3, 2, 4))
    active = ACTIVE[1]
    augmented, reverse = irad.autodiff_thunk(f, *case.arguments(active, (ord("N"), ord("T"))))
    args = case.arguments(active, (ord("N"), ord("T")))
    tape, _ = augmented(*args)
    result = case.views["c"].copy()
    for x in ("a", "b", "c", "alpha", "beta"):
        case.views[x][...] = np.nan
    reverse(*args, tape=tape)
    case.views["c"][...] = result
    for x in active.split():
        close(case.views["d" + x], case.expected(x), case.kind)


@pytest.mark.parametrize("letter", LETTERS)
def test_beta_zero_does_not_read_what_is_there(letter: str) -> None:
    f = module(fortran_source(letter))["f"]
    case = Case(letter, "N", "N", (2, 3, 2))
    case.value["beta"][:] = case.buffers["beta"][:] = 0
    case.views["c"][...] = np.nan
    case.value["c"][:] = 0
    irad.autodiff(f, *case.arguments("a b c", (78, 78)))
    close(case.views["c"], case.result(), case.kind)
    np.testing.assert_array_equal(case.views["dc"], 0)
    case = Case(letter, "N", "N", (2, 3, 2))
    case.buffers["beta"][:] = 0
    case.views["dc"][0, 0] = np.nan
    case.views["dc"][1, 1] = np.inf
    irad.autodiff(f, *case.arguments("a b c", (78, 78)))
    np.testing.assert_array_equal(case.views["dc"], 0)


LOOP = """
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*, const int*,
            const double*, const int*, const double*, double*, const int*);
static void product(int n, double *a, double *b, double beta, double *c) {
  char t = 'N';
  double one = 1;
  dgemm_(&t, &t, &n, &n, &n, &one, a, &n, b, &n, &beta, c, &n);
}
void repeated(int n, double *a, double *b, double *r) { for (int i = 0; i < 10; i++) product(n, a, b, 0.0, r); }
void powers(int n, int times, double *a, double *r) {      /* r = a^times r, through a buffer that is used again */
  double t[16];
  for (int i = 0; i < times; i++) {
    product(n, a, r, 0.0, t);
    for (int k = 0; k < n * n; k++) r[k] = t[k];
  }
}
void square(int n, double *a, double *r) { product(n, a, a, 0.0, r); }
void scaled(int n, double *a, double *b, double *r) {      /* the factors are overwritten at once */
  product(n, a, b, 2.0, r);
  for (int k = 0; k < n * n; k++) { a[k] = 0; b[k] = 3 * b[k]; }
}
double norm(int n, double *a) {
  double t[16], s = 0;
  product(n, a, a, 0.0, t);
  for (int k = 0; k < n * n; k++) s += t[k] * t[k];
  return s;
}
"""


def test_in_a_loop_it_counts_once() -> None:
    a, b, w = (np.asfortranarray(np.random.default_rng(i).normal(size=(3, 3))) for i in range(3))
    r, dr, da, db = np.zeros_like(a), w.copy(order="F"), np.zeros_like(a), np.zeros_like(a)
    irad.autodiff(module(LOOP)["repeated"], 3, irad.Duplicated(a, da), irad.Duplicated(b, db), irad.Duplicated(r, dr))
    np.testing.assert_allclose(da, w @ b.T, rtol=1e-13)
    np.testing.assert_allclose(db, a.T @ w, rtol=1e-13)
    np.testing.assert_array_equal(dr, 0)


def test_powers() -> None:
    a, r0, w = (np.asfortranarray(np.random.default_rng(i).normal(size=(3, 3))) for i in range(3))
    r, dr, da = r0.copy(order="F"), w.copy(order="F"), np.zeros_like(a)
    irad.autodiff(module(LOOP)["powers"], 3, 4, irad.Duplicated(a, da), irad.Duplicated(r, dr))
    power = np.linalg.matrix_power
    np.testing.assert_allclose(r, power(a, 4) @ r0, rtol=1e-12)
    np.testing.assert_allclose(dr, power(a, 4).T @ w, rtol=1e-12)
    by_hand = sum(power(a, i).T @ w @ (power(a, 3 - i) @ r0).T for i in range(4))
    np.testing.assert_allclose(da, by_hand, rtol=1e-12)


def test_the_same_matrix_twice() -> None:
    a, w = (np.asfortranarray(np.random.default_rng(i).normal(size=(3, 3))) for i in range(2))
    r, dr, da = np.zeros_like(a), w.copy(order="F"), np.zeros_like(a)
    irad.autodiff(module(LOOP)["square"], 3, irad.Duplicated(a, da), irad.Duplicated(r, dr))
    np.testing.assert_allclose(da, w @ a.T + a.T @ w, rtol=1e-13)


def test_factors_overwritten_later() -> None:
    a, b, r, w, wb = (np.asfortranarray(np.random.default_rng(i).normal(size=(2, 2))) for i in range(5))
    a0, b0 = a.copy(), b.copy()
    dr, da, db = w.copy(order="F"), np.ones_like(a), wb.copy(order="F")
    irad.autodiff(module(LOOP)["scaled"], 2, irad.Duplicated(a, da), irad.Duplicated(b, db), irad.Duplicated(r, dr))
    np.testing.assert_allclose(da, w @ b0.T, rtol=1e-13)
    np.testing.assert_allclose(db, a0.T @ w + 3 * wb, rtol=1e-13)
    np.testing.assert_allclose(dr, 2 * w, rtol=1e-13)


def test_second_derivative() -> None:
    """d/dA of the gradient 2 (R A' + A' R), R = A A, along V, against differences of the closed form."""
    a, v = (np.asfortranarray(np.random.default_rng(i).normal(size=(3, 3))) for i in range(2))

    def gradient(x: Any) -> Any:
        return 2 * (x @ x @ x.T + x.T @ x @ x)

    norm = module(LOOP)["norm"]
    da = np.zeros_like(a)
    irad.autodiff(norm, 3, irad.Duplicated(a, da))
    np.testing.assert_allclose(da, gradient(a), rtol=1e-12)
    source = (
        LOOP
        + """
    void __enzyme_autodiff(void *, ...);
    extern int enzyme_const, enzyme_dup;
    void gradient(int n, double *a, double *da) { __enzyme_autodiff((void *)norm, enzyme_const, n, enzyme_dup, a, da); }
    """
    )
    for mode in (irad.Forward, irad.Reverse):
        da, dda = np.zeros_like(a), np.zeros_like(a)
        t = v.copy(order="F")
        if mode is irad.Reverse:
            t, dda = np.zeros_like(a), v.copy(order="F")
        irad.autodiff(module(source)["gradient"], 3, irad.Duplicated(a, t), irad.Duplicated(da, dda), mode=mode)
        h = 1e-6
        along = (gradient(a + h * v) - gradient(a - h * v)) / (2 * h)  # the Hessian is symmetric: both modes find it
        np.testing.assert_allclose(dda if mode is irad.Forward else t, along, rtol=1e-7)


def test_hidden_lengths_and_wide_integers_have_rules() -> None:
    from irad.blas_rules import lookup
    from irad.ir.types import I32, I64, PTR, VOID, function

    for name in ("dgemm_", "sgemm", "zgemm_64_", "cgemm64_", "scipy_dgemm_", "DGEMM"):
        assert lookup(name) is not None, name
    for name in ("cblas_dgemm", "dgemmx_", "qgemm_", "gemm_", "xdgemm_"):
        assert lookup(name) is None, name
    for name in ("dgemm_", "DGEMM", "DSYMM", "dsymm_64_", "scipy_dtrmm_", "dpotrf64_"):  # others of the same library
        rule = lookup(name)
        assert rule is not None
        assert lookup(rule.spelling.named("gemm")) is not None
        assert rule.spelling.named(rule.row.name) == name
    rule = lookup("dgemm_")
    assert rule is not None
    assert rule.fits(function(VOID, (PTR,) * 13))
    assert rule.fits(function(I32, (PTR,) * 13 + (I64,) * 2))
    assert not rule.fits(function(VOID, (PTR,) * 12))
    assert not rule.fits(function(VOID, (PTR,) * 12 + (I64,)))


def test_copies_are_kept_only_of_what_is_overwritten_and_read() -> None:
    from irad.blas_rules import lookup
    from irad.ir.types import PTR, VOID, function
    from irad.rules.formulas.external import Wanted

    rule = lookup("dgemm_")
    assert rule is not None
    names = [p.name for p in rule.row.parameters]

    def loops_in_augmented(active: str, overwritten: str) -> int:
        flags = [tuple(n in text.split() for n in names) for text in (active, overwritten)]
        wanted = Wanted("s", "dgemm_", function(VOID, (PTR,) * 13), flags[0], (False,) * 13, flags[1], 1)
        text = rule.split(wanted).text
        return text[: text.index('@"rev.s"')].count(" = phi i64 ") // 2  # rows and columns

    assert loops_in_augmented("a b c", "") == 0
    assert loops_in_augmented("a b c", "a c") == 1
    assert loops_in_augmented("a b c", "a b c") == 2
    assert loops_in_augmented("a c", "a b c") == 1  # nobody needs A where B is constant
    assert loops_in_augmented("c", "a b c") == 0
    assert loops_in_augmented("alpha c", "") == 0
    assert loops_in_augmented("beta c", "") == 1  # the old C, which the routine itself overwrites
