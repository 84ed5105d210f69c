"""The globals that a function refers to, without parsing its body."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from irad.ir.attribute_set import AttributeSet
from irad.ir.naming import NAME, unquote
from irad.ir.values import (
    Block,
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantText,
    Function,
    GlobalValue,
    Instruction,
    MetadataOperand,
    Value,
)

_NAMED = re.compile(rf'@({NAME})(\()?|"[^"]*"')
_THROUGH_POINTER = re.compile(r"\b(?:call|invoke)\b[^@\n]* %[-\w.$\"]+\(")
_NODE = re.compile(r'(!\d+)\b|"[^"]*"')
_GROUP = re.compile(r' (#\d+)\b|"[^"]*"')
_CALLS = frozenset(("call", "invoke", "callbr"))


@dataclass(frozen=True)
class Mentions:
    """``called``: functions called by name; ``taken``: globals named elsewhere; ``through_pointer``: there are indirect calls."""

    called: frozenset[str]
    taken: frozenset[str]
    through_pointer: bool

    @property
    def all(self) -> frozenset[str]:
        return self.called | self.taken


def mentions(fn: Function) -> Mentions:
    """The globals that the body of ``fn`` names."""
    if fn.body is not None:
        called, taken = _of_text(fn.body)
        return Mentions(called, taken, _THROUGH_POINTER.search(fn.body) is not None)
    called_names: set[str] = set()
    taken_names: set[str] = set()
    pointer = False
    for inst in fn.instructions():
        operands = list(inst.operands)
        if inst.opcode in _CALLS:
            callee = operands.pop()
            if isinstance(callee, Function):
                called_names.add(callee.name)
            elif isinstance(callee, Constant):
                operands.append(callee)
            else:
                pointer = True
        for o in operands:
            taken_names |= set(named_in(o))
    return Mentions(frozenset(called_names), frozenset(taken_names), pointer)


def named_in(value: Value) -> Iterator[str]:
    """The globals that an operand or an initialiser names."""
    if isinstance(value, GlobalValue):
        yield value.name
    elif isinstance(value, ConstantExpr):
        for o in value.operands:
            yield from named_in(o)
    elif isinstance(value, ConstantAggregate):
        for o in value.elements:
            yield from named_in(o)
    elif isinstance(value, (ConstantText, MetadataOperand)):
        called, taken = _of_text(value.text)
        yield from called | taken


def mentioned_in(text: str) -> frozenset[str]:
    """The globals that a metadata node names."""
    called, taken = _of_text(text)
    return called | taken


def called_in(text: str) -> frozenset[str]:
    """The functions that IR text calls, defines or declares."""
    return _of_text(text)[0]


def calls_of(fn: Function, names: Collection[str]) -> list[tuple[frozenset[str], bool]]:
    """For each call of one of ``names``: the globals that it names, and whether its first argument is one of them."""
    out = []
    if fn.body is not None:
        for line in fn.body.split("\n"):
            found = next((m for m in _NAMED.finditer(line) if m[2] and unquote(m[1]) in names), None)
            if found is not None:
                called, taken = _of_text(line)
                out.append((called | taken, _FIRST.match(line, found.end()) is not None))
        return out
    for inst in fn.instructions():
        if inst.opcode in _CALLS and isinstance(inst.callee, Function) and inst.callee.name in names:
            names_in = frozenset(n for o in inst.operands if not isinstance(o, Block) for n in named_in(o))
            out.append((names_in, _names_function(inst.args[0] if inst.args else None)))
    return out


# The first argument of a call names a function, or the second one does (behind a structure for the result).
_FIRST = re.compile(r"(?:[\w()]+ )*(?:@|%[^,]*, ptr [^,@]*@)")


def _names_function(value: Value | None) -> bool:
    return value is not None and not isinstance(value, Instruction) and any(True for _ in named_in(value))


def with_names(text: str, names: Mapping[str, str]) -> str:
    """An unread body with other names for globals."""
    return _NAMED.sub(lambda m: f"@{names[m[1]]}{m[2] or ''}" if m[1] in names else m[0], text)


def metadata_of(text: str) -> Iterator[str]:
    """The metadata nodes that an unread body names, "!7"."""
    for m in _NODE.finditer(text):
        if m[1]:
            yield m[1]


def with_metadata(text: str, names: Mapping[str, str]) -> str:
    """An unread body with other names for metadata nodes."""
    return _NODE.sub(lambda m: names.get(m[1], m[0]) if m[1] else m[0], text)


def without_groups(text: str, groups: Mapping[str, AttributeSet]) -> str:
    """An unread body whose calls name their attributes, not groups of them."""
    return _GROUP.sub(lambda m: f" {groups.get(m[1], '')}".rstrip() if m[1] else m[0], text)


def _of_text(text: str) -> tuple[frozenset[str], frozenset[str]]:
    called: set[str] = set()
    taken: set[str] = set()
    for m in _NAMED.finditer(text):
        if m[1]:
            (called if m[2] else taken).add(unquote(m[1]))
    return frozenset(called), frozenset(taken)
