"""The tables themselves: every row is complete, every formula is in the language, every name finds its row."""

from __future__ import annotations

import pytest

import irad.blas_rules  # noqa: F401  (registers its routines)
from irad.errors import RuleError
from irad.ir.types import DOUBLE, FLOAT, I32, I64, PTR, Type, function, struct, vector
from irad.ir.values import Instruction, Module
from irad.rules import (
    AllocationRule,
    DeallocationRule,
    InactiveRule,
    LoweringRule,
    MathRule,
    Rule,
    lookup,
    lookup_function,
    lookup_instruction,
    rows,
)
from irad.rules.formulas.base import Emission
from irad.rules.formulas.expr import Formula
from irad.rules.formulas.layout import RESULT_PATHS
from irad.rules.formulas.model import UNKNOWN, math
from irad.rules.registry import expand, function_row

ROWS = rows()
MATH = [r for r in ROWS if isinstance(r, MathRule)]
RESULTS = {"": {"r"}, "complex": {"r", "r0", "r1"}, "pair": {"r", "r0", "r1"}, "first": {"r0"}}


def formulas(rule: Rule) -> list[Formula]:
    if isinstance(rule, MathRule):
        return [f for some in rule.partials.values() for f in some]
    if isinstance(rule, LoweringRule):
        return [*rule.stores.values(), *([rule.result] if rule.result else [])]
    return []


@pytest.mark.parametrize("rule", MATH, ids=lambda r: r.name)
def test_every_float_parameter_has_its_formulas(rule: MathRule) -> None:
    """Having "no entry" would be neither zero nor an error."""
    differentiable = [p for p in rule.params if p.kind in ("float", "complex")]
    assert {p.name for p in differentiable} == set(rule.partials)
    for p in differentiable:
        parts = 2 if p.kind == "complex" and not rule.holomorphic else 1
        outputs = 1 if rule.holomorphic else len(RESULT_PATHS[rule.results])
        assert len(rule.partials[p.name]) == parts * outputs


@pytest.mark.parametrize("rule", [r for r in ROWS if formulas(r)], ids=lambda r: r.name)
def test_formulas_use_known_names(rule: Rule) -> None:
    known = {p.name for p in rule.params} | RESULTS[getattr(rule, "results", "")]
    for f in formulas(rule):
        assert f.names <= known, f.text
        for name in f.calls:
            assert function_row(name).emission != Emission(), f"{f.text} calls {name}, which cannot be called"
        if isinstance(rule, MathRule):
            assert f.is_zero or "d" in f.text or f.text == UNKNOWN


def test_names_are_claimed_once() -> None:
    names = [n for r in ROWS for n in expand(r.names)]
    assert len(names) == len(set(names))
    assert len({r.name for r in ROWS}) == len(ROWS)


def test_every_row_describes_itself() -> None:
    for rule in ROWS:
        assert rule.describe() or not rule.params, rule.name
    assert lookup("atan2f").signature == "atan2(y, x)"  # type: ignore[union-attr]


