"""Variables of a module: one set for all its functions, derivatives included; pointers kept in them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import irad
from irad import Active, Duplicated

STATE = """
#include <stdlib.h>
static double state = 2.0;
double visible[3] = {1, 2, 3};
static int count;
static double *saved;
struct node { double v; struct node *next; };
static struct node *head;
static double (*chosen)(double);
static double half(double x) { return x / 2; }
static double twice(double x) { return 2 * x; }
void set(double s) { state = s; visible[1] = s; }
void keep(double *p) { saved = p; }
void choose(int k) { chosen = k ? twice : half; }
void push(double v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = head; head = n; }
int counted(void) { return count; }
double f(double x) { count++; return state * x * x + visible[1]; }
double through(double *x, double *y) { x[0] = y[0] * 2; saved[0] = x[0] * 5; return y[0] * x[0]; }
double table(double *x) { return saved[0] * x[0] + saved[1] * x[1]; }
static __attribute__((noinline)) double get(int k) { return saved[k]; }
double scratch(double *x, int k) { saved[0] = x[0] * x[0]; return get(k) * x[1]; }
double list(double x) { double s = 0; head->v = x * x; for (struct node *n = head; n; n = n->next) s += n->v * x; return s; }
double own(double x) { struct node n = {x * x, 0}; head = &n; double r = head->v * x; head = 0; return r; }
double call(double x) { return chosen(x) * x; }
"""


@pytest.fixture
def m() -> irad.Module:
    return irad.Module.from_c(STATE)


def test_one_set_of_variables(m: irad.Module) -> None:
    assert (m["f"](1.0), irad.grad(m["f"])(3.0), m["counted"]()) == (4.0, 12.0, 2)
    m["set"](5.0)
    assert (m["f"](1.0), irad.grad(m["f"])(3.0), m["counted"]()) == (10.0, 30.0, 4)
    assert irad.autodiff(m["f"], Duplicated(3.0, 1.0), mode=irad.ForwardWithPrimal) == (30.0, 50.0)
    m["choose"](1)
    assert m["call"](3.0) == 18.0
    assert irad.Module.from_c(STATE)["f"](1.0) == 4.0, "another module has variables of its own"


def test_constructors_run_once(tmp_path: Path) -> None:
    source = tmp_path / "c.cpp"
    source.write_text(
        'struct C { double v; C() : v(0) { v += 3; } }; static C c;extern "C" double f(double x) { c.v += 1; return c.v * x; }'
    )
    m = irad.Module.from_c(source, flags=("-O1", "-fno-exceptions"))
    assert [m["f"](1.0), irad.grad(m["f"])(1.0), m["f"](1.0)] == [4.0, 5.0, 6.0]


def test_constant_memory_behind_a_variable(m: irad.Module) -> None:
    weights, x, dx = np.array([2.0, 3.0]), np.ones(2), np.zeros(2)
    m["keep"](weights)
    irad.autodiff(m["table"], Duplicated(x, dx))
    np.testing.assert_array_equal(dx, weights)


def test_a_variable_that_points_into_an_argument(m: irad.Module) -> None:
    x, y = np.ones(2), np.array([1.0, 2.0])
    m["keep"](y)
    for mode in (irad.Reverse, irad.Forward):
        with pytest.raises(irad.AliasingError, match="the variable saved of the module points into y"):
            irad.autodiff(m["through"], Duplicated(x, np.zeros(2)), Duplicated(y, np.zeros(2)), mode=mode)
    assert m["through"](x, y) == 20.0


def test_active_memory_behind_a_variable_is_an_error_and_no_crash(m: irad.Module) -> None:
    buffer, x = np.zeros(2), np.array([3.0, 2.0])
    m["keep"](buffer)
    for mode in (irad.Reverse, irad.Forward):
        with pytest.raises(irad.DifferentiationError, match="was set before this call"):
            irad.autodiff(m["scratch"], Duplicated(x, np.zeros(2)), 0, mode=mode)
    m["push"](1.0)
    with pytest.raises(irad.DifferentiationError, match="was set before this call"):
        irad.autodiff(m["list"], Active(2.0))
    assert irad.grad(m["own"])(2.0) == 12.0  # x^3: the pointer is set in the function itself
