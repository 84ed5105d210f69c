"""Edits of canonical text before LLVM brings it to normal form: marked calls, labels, loop hints, line information."""

from __future__ import annotations

import re

from irad.ir.naming import NAME
from irad.llvm.border.head_text import closing

_NODE = re.compile(r"^(!\d+) = (?:distinct )?!\{(.*)\}$", re.M)
_LOOP = re.compile(r", !llvm\.loop (!\d+)")
_OPERAND = re.compile(r"!\d+")
_LINE = re.compile(r",? !dbg !\d+|^ +#dbg_.*\n|^!llvm\.dbg\.cu = .*\n", re.M)
_LOCATION = re.compile(r"^(!\d+) = (?:distinct )?!DI", re.M)
_KEPT_HINTS = ('!"llvm.loop.mustprogress"',)
_MARKED = re.compile(r'^declare [^@\n]*@"?[\w.$]*__(?:enzyme|irad)_[\w.$]*"?(?=\()', re.M)
_MARK = re.compile(r"@__irad_(?:cache|stop_gradient)[fl]?$")
_LOOP_MARK = re.compile(r"@__irad_checkpoint\w*$")
_LOOP_ONLY = " nomerge nounwind willreturn nosync nofree memory(inaccessiblemem: readwrite)"
_PURE = " nounwind willreturn nosync nofree memory(none)"
_TYPES = re.compile(r", !(tbaa)(?= !\d)")  # what copies of structures say of members (tbaa.struct) LLVM needs
_LABEL = re.compile(rf"blockaddress\(@({NAME}), %({NAME})\)")
_BODY = re.compile(rf"^define [^@\n]*@({NAME})\(.*?^\}}$", re.M | re.S)
_JUMP = re.compile(rf"indirectbr ptr (.*), \[(label %{NAME}(?:, label %{NAME})*)\]")


def keep_apart(text: str) -> str:
    """Canonical text whose marked calls LLVM does not merge: each refers to a function and has its own markers.

    ``irad.cache`` and ``irad.stop_gradient`` only hand a number on, and may be moved, merged and dropped as arithmetic is.
    Marks of loops stay where they are, and keep nothing else from being moved: a marked loop becomes what it would be without.
    """
    out, at = [], 0
    for found in _MARKED.finditer(text):
        end = found.end() + closing(text[found.end() : text.index("\n", found.end())])
        for word in (" local_unnamed_addr", " unnamed_addr"):
            end += len(word) if text.startswith(word, end) else 0
        if _LOOP_MARK.search(found[0]):
            head = text[found.end() : end].replace("(ptr", "(ptr captures(none)")
            out += [text[at : found.end()], head, _LOOP_ONLY]
        else:
            out += [text[at:end], _PURE if _MARK.search(found[0]) else " nomerge"]
        at = end
    return "".join([*out, text[at:]])


def number_labels(text: str) -> str:
    """Canonical text with numbers in place of addresses of labels, and switches in place of jumps to them.

    An address belongs to one function: in a copy of the function it would lead back into the original.
    """
    if "indirectbr" not in text:
        return text
    numbers = {pair: i + 1 for i, pair in enumerate(sorted(set(_LABEL.findall(text))))}

    def body(function: re.Match[str]) -> str:
        count = 0

        def jump(m: re.Match[str]) -> str:
            nonlocal count
            count += 1
            first, *others = re.findall(rf"%({NAME})", m[2])
            value = f"%irad.label.{count}"
            cases: list[str] = []
            taken: set[int] = set()
            for label in others:
                number = numbers.get((function[1], label), 0)
                if number in taken or number == 0:  # the edge stays, for the phis, but is never taken
                    number = -1 - len(cases)
                taken.add(number)
                cases.append(f"i64 {number}, label %{label}")
            return f"{value} = ptrtoint ptr {m[1]} to i64\n  switch i64 {value}, label %{first} [ {' '.join(cases)} ]"

        return _JUMP.sub(jump, function[0])

    text = _BODY.sub(body, text)
    return _LABEL.sub(lambda m: f"inttoptr (i64 {numbers[m[1], m[2]]} to ptr)", text)


def strip_lines(text: str) -> str:
    """Canonical text without debug information."""
    if "!llvm.dbg.cu" not in text:
        return text
    text = _LINE.sub("", text)
    locations = frozenset(_LOCATION.findall(text))

    def node(m: re.Match[str]) -> str:
        found = _OPERAND.findall(m[2])
        if not locations.intersection(found):
            return m[0]
        return f"{m[1]} = distinct !{{{', '.join(o for o in found if o not in locations)}}}"

    return _NODE.sub(node, text)


def strip_loop_hints(text: str) -> str:
    """Canonical text without the sources' hints about unrolling and vectorising loops.

    Both kinds do harm: a forced unrolling would happen before differentiation, a forbidden one costs speed afterwards.  That a
    loop makes progress (C's forward progress rule) is a fact, and stays.
    """
    loops = set(_LOOP.findall(text))
    if not loops:
        return text
    nodes = {m[1]: m[2] for m in _NODE.finditer(text)}
    kept = {loop: [o for o in _OPERAND.findall(nodes.get(loop, "")) if nodes.get(o, "").strip() in _KEPT_HINTS] for loop in loops}

    def node(m: re.Match[str]) -> str:
        if m[1] not in kept:
            return m[0]
        return f"{m[1]} = distinct !{{{', '.join([m[1], *kept[m[1]]])}}}"

    text = _LOOP.sub(lambda m: m[0] if kept[m[1]] else "", text)
    return _NODE.sub(node, text)


def hide_types(text: str) -> str:
    """Clang's text with ``!irad.tbaa`` for ``!tbaa``: hints that `irad.analysis.memory.tbaa` reads and LLVM ignores."""
    return _TYPES.sub(r", !irad.\1", text)
