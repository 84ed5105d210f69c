"""Reads a module: types, globals, attribute groups, metadata, then function bodies."""

from __future__ import annotations

import re

from irad.errors import IradError, ParseError
from irad.ir import types as T
from irad.ir.reader.cursor import CONSTANT_EXPRESSIONS, Cursor, unquote
from irad.ir.reader.instructions import FunctionReader, read_attributes
from irad.ir.types import StructType
from irad.ir.values import Function, GlobalAlias, GlobalVariable, Module

_NAME = r'(?:[-a-zA-Z$._0-9]+|"[^"]*")'
_TYPE = re.compile(rf"^(%{_NAME}) = type (.*)$")
_GLOBAL = re.compile(rf"^(@{_NAME}) = (.*)$")
_GROUP = re.compile(r"^attributes (#\d+) = \{ (.*) \}$")
_METADATA = re.compile(r"^(![-a-zA-Z$._0-9\\]+) = (.*)$")
_COMDAT = re.compile(rf"^(\${_NAME}) = comdat")
_AT = re.compile(rf"@({_NAME})\(")
_LINKAGE = frozenset(
    "private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr external "
    "default hidden protected dllimport dllexport dso_local dso_preemptable unnamed_addr local_unnamed_addr "
    "externally_initialized".split()
)


