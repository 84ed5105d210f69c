"""Methods of ``random.Random``, as functions of compiled code: Python draws, the rest is CPython's formula.

So they have CPython's bits, and the derivatives of these formulas.  `python_generators` has the methods that Python itself
computes, also ``places_*``, which draw places in a sequence instead of its items.  ``self`` is the generator.
"""

from __future__ import annotations

import math
from typing import Any


def uniform(self: Any, a: float, b: float) -> float:
    return a + (b - a) * self.random()  # type: ignore[no-any-return]


def triangular(self: Any, low: float = 0.0, high: float = 1.0, mode: Any = None) -> float:
    u = self.random()
    if high == low:
        return low
    c = 0.5 if mode is None else (mode - low) / (high - low)
    if u > c:
        return high + (low - high) * math.sqrt((1.0 - u) * (1.0 - c))
    return low + (high - low) * math.sqrt(u * c)


def gauss(self: Any, mu: float = 0.0, sigma: float = 1.0) -> float:
    return mu + self.standard_gauss() * sigma  # type: ignore[no-any-return]


def normalvariate(self: Any, mu: float = 0.0, sigma: float = 1.0) -> float:
    return mu + self.standard_normalvariate() * sigma  # type: ignore[no-any-return]


def lognormvariate(self: Any, mu: float, sigma: float) -> float:
    return math.exp(mu + self.standard_normalvariate() * sigma)


def expovariate(self: Any, lambd: float = 1.0) -> float:
    return -math.log(1.0 - self.random()) / lambd


def paretovariate(self: Any, alpha: float) -> float:
    u = 1.0 - self.random()
    return u ** (-1.0 / alpha)  # type: ignore[no-any-return]


def weibullvariate(self: Any, alpha: float, beta: float) -> float:
    u = 1.0 - self.random()
    return alpha * (-math.log(u)) ** (1.0 / beta)  # type: ignore[no-any-return]


def choice(self: Any, seq: Any) -> Any:
    if len(seq) == 0:
        raise IndexError("Cannot choose from an empty sequence")
    return seq[self.place_below(len(seq))]


def choices(self: Any, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1) -> Any:
    if len(population) == 0:
        raise IndexError("list index out of range")
    if cum_weights is not None:
        if weights is not None:
            raise TypeError("Cannot specify both weights and cumulative weights")
        places = self.places_by_cumulated(len(population), cum_weights, k)
    elif weights is not None:
        places = self.places_by_weights(len(population), weights, k)
    else:
        places = self.places_chosen(len(population), k)
    return [population[j] for j in places]


def sample(self: Any, population: Any, k: int) -> Any:
    places = self.places_sampled(len(population), k)
    return [population[j] for j in places]


def shuffle(self: Any, x: Any) -> None:
    before = list(x)
    places = self.places_shuffled(len(x))
    for i in range(len(x)):
        x[i] = before[places[i]]


WRITTEN: dict[str, Any] = {
    f.__name__: f
    for f in (
        uniform, triangular, gauss, normalvariate, lognormvariate, expovariate, paretovariate, weibullvariate, choice, choices,
        sample, shuffle,
    )
}  # fmt: skip
