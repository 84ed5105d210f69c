"""Enzyme's attributes of functions, calls and parameters in IR that was made for it, in addition to `registrations`.

``"enzyme_allocator"="0" "enzyme_deallocator"="-1"`` with ``!enzyme_deallocator_fn`` at a function is another form of a
registration.  ``"enzyme_inactive_val"`` declares a value constant, though the call may propagate derivatives: where it cannot,
that is ``"enzyme_inactive"``.  Hints for Enzyme's own decisions (``nofree``, ``shouldrecompute``, ``nocache``, ``active``) are
ignored.  Everything that would change derivatives and is not supported is an error.
"""

from __future__ import annotations

from irad.errors import RuleError, UnsupportedError
from irad.ir.attribute_set import AttributeSet
from irad.ir.constants import const_int
from irad.ir.debug import place_of
from irad.ir.reader import read_bodies
from irad.ir.reader.mentions import mentioned_in
from irad.ir.types import I8, I64, PTR, Type, array
from irad.ir.values import (
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantString,
    Function,
    GlobalVariable,
    Instruction,
    Module,
)
from irad.transform.declared.program_words import PREFIXES, program_words

_WORDS = frozenset(("allocator", "inactive_val", "inactive_inst"))
_VALUES = frozenset(('"enzyme_inactive_val"', '"irad_inactive_val"'))
_MARKS = frozenset(("enzyme_inactive", "enzyme_inactive_val", "enzyme_inactive_inst"))
_FREES = "enzyme_deallocator_fn"


def says_more(module: Module) -> bool:
    """Whether there is anything that this file reads."""
    at_functions = (*(f.attributes for f in module.functions.values()), *module.attribute_groups.values())
    at_values = (w for f in module.functions.values() for w in (f.ret_attrs, *(a.attrs for a in f.args)) if '"' in w)
    if any(_WORDS & program_words(words).keys() for words in at_functions):
        return True
    if any("inactive" in program_words(AttributeSet.parse(w)) for w in at_values):
        return True
    unread = (f.body for f in module.functions.values() if f.body is not None)
    return any("!enzyme_inactive" in body or '_inactive"' in body for body in unread)


def follow(module: Module) -> None:
    """Turn such attributes into registrations and ``"enzyme_inactive"``; reads all bodies if there are any."""
    if not says_more(module):
        return
    read_bodies(module, module.functions.values())
    for fn in module.functions.values():
        for inst in fn.instructions():
            kinds = inst.type, *(o.type for o in inst.operands)
            if not _MARKS.isdisjoint(inst.metadata) and any(t.scalar.is_float or t.scalar.is_ptr for t in kinds):
                raise UnsupportedError(
                    f"metadata that calls an instruction inactive is not followed: {inst!r}",
                    hint='put the value through a function with the attribute "enzyme_inactive"',
                )
    for fn in list(module.functions.values()):
        _check_function(fn)
        size = _word(fn.attributes, "allocator")
        if size is not None:
            node = module.metadata.get(fn.metadata.get(_FREES, ""), "")
            _register_allocator(module, fn, size, next(iter(sorted(mentioned_in(node))), ""))
        for inst in fn.instructions():
            if inst.opcode in ("call", "invoke"):
                words = str(inst.attrs["fn_attrs"])
                _check_call(inst, " ".join([words, *(str(module.attribute_groups.get(w, "")) for w in words.split())]))
    for fn in module.functions.values():
        fn.attributes = _simpler(fn.attributes)
        fn.metadata.pop(_FREES, None)
    module.attribute_groups = {name: _simpler(words) for name, words in module.attribute_groups.items()}


def _simpler(attributes: AttributeSet) -> AttributeSet:
    kept = attributes.without(*(prefix + word for prefix in PREFIXES for word in ("allocator", "deallocator")))
    return AttributeSet(f'"{w[1:-1].removesuffix("_val")}"' if w in _VALUES else w for w in kept)


def _word(attributes: AttributeSet, word: str) -> str | None:
    return program_words(attributes).get(word)


def _says(text: str, word: str) -> bool:
    return f'"enzyme_{word}"' in text or f'"irad_{word}"' in text


def _carries(t: Type) -> bool:
    """Whether a value of this type can have a derivative, or lead to one."""
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
    """Whether a function does nothing but return a number."""
    if result.scalar.is_ptr or result.is_aggregate:
        return False
    said = AttributeSet.parse(words).only("memory")
    known = [part for word in said for part in (AttributeSet((word,)).value("memory") or "").split(", ")]
    if known:
        return not any("write" in part for part in known if not part.startswith("inaccessiblemem"))
    kinds = ("store", "call", "invoke", "atomicrmw", "cmpxchg", "fence")
    return bool(fn.blocks) and not any(i.opcode in kinds for i in fn.instructions())


def _register_allocator(module: Module, fn: Function, size: str, frees: str) -> None:
    listed = _word(fn.attributes, "deallocator")
    if not size.isdigit() or listed is None or not frees:
        raise RuleError(
            f'"enzyme_allocator" at {fn.name} needs the number of the argument that is the size, and the function that frees',
            hint='"enzyme_allocator"="0" "enzyme_deallocator"="-1" !enzyme_deallocator_fn !0, where !0 = !{ptr @freeing}',
        )
    text = listed.encode() + b"\0"
    listing = _constant(module, f".irad.freed_with.{fn.name}", ConstantString(array(len(text), I8), text))
    number = ConstantExpr(PTR, "inttoptr", (const_int(I64, int(size)),), {})
    rows: tuple[Constant, ...] = (fn, number, listing, module.functions[frees])
    _constant(module, f"__irad_allocation_like.{fn.name}", ConstantAggregate(array(4, PTR), rows))


def _constant(module: Module, name: str, value: Constant) -> GlobalVariable:
    var = GlobalVariable(name, value.type)
    var.module, var.linkage, var.visibility, var.constant, var.initializer = module, "weak_odr", "hidden", True, value
    module.globals_[name] = var
    return var


def _not_followed(word: str, where: str, hint: str, inst: Instruction | None = None) -> UnsupportedError:
    place = place_of(inst) if inst is not None else None
    return UnsupportedError(f'"enzyme_{word}" at {where} is not followed', place=place, hint=hint)
