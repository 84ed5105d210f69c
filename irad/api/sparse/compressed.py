"""Sparse matrices from few products with vectors: which products are computed, and where each entry is read.

Jacobians are computed by sums of columns (forward mode) or by sums of rows (reverse mode), Hessians by sums of columns, where an
entry may be read at either of its two mirrored places.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from irad.api.sparse.colouring import Colours, column_colouring, count, star_colouring

_REVERSE = 3  # the price of a product with the transposed matrix; a product with the matrix costs 1


@dataclass(frozen=True)
class Compression:
    """``pattern``: a canonical CSR matrix.  ``place``: for each of its entries the product that has it, and the element there."""

    pattern: sparse.csr_array
    colours: Colours
    place: tuple[np.ndarray, np.ndarray]
    by_rows: bool = False

    @property
    def count(self) -> int:
        """The number of products."""
        return count(self.colours)

    def directions(self, dtype: np.dtype) -> np.ndarray:
        """One vector per colour: which columns (or rows) are added up."""
        out = np.zeros((self.count, len(self.colours)), dtype)
        out[self.colours, np.arange(len(self.colours))] = 1
        return out

    def matrix(self, products: np.ndarray) -> sparse.csr_array:
        """The matrix; ``products`` has one row per direction."""
        return matrix_like(self.pattern, products[self.place])


def matrix_like(pattern: sparse.csr_array, entries: np.ndarray) -> sparse.csr_array:
    """A matrix with the pattern of another one, with which it shares no memory."""
    return sparse.csr_array((entries, pattern.indices.copy(), pattern.indptr.copy()), shape=pattern.shape)


def canonical(pattern: sparse.csr_array) -> sparse.csr_array:
    """The stored entries as ones, each once, rows sorted."""
    out = sparse.csr_array(pattern).copy()
    out.data = np.ones(len(out.data), np.int8)
    out.sum_duplicates()
    out.data[:] = 1
    return out


def merged(a: sparse.csr_array, b: sparse.csr_array) -> sparse.csr_array:
    """The entries of both."""
    return canonical(a + b)


def row_numbers(pattern: sparse.csr_array) -> np.ndarray:
    """The row of each entry."""
    return np.repeat(np.arange(pattern.shape[0]), np.diff(pattern.indptr))


def compress_jacobian(pattern: sparse.csr_array) -> Compression:
    """By columns or by rows, whichever costs less."""
    columns = column_colouring(pattern)
    if count(columns) > _REVERSE:  # one row at least
        rows = column_colouring(canonical(pattern.T))
        if count(rows) * _REVERSE < count(columns):
            return Compression(pattern, rows, (rows[row_numbers(pattern)], pattern.indices), by_rows=True)
    return Compression(pattern, columns, (columns[pattern.indices], row_numbers(pattern)))


def compress_hessian(pattern: sparse.csr_array) -> Compression:
    """By a star colouring; the pattern is made symmetric.  Entries that mirror each other are read in the same place."""
    pattern = merged(pattern, canonical(pattern.T))
    colours = star_colouring(pattern)
    i, j = row_numbers(pattern), pattern.indices
    key = i.astype(np.int64) * max(count(colours), 1) + colours[j]
    _, which, times = np.unique(key, return_inverse=True, return_counts=True)
    alone = times[which] == 1  # no other column of this colour has an entry in this row
    numbers = sparse.csr_array((np.arange(pattern.nnz), pattern.indices, pattern.indptr), shape=pattern.shape)
    mirrored = canonical_order(numbers.T)
    upper = np.where(i <= j, np.arange(pattern.nnz), mirrored)  # the entry above the diagonal
    row, column = i[upper], j[upper]
    direct = alone[upper]
    return Compression(pattern, colours, (np.where(direct, colours[column], colours[row]), np.where(direct, row, column)))


def canonical_order(matrix: object) -> np.ndarray:
    """The stored values, row by row."""
    found = sparse.csr_array(matrix)
    found.sort_indices()
    return np.asarray(found.data)
