"""Errors of methods of texts, known when compiling, which handlers catch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.frontends.python.plain import compare

ONE = (1,)


def place(text, c):
    if text.index(c) > 1:
        return 1.0
    return 2.0


def not_there(x):
    try:
        return x * "abc".index("q")
    except ValueError:
        return 3 * x


def several(x):
    s = x
    try:
        s += "abc".rindex("q")
    except ValueError:
        s *= 2
    try:
        s += int("q")
    except ValueError:
        s *= 2
    try:
        s += float("q")
    except ValueError:
        s *= 2
    try:
        s += [1, 2].index(7)
    except ValueError:
        s *= 2
    try:
        s += ("a", "b").index("q")
    except ValueError:
        s *= 2
    try:
        s += len("abc"[7])
    except IndexError:
        s *= 2
    try:
        s += ord("abc")
    except TypeError:
        s *= 2
    return s


def formats(x):
    s = x
    try:
        s += len("a{}{}".format(*ONE))
    except IndexError:
        s *= 2
    try:
        s += len("a{b}".format())  # noqa: F524
    except KeyError as e:
        s *= 2
        s += len(e.args)
    try:
        s += len(format("a", "d"))
    except ValueError:
        s *= 2
    try:
        a, b = "abc".split("b", 1)[0].split(",")
        s += len(a) + len(b)
    except ValueError:
        s *= 2
    try:
        s += len("abc".split("")[0])
    except ValueError:
        s *= 2
    try:
        s += len("abc" + 1)
    except TypeError:
        s *= 2
    return s


def in_a_called_function(x):
    s = 0.0
    for c in "abq":
        try:
            s += place("abc", c) * x
        except ValueError:
            s += 10 * x
    return s


def of_a_chosen_text(x):
    try:
        n = "abc".index("q" if x > 1 else "b")
    except ValueError:
        n = 7
    return n * x


def in_a_branch(x):
    s = x
    try:
        if x > 1:
            s += "abc".index("q")
        s *= 3
    except ValueError:
        s *= 2
    return s


def behind_finally(x):
    s = x
    try:
        s += chr(-1).count("a")
    except ValueError:
        s *= 3
    finally:
        s += 1
    return s


@pytest.mark.parametrize("x", [0.6, 1.3, 2.6])
@pytest.mark.parametrize("f", [not_there, several, formats, in_a_called_function, of_a_chosen_text, in_a_branch, behind_finally])
def test_as_in_python(f: Callable[[float], Any], x: float) -> None:
    compare(f, x)
