# ruff: noqa: E501  (the C functions are kept on one line each)
"""O1: adjoints of active values in loops belong to the iteration.  d/dx x**n = n x**(n-1), however the loop is written."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import irad

X = 1.25


def py_for(x, n):
    r = 1.0
    for _ in range(n):
        t = r * x
        r = t
    return r


def py_while(x, n):
    r = 1.0
    k = 0
    while k < n:
        t = r * x
        r = t
        k += 1
    return r


def py_body_first(x, n):
    r = x / x
    k = 0
    if n == 0:
        return r
    while True:
        t = r * x
        r = t
        k += 1
        if k >= n:
            break
    return r


def py_nested(x, n):
    r = 1.0
    for i in range(n):
        for _ in range(i, i + 1):
            t = r * x
            r = t
    return r


def py_break_continue(x, n):
    r = 1.0
    k = 0
    for i in range(3 * n + 1):
        if k == n:
            break
        if i % 3 != 0:
            continue
        t = r * x
        r = t
        k += 1
    return r


def py_two_accumulators(x, n):
    r = 1.0
    unused = 0.0
    for _ in range(n):
        t = r * x
        unused += t * t
        r = t
    return r


def py_data_dependent(x, n):
    r = 1.0
    product = 1.0
    count = 0
    while product < X**n - 1e-9:
        product *= X
        count += 1
    for _ in range(count):
        t = r * x
        r = t
    return r


PYTHON = [py_for, py_while, py_body_first, py_nested, py_break_continue, py_two_accumulators, py_data_dependent]


def expected(n: int) -> float:
    return n * X ** (n - 1) if n else 0.0


@pytest.mark.parametrize("n", [0, 1, 2, 7])
@pytest.mark.parametrize("f", PYTHON, ids=lambda f: f.__name__)
def test_python(f: Callable[[float, int], float], n: int) -> None:
    (derivative, none), value = irad.autodiff(f, irad.Active(X), irad.Const(n), mode=irad.ReverseWithPrimal)
    assert none is None
    assert value == pytest.approx(X**n, rel=1e-14)
    assert derivative == pytest.approx(expected(n), rel=1e-13, abs=1e-15)
    assert irad.autodiff(f, irad.Duplicated(X, 1.0), n, mode=irad.Forward)[0] == pytest.approx(expected(n), rel=1e-13, abs=1e-15)


C = r"""
double c_for(double x, int n) { double r = 1; for (int i = 0; i < n; i++) { double t = r * x; r = t; } return r; }
double c_while(double x, int n) { double r = 1; int i = 0; while (i < n) { double t = r * x; r = t; i++; } return r; }
double c_do_while(double x, int n) { double r = 1; if (n == 0) return r; int i = 0; do { double t = r * x; r = t; i++; } while (i < n); return r; }
double c_goto(double x, int n) { double r = 1; int i = 0; top: if (i >= n) goto end; { double t = r * x; r = t; } i++; goto top; end: return r; }
double c_irreducible(double x, int n) { double r = 1; int i = 0; if (n % 2) goto odd; even: if (i >= n) return r; r = r * x; i++; odd: if (i >= n) return r; r = r * x; i++; goto even; }
double c_nested(double x, int n) { double r = 1; for (int i = 0; i < n; i++) for (int j = i; j < i + 1; j++) { double t = r * x; r = t; } return r; }
double c_break(double x, int n) { double r = 1; for (int i = 0;; i++) { if (i == n) break; double t = r * x; r = t; } return r; }
double c_continue(double x, int n) { double r = 1; for (int i = 0; i < 3 * n; i++) { if (i % 3) continue; double t = r * x; r = t; } return r; }
double c_two(double x, int n) { double r = 1, u = 0; for (int i = 0; i < n; i++) { double t = r * x; u += t * t; r = t; } return u > 1e300 ? r : r; }
double c_memory(double x, int n) { volatile int one = 1; double a[2] = {1, 0}; for (int i = 0; i < n; i++) { a[one] = a[0] * x; a[0] = a[one]; } return a[0]; }
"""


@pytest.fixture(scope="module", params=["-O0", "-O1", "-O2", "-O3"])
def module(request: pytest.FixtureRequest) -> irad.Module:
    return irad.Module.from_c(C, flags=(request.param,))


@pytest.mark.parametrize("name", [line.split("(")[0].split()[1] for line in C.strip().splitlines()])
def test_c(module: irad.Module, name: str) -> None:
    f = module[name]
    for n in (0, 1, 2, 7):
        assert f(X, n) == pytest.approx(X**n, rel=1e-14)
        (derivative, _) = irad.autodiff(f, irad.Active(X), n)
        assert derivative == pytest.approx(expected(n), rel=1e-13, abs=1e-15)
        assert irad.autodiff(f, irad.Duplicated(X, 1.0), n, mode=irad.Forward)[0] == pytest.approx(
            expected(n), abs=1e-15, rel=1e-13
        )
