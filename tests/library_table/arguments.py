"""The arguments of the table's calls, in each dtype and layout.

x, y lie in (0.2, 2), u in (-0.9, 0.9), n elements each; b has four; A, B, S are 4 x 4 (S positive definite), I is 5 x
6, T 2 x 3 x 4; z is complex; i a permutation, j integers below n, m truth values; t ascends, f lies over it; s = 0.7; q
has a nan. With another `size` matrices have about as many elements.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

VARIED = tuple("xyuABSITbtf")  # what the dtypes and layouts are of
SMOOTH = (*VARIED, "s")
DTYPES = "float64 float32 complex128 complex64 int64 int32 uint8 bool".split()
LAYOUTS = "F step reversed empty one number nan".split()


def arguments(size: int = 6) -> dict[str, Any]:
    """All arguments of float64, contiguous, made anew: calls may write to them."""
    r = np.random.default_rng(5)
    side = 4 if size == 6 else max(4, round(size**0.5))
    t = np.cumsum(r.uniform(0.1, 0.4, max(8, size)))
    a = r.uniform(0.1, 0.9, (side, side))
    return {
        "x": np.round(r.permutation(np.linspace(0.21, 1.93, size)), 9),
        "y": np.round(r.permutation(np.linspace(0.26, 1.89, size)), 9),
        "u": np.round(r.permutation(np.linspace(-0.83, 0.79, size)), 9),
        "b": r.permutation(np.linspace(0.4, 1.9, side)),
        "A": a + 2.0 * np.eye(side) + np.diag(np.linspace(0.1, 2.6, side)),
        "B": r.uniform(0.2, 1.2, (side, side)) + np.eye(side),
        "S": a @ a.T + np.diag(np.linspace(1.0, 3.7, side)),
        "I": r.uniform(0.1, 1.1, (5, 6) if size == 6 else (side, side + 1)),
        "T": r.permutation(np.linspace(0.15, 1.85, 24 if size == 6 else 12 * (size // 12))).reshape(2, 3, -1),
        "z": np.exp(1j * np.arange(size)) * np.linspace(0.5, 1.5, size),
        "i": r.permutation(size),
        "j": r.integers(0, size, size) if size > 6 else np.array([2, 3, 1, 3, 0, 4]),
        "m": np.resize([True, False, True, True, False, False], size),
        "t": t,
        "f": np.sin(2.0 * t) + 1.5 + 0.3 * np.cos(5.0 * t),
        "s": 0.7,
        "k": 3,
        "q": np.resize([1.3, np.nan, 0.7, 2.1, 0.4, 1.9], size),
    }


def _as(dtype: str) -> Callable[[Any], Any]:
    """Values of another dtype: integers are ten times as large, complex numbers have an imaginary part."""
    kind = np.dtype(dtype).kind

    def varied(a: Any) -> Any:
        if kind == "c":
            return (a + 0.3j * np.cos(7.0 * a)).astype(dtype)
        if kind == "b":
            return a > np.median(a)
        return np.rint(10.0 * a).astype(np.int64).astype(dtype) if kind in "iu" else a.astype(dtype)

    return varied


def _stepped(a: Any) -> Any:
    wide = np.full(tuple(2 * n for n in a.shape), -7.0)
    inner = wide[tuple(slice(None, None, 2) for _ in a.shape)]
    inner[...] = a
    return inner


def _reversed(a: Any) -> Any:
    turn = tuple(slice(None, None, -1) for _ in a.shape)
    return a[turn].copy()[turn]


def _with_nans(a: Any) -> Any:
    a.ravel()[:4] = (np.nan, np.inf, -np.inf, -0.0)
    return a


_LAID_OUT: dict[str, Callable[[Any], Any]] = {
    "F": np.asfortranarray,
    "step": _stepped,
    "reversed": _reversed,
    "empty": lambda a: a[:0],
    "one": lambda a: a[:1].copy(),
    "number": lambda a: float(a.ravel()[0]),
    "nan": _with_nans,
}


def given(parameters: tuple[str, ...], form: str = "float64", size: int = 6) -> list[Any]:
    """The arguments of a call, in one form: a dtype or a layout."""
    every = arguments(size)
    change = _as(form) if form in DTYPES else _LAID_OUT[form]
    return [change(every[p]) if p in VARIED and form != "float64" else every[p] for p in parameters]


def fits(parameters: tuple[str, ...], form: str) -> bool:
    """Whether a form says anything about a call with these parameters."""
    varied = [p for p in parameters if p in VARIED]
    if form == "float64":
        return True
    if form == "F":
        return any(p in "ABSIT" for p in varied)
    if form == "number":
        return bool(varied) and all(p in "xyu" for p in varied)
    if form == "nan":
        return bool(varied) and not any(p in "tS" for p in varied)
    return bool(varied)
