"""The functions of Python's modules in this folder."""

from __future__ import annotations

from typing import Any

from irad.frontends.python.library.of_python import math_written, statistics_written

_MATH = "fsum dist isclose modf remainder ldexp frexp nextafter ulp"
_STATISTICS = (
    "mean fmean geometric_mean harmonic_mean pvariance variance pstdev stdev median median_low median_high covariance correlation"
)
OF_PYTHON: dict[str, dict[str, Any]] = {
    "math": {n: getattr(math_written, n) for n in _MATH.split()},
    "cmath": {"isclose": math_written.isclose},
    "statistics": {n: getattr(statistics_written, n) for n in _STATISTICS.split()},
}
