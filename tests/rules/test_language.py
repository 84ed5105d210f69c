"""The formula language: each construct evaluated to IR, run, and compared with Python."""

from __future__ import annotations

import ctypes
import math
from decimal import Decimal

import pytest

from irad.errors import RuleError
from irad.ir.builder import Builder
from irad.ir.printer import print_module
from irad.ir.types import DOUBLE, I32, PTR, VOID, function, vector
from irad.ir.values import Instruction, Module, Value
from irad.rules.formulas.expr import Complex, Evaluator, Formula, Term, fast_math_flags


def no_calls(run: Evaluator, name: str, args: list[Term]) -> Term:
    raise AssertionError(f"{name} is not called in these formulas")


def evaluate(probe, text: str, x: float = 0.0, y: float = 0.0, n: int = 0) -> float:
    """The formula over x, y, n, z = x + iy, compiled and run."""
    module = Module()
    fn = module.add_function("f", function(DOUBLE, (DOUBLE, DOUBLE, I32)))
    b = Builder(fn.append_block("entry"))
    a, c, k = fn.args
    env: dict[str, Term] = {"x": a, "y": c, "n": k, "z": Complex(a, c)}
    b.ret(Evaluator(b, DOUBLE, env, _fabs).value(Formula(text)))
    address, keep = probe.compile_text(print_module(module), "f")
    out = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_double, ctypes.c_int)(address)(x, y, n)
    del keep
    return out


def _fabs(run: Evaluator, name: str, args: list[Term]) -> Term:
    """The one function that complex division needs."""
    assert name == "fabs"
    (x,) = args
    return run.where(run.b.fcmp("olt", run.typed(x), run.typed(Decimal(0))), run.negate(x), x)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("x + y*2", 3.0 + 2 * -0.5),
        ("-x/y - 1", 3.0 / 0.5 - 1),
        ("(x - y)*(x + y)", 8.75),
        ("2/3", 2 / 3),
        ("1/sqrt_pi*sqrt_pi", 1.0),
        ("where(x > y, x, y)", 3.0),
        ("where(x > 0 and y > 0, 1, 2)", 2.0),
        ("where(x > 0 or y > 0, 1, 2)", 1.0),
        ("where(not (x == 3), 1, 2)", 2.0),
        ("where(isnan(x), 1, 0)", 0.0),
        ("where(x != x, 1, 0)", 0.0),
        ("n*x", 12.0),
        ("n - 1", 3.0),
        ("n/8", 0.5),
        ("(n - 5)*(n + 1)", -5.0),
        ("where(n == 4, x, y)", 3.0),
        ("where(n >= 5, x, y)", -0.5),
        ("re(z*z)", 8.75),
        ("im(z*z)", -3.0),
        ("im(1/z)", (1 / (3 - 0.5j)).imag),
        ("re(z/(z + 1))", ((3 - 0.5j) / (4 - 0.5j)).real),
        ("re(2*z - z/2)", 4.5),
        ("im(-z)", 0.5),
        ("where(z == 0, 1, 2)", 2.0),
        ("where(z != 3, 1, 2)", 1.0),
        ("re(where(x > 0, z, 1))", 3.0),
        ("im(where(x < 0, z, 1))", 0.0),
        ("pi", math.pi),
        ("ln2 + 0*x", math.log(2)),
        ("1e-3*x", 0.003),
    ],
)
def test_values(probe, text: str, want: float) -> None:
    assert evaluate(probe, text, 3.0, -0.5, 4) == pytest.approx(want, rel=1e-15)


@pytest.mark.parametrize(("text", "want"), [("where(x == x, 1, 2)", 2), ("where(x != x, 1, 2)", 1), ("where(x < 1, 1, 2)", 2)])
def test_comparisons_with_nan(probe, text: str, want: float) -> None:
    assert evaluate(probe, text, math.nan) == want


def test_scaled_complex_division_does_not_overflow(probe) -> None:
    assert evaluate(probe, "re(z/z)", 1e300, 1e300) == 1.0
    assert evaluate(probe, "re(z/z)", 1e-300, 1e-300) == 1.0


def test_imaginary_zero_keeps_its_sign(probe) -> None:
    """1 - z for z = 2 + 0i is -1 - 0i: below the cut of the square root."""
    assert math.copysign(1, evaluate(probe, "im(1 - z)", 2.0, 0.0)) == -1


def test_equal_subexpressions_are_emitted_once() -> None:
    fn, _, run = _evaluator()
    run.value(Formula("(x + y)*(x + y)/(x + y)"))
    assert [i.opcode for i in fn.instructions()] == ["fadd", "fmul", "fdiv"]


def test_vectors_are_elementwise() -> None:
    v = vector(2, DOUBLE, False)
    module = Module()
    fn = module.add_function("f", function(VOID, (v, I32, PTR)))
    b = Builder(fn.append_block("entry"))
    x, n, _ = fn.args
    out = Evaluator(b, v, {"x": x, "n": n}, no_calls).value(Formula("where(x > 0, 2*x, n*x)"))
    assert str(out.type) == "<2 x double>"


def _evaluator(flags: tuple[str, ...] = ()) -> tuple:
    module = Module()
    fn = module.add_function("f", function(DOUBLE, (DOUBLE, DOUBLE)))
    b = Builder(fn.append_block("entry"))
    env: dict[str, Term] = dict(zip("xy", fn.args, strict=True))
    return fn, b, Evaluator(b, DOUBLE, env, no_calls, flags)


@pytest.mark.parametrize("text", ["x**2", "x % y", "x < y < 1", "[x]", "x if y else 1", "'x'", "x and y", "lambda: x"])
def test_what_is_not_in_the_language(text: str) -> None:
    _, _, run = _evaluator()
    with pytest.raises((RuleError, ArithmeticError)):
        run.value(Formula(text))


def test_names_and_calls() -> None:
    f = Formula("where(x == 0, 0, d*(y/hypot(x, y))*pi/llvm.modf(r)[0])")
    assert f.names == {"x", "y", "r"}
    assert f.calls == {"hypot", "llvm.modf"}
    assert not f.is_zero and Formula("0").is_zero and not Formula("d*0").is_zero


@pytest.mark.parametrize(
    ("flags", "kept"),
    [
        (("nnan", "nsz", "contract"), ("contract",)),
        (("fast",), ("reassoc", "arcp", "contract", "afn")),
        (("reassoc", "ninf", "afn"), ("reassoc", "afn")),
        ((), ()),
    ],
)
def test_flags_of_the_primal(flags: tuple[str, ...], kept: tuple[str, ...]) -> None:
    """Promises about the primal's values say nothing about the derivative's."""
    assert fast_math_flags(Instruction("fmul", DOUBLE, (), {"flags": flags})) == kept
    fn, _, run = _evaluator(kept)
    run.value(Formula("-x*y + x/y - 1"))
    assert all(tuple(i.attrs["flags"]) == kept for i in fn.instructions())


def test_operands_must_be_given() -> None:
    from irad.rules import MathRule, lookup

    module = Module()
    sin = module.add_function("sin", function(DOUBLE, (DOUBLE,)))
    fn = module.add_function("f", function(DOUBLE, (DOUBLE, DOUBLE)))
    b = Builder(fn.append_block("entry"))
    inst = b.call_function(sin, [fn.args[0]])
    rule = lookup("sin")
    assert isinstance(rule, MathRule)
    missing: list[Value | None] = [None, None]
    with pytest.raises(RuleError, match="value of 'x'"):
        rule.apply(b, inst, 0, 0, fn.args[1], missing, None)
