"""Events of initial value problems: where functions of time and state change their sign along a solution."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import brentq

from irad.frontends.python.library.integrate import eighth_order
from irad.frontends.python.library.integrate.between_steps import between
from irad.frontends.python.library.shared.compiler_words import constant

_EXACT = 8.881784197001252e-16  # four times the distance of 1.0 to the next float


def watched(events: Any) -> Any:
    """The functions of ``events=``, in a tuple."""
    if events is None:
        return ()
    return tuple(events) if isinstance(events, (list, tuple)) else (events,)


def limits(functions: Any) -> Any:
    """After how many of its events each function ends the integration, and which changes of sign count (1: up, -1: down, 0)."""
    most, ways = np.full(len(functions), np.inf), np.zeros(len(functions))
    for k, event in enumerate(functions):
        terminal = getattr(event, "terminal", None)
        if terminal is not None and terminal is not False:
            most[k] = 1.0 if terminal is True else float(terminal)
            if most[k] < 1.0 or most[k] != np.floor(most[k]):
                raise ValueError("The `terminal` attribute of each event must be a boolean or positive integer.")
        ways[k] = float(getattr(event, "direction", 0.0))
    return most, ways


def values(functions: Any, t: Any, y: Any, more: Any) -> Any:
    """The functions' values, which tell between which steps events are and have no derivative."""
    found = np.empty(len(functions))
    for k, event in enumerate(functions):
        found[k] = constant(event(t, y, *more))
    return found


def crossed(before: Any, now: Any, ways: Any) -> Any:
    """Which functions have an event between two steps."""
    up, down = (before <= 0.0) & (now >= 0.0), (before >= 0.0) & (now <= 0.0)
    return (up & (ways > 0.0)) | (down & (ways < 0.0)) | ((up | down) & (ways == 0.0))


def state_at(at: Any, eighth: bool, t: Any, h: Any, y: Any, terms: Any, dense: Any) -> Any:
    """The state at a time in the step of length h from y at t."""
    x = (at - t) / h
    return eighth_order.between(y, terms, x) if eighth else between(dense, y, terms, h, x)


def time_of(event: Any, step: Any, late: Any, more: Any) -> Any:
    """When a function is zero in a step (as for `state_at`); its derivative is that of the implicit function."""

    def value(t: Any) -> Any:
        return event(t, state_at(t, *step), *more)

    return brentq(value, step[1], late, xtol=_EXACT, rtol=_EXACT)


def last_of(times: Any, ends: Any, direction: Any) -> int:
    """The first in time of the events that end the integration, -1 if there is none."""
    found = -1
    for k in range(len(ends)):
        if ends[k] and (found < 0 or direction * (times[k] - times[found]) < 0.0):
            found = k
    return found


def collected(count: int, which: Any, times: Any, states: Any, n: int, kind: Any) -> Any:
    """The times of each function's events, and the states then, a row for each."""
    when, where = [], []
    for k in range(count):
        total = 0
        for e in which:
            if e == k:
                total += 1
        at, found, place = np.empty(total), np.empty((total, n), dtype=kind), 0
        for j in range(len(which)):
            if which[j] == k:
                at[place] = times[j]
                found[place] = states[j]
                place += 1
        when.append(at)
        where.append(found)
    return when, where
