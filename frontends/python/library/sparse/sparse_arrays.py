"""Sparse matrices by rows, by columns, by elements and by diagonals, with the attributes of SciPy's objects.

Products go over the elements that are stored, in their order. What is stored where has no derivative.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.sparse.sparse_parts import check_compressed, check_elements, element, of_kind, part
from irad.frontends.python.library.sparse.sparse_sums import AxisSums, beside, product_elements

_OF_ROWS = "one row or column of a sparse matrix is not supported in compiled functions (csr_matrix and csr_array differ in it)"
_OF_PAIRS = "the elements at pairs of rows and columns of a sparse matrix are not supported in compiled functions"


class SparseBase:
    """What all formats share; each has `elements`."""

    irad_compiled = True
    data: Any
    shape: Any

    def elements(self) -> Any:
        """The rows, columns and values of what is stored."""
        raise NotImplementedError

    def __matmul__(self, x: Any) -> Any:
        if isinstance(x, SparseBase):
            if self.shape[1] != x.shape[0]:
                raise ValueError("matmul: dimension mismatch")
            by_rows = x.tocsr()
            found = product_elements(self.elements(), by_rows.indptr, by_rows.indices, by_rows.data)
            return self.like(found, (self.shape[0], x.shape[1]))
        rows, columns, data = self.elements()
        given = np.asarray(x)
        if given.ndim < 1 or given.ndim > 2 or given.shape[0] != self.shape[1]:
            raise ValueError("matmul: dimension mismatch")
        return _product(rows, columns, data, self.shape[0], given)

    def __rmatmul__(self, x: Any) -> Any:
        given = np.asarray(x)
        rows, columns, data = self.elements()
        if given.shape[-1] != self.shape[0]:
            raise ValueError("matmul: dimension mismatch")
        if given.ndim == 1:
            return _product(columns, rows, data, self.shape[1], given)
        return _product(columns, rows, data, self.shape[1], given.T).T

    def dot(self, x: Any) -> Any:
        return self @ x

    def like(self, elements: Any, shape: Any) -> Any:
        """A matrix of these elements in the format that results have."""
        return SparseRows((elements[2], (elements[0], elements[1])), shape)

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, SparseBase):
            refused("sums of a sparse matrix and an array or a number are not supported in compiled functions", "A.toarray() + x")
        if self.shape[0] != other.shape[0] or self.shape[1] != other.shape[1]:
            raise ValueError("inconsistent shapes")
        return self.like(beside(self.elements(), other.elements()), (self.shape[0], self.shape[1]))

    def __neg__(self) -> Any:
        raise NotImplementedError

    def __mul__(self, factor: Any) -> Any:
        raise NotImplementedError

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def sum(self, axis: Any = None) -> Any:
        if axis is None:
            return self.data.sum()
        rows, columns, data = self.elements()
        found = np.zeros(self.shape[0] if axis in (1, -1) else self.shape[1], dtype=data.dtype)
        np.add.at(found, rows if axis in (1, -1) else columns, data)
        return AxisSums(found)

    def copy(self) -> Any:
        return self * 1

    @property
    def nnz(self) -> Any:
        return len(self.data)

    @property
    def ndim(self) -> int:
        return 2

    @property
    def dtype(self) -> Any:
        return self.data.dtype

    def toarray(self) -> Any:
        rows, columns, data = self.elements()
        found = np.zeros((self.shape[0], self.shape[1]), dtype=data.dtype)
        for k in range(len(rows)):
            found[rows[k], columns[k]] += data[k]
        return found

    def diagonal(self) -> Any:
        rows, columns, data = self.elements()
        found = np.zeros(min(self.shape[0], self.shape[1]), dtype=data.dtype)
        for k in range(len(rows)):
            if rows[k] == columns[k]:
                found[rows[k]] += data[k]
        return found

    def tocoo(self) -> Any:
        rows, columns, data = self.elements()
        return SparseElements((data, (rows, columns)), (self.shape[0], self.shape[1]))

    def tocsr(self) -> Any:
        rows, columns, data = self.elements()
        return SparseRows((data, (rows, columns)), (self.shape[0], self.shape[1]))

    def tocsc(self) -> Any:
        rows, columns, data = self.elements()
        return SparseColumns((data, (rows, columns)), (self.shape[0], self.shape[1]))


def _product(rows: Any, columns: Any, data: Any, count: int, x: Any) -> Any:
    kind = (data[:1] * x.ravel()[:1]).dtype
    if x.ndim == 1:
        found = np.zeros(count, dtype=kind)
        for k in range(len(rows)):
            found[rows[k]] += data[k] * x[columns[k]]
        return found
    wide = np.zeros((count, x.shape[1]), dtype=kind)
    for k in range(len(rows)):
        for c in range(x.shape[1]):
            wide[rows[k], c] += data[k] * x[columns[k], c]
    return wide


def _expanded(indptr: Any, count: int) -> Any:
    """The number of the row of each element."""
    found = np.empty(count, dtype=np.int64)
    for i in range(len(indptr) - 1):
        for k in range(indptr[i], indptr[i + 1]):
            found[k] = i
    return found


def _shape_of(rows: Any, columns: Any, shape: Any) -> Any:
    if shape is not None:
        return shape[0], shape[1]
    if len(rows) == 0 or len(columns) == 0:
        raise ValueError("cannot infer dimensions from zero sized index arrays")
    return int(np.max(rows)) + 1, int(np.max(columns)) + 1


def _grouped(rows: Any, columns: Any, data: Any, m: int, n: int) -> Any:
    """Elements by rows, the columns ascending; those at the same place are added."""
    order = np.argsort(np.asarray(rows) * n + np.asarray(columns), kind="stable")
    first, indptr = np.empty(len(order), dtype=np.int32), np.zeros(m + 1, dtype=np.int32)
    indices, count = np.empty(len(order), dtype=np.int32), 0
    for p in range(len(order)):
        k = order[p]
        before = order[max(p - 1, 0)]
        if p == 0 or rows[k] != rows[before] or columns[k] != columns[before]:
            indices[count] = columns[k]
            indptr[rows[k] + 1] += 1
            count += 1
        first[p] = count - 1
    for i in range(m):
        indptr[i + 1] += indptr[i]
    values = np.zeros(count, dtype=data.dtype)
    for p in range(len(order)):
        values[first[p]] += data[order[p]]
    return values, indices[:count].copy(), indptr


def _dense_parts(a: Any) -> Any:
    given = np.asarray(a)
    rows, columns = np.nonzero(given)
    return rows, columns, given[rows, columns]


class SparseRows(SparseBase):
    """``csr_matrix`` and ``csr_array``."""

    irad_attributes = ("data", "indices", "indptr", "shape")

    def __init__(self, arg1: Any, shape: Any = None, dtype: Any = None, copy: Any = False) -> None:
        if isinstance(arg1, SparseBase):
            rows, columns, values = arg1.elements()
            self.shape = (arg1.shape[0], arg1.shape[1])
            self.data, self.indices, self.indptr = _grouped(rows, columns, of_kind(values, dtype), self.shape[0], self.shape[1])
        elif not isinstance(arg1, tuple):
            given = np.asarray(arg1)
            rows, columns, values = _dense_parts(given)
            self.shape, values = (given.shape[0], given.shape[1]), of_kind(values, dtype)
            self.data, self.indices, self.indptr = _grouped(rows, columns, values, given.shape[0], given.shape[1])
        elif len(arg1) == 3:
            data, indices, indptr = arg1
            self.data, self.indices, self.indptr = of_kind(data, dtype), np.asarray(indices), np.asarray(indptr)
            self.shape = _shape_of(self.indptr[:1] * 0 + (len(self.indptr) - 2), self.indices, shape)
            if len(self.indptr) != self.shape[0] + 1:
                raise ValueError("index pointer size should be the number of rows and one")
            check_compressed(self.data, self.indices, self.indptr)
        else:
            data, places = arg1
            rows, columns = np.asarray(places[0]), np.asarray(places[1])
            self.shape = _shape_of(rows, columns, shape)
            values = of_kind(data, dtype)
            check_elements(rows, columns, values, self.shape)
            self.data, self.indices, self.indptr = _grouped(rows, columns, values, self.shape[0], self.shape[1])

    def elements(self) -> Any:
        return _expanded(self.indptr, len(self.data)), self.indices, self.data

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, tuple):
            return self[index, :]
        if len(index) != 2:
            raise IndexError("too many indices for array")
        first, second = index
        axes = 0 if isinstance(first, slice) else np.ndim(first), 0 if isinstance(second, slice) else np.ndim(second)
        if axes[0] == 2 and axes[1] == 2:
            if first.shape[1] != 1 or second.shape[0] != 1:
                raise NotImplementedError("of arrays with two axes those of np.ix_ are indices of sparse matrices here")
            return self[np.ravel(first), :][:, np.ravel(second)]
        rows, columns = np.arange(self.shape[0])[first], np.arange(self.shape[1])[second]
        if np.ndim(rows) == 0 and np.ndim(columns) == 0:
            return element(self.indptr, self.indices, self.data, rows, columns)
        if np.ndim(rows) == 0 or np.ndim(columns) == 0:
            refused(_OF_ROWS, "A[i : i + 1], A[[i]], or A.toarray()[i]")
        if axes[0] > 0 and axes[1] > 0:
            refused(_OF_PAIRS, "A[np.ix_(rows, columns)], or A.toarray()[rows, columns]")
        parts = part(self.indptr, self.indices, self.data, self.shape[1], rows, columns)
        return SparseRows(parts, (len(rows), len(columns)))

    @property
    def T(self) -> Any:
        return SparseColumns((self.data, self.indices, self.indptr), (self.shape[1], self.shape[0]))

    def transpose(self) -> Any:
        return self.T

    def __mul__(self, factor: Any) -> Any:
        _check_number(factor)
        return SparseRows((self.data * factor, self.indices, self.indptr), self.shape)

    def __rmul__(self, factor: Any) -> Any:
        return self * factor

    def __truediv__(self, factor: Any) -> Any:
        _check_number(factor)
        return SparseRows((self.data / factor, self.indices, self.indptr), self.shape)

    def __neg__(self) -> Any:
        return SparseRows((-self.data, self.indices, self.indptr), self.shape)


class SparseColumns(SparseBase):
    """``csc_matrix`` and ``csc_array``."""

    irad_attributes = ("data", "indices", "indptr", "shape")

    def __init__(self, arg1: Any, shape: Any = None, dtype: Any = None, copy: Any = False) -> None:
        if isinstance(arg1, SparseBase):
            rows, columns, values = arg1.elements()
            self._set(rows, columns, of_kind(values, dtype), (arg1.shape[0], arg1.shape[1]))
        elif not isinstance(arg1, tuple):
            given = np.asarray(arg1)
            rows, columns, values = _dense_parts(given)
            self._set(rows, columns, of_kind(values, dtype), (given.shape[0], given.shape[1]))
        elif len(arg1) == 3:
            data, indices, indptr = arg1
            self.data, self.indices, self.indptr = of_kind(data, dtype), np.asarray(indices), np.asarray(indptr)
            self.shape = _shape_of(self.indices, self.indptr[:1] * 0 + (len(self.indptr) - 2), shape)
            if len(self.indptr) != self.shape[1] + 1:
                raise ValueError("index pointer size should be the number of columns and one")
            check_compressed(self.data, self.indices, self.indptr)
        else:
            values, places = arg1
            rows, columns = np.asarray(places[0]), np.asarray(places[1])
            size = _shape_of(rows, columns, shape)
            check_elements(rows, columns, np.asarray(values), size)
            self._set(rows, columns, of_kind(values, dtype), size)

    def _set(self, rows: Any, columns: Any, values: Any, shape: Any) -> None:
        self.shape = shape
        self.data, self.indices, self.indptr = _grouped(columns, rows, values, shape[1], shape[0])

    def elements(self) -> Any:
        return self.indices, _expanded(self.indptr, len(self.data)), self.data

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, tuple):
            return self[index, :]
        if len(index) != 2:
            raise IndexError("too many indices for array")
        first, second = index
        if not isinstance(first, slice) and not isinstance(second, slice) and np.ndim(first) == 2 and np.ndim(second) == 2:
            return self.T[second.T, first.T].T
        found = self.T[second, first]
        return found.T if isinstance(found, SparseRows) else found

    @property
    def T(self) -> Any:
        return SparseRows((self.data, self.indices, self.indptr), (self.shape[1], self.shape[0]))

    def transpose(self) -> Any:
        return self.T

    def __mul__(self, factor: Any) -> Any:
        _check_number(factor)
        return SparseColumns((self.data * factor, self.indices, self.indptr), self.shape)

    def __rmul__(self, factor: Any) -> Any:
        return self * factor

    def __truediv__(self, factor: Any) -> Any:
        _check_number(factor)
        return SparseColumns((self.data / factor, self.indices, self.indptr), self.shape)

    def __neg__(self) -> Any:
        return SparseColumns((-self.data, self.indices, self.indptr), self.shape)

    def like(self, elements: Any, shape: Any) -> Any:
        return SparseColumns((elements[2], (elements[0], elements[1])), shape)


def _check_number(factor: Any) -> None:
    if isinstance(factor, SparseBase) or np.ndim(factor) > 0:
        refused("products by elements with sparse matrices are not supported in compiled functions", "A @ x, or A.data * ...")


class SparseElements(SparseBase):
    """``coo_matrix`` and ``coo_array``."""

    irad_attributes = ("data", "row", "col", "shape")

    def __init__(self, arg1: Any, shape: Any = None, dtype: Any = None, copy: Any = False) -> None:
        if isinstance(arg1, SparseBase):
            self.row, self.col, values = arg1.elements()
            self.data = of_kind(values, dtype)
            self.shape = (arg1.shape[0], arg1.shape[1])
        elif isinstance(arg1, tuple):
            data, places = arg1
            self.data, self.row, self.col = of_kind(data, dtype), np.asarray(places[0]), np.asarray(places[1])
            self.shape = _shape_of(self.row, self.col, shape)
            check_elements(self.row, self.col, self.data, self.shape)
        else:
            given = np.asarray(arg1)
            self.row, self.col, values = _dense_parts(given)
            self.data = of_kind(values, dtype)
            self.shape = (given.shape[0], given.shape[1])

    def elements(self) -> Any:
        return self.row, self.col, self.data

    def __mul__(self, factor: Any) -> Any:
        _check_number(factor)
        return SparseElements((self.data * factor, (self.row, self.col)), self.shape)

    def __rmul__(self, factor: Any) -> Any:
        return self * factor

    def __truediv__(self, factor: Any) -> Any:
        _check_number(factor)
        return SparseElements((self.data / factor, (self.row, self.col)), self.shape)

    def __neg__(self) -> Any:
        return self * -1

    @property
    def T(self) -> Any:
        return SparseElements((self.data, (self.col, self.row)), (self.shape[1], self.shape[0]))

    def transpose(self) -> Any:
        return self.T


class SparseDiagonals(SparseBase):
    """``dia_matrix`` and ``dia_array``: data[k, j] is the element (j - offsets[k], j)."""

    irad_attributes = ("data", "offsets", "shape")

    def __init__(self, arg1: Any, shape: Any = None, dtype: Any = None, copy: Any = False) -> None:
        data, offsets = arg1
        self.data, self.offsets = np.atleast_2d(of_kind(data, dtype)), np.atleast_1d(offsets)
        if self.data.shape[0] != len(self.offsets):
            raise ValueError("number of diagonals does not match the number of offsets")
        self.shape = (shape[0], shape[1])

    def elements(self) -> Any:
        m, n = self.shape
        count, width = self.data.shape
        total = 0
        for k in range(count):
            total += length_of(self.offsets[k], m, min(n, width))
        rows, columns = np.empty(total, dtype=np.int64), np.empty(total, dtype=np.int64)
        values, place = np.empty(total, dtype=self.data.dtype), 0
        for k in range(count):
            first = max(0, int(self.offsets[k]))
            for j in range(first, first + length_of(self.offsets[k], m, min(n, width))):
                rows[place], columns[place], values[place] = j - int(self.offsets[k]), j, self.data[k, j]
                place += 1
        return rows, columns, values

    def sum(self, axis: Any = None) -> Any:
        return self.tocsr().sum(axis)

    def __mul__(self, factor: Any) -> Any:
        _check_number(factor)
        return SparseDiagonals((self.data * factor, self.offsets), self.shape)

    def __rmul__(self, factor: Any) -> Any:
        return self * factor

    def __truediv__(self, factor: Any) -> Any:
        _check_number(factor)
        return SparseDiagonals((self.data / factor, self.offsets), self.shape)

    def __neg__(self) -> Any:
        return self * -1

    @property
    def T(self) -> Any:
        return self.tocsr().T

    def transpose(self) -> Any:
        return self.T


for _cls, _name in (
    (SparseRows, "csr_matrix"), (SparseColumns, "csc_matrix"), (SparseElements, "coo_matrix"), (SparseDiagonals, "dia_matrix"),
):  # fmt: skip
    _cls.__name__ = _name  # as messages name it


def length_of(offset: Any, m: int, n: int) -> int:
    """How many elements a diagonal has."""
    first = int(offset)
    return max(0, min(m + min(first, 0), n - max(first, 0)))
