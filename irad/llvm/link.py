"""Linking modules, and putting function bodies aside for a while.

A function with a derivative rule must not be looked into before differentiation: LLVM would inline it, fold its result or
drop a call to it (``noinline`` does not stop that).  So its body is set aside in a module of its own and linked in again
afterwards.  What is local to the file and used by such a body becomes visible for the time being, so that both modules
mean the same variable.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from irad.errors import UnsupportedError
from irad.ir.naming import NAME, unquote
from irad.llvm.names import LOCAL, change_functions, change_globals, closing, mentions
from irad.llvm.session import canonical, parse

_DEFINE = re.compile(rf"^define ([^@\n]*)@({NAME})(\(.*) \{{$", re.M)
_LINE = re.compile(rf"^@({NAME}) = (.*)$", re.M)
_UNNAMED = re.compile(r'@(\d+)\b|"[^"]*"')
_TAIL = re.compile(
    rf" (?:comdat(?:\(\${NAME}\))?|gc \"[^\"]*\"|section \"[^\"]*\"|partition \"[^\"]*\""
    rf"|(?:personality|prefix|prologue) .*|![\w.]+ !\d+)(?= |$)"
)


@dataclass(frozen=True)
class Split:
    """``text`` without the bodies, the bodies as a module, and the linkage of names that had to become visible."""

    text: str
    bodies: str
    exposed: dict[str, str]


def split_bodies(text: str, names: Collection[str]) -> Split:
    """Turn functions into declarations; their bodies are kept for `restore_bodies`.

    Names that are not defined are ignored.  Raises `UnsupportedError` for a body that uses an alias of a local symbol.
    """
    text = _named(canonical(text))
    chunks = {unquote(m[2]): (m, text.index("\n}", m.end()) + 2) for m in _DEFINE.finditer(text)}
    names = [n for n in names if n in chunks]
    if not names:
        return Split(text, "", {})
    used = _reachable(text, [text[m.start() : end] for m, end in (chunks[n] for n in names)])
    _refuse_aliases(text, used)
    names_set = frozenset(names)
    linkage = _linkages(text, {n: m[1] for n, (m, _) in chunks.items()})
    exposed = {n: linkage[n] for n in sorted(used | names_set) if linkage.get(n)}

    outside = _declare(text, chunks, names_set)

    def visible(name: str) -> str | None:
        return {"": None, "linkonce_odr": "weak_odr", "linkonce": "weak"}.get(exposed.get(name, ""), "hidden")

    outside = change_functions(outside, lambda k, n, _: visible(n) if k == "define" else None)
    outside = change_globals(outside, lambda n, _: visible(n))

    inside = _declare(text, chunks, frozenset(chunks) - names_set)
    inside = re.sub(r"^@llvm\..*\n|^module asm .*\n", "", inside, flags=re.M)
    inside = change_functions(inside, lambda k, n, _: "" if k == "define" else None)
    inside = change_globals(inside, _copy_linkage)
    return Split(canonical(outside), canonical(inside), exposed)


def functions_with_bodies(text: str) -> dict[str, frozenset[str]]:
    """The functions that a canonical text defines, whatever their linkage, and the words in front of their return type."""
    return {unquote(m[2]): frozenset(m[1].split()) for m in _DEFINE.finditer(text)}


def duplicate(text: str, name: str, new: str) -> str:
    """Canonical text with a second, visible copy of a function's body under another name."""
    for m in _DEFINE.finditer(text) if f"@{new}(" not in text and f'@"{new}"(' not in text else ():
        if unquote(m[2]) == name:
            chunk = text[m.start() : text.index("\n}", m.end()) + 2]
            head, _, rest = chunk.partition("\n")
            head = change_functions(head[: -len(" {")], lambda *_: "").replace(f"@{m[2]}(", f'@"{new}"(', 1)
            close = head.index("@") + closing(head[head.index("@") :])
            return f"{text}\n{head[:close]}{_TAIL.sub('', head[close:])} {{\n{rest}\n"
    return text


def restore_bodies(text: str, split: Split) -> str:
    """Link the bodies in again; what was local is local again."""
    if not split.bodies:
        return text
    module = parse(text)
    module.link_in(parse(split.bodies, module._context))
    back = split.exposed
    out = change_functions(str(module), lambda k, n, _: back.get(n) if k == "define" else None)
    return canonical(change_globals(out, lambda n, _: back.get(n)))


def link(texts: Sequence[str]) -> str:
    """Link modules into one; a definition replaces a declaration, two definitions are an error."""
    if len(texts) == 1:
        return canonical(texts[0])
    first = parse(texts[0])
    for text in texts[1:]:
        if text.strip():
            try:
                first.link_in(parse(text, first._context))
            except RuntimeError as error:
                raise UnsupportedError(f"the modules cannot be linked: {str(error).strip()}") from None
    return str(first)


def _named(text: str) -> str:
    """Globals without a name (``@0``) get one: their numbers would not survive in two modules."""
    return _UNNAMED.sub(lambda m: f"@irad.unnamed.{m[1]}" if m[1] else m[0], text)


def _reachable(text: str, bodies: Sequence[str]) -> set[str]:
    """Names in the bodies, and in the initialisers of what they name."""
    lines = {unquote(m[1]): m[2] for m in _LINE.finditer(text)}
    todo = [n for body in bodies for n in mentions(body)]
    seen: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += mentions(lines.get(name, ""))
    return seen


def _linkages(text: str, functions: dict[str, str]) -> dict[str, str]:
    """The linkage of definitions that LLVM may drop or rename."""
    words = {name: set(head.split()) for name, head in functions.items()}
    words |= {unquote(m[1]): set(m[2].split(" ", 4)[:4]) for m in _LINE.finditer(text)}
    found = {}
    for name, w in words.items():
        if w & LOCAL:
            found[name] = "internal"
        elif w & {"linkonce_odr", "linkonce"}:
            found[name] = "linkonce_odr" if "linkonce_odr" in w else "linkonce"
    return found


def _refuse_aliases(text: str, used: set[str]) -> None:
    for m in _LINE.finditer(text):
        if unquote(m[1]) in used and re.match(r"(?:[a-z_]+ )*?(?:alias|ifunc) ", m[2]):
            raise UnsupportedError(f"the alias @{m[1]} is used by a function with a derivative rule of its own")


def _copy_linkage(name: str, words: set[str]) -> str | None:
    """Variables of the module with the bodies are copies that linking throws away."""
    return None if words & {"external", "extern_weak"} else "available_externally"


def _declare(text: str, chunks: dict[str, tuple[re.Match[str], int]], names: frozenset[str]) -> str:
    out, at = [], 0
    for name, (m, end) in chunks.items():
        if name not in names:
            continue
        out.append(text[at : m.start()])
        head = change_functions(f"declare {m[1]}@{m[2]}{m[3]}", lambda *_: "")
        close = head.index("@") + closing(head[head.index("@") :])
        out.append(head[:close] + _TAIL.sub("", head[close:]))
        at = end
    return "".join(out) + text[at:]
