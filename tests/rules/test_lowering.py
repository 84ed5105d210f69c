"""Rows that are replaced by simpler IR: the replacement computes what the call computed."""

from __future__ import annotations

import ctypes
import math

import llvmlite.binding as llvm
import numpy as np
import pytest

from irad.ir.builder import Builder
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.ir.values import Function, Module
from irad.rules import LoweringRule, MathRule, lookup
from irad.rules.formulas.formula_helpers import text_for


def lowered(text: str) -> str:
    """The module with every call that has a lowering replaced, the helpers it needs linked in."""
    context = llvm.create_context()
    module = read_module(str(llvm.parse_assembly(text, context)))
    for fn in list(module.functions.values()):
        _lower(fn)
    return _linked(module)


def _lower(fn: Function) -> None:
    for inst in [i for i in fn.instructions() if i.opcode == "call"]:
        rule = lookup(inst.callee.name)
        if not isinstance(rule, LoweringRule):
            continue
        b = Builder(inst.block)
        b.position_before(inst)
        value = rule.lower(b, inst)
        if value is not None:
            assert str(value.type) == str(inst.type)
            inst.replace_all_uses_with(value)
        inst.erase()


def _linked(module: Module) -> str:
    helpers = text_for(module.functions)
    context = llvm.create_context()
    main = llvm.parse_assembly(print_module(module), context)
    if helpers:
        main.link_in(llvm.parse_assembly(helpers, context))
    main.verify()
    return str(main)


POINTER_RESULT = """
declare {t} @{name}({t}, ptr)
define void @f(ptr %x, ptr %out) {{
  %a = load {t}, ptr %x
  %q = getelementptr i8, ptr %out, i64 64
  %r = call {t} @{name}({t} %a, ptr %q)
  store {t} %r, ptr %out
  ret void
}}
"""


def run(probe, text: str, x: np.ndarray, size: int = 256) -> ctypes.Array:
    address, keep = probe.compile_text(text, "f")
    out = ctypes.create_string_buffer(size)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(address)(x.ctypes.data, ctypes.addressof(out))
    del keep
    return out


@pytest.mark.parametrize("x", [6.5, -6.5, 0.0, -0.3, 1e300, 5e-310])
def test_frexp(probe, x: float) -> None:
    text = lowered(POINTER_RESULT.format(t="double", name="frexp"))
    assert "@llvm.frexp.f64.i32" in text
    out = run(probe, text, np.array([x]))
    assert (np.frombuffer(out, np.float64, 1)[0], np.frombuffer(out, np.int32, 1, 64)[0]) == math.frexp(x)


@pytest.mark.parametrize("x", [6.75, -6.75, 0.0, -0.25, math.inf])
def test_modf(probe, x: float) -> None:
    out = run(probe, lowered(POINTER_RESULT.format(t="float", name="modff")), np.array([x], np.float32))
    assert (np.frombuffer(out, np.float32, 1)[0], np.frombuffer(out, np.float32, 1, 64)[0]) == math.modf(x)


@pytest.mark.parametrize(("x", "sign"), [(3.3, 1), (0.5, 1), (-0.5, -1), (-1.5, 1), (-2.5, -1), (-3.5, 1), (0.0, 1), (-0.0, -1)])
def test_lgamma_r(probe, x: float, sign: int) -> None:
    """The sign is that of gamma: negative on (-1, 0), positive on (-2, -1), and so on."""
    out = run(probe, lowered(POINTER_RESULT.format(t="double", name="lgamma_r")), np.array([x]))
    want = math.inf if x == 0 else math.lgamma(x)
    assert np.frombuffer(out, np.float64, 1)[0] == pytest.approx(want, rel=1e-15)
    assert np.frombuffer(out, np.int32, 1, 64)[0] == sign


def test_sincos(probe) -> None:
    text = """
        declare void @sincos(double, ptr, ptr)
        define void @f(ptr %x, ptr %out) {
          %a = load double, ptr %x
          %c = getelementptr i8, ptr %out, i64 8
          call void @sincos(double %a, ptr %out, ptr %c)
          ret void
        }"""
    out = np.frombuffer(run(probe, lowered(text), np.array([0.7])), np.float64, 2)
    assert list(out) == pytest.approx([math.sin(0.7), math.cos(0.7)], rel=1e-15)


