"""The elements of arrays one by one: ``x.flat``, and the places that ``np.ndindex`` and ``np.ndenumerate`` go through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np


class Flat:
    """``x.flat``: the elements row by row."""

    irad_compiled = True

    def __init__(self, base: Any) -> None:
        self.base = base

    def __len__(self) -> int:
        return self.base.size  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[Any]:
        return iter(np.ravel(self.base))

    def __getitem__(self, place: Any) -> Any:
        return np.array(np.ravel(self.base)[place])[()]

    def __setitem__(self, place: Any, value: Any) -> None:
        line = self.base.flatten()
        line[place] = value
        self.base[...] = line.reshape(self.base.shape)

    def copy(self) -> Any:
        return self.base.flatten()


def place(k: Any, shape: Any) -> Any:
    """The indices of the k-th element."""
    if len(shape) == 0:
        return ()
    return (*place(k // shape[-1], shape[:-1]), k % shape[-1])


def indices_of(shape: Any) -> Iterator[Any]:
    """The indices of all elements of arrays of a shape."""
    total = 1
    for n in shape:
        total *= n
    for k in range(total):
        yield place(k, shape)


def numbered(a: Any) -> Iterator[Any]:
    """The indices and values of all elements."""
    line = np.ravel(a)
    for k in range(len(line)):
        yield place(k, a.shape), line[k]