SPELLINGS = {
    "sin": "sin sinf sinl sinf128 __sin_finite llvm.sin.f32 llvm.sin.v4f64 llvm.sin.nxv2f64",
    "pow": "pow powf powl __powf_finite llvm.pow.f80",
    "powi": "llvm.powi.f64.i32 llvm.powi.v2f32.i32 __powidf2 __powisf2",
    "exp10": "exp10 exp10f pow10 llvm.exp10.f16",
    "fma": "fma fmal llvm.fma.f64 llvm.fmuladd.v4f32",
    "fmin": "fmin fminf llvm.minnum.f64",
    "ldexp": "ldexp scalbnf llvm.ldexp.f64.i32",
    "remainder": "remainder remainderf drem dremf",
    "lgamma": "lgamma lgammaf gamma",
    "cmul": "__mulsc3 __muldc3 __mulxc3",
    "cdiv": "__divsc3 __divdc3 __divxc3",
    "lround": "lround lroundf llvm.lround.i64.f64",
    "floor": "floor floorf llvm.floor.f64",
    "llvm.frexp": "llvm.frexp.f64.i32",
    "frexp": "frexp frexpf frexpl",
    "operator new": "_Znwm _ZnwmRKSt9nothrow_t",
    "operator delete": "_ZdlPv _ZdlPvm _ZdlPvSt11align_val_t _ZdlPvmSt11align_val_t",
    "llvm integer intrinsics": "llvm.smax.i32 llvm.umul.with.overflow.i64 llvm.fptosi.sat.i32.f64 llvm.ctpop.v4i32"
    " llvm.is.fpclass.f64 llvm.bswap.i64 llvm.vector.reduce.add.v4i32",
    "llvm hints": "llvm.assume llvm.lifetime.start.p0 llvm.expect.i1 llvm.experimental.noalias.scope.decl"
    " llvm.dbg.value llvm.invariant.end.p0",
    "llvm machine state": "llvm.prefetch.p0 llvm.readcyclecounter",
    "print": "printf puts __printf_chk",
    "end of the program": "exit abort __assert_fail",
    "throw": "__cxa_throw _ZSt20__throw_length_errorPKc _ZNSt3__120__throw_length_errorB8ne220100EPKc",
    "C++ strings": "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_createERmm",
    "C++ streams": "_ZNSolsEd _ZNSo5writeEPKcl",
    "C++ functions of characters": "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc _ZStplIcSt11char_traitsIcESaIcEEv",
}


@pytest.mark.parametrize(("row", "names"), SPELLINGS.items(), ids=SPELLINGS)
def test_spellings(row: str, names: str) -> None:
    for name in names.split():
        found = lookup(name)
        assert found is not None and found.name == row, name


@pytest.mark.parametrize(
    "name",
    ["llvm.memcpy.p0.p0.i64", "llvm.masked.load.v4f64.p0", "llvm.memset.p0.i64", "qsort", "my_sin", "sinfoo", ""],
)
def test_names_without_a_row(name: str) -> None:
    """memcpy and its like are the transform's; qsort moves data that may have derivatives."""
    assert lookup(name) is None


@pytest.mark.parametrize("name", "fadd fsub fmul fdiv frem fneg fptrunc fpext".split())
def test_instructions(name: str) -> None:
    assert lookup_instruction(Instruction(name, DOUBLE)) is not None
    assert lookup(name) is None


def test_other_instructions_have_no_row() -> None:
    for opcode in ("add", "select", "load", "sitofp", "fcmp"):
        assert lookup_instruction(Instruction(opcode, DOUBLE)) is None


# ---- the user's own functions that share a name


@pytest.mark.parametrize(
    ("name", "params", "found"),
    [
        ("gamma", (DOUBLE,), True),
        ("gamma", (DOUBLE, DOUBLE), False),
        ("y0", (I32, DOUBLE), False),
        ("jn", (I32, DOUBLE), True),
        ("ldexp", (DOUBLE, DOUBLE), False),
        ("cexp", (DOUBLE, DOUBLE), True),
        ("cexp", (DOUBLE,), False),
        ("cexpf", (vector(2, FLOAT),), True),
        ("cpow", (DOUBLE, DOUBLE, DOUBLE), False),
        ("cexpl", (PTR,), False),
        ("malloc", (I64,), True),
    ],
)
def test_declarations_must_fit_the_row(name: str, params: tuple[Type, ...], found: bool) -> None:
    ret = {"malloc": PTR, "cexp": struct(DOUBLE, DOUBLE), "cexpf": vector(2, FLOAT)}.get(name, DOUBLE)
    fn = Module().add_function(name, function(ret, params))
    assert (lookup_function(fn) is not None) == found


def test_a_body_hides_the_row() -> None:
    for name, found in (("gamma", False), ("irad.digamma.f64", True)):
        fn = Module().add_function(name, function(DOUBLE, (DOUBLE,)))
        fn.append_block("entry")
        assert (lookup_function(fn) is not None) == found


# ---- effects


