"""What the rows choose where a derivative does not exist or a plain formula breaks down; docs/rules.md says the same.

Numbers come from closed forms, from Python's complex arithmetic, or from published tables (Abramowitz and Stegun).
"""

from __future__ import annotations

import cmath
import ctypes
import itertools
import math

import llvmlite.binding as llvm
import numpy as np
import pytest
import scipy.special as special

from irad.ir.types import DOUBLE, FLOAT, HALF, I32, I64, X86_FP80, Type, struct, vector
from irad.rules import MathRule, lookup, rows
from irad.rules.formulas.base import Emission

INF, NAN = math.inf, math.nan
LN2, LN10 = math.log(2), math.log(10)

# name, arguments, contribution to each differentiable argument for d = 1
EDGES: list[tuple[str, tuple[float, ...], tuple[float, ...]]] = [
    ("sqrt", (0.0,), (INF,)),
    ("cbrt", (0.0,), (INF,)),
    ("cbrt", (-8.0,), (1 / 12,)),
    ("asin", (1.0,), (INF,)),
    ("acos", (-1.0,), (-INF,)),
    ("acosh", (1.0,), (INF,)),
    ("asin", (1 - 2.0**-50,), (2.0**24.5 / math.sqrt(1 - 2.0**-51),)),
    ("log", (0.0,), (INF,)),
    ("fabs", (0.0,), (0.0,)),
    ("fabs", (-0.0,), (0.0,)),
    ("fabs", (-2.0,), (-1.0,)),
    # pow: nothing from x where the exponent is 0, nothing from the exponent at x = 0
    ("pow", (0.0, 2.0), (0.0, 0.0)),
    ("pow", (0.0, 1.0), (1.0, 0.0)),
    ("pow", (0.0, 0.5), (INF, 0.0)),
    ("pow", (0.0, 0.0), (0.0, 0.0)),
    ("pow", (2.0, 0.0), (0.0, LN2)),
    ("pow", (-2.0, 3.0), (12.0, NAN)),
    ("pow", (1e-160, 2.0), (2e-160, 0.0)),
    ("llvm.powi.f64.i32", (0.0, 0), (0.0,)),
    ("llvm.powi.f64.i32", (0.0, 1), (1.0,)),
    ("llvm.powi.f64.i32", (0.0, 2), (0.0,)),
    ("hypot", (0.0, 0.0), (0.0, 0.0)),
    ("hypot", (3.0, -4.0), (0.6, -0.8)),
    ("hypot", (3e200, 4e200), (0.6, 0.8)),
    ("atan2", (0.0, 0.0), (0.0, 0.0)),
    ("atan2", (0.0, -1.0), (-1.0, 0.0)),
    ("atan2", (1e-200, 1e-200), (5e199, -5e199)),
    # ties are shared; fmin and fmax pass over a nan, minimum and maximum do not
    ("fmax", (2.0, 2.0), (0.5, 0.5)),
    ("fmin", (-1.0, -1.0), (0.5, 0.5)),
    ("fmax", (0.0, -0.0), (0.5, 0.5)),
    ("fmax", (NAN, 1.0), (0.0, 1.0)),
    ("fmax", (1.0, NAN), (1.0, 0.0)),
    ("fmin", (NAN, 1.0), (0.0, 1.0)),
    ("fmin", (1.0, NAN), (1.0, 0.0)),
    ("llvm.maximum.f64", (2.0, 2.0), (0.5, 0.5)),
    ("llvm.minimum.f64", (2.0, 2.0), (0.5, 0.5)),
    ("llvm.maximumnum.f64", (2.0, 2.0), (0.5, 0.5)),
    ("llvm.minimumnum.f64", (2.0, 2.0), (0.5, 0.5)),
    ("llvm.maximum.f64", (NAN, 1.0), (1.0, 1.0)),
    ("llvm.minimum.f64", (1.0, NAN), (1.0, 1.0)),
    ("llvm.maximumnum.f64", (NAN, 1.0), (0.0, 1.0)),
    ("llvm.minimumnum.f64", (1.0, NAN), (1.0, 0.0)),
    ("fdim", (2.0, 2.0), (0.0, 0.0)),
    ("fdim", (3.0, 2.0), (1.0, -1.0)),
    ("copysign", (0.0, -1.0), (0.0,)),
    ("copysign", (2.0, -0.0), (-1.0,)),
    ("copysign", (-2.0, -3.0), (1.0,)),
    # remainders: the integer quotient is held fixed; 1 = 9*0.1 + 0.0999..., because 0.1 is a little more than a tenth
    ("fmod", (7.0, 2.0), (1.0, -3.0)),
    ("fmod", (-7.0, 2.0), (1.0, 3.0)),
    ("fmod", (6.0, 2.0), (1.0, -3.0)),
    ("fmod", (1.0, 0.1), (1.0, -9.0)),
    ("frem", (7.0, 2.0), (1.0, -3.0)),
    ("remainder", (5.0, 3.0), (1.0, -2.0)),
    ("remainder", (5.0, 2.0), (1.0, -2.0)),
    ("drem", (5.0, 3.0), (1.0, -2.0)),
    ("ldexp", (3.0, 4), (16.0,)),
    ("scalbn", (3.0, -1), (0.5,)),
    ("nextafter", (1.0, 2.0), (1.0,)),
    ("tanh", (400.0,), (0.0,)),
    ("j1", (0.0,), (0.5,)),
    ("exp10", (0.5,), (LN10 * math.sqrt(10),)),
    # known to be wrong or missing elsewhere
    ("tgamma", (3.3,), (2.776_9,)),
    ("tgamma", (0.5,), (-3.480_230_9,)),
    ("lgamma", (3.3,), (float(special.digamma(3.3)),)),
    ("lgamma", (-2.5,), (1.103_156_640_645_243_2,)),
    ("lgamma", (1.0,), (-0.577_215_664_901_532_86,)),
    ("lgamma", (1e-10,), (-1e10 - 0.577_215_664_9,)),
    ("irad.digamma.f64", (1.0,), (math.pi**2 / 6,)),
    ("irad.digamma.f64", (-0.5,), (8.934_802_200_544_68,)),
    ("erfinv", (0.4,), (1.016_9,)),
    ("erf", (0.0,), (2 / math.sqrt(math.pi),)),
    ("erfi", (0.0,), (2 / math.sqrt(math.pi),)),
    ("sinc", (0.0,), (0.0,)),
    ("sinc", (1e-170,), (-1e-170 / 3,)),
    ("sincn", (1e-9,), (-(math.pi**2) * 1e-9 / 3,)),
    ("xlogy", (0.0, 2.0), (LN2, 0.0)),
    ("xlogy", (0.0, 0.0), (0.0, 0.0)),
    ("xlogy", (0.0, -1.0), (0.0, 0.0)),
    ("xlogy", (2.0, 4.0), (2 * LN2, 0.5)),
]  # fmt: skip
# Not in the C library.
ONE = {
    "erfinv": special.erfinv, "erfi": special.erfi, "erfcx": special.erfcx, "dawson": special.dawsn,
    "sinc": lambda x: np.sinc(x / np.pi), "sincn": np.sinc,
}  # fmt: skip
ROUGH = {("tgamma", 3.3): 1e-4, ("erfinv", 0.4): 1e-4, ("tgamma", 0.5): 1e-7}


