"""A row describes functions of one type only: what merely has the name of one is unknown, which is an error where it matters."""

from __future__ import annotations

import cmath
from collections.abc import Callable

import numpy as np
import pytest

import irad
from irad.errors import DifferentiationError
from irad.rules.formulas.model import AllocationRule, DeallocationRule, InactiveRule, LoweringRule, MathRule
from irad.rules.registry import expand, rows

SPELLED: dict[str, Callable[[complex], complex]] = {
    "cabs": abs,
    "carg": cmath.phase,
    "creal": lambda z: z.real,
    "cimag": lambda z: z.imag,
    "conj": lambda z: z.conjugate(),
    "cproj": lambda z: z,
    **{"c" + n: getattr(cmath, n) for n in "sqrt exp log sin cos tan sinh cosh tanh asin acos atan asinh acosh atanh".split()},
    "cpow": lambda z: cmath.exp((1.5 + 0.5j) * cmath.log(z)),
}
REAL = ("cabs", "carg", "creal", "cimag")


def complex_program(name: str, t: str) -> str:
    """``f_NAME(a, b)``: re + 2*im of the function of a + bi, where complex numbers are passed as ``t``."""
    args, given = (f"{t}, {t}", f"{t} %z, {t} %w") if name == "cpow" else (t, f"{t} %z")
    result = "double" if name in REAL else t
    return f"""
declare {result} @{name}({args})
define double @f_{name}(double %a, double %b) {{
  %z0 = insertvalue {t} poison, double %a, 0
  %z = insertvalue {t} %z0, double %b, 1
  %w0 = insertvalue {t} poison, double 1.5, 0
  %w = insertvalue {t} %w0, double 0.5, 1
  %r = call {result} @{name}({given})
""" + (
        "  ret double %r\n}\n"
        if name in REAL
        else f"""  %re = extractvalue {t} %r, 0
  %im = extractvalue {t} %r, 1
  %im2 = fmul double %im, 2.0
  %y = fadd double %re, %im2
  ret double %y
}}
"""
    )


@pytest.mark.parametrize("t", ["[2 x double]", "{ double, double }"])
def test_complex_numbers_as_arrays(t: str) -> None:
    """AArch64 and Julia pass them so; the parts are passed alike on x86-64, where this runs."""
    m = irad.Module.from_ir("".join(complex_program(name, t) for name in SPELLED))
    h = 1e-6
    for name, spelled in SPELLED.items():

        def f(a: float, b: float, of: Callable[[complex], complex] = spelled, real: bool = name in REAL) -> float:
            value = complex(of(complex(a, b)))
            return value.real + (0 if real else 2 * value.imag)

        a, b = 0.5, 0.3
        slopes = [(f(a + h, b) - f(a - h, b)) / (2 * h), (f(a, b + h) - f(a, b - h)) / (2 * h)]
        np.testing.assert_allclose(irad.grad(m[f"f_{name}"], argnums=(0, 1))(a, b), slopes, rtol=1e-8, atol=1e-8, err_msg=name)
        for k, (da, db) in enumerate([(1.0, 0.0), (0.0, 1.0)]):
            (t_,) = irad.autodiff(m[f"f_{name}"], irad.Duplicated(a, da), irad.Duplicated(b, db), mode=irad.Forward)
            np.testing.assert_allclose(t_, slopes[k], rtol=1e-8, atol=1e-8, err_msg=name)


# How a function of the program's own may look that has a name from the C library: result, parameters, arguments.
OTHERS = {
    "four numbers": ("double", "double, double, double, double", "double %x, double %x, double %x, double %x"),
    "a number by pointer": ("double", "ptr", "ptr %p"),
    "an array of three": ("double", "[3 x double]", "[3 x double] %v"),
}


def names_of_c() -> list[str]:
    kinds = (MathRule, InactiveRule, LoweringRule, AllocationRule, DeallocationRule)
    names = [n for rule in rows() if isinstance(rule, kinds) for n in expand(rule.names)]
    fitting = {"nan", "nanf", "nanl", "atof", "erand48"}  # some of these types are theirs
    return sorted({n for n in names if n.isidentifier() and not n.startswith(("_", "irad", "numba"))} - fitting)


@pytest.mark.parametrize("other", OTHERS)
def test_functions_of_the_program_with_names_of_the_library(other: str) -> None:
    """They are unknown, whatever the table says of the name: nothing comes out as zero."""
    result, params, args = OTHERS[other]
    wrong = []
    for name in names_of_c():
        text = f"""declare {result} @{name}({params})
define double @f(double %x) {{
  %p = alloca double
  store double %x, ptr %p
  %v = insertvalue [3 x double] poison, double %x, 0
  %r = call {result} @{name}({args})
  ret double %r
}}
"""
        if known(text):
            wrong.append(name)
    assert wrong == []


def known(text: str) -> bool:
    """Has a called function of the text a rule?"""
    from irad.ir.reader import read_module
    from irad.llvm.border.session import canonical
    from irad.rules.registry import lookup_function

    return any(lookup_function(fn) for fn in read_module(canonical(text)).functions.values() if fn.is_declaration)


UNKNOWN = """declare double @sin(double, double)
define double @f(double %x) {
  %r = call double @sin(double %x, double %x)
  ret double %r
}
"""


def test_the_error_says_that_nothing_is_known() -> None:
    for mode in (irad.Reverse, irad.Forward):
        note = irad.Active(1.0) if mode is irad.Reverse else irad.Duplicated(1.0, 1.0)
        with pytest.raises(DifferentiationError, match="sin has no definition and no rule"):
            irad.autodiff(irad.Module.from_ir(UNKNOWN)["f"], note, mode=mode)


OWN = """
int printf(const char *, ...);
static double gamma(double x, int n) { return n * x * x; }
static double y0(double x) { return x * x * x; }
static double j0(double *x) { return x[0] * x[1]; }
static double index(double x) { return 2 * x; }
double f(double x) { double v[2] = {x, 3}; return gamma(x, 2) + y0(x) + j0(v) + index(x); }
"""


@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_functions_with_bodies_are_the_programs_own(level: str) -> None:
    f = irad.Module.from_c(OWN, flags=(level, "-w", "-fno-builtin"))["f"]
    assert irad.grad(f)(1.5) == pytest.approx(4 * 1.5 + 3 * 1.5**2 + 3 + 2, rel=1e-15)
