"""`check_grads`: checks derivatives of a function against finite differences, to any order, in both modes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from irad.api.pyfunc.shared_memory import check_differentiable, copies_of
from irad.api.pyfunc.transformed import Transform
from irad.errors import TypingError
from irad.frontends.python.sources.made_functions import MadeFunction, innermost
from irad.frontends.python.sources.python_types import check_nesting, map_leaves, parts_of
from irad.tracebacks import ends_at_the_call

_STEPS = {np.dtype(np.float64): 1e-4, np.dtype(np.float32): 2e-2}
_TOLERANCE = {np.dtype(np.float64): 1e-6, np.dtype(np.float32): 2e-2}
for _of in (_STEPS, _TOLERANCE):
    _of |= {np.dtype(np.complex128): _of[np.dtype(np.float64)], np.dtype(np.complex64): _of[np.dtype(np.float32)]}

_NUMBERS = (float, complex, np.inexact)


@ends_at_the_call
def check_grads(
    f: Callable[..., object],
    args: Sequence[object],
    order: int = 1,
    modes: Sequence[str] = ("fwd", "rev"),
    atol: float | None = None,
    rtol: float | None = None,
    eps: float | None = None,
) -> None:
    """Compare derivatives of a function with difference quotients.

    Args:
        f: a function of floats, arrays of floats (float64, float32, complex) and containers of them.  It may change its
            arguments: only its result is checked.
        args: the point, a tuple of arguments.
        order: up to which derivative.  Higher ones are checked in every mix of the modes, as differences of the next lower one.
        modes: "fwd": the derivative along a random direction v must be the slope of ``f`` along it; "rev": for a random adjoint
            w, the product of v with ``vjp`` must be the slope of ``<w, f>``.
        atol, rtol: allowed difference, by default 1e-6 for float64 and 2e-2 for float32; an estimate of the quotients' own error
            is added.
        eps: the larger step of the quotients, by default 1e-4 for float64 and 2e-2 for float32.

    Returns:
        None.

    Raises:
        AssertionError: a derivative is wrong.
        TypingError: an argument is not made of floats, or there is nothing to check.
        UnsupportedError, DifferentiationError: as from `grad`.

    >>> import numpy as np, irad
    >>> irad.check_grads(lambda x: np.sin(x).sum(), (np.array([1.0, 2.0]),), order=2)

    The quotients are central, of two steps h and h/2 with Richardson's extrapolation, ``(4 d(h/2) - d(h)) / 3``.
    """
    if not isinstance(args, (tuple, list)):
        raise TypingError(f"the arguments are a tuple, not {type(args).__name__}")
    for mode in modes:
        if mode not in ("fwd", "rev"):
            raise TypingError(f'the modes are "fwd" and "rev", not {mode!r}')
    if not modes or order < 1:
        raise TypingError("there is nothing to check: the order is 1 or more, and there is one mode or more")
    check_nesting(args)
    for k, a in enumerate(args):
        check_differentiable(a, f"argument {k}")
    kinds = {x.dtype for x in _leaves(tuple(args))}
    unknown = kinds - set(_STEPS)
    if unknown:
        raise TypingError(f"numbers of dtype {min(map(str, unknown))} are not supported", hint="use float64 or float32")
    worst = max(kinds, key=lambda k: _STEPS.get(k, 0.0), default=np.dtype(np.float64))
    tolerance = _TOLERANCE.get(worst, 1e-6)
    rules = _Rules(tuple(modes), tolerance if atol is None else atol, tolerance if rtol is None else rtol, eps or _STEPS[worst])
    _check(f, tuple(args), order, rules, np.random.default_rng(0), f"{getattr(innermost(f), '__name__', 'f')}()")


class _Rules:
    """The settings of the comparison."""

    def __init__(self, modes: tuple[str, ...], atol: float, rtol: float, step: float) -> None:
        self.modes, self.atol, self.rtol, self.step = modes, atol, rtol, step


def _check(
    f: Callable[..., Any], args: tuple[object, ...], order: int, rules: _Rules, rng: np.random.Generator, name: str
) -> None:
    if order < 1:
        return
    numbers = tuple(range(len(args)))
    direction = _random(args, rng)
    plain = getattr(f, "py_func", f) if not isinstance(f, Transform) else f
    weights = _random(plain(*copies_of(args)), rng)
    slope, error = _slope(plain, args, direction, weights, rules.step)
    if "fwd" in rules.modes:
        push = Transform(MadeFunction("pushforward", f, numbers))
        _compare(f"{name} in forward mode", _dot(weights, push(*args, *direction)), slope, error, rules)
        _check(push, (*args, *direction), order - 1, rules, rng, f"the forward derivative of {name}")
    if "rev" in rules.modes:
        pull = Transform(MadeFunction("pullback", f, numbers))
        _compare(f"{name} in reverse mode", _dot(pull(weights, *args), direction), slope, error, rules)
        _check(pull, (weights, *args), order - 1, rules, rng, f"the reverse derivative of {name}")


def _compare(what: str, found: float, slope: float, error: float, rules: _Rules) -> None:
    allowed = rules.atol + rules.rtol * abs(slope) + error
    if not abs(found - slope) <= allowed:
        raise AssertionError(f"the derivative of {what} along a direction is {found}, the slope is {slope} +- {error:.1g}")


def _slope(
    f: Callable[..., object], args: tuple[object, ...], direction: object, weights: object, step: float
) -> tuple[float, float]:
    """The slope of <weights, f> along a direction, and an estimate of its error."""

    def at(h: float) -> float:
        return _dot(weights, f(*_moved(args, direction, h)))

    def quotient(h: float) -> float:
        return (at(h) - at(-h)) / (2 * h)

    coarse, fine = quotient(step), quotient(step / 2)
    better = fine + (fine - coarse) / 3
    single = any(x.dtype in (np.float32, np.complex64) for x in _leaves(args))
    rounding = max(abs(at(0.0)), 1.0) * (1e-6 if single else 1e-15) / step * 8
    return better, abs(better - fine) + rounding


def _moved(value: object, direction: object, h: float) -> Any:
    """``value + h * direction``, with the types of ``value``; always new arrays."""

    def one(x: object, d: Any) -> Any:
        if isinstance(x, np.ndarray):
            return (x + h * d).astype(x.dtype) if x.dtype.kind in "fc" else x
        return type(x)(x + h * d) if isinstance(x, _NUMBERS) else x

    return map_leaves(one, value, direction)


def _random(value: object, rng: np.random.Generator) -> Any:
    """A random value of the same structure; only its floats are random."""

    def _signs(dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
        found = rng.choice([-1.0, 1.0], shape)
        return np.asarray(found + 1j * rng.choice([-1.0, 1.0], shape)) if dtype.kind == "c" else np.asarray(found)

    def one(x: object) -> object:
        if isinstance(x, np.ndarray):
            return _signs(x.dtype, x.shape).astype(x.dtype) if x.dtype.kind in "fc" else x
        return type(x)(_signs(np.asarray(x).dtype, ())) if isinstance(x, _NUMBERS) else x

    return map_leaves(one, value)


def _leaves(value: object) -> list[np.ndarray]:
    """The floats of a value (and its complex numbers), as arrays."""
    parts = parts_of(value)
    if parts is not None:
        return [x for p in parts for x in _leaves(p)]
    if isinstance(value, np.ndarray):
        return [value] if value.dtype.kind in "fc" else []
    return [np.asarray(value)] if isinstance(value, _NUMBERS) else []


def _dot(a: object, b: object) -> float:
    pairs = zip(_leaves(a), _leaves(b), strict=True)
    return float(sum(np.sum(_wide(x.real) * _wide(y.real) + _wide(x.imag) * _wide(y.imag)) for x, y in pairs))


def _wide(x: np.ndarray) -> np.ndarray:
    return np.asarray(x, np.float64)
