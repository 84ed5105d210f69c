"""Least squares: ``least_squares``, ``leastsq`` and ``curve_fit`` of `scipy.optimize`.

The derivative of what is found is that of a zero of the gradient of the sum, with exact slopes.  Covariances are made of exact
slopes as well, SciPy's of differences.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from irad.frontends.python.library.optimize.implicit import implicit, inverse
from irad.frontends.python.library.optimize.levenberg import bounded_search, curvatures, losses, squares_search, weights
from irad.frontends.python.library.optimize.solutions import as_tuple, start_of
from irad.frontends.python.library.shared.compiler_words import gradient_at, items_for, jacobian_at, parameter_count, refused

_TOL = 1.49012e-8
_LOSSES = "linear", "soft_l1", "huber", "cauchy", "arctan"


class LeastSquares:
    """What ``least_squares`` returns; its slopes are computed where they are asked for."""

    irad_compiled = True

    def __init__(
        self, f: Any, x: Any, cost: Any, active_mask: Any, nfev: int, status: int, message: Any, loss: str, width: float,
        lower: Any, upper: Any,
    ) -> None:  # fmt: skip
        self.x, self.cost, self.fun, self.active_mask = x, cost, f(x), active_mask
        self.nfev, self.njev, self.status, self.message, self.success = nfev, nfev, status, message, status > 0
        self._f, self._loss, self._width, self._lower, self._upper = f, loss, width, lower, upper

    def __getitem__(self, name: Any) -> Any:
        return getattr(self, name)

    @property
    def jac(self) -> Any:
        """The slopes of the residuals, times the roots of the curvature of the losses."""
        return self._scaled(jacobian_at(self._f, self.x))

    @property
    def grad(self) -> Any:
        """The gradient of the cost."""
        return self._gradient(jacobian_at(self._f, self.x))

    @property
    def optimality(self) -> Any:
        """The largest element of the gradient, each times the distance to the bound to which it leads."""
        return self._largest(self.grad)

    def _scaled(self, slopes: Any) -> Any:
        return slopes if self._loss == "linear" else curvatures(self.fun, self._loss, self._width)[:, None] * slopes

    def _gradient(self, slopes: Any) -> Any:
        if self._loss == "linear":
            return slopes.T @ self.fun
        return slopes.T @ (weights(self.fun, self._loss, self._width) * self.fun)

    def _largest(self, slope: Any) -> Any:
        size = 0.0
        for i in range(len(slope)):
            room = 1.0
            if slope[i] < 0.0 and self._upper[i] < np.inf:
                room = self._upper[i] - self.x[i]
            elif slope[i] > 0.0 and self._lower[i] > -np.inf:
                room = self.x[i] - self._lower[i]
            size = max(size, abs(slope[i] * room))
        return size

    def irad_result(self) -> Any:
        """What Python is given as a result."""
        slopes = jacobian_at(self._f, self.x)
        grad = self._gradient(slopes)
        return LeastSquaresNumbers(
            self.x, self.cost, self.fun, self._scaled(slopes), grad, self._largest(grad), self.active_mask, self.nfev,
            self.status, self.message, self.success,
        )  # fmt: skip


class LeastSquaresNumbers:
    """What `LeastSquares` is for Python."""

    irad_compiled = True

    def __init__(
        self, x: Any, cost: Any, fun: Any, jac: Any, grad: Any, optimality: Any, mask: Any, calls: int, status: int, said: str,
        success: bool,
    ) -> None:  # fmt: skip
        self.x, self.cost, self.fun, self.jac, self.grad, self.optimality = x, cost, fun, jac, grad, optimality
        self.active_mask, self.nfev, self.njev, self.status, self.message = mask, calls, calls, status, said
        self.success = success

    def to_python(self) -> Any:
        """SciPy's object with the same attributes."""
        from scipy.optimize import OptimizeResult

        return OptimizeResult(vars(self))


def _minimizer(f: Any, x0: Any, lower: Any, upper: Any, loss: str, width: float, found: Any) -> Any:
    """``x0`` with its derivative; what lies at a bound stays there."""

    def half(x: Any) -> Any:
        return losses(f(x), loss, width)

    def equations(x: Any) -> Any:
        out = gradient_at(half, x)
        for i in range(len(x)):
            if x0[i] <= lower[i]:
                out[i] = x[i] - lower[i]
            elif x0[i] >= upper[i]:
                out[i] = x[i] - upper[i]
        return out

    return implicit(equations, x0, found)


def free_minimizer(f: Any, x0: Any, found: Any) -> Any:
    """As `_minimizer`, without bounds and of squares."""

    def half(x: Any) -> Any:
        values = f(x)
        return 0.5 * (values * values).sum()

    def equations(x: Any) -> Any:
        return gradient_at(half, x)

    return implicit(equations, x0, found)


