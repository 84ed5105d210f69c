"""Reads the body of one function."""

from __future__ import annotations

import re
from collections.abc import Callable

from irad.ir import types as T
from irad.ir.opcodes import OPCODES
from irad.ir.reader.call_instructions import CallInstructions
from irad.ir.reader.cursor import CASTS, GEP_FLAGS, Cursor, unquote
from irad.ir.reader.operand_reader import ForwardReference
from irad.ir.types import PTR, VOID, ArrayType, StructType, Type, VectorType, vector
from irad.ir.values import (
    Block,
    ConstantAggregate,
    ConstantInt,
    ConstantSimple,
    Instruction,
    Value,
)

_ATTACHMENTS = re.compile(r"((?:, ![A-Za-z_][\w.]* !(?:\d+|\{[^{}]*\}|[A-Z]\w*\((?:[^()]|\([^()]*\))*\)))+)\s*$")
_ONE = re.compile(r", !([A-Za-z_][\w.]*) (!(?:\d+|\{[^{}]*\}|[A-Z]\w*\((?:[^()]|\([^()]*\))*\)))")
_LABEL = re.compile(r'^([-a-zA-Z$._0-9]+|"[^"]*"):')
_BINARY = frozenset("add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem".split())
_ORDERINGS = frozenset("unordered monotonic acquire release acq_rel seq_cst syncscope".split())


