"""Calls of NumPy's functions, by topic; each group is compiled in one function, and compared with what NumPy gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import irad

X = np.array([0.3, 1.2, -0.7, 2.5])
Y = np.array([0.1, 0.2, 0.6, 1.5])
M = X.reshape(2, 2)
B = X > 0
Z = X + 1j * Y
N = np.array([3, 1, 3, 0])
I = np.array([5, -3, 12, 7])  # noqa: E741
U = np.array([1, 250, 7, 9], dtype=np.uint8)
F = X.astype(np.float32)
A = np.arange(24.0).reshape(2, 3, 4)[:, ::-1]
S = np.array([[4.0, 1, 0], [1, 3, 1], [0, 1, 2]])
T = np.stack([S, S + np.eye(3)])
NAN = np.array([1.0, np.nan, -2.0, 3.0])
HOLES = np.where(A > 20, np.nan, A)

Group = dict[str, Callable[[], tuple[Any, ...]]]


def parts(v: Any) -> list[Any]:
    """The arrays and numbers in nested tuples."""
    return [p for item in v for p in parts(item)] if isinstance(v, (tuple, list)) else [v]


def check_group(f: Callable[[], tuple[Any, ...]], rtol: float = 1e-12) -> None:
    """Values, dtypes, shapes and kinds are those of NumPy."""
    with np.errstate(all="ignore"):
        wanted = parts(f())
    got = parts(irad.jit(f)())
    assert len(got) == len(wanted)
    for k, (g, w) in enumerate(zip(got, wanted, strict=True)):
        assert np.shape(g) == np.shape(w), k
        assert isinstance(g, np.ndarray) == isinstance(w, np.ndarray), k
        if isinstance(w, np.ndarray):
            assert g.dtype == w.dtype, k
        narrow = np.asarray(w).dtype in (np.float32, np.complex64)
        np.testing.assert_allclose(g, w, rtol=2e-6 if narrow else rtol, atol=1e-13, err_msg=str(k))


def check_slope(f: Callable[[Any], Any], at: Any = X) -> None:
    """The gradient is that of central differences, the tangent that of the gradient."""
    value, slope = irad.value_and_grad(f)(at.copy())
    np.testing.assert_allclose(value, f(at), rtol=1e-12)
    h = 1e-5
    wanted = [(f(at + h * e) - f(at - h * e)) / (2 * h) for e in np.eye(len(at))]
    np.testing.assert_allclose(slope, wanted, rtol=2e-6, atol=1e-7)
    way = np.linspace(0.3, 1.1, len(at))
    _, tangent = irad.jvp(f, (at,), (way,))
    np.testing.assert_allclose(tangent, slope @ way, rtol=1e-11, atol=1e-12)


def check_error(f: Callable[[], Any]) -> None:
    """NumPy's error, or one of its kind when compiling."""
    try:
        f()
    except Exception as error:
        wanted = error
    try:
        irad.jit(f)()
    except Exception as error:
        assert type(error) is type(wanted) or (isinstance(wanted, TypeError) and isinstance(error, irad.TypingError))
        return
    raise AssertionError(f"no error where NumPy has {wanted!r}")
