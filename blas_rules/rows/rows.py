"""The rows, one per routine.  See `blas_rules/README.md` for the language."""

from __future__ import annotations

from irad.blas_rules.rows.language import Row, row


def _names(parameters: str) -> str:
    return " ".join(word.partition(":")[0] for word in parameters.split())


_TR = "uplo:uplo trans:flag diag:diag n:size"
_RANK = "uplo:uplo n:size alpha:{} x:vector(n) incx:step"

LEVEL_1: tuple[Row, ...] = (
    row("axpy", "sdcz", "n:size alpha:scalar x:vector(n) incx:step y:vector(n) incy:step", "y = alpha x + y"),
    row("scal", "sdcz", "n:size alpha:scalar x:vector(n) incx:up", "x = alpha x"),
    row("realscal", "cz", "n:size alpha:real x:vector(n) incx:up", "x = alpha x"),
    row("copy", "sdcz", "n:size x:vector(n) incx:step y:vector(n) incy:step", "y = x"),
    row("swap", "sdcz", "n:size x:vector(n) incx:step y:vector(n) incy:step", "x = y; y = x"),
    row("rot", "sd", "n:size x:vector(n) incx:step y:vector(n) incy:step c:real s:real", "x = c x + s y; y = c y - s x"),
    row("realrot", "cz", "n:size x:vector(n) incx:step y:vector(n) incy:step c:real s:real", "x = c x + s y; y = c y - s x"),
    row("dot", "sd", "n:size x:vector(n) incx:step y:vector(n) incy:step", "result = x^T y"),
    row("nrm2", "sdcz", "n:size x:vector(n) incx:step", "result = norm(x)"),
    row("asum", "sdcz", "n:size x:vector(n) incx:up", "result = abs(x)"),
    row("iamax", "sdcz", "n:size x:vector(n) incx:up", "result = largest(x)"),
)

LEVEL_2: tuple[Row, ...] = (
    row(
        "gemv",
        "sdcz",
        "trans:flag m:size n:size alpha:scalar a:full(m,n)^trans lda:stride x:vector(a.columns) incx:step beta:scalar "
        "y:vector(a.rows) incy:step",
        "y = alpha a x + beta y",
        "trans! n m alpha~ a lda x~ incx beta~ y~ incy",
    ),
    row(
        "gbmv",
        "sdcz",
        "trans:flag m:size n:size kl:size ku:size alpha:scalar a:band(m,n,kl,ku)^trans lda:stride x:vector(a.columns) "
        "incx:step beta:scalar y:vector(a.rows) incy:step",
        "y = alpha a x + beta y",
        "trans! n m ku kl alpha~ a lda x~ incx beta~ y~ incy",
    ),
    *(
        row(
            name,
            letters,
            f"uplo:uplo n:size {sizes} alpha:scalar {a} x:vector(n) incx:step beta:scalar y:vector(n) incy:step",
            "y = alpha a x + beta y",
            f"uplo! n {_names(sizes)} alpha~ {_names(a)} x~ incx beta~ y~ incy",
            "sd" if ":sym" in a else "cz",
        )
        for name, letters, sizes, a in (
            ("symv", "sdcz", "", "a:sym(n,uplo) lda:stride"),
            ("hemv", "cz", "", "a:herm(n,uplo) lda:stride"),
            ("sbmv", "sd", "k:size", "a:symband(n,k,uplo) lda:stride"),
            ("hbmv", "cz", "k:size", "a:hermband(n,k,uplo) lda:stride"),
            ("spmv", "sdcz", "", "a:sympacked(n,uplo)"),
            ("hpmv", "cz", "", "a:hermpacked(n,uplo)"),
        )
    ),
    *(
        row(
            name,
            letters,
            "m:size n:size alpha:scalar x:vector(m) incx:step y:vector(n) incy:step a:full(m,n) lda:stride",
            f,
            row_major,
        )
        for name, letters, f, row_major in (
            ("ger", "sd", "a = alpha x y^T + a", "n m alpha y incy x incx a lda"),
            ("geru", "cz", "a = alpha x y^T + a", "n m alpha y incy x incx a lda"),
            ("gerc", "cz", "a = alpha x y^H + a", "geru: n m alpha y~ incy x incx a lda"),
        )
    ),
    *(
        row(
            name,
            letters,
            f"{_RANK.format(scalar)} {a}",
            f,
            f"uplo! n alpha x~ incx {_names(a)}",
            "sd" if ":sym" in a else "cz",
        )
        for name, letters, scalar, a, f in (
            ("syr", "sdcz", "scalar", "a:sym(n,uplo) lda:stride", "a = alpha x x^T + a"),
            ("her", "cz", "real", "a:herm(n,uplo) lda:stride", "a = alpha x x^H + a"),
            ("spr", "sdcz", "scalar", "a:sympacked(n,uplo)", "a = alpha x x^T + a"),
            ("hpr", "cz", "real", "a:hermpacked(n,uplo)", "a = alpha x x^H + a"),
        )
    ),
    *(
        row(
            name,
            letters,
            f"{_RANK.format('scalar')} y:vector(n) incy:step {a}",
            f,
            f"uplo! n alpha y~ incy x~ incx {_names(a)}",
            "sd" if ":sym" in a else "cz",
        )
        for name, letters, a, f in (
            ("syr2", "sd", "a:sym(n,uplo) lda:stride", "a = alpha x y^T + alpha y x^T + a"),
            ("her2", "cz", "a:herm(n,uplo) lda:stride", "a = alpha x y^H + conj(alpha) y x^H + a"),
            ("spr2", "sd", "a:sympacked(n,uplo)", "a = alpha x y^T + alpha y x^T + a"),
            ("hpr2", "cz", "a:hermpacked(n,uplo)", "a = alpha x y^H + conj(alpha) y x^H + a"),
        )
    ),
    *(
        row(
            f"{name}{letter}v",
            "sdcz",
            f"{_TR} {sizes} {a} x:vector(n) incx:step",
            f"x = {value} x",
            f"uplo! trans! diag n {_names(sizes)} {_names(a)} x~ incx",
        )
        for name, sizes, a in (
            ("tr", "", "a:tri(n,uplo,diag)^trans lda:stride"),
            ("tb", "k:size", "a:triband(n,k,uplo,diag)^trans lda:stride"),
            ("tp", "", "a:tripacked(n,uplo,diag)^trans"),
        )
        for letter, value in (("m", "a"), ("s", "inv(a)"))
    ),
)

