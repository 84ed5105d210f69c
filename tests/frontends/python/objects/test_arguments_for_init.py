"""`dataclasses.InitVar`: arguments that `__post_init__` gets, and that are no fields."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import InitVar, dataclass, field
from typing import Any

import pytest

import irad
from tests.frontends.python.plain import compare


@dataclass
class Line:
    slope: float
    at: InitVar[float]
    shift: InitVar[float] = 3.0
    offset: float = field(init=False, default=0.0)

    def __post_init__(self, at, shift):
        self.offset = self.slope * at + shift


@dataclass
class Scaled(Line):
    factor: InitVar[float] = field(default=2.0, kw_only=True)
    items: list = field(default_factory=list)

    def __post_init__(self, at, shift, factor):
        super().__post_init__(at, shift)
        self.items.append(self.offset * factor)


@dataclass
class Unused:
    a: InitVar[float]
    b: float = 1.0


def by_place_and_name(x):
    p, q = Line(x, 2.0), Line(x, at=2.0 * x, shift=x)
    return p.offset + q.offset * x + q.shift + p.shift + len(dataclasses.fields(p)) + sum(dataclasses.astuple(q))


def derived(x):
    s, t = Scaled(x, 2.0), Scaled(x, x, 1.0, factor=x)
    return s.items[0] * t.items[0] + t.offset


def without_a_method(x):
    return Unused(x).b * x


def replaced(x):
    p = dataclasses.replace(Line(at=x, slope=x), slope=2.0, at=x)
    return p.offset + (1.0 if p == Line(2.0, x) else x)


def in_memory(x):
    lines = []
    for k in range(int(x) + 3):
        lines.append(Line(x * k, 2.0, shift=x))
    return sum(p.offset for p in lines)


@pytest.mark.parametrize("x", [0.6, 1.3])
@pytest.mark.parametrize("f", [by_place_and_name, derived, without_a_method, replaced, in_memory])
def test_as_in_python(f: Callable[[float], Any], x: float) -> None:
    compare(f, x)


def missing(x):
    return Line(x).offset


def no_attribute(x):
    return Line(x, 2.0).at


def replaced_without(x):
    return dataclasses.replace(Line(x, 2.0), slope=2.0).offset


@pytest.mark.parametrize(
    ("f", "text"), [(missing, "at"), (no_attribute, "'at'"), (replaced_without, "InitVar 'at' must be specified")]
)
def test_errors(f: Callable[[float], Any], text: str) -> None:
    with pytest.raises((TypeError, irad.UnsupportedError), match=text):
        irad.value_and_grad(f)(2.0)
