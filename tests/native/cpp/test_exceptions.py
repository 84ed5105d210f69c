"""Exceptions in differentiated C++: thrown, caught, rethrown, let out."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from irad import DifferentiationError
from tests.generators.dual import Dual, Math
from tests.native.cpp.conftest import Run
from tests.programs import build


def derivative(f: Callable[[Any], Any], x: float) -> list[float]:
    """Value and derivative of a function of one number, by dual numbers."""
    found = f(Dual(x, np.ones(1)))
    return [found.value, float(found.d[0])]


def check(run: Run, name: str, reference: Callable[[Any], Any], points: list[float]) -> None:
    found = run(name, points)
    assert len(found) == len(points)
    for x, line in zip(points, found, strict=True):
        assert line == pytest.approx(derivative(reference, x), rel=1e-12), x


def test_caught(run: Run) -> None:
    def f(x: Any) -> Any:
        total, v = x * 0, [x, x * x]
        for i in range(4):
            if x - i < 0:
                total = total + 3 * x * i
                continue
            total = total + Math.sqrt(x - i) * (i + 1)
            total = total + v[i] * v[0] if i < 2 else total * x
        return total

    check(run, "caught", f, [0.5, 1.5, 2.5, 3.5])


def test_values_are_thrown(run: Run) -> None:
    def f(x: Any) -> Any:
        r = x
        for depth in range(1, 4):
            y = x * 1.5**depth
            r = r + y * y * 3.0 * depth * 7 if y > 2 else r * Math.sin(y)
        return r

    check(run, "thrown_values", f, [0.4, 1.0, 1.7])


def test_work_before_an_exception_counts(run: Run) -> None:
    def f(x: Any) -> Any:
        balance: Any = x * 0 + 1
        log, r = [], 1000 * x
        for i in range(6):
            log.append(balance)
            balance = balance * (x + i)
            if balance > 20:
                r = len(log) * x
                break
            balance = balance + 0.5
        return sum((b * b for b in log), r) + balance

    check(run, "undone_work", f, [0.3, 1.2, 2.4, -0.3])


def test_rethrown(run: Run) -> None:
    def f(x: Any) -> Any:
        total = x + sum(n * n for n in range(4)) * x * x
        if x > 3:
            return total * x + 5 * x
        if x > 1:
            return total * x + x * x * x
        return total + 100 * x

    check(run, "rethrown", f, [0.5, 2.0, 4.0])


def test_virtual_functions_throw(run: Run) -> None:
    def f(x: Any) -> Any:
        ring = x * 10 if x * x / 2 > x else (x * x - (x * x / 2) ** 2) * x
        return x * x * x + ring + 9 * x * x * x

    check(run, "virtual_throw", f, [0.5, 1.5, 2.5])


def test_an_exception_leaves(run: Run) -> None:
    """The tape of each call is several KB; 20000 of them would be seen."""
    ((caught, left, alive, first, last, small),) = run("leaving")
    assert (caught, left, alive, small) == (20000, 0, 0, 1)
    assert (first, last) == (6, 6 * 2.0**5)


def test_operator_new_fails(run: Run) -> None:
    check(run, "no_memory", lambda x: x * x * x if x > 2 else 4 * x * x, [1.0, 3.0])


def test_what_must_not_throw_terminates(run: Run) -> None:
    assert run("terminates", [1.5]) == [[pytest.approx(4.5), pytest.approx(6.0)]]
    with pytest.raises(AssertionError, match=f"status -{int(signal.SIGABRT)}"):
        run("terminates", [-1.0])


ONE_LEVEL = ["-O1", *(pytest.param(level, marks=pytest.mark.slow) for level in ("-O0", "-O3"))]


@pytest.mark.parametrize("run", ONE_LEVEL, indirect=True)
def test_exceptions_that_the_runtime_passes_on(run: Run) -> None:
    x = 1.5
    expected = [
        2 * x - 1 + 4 * x**3 + 4 * (x + 1) ** 3,  # kept: (x - 1) x + x^4 + (x + 1)^4
        3 * x**2,
        2 * x + 6 * x**2,
        3 * x**2 + 4 * x,
        5 * x**4,
        3 * x**2,
        8 * x,
    ]
    *found, (lost,) = run("passed_on", [x])
    for line, slope in zip(found, expected, strict=True):
        assert line == [pytest.approx(slope, rel=1e-12)] * len(line)
    assert lost == 0


def test_a_destructor_of_what_is_thrown_that_stores_numbers_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "sum.cpp"
    source.write_text(
        "#include <irad/irad.h>\n"
        "struct Sum { double &total, v; ~Sum() { total += v * v; } };\n"
        "static double f(double x) { double t = x; try { throw Sum{t, x}; } catch (const Sum &) { t *= 2; } return t; }\n"
        "int main() { return __irad_autodiff((void *)f, 1.5) != 5; }\n"
    )
    with pytest.raises(DifferentiationError, match="the destructor of what is thrown here stores numbers"):
        build(tmp_path / "sum", source, "-O1")


def test_messages_name_what_their_reader_knows(tmp_path: Path) -> None:
    """Neither functions that irad puts between a call and what is called, nor places in them."""
    source = tmp_path / "thread.cpp"
    source.write_text(
        "#include <irad/irad.h>\n#include <functional>\n#include <thread>\n"
        "double f(double x) { double y = 0; std::thread t([&] { y = x * x; }); t.join(); return y; }\n"
        "int main() { return __irad_autodiff((void *)f, 1.5) != 3; }\n"
    )
    message = r"thread\.cpp:4:\d+: the function std::thread::join\(\) has no definition and no rule"
    with pytest.raises(DifferentiationError, match=message) as caught:
        build(tmp_path / "thread", source, "-O1")
    assert "irad.try" not in str(caught.value) and "caught" not in str(caught.value).replace("%caught", "")
