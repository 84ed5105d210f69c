"""Values of compiled functions beside those of the same functions as they stand, derivatives beside differences of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import irad


def check_values(f: Callable[..., Any], *args: Any, rtol: float = 1e-12, atol: float = 1e-14) -> None:
    """The results of ``f``, which may be a tuple: values, shapes and dtypes."""
    wanted = f(*args)
    found = irad.jit(f)(*args)
    pairs = zip(found, wanted, strict=True) if isinstance(wanted, tuple) else [(found, wanted)]
    for k, (got, exact) in enumerate(pairs):
        if exact is None:
            assert got is None
            continue
        assert np.shape(got) == np.shape(exact), k
        if isinstance(exact, np.ndarray):
            assert isinstance(got, np.ndarray) and got.dtype == exact.dtype, k
        np.testing.assert_allclose(got, exact, rtol=rtol, atol=atol, err_msg=str(k))


def check_slopes(f: Callable[..., Any], x: np.ndarray, h: float = 1e-4, rtol: float = 1e-6, atol: float = 1e-8) -> None:
    """The gradient of ``f`` beside differences of the fourth order, and the tangent in one direction beside it."""
    value, slope = irad.value_and_grad(f)(x.copy())
    np.testing.assert_allclose(value, f(x), rtol=1e-7)
    steps = [np.reshape(e, x.shape) for e in np.eye(x.size)]
    wanted = [(8.0 * (f(x + h * e) - f(x - h * e)) - (f(x + 2 * h * e) - f(x - 2 * h * e))) / (12.0 * h) for e in steps]
    np.testing.assert_allclose(np.ravel(slope), wanted, rtol=rtol, atol=atol)
    direction = np.cos(np.arange(x.size)).reshape(x.shape)
    _, tangent = irad.jvp(f, (x,), (direction,))
    np.testing.assert_allclose(tangent, (slope * direction).sum(), rtol=1e-9, atol=1e-12)


def check_errors(*calls: Callable[[], Any]) -> None:
    """Each raises an exception of the same class, compiled or not."""
    for f in calls:
        try:
            f()
        except Exception as error:
            wanted = type(error)
        else:
            raise AssertionError(f"{f} raises nothing")
        try:
            irad.jit(f)()
        except wanted:
            continue
        raise AssertionError(f"{f} does not raise {wanted}")
