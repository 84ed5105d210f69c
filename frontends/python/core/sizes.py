"""Arithmetic of sizes and strides of arrays, which cannot overflow; folded where they are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from irad.frontends.python.core.python_values import const, known_int
from irad.rules.deferred_errors import MOST_DETAILS

Said = tuple[list[str], list[Any]]  # texts with places for numbers, and these


def shapes_said(shapes: Sequence[list[Any]]) -> Said | None:
    """The shapes as messages have them, ``(3,4)``; None where too many sizes are known at run time only."""
    texts: list[str] = []
    numbers: list[Any] = []
    for shape in shapes:
        parts = []
        for n in shape:
            k = known_int(n)
            if k is None and not any(n is m for m in numbers):
                numbers.append(n)
            parts.append(str(k) if k is not None else f"{{{next(i for i, m in enumerate(numbers) if m is n)}}}")
        texts.append(f"({','.join(parts)}{',' if len(parts) == 1 else ''})")
    return (texts, numbers) if len(numbers) <= MOST_DETAILS else None


def mul(b: ir.IRBuilder, x: Any, y: Any) -> Any:
    """``x * y``."""
    kx, ky = known_int(x), known_int(y)
    if kx == 1:
        return y
    if ky == 1:
        return x
    if kx is not None and ky is not None:
        return const(kx * ky)
    return b.mul(x, y, flags=["nsw"])


def add(b: ir.IRBuilder, x: Any, y: Any) -> Any:
    """``x + y``."""
    kx, ky = known_int(x), known_int(y)
    if kx == 0:
        return y
    if ky == 0:
        return x
    if kx is not None and ky is not None:
        return const(kx + ky)
    return b.add(x, y, flags=["nsw"])


def by_rows(b: ir.IRBuilder, shape: list[Any]) -> list[Any]:
    """The strides of an array that is contiguous by rows."""
    strides: list[Any] = []
    step: Any = const(1)
    for n in reversed(shape):
        strides.insert(0, step)
        step = mul(b, step, n)
    return strides


def count(b: ir.IRBuilder, shape: list[Any]) -> Any:
    """The number of elements."""
    total: Any = const(1)
    for n in shape:
        total = mul(b, total, n)
    return total
