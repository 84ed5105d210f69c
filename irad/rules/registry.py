"""All rows, by name: C spellings, intrinsics with their type suffixes, mangled names, opcodes.

A row lists its spellings as words (in quotes where there are spaces) with ``{a,b}`` alternatives; a final ``*`` matches
any rest.  Mangled names are looked up by their qualified names as well (``std::basic_string::*``, see
`irad.rules.itanium`).  Intrinsics are listed without type suffixes (``llvm.sin``); those are taken off when an exact
name is not found.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, lru_cache

from irad.errors import RuleError
from irad.ir.values import ConstantFP, Function, Instruction
from irad.rules.formulas import external
from irad.rules.formulas.base import Rule
from irad.rules.formulas.formula_calls import register_rows
from irad.rules.formulas.layout import fits, returns
from irad.rules.formulas.model import AllocationRule, DeallocationRule, InactiveRule, LoweringRule, MathRule
from irad.rules.itanium import qualified
from irad.rules.tables import (
    complex_,
    cplusplus,
    directives,
    drawn_numbers,
    instructions,
    intrinsics,
    libm,
    lowered,
    memory,
    runtime_libraries,
    scipy_special,
    vector_math,
)

_TABLES = (
    instructions, intrinsics, libm, complex_, lowered, memory, runtime_libraries, cplusplus, directives, scipy_special,
    drawn_numbers, vector_math,
)  # fmt: skip
_WORD = re.compile(r'"([^"]*)"|(\S+)')
_BRACES = re.compile(r"\{([^{}]*)\}")
_SUFFIX = re.compile(r"\.(?:(?:nx)?v\d+)?(?:f16|bf16|f32|f64|f80|f128|ppcf128|i\d+|p\d+)$")


def expand(pattern: str) -> list[str]:
    """``"sin{,f} a{b}"`` -> ``["sin", "sinf", "ab"]``."""
    out = []
    work = [quoted or word for quoted, word in _WORD.findall(pattern)]
    while work:
        word = work.pop()
        match = _BRACES.search(word)
        if match is None:
            out.append(word)
            continue
        work += [word[: match.start()] + part + word[match.end() :] for part in match.group(1).split(",")]
    return out[::-1]


def rows() -> list[Rule]:
    """Every row, in the order of the tables."""
    return [rule for table in _TABLES for rule in table.RULES]


@cache
def _by_name() -> tuple[dict[str, Rule], list[tuple[str, Rule]]]:
    exact: dict[str, Rule] = {}
    prefixes: list[tuple[str, Rule]] = []
    for table in _TABLES:
        if table is instructions:
            continue
        for rule in table.RULES:
            for name in expand(rule.names):
                if name.endswith("*"):
                    prefixes.append((name[:-1], rule))
                    continue
                if name in exact:
                    raise RuleError(f"two rows claim the name '{name}': {exact[name].name} and {rule.name}")
                exact[name] = rule
    return exact, prefixes


@cache
def _by_row() -> dict[str, Rule]:
    out: dict[str, Rule] = {}
    for rule in rows():
        if out.setdefault(rule.name, rule) is not rule:
            raise RuleError(f"two rows have the name '{rule.name}'")
    return out


@lru_cache(maxsize=4096)
def lookup(name: str) -> Rule | None:
    """The rule of a called function by its name, None if there is none."""
    exact, prefixes = _by_name()
    found = exact.get(name)
    if found is not None:
        return found
    if name.startswith("llvm."):
        base = name
        while (match := _SUFFIX.search(base)) is not None:
            base = base[: match.start()]
            if base in exact:
                return exact[base]
    for prefix, rule in prefixes:
        if name.startswith(prefix):
            return rule
    if name.startswith("_Z") and (plain := qualified(name)):
        return exact.get(plain) or next((rule for prefix, rule in prefixes if plain.startswith(prefix)), None)
    return external.find(name)


def lookup_function(fn: Function) -> Rule | None:
    """The rule of ``fn``: as `lookup`, but a function of the user's that only shares a name has none.

    A function with a body is the user's own (``static double gamma(double)``), unless irad itself linked it in; so is
    a declaration whose parameters are not those of the row.  What the program itself has registered comes first.
    """
    if fn.name.startswith(_ATTEMPT):
        return _attempt_rule(fn)
    if fn.module is not None and fn.name in fn.module.rules:
        registered: Rule = fn.module.rules[fn.name]
        return registered
    rule = lookup(fn.name)
    if rule is None or (fn.blocks and not fn.name.startswith(_OWN)):
        return None
    return rule if _fits(rule, fn) else None


def _fits(rule: Rule, fn: Function) -> bool:
    """Whether the type of ``fn`` is what the row describes.  (LLVM's, irad's and C++ names imply the type.)"""
    if isinstance(rule, MathRule):
        return fits(rule.params, fn.ftype.params) and returns(rule.results, fn.ftype.ret)
    if isinstance(rule, external.ExternalRule):
        return rule.fits(fn.ftype)
    if fn.name.startswith(_TYPED):
        return True
    if isinstance(rule, (InactiveRule, AllocationRule, DeallocationRule)):
        return rule.fits(fn.ftype)
    return not isinstance(rule, LoweringRule) or not rule.params or fits(rule.params, fn.ftype.params)


def is_whole(name: str) -> bool:
    """Whether a function is, by its name, one whose body stays opaque before differentiation."""
    if not name.startswith("_Z"):
        return False
    found = lookup(name)
    return isinstance(found, InactiveRule) and found.whole


def _attempt_rule(fn: Function) -> Rule | None:
    """The rule of a variant of a library function that catches all exceptions: that of the function, with the exception last."""
    callee = fn.name.split(".", 3)[3]
    rules = fn.module.rules if fn.module is not None else {}
    found = rules.get(callee) or lookup(callee)
    if not isinstance(found, InactiveRule):
        return None
    return replace(found, writes=(*found.writes, len(fn.ftype.params) - 1))


_ATTEMPT = "irad.try."  # see transform/exceptions/exception_helpers.py
_TYPED = ("llvm.", "irad.", "irad_", "__irad_", "_Z")  # names that stand for one type
_OWN = ("irad.", "irad_")
_ROOTS = ("llvm.sqrt.", "sqrt")
_INSTRUCTIONS: dict[str, MathRule] = {rule.name: rule for rule in instructions.RULES}


def lookup_instruction(inst: Instruction) -> MathRule | None:
    """The rule of an arithmetic instruction or float conversion."""
    if inst.opcode == "fdiv" and inst.operands:
        x, y = inst.operands
        if isinstance(x, ConstantFP) and x.value == 1.0:
            return instructions.RECIPROCAL
        if isinstance(y, Instruction) and y.opcode == "call" and getattr(y.callee, "name", "").startswith(_ROOTS):
            return instructions.BY_ROOT
    return _INSTRUCTIONS.get(inst.opcode)


def function_row(name: str) -> Rule:
    """The row that formulas call ``name``."""
    found = _by_row().get(name)
    if found is None:
        raise RuleError(f"a formula calls '{name}', which no row defines")
    return found


register_rows(function_row)
