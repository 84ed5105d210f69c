"""What irad makes of the calls of a row, beside NumPy and SciPy: value, dtype, shape, view or copy, error, derivatives."""

from __future__ import annotations

import timeit
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import irad
from tests.library_table.arguments import DTYPES, LAYOUTS, SMOOTH, fits, given
from tests.library_table.calls import Call, loaded, stem

FIRST = (*DTYPES, *LAYOUTS)  # the forms that a row's first call is tried in, and those of its other calls
OTHERS = ("float64", "float32", "complex128", "int64", "F", "step")
NUMBERS = ("float64", "float32", "int64", "empty", "number", "nan")  # of functions of SciPy of real numbers
SYMMETRIC = "S"
_ARRAYS = ("np.", "ndarray.", "scipy.linalg.", "scipy.fft.")
# Errors that say that something is not supported, in front of those that NumPy has.
_REFUSALS = (NotImplementedError, irad.UnsupportedError, irad.TypingError, irad.DifferentiationError)


def outcomes(name: str, calls: list[Call], folder: Path, slopes: bool = True) -> list[dict[str, Any]]:
    """For each call and form ``right``, ``refused`` or ``wrong`` and why; with derivatives in three forms."""
    found = []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for number, call in enumerate(calls):
            judge = Judge(name, number, call, folder)
            forms = ("float64",) if call.random else _forms(name, number)
            for form in forms:
                if form not in call.without and fits(call.parameters, form):
                    found.append({"call": call.text, "form": form, **judge.value(form)})
            for form in _slope_forms(name, number, call.text) if slopes else ():
                if f"slope {form}" not in call.without and judge.active(form):
                    found.append({"call": call.text, "form": f"slope {form}", **judge.slope(form)})
    return found


def _forms(name: str, number: int) -> tuple[str, ...]:
    """The dtypes and layouts that a call is tried in."""
    if not name.startswith(_ARRAYS):
        return NUMBERS if number == 0 else NUMBERS[:2]
    if number == 0 and name.startswith("scipy.fft."):  # which of its parts are nan is not SciPy's to say
        return tuple(f for f in FIRST if f != "nan")
    return FIRST if number == 0 else OTHERS if number < 4 else ("float64", "int64")


def _slope_forms(name: str, number: int, text: str) -> tuple[str, ...]:
    """The forms in which derivatives of a call are tried."""
    if number == 0 and name.startswith("ndarray."):
        return ("float64", "complex128", "step")
    return ("float64",) if number < 2 or (number < 5 and "out=" not in text) else ()


def times(name: str, call: Call, folder: Path) -> float | None:
    """The time of a call of arrays of 1,000 elements, as a multiple of NumPy's; None where one of the two cannot."""
    if call.random:
        return None
    module = loaded(stem(name, 9000), call.source(0, []), folder)
    try:
        args = given(call.parameters, "float64", 1000)
        plain, compiled = module.value_0, irad.jit(module.value_0)
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            compiled(*args)
            ratios = []
            for _ in range(5):
                ratios.append(_seconds(compiled, args) / _seconds(plain, args))
    except Exception:
        return None
    return float(np.median(ratios))


def _seconds(fn: Callable[..., Any], args: list[Any]) -> float:
    timer = timeit.Timer(lambda: fn(*args))
    once = timer.timeit(1)
    number = max(1, min(200, int(2e-3 / max(once, 1e-7))))
    return min(timer.repeat(3, number)) / number


