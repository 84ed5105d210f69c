"""What the loader of rows refuses, and what it makes of those that it takes."""

from __future__ import annotations

import re

import pytest

from irad.blas_rules import ROWS
from irad.blas_rules.rows.describe import described
from irad.blas_rules.rows.language import row
from irad.errors import RuleError

VECTORS = "x:vector(a.columns) incx:step y:vector(a.rows) incy:step"
GEMV = f"trans:flag m:size n:size alpha:scalar a:full(m,n)^trans lda:stride {VECTORS}"
GER = "m:size n:size alpha:scalar x:vector(m) incx:step y:vector(n) incy:step a:full(m,n) lda:stride"
MM = "m:size n:size k:size a:full(m,k) lda:stride b:full(k,n) ldb:stride c:full(m,n) ldc:stride"

REFUSED = {
    "'q' in 'y = q a x' is not a parameter": (GEMV, "y = q a x"),
    "n in 'y = n x' is not a number, a matrix or a vector": (GEMV, "y = n x"),
    "'q' in 'q = a x' is neither a matrix nor a vector nor the result": (GEMV, "q = a x"),
    "the shapes of x y do not fit": (GER, "a = alpha x y"),
    "a b has another shape than a": (MM, "a = a b"),
    "the shapes of b a do not fit": (MM, "c = b a"),
    "x has another shape than y": (GER, "y = x"),
    "'a x y' is not a scalar times one or two": (GER, "a = a x y"),
    "'x alpha' is not a scalar times matrices": (GER, "x = x alpha"),
    "a norm is a result of its own": (GEMV, "y = norm(x)"),
    "no stride follows a": ("n:size a:full(n,n) n2:size", "a = a"),
    "no step follows x": ("n:size x:vector(n) ldx:stride", "x = x"),
    "'q' of x is not a parameter": ("n:size x:vector(q) incx:step", "x = x"),
    "'u' is no flag that could transpose a": ("u:uplo n:size a:full(n,n)^u lda:stride", "a = a"),
    "'oval' is not a structure": ("n:size a:oval(n) lda:stride", "a = a"),
    "a needs rows, uplo": ("n:size a:sym(n) lda:stride", "a = a"),
    "'n:seize' is not a parameter": ("n:seize x:vector(n) incx:step", "x = x"),
}


@pytest.mark.parametrize("message", REFUSED)
def test_rows_that_make_no_sense(message: str) -> None:
    with pytest.raises(RuleError, match=re.escape(message)):
        row("test", "d", *REFUSED[message])


def test_the_row_major_form_has_all_parameters() -> None:
    with pytest.raises(RuleError, match="row-major form"):
        row("test", "d", GER, "a = alpha x y^T + a", row_major="n m alpha y incy x incx a")


def test_a_row_with_a_body_says_what_is_written() -> None:
    made = row("test", "d", "n:size d:array work:work lwork:lwork(n) info:status", "d = sort(d)", by="a loop")
    assert (made.kind, made.targets, described(made)) == ("body", ("d",), ["d = sort(d)", "by a loop"])
    with pytest.raises(RuleError, match="'n' is neither a matrix nor an array nor the result"):
        row("test", "d", "n:size d:array info:status", "n = count(d)", by="a loop")


def test_kinds() -> None:
    kinds = {r.name: r.kind for r in ROWS}
    assert kinds["gemv"] == kinds["her2"] == kinds["spr"] == "vectors"
    assert kinds["gemm"] == kinds["herk"] == "matrices"
    assert (kinds["trmm"], kinds["tbsv"], kinds["rot"], kinds["dot"]) == ("apply", "solve", "elementwise", "dot")


def test_each_active_operand_has_a_formula() -> None:
    """Every scalar, vector and matrix that a row reads stands on the left of a statement of its reverse."""
    for r in ROWS:
        lines = " ".join(line for line in described(r) if line.startswith("reverse"))
        assert lines, r.name
        for p in r.of("scalar", "real", "vector", "matrix"):
            if (r.kind != "largest" and r.reads(p.name)) or p.name in r.targets:
                unchanged = r.targets == (p.name,) and r.formulas[0].old is not None and not r.formulas[0].old.scalar
                assert unchanged or re.search(rf"\b{p.name}'(\^[TH])? [-+]?= ", lines), (r.name, p.name)
