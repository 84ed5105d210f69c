"""Colourings and what is read with them, by brute force."""

from __future__ import annotations

import itertools
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from irad.api.sparse.colouring import _orders, _Stars, _without_diagonal, column_colouring, count, star_colouring
from irad.api.sparse.compressed import canonical, compress_hessian, compress_jacobian, merged


@st.composite
def patterns(draw: st.DrawFn, square: bool = False) -> np.ndarray:
    m = draw(st.integers(0, 9))
    n = m if square else draw(st.integers(0, 9))
    bits = draw(st.lists(st.booleans(), min_size=m * n, max_size=m * n))
    found = np.array(bits, bool).reshape(m, n)
    return found | found.T if square else found


def csr(pattern: np.ndarray) -> sparse.csr_array:
    return canonical(sparse.csr_array(pattern.astype(np.int8)))


def banded(n: int, below: int, above: int) -> sparse.csr_array:
    return csr(np.tri(n, k=above) - np.tri(n, k=-below - 1) != 0)


@settings(deadline=None, max_examples=300)
@given(patterns())
def test_columns_of_one_colour_share_no_row(pattern: np.ndarray) -> None:
    colours = column_colouring(csr(pattern))
    for a, b in itertools.combinations(range(pattern.shape[1]), 2):
        assert colours[a] != colours[b] or not (pattern[:, a] & pattern[:, b]).any()
    assert count(colours) >= pattern.sum(axis=1).max(initial=0)


@settings(deadline=None, max_examples=300)
@given(patterns(square=True), st.booleans())
def test_no_path_of_four_vertices_has_two_colours(pattern: np.ndarray, largest_first: bool) -> None:
    graph = _without_diagonal(csr(pattern))
    order = _orders(np.diff(graph.indptr))[largest_first]
    colours = _Stars(graph).colour(order)
    n = len(pattern)
    near = [[j for j in range(n) if pattern[i, j] and i != j] for i in range(n)]
    for a in range(n):
        for b in near[a]:
            assert colours[a] != colours[b]
            for c in near[b]:
                for d in near[c]:
                    if c != a and d not in (a, b):
                        assert len({colours[v] for v in (a, b, c, d)}) > 2


@settings(deadline=None, max_examples=200)
@given(patterns(), st.integers(0, 99))
def test_every_entry_of_a_jacobian_is_found(pattern: np.ndarray, number: int) -> None:
    want = np.random.default_rng(number).normal(size=pattern.shape) * pattern
    found = compress_jacobian(csr(pattern))
    directions = found.directions(float)
    products = directions @ want if found.by_rows else directions @ want.T
    assert np.array_equal(found.matrix(products).toarray(), want)


@settings(deadline=None, max_examples=200)
@given(patterns(square=True), st.integers(0, 99))
def test_every_entry_of_a_hessian_is_found(pattern: np.ndarray, number: int) -> None:
    half = np.random.default_rng(number).normal(size=pattern.shape)
    want = (half + half.T) * pattern
    found = compress_hessian(csr(pattern))
    assert np.array_equal(found.matrix(found.directions(float) @ want).toarray(), want)


@pytest.mark.parametrize(("below", "above"), [(0, 0), (1, 1), (0, 2), (3, 1), (5, 5)])
def test_optimal_for_banded_matrices(below: int, above: int) -> None:
    assert count(column_colouring(banded(60, below, above))) == below + above + 1


def test_no_path_over_the_third_leaf_of_a_star() -> None:
    """Vertex 0 has leaves 1, 2, 3, all of one colour; vertex 4 hangs on 3, and must not have the colour of 0."""
    tree = np.zeros((5, 5), bool)
    tree[[0, 0, 0, 3], [1, 2, 3, 4]] = True
    graph = _without_diagonal(csr(tree | tree.T))
    assert _Stars(graph).colour(range(5)).tolist() == [0, 1, 1, 1, 2]


def test_symmetric_to_the_last_bit() -> None:
    """Whatever the products are: rounding errors, for one."""
    rng = np.random.default_rng(0)
    pattern = rng.random((30, 30)) < 0.1
    pattern |= pattern.T
    found = compress_hessian(csr(pattern))
    matrix = found.matrix(rng.normal(size=(found.count, 30))).toarray()
    assert np.array_equal(matrix, matrix.T)


def test_stars_of_known_size() -> None:
    assert count(star_colouring(banded(50, 1, 1))) == 3  # a path of four vertices needs three colours
    arrow = np.eye(30, dtype=bool)
    arrow[-1] = arrow[:, -1] = True
    assert count(star_colouring(csr(arrow))) == 2  # the columns alone would need 30
    assert count(column_colouring(csr(arrow))) == 30
    assert count(star_colouring(csr(np.eye(4, dtype=bool)))) == 1
    assert count(star_colouring(csr(np.ones((5, 5), bool)))) == 5


def test_rows_where_they_are_cheaper() -> None:
    few, many = np.zeros((3, 6), bool), np.zeros((3, 12), bool)
    few[[0, 1, 2, 0, 1, 2], np.arange(6)] = few[0] = True
    many[[0, 1, 2] * 4, np.arange(12)] = many[0] = True
    found = compress_jacobian(csr(few))  # six columns, or two rows, of which one costs as much as three columns
    assert not found.by_rows and found.count == 6
    found = compress_jacobian(csr(many))
    assert found.by_rows and found.count == 2
    assert compress_jacobian(csr(np.ones((1, 3), bool))).count == 3
    assert compress_jacobian(csr(np.ones((1, 4), bool))).count == 1


def test_a_hundred_thousand_entries_take_little_time() -> None:
    rng = np.random.default_rng(0)
    entries = (np.ones(100_000, np.int8), (rng.integers(0, 30_000, 100_000), rng.integers(0, 30_000, 100_000)))
    pattern = canonical(sparse.csr_array(sparse.coo_array(entries, shape=(30_000, 30_000))))
    started = time.process_time()
    compress_jacobian(pattern)
    assert time.process_time() - started < 1.0
    symmetric = merged(pattern, canonical(pattern.T))
    started = time.process_time()
    compress_hessian(symmetric)
    assert time.process_time() - started < 4.0  # twice the entries, and a slow machine
