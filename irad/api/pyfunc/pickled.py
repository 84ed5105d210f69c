"""Pickling of Python functions that cannot be found by name (closures, lambdas).

It takes two steps, since a function may use itself: first the code, then the captured values, which may refer back to it.
The code is that of this version of Python, and compiling it needs its source file.
"""

from __future__ import annotations

import importlib
import importlib.util
import marshal
import types
from collections.abc import Callable, Iterator
from typing import Any

from irad.errors import IradError


class _Module:
    """A module, by its name."""

    def __init__(self, name: str) -> None:
        self.name = name


class _Empty:
    """A cell of a closure that has no content."""


def skeleton(fn: Callable[..., object]) -> tuple[object, ...]:
    """What `bare` needs."""
    about = {name: getattr(fn, name) for name in ("__name__", "__qualname__", "__module__", "__doc__", "__annotations__")}
    return importlib.util.MAGIC_NUMBER, marshal.dumps(fn.__code__), about


def bare(parts: tuple[Any, ...]) -> Callable[..., object]:
    """The function of a `skeleton`, without its captured values."""
    magic, data, about = parts
    if magic != importlib.util.MAGIC_NUMBER:
        raise IradError(f"{about['__qualname__']}() was pickled by another version of Python", hint="use the same version")
    code = marshal.loads(data)
    cells = tuple(types.CellType() for _ in code.co_freevars)
    made = types.FunctionType(code, {"__builtins__": __builtins__}, about["__name__"], None, cells)
    for name, value in about.items():
        setattr(made, name, value)
    return made


def contents(fn: Callable[..., object]) -> tuple[object, ...]:
    """The function's captured values: defaults, globals, cells."""
    space = fn.__globals__
    used = {n: _portable(space[n]) for n in _names(fn.__code__) if n in space}
    return fn.__defaults__, used, [_content(cell) for cell in fn.__closure__ or ()]


def fill(fn: Callable[..., object], outside: tuple[Any, ...]) -> None:
    """Give a `bare` function its `contents`."""
    fn.__defaults__, used, cells = outside
    fn.__globals__.update({name: _back(value) for name, value in used.items()}, __name__=fn.__module__)
    for cell, value in zip(fn.__closure__ or (), cells, strict=True):
        if value is not _Empty:
            cell.cell_contents = _back(value)


def _names(code: types.CodeType) -> Iterator[str]:
    """Names that may be global, of functions inside it too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _content(cell: types.CellType) -> object:
    try:
        return _portable(cell.cell_contents)
    except ValueError:
        return _Empty


def _portable(value: object) -> object:
    return _Module(value.__name__) if isinstance(value, types.ModuleType) else value


def _back(value: object) -> object:
    return importlib.import_module(value.name) if isinstance(value, _Module) else value