def _types(name: str, args: tuple[float, ...], t: Type) -> list[Type]:
    return [I32 if isinstance(a, int) else t for a in args]


@pytest.fixture(scope="module", autouse=True)
def _symbols() -> object:
    llvm.load_library_permanently("libm.so.6")
    llvm.load_library_permanently("libgcc_s.so.1")
    one = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
    two = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_double)
    stand_ins = {name: one(lambda x, f=f: float(f(x))) for name, f in ONE.items()}
    stand_ins["xlogy"] = two(lambda x, y: float(special.xlogy(x, y)))
    for name, f in stand_ins.items():
        llvm.add_symbol(name, ctypes.cast(f, ctypes.c_void_p).value)
    return stand_ins


@pytest.mark.parametrize(("name", "args", "expected"), EDGES, ids=lambda v: str(v))
def test_edge(probe, name: str, args: tuple[float, ...], expected: tuple[float, ...]) -> None:
    f = probe(name, _types(name, args, DOUBLE), DOUBLE)
    _, parts = f.run(args)
    assert len(parts) == len(expected)
    for (_, i), contribution in parts.items():
        tolerance = ROUGH.get((name, args[0]), 1e-13)
        assert contribution[0] == pytest.approx(expected[i], rel=tolerance, abs=1e-300, nan_ok=True)