LEVEL_3: tuple[Row, ...] = (
    row(
        "gemm",
        "sdcz",
        "transa:flag transb:flag m:size n:size k:size alpha:scalar a:op(m,k)^transa lda:stride b:op(k,n)^transb ldb:stride "
        "beta:scalar c:full(m,n) ldc:stride",
        "c = alpha a b + beta c",
        "transb transa n m k alpha b ldb a lda beta c ldc",
    ),
    *(
        row(
            name,
            letters,
            f"side:side uplo:uplo m:size n:size alpha:scalar a:{structure}(side?m:n,uplo) lda:stride b:full(m,n) ldb:stride "
            "beta:scalar c:full(m,n) ldc:stride",
            "c = alpha a b + beta c",
            "side! uplo! n m alpha a lda b ldb beta c ldc",
        )
        for name, letters, structure in (("symm", "sdcz", "sym"), ("hemm", "cz", "herm"))
    ),
    *(
        row(
            name,
            letters,
            f"uplo:uplo trans:flag n:size k:size alpha:{number} a:op(n,k)^trans lda:stride beta:{number} c:{structure}(n,uplo) "
            "ldc:stride",
            f"c = alpha a a^{t} + beta c",
            "uplo! trans! n k alpha a lda beta c ldc",
        )
        for name, letters, number, structure, t in (
            ("syrk", "sdcz", "scalar", "sym", "T"),
            ("herk", "cz", "real", "herm", "H"),
        )
    ),
    *(
        row(
            name,
            letters,
            "uplo:uplo trans:flag n:size k:size alpha:scalar a:op(n,k)^trans lda:stride b:op(n,k)^trans ldb:stride "
            f"beta:{number} c:{structure}(n,uplo) ldc:stride",
            f,
            f"uplo! trans! n k alpha{conjugate} a lda b ldb beta c ldc",
        )
        for name, letters, number, structure, conjugate, f in (
            ("syr2k", "sdcz", "scalar", "sym", "", "c = alpha a b^T + alpha b a^T + beta c"),
            ("her2k", "cz", "real", "herm", "~", "c = alpha a b^H + conj(alpha) b a^H + beta c"),
        )
    ),
    *(
        row(
            name,
            "sdcz",
            "side:side uplo:uplo transa:flag diag:diag m:size n:size alpha:scalar a:tri(side?m:n,uplo,diag)^transa lda:stride "
            "b:full(m,n) ldb:stride",
            f"b = alpha {value} b",
            "side! uplo! transa diag n m alpha a lda b ldb",
        )
        for name, value in (("trmm", "a"), ("trsm", "inv(a)"))
    ),
)

_EIGEN = "jobz:job uplo:uplo n:size a:herm(n,uplo) lda:stride w:reals work:work lwork:lwork"
_SINGULAR = "m:size n:size a:full(m,n) lda:stride s:reals u:job(m,m) ldu:stride vt:job(n,n) ldvt:stride work:work lwork:lwork"
_INTEGERS = "iwork:intwork liwork:lwork"

LAPACK: tuple[Row, ...] = (
    row("potrf", "sdcz", "uplo:uplo n:size a:herm(n,uplo) lda:stride info:status", "a = chol(a)"),
    row("getrf", "sdcz", "m:size n:size a:full(m,n) lda:stride ipiv:pivots info:status", "a = lu(a)"),
    row(
        "geqrf",
        "sdcz",
        "m:size n:size a:full(m,n) lda:stride tau:array work:work lwork:lwork info:status",
        "a = qr(a); tau = qr(a)",
    ),
    *(
        row(name, letters, f"{_EIGEN} {extra} info:status", "w = eig(a); a = eig(a)")
        for name, letters, extra in (
            ("syev", "sd", ""),
            ("heev", "cz", "rwork:realwork"),
            ("syevd", "sd", _INTEGERS),
            ("heevd", "cz", f"rwork:realwork lrwork:lwork {_INTEGERS}"),
        )
    ),
    *(
        row(name, letters, f"{jobs} {_SINGULAR} {extra} info:status", "s = svd(a); u = svd(a); vt = svd(a)")
        for jobs, name, letters, extra in (
            ("jobu:job jobvt:job", "gesvd", "sd", ""),
            ("jobu:job jobvt:job", "gesvd", "cz", "rwork:realwork"),
            ("jobz:job", "gesdd", "sd", "iwork:intwork"),
            ("jobz:job", "gesdd", "cz", "rwork:realwork iwork:intwork"),
        )
    ),
)

ROWS: tuple[Row, ...] = (*LEVEL_1, *LEVEL_2, *LEVEL_3, *LAPACK)
