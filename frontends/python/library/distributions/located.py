"""Methods of distributions for one element: location, scale and support around the functions of standard distributions.

Outside of the support, and where a parameter is wrong, results are constants, as SciPy's are: derivatives are 0 there.
``support(*shapes)`` gives the ends of the support, and whether the shapes are right.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def logpdf(log_density: Any, support: Any, x: float, loc: float, scale: float, *shapes: float) -> Any:
    """The logarithm of the density."""
    low, high, right = support(*shapes)
    if not right or not scale > 0.0 or np.isnan(x) or np.isnan(loc):
        return np.nan
    y = (x - loc) / scale
    if not low <= y <= high:
        return -np.inf
    return log_density(y, *shapes) - np.log(scale)


def pdf(log_density: Any, support: Any, x: float, loc: float, scale: float, *shapes: float) -> Any:
    """The density."""
    value = logpdf(log_density, support, x, loc, scale, *shapes)
    return 0.0 if value == -np.inf else np.exp(value)


def _probability(
    inside: Any, at_low: float, at_high: float, support: Any, x: float, loc: float, scale: float, *shapes: float
) -> Any:  # fmt: skip
    """What ``inside`` says of x in the support, and constants below and above it."""
    low, high, right = support(*shapes)
    if not right or not scale > 0.0 or np.isnan(x) or np.isnan(loc):
        return np.nan
    y = (x - loc) / scale
    if y <= low:
        return at_low
    return at_high if y >= high else inside(y, *shapes)


def cdf(below: Any, support: Any, x: float, loc: float, scale: float, *shapes: float) -> Any:
    """The probability up to x."""
    return _probability(below, 0.0, 1.0, support, x, loc, scale, *shapes)


def sf(above: Any, support: Any, x: float, loc: float, scale: float, *shapes: float) -> Any:
    """The probability from x on."""
    return _probability(above, 1.0, 0.0, support, x, loc, scale, *shapes)


def logcdf(log_below: Any, support: Any, x: float, loc: float, scale: float, *shapes: float) -> Any:
    """The logarithm of the probability up to x."""
    return _probability(log_below, -np.inf, 0.0, support, x, loc, scale, *shapes)


def logsf(log_above: Any, support: Any, x: float, loc: float, scale: float, *shapes: float) -> Any:
    """The logarithm of the probability from x on."""
    return _probability(log_above, 0.0, -np.inf, support, x, loc, scale, *shapes)


def log_of(
    probability: Any, method: Any, rest: Any, of_rest: Any, support: Any, x: float, loc: float, scale: float, *shapes: float
) -> Any:  # fmt: skip
    """The logarithm of `cdf` or `sf`, ``method``, where there is no formula of its own; near 1 by ``of_rest``, the other one."""
    value = method(probability, support, x, loc, scale, *shapes)
    if value > 0.75:
        return np.log1p(-of_rest(rest, support, x, loc, scale, *shapes))
    return -np.inf if value == 0.0 else np.log(value)


def ppf(quantile: Any, support: Any, q: float, loc: float, scale: float, *shapes: float) -> Any:
    """Where `cdf` is q."""
    low, high, right = support(*shapes)
    if not right or not scale > 0.0 or np.isnan(loc) or not 0.0 <= q <= 1.0:
        return np.nan
    if q == 0.0:
        return low * scale + loc
    return (high if q == 1.0 else quantile(q, *shapes)) * scale + loc


def isf(quantile: Any, support: Any, q: float, loc: float, scale: float, *shapes: float) -> Any:
    """Where `sf` is q, by the function for that."""
    low, high, right = support(*shapes)
    if not right or not scale > 0.0 or np.isnan(loc) or not 0.0 <= q <= 1.0:
        return np.nan
    if q == 1.0:
        return low * scale + loc
    return (high if q == 0.0 else quantile(q, *shapes)) * scale + loc


def mean(standard: Any, support: Any, loc: float, scale: float, *shapes: float) -> Any:
    """The mean."""
    _, _, right = support(*shapes)
    return standard(*shapes) * scale + loc if right and scale > 0.0 else np.nan


def var(standard: Any, support: Any, loc: float, scale: float, *shapes: float) -> Any:
    """The variance."""
    _, _, right = support(*shapes)
    return standard(*shapes) * scale * scale if right and scale > 0.0 and not np.isnan(loc) else np.nan


def std(standard: Any, support: Any, loc: float, scale: float, *shapes: float) -> Any:
    """The standard deviation."""
    return np.sqrt(var(standard, support, loc, scale, *shapes))


def entropy(standard: Any, support: Any, loc: float, scale: float, *shapes: float) -> Any:
    """The differential entropy."""
    _, _, right = support(*shapes)
    return standard(*shapes) + np.log(scale) if right and scale > 0.0 and not np.isnan(loc) else np.nan


# ---- distributions of whole numbers


def logpmf(log_mass: Any, support: Any, k: float, loc: float, *shapes: float) -> Any:
    """The logarithm of the probability of k."""
    low, high, right = support(*shapes)
    if not right or np.isnan(k) or np.isnan(loc):
        return np.nan
    j = k - loc
    if not low <= j <= high or np.floor(j) != j:
        return -np.inf
    return log_mass(j, *shapes)


def pmf(log_mass: Any, support: Any, k: float, loc: float, *shapes: float) -> Any:
    """The probability of k."""
    value = logpmf(log_mass, support, k, loc, *shapes)
    return 0.0 if value == -np.inf else np.exp(value)


def _whole_probability(
    inside: Any, at_low: float, at_high: float, support: Any, k: float, loc: float, *shapes: float
) -> Any:  # fmt: skip
    """As `_probability`."""
    low, high, right = support(*shapes)
    if not right or np.isnan(k) or np.isnan(loc):
        return np.nan
    j = np.floor(k - loc)
    if j < low:
        return at_low
    return at_high if j >= high else inside(j, *shapes)


def discrete_cdf(below: Any, support: Any, k: float, loc: float, *shapes: float) -> Any:
    """The probability up to k."""
    return _whole_probability(below, 0.0, 1.0, support, k, loc, *shapes)


def discrete_sf(above: Any, support: Any, k: float, loc: float, *shapes: float) -> Any:
    """The probability above k."""
    return _whole_probability(above, 1.0, 0.0, support, k, loc, *shapes)


def discrete_logcdf(log_below: Any, support: Any, k: float, loc: float, *shapes: float) -> Any:
    """The logarithm of the probability up to k."""
    return _whole_probability(log_below, -np.inf, 0.0, support, k, loc, *shapes)


def discrete_logsf(log_above: Any, support: Any, k: float, loc: float, *shapes: float) -> Any:
    """The logarithm of the probability above k."""
    return _whole_probability(log_above, 0.0, -np.inf, support, k, loc, *shapes)


def discrete_log(
    probability: Any, method: Any, rest: Any, of_rest: Any, support: Any, k: float, loc: float, *shapes: float
) -> Any:  # fmt: skip
    """The logarithm of `discrete_cdf` or `discrete_sf`, ``method``; near 1 by ``of_rest``, the other one."""
    value = method(probability, support, k, loc, *shapes)
    if value > 0.75:
        return np.log1p(-of_rest(rest, support, k, loc, *shapes))
    return -np.inf if value == 0.0 else np.log(value)


def discrete_mean(standard: Any, support: Any, loc: float, *shapes: float) -> Any:
    """The mean."""
    _, _, right = support(*shapes)
    return standard(*shapes) + loc if right else np.nan


def discrete_var(standard: Any, support: Any, loc: float, *shapes: float) -> Any:
    """The variance."""
    _, _, right = support(*shapes)
    return standard(*shapes) if right and not np.isnan(loc) else np.nan


def discrete_std(standard: Any, support: Any, loc: float, *shapes: float) -> Any:
    """The standard deviation."""
    return np.sqrt(discrete_var(standard, support, loc, *shapes))
