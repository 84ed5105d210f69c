"""What each peer makes of a row: the value, and the gradient of a weighted sum of it, both beside NumPy's and SciPy's."""

from __future__ import annotations

import importlib.util
import signal
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.library.named_rows import SMOOTH, SYMMETRIC, NamedRow, given, loaded, rows

SECONDS = 120  # for one row; a process in which one takes longer ends
PEERS = ("irad", "jax", "numba")


def missing(peer: str) -> str | None:
    """Why a peer cannot be asked, if it cannot."""
    return None if importlib.util.find_spec(peer) else f"{peer} is not installed"


class Reference:
    """The row's value by NumPy and SciPy, and the derivatives of a weighted sum of it by differences of fourth order."""

    def __init__(self, row: NamedRow, fn: Callable[..., Any]) -> None:
        self.row, self.fn = row, fn
        self.value = np.asarray(fn(*given(row)))
        self.scalar = self.value.ndim == 0
        phase = np.arange(self.value.size) * (0.7 + 0.4j)
        self.weights: Any = np.real(np.exp(1j * phase.real)) + 0.3
        if self.value.dtype.kind == "c":
            self.weights = self.weights + 1j * np.sin(phase.real)
        if self.scalar:
            self.weights = self.weights.reshape(-1)[0].item()

    @property
    def active(self) -> tuple[int, ...]:
        """Which arguments derivatives are taken of."""
        smooth = tuple(k for k, p in enumerate(self.row.parameters) if p in SMOOTH)
        return smooth if self.value.dtype.kind in "fc" else ()

    @property
    def coarse(self) -> bool:
        """Whether the result is of single precision."""
        return self.value.dtype in (np.float32, np.complex64)

    def loss(self, *args: Any) -> float:
        return float(np.real(np.sum(np.ravel(self.fn(*args)) * self.weights)))

    def slopes(self, k: int, part: float = 1.0) -> np.ndarray[Any, Any]:
        """The derivatives by one argument; of a symmetric one by pairs of elements.  ``part``: of the usual step."""
        h = part * (3e-2 if self.coarse else 3e-4)
        shape = np.shape(given(self.row)[k])
        found = np.empty(shape)
        for at in np.ndindex(*shape):
            total = 0.0
            for step, factor in ((-2, 1.0), (-1, -8.0), (1, 8.0), (2, -1.0)):
                args = given(self.row)
                if shape == ():
                    args[k] = args[k] + step * h
                else:
                    args[k][at] += step * h
                    if self.row.parameters[k] == SYMMETRIC and at[0] != at[1]:
                        args[k][at[::-1]] += step * h
                total += factor * self.loss(*args)
            found[at] = total / (12.0 * h)
        return found

    def same_value(self, found: Any, random: bool) -> str | None:
        """What is wrong with a value."""
        got = np.asarray(found)
        if got.shape != self.value.shape:
            return f"shape {got.shape} for {self.value.shape}"
        if random:
            return None if bool(np.all(np.isfinite(got))) else "not finite"
        if got.dtype.kind in "OSU":
            return f"dtype {got.dtype}"
        near = np.allclose(got, self.value, rtol=1e-5 if self.coarse else 1e-7, atol=1e-9, equal_nan=True)
        return None if near else f"{got.ravel()[:4]} for {self.value.ravel()[:4]}"

    def same_slopes(self, found: Any) -> str | None:
        """What is wrong with a gradient."""
        for k, got in zip(self.active, found, strict=True):
            slopes, here = self.slopes(k), np.asarray(got, dtype=np.float64)
            if self.row.parameters[k] == SYMMETRIC:
                here = here + here.T - np.diag(np.diag(here))
            scale = 1.0 + np.max(np.abs(slopes), initial=0.0)
            if not np.allclose(here, slopes, rtol=0.0, atol=(2e-3 if self.coarse else 2e-6) * scale):
                if np.max(np.abs(self.slopes(k, 0.5) - slopes)) > 0.5 * np.max(np.abs(slopes)):
                    continue  # the value jumps between the points, so that differences say nothing
                return f"derivative by {self.row.parameters[k]}: {here.ravel()[:3]} for {slopes.ravel()[:3]}"
        return None


def _of_irad(value: Any, loss: Any, of: Reference) -> Iterator[Any]:
    import irad

    def anew() -> list[Any]:
        value.__globals__["rng"].bit_generator.state = np.random.default_rng(11).bit_generator.state
        return given(of.row, "rng")

    yield irad.jit(value)(*anew())
    yield irad.grad(loss, argnums=of.active)(*anew(), of.weights)


def _of_jax(value: Any, loss: Any, of: Reference) -> Iterator[Any]:
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    if of.row.before and of.row.in_jax is None:
        raise TypeError("arrays of JAX do not change")

    def tried(fn: Any, more: list[Any]) -> Any:
        args = [jnp.asarray(a) if isinstance(a, np.ndarray) else a for a in (*given(of.row), *more)]
        try:
            return jax.jit(fn)(*args)
        except Exception:
            return fn(*args)  # one operation after the other: lengths may depend on values

    yield tried(value, [])
    yield tried(jax.grad(loss, argnums=of.active), [of.weights])


def _of_numba(value: Any, loss: Any, of: Reference) -> Iterator[Any]:
    import numba

    yield numba.njit(value)(*given(of.row))


_ASKED = {"irad": _of_irad, "jax": _of_jax, "numba": _of_numba}


def outcome(peer: str, number: int, folder: Path) -> dict[str, str]:
    """``works``, ``value only`` (its derivative is refused), ``refused`` or ``wrong``, and why."""
    row = rows()[number]
    of = Reference(row, getattr(loaded("reference", number, row, False, folder), f"value_{number}"))
    random = peer == "jax" and row.in_jax is not None and "jax.random" in row.in_jax
    signal.alarm(SECONDS)
    value_seen = False
    try:
        module = loaded(peer, number, row, of.scalar, folder)
        steps = _ASKED[peer](getattr(module, f"value_{number}"), getattr(module, f"loss_{number}"), of)
        problem = of.same_value(next(steps), random)
        value_seen = True
        if problem is None and of.active and not random:
            slopes = next(steps, None)
            problem = None if slopes is None else of.same_slopes(slopes)
    except Exception as error:
        return {"is": "value only" if value_seen else "refused", "why": f"{type(error).__name__}: {error}".strip()[:300]}
    finally:
        signal.alarm(0)
    return {"is": "works"} if problem is None else {"is": "wrong", "why": problem[:300]}


def quietly(peer: str, numbers: list[int], folder: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The outcome of each row in turn."""
    for number in numbers:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            yield number, outcome(peer, number, folder)
