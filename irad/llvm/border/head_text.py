"""Finding and changing the heads of functions and globals in LLVM's canonical text.

LLVM prints every function head and every global on one line of its own, and the ``}`` that ends a body alone on a line, so
linkage can be changed line by line.  llvmlite cannot do this on the module: it neither removes bodies nor comdats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container

from irad.ir.naming import NAME, unquote

LINKAGES = frozenset(
    "private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr external".split()
)
LOCAL = frozenset(("private", "internal"))
_MERGED = frozenset("linkonce linkonce_odr weak weak_odr".split())
_SCOPE = LINKAGES | frozenset("hidden protected default dllimport dllexport dso_local dso_preemptable".split())

_HEAD = re.compile(rf"^(define|declare) ((?:![\w.]+ !\d+ )*)([^@\n]*?)(@({NAME})\(.*)$", re.M)
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


def change_functions(text: str, change: Callable[[str, str, set[str]], str | None]) -> str:
    """Give functions another linkage.

    ``change(keyword, name, words)`` gets ``define``/``declare``, the name and the words before the type, and returns the
    new linkage and visibility words (``""`` = external) or None to leave the function alone.  A function stays in its comdat only
    where the new linkage is one of which there may be several definitions.
    """

    def head(m: re.Match[str]) -> str:
        words = m[3].split()
        new = change(m[1], unquote(m[5]), set(words))
        if new is None:
            return m[0]
        rest = m[4] if new in _MERGED else _COMDAT.sub("", m[4])
        return f"{m[1]} {m[2]}" + " ".join([*new.split(), *(w for w in words if w not in _SCOPE), ""]) + rest

    return _HEAD.sub(head, text)


def internalize(text: str, keep: Container[str]) -> str:
    """Make all defined functions but ``keep`` internal, so that uncalled ones are dropped; those in ``keep`` stay visible."""
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


def mentions_type(text: str, name: str) -> bool:
    """Whether the word occurs anywhere in the text (also within a name or a string, so the answer is conservative)."""
    return re.search(rf"\b{name}\b", text) is not None
