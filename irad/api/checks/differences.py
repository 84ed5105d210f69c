"""Check the derivatives of a function against central differences of the function itself.

Both modes are compared along random directions: for the adjoint x' of an argument x and a direction v, <x', v> must be the
slope of the (seeded) result along v; in forward mode the tangents must be the slopes.  What a function leaves in its array
arguments counts as result.  Differences use two step sizes and Richardson's extrapolation; their own error is estimated
from the two and added to the tolerance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irad.annotations import Active, Annotation, Const, Duplicated, Forward, Reverse
from irad.api.pyfunc.autodiff import autodiff

Direction = dict[int, np.ndarray]  # by the number of the argument


@dataclass(frozen=True)
class Comparison:
    """One derivative and its difference quotient; ``what`` names the function's result and the direction."""

    mode: str
    argument: str
    found: float
    wanted: float
    allowed: float
    what: str = ""

    @property
    def error(self) -> float:
        return abs(self.found - self.wanted)

    @property
    def right(self) -> bool:
        return bool(self.error <= self.allowed)


def compare(f: Callable[..., object], args: Sequence[Any], names: Sequence[str] = (), directions: int = 2, seed: int = 0,
            rtol: float = 1e-6, modes: Sequence[str] = ("reverse", "forward")) -> list[Comparison]:  # fmt: skip
    """Compare derivatives of ``f`` at ``args`` (by floats and float arrays; the rest is constant) with difference quotients.

    The first direction is the simplest: the derivative of the (first) float result, for a float the derivative itself, for an
    array along random signs.  In the others all results and arrays are taken, with random weights.

    The differences run ``f`` itself: for a compiled function give its ``py_func``'s wrapper, for a plain one nothing is
    compiled.  Directions are random, of length 1 in each entry, the same for every mode.
    """
    rng = np.random.default_rng(seed)
    plain = getattr(f, "py_func", f)
    labels = list(names) or [f"argument {i + 1}" for i in range(len(args))]
    active = [i for i, a in enumerate(args) if _is_float(a)]
    out: list[Comparison] = []
    for k in range(directions):
        weights, of = _weights(plain, args, rng, plainly=k == 0)
        for i in active:
            signs = rng.choice([-1.0, 1.0], size=np.shape(args[i]))
            v = {i: signs if isinstance(args[i], np.ndarray) or k else np.ones(())}
            what = of + (f", along random signs {k + 1}" if isinstance(args[i], np.ndarray) or k else "")
            slope, error = _slope(plain, args, v, weights)
            allowed = rtol * max(1.0, abs(slope)) + error
            if "reverse" in modes:
                out.append(Comparison("reverse", labels[i], _reverse(f, args, active, v, weights), slope, allowed, what))
            if "forward" in modes:
                out.append(Comparison("forward", labels[i], _forward(f, args, active, v, weights), slope, allowed, what))
    return out


def _is_float(a: object) -> bool:
    return a.dtype.kind == "f" if isinstance(a, np.ndarray) else isinstance(a, (float, np.floating))


def _copies(args: Sequence[object]) -> list[Any]:
    return [a.copy() if isinstance(a, np.ndarray) else a for a in args]


def _outputs(result: object, args: Sequence[object]) -> list[Any]:
    """All outputs of a call that have derivatives: float results, then the float arrays after the call."""
    parts = list(result) if isinstance(result, tuple) else [result]
    return [p for p in parts if _is_float(p)] + [a for a in args if isinstance(a, np.ndarray) and _is_float(a)]