def _ends(bounds: Any, n: int) -> Any:
    """Bounds as two arrays."""
    lower, upper = bounds
    return np.zeros(n) + np.asarray(lower) * 1.0, np.zeros(n) + np.asarray(upper) * 1.0


def least_squares(
    fun: Any, x0: Any, jac: Any = "2-point", bounds: Any = None, method: str = "trf", ftol: Any = 1e-8, xtol: Any = 1e-8,
    gtol: Any = 1e-8, x_scale: Any = 1.0, loss: str = "linear", f_scale: Any = 1.0, diff_step: Any = None, tr_solver: Any = None,
    tr_options: Any = None, jac_sparsity: Any = None, max_nfev: Any = None, verbose: Any = 0, args: Any = (), kwargs: Any = None,
    callback: Any = None, workers: Any = None,
) -> Any:  # fmt: skip
    """The minimizer of half the sum of the squares, or of other losses, near ``x0``."""
    if loss not in _LOSSES or kwargs is not None or callback is not None:
        refused("least_squares() with a loss= of one's own, kwargs= or callback= is not supported in compiled functions", "args=")
    if method == "lm" and (bounds is not None or loss != "linear"):
        raise ValueError("method='lm' supports only the loss 'linear', and no bounds")
    more = as_tuple(args)
    start = start_of(x0)

    def f(x: Any) -> Any:
        return np.ravel(np.asarray(fun(x, *more)) * 1.0)

    n, first = len(start), f(start)
    if method == "lm" and len(first) < n:
        raise ValueError("Method 'lm' doesn't work when the number of residuals is less than the number of variables.")
    if not np.all(np.isfinite(first)):
        raise ValueError("Residuals are not finite in the initial point.")
    if len(first) < n:
        raise NotImplementedError("scipy.optimize.least_squares of fewer residuals than unknowns in compiled functions")
    tight, x, ended = 1e-15, np.zeros(n), np.zeros(2, dtype=np.int64)
    if bounds is None and loss == "linear":
        squares_search(f, None, start, _least(ftol), _least(xtol), tight, 0, 100.0, x, ended)
        good = ended[0] != 5
        best = free_minimizer(f, x, good).reshape(n)
        lower, upper = np.full(n, -np.inf), np.full(n, np.inf)
    else:
        lower, upper = _ends((-np.inf, np.inf) if bounds is None else bounds, n)
        for i in range(n):
            if not lower[i] < upper[i]:
                raise ValueError("Each lower bound must be strictly less than each upper bound.")
            if not lower[i] <= start[i] <= upper[i]:
                raise ValueError("`x0` is infeasible.")
        bounded_search(f, start, lower, upper, loss, f_scale * 1.0, tight, 100 * n + 200, x, ended)
        good = ended[0] > 0
        best = _minimizer(f, x, lower, upper, loss, f_scale * 1.0, good).reshape(n)
    mask = np.zeros(n) if bounds is None and method == "trf" else np.zeros(n, dtype=np.int64)
    for i in range(n):
        mask[i] = -1 if x[i] <= lower[i] else 1 if x[i] >= upper[i] else 0
    said = "Both `ftol` and `xtol` termination conditions are satisfied." if good else "The maximum number of steps is exceeded."
    width, status = f_scale * 1.0, 4 if good else 0
    return LeastSquares(f, best, losses(f(best), loss, width), mask, ended[1], status, said, loss, width, lower, upper)


def _least(tol: Any) -> Any:
    return 1e-15 if tol is None else min(tol * 1.0, 1e-10)


def _covariance(f: Any, x: Any) -> Any:
    """The inverse of JᵀJ with its derivative, and whether there is one."""
    matrix = jacobian_at(f, x)
    product = matrix.T @ matrix
    if not _has_inverse(product):
        return np.full((len(x), len(x)), np.inf), False
    return np.linalg.inv(product), True


def _has_inverse(a: Any) -> Any:
    return inverse(a)[1]


_has_inverse.irad_constant = True  # type: ignore[attr-defined]


