"""Runs one rule on numbers: the primal operation and every partial its formula gives, compiled and called.

The compiled function reads operands from slots, performs the operation, applies the formula of each (output, input)
pair with ``d`` from its slot, and writes the outputs and the contributions to slots.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import llvmlite.binding as llvm
import numpy as np
import pytest

from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.printer import print_module
from irad.ir.types import (
    DOUBLE,
    FLOAT,
    HALF,
    I8,
    I64,
    PTR,
    VOID,
    X86_FP80,
    IntType,
    StructType,
    Type,
    VectorType,
    function,
)
from irad.ir.values import Instruction, Module, Value
from irad.rules import MathRule, lookup, lookup_instruction
from irad.rules.formulas.formula_helpers import text_for

SLOT = 64
DTYPES = {HALF: np.float16, FLOAT: np.float32, DOUBLE: np.float64, X86_FP80: np.longdouble}

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()


def _dtype(t: Type) -> tuple[type, int]:
    """Element dtype and count of a scalar or vector type."""
    if isinstance(t, VectorType):
        return _dtype(t.element)[0], t.count
    if isinstance(t, IntType):
        return {32: np.int32, 64: np.int64}[t.bits], 1
    return DTYPES[t], 1  # type: ignore[index]


class Slots:
    """Memory for values of any type, one slot each."""

    def __init__(self, types: Sequence[Type]) -> None:
        self.types = types
        self.buffer = ctypes.create_string_buffer(SLOT * (len(types) + 1) + 64)
        self.address = (ctypes.addressof(self.buffer) + 63) & ~63
        self.start = self.address - ctypes.addressof(self.buffer)

    def view(self, k: int) -> np.ndarray:
        dtype, count = _dtype(self.types[k])
        return np.frombuffer(self.buffer, dtype, count, self.start + SLOT * k)


def leaves(t: Type) -> list[Type]:
    """The fields of a struct result, the type itself otherwise."""
    return list(t.elements or ()) if isinstance(t, StructType) else [t]


@dataclass
class Compiled:
    """``run(operands, d)`` -> (outputs, contributions): arrays by output component, and by (output, input)."""

    rule: MathRule
    text: str
    operand_types: list[Type]
    result: Type
    parts: list[tuple[int, int]]
    part_types: list[Type]
    d_types: list[Type]
    call: Callable[[int, int, int], None]
    keep: object

    def run(self, operands: Sequence[object], d: float = 1.0) -> tuple[list[np.ndarray], dict[tuple[int, int], np.ndarray]]:
        ins = Slots(self.operand_types)
        for k, x in enumerate(operands):
            ins.view(k)[:] = x
        seeds = Slots(self.d_types)
        for k in range(len(self.d_types)):
            seeds.view(k)[:] = d
        outs = Slots([*leaves(self.result), *self.part_types])
        self.call(ins.address, seeds.address, outs.address)
        n = len(leaves(self.result))
        values = [outs.view(k).copy() for k in range(n)]
        return values, {part: outs.view(n + k).copy() for k, part in enumerate(self.parts)}


def compile_text(text: str, name: str) -> tuple[int, object]:
    """The address of function ``name`` of a module given as text."""
    context = llvm.create_context()
    module = llvm.parse_assembly(text, context)
    module.verify()
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten()
    )
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    return engine.get_function_address(name), (context, engine, machine)


class Probe:
    """Makes `Compiled` for a function or instruction at given types."""

    compile_text = staticmethod(compile_text)
    slots = Slots

    def module(
        self, name: str, operands: Sequence[Type], result: Type, ways: str = "reverse"
    ) -> tuple[Module, MathRule, Instruction, list[tuple[int, int]], list[Type], list[Type]]:
        """The module with the function ``probe`` and what it stores; ``ways`` says which of the two meanings d has."""
        module = Module()
        fn = module.add_function("probe", function(VOID, (PTR, PTR, PTR)))
        b = Builder(fn.append_block("entry"))
        ins, seeds, outs = fn.args
        args = [b.load(t, _slot(b, ins, k)) for k, t in enumerate(operands)]
        inst = self._operation(b, module, name, args, result)
        found = lookup_instruction(inst) if inst.opcode != "call" else lookup(name)
        assert isinstance(found, MathRule), f"no rule with a derivative for {name}"
        n = self._store_result(b, inst, outs)
        parts, types, d_types = [], [], []
        for j, path in enumerate(found.outputs(inst)):
            for i, (k, inner) in enumerate(found.inputs(inst)):
                t_out, t_in = _inside(inst.type, path), _inside(inst.operands[k].type, inner)
                t = t_out if ways == "reverse" else t_in
                if found.is_zero(inst, j, i):
                    continue
                d = b.load(t, _slot(b, seeds, len(d_types)))
                used, wants_result = found.needs(inst, j, i)
                given: list[Value | None] = [op if q in used else None for q, op in enumerate(inst.operands)]
                x = found.apply(b, inst, j, i, d, given, inst if wants_result else None)
                assert x.type is (t_in if ways == "reverse" else t_out)
                b.store(x, _slot(b, outs, n + len(parts)))
                parts.append((j, i))
                types.append(x.type)
                d_types.append(t)
        b.ret()
        return module, found, inst, parts, types, d_types

    def __call__(self, name: str, operands: Sequence[Type], result: Type, ways: str = "reverse") -> Compiled:
        module, rule, inst, parts, types, d_types = self.module(name, operands, result, ways)
        text = complete(module)
        address, keep = compile_text(text, "probe")
        call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(address)
        return Compiled(rule, text, list(operands), inst.type, parts, types, d_types, call, keep)

    @staticmethod
    def _operation(b: Builder, module: Module, name: str, args: list[Value], result: Type) -> Instruction:
        if name in ("fadd", "fsub", "fmul", "fdiv", "frem", "fneg", "fptrunc", "fpext"):
            return b.insert(Instruction(name, result, args, {"flags": ()}))
        ftype = function(result, tuple(a.type for a in args))
        return b.call(module.add_function(name, ftype), ftype, args)

    @staticmethod
    def _store_result(b: Builder, inst: Instruction, outs: Value) -> int:
        parts = leaves(inst.type)
        for k in range(len(parts)):
            b.store(inst if parts == [inst.type] else b.extract_value(inst, (k,)), _slot(b, outs, k))
        return len(parts)


def complete(module: Module) -> str:
    """The module's text with the helpers that it calls linked in."""
    text = print_module(module)
    helpers = text_for(module.functions)
    if not helpers:
        return text
    context = llvm.create_context()
    main, other = llvm.parse_assembly(text, context), llvm.parse_assembly(helpers, context)
    main.link_in(other)
    return str(main)


def _slot(b: Builder, base: Value, k: int) -> Value:
    return b.gep(I8, base, [const_int(I64, SLOT * k)])


def _inside(t: Type, path: tuple[int, ...]) -> Type:
    for k in path:
        t = t.elements[k] if isinstance(t, StructType) and t.elements else t.scalar
    return t


@pytest.fixture(scope="session")
def probe() -> Probe:
    return Probe()
