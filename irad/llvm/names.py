"""Finding and changing the heads of functions and globals in LLVM's canonical text.

LLVM prints every function head and every global on one line of its own, and the ``}`` that ends a body alone on a line, so
linkage can be changed line by line.  llvmlite cannot do this on the module: it neither removes bodies nor comdats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass

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
    """Variables defined here that the program may change, thread-local ones and LLVM's own left out.

    Tables of labels are left out, too: each copy of their function has labels of its own.
    """
    out = []
    for m in _GLOBAL.finditer(text):
        words, name = set(m[3].split()), unquote(m[2])
        if name.startswith("llvm.") or "blockaddress(" in m[0]:
            continue
        if "global" in m[4].split(" ", 3)[:2] and not words & {"external", "extern_weak", "appending", "thread_local"}:
            if not m[3].startswith("thread_local") and "thread_local(" not in m[3]:
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
        if depth == 0 and (ch in "]}>" or (ch in " ," and i)):
            return i + (ch not in " ,")
    return len(text)


def mentions(text: str) -> Iterator[str]:
    """The names behind ``@`` in a piece of text; text inside strings is not looked at."""
    for m in _MENTION.finditer(text):
        if m[1]:
            yield unquote(m[1])


def change_functions(text: str, change: Callable[[str, str, set[str]], str | None], comdats: bool = False) -> str:
    """Give functions another linkage.

    ``change(keyword, name, words)`` gets ``define``/``declare``, the name and the words before the type, and returns the
    new linkage and visibility words (``""`` = external) or None to leave the function alone.  With ``comdats`` a function
    stays in its comdat in any case, else only where the new linkage is one of which there may be several definitions.
    """

    def head(m: re.Match[str]) -> str:
        words = m[3].split()
        new = change(m[1], unquote(m[5]), set(words))
        if new is None:
            return m[0]
        rest = m[4] if comdats or new in _MERGED else _COMDAT.sub("", m[4])
        return f"{m[1]} {m[2]}" + " ".join([*new.split(), *(w for w in words if w not in _SCOPE), ""]) + rest

    return _HEAD.sub(head, text)


def change_globals(text: str, change: Callable[[str, set[str]], str | None], comdats: bool = False) -> str:
    """As `change_functions`, for variables and aliases."""

    def line(m: re.Match[str]) -> str:
        words = m[3].split()
        new = change(unquote(m[2]), set(words))
        if new is None:
            return m[0]
        kept = [w for w in words if w not in _SCOPE]
        return m[1] + " ".join([*new.split(), *kept, ""]) + (m[4] if comdats or new in _MERGED else _COMDAT.sub("", m[4]))

    return _GLOBAL.sub(line, text)


@dataclass(frozen=True)
class Scope:
    """Who sees a definition: the words in front of its type, and what it says of its comdat."""

    text: str
    comdat: str

    @property
    def words(self) -> frozenset[str]:
        return frozenset(self.text.split())


def scope_of(line: str) -> Scope:
    """The scope in the head of a function, or in the line of a variable or alias."""
    found = _HEAD.match(line) or _GLOBAL.match(line)
    if found is None:
        raise AssertionError(f"not a definition: {line[:200]}")
    comdat = _COMDAT.search(found[4])
    return Scope(" ".join(w for w in found[3].split() if w in _SCOPE), comdat[0].removeprefix(",").strip() if comdat else "")


def restore_scopes(text: str, scopes: Mapping[str, Scope], comdats: Mapping[str, str]) -> str:
    """Canonical text whose definitions of ``scopes`` have these; ``comdats``: the lines that define comdats."""

    def function(m: re.Match[str]) -> str:
        scope = scopes.get(unquote(m[5])) if m[1] == "define" else None
        if scope is None:
            return m[0]
        rest = _COMDAT.sub("", m[4])
        close = closing(rest)
        close += len(match[0]) if scope.comdat and (match := _BEFORE_COMDAT.match(rest[close:])) else 0
        words = " ".join([*scope.text.split(), *(w for w in m[3].split() if w not in _SCOPE), ""])
        comdat = f" {scope.comdat}" if scope.comdat else ""
        return f"{m[1]} {m[2]}{words}{rest[:close]}{comdat}{rest[close:]}"

    def variable(m: re.Match[str]) -> str:
        scope, words = scopes.get(unquote(m[2])), m[3].split()
        if scope is None or {"external", "extern_weak"} & set(words):
            return m[0]
        rest = _COMDAT.sub("", m[4])
        if scope.comdat:
            end = len(rest) - len(_GROUPS.search(rest)[0])  # type: ignore[index]  # it may be empty
            rest = f"{rest[:end]}, {scope.comdat}{rest[end:]}"
        return m[1] + " ".join([*scope.text.split(), *(w for w in words if w not in _SCOPE), ""]) + rest

    text = _GLOBAL.sub(variable, _HEAD.sub(function, text))
    used = {name for s in scopes.values() if (name := s.comdat.removeprefix("comdat").strip("($)"))}
    used |= {name for name, s in scopes.items() if s.comdat == "comdat"}
    missing = [line for name, line in comdats.items() if name in {unquote(n) for n in used} and f"\n{line}\n" not in text]
    return text + "".join("\n" + line for line in missing)


def external(line: str) -> str:
    """The declaration of what a canonical line defines: a variable, an alias, or a function by another name."""
    found = _GLOBAL.match(line)
    if found is None:
        raise AssertionError(f"not a variable: {line[:200]}")
    kept = "".join(w + " " for w in found[3].split() if w.startswith("thread_local") or w.endswith("unnamed_addr"))
    space, kind, rest = re.match(r"(addrspace\(\d+\) )?(\w+) (.*)$", found[4]).groups("")  # type: ignore[union-attr]
    if kind in ("global", "constant"):
        align = _ALIGN.search(rest)
        return f"{found[1]}external {kept}{space}{kind} {rest[: _type_length(rest)]}{align[0] if align else ''}"
    of = rest[: _first_comma(rest)]
    if of.endswith(")"):
        start = len(of) - closing(of[::-1].translate(_TURNED))
        return f"declare {of[:start]}@{found[2]}{of[start:]}"
    space = re.search(r"addrspace\(\d+\) ", rest[len(of) :])
    return f"{found[1]}external {kept}{space[0] if space else ''}global {of}"


_TURNED = str.maketrans("()", ")(")
# What may stand between the parameters of a function and its comdat, and behind everything else of a variable.
_BEFORE_COMDAT = re.compile(
    r'(?: (?:local_unnamed_addr|unnamed_addr|addrspace\(\d+\)|#\d+|section "[^"]*"|partition "[^"]*"))*'
)
_GROUPS = re.compile(r"(?: #\d+)*$")


def _first_comma(text: str) -> int:
    """Where the first comma is that stands in no parentheses."""
    depth = 0
    for i, ch in enumerate(text):
        depth += (ch in "[{<(") - (ch in "]})>")
        if ch == "," and depth == 0:
            return i
    return len(text)


def internalize(text: str, keep: Container[str]) -> str:
    """Defined functions other than ``keep`` become internal, so that what nobody calls is dropped; these stay, visibly."""
    kept = {"linkonce_odr": "weak_odr", "linkonce": "weak"}

    def change(keyword: str, name: str, words: set[str]) -> str | None:
        if keyword == "declare":
            return None
        if name not in keep:
            return None if words & LOCAL else "internal"
        if words & {"weak", "weak_odr"}:
            return None
        return next((kept[w] for w in words if w in kept), "")

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
