"""Reads a module: types, globals, attribute groups, metadata, then function bodies."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from irad.errors import IradError, ParseError
from irad.ir import types as T
from irad.ir.attribute_set import AttributeSet
from irad.ir.printer import print_typed
from irad.ir.reader.body_reader import FunctionReader
from irad.ir.reader.call_instructions import read_attributes
from irad.ir.reader.cursor import CONSTANT_EXPRESSIONS, Cursor, unquote
from irad.ir.reader.mentions import with_names
from irad.ir.types import StructType
from irad.ir.values import Function, GlobalAlias, GlobalValue, GlobalVariable, Module

_NAME = r'(?:[-a-zA-Z$._0-9]+|"[^"]*")'
_TYPE = re.compile(rf"^(%{_NAME}) = type (.*)$")
_GLOBAL = re.compile(rf"^(@{_NAME}) = (.*)$")
_GROUP = re.compile(r"^attributes (#\d+) = \{ (.*) \}$")
_METADATA = re.compile(r"^(![-a-zA-Z$._0-9\\]+) = (.*)$")
_COMDAT = re.compile(rf"^(\${_NAME}) = comdat")
_AT = re.compile(rf"@({_NAME})\(")
_LINKAGE = frozenset(
    "private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr external".split()
)
_VISIBILITY = frozenset(("default", "hidden", "protected"))
_RUNTIME = frozenset(("dso_local", "dso_preemptable", "dllimport", "dllexport"))
_UNNAMED = frozenset(("unnamed_addr", "local_unnamed_addr"))
_GROUPED = re.compile(r"^(\w+)=(\d+)$")  # in a group, for what is ``alignstack(8)`` elsewhere
# What stands behind the parameters of a function; constants (personality ...) come last.
_PIECE = re.compile(
    r" *(?:(?P<unnamed>(?:local_)?unnamed_addr)\b|(?P<group>#\d+)"
    r"|section (?P<section>\"[^\"]*\")|partition (?P<partition>\"[^\"]*\")"
    rf"|(?P<comdat>comdat)\b(?:\(\$(?P<named>{_NAME})\))?|(?P<rest>gc \"[^\"]*\"|addrspace\(\d+\)|align \d+)"
    r"|(?P<constant>(?:personality|prefix|prologue) .*)|(?P<attachment>!.*)"
    r"|(?P<word>\"[^\"]*\"(?:=\"[^\"]*\")?|[a-z_0-9]+(?:\([^()]*(?:\([^()]*\))*[^()]*\))?))"
)


def read_module(text: str, bodies: bool = True, unread: Container[str] = ()) -> Module:
    """The model of ``text``, which must be LLVM's own printing (any ``IradError`` says what cannot be read).

    Without ``bodies``, and for the functions ``unread``, what stands between the braces stays text (`Function.body`); it need
    not be LLVM's printing then.
    """
    try:
        return _ModuleReader(text, bodies, unread).read()
    except IradError:
        raise
    except RecursionError:
        raise ParseError("the text is nested too deeply") from None
    except (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise ParseError(f"the text is not LLVM's canonical form ({type(error).__name__}: {error})") from error


class _ModuleReader:
    def __init__(self, text: str, bodies: bool, unread: Container[str]) -> None:
        self.lines = text.split("\n")
        self.keep, self.unread = bodies, unread
        self.module = Module()
        self.types: list[tuple[str, str, int]] = []
        self.variables: list[tuple[GlobalVariable | GlobalAlias, Cursor]] = []
        self.bodies: list[tuple[Function, int, int]] = []
        self.tails: list[tuple[Function, str, int]] = []

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
        for fn, text, line_no in self.tails:
            self.finish_head(fn, text, line_no)
        for fn, start, end in self.bodies:
            if self.lines[start] == "{":  # as llvmlite writes it
                start += 1
            if self.keep and fn.name not in self.unread:
                FunctionReader(self.module, fn).read(self.lines[start:end], start + 1)
            else:
                fn.body = "\n".join(self.lines[start:end])
        if not self.keep:
            self.name_globals()
        return self.module

    def name_globals(self) -> None:
        """Give names to globals without one (``@0``), whose numbers would not outlive a change of the module."""
        m = self.module
        names = {n: f"irad.unnamed.{n}" for table in (m.globals_, m.aliases, m.functions) for n in table if n.isdigit()}
        if not names:
            return
        for value in (v for n in names if (v := m.get(n)) is not None):
            value.name = names[value.name]
        m.globals_ = {v.name: v for v in m.globals_.values()}
        m.aliases = {v.name: v for v in m.aliases.values()}
        m.functions = {v.name: v for v in m.functions.values()}
        for fn in m.functions.values():
            if fn.body is not None:
                fn.body = with_names(fn.body, names)

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
                m.attribute_groups[found[1]] = AttributeSet.parse(found[2])
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
        scope, thread_local, space, external = GlobalValue(name), "", 0, False
        while c.peek:
            if _scope_word(scope, c.peek):
                c.next()
            elif c.peek == "thread_local":
                thread_local = c.next() + (c.balanced() if c.peek == "(" else "")
            elif c.accept("externally_initialized"):
                external = True
            elif c.peek == "addrspace":
                c.next()
                c.expect("(")
                space = c.integer()
                c.expect(")")
            else:
                break
        word = c.next()
        made: GlobalVariable | GlobalAlias
        if word in ("alias", "ifunc"):
            made = self.module.aliases[name] = GlobalAlias(name, c.type(), T.ptr_type(space))
            made.kind = word
        elif word in ("global", "constant"):
            made = self.module.globals_[name] = GlobalVariable(name, c.type(), T.ptr_type(space))
            made.constant, made.externally_initialized = word == "constant", external
        else:
            c.fail(f"'{word}' is neither global nor constant")
        made.linkage, made.visibility, made.runtime = scope.linkage, scope.visibility, scope.runtime
        made.unnamed_addr, made.thread_local, made.module = scope.unnamed_addr, thread_local, self.module
        self.variables.append((made, c))

    def initialise(self, var: GlobalVariable | GlobalAlias, c: Cursor) -> None:
        if isinstance(var, GlobalAlias):
            c.expect(",")
            # LLVM gives no type with a constant expression here.
            var.target = c.constant(T.PTR) if c.peek in CONSTANT_EXPRESSIONS else c.typed_constant()
        elif c.peek and c.peek != "," and not c.peek.startswith("#"):
            var.initializer = c.constant(var.value_type)
        rest: list[str] = []
        while c.peek:
            if c.accept(","):
                if c.accept("section"):
                    var.section = c.next()
                elif c.accept("partition"):
                    var.partition = c.next()
                elif c.accept("comdat"):
                    var.comdat = unquote(c.balanced()[2:-1]) if c.peek == "(" else var.name
                elif c.peek == "align" and isinstance(var, GlobalVariable):
                    c.next()
                    var.align = c.integer()
                elif c.peek[:1] == "!":
                    kind = c.next()[1:]
                    var.metadata[kind] = c.next()
                else:
                    rest.append(", " + c.next() + (f" {c.next()}" if c.peek.startswith('"') else ""))
            else:
                rest.append(" " + c.next())
        if isinstance(var, GlobalVariable):
            var.rest = "".join(rest)

    def declare_function(self, line_no: int, end: int, line: str) -> None:
        line = re.sub(r"\s*\{\s*$", "", line) if end >= 0 else line
        found = _AT.search(line)
        if found is None:
            raise ParseError(f"line {line_no + 1}: a function without a name: {line[:200]}")
        keyword = "define" if end >= 0 else "declare"
        head = Cursor(self.module, line[len(keyword) : found.start()], line_no + 1)
        scope, attachments, cc = GlobalValue(""), {}, ""
        while head.peek:
            if head.peek[:1] == "!":
                kind = head.next()[1:]
                attachments[kind] = head.next()
            elif _scope_word(scope, head.peek):
                head.next()
            elif head.peek.endswith("cc") or head.peek in ("spir_func", "aarch64_vector_pcs"):
                cc = head.next()
                cc += f" {head.next()}" if cc == "cc" else ""
            else:
                break
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
        fn.module, fn.cc, fn.ret_attrs, fn.metadata = self.module, cc, ret_attrs, attachments
        fn.linkage, fn.visibility, fn.runtime = scope.linkage, scope.visibility, scope.runtime
        for arg, a, n in zip(fn.args, attrs, names, strict=True):
            arg.attrs, arg.name = a, n
        self.tails.append((fn, _suffix(line[found.end() - 1 :]), line_no + 1))
        self.module.functions[fn.name] = fn
        if end >= 0:
            self.bodies.append((fn, line_no + 1, end))

    def finish_head(self, fn: Function, text: str, line_no: int) -> None:
        """What stands behind the parameters: all globals are known by now."""
        at, words, rest = 0, [], []
        while at < len(text):
            m = _PIECE.match(text, at)
            if m is None:
                raise ParseError(f"line {line_no}: not understood: {text[at:][:200]}")
            at = m.end()
            if m["group"]:
                words += [_GROUPED.sub(r"\1(\2)", w) for w in self.module.attribute_groups.get(m["group"], ())]
            elif m["word"]:
                words.append(m["word"])
            elif m["unnamed"]:
                fn.unnamed_addr = m["unnamed"]
            elif m["section"] or m["partition"]:
                fn.section, fn.partition = m["section"] or fn.section, m["partition"] or fn.partition
            elif m["comdat"]:
                fn.comdat = unquote(m["named"]) if m["named"] else fn.name
            elif m["rest"]:
                rest.append(m["rest"])
            else:
                self._constants(fn, Cursor(self.module, m["constant"] or m["attachment"], line_no), rest)
        fn.attributes, fn.rest = AttributeSet(words), " ".join(rest)

    def _constants(self, fn: Function, c: Cursor, rest: list[str]) -> None:
        while c.peek:
            word = c.next()
            if word[:1] == "!":
                fn.metadata[word[1:]] = c.next()
            elif word == "personality":
                fn.personality = c.typed_constant()
            else:
                rest.append(f"{word} {print_typed(c.typed_constant())}")


def _scope_word(value: GlobalValue, word: str) -> bool:
    """Note one of the words in front of a symbol's type; False if it is none of them."""
    if word in _LINKAGE:
        value.linkage = word
    elif word in _VISIBILITY:
        value.visibility = word
    elif word in _RUNTIME:
        value.runtime = f"{value.runtime} {word}".strip()
    elif word in _UNNAMED:
        value.unnamed_addr = word
    else:
        return False
    return True


def read_bodies(module: Module, functions: Iterable[Function]) -> None:
    """Read the bodies of functions that are text, which must be LLVM's printing."""
    for fn in functions:
        if fn.body is not None:
            lines, fn.body = fn.body.split("\n"), None
            FunctionReader(module, fn).read(lines, 1)


def add_declarations(module: Module, text: str) -> None:
    """The functions and variables that ``text`` declares, where the module does not know them."""
    reader = _ModuleReader(text, False, ())
    reader.module.named_types = module.named_types
    found = reader.read()
    for fn in [f for n, f in found.functions.items() if module.get(n) is None]:
        fn.module, module.functions[fn.name] = module, fn
    for var in [v for n, v in found.globals_.items() if module.get(n) is None]:
        var.module, module.globals_[var.name] = module, var


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
