"""C sources that call BLAS, and plain NumPy for what the routines compute."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import irad

KINDS: dict[str, type] = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
REALS = {"s": "float", "d": "double", "c": "float", "z": "double"}


def fortran_source(letter: str, integer: str = "int", name: str = "") -> str:
    t = REALS[letter]
    name = name or f"{letter}gemm_"
    return f"""
typedef {integer} size;
void {name}(const char*, const char*, const size*, const size*, const size*, const {t}*, const {t}*, const size*,
            const {t}*, const size*, const {t}*, {t}*, const size*);
void f(char ta, char tb, size m, size n, size k, {t} *alpha, {t} *a, size lda, {t} *b, size ldb, {t} *beta, {t} *c, size ldc) {{
  {name}(&ta, &tb, &m, &n, &k, alpha, a, &lda, b, &ldb, beta, c, &ldc);
}}
"""


def cblas_source(letter: str) -> str:
    t = REALS[letter]
    scalar, pass_ = (f"const {t}", "*") if letter in "sd" else ("const void *", "")
    return f"""
void cblas_{letter}gemm(int, int, int, int, int, int, {scalar}, const void *, int, const void *, int, {scalar}, void *, int);
void f(int layout, int ta, int tb, int m, int n, int k, {t} *alpha, {t} *a, int lda, {t} *b, int ldb, {t} *beta,
       {t} *c, int ldc) {{
  cblas_{letter}gemm(layout, ta, tb, m, n, k, {pass_}alpha, a, lda, b, ldb, {pass_}beta, c, ldc);
}}
"""


@cache
def module(source: str) -> Any:
    return irad.Module.from_c(source)


def op(flag: str, x: Any) -> Any:
    return {"N": x, "T": x.T, "C": x.conj().T}[flag.upper()]


def gemm(ta: str, tb: str, alpha: Any, a: Any, b: Any, beta: Any, c: Any) -> Any:
    return alpha * (op(ta, a) @ op(tb, b)) + beta * c


def stored(flag: str, rows: int, columns: int) -> tuple[int, int]:
    return (rows, columns) if flag.upper() == "N" else (columns, rows)


def random(rng: Any, kind: type, *shape: int) -> Any:
    x = rng.normal(size=shape)
    return (x + 1j * rng.normal(size=shape) if issubclass(kind, np.complexfloating) else x).astype(kind)


def padded(x: Any, extra: int, order: str = "F") -> tuple[Any, Any, int]:
    """A buffer with ``x`` in it and ``extra`` entries of 77 between columns (rows for order C): buffer, view, stride."""
    m = x if order == "F" else x.T
    buffer = np.full((max(m.shape[0], 1) + extra, max(m.shape[1], 1)), 77, x.dtype, order="F")
    view = buffer[: m.shape[0], : m.shape[1]]
    view[:] = m
    return buffer, view if order == "F" else view.T, buffer.shape[0]


def slopes(f: Any, x: Any) -> Any:
    """df/dRe + i df/dIm of a real function that is at most quadratic in each entry: central differences are exact."""
    out = np.zeros(x.shape, np.complex128 if np.iscomplexobj(x) else np.float64)
    for index in np.ndindex(*x.shape):
        for unit in (1.0, 1j) if np.iscomplexobj(x) else (1.0,):
            ahead, behind = x.copy(), x.copy()
            ahead[index] += unit
            behind[index] -= unit
            out[index] += unit * (f(ahead) - f(behind)) / 2
    return out
