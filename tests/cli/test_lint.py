"""``irad check --lint`` and `irad.lint`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad

LINTED = '''
import functools
import numpy as np
from scipy import optimize, special
from dataclasses import dataclass


def fine(x, w=None):
    """No problem."""
    y = np.sin(x) if w is None else w
    return sum(v * v for v in y) + len([k for k in range(3)])


@functools.singledispatch
def dispatched(x):
    return x


async def coroutine(x):
    return x


def generator(x):
    yield x


class Model:
    def __init__(self, k):
        self.k = k

    def energy(self, x):
        return special.mathieu_a(x, x).sum() * self.k + np.exq(x)

    @staticmethod
    def both(x):
        with open("f") as file:
            y = np.busday_count(x)
        return y


def calls(x):
    z = optimize.linprog(fine, x)
    def inner(t):
        return np.is_busday(t, totl)

    total = inner(x)
    return total + helper(x)


def helper(x):
    global COUNT
    COUNT = 1
    return lambda v: np.einsum_path(v, 1)
'''


@pytest.fixture
def linted(tmp_path: Path) -> Path:
    path = tmp_path / "linted.py"
    path.write_text(LINTED)
    return path


def line_of(text: str) -> int:
    return next(k for k, line in enumerate(LINTED.splitlines(), 1) if text in line)


def test_a_file(linted: Path, irad_command: Any) -> None:
    done = irad_command("check", "--lint", linted, status=1)
    marked = ["np.exq", "special.mathieu_a", "with open", "np.busday_count", "optimize.linprog", "np.is_busday"]
    marked.append("totl")
    marked += ["np.einsum_path", "async def", "singledispatch"]
    for text in marked:
        assert f"{linted}:{line_of(text)}" in done.stdout, text
    assert done.stdout.count("^") == len(marked) - 2  # async def and a decorator have no column
    assert "irad.host_rule" in done.stdout and "9 functions: 10 problems" in done.stdout


def test_functions_and_methods(linted: Path, irad_command: Any) -> None:
    done = irad_command("check", "--lint", f"{linted}:fine")
    assert done.stdout == "1 function: nothing that cannot be compiled\n"
    done = irad_command("check", "--lint", f"{linted}:Model.energy", "--json", status=1)
    found = json.loads(done.stdout)
    assert found["functions"] == ["Model.energy"]
    assert [p["message"].split()[0] for p in found["problems"]] == ["scipy.special.mathieu_a", "numpy"]
    assert {p["line"] for p in found["problems"]} == {line_of("np.exq")}
    done = irad_command("check", "--lint", f"{linted}:calls", status=1)
    assert str(line_of("np.einsum_path")) in done.stdout  # in what it calls


def test_wrong_use(linted: Path, irad_command: Any) -> None:
    irad_command("check", "--lint", f"{linted}:nobody", status=1)
    irad_command("check", "--lint", f"{linted}:fine", "--args", "1.0", status=2)
    irad_command("check", f"{linted}:fine", status=2)


def unknown(x):
    if x is None:
        return np.busday_offset(x, x, x)
    return np.einsum_path(x, 1)


def test_from_python() -> None:
    assert [p.message.partition(" ")[0] for p in irad.lint(unknown)] == ["np.busday_offset", "np.einsum_path"]
    assert irad.lint(irad.jit(unknown))[0].place == irad.lint(irad.grad(unknown))[0].place
    assert irad.lint(line_of) == [] or all(p.place is not None for p in irad.lint(line_of))
    with pytest.raises(TypeError, match="is not a function"):
        irad.lint(3)  # type: ignore[arg-type]


METHODS = '''
import numpy as np


class Base:
    @property
    def scale(self):
        return np.busday_count(self.w)

    def inherited(self, x):
        return np.einsum_path(x, 1)


class Model(Base):
    def __init__(self, w):
        self.w = np.get_include(w)

    def loss(self, x):
        return self.helper(x) + self.scale

    def helper(self, x):
        with open("f") as file:
            y = np.busday_offset(x, x, x)
        return y

    def never(self, x):
        return np.is_busday(x) + len({v for v in (1, 2)})


def use(x):
    return Model(x).loss(x)


def free(x):
    with np.errstate(all="ignore"):
        return x.never() + x.helper()
'''


def test_methods_that_are_used(tmp_path: Path, irad_command: Any) -> None:
    path = tmp_path / "with_methods.py"
    path.write_text(METHODS)

    def found(target: str) -> list[str]:
        done = irad_command("check", "--lint", "--json", target, status=1)
        return [p["message"].partition(" ")[0] for p in json.loads(done.stdout)["problems"]]

    used = ["np.busday_count", "np.get_include", "'with", "np.busday_offset"]
    assert found(f"{path}:use") == used
    assert found(f"{path}:Model.loss") == used
    every = ["np.busday_count", "np.einsum_path", "np.get_include", "'with", "np.busday_offset", "np.is_busday"]
    assert found(f"{path}:Model") == found(str(path)) == every
    irad_command("check", "--lint", f"{path}:free")
