"""Seeds: the adjoints of results, as the caller gives them."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.errors import ActivityError
from irad.frontends.python.sources.python_types import Form, Scalar, form_of, parts_of
from irad.runtime.memory_overlap import elements_apart


def is_number(v: object) -> bool:
    """Whether ``v`` is a real number.  (A truth value is not, nor is an array.)"""
    return isinstance(v, (int, float, np.integer, np.floating)) and not isinstance(v, bool)


def split_seed(ty: Scalar, seed: Any) -> list[Any]:
    """The seeds of the numbers that a number is returned as."""
    if ty.is_complex and isinstance(seed, (complex, np.complexfloating)):
        return [seed.real, seed.imag]
    if not is_number(seed):
        raise ActivityError(f"the seed of a scalar result must be a number, not {type(seed).__name__}")
    return [seed, 0.0] if ty.is_complex else [seed]


def add_to(shadow: np.ndarray, seed: Any) -> None:
    """Add a seed to the shadow of a result; where several elements share memory, the shadow gets the sum of their seeds."""
    if elements_apart(shadow):
        shadow += seed
    else:
        np.add.at(shadow, tuple(np.indices(shadow.shape)), seed)


def check_like(result: object, seed: object, what: str = "the adjoint") -> None:
    """Raises `ActivityError` unless ``seed`` has the structure of ``result``, a value, and arrays of its shapes and dtypes."""
    mine, given = parts_of(result), parts_of(seed)
    if mine is not None:
        own, other = form_of(result), form_of(seed)
        if given is None or len(given) != len(mine) or not _alike(own, other):
            raise ActivityError(f"{what} must be built like the result, {_named(result)}, not {_named(seed)}")
        if own is not None:
            given = own.parts(seed)  # a dict may have its keys in another order
        for k, (r, s) in enumerate(zip(mine, given, strict=True)):
            check_like(r, s, f"{what}{own.path(k) if own is not None else f'[{k}]'}")
    elif isinstance(result, np.ndarray):
        if result.dtype.kind in "fc":
            check_array(result, seed, what)
    elif isinstance(result, (complex, np.complexfloating)) and isinstance(seed, (complex, np.complexfloating)):
        return
    elif isinstance(result, (float, complex, np.inexact)) and not is_number(seed):
        raise ActivityError(f"{what} must be a number, not {_named(seed)}")


def _alike(own: Form | None, other: Form | None) -> bool:
    if own is None or other is None:
        return own is other
    same = own.kind == other.kind and own.cls is other.cls
    return same and set(own.names) == set(other.names)


def check_array(result: np.ndarray, seed: object, what: str) -> None:
    """Raises `ActivityError` unless ``seed`` is an array of the result's shape and dtype."""
    if type(seed) is not np.ndarray:
        raise ActivityError(f"{what} must be an array of {result.dtype} of shape {result.shape}, not {_named(seed)}")
    if seed.dtype != result.dtype:
        raise ActivityError(f"{what} has dtype {seed.dtype}, the result has {result.dtype}", hint="convert it: a.astype(...)")
    if seed.shape != result.shape:
        raise ActivityError(f"{what} has shape {seed.shape}, the result has {result.shape}")


def _named(v: object) -> str:
    if isinstance(v, np.ndarray):
        return f"an array of {v.dtype} of shape {v.shape}"
    if isinstance(v, dict):
        return f"a dict with the keys {', '.join(map(repr, v))}" if v else "a dict without keys"
    return f"a {type(v).__name__}" + (f" of {len(v)}" if isinstance(v, (tuple, list)) else "")
