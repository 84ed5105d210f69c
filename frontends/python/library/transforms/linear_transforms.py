"""Transforms of the rows of matrices, with their derivatives: they are linear, and the adjoint of each is one of them.

In this process NumPy's loops compute them, elsewhere the passes of `stockham`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.transforms.numpy_transforms import in_process, transform_rows
from irad.frontends.python.library.transforms.stockham import chirps, passes, roots_of_unity, size_of
from irad.frontends.python.sources.rule_sets import RuleSet, with_rules


def of_complex(x: Any, sign: Any, scale: Any) -> Any:
    """The sums over j of ``x[i, j] exp(sign 2πi j k / n) scale``, for all i and k."""
    rows, n = x.shape
    out = np.empty((rows, n), dtype=np.complex128)
    if in_process():
        if sign < 0.0:
            transform_rows("fft", x, out, scale)
        else:
            transform_rows("ifft", x, out, scale)
        return out
    size = size_of(n)
    yr, yi, zr, zi = np.zeros(size), np.zeros(size), np.empty(size), np.empty(size)
    chirped = size != n
    wr, wi = roots_of_unity(size, -1.0 if chirped else sign)
    if chirped:
        cr, ci, br, bi = chirps(n, size, sign, wr, wi)
    else:
        cr, ci, br, bi = yr, yi, yr, yi
    for i in range(rows):
        for k in range(n):
            yr[k], yi[k] = x[i, k].real, x[i, k].imag
        if chirped:
            for k in range(n):
                a, b = yr[k], yi[k]
                yr[k], yi[k] = a * cr[k] - b * ci[k], a * ci[k] + b * cr[k]
            for k in range(n, size):
                yr[k], yi[k] = 0.0, 0.0
        # of chirps: their convolution is what the conjugated product of transforms is transformed to, conjugated again
        fr, fi = passes(yr, yi, zr, zi, wr, wi, -1.0 if chirped else sign)
        if chirped:
            for k in range(size):
                a, b = fr[k] * br[k] - fi[k] * bi[k], fr[k] * bi[k] + fi[k] * br[k]
                yr[k], yi[k] = a, -b
            fr, fi = passes(yr, yi, zr, zi, wr, wi, -1.0)
            for k in range(n):
                a, b = fr[k] * (scale / size), -fi[k] * (scale / size)
                out[i, k] = complex(a * cr[k] - b * ci[k], a * ci[k] + b * cr[k])
        else:
            for k in range(n):
                out[i, k] = complex(fr[k] * scale, fi[k] * scale)
    return out


def real_to_half(x: Any, scale: Any) -> Any:
    """`of_complex` with sign -1 of real numbers: the first n // 2 + 1 columns, of which the others are the mirror image."""
    rows, n = x.shape
    if in_process():
        half = np.empty((rows, n // 2 + 1), dtype=np.complex128)
        if n % 2 == 1:
            transform_rows("rfft_n_odd", x, half, scale)
        else:
            transform_rows("rfft_n_even", x, half, scale)
        return half
    if n % 2 == 1:
        return of_complex(x * (1.0 + 0.0j), -1.0, scale)[:, : n // 2 + 1].copy()
    h = n // 2
    pairs, out = np.empty((rows, h), dtype=np.complex128), np.empty((rows, h + 1), dtype=np.complex128)
    for i in range(rows):
        for k in range(h):
            pairs[i, k] = complex(x[i, 2 * k], x[i, 2 * k + 1])
    found = of_complex(pairs, -1.0, 0.5 * scale)
    wr, wi = roots_of_unity(n, -1.0)
    for i in range(rows):
        a, b = found[i, 0].real, found[i, 0].imag
        out[i, 0], out[i, h] = complex(2.0 * (a + b), 0.0), complex(2.0 * (a - b), 0.0)
        for k in range(1, h):
            a, b, c, d = found[i, k].real, found[i, k].imag, found[i, h - k].real, found[i, h - k].imag
            p, q = b + d, c - a  # of the elements at odd places
            out[i, k] = complex(a + c + p * wr[k] - q * wi[k], b - d + p * wi[k] + q * wr[k])
    return out


def half_to_real(x: Any, n: Any, scale: Any) -> Any:
    """The ``n`` real numbers that `of_complex` with sign 1 has for the columns of ``x`` with their mirror image."""
    rows, h = x.shape[0], n // 2
    out = np.empty((rows, n))
    if in_process():
        transform_rows("irfft", x, out, scale)
        return out
    if n % 2 == 1:
        whole = np.empty((rows, n), dtype=np.complex128)
        for i in range(rows):
            whole[i, 0] = complex(x[i, 0].real, 0.0)
            for k in range(1, h + 1):
                whole[i, k] = x[i, k]
                whole[i, n - k] = complex(x[i, k].real, -x[i, k].imag)
        found = of_complex(whole, 1.0, scale)
        for i in range(rows):
            for k in range(n):
                out[i, k] = found[i, k].real
        return out
    pairs = np.empty((rows, h), dtype=np.complex128)
    wr, wi = roots_of_unity(n, 1.0)
    for i in range(rows):
        a, c = x[i, 0].real, x[i, h].real
        pairs[i, 0] = complex(a + c, a - c)
        for k in range(1, h):
            a, b, c, d = x[i, k].real, x[i, k].imag, x[i, h - k].real, -x[i, h - k].imag
            p, q = (a - c) * wr[k] - (b - d) * wi[k], (a - c) * wi[k] + (b - d) * wr[k]
            pairs[i, k] = complex(a + c - q, b + d + p)
    found = of_complex(pairs, 1.0, scale)
    for i in range(rows):
        for k in range(h):
            out[i, 2 * k], out[i, 2 * k + 1] = found[i, k].real, found[i, k].imag
    return out


def real_to_whole(x: Any, sign: Any, scale: Any) -> Any:
    """`of_complex` of real numbers."""
    rows, n = x.shape
    if in_process():
        return of_complex(x.astype(np.complex128), sign, scale)
    half, out = real_to_half(x, scale), np.empty((rows, n), dtype=np.complex128)
    for i in range(rows):
        for k in range(n // 2 + 1):
            a, b = half[i, k].real, -sign * half[i, k].imag
            out[i, k] = complex(a, b)
            if k > 0:
                out[i, n - k] = complex(a, -b)
    return out


def inner(x: Any, n: Any, factor: Any) -> Any:
    """``x``, multiplied by a factor where a column has a mirror image."""
    out = x * factor
    out[:, 0] = x[:, 0].real * (1.0 + 0.0j)
    if n % 2 == 0:
        out[:, n // 2] = x[:, n // 2].real * (1.0 + 0.0j)
    return out


def _complex_ahead(x: Any, sign: Any, scale: Any) -> Any:
    return of_complex(x, sign, scale), (sign, scale)


def _complex_back(kept: Any, cotangent: Any) -> Any:
    sign, scale = kept
    return of_complex(cotangent, -sign, scale), None, None


def _complex_along(primals: Any, tangents: Any) -> Any:
    x, sign, scale = primals
    return of_complex(x, sign, scale), of_complex(tangents[0], sign, scale)


def _half_ahead(x: Any, scale: Any) -> Any:
    return real_to_half(x, scale), (x.shape[1], scale)


def _half_back(kept: Any, cotangent: Any) -> Any:
    n, scale = kept
    return half_to_real(inner(cotangent, n, 0.5), n, scale), None


def _half_along(primals: Any, tangents: Any) -> Any:
    x, scale = primals
    return real_to_half(x, scale), real_to_half(tangents[0], scale)


def _real_ahead(x: Any, n: Any, scale: Any) -> Any:
    return half_to_real(x, n, scale), (n, scale)


def _real_back(kept: Any, cotangent: Any) -> Any:
    n, scale = kept
    return inner(real_to_half(cotangent, scale), n, 2.0), None, None


def _real_along(primals: Any, tangents: Any) -> Any:
    x, n, scale = primals
    return half_to_real(x, n, scale), half_to_real(tangents[0], n, scale)


def _whole_ahead(x: Any, sign: Any, scale: Any) -> Any:
    return real_to_whole(x, sign, scale), (sign, scale)


def _whole_back(kept: Any, cotangent: Any) -> Any:
    sign, scale = kept
    return of_complex(cotangent, -sign, scale).real.copy(), None, None


def _whole_along(primals: Any, tangents: Any) -> Any:
    x, sign, scale = primals
    return real_to_whole(x, sign, scale), real_to_whole(tangents[0], sign, scale)


for _f, _ahead, _back, _along in (
    (of_complex, _complex_ahead, _complex_back, _complex_along),
    (real_to_half, _half_ahead, _half_back, _half_along),
    (half_to_real, _real_ahead, _real_back, _real_along),
    (real_to_whole, _whole_ahead, _whole_back, _whole_along),
):
    vars(_f)["irad_unchecked"] = True  # all their indices are in range
    with_rules(_f, RuleSet(_ahead, _back, _along, reverse_style="jax", forward_style="jax"))
