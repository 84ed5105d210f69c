"""Elements and parts of sparse matrices beside SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

import irad
from tests.frontends.python.plain import compare

R = np.array([1, 2, 3])
INDICES, POINTERS = np.array([0, 2, 1, 3, 0, 3, 3]), np.array([0, 2, 4, 6, 7])
COLUMN_POINTERS = np.array([0, 2, 3, 4, 4, 7])
OF_COLUMNS = np.array([0, 2, 1, 0, 1, 2, 3])
CHOSEN, MASK, OTHER = np.array([2, 0, 0]), np.array([True, False, True, True]), np.array([True, False, True, False, True])
FREE = np.array([0, 1])


def weighed(part, x):
    """A number that depends on each element of a part, and on how it is held."""
    return (part @ np.arange(1.0, part.shape[1] + 1)).sum() + part.toarray()[0, 0] * x + (part.data * part.indices).sum() * x


def by_rows(x):
    return sp.csr_matrix((np.array([x, 2 * x, 3.0, x * x, 1.0, 5 * x, x]), INDICES, POINTERS), shape=(4, 5))


def by_columns(x):
    return sp.csc_matrix((np.array([x, 2 * x, 3.0, x * x, 1.0, 5 * x, x]), OF_COLUMNS, COLUMN_POINTERS), shape=(4, 5))


def an_array(x):
    return sp.csr_array((np.array([x, 2 * x, 3.0, x * x, 1.0, 5 * x, x]), INDICES, POINTERS), shape=(4, 5))


PARTS = {
    "rows": lambda K, x: K[CHOSEN], "rows, then columns": lambda K, x: K[CHOSEN][:, [3, 0]],
    "rows and all": lambda K, x: K[CHOSEN, :],
    "columns": lambda K, x: K[:, np.array([3, 3, 0])], "crossed": lambda K, x: K[np.ix_(CHOSEN, np.array([0, 3]))],
    "slices": lambda K, x: K[1:3, ::2], "mask": lambda K, x: K[MASK], "masks": lambda K, x: K[MASK][:, OTHER],
    "from the end": lambda K, x: K[-2:, -3:], "backwards": lambda K, x: K[::-1, :], "a slice": lambda K, x: K[1:],
    "negative": lambda K, x: K[np.array([-1, 0])][:, np.array([-2])], "a list": lambda K, x: K[[0, 2]],
    "crossed masks": lambda K, x: K[np.ix_(MASK, np.array([0, 3]))], "run-time bounds": lambda K, x: K[int(x) :, : int(x) + 2],
    "a slice and columns": lambda K, x: K[1:3, np.array([0, 3])],
}  # fmt: skip


CASES = [(by_rows, name) for name in PARTS] + [(by_columns, name) for name in ("rows, then columns", "crossed", "slices")]


@pytest.mark.parametrize(("made", "name"), [*CASES, (an_array, "rows")])
def test_parts(made, name: str) -> None:
    part = PARTS[name]
    compare(lambda x: weighed(part(made(x), x), x), 1.3)


@pytest.mark.parametrize("made", [by_rows, by_columns, an_array])
def test_elements(made) -> None:
    def f(x):
        K, i = made(x), int(x)
        return K[0, 0] * x + K[i, 1] + K[-2, -2] * x + K[R[2], 3] + K[i, i + 1] ** 2

    compare(f, 1.3)
    compare(f, 0.3)


def test_of_a_stiffness_matrix() -> None:
    def f(x):
        places = np.array([0, 1, 1, 2]), np.array([0, 0, 1, 2])
        K = sp.coo_matrix((np.array([x, x * x, 3.0, 4.0]), places), shape=(3, 3)).tocsr()
        return (K[FREE][:, FREE] @ np.ones(2)).sum() + K.diagonal().sum() + K.tocsc()[1, 0]

    compare(f, 1.7)


ROWS = by_rows(2.0)


@pytest.mark.parametrize(
    ("f", "kind", "text"),
    [
        (lambda x: ROWS[int(x), 0], IndexError, "index"),
        (lambda x: ROWS[np.array([7]), :].data.sum(), IndexError, "index"),
        (lambda x: ROWS[0].data.sum(), irad.UnsupportedError, "one row or column of a sparse matrix"),
        (lambda x: ROWS[:, 1].data.sum(), irad.UnsupportedError, "one row or column of a sparse matrix"),
        (lambda x: ROWS[FREE, FREE].sum(), irad.UnsupportedError, "the elements at pairs"),
        (lambda x: ROWS.tocoo()[0, 0], irad.TypingError, "'coo_matrix' object is not subscriptable"),
    ],
)
def test_messages(f, kind, text) -> None:
    with pytest.raises(kind, match=text or None):
        irad.jit(f)(9.5)
