"""``scipy.sparse.linalg.LinearOperator``: a matrix of which only its products are known, by functions of the user."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused


class OperatorOfFunction:
    """``LinearOperator(shape, matvec, ...)``."""

    irad_compiled = True
    irad_attributes = (  # as SciPy's objects have them
        "shape", "_CustomLinearOperator__matvec_impl", "_CustomLinearOperator__rmatvec_impl",
        "_CustomLinearOperator__matmat_impl",
    )  # fmt: skip

    def __init__(
        self, shape: Any, matvec: Any, rmatvec: Any = None, matmat: Any = None, dtype: Any = None, rmatmat: Any = None
    ) -> None:
        self.shape = (shape[0], shape[1])
        self.kind = dtype
        self._CustomLinearOperator__matvec_impl, self._CustomLinearOperator__rmatvec_impl = matvec, rmatvec
        self._CustomLinearOperator__matmat_impl = matmat

    @property
    def ndim(self) -> int:
        return 2

    @property
    def dtype(self) -> Any:
        return self.matvec(np.zeros(self.shape[1], dtype=np.int8)).dtype if self.kind is None else np.dtype(self.kind)

    def matvec(self, x: Any) -> Any:
        return _checked(self._CustomLinearOperator__matvec_impl, x, self.shape[0], self.shape[1])

    def rmatvec(self, x: Any) -> Any:
        if self._CustomLinearOperator__rmatvec_impl is None:
            raise NotImplementedError("rmatvec is not defined")
        return _checked(self._CustomLinearOperator__rmatvec_impl, x, self.shape[1], self.shape[0])

    def matmat(self, X: Any) -> Any:
        given = np.asarray(X)
        if given.ndim != 2:
            raise ValueError("expected 2-d ndarray or matrix")
        if given.shape[0] != self.shape[1]:
            raise ValueError("dimension mismatch")
        if self._CustomLinearOperator__matmat_impl is not None:
            return np.asarray(self._CustomLinearOperator__matmat_impl(given))
        return np.concatenate([self.matvec(given[:, j : j + 1]) for j in range(given.shape[1])], axis=1)

    def dot(self, x: Any) -> Any:
        if isinstance(x, OperatorOfFunction) or np.ndim(x) == 0:
            refused(
                "products of a LinearOperator with a number or another one are not supported in compiled functions",
                "write a function that does both",
            )
        if np.ndim(x) == 1:
            return self.matvec(x)
        if np.ndim(x) == 2:
            return self.matmat(x)
        raise ValueError("expected 1-d or 2-d array or matrix")

    def __matmul__(self, x: Any) -> Any:
        return self.dot(x)

    def __mul__(self, x: Any) -> Any:
        return self.dot(x)

    def __call__(self, x: Any) -> Any:
        return self.dot(x)


OperatorOfFunction.__name__ = "LinearOperator"  # as messages name it


def _checked(f: Any, x: Any, rows: int, columns: int) -> Any:
    """f(x) for a vector, or a matrix of one column."""
    given = np.asarray(x)
    if given.ndim != 1 and given.ndim != 2:
        raise ValueError("dimension mismatch")
    if given.shape[0] != columns:
        raise ValueError("dimension mismatch")
    if given.ndim == 1:
        return np.reshape(np.asarray(f(given)), (rows,))
    if given.shape[1] != 1:
        raise ValueError("dimension mismatch")
    return np.reshape(np.asarray(f(given)), (rows, 1))