@pytest.mark.parametrize(("t", "suffix", "dtype"), [("double", "", np.float64), ("float", "f", np.float32)])
def test_remquo(probe, t: str, suffix: str, dtype: type) -> None:
    text = f"""
        declare {t} @remquo{suffix}({t}, {t}, ptr)
        define void @f(ptr %x, ptr %out) {{
          %a = load {t}, ptr %x
          %at = getelementptr {t}, ptr %x, i64 1
          %b = load {t}, ptr %at
          %q = getelementptr i8, ptr %out, i64 64
          %r = call {t} @remquo{suffix}({t} %a, {t} %b, ptr %q)
          store {t} %r, ptr %out
          ret void
        }}"""
    new = lowered(text)
    assert f"call {t} @remainder{suffix}" in new
    out = run(probe, new, np.array([17.5, 3.0], dtype))
    assert np.frombuffer(out, dtype, 1)[0] == math.remainder(17.5, 3.0)
    assert np.frombuffer(out, np.int32, 1, 64)[0] % 8 == 6


@pytest.mark.parametrize(("suffix", "dtype"), [("", np.complex128), ("f", np.complex64)])
@pytest.mark.parametrize(("z", "w"), [(1.5 - 0.5j, 0.25 + 2j), (0j, 0j), (2 + 1j, 0j), (0j, 2 + 0j), (0j, 1j), (0j, -1 + 0j)])
def test_cpow_of_numba(probe, z: complex, w: complex, suffix: str, dtype: type) -> None:
    """Python's power, but for nan where Python raises."""
    text = f"""
        declare void @numba_cpow{suffix}(ptr, ptr, ptr)
        define void @f(ptr %x, ptr %out) {{
          %w = getelementptr i8, ptr %x, i64 {np.dtype(dtype).itemsize}
          call void @numba_cpow{suffix}(ptr %x, ptr %w, ptr %out)
          ret void
        }}"""
    new = lowered(text)
    assert "call void @numba" not in new
    out = run(probe, new, np.array([z, w], dtype))
    want = complex(math.nan, math.nan) if z == 0 and (w.imag or w.real < 0) else z**w
    assert np.frombuffer(out, dtype, 1)[0] == pytest.approx(want, rel=1e-6, nan_ok=True)


CONSTRAINED = """
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.fma.f64(double, double, double, metadata, metadata)
declare double @llvm.experimental.constrained.floor.f64(double, metadata)
declare i32 @llvm.experimental.constrained.fptosi.i32.f64(double, metadata)
declare double @llvm.experimental.constrained.sitofp.f64.i32(i32, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)
define void @f(ptr %x, ptr %out) strictfp {
  %a = load double, ptr %x
  %s = call double @llvm.experimental.constrained.fadd.f64(double %a, double 2.5, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %m = call double @llvm.experimental.constrained.fma.f64(double %s, double %a, double 1.0, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %w = call double @llvm.experimental.constrained.floor.f64(double %a, metadata !"fpexcept.strict") strictfp
  %i = call i32 @llvm.experimental.constrained.fptosi.i32.f64(double %m, metadata !"fpexcept.strict") strictfp
  %g = call double @llvm.experimental.constrained.sitofp.f64.i32(i32 %i, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %c = call i1 @llvm.experimental.constrained.fcmp.f64(double %a, double 0.0, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %p = select i1 %c, double %g, double %m
  %q = fadd double %p, %w
  store double %q, ptr %out
  ret void
}
"""  # noqa: E501


@pytest.mark.parametrize(("x", "want"), [(1.25, 3.75 * 1.25 + 1 + 1), (-3.75, int(-1.25 * -3.75 + 1) - 4)])
def test_constrained(probe, x: float, want: float) -> None:
    text = lowered(CONSTRAINED)
    assert "call double @llvm.experimental" not in text
    assert np.frombuffer(run(probe, text, np.array([x])), np.float64, 1)[0] == want


