"""Memory of an interpreted C program: buffers of cells, one cell for each scalar, and pointers as (buffer, offset)."""

from __future__ import annotations

from typing import Any


class BadProgram(Exception):
    """The program does what C leaves undefined: the generator is wrong."""


class TooLong(Exception):
    """More steps than the interpreter is given."""


class Buffer:
    """One object: a variable, an array, a structure or a block of the heap."""

    __slots__ = ("alive", "cells")

    def __init__(self, size: int) -> None:
        self.cells: list[Any] = [None] * size
        self.alive = True


Pointer = tuple[Buffer, int]


def read(p: Pointer, size: int) -> list[Any]:
    buffer, offset = p
    if not buffer.alive or offset < 0 or offset + size > len(buffer.cells):
        raise BadProgram(f"read of {size} at {offset} of {len(buffer.cells)}, alive {buffer.alive}")
    return buffer.cells[offset : offset + size]


def write(p: Pointer, values: list[Any]) -> None:
    buffer, offset = p
    if not buffer.alive or offset < 0 or offset + len(values) > len(buffer.cells):
        raise BadProgram(f"write of {len(values)} at {offset} of {len(buffer.cells)}, alive {buffer.alive}")
    buffer.cells[offset : offset + len(values)] = values


def load(p: Pointer) -> Any:
    (value,) = read(p, 1)
    if value is None:
        raise BadProgram("read of what was never written")
    return value


class Machine:
    """What runs: the frame of the current call, globals, functions by name, and the steps left."""

    def __init__(self, functions: dict[str, Any], limit: int) -> None:
        self.frame: dict[str, Buffer] = {}
        self.globals: dict[str, Buffer] = {}
        self.functions = functions
        self.left = limit

    def step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooLong

    def buffer(self, name: str) -> Buffer:
        found = self.frame.get(name)
        return found if found is not None else self.globals[name]
