"""Matrices of `scipy.linalg` whose elements are those of a sequence, or numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused


def _sequence(c: Any) -> Any:
    given = np.asarray(c)
    if given.ndim > 1:
        refused("special matrices of arrays of several axes are not supported in compiled functions", "c.ravel()")
    return given.ravel()


def narrow_as_single(a: Any) -> Any:
    """Truth values and integers of one or two bytes in single precision, in which LAPACK gets them from SciPy."""
    given = np.asarray(a)
    if given.dtype.kind in "biu" and given.dtype.itemsize <= 2:
        return given.astype(np.float32)
    return given


def toeplitz(c: Any, r: Any = None) -> Any:
    """The matrix with the same element along each diagonal: ``c`` in the first column, ``r`` in the first row."""
    column = _sequence(c)
    row = column.conj() if r is None else _sequence(r)
    m, n = len(column), len(row)
    found = np.empty((m, n), dtype=(column[:1] + row[:1]).dtype)
    for i in range(m):
        for j in range(n):
            found[i, j] = column[i - j] if i >= j else row[j - i]
    return found


def circulant(c: Any) -> Any:
    """The matrix whose columns are ``c``, each turned by one more."""
    column = _sequence(c)
    n = len(column)
    found = np.empty((n, n), dtype=column.dtype)
    for i in range(n):
        for j in range(n):
            found[i, j] = column[(i - j) % n]
    return found


def hankel(c: Any, r: Any = None) -> Any:
    """The matrix with the same element along each antidiagonal: ``c`` in the first column, ``r`` in the last row."""
    if np.ndim(c) == 0:
        raise IndexError("too many indices for array: array is 0-dimensional, but 1 were indexed")
    column = _sequence(c)
    row = np.zeros_like(column) if r is None else _sequence(r)
    m, n = len(column), len(row)
    found = np.empty((m, n), dtype=(column[:1] + row[:1]).dtype)
    for i in range(m):
        for j in range(n):
            found[i, j] = column[i + j] if i + j < m else row[i + j - m + 1]
    return found


def companion(a: Any) -> Any:
    """The matrix with the characteristic polynomial of these coefficients, the highest power first."""
    given = np.asarray(a)
    if given.ndim != 1:
        refused("companion() of several polynomials at once is not supported in compiled functions", "a loop")
    n = len(given) - 1
    if n < 1:
        raise ValueError("The length of `a` must be at least 2.")
    if given[0] == 0:
        raise ValueError("The first coefficient(s) of `a` must not be zero.")
    found = np.zeros((n, n), dtype=(given[:1] / np.float32(1.0)).dtype if given.dtype.kind in "fc" else np.float64)
    for j in range(n):
        found[0, j] = -given[j + 1] / given[0]
        if j > 0:
            found[j, j - 1] = 1.0
    return found


def convolution_matrix(a: Any, n: int, mode: str = "full") -> Any:
    """The matrix whose product with v is ``np.convolve(a, v, mode)``, for v of ``n`` elements."""
    given = np.asarray(a)
    if given.ndim != 1:
        refused("convolution_matrix() of several sequences at once is not supported in compiled functions", "a loop")
    m = len(given)
    if n <= 0:
        raise ValueError("n must be a positive integer.")
    if m == 0:
        raise ValueError("len(a) must be at least 1.")
    if mode != "full" and mode != "same" and mode != "valid":
        raise ValueError("'mode' argument must be one of ('full', 'valid', 'same')")
    first = 0 if mode == "full" else (min(m, n) - 1) // 2 if mode == "same" else min(m, n) - 1
    count = m + n - 1 if mode == "full" else max(m, n) if mode == "same" else max(m, n) - min(m, n) + 1
    found = np.zeros((count, n), dtype=given.dtype)
    for i in range(count):
        for j in range(n):
            k = i + first - j
            if 0 <= k < m:
                found[i, j] = given[k]
    return found


def leslie(f: Any, s: Any) -> Any:
    """The matrix of fertilities in the first row and survivals below the diagonal."""
    births, kept = np.asarray(f), np.asarray(s)
    if len(births) != len(kept) + 1:
        raise ValueError("The length of s must be one less than the length of f.")
    n = len(births)
    found = np.zeros((n, n), dtype=(births[:1] + kept[:1]).dtype)
    for j in range(n):
        found[0, j] = births[j]
        if j > 0:
            found[j, j - 1] = kept[j - 1]
    return found


def fiedler(a: Any) -> Any:
    """The absolute differences of all elements."""
    given = _sequence(a)
    if len(given) == 0:
        raise NotImplementedError("fiedler() of no elements in compiled functions")
    return np.abs(given[:, None] - given)


def hilbert(n: int) -> Any:
    """1 / (i + j + 1)."""
    places = np.arange(n) * 1.0
    return 1.0 / (places[:, None] + places + 1.0)


def dft(n: int, scale: Any = None) -> Any:
    """The matrix of the discrete Fourier transform."""
    found = np.empty((n, n), dtype=np.complex128)
    factor = 1.0
    if scale == "sqrtn":
        factor = 1.0 / math.sqrt(n)
    elif scale == "n":
        factor = 1.0 / n
    elif scale is not None:
        raise ValueError("scale must be None, 'sqrtn', or 'n'")
    for i in range(n):
        for j in range(n):
            angle = -2.0 * math.pi * ((i * j) % n) / n
            found[i, j] = factor * complex(math.cos(angle), math.sin(angle))
    return found


def block_diag(*arrs: Any) -> Any:
    """The matrices along the diagonal, zeros beside them."""
    blocks = [np.atleast_2d(a) for a in arrs]
    m, n = 0, 0
    for k in range(len(blocks)):
        if np.ndim(arrs[k]) > 2:
            refused("block_diag() of stacked matrices is not supported in compiled functions", "a loop")
        m += blocks[k].shape[0]
        n += blocks[k].shape[1]
    found = np.zeros((m, n), dtype=np.result_type(*blocks))
    i, j = 0, 0
    for b in blocks:
        found[i : i + b.shape[0], j : j + b.shape[1]] = b
        i += b.shape[0]
        j += b.shape[1]
    return found


def khatri_rao(a: Any, b: Any) -> Any:
    """Kronecker's products of the columns."""
    x, y = np.asarray(a), np.asarray(b)
    if x.ndim != 2 or y.ndim != 2:
        raise ValueError("The both arrays should be 2-dimensional.")
    if x.shape[1] != y.shape[1]:
        raise ValueError("The number of columns for both arrays should be equal.")
    return np.reshape(x[:, None, :] * y[None, :, :], (-1, x.shape[1]))


