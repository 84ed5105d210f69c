"""The functions of NumPy in this folder, by the module of NumPy that has them."""

from __future__ import annotations

from typing import Any

from irad.frontends.python.library.numpy_objects import float_parts, packed_bits, spaced_points
from irad.frontends.python.library.of_numpy import (
    applied,
    axis_functions,
    element_functions,
    grid_indices,
    histogram_functions,
    matrix_functions,
    nan_reductions,
    orders,
    polynomial_series,
    polynomials,
    quantile_functions,
    searching,
    window_functions,
)

_NUMPY = {
    nan_reductions: "nanmax nanmin nanargmax nanargmin nancumsum nancumprod",
    quantile_functions: "median nanmedian quantile nanquantile percentile nanpercentile",
    searching: "interp",
    window_functions: "bartlett hanning hamming blackman kaiser",
    histogram_functions: "histogram histogram2d histogramdd histogram_bin_edges",
    orders: "partition argpartition lexsort sort_complex",
    applied: "apply_along_axis apply_over_axes piecewise fromfunction fromiter",
    grid_indices: "tril_indices triu_indices tril_indices_from triu_indices_from mask_indices diag_indices diag_indices_from "
    "extract place putmask copyto resize",
    polynomials: "polyadd polysub polydiv poly polyfit roots",
    matrix_functions: "matrix_transpose vecdot matvec vecmat",
    element_functions: "divmod modf fix isposinf isneginf reciprocal",
    spaced_points: "logspace geomspace",
    packed_bits: "packbits unpackbits real_if_close",
    float_parts: "frexp ldexp nextafter spacing",
    axis_functions: "rollaxis unstack cumulative_sum cumulative_prod unique_values array_equiv isscalar astype asarray_chkfinite "
    "broadcast_shapes",
}
_LINALG = (
    "cond matrix_rank vector_norm matrix_norm tensorsolve tensorinv trace diagonal matrix_transpose outer cross matmul tensordot "
    "vecdot"
)
_SERIES = {
    "polynomial": "polyval polyvander polyfit polyadd polysub polymul polyder polyint",
    "chebyshev": "chebval chebvander chebfit chebgauss",
    "legendre": "legval legvander legfit leggauss",
    "hermite": "hermval hermvander hermgauss",
    "hermite_e": "hermeval hermevander hermegauss",
    "laguerre": "lagval lagvander laggauss",
}
INTEGERS = {n: getattr(element_functions, n) for n in ("gcd", "lcm", "bitwise_count")}
OF_NUMPY: dict[str, Any] = {n: getattr(module, n) for module, names in _NUMPY.items() for n in names.split()}
OF_LINALG: dict[str, Any] = {n: getattr(matrix_functions, n) for n in _LINALG.split()}
OF_SERIES: dict[str, dict[str, Any]] = {
    f"numpy.polynomial.{k}": {n: getattr(polynomial_series, n) for n in names.split()} for k, names in _SERIES.items()
}
