"""What IR that was made for Enzyme says in attributes of functions, calls and parameters, beside `registrations`.

``"enzyme_allocator"="0" "enzyme_deallocator"="-1"`` with ``!enzyme_deallocator_fn`` at a function is a registration in other
words.  ``"enzyme_inactive_val"`` says that a value is a constant, though the call may do something with derivatives: where it
cannot, that is ``"enzyme_inactive"``.  What only helps elsewhere (``nofree``, ``shouldrecompute``, ``nocache``, ``active``) needs
no attention.  All that would change derivatives and is not followed is an error.
"""

from __future__ import annotations

import re

from irad.errors import RuleError, UnsupportedError
from irad.ir.attribute_set import AttributeSet
from irad.ir.debug import place_of
from irad.ir.naming import NAME, unquote
from irad.ir.reader import read_module
from irad.ir.types import Type
from irad.ir.values import Function, Instruction

_WORDS = re.compile(r'"(?:enzyme|irad)_(?:allocator|inactive_val|inactive_inst)"|!enzyme_inactive')
_AT_PARAMETER = re.compile(r'^(?!attributes #)[^\n]*"(?:enzyme|irad)_inactive"', re.M)
_GROUP_LINE = re.compile(r"^attributes #\d+ = \{.*\}$", re.M)
_VALUE = re.compile(r'"(enzyme|irad)_inactive_val"')
_ALLOCATION = re.compile(r' "(?:enzyme|irad)_(?:de)?allocator"="[^"]*"')
_MARK = re.compile(r"^ [^\n]*!enzyme_inactive(?:_val|_inst)? ![^\n]*", re.M)
_HEAD = re.compile(rf"^(?:define|declare) [^\n]*?@({NAME})\([^\n]*", re.M)
_FREES = re.compile(r",? ?!enzyme_deallocator_fn (!\d+)")
_NAMED = re.compile(rf"^(!\d+) = (?:distinct )?!\{{ptr @({NAME})\}}", re.M)


def says_more(text: str) -> bool:
    """Is it worth while to read a module for what this file knows?"""
    return _WORDS.search(text) is not None or ('_inactive"' in text and _AT_PARAMETER.search(text) is not None)


def followed(text: str) -> str:
    """Canonical text in which such words are registrations and ``"enzyme_inactive"``."""
    if not says_more(text):
        return text
    marked = next((m[0] for m in _MARK.finditer(text) if re.search(r"\b(?:double|float|half|x86_fp80|fp128|ptr)\b", m[0])), None)
    if marked is not None:
        raise UnsupportedError(
            f"metadata that calls an instruction inactive is not followed: {marked.strip()}",
            hint='put the value through a function with the attribute "enzyme_inactive"',
        )
    module = read_module(text)
    groups = module.attribute_groups
    freeing = {unquote(m[1]): found[1] for m in _HEAD.finditer(text) if (found := _FREES.search(m[0])) is not None}
    nodes = {m[1]: unquote(m[2]) for m in _NAMED.finditer(text)}
    added: list[str] = []
    for fn in module.functions.values():
        _check_function(fn)
        size = _word(fn.attributes, "allocator")
        if size is not None:
            added += _allocator(fn, size, nodes.get(freeing.get(fn.name, ""), ""))
        for inst in fn.instructions():
            if inst.opcode in ("call", "invoke"):
                words = str(inst.attrs["fn_attrs"])
                _check_call(inst, " ".join([words, *(str(groups.get(w, "")) for w in words.split())]))
    text = _GROUP_LINE.sub(lambda m: _ALLOCATION.sub("", _VALUE.sub(r'"\1_inactive"', m[0])), text)
    text = _HEAD.sub(lambda m: _FREES.sub("", m[0]), text)
    return "\n".join([text, *added, ""]) if added else text


def _word(attributes: AttributeSet, word: str) -> str | None:
    for a in attributes:
        m = re.match(rf'"(?:enzyme|irad)_{word}"(?:="([^"]*)")?$', a)
        if m is not None:
            return m[1] or ""
    return None


def _says(text: str, word: str) -> bool:
    return f'"enzyme_{word}"' in text or f'"irad_{word}"' in text


