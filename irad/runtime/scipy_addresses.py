"""SciPy's C functions for compiled code, by name: BLAS and LAPACK by their Fortran names, and functions of `scipy.special`."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from functools import lru_cache

from irad.errors import IradError
from irad.rules.formulas.scipy_functions import Exported, exported
from irad.runtime.blas_threads import calm

_KINDS = {"double": "d", "long": "l", "Py_ssize_t": "n", "__pyx_t_double_complex": "c"}


@lru_cache(maxsize=1)
def _tables() -> list[dict[str, object]]:
    from scipy.linalg import cython_blas, cython_lapack

    return [cython_blas.__pyx_capi__, cython_lapack.__pyx_capi__]


def capsule_of(capsule: object) -> tuple[int, str]:
    """The address of a C function that a module of Cython exports, and its signature."""
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
                found[n] = capsule_of(table[n[:-1]])
                break
    return calm(found) if found else {}


# ---- functions of scipy.special


def special_addresses(names: Iterable[str]) -> dict[str, int]:
    """The addresses of those ``names`` that stand for a function of SciPy's.

    Raises IradError if the SciPy that is installed has no such function, or one with other parameters.
    """
    return {name: _address(function) for name in names if (function := exported(name)) is not None}


def _address(function: Exported) -> int:
    import scipy
    from scipy.special import cython_special

    capsule = cython_special.__pyx_capi__.get(function.name)
    address, signature = capsule_of(capsule) if capsule is not None else (0, "")
    if not address or _letters(signature) != _expected(function):
        raise IradError(
            f"SciPy {scipy.__version__} has no {function.said} that compiled code can call",
            hint="install the latest SciPy; compiled code calls what scipy.special.cython_special exports",
        )
    return address


def _expected(function: Exported) -> tuple[str, str]:
    returned = "" if function.results else "c" if function.part is not None else "d"
    return returned, function.params + "*" * function.results


def _letters(signature: str) -> tuple[str, str]:
    """What a C function returns and takes, as letters: those of `Exported`, and stars for pointers to doubles."""
    returned, _, params = signature.partition("(")
    out = []
    for p in (p.strip() for p in params.rstrip(")").split(",")):
        if p == "int __pyx_skip_dispatch":
            continue
        out.append("o" if p.endswith("__pyx_optional_args") else "*" if p == "double *" else _KINDS.get(p, "?"))
    return _KINDS.get(returned.strip(), ""), "".join(out)
