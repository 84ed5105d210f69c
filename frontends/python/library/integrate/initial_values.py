"""Initial value problems by explicit Runge-Kutta methods: ``scipy.integrate.solve_ivp`` and ``odeint``.

The steps are those of SciPy, chosen by the estimate of the error (Hairer, Nørsett and Wanner, *Solving Ordinary Differential
Equations I*, sections II.4 and II.5). Their lengths are constants of the derivative, which is that of the steps.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.integrate import eighth_order
from irad.frontends.python.library.integrate.between_steps import at_times, between
from irad.frontends.python.library.integrate.eighth_order import StepsOfOrderSeven, error_of_step, terms_of_step
from irad.frontends.python.library.integrate.events import (
    collected,
    crossed,
    last_of,
    limits,
    state_at,
    time_of,
    values,
    watched,
)
from irad.frontends.python.library.integrate.stiff_problems import DENSE_RADAU, DifferencePolynomials, by_differences, by_radau
from irad.frontends.python.library.shared.compiler_words import constant, refused

# Dormand and Prince (1980), with the interpolation of Shampine (1986): stages, weights, places, error, dense output.
_STAGES_45 = (
    (0.0, 0.0, 0.0, 0.0, 0.0), (1 / 5, 0.0, 0.0, 0.0, 0.0), (3 / 40, 9 / 40, 0.0, 0.0, 0.0),
    (44 / 45, -56 / 15, 32 / 9, 0.0, 0.0),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0.0), (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
)  # fmt: skip
_WEIGHTS_45 = (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84)
_PLACES_45 = (0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0)
_ERROR_45 = (-71 / 57600, 0.0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40)
_DENSE_45 = (
    (1.0, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432), (0.0, 0.0, 0.0, 0.0),
    (0.0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799),
    (0.0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072),
    (0.0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632),
    (0.0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844),
    (0.0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423),
)  # fmt: skip
# Bogacki and Shampine (1989).
_STAGES_23 = ((0.0, 0.0), (1 / 2, 0.0), (0.0, 3 / 4))
_WEIGHTS_23 = (2 / 9, 1 / 3, 4 / 9)
_PLACES_23 = (0.0, 1 / 2, 3 / 4)
_ERROR_23 = (5 / 72, -1 / 12, -1 / 9, 1 / 8)
_DENSE_23 = ((1.0, -4 / 3, 5 / 9), (0.0, 1.0, -2 / 3), (0.0, 4 / 3, -8 / 9), (0.0, -1.0, 1.0))
_DONE = "The solver successfully reached the end of the integration interval."
_STOPPED = "A termination event occurred."
_TOO_SMALL = "Required step size is less than spacing between numbers."


class InitialValueResult:
    """What `solve_ivp` returns."""

    irad_compiled = True

    def __init__(
        self, t: Any, y: Any, sol: Any, nfev: int, status: int, njev: int = 0, nlu: int = 0, when: Any = None, where: Any = None
    ) -> None:  # fmt: skip
        self.t, self.y, self.sol, self.nfev, self.njev, self.nlu, self.status = t, y, sol, nfev, njev, nlu, status
        self.t_events, self.y_events = when, where
        self.success = status >= 0

    @property
    def message(self) -> str:
        """How it ended, in words."""
        return _TOO_SMALL if self.status < 0 else _DONE if self.status == 0 else _STOPPED

    def __getitem__(self, name: Any) -> Any:
        return getattr(self, name)

    def to_python(self) -> Any:
        """What Python is given as a result."""
        from scipy.optimize import OptimizeResult

        return OptimizeResult(message=self.message, **vars(self))


class StepPolynomials:
    """The solution between the ends of the steps, as a function of time."""

    irad_compiled = True

    def __init__(self, ts: Any, ys: Any, slopes: Any, dense: Any) -> None:
        self.ts, self.ys, self.slopes, self.dense = ts, ys, slopes, dense

    def __call__(self, t: Any) -> Any:
        return at_times(t, self.ts, self.ys[0], self.inside)

    def inside(self, k: int, t: Any) -> Any:
        """The solution at a time in step k."""
        h = self.ts[k + 1] - self.ts[k]
        return between(self.dense, self.ys[k], self.slopes[k], h, (t - self.ts[k]) / h)


def _norm(x: Any) -> Any:
    """The root of the mean of the squares."""
    return np.sqrt(np.mean(np.abs(x) ** 2))


def _first_step(
    fun: Any, more: Any, t: float, end: float, y: Any, f: Any, order: int, rtol: Any, atol: Any, most: float
) -> Any:  # fmt: skip
    """The length of the first step (Hairer, Nørsett and Wanner, II.4)."""
    length = abs(end - t)
    if length == 0.0:
        return 0.0
    direction = 1.0 if end >= t else -1.0
    scale = atol + np.abs(y) * rtol
    d0, d1 = _norm(y / scale), _norm(f / scale)
    h0 = min(1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1, length)
    other = np.asarray(fun(t + h0 * direction, y + h0 * direction * f, *more))
    d2 = _norm((other - f) / scale) / h0
    h1 = max(1e-6, h0 * 1e-3) if d1 <= 1e-15 and d2 <= 1e-15 else (0.01 / max(d1, d2)) ** (1.0 / (order + 1.0))
    return min(100.0 * h0, h1, length, most)


def _checked(t_eval: Any, t0: float, end: float) -> None:
    low, high = min(t0, end), max(t0, end)
    for k in range(len(t_eval)):
        if t_eval[k] < low or t_eval[k] > high:
            raise ValueError("Values in `t_eval` are not within `t_span`.")
        if k > 0 and (t_eval[k] <= t_eval[k - 1] if end > t0 else t_eval[k] >= t_eval[k - 1]):
            raise ValueError("Values in `t_eval` are not properly sorted.")


def solve_ivp(
    fun: Any, t_span: Any, y0: Any, method: str = "RK45", t_eval: Any = None, dense_output: bool = False, events: Any = None,
    vectorized: Any = False, args: Any = None, *, rtol: Any = 1e-3, atol: Any = 1e-6, max_step: Any = np.inf,
    first_step: Any = None, jac: Any = None, jac_sparsity: Any = None, lband: Any = None, uband: Any = None,
    min_step: float = 0.0,
) -> Any:  # fmt: skip
    """The solution of y' = fun(t, y) from ``t_span[0]`` to ``t_span[1]``, by "RK45", "RK23", "DOP853", "Radau" and "BDF".

    "LSODA" is "Radau" with a tenth of the tolerances: results agree with SciPy's within these.
    """
    if method == "LSODA":
        rtol, atol = rtol * 0.1, atol * 0.1
    stiff = method == "Radau" or method == "BDF" or method == "LSODA"
    eighth = method == "DOP853"
    if method != "RK45" and method != "RK23" and not eighth and not stiff:
        refused(
            "scipy.integrate.solve_ivp() knows the methods 'RK45', 'RK23', 'DOP853', 'Radau', 'BDF' and 'LSODA' when compiled",
            "one of these",
        )
    if events is not None and stiff:
        refused("scipy.integrate.solve_ivp() by implicit steps with events= is not supported", "method='RK45' or 'DOP853'")
    if max_step <= 0:
        raise ValueError("`max_step` must be positive.")
    order = 4 if method == "RK45" else 2 if method == "RK23" else 7 if eighth else 1 if method == "BDF" else 3
    stages = np.array(_STAGES_45 if method == "RK45" else eighth_order.STAGES if eighth else _STAGES_23)
    weights = np.array(_WEIGHTS_45 if method == "RK45" else eighth_order.WEIGHTS if eighth else _WEIGHTS_23)
    places = np.array(_PLACES_45 if method == "RK45" else eighth_order.PLACES if eighth else _PLACES_23)
    of_error = np.array(_ERROR_45 if method == "RK45" else _ERROR_23)
    dense = np.array(_DENSE_45 if method == "RK45" else _DENSE_23)
    more = () if args is None else args
    rtol = np.maximum(rtol, 2.220446049250313e-14)
    t0, end = t_span[0] * 1.0, t_span[1] * 1.0
    direction = 1.0 if end >= t0 else -1.0
    y = _as_state(y0)
    if len(y) == 0:
        raise NotImplementedError("scipy.integrate.solve_ivp of no unknowns in compiled functions")
    if not np.all(np.isfinite(y)):
        raise ValueError("All components of the initial state `y0` must be finite.")
    n, count = len(y), len(weights)
    f = np.asarray(fun(t0, y, *more))
    if stiff and y.dtype.kind == "c":
        refused("scipy.integrate.solve_ivp() by implicit steps is not supported for complex numbers", "write both parts")
    if f.shape != y.shape:
        raise ValueError("`fun` must return an array of the shape of `y0`")
    calls = 1
    if first_step is None:
        length = constant(_first_step(fun, more, t0, end, y, f, order, rtol, atol, max_step))
        calls += 1 if end != t0 else 0
    else:
        if first_step <= 0:
            raise ValueError("`first_step` must be positive.")
        if first_step > abs(end - t0):
            raise ValueError("`first_step` exceeds bounds.")
        length = constant(first_step * 1.0)
    if t_eval is not None:
        _checked(t_eval, t0, end)
    if stiff:
        return _stiff(fun, more, t0, end, y, f * 1.0, jac, length, rtol, atol, max_step, t_eval, dense_output, method, calls)
    functions = watched(events)
    most_events, ways = limits(functions)
    counts, signs = np.zeros(len(functions)), values(functions, t0, y, more)
    event_which, event_ts, event_ys = [], [], []
    ts, ys, kept = [], [], []
    steps_t, steps_y = [t0], [y.copy()]
    place, t, status = 0, t0, 0
    if t_eval is None:
        ts.append(t)
        ys.append(y.copy())
    k = np.zeros((16 if eighth else count + 1, n), dtype=y.dtype)
    k[0] = f
    if end == t0:
        if t_eval is None:
            ts.append(t)
            ys.append(y.copy())
        else:
            for _ in range(len(t_eval)):
                ts.append(t)
                ys.append(y.copy())
    while direction * (t - end) < 0.0:
        shortest = constant(max(2.220446049250313e-15 * abs(t), 5e-323))
        length = min(max(length, shortest), max_step)
        rejected = False
        while True:
            if length < shortest:
                status = -1
                break
            later = t + direction * length
            if direction * (later - end) > 0.0:
                later = end
            h = later - t
            length = constant(abs(h))
            for s in range(1, count):
                step = np.zeros(n, dtype=y.dtype)
                for j in range(s):
                    step += stages[s, j] * k[j]
                k[s] = fun(t + places[s] * h, y + h * step, *more)
            after = y + h * (weights @ k[:count])
            k[count] = fun(t + h, after, *more)
            calls += count
            scale = atol + np.maximum(np.abs(y), np.abs(after)) * rtol
            if eighth:
                error = constant(error_of_step(k[:13], h, scale))
            else:
                error = constant(_norm(h * (of_error @ k) / scale))
            if error < 1.0:
                factor = 10.0 if error == 0.0 else min(10.0, 0.9 * error ** (-1.0 / (order + 1.0)))
                length *= min(1.0, factor) if rejected else factor
                break
            length *= max(0.2, 0.9 * error ** (-1.0 / (order + 1.0)))
            rejected = True
        if status < 0:
            break
        happened = crossed(signs, signs, ways)
        if events is not None:
            now = values(functions, later, after, more)
            happened = crossed(signs, now, ways)
            signs = now
        any_event = bool(np.any(happened))
        if eighth:
            reached = False if t_eval is None else place < len(t_eval) and direction * (t_eval[place] - later) <= 0.0
            terms = k
            if dense_output or reached or any_event:
                terms = terms_of_step(fun, more, t, h, y, after, k)
                calls += 3
        else:
            terms = k
        if dense_output:
            kept.append(terms.copy())
            steps_t.append(later)
            steps_y.append(after.copy())
        if events is not None and any_event:
            times = np.full(len(functions), np.inf)
            for e, event in enumerate(functions):
                if happened[e]:
                    times[e] = time_of(event, (eighth, t, h, y, terms, dense), later, more)
            counts += happened
            last = last_of(times, happened & (counts >= most_events), direction)
            for e in range(len(functions)):
                if happened[e] and (last < 0 or direction * (times[e] - times[last]) <= 0.0):
                    event_which.append(e)
                    event_ts.append(times[e])
                    event_ys.append(state_at(times[e], eighth, t, h, y, terms, dense))
            if last >= 0:
                status = 1
                later = times[last]
                after = state_at(later, eighth, t, h, y, terms, dense)
        if t_eval is None:
            ts.append(later)
            ys.append(after.copy())
        else:
            while place < len(t_eval) and direction * (t_eval[place] - later) <= 0.0:
                x = (t_eval[place] - t) / h
                ts.append(t_eval[place] * 1.0)
                ys.append(eighth_order.between(y, terms, x) if eighth else between(dense, y, terms, h, x))
                place += 1
        if status > 0:
            break
        t, y = later, after
        k[0] = k[count]
    found = np.empty((n, len(ts)), dtype=y.dtype)
    for j in range(len(ts)):
        found[:, j] = ys[j]
    if dense_output:
        at, states, slopes = np.array(steps_t), np.array(steps_y), np.array(kept)
        sol = StepsOfOrderSeven(at, states, slopes) if eighth else StepPolynomials(at, states, slopes, dense)
    else:
        sol = None
    if events is None:
        return InitialValueResult(np.array(ts), found, sol, calls, status)
    when, where = collected(len(functions), event_which, event_ts, event_ys, n, y.dtype)
    return InitialValueResult(np.array(ts), found, sol, calls, status, 0, 0, when, where)


def _stiff(
    fun: Any, more: Any, t0: Any, end: Any, y: Any, f: Any, jac: Any, length: Any, rtol: Any, atol: Any, most: Any, t_eval: Any,
    dense_output: bool, method: str, calls: int,
) -> Any:  # fmt: skip
    """The result by implicit steps."""
    solve = by_differences if method == "BDF" else by_radau
    ts, ys, sol, status, more_calls, slopes, factors = solve(
        fun, more, t0, end, y, f, jac, length, rtol, atol, most, t_eval, dense_output
    )
    calls += more_calls
    if not dense_output:
        return InitialValueResult(ts, ys, None, calls, status, slopes, factors)
    if method == "BDF":
        ends, lengths, orders, differences = sol
        return InitialValueResult(
            ts, ys, DifferencePolynomials(ends, lengths, orders, differences), calls, status, slopes, factors
        )
    ends, whole, rates = sol
    return InitialValueResult(ts, ys, StepPolynomials(ends, whole, rates, np.array(DENSE_RADAU)), calls, status, slopes, factors)


def _as_state(y0: Any) -> Any:
    """The initial values in double precision."""
    given = np.asarray(y0)
    if given.ndim != 1:
        raise ValueError("`y0` must be 1-dimensional.")
    return given.astype(np.complex128) if given.dtype.kind == "c" else given.astype(np.float64)


def odeint(
    func: Any, y0: Any, t: Any, args: Any = (), Dfun: Any = None, col_deriv: Any = 0, full_output: bool = False, ml: Any = None,
    mu: Any = None, rtol: Any = None, atol: Any = None, tcrit: Any = None, h0: Any = 0.0, hmax: Any = 0.0, hmin: Any = 0.0,
    ixpr: Any = 0, mxstep: Any = 0, mxhnil: Any = 0, mxordn: Any = 12, mxords: Any = 5, printmessg: Any = 0, tfirst: bool = False,
) -> Any:  # fmt: skip
    """The solution of y' = func(y, t) at the times ``t``, a row for each, with the tolerances of ``odeint`` by Dormand-Prince.

    It starts anew at each of the times ``tcrit``. What tells SciPy's method how to go on (``mxstep`` and the like) has no effect.
    """
    if full_output:
        refused("scipy.integrate.odeint() with full_output= is not supported in compiled functions", "leave it out")
    times = np.asarray(t) * 1.0
    rtol = 1.49012e-8 if rtol is None else rtol
    atol = 1.49012e-8 if atol is None else atol
    if not (np.all(np.diff(times) >= 0.0) or np.all(np.diff(times) <= 0.0)):
        raise ValueError("The values in t must be monotonically increasing or decreasing; repeated values are allowed.")

    if tfirst:
        turned = func
    else:

        def turned(at: Any, y: Any, *more: Any) -> Any:
            return func(y, at, *more)

    start, end = times[0], times[-1]
    direction = 1.0 if end >= start else -1.0
    most = hmax * 1.0 if hmax > 0.0 else np.inf
    y = _as_state(np.atleast_1d(y0))
    found = np.empty((len(times), len(y)))
    place = 0
    while place < len(times) and times[place] == start:
        found[place] = y
        place += 1
    for stop in _stops(tcrit, start, end, direction):
        first = place
        at = [start]
        while place < len(times) and direction * (times[place] - stop) <= 0.0:
            if times[place] != at[-1]:
                at.append(times[place])
            place += 1
        if at[-1] != stop:
            at.append(stop)
        length = min(abs(h0) * 1.0, abs(stop - start))
        if length == 0.0 or start != times[0]:
            f = np.asarray(turned(start, y, *args))
            length = constant(_first_step(turned, args, start, stop, y, f, 4, rtol, atol, most))
        piece = solve_ivp(
            turned, (start, stop), y, t_eval=np.array(at), args=args, rtol=rtol, atol=atol, max_step=most, first_step=length
        )
        if piece.status < 0:
            raise RuntimeError("the steps of odeint became too small: the equations may be stiff")
        column = 0
        for k in range(first, place):
            while at[column] != times[k]:
                column += 1
            found[k] = piece.y[:, column]
        start, y = stop, piece.y[:, len(at) - 1].copy()
    return found


def _stops(tcrit: Any, start: Any, end: Any, direction: Any) -> Any:
    """The critical times between the ends, in the order in which they are passed, and the end."""
    stops: Any = []
    if tcrit is not None:
        critical = np.sort(np.atleast_1d(tcrit) * direction) * direction
        for k in range(len(critical)):
            before = start if len(stops) == 0 else stops[-1]
            if direction * (critical[k] - before) > 0.0 and direction * (end - critical[k]) > 0.0:
                stops.append(critical[k])
    if start != end:
        stops.append(end)
    return stops
