"""Random changes of LLVM IR text: lines, words, numbers, types, names and opcodes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

_WORD = re.compile(r'"[^"\n]*"|[%@!#$]?[-\w.]+|\S')
_NUMBER = re.compile(r"(?<![\w.%@!#\"-])-?\d+(?:\.\d+e[+-]\d+)?\b")
_NAME = re.compile(r'[%@](?:[-\w.$]+|"[^"\n]*")')
_TYPE = re.compile(r"\b(?:i1|i8|i16|i32|i64|i128|half|float|double|x86_fp80|ptr|void|<\d+ x \w+>)(?![\w*])")
_FAMILIES = (
    "add sub mul sdiv udiv srem urem shl lshr ashr and or xor",
    "fadd fsub fmul fdiv frem",
    "load store call invoke",
    "br ret unreachable switch resume",
    "trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint inttoptr bitcast addrspacecast freeze",
    "icmp fcmp select phi",
    "eq ne slt sgt sle sge ult ugt oeq olt ogt une uno ord",
    "extractvalue insertvalue extractelement insertelement",
    "nuw nsw exact inbounds fast nnan contract afn reassoc volatile atomic tail musttail notail",
    "noalias nocapture readonly readnone writeonly nonnull noundef byval sret inalloca preallocated nest returned swiftself "
    "swifterror zeroext signext inreg immarg",
    "nounwind noinline alwaysinline optnone naked noreturn cold hot minsize convergent returns_twice willreturn uwtable",
    "internal private external weak linkonce linkonce_odr weak_odr common appending available_externally extern_weak",
    "unordered monotonic acquire release acq_rel seq_cst",
    "fastcc coldcc ccc swiftcc tailcc ghccc preserve_mostcc x86_stdcallcc amdgpu_kernel",
    "global constant define declare alias ifunc thread_local unnamed_addr addrspace(1) dso_local",
)
_ALTERNATIVES = {word: family.split() for family in _FAMILIES for word in family.split()}
_NUMBERS = (
    "0 1 -1 2 3 7 8 16 63 64 65 127 255 256 1000 65536 2147483647 4294967296 9223372036854775807 18446744073709551616".split()
)
_TYPES = (
    (
        "i1 i7 i8 i16 i32 i64 i128 i256 half bfloat float double fp128 x86_fp80 ppc_fp128 ptr void label token metadata "
        "{} {i32,double} [0 x i8] [3 x double] ptr addrspace(1) opaque"
    )
    .replace("ptr addrspace(1)", "ptr_addrspace(1)")
    .split()
)
_VECTORS = [
    "<2 x double>",
    "<4 x float>",
    "<3 x i64>",
    "<2 x ptr>",
    "<1 x i1>",
    "<vscale x 2 x double>",
    "[3 x double]",
    "[0 x i8]",
]


def mutate(text: str, r: random.Random) -> str:
    """``text`` with one random change; sometimes none, where the kind of change finds nothing to do."""
    kinds: list[Callable[[str, random.Random], str]] = [
        _drop_line, _repeat_line, _swap_lines, _truncate, _drop_word, _repeat_word, _swap_words,
        _number, _number, _type, _type, _name, _name, _name, _opcode, _opcode, _opcode, _byte,
    ]  # fmt: skip
    return r.choice(kinds)(text, r)


def _line(lines: list[str], r: random.Random) -> int:
    return r.randrange(len(lines))


def _drop_line(text: str, r: random.Random) -> str:
    lines = text.split("\n")
    first = _line(lines, r)
    del lines[first : first + r.choice([1, 1, 1, 2, 5])]
    return "\n".join(lines)


def _repeat_line(text: str, r: random.Random) -> str:
    lines = text.split("\n")
    k = _line(lines, r)
    lines.insert(_line(lines, r) if r.random() < 0.3 else k, lines[k])
    return "\n".join(lines)


def _swap_lines(text: str, r: random.Random) -> str:
    lines = text.split("\n")
    a = _line(lines, r)
    b = _line(lines, r) if r.random() < 0.3 else min(a + 1, len(lines) - 1)
    lines[a], lines[b] = lines[b], lines[a]
    return "\n".join(lines)


def _truncate(text: str, r: random.Random) -> str:
    return text[: r.randrange(len(text) + 1)]


def _words(text: str, r: random.Random) -> tuple[list[str], int, list[tuple[int, int]]]:
    """All lines, the number of a line that has words, and where its words are."""
    lines = text.split("\n")
    for _ in range(20):
        k = _line(lines, r)
        spans = [m.span() for m in _WORD.finditer(lines[k])]
        if spans:
            return lines, k, spans
    return lines, 0, [(0, 0)]


def _drop_word(text: str, r: random.Random) -> str:
    lines, k, spans = _words(text, r)
    a, b = r.choice(spans)
    lines[k] = lines[k][:a] + lines[k][b:]
    return "\n".join(lines)


def _repeat_word(text: str, r: random.Random) -> str:
    lines, k, spans = _words(text, r)
    a, b = r.choice(spans)
    lines[k] = f"{lines[k][:b]} {lines[k][a:b]}{lines[k][b:]}"
    return "\n".join(lines)


def _swap_words(text: str, r: random.Random) -> str:
    lines, k, spans = _words(text, r)
    (a, b), (c, d) = sorted((r.choice(spans), r.choice(spans)))
    if (a, b) != (c, d):
        line = lines[k]
        lines[k] = line[:a] + line[c:d] + line[b:c] + line[a:b] + line[d:]
    return "\n".join(lines)


def _replace(text: str, pattern: re.Pattern[str], new: Callable[[str], str], r: random.Random) -> str:
    """One occurrence of ``pattern``, in a line chosen first, becomes something else."""
    lines = text.split("\n")
    for _ in range(20):
        k = _line(lines, r)
        found = list(pattern.finditer(lines[k]))
        if found:
            m = r.choice(found)
            lines[k] = lines[k][: m.start()] + new(m[0]) + lines[k][m.end() :]
            break
    return "\n".join(lines)


def _number(text: str, r: random.Random) -> str:
    return _replace(text, _NUMBER, lambda old: r.choice(_NUMBERS), r)


def _type(text: str, r: random.Random) -> str:
    return _replace(text, _TYPE, lambda old: r.choice([*_TYPES, *_VECTORS]).replace("_addrspace", " addrspace"), r)


def _name(text: str, r: random.Random) -> str:
    """A name becomes another one of the module: of a value, a block, a function or a variable."""
    names = _NAME.findall(text)
    near = r.random() < 0.7

    def other(old: str) -> str:
        same = [n for n in names if n[0] == old[0]]
        if near:  # of the same part of the text, so that it is likely to be defined there
            k = same.index(old)
            same = same[max(0, k - 12) : k + 12]
        return r.choice(same)

    return _replace(text, _NAME, other, r)


def _opcode(text: str, r: random.Random) -> str:
    """A word of the language becomes another one of its family."""
    pattern = re.compile(r"(?<![\w.%@!\"])(?:" + "|".join(map(re.escape, _ALTERNATIVES)) + r")(?![\w.(])")
    return _replace(text, pattern, lambda old: r.choice(_ALTERNATIVES[old]), r)


def _byte(text: str, r: random.Random) -> str:
    k = r.randrange(len(text) + 1)
    return text[:k] + r.choice('\0\xff"{}()<>[]%@!#,=\\*:;\n\té') + text[k + 1 :]
