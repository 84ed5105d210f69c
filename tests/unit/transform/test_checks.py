"""Checks that are decided by signs: what goes, what has to stay, and the same values, errors and derivatives as before."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from irad.analysis.reuse.signs import NONNEGATIVE, POSITIVE, Signs
from irad.frontends.python import lower, type_of
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.llvm.border.session import canonical
from irad.pipeline import normal_form
from irad.transform.lower.counted.decided_checks import decide_checks


def counter(x, y, n):
    """``p`` counts over two loops: it starts at 0, and nobody takes anything from it."""
    s = 0.0
    p = 0
    for i in range(n):
        for j in range(i, n):
            y[p] = x[j] * x[i]
            s += y[p]
            p += 1
    return s


def countdown(x, y, n):
    """The same with an index that becomes negative, where it means elements from the end."""
    s = 0.0
    p = 2
    for i in range(n):
        for j in range(i, n):
            y[p] = x[j] * x[i]
            s += y[p]
            p -= 1
    return s


def sigmoids(x, y, n):
    s = 0.0
    for i in range(n):
        s += 1.0 / (1.0 + math.exp(-x[i])) * y[i]
    return s


def sum_of_exponentials(x, y, n):
    s = 1.0
    for i in range(n):
        s += y[i] * y[i] * math.exp(x[i])
    return math.log(s)


def squares(x, y, n):
    s = 0.0
    for i in range(n):
        s += math.sqrt(x[i] * x[i]) * y[i]
    return s


def poles(x, y, n):
    """1 - exp(-x) may be zero."""
    s = 0.0
    for i in range(n):
        s += 1.0 / (1.0 - math.exp(-x[i])) * y[i]
    return s


def products(x, y, n):
    """A sum of products may be negative."""
    s = 1.0
    for i in range(n):
        s += x[i] * y[i]
    return math.log(s)


DECIDED = [counter, sigmoids, sum_of_exponentials, squares]
FUNCTIONS = [*DECIDED, countdown, poles, products]
ERRORS = (IndexError, ZeroDivisionError, ValueError)


def text_of(f: Callable[..., Any]) -> str:
    lowered = lower(f, (type_of(np.zeros(3)), type_of(np.zeros(3)), type_of(3)))
    return print_module(normal_form(canonical(lowered.ir), [lowered.entry]))


def test_counters_are_no_negative_indices() -> None:
    assert "icmp slt" not in text_of(counter)
    assert "icmp slt" in text_of(countdown)


def test_denominators_and_arguments_of_functions() -> None:
    for f in (sigmoids, sum_of_exponentials, squares):
        assert "fcmp" not in text_of(f)
    assert "fcmp" in text_of(poles)
    assert "fcmp" in text_of(products)


def outcome(f: Callable[..., Any], *args: Any) -> Any:
    try:
        return f(*args)
    except ERRORS as error:
        return type(error)


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 7])
def test_values_errors_and_derivatives(f: Callable[..., Any], n: int) -> None:
    """Python itself is the reference, differences for the derivative; ``x`` and ``y`` have six elements."""
    rng = np.random.default_rng(n)
    x, y = rng.normal(size=6), rng.normal(size=6)
    wanted = outcome(f, x.copy(), y.copy(), n)
    assert outcome(irad.jit(f), x.copy(), y.copy(), n) == (wanted if isinstance(wanted, type) else pytest.approx(wanted))
    dx, dy = np.zeros(6), np.zeros(6)
    found = outcome(lambda: irad.autodiff(f, irad.Duplicated(x.copy(), dx), irad.Duplicated(y.copy(), dy), n))
    if isinstance(wanted, type):
        assert found is wanted and not dx.any() and not dy.any()
        return
    v, h = rng.normal(size=6), 1e-6
    slope = (f(x + h * v, y.copy(), n) - f(x - h * v, y.copy(), n)) / (2 * h)
    assert dx @ v == pytest.approx(slope, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("x", [0.0, math.nan, math.inf, -math.inf, 800.0, -800.0])
def test_floats_that_are_no_numbers(x: float) -> None:
    """exp overflows in Python only: here it is infinite, and NaN passes every check that it passed before."""
    xs, ys = np.array([x]), np.ones(1)
    assert (outcome(irad.jit(poles), xs, ys, 1) is ZeroDivisionError) == (x == 0.0)
    with np.errstate(over="ignore"):
        wanted = 1.0 / (1.0 + float(np.exp(-xs)[0]))
    np.testing.assert_equal(irad.jit(sigmoids)(xs, ys, 1), wanted)


def signs_in(body: str) -> dict[str, Any]:
    """The facts of the values %0, %1 ... that a function returns nothing of."""
    module = read_module(canonical(body))
    (fn,) = [f for f in module.functions.values() if not f.is_declaration]
    signs = Signs()
    values = [*fn.args, *(i for b in fn.blocks for i in b.instructions)]
    return {v.name: signs.bits(v) if v.type.is_int else signs.sign(v) for v in values if v.name}


def test_bits_of_integers() -> None:
    found = signs_in(
        """define void @f(i64 %any, i64 range(i64 0, 1025) %n, i32 %small, i64 range(i64 -1, 8) %below) {
        %wide = zext i32 %small to i64
        %sum = add i64 %n, %n
        %product = mul i64 %wide, %wide
        %large = mul i64 %product, %n
        %masked = and i64 %any, 255
        %high = lshr i64 %any, 60
        %less = sub i64 %n, %wide
        %unknown = add i64 %n, %any
        ret void }"""
    )
    wanted = {"any": None, "n": 11, "below": None, "wide": 32, "sum": 12, "product": None, "large": None}
    wanted |= {"masked": 8, "high": 4, "less": None, "unknown": None}
    assert {k: found[k] for k in wanted} == wanted


def test_signs_of_floats() -> None:
    found = signs_in(
        """declare double @llvm.exp.f64(double)
        define void @f(double %x) {
        %e = call double @llvm.exp.f64(double %x)
        %one = fadd double %e, 1.0
        %inverse = fdiv double 1.0, %one
        %none = fdiv double 1.0, %e
        %square = fmul double %x, %x
        %less = fsub double %one, %e
        %other = fadd double %x, 1.0
        ret void }"""
    )
    wanted = {"x": 0, "e": NONNEGATIVE, "one": POSITIVE, "inverse": NONNEGATIVE, "none": 0, "square": NONNEGATIVE}
    assert {k: found[k] for k in wanted} == wanted
    assert found["less"] == found["other"] == 0


def test_where_the_step_is_large_or_the_start_unknown_nothing_is_decided() -> None:
    cases = [("0", "1", True), ("0", "-1", False), ("%n", "1", False), ("-1", "1", False), ("0", "4096", False)]
    for start, step, decided in cases:
        module = read_module(
            canonical(
                f"""define i1 @f(i64 %n) {{
                entry: br label %loop
                loop: %p = phi i64 [ {start}, %entry ], [ %q, %loop ]
                %q = add i64 %p, {step}
                %negative = icmp slt i64 %p, 0
                %more = icmp ne i64 %q, %n
                br i1 %more, label %loop, label %end
                end: ret i1 %negative }}"""
            )
        )
        assert decide_checks(module.functions["f"]) == decided, (start, step)


def test_indices_computed_from_sizes_need_no_second_look() -> None:
    """What LLVM knows of sizes: an index between two of them is neither negative nor too large."""

    def halves(x):
        n = len(x) // 2
        s = 0.0
        for i in range(n):
            s += x[i] * x[n + i]
        return s

    lowered = lower(halves, (type_of(np.zeros(4)),))
    assert "range(i64 0, 1152921504606846976)" in lowered.ir
    assert "icmp slt" not in print_module(normal_form(canonical(lowered.ir), [lowered.entry]))
    dx = np.zeros(5)
    irad.autodiff(halves, irad.Duplicated(np.arange(5.0), dx))
    np.testing.assert_allclose(dx, [2, 3, 0, 1, 0])
