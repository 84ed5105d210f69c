"""Reads calls: `call`, `invoke`, `callbr`, their attributes and operand bundles."""

from __future__ import annotations

from irad.ir import types as T
from irad.ir.reader.cursor import CASTS, SIMPLE, Cursor, unquote
from irad.ir.reader.operand_reader import OperandReader
from irad.ir.types import METADATA, PTR, FunctionType
from irad.ir.values import (
    Instruction,
    Value,
)

_CC = frozenset(
    "ccc fastcc coldcc ghccc cc tailcc preserve_mostcc preserve_allcc preserve_nonecc swiftcc swifttailcc "
    "cxx_fast_tlscc anyregcc x86_stdcallcc x86_fastcallcc x86_thiscallcc x86_vectorcallcc x86_64_sysvcc win64cc "
    "x86_regcallcc aarch64_vector_pcs spir_func spir_kernel ptx_kernel ptx_device amdgpu_kernel cfguard_checkcc".split()
)


class CallInstructions(OperandReader):
    """The part of `FunctionReader` for calls."""

    def _call(self) -> Instruction:
        return self.call("call", "")

    def _invoke(self) -> Instruction:
        return self.call("invoke", "")

    def _callbr(self) -> Instruction:
        return self.call("callbr", "")

    def call(self, opcode: str, tail: str) -> Instruction:
        c = self.c
        flags = self.flags()
        cc = self._calling_convention()
        ret_attrs = self._attributes()
        t = c.type()
        ftype = t if isinstance(t, FunctionType) else None
        ret = ftype.ret if ftype is not None else t
        callee = self.value(PTR)
        args, attrs = self._arguments()
        if ftype is None:
            ftype = T.function(ret, tuple(a.type for a in args), False)
        fn_attrs = self._call_attributes()
        bundle_ops, bundles = self._bundles()
        targets: list[Value] = []
        if opcode == "invoke":
            c.expect("to")
            targets.append(self.label())
            c.expect("unwind")
            targets.append(self.label())
        elif opcode == "callbr":
            c.expect("to")
            targets += [self.label(), *self.label_list()]
        info = {
            "nargs": len(args), "ftype": ftype, "tail": tail, "cc": cc, "flags": flags, "ret_attrs": ret_attrs,
            "param_attrs": attrs, "fn_attrs": fn_attrs, "bundles": bundles,
        }  # fmt: skip
        return Instruction(opcode, ret, [*args, *bundle_ops, *targets, callee], info)

    def _calling_convention(self) -> str:
        c = self.c
        if c.peek not in _CC:
            return ""
        word = c.next()
        return f"cc {c.next()}" if word == "cc" and c.peek.isdigit() else word

    def _attributes(self) -> str:
        """Parameter or return attributes up to the next type or operand."""
        return read_attributes(self.c)

    def _arguments(self) -> tuple[list[Value], list[str]]:
        c = self.c
        c.expect("(")
        args, attrs = [], []
        while not c.accept(")"):
            if c.peek == "..." or c.peek == "":
                c.fail("unexpected end of the arguments")
            t = c.type()
            if t is METADATA:
                attrs.append("")
                args.append(self.metadata())
            else:
                attrs.append(self._attributes())
                args.append(self.value(t))
            c.accept(",")
        return args, attrs

    def _call_attributes(self) -> str:
        c = self.c
        words = []
        while c.peek and c.peek not in ("[", "to"):
            word = c.next()
            if c.peek == "(":
                word += c.balanced()
            if c.peek == "=" and word.startswith('"'):
                c.next()
                word += "=" + c.next()
            words.append(word)
        return " ".join(words)

    def _bundles(self) -> tuple[list[Value], list[tuple[str, int]]]:
        c = self.c
        ops: list[Value] = []
        bundles: list[tuple[str, int]] = []
        if not c.accept("["):
            return ops, bundles
        while not c.accept("]"):
            tag = unquote(c.next())
            c.expect("(")
            count = 0
            while not c.accept(")"):
                ops.append(self.typed())
                count += 1
                c.accept(",")
            bundles.append((tag, count))
            c.accept(",")
        return ops, bundles


def read_attributes(c: Cursor) -> str:
    """Attribute words up to something that begins a type or an operand."""
    words = []
    while True:
        token = c.peek
        first = token[:1]
        if not token or (first in "%@-0123456789<{[(),c" and (first != "c" or token.startswith('c"'))):
            break
        if token in SIMPLE or token in ("true", "false", "ptr", "splat", "asm", "void", ")", ",", "inrange"):
            break
        if c.is_type() or (token in CASTS or token in ("getelementptr", "icmp", "blockaddress")):
            break
        if token in ("add", "sub", "mul", "xor", "and", "or", "dso_local_equivalent", "no_cfi", "shl", "ptrauth"):
            break
        word = c.next()
        if c.peek == "(":
            word += c.balanced()
        elif word in ("align", "dereferenceable") and c.peek.isdigit():
            word += " " + c.next()
        elif c.peek == "=" and word.startswith('"'):
            c.next()
            word += "=" + c.next()
        words.append(word)
    return " ".join(words)
