"""Systems of linear equations with sparse matrices: SuperLU's factors, which run as ordinary Python and are kept for a while."""

from __future__ import annotations

from collections import OrderedDict
from types import SimpleNamespace
from typing import Any

import numpy as np

from irad.frontends.python.sources.rule_sets import RuleSet, with_rules

_KEPT: OrderedDict[tuple[int, bytes, bytes, bytes], Any] = OrderedDict()
_MOST = 4


def factor_of(data: Any, indices: Any, indptr: Any, n: int) -> Any:
    """The factors of the matrix with these rows; those of the last matrices are kept."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.linalg import splu

    key = (n, data.tobytes(), indices.tobytes(), indptr.tobytes())
    found = _KEPT.get(key)
    if found is None:
        found = splu(csr_matrix((data.copy(), indices.copy(), indptr.copy()), shape=(n, n)).tocsc())
        _KEPT[key] = found
        while len(_KEPT) > _MOST:
            _KEPT.popitem(last=False)
    return found


def host_solution(data: Any, indices: Any, indptr: Any, b: Any, turned: int, singular: int) -> Any:
    """The solutions for the columns of ``b``, of the transposed matrix if ``turned``; nan of a singular one if ``singular``."""
    try:
        factors = factor_of(data, indices, indptr, len(indptr) - 1)
    except RuntimeError:
        if not singular:
            raise
        return np.full(np.shape(b), np.nan)
    return np.ascontiguousarray(factors.solve(np.ascontiguousarray(b), "T" if turned else "N"))


host_solution.irad_host = SimpleNamespace(returns="float64[:,:]")  # type: ignore[attr-defined]
host_solution.irad_constant = True  # type: ignore[attr-defined]


def sparse_solution(data: Any, indices: Any, indptr: Any, b: Any, turned: int, singular: int) -> Any:
    """As `host_solution`, with derivatives."""
    return host_solution(data, indices, indptr, b, turned, singular)


def _ahead(data: Any, indices: Any, indptr: Any, b: Any, turned: int, singular: int) -> Any:
    x = sparse_solution(data, indices, indptr, b, turned, singular)
    return x, (data, indices, indptr, x, turned, singular)


def _of_elements(indices: Any, indptr: Any, left: Any, right: Any, turned: int) -> Any:
    """The sums of left[i] right[j] over the columns, for the elements (i, j) of the matrix."""
    found = np.zeros(len(indices))
    for i in range(len(indptr) - 1):
        for k in range(indptr[i], indptr[i + 1]):
            j = indices[k]
            s = 0.0
            for c in range(left.shape[1]):
                s += left[j, c] * right[i, c] if turned else left[i, c] * right[j, c]
            found[k] = s
    return found


def _back(kept: Any, cotangent: Any) -> Any:
    data, indices, indptr, x, turned, singular = kept
    g = sparse_solution(data, indices, indptr, cotangent, 1 - turned, singular)
    return -_of_elements(indices, indptr, g, x, turned), None, None, g, None, None


def _along(primals: Any, tangents: Any) -> Any:
    data, indices, indptr, b, turned, singular = primals
    x = sparse_solution(data, indices, indptr, b, turned, singular)
    right = tangents[3].copy()
    for i in range(len(indptr) - 1):
        for k in range(indptr[i], indptr[i + 1]):
            j = indices[k]
            for c in range(x.shape[1]):
                if turned:
                    right[j, c] -= tangents[0][k] * x[i, c]
                else:
                    right[i, c] -= tangents[0][k] * x[j, c]
    return x, sparse_solution(data, indices, indptr, right, turned, singular)


with_rules(sparse_solution, RuleSet(_ahead, _back, _along, reverse_style="jax", forward_style="jax"))