@pytest.mark.parametrize(
    ("name", "kind", "size", "deallocator"),
    [
        ("malloc", "malloc", (0,), "free"),
        ("calloc", "calloc", (0, 1), "free"),
        ("realloc", "realloc", (1,), "free"),
        ("reallocarray", "realloc", (1, 2), "free"),
        ("aligned_alloc", "aligned", (1,), "free"),
        ("posix_memalign", "posix_memalign", (2,), "free"),
        ("_Znwm", "new", (0,), "_ZdlPv"),
        ("_Znam", "new", (0,), "_ZdaPv"),
        ("_ZnwmSt11align_val_t", "new", (0,), "_ZdlPvSt11align_val_t"),
        ("irad_reserve", "reserve", (1,), "irad_release"),
    ],
)
def test_allocations(name: str, kind: str, size: tuple[int, ...], deallocator: str) -> None:
    rule = lookup(name)
    assert isinstance(rule, AllocationRule)
    assert (rule.kind, rule.size, rule.deallocator) == (kind, size, deallocator)
    assert isinstance(lookup(deallocator), DeallocationRule)


def test_aligned_delete_takes_the_alignment() -> None:
    rule = lookup("_ZnamSt11align_val_t")
    assert isinstance(rule, AllocationRule) and rule.deallocator_args == (-1, 1)


@pytest.mark.parametrize(
    ("name", "reads", "writes", "noreturn"),
    [
        ("printf", True, (), False),
        ("floor", False, (), False),
        ("snprintf", True, (0,), False),
        ("fread", True, (0,), False),
        ("strtod", True, (1,), False),
        ("_ZNSirsERd", True, (1,), False),
        ("abort", True, (), True),
        ("llvm.trap", False, (), True),
        ("llvm.smin.i64", False, (), False),
    ],
)
def test_inactive(name: str, reads: bool, writes: tuple[int, ...], noreturn: bool) -> None:
    rule = lookup(name)
    assert isinstance(rule, InactiveRule)
    assert (rule.reads, rule.writes, rule.noreturn) == (reads, writes, noreturn)
    assert (rule.reads_memory, rule.writes_memory) == (reads, bool(writes))


def test_scanf_writes_all_that_follows_the_format() -> None:
    rule = lookup("__isoc99_sscanf")
    assert isinstance(rule, InactiveRule) and rule.writes[:3] == (2, 3, 4)


def test_mathematics_touches_no_memory() -> None:
    for rule in MATH:
        assert not rule.reads_memory and not rule.writes_memory


# ---- the rows' own errors


def _call(name: str, params: int = 1) -> Instruction:
    ftype = function(DOUBLE, (DOUBLE,) * params)
    fn = Module().add_function(name, ftype)
    return Instruction("call", DOUBLE, [*Module().add_function("x", ftype).args, fn], {"nargs": params, "ftype": ftype})


def test_needs() -> None:
    """exp needs its result alone, sin its argument, a product the other factor, a sum nothing."""
    expected = {
        ("exp", 1): [(frozenset(), True)],
        ("sin", 1): [(frozenset({0}), False)],
        ("hypot", 2): [(frozenset({0}), True), (frozenset({1}), True)],
        ("fma", 3): [(frozenset({1}), False), (frozenset({0}), False), (frozenset(), False)],
    }
    for (name, params), needs in expected.items():
        rule, inst = lookup(name), _call(name, params)
        assert isinstance(rule, MathRule)
        assert [rule.needs(inst, 0, i) for i in range(len(needs))] == needs


def test_inputs_without_derivative_are_left_out() -> None:
    rule, inst = lookup("copysign"), _call("copysign", 2)
    assert isinstance(rule, MathRule) and rule.inputs(inst) == ((0, ()),)


@pytest.mark.parametrize("text", ["sin x", "sin(x", "(x)"])
def test_bad_signature(text: str) -> None:
    with pytest.raises(RuleError, match="not a signature"):
        math(text, {"x": "d"}, names="sin", domain=None)


@pytest.mark.parametrize("text", ["d*", "d**x)", "where(d"])
def test_bad_formula(text: str) -> None:
    with pytest.raises(RuleError, match="cannot be parsed"):
        _ = Formula(text).tree
