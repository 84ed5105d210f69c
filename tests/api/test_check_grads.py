"""`irad.check_grads`: right derivatives pass, and each kind of wrong one is found by the check that is for it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import irad


@dataclass
class Layer:
    w: np.ndarray
    b: float
    unused: object = None


class Pair(NamedTuple):
    a: float
    b: np.ndarray


X = np.array([0.3, -0.7, 1.1])

RIGHT: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "scalars": (lambda x, y: math.sin(x) * y + x * x, (0.4, 1.3)),
    "array": (lambda x: np.tanh(x) * x[0], (X,)),
    "float32": (lambda x: (np.sin(x) * x).sum(), (X.astype(np.float32),)),
    "both precisions": (lambda x, y: (np.sin(x) * y).sum(), (X.astype(np.float32), X)),
    "dict": (lambda p: {"r": p["w"] * p["b"] ** 2}, ({"w": X, "b": 0.5},)),
    "list": (lambda p: [p[0] * p[1][0], p[0]], ([0.5, (X,)],)),
    "dataclass": (lambda p: Layer(np.exp(p.w) * p.b, p.b * p.b), (Layer(X, 0.5),)),
    "named tuple": (lambda p: Pair(p.a**3, p.b * p.a), (Pair(0.5, X),)),
    "not contiguous": (lambda x: (x * x * x).sum(axis=0), (np.arange(12.0).reshape(3, 4)[::-1, ::2] / 7.0,)),
    "empty": (lambda x, y: x.sum() + y * y, (np.zeros(0), 2.0)),
}


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("name", RIGHT)
def test_right_derivatives(name: str, order: int) -> None:
    f, args = RIGHT[name]
    before = repr(args)
    irad.check_grads(f, args, order=order)
    assert repr(args) == before


@pytest.mark.parametrize("mode", ["fwd", "rev"])
def test_one_mode(mode: str) -> None:
    irad.check_grads(RIGHT["array"][0], (X,), order=2, modes=(mode,))


def cube(scale_forward: float = 1.0, scale_reverse: float = 1.0) -> Any:
    """x^3 with rules that may be wrong by a factor."""

    @irad.custom
    def f(x):
        return x * x * x

    def rule(primals, tangents):
        x = primals[0]
        return x * x * x, scale_forward * 3.0 * x * x * tangents[0]

    def ahead(x):
        return x * x * x, (x,)

    def back(residuals, cotangent):
        (x,) = residuals
        return (scale_reverse * 3.0 * x * x * cotangent,)

    f.defjvp(rule)
    f.defvjp(ahead, back)
    return f


def test_right_rules() -> None:
    irad.check_grads(cube(), (0.7,), order=2)


def test_a_wrong_forward_rule() -> None:
    f = cube(scale_forward=1.01)
    irad.check_grads(f, (0.7,), modes=("rev",))
    with pytest.raises(AssertionError, match="in forward mode along a direction is"):
        irad.check_grads(f, (0.7,), modes=("fwd",))
    with pytest.raises(AssertionError, match="in forward mode"):
        irad.check_grads(f, (0.7,))


def test_a_wrong_reverse_rule() -> None:
    f = cube(scale_reverse=0.99)
    irad.check_grads(f, (0.7,), modes=("fwd",))
    with pytest.raises(AssertionError, match="in reverse mode along a direction is"):
        irad.check_grads(f, (0.7,), modes=("rev",))


def test_a_rule_that_is_wrong_at_second_order() -> None:
    @irad.custom
    def f(x):
        return x * x * x

    def rule(primals, tangents):
        x = primals[0]
        return x * x * x, 3.0 * irad.stop_gradient(x) * x * tangents[0]

    def ahead(x):
        return x * x * x, (x,)

    def back(residuals, cotangent):
        (x,) = residuals
        return (3.0 * irad.stop_gradient(x) * x * cotangent,)

    f.defjvp(rule)
    f.defvjp(ahead, back)
    irad.check_grads(f, (0.7,), order=1)
    for mode in ("fwd", "rev"):
        with pytest.raises(AssertionError, match="derivative of"):
            irad.check_grads(f, (0.7,), order=2, modes=(mode,))


def test_one_wrong_element_is_found() -> None:
    @irad.custom
    def f(x):
        return x * x

    def ahead(x):
        return x * x, (x,)

    def back(residuals, cotangent):
        (x,) = residuals
        d = 2.0 * x * cotangent
        d[1] = 0.0
        return (d,)

    f.defvjp(ahead, back)
    with pytest.raises(AssertionError, match="in reverse mode"):
        irad.check_grads(f, (X,), modes=("rev",))


def test_tolerances() -> None:
    f = cube(scale_forward=1.01)
    irad.check_grads(f, (0.7,), modes=("fwd",), rtol=0.1)
    irad.check_grads(f, (0.7,), modes=("fwd",), atol=0.1)
    with pytest.raises(AssertionError):
        irad.check_grads(f, (0.7,), modes=("fwd",), atol=1e-3, rtol=1e-3, eps=1e-3)


def test_a_nan_is_no_derivative() -> None:
    f = cube(scale_forward=math.nan)
    with pytest.raises(AssertionError, match="is nan"):
        irad.check_grads(f, (0.7,), modes=("fwd",))


BAD: dict[str, tuple[tuple[Any, ...], dict[str, Any], str]] = {
    "mode": ((0.5,), {"modes": ("foo",)}, 'the modes are "fwd" and "rev"'),
    "no tuple": (0.5, {}, "the arguments are a tuple, not float"),  # type: ignore[dict-item]
    "an array as arguments": (X, {}, "the arguments are a tuple, not ndarray"),  # type: ignore[dict-item]
    "int": ((2,), {}, "argument 0 is .*which has no derivative"),
    "array of ints": ((np.arange(3),), {}, "argument 0 is .*int64"),
    "int in a dict": (({"a": 1.0, "b": 2},), {}, r"argument 0\['b'\] is .*which has no derivative"),
    "no mode": ((0.5,), {"modes": ()}, "there is nothing to check"),
    "no order": ((0.5,), {"order": 0}, "there is nothing to check"),
    "modes in a string": ((0.5,), {"modes": "rev"}, 'the modes are "fwd" and "rev"'),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_arguments(name: str) -> None:
    args, options, text = BAD[name]
    with pytest.raises(TypeError, match=text):
        irad.check_grads(lambda x: x, args, **options)