def read_module(text: str) -> Module:
    """The model of ``text``, which must be LLVM's own printing (any ``IradError`` says what cannot be read)."""
    try:
        return _Reader(text).read()
    except IradError:
        raise
    except RecursionError:
        raise ParseError("the text is nested too deeply") from None
    except (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise ParseError(f"the text is not LLVM's canonical form ({type(error).__name__}: {error})") from error


class _Reader:
    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.module = Module()
        self.types: list[tuple[str, str, int]] = []
        self.variables: list[tuple[GlobalVariable | GlobalAlias, Cursor]] = []
        self.bodies: list[tuple[Function, int, int]] = []
        self.groups: dict[str, frozenset[str]] = {}

    def read(self) -> Module:
        self.scan()
        for name, text, number in self.types:
            self.define_type(name, text, number)
        for line_no, line in self.global_lines:
            self.declare_global(line_no, line)
        for line_no, end, line in self.function_lines:
            self.declare_function(line_no, end, line)
        for var, c in self.variables:
            self.initialise(var, c)
        for fn, start, end in self.bodies:
            FunctionReader(self.module, fn).read(self.lines[start:end], start + 1)
        return self.module

    def scan(self) -> None:
        """Sort the lines by what they are."""
        self.global_lines: list[tuple[int, str]] = []
        self.function_lines: list[tuple[int, int, str]] = []
        m, lines, i = self.module, self.lines, 0
        while i < len(lines):
            line = lines[i]
            first = line[:1]
            if first == "d" and line.startswith("define "):
                end = i + 1
                while end < len(lines) and not lines[end].startswith("}"):
                    end += 1
                if end == len(lines):
                    raise ParseError(f"line {i + 1}: a function without an end")
                self.function_lines.append((i, end, line))
                i = end
            elif first == "d" and line.startswith("declare "):
                self.function_lines.append((i, -1, line))
            elif first == "@":
                self.global_lines.append((i, line))
            elif first == "%":
                found = _TYPE.match(line)
                if found is None:
                    raise ParseError(f"line {i + 1}: not a type definition: {line[:200]}")
                m.named_types[found[1]] = StructType(None, False, found[1])
                self.types.append((found[1], found[2], i + 1))
            elif first == "!":
                found = _METADATA.match(line)
                if found:
                    m.metadata[found[1]] = found[2]
            elif first == "a" and (found := _GROUP.match(line)):
                m.attribute_groups[found[1]] = found[2]
            elif first == "$" and (found := _COMDAT.match(line)):
                m.comdats[found[1]] = line
            elif first in ("t", "s", "m") and line.startswith(("target ", "source_filename", "module asm")):
                m.header.append(line)
            elif line.strip() and first not in (";", "u"):
                raise ParseError(f"line {i + 1}: not understood: {line[:200]}")
            i += 1

    def define_type(self, name: str, text: str, line: int) -> None:
        if text == "opaque":
            return
        c = Cursor(self.module, text, line)
        t = c.type()
        named = self.module.named_types[name]
        assert isinstance(named, StructType)
        if isinstance(t, StructType):
            named.elements, named.packed = t.elements, t.packed

    def declare_global(self, line_no: int, line: str) -> None:
        found = _GLOBAL.match(line)
        if found is None:
            raise ParseError(f"line {line_no + 1}: not a global: {line[:200]}")
        name = unquote(found[1][1:])
        c = Cursor(self.module, found[2], line_no + 1)
        thread_local, space = False, 0
        while c.peek:
            if c.peek in _LINKAGE:
                c.next()
            elif c.peek == "thread_local":
                c.next()
                thread_local = True
                if c.peek == "(":
                    c.balanced()
            elif c.peek == "addrspace":
                c.next()
                c.expect("(")
                space = c.integer()
                c.expect(")")
            else:
                break
        word = c.next()
        if word in ("alias", "ifunc"):
            alias = GlobalAlias(name, c.type())
            alias.text, alias.module = line, self.module
            self.module.aliases[name] = alias
            self.variables.append((alias, c))
            return
        if word not in ("global", "constant"):
            c.fail(f"'{word}' is neither global nor constant")
        var = GlobalVariable(name, c.type(), T.ptr_type(space))
        var.constant, var.thread_local = word == "constant", thread_local
        var.text, var.module = line, self.module
        self.module.globals_[name] = var
        self.variables.append((var, c))

    def initialise(self, var: GlobalVariable | GlobalAlias, c: Cursor) -> None:
        if isinstance(var, GlobalAlias):
            c.expect(",")
            # LLVM gives no type with a constant expression here.
            var.target = c.constant(T.PTR) if c.peek in CONSTANT_EXPRESSIONS else c.typed_constant()
        elif c.peek and c.peek != "," and not c.peek.startswith("#"):
            var.initializer = c.constant(var.value_type)

    def declare_function(self, line_no: int, end: int, line: str) -> None:
        line = re.sub(r"\s*\{\s*$", "", line) if end >= 0 else line
        found = _AT.search(line)
        if found is None:
            raise ParseError(f"line {line_no + 1}: a function without a name: {line[:200]}")
        keyword = "define" if end >= 0 else "declare"
        head = Cursor(self.module, line[len(keyword) : found.start()], line_no + 1)
        prefix = self.linkage(head)
        ret_attrs = read_attributes(head)
        ret = head.type()
        c = Cursor(self.module, line[found.end() :], line_no + 1)
        params, attrs, names, vararg = [], [], [], False
        while not c.accept(")"):
            if c.accept("..."):
                vararg = True
                continue
            params.append(c.type())
            attrs.append(read_attributes(c))
            names.append(unquote(c.next()[1:]) if c.peek[:1] == "%" else "")
            c.accept(",")
        fn = Function(unquote(found[1]), T.function(ret, tuple(params), vararg))
        fn.module, fn.prefix, fn.ret_attrs = self.module, prefix, ret_attrs
        for arg, a, n in zip(fn.args, attrs, names, strict=True):
            arg.attrs, arg.name = a, n
        fn.suffix = _suffix(line[found.end() - 1 :])
        fn.attributes = self.attributes(fn.suffix)
        self.module.functions[fn.name] = fn
        if end >= 0:
            self.bodies.append((fn, line_no + 1, end))

    def linkage(self, c: Cursor) -> str:
        words = []
        while c.peek in _LINKAGE or c.peek.endswith("cc") or c.peek in ("cc", "spir_func", "aarch64_vector_pcs"):
            word = c.next()
            if word == "cc":
                word += " " + c.next()
            words.append(word)
        return " ".join(words)

    def attributes(self, suffix: str) -> frozenset[str]:
        """Function attributes with the group references resolved."""
        out: set[str] = set()
        for token in re.findall(r'"[^"]*"="[^"]*"|"[^"]*"|#\d+|[a-z_]+\([^()]*(?:\([^()]*\))*[^()]*\)|[a-z_]+', suffix):
            if token.startswith("#"):
                if token not in self.groups:
                    self.groups[token] = self.attributes(self.module.attribute_groups.get(token, ""))
                out |= self.groups[token]
            else:
                out.add(token)
        return frozenset(out)


def _suffix(text: str) -> str:
    """What follows the parameter list, whose opening parenthesis is the first character."""
    depth, in_string = 0, False
    for i, ch in enumerate(text):
        if ch == '"':
            in_string = not in_string
        elif not in_string:
            depth += ch == "("
            depth -= ch == ")"
            if depth == 0:
                return text[i + 1 :].strip()
    return ""
