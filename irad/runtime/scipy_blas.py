"""BLAS and LAPACK for compiled code: SciPy's exported routines, by their Fortran names."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from functools import lru_cache

from irad.runtime.blas_threads import calm


@lru_cache(maxsize=1)
def _tables() -> list[dict[str, object]]:
    from scipy.linalg import cython_blas, cython_lapack

    return [cython_blas.__pyx_capi__, cython_lapack.__pyx_capi__]


def _address(capsule: object) -> tuple[int, str]:
    """The address of a routine, and its C signature."""
    name = ctypes.pythonapi.PyCapsule_GetName
    name.restype, name.argtypes = ctypes.c_char_p, [ctypes.py_object]
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return int(pointer(capsule, name(capsule))), name(capsule).decode()


def resolve(names: Iterable[str]) -> dict[str, int]:
    """The addresses of those ``names`` (``dgemm_``) that SciPy has; small matrices are left to one thread (`blas_threads.py`)."""
    wanted = [n for n in names if n.endswith("_") and not n.startswith("_")]
    found = {}
    for n in wanted:
        for table in _tables():
            if n[:-1] in table:
                found[n] = _address(table[n[:-1]])
                break
    return calm(found) if found else {}
