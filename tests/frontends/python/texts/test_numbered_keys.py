"""Dicts whose keys are texts around integers that the run counts, ``{f"k{i}": ...}``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare_elements


def grown(x):
    values = [2 * v for v in x]
    values.append(x[0])
    return values


def at_once(x):
    return {f"k{i}": v for i, v in enumerate(grown(x))}["k2"] ** 2


def asked(x):
    d = {f"w{i}_end": v * v for i, v in enumerate(grown(x))}
    there = (10.0 if "w1_end" in d else 0.0) + (20.0 if "w01_end" in d else 0.0) + (40.0 if "w1" in d else 0.0)
    return len(d) * d["w0_end"] + there + sum(d.values()) + d.get("w1_end", 0.0) + d.get("zz", 5.0) * x[0]


def missing(x):
    d = {f"k{i}": v for i, v in enumerate(grown(x))}
    try:
        return d["k99"]
    except KeyError:
        return x[0] * 3


def several_times(x):
    d = {f"k{i % 2}": v for i, v in enumerate(grown(x))}
    return d["k0"] * 3 + d["k1"] + len(d)


def computed(x):
    values = grown(x)
    d = {f"k{i}": v for i, v in enumerate(values)}
    total = 0.0
    for i in range(len(values)):
        total = 2 * total + d[f"k{i}"]
    return total


def with_a_condition(x):
    d = {f"{i}": v * i for i, v in enumerate(grown(x)) if v > 2.5}
    return d["1"] * 2 + d["2"] + len(d)


PROGRAMS = (at_once, asked, missing, several_times, computed, with_a_condition)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_values_and_gradients(f: Callable[[Any], float]) -> None:
    compare_elements(f, np.array([1.0, 2.0, 3.0]))


def test_a_missing_key_is_named() -> None:
    def known(x):
        return {f"k{i}": v for i, v in enumerate(grown(x))}["zz"]

    def counted(x):
        d = {f"k{i}": v for i, v in enumerate(grown(x))}
        return d[f"k{len(d)}"]

    for f in (known, counted):
        with pytest.raises(KeyError) as expected:
            f(np.ones(2))
        with pytest.raises(KeyError) as found:
            irad.jit(f)(np.ones(2))
        assert found.value.args == expected.value.args


REFUSED: list[tuple[Callable[[Any], Any], str]] = [
    (lambda x: [k for k, v in {f"k{i}": v for i, v in enumerate(grown(x))}.items()], "cannot be taken one by one"),
    (lambda x: {f"k{v}": v for v in grown(x)}["k2.0"], "the keys are texts of computed numbers"),
    (lambda x: {f"k{i:02d}": v for i, v in enumerate(grown(x))}["k02"], "the keys are texts of computed numbers"),
    (lambda x: {f"{i}{i}": v for i, v in enumerate(grown(x))}["11"], "the keys are texts of computed numbers"),
]


@pytest.mark.parametrize(("f", "text"), REFUSED)
def test_refused(f: Callable[[Any], Any], text: str) -> None:
    with pytest.raises(irad.IradError, match=text):
        irad.jit(f)(np.array([1.0, 2.0, 3.0]))
