"""Systems of linear constraints over the integers, and proofs that they have no solution.

Equations with a unit coefficient are substituted, inequalities are tightened to integers, and variables are eliminated after
Fourier and Motzkin (Schrijver, "Theory of Linear and Integer Programming", 1986, section 12.2; integer tests as in Pugh, "The
Omega Test", 1991).  Only "empty" is a proof: a system of which emptiness is not shown may still be empty.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from math import gcd

_MOST_ROWS = 160  # of which elimination gives up
Term = tuple[Hashable, int]
_Row = dict[int | None, int]  # factors by variable, and the constant


@dataclass(frozen=True)
class LinearForm:
    """A sum of integer multiples of variables, and a constant.

    >>> x, y = LinearForm.of("x"), LinearForm.of("y")
    >>> (x.times(2) - y + LinearForm(3)).terms
    {'x': 2, 'y': -1}
    """

    constant: int = 0
    factors: tuple[Term, ...] = ()

    @staticmethod
    def of(variable: Hashable, factor: int = 1) -> LinearForm:
        return LinearForm(0, ((variable, factor),))

    @property
    def terms(self) -> dict[Hashable, int]:
        return dict(self.factors)

    def __add__(self, other: LinearForm) -> LinearForm:
        if not other.factors:
            return LinearForm(self.constant + other.constant, self.factors)
        found = dict(self.factors)
        for name, factor in other.factors:
            found[name] = found.get(name, 0) + factor
        return LinearForm(self.constant + other.constant, tuple((n, f) for n, f in found.items() if f))

    def __sub__(self, other: LinearForm) -> LinearForm:
        return self + other.times(-1)

    def times(self, factor: int) -> LinearForm:
        return LinearForm(self.constant * factor, tuple((n, f * factor) for n, f in self.factors) if factor else ())


class _Rows:
    """Inequalities ``terms >= -bound``, of equal terms the strongest; ``void`` once there is a contradiction."""

    def __init__(self) -> None:
        self.bounds: dict[frozenset[tuple[int, int]], int] = {}
        self.void = False

    def add(self, terms: dict[int, int], constant: int) -> None:
        if not terms:
            self.void = self.void or constant < 0
            return
        g = gcd(*terms.values())
        if g > 1:
            terms = {n: f // g for n, f in terms.items()}
            constant //= g  # downwards: the sum of the terms is an integer
        key = frozenset(terms.items())
        known = self.bounds.get(key)
        if known is not None and known <= constant:
            return
        self.bounds[key] = constant
        opposite = self.bounds.get(frozenset((n, -f) for n, f in terms.items()))
        self.void = self.void or (opposite is not None and opposite + constant < 0)


def is_empty(equal: Iterable[LinearForm], not_negative: Iterable[LinearForm]) -> bool:
    """Whether it is proved that no integers make all of ``equal`` zero and none of ``not_negative`` negative.

    >>> x, y = LinearForm.of("x"), LinearForm.of("y")
    >>> is_empty([x.times(2) - y.times(2) - LinearForm(1)], [])  # 2 x - 2 y = 1
    True
    >>> is_empty([x - y], [x - y - LinearForm(1)])  # x = y and x > y
    True
    >>> is_empty([x - y], [x, y])
    False
    """
    numbers: dict[Hashable, int] = {}  # of variables, so that the order of elimination is always the same

    def row(e: LinearForm) -> _Row:
        return {numbers.setdefault(n, len(numbers)): f for n, f in e.factors} | {None: e.constant}

    left = _substituted([row(e) for e in equal], [row(e) for e in not_negative])
    if left is None:
        return True
    rows = _Rows()
    for found in left:
        constant = found.pop(None, 0)
        rows.add({n: f for n, f in found.items() if f and n is not None}, constant)
    return _eliminated(rows)


def _substituted(
    equal: list[_Row], rest: list[_Row]
) -> list[_Row] | None:
    """The inequalities with equations substituted, those that cannot be as two inequalities; None for a contradiction."""
    stuck: list[_Row] = []
    while equal:
        row = equal.pop()
        constant = row.get(None, 0)
        factors = {n: f for n, f in row.items() if n is not None and f}
        if not factors:
            if constant:
                return None
            continue
        g = gcd(*factors.values())
        if constant % g:
            return None
        row = {n: f // g for n, f in factors.items()} | {None: constant // g}
        name = next((n for n, f in row.items() if n is not None and abs(f) == 1), None)
        if name is None:
            stuck.append(row)
            continue
        for rows in (equal, rest, stuck):
            for k, other in enumerate(rows):
                if other.get(name):
                    rows[k] = _without(other, name, row)
        equal += stuck  # they may have a unit coefficient now, or a contradiction
        stuck = []
    return rest + stuck + [{n: -f for n, f in row.items()} for row in stuck]


def _without(row: _Row, name: int, by: _Row) -> _Row:
    """``row`` with ``name`` replaced by what the equation ``by = 0``, in which its factor is 1 or -1, says it is."""
    times = -row[name] * by[name]
    found = dict(row)
    for n, f in by.items():
        found[n] = found.get(n, 0) + f * times
    return {n: f for n, f in found.items() if f or n is None}


def _eliminated(rows: _Rows) -> bool:
    """Whether eliminating one variable after the other ends in a contradiction."""
    while not rows.void and rows.bounds:
        above: dict[int, int] = {}
        below: dict[int, int] = {}
        for key in rows.bounds:
            for name, factor in key:
                side = below if factor > 0 else above
                side[name] = side.get(name, 0) + 1
        name = min(
            above.keys() | below.keys(),
            key=lambda n: (below.get(n, 0) * above.get(n, 0) - below.get(n, 0) - above.get(n, 0), n),
        )
        kept = _Rows()
        lower: list[tuple[dict[int, int], int]] = []
        upper: list[tuple[dict[int, int], int]] = []
        for key, constant in rows.bounds.items():
            terms = dict(key)
            factor = terms.get(name, 0)
            if factor:
                (lower if factor > 0 else upper).append((terms, constant))
            else:
                kept.bounds[key] = constant
        if len(lower) * len(upper) + len(kept.bounds) > _MOST_ROWS:
            return False
        for a, p in lower:
            for c, q in upper:
                m, k = -c[name], a[name]
                g = gcd(m, k)
                m, k = m // g, k // g
                found = {n: f * m for n, f in a.items()}
                for n, f in c.items():
                    found[n] = found.get(n, 0) + f * k
                kept.add({n: f for n, f in found.items() if f}, p * m + q * k)
                if kept.void:
                    return True
        rows = kept
    return rows.void
