"""Random number generators of NumPy's and Python's in compiled code: the objects stay in Python, compiled code has their numbers.

A generator that compiled code makes lives as long as the call from Python in which that happens (`call_of_python`).
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from irad.errors import IradError
from irad.frontends.python.sources.python_types import RANDOM, Form, Scalar, Tuple

GENERATORS = (np.random.Generator, np.random.RandomState, random.Random)
MADE = {cls: Tuple((Scalar("int64", weak=True),), Form(RANDOM, ("number",), cls)) for cls in GENERATORS}

_local = threading.local()


@contextmanager
def generators_of_call() -> Iterator[None]:
    """While compiled code runs: the generators that it makes, which nobody else has."""
    before = getattr(_local, "made", None)
    _local.made = []
    try:
        yield
    finally:
        _local.made = before


def made(make: Any, seed: Any) -> int:
    """The number of a new generator, made by ``make(seed)``: `default_rng`, `RandomState` or `random.Random`."""
    found: list[Any] | None = getattr(_local, "made", None)
    if found is None:
        raise IradError(f"{make.__name__}() is called in compiled code that is not called from Python")
    found.append(make(seed))
    return len(found) - 1


def drawing(generator: np.random.Generator | None, draw: Callable[..., Any]) -> Callable[..., Any]:
    """``draw(generator, ...)``; without a generator, of the one whose number comes first."""
    if generator is not None:
        return lambda *given: draw(generator, *given)
    return lambda number, *given: draw(_local.made[number], *given)


# ---- what is drawn: ``shape`` is None for a number


def normal(g: np.random.Generator, scale: Any, shape: Any) -> Any:
    """Standard normal numbers, for ``scale``."""
    if np.any(np.signbit(scale)):
        np.random.default_rng(0).normal(0.0, scale)  # raises NumPy's error
    return g.standard_normal(shape)


def exponential(g: np.random.Generator, scale: Any, shape: Any) -> Any:
    """Standard exponential numbers, for ``scale``."""
    if np.any(np.signbit(scale)):
        np.random.default_rng(0).exponential(scale)
    return g.standard_exponential(shape)


def uniform(g: np.random.Generator, low: Any, high: Any, shape: Any) -> Any:
    """Numbers between 0 and 1, for ``low`` and ``high``."""
    np.random.default_rng(0).uniform(low, high)  # raises NumPy's errors
    return g.random(shape)
