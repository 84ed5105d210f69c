"""Events of initial value problems: zeros of functions of the solution, as `solve_ivp` of SciPy finds them.

Between the ends of a step the solution is a polynomial, and the time of an event is a root of the function there. The derivative
of the time is the implicit function's; what is the solution then depends on the time as well.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.optimize.roots import brentq
from irad.frontends.python.library.shared.compiler_words import constant

_TOL = 8.881784197001252e-16


def _all_of(events: Any) -> Any:
    return tuple(events) if isinstance(events, (tuple, list)) else (events,)


class Events:
    """The functions, how often each may occur, in which direction, and what has occurred: the times, which ones, the states."""

    irad_compiled = True

    def __init__(self, events: Any, t: Any, y: Any, more: Any) -> None:
        self.functions, self.more = _all_of(events), more
        self.most = np.array([_limit(e) for e in self.functions])
        self.ways = np.array([getattr(e, "direction", 0) * 1.0 for e in self.functions])
        self.counts = np.zeros(len(self.most), dtype=np.int64)
        self.before = self.values(t, y)
        self.crossed = np.zeros(len(self.most), dtype=np.bool_)
        self.times: Any = []
        self.which: Any = []
        self.states: Any = []

    def values(self, t: Any, y: Any) -> Any:
        """The functions at the end of a step."""
        return np.array([constant(e(t, y, *self.more) * 1.0) for e in self.functions])

    def seen(self, t: Any, y: Any) -> Any:
        """Whether one of them may have occurred in the step that ends here."""
        old, new = self.before, self.values(t, y)
        up, down = (old <= 0.0) & (new >= 0.0), (old >= 0.0) & (new <= 0.0)
        self.crossed = (up & (self.ways > 0.0)) | (down & (self.ways < 0.0)) | ((up | down) & (self.ways == 0.0))
        self.before = new
        return np.any(self.crossed)

    def occurred(self, between: Any, parts: Any, t: Any, later: Any) -> Any:
        """Notes what occurs in the step from ``t`` to ``later``: whether the solution ends there, and when."""
        pairs = zip(self.functions, _items(self.crossed, self.functions), strict=True)
        roots = np.array([_root(e, between, parts, self.more, t, later, crossed) for e, crossed in pairs])
        count, forward, last = len(roots), 1.0 if later > t else -1.0, -1
        order = np.argsort(np.where(self.crossed, roots * forward, np.inf))
        self.counts += self.crossed
        for k in range(count):
            if last < 0 and self.crossed[order[k]] and self.counts[order[k]] >= self.most[order[k]]:
                last = k
        for k in range(count if last < 0 else last + 1):
            e = order[k]
            if self.crossed[e]:
                self.times.append(roots[e])
                self.which.append(int(e))
                self.states.append(between(parts, roots[e]))
        return last >= 0, float(roots[order[max(last, 0)]])

    def found(self, y: Any) -> Any:
        """The times and the states of each function."""
        return (
            [_times_of(self.times, self.which, e) for e in range(len(self.functions))],
            [_states_of(self.states, self.which, e, y) for e in range(len(self.functions))],
        )


def _items(flags: Any, functions: Any) -> Any:
    """As many elements as there are functions, as a tuple."""
    return tuple([flags[k] for k in range(len(functions))])


def _limit(event: Any) -> Any:
    """How often an event may occur."""
    terminal = getattr(event, "terminal", None)
    if terminal is None or terminal == 0:
        return math.inf
    if int(terminal) != terminal or terminal < 0:
        raise ValueError("The `terminal` attribute of each event must be a boolean or positive integer.")
    return terminal * 1.0


def _root(event: Any, between: Any, parts: Any, more: Any, t: Any, later: Any, crossed: Any) -> Any:
    if not crossed:
        return math.nan

    def value(x: Any) -> Any:
        return event(x, between(parts, x), *more) * 1.0

    return brentq(value, t, later, xtol=_TOL, rtol=_TOL)


def _times_of(times: Any, which: Any, e: int) -> Any:
    return np.array([times[k] for k in range(len(times)) if which[k] == e])


def _states_of(states: Any, which: Any, e: int, y: Any) -> Any:
    """A row for each; nothing at all where there is none, as in SciPy."""
    count = 0
    for k in range(len(which)):
        count += 1 if which[k] == e else 0
    found = np.empty((count, len(y)), dtype=y.dtype)
    row = 0
    for k in range(len(which)):
        if which[k] == e:
            found[row] = states[k]
            row += 1
    return found
