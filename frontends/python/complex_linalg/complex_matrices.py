"""Systems of complex equations, and eigenvalues, as those of real and imaginary parts, in Python that is compiled.

``(A + iB)(x + iy) = c + id`` is ``[[A, -B], [B, A]] [x, y] = [c, d]`` (G. H. Golub, C. F. Van Loan, *Matrix Computations*, 4th
edition, section 4.2): twice as many operations as in complex numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def solve(a: Any, b: Any) -> Any:
    """``np.linalg.solve`` of one complex matrix."""
    matrix, given = np.asarray(a) * (1.0 + 0.0j), np.asarray(b) * (1.0 + 0.0j)
    n = matrix.shape[0]
    if matrix.shape[1] != n:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    if given.shape[0] != n:
        raise ValueError("solve: the right-hand side has another number of rows than the matrix")
    doubled = np.empty((2 * n, 2 * n))
    doubled[:n, :n] = matrix.real
    doubled[:n, n:] = -matrix.imag
    doubled[n:, :n] = matrix.imag
    doubled[n:, n:] = matrix.real
    x = np.linalg.solve(doubled, np.concatenate((given.real, given.imag)))
    return x[:n] + 1j * x[n:]


def inv(a: Any) -> Any:
    """``np.linalg.inv`` of one complex matrix."""
    return solve(a, np.eye(np.asarray(a).shape[0]))


def eigvalsh(a: Any, UPLO: Any = "L") -> Any:
    """The eigenvalues of a Hermitian matrix: each is one of the symmetric matrix of its parts, twice."""
    if a.shape[0] != a.shape[1]:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    if UPLO not in ("L", "l", "U", "u"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    below = np.tril(a, -1) if UPLO in ("L", "l") else np.conj(np.triu(a, 1)).T
    real = below.real + below.real.T + np.diag(np.diag(a).real)
    imaginary = below.imag - below.imag.T
    parts = np.concatenate((np.concatenate((real, -imaginary), axis=1), np.concatenate((imaginary, real), axis=1)))
    return np.linalg.eigvalsh(parts)[::2]


def _pivots(a: Any) -> Any:
    """The diagonal of U in P A Q = L U, and the sign of P and Q; ``a`` is used up.

    The largest element that is left is next: where it is zero with others behind it, all minors are, and so is the derivative.
    """
    n, sign = len(a), 1.0
    found = np.zeros(n, dtype=np.complex128)
    for k in range(n):
        row, column, largest = k, k, 0.0
        for i in range(k, n):
            for j in range(k, n):
                square = a[i, j].real ** 2 + a[i, j].imag ** 2
                if square > largest or square != square:
                    row, column, largest = i, j, square
        if row != k:
            sign = -sign
            for j in range(n):
                a[k, j], a[row, j] = a[row, j], a[k, j]
        if column != k:
            sign = -sign
            for i in range(n):
                a[i, k], a[i, column] = a[i, column], a[i, k]
        found[k] = a[k, k]
        if largest != 0.0:
            for i in range(k + 1, n):
                factor = a[i, k] / a[k, k]
                for j in range(k + 1, n):
                    a[i, j] -= factor * a[k, j]
    return found, sign


def _square(a: Any) -> Any:
    if a.shape[0] != a.shape[1]:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    return a.copy()


def det(a: Any) -> Any:
    """The determinant of a complex matrix, by elimination."""
    parts, sign = _pivots(_square(a))
    found = sign + 0.0j
    for k in range(len(parts)):
        found *= parts[k]
    return found


def slogdet(a: Any) -> Any:
    """The determinant of a complex matrix over its absolute value, and the logarithm of that."""
    parts, sign = _pivots(_square(a))
    unit, total = sign + 0.0j, 0.0
    for k in range(len(parts)):
        size = np.abs(parts[k])
        if size == 0.0:
            return 0.0j * parts[k], np.log(size)
        unit *= parts[k] / size
        total += np.log(size)
    return unit, total
