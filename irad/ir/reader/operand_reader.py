"""Reads operands of instructions: values, labels, metadata, those that are defined further down included."""

from __future__ import annotations

import re

from irad.errors import ParseError
from irad.ir.reader.cursor import Cursor, unquote
from irad.ir.types import LABEL, METADATA, Type
from irad.ir.values import (
    Block,
    Function,
    MetadataOperand,
    Module,
    Value,
)

_FLAGS = frozenset("nuw nsw exact disjoint samesign nneg fast nnan ninf nsz arcp contract afn reassoc inbounds nusw".split())


class ForwardReference(Value):
    """A value used before its definition was read."""

    __slots__ = ()


class OperandReader:
    """Reads blocks and instructions into ``fn``."""

    def __init__(self, module: Module, fn: Function) -> None:
        self.module = module
        self.fn = fn
        self.values: dict[str, Value] = {}
        self.blocks: dict[str, Block] = {}
        self.defined: list[Block] = []
        self.c: Cursor
        unnamed = 0
        for arg in fn.args:
            if not arg.name:
                arg.name = str(unnamed)
            if arg.name.isdigit():
                unnamed = int(arg.name) + 1
            self.values[arg.name] = arg
        self.first_block = str(unnamed)

    def define(self, name: str) -> Block:
        block = self.block(name)
        if block.function is not None:
            raise ParseError(f"@{self.fn.name}: the block %{name} is defined twice")
        block.function = self.fn
        self.fn.blocks.append(block)
        self.defined.append(block)
        return block

    def block(self, name: str) -> Block:
        found = self.blocks.get(name)
        if found is None:
            found = self.blocks[name] = Block(name)
        return found

    def finish(self) -> None:
        known = set(self.defined)
        for name, block in self.blocks.items():
            if block not in known:
                self.c.fail(f"use of undefined block %{name}")
        for name, value in self.values.items():
            if isinstance(value, ForwardReference):
                self.c.fail(f"use of undefined value %{name}")

    # ---- operands

    def value(self, t: Type) -> Value:
        c = self.c
        token = c.peek
        if token[:1] == "%":
            c.at += 1
            return self.local(unquote(token[1:]), t)
        if t is METADATA:
            return self.metadata()
        if t is LABEL:
            c.fail("expected a block")
        return c.constant(t)

    def local(self, name: str, t: Type) -> Value:
        if t is LABEL:
            return self.block(name)
        found = self.values.get(name)
        if found is None:
            found = self.values[name] = ForwardReference(t, name)
        return found

    def typed(self) -> Value:
        t = self.c.type()
        return self.value(t)

    def metadata(self) -> Value:
        """The rest up to a comma or parenthesis at this level, as text."""
        c = self.c
        depth, parts = 0, []
        while c.peek:
            token = c.peek
            if depth == 0 and token in (",", ")"):
                break
            depth += token in ("(", "{")
            depth -= token in (")", "}")
            parts.append(c.next())
        text = "".join(p + (" " if p in (",",) or re.match(r"i\d+$|ptr$|double$|float$", p) else "") for p in parts)
        return MetadataOperand(METADATA, text)

    def label(self) -> Block:
        c = self.c
        c.expect("label")
        token = c.next()
        if token[:1] != "%":
            c.fail("expected a block")
        return self.block(unquote(token[1:]))

    def label_list(self) -> list[Block]:
        c = self.c
        out: list[Block] = []
        c.expect("[")
        while not c.accept("]"):
            out.append(self.label())
            c.accept(",")
        return out

    def flags(self) -> tuple[str, ...]:
        out = []
        while self.c.peek in _FLAGS:
            out.append(self.c.next())
        return tuple(out)
