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
_SAID = re.compile(r'"(?:enzyme|irad)_(inactive|math|function_like)"(?:="([^"]*)")?')
_GROUP = re.compile(r"^attributes #(\d+) = (\{.*\})$", re.M)
_FUNCTION = re.compile(rf"^(?:define|declare) [^@\n]*@({NAME})(\([^\n]*)", re.M)
_ELEMENT = re.compile(rf"ptr (?:@({NAME})|(null)|inttoptr \(i64 (-?\d+) to ptr\))")

READS = "reads"  # of a function without derivative: it stores to no memory that the caller can reach


@dataclass(frozen=True)
class Entry:
    """One registration: ``kind``, the function or variable it is about, and what follows (names, strings, numbers)."""

    kind: str
    name: str
    rest: tuple[str | int, ...] = ()


def might_register(text: str) -> bool:
    """Is it worth while to look for registrations?"""
    return _KIND.search(text) is not None or "@llvm.global.annotations" in text or _SAID.search(text) is not None


def read_entries(text: str) -> tuple[Entry, ...]:
    """The registrations in a module's canonical text, variables and attributes of functions."""
    return (*_of_variables(text), *_of_attributes(text))


def _of_attributes(text: str) -> list[Entry]:
    """``"enzyme_inactive"``, ``"enzyme_math"="sin"`` and ``"enzyme_function_like"="sin"`` at functions."""
    said = {m[1]: dict(_SAID.findall(m[2])) for m in _GROUP.finditer(text) if _SAID.search(m[2])}
    out = []
    for m in _FUNCTION.finditer(text) if said else ():
        words: dict[str, str] = {}
        for number in re.findall(r" #(\d+)", m[2]):
            words |= said.get(number, {})
        for word, value in words.items():
            name = unquote(m[1])
            out.append(Entry("inactivefn", name) if word == "inactive" else Entry("function_like", name, (value,)))
    return out


def inactive_groups(text: str) -> frozenset[str]:
    """The attribute groups of a canonical text that say ``"enzyme_inactive"``: "#3"."""
    found = [m for m in _GROUP.finditer(text) if any(word == "inactive" for word, _ in _SAID.findall(m[2]))]
    return frozenset(f"#{m[1]}" for m in found)


def _of_variables(text: str) -> tuple[Entry, ...]:
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
        rest = (READS,) if kind == "inactivefn" and found[-1] == READS else ()
        return [Entry(kind, str(f), rest) for f in found if isinstance(f, str) and f not in rest]
    return [Entry(kind, found[0], tuple(found[1:]))]


def _annotations(value: str, strings: dict[str, str]) -> list[Entry]:
    out = []
    for m in _ANNOTATION.finditer(value):
        word = re.match(r"(?:enzyme|irad)_(\w+)(?:=(.*))?$", strings.get(unquote(m[2]), ""))
        if word is None:
            continue
        name = unquote(m[1])
        if word[1] == "inactive" and word[2] in (None, READS):
            out += [Entry("inactivefn", name, (READS,) if word[2] else ()), Entry("inactive_global", name)]
        elif word[1] == "function_like":
            out.append(Entry("function_like", name, (word[2] or "",)))
        elif word[1] == "shadow":
            out.append(Entry("shadow_of", name, (word[2] or "",)))
        elif word[1] == "recompute":
            out.append(Entry("recompute", name))
        elif word[1] not in ("nofree", "shouldrecompute"):
            raise RuleError(
                f'the annotation "{word[0]}" of {name} is not known',
                hint='"irad_inactive", "irad_inactive=reads", "irad_recompute" and "irad_function_like=NAME" are',
            )
    return out


_ATTACHED = re.compile(rf"^(?:define|declare) [^\n]*?@({NAME})\([^\n]*|^@({NAME}) = [^\n]*", re.M)
_ATTACHMENT = re.compile(r",? ?!enzyme_(augment|gradient|derivative|splitderivative|shadow|inactive) (!\d+)")
_NODE = re.compile(rf"^(!\d+) = (?:distinct )?!\{{(?:ptr @({NAME}))?[^\n]*\}}", re.M)


def metadata_as_registrations(text: str) -> str:
    """Canonical text in which ``define @f(...) !enzyme_gradient !1`` and its like are variables with telling names.

    Enzyme puts such metadata at functions for what a program registers, and compilers that make IR for it do so themselves:
    ``!enzyme_augment``, ``!enzyme_gradient``, ``!enzyme_derivative``, ``!enzyme_splitderivative`` name functions,
    ``!enzyme_shadow`` a variable, ``!enzyme_inactive`` stands for itself.
    """
    if "!enzyme_" not in text:
        return text
    nodes = {m[1]: unquote(m[2]) if m[2] else "" for m in _NODE.finditer(text)}
    added: list[str] = []

    def replaced(m: re.Match[str]) -> str:
        found = {kind: nodes.get(node, "") for kind, node in _ATTACHMENT.findall(m[0])}
        if not found:
            return m[0]
        if m[0].startswith("declare ") and len(re.findall(rf"@{re.escape(m[1])}(?![-\w.$])", text)) == 1:
            return _ATTACHMENT.sub("", m[0])  # nobody calls it, and nobody may have it
        added.extend(_variables(unquote(m[1] or m[2]), found, m[2] is not None))
        return _ATTACHMENT.sub("", m[0])

    out = _ATTACHED.sub(replaced, text)
    return "\n".join([out, *added, ""]) if added else text


def _variables(name: str, found: dict[str, str], is_variable: bool) -> list[str]:
    ahead = found.get("augment", "")
    kinds: list[tuple[str, tuple[str, ...]]] = []
    if "gradient" in found:
        kinds.append(("register_gradient", (ahead, found["gradient"])))
    if "derivative" in found:
        kinds.append(("register_derivative", (found["derivative"],)))
    if "splitderivative" in found:
        kinds.append(("register_splitderivative", (ahead, found["splitderivative"])))
    if "shadow" in found:
        kinds.append(("shadow_of", (found["shadow"],)))
    if "inactive" in found:
        kinds.append(("inactive_global" if is_variable else "inactivefn", ()))
    if not kinds:
        raise RuleError(f"{name} has !enzyme_augment, and no !enzyme_gradient or !enzyme_splitderivative beside it")
    out = []
    for kind, names in kinds:
        listed = ", ".join(f'ptr @"{n}"' if n else "ptr null" for n in (name, *names))
        out.append(f'@"__irad_{kind}.{name}" = weak_odr hidden constant [{1 + len(names)} x ptr] [{listed}]')
    return out
