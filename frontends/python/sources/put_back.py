"""What compiled code has changed at paths from outside, put back into the Python objects.

Compiled code holds what is changed in memory of its own, and calls a `PuttingBack` once, where the function that is called from
outside (or differentiated) ends: also where it ends with an error.  Numbers are those that Python would have; an array that lies
in an array of the caller is a view of it, any other array is new, and arrays that share memory share it afterwards.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.lib.array_utils import byte_bounds
from numpy.lib.stride_tricks import as_strided

from irad.errors import AliasingError
from irad.frontends.python.sources.joined_types import Choice
from irad.frontends.python.sources.outside import OutsideSlot
from irad.frontends.python.sources.python_types import WHOLE, Array, Known, List, NoneTy, Optional, Scalar, Tuple, Ty, parts_of

_local = threading.local()


@contextmanager
def arrays_of_call(arrays: Sequence[np.ndarray]) -> Iterator[None]:
    """While compiled code runs that is given these arrays: what lies in one of them is put back as a view of it."""
    before = getattr(_local, "arrays", ())
    _local.arrays = arrays
    try:
        yield
    finally:
        _local.arrays = before


def words_of(ty: Ty) -> list[Ty]:
    """The types of the numbers and arrays that a value is handed over as."""
    if isinstance(ty, Optional):
        return [Scalar("bool", weak=True), *words_of(ty.item)]
    if isinstance(ty, Tuple):
        return [w for t in ty.items for w in words_of(t)]
    if isinstance(ty, Array):
        return [Array(ty.dtype, ty.ndim, "A", readonly=True)]
    if isinstance(ty, List):
        return [w for t in ([ty.item] if ty.item is not None else []) for w in _columns(t)]
    if isinstance(ty, Choice):
        return [WHOLE]
    return [Scalar(ty.kind, ty.weak)] if isinstance(ty, Scalar) else []


def _columns(ty: Ty) -> list[Ty]:
    """The types of the arrays with the numbers of all items of a list."""
    if isinstance(ty, Tuple):
        return [w for t in ty.items for w in _columns(t)]
    return [Array(ty.kind, 1, "C", readonly=True)] if isinstance(ty, Scalar) else []


class PuttingBack:
    """Takes, for each of the slots, whether it has been assigned to, and its words."""

    def __init__(self, slots: Sequence[OutsideSlot]) -> None:
        self.slots = tuple(slots)
        self.__name__ = "changes"

    def __call__(self, *given: Any) -> None:
        rest, copies = list(given), _ArraysPutBack(getattr(_local, "arrays", ()))
        done: list[tuple[OutsideSlot, list[Any]]] = []
        for slot in self.slots:
            assigned, words = rest.pop(0), [rest.pop(0) for _ in words_of(slot.ty)]
            if assigned:
                _noted(slot.ty, list(words), copies)
                done.append((slot, words))
        copies.make()
        for slot, words in done:
            slot.path.put(_built(slot.ty, words, copies))


def _noted(ty: Ty, words: list[Any], copies: _ArraysPutBack) -> None:
    """Note the arrays among the words of a value."""
    if isinstance(ty, Optional):
        there = words.pop(0)
        own = [words.pop(0) for _ in words_of(ty.item)]
        if there:
            _noted(ty.item, own, copies)
    elif isinstance(ty, Tuple):
        for t in ty.items:
            _noted(t, words, copies)
    elif isinstance(ty, Array):
        copies.note(words.pop(0))
    else:
        del words[: len(words_of(ty))]


def _built(ty: Ty, words: list[Any], copies: _ArraysPutBack) -> Any:
    """The Python value of these words; takes them from the front."""
    if isinstance(ty, Optional):
        there = words.pop(0)
        own = [words.pop(0) for _ in words_of(ty.item)]
        return _built(ty.item, own, copies) if there else None
    if isinstance(ty, Tuple):
        return ty.make([_built(t, words, copies) for t in ty.items])
    if isinstance(ty, Array):
        return copies.of(words.pop(0))
    if isinstance(ty, List):
        columns = [words.pop(0) for _ in words_of(ty)]
        assert ty.item is not None
        return [_built(ty.item, list(row), copies) for row in zip(*columns, strict=True)]
    if isinstance(ty, NoneTy):
        return None
    if isinstance(ty, Known):
        return ty.value
    value = words.pop(0)
    if isinstance(ty, Choice):
        return ty.option(value)
    assert isinstance(ty, Scalar)
    if not ty.weak:
        return ty.dtype.numpy.type(value)
    return value if not isinstance(value, np.generic) else value.item()


class _ArraysPutBack:
    """Arrays of compiled code as arrays of Python's."""

    def __init__(self, given: Sequence[np.ndarray]) -> None:
        self.given = given
        self.found: list[np.ndarray] = []
        self.made: dict[tuple[Any, ...], np.ndarray] = {}

    def note(self, a: np.ndarray) -> None:
        """An array that is asked for later."""
        self.found.append(a)

    def make(self) -> None:
        """Copy the memory of all arrays that are no views, once where they share it."""
        new = []
        for a in self.found:
            base = next((g for g in self.given if a.size and g.size and np.may_share_memory(g, a)), None)
            if base is not None:
                self.made[_key(a)] = _view(base, a)
            else:
                new.append(a)
        for group in _groups(new):
            if len({_key(a) for a in group}) == 1:
                self.made[_key(group[0])] = group[0].copy(order="K")
                continue
            low, high = min(byte_bounds(a)[0] for a in group), max(byte_bounds(a)[1] for a in group)
            memory = np.frombuffer(ctypes.string_at(low, high - low), np.uint8).copy()
            for a in group:
                self.made[_key(a)] = np.ndarray(a.shape, a.dtype, memory.data, _address(a) - low, a.strides)

    def of(self, a: np.ndarray) -> np.ndarray:
        """What has been made of an array."""
        return self.made[_key(a)]


