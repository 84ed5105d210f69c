"""Systems of equations and inverses by triangular solves: bodies of LAPACK routines (`routine_parts.py`).

(Anderson et al., "LAPACK users' guide", 1999, says what each routine takes and gives.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from irad.blas_rules.bodies.routine_parts import Body


def _potrs(b: Body) -> str:
    """U^H U x = b or L L^H x = b: two triangular systems."""
    with b.valid():
        upper = b.is_letter("uplo", "U")
        for trans in (b.choose(upper, "C", "N"), b.choose(upper, "N", "C")):
            b.call("trsm", side="L", transa=trans, diag="N", m=b.values["n"], n=b.values["nrhs"], alpha=b.one)
    return ""


def _posv(b: Body) -> str:
    with b.valid():
        b.call("potrf")
        with b.e.when(b.succeeded()):
            b.call("potrs")
    return ""


def _potri(b: Body) -> str:
    """With the inverse T of the factor: T^H T, or T T^H of an upper one."""
    with b.valid():
        upper, n = b.is_letter("uplo", "U"), b.values["n"]
        trans = b.choose(upper, "N", b.own_letter)
        with _unless_singular(b), b.identity(n) as t:
            b.call("trsm", side="L", transa="N", diag="N", m=n, n=n, alpha=b.one, b=t)
            zero = b.e.constant(0.0)
            b.call(b.hermitian("herk"), trans=trans, n=n, k=n, alpha=b.one, a=t, beta=zero, c=b.place("a"))
    return ""


def _getrs(b: Body) -> str:
    with b.valid():
        n, nrhs = b.values["n"], b.values["nrhs"]
        straight = b.is_letter("trans", "N")
        with b.e.when(straight):
            b.call("laswp", n=nrhs, a=b.place("b"), k1="1", k2=n, incx="1")
        first = (b.choose(straight, "L", "U"), b.choose(straight, "U", "N"))
        second = (b.choose(straight, "U", "L"), b.choose(straight, "N", "U"))
        for uplo, diag in (first, second):
            b.call("trsm", side="L", uplo=uplo, transa=b.values["trans"], diag=diag, m=n, n=nrhs, alpha=b.one)
        with b.e.when(b.f.xor(straight, "true")):
            b.call("laswp", n=nrhs, a=b.place("b"), k1="1", k2=n, incx="-1")
    return ""


def _gesv(b: Body) -> str:
    with b.valid():
        n = b.values["n"]
        b.call("getrf", m=n)
        with b.e.when(b.succeeded()):
            b.call("getrs", trans="N")
    return ""


def _getri(b: Body) -> str:
    """The solution of A X = I.  No workspace is used, but asked for and answered as LAPACK does."""
    e = b.e
    with b.valid():
        n = b.values["n"]
        question = b.asks_for_work("lwork")
        count = e.let(f"sitofp i64 {e.at_least(n, 1)} to {b.p.scalar}")
        e.store(b.number(count), b.pointers["work"])
        with e.when(b.f.xor(question, "true")), _unless_singular(b), b.identity(n) as t:
            b.call("getrs", trans="N", nrhs=n, b=t)
            with e.loop(n) as j, e.loop(n) as i:
                e.store(e.load(e.element(*t, i, j)), e.element(*b.place("a"), i, j))
    return ""


def _trtrs(b: Body) -> str:
    with b.valid(), _unless_singular(b, "diag"):
        b.call("trsm", side="L", transa=b.values["trans"], m=b.values["n"], n=b.values["nrhs"], alpha=b.one)
    return ""


def _trtri(b: Body) -> str:
    """The solution of A X = I; only the triangle goes back."""
    with b.valid():
        n, kept = b.values["n"], b.triangle("a")
        with _unless_singular(b, "diag"), b.identity(n) as t:
            b.call("trsm", side="L", transa="N", m=n, n=n, alpha=b.one, b=t)
            for i, j in b.elements(kept):
                b.e.store(b.e.load(b.e.element(*t, i, j)), b.e.element(kept.pointer, kept.stride, i, j))
    return ""


@contextmanager
def _unless_singular(b: Body, diag: str = "") -> Iterator[None]:
    """What follows happens only if there is no zero on the diagonal; info says where the first one is."""
    first = b.zero_on_diagonal(b.place("a"), b.values["n"])
    if diag:
        first = b.e.select(b.is_letter(diag, "U"), "0", first, "i64")
    b.set_info(first)
    with b.e.when(b.e.let(f"icmp eq i64 {first}, 0")):
        yield


BODIES: Mapping[str, Callable[[Body], str]] = {
    "potrs": _potrs,
    "posv": _posv,
    "potri": _potri,
    "getrs": _getrs,
    "gesv": _gesv,
    "getri": _getri,
    "trtrs": _trtrs,
    "trtri": _trtri,
}
