"""The orthogonal matrix that geqrf leaves as reflectors, made and multiplied with: bodies in IR (`routine_parts.py`).

Q = H_1 ... H_k with H_j = I - tau_j v_j v_j^H is I - V T V^H, where T = inv(I + D S) D with D = diag(tau) and S the part of V^H V
above the diagonal (Schreiber and Van Loan, "A storage-efficient WY representation for products of Householder transformations",
1989; Joffrain et al., "Accumulating Householder transformations, revisited", 2006): no division, whatever tau is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from irad.blas_rules.bodies.routine_parts import Body, Changed, Place
from irad.blas_rules.emitted.emit import Number


@contextmanager
def _matrix(b: Body, rows: str, columns: str) -> Iterator[Place]:
    """Memory for a matrix."""
    with b.memory(b.e.i("mul", b.e.i("mul", rows, columns), b.p.bytes)) as place:
        yield place, b.e.at_least(rows, 1)


@contextmanager
def _reflectors(b: Body, rows: str, k: str) -> Iterator[tuple[Place, Place]]:
    """V, written out, and I + D S, whose diagonal is not."""
    e, zero = b.e, b.e.constant(0.0)
    with _matrix(b, rows, k) as v, _matrix(b, k, k) as s:
        with e.loop(k) as j:
            with e.loop(j) as i:
                e.store(zero, e.element(*v, i, j))
            e.store(b.one, e.element(*v, j, j))
            with e.loop(rows, e.i("add", j, 1)) as i:
                e.store(e.load(e.element(*b.place("a"), i, j)), e.element(*v, i, j))
        b.call("gemm", transa="C", transb="N", m=k, n=k, k=rows, alpha=b.one, a=v, b=v, beta=zero, c=s)
        with e.loop(k) as j, e.loop(k) as i:
            e.store(e.mul(_tau(b, i), e.load(e.element(*s, i, j))), e.element(*s, i, j))
        yield v, s


def _tau(b: Body, i: str) -> Number:
    return b.e.load(b.f.element(b.pointers["tau"], i))


def _scale(b: Body, x: Place, rows: str, columns: str, by_row: bool, conjugated: str) -> None:
    """Multiply rows or columns by tau, which is conjugated where the bit says so."""
    e = b.e
    with e.loop(columns) as j, e.loop(rows) as i:
        t = b.f.conj(_tau(b, i if by_row else j), conjugated)
        e.store(e.mul(t, e.load(e.element(*x, i, j))), e.element(*x, i, j))


def _apply(b: Body, side: str, adjoint: str, m: str, n: str, k: str, c: Place) -> None:
    """c becomes Q c, or c Q where ``side`` is R, with the conjugate transpose of Q where the bit ``adjoint`` holds."""
    e, zero, minus = b.e, b.e.constant(0.0), b.e.constant(-1.0)
    left = side == "L"
    straight = b.f.xor(adjoint, "true")
    rows, columns = (k, n) if left else (m, k)
    with _reflectors(b, m if left else n, k) as (v, s), _matrix(b, rows, columns) as w:
        first: Changed = {"transa": "C", "a": v, "b": c} if left else {"transa": "N", "a": c, "b": v}
        b.call("gemm", transb="N", m=rows, n=columns, k=m if left else n, alpha=b.one, beta=zero, c=w, changed=first)
        # T is inv(I + D S) D, and what is next to the matrix comes first.
        before, behind = (straight, adjoint) if left else (adjoint, straight)
        with e.when(before):
            _scale(b, w, rows, columns, left, adjoint)
        flag = b.choose(adjoint, "C", "N")
        b.call("trsm", side=side, uplo="U", transa=flag, diag="U", m=rows, n=columns, alpha=b.one, a=s, b=w)
        with e.when(behind):
            _scale(b, w, rows, columns, left, adjoint)
        last: Changed = {"transb": "N", "a": v, "b": w} if left else {"transb": "C", "a": w, "b": v}
        b.call("gemm", transa="N", m=m, n=n, k=k, alpha=minus, beta=b.one, c=c, changed=last)


def _answer(b: Body, size: str) -> str:
    """Answer a workspace query, although no workspace is used; an i1, false where the call is such a query."""
    count = b.e.let(f"sitofp i64 {b.e.at_least(size, 1)} to {b.p.scalar}")
    b.e.store(b.number(count), b.pointers["work"])
    return b.f.xor(b.asks_for_work("lwork"), "true")


def _orgqr(b: Body) -> str:
    """Q times the first columns of the identity."""
    e = b.e
    with b.valid():
        m, n, k = (b.values[x] for x in "mnk")
        with e.when(_answer(b, n)), _matrix(b, m, n) as q:
            with e.loop(n) as j:
                with e.loop(m) as i:
                    e.store(e.constant(0.0), e.element(*q, i, j))
                e.store(b.one, e.element(*q, j, j))
            _apply(b, "L", "false", m, n, k, q)
            with e.loop(n) as j, e.loop(m) as i:
                e.store(e.load(e.element(*q, i, j)), e.element(*b.place("a"), i, j))
    return ""


def _ormqr(b: Body) -> str:
    e = b.e
    with b.valid():
        m, n, k = (b.values[x] for x in "mnk")
        left, adjoint = b.is_letter("side", "L"), b.f.xor(b.is_letter("trans", "N"), "true")
        with e.when(_answer(b, e.select(left, n, m, "i64"))):
            for side, bit in (("L", left), ("R", b.f.xor(left, "true"))):
                with e.when(bit):
                    _apply(b, side, adjoint, m, n, k, b.place("c"))
    return ""


BODIES: Mapping[str, Callable[[Body], str]] = {"orgqr": _orgqr, "ungqr": _orgqr, "ormqr": _ormqr, "unmqr": _ormqr}
