"""Linear least squares within bounds: ``nnls`` and ``lsq_linear`` of `scipy.optimize`.

Which unknowns lie at bounds is found by an active set (Stark and Parker, "Bounded-variable least squares", 1995); the others
solve the normal equations, whose derivative is that of the solution.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.optimize.implicit import keep, undetermined
from irad.frontends.python.library.optimize.solutions import as_tuple
from irad.frontends.python.library.shared.compiler_words import constant, refused


class LinearSquares:
    """What ``lsq_linear`` returns."""

    irad_compiled = True

    def __init__(self, x: Any, fun: Any, optimality: Any, mask: Any, steps: int, status: int) -> None:
        self.x, self.fun, self.cost, self.optimality, self.active_mask = x, fun, 0.5 * (fun @ fun), optimality, mask
        self.nit, self.status, self.success = steps, status, status > 0
        self.message = "The relative change of the cost function is less than `tol`."

    def __getitem__(self, name: Any) -> Any:
        return getattr(self, name)

    def to_python(self) -> Any:
        """What Python is given as a result."""
        from scipy.optimize import OptimizeResult

        return OptimizeResult(vars(self))


def _part(a: Any, b: Any, x: Any, at: Any) -> Any:
    """The least squares of the unknowns that are not at a bound, the others as they are in ``x``."""
    free = np.where(at == 0, 1.0, 0.0)
    rest = 1.0 - free
    matrix = (a.T @ a) * np.outer(free, free) + np.diag(rest)
    fixed = x * rest
    found = np.linalg.solve(matrix, free * (a.T @ (b - a @ fixed)) + fixed)
    return found + np.linalg.solve(matrix, free * (a.T @ (b - a @ found)))


def _search(a: Any, b: Any, lower: Any, upper: Any, at: Any, most: int) -> Any:
    """For each unknown -1, 0, 1 to ``at``: at the lower bound, between both, at the upper one; the number of steps."""
    n = len(at)
    x = np.zeros(n)
    for j in range(n):
        at[j] = -1 if lower[j] > -np.inf else 1 if upper[j] < np.inf else 0
        x[j] = lower[j] if at[j] < 0 else upper[j] if at[j] > 0 else 0.0
    x = _part(a, b, x, at)
    size = np.max(np.abs(a.T @ b)) + np.max(np.abs(a.T @ a)) * np.max(np.abs(x))
    for step in range(most):
        pull, best, greatest = a.T @ (b - a @ x), -1, 1e-13 * size
        for j in range(n):
            inwards = -at[j] * pull[j]
            if at[j] != 0 and inwards > greatest and lower[j] < upper[j]:
                greatest, best = inwards, j
        if best < 0:
            return step
        at[best] = 0
        for _ in range(3 * n + 3):
            wanted = _part(a, b, x, at)
            part, stop, side = 1.0, -1, 0
            for j in range(n):
                if at[j] == 0 and wanted[j] < lower[j]:
                    along = (x[j] - lower[j]) / (x[j] - wanted[j])
                    if along < part:
                        part, stop, side = along, j, -1
                elif at[j] == 0 and wanted[j] > upper[j]:
                    along = (upper[j] - x[j]) / (wanted[j] - x[j])
                    if along < part:
                        part, stop, side = along, j, 1
            x = x + part * (wanted - x)
            if stop < 0:
                break
            at[stop] = side
            x[stop] = lower[stop] if side < 0 else upper[stop]
    raise RuntimeError("Maximum number of iterations reached.")


def _still(x: Any) -> Any:
    out = np.zeros(x.shape)
    keep(x, out)
    return out


def _solved(a: Any, b: Any, lower: Any, upper: Any, most: Any) -> Any:
    """The solution, where its elements lie, and the number of steps."""
    n = a.shape[1]
    at, place = np.zeros(n, dtype=np.int64), np.zeros(n)
    steps = _search(_still(a), _still(b), _still(lower), _still(upper), at, 10 * n + 10 if most is None else most)
    for j in range(n):
        if at[j] != 0:
            place[j] = lower[j] if at[j] < 0 else upper[j]
    x = _part(a, b, place, at)
    pull = a.T @ (b - a @ x)
    size, weak = constant(np.max(np.abs(a.T @ b))), False
    for j in range(n):  # at a bound, with no force
        weak = weak or (at[j] != 0 and lower[j] < upper[j] and constant(abs(pull[j])) <= 1e-12 * size)
    return (undetermined(x) if weak else x), at, steps


def nnls(A: Any, b: Any, *, maxiter: Any = None) -> Any:
    """The solution without negative elements, and the norm of the residuals."""
    a, right = np.asarray(A) * 1.0, np.asarray(b) * 1.0
    if a.ndim != 2:
        raise ValueError("Expected a two-dimensional array (matrix).")
    if right.ndim != 1 or len(right) != len(a):
        raise ValueError("Incompatible dimensions. The first dimension of A and b differ.")
    n = a.shape[1]
    x, _, _ = _solved(a, right, np.zeros(n), np.full(n, np.inf), maxiter)
    off = a @ x - right
    return x, np.sqrt(off @ off)


def lsq_linear(
    A: Any, b: Any, bounds: Any = (-np.inf, np.inf), method: Any = "trf", tol: Any = 1e-10, lsq_solver: Any = None,
    lsmr_tol: Any = None, max_iter: Any = None, verbose: Any = 0, *, lsmr_maxiter: Any = None,
) -> Any:  # fmt: skip
    """The solution within bounds, as an object."""
    a, right = np.asarray(A) * 1.0, np.asarray(b) * 1.0
    if a.ndim != 2:
        raise ValueError("`A` must have at most 2 dimensions.")
    if right.ndim != 1:
        raise ValueError("`b` must have at most 1 dimension.")
    if len(right) != len(a):
        raise ValueError("Inconsistent shapes between `A` and `b`.")
    if len(as_tuple(bounds)) != 2:
        refused("bounds= of lsq_linear() are two numbers or arrays in compiled functions", "(lower, upper)")
    n = a.shape[1]
    lower, upper = np.zeros(n) + np.asarray(bounds[0]), np.zeros(n) + np.asarray(bounds[1])
    if np.any(lower >= upper):
        raise ValueError("Each lower bound must be strictly less than each upper bound.")
    x, at, steps = _solved(a, right, lower, upper, None)
    off = a @ x - right
    slope = a.T @ off
    largest = np.max(np.abs(np.where(at == 0, slope, 0.0)))
    return LinearSquares(x, off, largest, at, steps, 3)
