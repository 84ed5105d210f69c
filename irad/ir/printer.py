"""Prints the model as LLVM IR text.

Functions that were read and not changed could be printed from their source text; here all are printed from the model, so
that what LLVM parses is exactly what the analyses saw.  Values without a name are numbered in LLVM's order, so that a function
that was not changed prints as it was read; a name used twice gets a suffix.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from irad.errors import UnsupportedError
from irad.ir.types import StructType, VectorType
from irad.ir.values import (
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantFP,
    ConstantInt,
    ConstantSimple,
    ConstantString,
    ConstantText,
    Function,
    GlobalAlias,
    GlobalValue,
    GlobalVariable,
    InlineAsm,
    Instruction,
    MetadataOperand,
    Module,
    Value,
)

_PLAIN = re.compile(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*\Z")
_ADDRESS = re.compile(r'blockaddress\((@(?:"[^"]*"|[^",]+)), %([0-9]+)\)')
_NOTHING = '"irad-none"'  # LLVM reads no empty group
_DIGITS = re.compile(r"[0-9]+\Z")
_BINARY = frozenset("add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem".split())
_CASTS = frozenset(
    "trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr bitcast addrspacecast".split()
)


def quote(name: str) -> str:
    """A name as it stands behind ``@`` or ``%``."""
    if _PLAIN.match(name) or _DIGITS.match(name):
        return name
    return _quoted(map(ord, name))


def _quoted(codes: Iterable[int]) -> str:
    return '"' + "".join(chr(c) if 32 <= c < 127 and c not in b'"\\' else f"\\{c:02X}" for c in codes) + '"'


class _Names:
    """The names of one function's values; those without one are numbered as LLVM itself would."""

    def __init__(self, fn: Function | None) -> None:
        self.of: dict[Value, str] = {}
        self.used: set[str] = set()
        self.next = 0
        self.moved: set[str] = set()  # old numbers that now stand for something else, or for nothing
        if fn is None:
            return
        for arg in fn.args:
            self.give(arg)
        for block in fn.blocks:
            self.give(block)
            for inst in block.instructions:
                if not inst.type.is_void:
                    self.give(inst)

    def give(self, v: Value) -> None:
        name = v.name
        if not name or _DIGITS.match(name):
            # Not the old number: with instructions added or removed the sequence would have gaps or run backwards.
            self.of[v] = f"%{self.next}"
            if name and name != str(self.next):
                self.moved.add(name)
            self.next += 1
            return
        if name in self.used:
            k = 1
            while f"{name}.{k}" in self.used:
                k += 1
            name = f"{name}.{k}"
        self.used.add(name)
        self.of[v] = "%" + quote(name)

    def __call__(self, v: Value) -> str:
        found = self.of.get(v)
        if found is None:
            found = self.of[v] = "%" + quote(v.name or f"unknown.{id(v):x}")
        return found


def names_of(fn: Function) -> Callable[[Value], str]:
    """The names that `print_function` gives to the values of ``fn``, with their sigil."""
    return _Names(fn)


def print_operand(v: Value, names: Callable[[Value], str] | None = None) -> str:
    """An operand without its type."""
    if isinstance(v, Constant):
        return _constant(v, names)
    if isinstance(v, MetadataOperand):
        return v.text
    if names is not None:
        return names(v)
    return "%" + quote(v.name)


def _typed(v: Value, names: Callable[[Value], str] | None) -> str:
    if isinstance(v, MetadataOperand):
        return f"metadata {v.text}" if not v.text.startswith("metadata") else v.text
    return f"{v.type} {print_operand(v, names)}"


def print_typed(v: Value) -> str:
    """A constant with its type."""
    return _typed(v, None)


def _constant(v: Constant, names: Callable[[Value], str] | None) -> str:
    if isinstance(v, ConstantInt):
        if v.type.text == "i1":
            return "true" if v.value else "false"
        return str(v.value)
    if isinstance(v, (ConstantFP, ConstantText, InlineAsm)):
        return v.text
    if isinstance(v, ConstantSimple):
        return v.kind
    if isinstance(v, GlobalValue):
        return "@" + quote(v.name)
    if isinstance(v, ConstantString):
        return "c" + _quoted(v.data)
    if isinstance(v, ConstantAggregate):
        if isinstance(v.type, VectorType) and v.type.scalable:
            return f"splat ({_typed(v.elements[0], names)})"
        inner = ", ".join(_typed(e, names) for e in v.elements)
        if v.type.is_vector:
            return f"<{inner}>"
        if v.type.is_array:
            return f"[{inner}]"
        packed = isinstance(v.type, StructType) and v.type.packed
        return (f"<{{ {inner} }}>" if packed else f"{{ {inner} }}") if inner else ("<{}>" if packed else "{}")
    if isinstance(v, ConstantExpr):
        return _constant_expr(v, names)
    raise AssertionError(f"constant {type(v).__name__}")


