"""Functions for whole vectors: units in the last place beside numbers with 64 bits, and special values beside the C library's.

Both with a fused multiply-add, if this machine has one, and without.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from irad.llvm.final import Final
from irad.llvm.jit import Engine
from irad.rules.formulas.double_terms import economised
from irad.rules.formulas.formula_helpers import text_for
from irad.rules.formulas.vector_functions import NAMES, is_vector_function

Arrays = np.ndarray[Any, Any]
REFERENCES = {"pow": np.power, "atan2": np.arctan2, "atan": np.arctan}
COUNT = 20_000
ODD = np.array(
    [
        *(0.0, np.inf, np.nan, 1.0, 5e-324, 1e-310, 2.0**-1022, 1e300, 1e308, 1.7976931348623157e308),
        *(0.5, 1.5, 2.0, 3.0, 2.0**52 + 1, 2.0**53, 2.0**53 + 2, 1e-16, 1.0 - 2.0**-53, 1.0 + 2.0**-52),
        *(709.782712893384, 709.7827128933841, 745.1332191019411, 745.1332191019412, 710.4758600739439, 710.475860073944),
        *(1023.0, 1024.0, 1074.0, 1075.0, 88.7, 88.8, 104.0),
    ]
)
ODD = np.concatenate([ODD, -ODD])
exact = pytest.mark.skipif(np.finfo(np.longdouble).nmant < 63, reason="numbers of 64 bits")


def loop(name: str, suffix: str, count: int) -> str:
    """A function that calls one of these for each element."""
    t = {"f64": "double", "f32": "float"}[suffix]
    args = ", ".join(f"{t} %v{k}" for k in range(count))
    loads = "".join(f"  %p{k} = getelementptr {t}, ptr %x{k}, i64 %i\n  %v{k} = load {t}, ptr %p{k}\n" for k in range(count))
    return f"""
