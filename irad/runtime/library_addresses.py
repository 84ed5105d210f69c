"""SciPy's and NumPy's C functions for compiled code, by name: BLAS and LAPACK, `scipy.special`, those that sort and transform."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module

import numpy as np

from irad.errors import IradError
from irad.rules.formulas.numpy_symbols import ARGSORT, LOOP, SORT, TRANSFORMS
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


# ---- functions of NumPy

_GET_FUNCTIONS = 365  # PyDataType_GetArrFuncs: its place in NumPy's table of functions (numpy/__multiarray_api.h)
_SORTS = 33  # in PyArray_ArrFuncs (numpy/ndarraytypes.h): 21 casts and 12 functions come first, then 3 sort and 3 argsort
_KINDS_OF_SORTS = 3


def numpy_addresses(names: Iterable[str]) -> dict[str, int]:
    """The addresses of those ``names`` that stand for a function of NumPy's."""
    found = {}
    for name in names:
        kind = name.rpartition(".")[2]
        if name.startswith((SORT, ARGSORT)):
            found[name] = _sorting(kind)[0 if name.startswith(SORT) else 1]
        elif name.startswith(LOOP):
            found[name] = _transforming(kind)
    return found


@lru_cache(maxsize=None)
def _sorting(dtype: str) -> tuple[int, int]:
    """The functions that sort numbers of a dtype, and that find their order.  They have been tried."""
    table = (ctypes.c_void_p * (_GET_FUNCTIONS + 1)).from_address(numpy_table())
    functions = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object)(table[_GET_FUNCTIONS] or 0)(np.dtype(dtype))
    words = (ctypes.c_void_p * (_SORTS + 2 * _KINDS_OF_SORTS)).from_address(functions)
    sort, argsort = int(words[_SORTS] or 0), int(words[_SORTS + _KINDS_OF_SORTS] or 0)
    if not sort or not argsort or not _sorts(dtype, sort, argsort):
        hint = "install another version of NumPy"
        raise IradError(f"NumPy {np.__version__} has no functions that sort {dtype} where they are looked for", hint=hint)
    return sort, argsort


def _sorts(dtype: str, sort: int, argsort: int) -> bool:
    given = np.array([1, 0, 1, 1, 0, 1]).astype(dtype)
    values, order = given.copy(), np.arange(len(given), dtype=np.int64)
    size, pointer = ctypes.c_ssize_t, ctypes.c_void_p
    ctypes.CFUNCTYPE(ctypes.c_int, pointer, size, pointer)(sort)(values.ctypes.data, len(values), None)
    call = ctypes.CFUNCTYPE(ctypes.c_int, pointer, pointer, size, pointer)(argsort)
    call(given.ctypes.data, order.ctypes.data, len(order), None)
    return bool((values == np.array([0, 0, 1, 1, 1, 1]).astype(dtype)).all() and (given[order] == values).all())


_LOOPS = 32  # in PyUFuncObject (numpy/ufuncobject.h): a Python object and four ints come first


@lru_cache(maxsize=None)
def _transforming(kind: str) -> int:
    """The loop of a universal function behind `numpy.fft`, of double precision.  It has been tried."""
    try:
        known = getattr(import_module("numpy.fft._pocketfft_umath"), kind, None)
    except ImportError:  # NumPy 1
        known = None
    loop = 0
    if isinstance(known, np.ufunc) and known.types[0] in ("Dd->D", "dd->D", "Dd->d"):
        loops = ctypes.c_void_p.from_address(id(known) + _LOOPS).value or 0
        loop = (ctypes.c_void_p.from_address(loops).value or 0) if loops else 0
    if not loop or not _transforms(kind, loop):
        hint = "install another version of NumPy"
        raise IradError(f"NumPy {np.__version__} has no transform {kind} where it is looked for", hint=hint)
    return loop


def _transforms(kind: str, loop: int) -> bool:
    given, returned, word = TRANSFORMS[kind]
    m = {"rfft_n_even": 4, "rfft_n_odd": 3}.get(kind, 5)
    x = np.arange(1.0, 6.0).astype("D" if given == 16 else "d")
    out, scale, direction = np.zeros(m, dtype="D" if returned == 16 else "d"), ctypes.c_double(0.5), ctypes.c_bool(bool(word))
    data = (ctypes.c_void_p * 3)(x.ctypes.data, ctypes.addressof(scale), out.ctypes.data)
    sizes = (ctypes.c_ssize_t * 3)(1, len(x), m)
    strides = (ctypes.c_ssize_t * 5)(0, 0, 0, given, returned)
    pointer = ctypes.c_void_p
    call = ctypes.CFUNCTYPE(None, pointer, pointer, pointer, pointer)(loop)
    call(data, sizes, strides, ctypes.addressof(direction) if word is not None else None)
    n = {"rfft_n_even": 6, "rfft_n_odd": 5}.get(kind, 5)
    whole = np.zeros(n, dtype="D")
    whole[: len(x)] = x
    if kind == "irfft":
        whole[3:] = x[2:0:-1]
    sign = -1.0 if kind.startswith(("fft", "rfft")) else 1.0
    waves = np.exp(sign * 2j * np.pi * np.outer(np.arange(n), np.arange(n)) / n)
    return bool(np.allclose(out, 0.5 * (waves @ whole)[:m], rtol=1e-12, atol=1e-12))


def numpy_table() -> int:
    """The address of the table of functions that extension modules get from NumPy."""
    from numpy._core import multiarray

    read = ctypes.pythonapi.PyCapsule_GetPointer
    read.argtypes, read.restype = [ctypes.py_object, ctypes.c_char_p], ctypes.c_void_p
    return int(read(multiarray._ARRAY_API, None))