V = np.array([3.0, -1.5, 4.25, 0.5])


@pytest.mark.parametrize(
    ("name", "start", "want"),
    [
        ("fadd", "double 10.0, ", 10 + V.sum()),
        ("fmul", "double 2.0, ", 2 * V.prod()),
        ("fmax", "", 4.25),
        ("fmin", "", -1.5),
        ("fmaximum", "", 4.25),
        ("fminimum", "", -1.5),
    ],
)
def test_reductions(probe, name: str, start: str, want: float) -> None:
    text = f"""
        declare double @llvm.vector.reduce.{name}.v4f64({"double, " if start else ""}<4 x double>)
        define void @f(ptr %x, ptr %out) {{
          %v = load <4 x double>, ptr %x, align 8
          %r = call double @llvm.vector.reduce.{name}.v4f64({start}<4 x double> %v)
          store double %r, ptr %out
          ret void
        }}"""
    new = lowered(text)
    assert "call double @llvm.vector.reduce" not in new
    assert np.frombuffer(run(probe, new, V), np.float64, 1)[0] == want


V4 = "<4 x double>"
PERMUTATIONS = {
    "llvm.vector.reverse.v4f64": (V4, f"{V4} %v", V[::-1]),
    "llvm.vector.extract.v2f64.v4f64": ("<2 x double>", f"{V4} %v, i64 2", V[2:]),
    "llvm.vector.insert.v4f64.v2f64": (V4, f"{V4} %v, <2 x double> %u, i64 2", [3.0, -1.5, 6.0, -3.0]),
    "llvm.vector.splice.left.v4f64": (V4, f"{V4} %v, {V4} %w, i32 1", [-1.5, 4.25, 0.5, 6.0]),
    "llvm.vector.splice.right.v4f64": (V4, f"{V4} %v, {V4} %w, i32 1", [0.5, 6.0, -3.0, 8.5]),
    "llvm.vector.interleave2.v8f64": ("<8 x double>", f"{V4} %v, {V4} %w", [3.0, 6.0, -1.5, -3.0, 4.25, 8.5, 0.5, 1.0]),
    "llvm.vector.deinterleave2.v4f64": ("{<2 x double>, <2 x double>}", f"{V4} %v", [3.0, 4.25, -1.5, 0.5]),
    "llvm.x86.avx.max.pd.256": (V4, f"{V4} %v, {V4} zeroinitializer", np.maximum(V, 0)),
    "llvm.x86.avx.min.pd.256": (V4, f"{V4} %v, {V4} zeroinitializer", np.minimum(V, 0)),
}


@pytest.mark.parametrize("name", PERMUTATIONS)
def test_permutations(probe, name: str) -> None:
    """``v`` is (3, -1.5, 4.25, 0.5), ``w`` is twice ``v`` and ``u`` its first half doubled."""
    result, operands, want = PERMUTATIONS[name]
    types = ", ".join(a.rsplit(" ", 1)[0] for a in operands.split(", "))
    text = f"""
        declare {result} @{name}({types})
        define void @f(ptr %x, ptr %out) {{
          %v = load {V4}, ptr %x, align 8
          %w = fadd {V4} %v, %v
          %u = shufflevector {V4} %w, {V4} poison, <2 x i32> <i32 0, i32 1>
          %r = call {result} @{name}({operands})
          store {result} %r, ptr %out, align 8
          ret void
        }}"""
    new = lowered(text)
    assert f"call {result} @{name}" not in new
    assert list(np.frombuffer(run(probe, new, V), np.float64, len(want))) == list(want)


def test_lowered_calls_have_rules() -> None:
    """What a lowering emits must itself be differentiable: sin and cos for sincos, remainder for remquo."""
    for name in ("llvm.sin.f64", "llvm.cos.f64", "llvm.frexp.f64.i32", "llvm.modf.f32", "remainder", "lgamma"):
        assert isinstance(lookup(name), MathRule)
