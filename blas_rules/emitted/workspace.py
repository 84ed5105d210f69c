"""What LAPACK's routines want besides their arguments: memory to work in, and how large matrices are of which a letter says
whether they are wanted.  (Anderson et al., "LAPACK users' guide", 1999.)
"""

from __future__ import annotations

from collections.abc import Callable

from irad.blas_rules.emitted.emit import Emit
from irad.blas_rules.rows.language import Parameter, Row


def answered(e: Emit, integer: str, kind: str, place: str) -> str:
    """How much a routine asks for; a float may have been rounded down."""
    if kind == "intwork":
        count = e.let(f"load {integer}, ptr {place}")
        return count if integer == "i64" else e.let(f"sext {integer} {count} to i64")
    count = e.let(f"fptosi {e.p.scalar} {e.let(f'load {e.p.scalar}, ptr {place}')} to i64")
    return e.i("add", e.i("add", count, e.i("ashr", count, 20)), 1)


def documented(e: Emit, row: Row, kind: str, m: str, n: str) -> str:
    """What is to be there at most where routines cannot be asked."""
    smaller = e.least(m, n)
    larger = e.select(e.let(f"icmp sgt i64 {m}, {n}"), m, n, "i64")
    if kind == "intwork":
        return e.i("mul", e.at_least(smaller, 1), 8)
    if not row.of("intwork"):
        return e.i("mul", e.at_least(larger, 1), 5)
    both = e.i("add", e.i("mul", smaller, smaller), e.i("mul", smaller, larger))
    return e.i("mul", e.i("add", both, e.at_least(smaller, 1)), 7)


def width(e: Emit, integer: str, kind: str) -> int:
    """Bytes of one element (of real numbers in complex routines more than it takes)."""
    return (4 if integer == "i32" else 8) if kind == "intwork" else e.p.bytes


def extent(e: Emit, row: Row, name: str, m: str, n: str, letter: Callable[[str, str], str]) -> tuple[str, str]:
    """Rows and columns of U or V^H as a separate argument; ``letter(name, x)``: an i1, whether parameter ``name`` is ``x``."""
    k, left, single = e.least(m, n), name == "u", row.flags[0].name == "jobz"
    job = "jobz" if single else "jobu" if left else "jobvt"
    some = letter(job, "S")
    if single:  # one of the two lies over A, the other does not
        over, here = letter(job, "O"), e.let(f"icmp {'slt' if left else 'sge'} i64 {m}, {n}")
        own = e.let(f"and i1 {over}, {here}")
        some = e.let(f"or i1 {some}, {own}")
    count = e.select(letter(job, "A"), m if left else n, e.select(some, k, "0", "i64"), "i64")
    return (m, count) if left else (count, n)


def behind(row: Row, p: Parameter) -> Parameter | None:
    """The parameter that says how much there is."""
    after = row.parameters[row.parameters.index(p) + 1 :][:1]
    return after[0] if after and after[0].kind == "lwork" else None