@pytest.mark.parametrize(
    ("name", "args", "expected"),
    [
        ("tgammaf", (3.3,), (2.7769,)),
        ("exp10f", (0.5,), (LN10 * math.sqrt(10),)),
        ("llvm.pow.f32", (0.0, 2.0), (0.0, 0.0)),
        ("fmaxf", (1.0, 1.0), (0.5, 0.5)),
    ],
)
def test_edge_float(probe, name: str, args: tuple[float, ...], expected: tuple[float, ...]) -> None:
    _, parts = probe(name, [FLOAT] * len(args), FLOAT).run(args)
    assert [parts[0, i][0] for i in range(len(expected))] == pytest.approx(expected, rel=1e-4)


# ---- an infinite partial of a finite value


def _plain_rows() -> list[MathRule]:
    """Rows that are called with doubles and give one, and that the C library here has."""
    missing = ("sinpi", "cospi", "tanpi", "rsqrt", "erfcinv")
    plain = [r for r in rows() if isinstance(r, MathRule) and r.emission != Emission() and not r.results]
    of_floats = [r for r in plain if all(p.kind == "float" for p in r.params)]
    return [r for r in of_floats if r.name not in missing and not r.name.startswith("scipy_")]


@pytest.mark.parametrize("rule", _plain_rows(), ids=lambda r: r.name)
def test_singular_rows_say_so(probe, rule: MathRule) -> None:
    """At simple points: where the value is finite and a partial is not, the row is marked singular."""
    name = rule.name if not rule.emission.helper else f"{rule.emission.helper}.f64"
    name = name if not name.startswith(("minimum", "maximum")) else f"llvm.{name}.f64"
    f = probe(name, [DOUBLE] * len(rule.params), DOUBLE)
    for args in itertools.product((-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 3.0), repeat=len(rule.params)):
        values, parts = f.run(args)
        if not np.isfinite(values[0][0]):
            continue
        infinite = any(np.isinf(c[0]) for c in parts.values())
        assert rule.singular or not infinite, f"{rule.name}{args}: {parts}"


@pytest.mark.parametrize("name", ["sqrt", "cbrt", "pow", "asin", "acos", "acosh", "csqrt"])
def test_singular(name: str) -> None:
    rule = lookup(name)
    assert isinstance(rule, MathRule) and rule.singular


# ---- complex numbers: partials of the parts are the parts of the complex derivative

