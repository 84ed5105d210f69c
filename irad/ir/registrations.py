"""What a program registers, read from a module's text (`irad.transform.registered` makes rules of it)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from irad.errors import RuleError
from irad.ir.naming import NAME, unquote

_WORDS = "register_gradient register_derivative register_splitderivative function_like inactivefn inactive_global nofree "
_WORDS += "shouldrecompute allocation_like inactive_functions shadow_of"
_VARIABLE = re.compile(rf"^@(?P<name>{NAME}) = [^\n]*?\b(?:global|constant) (?P<value>[^\n]*)$", re.M)
_KIND = re.compile(rf"__(?:enzyme|irad)_({'|'.join(_WORDS.split())})")
_STRING = re.compile(rf'^@({NAME}) = [^\n]*? constant \[\d+ x i8\] c"((?:[^"\\]|\\.)*)"', re.M)
_ANNOTATION = re.compile(rf"ptr @({NAME}), ptr @({NAME}), ptr [^,]*, i32 \d+")
_ELEMENT = re.compile(rf"ptr (?:@({NAME})|(null)|inttoptr \(i64 (-?\d+) to ptr\))")


@dataclass(frozen=True)
class Entry:
    """One registration: ``kind``, the function or variable it is about, and what follows (names, strings, numbers)."""

    kind: str
    name: str
    rest: tuple[str | int, ...] = ()


def might_register(text: str) -> bool:
    """Is it worth while to look for registrations?"""
    return _KIND.search(text) is not None or "@llvm.global.annotations" in text


def read_entries(text: str) -> tuple[Entry, ...]:
    """The registrations in a module's canonical text."""
    strings = {unquote(m[1]): _text(m[2]) for m in _STRING.finditer(text)}
    entries: list[Entry] = []
    for m in _VARIABLE.finditer(text):
        name = unquote(m["name"])
        if name == "llvm.global.annotations":
            entries += _annotations(m["value"], strings)
        elif (kind := _KIND.search(name)) is not None:
            entries += _variable(name, kind[1], m["value"], strings)
    return tuple(entries)


def _text(raw: str) -> str:
    return re.sub(r"\\([0-9A-Fa-f]{2})", lambda m: chr(int(m[1], 16)), raw).rstrip("\0")


def _variable(name: str, kind: str, value: str, strings: dict[str, str]) -> list[Entry]:
    found: list[str | int] = []
    for m in _ELEMENT.finditer(value):
        if m[1]:
            symbol = unquote(m[1])
            found.append(strings.get(symbol, symbol))
        else:
            found.append(int(m[3] or 0))
    if not found or not isinstance(found[0], str):
        raise RuleError(
            f"{name} does not name a function in its initial value",
            hint="write it as a constant: void *__irad_...[] = {(void *)f, ...};",
        )
    least = {
        "register_gradient": 3,
        "register_derivative": 2,
        "register_splitderivative": 3,
        "function_like": 2,
        "allocation_like": 4,
        "shadow_of": 2,
    }
    if len(found) < least.get(kind, 1):
        raise RuleError(f"{name} has {len(found)} entries, {least[kind]} are needed")
    if kind in ("inactivefn", "inactive_global", "nofree", "shouldrecompute", "inactive_functions"):
        kind = "inactivefn" if kind == "inactive_functions" else kind
        return [Entry(kind, str(f)) for f in found if isinstance(f, str)]
    return [Entry(kind, found[0], tuple(found[1:]))]


def _annotations(value: str, strings: dict[str, str]) -> list[Entry]:
    out = []
    for m in _ANNOTATION.finditer(value):
        word = re.match(r"(?:enzyme|irad)_(\w+)(?:=(.*))?$", strings.get(unquote(m[2]), ""))
        if word is None:
            continue
        name = unquote(m[1])
        if word[1] == "inactive":
            out += [Entry("inactivefn", name), Entry("inactive_global", name)]
        elif word[1] == "function_like":
            out.append(Entry("function_like", name, (word[2] or "",)))
        elif word[1] == "shadow":
            out.append(Entry("shadow_of", name, (word[2] or "",)))
        elif word[1] == "recompute":
            out.append(Entry("recompute", name))
        elif word[1] not in ("nofree", "shouldrecompute"):
            raise RuleError(
                f'the annotation "{word[0]}" of {name} is not known',
                hint='"irad_inactive", "irad_recompute" and "irad_function_like=NAME" are',
            )
    return out