declare {t} @irad.{name}.{suffix}({", ".join([t] * count)})
define void @each({"".join(f"ptr noalias %x{k}, " for k in range(count))}ptr noalias %out, i64 %n) {{
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %j, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %done
body:
{loads}  %r = call {t} @irad.{name}.{suffix}({args})
  %q = getelementptr {t}, ptr %out, i64 %i
  store {t} %r, ptr %q
  %j = add i64 %i, 1
  br label %head
done:
  ret void
}}"""


class Loops:
    """The functions, compiled when they are asked for."""

    def __init__(self, cpu: str | None) -> None:
        self.cpu = cpu
        self._made: dict[tuple[str, str], tuple[Engine, str]] = {}

    def made(self, name: str, suffix: str, count: int) -> tuple[Engine, str]:
        if (name, suffix) not in self._made:
            final = Final(loop(name, suffix, count), [text_for([f"irad.{name}.{suffix}"])], ["each"])
            final.optimize(3, self.cpu)
            text = final.text
            self._made[name, suffix] = Engine.load_object(final.object(self.cpu), ["each"]), text
        return self._made[name, suffix]

    def __call__(self, name: str, *args: Arrays) -> Arrays:
        suffix = "f64" if args[0].dtype == np.float64 else "f32"
        engine, _ = self.made(name, suffix, len(args))
        out = np.empty_like(args[0])
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in (*args, out)]
        ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(pointers), ctypes.c_int64)(engine.address("each"))(*pointers, len(out))
        return out


@pytest.fixture(scope="module", params=["host", None], ids=["host", "baseline"])
def loops(request: pytest.FixtureRequest) -> Loops:
    return Loops(request.param)


def reference(name: str, args: tuple[Arrays, ...], t: Any) -> Arrays:
    f: Callable[..., Any] = REFERENCES.get(name) or getattr(np, name)
    with np.errstate(all="ignore"):
        return f(*[a.astype(t) for a in args])  # type: ignore[no-any-return]


def units(found: Arrays, wanted: Arrays) -> float:
    """The largest distance in units in the last place; both must be infinite or nan at the same places."""
    with np.errstate(all="ignore"):
        near = wanted.astype(found.dtype)
    finite = np.isfinite(near) & np.isfinite(found)
    assert np.array_equal(near[~finite], found[~finite], equal_nan=True)
    most = np.nextafter(np.finfo(found.dtype).max, found.dtype.type(0))
    spacing = np.spacing(np.minimum(np.abs(near[finite]), most))
    distance = np.abs(found[finite].astype(wanted.dtype) - wanted[finite])
    return float((distance / spacing.astype(wanted.dtype)).max())


def spread(name: str, r: np.random.Generator) -> list[tuple[Arrays, ...]]:
    """Arguments that go over all there are, and some where the formulas are least exact."""

    def uniform(low: float, high: float) -> Arrays:
        return r.uniform(low, high, COUNT)

    def powers(low: float, high: float) -> Arrays:
        return 10.0 ** uniform(low, high) * r.choice([-1.0, 1.0], COUNT)

    if name == "pow":
        near_one = 1.0 + uniform(-1e-2, 1e-2), uniform(-7e4, 7e4)
        whole = uniform(-50, 50), r.integers(-100, 100, COUNT).astype(float)
        halves = abs(powers(-80, 80)), r.integers(-7, 7, COUNT) + 0.5
        least = abs(powers(-308, 0)), uniform(1.0, 1.05)
        return [(abs(powers(-5, 5)), uniform(-60, 60)), (abs(powers(-300, 300)), uniform(-1, 1)), near_one, whole, halves, least]
    if name == "atan2":
        return [(uniform(-3, 3), uniform(-3, 3)), (powers(-308, 308), powers(-308, 308)), (uniform(0, 1e308), uniform(0, 1e308))]
    if name in ("log", "log1p"):
        border = -1.0 if name == "log1p" else 0.0
        return [(abs(powers(-323, 308)),), (border + uniform(0.01, 3.0),), (border + 1.0 + powers(-12, -2),)]
    most = {"exp": 709.7, "expm1": 709.7, "sinh": 710.4, "cosh": 710.4, "atan": 1e3}[name]
    return [(uniform(-745.0 if name == "exp" else -most, most),), (uniform(-2, 2),), (powers(-320, 0),)]


OF_BASELINE = {"atan": 1.5, "atan2": 1.5}
MOST = {"exp": 0.9, "expm1": 1.3, "log": 0.9, "log1p": 0.9, "sinh": 2.1, "cosh": 1.5, "pow": 1.0, "atan2": 1.1, "atan": 0.9}


@exact
@pytest.mark.parametrize("name", sorted(NAMES))
def test_units_in_the_last_place(loops: Loops, name: str) -> None:
    most = MOST if loops.cpu else MOST | OF_BASELINE
    for args in spread(name, np.random.default_rng(7)):
        assert units(loops(name, *args), reference(name, args, np.longdouble)) <= most[name]


@pytest.mark.parametrize("name", sorted(NAMES))
def test_floats_are_rounded_once_but_for_few(loops: Loops, name: str) -> None:
    for args in spread(name, np.random.default_rng(8)):
        given = tuple(np.clip(a, -3e38, 3e38).astype(np.float32) for a in args)
        assert units(loops(name, *given), reference(name, given, np.float64)) <= 0.501


@pytest.mark.parametrize("t", [np.float64, np.float32])
@pytest.mark.parametrize("name", sorted(NAMES))
def test_special_values(loops: Loops, name: str, t: Any) -> None:
    """Infinities, nan, zeros with their signs, the smallest numbers, and where results become infinite or zero."""
    with np.errstate(all="ignore"):
        odd = ODD.astype(t)
    args = tuple(a.ravel() for a in np.meshgrid(odd, odd)) if name in ("pow", "atan2") else (odd,)
    found, wanted = loops(name, *args), reference(name, args, t)
    assert units(found, wanted) <= 2.0
    there = ~np.isnan(wanted)
    np.testing.assert_array_equal(np.signbit(found[there]), np.signbit(wanted[there]))


@pytest.mark.parametrize("name", sorted(NAMES))
def test_loops_become_vectors(loops: Loops, name: str) -> None:
    _, text = loops.made(name, "f64", 2 if name in ("pow", "atan2") else 1)
    assert re.search(r"store <\d+ x double>", text) and "@exp" not in text and "@pow" not in text


def test_names() -> None:
    assert is_vector_function("irad.exp.f32") and is_vector_function("irad.tanh.f64")
    assert not any(map(is_vector_function, ("exp", "irad.exp", "irad.exp.f80", "irad.digamma.f64")))
    assert text_for(["irad.exp.f80"]) == ""


def test_shortened_polynomials() -> None:
    """The last of the terms that are left out is as far off as a Chebyshev polynomial of that size."""
    from fractions import Fraction

    cube = [Fraction(0), Fraction(0), Fraction(0), Fraction(1)]
    assert economised(cube, Fraction(-1), Fraction(1), 3) == [0, Fraction(3, 4), 0]  # 4 t^3 - 3 t is left out
    assert economised([Fraction(k) for k in (5, -3, 2)], Fraction(1), Fraction(4), 3) == [5, -3, 2]
