# ruff: noqa: UP031, UP032, B028
"""Messages of exceptions with numbers in them, ``print`` and ``warnings.warn``: what Python writes for the same function."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from tests.programs import build, output


def raises(x, n):
    mode = "abc".upper() + "_" + str(3)
    if mode != "ABC_3":
        return 0.0
    if x < 0:
        raise ValueError(f"x = {x:.3f} is negative, n = {n}, {n:04d} {mode!r} {{braces}}")
    assert n < 6, "n = %d is too large, x = %.2e" % (n, x)
    if n == 5:
        raise IndexError("the {} of {:>8.2f}".format(n, x * 1.0))
    if n == 4:
        raise KeyError("key " + str(n))
    if n == 3:
        raise ValueError("plain {x} 100%")
    if n == 2:
        raise ValueError(f"shape {np.ones((n, 3)).shape} {x} {x > 1} {np.sin(x)!r}")
    return x * n


def outcome(f: Any, *args: Any) -> Any:
    try:
        return f(*args)
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("args", [(-1.5, 2), (1.0, 5), (1.0, 4), (1.0, 3), (1.5, 2), (1.5, 1)])
def test_exceptions(args: tuple[float, int]) -> None:
    assert outcome(irad.jit(raises), *args) == outcome(raises, *args)
    if args != (1.5, 1):
        assert outcome(irad.grad(raises), *args) == outcome(raises, *args)


def test_assertions() -> None:
    with pytest.raises(AssertionError) as caught:
        irad.grad(raises)(1.0, 7)
    assert str(caught.value) == "n = 7 is too large, x = 1.00e+00"


def of_width(x, n):
    v, i, flag, t = x[0] * 2, n + 1, x[1] > 0, "on" if x[2] > 0 else "off"
    if n == 0:
        raise ValueError("%6s|%-8.2f|%08.3f|%d" % (i, v, v, v))
    if n == 1:
        raise ValueError("%-5d|%05d|%+d|%7.3s" % (i, i, -i, flag))
    if n == 2:
        raise ValueError(f"{flag!s:>7}|{v!r:>20}|{t!r:>9}|{i!r:<5}|")
    if n == 3:
        raise ValueError("%9s|%-9s|%#6x|%.2E" % (t, t, i, v))
    if n == 4:
        raise ValueError("{!s:>6}|{:<5}|".format(v, i) + f"{v:{9}.{2}f}|{flag!r:^8}")
    return v


@pytest.mark.parametrize("n", range(5))
def test_widths_and_flags(n: int) -> None:
    compiled = irad.jit(of_width)
    for x in np.array([3.7, 1.0, 1.0]), np.array([1e9 / 3, -1.0, -2.0]):
        assert outcome(compiled, x, n) == outcome(of_width, x, n)


def text_of_an_array(x):
    return x * (2.0 if f"{np.ones(2)}" == "<float64[::1]>" else 1.0)


def test_texts_of_arrays_are_known_to_messages_only() -> None:
    with pytest.raises(irad.UnsupportedError, match="this text is known at run time only"):
        irad.jit(text_of_an_array)(0.7)


def prints(x):
    y = np.ones(3) * x
    for i in range(2):
        print(f"step {i}: {y.sum():.3f}", y, "a", (i, x), sep=" | ")
    print("%d %s" % (3, x), "{} {:.2f}".format(x, y[0]), not None, {"a": x}, end=".\n")
    if x > 100:
        warnings.warn(f"x is {x}")
    return (y * y).sum()


def test_print(capsys: pytest.CaptureFixture[str]) -> None:
    prints(0.7)
    wanted = capsys.readouterr().out
    assert irad.jit(prints)(0.7) == pytest.approx(prints(0.7))
    assert capsys.readouterr().out == 2 * wanted
    assert irad.grad(prints)(0.7) == pytest.approx(6 * 0.7)
    assert capsys.readouterr().out == wanted


def test_warnings() -> None:
    with pytest.warns(UserWarning, match=r"^x is 200.0$"):
        irad.grad(prints)(200.0)


def limited(x: float, n: int) -> float:
    if x > 2.5:
        raise ValueError(f"{n} is fine, {{x}} = {x:.2f} and {x} are not")
    return x * n


CALL = """
#include "limited.h"
#include <stdio.h>
int main(void) {
  double y;
  if (limited(3.0, 7, &y)) puts(irad_last_error());
}
"""


def test_exceptions_of_libraries(irad_command: Any, tmp_path: Path) -> None:
    irad_command("build", f"{__file__}:limited", "--signature", "(float64, int64)", "-o", tmp_path / "liblimited.so")
    (tmp_path / "main.c").write_text(CALL)
    said = output(build(tmp_path / "main", tmp_path / "main.c", tmp_path / "liblimited.so", f"-Wl,-rpath,{tmp_path}"))
    assert said.startswith("ValueError: 7 is fine, {x} = 3.00 and 3 are not")
