"""What a program registers, in variables, annotations, attributes and metadata (`registered_rules.py` turns it into rules)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from irad.errors import RuleError
from irad.ir.constants import null
from irad.ir.reader.mentions import mentioned_in
from irad.ir.types import PTR, array
from irad.ir.values import (
    Constant,
    ConstantAggregate,
    ConstantExpr,
    ConstantInt,
    ConstantSimple,
    ConstantString,
    Function,
    GlobalValue,
    GlobalVariable,
    Module,
)
from irad.transform.declared.program_words import program_words
from irad.transform.declared.reach import named_in_module

_WORDS = "register_gradient register_derivative register_splitderivative function_like inactivefn inactive_global nofree "
_WORDS += "shouldrecompute allocation_like inactive_functions shadow_of"
_KIND = re.compile(rf"__(?:enzyme|irad)_({'|'.join(_WORDS.split())})")
_SAID = frozenset(("inactive", "math", "function_like"))
_ATTACHED = re.compile(r"enzyme_(augment|gradient|derivative|splitderivative|shadow|inactive)$")

READS = "reads"  # of a function without derivative: it stores to no memory that the caller can reach


@dataclass(frozen=True)
class Entry:
    """One registration: ``kind``, the function or variable it is about, and what follows (names, strings, numbers)."""

    kind: str
    name: str
    rest: tuple[str | int, ...] = ()


def might_register(module: Module) -> bool:
    """Whether the module may contain registrations: a quick test."""
    named = any(n == _ANNOTATIONS or _KIND.search(n) for n in module.globals_)
    return named or any(_SAID & program_words(fn.attributes).keys() for fn in module.functions.values())


_ANNOTATIONS = "llvm.global.annotations"


def read_entries(module: Module) -> tuple[Entry, ...]:
    """The registrations of a module, in variables and attributes of functions."""
    return (*_of_variables(module), *_of_attributes(module))


def _of_attributes(module: Module) -> list[Entry]:
    """``"enzyme_inactive"``, ``"enzyme_math"="sin"`` and ``"enzyme_function_like"="sin"`` at functions."""
    out = []
    for fn in module.functions.values():
        for word, value in program_words(fn.attributes).items():
            if word not in _SAID:
                continue
            out.append(Entry("inactivefn", fn.name) if word == "inactive" else Entry("function_like", fn.name, (value,)))
    return out


def _of_variables(module: Module) -> list[Entry]:
    entries: list[Entry] = []
    for name, var in module.globals_.items():
        if var.initializer is None:
            continue
        if name == _ANNOTATIONS:
            entries += _annotations(var.initializer)
        elif (kind := _KIND.search(name)) is not None:
            entries += _variable(name, kind[1], _elements(var.initializer))
    return entries


def _elements(value: Constant) -> list[str | int]:
    """The names, strings and numbers in an initial value: functions, string variables, addresses."""
    if isinstance(value, ConstantAggregate):
        return [e for part in value.elements for e in _elements(part)]
    text = _string(value)
    if text is not None:
        return [text]
    if isinstance(value, GlobalValue):
        return [value.name]
    if isinstance(value, ConstantExpr) and value.opcode == "inttoptr" and isinstance(value.operands[0], ConstantInt):
        return [value.operands[0].value]
    return [0] if isinstance(value, ConstantSimple) and value.type.is_ptr else []


def _string(value: Constant) -> str | None:
    """The string that a variable holds."""
    data = value.initializer if isinstance(value, GlobalVariable) and value.constant else None
    return data.data.decode("latin-1").rstrip("\0") if isinstance(data, ConstantString) else None


def _variable(name: str, kind: str, found: Sequence[str | int]) -> list[Entry]:
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


def _annotations(value: Constant) -> list[Entry]:
    out = []
    for row in value.elements if isinstance(value, ConstantAggregate) else ():
        if not isinstance(row, ConstantAggregate) or not isinstance(row.elements[0], GlobalValue):
            continue
        name = row.elements[0].name
        word = re.match(r"(?:enzyme|irad)_(\w+)(?:=(.*))?$", _string(row.elements[1]) or "")
        if word is None:
            continue
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


def metadata_as_registrations(module: Module) -> None:
    """Turn metadata such as ``define @f(...) !enzyme_gradient !1`` into variables with the names of registrations.

    Enzyme attaches such metadata to functions for what a program registers, and compilers that emit IR for it do so directly:
    ``!enzyme_augment``, ``!enzyme_gradient``, ``!enzyme_derivative``, ``!enzyme_splitderivative`` name functions,
    ``!enzyme_shadow`` a variable, ``!enzyme_inactive`` stands for itself.
    """
    for value in [*module.functions.values(), *module.globals_.values()]:
        found = {m[1]: _named(module, node) for kind, node in value.metadata.items() if (m := _ATTACHED.match(kind))}
        if not found:
            continue
        value.metadata = {kind: node for kind, node in value.metadata.items() if not _ATTACHED.match(kind)}
        if isinstance(value, Function) and not value.has_body and value.name not in named_in_module(module):
            continue  # it has no callers and its address is not taken
        for kind, names in _said(value.name, found, isinstance(value, GlobalVariable)):
            _register(module, kind, (value.name, *names))


def _named(module: Module, node: str) -> str:
    """The function or variable that a node ``!{ptr @f}`` names, "" if there is none."""
    return next(iter(sorted(mentioned_in(module.metadata.get(node, "")))), "")


def _said(name: str, found: dict[str, str], is_variable: bool) -> list[tuple[str, tuple[str, ...]]]:
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
    return kinds


def _register(module: Module, kind: str, names: Sequence[str]) -> None:
    values = tuple(module.get(n) or null(PTR) for n in names)
    var = GlobalVariable(f"__irad_{kind}.{names[0]}", array(len(values), PTR))
    var.module, var.linkage, var.visibility, var.constant = module, "weak_odr", "hidden", True
    var.initializer = ConstantAggregate(var.value_type, values)
    module.globals_[var.name] = var