def _constant_expr(v: ConstantExpr, names: Callable[[Value], str] | None) -> str:
    flags = "".join(f" {f}" for f in v.attrs.get("flags", ()))
    inner = ", ".join(_typed(o, names) for o in v.operands)
    if v.opcode == "getelementptr":
        return f"getelementptr{flags} ({v.attrs['source_type']}, {inner})"
    if v.opcode in _CASTS:
        return f"{v.opcode} ({inner} to {v.type})"
    if v.opcode in ("icmp", "fcmp"):
        return f"{v.opcode} {v.attrs['pred']} ({inner})"
    return f"{v.opcode}{flags} ({inner})"


# ---- instructions


def print_instruction(inst: Instruction, names: Callable[[Value], str] | None = None) -> str:
    """One instruction, without indentation."""
    text = _body(inst, names or print_operand)
    for kind, value in inst.metadata.items():
        text += f", !{kind} {value}"
    if inst.type.is_void:
        return text
    left = names(inst) if names is not None else "%" + quote(inst.name)
    return f"{left} = {text}"


Instruction.shown = print_instruction


def _access(a: dict[str, Any]) -> tuple[str, str]:
    head = (" atomic" if a.get("atomic") else "") + (" volatile" if a.get("volatile") else "")
    tail = (f" {a['atomic']}" if a.get("atomic") else "") + (f", align {a['align']}" if a.get("align") else "")
    return head, tail


def _body(inst: Instruction, names: Callable[[Value], str]) -> str:
    op, ops, a = inst.opcode, inst.operands, inst.attrs

    def val(i: int) -> str:
        return print_operand(ops[i], names)

    def typed(i: int) -> str:
        return _typed(ops[i], names)

    flags = "".join(f" {f}" for f in a.get("flags", ()))
    if op in _BINARY:
        return f"{op}{flags} {typed(0)}, {val(1)}"
    if op in _CASTS:
        return f"{op}{flags} {typed(0)} to {inst.type}"
    if op == "load":
        head, tail = _access(a)
        return f"load{head} {inst.type}, {typed(0)}{tail}"
    if op == "store":
        head, tail = _access(a)
        return f"store{head} {typed(0)}, {typed(1)}{tail}"
    if op == "getelementptr":
        return f"getelementptr{flags} {a['source_type']}, " + ", ".join(typed(i) for i in range(len(ops)))
    if op in ("icmp", "fcmp"):
        return f"{op}{flags} {a['pred']} {typed(0)}, {val(1)}"
    if op == "phi":
        pairs = ", ".join(f"[ {val(i)}, {val(i + 1)} ]" for i in range(0, len(ops), 2))
        return f"phi{flags} {inst.type} {pairs}"
    if op in ("call", "invoke", "callbr"):
        return _call(inst, names)
    if op == "br":
        return "br " + ", ".join(typed(i) for i in range(len(ops)))
    if op == "select":
        return f"select{flags} {typed(0)}, {typed(1)}, {typed(2)}"
    if op == "ret":
        return f"ret {typed(0)}" if ops else "ret void"
    if op == "switch":
        cases = " ".join(f"{typed(i)}, {typed(i + 1)}" for i in range(2, len(ops), 2))
        return f"switch {typed(0)}, {typed(1)} [ {cases} ]"
    if op in ("fneg", "freeze", "resume"):
        return f"{op}{flags} {typed(0)}"
    if op in ("extractvalue", "insertvalue"):
        return f"{op} " + ", ".join([typed(i) for i in range(len(ops))] + [str(k) for k in a["indices"]])
    if op in ("extractelement", "insertelement"):
        return f"{op} " + ", ".join(typed(i) for i in range(len(ops)))
    return _rare(inst, names)


