"""Finding and changing the heads of functions and globals in LLVM's canonical text.

LLVM prints every function head and every global on one line of its own, and the ``}`` that ends a body alone on a line, so
linkage can be changed line by line.  llvmlite cannot do this on the module: it neither removes bodies nor comdats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator

from irad.ir.naming import NAME, unquote

LINKAGES = frozenset(
    "private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr external".split()
)
LOCAL = frozenset(("private", "internal"))
_MERGED = frozenset("linkonce linkonce_odr weak weak_odr".split())
_SCOPE = LINKAGES | frozenset("hidden protected default dllimport dllexport dso_local dso_preemptable".split())

_HEAD = re.compile(rf"^(define|declare) ((?:![\w.]+ !\d+ )*)([^@\n]*?)(@({NAME})\(.*)$", re.M)
_GLOBAL = re.compile(
    rf"^(@({NAME}) = )((?:[a-z_]+(?:\([^)]*\))? )*?)((?:addrspace\(\d+\) )?(?:global|constant|alias|ifunc) .*)$", re.M
)
_MENTION = re.compile(rf'@({NAME})|"[^"]*"')
_COMDAT = re.compile(rf",? comdat(?:\(\${NAME}\))?(?= |,|$)(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")  # not inside a string


def declared(text: str) -> list[str]:
    """Functions without a body, intrinsics left out."""
    return [n for m in _HEAD.finditer(text) if m[1] == "declare" and not (n := unquote(m[5])).startswith("llvm.")]


def defined(text: str) -> list[str]:
    """Functions with a body that other modules can see."""
    return [
        unquote(m[5])
        for m in _HEAD.finditer(text)
        if m[1] == "define" and not {"internal", "private", "available_externally"} & set(m[3].split())
    ]


def external_globals(text: str) -> list[str]:
    """Global variables that are declared only."""
    return [unquote(m[2]) for m in _GLOBAL.finditer(text) if {"external", "extern_weak"} & set(m[3].split())]


def defined_globals(text: str) -> list[str]:
    """Variables and aliases defined here that other modules can see, LLVM's own left out."""
    hidden = LOCAL | {"external", "extern_weak", "available_externally", "appending"}
    return [n for m in _GLOBAL.finditer(text) if not hidden & set(m[3].split()) and not (n := unquote(m[2])).startswith("llvm.")]


def local_globals(text: str) -> list[str]:
    """Variables that only this module sees."""
    return [unquote(m[2]) for m in _GLOBAL.finditer(text) if LOCAL & set(m[3].split())]


def mutable_globals(text: str) -> list[str]:
    """Variables defined here that the program may change, thread-local ones and LLVM's own left out."""
    out = []
    for m in _GLOBAL.finditer(text):
        words, name = set(m[3].split()), unquote(m[2])
        if "global" in m[4].split(" ", 3)[:2] and not words & {"external", "extern_weak", "appending", "thread_local"}:
            if not name.startswith("llvm.") and not m[3].startswith("thread_local") and "thread_local(" not in m[3]:
                out.append(name)
    return out


def declare_globals(text: str, names: Container[str], constructors: bool = False) -> str:
    """The definitions of the variables ``names`` become declarations; static constructors are dropped if not wanted."""

    def line(m: re.Match[str]) -> str:
        if unquote(m[2]) == "llvm.global_ctors" and not constructors:
            return ""
        if unquote(m[2]) not in names or "global " not in m[4]:
            return m[0]
        start = m[4].index("global ") + len("global ")
        align = _ALIGN.search(m[4])
        return f"{m[1]}external global {m[4][start : start + _type_length(m[4][start:])]}{align[0] if align else ''}"

    return _GLOBAL.sub(line, text)


_ALIGN = re.compile(r", align \d+")


def _type_length(text: str) -> int:
    """The length of the type that ``text`` begins with."""
    depth = 0
    for i, ch in enumerate(text):
        depth += (ch in "[{<(") - (ch in "]})>")
        if depth == 0 and (ch in "]}>" or (ch == " " and i)):
            return i + (ch != " ")
    return len(text)


def mentions(text: str) -> Iterator[str]:
    """The names behind ``@`` in a piece of text; text inside strings is not looked at."""
    for m in _MENTION.finditer(text):
        if m[1]:
            yield unquote(m[1])


def change_functions(text: str, change: Callable[[str, str, set[str]], str | None]) -> str:
    """Give functions another linkage.

    ``change(keyword, name, words)`` gets ``define``/``declare``, the name and the words before the type, and returns the
    new linkage and visibility words (``""`` = external) or None to leave the function alone.
    """

    def head(m: re.Match[str]) -> str:
        words = m[3].split()
        new = change(m[1], unquote(m[5]), set(words))
        if new is None:
            return m[0]
        rest = m[4] if new in _MERGED else _COMDAT.sub("", m[4])
        return f"{m[1]} {m[2]}" + " ".join([*new.split(), *(w for w in words if w not in _SCOPE), ""]) + rest

    return _HEAD.sub(head, text)


def change_globals(text: str, change: Callable[[str, set[str]], str | None]) -> str:
    """As `change_functions`, for variables and aliases."""

    def line(m: re.Match[str]) -> str:
        words = m[3].split()
        new = change(unquote(m[2]), set(words))
        if new is None:
            return m[0]
        kept = [w for w in words if w not in _SCOPE]
        return m[1] + " ".join([*new.split(), *kept, ""]) + (m[4] if new in _MERGED else _COMDAT.sub("", m[4]))

    return _GLOBAL.sub(line, text)


def internalize(text: str, keep: Container[str]) -> str:
    """Defined functions other than ``keep`` become internal, so that what nobody calls is dropped."""

    def change(keyword: str, name: str, words: set[str]) -> str | None:
        if keyword == "declare" or words & LOCAL:
            return "" if keyword == "define" and name in keep else None
        return "" if name in keep else "internal"

    return change_functions(text, change)


def mark_noalias(text: str, names: Container[str]) -> str:
    """The pointer parameters of the definitions of ``names`` become ``noalias``."""

    def head(m: re.Match[str]) -> str:
        if m[1] != "define" or unquote(m[5]) not in names:
            return m[0]
        start = m[0].index("(", m.start(4) - m.start())
        end = start + closing(m[0][start:])
        return m[0][:start] + _PARAMETER.sub(r"\1ptr noalias ", m[0][start:end]) + m[0][end:]

    return _HEAD.sub(head, text)


# A parameter of pointer type: behind the parenthesis that opens the list, or behind a comma.
_PARAMETER = re.compile(r"(\A\(|, )ptr (?!noalias )(?=(?:[^()]|\([^()]*\))*\)\Z)")


def closing(text: str) -> int:
    """The length of the parenthesised text that ``text`` begins with (parentheses in strings do not count)."""
    depth, quoted = 0, False
    for i, ch in enumerate(text):
        if ch == '"':
            quoted = not quoted
        elif not quoted and ch in "()":
            depth += 1 if ch == "(" else -1
            if depth == 0:
                return i + 1
    raise AssertionError(f"no parameter list in {text}")


def externalize(text: str, names: Container[str]) -> str:
    """Definitions of ``names`` become visible, whatever their linkage was."""
    return change_functions(text, lambda keyword, name, _: "" if keyword == "define" and name in names else None)