COMPLEX = [
    ("__muldc3", (1 + 2j, 3 - 4j), (3 - 4j, 1 + 2j)),
    ("__divdc3", (1 + 2j, 3 - 4j), (1 / (3 - 4j), -(1 + 2j) / (3 - 4j) ** 2)),
    ("__divdc3", (1e200 + 2e200j, 3e200 - 4e200j), (1 / (3e200 - 4e200j), -((1 + 2j) / (3 - 4j)) / (3e200 - 4e200j))),
    ("cexp", (0.3 - 0.7j,), (cmath.exp(0.3 - 0.7j),)),
    ("clog", (-1.2 + 0.4j,), (1 / (-1.2 + 0.4j),)),
    ("csqrt", (-2 + 0.1j,), (0.5 / cmath.sqrt(-2 + 0.1j),)),
    (
        "cpow",
        (1.5 + 0.5j, 2 - 1j),
        ((2 - 1j) * (1.5 + 0.5j) ** (1 - 1j), (1.5 + 0.5j) ** (2 - 1j) * cmath.log(1.5 + 0.5j)),
    ),
    ("cpow", (0j, 2 + 0j), (0j, 0j)),
    ("cpow", (0j, 0j), (0j, 0j)),
    ("cpow", (1 + 1j, 0j), (0j, cmath.log(1 + 1j))),
    ("casin", (2 + 0j,), (1j / math.sqrt(3),)),
    ("casin", (complex(2, -0.0),), (-1j / math.sqrt(3),)),
    ("ctanh", (0.5 + 0.25j,), (1 - cmath.tanh(0.5 + 0.25j) ** 2,)),
]


@pytest.mark.parametrize(("name", "args", "derivatives"), COMPLEX, ids=lambda v: str(v))
def test_complex(probe, name: str, args: tuple[complex, ...], derivatives: tuple[complex, ...]) -> None:
    f = probe(name, [DOUBLE] * (2 * len(args)), struct(DOUBLE, DOUBLE))
    _, parts = f.run([x for z in args for x in (z.real, z.imag)])
    for k, w in enumerate(derivatives):
        jacobian = {(0, 2 * k): w.real, (0, 2 * k + 1): -w.imag, (1, 2 * k): w.imag, (1, 2 * k + 1): w.real}
        for place, expected in jacobian.items():
            assert parts[place][0] == pytest.approx(expected, rel=1e-14, abs=1e-14 * max(abs(w), 1e-300))


def test_complex_float_is_packed(probe) -> None:
    """On x86-64 ``float complex`` is one vector of two, in and out, also where the formula calls another function."""
    f = probe("csinf", [vector(2, FLOAT)], vector(2, FLOAT))
    _, parts = f.run([[0.5, -0.25]])
    w = cmath.cos(0.5 - 0.25j)
    got = [parts[p][0] for p in ((0, 0), (0, 1), (1, 0), (1, 1))]
    assert got == pytest.approx([w.real, -w.imag, w.imag, w.real], rel=1e-6)


def test_modulus_and_argument_at_zero(probe) -> None:
    for name in ("cabs", "carg"):
        _, parts = probe(name, [DOUBLE, DOUBLE], DOUBLE).run([0.0, 0.0])
        assert [c[0] for c in parts.values()] == [0.0, 0.0]


# ---- other types


def test_half_goes_through_float(probe) -> None:
    """Functions that do not exist in half precision are called in float."""
    _, parts = probe("llvm.atan2.f16", [HALF, HALF], HALF).run([1.0, 2.0])
    assert [parts[0, 0][0], parts[0, 1][0]] == pytest.approx([0.4, -0.2], rel=2e-3)


def test_constants_are_exact_in_long_double(probe) -> None:
    """d log2(x)/dx at 1 is 1/ln 2 to 19 digits (its double-rounded constant would be right to 16)."""
    _, parts = probe("log2l", [X86_FP80], X86_FP80).run([1.0])
    assert abs(parts[0, 0][0] - np.longdouble("1.442695040888963407359924681001892137")) < 3e-19


@pytest.mark.parametrize(("name", "operand", "result"), [("fptrunc", DOUBLE, FLOAT), ("fpext", FLOAT, DOUBLE)])
def test_conversions_convert_both_ways(probe, name: str, operand: Type, result: Type) -> None:
    """Adjoints go from the result's type to the operand's, tangents the other way (`probe` asserts the types)."""
    for ways in ("reverse", "forward"):
        _, parts = probe(name, [operand], result, ways).run([1.0], d=0.75)
        assert parts[0, 0][0] == 0.75


def test_integer_exponent_of_other_width(probe) -> None:
    _, parts = probe("scalbln", [DOUBLE, I64], DOUBLE).run([3.0, 5])
    assert parts[0, 0][0] == 32.0
