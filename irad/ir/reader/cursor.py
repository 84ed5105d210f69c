"""Tokens of LLVM IR text, and a cursor that reads types and constants from them."""

from __future__ import annotations

import re
import struct as _struct
from typing import NoReturn

from irad.errors import ParseError
from irad.ir import types as T
from irad.ir.types import FunctionType, StructType, Type, VectorType
from irad.ir.values import (
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantFP,
    ConstantInt,
    ConstantSimple,
    ConstantString,
    ConstantText,
    GlobalValue,
    InlineAsm,
    Module,
)

TOKEN = re.compile(
    r'c"[^"]*"|[%@$!#^]"[^"]*"|"[^"]*"|'
    r"[%@$][-a-zA-Z$._0-9]+|![-a-zA-Z$._\\0-9]+|#\d+|"
    r"0x[KLMHR]?[0-9A-Fa-f]+|[-+]?\d+\.\d*(?:[eE][-+]?\d+)?|[-+]?\d+|"
    r"\.\.\.|[a-zA-Z_][a-zA-Z_0-9.\-]*|[=,(){}\[\]<>*:|!]"
)
_ESCAPE = re.compile(r"\\(\\|[0-9A-Fa-f]{2})")
_INT = re.compile(r"i\d+\Z")
_NUMBER = re.compile(r"[-+]?\d+\Z")
_LONGEST, _WIDEST = 1 << 20, 1 << 23  # of vectors, irad's own bound; of integers, LLVM's
_DIGITS = {"H": 4, "R": 4, "K": 20, "L": 32, "M": 32}
CASTS = frozenset(
    "trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr bitcast addrspacecast".split()
)
CONSTANT_EXPRESSIONS = CASTS | frozenset(
    "getelementptr icmp fcmp add sub mul shl lshr ashr and or xor extractelement insertelement shufflevector select".split()
)
SIMPLE = frozenset(("null", "undef", "poison", "zeroinitializer", "none"))
GEP_FLAGS = frozenset(("inbounds", "nuw", "nusw"))


def unquote(text: str) -> str:
    """The name behind a sigil: ``"a\\22b"`` -> ``a"b``."""
    if not text.startswith('"'):
        return text
    return _unescaped(text[1:-1])