def _weights(
    f: Callable[..., object], args: Sequence[object], rng: np.random.Generator, plainly: bool
) -> tuple[list[np.ndarray], str]:
    """A weight for each output, and a description of the quantity that is differentiated."""
    given = _copies(args)
    outputs = _outputs(f(*given), given)
    results = len(outputs) - len(_float_arrays(args))
    if plainly and results:
        return [np.ones(np.shape(o)) if i == 0 else np.zeros(np.shape(o)) for i, o in enumerate(outputs)], (
            "the result" if results == 1 else "the first result"
        )
    words = ["the results"] * bool(results) + ["the arrays as they are left"] * (len(outputs) > results)
    return [np.asarray(rng.normal(size=np.shape(o))) for o in outputs], f"{' and '.join(words)}, weighted at random"


def _weighted(f: Callable[..., object], args: Sequence[object], v: Direction, h: float, weights: Sequence[np.ndarray]) -> float:
    given = _copies(args)
    for i, d in v.items():
        given[i] = given[i] + h * d if not isinstance(given[i], np.ndarray) else (given[i] + h * d).astype(given[i].dtype)
    return float(sum(np.sum(w * np.asarray(o, np.float64)) for w, o in zip(weights, _outputs(f(*given), given), strict=True)))


def _slope(f: Callable[..., object], args: Sequence[Any], v: Direction, weights: Sequence[np.ndarray]) -> tuple[float, float]:
    """The slope along ``v``, and an estimate of its error."""
    single = any(getattr(a, "dtype", None) == np.float32 for a in args)
    scale = max([1.0, *(float(np.max(np.abs(args[i]), initial=0.0)) for i in v)])
    h = scale * (2e-2 if single else 1e-4)

    def quotient(step: float) -> float:
        return (_weighted(f, args, v, step, weights) - _weighted(f, args, v, -step, weights)) / (2 * step)

    coarse, fine = quotient(h), quotient(h / 2)
    better = fine + (fine - coarse) / 3
    size = max(abs(_weighted(f, args, {}, 0.0, weights)), 1.0)
    rounding = size * (1e-6 if single else 1e-15) / h * 4
    return better, abs(better - fine) + rounding


def _reverse(f: object, args: Sequence[Any], active: Sequence[int], v: Direction, weights: Sequence[np.ndarray]) -> float:
    given = _copies(args)
    arrays = [i for i in active if isinstance(args[i], np.ndarray)]
    results = len(weights) - len([a for a in args if isinstance(a, np.ndarray) and _is_float(a)])
    shadows = {i: np.asarray(w, args[i].dtype).copy() for i, w in zip(_float_arrays(args), weights[results:], strict=True)}
    notes: list[Annotation] = []
    for i, a in enumerate(given):
        if i in arrays:
            notes.append(Duplicated(a, shadows[i]))
        else:
            notes.append(Active(a) if i in active else Const(a))
    seeds = tuple(float(w) for w in weights[:results])
    seed = seeds if len(seeds) > 1 else seeds[0] if seeds else 1.0
    derivatives = autodiff(f, *notes, mode=Reverse, seed=seed)
    return float(sum(np.sum(d * (shadows[i] if i in shadows else derivatives[i])) for i, d in v.items()))


def _float_arrays(args: Sequence[object]) -> list[int]:
    return [i for i, a in enumerate(args) if isinstance(a, np.ndarray) and _is_float(a)]


def _forward(f: object, args: Sequence[Any], active: Sequence[int], v: Direction, weights: Sequence[np.ndarray]) -> float:
    given = _copies(args)
    tangents: dict[int, np.ndarray | float] = {}
    for i in active:
        d = v.get(i, np.zeros(np.shape(args[i])))
        tangents[i] = d.astype(args[i].dtype) if isinstance(args[i], np.ndarray) else float(d)
    notes = [Duplicated(a, tangents[i]) if i in tangents else Const(a) for i, a in enumerate(given)]
    out = autodiff(f, *notes, mode=Forward)
    result = list(out[0]) if out and isinstance(out[0], tuple) else list(out)
    parts = [t for t in result if _is_float(t)] + [tangents[i] for i in _float_arrays(args)]
    return float(sum(np.sum(w * np.asarray(t, np.float64)) for w, t in zip(weights, parts, strict=True)))
