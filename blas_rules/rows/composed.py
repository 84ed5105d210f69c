"""The rows of routines that are compositions of others: their bodies in IR are in `solvers.py` and `loop_bodies.py`.

The formulas are for people; what stands before "=" is what the routine writes.
"""

from __future__ import annotations

from irad.blas_rules.rows.language import Row, row

_A = "a:full(n,n) lda:stride"
_TRIANGLE = "a:herm(n,uplo) lda:stride"  # of the factor: what has a diagonal that is looked at
_BAND = "ab:hermband(n,kd,uplo) ldab:stride"
_B = "b:full(n,nrhs) ldb:stride"

_XY = "n:size x:vector(n) incx:step y:vector(n) incy:step"

COMPOSED_BLAS: tuple[Row, ...] = (
    row("dotc", "cz", _XY, "result = x^H y", by="a loop"),
    row("dotu", "cz", _XY, "result = x^T y", by="a loop"),
    row("rotg", "sd", "a:array b:array c:array s:array", "a, b, c, s = r, z, a / r, b / r with r^2 = a^2 + b^2", by="hypot"),
    row("rotg", "cz", "a:array b:array c:reals s:array", "a, c, s = r, |a| / |r|, the rotation that makes b zero", by="sqrt"),
)

COMPOSED_LAPACK: tuple[Row, ...] = (
    row(
        "potrs",
        "sdcz",
        f"uplo:uplo n:size nrhs:size {_TRIANGLE} {_B} info:status",
        "b = inv(a a^H) b, where uplo is U inv(a^H a) b",
        by="trsm",
    ),
    row(
        "posv",
        "sdcz",
        f"uplo:uplo n:size nrhs:size {_TRIANGLE} {_B} info:status",
        "a = chol(a); b = inv(a_old) b",
        by="potrf, potrs",
    ),
    row(
        "potri",
        "sdcz",
        f"uplo:uplo n:size {_TRIANGLE} info:status",
        "a = inv(a a^H), where uplo is U inv(a^H a)",
        by="trsm, herk (syrk)",
    ),
    row(
        "getrs",
        "sdcz",
        f"trans:flag n:size nrhs:size {_A} ipiv:pivots {_B} info:status",
        "b = inv(op(P L U)) b, with the factors that getrf leaves in a",
        by="laswp, trsm",
    ),
    row("gesv", "sdcz", f"n:size nrhs:size {_A} ipiv:pivots {_B} info:status", "a = lu(a); b = inv(a_old) b", by="getrf, getrs"),
    row(
        "getri",
        "sdcz",
        f"n:size {_A} ipiv:pivots work:work lwork:lwork(n) info:status",
        "a = inv(P L U), with the factors that getrf leaves in a",
        by="getrs",
    ),
    row(
        "trtrs",
        "sdcz",
        f"uplo:uplo trans:flag diag:diag n:size nrhs:size a:tri(n,uplo,diag)^trans lda:stride {_B} info:status",
        "b = inv(a) b",
        by="trsm",
    ),
    row("trtri", "sdcz", "uplo:uplo diag:diag n:size a:tri(n,uplo,diag) lda:stride info:status", "a = inv(a)", by="trsm"),
    row(
        "gtsv",
        "sdcz",
        f"n:size nrhs:size dl:array d:array du:array {_B} info:status",
        "dl, d, du = lu(tridiagonal(dl, d, du)); b = inv(tridiagonal(dl_old, d_old, du_old)) b",
        by="a loop",
    ),
    row("pbtrf", "sdcz", f"uplo:uplo n:size kd:size {_BAND} info:status", "ab = chol(ab)", by="a loop, scal, her (syr)"),
    row(
        "pbtrs",
        "sdcz",
        f"uplo:uplo n:size kd:size nrhs:size {_BAND} {_B} info:status",
        "b = inv(ab ab^H) b, where uplo is U inv(ab^H ab) b",
        by="tbsv",
    ),
    row(
        "pbsv",
        "sdcz",
        f"uplo:uplo n:size kd:size nrhs:size {_BAND} {_B} info:status",
        "ab = chol(ab); b = inv(ab_old) b",
        by="pbtrf, pbtrs",
    ),
    *(
        row(
            name,
            letters,
            "m:size n:size(m) k:size(n) a:full(m,n) lda:stride tau:array work:work lwork:lwork(n) info:status",
            "a = the first columns of Q",
            by="gemm, trsm",
        )
        for name, letters in (("orgqr", "sd"), ("ungqr", "cz"))
    ),
    *(
        row(
            name,
            letters,
            "side:side trans:adjoint m:size n:size k:size(side?m:n) a:full(side?m:n,k) lda:stride tau:array c:full(m,n) "
            "ldc:stride work:work lwork:lwork(side?n:m) info:status",
            "c = op(Q) c, or c op(Q)",
            by="gemm, trsm",
        )
        for name, letters in (("ormqr", "sd"), ("unmqr", "cz"))
    ),
    # (How many rows a has is not said: those that are exchanged.)
    row("laswp", "sdcz", "n:size a:full(k2,n) lda:stride k1:size k2:size ipiv:pivots incx:step", "a = P a", by="a loop"),
    row("lacpy", "sdcz", "uplo:part m:size n:size a:full(m,n) lda:stride b:full(m,n) ldb:stride", "b = a", by="a loop"),
    row(
        "lange",
        "sdcz",
        "norm:norm m:size n:size a:full(m,n) lda:stride work:work(m)",
        "result = max |a_ij|, the 1-norm, the infinity norm or norm(a)",
        by="loops, nrm2",
    ),
)

COMPOSED = (*COMPOSED_BLAS, *COMPOSED_LAPACK)
