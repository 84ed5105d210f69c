"""digamma, polygamma and tanh against mpmath, over their whole range, and what `text_for` gives."""

from __future__ import annotations

import ctypes
import math

import llvmlite.binding as llvm
import mpmath as mp
import numpy as np
import pytest

from irad.rules import lookup
from irad.rules.formulas.formula_helpers import bernoulli, is_helper, text_for

POINTS = [1e-10, -1e-10, 1e-3, 0.5, 1.0, 9.999, 10.0, 25.0, 1e5, -0.5, -1e-3, -3.75, -20.25, -1234.3]


@pytest.fixture(scope="module")
def functions(probe) -> tuple:
    text = text_for(["irad.polygamma.f64", "irad.digamma.f64", "printf"])
    out = []
    for name, types in (("irad.digamma.f64", []), ("irad.polygamma.f64", [ctypes.c_int])):
        address, keep = probe.compile_text(text, name)
        f = ctypes.CFUNCTYPE(ctypes.c_double, *types, ctypes.c_double)(address)
        f.keep = keep  # type: ignore[attr-defined]
        out.append(f)
    return tuple(out)


@pytest.mark.parametrize("x", [*POINTS, 1e300])
def test_digamma(functions, x: float) -> None:
    with mp.workdps(40):
        want = mp.digamma(mp.mpf(x))
        assert abs(functions[0](x) - want) <= 2e-15 * max(abs(want), 1)


@pytest.mark.parametrize("n", [1, 2, 3, 6])
@pytest.mark.parametrize("x", POINTS)
def test_polygamma(functions, n: int, x: float) -> None:
    """For x < 0 and even n the two sides of zero cancel: the error is relative to one side."""
    with mp.workdps(60):
        want = mp.polygamma(n, mp.mpf(x))
        side = math.factorial(n) * 2.0 ** (n + 1) if x < 0 else 0
        assert abs(functions[1](n, x) - want) <= 2e-14 * max(abs(want), side)


def test_poles_and_special_values(functions) -> None:
    digamma, polygamma = functions
    assert math.isnan(digamma(-1.0)) and math.isnan(digamma(math.nan)) and digamma(math.inf) == math.inf
    assert polygamma(1, 0.0) == math.inf and polygamma(1, -2.0) == math.inf


@pytest.fixture(scope="module")
def tanh(probe):
    """Of a double and of a float."""
    out = []
    for name, type_ in (("irad.tanh.f64", ctypes.c_double), ("irad.tanh.f32", ctypes.c_float)):
        address, keep = probe.compile_text(text_for([name]), name)
        f = ctypes.CFUNCTYPE(type_, type_)(address)
        f.keep = keep  # type: ignore[attr-defined]
        out.append(f)
    return out


def test_tanh_to_units_in_the_last_place(tanh) -> None:
    """Around 0.55, where the formula changes, it is least exact; at the borders of each m the series is."""
    rng = np.random.default_rng(3)
    borders = [(k + 0.5) * math.log(2) / 2 * (1 + e) for k in range(64) for e in (-1e-15, 0, 1e-15)]
    small = 10.0 ** rng.uniform(-320, -1, 200)
    for x in [*borders, *small, *rng.uniform(0, 0.6, 2000), *rng.uniform(0.6, 23, 1000)]:
        with mp.workdps(40):
            want = mp.tanh(mp.mpf(float(x)))
            unit = float(np.spacing(float(want)))
            for y in (tanh[0](x), -tanh[0](-x)):
                assert abs(mp.mpf(y) - want) <= 2.5 * unit, x
            near = float(np.spacing(np.float32(want)))
            assert abs(mp.mpf(tanh[1](x)) - mp.tanh(mp.mpf(float(np.float32(x))))) <= 0.51 * near, x


def test_tanh_at_the_ends(tanh) -> None:
    for f in tanh:
        assert math.isnan(f(math.nan))
        for x, y in ((0.0, 0.0), (40.0, 1.0), (1e30, 1.0), (math.inf, 1.0)):
            assert f(x) == y and f(-x) == -y and math.copysign(1.0, f(-x)) == -1.0
    assert tanh[0](5e-324) == 5e-324 and tanh[0](1.7e308) == 1.0


def test_bernoulli_numbers() -> None:
    assert [str(b) for b in bernoulli(6)] == ["1/6", "-1/30", "1/42", "-1/30", "5/66", "-691/2730"]


def test_text_defines_what_is_asked_and_what_that_needs() -> None:
    text = text_for(["irad.polygamma.f64", "sin"])
    module = llvm.parse_assembly(text, llvm.create_context())
    module.verify()
    defined = {f.name for f in module.functions if not f.is_declaration}
    assert defined == {"irad.polygamma.f64", "irad.zeta.f64"}
    assert text_for(["sin", "malloc"]) == ""


def test_helpers_are_rows() -> None:
    for name in ("irad.digamma.f64", "irad.polygamma.f64", "irad.remquo.f64", "irad.tanh.f64", "irad.tanh.f32"):
        assert is_helper(name) and lookup(name) is not None
    assert not is_helper("sin")


def test_helpers_survive_being_linked_twice() -> None:
    context = llvm.create_context()
    first = llvm.parse_assembly(text_for(["irad.digamma.f64"]), context)
    first.link_in(llvm.parse_assembly(text_for(["irad.digamma.f64"]), context))
    first.verify()


def test_random_points(functions) -> None:
    """Recurrence, reflection x -> 1 - x, and duplication: identities that hold at every point."""
    digamma = functions[0]
    for x in np.random.default_rng(5).uniform(0.05, 40, 200):
        assert digamma(x + 1) == pytest.approx(digamma(x) + 1 / x, rel=1e-13, abs=1e-13)
        assert digamma(2 * x) == pytest.approx((digamma(x) + digamma(x + 0.5)) / 2 + math.log(2), rel=1e-13, abs=1e-13)
