"""Tracebacks end at the user's call; ``IRAD_TRACEBACK=full`` shows the rest."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

X = np.ones(3)


def unknown(x):
    return np.einsum_path(x, 1)[0]


def element(x, i):
    return x[i] * 2.0


@irad.host_rule(returns="float64")
def host(x):
    return 1.0 / (x - x)


def calls_host(x):
    return irad.inactive(host)(x[0]) * x[0]


compiled, gradient = irad.jit(element), irad.grad(element)
compiled(X, 0), gradient(X, 0)

CALLS: dict[str, Callable[[], Any]] = {
    "grad": lambda: irad.grad(unknown)(X),
    "jit": lambda: irad.jit(unknown)(X),
    "signature": lambda: irad.jit(signature="float64(nonsense)")(unknown),
    "autodiff": lambda: irad.autodiff(unknown, irad.Duplicated(X, X.copy())),
    "jvp": lambda: irad.jvp(unknown, (X,), (X,)),
    "vjp": lambda: irad.vjp(unknown, X),
    "pull": lambda: irad.vjp(lambda x: x * x, X)[1](np.ones(2)),
    "thunk": lambda: irad.autodiff_thunk(unknown, irad.Duplicated(X, X))[0](irad.Duplicated(X, X.copy())),
    "jacfwd": lambda: irad.jacfwd(unknown)(X),
    "hessian": lambda: irad.hessian(unknown)(X),
    "at run time": lambda: compiled(X, 5),
    "in a gradient": lambda: gradient(X, 5),
    "first call": lambda: irad.grad(lambda x, i: x[i])(X, 5),
    "argnums": lambda: irad.grad(element, 4)(X, 0),
}


@pytest.mark.parametrize("name", CALLS)
def test_they_end_at_the_call(name: str) -> None:
    with pytest.raises((irad.IradError, IndexError)) as caught:
        CALLS[name]()
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert [f.filename for f in frames] == [__file__] * 2 and frames[-1].name == "<lambda>"
    assert caught.value.__cause__ is None and caught.value.__context__ is None


def test_functions_that_compiled_code_calls_stay() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        irad.jit(calls_host)(X)
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert [f.name for f in frames] == ["test_functions_that_compiled_code_calls_stay", "host"]


def test_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IRAD_TRACEBACK", "full")
    with pytest.raises(irad.UnsupportedError) as caught:
        CALLS["grad"]()
    assert any("python_compiler" in f.filename for f in traceback.extract_tb(caught.value.__traceback__))


def test_the_users_context_stays() -> None:
    with pytest.raises(irad.UnsupportedError) as caught:
        try:
            {}["missing"]
        except KeyError:
            CALLS["jit"]()
    assert isinstance(caught.value.__context__, KeyError)


def test_places_of_errors_at_run_time() -> None:
    with pytest.raises(IndexError) as caught:
        compiled(X, 5)
    line = element.__code__.co_firstlineno + 1
    assert caught.value.__notes__ == [f"raised in compiled code at {__file__}:{line}:12: return x[i] * 2.0"]
    with pytest.raises(np.linalg.LinAlgError) as singular:
        irad.jit(lambda a: np.linalg.inv(a))(np.zeros((2, 2)))
    assert __file__ in singular.value.__notes__[0]