def hadamard(n: Any, dtype: Any = int) -> Any:
    """Hadamard's matrix of 1 and -1, by Sylvester's construction."""
    if n < 1 or n & (n - 1) != 0:
        raise ValueError("n must be an positive integer, and n must be a power of 2")
    found = np.empty((n, n), dtype=dtype)
    for i in range(n):
        for j in range(n):
            bits, odd = i & j, 0
            while bits > 0:
                odd ^= bits & 1
                bits >>= 1
            found[i, j] = 1 - 2 * odd
    return found


def helmert(n: Any, full: bool = False) -> Any:
    """Helmert's matrix; the first row, of equal elements, only with ``full``."""
    found = np.zeros((n, n))
    for j in range(n):
        found[0, j] = 1.0 / math.sqrt(n)
    for i in range(1, n):
        for j in range(i):
            found[i, j] = 1.0 / math.sqrt(i * (i + 1))
        found[i, i] = -i / math.sqrt(i * (i + 1))
    return found if full else found[1:].copy()


def _pascal(n: Any) -> Any:
    """Binomial coefficients, row by row."""
    if n >= 35:
        raise NotImplementedError("pascal() and invpascal() of more than 34 rows in compiled functions")
    found = np.zeros((n, n), dtype=np.int64)
    for i in range(n):
        found[i, 0] = 1
        for j in range(1, i + 1):
            found[i, j] = found[i - 1, j - 1] + found[i - 1, j]
    return found


def pascal(n: Any, kind: str = "symmetric", exact: Any = True) -> Any:
    """Pascal's matrix of binomial coefficients."""
    triangle = _pascal(n)
    if kind == "lower":
        return triangle.astype(np.uint64)
    if kind == "upper":
        return triangle.T.copy().astype(np.uint64)
    return (triangle @ triangle.T).astype(np.uint64)


def invpascal(n: Any, kind: str = "symmetric", exact: Any = True) -> Any:
    """The inverse of Pascal's matrix."""
    triangle = _pascal(n)
    for i in range(n):
        for j in range(i + 1):
            if (i - j) % 2 == 1:
                triangle[i, j] = -triangle[i, j]
    if kind == "lower":
        return triangle
    if kind == "upper":
        return triangle.T.copy()
    return triangle.T @ triangle


def invhilbert(n: Any, exact: bool = False) -> Any:
    """The inverse of Hilbert's matrix."""
    if exact:
        refused("scipy.linalg.invhilbert() with exact=True is not supported in compiled functions", "leave it out")
    found = np.empty((n, n))
    p = float(n)
    for i in range(n):
        if i > 0:
            p = p * (n - i) * (n + i) / (i * i)
        r = p * p
        found[i, i] = r / (2 * i + 1)
        for j in range(i + 1, n):
            r = -(r * (n - j) * (n + j)) / (j * j)
            found[i, j] = r / (i + j + 1)
            found[j, i] = found[i, j]
    return found
