"""`grad` and `value_and_grad`: functions in, functions out; the caller's arrays are never changed.

Arrays are copied before the call, those that share memory into one buffer, so that they share it in the same way; their
shadows are views of one shadow buffer likewise.  What the derivative of an argument means is thus the same as in
`autodiff`: memory is the identity of a value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from irad.api.annotations import Active, Annotation, Const, Duplicated, Mode
from irad.api.autodiff import autodiff
from irad.api.overlap import bounds
from irad.errors import TypingError


def grad(f: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Callable[..., Any]:
    """The gradient of a function that returns a float.

    ``argnums`` says with respect to which arguments (one: the gradient itself; several: a tuple); arrays give arrays of
    the same shape and dtype, floats give floats.  With ``has_aux`` the function returns ``(value, aux)`` and the gradient
    function ``(gradient, aux)``.

    >>> import numpy as np, irad
    >>> irad.grad(lambda x: (x * x).sum())(np.array([1.0, 2.0]))
    array([2., 4.])
    """
    inner = _gradient(f, argnums, _AUX if has_aux else _GRADIENT)

    def gradient(*args: Any) -> Any:
        derivative, value = inner(*args)
        return (derivative, value[1]) if has_aux else derivative

    _mark(gradient, f, argnums, has_aux, False)
    return gradient


def value_and_grad(f: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Callable[..., Any]:
    """As `grad`; the result is ``(value, gradient)``."""
    inner = _gradient(f, argnums, _AUX if has_aux else _VALUE)

    def both(*args: Any) -> Any:
        derivative, value = inner(*args)
        return value, derivative

    _mark(both, f, argnums, has_aux, True)
    return both


_GRADIENT = Mode("Reverse", forward=False, primal=False, gradient="float")
_VALUE = Mode("ReverseWithPrimal", forward=False, primal=True, gradient="float")
_AUX = Mode("ReverseWithPrimal", forward=False, primal=True, gradient="aux")


def _gradient(f: Callable[..., Any], argnums: int | Sequence[int], mode: Mode) -> Callable[..., tuple[Any, Any]]:
    """The function that gives a gradient, and the value if ``mode`` asks for it."""
    single = isinstance(argnums, (int, np.integer))
    wanted = (int(argnums),) if single else tuple(int(a) for a in argnums)  # type: ignore[arg-type, union-attr]

    def run(*args: Any) -> tuple[Any, Any]:
        places = [_position(a, len(args)) for a in wanted]
        notes = _annotate(args, set(places))
        found = autodiff(f, *notes, mode=mode)
        derivatives, value = found if mode.primal else (found, None)
        out = tuple(_derivative(notes[i], derivatives[i]) for i in places)
        return (out[0] if single else out), value

    return run


def _mark(made: Any, f: Any, argnums: int | Sequence[int], has_aux: bool, with_value: bool) -> None:
    """Tell compiled functions that call ``made`` what it is."""
    numbers = int(argnums) if isinstance(argnums, (int, np.integer)) else tuple(int(a) for a in argnums)
    made.irad_gradient = (f, numbers, has_aux, with_value)


def _position(argnum: int, count: int) -> int:
    if not -count <= argnum < count:
        raise TypingError(f"argnums {argnum} does not fit {count} arguments")
    return argnum % count


def _derivative(note: Annotation, returned: Any) -> Any:
    return returned if isinstance(note, Active) else _shadow_of(note)


def _shadow_of(note: Annotation) -> Any:
    assert isinstance(note, Duplicated)
    return note.dval


def _annotate(args: Sequence[Any], chosen: set[int]) -> list[Annotation]:
    arrays = [a for arg in args for a in _arrays(arg)]
    copies = _Copies(arrays)
    notes: list[Annotation] = []
    active_groups = {copies.group_of(a) for i in chosen for a in _arrays(args[i])}
    for i, arg in enumerate(args):
        own = _arrays(arg)
        if i in chosen:
            _check_differentiable(arg, i)
            if own:
                notes.append(Duplicated(_map(arg, copies.copy), _map(arg, copies.shadow)))
            else:
                notes.append(Active(arg))
        elif own and any(copies.group_of(a) in active_groups for a in own) and all(a.dtype.kind == "f" for a in own):
            notes.append(Duplicated(_map(arg, copies.copy), _map(arg, copies.shadow)))  # the same memory as an active one
        else:
            notes.append(Const(_map(arg, copies.copy)))
    return notes


def _check_differentiable(arg: Any, i: int) -> None:
    bad = [a for a in _arrays(arg) if a.dtype.kind not in "fc"]
    if bad or isinstance(arg, (bool, int, np.integer, np.bool_)):
        what = f"an array of {bad[0].dtype}" if bad else f"of type {type(arg).__name__}"
        raise TypingError(
            f"argument {i} is {what}, which has no derivative", hint="pass floats (1.0 for 1), or leave it out of argnums"
        )


def _arrays(arg: Any) -> list[np.ndarray]:
    if isinstance(arg, np.ndarray):
        from irad.frontends.python import check_plain

        check_plain(arg)
        return [arg]
    return [a for x in arg for a in _arrays(x)] if isinstance(arg, tuple) else []


def _map(arg: Any, fn: Callable[[np.ndarray], np.ndarray]) -> Any:
    if isinstance(arg, np.ndarray):
        return fn(arg)
    return tuple(_map(x, fn) for x in arg) if isinstance(arg, tuple) else arg


class _Copies:
    """Copies and shadows of arrays, one buffer for each group that shares memory."""

    def __init__(self, arrays: Sequence[np.ndarray]) -> None:
        spans = sorted(((*bounds(a), k) for k, a in enumerate(arrays) if a.size), key=lambda s: s[:2])
        self._start: dict[int, tuple[int, np.ndarray, np.ndarray]] = {}
        group: list[int] = []
        low = high = 0
        for lo, hi, k in spans:
            if group and lo >= high:
                self._make([arrays[g] for g in group], low, high)
                group = []
            if not group:
                low, high = lo, hi
            group.append(k)
            high = max(high, hi)
        if group:
            self._make([arrays[g] for g in group], low, high)

    def _make(self, arrays: list[np.ndarray], low: int, high: int) -> None:
        primal, shadow = np.zeros(high - low + 16, np.uint8), np.zeros(high - low + 16, np.uint8)
        for a in arrays:
            self._start[id(a)] = (low, primal, shadow)
            self._view(a, low, primal)[...] = a

    def _view(self, a: np.ndarray, low: int, buffer: np.ndarray) -> np.ndarray:
        offset = int(a.__array_interface__["data"][0]) - low
        return np.ndarray(a.shape, a.dtype, buffer.data, offset, a.strides)

    def group_of(self, a: np.ndarray) -> int:
        return id(self._start[id(a)][1]) if id(a) in self._start else -id(a)

    def copy(self, a: np.ndarray) -> np.ndarray:
        if id(a) not in self._start:
            return a.copy()
        low, primal, _ = self._start[id(a)]
        return self._view(a, low, primal)

    def shadow(self, a: np.ndarray) -> np.ndarray:
        if id(a) not in self._start:
            return np.zeros_like(a)
        low, _, shadow = self._start[id(a)]
        return self._view(a, low, shadow)