class FunctionReader(CallInstructions):
    """Reads the lines of one body into its function."""

    def read(self, lines: list[str], first_line: int) -> None:
        """``lines``: the text between the braces."""
        block: Block | None = None
        for offset, text in _joined(lines):
            stripped = text.lstrip()
            if not stripped or stripped[0] == ";" or stripped.startswith("#dbg_"):
                continue
            label = _LABEL.match(text)
            if label:
                block = self.define(unquote(label[1]))
                continue
            if block is None:
                block = self.define(self.first_block)
            self.instruction(block, stripped, first_line + offset)
        self.finish()

    # ---- instructions

    def instruction(self, block: Block, text: str, line: int) -> None:
        metadata: dict[str, str] = {}
        if ", !" in text:
            found = _ATTACHMENTS.search(text)
            if found:
                metadata = dict(_ONE.findall(found[1]))
                text = text[: found.start()]
        c = self.c = Cursor(self.module, text, line)
        name = ""
        if c.peek[:1] == "%" and len(c.tokens) > 1 and c.tokens[1] == "=":
            name = unquote(c.next()[1:])
            c.next()
        opcode = c.next()
        inst = self.parse(opcode)
        inst.metadata = metadata
        inst.name = name
        block.append(inst)
        if name:
            self.bind(name, inst)
        elif not inst.type.is_void:
            c.fail("a result without a name")

    def bind(self, name: str, inst: Instruction) -> None:
        old = self.values.get(name)
        if old is not None:
            if not isinstance(old, ForwardReference):
                self.c.fail(f"%{name} is defined twice")
            if old.type is not inst.type:
                self.c.fail(f"%{name} is used as {old.type} and defined as {inst.type}")
            old.replace_all_uses_with(inst)
        self.values[name] = inst

    def parse(self, opcode: str) -> Instruction:
        if opcode in _BINARY:
            return self.binary(opcode)
        if opcode in CASTS:
            flags = self.flags()
            v = self.typed()
            self.c.expect("to")
            # `ptrtoaddr` gives the same number as `ptrtoint`, and promises less of what becomes of it.
            return Instruction("ptrtoint" if opcode == "ptrtoaddr" else opcode, self.c.type(), (v,), {"flags": flags})
        if opcode in ("tail", "musttail", "notail"):
            self.c.expect("call")
            return self.call("call", opcode)
        if opcode not in OPCODES:
            self.c.fail(f"the instruction '{opcode}' is not known")
        handler: Callable[[], Instruction] = getattr(self, f"_{opcode}")
        return handler()

    def binary(self, opcode: str) -> Instruction:
        flags = self.flags()
        t = self.c.type()
        a = self.value(t)
        self.c.expect(",")
        return Instruction(opcode, t, (a, self.value(t)), {"flags": flags})

    def _fneg(self) -> Instruction:
        flags = self.flags()
        v = self.typed()
        return Instruction("fneg", v.type, (v,), {"flags": flags})

    def _freeze(self) -> Instruction:
        v = self.typed()
        return Instruction("freeze", v.type, (v,), {"flags": ()})

    def _compare(self, opcode: str) -> Instruction:
        flags = self.flags()
        pred = self.c.next()
        t = self.c.type()
        a = self.value(t)
        self.c.expect(",")
        b = self.value(t)
        result = vector(t.count, T.I1, t.scalable) if isinstance(t, VectorType) else T.I1
        return Instruction(opcode, result, (a, b), {"pred": pred, "flags": flags})

    def _icmp(self) -> Instruction:
        return self._compare("icmp")

    def _fcmp(self) -> Instruction:
        return self._compare("fcmp")

    def _select(self) -> Instruction:
        flags = self.flags()
        ops = self.operand_list()
        if len(ops) != 3:
            self.c.fail("select takes three operands")
        return Instruction("select", ops[1].type, ops, {"flags": flags})

    def operand_list(self) -> list[Value]:
        out = [self.typed()]
        while self.c.accept(","):
            out.append(self.typed())
        return out

    def _phi(self) -> Instruction:
        flags = self.flags()
        c = self.c
        t = c.type()
        ops: list[Value] = []
        while True:
            c.expect("[")
            ops.append(self.value(t))
            c.expect(",")
            ops.append(self.block(unquote(c.next()[1:])))
            c.expect("]")
            if not c.accept(","):
                break
        return Instruction("phi", t, ops, {"flags": flags})

    def _tail_of_access(self) -> tuple[str, int | None]:
        c = self.c
        atomic, align = [], None
        while c.peek in _ORDERINGS:
            word = c.next()
            atomic.append(word + c.balanced() if word == "syncscope" else word)
        if c.accept(","):
            c.expect("align")
            align = c.integer()
        return " ".join(atomic), align

    def _load(self) -> Instruction:
        c = self.c
        c.accept("atomic")
        volatile = c.accept("volatile")
        t = c.type()
        c.expect(",")
        pointer = self.typed()
        atomic, align = self._tail_of_access()
        return Instruction("load", t, (pointer,), {"align": align, "volatile": volatile, "atomic": atomic})

    def _store(self) -> Instruction:
        c = self.c
        c.accept("atomic")
        volatile = c.accept("volatile")
        value = self.typed()
        c.expect(",")
        pointer = self.typed()
        atomic, align = self._tail_of_access()
        return Instruction("store", VOID, (value, pointer), {"align": align, "volatile": volatile, "atomic": atomic})

    def _getelementptr(self) -> Instruction:
        c = self.c
        flags: list[str] = []
        while c.peek in GEP_FLAGS or c.peek == "inrange":
            word = c.next()
            flags.append(word + c.balanced() if word == "inrange" else word)
        source = c.type()
        c.expect(",")
        ops = self.operand_list()
        t: Type = ops[0].type
        for v in ops[1:]:
            if isinstance(v.type, VectorType) and not isinstance(t, VectorType):
                t = vector(v.type.count, PTR, v.type.scalable)
        return Instruction("getelementptr", t, ops, {"source_type": source, "flags": tuple(flags)})

    def _alloca(self) -> Instruction:
        c = self.c
        inalloca, swifterror = c.accept("inalloca"), c.accept("swifterror")
        t = c.type()
        ops: list[Value] = []
        align, space = None, 0
        while c.accept(","):
            if c.accept("align"):
                align = c.integer()
            elif c.accept("addrspace"):
                c.expect("(")
                space = c.integer()
                c.expect(")")
            else:
                ops.append(self.typed())
        attrs = {"allocated_type": t, "align": align, "inalloca": inalloca, "swifterror": swifterror}
        return Instruction("alloca", T.ptr_type(space), ops, attrs)

    def _extractvalue(self) -> Instruction:
        agg = self.typed()
        indices = self._indices()
        return Instruction("extractvalue", self._at(agg.type, indices), (agg,), {"indices": indices})

    def _insertvalue(self) -> Instruction:
        agg = self.typed()
        self.c.expect(",")
        v = self.typed()
        return Instruction("insertvalue", agg.type, (agg, v), {"indices": self._indices()})

    def _indices(self) -> tuple[int, ...]:
        out = []
        while self.c.accept(","):
            out.append(self.c.integer())
        return tuple(out)

    def _at(self, t: Type, indices: tuple[int, ...]) -> Type:
        for i in indices:
            if isinstance(t, StructType) and t.elements is not None and 0 <= i < len(t.elements):
                t = t.elements[i]
            elif isinstance(t, ArrayType):
                t = t.element
            else:
                self.c.fail(f"index {i} does not fit type {t}")
        return t

    def _extractelement(self) -> Instruction:
        ops = self.operand_list()
        if not isinstance(ops[0].type, VectorType):
            self.c.fail("extractelement takes a vector")
        return Instruction("extractelement", ops[0].type.element, ops, {})

    def _insertelement(self) -> Instruction:
        ops = self.operand_list()
        return Instruction("insertelement", ops[0].type, ops, {})

    def _shufflevector(self) -> Instruction:
        ops = self.operand_list()
        if len(ops) != 3 or not isinstance(ops[2].type, VectorType) or not isinstance(ops[0].type, VectorType):
            self.c.fail("shufflevector takes two vectors and a mask")
        count = ops[2].type.count
        m = ops[2]
        if isinstance(m, ConstantAggregate):
            mask = tuple(e.value if isinstance(e, ConstantInt) else -1 for e in m.elements)
        elif isinstance(m, ConstantSimple) and m.kind == "zeroinitializer":
            mask = (0,) * count
        else:
            mask = (-1,) * count
        t = vector(count, ops[0].type.element, ops[2].type.scalable)
        return Instruction("shufflevector", t, ops[:2], {"mask": mask})

    # ---- terminators

    def _br(self) -> Instruction:
        c = self.c
        if c.peek == "label":
            return Instruction("br", VOID, (self.label(),), {})
        cond = self.typed()
        c.expect(",")
        yes = self.label()
        c.expect(",")
        return Instruction("br", VOID, (cond, yes, self.label()), {})

    def _switch(self) -> Instruction:
        c = self.c
        value = self.typed()
        c.expect(",")
        ops: list[Value] = [value, self.label()]
        c.expect("[")
        while not c.accept("]"):
            ops.append(self.typed())
            c.expect(",")
            ops.append(self.label())
        return Instruction("switch", VOID, ops, {})

    def _indirectbr(self) -> Instruction:
        c = self.c
        address = self.typed()
        c.expect(",")
        return Instruction("indirectbr", VOID, (address, *self.label_list()), {})

    def _ret(self) -> Instruction:
        if self.c.accept("void"):
            return Instruction("ret", VOID, (), {})
        return Instruction("ret", VOID, (self.typed(),), {})

    def _unreachable(self) -> Instruction:
        return Instruction("unreachable", VOID, (), {})

    def _resume(self) -> Instruction:
        return Instruction("resume", VOID, (self.typed(),), {})

    # ---- the rest

    def _atomicrmw(self) -> Instruction:
        c = self.c
        volatile = c.accept("volatile")
        op = c.next()
        pointer = self.typed()
        c.expect(",")
        v = self.typed()
        ordering, align = self._tail_of_access()
        return Instruction(
            "atomicrmw", v.type, (pointer, v), {"op": op, "volatile": volatile, "ordering": ordering, "align": align}
        )

    def _cmpxchg(self) -> Instruction:
        c = self.c
        weak, volatile = c.accept("weak"), c.accept("volatile")
        ops = self.operand_list()
        ordering, align = self._tail_of_access()
        if len(ops) != 3:
            c.fail("cmpxchg takes three operands")
        attrs = {"weak": weak, "volatile": volatile, "ordering": ordering, "align": align}
        return Instruction("cmpxchg", T.struct(ops[1].type, T.I1), ops, attrs)

    def _fence(self) -> Instruction:
        return Instruction("fence", VOID, (), {"ordering": self._tail_of_access()[0]})

    def _landingpad(self) -> Instruction:
        c = self.c
        t = c.type()
        cleanup = c.accept("cleanup")
        ops: list[Value] = []
        clauses = []
        while c.peek in ("catch", "filter"):
            clauses.append(c.next())
            ops.append(self.typed())
        return Instruction("landingpad", t, ops, {"cleanup": cleanup, "clauses": clauses})

    def _va_arg(self) -> Instruction:
        v = self.typed()
        self.c.expect(",")
        return Instruction("va_arg", self.c.type(), (v,), {})


def _joined(lines: list[str]) -> list[tuple[int, str]]:
    """Logical lines: continuation lines of switch, invoke and landingpad joined to their first line."""
    out: list[tuple[int, str]] = []
    in_switch = False
    for i, line in enumerate(lines):
        stripped = line.lstrip()
        continues = in_switch or stripped.startswith(("to label ", "catch ", "filter ", "cleanup,")) or stripped == "cleanup"
        if continues and out:
            out[-1] = (out[-1][0], out[-1][1] + " " + stripped)
        else:
            out.append((i, line))
        if stripped.startswith("switch ") and stripped.endswith("["):
            in_switch = True
        elif in_switch and stripped.startswith("]"):
            in_switch = False
    return out
