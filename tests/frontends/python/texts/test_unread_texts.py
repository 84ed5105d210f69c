"""Texts of computed numbers that nothing reads: they are left out; what reads one has it as before, or is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import irad
from irad.errors import UnsupportedError
from tests.frontends.python.plain import compare


class Found(NamedTuple):
    x: Any
    steps: int
    message: str


@dataclass
class Result:
    x: Any
    steps: int
    message: str


def root_of(x, made, most=60):
    y = x
    for k in range(most):
        g = y * y * y + y - x
        if abs(g) < 1e-12:
            return made(y, k, f"converged in {k}")
        y = y - g / (3 * y * y + 1)
    return made(y, most, "not converged")


def of_a_loop(x):
    r = root_of(x, Result)
    return r.x * r.steps + root_of(x, Found).x


def log_of_texts(x):
    log, y = [], x
    for k in range(40):
        y = y - 0.1 * np.sin(y)
        log.append(f"{k}: {y:.3f}")
        if y < 0.5:
            break
    return y * len(log)


def log_of_rows(x):
    log, y = [], x
    for k in range(4):
        y = y * x
        log.append((y, f"{k}: {y:.3f}"))
    return sum(v for v, _ in log) + log[-1][0]


def read_after_all(x):
    r = root_of(x, Found, 4)
    t = x if r.message == "not converged" else x * x
    if isinstance(r.message, str) and r.message:
        t += x * r.message.count("o")
    return t * len(r.message)


def missing_at_first(x):
    message = None
    for k in range(3):
        if x * k > 0.5:
            message = f"step {k}"
    return x if message is None else x * x


@pytest.mark.parametrize("f", [of_a_loop, log_of_texts, log_of_rows, read_after_all, missing_at_first])
def test_as_python(f) -> None:
    compare(f, 0.9)


def test_printed(capsys: pytest.CaptureFixture[str]) -> None:
    def f(x):
        r = root_of(x, Found, 5)
        print(r.steps, r.message)
        return r.x

    f(0.9)
    by_python = capsys.readouterr().out
    irad.grad(f)(0.9)
    assert capsys.readouterr().out == by_python


READ = [
    'm == "0.9"',
    'm in ["0.9"]', '[m].count("0.9")', "bool(m)", "len(m)", '(1, m) == (1, "0.9")', "m is m", 'm < "1"', "float(m)",
]  # fmt: skip


@pytest.mark.parametrize("read", READ)
def test_a_text_of_a_float_is_not_read(read: str, tmp_path, monkeypatch) -> None:
    (tmp_path / "texts_read.py").write_text(f"def f(x):\n    m = f'{{x:.1f}}'\n    return x * ({read})\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "texts_read", raising=False)
    import texts_read

    with pytest.raises(UnsupportedError, match="this text is known at run time only"):
        irad.grad(texts_read.f)(0.9)


def test_given_to_python() -> None:
    box = Result(0.0, 0, "")

    def put(x):
        box.message = f"{x:.2f}"
        return x

    def returned(x):
        return x, f"{x:.2f}"

    for f in (put, returned):
        with pytest.raises(UnsupportedError, match="this text is known at run time only"):
            irad.jit(f)(0.9)
    assert box.message == ""


def test_a_format_that_fails() -> None:
    def f(x):
        m = f"{x:d}"
        return (x, m)[0]

    with pytest.raises(UnsupportedError, match="this text is known at run time only"):
        irad.grad(f)(0.9)
