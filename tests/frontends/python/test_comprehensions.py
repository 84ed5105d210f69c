# ruff: noqa: C400, C416, C419
"""Comprehensions and generator expressions: values beside Python's, derivatives beside central differences."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from tests.numeric.scalar_functions import check_as_python

TABLE = np.linspace(0.1, 1.0, 5)


def array_of_items(x):
    return np.array([np.sin(x * a) for a in TABLE]).sum()


def with_a_condition(x):
    return sum(np.sin(x * i) for i in range(6) if i % 2 == 0 if i > 0)


def list_in_a_variable(x):
    ys = [x * i for i in range(4)]
    s = 0.0
    for y in ys:
        s += y * y
    ys.append(x)
    ys.append(3 * x)
    return s + ys[2] * len(ys) + ys[-1]


def of_a_dict(x):
    params = {"a": x, "b": np.array([x, 2.0 * x])}
    d = {k: 2.0 * v for k, v in params.items()}
    return d["a"] + (d["b"] ** 2).sum() + sum((p * p).sum() for p in (d["b"], np.ones(3) * x))


def rows(x):
    m = np.array([[x * i + j for j in range(3)] for i in range(4)])
    return (m * m).sum()


def early_ends(x):
    if any(x * i > 2.0 for i in range(5)) and all(x + j > 0 for j in range(3)):
        return x * x
    return x


def not_behind_the_end(x):
    u = np.ones(3)
    found = any(u[i] > 0.5 for i in range(10))  # the fourth would be out of bounds
    every = all(i < 2 and u[i + j] > 0.5 for i in range(9) for j in range(2))
    return x * found + 3 * x * every


def in_loops_and_choices(x):
    s = 0.0
    for v in (x * i for i in range(3)):
        s += v * v
    k = 0
    while sum(x * i for i in range(k)) < 5.0:
        k += 1
    t = [x, 2 * x] if x > 0.5 else [y for y in (x, 3 * x)]
    u = sum([x * i for i in range(4)]) if k > 2 else sum(x for _ in range(2))
    some = any([x > 5.0, x > 0.1] + [i > 7 for i in (1, 2)]) if False else any([x * i > 1.0 for i in range(3)])
    return s + k * x + t[1] * u + x * some + list(x * a for a in (1.0, 2.0))[1]


def of_layers(x):
    layers = [(x, 2 * x), (0.5, x)]
    h = 1.0
    for a, b in [(p * 2, q) for p, q in layers]:
        h = np.tanh(a * h + b)
    return h


def names_of_their_own(x):
    x = x * 1.0
    t = [x * 2 for x in (x, 2 * x)]
    f = [lambda z, k=k: z * k for k in (1.0, 2.0)]
    k = [k for k in (x, 3 * x)][1]
    return t[0] * t[1] + f[1](x) + max([x * i for i in range(3)]) + min(np.cos(x * i) for i in range(4)) + k


def arrays_in_a_loop(x):
    s = 0.0
    for t in range(5):
        v = np.array([x * i * t for i in range(t + 1)])
        w = [np.ones(2) * x * i * t for i in range(4)]
        s += v.sum() + w[0].sum() + 2.0 * w[1].sum() + 3.0 * w[-1].sum()
    return s


def nested(x):
    lower = sum(x * i * j for i in range(3) for j in range(i))
    return lower + sum([x * x for _ in range(3)], 1.0) + np.array([sum(x * j for j in range(i)) for i in range(4)]).sum()


def captured_by_a_function(x):
    return sum((lambda y: y * i + x)(2.0) for i in range(3))


def keys_of_a_range(x):
    d = {k: x * k for k in range(1, 4)}
    return d[1] * d[3] + len(d)


def pairs(x):
    return sum(a * b for a, b in zip(TABLE, x * TABLE, strict=True)) + sum(k * v * x for k, v in enumerate(TABLE))


FUNCTIONS = [
    array_of_items, with_a_condition, list_in_a_variable, of_a_dict, rows, early_ends, not_behind_the_end,
    in_loops_and_choices, of_layers,
    names_of_their_own, arrays_in_a_loop, nested, captured_by_a_function, keys_of_a_range, pairs,
]  # fmt: skip


@pytest.mark.parametrize("f", FUNCTIONS)
def test_values_and_derivatives(f: Callable[[float], Any]) -> None:
    check_as_python(f)


MANY = """
import resource
import numpy as np, irad
def many(x, n):
    total = 0.0
    for t in range(n):
        total += np.array([x * i * t for i in range(100)]).sum() / n
    return total
f = irad.jit(many)
f(0.5, 10)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert abs(f(0.5, 100_000) / (0.5 * 4950 * 99_999 / 2) - 1) < 1e-12
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_what_an_iteration_makes_is_freed(tmp_path: Path) -> None:
    """100,000 lists of 800 bytes would be 80 MB and more."""
    (tmp_path / "m.py").write_text(MANY)
    done = subprocess.run([sys.executable, "m.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 8_000  # KiB


def consumed_twice(x):
    g = (x * i for i in range(3))
    x = 2.0 * x
    return sum(g) + sum(g)


def all_of_a_list(x):
    u = np.ones(3)
    return x * any([u[i] > 0.5 for i in range(10)])


def test_a_list_is_made_before_any_looks_at_it() -> None:
    with pytest.raises(IndexError, match="index 3 is out of bounds"):
        irad.grad(all_of_a_list)(0.7)


REFUSED: list[tuple[Callable[..., Any], str]] = [
    (consumed_twice, "empty after the first use"),
    (lambda x: {x * 1j: x}[0], "a dict can only be indexed with a constant here"),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_refused(number: int) -> None:
    f, text = REFUSED[number]
    with pytest.raises(irad.IradError, match=text) as caught:
        irad.jit(f)(0.7)
    assert caught.value.place is not None and caught.value.place.file == __file__
