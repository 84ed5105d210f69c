"""Integers that instructions compute from constants: as LLVM computes them when the code runs."""

from __future__ import annotations

import ctypes
import random
from typing import Any

import llvmlite.binding as llvm
import pytest
from llvmlite import ir

from irad.frontends.python.numeric.folding import folded_number

WIDTHS = (8, 32, 64)
BINARY = ("add", "sub", "mul", "and_", "or_", "xor", "sdiv", "srem", "shl", "ashr")


def expression(b: ir.IRBuilder, r: random.Random, width: int, depth: int) -> Any:
    t = ir.IntType(width)
    if depth == 0:
        return ir.Constant(t, r.choice((r.randrange(-9, 9), r.randrange(-(2 ** (width - 1)), 2 ** (width - 1)))))
    kind = r.choice(("binary", "binary", "select", "convert"))
    if kind == "select":
        a, c = (expression(b, r, width, depth - 1) for _ in range(2))
        compare = b.icmp_signed if r.random() < 0.5 else b.icmp_unsigned
        return b.select(compare(r.choice(("<", "<=", "==", "!=", ">", ">=")), a, c), a, c)
    if kind == "convert":
        other = r.choice([w for w in WIDTHS if w != width])
        inner = expression(b, r, other, depth - 1)
        return b.trunc(inner, t) if other > width else r.choice((b.sext, b.zext))(inner, t)
    name = r.choice(BINARY)
    a = expression(b, r, width, depth - 1)
    c = expression(b, r, width, depth - 1) if name in BINARY[:6] else ir.Constant(t, r.randrange(1, 7))
    return getattr(b, name)(a, c)


@pytest.mark.parametrize("seed", range(40))
def test_as_llvm(seed: int) -> None:
    r = random.Random(seed)
    width = r.choice(WIDTHS)
    module = ir.Module("m")
    fn = ir.Function(module, ir.FunctionType(ir.IntType(64), []), "f")
    b = ir.IRBuilder(fn.append_basic_block("entry"))
    value = expression(b, r, width, 4)
    b.ret(value if width == 64 else b.sext(value, ir.IntType(64)))
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(opt=0)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(str(module)), machine)
    engine.finalize_object()
    run = ctypes.CFUNCTYPE(ctypes.c_int64)(engine.get_function_address("f"))
    assert folded_number(value) == run()


def test_what_is_not_known() -> None:
    module = ir.Module("m")
    t = ir.IntType(64)
    fn = ir.Function(module, ir.FunctionType(t, [t]), "f")
    b = ir.IRBuilder(fn.append_basic_block("entry"))
    one, zero = ir.Constant(t, 1), ir.Constant(t, 0)
    assert folded_number(fn.args[0]) is None
    assert folded_number(b.add(fn.args[0], one)) is None
    assert folded_number(b.sdiv(one, zero)) is None
    assert folded_number(b.sdiv(ir.Constant(t, -(2**63)), ir.Constant(t, -1))) is None
    assert folded_number(b.shl(one, ir.Constant(t, 64))) is None
    assert folded_number(b.load(b.alloca(t))) is None