def leastsq(
    func: Any, x0: Any, args: Any = (), Dfun: Any = None, full_output: bool = False, col_deriv: bool = False, ftol: Any = _TOL,
    xtol: Any = _TOL, gtol: Any = 0.0, maxfev: Any = 0, epsfcn: Any = None, factor: Any = 100, diag: Any = None,
) -> Any:  # fmt: skip
    """The minimizer of the sum of the squares near ``x0``, and MINPACK's number of how it ended."""
    if epsfcn is not None or diag is not None:
        refused("scipy.optimize.leastsq() with epsfcn= or diag= is not supported in compiled functions", "leave it out")
    more = as_tuple(args)

    def f(x: Any) -> Any:
        return np.ravel(np.asarray(func(x, *more)) * 1.0)

    def jac(x: Any) -> Any:
        found = np.asarray(Dfun(x, *more)) * 1.0
        return found.T if col_deriv else found

    given = None if Dfun is None else jac
    start = start_of(x0)
    x, ended = np.zeros(len(start)), np.zeros(2, dtype=np.int64)
    squares_search(f, given, start, ftol, xtol, gtol, maxfev, factor * 1.0, x, ended)
    status, calls = ended[0], ended[1]
    good = 1 <= status <= 4
    best = free_minimizer(f, x, good)
    if full_output:
        values = f(best)
        cov, _ = _covariance(f, best)
        said = "Both actual and predicted relative reductions are small enough." if good else "maxfev has been reached."
        return best, cov, {"nfev": calls, "fvec": values}, said, status
    return best, status


def curve_fit(
    f: Any, xdata: Any, ydata: Any, p0: Any = None, sigma: Any = None, absolute_sigma: Any = False, check_finite: Any = None,
    bounds: Any = None, method: str = "default", jac: Any = None, *, full_output: bool = False, nan_policy: Any = None,
    ftol: Any = _TOL, xtol: Any = _TOL, gtol: Any = 0.0, maxfev: Any = 0, max_nfev: Any = None,
) -> Any:  # fmt: skip
    """The parameters with which f(xdata, ...) is nearest to ``ydata``, and their covariances."""
    if nan_policy is not None:
        refused("curve_fit() with nan_policy= is not supported in compiled functions", "leave out what is nan")
    count = parameter_count(f) - 1
    start = np.ones(count) if p0 is None else start_of(p0)
    n = len(start)
    if n != count:
        raise ValueError("p0 has not as many numbers as the function has parameters")
    places = np.asarray(xdata) * 1.0 if isinstance(xdata, (list, tuple)) else xdata
    wanted = np.ravel(np.asarray(ydata) * 1.0)
    if wanted.size == 0:
        raise ValueError("`ydata` must not be empty!")
    if check_finite is None or check_finite:
        if not np.all(np.isfinite(wanted)):
            raise ValueError("array must not contain infs or NaNs")
    spread = None if sigma is None else np.asarray(sigma) * 1.0
    factor = None if spread is None or spread.ndim < 2 else np.linalg.cholesky(spread)

    def residuals(p: Any) -> Any:
        off = np.ravel(np.asarray(f(places, *items_for(p, f))) * 1.0) - wanted
        if spread is None:
            return off
        if factor is not None:
            return np.linalg.solve(factor, off)
        return off / spread

    x, ended = np.zeros(n), np.zeros(2, dtype=np.int64)
    if bounds is None:
        squares_search(residuals, None, start, ftol, xtol, gtol, maxfev, 100.0, x, ended)
        if not 1 <= ended[0] <= 4:
            raise RuntimeError("Optimal parameters not found: the number of calls to function has reached maxfev.")
        best = free_minimizer(residuals, x, True)
    else:
        lower, upper = _ends(bounds, n)
        if p0 is None:
            _inside(lower, upper, start)
        for i in range(n):
            if not lower[i] < upper[i]:
                raise ValueError("Each lower bound must be strictly less than each upper bound.")
            if not lower[i] <= start[i] <= upper[i]:
                raise ValueError("`x0` is infeasible.")
        bounded_search(residuals, start, lower, upper, "linear", 1.0, 1e-15, 100 * n + 200, x, ended)
        if ended[0] == 0:
            raise RuntimeError("Optimal parameters not found: the maximum number of steps is exceeded.")
        best = _minimizer(residuals, x, lower, upper, "linear", 1.0, True)
    values = residuals(best)
    covariance, regular = _covariance(residuals, best)
    if not absolute_sigma:
        if len(values) > n:
            covariance = covariance * ((values**2).sum() / (len(values) - n))
        else:
            covariance, regular = np.full((n, n), np.inf), False
    if not regular:
        warnings.warn("Covariance of the parameters could not be estimated", stacklevel=2)
    if full_output:
        return best, covariance, {"nfev": 0, "fvec": values}, "The fit converged.", 1
    return best, covariance


def _inside(lower: Any, upper: Any, out: Any) -> None:
    """A place within the bounds, as SciPy chooses it."""
    for i in range(len(lower)):
        low, high = lower[i] > -np.inf, upper[i] < np.inf
        out[i] = 0.5 * (lower[i] + upper[i]) if low and high else lower[i] + 1.0 if low else upper[i] - 1.0 if high else 1.0


_inside.irad_constant = True  # type: ignore[attr-defined]
