"""The rows, one per routine.  See README.md for the language."""

from __future__ import annotations

from irad.blas_rules.language import Row, row

ROWS: tuple[Row, ...] = (
    row(
        "gemm",
        "sdcz",
        "transa:flag transb:flag m:size n:size k:size alpha:scalar a[m,k]^transa lda:stride b[k,n]^transb ldb:stride "
        "beta:scalar c[m,n] ldc:stride",
        "c = alpha a b + beta c",
        row_major="transb transa n m k alpha b ldb a lda beta c ldc",
    ),
)
