"""Texts that ``"".join`` makes of characters of which the run tells which ones, or how many, they are."""

from __future__ import annotations

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

VALUES = np.array([0.2, 1.4, 2.3, 0.9])


def text(x):
    out = []
    for v in VALUES:
        out.append("abc"[int(v * x)])
    return "".join(out)


def traced(x):
    i, total, steps = 5, 0.0, []
    while i > 0:
        total += x * i
        if total * x > 5:
            steps.append("s")
            i -= 2
        else:
            steps.append("=")
            i -= 1
    return total, "".join(reversed(steps))


def counted(x):
    total, steps = traced(x)
    return total**2 + 0.1 * steps.count("s") * x + len(steps) * x * x + steps.find("s") * x


def used(x):
    found, other = text(x), "".join("xyz"[int(v * x)] for v in VALUES if v > 0.5)
    s = x * found.count("a") + len(found) + x**2 * found.count("ab") + (1 if found == "abba" else x) + other.find("y") * x
    if "b" in found and not found.startswith("c") and found.endswith(found[-1:]):
        s += x * 3
    for c in found[1:3]:
        s += ord(c) * x
    if found[-1] == "a" and isinstance(found, str) and found != "ab" and found:
        s += 5 * x
    return s + len(found + "q" + other) * x * x + ("p" + found).index("a")


@pytest.mark.parametrize("f", [counted, used], ids=lambda f: f.__name__)
@pytest.mark.parametrize("x", [0.7, 0.95, 1.2])
def test_against_python(f, x) -> None:
    compare(f, x)


def equal_texts(x):
    return text(x) == "abca", "abca" == text(x), text(x) == text(x / 2), text(x) != "abc", text(x) is None, text(x) == 3  # noqa: SIM300


def edges(x):
    found = text(x)
    return found.count(""), found.find(""), "" in found, found.find("q"), found.count("aa"), found[:0] == "", found[-4]


@pytest.mark.parametrize("f", [text, equal_texts, edges], ids=lambda f: f.__name__)
@pytest.mark.parametrize("x", [0.0, 0.4, 1.0])
def test_values(f, x) -> None:
    assert irad.jit(f)(x) == f(x)


@pytest.mark.parametrize(("f", "error"), [(lambda x: text(x)[4], IndexError), (lambda x: text(x).index("q"), ValueError)])
def test_errors(f, error) -> None:
    with pytest.raises(error):
        irad.jit(f)(1.0)


REFUSED = [lambda x: text(x).upper(), lambda x: text(x) < "b", lambda x: f"<{text(x)}>", lambda x: text(x) * 2]


@pytest.mark.parametrize("f", REFUSED)
def test_what_is_refused(f) -> None:
    with pytest.raises(irad.IradError, match="known at run time"):
        irad.jit(f)(1.0)
