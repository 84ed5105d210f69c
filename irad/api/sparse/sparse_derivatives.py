"""Sparse Jacobians and Hessians: compressed by colouring, verified at every call.

A Jacobian with n columns in c colours takes c forward passes in the place of n; where rows need fewer colours, reverse passes.  A
Hessian takes one product with a vector (forward over reverse mode) per colour.  The pattern comes from the user, or is found by
`irad.api.sparse.patterns` at the first call and kept per function and shapes of arguments.

A pattern is valid for one control-flow path of a function.  So each call makes one additional forward pass, in a random
direction, and compares it with the product of the computed matrix and that direction.  Where they differ by more than rounding, a
pattern that irad detected is detected again at this point, and new entries are added; for a pattern that was given an error is
raised, which names an entry that it lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import numpy as np
from scipy import sparse

from irad.annotations import BatchDuplicated, Const, Duplicated, Forward
from irad.api.pyfunc.autodiff import autodiff
from irad.api.pyfunc.shared_memory import check_runs_again
from irad.api.pyfunc.transformed import make_transform
from irad.api.sparse.compressed import Compression, canonical, compress_hessian, compress_jacobian, merged
from irad.api.sparse.patterns import copied, detect, lanes_for
from irad.errors import DifferentiationError, TypingError, UnsupportedError
from irad.runtime.memory_overlap import overlaps

_ROUNDING = 2.0**13  # in units of the last place: what a product may be wrong by

Vectors = Sequence[np.ndarray] | np.ndarray
Run = Callable[[list[np.ndarray], Vectors], Sequence[object]]


def sparse_jacobian(f: Callable[..., object], argnum: int = 0, sparsity: object = "auto") -> Callable[..., sparse.csr_array]:
    """The function that gives the Jacobian of ``f`` by argument ``argnum`` as a ``scipy.sparse.csr_array``.

    ``f`` returns an array of floats of any shape (or a float); its elements in C order are the rows, those of the argument, an
    array of floats, the columns.  ``sparsity`` is the pattern (the stored entries of a sparse matrix, or what is not zero in a
    dense one), or "auto".  The matrix has the dtype of the result.  Raises `DifferentiationError` where an entry is not in the
    given pattern.

    >>> import numpy as np
    >>> sparse_jacobian(lambda x: x[1:] * x[:-1])(np.array([1.0, 2.0, 3.0])).toarray()
    array([[2., 1., 0.],
           [0., 3., 2.]])
    """
    return _Sparse(f, argnum, sparsity, hessian=False)


def sparse_hessian(f: Callable[..., object], argnum: int = 0, sparsity: object = "auto") -> Callable[..., sparse.csr_array]:
    """The function that gives the Hessian of ``f``, which returns a float, as `sparse_jacobian` does for the gradient.

    The matrix is symmetric to the last bit; a given pattern is made so.

    >>> import numpy as np
    >>> sparse_hessian(lambda x: (x[1:] * x[:-1] ** 2).sum())(np.array([1.0, 2.0, 3.0])).toarray()
    array([[4., 2., 0.],
           [2., 6., 4.],
           [0., 4., 0.]])
    """
    return _Sparse(f, argnum, sparsity, hessian=True)


# The patterns detected for "auto", by function: kind of derivative, shapes and types of its arguments.
_KNOWN: WeakKeyDictionary[object, dict[object, Compression]] = WeakKeyDictionary()
_ONE_BY_ONE: WeakSet[object] = WeakSet()  # functions of which there are no derivatives in several directions at once


class _Sparse:
    """See `sparse_jacobian` and `sparse_hessian`."""

    def __init__(self, f: Callable[..., object], argnum: int, sparsity: object, hessian: bool) -> None:
        self.f, self.argnum, self.hessian = f, argnum, hessian
        self.of = make_transform("grad", f, argnum) if hessian else f  # the function whose Jacobian is this matrix
        self.__name__ = f"{'hessian' if hessian else 'jacobian'} of {getattr(f, '__name__', 'function')}"
        self.random = np.random.default_rng(0)
        self.given: Compression | None = None
        if not isinstance(sparsity, str):
            self.given = self._compress(_pattern(sparsity))
        elif sparsity != "auto":
            raise TypingError(f'sparsity must be a pattern or "auto", not "{sparsity}"')

    def _compress(self, pattern: sparse.csr_array) -> Compression:
        return compress_hessian(pattern) if self.hessian else compress_jacobian(pattern)

    def __call__(self, *args: object) -> sparse.csr_array:
        if not -len(args) <= self.argnum < len(args):
            raise TypingError(f"argnum {self.argnum} does not fit {len(args)} arguments")
        argnum = self.argnum % len(args)
        point = _Point(self.of, args, argnum, self.__name__, self.random)
        return self._automatic(point) if self.given is None else self._with_given(point, self.given)

    def _with_given(self, point: _Point, given: Compression) -> sparse.csr_array:
        found = point.evaluate(given)
        rows = point.wrong_rows(found)
        if len(rows):
            try:
                detected = point.detect()
            except (DifferentiationError, UnsupportedError):
                detected = None
            point.refuse_missing(found, rows, detected, 'sparsity="auto" finds it')
        return found.matrix

    def _automatic(self, point: _Point) -> sparse.csr_array:
        of_function = _KNOWN.setdefault(self.f, {})
        key = (self.hessian, point.argnum, *map(_kind, point.args))
        known = of_function.get(key)
        if known is None:
            known = of_function[key] = self._compress(point.detect())
        found = point.evaluate(known)
        rows = point.wrong_rows(found)
        if len(rows):
            more = merged(known.pattern, point.detect())
            if more.nnz > known.pattern.nnz:
                known = of_function[key] = self._compress(more)
                found = point.evaluate(known)
                rows = point.wrong_rows(found)
            point.refuse_missing(found, rows, None, "this is an error in irad")
        return found.matrix


def _pattern(given: object) -> sparse.csr_array:
    """The pattern that a user gives."""
    try:
        found = sparse.csr_array(given)
    except (TypeError, ValueError):
        found = None
    if found is None or found.ndim != 2:
        raise TypingError(f"a sparsity pattern is a sparse or dense matrix, not {type(given).__name__}")
    return canonical(found)


def _kind(a: object) -> object:
    """The part of one argument in the key of a pattern: its type, and the shape of an array."""
    if isinstance(a, np.ndarray):
        return a.shape, a.dtype.str
    return (type(a), *map(_kind, a)) if isinstance(a, tuple) else type(a)


@dataclass(frozen=True)
class _Found:
    """A matrix, and the result of a forward pass in a random direction."""

    matrix: sparse.csr_array
    direction: np.ndarray
    tangent: np.ndarray

    @cached_property
    def rounding(self) -> np.ndarray:
        """By how much the product of matrix and direction may differ from the tangent, row by row."""
        size = np.abs(self.tangent)
        unit = max(np.finfo(a.dtype).eps for a in (self.direction, size))
        return np.asarray(_ROUNDING * unit * (abs(self.matrix) @ np.abs(self.direction) + size))


@dataclass(frozen=True)
class _Point:
    """A function and the arguments at which its Jacobian is computed."""

    f: Callable[..., object]
    args: tuple[object, ...]
    argnum: int
    name: str
    random: np.random.Generator

    def __post_init__(self) -> None:
        x = self.args[self.argnum]
        if not isinstance(x, np.ndarray) or x.dtype.str[1:] not in ("f4", "f8"):
            what = f"an array of {x.dtype}" if isinstance(x, np.ndarray) else type(x).__name__
            raise TypingError(f"argument {self.argnum} is {what}; sparse derivatives are by an array of float64 or float32")
        arrays = [a for a in self.args if isinstance(a, np.ndarray)]
        if any(overlaps(a, b) for i, a in enumerate(arrays) for b in arrays[:i]):
            raise UnsupportedError("arguments of sparse derivatives must not overlap", hint="pass copies")
        check_runs_again(self.f, self.args, "sparse derivatives run it several times")

    @property
    def x(self) -> np.ndarray:
        x = self.args[self.argnum]
        assert isinstance(x, np.ndarray)
        return x

    # ---- products

    def evaluate(self, c: Compression) -> _Found:
        """The Jacobian, if the pattern holds all of its entries."""
        direction = self._random()
        if c.pattern.shape[1] != self.x.size:
            raise TypingError(f"the sparsity pattern has the shape {c.pattern.shape}, the {self.name} {self.x.size} columns")
        if c.by_rows:
            (tangent,) = self._forward([direction])
        else:
            tangent, *products = self._forward([direction, *c.directions(self.x.dtype)])
        values = np.asarray(tangent).reshape(-1)
        if c.pattern.shape[0] != len(values):
            shape = len(values), self.x.size
            raise TypingError(f"the sparsity pattern has the shape {c.pattern.shape}, the {self.name} {shape}")
        if c.by_rows:
            products = self._backward(c.directions(values.dtype), tangent)
        length = c.pattern.shape[1 if c.by_rows else 0]
        return _Found(c.matrix(np.array(products, values.dtype).reshape(c.count, length)), direction, values)

    def _forward(self, directions: Vectors) -> list[object]:
        """The tangents of the result along some directions."""

        def run(shadows: list[np.ndarray], vectors: Vectors) -> Sequence[object]:
            for shadow, vector in zip(shadows, vectors, strict=False):
                shadow[...] = vector.reshape(self.x.shape)
            found = autodiff(self.f, *self._annotated(shadows), mode=Forward)
            if not found:
                raise TypingError(f"the {self.name}: the function must return a float or an array of floats")
            tangents: Sequence[object] = found[0] if len(shadows) > 1 else found
            if not isinstance(tangents[0], (float, np.floating, np.ndarray)):
                raise TypingError(f"the {self.name}: the function must return one float or one array of floats")
            return tangents

        return self._in_batches(run, directions)

    def _backward(self, weights: Vectors, like: Any) -> list[object]:
        """The derivatives of sums of elements of the result, which looks like ``like``."""

        def run(shadows: list[np.ndarray], vectors: Vectors) -> Sequence[object]:
            missing = [np.zeros_like(weights[0])] * (len(shadows) - len(vectors))
            seeds = [v.reshape(np.shape(like)) if np.ndim(like) else float(v[0]) for v in [*vectors, *missing]]
            returns = Duplicated if isinstance(like, np.ndarray) else None
            seed = tuple(seeds) if len(seeds) > 1 else seeds[0]
            autodiff(self.f, *self._annotated(shadows), returns=returns, seed=seed)
            return [shadow.reshape(-1) for shadow in shadows]

        return self._in_batches(run, weights)

    def _in_batches(self, run: Run, vectors: Vectors) -> list[object]:
        """Run in batches that are as wide as possible; unused lanes get zeros."""
        out: list[object] = []
        while len(out) < len(vectors):
            rest = vectors[len(out) :]
            width = 1 if self.f in _ONE_BY_ONE else lanes_for(len(rest))
            try:
                found = run([np.zeros_like(self.x) for _ in range(width)], rest[:width])
            except DifferentiationError:  # routines of libraries, for one, have one derivative at a time
                if width == 1:
                    raise
                _ONE_BY_ONE.add(self.f)
                continue
            out += found[: len(rest)]
        return out

    def _annotated(self, shadows: list[np.ndarray]) -> list[object]:
        own = copied(self.x)
        x = BatchDuplicated(own, tuple(shadows)) if len(shadows) > 1 else Duplicated(own, shadows[0])
        return [x if i == self.argnum else Const(copied(a)) for i, a in enumerate(self.args)]

    def _random(self) -> np.ndarray:
        size = self.x.size
        return np.asarray(self.random.uniform(0.5, 1.0, size) * self.random.choice((-1.0, 1.0), size), self.x.dtype)

    def detect(self) -> sparse.csr_array:
        return detect(self.f, self.args, self.argnum)

    # ---- verification

    def wrong_rows(self, found: _Found) -> np.ndarray:
        """The rows in which the product with a random vector differs from the forward pass by more than rounding."""
        with np.errstate(all="ignore"):
            off = np.abs(found.matrix @ found.direction - found.tangent)
            small = off <= found.rounding
        return np.flatnonzero(~(small | (~np.isfinite(found.tangent) & ~np.isfinite(off))))

    def refuse_missing(self, found: _Found, rows: np.ndarray, detected: sparse.csr_array | None, hint: str) -> None:
        """Raise an error if there is a nonzero entry in one of the rows that is not in the pattern.

        There is none if the rows only differ by rounding errors, where large terms cancel.  ``detected`` limits the search.
        """
        pattern = found.matrix
        for i in rows:
            inside = pattern.indices[pattern.indptr[i] : pattern.indptr[i + 1]]
            possible = np.arange(pattern.shape[1])
            if detected is not None:
                possible = detected.indices[detected.indptr[i] : detected.indptr[i + 1]]
            columns = np.setdiff1d(possible, inside)
            limit = found.rounding[i]
            if not self._depends(i, columns, limit):
                continue
            while len(columns) > 1:
                half = columns[: len(columns) // 2]
                columns = half if self._depends(i, half, limit / len(columns)) else columns[len(half) :]
            raise DifferentiationError(
                f"the entry ({i}, {columns[0]}) of the {self.name} is not zero here, but it is not in the sparsity pattern",
                hint=hint,
            )

    def _depends(self, row: int, columns: np.ndarray, limit: float) -> bool:
        """Whether one of these entries of a row is not zero, beyond rounding errors (by one random tangent)."""
        if not len(columns):
            return False
        direction = np.zeros(self.x.size, self.x.dtype)
        direction[columns] = self._random()[columns]
        (tangent,) = self._forward([direction])
        return not abs(np.asarray(tangent).reshape(-1)[row]) <= limit