def _unescaped(text: str) -> str:
    """One character per byte."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda m: "\\" if m[1] == "\\" else chr(int(m[1], 16)), text)


class Cursor:
    """A position in a list of tokens."""

    def __init__(self, module: Module, text: str, line: int) -> None:
        self.module = module
        self.text = text
        self.line = line
        self.tokens: list[str] = TOKEN.findall(text)
        self.at = 0

    def fail(self, message: str) -> NoReturn:
        raise ParseError(f"line {self.line}: {message}: {self.text.strip()[:200]}")

    # ---- tokens

    @property
    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self) -> str:
        if self.at >= len(self.tokens):
            self.fail("unexpected end of line")
        self.at += 1
        return self.tokens[self.at - 1]

    def accept(self, token: str) -> bool:
        if self.at < len(self.tokens) and self.tokens[self.at] == token:
            self.at += 1
            return True
        return False

    def expect(self, token: str) -> None:
        if not self.accept(token):
            self.fail(f"expected '{token}', found '{self.peek}'")

    def integer(self) -> int:
        text = self.next()
        if not _NUMBER.match(text):
            self.fail(f"expected a number, found '{text}'")
        return int(text)

    def balanced(self) -> str:
        """A parenthesised group as text, with its parentheses."""
        depth, parts = 0, []
        while True:
            token = self.next()
            parts.append(token)
            depth += token == "("
            depth -= token == ")"
            if depth == 0:
                return _join(parts)

    # ---- types

    def is_type(self) -> bool:
        t = self.peek
        return t in _KEYWORDS or t in ("ptr", "{", "[", "<", "target") or bool(_INT.match(t)) or (t[:1] == "%" and self._named(t))

    def _named(self, token: str) -> bool:
        return token in self.module.named_types or "%" + unquote(token[1:]) in self.module.named_types

    def type(self) -> Type:
        t = self._base_type()
        while self.peek == "(" and (t is not T.LABEL):
            t = self._function_type(t)
        return t

    def _base_type(self) -> Type:
        token = self.next()
        if token == "ptr":
            if self.peek == "addrspace":
                self.next()
                self.expect("(")
                space = self.integer()
                self.expect(")")
                return T.ptr_type(space)
            return T.PTR
        if _INT.match(token):
            bits = int(token[1:])
            if not 0 < bits <= _WIDEST:
                self.fail(f"an integer of {bits} bits")
            return T.int_type(bits)
        if token in T.FLOATS:
            return T.FLOATS[token]
        if token == "void":
            return T.VOID
        if token in ("label", "metadata", "token", "x86_amx"):
            return {"label": T.LABEL, "metadata": T.METADATA, "token": T.TOKEN}.get(token) or T.opaque_kind(token)
        if token[0] == "%":
            found = self.module.named_types.get(token)
            if found is None:
                found = StructType(None, False, token)
                self.module.named_types[token] = found
            return found
        if token == "{":
            return T.struct(*self._elements("}"))
        if token == "[":
            count = self.integer()
            self.expect("x")
            element = self.type()
            self.expect("]")
            return T.array(count, element)
        if token == "<":
            return self._vector_or_packed()
        if token == "target":
            return T.opaque_kind("target" + self.balanced())
        self.fail(f"'{token}' is not a type")

    def _vector_or_packed(self) -> Type:
        if self.accept("{"):
            elements = self._elements("}")
            self.expect(">")
            return T.struct(*elements, packed=True)
        scalable = self.accept("vscale")
        if scalable:
            self.expect("x")
        count = self.integer()
        self.expect("x")
        element = self.type()
        self.expect(">")
        if not 0 < count <= _LONGEST:  # splats are expanded
            self.fail(f"a vector of {count} elements")
        return T.vector(count, element, scalable)

    def _elements(self, end: str) -> list[Type]:
        out: list[Type] = []
        while not self.accept(end):
            out.append(self.type())
            self.accept(",")
        return out

    def _function_type(self, ret: Type) -> FunctionType:
        self.expect("(")
        params: list[Type] = []
        vararg = False
        while not self.accept(")"):
            if self.accept("..."):
                vararg = True
            else:
                params.append(self.type())
            self.accept(",")
        return T.function(ret, tuple(params), vararg)

    # ---- constants

    def typed_constant(self) -> Constant:
        t = self.type()
        while self.peek == "inrange":
            self.next()
        return self.constant(t)

    def constant(self, t: Type) -> Constant:
        """The constant of type ``t`` at this position."""
        token = self.next()
        if _NUMBER.match(token) and t.is_int:
            return ConstantInt(t, _signed(t, int(token)))
        first = token[0]
        if first == "@":
            return self.global_ref(token)
        if token in SIMPLE:
            return ConstantSimple(t, token)
        if token in ("true", "false"):
            return ConstantInt(t, int(token == "true"))
        if t.is_float and (first.isdigit() or first in "+-"):
            return ConstantFP(t, token, float_value(t, token))
        if token.startswith('c"'):
            return ConstantString(t, _bytes(token[2:-1]))
        if token == "splat":
            self.expect("(")
            element = self.typed_constant()
            self.expect(")")
            assert isinstance(t, VectorType)
            return ConstantAggregate(t, (element,) * t.count)
        if token in ("{", "[", "<"):
            return self._aggregate(t, token)
        if token == "asm":
            return self._asm()
        if token in ("blockaddress", "dso_local_equivalent", "no_cfi", "ptrauth"):
            text = self.balanced() if self.peek == "(" else " " + self.next()
            return ConstantText(t, token + text)
        if token in CONSTANT_EXPRESSIONS:
            return self._expression(t, token)
        self.at -= 1
        self.fail(f"'{token}' is not a constant of type {t}")

    def _asm(self) -> InlineAsm:
        words = ["asm"]
        while self.peek in ("sideeffect", "alignstack", "inteldialect", "unwind"):
            words.append(self.next())
        code = self.next()
        self.expect(",")
        words.append(f"{code}, {self.next()}")
        return InlineAsm(" ".join(words))

    def _aggregate(self, t: Type, opening: str) -> Constant:
        packed = opening == "<" and self.accept("{")
        end = "}" if packed or opening == "{" else {"[": "]", "<": ">"}[opening]
        elements = []
        while not self.accept(end):
            elements.append(self.typed_constant())
            self.accept(",")
        if packed:
            self.expect(">")
        return ConstantAggregate(t, tuple(elements))

    def _expression(self, t: Type, opcode: str) -> Constant:
        flags: list[str] = []
        while self.peek != "(":
            word = self.next()
            flags.append(word + self.balanced() if word == "inrange" else word)
        self.expect("(")
        attrs: dict[str, object] = {"flags": tuple(flags)}
        if opcode == "getelementptr":
            attrs["source_type"] = self.type()
            self.expect(",")
        if opcode in ("icmp", "fcmp"):
            attrs = {"pred": flags[0], "flags": ()}
        operands = [self.typed_constant()]
        while self.accept(","):
            operands.append(self.typed_constant())
        if opcode in CASTS:
            self.expect("to")
            t = self.type()
        self.expect(")")
        return ConstantExpr(t, opcode, tuple(operands), attrs)

    def global_ref(self, token: str) -> GlobalValue:
        name = unquote(token[1:])
        found = self.module.get(name)
        if found is None:
            self.fail(f"use of undefined global '{token}'")
        return found


_KEYWORDS = frozenset((*T.FLOATS, "void", "label", "metadata", "token", "x86_amx"))


def _signed(t: Type, value: int) -> int:
    bits: int = t.bits  # type: ignore[attr-defined]
    if bits == 1:
        return value & 1
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def _bytes(text: str) -> bytes:
    return _unescaped(text).encode("latin-1")


def float_value(t: Type, text: str) -> float:
    """The nearest Python float to an LLVM float constant."""
    if not text.startswith("0x"):
        return float(text)
    kind = text[2]
    if len(text) > (3 + _DIGITS[kind] if kind in _DIGITS else 18):
        raise ValueError(f"{text} is too long")
    if kind in _DIGITS:
        bits = int(text[3:], 16)
        if kind == "H":
            return float(_struct.unpack("<e", _struct.pack("<H", bits))[0])
        if kind == "R":
            return float(_struct.unpack("<f", _struct.pack("<I", bits << 16))[0])
        if kind == "K":
            return _wide_value(bits >> 79, (bits >> 64) & 0x7FFF, bits & (2**64 - 1), 63)
        if kind == "L":
            bits = (bits & (2**64 - 1)) << 64 | bits >> 64
            exponent = (bits >> 112) & 0x7FFF
            fraction = bits & (2**112 - 1) | (1 << 112 if exponent else 0)
            return _wide_value(bits >> 127, exponent, fraction, 112)
        return float(_struct.unpack("<d", _struct.pack("<Q", bits >> 64))[0])
    return float(_struct.unpack("<d", _struct.pack("<Q", int(text, 16)))[0])


def _wide_value(sign: int, exponent: int, mantissa: int, shift: int) -> float:
    if exponent == 0x7FFF:
        value = float("nan") if mantissa & ((1 << shift) - 1) else float("inf")
    else:
        try:
            value = mantissa * 2.0 ** (exponent - 16383 - shift) if mantissa else 0.0
        except OverflowError:
            value = float("inf") if exponent > 16383 else 0.0
    return -value if sign else value


def _join(parts: list[str]) -> str:
    """Text that LLVM parses as the same tokens."""
    out = ""
    for p in parts:
        if out and (out[-1].isalnum() or out[-1] in '"_') and (p[0].isalnum() or p[0] in '"%@!#_-+'):
            out += " "
        out += p
        if p == ",":
            out += " "
    return out