def _rare(inst: Instruction, names: Callable[[Value], str]) -> str:
    op, ops, a = inst.opcode, inst.operands, inst.attrs

    def typed(i: int) -> str:
        return _typed(ops[i], names)

    if op == "shufflevector":
        if isinstance(inst.type, VectorType) and inst.type.scalable:
            fill = "poison" if a["mask"][0] < 0 else "zeroinitializer"
            return f"shufflevector {typed(0)}, {typed(1)}, <vscale x {len(a['mask'])} x i32> {fill}"
        mask = ", ".join("i32 poison" if m < 0 else f"i32 {m}" for m in a["mask"])
        return f"shufflevector {typed(0)}, {typed(1)}, <{len(a['mask'])} x i32> <{mask}>"
    if op == "alloca":
        head = (" inalloca" if a.get("inalloca") else "") + (" swifterror" if a.get("swifterror") else "")
        count = f", {typed(0)}" if ops else ""
        align = f", align {a['align']}" if a.get("align") else ""
        return f"alloca{head} {a['allocated_type']}{count}{align}"
    if op == "unreachable":
        return "unreachable"
    if op == "indirectbr":
        return f"indirectbr {typed(0)}, [" + ", ".join(typed(i) for i in range(1, len(ops))) + "]"
    if op == "atomicrmw":
        volatile = " volatile" if a.get("volatile") else ""
        align = f", align {a['align']}" if a.get("align") else ""
        return f"atomicrmw{volatile} {a['op']} {typed(0)}, {typed(1)} {a['ordering']}{align}"
    if op == "cmpxchg":
        head = (" weak" if a.get("weak") else "") + (" volatile" if a.get("volatile") else "")
        align = f", align {a['align']}" if a.get("align") else ""
        return f"cmpxchg{head} {typed(0)}, {typed(1)}, {typed(2)} {a['ordering']}{align}"
    if op == "fence":
        return f"fence {a['ordering']}"
    if op == "landingpad":
        head = "\n          cleanup" if a.get("cleanup") else ""
        clauses = "".join(f"\n          {c} {typed(i)}" for i, c in enumerate(a["clauses"]))
        return f"landingpad {inst.type}{head}{clauses}"
    if op == "va_arg":
        return f"va_arg {typed(0)}, {inst.type}"
    raise AssertionError(f"cannot print {op}")


def _call(inst: Instruction, names: Callable[[Value], str]) -> str:
    a = inst.attrs
    args = []
    for i, arg in enumerate(inst.operands[: a["nargs"]]):
        attrs = a["param_attrs"][i] if i < len(a["param_attrs"]) else ""
        if isinstance(arg, MetadataOperand):
            args.append(_typed(arg, names))
        else:
            args.append(f"{arg.type} {attrs + ' ' if attrs else ''}{print_operand(arg, names)}")
    words = [a["tail"], inst.opcode, *a.get("flags", ()), a["cc"], a["ret_attrs"]]
    ftype = a["ftype"]
    words.append(str(ftype) if ftype.vararg else str(ftype.ret))
    text = " ".join(w for w in words if w)
    text += f" {print_operand(inst.operands[-1], names)}({', '.join(args)})"
    if a["fn_attrs"]:
        text += f" {a['fn_attrs']}"
    if a["bundles"]:
        at, parts = a["nargs"], []
        for tag, count in a["bundles"]:
            inner = ", ".join(_typed(o, names) for o in inst.operands[at : at + count])
            parts.append(f"{_quoted(map(ord, tag))}({inner})")
            at += count
        text += f" [ {', '.join(parts)} ]"
    if inst.opcode == "invoke":
        text += f" to {_typed(inst.operands[-3], names)} unwind {_typed(inst.operands[-2], names)}"
    elif inst.opcode == "callbr":
        at = a["nargs"] + sum(count for _, count in a["bundles"])
        default, *others = (_typed(o, names) for o in inst.operands[at:-1])
        text += f" to {default} [{', '.join(others)}]"
    return text


# ---- functions and modules


def print_function(fn: Function, comment: Callable[[Value], str] | None = None) -> str:
    """A definition or declaration; ``comment``: what to write behind instructions and (in lines above) parameters."""
    return _function(fn, _Names(fn), comment)


