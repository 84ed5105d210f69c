"""Colouring: which columns (or rows) of a sparse matrix can be computed together.

A colouring is an array of colour numbers 0, 1, ... .  Columns of one colour have no row in common (Curtis, Powell & Reid, "On
the estimation of sparse Jacobian matrices", 1974); each of their entries can then be read from the sum of these columns.
For symmetric matrices a star colouring is enough, where an entry may be found in its own column or in the one that mirrors it
(Coleman & Moré, "Estimation of sparse Hessian matrices and graph coloring problems", 1984; Gebremedhin, Manne & Pothen, "What
color is your Jacobian? Graph coloring for computing derivatives", 2005).

Sets of colours are bit sets in Python's integers: a union is one operation, however many colours there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from scipy import sparse

Colours = np.ndarray  # of int64


def column_colouring(pattern: sparse.csr_array) -> Colours:
    """Colours of the columns, no two of one colour in a row: the better one of two orders, greedily.

    The orders are the natural one, which is optimal for banded matrices, and columns with many neighbours first.

    >>> column_colouring(sparse.csr_array(np.tri(5, k=1) - np.tri(5, k=-2))).tolist()
    [0, 1, 2, 0, 1]
    """
    columns = sparse.csc_array(pattern)
    per_row = np.diff(pattern.indptr)
    neighbours = np.asarray(columns.astype(bool).astype(np.int64).T @ (per_row - 1))  # those in several rows count several times
    return _better([partial(_greedy, columns, order) for order in _orders(neighbours)], int(per_row.max(initial=0)))


def _orders(weights: Colours) -> list[list[int]]:
    natural = np.arange(len(weights))
    return [natural.tolist(), np.argsort(-weights, kind="stable").tolist()]


def _better(attempts: Sequence[Callable[[], Colours]], least: int) -> Colours:
    """The colouring with the fewest colours; ``least`` is a lower bound, with which the search ends."""
    first, *others = attempts
    best = first()
    for attempt in others:
        if count(best) <= least:
            break
        best = min(best, attempt(), key=count)
    return best


def count(colours: Colours) -> int:
    """How many colours there are."""
    return int(colours.max(initial=-1)) + 1


def _lowest_free(taken: int) -> int:
    free = ~taken & (taken + 1)
    return free.bit_length() - 1


def _greedy(columns: sparse.csc_array, order: Sequence[int]) -> Colours:
    """Each column in turn gets the first colour that none of its rows has."""
    used = [0] * columns.shape[0]  # the colours in each row
    starts, rows = columns.indptr.tolist(), columns.indices.tolist()
    out = [0] * columns.shape[1]
    for j in order:
        own = rows[starts[j] : starts[j + 1]]
        taken = 0
        for i in own:
            taken |= used[i]
        out[j] = _lowest_free(taken)
        bit = 1 << out[j]
        for i in own:
            used[i] |= bit
    return np.array(out, np.int64)


# ---- symmetric matrices


def star_colouring(pattern: sparse.csr_array) -> Colours:
    """Colours of the rows and columns of a symmetric pattern, from which each entry can be read in one of its two places.

    For each entry (i, j) off the diagonal, no other column of j's colour has an entry in row i, or no other column of i's colour
    has one in row j; no column of i's colour but i itself has an entry in row i.  The best of two greedy star colourings and a
    colouring of the columns.

    >>> arrow = sparse.csr_array(np.eye(5) + np.outer(np.arange(5) == 4, np.ones(5)) + np.outer(np.ones(5), np.arange(5) == 4))
    >>> star_colouring(arrow).tolist()
    [1, 1, 1, 1, 0]
    """
    graph = _without_diagonal(pattern)
    degrees = np.diff(graph.indptr)
    attempts = [partial(_stars, graph, order) for order in _orders(degrees)]
    return _better([*attempts, partial(column_colouring, pattern)], 2 if graph.nnz else 1)


def _without_diagonal(pattern: sparse.csr_array) -> sparse.csr_array:
    entries = sparse.coo_array(pattern)
    off = entries.row != entries.col
    ones = np.ones(int(off.sum()), np.int8)
    return sparse.csr_array((ones, (entries.row[off], entries.col[off])), shape=pattern.shape)


def _stars(graph: sparse.csr_array, order: Sequence[int]) -> Colours:
    return _Stars(graph).colour(order)


class _Stars:
    """Greedy star colouring: no path of four vertices has two colours only.

    ``once[x]``, ``twice[x]``: the colours that one neighbour of x has, that two or more have.  ``ends[w]``: the colours of those
    neighbours x of w for which w's colour is in twice[x]: there is a path w' - x - w with w and w' of one colour, and a fourth
    vertex behind w must not have x's colour.
    """

    def __init__(self, graph: sparse.csr_array) -> None:
        n = graph.shape[0]
        starts, indices = graph.indptr.tolist(), graph.indices.tolist()
        self.neighbours = [indices[starts[v] : starts[v + 1]] for v in range(n)]
        self.colours = [-1] * n
        self.once, self.twice, self.ends = [0] * n, [0] * n, [0] * n

    def colour(self, order: Sequence[int]) -> Colours:
        for v in order:
            self._set(v, _lowest_free(self._taken(v)))
        return np.array(self.colours, np.int64)

    def _taken(self, v: int) -> int:
        """A vertex without a colour must not get two neighbours of one colour: they would be on a path with it."""
        taken = 0
        for w in self.neighbours[v]:
            c = self.colours[w]
            taken |= self.once[w] if c < 0 else self.ends[w] | (1 << c)
        return taken

    def _set(self, v: int, c: int) -> None:
        colours, bit = self.colours, 1 << c
        colours[v] = c
        for x in self.neighbours[v]:
            if not self.once[x] & bit:
                self.once[x] |= bit
            elif not self.twice[x] & bit:
                self.twice[x] |= bit
                if colours[x] >= 0:
                    self._ends_at(x, bit)
            if colours[x] >= 0 and self.twice[x] & bit:
                self.ends[v] |= 1 << colours[x]

    def _ends_at(self, x: int, bit: int) -> None:
        """Two neighbours of ``x`` have the same colour now."""
        own = 1 << self.colours[x]
        for w in self.neighbours[x]:
            c = self.colours[w]
            if c >= 0 and 1 << c == bit:
                self.ends[w] |= own