def _carries(t: Type) -> bool:
    """Can a value of this type have a derivative, or lead to one?"""
    if t.is_aggregate:
        return any(map(_carries, t.elements)) if t.is_struct else _carries(t.element)  # type: ignore[attr-defined]
    return t.scalar.is_float or t.scalar.is_ptr


def _check_function(fn: Function) -> None:
    words = " ".join(fn.attributes)
    if any(_says(a.attrs, "inactive") and _carries(a.type) for a in fn.args):
        raise _not_followed("inactive", f"a parameter of {fn.name}", "mark the argument enzyme_const in the marked call")
    if _says(fn.ret_attrs, "inactive") and _carries(fn.ftype.ret):
        raise _not_followed("inactive", f"the result of {fn.name}", "put it at the function")
    if _says(words, "inactive_inst"):
        raise _not_followed("inactive_inst", fn.name, '"enzyme_inactive" is: neither calls nor results have derivatives then')
    if _says(words, "inactive_val") and not _only_returns(fn, fn.ftype.ret, words):
        raise _not_followed("inactive_val", fn.name, _MORE)


_MORE = 'what it may write has no derivative either with "enzyme_inactive"; without it, say memory(read)'


def _check_call(inst: Instruction, words: str) -> None:
    callee = inst.callee if isinstance(inst.callee, Function) else None
    name = f"a call of {callee.name if callee is not None else 'an unknown function'}"
    for a, given in zip(inst.args, inst.attrs["param_attrs"], strict=False):
        if _says(given, "inactive") and _carries(a.type):
            raise _not_followed("inactive", f"an argument of {name}", "hand on what a function with this attribute returns", inst)
    if _says(str(inst.attrs["ret_attrs"]), "inactive") and _carries(inst.type):
        raise _not_followed("inactive", f"the result of {name}", "put it at the call", inst)
    if _says(words, "inactive_inst"):
        raise _not_followed("inactive_inst", name, '"enzyme_inactive" is', inst)
    if _says(words, "allocator") and (callee is None or _word(callee.attributes, "allocator") is None):
        raise _not_followed("allocator", name, "put it at the function", inst)
    if _says(words, "inactive_val"):
        both = words if callee is None else f"{words} {' '.join(callee.attributes)}"
        if callee is None or not _only_returns(callee, inst.type, both):
            raise _not_followed("inactive_val", name, _MORE, inst)


def _only_returns(fn: Function, result: Type, words: str) -> bool:
    """Does a function do nothing but to return a number?"""
    if result.scalar.is_ptr or result.is_aggregate:
        return False
    known = [part for text in re.findall(r"\bmemory\(([^)]*)\)", words) for part in text.split(", ")]
    if known:
        return not any("write" in part for part in known if not part.startswith("inaccessiblemem"))
    kinds = ("store", "call", "invoke", "atomicrmw", "cmpxchg", "fence")
    return bool(fn.blocks) and not any(i.opcode in kinds for i in fn.instructions())


def _allocator(fn: Function, size: str, frees: str) -> list[str]:
    """The variables that register an allocator."""
    listed = _word(fn.attributes, "deallocator")
    if not size.isdigit() or listed is None or not frees:
        raise RuleError(
            f'"enzyme_allocator" at {fn.name} needs the number of the argument that is the size, and the function that frees',
            hint='"enzyme_allocator"="0" "enzyme_deallocator"="-1" !enzyme_deallocator_fn !0, where !0 = !{ptr @freeing}',
        )
    name, listing = f"__irad_allocation_like.{fn.name}", f".irad.freed_with.{fn.name}"
    return [
        f'@"{listing}" = weak_odr hidden constant [{len(listed) + 1} x i8] c"{listed}\\00"',
        f'@"{name}" = weak_odr hidden constant [4 x ptr] [ptr @"{fn.name}", ptr inttoptr (i64 {size} to ptr), '
        f'ptr @"{listing}", ptr @"{frees}"]',
    ]


def _not_followed(word: str, where: str, hint: str, inst: Instruction | None = None) -> UnsupportedError:
    place = place_of(inst) if inst is not None else None
    return UnsupportedError(f'"enzyme_{word}" at {where} is not followed', place=place, hint=hint)