def _function(fn: Function, names: _Names, comment: Callable[[Value], str] | None = None) -> str:
    words = ["define" if fn.has_body else "declare", *_scope(fn), fn.cc, fn.ret_attrs, str(fn.ftype.ret)]
    if not fn.has_body:
        words[1:1] = [f"!{kind} {node}" for kind, node in fn.metadata.items()]
    params = []
    for arg in fn.args:
        parts = [str(arg.type), arg.attrs] + ([names(arg)] if fn.has_body else [])
        params.append(" ".join(p for p in parts if p))
    if fn.ftype.vararg:
        params.append("...")
    head = " ".join(w for w in words if w) + f" @{quote(fn.name)}({', '.join(params)})"
    head = " ".join(w for w in (head, fn.unnamed_addr, str(fn.attributes), *_placement(fn), fn.rest) if w)
    if fn.personality is not None:
        head += f" personality {_typed(fn.personality, None)}"
    if not fn.has_body:
        return head
    head += "".join(f" !{kind} {node}" for kind, node in fn.metadata.items())
    if fn.body is not None:
        return f"{head} {{\n{fn.body}\n}}"
    lines = [head + " {"]
    if comment is not None:
        lines[:0] = [f"; {names(a)}: {comment(a)}" for a in fn.args if comment(a)]
    for block in fn.blocks:
        lines.append(f"{names(block)[1:]}:")
        for inst in block.instructions:
            note = comment(inst) if comment is not None else ""
            lines.append(f"  {print_instruction(inst, names)}{f'  ; {note}' if note else ''}")
    lines.append("}")
    return "\n".join(lines)


def print_module(module: Module) -> str:
    """The whole module."""
    out = list(module.header)
    for name, t in module.named_types.items():
        assert isinstance(t, StructType)
        out.append(f"{name} = type {t.body_text()}")
    out += list(module.comdats.values())
    for var in module.globals_.values():
        out.append(_print_global(var))
    for alias in module.aliases.values():
        out.append(_print_alias(alias))
    moved: dict[str, set[str]] = {}
    for fn in module.functions.values():
        if not fn.made_as_text:
            names = _Names(fn)
            out.append(_function(fn, names))
            moved["@" + quote(fn.name)] = names.moved
    out += [f"attributes {name} = {{ {words or _NOTHING} }}" for name, words in module.attribute_groups.items()]
    out += [f"{name} = {text}" for name, text in module.metadata.items()]
    out += module.fragments
    text = "\n".join(out) + "\n"
    if "blockaddress(" in text:
        for name, number in _ADDRESS.findall(text):
            if number in moved.get(name, ()):
                raise UnsupportedError(
                    f"{name} was changed, and the address of one of its blocks is taken (a computed goto)",
                    hint="write a switch in its place",
                )
    return text


def _scope(value: GlobalValue) -> list[str]:
    return [value.linkage, value.runtime, value.visibility]


def _placement(value: GlobalValue) -> list[str]:
    """Section, partition and comdat."""
    out = [f"{word} {text}" for word, text in (("section", value.section), ("partition", value.partition)) if text]
    if value.comdat:
        out.append("comdat" if value.comdat == value.name else f"comdat(${quote(value.comdat)})")
    return out


def _print_global(var: GlobalVariable) -> str:
    linkage = var.linkage or ("external" if var.initializer is None else "")
    space = getattr(var.type, "addrspace", 0)
    words = [linkage, var.runtime, var.visibility, var.thread_local, var.unnamed_addr, f"addrspace({space})" if space else ""]
    words += ["externally_initialized" if var.externally_initialized else "", "constant" if var.constant else "global"]
    text = f"@{quote(var.name)} = {' '.join(w for w in words if w)} {var.value_type}"
    if var.initializer is not None:
        text += f" {print_operand(var.initializer)}"
    parts = [*_placement(var), *([f"align {var.align}"] if var.align else [])]
    attached = "".join(f", !{kind} {node}" for kind, node in var.metadata.items())
    return text + "".join(f", {p}" for p in parts) + attached + var.rest


def _print_alias(alias: GlobalAlias) -> str:
    assert alias.target is not None
    space = getattr(alias.type, "addrspace", 0)
    words = [*_scope(alias), alias.thread_local, alias.unnamed_addr, f"addrspace({space})" if space else "", alias.kind]
    target = print_operand(alias.target) if isinstance(alias.target, ConstantExpr) else _typed(alias.target, None)
    text = f"@{quote(alias.name)} = {' '.join(w for w in words if w)} {alias.value_type}, {target}"
    return text + "".join(f", {p}" for p in _placement(alias))
