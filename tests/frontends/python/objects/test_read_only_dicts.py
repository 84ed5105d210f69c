"""`types.MappingProxyType` at the top of a file: read like a dict, as it is at each call."""

from __future__ import annotations

import math
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

FIXED = types.MappingProxyType({"a": 2.0, "b": np.ones(2), "n": 3, "t": "up", "f": math.sin})
BEHIND: dict[str, Any] = {"a": 2.0, "b": 3.0}
SEEN = types.MappingProxyType(BEHIND)
NESTED = {"p": types.MappingProxyType({"q": types.MappingProxyType({1: 2.5})})}


class Scaled:
    TABLE = types.MappingProxyType({"k": 4.0})

    def go(self, x):
        return self.TABLE["k"] * x


def items(x):
    found = x * FIXED["a"] + FIXED["b"].sum() * x + sum(1 for _ in FIXED) + len(FIXED) + FIXED.get("c", 3.0) + FIXED["f"](x)
    return found + ("a" in FIXED) * x


def loops(x):
    s = 0.0
    for k, v in FIXED.items():
        if k == "a":
            s += v * x
    for _ in range(FIXED["n"]):
        s += x
    return s + (1.0 if FIXED["t"] == "up" else 0.0) + (1.0 if isinstance(FIXED, dict) else x) + sum(SEEN.values()) * x


def copies(x):
    d, e, f = dict(SEEN), SEEN | {"c": x}, SEEN.copy()
    d["a"], f["b"] = x, x * x
    e["c"] *= 2
    same = x if SEEN == {"a": 2.0, "b": 3.0} else 0.0
    return d["a"] * d["b"] + e["c"] + f["b"] * f["a"] + {**SEEN}["a"] + same + (x if isinstance(f, dict) else 0.0)


def nested(x):
    return NESTED["p"]["q"][1] * x + Scaled().go(x) + Scaled.TABLE["k"]


def changed_behind(x):
    BEHIND["b"] = x * 5
    return SEEN["b"] * x


@pytest.mark.parametrize("f", [items, loops, copies, nested, changed_behind])
def test_as_in_python(f: Callable[[float], Any]) -> None:
    try:
        compare(f, 1.3)
    finally:
        BEHIND.update(a=2.0, b=3.0)


def total(x):
    return sum(SEEN.values()) * x


def test_read_anew() -> None:
    slope = irad.grad(total)
    try:
        assert slope(1.0) == 5.0
        BEHIND["a"] = 7.0
        assert slope(1.0) == 10.0
        BEHIND["c"] = 10
        assert slope(1.0) == 20.0
        del BEHIND["a"]
        assert slope(1.0) == 13.0
    finally:
        BEHIND.clear()
        BEHIND.update(a=2.0, b=3.0)


def assigned(x):
    SEEN["a"] = x  # type: ignore[index]
    return x


def updated(x):
    SEEN.update(a=x)  # type: ignore[attr-defined]
    return x


def popped(x):
    return SEEN.pop("a") * x  # type: ignore[attr-defined]


def missing(x):
    return SEEN["z"] * x


@pytest.mark.parametrize("f", [assigned, updated, popped, missing])
def test_errors(f: Callable[[float], Any]) -> None:
    with pytest.raises((irad.TypingError, irad.UnsupportedError)):
        irad.value_and_grad(f)(2.0)