def _address(a: np.ndarray) -> int:
    return int(a.__array_interface__["data"][0])


def _key(a: np.ndarray) -> tuple[Any, ...]:
    return (_address(a) if a.size else id(a), a.shape, a.strides, a.dtype.str)


def _groups(arrays: list[np.ndarray]) -> list[list[np.ndarray]]:
    """The arrays in groups, by their memory."""
    out: list[list[np.ndarray]] = []
    high = 0
    for a in sorted(arrays, key=lambda a: int(byte_bounds(a)[0]) if a.size else 0):
        low, end = (int(n) for n in byte_bounds(a))
        if not a.size:
            out.append([a])
        elif out and low < high and out[-1][0].size:
            out[-1].append(a)
            high = max(high, end)
        else:
            out.append([a])
            high = end
    return out


def _view(base: np.ndarray, a: np.ndarray) -> np.ndarray:
    """The array ``a``, which lies in ``base``, as a view of that: ``base`` itself, if it is the same."""
    if _key(base) == _key(a):
        return base

    return as_strided(np.asarray(_FirstElement(base, a)), a.shape, a.strides, writeable=base.flags.writeable)


class _FirstElement:
    """The first element of ``a``, which lies in ``base``."""

    def __init__(self, base: np.ndarray, a: np.ndarray) -> None:
        self.owner = base
        self.__array_interface__ = {
            "data": (_address(a), not base.flags.writeable), "shape": (1,), "typestr": a.dtype.str, "version": 3,
        }  # fmt: skip


def check_apart(changed: Sequence[OutsideSlot], args: Sequence[object], name: str) -> None:
    """Refuse calls in which an object that is changed, and found by its path, is an argument or a part of one as well."""
    owners = {id(slot.path.owner()): slot for slot in changed}
    todo: list[Any] = list(args)
    seen: set[int] = set()
    while todo:
        value = todo.pop()
        if id(value) in owners:
            text = f"{name}() changes {owners[id(value)].path.text}, from outside, and gets this object as an argument as well"
            raise AliasingError(text, hint="pass it, or use it from outside, but not both")
        if id(value) not in seen:
            seen.add(id(value))
            todo += parts_of(value) or ()
