"""Small matrices are left to one thread of SciPy's OpenBLAS, large ones are not, and the user's number of threads comes back."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import irad
from irad.runtime import blas_threads as calm
from irad.runtime.library_addresses import resolve

INT = ctypes.POINTER(ctypes.c_int)


class Pool:
    """SciPy's OpenBLAS, and a routine ``probe_(m, n)`` that says with how many threads it was called."""

    def __init__(self, get: int, put: int) -> None:
        self.threads = ctypes.CFUNCTYPE(ctypes.c_int)(get)
        self.set = ctypes.CFUNCTYPE(None, ctypes.c_int)(put)
        self.inside: Any = None
        self._routine = ctypes.CFUNCTYPE(ctypes.c_int, INT, INT)(self._probe)
        address = ctypes.cast(self._routine, ctypes.c_void_p).value or 0
        calm._thunks.pop("probe_", None)
        made = calm.calm({"probe_": (address, "int (int *, int *)")})["probe_"]
        self._call = ctypes.CFUNCTYPE(ctypes.c_int, INT, INT)(made)

    def _probe(self, m: Any, n: Any) -> int:
        if self.inside is not None:
            self.inside()
        return self.threads()

    def probe(self, m: int, n: int) -> int:
        return int(self._call(ctypes.c_int(m), ctypes.c_int(n)))


@pytest.fixture
def pool() -> Iterator[Pool]:
    found = calm._settings()
    if found is None:
        pytest.skip("SciPy's BLAS has no number of threads")
    made = Pool(*found)
    before = made.threads()
    made.set(2)
    yield made
    made.set(before)


def test_small_and_large(pool: Pool) -> None:
    most = pool.threads()  # 2, or 1 where OpenBLAS has no threads
    assert [pool.probe(*sizes) for sizes in ((5, 9), (200, 200), (201, 3), (3, 5000))] == [1, 1, most, most]
    assert pool.threads() == most


def test_what_the_user_sets_stays(pool: Pool) -> None:
    most = pool.threads()
    pool.set(1)
    assert (pool.probe(5, 5), pool.probe(5000, 5000), pool.threads()) == (1, 1, 1)
    pool.set(most)
    pool.inside = lambda: pool.set(most)  # as threadpoolctl in another thread
    assert pool.probe(5, 5) == most == pool.threads()


def test_calls_inside_and_beside_each_other(pool: Pool) -> None:
    most = pool.threads()
    seen: list[int] = []

    def again() -> None:
        pool.inside = None
        seen.append(pool.probe(3, 3))

    pool.inside = again
    assert pool.probe(4, 4) == 1 and seen == [1] and pool.threads() == most

    def work() -> None:
        seen.extend(pool.probe(7, 7) for _ in range(30000))

    running = [threading.Thread(target=work) for _ in range(4)]
    for t in running:
        t.start()
    for t in running:
        t.join()
    assert set(seen) == {1} and pool.threads() == most


def test_gradients_leave_the_number_alone(pool: Pool) -> None:
    def half(k: Any) -> Any:
        low = np.linalg.cholesky(k)
        s = 0.0
        for i in range(k.shape[0]):
            s += np.log(low[i, i])
        return s

    a = np.random.default_rng(1).normal(size=(30, 30))
    k = a @ a.T + 30.0 * np.eye(30)
    most = pool.threads()
    found = irad.grad(half)(k)
    assert np.allclose(found + found.T, np.linalg.inv(k), rtol=1e-10)  # d log det = 2 tr(K^-1 dK) / 2
    assert pool.threads() == most


def test_vectors_are_called_as_they_are() -> None:
    """A dot product has no matrix; complex results are returned in ways of their own."""
    plain = resolve(["ddot_", "daxpy_", "zdotc_", "dgemm_", "dpotrf_"])
    assert {n for n in plain if n in calm._thunks} <= {"dgemm_", "dpotrf_"}
