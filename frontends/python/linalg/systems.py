"""Systems of equations, inverses and determinants, with rules that reuse the factors computed for the value.

Formulas: M. Giles, "An extended collection of matrix derivative results for forward and reverse mode automatic differentiation"
(2008), sections 2.2.3, 2.2.4 and 2.3.1.  Differentiating LAPACK's algorithm, through the factors, would be four times the work.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from irad.frontends.python.linalg import linalg_loops
from irad.frontends.python.sources.rule_sets import RuleSet, with_rules

# ---- the factors, by LAPACK where there is one (`factorised.py`): those of the transpose


def factors(a: Any) -> Any:
    """The factors of the transpose in one matrix, and the interchanges; zeros on the diagonal where it is singular."""
    return linalg_loops.factorise(a.T.copy())


def regular_factors(a: Any) -> Any:
    lu, order = factors(a)
    for j in range(a.shape[0]):
        if lu[j, j] == 0.0:
            raise np.linalg.LinAlgError("Singular matrix")
    return lu, order


def substitute(lu: Any, order: Any, b: Any) -> None:
    """``b`` (two axes) becomes inv(a) b."""
    linalg_loops.solve_lower(lu.T, b, False)
    linalg_loops.solve_upper(lu.T, b, True)
    linalg_loops.undo_swaps(b, order)


def substitute_turned(lu: Any, order: Any, b: Any) -> None:
    """As `substitute`, with the transpose of ``a``."""
    linalg_loops.swaps(b, order)
    linalg_loops.solve_lower(lu, b, True)
    linalg_loops.solve_upper(lu, b, False)


# ---- a x = b


def solve(a: Any, b: Any) -> Any:
    """``b`` has two axes."""
    x, _ = _solve_ahead(a, b)
    return x


def _solve_ahead(a: Any, b: Any) -> Any:
    lu, order = regular_factors(a)
    x = b.copy()
    substitute(lu, order, x)
    return x, (lu, order, x)


def _solve_back(kept: Any, dx: Any, wanted: Any) -> Any:
    lu, order, x = kept
    db = dx.copy()
    substitute_turned(lu, order, db)
    if wanted[0]:
        return -(db @ x.T), db
    return None, db


def _solve_along(primals: Any, tangents: Any) -> Any:
    a, b = primals
    da, db = tangents
    x, (lu, order, _) = _solve_ahead(a, b)
    if da is None and db is None:
        return x, np.zeros_like(x)
    if da is None:
        dx = db.copy()
    elif db is None:
        dx = -(da @ x)
    else:
        dx = db - da @ x
    substitute(lu, order, dx)
    return x, dx


# ---- inverses


def inverse(a: Any) -> Any:
    x, _ = _inverse_ahead(a)
    return x


def _inverse_ahead(a: Any) -> Any:
    lu, order = regular_factors(a)
    x = linalg_loops.unit(a)
    substitute(lu, order, x)
    return x, x


def _inverse_back(x: Any, dx: Any, wanted: Any) -> Any:
    return (-(x.T @ dx @ x.T),)


def _inverse_along(primals: Any, tangents: Any) -> Any:
    x = inverse(primals[0])
    return x, -(x @ tangents[0] @ x)


# ---- determinants


def determinant(a: Any) -> Any:
    d, _ = _determinant_ahead(a)
    return d


def _determinant_ahead(a: Any) -> Any:
    lu, order = factors(a)
    d = linalg_loops.of_factors(lu, order)
    return d, (lu, order, d)


def _scaled_inverse(lu: Any, order: Any, s: Any) -> Any:
    """The inverse of the transpose, times ``s``; NaN where there is none."""
    out = linalg_loops.unit(lu)
    out *= s
    substitute_turned(lu, order, out)
    for j in range(lu.shape[0]):
        if lu[j, j] == 0.0:
            out *= lu[j, j] / lu[j, j]  # NaN, with a derivative that is NaN
    return out


def _determinant_back(kept: Any, dd: Any, wanted: Any) -> Any:
    lu, order, d = kept
    return (_scaled_inverse(lu, order, d * dd),)


def _determinant_along(primals: Any, tangents: Any) -> Any:
    d, (lu, order, _) = _determinant_ahead(primals[0])
    return d, (_scaled_inverse(lu, order, d) * tangents[0]).sum()


def log_determinant(a: Any) -> Any:
    """The sign of the determinant, and the logarithm of its absolute value."""
    found, _ = _log_determinant_ahead(a)
    return found


def _log_determinant_ahead(a: Any) -> Any:
    lu, order = factors(a)
    return linalg_loops.log_of_factors(lu, order), (lu, order)


def _log_determinant_back(kept: Any, cotangents: Any, wanted: Any) -> Any:
    lu, order = kept
    return (_scaled_inverse(lu, order, cotangents[1]),)


def _log_determinant_along(primals: Any, tangents: Any) -> Any:
    found, (lu, order) = _log_determinant_ahead(primals[0])
    return found, (0.0, (_scaled_inverse(lu, order, 1.0) * tangents[0]).sum())


_RULES: dict[Any, tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]] = {
    solve: (_solve_ahead, _solve_back, _solve_along),
    inverse: (_inverse_ahead, _inverse_back, _inverse_along),
    determinant: (_determinant_ahead, _determinant_back, _determinant_along),
    log_determinant: (_log_determinant_ahead, _log_determinant_back, _log_determinant_along),
}


def without_rules(fn: Any) -> Any:
    """The variant of a function that returns its result together with intermediate values."""
    return _RULES[fn][0]


@cache
def ruled(fn: Any) -> Any:
    """The function, with its rules."""
    return with_rules(fn, RuleSet(*_RULES[fn], reverse_style="asking", forward_style="asking"))
