"""The parameters of distributions that are most likely for a sample, where a formula has them: ``scipy.stats.norm.fit(x)``."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused


def _checked(data: Any, fixed: bool, method: Any) -> Any:
    """As `_data`, with the error of other distributions."""
    if fixed:
        raise RuntimeError("All parameters fixed. There is nothing to optimize.")
    return _data(data, False, method)


def _data(data: Any, fixed: bool, method: Any) -> Any:
    """The sample, if there is something to find by the method of the greatest likelihood."""
    if str(method).lower() != "mle":
        refused("fit() with method= is not supported in compiled functions", "method='MLE'")
    if fixed:
        raise ValueError("All parameters fixed. There is nothing to optimize.")
    given = np.asarray(data)
    if not np.all(np.isfinite(given)):
        raise ValueError("The data contains non-finite values.")
    return given


def norm_fit(data: Any, *, floc: Any = None, fscale: Any = None, method: Setting = "MLE") -> Any:
    """The mean and the standard deviation."""
    x = _data(data, floc is not None and fscale is not None, method)
    loc = np.mean(x) if floc is None else floc
    return loc, np.sqrt(np.mean((x - loc) ** 2)) if fscale is None else fscale


def expon_fit(data: Any, *, floc: Any = None, fscale: Any = None, method: Setting = "MLE") -> Any:
    """The least element, and the distance of the mean from it."""
    x = _data(data, floc is not None and fscale is not None, method)
    loc = _least(x, floc)
    return float(loc), float(np.mean(x) - loc) if fscale is None else float(fscale)


def _least(x: Any, floc: Any) -> Any:
    """The location that is given, with no element below it, or the least element."""
    least = np.min(x)
    if floc is None:
        return least
    if least < floc:
        raise ValueError("Invalid values in `data`. All elements have to be floc or above it.")
    return floc


def uniform_fit(data: Any, *, floc: Any = None, fscale: Any = None, method: Setting = "MLE") -> Any:
    """The least element, and the distance to the largest one."""
    x = _data(data, floc is not None and fscale is not None, method)
    if fscale is not None:
        size = np.max(x) - np.min(x)
        if size > fscale:
            raise ValueError("Invalid values in `data`. The range of the data exceeds fscale.")
        return float(np.min(x) - 0.5 * (fscale - size)), float(fscale)
    loc = _least(x, floc)
    return float(loc), float(np.max(x) - loc)


def laplace_fit(data: Any, *, floc: Any = None, fscale: Any = None, method: Setting = "MLE") -> Any:
    """The median, and the mean distance from it."""
    x = _checked(data, floc is not None and fscale is not None, method)
    loc = np.median(x) if floc is None else floc
    return loc, np.sum(np.abs(x - loc)) / len(x) if fscale is None else fscale


def halfnorm_fit(data: Any, *, floc: Any = None, fscale: Any = None, method: Setting = "MLE") -> Any:
    """The least element, and the root of the mean square of the distances from it."""
    x = _checked(data, floc is not None and fscale is not None, method)
    loc = _least(x, floc)
    return loc, np.sqrt(np.mean((x - loc) ** 2)) if fscale is None else fscale


def lognorm_fit(data: Any, *, floc: Any = None, fscale: Any = None, method: Setting = "MLE") -> Any:
    """The standard deviation of the logarithms, the location that is given, and the geometric mean."""
    if floc is None:
        refused("lognorm.fit() without floc= is not supported in compiled functions", "floc=0")
    x = _data(data, False, method)
    if floc >= np.min(x):
        raise ValueError("Invalid values in `data`. All elements have to be above floc.")
    logs = np.log(x - floc)
    scale = np.exp(np.mean(logs)) if fscale is None else fscale
    return np.sqrt(np.mean((logs - np.log(scale)) ** 2)), floc, scale


def rayleigh_fit(data: Any, *, floc: Any = None, fscale: Any = None, method: Setting = "MLE") -> Any:
    """The location that is given, and the root of half of the mean square of the distances from it."""
    if floc is None:
        refused("rayleigh.fit() without floc= is not supported in compiled functions", "floc=0")
    x = _checked(data, fscale is not None, method)
    if np.any(x - floc <= 0):
        raise ValueError("Invalid values in `data`. All elements have to be above floc.")
    return floc, np.sqrt(np.sum((x - floc) ** 2) / (2 * len(x)))


def invgauss_fit(data: Any, *, floc: Any = None, fscale: Any = None, method: Setting = "MLE") -> Any:
    """The mean over the scale, the location that is given, and the scale."""
    if floc is None:
        refused("invgauss.fit() without floc= is not supported in compiled functions", "floc=0")
    x = _data(data, False, method)
    if np.any(x - floc < 0):
        raise ValueError("Invalid values in `data`. No element may be below floc.")
    away = x - floc
    mean = np.mean(away)
    scale = len(x) / np.sum(1.0 / away - 1.0 / mean) if fscale is None else fscale
    return mean / scale, floc, scale