class Judge:
    """One call, by Python and compiled."""

    def __init__(self, name: str, number: int, call: Call, folder: Path) -> None:
        self.name, self.number, self.call, self.folder = name, number, call, folder
        self.module = loaded(stem(name, number), call.source(number, []), folder)
        self.plain = getattr(self.module, f"value_{number}")

    def value(self, form: str) -> dict[str, str]:
        """Whether value, dtype, shape, views, changes of the arguments and errors are NumPy's."""
        theirs, ours = given(self.call.parameters, form), given(self.call.parameters, form)
        want, error = _tried(self._reference, theirs)
        got, refusal = _tried(self._compiled, ours)
        if isinstance(refusal, _REFUSALS) and error is None:
            return {"is": "refused", "why": _line(refusal)}
        if error is not None:
            if refusal is None:
                return {"is": "wrong", "why": f"no error for {_line(error)}"}
            same = isinstance(refusal, (type(error), *_REFUSALS)) or type(refusal).__name__ == type(error).__name__
            return {"is": "error"} if same else {"is": "wrong", "why": f"{_line(refusal)} for {_line(error)}"}
        if refusal is not None:
            return {"is": "wrong", "why": f"{_line(refusal)}, an error that NumPy has not"}
        why = _differs(got, want, theirs, ours) or next(filter(None, map(_unlike, ours, theirs, [False] * len(ours))), None)
        return {"is": "right"} if why is None else {"is": "wrong", "why": why[:200]}

    def active(self, form: str) -> bool:
        """Whether there is something to differentiate: floats that depend on floats, all finite."""
        if not any(p in SMOOTH for p in self.call.parameters):
            return False
        want, error = _tried(self._reference, given(self.call.parameters, form))
        if error is not None or not _weights(want):
            return False
        return all(np.all(np.isfinite(np.asarray(v))) for _, v in _leaves(want) if np.asarray(v).dtype.kind in "fc")

    def slope(self, form: str) -> dict[str, str]:
        """Whether the gradient of a weighted sum is that of differences, and the tangent that of the gradient."""
        call, parameters = self.call, self.call.parameters
        weights = _weights(self._reference(*given(parameters, form)))
        names = [(path, f"w_{k}") for k, (path, _) in enumerate(weights)]
        module = loaded(stem(self.name, 1000 + self.number) + form, call.source(self.number, names), self.folder)
        loss, more = getattr(module, f"loss_{self.number}"), [w for _, w in weights]
        coarse = any(np.asarray(v).dtype in _NARROW for _, v in _leaves(self._reference(*given(parameters, form))))
        active = tuple(k for k, p in enumerate(parameters) if p in SMOOTH)

        def args() -> list[Any]:
            self._anew(loss)
            return [*given(parameters, form), *more]

        got, refusal = _tried(lambda: irad.grad(loss, argnums=active)(*args()), [])
        if refusal is not None:
            kind = "refused" if isinstance(refusal, irad.IradError) else "wrong"
            return {"is": kind, "why": _line(refusal)}
        for k, slopes in zip(active, got, strict=True):
            wanted = self._differences(loss, args, k, 3e-2 if coarse else 3e-4)
            here = np.asarray(slopes)
            if here.dtype.kind == "f" and parameters[k] == SYMMETRIC:
                here, wanted = here + here.T, wanted + wanted.T
            scale = 1.0 + np.max(np.abs(wanted), initial=0.0)
            if here.shape != wanted.shape or not np.allclose(here, wanted, rtol=0.0, atol=(3e-3 if coarse else 3e-6) * scale):
                return {"is": "wrong", "why": f"slope by {parameters[k]}: {here.ravel()[:3]} for {wanted.ravel()[:3]}"}
        return self._forward(loss, args, active, got, coarse)

    def _forward(
        self, loss: Callable[..., Any], args: Callable[[], list[Any]], active: tuple[int, ...], slopes: Any, coarse: bool
    ) -> dict[str, str]:
        way, wanted = [], 0.0
        given_here = args()
        for k, g in zip(active, slopes, strict=True):
            along = np.cos(np.arange(np.size(g)) + k).reshape(np.shape(g)) * (1.0 - 0.4j if np.iscomplexobj(g) else 1.0)
            if self.call.parameters[k] == SYMMETRIC:  # of others it may be another function in each mode
                along = along + along.T
            wanted += float(np.real(np.sum(np.conj(np.asarray(g)) * along)))
            way.append(np.asarray(along, dtype=np.asarray(g).dtype) if isinstance(g, np.ndarray) else float(along))
        annotated = [irad.Duplicated(a, way[active.index(k)]) if k in active else irad.Const(a) for k, a in enumerate(given_here)]
        try:
            (tangent,) = irad.autodiff(loss, *annotated, mode=irad.Forward)
        except irad.IradError as error:
            return {"is": "refused", "why": f"forward: {_line(error)}"}
        except Exception as error:
            return {"is": "wrong", "why": f"forward: {_line(error)}"}
        if abs(float(np.real(tangent)) - wanted) > (1e-3 if coarse else 1e-7) * (1.0 + abs(wanted)):
            return {"is": "wrong", "why": f"forward {tangent} for {wanted} in reverse"}
        return {"is": "right"}

    def _differences(self, loss: Callable[..., Any], args: Callable[[], list[Any]], k: int, h: float) -> Any:
        """Derivatives of fourth order, by real and imaginary parts: df/dRe + i df/dIm, as irad has it."""
        start = args()[k]
        found = np.zeros(np.shape(start), np.result_type(start, np.float64))
        for unit in (1.0, 1j) if found.dtype.kind == "c" else (1.0,):
            for at in np.ndindex(*found.shape):
                total = 0.0
                for step, factor in ((-2, 1.0), (-1, -8.0), (1, 8.0), (2, -1.0)):
                    moved = args()
                    if isinstance(moved[k], np.ndarray):
                        moved[k][at] += step * h * unit
                        if self.call.parameters[k] == SYMMETRIC and at[0] != at[1] and unit == 1.0:
                            moved[k][at] -= step * h / 2.0
                            moved[k][at[::-1]] += step * h / 2.0
                    else:
                        moved[k] = moved[k] + step * h
                    total += factor * float(np.real(loss(*moved)))
                found[at] += unit * total / (12.0 * h)
        return found

    def _reference(self, *args: Any) -> Any:
        self._anew(self.plain)
        return self.plain(*args)

    def _compiled(self, *args: Any) -> Any:
        self._anew(self.plain)
        return irad.jit(self.plain)(*args)

    @staticmethod
    def _anew(fn: Any) -> None:
        fn.__globals__["rng"].bit_generator.state = np.random.default_rng(11).bit_generator.state


