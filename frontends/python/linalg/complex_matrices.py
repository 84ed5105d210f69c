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