def _tried(fn: Callable[..., Any], args: list[Any]) -> tuple[Any, Exception | None]:
    try:
        return fn(*args), None
    except Exception as error:
        return None, error


def _line(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:160]


def _leaves(found: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(found, (tuple, list)):
        for k, part in enumerate(found):
            yield from _leaves(part, f"{path}[{k}]")
    else:
        yield path, found


def _weights(found: Any) -> list[tuple[str, Any]]:
    """Weights of the floats in what a call returns, by their paths."""
    weights: list[tuple[str, Any]] = []
    for path, leaf in _leaves(found):
        a = np.asarray(leaf)
        if a.dtype.kind in "fc" and a.size:
            w = np.cos(0.7 * np.arange(a.size) + len(weights)) + 0.3
            weights.append((path, w + 1j * np.sin(0.4 * np.arange(a.size)) if a.dtype.kind == "c" else w))
    return weights


def _differs(got: Any, want: Any, theirs: list[Any], ours: list[Any]) -> str | None:
    """What is different of what a call returned."""
    g, w = list(_leaves(got)), list(_leaves(want))
    narrow = any(np.asarray(x).dtype in _NARROW for x in theirs)
    if [p for p, _ in g] != [p for p, _ in w]:
        return f"{len(g)} results for {len(w)}"
    for (path, a), (_, b) in zip(g, w, strict=True):
        why = _unlike(a, b, narrow)
        if why is None and isinstance(b, np.ndarray) and b.ndim:
            if not isinstance(a, np.ndarray):
                return f"{type(a).__name__} for an array"
            views = [
                any(isinstance(x, np.ndarray) and np.shares_memory(r, x) for x in args) for r, args in ((a, ours), (b, theirs))
            ]
            if views[0] != views[1]:
                return f"{path} a {'view' if views[0] else 'copy'} for a {'view' if views[1] else 'copy'}"
            steps = [[k for k, n in zip(r.strides, r.shape, strict=True) if n > 1] for r in (a, b)]
            if views[0] and b.size > 1 and steps[0] != steps[1]:
                return f"{path} strides {a.strides} for {b.strides}"
        if why is not None:
            return f"{path} {why}".strip()
    return None


_NARROW = (np.float16, np.float32, np.complex64)


def _unlike(got: Any, want: Any, narrow: bool = False) -> str | None:
    """What is different of one result or argument; ``narrow``: it is computed from single precision."""
    if want is None or isinstance(want, (str, bytes, np.dtype, type)):
        return None if got == want else f"{got!r} for {want!r}"
    a, b = np.asarray(got), np.asarray(want)
    if b.dtype.kind not in "biufc":
        return None if type(got) is type(want) else f"{type(got)} for {type(want)}"
    if a.shape != b.shape:
        return f"shape {a.shape} for {b.shape}"
    if b.dtype.kind == "f" and a.dtype.kind == "c" and np.all(a.imag == 0.0):
        a = a.real  # of eigenvalues and roots: NumPy's are real where all are, irad's always complex
    if a.dtype != b.dtype:
        return f"dtype {a.dtype} for {b.dtype}"
    if b.dtype.kind in "biu":
        return None if np.array_equal(a, b) else f"{a.ravel()[:4]} for {b.ravel()[:4]}"
    if b.dtype.kind == "c":
        return _unlike(a.real, b.real, narrow) or _unlike(a.imag, b.imag, narrow)
    narrow = narrow or b.dtype in _NARROW
    scale = np.max(np.abs(b), where=np.isfinite(b), initial=0.0)
    near = np.isclose(a, b, rtol=2e-4 if narrow else 1e-9, atol=(1e-5 if narrow else 1e-11) * scale, equal_nan=True)
    return None if np.all(near) else f"{a.ravel()[~near.ravel()][:3]} for {b.ravel()[~near.ravel()][:3]}"
